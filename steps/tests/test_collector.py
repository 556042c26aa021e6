"""Features become pytest tests that see our steps alone, and their ends become results."""

import textwrap
import types
from collections.abc import Callable, Iterator, Mapping

import pytest
from pytest_bdd import parsers, then

from oa_conformance.steps import catalogue, collector, lookup, session
from oa_conformance.steps.doors.outcome import HostUnusable
from oa_conformance.steps.tests.small_law import StandInDoor, definitions, enact, repeal

pytest_plugins = ["pytester"]

Enact = Callable[..., None]


@pytest.fixture
def law(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Enact]:
    def enacted(ends: Mapping[str, str] = {}, door: object | None = None) -> None:
        enact(monkeypatch, tmp_path_factory.mktemp("law"), ends, door)

    yield enacted
    repeal()


CONFTEST = "import pytest\n@pytest.fixture\ndef adapter():\n    return 'python:some.host:make'\n"
MODULE = "from oa_conformance.steps.plugin import load_features\nload_features({only})\n"


def project(pytester: pytest.Pytester, only: str = "", **files: str) -> None:
    tests = pytester.mkdir("tests")
    (tests / "conftest.py").write_text(CONFTEST)
    (tests / "test_protocol.py").write_text(MODULE.format(only=only))
    for name, text in files.items():
        (tests / f"{name}.py").write_text(text)


def outcomes(result: pytest.RunResult) -> dict[str, int]:
    """What became of the tests; pytest's own warnings about how this checkout is installed do not count."""
    return {name: count for name, count in result.parseoutcomes().items() if not name.startswith("warning")}


def test_a_project_runs_every_example_with_its_own_adapter(pytester: pytest.Pytester, law: Enact) -> None:
    law()
    project(pytester)
    result = pytester.runpytest("--strict-markers", "-v")
    result.assert_outcomes(passed=5, skipped=1)
    result.stdout.fnmatch_lines([
        "*::09-identity/hosts::test_IDENT_02_The_page_names_the_journal PASSED*",
        "*::09-identity/hosts::test_IDENT_02_The_page_names_journal[[]sister-holds[]] PASSED*",
    ])  # fmt: skip


def test_what_is_not_claimed_is_skipped_by_name(pytester: pytest.Pytester, law: Enact) -> None:
    law()
    project(pytester)
    result = pytester.runpytest("-rs")
    result.stdout.fnmatch_lines(["SKIPPED*10-evidence/texts.feature:12: not claimed: fulltext"])


def test_what_is_claimed_runs(pytester: pytest.Pytester, law: Enact) -> None:
    law(door=StandInDoor(("registry_brokered", "fulltext")))
    project(pytester)
    pytester.runpytest().assert_outcomes(passed=6)


def test_a_finding_is_told_with_the_clause_and_the_request(pytester: pytest.Pytester, law: Enact) -> None:
    law({"IDENT-02/the-page-names/sister": "fails"})
    project(pytester)
    result = pytester.runpytest()
    result.assert_outcomes(passed=4, skipped=1, failed=1)
    result.stdout.fnmatch_lines([
        "IDENT-02 (MUST) A record of another journal is rejected",
        "example   The page names sister",
        "offered   the broker finds https://a.example/1",
        "          its page is of another journal",
        "expected  a rejection",
        "found     WRONG_JOURNAL: an item that cites �[[]31mthat page�[[]0m",
        "on wire   #1 GET https://a.example/1 -> 200",
        "stands in 09-identity/hosts.feature:*(protocol: Shared-host rule)",
    ])  # fmt: skip


@pytest.mark.parametrize("end", ["asks nothing", "sees nothing", "is lost", "errs"])
def test_nothing_but_an_example_that_held_on_its_evidence_is_green(
    pytester: pytest.Pytester, law: Enact, end: str
) -> None:
    law({"IDENT-02/the-page-names/sister": end})
    project(pytester)
    pytester.runpytest().assert_outcomes(passed=4, skipped=1, failed=1)


