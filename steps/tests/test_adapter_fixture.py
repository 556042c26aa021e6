"""A project that lives in pytest: the verdict at the end of its run, and its certificate."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from oa_conformance.steps.catalogue import shipped
from oa_conformance.steps.doors.identity import Identity
from oa_conformance.steps.recorder import SESSION, Recorder
from oa_conformance.steps.session import Session
from oa_conformance.steps.tests.small_law import StandInDoor, enact, repeal
from oa_conformance.steps.verdict.results import ExampleResult

pytest_plugins = ["pytester"]

CONFTEST = """
import pytest

@pytest.fixture(scope="session")
def adapter():
    return {adapter}
"""
MODULE = "from oa_conformance.steps.plugin import load_features\nload_features({only})\n"
SILENT = "type('Host', (), dict(name='h', version='1', capabilities=['registry_brokered'], run=lambda *_: None))()"

Law = Callable[..., None]


@pytest.fixture
def small_law(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Law]:
    def enacted(ends: Mapping[str, str] = {}) -> None:
        door = StandInDoor(("registry_brokered", "fulltext"))
        enact(monkeypatch, tmp_path_factory.mktemp("law"), ends, door)

    yield enacted
    repeal()


def project(pytester: pytest.Pytester, *, adapter: str = "'some host'", only: str = "") -> Path:
    tests = pytester.mkdir("tests")
    (tests / "conftest.py").write_text(CONFTEST.format(adapter=adapter))
    (tests / "test_protocol.py").write_text(MODULE.format(only=only))
    return pytester.path / "out"


def test_a_whole_run_ends_with_the_verdict_and_a_certificate(pytester: pytest.Pytester, small_law: Law) -> None:
    small_law()
    out = project(pytester)
    result = pytester.runpytest("--oa-out", "out")
    assert result.ret == 0
    result.stdout.fnmatch_lines([
        "*= protocol =*",
        "3 clauses: 3 PASS",
        "CERTIFIED for fulltext, registry_brokered",
        "*out/certificate.json",
    ])  # fmt: skip
    certificate = json.loads((out / "certificate.json").read_text("utf-8"))
    assert certificate["certified"] is True
    assert certificate["host"]["name"] == "stand-in"
    assert certificate["host"]["spec"] == "some host"
    for clause in certificate["clauses"]:
        for example in clause["examples"]:
            assert (out / example["transcript"]["file"]).is_file()


def test_a_warning_is_named_and_does_not_stand_in_the_way(pytester: pytest.Pytester, small_law: Law) -> None:
    small_law({"IDENT-04/a-doubtful-page-is-not-used": "fails", "IDENT-02/the-page-names/sister": "advises"})
    out = project(pytester)
    result = pytester.runpytest("--oa-out", "out")
    assert result.ret == 0
    result.stdout.fnmatch_lines([
        "  WARN  IDENT-04 (SHOULD) A doubtful page is left alone",
        "3 clauses: 2 PASS, 1 WARN",
        "advisory tolerated (IDENT-02)",
        "CERTIFIED*",
    ])  # fmt: skip
    assert json.loads((out / "certificate.json").read_text("utf-8"))["counts"]["WARN"] == 1


def test_a_failure_is_certified_as_one(pytester: pytest.Pytester, small_law: Law) -> None:
    small_law({"IDENT-02/the-page-names/sister": "fails"})
    out = project(pytester)
    result = pytester.runpytest("--oa-out", "out")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["NOT CERTIFIED", "  FAIL IDENT-02"])
    assert json.loads((out / "certificate.json").read_text("utf-8"))["certified"] is False


@pytest.mark.parametrize("options", [["-k", "sister"], ["-m", "accept"], ["--oa-only", "IDENT-04"], ["-x"]])
def test_a_part_gets_no_certificate(pytester: pytest.Pytester, small_law: Law, options: list[str]) -> None:
    small_law({"IDENT-02/the-page-names-the-journal": "fails"})
    out = project(pytester)
    result = pytester.runpytest("--oa-out", "out", *options)
    result.stdout.fnmatch_lines(["PART OF THE CLAUSES, no certificate*"])
    assert not (out / "certificate.json").exists()


def test_a_folder_of_others_is_refused_before_anything_runs(pytester: pytest.Pytester, small_law: Law) -> None:
    small_law()
    project(pytester).mkdir()
    (pytester.path / "out" / "thesis.txt").write_text("mine")
    result = pytester.runpytest("--oa-out", "out")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --oa-out out: holds files that are not ours*"])


def test_a_project_without_the_features_hears_nothing_of_us(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_own(): pass")
    result = pytester.runpytest()
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*protocol*")


def test_a_worker_process_sends_its_results_to_its_controller(pytester: pytest.Pytester) -> None:
    config = pytester.parseconfig()
    controller = Recorder(config)
    found = ExampleResult("IDENT-02/頁", "failed", code="X", exchanges=(1,), transcript={"attempts": []})
    report = pytest.TestReport("a::b", ("a", 1, "b"), {}, "failed", None, "call")
    described = {"name": "h", "version": "1", "capabilities": ["pdf"]}
    in_worker = Session()
    identity = {"of": "the module h", "sha256": "a" * 64}
    in_worker.introduce(json.dumps({"description": described, "spec": "python:h:make", "identity": identity}))
    vars(report).update(oa_result=found.dumps(), oa_host=in_worker.introduction())
    sent = config.hook.pytest_report_to_serializable(config=config, report=report)
    received = config.hook.pytest_report_from_serializable(config=config, data=json.loads(json.dumps(sent)))
    controller.pytest_runtest_logreport(received)
    session = config.stash[SESSION]
    assert session.results == [ExampleResult("IDENT-02/頁", "failed", code="X", exchanges=(1,))]
    assert (session.description, session.spec) == (described, "python:h:make")
    assert session.identity == Identity("the module h", "a" * 64)


def test_a_spec_from_the_fixture_is_run(pytester: pytest.Pytester) -> None:
    project(pytester, adapter="'reference'", only="['IDENT-02']")
    result = pytester.runpytest_subprocess("-q")
    result.assert_outcomes(passed=len(shipped().by_id["IDENT-02"].examples))
    result.stdout.fnmatch_lines(["1 clause: 1 PASS"])


def test_an_object_from_the_fixture_is_run(pytester: pytest.Pytester) -> None:
    project(pytester, adapter=SILENT, only="['IDENT-02']")
    result = pytester.runpytest_subprocess("-q")
    result.assert_outcomes(failed=len(shipped().by_id["IDENT-02"].examples))
    result.stdout.fnmatch_lines(["*REPORT_INVALID*", "1 clause: 1 FAIL"])
