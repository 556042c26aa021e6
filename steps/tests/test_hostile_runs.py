"""A whole run on a host whose reports are wrong in any way: judged to its end, told safely, and judged again alike."""

import contextlib
import io
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from oa_conformance.steps import catalogue
from oa_conformance.steps.commands import verify
from oa_conformance.steps.tests.few_features import certified, in_force
from oa_conformance.steps.tests.hostile_altering import MARKUP, SEED
from oa_conformance.steps.tests.nversion.effort import NIGHTLY

SPEC = "python:oa_conformance.steps.tests.hostile_altering:altering"
BY_DAY = (
    "03-selection/01-choosing.feature", "05-broker/02-the-results.feature", "10-evidence/03-classes.feature",
    "13-failure-receipts/01-failure-receipts.feature", "14-statuses/01-terminal-statuses.feature",
    "15-trace/01-trace.feature", "16-duplicates/01-duplicates.feature", "17-report/01-report.feature",
)  # fmt: skip
"""Chapters whose steps look into every part of a report; at night it is all of them."""
SEEDS = range(10) if NIGHTLY else range(1)
STEERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


@pytest.fixture(scope="module")
def everything() -> list[str]:
    return sorted(each.relative_to(catalogue.FEATURES).as_posix() for each in catalogue.FEATURES.rglob("*.feature"))


@pytest.fixture(scope="module", params=SEEDS)
def altered(
    request: pytest.FixtureRequest, everything: list[str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """The folder that such a run has left."""
    os.environ[SEED] = str(request.param)
    folder = tmp_path_factory.mktemp("altered")
    with in_force(folder, tuple(everything) if NIGHTLY else BY_DAY):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            path, status = certified(folder, "out", SPEC)
        assert status == 1
        (folder / "said").write_text(said.getvalue(), "utf-8")
        yield path
    del os.environ[SEED]


@pytest.fixture(scope="module")
def certificate(altered: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((altered / "certificate.json").read_text("utf-8"))
    return content


def test_every_example_is_judged_and_none_is_the_suites_fault(certificate: dict[str, Any]) -> None:
    ends = Counter(example["outcome"] for clause in certificate["clauses"] for example in clause["examples"])
    assert certificate["counts"]["SUITE-ERROR"] == 0
    assert {*ends} <= {"passed", "failed", "unexercised"}
    assert ends["failed"] > 20
    assert certificate["certified"] is False


def test_what_was_found_is_told_in_one_short_line(certificate: dict[str, Any]) -> None:
    told = [example["found"] for clause in certificate["clauses"] for example in clause["examples"]]
    assert max(map(len, told)) <= 2_000


def test_the_page_shows_markup_as_text(altered: Path) -> None:
    page = (altered / "report.html").read_text("utf-8")
    assert MARKUP not in page
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert not STEERS.search(page)


def test_junit_is_xml_and_shows_markup_as_text(altered: Path) -> None:
    written = (altered / "junit.xml").read_bytes()
    root = ElementTree.fromstring(written)
    assert {each.tag for each in root.iter()} <= {
        "testsuites", "testsuite", "testcase", "failure", "error", "skipped", "system-out", "system-err"
    }  # fmt: skip
    assert not STEERS.search(written.decode())
    assert MARKUP in "".join(root.itertext()) + "".join(each.get("message", "") for each in root.iter())


def test_the_summary_steers_no_terminal(altered: Path) -> None:
    said = (altered.parent / "said").read_text("utf-8")
    assert "NOT CERTIFIED" in said
    assert MARKUP in said
    assert not STEERS.search(said)


def test_the_transcripts_come_to_the_same(altered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify.verify(verify.Order(altered)) == 0
    said = capsys.readouterr().out
    assert said.endswith("VERIFIED\n")
    assert not STEERS.search(said)