@pytest.mark.parametrize("key", ["IDENT-04/a-doubtful-page-is-not-used", "EVID-01/a-snippet-is-not-quoted"])
def test_a_should_and_an_interpretation_warn(pytester: pytest.Pytester, law: Enact, key: str) -> None:
    law({key: "fails"})
    project(pytester)
    result = pytester.runpytest()
    assert result.ret == 0
    assert outcomes(result) == {"passed": 4, "skipped": 1, "warn": 1}


@pytest.mark.parametrize(("only", "count"), [("['IDENT-04']", 1), ("['IDENT']", 4), ("['IDENT-04', 'EVID-01']", 3)])
def test_a_part_can_be_loaded(pytester: pytest.Pytester, law: Enact, only: str, count: int) -> None:
    law()
    project(pytester, only)
    assert sum(outcomes(pytester.runpytest()).values()) == count


def test_an_option_narrows_further(pytester: pytest.Pytester, law: Enact) -> None:
    law()
    project(pytester, "['IDENT']")
    assert outcomes(pytester.runpytest("--oa-only", "IDENT-04")) == {"passed": 1}


def test_an_unknown_id_is_an_error(pytester: pytest.Pytester, law: Enact) -> None:
    law()
    project(pytester, "['IDENT-99']")
    result = pytester.runpytest()
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*'IDENT-99' is neither a clause nor a chapter of the protocol"])


def test_without_an_adapter_no_host_is_tested(pytester: pytest.Pytester, law: Enact) -> None:
    law()
    pytester.makepyfile(test_protocol=MODULE.format(only=""))
    result = pytester.runpytest()
    result.assert_outcomes(errors=6)
    result.stdout.fnmatch_lines(["no host to test: override the fixture 'adapter'*"])


def test_an_option_names_the_host(pytester: pytest.Pytester, law: Enact) -> None:
    law()
    pytester.makepyfile(test_protocol=MODULE.format(only=""))
    pytester.runpytest("--oa-host", "reference").assert_outcomes(passed=5, skipped=1)


def test_a_project_keeps_its_own_features_steps_and_fixtures(pytester: pytest.Pytester, law: Enact) -> None:
    law({"IDENT-02/the-page-names/sister": "fails"})
    own = """
        import pytest
        from pytest_bdd import given, scenarios, then, when
        scenarios("own.feature")

        @given("a world")
        def world(): pass

        @when("the host runs")
        def run(): pass

        @then("it holds")
        def holds(door): assert door == "oak"

        def test_steps_of_the_law_are_not_here(request):
            with pytest.raises(pytest.FixtureLookupError):
                request.getfixturevalue("scene")
    """
    project(pytester, test_own=textwrap.dedent(own))
    conftest = pytester.path / "tests" / "conftest.py"
    conftest.write_text(CONFTEST + "\n@pytest.fixture\ndef door():\n    return 'oak'\n")
    (pytester.path / "tests" / "own.feature").write_text(
        "Feature: Own\n  Scenario: Of wood\n    Given a world\n    When the host runs\n    Then it holds\n"
    )
    (pytester.path / "broken.feature").write_text("this is no Gherkin")
    pytester.runpytest().assert_outcomes(passed=6, skipped=1, failed=1)


def test_an_unusable_host_is_asked_once_and_named(
    pytester: pytest.Pytester, law: Enact, monkeypatch: pytest.MonkeyPatch
) -> None:
    law()
    asked: list[object] = []

    def unusable(adapter: object) -> None:
        asked.append(adapter)
        raise HostUnusable("some.host cannot be run: it has no factory 'make'")

    monkeypatch.setattr(session, "open_adapter", unusable)
    project(pytester)
    result = pytester.runpytest()
    result.assert_outcomes(errors=6)
    result.stdout.fnmatch_lines(["some.host cannot be run: it has no factory 'make'"])
    assert asked == ["python:some.host:make"]


