"""Hosts that search when nobody asked, or recommend badly (ACT-01 to ACT-07)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import activation
from ..activation import Ask
from ..decision import BROKERED
from ..host import Host
from .candidates_at_hand import Straying
from .making import Report, Retelling, Task, faulty, make_web, mutant
from .opening import following_links
from .way import retelling_status


def hearing(change: Callable[[Ask, Task], dict[str, Any]]) -> Host:
    """The exemplar that understands a request otherwise."""

    def understand(task: Task) -> Ask:
        ask = activation.understand(task)
        return replace(ask, **change(ask, task))

    return faulty(understand=understand)


@mutant("ACT-01", reason="WRONG_OUTCOME", collateral="ALL")
def starts_a_search_on_one_phrase_alone() -> Host:
    return hearing(lambda ask, task: {"searches": ask.searches and task["utterance"].startswith("Use the OA repo to")})


@mutant("ACT-01", reason="WRONG_OUTCOME", collateral="ALL")
def understands_no_chinese() -> Host:
    return hearing(lambda ask, task: {"searches": ask.searches and task["utterance"].isascii()})


@mutant("ACT-01", reason="WRONG_OUTCOME SOURCE_NOT_REPORTED", collateral="ALL")
def answers_every_order_with_places() -> Host:
    return hearing(lambda *_: {"searches": False})


@mutant("ACT-01", reason="OTHER_MODE", collateral="ALL")
def reports_a_mode_of_its_own() -> Host:
    def tell(report: Report) -> None:
        report["mode"] = "registry_closed"

    return Retelling(tell)


@mutant("ACT-02", reason="SEARCHED_ANYWAY CLAIMS_WITHOUT_SEARCH WRONG_OUTCOME", collateral="ACT")
def searches_when_it_is_asked_for_places() -> Host:
    return hearing(lambda *_: {"searches": True})


@mutant("ACT-02", reason="SEARCHED_ANYWAY CLAIMS_WITHOUT_SEARCH WRONG_OUTCOME", collateral="ACT")
def takes_any_mention_of_articles_for_an_order() -> Host:
    return hearing(lambda ask, task: {"searches": ask.searches or "journal" in task["utterance"].lower()})


@mutant("ACT-02", reason="SEARCHED_ANYWAY", collateral="ACT")
def searches_to_recommend_better() -> Host:
    """Asks the broker without a filter before it recommends places."""

    class Curious(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            if told["outcome"] == "NAVIGATED":
                sent = {"query": task["topic"], "domains": [], "max_results": 10}
                url = task["tools"]["web_search"]["url"]
                self._web.exchange("POST", url, accept="*/*", limit=1_000_000, seconds=5, json=sent)
            return told

    return Curious(make_web())


@mutant("ACT-03", reason="SOURCE_NOT_REPORTED", collateral="ACT")
def does_not_know_the_third_phrasing() -> Host:
    return hearing(lambda ask, task: {"searches": ask.searches and "選定的來源" not in task["utterance"]})


@mutant("ACT-03", reason="SOURCE_NOT_REPORTED", collateral="ACT")
def does_not_know_the_second_phrasing() -> Host:
    return hearing(lambda ask, task: {"searches": ask.searches and "搜尋" not in task["utterance"]})


@mutant("ACT-04", reason="BROKER_ASKED WRONG_STATUS", collateral="ACT MODE")
def does_not_hear_that_the_user_wants_no_broker() -> Host:
    return hearing(lambda ask, task: {"mode": task["mode"] or BROKERED})


@mutant("ACT-05", reason="FORBIDDEN_URL_REQUESTED FOREIGN_HOST_CONTACTED", collateral="ALL")
def verifies_dois_at_the_resolver() -> Host:
    def dois(_: Task, told: Report) -> list[str]:
        keys = (each["dedupe_key"] for each in told["items"])
        return [f"https://doi.org/{key.removeprefix('doi:')}" for key in keys if key.startswith("doi:")]

    return Straying(dois)


@mutant("ACT-05", reason="FORBIDDEN_URL_REQUESTED FOREIGN_HOST_CONTACTED", collateral="ALL")
def looks_records_up_at_crossref() -> Host:
    def works(_: Task, told: Report) -> list[str]:
        keys = (each["dedupe_key"] for each in told["items"])
        return [f"https://api.crossref.org/works/{key.removeprefix('doi:')}" for key in keys if key.startswith("doi:")]

    return Straying(works)


@mutant("ACT-05", reason="FORBIDDEN_URL_REQUESTED FOREIGN_HOST_CONTACTED", collateral="ALL")
def follows_links_that_verify_a_document() -> Host:
    return following_links(lambda *_: True, "api.")


@mutant("ACT-06", reason="CREDENTIALS_SENT", collateral="ALL")
def sends_credentials_to_pages() -> Host:
    web = make_web()
    web._client.headers["authorization"] = "Bearer of-this-host"
    return Host(web)


@mutant("ACT-06", reason="WRONG_STATUS", collateral="ALL")
def wants_a_key_before_it_searches() -> Host:
    return retelling_status("SUCCESS", "SEARCH_BROKER_GAP")


@mutant("ACT-07", reason="NOT_RECOMMENDED", collateral="ACT SEL")
def recommends_nothing() -> Host:
    return Retelling(lambda report: report.update(recommended_sources=[]))


@mutant("ACT-07", reason="RECOMMENDED_UNREGISTERED", collateral="ACT SEL")
def recommends_places_that_are_not_registered() -> Host:
    def tell(report: Report) -> None:
        if report["outcome"] == "NAVIGATED":
            report["recommended_sources"].append("google-scholar")

    return Retelling(tell)


@mutant("ACT-07", reason="NOT_RECOMMENDED", collateral="ACT SEL")
def recommends_the_same_places_to_everyone() -> Host:
    def tell(report: Report) -> None:
        if report["outcome"] == "NAVIGATED":
            report["recommended_sources"] = ["arxiv", "plos-biology"]

    return Retelling(tell)


@mutant("ACT-07", reason="NOT_RECOMMENDED", collateral="ACT SEL")
def recommends_places_by_name_and_not_by_id() -> Host:
    def tell(report: Report) -> None:
        report["recommended_sources"] = [each.replace("-", " ").title() for each in report["recommended_sources"]]

    return Retelling(tell)
