"""Whatever a report holds, it is judged: each rule passes or gives a Finding, soon, and never fails in another way."""

import importlib
import inspect
import json
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import cycle, islice
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from oa_conformance.steps import audit as audit_package
from oa_conformance.steps import observation
from oa_conformance.steps.audit import boundary, duplicates, evidence, receipts
from oa_conformance.steps.audit import trace as traces
from oa_conformance.steps.audit.beside import AUDITS
from oa_conformance.steps.audit.shape import LONGEST, check_report
from oa_conformance.steps.doors.outcome import USUAL
from oa_conformance.steps.observation import Run
from oa_conformance.steps.tests.hostile_bounds import within
from oa_conformance.steps.tests.hostile_values import ANYTHING, JSON, SEARCHES, TEXT, VALUES, Path, places, replaced
from oa_conformance.steps.tests.nversion.effort import NIGHTLY, effort
from oa_conformance.steps.tests.nversion.told import WORLDS, told
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.adapters import adapters_of

SOURCE, HOST = "frontiers-psychology", "www.frontiersin.org"
Json = dict[str, Any]
Rule = Callable[[Run], object]


def adapters_kept(run: Run) -> Iterator[object]:
    """What the steps ask of each adapter, beside the audits of the whole."""
    from oa_conformance.steps.audit import adapters  # noqa: PLC0415 - its name is that of half the world

    for adapter in adapters_of(run.release.routing).values():
        for rule in (adapters.template_kept, adapters.limit_kept, adapters.binding):
            yield from rule(run, adapter)
        yield from adapters.topic_whole(run, adapter, "sleep and memory")
        yield from adapters.claims_nothing(run, adapter.source_id)
    yield from adapters.paced(run, "export.arxiv.org", 3.0)


