"""``replay`` and the transcript door: what was recorded can be looked into and judged again, and nothing else can."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from oa_conformance.steps.catalogue import shipped
from oa_conformance.steps.commands.replay import Order, UnknownExample, keys_named, replay
from oa_conformance.steps.doors.base import HostUnusable, Limits, open_door
from oa_conformance.steps.doors.transcript import TranscriptError, disagreement
from oa_conformance.steps.naming import place_of, task_id, transcript_name
from oa_conformance.steps.tests.few_features import certified, in_force
from oa_conformance.steps.verdict.timeline import attempt_lines, event_line, event_of
from oa_conformance.steps.world.cassette import Answer, Cassette, CassetteError, Interaction
from oa_conformance.steps.world.matching import Playback, compose
from oa_conformance.steps.world.store import BUNDLED

KEY = "IDENT-02/the-page-names-a-sister-journal-that-nobody-registered"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with in_force(tmp_path_factory.mktemp("place")) as folder:
        certified(folder, "good")
        certified(folder, "bad", "refusing")
        certified(folder, "released", release_dir=BUNDLED)
        yield folder


def said(capsys: pytest.CaptureFixture[str], host: str, *keys: str, as_json: bool = False) -> tuple[int, str]:
    code = replay(Order(host, frozenset(keys), as_json=as_json))
    return code, capsys.readouterr().out


# replay


def test_an_example_is_shown_from_offer_to_verdict(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = said(capsys, f"transcript:{place / 'good'}", KEY)
    assert code == 0
    lines = text.splitlines()
    assert lines[1] == f"example   {KEY}"
    assert lines[3].startswith("offered   the release ")
    assert any(line.startswith("task 1    Use the OA repo to search for social anxiety") for line in lines)
    (search,) = [line for line in lines if "POST https://search.broker-of-record.org/v1/search" in line]
    assert '"domains":["www.frontiersin.org"]' in search.replace(" ", "").replace("'", '"')
    assert search.endswith(" -> 200 [broker www.frontiersin.org]")
    assert "          held        And no item cites that page" in lines
    assert any(
        line.startswith("rejected  https://www.frontiersin.org/") and line.endswith(": IDENTITY") for line in lines
    )
    assert any(line.startswith("traces    frontiers-psychology SOURCE_IDENTITY_GAP: https://www.") for line in lines)
    assert lines[-2].startswith("found     it holds, on ")
    assert "\x1b" not in text


def test_the_host_itself_is_run_where_one_is_named(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = said(capsys, "python:borrowed_host:refusing", KEY)
    assert code == 1
    assert "          no request was made" in text
    assert "steps     held        Given the published release" in text
    assert '          failed      Then "frontiers-psychology" ends as SOURCE_IDENTITY_GAP' in text
    assert "          not reached And no item cites that page" in text
    assert "found     failed SOURCE_NOT_REPORTED: " in text


def test_it_is_told_as_json(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = said(capsys, f"transcript:{place / 'bad'}", KEY, as_json=True)
    (told,) = json.loads(text)
    assert (code, told["clause"], told["example"], told["outcome"]) == (1, "IDENT-02", KEY, "failed")
    assert told["attempts"][0]["wire"] == []
    assert told["attempts"][0]["report"]["outcome"] == "REFUSED"
    assert [each["end"] for each in told["steps"]][-2:] == ["not reached", "not reached"]


def test_a_run_on_another_release_is_replayed_on_that(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, f"transcript:{place / 'released'}", KEY)[0] == 0
    base = place / "released" / "cassettes" / "base.yaml"
    base.write_text("interactions: []\nversion: 1\n")
    with pytest.raises(CassetteError, match="holds no release"):
        replay(Order(f"transcript:{place / 'released'}", frozenset({KEY})))


def test_clauses_scenarios_and_examples_have_names(place: Path) -> None:
    law = shipped()
    assert keys_named(["IDENT-05"], law) == {each.key for each in law.by_id["IDENT-05"].examples}
    assert keys_named([KEY], law) == {KEY}
    with pytest.raises(UnknownExample, match=r"'IDENT-2' names no clause and no example; did you mean IDENT-02\?"):
        keys_named(["IDENT-2"], law)
    with pytest.raises(UnknownExample, match=f"did you mean {KEY}"):
        keys_named([KEY[:-5]], law)


def test_an_event_without_a_readable_time_has_none() -> None:
    record = {"kind": "escape", "n": 3, "task": "t", "at": "soon", "what": "os.system", "detail": "curl\x1b[2J"}
    event = event_of(record, "2026-01-01T00:00:00+00:00")
    assert event.ms is None
    assert event_line(event).text == "   #3       ms  escape            os.system curl�[2J"


def test_a_malformed_report_is_shown_as_it_is() -> None:
    task = {
        "utterance": "Find it.", "mode": "direct_only", "sources": ["a", "b"], "release_id": None, "breadth": "broad",
        "evidence": "metadata",
    }  # fmt: skip
    result = {"outcome": "answered", "report": {"outcome": "FINE"}, "wire": [], "detail": ""}
    attempt = {"task": task, "started": "2026-01-01T00:00:00+00:00", "result": result}
    lines = [each.text for each in attempt_lines(attempt, 2, "")]
    assert lines[0] == "task 2    Find it. [mode direct_only; sources a, b; breadth broad]"
    assert lines[2].startswith("report    malformed at $: ")
    assert lines[2].endswith(': {"outcome": "FINE"}')


# the door


@pytest.mark.parametrize(
    ("key", "trial", "name"),
    [
        (KEY, 1, f"transcripts/{KEY}.json"),
        (KEY, 12, f"transcripts/trial-12/{KEY}.json"),
        ("IDENT-02/頁/row", 1, "transcripts/IDENT-02/頁/row.json"),
    ],
)
def test_a_transcript_is_found_by_its_name(key: str, trial: int, name: str) -> None:
    assert transcript_name(key, trial) == name
    assert place_of(name) == (key, trial)


def test_tasks_have_ids_of_their_own() -> None:
    ids = {task_id(key, number, trial) for key in ("a", "b") for number in (1, 2, 3) for trial in (1, 2, 3)}
    assert len(ids) == 18


def test_recordings_are_judged_like_a_host(place: Path) -> None:
    out, code = certified(place, "rejudged", f"transcript:{place / 'good'}")
    assert code == 0
    told = json.loads((out / "certificate.json").read_text("utf-8"))
    assert told["host"]["name"] == "borrowed"
    assert told["host"]["boundary"].startswith("The host was not run: ")
    assert certified(place, "rejudged", f"transcript:{place / 'bad'}")[1] == 1


def test_what_was_not_recorded_is_no_verdict(place: Path, tmp_path: Path) -> None:
    folder = tmp_path / "some"
    shutil.copytree(place / "good", folder)
    (folder / transcript_name(KEY)).unlink()
    assert certified(place, "rejudged", f"transcript:{folder}")[1] == 2


def refusal(folder: Path) -> str:
    with pytest.raises(HostUnusable) as caught:
        open_door(f"transcript:{folder}", Limits())
    return str(caught.value)


def test_a_folder_without_transcripts_is_one_line(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path}: holds no transcripts/; name a folder that certify --out wrote"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text[:-9], "is no JSON"),
        (lambda text: "[" * 100_000, "is no JSON"),
        (lambda text: text.replace('"borrowed"', "NaN"), "NaN is no JSON"),
        (lambda text: text.replace('"trial": 1', '"trial": 2'), "is trial 2 of IDENT-02/"),
        (lambda text: text.replace('"outcome": "answered"', '"outcome": "well"'), "is no transcript ($.attempts[0]"),
        (lambda text: text.replace("oa-conformance-transcript-1", "x"), "is no transcript ($.format"),
        (lambda text: text.replace('"borrowed"', '""'), "the host is none"),
    ],
)
def test_a_malformed_transcript_is_one_line(
    place: Path, tmp_path: Path, change: Callable[[str], str], words: str
) -> None:
    name = transcript_name("IDENT-02/the-page-names-the-registered-journal")
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(change((place / "good" / name).read_text("utf-8")), "utf-8")
    found = refusal(tmp_path)
    assert found.startswith(f"{path}: ")
    assert words in found
    assert "\n" not in found


def test_an_oversized_transcript_is_not_read(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oa_conformance.steps.doors.transcript.MAXIMUM_BYTES", 1_000)
    assert "over 1,000 bytes; no transcript is that long" in refusal(place / "good")


def test_another_task_than_the_recorded_one_is_refused(place: Path) -> None:
    door = open_door(f"transcript:{place / 'good'}")
    told = json.loads((place / "good" / transcript_name(KEY)).read_text("utf-8"))["attempts"][0]["task"]
    with pytest.raises(TranscriptError, match="was recorded for another task \\(it differs in utterance\\)"):
        door.run({**told, "utterance": "Find something else."})
    with pytest.raises(TranscriptError, match="holds no recording of this task"):
        door.run({**told, "task_id": "unheard of"})


# the log and the world


def logged(**changes: Any) -> dict[str, Any]:
    body = b"<p>here</p>"
    answer = Answer(stored=body)
    record = {
        "kind": "request", "n": 1, "method": "GET", "url": "https://a.example/", "headers": {"accept": None},
        "body": None, "body_sha256": Answer(stored=b"").sha256, "status": 200, "bytes": len(body),
        "sha256": answer.sha256,
        "answered_by": "page", "fault": None, "refused": None,
    }  # fmt: skip
    return record | changes


@pytest.fixture
def world() -> Playback:
    return compose(
        Cassette((Interaction("page", "GET", "https://a.example/", Answer(stored=b"<p>here</p>")),)), Playback()
    )


def test_a_true_log_agrees_with_its_world(world: Playback) -> None:
    assert disagreement([logged()], "t", world) is None


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"status": 404}, "logs that request #1 was answered with status 404, and its world answers with status 200"),
        ({"bytes": 1}, "was answered with bytes 1"),
        ({"sha256": "0"}, "was answered with sha256 0"),
        ({"fault": "timeout"}, "was answered with fault timeout"),
        ({"url": "https://b.example/"}, "its world answers with status None, bytes 0"),
        ({"method": "HEAD"}, "its world answers with"),
    ],
)
def test_a_log_that_its_world_does_not_bear_out_is_told(world: Playback, changes: dict[str, Any], told: str) -> None:
    assert told in (disagreement([logged(**changes)], "t", world) or "")


@pytest.mark.parametrize(
    "changes", [{"refused": "task t is over", "status": None}, {"body_sha256": "a" * 64, "status": 404}]
)
def test_what_never_came_to_the_world_or_is_not_known_in_full_is_not_compared(
    world: Playback, changes: dict[str, Any]
) -> None:
    assert disagreement([logged(**changes)], "t", world) is None
