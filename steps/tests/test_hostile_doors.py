"""Whatever a host hands in, by whichever door, costs its own task, soon and in one line; the next task is run."""

import shlex
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from oa_conformance.steps.audit.shape import check_report
from oa_conformance.steps.doors.base import Door, HostUnusable, Limits, Result, open_adapter, open_door
from oa_conformance.steps.doors.process import spawned
from oa_conformance.steps.doors.worker import Worker
from oa_conformance.steps.session import Session
from oa_conformance.steps.tests import hostile_hosts, hostile_programs, trial_programs
from oa_conformance.steps.tests.hostile_bounds import measured, within
from oa_conformance.steps.tests.proxy_entrance import WORLD
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.cassette import dumps

LIMITS = Limits(task_s=20.0, restarts=1_000)
SHORT = Limits(task_s=1.0, restarts=1_000, hangs=1_000)
PROGRAMS = Path(hostile_programs.__file__)


def run(door: Door, wanted: str) -> Result:
    return door.run({"task_id": "t", "utterance": wanted})


def costs_its_task_alone(door: Door, wanted: str, seconds: float = 30) -> Result:
    """The result of a task that must fail in one line, while the next one is well."""
    with within(seconds):
        result = run(door, wanted)
        assert run(door, "well").report == {"well": 1}
    assert result.report is None
    assert result.detail
    assert len(result.detail) <= 1_000
    assert result.detail.isprintable()
    return result


def breaks_the_schema(report: Any) -> bool:
    with pytest.raises(Finding) as raised:
        check_report(report)
    return raised.value.code == "REPORT_INVALID"


# Python objects


@pytest.fixture(scope="module", params=["by name", "as an object"])
def worker(request: pytest.FixtureRequest) -> Iterator[Door]:
    host = f"python:{hostile_hosts.__name__}:Handing" if request.param == "by name" else hostile_hosts.Handing()
    door = open_adapter(host, LIMITS)
    yield door
    door.close()


FLOODED = ("long text", "long key", "long list", "wide dict", "endless items")


@pytest.mark.parametrize("wanted", [each for each in hostile_hosts.REPORTS if each != "well"])
def test_an_object_that_is_no_report_costs_its_task(worker: Door, wanted: str) -> None:
    result = costs_its_task_alone(worker, wanted)
    assert result.outcome == ("flooded" if wanted in FLOODED else "raised")


@pytest.mark.parametrize("wanted", hostile_hosts.HARMLESS)
def test_an_object_of_another_type_breaks_the_schema(worker: Door, wanted: str) -> None:
    result = run(worker, wanted)
    assert result.outcome == "answered"
    assert breaks_the_schema(result.report)
    assert run(worker, "well").report == {"well": 1}


@pytest.mark.parametrize("wanted", hostile_hosts.FAILURES)
def test_an_error_that_cannot_be_told_costs_its_task(worker: Door, wanted: str) -> None:
    assert costs_its_task_alone(worker, wanted).outcome in ("raised", "died")


@pytest.mark.parametrize("wanted", hostile_hosts.SIGNALS)
def test_a_host_that_is_killed_by_any_signal_is_told_so(worker: Door, wanted: str) -> None:
    result = costs_its_task_alone(worker, wanted)
    assert result.outcome == "died"
    assert result.detail.startswith("it was killed by ")


def test_an_object_that_is_never_read_to_its_end_costs_the_deadline() -> None:
    door = open_adapter(hostile_hosts.Handing(), SHORT)
    try:
        assert costs_its_task_alone(door, "stuck length").outcome == "hung"
    finally:
        door.close()


@pytest.mark.parametrize("claim", hostile_hosts.CLAIMS)
def test_a_host_that_says_nonsense_of_itself_is_refused_in_one_line(claim: str) -> None:
    with within(30), pytest.raises(HostUnusable) as raised:
        open_adapter(hostile_hosts.Claiming(**hostile_hosts.CLAIMS[claim]), LIMITS)
    assert len(str(raised.value)) < 1_500
    assert str(raised.value).isprintable()


def test_a_name_that_cannot_be_sent_is_shown_as_it_was_sent() -> None:
    door = open_adapter(hostile_hosts.Claiming(name=lambda: "half \ud800"), LIMITS)
    door.close()
    assert door.description["name"] == "half ?"


def test_a_host_whose_claims_change_is_taken_at_its_word_once() -> None:
    """Each process reads the host anew; what the first one read stands in the certificate."""
    claims = hostile_hosts.in_turn(["registry_brokered"], ["registry_brokered", "pdf"], ["pdf"], 5)
    names = hostile_hosts.in_turn("one", "two", "three", "\x1b[2J")
    door = open_adapter(hostile_hosts.Claiming(capabilities=claims, name=names), LIMITS)
    told = dict(door.description)
    try:
        assert told == {"name": "two", "version": "1", "capabilities": ["pdf", "registry_brokered"]}
        assert run(door, "abort").outcome == "died"
        assert run(door, "well").report == {"well": 1}
        assert door.description == told
    finally:
        door.close()


