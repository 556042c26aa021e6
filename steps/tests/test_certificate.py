"""What is written of a run: certificate, transcripts, JUnit, page and summary, and where it goes."""

import io
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator
from rich.console import Console

from oa_conformance.steps.catalogue import Catalogue, load
from oa_conformance.steps.publishing import publish
from oa_conformance.steps.schemas import validator
from oa_conformance.steps.session import USUAL
from oa_conformance.steps.tests import small_law
from oa_conformance.steps.verdict import certificate, html, junit
from oa_conformance.steps.verdict.account import Account, Evidence, Host, Suite
from oa_conformance.steps.verdict.certificate import CertificateError
from oa_conformance.steps.verdict.clauses import Scope, judge
from oa_conformance.steps.verdict.folder import MARKER, FolderError, ResultFolder, open_folder
from oa_conformance.steps.verdict.results import ExampleResult
from oa_conformance.steps.verdict.terminal import Summary

BROKERED = ("registry_brokered",)
WHOLE = Scope()
HOSTILE = "an item that says \x1b[2J]]> <script>alert(1)</script> [bold]& 中文 \ud800\x00\u2028 end"


@pytest.fixture
def law(tmp_path: Path) -> Catalogue:
    return load(small_law.write(tmp_path / "law"))


def results_of(law: Catalogue, *different: ExampleResult) -> list[ExampleResult]:
    """Every example passed or gated, but those given."""
    told = {result.key: result for result in different}
    return [
        told.get(each.key) or ExampleResult(each.key, "gated" if each.needs else "passed", evidence=5, seconds=0.25)
        for each in law.examples()
    ]


def account(law: Catalogue, results: Sequence[ExampleResult], scope: Scope = WHOLE, spec: str = "reference") -> Account:
    started = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)
    return Account(
        verdict=judge(law, results, BROKERED, scope),
        host=Host(spec, "Reference", "1.2"),
        evidence=Evidence("a" * 40, True, "b" * 64, "c" * 64, 12),
        suite=Suite("d" * 64, "f" * 64, {"oa-conformance": "0.1.0"}),
        command=f"oa-conformance certify --host {spec}",
        repeat=f"oa-conformance certify --host {spec} --only",
        started=started,
        finished=started + timedelta(seconds=90),
        nonce="e" * 32,
        options=USUAL,
    )


FAILURE = ExampleResult(
    "IDENT-02/the-page-names/sister",
    "failed",
    code="WRONG_JOURNAL",
    expected="a rejection",
    found=HOSTILE,
    exchanges=(14,),
    lines=("#14 GET https://login.example.org/ -> 200",),
    offered=("the broker finds https://a.example/1",),
    evidence=5,
    seconds=1.5,
)


# the certificate


def test_a_certificate_says_what_was_judged_on_what_and_how(law: Catalogue) -> None:
    written = certificate.document(account(law, results_of(law)))
    assert written["certified"] is True
    assert written["scope"] == {
        "capabilities": ["registry_brokered"], "not_claimed": ["EVID-01"], "only": None, "interrupted": False
    }  # fmt: skip
    assert written["counts"] == {
        "PASS": 2, "FAIL": 0, "WARN": 0, "NOT-CLAIMED": 1, "NOT-EXERCISED": 0, "SUITE-ERROR": 0
    }  # fmt: skip
    assert written["release"] == {"release_id": "a" * 40, "bundled": True, "base_sha256": "b" * 64}
    assert written["cassettes"] == {"count": 12, "served_sha256": "c" * 64}
    assert written["run"]["started"] == "2026-03-01T08:00:00+00:00"
    assert written["run"]["seconds"] == 90.0
    assert [(each["id"], each["status"]) for each in written["clauses"]] == [
        ("IDENT-02", "PASS"),
        ("IDENT-04", "PASS"),
        ("EVID-01", "NOT-CLAIMED"),
    ]


def test_a_failure_is_in_the_certificate_with_its_reason(law: Catalogue) -> None:
    written = certificate.document(account(law, results_of(law, FAILURE)))
    assert written["certified"] is False
    assert written["objections"] == ["IDENT-02 FAIL: IDENT-02/the-page-names/sister (WRONG_JOURNAL)"]
    example = written["clauses"][0]["examples"][1]
    assert (example["outcome"], example["weight"], example["code"]) == ("failed", "fail", "WRONG_JOURNAL")
    assert (example["exchanges"], example["evidence"], example["transcript"]) == ([14], 5, None)


def test_an_example_that_never_ran_is_missing_and_not_passed(law: Catalogue) -> None:
    written = certificate.document(account(law, results_of(law)[1:]))
    example = written["clauses"][0]["examples"][0]
    assert (example["outcome"], example["weight"], example["evidence"]) == ("missing", "missing", 0)
    assert written["certified"] is False


def test_a_certificate_that_breaks_its_schema_is_refused(law: Catalogue) -> None:
    broken = replace(account(law, results_of(law)), nonce="short")
    with pytest.raises(CertificateError, match=re.escape("$.run.nonce")):
        certificate.document(broken)


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(validator("certificate").schema)


