"""Hosts that do no part of the job earn nothing, whatever they claim and however well they pretend."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from oa_conformance.steps.tests.null_hosts import COPIED

IMPATIENT = """
from functools import partial

from oa_conformance.steps import session
from oa_conformance.steps.cli import main
from oa_conformance.steps.doors.outcome import Limits

session.open_adapter = partial(session.open_adapter, limits=Limits(task_s=3))
main()
"""
"""The command, but a task may take three seconds: the hanging host hangs until it is no longer asked."""


def certified(spec: str, out: Path, **environment: str) -> dict[str, Any]:
    """The certificate of a whole run on this host."""
    ended = subprocess.run(
        [sys.executable, "-c", IMPATIENT, "certify", "--host", spec, "--out", str(out)],
        capture_output=True, text=True, timeout=300, check=False, env=os.environ | environment,
    )  # fmt: skip
    certificate: dict[str, Any] = json.loads((out / "certificate.json").read_text("utf-8"))
    assert certificate["counts"]["SUITE-ERROR"] == 0, ended.stdout[-3000:]
    assert ended.returncode == (0 if certificate["certified"] else 1)
    return certificate


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the reference host earned, which shows that there is credit to be had."""
    out = tmp_path_factory.mktemp("healthy") / "out"
    counts = certified("reference", out)["counts"]
    assert counts["PASS"] > 80
    return out


@pytest.mark.parametrize(
    "name",
    [
        "silent",
        "raising",
        "exiting",
        "hanging",
        "refusing",
        "gap_reporting",
        "reading_then_refusing",
        "reading_then_silent",
        "constant",
        "garbage",
        "copied_report",
    ],
)
def test_a_null_host_passes_no_clause(name: str, healthy: Path, tmp_path: Path) -> None:
    spec = f"python:oa_conformance.steps.tests.null_hosts:{name}"
    certificate = certified(spec, tmp_path / "out", **{COPIED: str(healthy / "transcripts")})
    assert certificate["certified"] is False
    assert certificate["host"]["name"] == name
    assert [clause["id"] for clause in certificate["clauses"] if clause["status"] == "PASS"] == []
