"""Whole runs with the SDK's client as a scripted chatbot: a good one passes, a faulty one is caught, and a run that was
interrupted goes on where it was."""

import asyncio
import json
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from oa_conformance.steps.tests import scripted_chatbot

CERTIFY = [sys.executable, "-c", "from oa_conformance.steps.cli import main; main()", "certify"]
CHATBOT = [sys.executable, str(Path(scripted_chatbot.__file__))]
PATIENCE_S = 120


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``certify --host mcp`` at a free port, and where it serves."""
    certify = subprocess.Popen(
        [*CERTIFY, "--host", "mcp", "--port", "0", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    try:
        assert certify.stderr
        url = re.search(r"http://127\.0\.0\.1:[0-9]+/mcp", certify.stderr.readline())
        assert url
        yield certify, url[0]
    finally:
        certify.kill()
        certify.communicate()


def chat(manner: str, *where: str) -> None:
    """A conversation, to its end."""
    asyncio.run(asyncio.wait_for(scripted_chatbot.main(manner, *where), PATIENCE_S))


def told(out: Path, name: str = "results.json") -> dict[str, Any]:
    content: dict[str, Any] = json.loads((out / name).read_text("utf-8"))
    return content


def statuses(out: Path) -> dict[str, str]:
    return {each["id"]: each["status"] for each in told(out)["clauses"]}


def test_a_good_chatbot_passes_over_http(tmp_path: Path) -> None:
    out = tmp_path / "out"
    only = [word for clause in ("BROK-05", "IDENT-02") for word in ("--only", clause)]
    with serving("--out", str(out), *only) as (certify, url):
        chat("good", url)
        said, wrong = certify.communicate(timeout=PATIENCE_S)
    assert certify.returncode == 0, said + wrong
    assert statuses(out) == {"BROK-05": "PASS", "IDENT-02": "PASS"}
    host = told(out)["host"]
    assert (host["name"], host["version"]) == ("scripted chatbot", "1.0")
    assert "cannot be seen from here" in host["boundary"]


def test_a_faulty_chatbot_is_caught_quoting_a_snippet_over_stdio(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    out = tmp_path / "out"
    chat("faulty", "--", *CERTIFY, "--host", "mcp-stdio", "--only", "BROK-05", "--out", str(out))
    (clause,) = told(out)["clauses"]
    assert clause["status"] == "FAIL"
    assert {each["code"] for each in clause["examples"]} == {"FORBIDDEN_WORDS"}
    assert all(each["expected"].startswith("nothing from the snippet of https://") for each in clause["examples"])
    assert caplog.messages == []  # the client complains of whatever is no message on the server's standard output


def test_an_agent_is_started_for_each_task(tmp_path: Path) -> None:
    out, agent = tmp_path / "out", shlex.join([*CHATBOT, "single", "{mcp_url}"])
    ended = subprocess.run(
        [*CERTIFY, "--host", f"mcp-command:{agent}", "--only", "BROK-04", "--out", str(out)],
        capture_output=True, encoding="utf-8", timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert statuses(out) == {"BROK-04": "PASS"}


# a run that was interrupted


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with serving("--out", str(out), "--only", "BROK-04") as (certify, url):
        chat("single", url)
        wait_for(lambda: len(lines(out)) == 2)
        certify.send_signal(signal.SIGINT)
        said, _ = certify.communicate(timeout=PATIENCE_S)
    assert certify.returncode == 130
    assert "INTERRUPTED: no certificate" in said
    (first,) = transcripts(out)
    content = first.read_bytes()
    with serving("--out", str(out), "--only", "BROK-04", "--resume") as (certify, url):
        chat("good", url)
        said, wrong = certify.communicate(timeout=PATIENCE_S)
    assert certify.returncode == 0, said + wrong
    assert statuses(out) == {"BROK-04": "PASS"}
    assert "the run was interrupted; 1 of its examples are of an earlier sitting" in told(out)["host"]["remarks"]
    assert first.read_bytes() == content
    assert len({json.loads(each.read_text("utf-8"))["run"] for each in transcripts(out)}) == 1
    assert not (out / "unfinished.jsonl").exists()


def test_a_client_that_goes_over_stdio_leaves_a_run_that_can_go_on(tmp_path: Path) -> None:
    out = tmp_path / "out"
    chat("fleeing", "--", *CERTIFY, "--host", "mcp-stdio", "--only", "BROK-04", "--out", str(out), "--resume")
    wait_for(lambda: len(lines(out)) == 3)
    results = [json.loads(each) for each in lines(out)[1:]]
    assert [(each["outcome"], each["code"]) for each in results] == [("passed", ""), ("failed", "HOST_DIED")]
    assert results[1]["found"] == "died: the client closed the connection; no report before that"


def transcripts(out: Path) -> list[Path]:
    return sorted((out / "transcripts").rglob("*.json"))


def lines(out: Path) -> list[str]:
    journal = out / "unfinished.jsonl"
    return journal.read_text("utf-8").splitlines() if journal.exists() else []


def wait_for(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)