def audits_of_runs() -> Iterator[tuple[str, Rule]]:
    """Every public function of ``steps/audit`` that needs nothing but a run, so that none is forgotten."""
    for found in pkgutil.iter_modules(audit_package.__path__, f"{audit_package.__name__}."):
        module = importlib.import_module(found.name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            own = function.__module__ == found.name and not name.startswith("_")
            if own and [*inspect.signature(function).parameters] == ["run"]:
                yield f"{found.name.rpartition('.')[2]}.{name}", function


RULES: Mapping[str, Rule] = {
    **dict(audits_of_runs()),
    "adapters": adapters_kept,
    "receipts of traces": lambda run: [one for each in run.traces() for one in traces.empty_receipt(each)],
    "pages of traces": lambda run: [one for each in run.traces() for one in traces.no_page(each)],
    "no evidence": lambda run: evidence.no_evidence(run, SOURCE),
    "no full text": lambda run: evidence.fulltext_of(run, SOURCE),
    "facts": lambda run: [*evidence.as_stated(run.report["items"], {"licence": "CC BY 4.0", "version": "1"})],
    "open facts": lambda run: evidence.left_open(run.report["items"], ["licence", "peer_review"]),
    "class": lambda run: evidence.class_of(run, run.report["items"], "https://a/", "registry_metadata"),
    "keys": lambda run: [
        one for each in run.traces() for one in duplicates.keys(run, each["candidate_url"], duplicates.KINDS, "doi:1")
    ],
    "times of receipts": lambda run: receipts.times(run, HOST),
    "stale receipts": lambda run: receipts.stale(run, run, HOST),
    "carried": lambda run: boundary.carrying(run, "secret"),
    "orders": lambda run: boundary.obeyed(run, ["zebra"]),
}  # fmt: skip
"""All that is asked of a report, as far as it needs no more than report, wire and world."""


def judged(run: Run) -> str:
    """The code of the first Finding; "" if there is none. Anything else that is raised is a fault of the judge."""
    try:
        check_report(run.report)
    except Finding as finding:
        return finding.code
    answers = [rule(run) for rule in RULES.values()]
    found = [each for answer in answers if isinstance(answer, Iterable) for each in answer]
    return next((each.code for each in found if isinstance(each, Finding)), "")


def test_every_audit_is_among_the_rules() -> None:
    names = {f"{each.__module__.rpartition('.')[2]}.{each.__name__}" for each in AUDITS}
    assert names <= {*RULES}
    assert len(RULES) > 60


# reports


@given(ANYTHING)
@effort(150)
def test_any_json_is_a_report_or_refused(said: Any) -> None:
    run = told("brokered")
    assert judged(replace(run, report=said)) == "REPORT_INVALID"


PLACES: Mapping[str, list[Path]] = {world: list(places(dict(told(world).report))) for world in WORLDS}
PLACE = st.one_of(
    st.tuples(st.just(world), st.sampled_from([each for each in found if each])) for world, found in PLACES.items()
)


@given(st.lists(st.tuples(PLACE, ANYTHING | TEXT), min_size=1, max_size=3))
@effort(250)
def test_any_json_in_any_place_of_a_report_is_judged(changes: list[tuple[tuple[str, Path], Any]]) -> None:
    run = told(changes[0][0][0])
    report = dict(run.report)
    for (world, path), value in changes:
        if world == changes[0][0][0] and path in places(report):
            report = replaced(report, path, value)

    with within(20):
        event(judged(replace(run, report=report)) or "passed")


@pytest.mark.parametrize("world", WORLDS)
def test_what_is_known_to_hurt_is_judged_in_every_place(world: str) -> None:
    """By day every place and some of the values, others in each place; at night all."""
    run, values = told(world), cycle(VALUES)
    for path in PLACES[world]:
        for value in VALUES if NIGHTLY else islice(values, 3):
            with within(20):
                judged(replace(run, report=replaced(dict(run.report), path, value)))


@pytest.mark.parametrize("world", WORLDS)
def test_a_report_may_hold_more_than_is_asked_for(world: str) -> None:
    """Keys that nobody knows, with anything in them, change nothing."""
    run = told(world)
    report = dict(run.report)
    for number, path in enumerate(PLACES[world]):
        part: Any = report
        for key in path:
            part = part[key]
        if isinstance(part, dict) and path[-1:] != ("facts",):
            report = replaced(report, path, {**part, "__class__": VALUES[number % len(VALUES)], "": [{}]})

    check_report(report)
    assert [str(each) for audit in AUDITS for each in audit(replace(run, report=report))] == []


def test_what_a_host_adds_under_a_key_of_its_own_may_be_long() -> None:
    report = dict(told("brokered").report)
    report["log of the host"] = "x" * (LONGEST + 1)
    check_report(report)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda report: report["traces"][0].update(request_url="https://a/" + "x" * 1_000_000), "$.traces"),
        (lambda report: report["items"][0].update(dedupe_key="title:" + "a" * 1_000_000), "$.items"),
        (lambda report: report["items"][0]["facts"].update(licence="1" * 1_000_000), "$.items"),
        (lambda report: report["gaps"][0].update({"x" * 1_000_000: 1}), "$.gaps"),
        (lambda report: report.update(reason="x" * (LONGEST + 1)), "$.reason"),
        (lambda report: report.update(traces=[report["traces"][0]] * 9_000), "$.traces"),
        (lambda report: report.update(items=[report["items"][0]] * 5_001), "$.items"),
        (lambda report: report.update(selected_sources=[{}] * 1_000_000), "$.selected_sources"),
        (lambda report: report.update(answer="x" * 1_000_001), "$.answer"),
        (lambda report: report["traces"][0].update(http_status=10**4_000), "$.traces[0].http_status"),
        (lambda report: report["traces"][0].update(http_status=True), "$.traces[0].http_status"),
        (lambda report: report["traces"][0].update(broker_result_count=-0.0), "$.traces[0].broker_result_count"),
        (lambda report: report["traces"][0].update(source_identity_verified=1), "$.traces[0].source_identity_verified"),
    ],
)  # fmt: skip
def test_what_is_too_much_or_of_another_type_is_refused_in_one_line(
    change: Callable[[Json], object], where: str
) -> None:
    report = replaced(dict(told("brokered").report), (), told("brokered").report)
    report = {key: [replaced(each, (), each) for each in part] if isinstance(part, list) else part
              for key, part in report.items()}  # fmt: skip
    report["traces"][0], report["items"][0] = {**report["traces"][0]}, {**report["items"][0]}
    report["items"][0]["facts"], report["gaps"][0] = {**report["items"][0]["facts"]}, {**report["gaps"][0]}
    change(report)

    with within(20), pytest.raises(Finding) as raised:
        check_report(report)

    assert raised.value.code == "REPORT_INVALID"
    assert raised.value.found.startswith(f"at {where}: ")
    assert len(raised.value.found) < 500


# the wire


BODIES = st.none() | TEXT | JSON.map(repr) | st.builds(
    '{{"query": {}, "domains": {}}}'.format,
    st.sampled_from(["null", "1", '"sleep"', "[]", "{}", "[" * 900 + "]" * 900, "NaN", "9" * 5_000]),
    st.sampled_from(["null", "[[]]", "[{}]", "[null]", '["www.frontiersin.org"]', '["\\ud800"]', "1", "{}"]),
)  # fmt: skip
SENT = st.fixed_dictionaries({}, optional={
    "method": TEXT | st.just("M" * 10_000),
    "url": TEXT | st.just("https://api.github.com/" + "x" * 8_000),
    "headers": st.dictionaries(TEXT, st.none() | TEXT, max_size=3),
    "body": BODIES | st.just("[" * 16_000),
    "status": st.none() | st.integers(),
    "answered_by": TEXT,
    "fault": st.sampled_from([None, "reset", "dns"]),
})  # fmt: skip


