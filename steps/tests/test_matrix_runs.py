"""A handful of the kill matrix from end to end, and what it says of hosts that are not what they are declared to be."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HANDFUL = ("follows_cross_host_redirect", "accepts_subdomains", "orders_its_headers_otherwise", "silent")
HARMLESS = "python:oa_conformance.reference.mutants.other_webs:orders_its_headers_otherwise"
WRONG = "python:oa_conformance.reference.mutants.leading:follows_any_https_redirect"
MUTANT = {"kind": "mutant", "does": "", "breaks": "REDIR-01", "reasons": ["FORBIDDEN_URL_REQUESTED"]}
VARIANT = {"kind": "variant", "does": "", "touches": ["REDIR"]}


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    program = "from oa_conformance.steps.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, "mutants", *words],
        capture_output=True, encoding="utf-8", timeout=300, check=False, env=os.environ | environment,
    )  # fmt: skip


def only(*names: str) -> list[str]:
    return [word for name in names for word in ("--only", name)]


def offered(folder: Path, *rows: dict[str, Any], program: str = "") -> str:
    """The PYTHONPATH of a distribution that offers these hosts. ``program`` is added to its module."""
    info = folder / "others-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text("[oa_conformance.mutants]\nothers = others:catalogue\n", "utf-8")
    (folder / "others.py").write_text(f"def catalogue():\n    return {list(rows)!r}\n{program}", "utf-8")
    return str(folder)


def test_a_handful_of_hosts_ends_as_declared(tmp_path: Path) -> None:
    ended = run(*only(*HANDFUL), "--json", "--out", str(tmp_path / "out"))
    assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-3000:]
    document = json.loads(ended.stdout)
    hosts = {each["name"]: each for each in document["hosts"]}
    assert set(hosts) == set(HANDFUL)
    assert hosts["accepts_subdomains"]["kill"]["code"] in hosts["accepts_subdomains"]["reasons"]
    assert hosts["silent"]["clauses"] > 100
    assert json.loads((tmp_path / "out/matrix.json").read_text("utf-8")) == document
    assert (tmp_path / "out/matrix.html").read_text("utf-8").startswith("<!doctype html>")


def test_hosts_that_are_not_what_they_are_declared_to_be_are_told_apart(tmp_path: Path) -> None:
    path = offered(
        tmp_path,
        {**MUTANT, "name": "in_truth_harmless", "spec": HARMLESS},
        {**MUTANT, "name": "in_truth_for_another_reason", "spec": WRONG, "reasons": ["WRONG_OUTCOME"]},
        {**VARIANT, "name": "in_truth_wrong", "spec": WRONG},
        {"name": "in_truth_working", "kind": "null", "spec": HARMLESS, "does": ""},
    )
    names = ("in_truth_harmless", "in_truth_for_another_reason", "in_truth_wrong", "in_truth_working")
    ended = run(*only(*names), "--json", PYTHONPATH=path)
    assert ended.returncode == 1, ended.stdout[-3000:] + ended.stderr[-3000:]
    problems = {each["name"]: each["problems"] for each in json.loads(ended.stdout)["hosts"]}
    assert problems["in_truth_harmless"] == ["survived: REDIR-01 PASS"]
    assert any(
        each.startswith("killed for FORBIDDEN_URL_REQUESTED") for each in problems["in_truth_for_another_reason"]
    )
    assert any(each.startswith("red: REDIR-01 FAIL") for each in problems["in_truth_wrong"])
    assert len(problems["in_truth_working"]) > 100


def test_a_host_that_cannot_be_made_is_no_kill(tmp_path: Path) -> None:
    path = offered(tmp_path, {**MUTANT, "name": "nowhere", "spec": "python:others:nowhere"})
    ended = run("--only", "nowhere", "--json", PYTHONPATH=path)
    assert ended.returncode == 2
    (host,) = json.loads(ended.stdout)["hosts"]
    assert host["killed"] is False


@pytest.mark.parametrize(
    ("rows", "words", "complaint"),
    [
        ([{**MUTANT, "name": "x", "spec": WRONG, "breaks": "URL-99"}], (), "x breaks URL-99, which is no clause"),
        ([7], (), "7 is no declaration"),
        ([], ("--only", "accepts_subdomain"), "accepts_subdomain"),
    ],
)
def test_what_cannot_be_used_is_one_line(
    rows: list[Any], words: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    ended = run(*words, PYTHONPATH=offered(tmp_path, *rows))
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert complaint in line


PREPARED = f"""
KEPT = []
catalogue.prepare = lambda files: KEPT.extend(files)

def prepared():
    from {HARMLESS.split(":")[1]} import {HARMLESS.split(":")[2]} as make
    assert "registry.json" in KEPT
    return make()
"""


def test_each_host_starts_with_what_its_package_prepared(tmp_path: Path) -> None:
    row = {**VARIANT, "name": "ready", "spec": "python:others:prepared"}
    ended = run("--only", "ready", "--json", PYTHONPATH=offered(tmp_path, row, program=PREPARED))
    assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-3000:]
    (host,) = json.loads(ended.stdout)["hosts"]
    assert (host["name"], host["problems"], host["suite_errors"]) == ("ready", [], [])


def test_a_package_that_cannot_prepare_is_named(tmp_path: Path) -> None:
    path = offered(tmp_path, program="catalogue.prepare = lambda files: files['nothing']\n")
    ended = run("--only", "silent", PYTHONPATH=path)
    assert ended.returncode == 2
    assert "others:catalogue cannot prepare: KeyError: 'nothing'" in ended.stderr
    assert "Traceback" not in ended.stderr