def test_an_object_of_a_class_with_an_odd_name_is_told_in_one_line() -> None:
    odd = type("x\x1b[2J\r\n\u202e" * 100_000, (), {})
    session = Session()
    with pytest.raises(HostUnusable) as raised:
        session.door(odd())
    assert len(str(raised.value)) < 1_000
    assert str(raised.value).isprintable()
    assert len(session.spec) < 300
    assert session.spec.isprintable()


def test_an_object_that_says_it_is_text_is_no_spec() -> None:
    lying = type("Lying", (), {"__class__": property(lambda self: str)})()
    session = Session()
    for _ in range(2):
        with pytest.raises(HostUnusable, match="the adapter, a Lying, cannot be run: the Lying it is has no name"):
            session.door(lying)
    assert session.spec == "adapter:Lying"


# the judge's channel, which a host in Python can find

FORGED = {
    "a first message": '{"kind": "ready", "host": {}}',
    "that it is unusable": '{"kind": "unusable", "detail": "none of yours"}',
    "a fault of the suite": '{"kind": "suite_error", "detail": "your cassette is bad"}',
    "a fault without words": '{"kind": "suite_error"}',
    "a kind that is none": '{"kind": ["answered"]}',
    "deep leftovers": '{"kind": "answered", "leftover": ' + "[" * 5_000 + "]" * 5_000 + "}",
    "a long message": '{"kind": "answered", "report": "' + "x" * 9_000_000 + '"}',
    "a long line": "x" * 9_000_000,
    "many empty lists": '{"kind": "answered", "leftover": [' + "[]," * 5_000_000 + "[]]}",
    "a lookup at no time": '{"kind": "resolve", "n": 1, "task": "t", "at": "soon", "what": "a", "detail": "b"}',
    "a lookup without a number": '{"kind": "resolve", "n": "1", "task": "t", "at": "2026-09-20T12:00:00+00:00",'
    ' "what": "a", "detail": "b"}',
}  # fmt: skip
RECORD = (
    '{{"kind": "request", "n": {n}, "task": "t", "at": "2026-09-20T12:00:00+00:00", "method": "GET", "url": {url},'
    ' "headers": {headers}, "body": {body}, "body_sha256": "", "status": {status}, "bytes": 0, "sha256": "",'
    ' "answered_by": {by}, "fault": null, "refused": null, "tool": null}}'
)
TRUE = {"n": "1", "url": '"https://a/"', "headers": '{"a": null}', "body": "null", "status": "200", "by": '"nothing"'}
FALSE = {
    "n": "true", "url": "5", "headers": '{"a": 5}', "body": "[]", "status": '"200"', "by": "null",
}  # fmt: skip


@pytest.fixture(scope="module")
def forging() -> Iterator[Door]:
    with Worker("forging", partial(spawned, "oa_conformance.steps.tests.trial_hosts:Forges"), LIMITS) as door:
        yield door


@pytest.mark.parametrize("what", FORGED)
def test_what_is_forged_on_the_channel_is_the_hosts_doing(forging: Door, what: str) -> None:
    with within(30):
        result = run(forging, FORGED[what])
        assert run(forging, "").outcome == "died"  # an empty line, which is no message either
    assert result.outcome in ("died", "flooded")
    assert result.report is None


def test_a_record_that_is_one_is_kept(forging: Door) -> None:
    assert [each["url"] for each in run(forging, RECORD.format(**TRUE)).wire] == ["https://a/"]


@pytest.mark.parametrize("member", FALSE)
def test_a_record_with_a_member_of_another_type_is_none_of_ours(forging: Door, member: str) -> None:
    result = run(forging, RECORD.format(**{**TRUE, member: FALSE[member]}))
    assert (result.outcome, result.wire) == ("died", ())


# commands


def command(kind: str) -> str:
    way = "persistent" if "persistent" in kind else "one-shot"
    return f"{kind}:{shlex.join([sys.executable, '-S', str(PROGRAMS), way])}"


@pytest.fixture(scope="module", params=["command", "command+persistent"])
def program(request: pytest.FixtureRequest) -> Iterator[Door]:
    door = open_door(command(request.param), LIMITS)
    yield door
    door.close()


@pytest.mark.parametrize("wanted", hostile_programs.REPORTS)
def test_bytes_that_are_no_report_cost_their_task(program: Door, wanted: str) -> None:
    result = costs_its_task_alone(program, wanted)
    assert result.outcome in ("raised", "died", "flooded")