def test_a_certificate_is_readable_utf_8_whatever_the_host_said(law: Catalogue) -> None:
    content = certificate.dumps(certificate.document(account(law, results_of(law, FAILURE))))
    assert "中文" in content.decode("utf-8")
    assert json.loads(content)["clauses"][0]["examples"][1]["found"] == HOSTILE


# where results go


def test_a_transcript_is_written_once_and_named_by_its_digest(tmp_path: Path) -> None:
    folder = open_folder(tmp_path / "out")
    result = replace(FAILURE, transcript={"attempts": [], "said": "中文 \ud800"})
    kept = folder.keep(result)
    content = (tmp_path / "out" / "transcripts" / "IDENT-02/the-page-names/sister.json").read_bytes()
    assert kept == replace(result, transcript=None, transcript_sha256=sha256(content).hexdigest())
    assert "中文" in content.decode("utf-8")
    assert json.loads(content) == result.transcript


def test_reports_are_written_and_a_part_gets_no_certificate(law: Catalogue, tmp_path: Path) -> None:
    folder = open_folder(tmp_path / "out")
    names = [path.name for path in publish(account(law, results_of(law)), folder)]
    assert names == ["certificate.json", "report.html", "junit.xml"]
    part = account(law, results_of(law)[:3], Scope(frozenset({"IDENT-02"})))
    assert [path.name for path in publish(part, folder)] == ["results.json", "report.html", "junit.xml"]
    interrupted = account(law, results_of(law)[:3], Scope(interrupted=True))
    assert [path.name for path in publish(interrupted, folder)] == ["results.json", "report.html", "junit.xml"]
    assert publish(part, None) == []


