"""Healthy reports of the exemplar, told otherwise: the judge finds out every change that means something else.

A change is found out if the report's form or any audit refuses it. What is left stands in HARMLESS, with the reason.
"""

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from oa_conformance.steps.audit.beside import all_findings
from oa_conformance.steps.audit.shape import check_report
from oa_conformance.steps.audit.trace import DEDUPE_KEY
from oa_conformance.steps.observation import Run
from oa_conformance.steps.tests.nversion.effort import NIGHTLY, effort
from oa_conformance.steps.tests.nversion.told import WORLDS, told
from oa_conformance.steps.verdict.finding import Finding

Path = tuple[Any, ...]
GONE, TWICE = "(gone)", "(twice)"

STATUSES = [
    "SUCCESS", "NO_RESULTS", "NO_CANONICAL_SEARCH_ROUTE", "NO_SEARCH_ADAPTER", "SEARCH_BROKER_GAP",
    "SOURCE_IDENTITY_GAP", "ORIGINAL_FETCH_GAP", "FULLTEXT_NOT_AUTHORIZED", "SOURCE_FETCH_GAP",
    "CLOSED_WORLD_VIOLATION", "REGISTRY_COVERAGE_GAP",
]  # fmt: skip
CODES = [
    "NOT_HTTPS", "OFF_HOST", "PORT", "USERINFO", "FRAGMENT", "ENCODED_PATH", "DOT_SEGMENT", "MALFORMED", "IDENTITY",
    "FETCH", "DUPLICATE", "BUDGET", "BROKER_FAILED",
]  # fmt: skip
OUTCOMES = ["SEARCHED", "NAVIGATED", "BOOTSTRAP_IDENTITY_GAP", "REGISTRY_COVERAGE_GAP", "REFUSED"]
VALUES = [
    None, True, False, 0, 1, 7, 200, 404, 200.0, "", "x", [], ["osf.io"], *STATUSES, *CODES, *OUTCOMES, "VERIFIED",
    "UNVERIFIED", "HOST_ACCEPTED_IDENTITY_PENDING", "registry_metadata", "original_fulltext", "discovery_snippet",
    "registry_brokered", "registry_closed", "direct_only", "https://doi.org/10.1/x", "text/html", "application/pdf",
    "frontiers-psychology", "plos-biology", "openalex", "registry:plos-biology", "2020-01-01T00:00:00Z", "doi:10.1/x",
    "title:x|2020",
]  # fmt: skip


@dataclass(frozen=True)
class Change:
    """What is told otherwise: another value, or GONE or TWICE for an entry of a list."""

    world: str
    path: Path
    value: Any

    def made(self, report: dict[str, Any]) -> None:
        """Change the report in place. Raises LookupError or TypeError where there is nothing to change."""
        place: Any = report
        for key in self.path[:-1]:
            place = place[key]
        if self.value == GONE:
            del place[self.path[-1]]
        elif self.value == TWICE:
            place.insert(self.path[-1], copy.deepcopy(place[self.path[-1]]))
        else:
            place[self.path[-1]] = copy.deepcopy(self.value)

    @property
    def field(self) -> str:
        """The place without numbers, such as ``traces.status``."""
        return ".".join(each for each in self.path if isinstance(each, str))

    def of(self, run: Run) -> dict[str, Any]:
        """The entry of a list that the change is about; the report itself if there is none."""
        part = run.report
        if len(self.path) > 1:
            part = part[self.path[0]][self.path[1]]
        return dict(part) if isinstance(part, dict) else {}