@pytest.mark.parametrize("wanted", hostile_programs.TYPES)
def test_json_of_another_type_breaks_the_schema(program: Door, wanted: str) -> None:
    result = run(program, wanted)
    assert result.outcome == "answered"
    assert breaks_the_schema(result.report)


@pytest.mark.parametrize("wanted", hostile_programs.FLOODS)
def test_output_without_end_is_cut_off(program: Door, wanted: str) -> None:
    result = costs_its_task_alone(program, wanted)
    assert result.outcome in ("flooded", "died")  # a line that is no JSON ends a persistent host


@pytest.mark.parametrize("wanted", [each for each in hostile_programs.ENDINGS if " without end" not in each][:-1])
def test_an_end_without_a_report_costs_its_task(program: Door, wanted: str) -> None:
    assert costs_its_task_alone(program, wanted).outcome == "died"


@pytest.mark.parametrize("kind", ["command", "command+persistent"])
@pytest.mark.parametrize("wanted", ["last words without end", "silence"])
def test_a_program_that_never_answers_costs_the_deadline(kind: str, wanted: str) -> None:
    door = open_door(command(kind), SHORT)
    try:
        result = costs_its_task_alone(door, wanted)
    finally:
        door.close()
    assert result.outcome == "hung"
    assert len(result.last_words.encode()) <= SHORT.words_bytes * 3
    assert "\x1b" not in result.last_words


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        ('{"seq": 2, "error": ' + "[" * 900 + "]" * 900 + "}", "its answer has neither report nor error"),
        ('{"seq": 2, "error": {"message": "x"}}', "its answer has neither report nor error"),
        ('{"seq": 2, "error": "\\u001b[2J\\n\\ud800"}', "�[2J �"),
        ('{"seq": ' + "[" * 900 + "]" * 900 + "}", "it answered seq that is no number where 2 was asked"),
        ('{"seq": NaN}', "it answered seq NaN where 2 was asked"),
        ('{"seq": 1e999}', "it answered seq Infinity where 2 was asked"),
        ('{"seq": true}', "it answered seq true where 2 was asked"),
        ('{"seq": ' + "9" * 4_000 + "}", "it answered seq 9999999999999999999999999999999999999999 where 2 was asked"),
        ("[" * 900 + "]" * 900, "it answered seq null where 2 was asked"),
        ('{"seq": 2, "seq": 3, "report": {}}', "its answer is no JSON (the key 'seq' twice): b'"),
        ('{"seq": 2.0, "report": {}}', ""),
    ],
)  # fmt: skip
def test_a_line_that_answers_nothing_is_told(line: str, detail: str) -> None:
    door = open_door(command("command+persistent"), LIMITS)
    try:
        result = run(door, f"raw {line}")
    finally:
        door.close()
    assert result.detail.startswith(detail)
    assert result.report in (None, {})


# floods of requests


def test_requests_without_end_are_counted_and_cut_off(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(dumps(WORLD), "utf-8")
    words = [sys.executable, "-S", trial_programs.__file__, "one-shot", "asks and asks"]
    door = open_door(f"command:{shlex.join(words)}", Limits(task_s=20.0, records=25))
    try:
        results = [door.run({"task_id": "t", "utterance": ""}, [tmp_path / "base.yaml"]) for _ in range(2)]
    finally:
        door.close()
    assert [each.outcome for each in results] == ["flooded", "flooded"]
    assert [each.detail for each in results] == ["more than 25 requests, lookups and ways out of one task"] * 2
    assert [len(each.wire) for each in results] == [26, 26]


# memory

JUDGE = """
import sys
from oa_conformance.steps.doors.base import Limits, open_adapter
door = open_adapter(sys.argv[1], Limits(task_s=20.0, restarts=1_000))
outcomes = [door.run({"task_id": "t", "utterance": each}).outcome for each in sys.argv[2:]]
door.close()
give(outcomes)
"""
MOST = 600  # megabytes; the judge alone has a hundred


@pytest.mark.parametrize(
    ("spec", "wanted"),
    [
        (f"python:{hostile_hosts.__name__}:Handing", ["long text", "long list", "deep list", "wide dict", "changing"]),
        (command("command"), ["many values", "many lists", "wide dict", *hostile_programs.FLOODS]),
        (command("command+persistent"), ["many values", "many lists", "wide dict", *hostile_programs.FLOODS]),
    ],
)  # fmt: skip
def test_the_judge_stays_small(spec: str, wanted: list[str]) -> None:
    outcomes, megabytes = measured(JUDGE, spec, *wanted, seconds=120)

    assert "answered" not in outcomes
    assert megabytes < MOST
