"""Hosts that say wrongly how a source ended (STATUS-01 to STATUS-09)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import broker
from ..broker import Search
from ..decision import Rejection
from ..host import Host
from .fetching import item_of
from .making import Report, Retelling, Task, faulty, make_web, mutant, retelling_traces
from .way import retelling_status

Change = Callable[[Report], object]

# STATUS-01, STATUS-02


@mutant("STATUS-01", reason="UNKNOWN_STATUS WRONG_STATUS", collateral="ALL")
def has_a_status_of_its_own() -> Host:
    return retelling_status("SEARCH_BROKER_GAP", "BROKER_TIMEOUT")


@mutant("STATUS-01", reason="UNKNOWN_STATUS", collateral="ALL")
def ends_its_traces_in_words_of_its_own() -> Host:
    return retelling_traces(lambda trace: {"status": trace["status"].lower()})


@mutant("STATUS-01", reason="WRONG_STATUS UNKNOWN_STATUS", collateral="ALL")
def calls_success_ok() -> Host:
    return retelling_status("SUCCESS", "OK")


def dropping(statuses: frozenset[str]) -> Host:
    """The exemplar that says nothing of sources which ended so."""

    def tell(report: Report) -> None:
        lost = {each["source_id"] for each in report["selected_sources"] if each["status"] in statuses}
        for part, key in (("selected_sources", "source_id"), ("gaps", "source_id"), ("traces", "target_source_id")):
            report[part] = [each for each in report[part] if each[key] not in lost]

    return Retelling(tell)


@mutant("STATUS-02", reason="SOURCE_NOT_REPORTED", collateral="ALL")
def drops_sources_whose_broker_failed() -> Host:
    return dropping(frozenset({"SEARCH_BROKER_GAP"}))


@mutant("STATUS-02", reason="SOURCE_NOT_REPORTED", collateral="ALL")
def reports_successful_sources_alone() -> Host:
    return dropping(frozenset({"SEARCH_BROKER_GAP", "ORIGINAL_FETCH_GAP", "SOURCE_IDENTITY_GAP", "NO_RESULTS"}))


@mutant("STATUS-02", reason="NO_TRACE", collateral="ALL")
def traces_successes_alone() -> Host:
    return Retelling(
        lambda report: report.update(traces=[each for each in report["traces"] if each["status"] == "SUCCESS"])
    )


@mutant("STATUS-02", reason="SOURCE_NOT_REPORTED", collateral="ALL")
def reports_a_source_twice() -> Host:
    return Retelling(lambda report: report["selected_sources"].extend(list(report["selected_sources"])))


# STATUS-03


@mutant("STATUS-03", reason="WRONG_STATUS", collateral="ALL")
def calls_it_success_when_something_was_found() -> Host:
    """Takes a list of results for a success."""

    def tell(report: Report) -> None:
        found = {each["target_source_id"] for each in report["traces"] if each["broker_result_count"]}
        for entry in report["selected_sources"]:
            entry["status"] = "SUCCESS" if entry["source_id"] in found else entry["status"]

    return Retelling(tell)


@mutant("STATUS-03", reason="WRONG_STATUS", collateral="ALL")
def calls_it_success_when_a_page_answered() -> Host:
    def tell(report: Report) -> None:
        for trace in report["traces"]:
            if trace["http_status"] == 200:
                trace["status"] = "SUCCESS"
        opened = {each["target_source_id"] for each in report["traces"] if each["status"] == "SUCCESS"}
        for entry in report["selected_sources"]:
            entry["status"] = "SUCCESS" if entry["source_id"] in opened else entry["status"]

    return Retelling(tell)


@mutant("STATUS-03", reason="SUCCESS_WITHOUT_IDENTITY", collateral="ALL")
def calls_it_success_before_the_identity_is_known() -> Host:
    return retelling_traces(
        lambda trace: {"source_identity_verified": None, "candidate_identity_status": "HOST_ACCEPTED_IDENTITY_PENDING"}
    )


# STATUS-04


@mutant("STATUS-04", reason="WRONG_OUTCOME", collateral="ALL")
def calls_an_empty_search_a_lack_of_coverage() -> Host:
    def tell(report: Report) -> None:
        if report["outcome"] == "SEARCHED" and not report["items"]:
            report["outcome"] = "REGISTRY_COVERAGE_GAP"

    return Retelling(tell)


@mutant("STATUS-04", reason="WRONG_STATUS", collateral="ALL")
def calls_a_page_it_could_not_read_no_results() -> Host:
    return retelling_status("ORIGINAL_FETCH_GAP", "NO_RESULTS")


@mutant("STATUS-04", reason="ITEMS_WITHOUT_SUCCESS WRONG_STATUS", collateral="ALL")
def reports_an_item_that_says_nothing_was_found() -> Host:
    def tell(report: Report) -> None:
        if report["outcome"] == "SEARCHED" and not report["items"] and report["selected_sources"]:
            result = {"title": "No literature", "url": "https://journals.plos.org/none"}
            report["items"] = [item_of(result, report["selected_sources"][0]["source_id"])]

    return Retelling(tell)


# STATUS-05


@mutant("STATUS-05", reason="ROLL_UP_CONTRADICTS WRONG_STATUS", collateral="ALL")
def reports_a_source_milder_than_its_traces() -> Host:
    """Calls a source NO_RESULTS where its traces tell of failures."""

    def tell(report: Report) -> None:
        for entry in report["selected_sources"]:
            if entry["status"] != "SUCCESS":
                entry["status"] = "NO_RESULTS"

    return Retelling(tell)


@mutant("STATUS-05", reason="WRONG_STATUS", collateral="ALL")
def calls_a_sister_journals_page_no_results() -> Host:
    return retelling_status("SOURCE_IDENTITY_GAP", "NO_RESULTS")


@mutant("STATUS-05", reason="WRONG_STATUS", collateral="ALL")
def calls_every_gap_a_gap_of_fetching() -> Host:
    def tell(report: Report) -> None:
        for each in (*report["traces"], *report["selected_sources"], *report["gaps"]):
            if each["status"].endswith("_GAP") and each["status"] != "BOOTSTRAP_IDENTITY_GAP":
                each["status"] = "ORIGINAL_FETCH_GAP"

    return Retelling(tell)


# STATUS-06: violations


@mutant("STATUS-06", reason="WRONG_STATUS FORBIDDEN_ITEM", collateral="SEC")
def launders_a_violation_into_a_success() -> Host:
    """Believes an opener that followed redirects: what it shows is the page that was asked for."""

    class Trusting(Host):
        def _open(self, url: str, route: Any, course: Any) -> Any:
            if course.ask.open_page != "follows":
                return super()._open(url, route, course)
            told = course.tools.open_page(url=url)
            return self._rules.opened_by_tool({**told, "url": url}, url, route.host)

    return Trusting(make_web())


@mutant("STATUS-06", reason="WRONG_STATUS", collateral="SEC")
def launders_a_violation_into_no_results() -> Host:
    return retelling_status("CLOSED_WORLD_VIOLATION", "NO_RESULTS")


@mutant("STATUS-06", reason="WRONG_STATUS", collateral="BROK-07 SEC")
def searches_on_where_no_filter_was_applied() -> Host:
    def search(web: Any, *said: Any, **rest: Any) -> Any:
        found = broker.search(web, *said, **rest)
        unfiltered = found.gap and "searched '[]'" in found.gap.detail
        return replace(found, gap=None, count=len(found.candidates)) if unfiltered else found

    return faulty(search=search)


@mutant("STATUS-06", reason="WRONG_STATUS", collateral="SEC")
def does_not_use_an_opener_that_follows_redirects() -> Host:
    """Calls every source a gap where the opener follows redirects by itself, so that nothing can happen."""

    class Timid(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            follows = task["tools"]["open_page"] == "follows"
            return super().run({**task, "tools": {**task["tools"], "open_page": None}} if follows else task, tools)

    return Timid(make_web())


# STATUS-07 to STATUS-09


@mutant("STATUS-07", reason="WRONG_STATUS", turns="WARN", collateral="ALL")
def calls_a_foreign_page_that_failed_no_results() -> Host:
    return retelling_status("ORIGINAL_FETCH_GAP", "NO_RESULTS")


@mutant("STATUS-08", reason="WRONG_STATUS", collateral="ALL")
def calls_an_empty_search_an_identity_gap() -> Host:
    return retelling_status("NO_RESULTS", "SOURCE_IDENTITY_GAP")


@mutant("STATUS-08", reason="GAP_INVENTED", collateral="ALL")
def lists_a_gap_for_every_source() -> Host:
    def tell(report: Report) -> None:
        known = {each["source_id"] for each in report["gaps"]}
        report["gaps"] += [
            {"source_id": each["source_id"], "status": "SOURCE_IDENTITY_GAP", "detail": "to be on the safe side"}
            for each in report["selected_sources"] if each["source_id"] not in known
        ]  # fmt: skip

    return Retelling(tell)


class GivingUp(Host):
    """The exemplar that gives up the sources after one that ended so."""

    def __init__(self, statuses: frozenset[str]) -> None:
        super().__init__(make_web())
        self._statuses, self._given_up = statuses, False

    def run(self, task: Task, tools: Any = None) -> Report:
        self._given_up = False
        return super().run(task, tools)

    def _ask_broker(self, route: Any, course: Any) -> Any:
        if self._given_up:
            return Search(None, (), None, (), Rejection("SEARCH_BROKER_GAP", "an earlier source failed"), None)
        return super()._ask_broker(route, course)

    def _search_source(self, source: Any, course: Any) -> Any:
        run = super()._search_source(source, course)
        self._given_up = self._given_up or run.status in self._statuses
        return run


@mutant("STATUS-09", reason="WRONG_STATUS", collateral="ALL")
def gives_up_when_the_broker_fails_once() -> Host:
    return GivingUp(frozenset({"SEARCH_BROKER_GAP"}))


@mutant("STATUS-09", reason="WRONG_STATUS", collateral="ALL")
def stops_at_the_first_success() -> Host:
    return GivingUp(frozenset({"SUCCESS"}))