def places(part: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every place in the report and what stands there."""
    if path:
        yield path, part
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in inner:
        yield from places(value, (*path, key))


def kind(path: Path) -> Any:
    """What stands in a place: all addresses are of one kind."""
    return "url" if str(path[-1]).endswith("url") else path[-1]


def changes(world: str) -> Iterator[Change]:
    """Every change of one value: to each of VALUES and to what stands in the same field elsewhere."""
    run = told(world)
    found = list(places(run.report))
    for path, here in found:
        elsewhere = [value for other, value in found if kind(other) == kind(path) and not isinstance(path[-1], int)]
        values = [*VALUES, *elsewhere, *([GONE, TWICE] if isinstance(path[-1], int) else [])]
        told_apart = {json.dumps(value): value for value in values if json.dumps(value) != json.dumps(here)}
        yield from (Change(world, path, value) for value in told_apart.values())


def found_out(run: Run) -> Finding | None:
    """The first reason to refuse the report."""
    try:
        check_report(run.report)
    except Finding as finding:
        return finding
    return next(all_findings(run), None)


def otherwise(*made: Change) -> Run:
    run = told(made[0].world)
    report = copy.deepcopy(dict(run.report))
    for each in made:
        each.made(report)
    return replace(run, report=report)


# what may be told otherwise

Harmless = Callable[[Change, dict[str, Any]], bool]
PROSE = {
    "answer", "reason", "traces.detail", "rejected_candidates.reason", "gaps.detail", "items.title", "items.container",
    "items.year", "items.quote", "items.also_at",
}  # fmt: skip
SILENT = {
    "traces.content_type", "traces.observed_url", "traces.candidate_identity_status", "traces.parser",
    "traces.original_record_observed", "traces.broker_result_count",
}  # fmt: skip
FLAGS = {"traces.source_identity_verified", "traces.original_record_observed"}
HARMLESS: dict[str, Harmless] = {
    "prose, and keys of the exemplar's own; what must not be said is looked for in the examples": lambda change, _: (
        change.field in PROSE
    ),
    "facts are held against their page in the examples of EVID-04": lambda change, _: change.field.startswith(
        "items.facts"
    ),
    "where an adapter's record stands is not read from its answer": lambda change, item: (
        change.world == "strict" and change.field == "items.original_url"
    ),
    "a media type is the same without its parameters (RFC 9110)": lambda change, trace: (
        change.field == "traces.content_type" and change.value == str(trace["content_type"]).partition(";")[0]
    ),
    "any time of the run will do": lambda change, trace: (
        change.field == "traces.observed_at" and str(change.value).startswith(str(told(change.world).started.date()))
    ),
    "null where something was seen says too little and nothing false (S-8)": lambda change, trace: (
        change.field in SILENT and change.value in (None, "") and trace["status"] != "SUCCESS"
    ),
    "false is as good as null where it fits": lambda change, trace: (
        change.field in FLAGS and change.value is False and trace[change.path[-1]] is None
    ),
    "an identity gap may deny or leave open that a record was seen": lambda change, trace: (
        change.field == "traces.original_record_observed"
        and change.value in (None, False)
        and trace["status"] == "SOURCE_IDENTITY_GAP"
    ),
    "a page that is no record may have been parsed all the same": lambda change, trace: (
        change.field == "traces.parser"
        and change.value == "registered_source_document_v1"
        and trace["status"] == "ORIGINAL_FETCH_GAP"
    ),
    "how it would have been discovered, where nothing was searched (T-3)": lambda change, trace: (
        change.field == "traces.discovery_method"
        and change.value in (None, "registry_source_broker")
        and (trace["mode"] != "registry_brokered" or trace["broker_query"] is None)
    ),
    "a source without a route or an adapter has no provider, or itself": lambda change, trace: (
        change.field in ("traces.provider_source_id", "traces.source_route_id")
        and change.value in (None, f"registry:{trace['target_source_id']}")
        and trace["status"] in ("NO_CANONICAL_SEARCH_ROUTE", "NO_SEARCH_ADAPTER")
    ),
    "strict traces may leave open what E-9 recommends": lambda change, _: (
        change.world == "strict" and change.field in FLAGS and change.value in (None, False)
    ),
    "strict traces may leave open what T-2 recommends": lambda change, _: (
        change.world == "strict"
        and change.field in ("traces.broker_query", "traces.observed_url", "traces.broker_result_count")
        and change.value is None
    ),
    "of another source's record any key of a declared kind may be true": lambda change, trace: (
        change.field == "traces.dedupe_key"
        and trace["status"] == "SOURCE_IDENTITY_GAP"
        and DEDUPE_KEY.fullmatch(str(change.value)) is not None
    ),
    "the topic is the topic, in brackets or not": lambda change, trace: (
        change.field == "traces.broker_query" and change.value in ("sleep and memory", "(sleep and memory)")
    ),
    "how many of an adapter's hits are counted is not read from its answer": lambda change, trace: (
        change.world == "strict"
        and change.field == "traces.broker_result_count"
        and trace["status"] == "SUCCESS"
        and change.value not in (0, True, False)
    ),
    "a candidate that stands among the rejected needs no trace, and the reverse (S-5)": lambda change, entry: (
        change.value == GONE and change.field in ("traces", "rejected_candidates")
    ),
    "which candidate is rejected, among those that came to nothing and have a trace": lambda change, _: (
        change.field == "rejected_candidates.url" and change.path[1] >= 2 and came_to_nothing(change)
    ),
    "a page is cited as it was found or as it was reached (REPORT-03)": lambda change, item: (
        change.field == "items.original_url"
        and any(
            {change.value, item["original_url"]}
            <= {each["candidate_url"], each["observed_url"], *each["redirect_chain"]}
            for each in told(change.world).traces()
            if each["status"] == "SUCCESS"
        )
    ),
    "said twice": lambda change, _: (
        change.value == TWICE
        and change.field in ("rejected_candidates", "gaps", "items.source_ids", "recommended_sources")
    ),
    "more than one reason is true": lambda change, rejected: (
        change.field == "rejected_candidates.reason_code"
        and change.value
        in {
            "NOT_HTTPS": ("MALFORMED", "BUDGET"),
            "FRAGMENT": ("MALFORMED", "BUDGET"),
            "IDENTITY": ("FETCH", "DUPLICATE"),
            "FETCH": ("IDENTITY", "DUPLICATE"),
        }[rejected["reason_code"]]
    ),
    "gaps of candidates need not be listed (REPORT-04)": lambda change, gap: (
        change.field.startswith("gaps")
        and told(change.world).selected(str(gap.get("source_id"))) is not None
        and told(change.world).selected(str(gap["source_id"]))["status"] == "SUCCESS"  # type: ignore[index]
        and change.value in (GONE, "openalex", "SOURCE_IDENTITY_GAP", "ORIGINAL_FETCH_GAP")
    ),
    "a stop may be called a refusal (S-2)": lambda change, _: (
        change.field == "outcome" and (change.world, change.value) == ("stopped", "REFUSED")
    ),
    "a stop need not say at which main, and where nothing was searched any mode is as good": lambda change, _: (
        change.world in ("stopped", "navigated")
        and (change.field == "mode" or (change.field == "main_ref_commit_sha" and change.value is None))
    ),
    "which of the active places fit is told apart in the examples of SEL and ACT": lambda change, _: (
        change.field == "recommended_sources" and change.value in ("frontiers-psychology", "plos-biology", "openalex")
    ),
}


def came_to_nothing(change: Change) -> bool:
    ends = {each["status"] for each in told(change.world).traces() if each["candidate_url"] == change.value}
    return bool(ends) and "SUCCESS" not in ends


def is_harmless(change: Change) -> bool:
    entry = change.of(told(change.world))
    return any(holds(change, entry) for holds in HARMLESS.values())


ALL = {world: list(changes(world)) for world in WORLDS}
ANY = {world: st.sampled_from(each) for world, each in ALL.items()}


@pytest.mark.parametrize("world", WORLDS)
def test_a_healthy_report_is_taken(world: str) -> None:
    check_report(told(world).report)
    assert [str(each) for each in all_findings(told(world))] == []


@cache
def survivors(world: str) -> tuple[Change, ...]:
    """Changes that nobody finds out; by day of a part of the values for each field, every time the same."""
    tried = ALL[world] if NIGHTLY else ALL[world][::17]
    return tuple(each for each in tried if found_out(otherwise(each)) is None)


@pytest.mark.parametrize("world", WORLDS)
def test_every_field_told_otherwise_is_found_out(world: str) -> None:
    assert [each for each in survivors(world) if not is_harmless(each)] == []


@pytest.mark.skipif(not NIGHTLY, reason="it takes every change to know that an excuse is idle; set OA_NIGHTLY=1")
@pytest.mark.parametrize("excuse", HARMLESS)
def test_every_excuse_is_needed(excuse: str) -> None:
    excused = [each for world in WORLDS for each in survivors(world)]

    assert any(HARMLESS[excuse](each, each.of(told(each.world))) for each in excused)


@given(st.one_of(ANY.values()))
@effort(300)
def test_any_field_told_otherwise_is_found_out(change: Change) -> None:
    finding = found_out(otherwise(change))

    event(finding.code if finding else "harmless")
    assert finding is not None or is_harmless(change)


# a refusal that says why is another report, and whole in itself
CONSISTENT = {frozenset({"outcome", "reason"})}


def apart(one: Change, other: Change) -> bool:
    """Whether the two are about different places, neither within the other, and no entry moves another."""
    shorter = min(len(one.path), len(other.path))
    moved = one.path[0] == other.path[0] and {GONE, TWICE} & {str(one.value), str(other.value)}
    consistent = {one.field, other.field} in CONSISTENT
    return one.path[:shorter] != other.path[:shorter] and not moved and not consistent


PAIRS = st.one_of(st.tuples(each, each).filter(lambda pair: apart(*pair)) for each in ANY.values())


@given(PAIRS)
@effort(300)
def test_two_lies_do_not_cover_each_other(pair: tuple[Change, Change]) -> None:
    alone = [found_out(otherwise(each)) for each in pair]
    both = found_out(otherwise(*pair))

    event("both harmless" if alone == [None, None] else "found out")
    assert both is not None or alone == [None, None]


@pytest.mark.parametrize("world", ["brokered", "fulltext", "strict"])
def test_what_the_wire_does_not_show_is_found_out(world: str) -> None:
    """Each search, page and adapter call, taken from the wire, leaves a report that claims it."""
    run = told(world)
    asked = [each for each in run.requests if each not in run.github]
    assert len(asked) >= 2
    for gone in asked:
        kept = tuple(each for each in run.requests if each is not gone)
        assert next(all_findings(replace(run, requests=kept)), None) is not None, gone.line()
