"""Saved files that somebody has changed in any way are told of in one line, and never trusted nor choked on."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from oa_conformance.steps.commands import diff, verify
from oa_conformance.steps.naming import transcript_name
from oa_conformance.steps.schemas import defect
from oa_conformance.steps.tests.few_features import certified, in_force
from oa_conformance.steps.tests.hostile_bounds import within
from oa_conformance.steps.tests.hostile_values import ANYTHING, SIGNS, VALUES, places, replaced
from oa_conformance.steps.tests.hostile_values import Path as Place
from oa_conformance.steps.tests.nversion.effort import effort
from oa_conformance.steps.verdict import certificate, verification
from oa_conformance.steps.verdict.changes import changes
from oa_conformance.steps.verdict.folder import FolderError, ResultFolder
from oa_conformance.steps.verdict.journal import Begun, Journal
from oa_conformance.steps.verdict.results import ExampleResult

Json = dict[str, Any]
KEY = "IDENT-02/the-page-names-the-registered-journal"
STEERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with in_force(tmp_path_factory.mktemp("good")) as folder:
        path, status = certified(folder, "out")
        assert status == 0
        yield path


@pytest.fixture(scope="module")
def content(good: Path) -> Json:
    told: Json = json.loads((good / "certificate.json").read_text("utf-8"))
    return told


@pytest.fixture
def folder(good: Path, tmp_path: Path) -> Path:
    shutil.copytree(good, tmp_path / "out")
    return tmp_path / "out"


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


# certificates


@pytest.mark.parametrize(
    "written",
    [
        b"", b"null", b"[]", b"{}", b'"', b"\0" * 1_000, b"\xff\xfe{\0}\0", b"\xef\xbb\xbf{}", b"{" * 100_000,
        nested(100_000), *(b'{"format": ' + nested(depth) + b"}" for depth in range(300, 1_000, 50)),
        b"9" * 100_000, b'{"format": ' + b"9" * 100_000 + b"}", b"1e999999", b'{"format": Infinity}', b'"\\ud800"',
        b'{"format": "' + b"x" * 20_000_000 + b'"}', b"[" + b"{}," * 3_000_000 + b"{}]",
    ],
    ids=lambda written: f"{len(written)} bytes, {written[:12].decode('latin-1')!a}",
)  # fmt: skip
def test_what_is_no_certificate_is_refused(folder: Path, written: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "certificate.json").write_bytes(written)

    with within(30):
        assert verify.verify(verify.Order(folder)) == 1

    said = capsys.readouterr().out
    assert said.endswith("its transcripts were not judged again\nNOT VERIFIED\n")
    assert len(said) < 2_000


@pytest.mark.parametrize("depth", [200, 600, 800, 840, 880, 920])
@pytest.mark.parametrize("member", ["host", "run", "suite", "scope", "baseline", "clauses", "format"])
def test_a_certificate_that_nests_is_refused(folder: Path, content: Json, member: str, depth: int) -> None:
    whole = json.dumps({**content, member: "HERE"}).replace('"HERE"', nested(depth).decode())
    (folder / "certificate.json").write_text(whole)

    found = verify.verification_of(verify.Order(folder))

    assert found.differences
    assert not found.judged


@pytest.mark.parametrize("name", ["certificate", "transcript", "report"])
def test_what_nests_too_deep_breaks_every_schema(content: Json, name: str) -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]

    for value in (deep, {**content, "clauses": deep}, {"answer": deep, "traces": deep, "format": deep}):
        assert defect(name, value)


@given(st.data())
@effort(150)
def test_a_certificate_with_anything_in_any_place_is_compared(good: Path, content: Json, data: st.DataObject) -> None:
    path: Place = data.draw(st.sampled_from(list(places(content))))
    forged = replaced(content, path, data.draw(ANYTHING))
    if isinstance(forged, dict) and data.draw(st.booleans()):
        forged = {**forged, "seals": certificate.seals({**forged, "seals": None})}
    why = defect("certificate", json.loads(json.dumps(forged)))
    event("breaks the schema" if why else "is compared")

    with within(20):
        if why:
            assert len(why) < 500
        else:
            found = [
                *verification.broken_seals(forged), *verification.compare_files(forged, good).differences,
                *verification.impossible_times(forged), *verification.compare(forged, content),
            ]  # fmt: skip
            told = [diff.clean(str(each)) for each in found]
            told += [line for _, line in diff.lines(changes(content, forged))]
            told += [line for _, line in diff.lines(changes(forged, content))]
            assert not STEERS.search("".join(told))


# transcripts


@pytest.mark.parametrize(
    "change",
    [
        lambda wire, told: wire[0].update(at="soon"),
        lambda wire, told: wire[0].update(n=10**4_000),
        lambda wire, told: wire[-1].update(url="https://["),
        lambda wire, told: wire[-1].update(url="https://www.frontiersin.org/" + "x" * 1_000_000),
        lambda wire, told: wire[-1].update(method="M" * 1_000_000),
        lambda wire, told: wire[-1].update(headers={"x" * 100_000: None, "\x1b[2J": "\ud800"}),
        lambda wire, told: wire.extend([wire[-1]] * 20_000),
        lambda wire, told: told["result"].update(report=json.loads(nested(900))),
        lambda wire, told: told["result"].update(report=[0] * 600_000),
        lambda wire, told: told["result"].update(detail="\x1b[2J" * 1_000, last_words="\ud800" * 1_000),
        lambda wire, told: told["task"].update(utterance="\x1b[2J" + "x" * 1_000_000),
    ],
    ids=["time", "number", "brackets", "URL", "method", "headers", "long wire", "deep", "wide", "words", "task"],
)  # fmt: skip
def test_a_transcript_with_anything_in_it_is_told_of(folder: Path, change: Callable[[Any, Json], object]) -> None:
    path = folder / transcript_name(KEY)
    told = json.loads(path.read_text("utf-8"))
    change(told["attempts"][0]["result"]["wire"], told["attempts"][0])
    path.write_text(json.dumps(told))

    with within(60):
        found = verify.verification_of(verify.Order(folder))

    assert found.judged
    lines = [str(each) for each in found.differences]
    assert f"{transcript_name(KEY)}: was edited or exchanged: its digest is not the one the certificate states" in lines
    assert not [each for each in lines if "suite_error" in each]


@pytest.mark.parametrize(
    "written",
    [b"", b"[]", nested(100_000), b'{"run": ' + nested(900) + b"}", b"9" * 100_000, b"\xff"],
    ids=["empty", "list", "deep", "nested", "digits", "latin-1"],
)
def test_what_is_no_transcript_is_told_of(folder: Path, written: bytes) -> None:
    (folder / transcript_name(KEY)).write_bytes(written)

    with within(30):
        lines = [str(each) for each in verify.verification_of(verify.Order(folder)).differences]

    assert [each for each in lines if each.startswith(f"{KEY}: cannot be judged again: ")]


# journals

HEAD = {
    "format": "oa-conformance-unfinished-1", "started": "2026-09-20T12:00:00+00:00", "bound": {"nonce": "f" * 32}
}  # fmt: skip
RESULT = json.loads(ExampleResult(KEY, "passed").dumps())


@given(st.sampled_from(list(places(RESULT))), ANYTHING, st.sampled_from(list(places(HEAD))), ANYTHING)
@effort(100)
def test_a_journal_with_anything_in_it_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, place: Place, value: Any, elsewhere: Place, other: Any
) -> None:
    journal = Journal(ResultFolder(tmp_path_factory.mktemp("journal")))
    for head, result in ((HEAD, replaced(RESULT, place, value)), (replaced(HEAD, elsewhere, other), RESULT)):
        journal.path.write_text(f"{json.dumps(head)}\n{json.dumps(result)}\n[\n")
        begun = read(journal)
        assert isinstance(begun, str) or [type(each.key) for each in begun.results] in ([], [str])


def read(journal: Journal) -> Begun | str:
    """What is begun, or why it cannot be told."""
    try:
        begun = journal.read()
    except FolderError as error:
        return str(error)
    assert begun is not None
    return begun


@pytest.mark.parametrize("line", [*SIGNS, "[" * 100_000, "9" * 100_000, "null", '{"key": []}'])
def test_a_line_of_a_journal_that_is_no_result_does_not_count(tmp_path: Path, line: str) -> None:
    journal = Journal(ResultFolder(tmp_path))
    journal.path.write_bytes(f"{json.dumps(HEAD)}\n{line}\n".encode() + ExampleResult(KEY, "passed").dumps().encode())

    begun = journal.read()

    assert begun is not None
    assert [each.key for each in begun.results] == [KEY]


def test_every_value_can_be_said_as_json() -> None:
    """Or the tests above would try less than they seem to."""
    assert [json.loads(json.dumps(each)) == each for each in VALUES] == [True] * len(VALUES)
