"""Hosts that search in the wrong places (SEL-01 to SEL-08)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import selection
from ..host import Host
from ..registry import Source
from .making import Report, Retelling, Task, faulty, make_web, mutant
from .opening import following_links


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