def test_a_later_run_replaces_what_is_ours_and_leaves_the_rest(tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = open_folder(out)
    for name in ("certificate.json", "junit.xml", "report.html", "transcripts/A/b.json", "cassettes/base.yaml"):
        first.write(name, b"old")
    (out / "notes.txt").write_text("mine")
    open_folder(out)
    assert sorted(path.name for path in out.iterdir()) == [MARKER, "notes.txt"]
    assert (out / "notes.txt").read_text() == "mine"


def test_a_folder_with_files_of_others_is_refused_and_untouched(tmp_path: Path) -> None:
    (tmp_path / "certificate.json").write_text("mine")
    with pytest.raises(FolderError, match="holds files that are not ours; name an empty folder or a new one"):
        open_folder(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["certificate.json"]


def test_a_marker_that_is_not_ours_marks_nothing(tmp_path: Path) -> None:
    (tmp_path / MARKER).write_text("something else")
    with pytest.raises(FolderError, match="holds files that are not ours"):
        open_folder(tmp_path)


def test_a_link_is_removed_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "thesis.txt").write_text("mine")
    out = tmp_path / "out"
    open_folder(out)
    (out / "transcripts").symlink_to(precious)
    open_folder(out)
    assert (precious / "thesis.txt").read_text() == "mine"
    assert not (out / "transcripts").exists()


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(FolderError, match=re.escape(str(path))):
            open_folder(path)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ResultFolder(tmp_path)
    folder.write("certificate.json", b"old")

    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", no_space)
    with pytest.raises(FolderError, match=r"certificate.json: cannot be written: No space left on device"):
        folder.write("certificate.json", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["certificate.json"]
    assert (tmp_path / "certificate.json").read_bytes() == b"old"


# JUnit


def cases(content: bytes) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(content)
    return {f"{case.get('classname')}/{case.get('name')}": case for case in root.iter("testcase")}


def test_junit_has_a_case_an_example_and_a_suite_a_chapter(law: Catalogue) -> None:
    content = junit.document(account(law, results_of(law, FAILURE)))
    root = ElementTree.fromstring(content)
    assert [(suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("skipped")) for suite in root] == [
        ("IDENT identity", "4", "1", "0"),
        ("EVID evidence", "2", "0", "1"),
    ]
    assert (root.get("tests"), root.get("failures"), root.get("errors"), root.get("time")) == ("6", "1", "0", "2.750")
    failure = cases(content)["IDENT-02/The page names sister"].find("failure")
    assert failure is not None
    assert failure.get("type") == "WRONG_JOURNAL"
    assert "#14 GET https://login.example.org/ -> 200" in (failure.text or "")
    skipped = cases(content)["EVID-01/An opened text is quoted"].find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "NOT-CLAIMED: needs fulltext"


def test_junit_calls_a_warning_no_failure_and_a_missing_example_one(law: Catalogue) -> None:
    warned = replace(FAILURE, key="IDENT-04/a-doubtful-page-is-not-used")
    content = cases(junit.document(account(law, results_of(law, warned)[1:])))
    assert content["IDENT-04/A doubtful page is not used"].find("failure") is None
    assert "WARN" in content["IDENT-04/A doubtful page is not used"].findtext("system-out", "")
    missing = content["IDENT-02/The page names the journal"].find("failure")
    assert missing is not None
    assert missing.get("type") == "NEVER_RUN"


def test_junit_tells_our_faults_from_the_hosts(law: Catalogue) -> None:
    fault = ExampleResult("IDENT-02/the-page-names/sister", "suite_error", code="SUITE_ERROR", found="KeyError: 'x'")
    error = cases(junit.document(account(law, results_of(law, fault))))["IDENT-02/The page names sister"].find("error")
    assert error is not None
    assert error.get("message") == "KeyError: 'x'"


# the page


def test_the_page_needs_nothing_else_and_runs_nothing(law: Catalogue) -> None:
    page = html.page(account(law, results_of(law, FAILURE))).decode("utf-8")
    assert "<h1>Not certified</h1>" in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert not re.search(r"<script|<link|<img|src=|href=|url\(", page)
    assert '<details id="IDENT-02" open>' in page
    assert '<details id="IDENT-04">' in page
    assert "#14 GET https://login.example.org/ -&gt; 200" in page


def test_the_page_says_what_is_certified(law: Catalogue) -> None:
    page = html.page(account(law, results_of(law))).decode("utf-8")
    assert "<h1>Certified for registry_brokered</h1>" in page
    assert "<tr><th>Not claimed</th><td>EVID-01</td></tr>" in page


# the summary


def told(account: Account, files: Sequence[Path] = (), *, terminal: bool = False, width: int = 60) -> str:
    text = io.StringIO()
    console = Console(file=text, force_terminal=terminal, width=width, highlight=False, markup=False, emoji=False)
    Summary(console, account).show(files)
    return text.getvalue()


def test_the_summary_goes_chapter_by_chapter_and_ends_with_the_files(law: Catalogue) -> None:
    assert told(account(law, results_of(law)), [Path("out/certificate.json")]).splitlines() == [
        "Reference 1.2 (reference) on release aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa (bundled)",
        "IDENT   identity          2 PASS",
        "EVID    evidence          1 NOT-CLAIMED",
        "",
        "3 clauses: 2 PASS, 1 NOT-CLAIMED",
        "6 examples in 90.0 s, 30 exchanges served",
        "claimed: registry_brokered",
        "NOT-CLAIMED (needs fulltext): EVID-01",
        "CERTIFIED for registry_brokered",
        "What was not exercised is never shown as passed.",
        "  out/certificate.json",
    ]


def test_a_failure_is_told_with_its_proof_and_how_to_repeat_it(law: Catalogue) -> None:
    lines = told(account(law, results_of(law, FAILURE))).splitlines()
    first = lines.index("  FAIL  IDENT-02 (MUST) A record of another journal is rejected")
    assert lines[first + 1 : first + 8] == [
        "    example   The page names sister",
        "    offered   the broker finds https://a.example/1",
        "    expected  a rejection",
        "    found     WRONG_JOURNAL: an item that says �[2J]]> <script>alert(1)</script> [bold]& 中文 ��� end",
        "    on wire   #14 GET https://login.example.org/ -> 200",
        "    stands in 09-identity/hosts.feature:23 (protocol: Shared-host rule)",
        "    repeat    oa-conformance certify --host reference --only IDENT-02",
    ]
    assert "NOT CERTIFIED" in lines
    assert "  FAIL IDENT-02" in lines


def test_what_was_never_run_is_told_as_such(law: Catalogue) -> None:
    lines = told(account(law, results_of(law)[1:])).splitlines()
    assert "  NOT-EXERCISED  IDENT-02 (MUST) A record of another journal is rejected" in lines
    assert "    found     it was never run" in lines


def test_warnings_and_advisories_are_told(law: Catalogue) -> None:
    warned = replace(FAILURE, key="IDENT-04/a-doubtful-page-is-not-used", found="a citation")
    lines = told(account(law, [*results_of(law, warned), advised(law)])).splitlines()
    assert "  WARN  IDENT-04 (SHOULD) A doubtful page is left alone" in lines
    assert "    A doubtful page is not used: WRONG_JOURNAL: a citation" in lines
    assert "advisory another word was used (IDENT-02)" in lines
    assert "CERTIFIED for registry_brokered" in lines


def advised(law: Catalogue) -> ExampleResult:
    return replace(results_of(law)[0], advisories=("another word was used",))


def test_a_part_is_called_a_part(law: Catalogue) -> None:
    scope = Scope(frozenset({"IDENT-02"}))
    assert "no certificate; of 1 clause none against the host" in told(account(law, results_of(law)[:3], scope))
    assert "no certificate; of 1 clause 1 against the host" in told(account(law, results_of(law)[:2], scope))
    assert "INTERRUPTED: no certificate" in told(account(law, results_of(law)[:1], Scope(interrupted=True)))


def test_on_a_terminal_lines_are_coloured_and_wrapped_beneath_their_text(law: Catalogue) -> None:
    text = told(account(law, results_of(law, FAILURE)), terminal=True)
    assert "\x1b[1;31mFAIL\x1b[0m" in text
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()
    at = next(number for number, line in enumerate(plain) if "found     WRONG_JOURNAL" in line)
    assert plain[at + 1].startswith(" " * 14)
    assert all(len(line) <= 60 for line in plain if "repeat" not in line)