@given(st.sampled_from(["brokered", "fulltext", "strict"]), st.lists(st.tuples(st.integers(0, 99), SENT), max_size=6))
@effort(150)
def test_whatever_was_sent_is_judged(world: str, changes: list[tuple[int, Json]]) -> None:
    run = told(world)
    requests = list(run.requests)
    for number, sent in changes:
        requests[number % len(requests)] = replace(requests[number % len(requests)], **sent)

    with within(20):
        event(judged(replace(run, requests=tuple(requests))) or "passed")


@pytest.mark.parametrize("body", SEARCHES)
def test_a_search_that_says_anything_is_judged(body: str) -> None:
    run = told("brokered")
    searches = {each.n for each in run.searches}
    requests = [replace(each, body=body) if each.n in searches else each for each in run.requests]

    assert judged(replace(run, requests=tuple(requests))) != ""


@pytest.mark.parametrize(
    "body",
    ["[" * 16_000, '{"a":' * 3_000, '{"domains": ' + "[" * 10_000, "9" * 16_000, "NaN", "\ufeff{}", "null", "[1]", ""],
)
def test_a_search_that_says_nothing_intelligible_has_no_query(body: str) -> None:
    request = replace(told("brokered").searches[0], body=body)

    assert request.asked == {}
    assert request.domains is None


# how long it takes


def widest(world: str, share: float) -> Run:
    """This share of the largest report that keeps its form, and of as many requests as are taken."""
    run = told(world)
    like = {**told("brokered").report, **{name: part for name, part in run.report.items() if part}}
    github, apart = run.github, [each for each in run.requests if each not in run.github]
    requests = [*github, *islice(cycle(apart), int(USUAL.records * share) - len(github))]

    def many(name: str, most: int, told_apart_by: str) -> list[Json]:
        return [{**each, told_apart_by: str(n)} for n, each in enumerate(islice(cycle(like[name]), int(most * share)))]

    entries = many("selected_sources", 500, "note")
    report = {
        **run.report,
        "traces": many("traces", 1_000, "detail"),
        "items": many("items", 5_000, "title"),
        "rejected_candidates": many("rejected_candidates", 5_000, "reason"),
        "gaps": many("gaps", 5_000, "detail"),
        "selected_sources": [
            {**each, "source_id": name} for each, name in zip(entries, cycle(run.release.sources), strict=False)
        ],
    }
    return replace(run, report=report, requests=tuple(replace(each, n=n) for n, each in enumerate(requests, 1)))


@pytest.mark.parametrize("world", ["brokered", "strict"])
def test_the_widest_report_on_the_longest_wire_is_judged_soon(world: str) -> None:
    """Twice as much takes four times as long: half of the most by day, all of it at night."""
    run = widest(world, 1.0 if NIGHTLY else 0.5)
    check_report(run.report)

    with within(120 if NIGHTLY else 30):
        found = {each.code for audit in AUDITS for each in audit(run)}

    assert "SOURCE_REPORTED_TWICE" in found


def test_however_wide_a_report_is_each_answer_is_read_and_each_walk_is_walked_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read, walked = Counter[str](), Counter[int]()
    loads, walk = json.loads, traces.walked
    monkeypatch.setattr(
        observation, "json", SimpleNamespace(loads=lambda text: read.update([str(text)]) or loads(text))
    )
    monkeypatch.setattr(traces, "walked", lambda run, start: walked.update([start.n]) or walk(run, start))
    run = widest("brokered", 0.05)

    for audit in AUDITS:
        list(audit(run))

    assert max(walked.values()) == 1
    assert sum(read.values()) <= len(run.requests) + len(run.answers)


@pytest.mark.parametrize(
    "key",
    ["title:" + "a" * (LONGEST - 7) + "\n", "title:" + "|" * (LONGEST - 7) + "\n", "a:" + " " * (LONGEST - 3) + "\n",
     "a:" + "b" * (LONGEST - 3) + "\n", "a-" * (LONGEST // 2), "doi:10.1234/" + "x" * (LONGEST - 14) + " \n"],
)  # fmt: skip
def test_a_key_of_the_greatest_length_is_read_at_once(key: str) -> None:
    with within(2):
        assert [traces.DEDUPE_KEY.fullmatch(key) for _ in range(200)] == [None] * 200


@pytest.mark.parametrize("key", ["title:sleep|2020", "title:睡眠|", "title:||a|", "title: a|c|1999", "x:1", "a-b:c d"])
def test_a_key_of_a_declared_kind_is_one(key: str) -> None:
    assert traces.DEDUPE_KEY.fullmatch(key)


def test_a_licence_of_the_greatest_length_is_read_at_once() -> None:
    licence = "creativecommons.org/licenses/by/" + "1" * (LONGEST - 40) + "\n1"
    with within(2):
        assert [evidence.plain(licence)[:8] for _ in range(20)] == ["creative"] * 20
    assert evidence.plain("https://creativecommons.org/licenses/by/4.0/deed.de") == "cc by 4 0"
