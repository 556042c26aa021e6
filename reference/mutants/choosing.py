"""Hosts that search when nobody asked, or in the wrong places (ACT-01 to ACT-07, SEL-01 to SEL-08)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import activation, selection
from ..activation import Ask
from ..decision import BROKERED
from ..host import Host
from ..registry import Source
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


# ACT: orders and questions


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


@mutant("ACT-04", reason="BROKER_ASKED", collateral="ACT MODE")
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


# SEL: which sources, and how many


def choosing(choose: Callable[[tuple[Source, ...], Any, str, bool], tuple[Source, ...]]) -> Host:
    """The exemplar that makes another choice: ``choose(its own, index, topic, broad)``."""
    return faulty(choose=lambda index, topic, broad: choose(selection.choose(index, topic, broad), index, topic, broad))


def sources_of(index: Any) -> list[Source]:
    return [entry.source for entry in index.entries]


@mutant("SEL-01", reason="WRONG_STATUS SOURCE_NOT_REPORTED SELECTED_UNREGISTERED NOT_SEARCHED", collateral="ALL")
def searches_a_list_of_its_own() -> Host:
    known = [
        Source("arxiv", "arXiv", "https://arxiv.org/", "active", access_roles=("discovery",)),
        Source("plos-one", "PLOS ONE", "https://journals.plos.org/plosone/", "active", access_roles=("discovery",)),
    ]
    return choosing(lambda *_: tuple(known))


@mutant(
    "SEL-01",
    reason="SELECTED_UNREGISTERED SOURCE_NOT_REPORTED SEARCHED_UNSELECTED OTHER_SOURCES_SELECTED FILTER_NOT_EXACT",
    collateral="ALL",
)
def adds_a_well_known_source_that_is_not_registered() -> Host:
    extra = Source("plos-one", "PLOS ONE", "https://journals.plos.org/plosone/", "active", access_roles=("discovery",))
    return choosing(lambda own, *_: (*own, extra))


@mutant(
    "SEL-02",
    reason="SOURCE_NOT_REPORTED WRONG_STATUS OTHER_SOURCES_SELECTED SEARCHED_ANYWAY",
    collateral="SEL ROUTE-04 HIST-01 ACT",
)
def chooses_inactive_sources() -> Host:
    def index_of(registry: Any) -> Any:
        return selection.index_of(
            replace(registry, sources=tuple(replace(each, status="active") for each in registry.sources))
        )

    return faulty(index_of=index_of)


@mutant("SEL-03", reason="OTHER_NUMBER_OF_SOURCES", collateral="SEL", turns="WARN")
def searches_one_source_alone() -> Host:
    return choosing(lambda own, *_: own[:1])


@mutant("SEL-03", reason="OTHER_SOURCES_SELECTED OTHER_NUMBER_OF_SOURCES", collateral="ALL", turns="WARN")
def fills_up_its_choice_with_others() -> Host:
    return choosing(lambda own, index, *_: (*own, *(each for each in sources_of(index) if each not in own))[:5])


@mutant("SEL-04", reason="TOO_MANY_SOURCES", collateral="SEL")
def searches_nine_sources() -> Host:
    def choose(own: Any, index: Any, topic: str, broad: bool) -> Any:
        return own if broad else tuple(match.source for match in selection.rank(index, topic)[:9])

    return choosing(choose)


@mutant("SEL-04", reason="TOO_MANY_SOURCES", collateral="ALL")
def searches_whatever_fits() -> Host:
    return choosing(lambda own, index, topic, _: tuple(match.source for match in selection.rank(index, topic)))


@mutant("SEL-05", reason="FILTER_NOT_EXACT SEARCHED_UNSELECTED", collateral="ALL")
def takes_breadth_for_the_whole_web() -> Host:
    """Searches without a filter as well when the user wants breadth."""

    class Broad(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            if task["breadth"] == "broad":
                sent = {"query": task["topic"], "domains": [], "max_results": 10}
                url = task["tools"]["web_search"]["url"]
                self._web.exchange("POST", url, accept="*/*", limit=1_000_000, seconds=5, json=sent)
            return told

    return Broad(make_web())


@mutant("SEL-07", reason="WRONG_OUTCOME", collateral="ALL")
def searches_anything_where_nothing_fits() -> Host:
    return choosing(lambda own, index, *_: own or tuple(sources_of(index)[:3]))


@mutant("SEL-07", reason="WRONG_OUTCOME", collateral="ALL")
def calls_a_lack_of_coverage_an_empty_search() -> Host:
    def tell(report: Report) -> None:
        if report["outcome"] == "REGISTRY_COVERAGE_GAP":
            report.update(outcome="SEARCHED", gaps=[])

    return Retelling(tell)


def replacing(which: Callable[[Report, Task], list[tuple[str, str]]]) -> Host:
    """The exemplar that searches further (query, domain) once it has answered."""

    class Replacing(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            for query, domain in which(told, task):
                sent = {"query": query, "domains": [domain], "max_results": 10}
                url = task["tools"]["web_search"]["url"]
                self._web.exchange("POST", url, accept="*/*", limit=1_000_000, seconds=5, json=sent)
            return told

    return Replacing(make_web())


def has_gap(told: Report) -> bool:
    return any(each["status"] == "SEARCH_BROKER_GAP" for each in told["selected_sources"])


@mutant("SEL-08", reason="SEARCHED_UNSELECTED FILTER_NOT_EXACT", collateral="ALL")
def replaces_a_source_that_failed_in_silence() -> Host:
    return replacing(lambda told, task: [(f'{task["topic"]} "PsyArXiv"', "osf.io")] if has_gap(told) else [])


@mutant("SEL-08", reason="FILTER_NOT_EXACT FOREIGN_HOST_CONTACTED SEARCHED_UNSELECTED", collateral="ALL")
def searches_a_place_that_the_user_proposes() -> Host:
    def proposed(_: Report, task: Task) -> list[tuple[str, str]]:
        words = (word.strip(".,") for word in task["utterance"].split())
        return [(task["topic"], word) for word in words if word.startswith("www.") and word.count(".") > 1]

    return replacing(proposed)


@mutant("SEL-08", reason="FORBIDDEN_URL_REQUESTED", collateral="ALL")
def searches_a_place_that_a_page_proposes() -> Host:
    return following_links(lambda *_: True, "search?")


@mutant("SEL-06", reason="WRONG_OUTCOME SOURCE_NOT_REPORTED", collateral="ALL")
def chooses_by_the_name_of_a_source_alone() -> Host:
    """Looks for the topic's words in names and nowhere else."""

    def choose(_: Any, index: Any, topic: str, broad: bool) -> Any:
        words = set(topic.casefold().split())
        found = [each for each in sources_of(index) if words & set(each.name.casefold().split())]
        return tuple(found[: 12 if broad else 5])

    return choosing(choose)


def reading_less(blank: dict[str, Any]) -> Host:
    """The exemplar that chooses as if each record lacked these fields."""

    def index_of(registry: Any) -> Any:
        return selection.index_of(replace(registry, sources=tuple(replace(each, **blank) for each in registry.sources)))

    return faulty(index_of=index_of)


@mutant("SEL-06", reason="SOURCE_NOT_REPORTED", collateral="ACT SEL")
def chooses_without_the_notes_of_a_source() -> Host:
    return reading_less({"notes": ""})


@mutant("SEL-06", reason="SOURCE_NOT_REPORTED", collateral="ACT SEL")
def chooses_without_the_subjects_of_a_source() -> Host:
    return reading_less({"subjects": ()})


@mutant("SEL-06", reason="SOURCE_NOT_REPORTED", collateral="ACT SEL")
def chooses_without_the_chinese_translation_of_a_source() -> Host:
    return reading_less({"translated_name": "", "translated_summary": ""})
