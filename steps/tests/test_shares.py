"""Several processes of one host share the examples of a run."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from oa_conformance.steps.catalogue import shipped
from oa_conformance.steps.commands import shares, verify
from oa_conformance.steps.commands.running import SuiteProblem
from oa_conformance.steps.tests.few_features import certified, in_force
from oa_conformance.steps.verdict.journal import NAME

COMMAND = [sys.executable, "-c", "from oa_conformance.steps.cli import main; main()"]
KEEPING = """
import os
import borrowed_host


def noting():
    def refuses(count, task):
        with open("run_by", "a") as file:
            print(os.getpid(), task["task_id"], file=file)

    return borrowed_host.Borrowed(refuses)
"""

SLOW = """
import time
from borrowed_host import Borrowed


def slow():
    return Borrowed(lambda count, task: time.sleep(0.1))
"""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    with in_force(tmp_path) as folder:
        (folder / "keeping_host.py").write_text(KEEPING)
        yield folder


def content(folder: Path) -> Any:
    return json.loads((folder / "certificate.json").read_text("utf-8"))


def found(certificate: Any) -> dict[str, tuple[str, str]]:
    return {
        example["key"]: (clause["status"], example["outcome"])
        for clause in certificate["clauses"] for example in clause["examples"]
    }  # fmt: skip


def test_two_find_what_one_finds_and_each_example_runs_once(place: Path) -> None:
    alone, code = certified(place, "alone")
    shared, shared_code = certified(place, "shared", "python:keeping_host:noting", at_once=2)
    assert (code, shared_code) == (0, 0)
    assert found(content(shared)) == found(content(alone))
    run_by = [line.split() for line in (place / "run_by").read_text().splitlines()]
    assert len({pid for pid, _ in run_by}) == 2
    tasks = [task for _, task in run_by]
    assert len(tasks) == len(set(tasks)) >= len(shipped().by_key)
    assert verify.verification_of(verify.Order(shared)).differences == ()
    assert not (shared / NAME).exists()


def test_trials_are_shared_one_after_the_other(place: Path) -> None:
    out, code = certified(place, "trials", "good", trials=2, at_once=3)
    assert code == 0
    assert content(out)["reliability"]["runs"] == 2 * len(shipped().by_key)


def test_the_first_failure_stops_all(place: Path) -> None:
    out, code = certified(place, "first", "refusing", exitfirst=True, at_once=2)
    assert code == 1
    assert 1 <= len([*(out / "transcripts").rglob("*.json")]) <= 4


def test_more_shares_than_examples_are_not_started(place: Path) -> None:
    only = frozenset({"IDENT-05"})
    _, code = certified(place, "few", "python:keeping_host:noting", at_once=64, only=only)
    assert code == 0
    pids = {line.split()[0] for line in (place / "run_by").read_text().splitlines()}
    assert len(pids) <= sum(each.clause_id in only for each in shipped().examples())


def test_a_share_that_ends_without_a_word_is_no_verdict(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it was running would be missing, and the rest would look like the whole."""
    monkeypatch.setattr(shares, "without_transcript", lambda result: os._exit(9))
    with pytest.raises(SuiteProblem, match="a process of the run ended without a word"):
        certified(place, "cut", at_once=2)
    assert not (place / "cut/certificate.json").exists()
    assert len((place / "cut" / NAME).read_text().splitlines()) == 3  # one result of each, from which it can go on


def test_a_chatbot_behind_mcp_is_one(tmp_path: Path) -> None:
    words = ["certify", "--host", "mcp", "--capabilities", "registry_brokered", "-j", "2"]
    ended = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False, timeout=60, cwd=tmp_path)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert "does one task after the other; leave -j out" in ended.stderr


def test_an_interrupt_ends_every_share_and_the_run_goes_on_later(place: Path) -> None:
    (place / "slow_host.py").write_text(SLOW)
    words = ["certify", "--host", "python:slow_host:slow", "--out", str(place / "cut"), "-j", "2"]
    process = subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=place)
    journal = place / "cut" / NAME
    deadline = time.monotonic() + 60
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 8) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (130, b""), said
    assert not (place / "cut/certificate.json").exists()
    assert hosts_in(place) == []
    lines = journal.read_bytes().count(b"\n") - 1
    assert lines >= 8


def hosts_in(folder: Path) -> list[str]:
    """Processes that still run in this folder."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(each / "cwd") == str(folder) and int(each.name) != os.getpid():
                found.append((each / "cmdline").read_text())
        except OSError:
            continue
    return found
