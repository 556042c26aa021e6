"""Every Then of the features, put to reports and wires that nobody planned: it holds, or it gives a Finding."""

import contextlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from pytest_bdd.steps import step_function_context_registry

from oa_conformance.steps import collector
from oa_conformance.steps.audit.shape import check_report
from oa_conformance.steps.observation import Run
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.tests.hostile_bounds import within
from oa_conformance.steps.tests.hostile_values import ANYTHING, SEARCHES, TEXT, TEXTS, places, replaced
from oa_conformance.steps.tests.nversion.effort import effort
from oa_conformance.steps.tests.nversion.told import FRONTIERS, WORLDS, scene, told
from oa_conformance.steps.verdict.finding import Finding, SuiteFault
from oa_conformance.steps.verdict.results import Unexercised

Then = Callable[[Scene], object]
PAGE = f"{FRONTIERS}/fpsyg.2024.1/full"
SOURCES = {"strict": "doaj", "fulltext": "plos-biology"}
WORDS: Mapping[str, Any] = {
    "url": PAGE, "host": "www.frontiersin.org", "domain": "www.frontiersin.org", "count": "1", "least": "1",
    "most": "8", "limit": "10", "allowed": "SUCCESS", "right": "SUCCESS", "tolerated": "NO_RESULTS",
    "outcomes": "SEARCHED", "codes": "OFF_HOST or PORT", "doi": "10.1/x", "one": "arxiv", "other": "doaj",
    "kinds": "a DOI or title and year",
    "wanted": "registry_metadata", "fields": "licence, version", "facts": "licence", "kind": "DOI", "title": "Sleep",
    "mode": "registry_brokered", "datatable": [["licence", "CC BY 4.0"]],
}  # fmt: skip
"""What the features' own words may be."""


@cache
def thens() -> Mapping[str, Callable[..., object]]:
    """The functions behind all Then steps, by name."""
    functions = (getattr(each, "__wrapped__", None) for each in collector.shared().values())
    contexts = (step_function_context_registry.get(each) for each in functions if each is not None)
    found = [each.step_func for each in contexts if each is not None and each.type == "then"]
    return {f"{each.__module__.rpartition('.')[2]}.{each.__name__}": each for each in found}


def asked(world: str) -> Iterator[tuple[str, Then]]:
    """The steps, each with words that fit it."""
    words = {**WORDS, "source_id": SOURCES.get(world, "frontiers-psychology")}
    for name, function in thens().items():
        wanted = [each for each in inspect.signature(function).parameters if each != "scene"]
        yield name, partial(function, **{each: words[each] for each in wanted})


def set_up(world: str, run: Run) -> Scene:
    """A scene of that world after two tasks, of which ``run`` is the second."""
    made = scene()
    WORLDS[world](made)
    made.source_id, made.page_url = SOURCES.get(world, "frontiers-psychology"), PAGE
    made.runs = [told(world), run]
    return made


def outcome(then: Then, made: Scene) -> str:
    """The code of a Finding; "" where the step holds. Raises whatever else the step does, which it should not."""
    try:
        then(made)
    except Finding as finding:
        return finding.code
    except Unexercised:
        return "NOT_EXERCISED"
    return ""


@cache
def usable(world: str) -> Mapping[str, Then]:
    """The steps that can be asked of this world at all: others speak of a page or an adapter that it lacks."""
    made = set_up(world, told(world))
    found = {}
    for name, then in asked(world):
        with contextlib.suppress(SuiteFault, LookupError, TypeError):  # raised of a healthy report: not meant for it
            outcome(then, made)
            found[name] = then
    return found


def test_nearly_every_step_is_asked_in_some_world() -> None:
    missing = [name for name in thens() if not any(name in usable(world) for world in WORLDS)]
    assert len(thens()) >= 128
    assert missing == ["history.carries_older"]  # there is no older release in any of them


@pytest.mark.parametrize("world", WORLDS)
def test_most_steps_are_asked(world: str) -> None:
    assert len(usable(world)) > 100


HEADERS = st.dictionaries(TEXT, st.none() | TEXT, max_size=2)
SENT = st.fixed_dictionaries({}, optional={
    "method": TEXT, "url": TEXT, "headers": HEADERS, "body": st.none() | st.sampled_from(SEARCHES) | TEXT,
    "status": st.none() | st.integers(), "answered_by": TEXT,
})  # fmt: skip


@given(
    st.sampled_from([*WORLDS]),
    st.lists(st.tuples(st.integers(0, 10_000), ANYTHING | st.sampled_from(TEXTS)), max_size=3),
    st.lists(st.tuples(st.integers(0, 99), SENT), max_size=3),
)
@effort(300)
def test_every_then_judges_any_report_on_any_wire(
    world: str, changes: list[tuple[int, Any]], sent: list[tuple[int, Mapping[str, Any]]]
) -> None:
    run = told(world)
    report, requests = dict(run.report), list(run.requests)
    for number, value in changes:
        found = [*places(report)]
        other = replaced(report, found[number % len(found)], value)
        report = other if is_well_formed(other) else report
    for number, parts in sent:
        requests[number % len(requests)] = replace(requests[number % len(requests)], **parts)

    with within(30):
        made = set_up(world, replace(run, report=report, requests=tuple(requests)))
        found_out = {outcome(then, made) for then in usable(world).values()}

    event(f"{len(found_out)} findings")


@pytest.mark.parametrize("body", SEARCHES)
def test_every_then_judges_a_search_that_says_anything(body: str) -> None:
    run = told("brokered")
    searches = {each.n for each in run.searches}
    requests = [replace(each, body=body) if each.n in searches else each for each in run.requests]

    made = set_up("brokered", replace(run, requests=tuple(requests)))
    found_out = {name: outcome(then, made) for name, then in usable("brokered").items()}

    assert found_out["wire.searches_filtered"] == "FILTER_NOT_EXACT"


def is_well_formed(report: Any) -> bool:
    try:
        check_report(report)
    except Finding:
        return False
    return True
