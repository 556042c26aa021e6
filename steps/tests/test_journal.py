"""The journal of a run: what is kept, what counts when it goes on, and what is refused."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from oa_conformance.steps.verdict.account import Binding
from oa_conformance.steps.verdict.folder import FolderError, open_folder
from oa_conformance.steps.verdict.journal import Begun, Journal, reopened
from oa_conformance.steps.verdict.results import ExampleResult

STARTED = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)
OPTIONS = {"trials": 1, "exitfirst": False, "baseline_sha256": None}
BINDING = Binding(
    "e" * 32, OPTIONS, "mcp", "scripted", "1.0", None, ("registry_brokered",), "a" * 64, "b" * 64
)  # fmt: skip
PASSED = ExampleResult("BROK-01/one", "passed", evidence=3, seconds=1.0)
FAILED = ExampleResult("BROK-01/two", "failed", code="WRONG", lines=("#1 GET x",), exchanges=(1,))


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """One that was begun."""
    book = Journal(open_folder(tmp_path / "out"))
    book.begin(BINDING, None, STARTED)
    return book


def read(journal: Journal) -> Begun:
    begun = journal.read()
    assert begun
    return begun


def test_results_come_back_as_they_were(journal: Journal) -> None:
    for each in (PASSED, FAILED, replace(PASSED, trial=2)):
        journal.add(each)
    begun = read(journal)
    assert (begun.started, begun.nonce) == (STARTED, "e" * 32)
    assert begun.results == (PASSED, FAILED, replace(PASSED, trial=2))


def test_a_transcript_must_be_there_as_it_was_written(journal: Journal) -> None:
    kept = [
        journal.folder.keep(replace(PASSED, key=f"BROK-01/{name}", transcript={"attempts": [], "said": "中文"}))
        for name in ("whole", "changed", "gone")
    ]
    for each in kept:
        journal.add(each)
    transcripts = journal.folder.path / "transcripts" / "BROK-01"
    (transcripts / "changed.json").write_text("{}")
    (transcripts / "gone.json").unlink()
    assert [each.key for each in read(journal).results] == ["BROK-01/whole"]


def test_what_says_nothing_of_the_host_is_run_again(journal: Journal) -> None:
    for key, outcome in (("a", "suite_error"), ("b", "not_run"), ("c", "gated"), ("d", "unexercised")):
        journal.add(replace(PASSED, key=key, outcome=outcome))
    journal.add(replace(PASSED, key="a"))
    assert [(each.key, each.outcome) for each in read(journal).results] == [
        ("a", "passed"),
        ("c", "gated"),
        ("d", "unexercised"),
    ]


def test_a_line_that_was_cut_short_does_not_count(journal: Journal) -> None:
    journal.add(PASSED)
    journal.add(FAILED)
    journal.path.write_bytes(journal.path.read_bytes()[:-20])
    assert read(journal).results == (PASSED,)


def test_a_run_goes_on_with_what_it_was_begun_with_alone(journal: Journal) -> None:
    begun = read(journal)
    begun.require(BINDING, None)
    with pytest.raises(FolderError, match="begun with another suite; restore it, or leave --resume out"):
        begun.require(replace(BINDING, suite_sha256="c" * 64), None)
    with pytest.raises(FolderError, match="begun with another host, version;"):
        begun.require(replace(BINDING, spec="mcp-stdio", version="2.0"), None)
    with pytest.raises(FolderError, match="begun with another choice of clauses;"):
        begun.require(BINDING, frozenset({"BROK-01"}))


@pytest.mark.parametrize("content", ["", "[]\n", '{"format": "another"}\n', '{"format": \n', "\xff\n", "[" * 9999])
def test_a_journal_of_others_is_refused_in_one_line(journal: Journal, content: str) -> None:
    journal.path.write_bytes(content.encode("latin-1"))
    with pytest.raises(FolderError, match=r"^.*unfinished\.jsonl: is no journal of ours \(.*\); leave --resume out$"):
        journal.read()


def test_a_folder_is_opened_again_as_it_was_left(journal: Journal) -> None:
    journal.add(PASSED)
    again = Journal(reopened(journal.folder.path))
    assert read(again).results == (PASSED,)
    again.end()
    again.end()
    assert again.read() is None


def test_a_run_that_has_ended_is_not_lost(journal: Journal) -> None:
    journal.folder.write("certificate.json", b"{}")
    assert reopened(journal.folder.path) == journal.folder
    journal.end()
    with pytest.raises(FolderError, match="holds a run that has ended; leave --resume out to replace it"):
        reopened(journal.folder.path)


def test_where_nothing_was_begun_a_run_begins(tmp_path: Path) -> None:
    assert Journal(reopened(tmp_path / "new")).read() is None
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine")
    with pytest.raises(FolderError, match="holds files that are not ours"):
        reopened(tmp_path / "mine")


def test_a_later_run_clears_the_journal(journal: Journal) -> None:
    open_folder(journal.folder.path)
    assert not journal.path.exists()


def test_the_head_says_what_it_is(journal: Journal) -> None:
    head = json.loads(journal.path.read_text("utf-8"))
    assert (head["format"], head["bound"]["clauses"]) == ("oa-conformance-unfinished-1", None)
