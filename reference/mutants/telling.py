"""Hosts that tell the user too little, or too much (REPORT-01 to REPORT-05)."""

from typing import Any

from ..host import Host
from .making import Report, Retelling, Task, faulty, make_web, mutant


@mutant("REPORT-01", reason="RELEASE_NOT_NAMED", collateral="BOOT TRACE-02 HIST")
def names_no_release() -> Host:
    return Retelling(lambda report: report.update(registry_release_id=None))


@mutant("REPORT-01", reason="RELEASE_NOT_NAMED", collateral="BOOT TRACE-02 HIST")
def names_the_release_by_its_date() -> Host:
    return Retelling(lambda report: report.update(registry_release_id="2026-09-14"))


@mutant("REPORT-01", reason="SOURCE_NOT_REPORTED", collateral="ALL")
def names_no_source_where_nothing_was_found() -> Host:
    def tell(report: Report) -> None:
        report["selected_sources"] = [each for each in report["selected_sources"] if each["status"] != "NO_RESULTS"]

    return Retelling(tell)


@mutant("REPORT-02", reason="DOMAINS_NOT_SEARCHED", collateral="RETRY SEL")
def names_no_domains() -> Host:
    def tell(report: Report) -> None:
        for each in report["selected_sources"]:
            each["broker_domains"] = []

    return Retelling(tell)


@mutant("REPORT-02", reason="DOMAINS_NOT_SEARCHED", collateral="RETRY SEL")
def names_the_domains_of_all_sources_for_each() -> Host:
    def tell(report: Report) -> None:
        every = [domain for each in report["selected_sources"] for domain in each["broker_domains"]]
        for each in report["selected_sources"]:
            each["broker_domains"] = list(dict.fromkeys(every))

    return Retelling(tell)


@mutant("REPORT-02", reason="DOMAINS_NOT_SEARCHED")
def names_the_parent_domain() -> Host:
    def tell(report: Report) -> None:
        for each in report["selected_sources"]:
            each["broker_domains"] = [domain.partition(".")[2] for domain in each["broker_domains"]]

    return Retelling(tell)


@mutant("REPORT-02", reason="CANDIDATE_NOT_REPORTED", collateral="ALL")
def forgets_the_candidates_of_a_source_without_success() -> Host:
    def tell(report: Report) -> None:
        lucky = {each["source_id"] for each in report["selected_sources"] if each["status"] == "SUCCESS"}
        report["rejected_candidates"] = [each for each in report["rejected_candidates"] if each["source_id"] in lucky]

    return Retelling(tell)


@mutant("REPORT-03", reason="NO_ITEM ITEM_NOT_OPENED", collateral="ALL")
def cites_the_doi_for_the_page() -> Host:
    def tell(report: Report) -> None:
        for item in report["items"]:
            if item["dedupe_key"].startswith("doi:"):
                item["original_url"] = f"https://doi.org/{item['dedupe_key'].removeprefix('doi:')}"

    return Retelling(tell)


@mutant("REPORT-03", reason="NO_ITEM ITEM_NOT_OPENED", collateral="ALL")
def cites_the_home_page_of_the_source() -> Host:
    def tell(report: Report) -> None:
        for item in report["items"]:
            item["original_url"] = "/".join(item["original_url"].split("/")[:3]) + "/"

    return Retelling(tell)


@mutant("REPORT-03", reason="NO_ITEM", collateral="ALL")
def reports_no_items() -> Host:
    return Retelling(lambda report: report.update(items=[]))


@mutant("REPORT-04", reason="GAP_NOT_LISTED", collateral="ALL")
def lists_no_gaps() -> Host:
    return Retelling(lambda report: report.update(gaps=[]))


@mutant("REPORT-04", reason="GAP_NOT_LISTED", collateral="STATUS SEL RETRY")
def lists_the_first_gap_alone() -> Host:
    return Retelling(lambda report: report.update(gaps=report["gaps"][:1]))


@mutant("REPORT-04", reason="GAP_NOT_LISTED", collateral="BOOT")
def lists_no_gap_of_the_bootstrap() -> Host:
    def tell(report: Report) -> None:
        report["gaps"] = [each for each in report["gaps"] if each["source_id"] is not None]

    return Retelling(tell)


@mutant("REPORT-04", reason="GAP_NOT_LISTED", collateral="STATUS SEL RETRY")
def lists_gaps_of_fetching_as_gaps_of_the_broker() -> Host:
    def tell(report: Report) -> None:
        for each in report["gaps"]:
            if each["status"] == "ORIGINAL_FETCH_GAP":
                each["status"] = "SEARCH_BROKER_GAP"

    return Retelling(tell)


@mutant("REPORT-05", reason="WRONG_STATUS", collateral="ALL")
def claims_a_search_without_a_filter() -> Host:
    """Searches with a tool that cannot filter, and calls what it found on the right host a success."""
    return faulty(tool_fault=lambda tool: None if tool and tool.get("url") else "there is no search broker")


@mutant("REPORT-05", reason="WRONG_STATUS ITEMS_WITHOUT_SUCCESS", collateral="ALL")
def claims_records_without_an_opener() -> Host:
    """Reports the broker's results as records where it has no opener."""

    class Claiming(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            if task["tools"]["open_page"] is None:
                for entry in told["selected_sources"]:
                    entry["status"] = "SUCCESS"
                told["gaps"] = []
            return told

    return Claiming(make_web())


@mutant("REPORT-05", reason="FORBIDDEN_URL_REQUESTED", collateral="FETCH-06 SEC")
def opens_pages_without_an_opener() -> Host:
    """Goes to the page by itself where the task says that there is no opener."""

    class Bold(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            if task["tools"]["open_page"] is None:
                for each in told["rejected_candidates"]:
                    self._web.exchange("GET", each["url"], accept="text/html", limit=2_000_000, seconds=5)
            return told

    return Bold(make_web())