def test_an_adapter_of_each_example_gets_a_door_of_each_example(
    pytester: pytest.Pytester, law: Enact, monkeypatch: pytest.MonkeyPatch
) -> None:
    law()
    doors: list[StandInDoor] = []
    monkeypatch.setattr(session, "open_adapter", lambda adapter: doors.append(StandInDoor()) or doors[-1])
    project(pytester)
    (pytester.path / "tests" / "conftest.py").write_text(
        "import pytest\n@pytest.fixture\ndef adapter(): return object()\n"
    )
    pytester.runpytest().assert_outcomes(passed=5, skipped=1)
    assert [door.closed for door in doors] == [True] * 6


def test_two_modules_may_not_define_the_same_step(law: Enact, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "step_modules", lambda: [definitions({}), definitions({})])
    collector.shared.cache_clear()
    with pytest.raises(RuntimeError, match="so does another module"):
        collector.shared()


def test_features_out_of_order_are_refused(pytester: pytest.Pytester, law: Enact) -> None:
    law()
    project(pytester)
    path = catalogue.FEATURES / "09-identity" / "hosts.feature"
    path.write_text(path.read_text("utf-8").replace("@SHOULD", ""), "utf-8")
    result = pytester.runpytest()
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*hosts.feature:*the Rule 'A doubtful page is left alone' needs exactly one level*"])


def test_a_step_that_two_definitions_claim_stops_the_collection(
    pytester: pytest.Pytester, law: Enact, monkeypatch: pytest.MonkeyPatch
) -> None:
    law()
    second = types.ModuleType("more")

    class Steps:
        @then(parsers.re("it (?P<end>holds)"))
        def judge_again(end: str) -> None:
            """Never called."""

    vars(second).update({name: value for name, value in vars(Steps).items() if name.startswith("pytestbdd")})
    monkeypatch.setattr(collector, "step_modules", lambda: [definitions({}), second])
    project(pytester)
    result = pytester.runpytest()
    assert "passed" not in outcomes(result)
    result.stdout.fnmatch_lines(["*hosts.feature:14: 'it holds' has 2 definitions: small_law.py:* judge, *judge_again"])


def test_a_definition_that_no_step_uses_stops_the_collection(
    pytester: pytest.Pytester, law: Enact, monkeypatch: pytest.MonkeyPatch
) -> None:
    law()
    second = types.ModuleType("more")

    class Steps:
        @then("nobody minds")
        def judge_nothing() -> None:
            """Never called."""

    vars(second).update({name: value for name, value in vars(Steps).items() if name.startswith("pytestbdd")})
    monkeypatch.setattr(collector, "step_modules", lambda: [definitions({}), second])
    project(pytester)
    result = pytester.runpytest()
    assert "passed" not in outcomes(result)
    result.stdout.fnmatch_lines(["*test_collector.py:* judge_nothing: no step uses this definition"])


def test_a_step_without_definition_is_a_fault_of_the_suite(pytester: pytest.Pytester, law: Enact) -> None:
    law()
    project(pytester)
    path = catalogue.FEATURES / "10-evidence" / "texts.feature"
    path.write_text(path.read_text("utf-8").replace("When the host runs", "When the host walks"), "utf-8")
    result = pytester.runpytest()
    result.assert_outcomes(passed=4, skipped=1, failed=1)
    result.stdout.fnmatch_lines(["*StepDefinitionNotFoundError*the host walks*"])


def test_pytest_bdd_searches_as_usual_once_an_example_is_over(pytester: pytest.Pytester, law: Enact) -> None:
    usual = lookup.RUNNER.find_fixturedefs_for_step
    law({"IDENT-02/the-page-names/sister": "errs"})
    project(pytester)
    pytester.runpytest().assert_outcomes(passed=4, skipped=1, failed=1)
    assert lookup.RUNNER.find_fixturedefs_for_step is usual
