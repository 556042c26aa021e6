"""The one function that computes verdicts."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oa_conformance.steps.catalogue import Catalogue, Clause, Example
from oa_conformance.steps.verdict.clauses import Scope, judge
from oa_conformance.steps.verdict.finding import Finding, SuiteFault
from oa_conformance.steps.verdict.results import Beside, ExampleResult, Unexercised, classified, lines_of, loads

BROKERED = ("registry_brokered",)


def example(key: str, kind: str = "accept", *, interpretation: bool = False, needs: tuple[str, ...] = ()) -> Example:
    clause_id = key.split("/", maxsplit=1)[0]
    return Example(
        key, clause_id, key, key, kind == "accept", kind == "reject", interpretation, frozenset(needs), line=1
    )


def clause(level: str, *examples: Example) -> Clause:
    name = examples[0].clause_id
    return Clause(name, level, "A sentence", name.split("-")[0], "a.feature", 1, "Section", None, False, None, examples)


def two(level: str = "MUST", name: str = "URL-01") -> Clause:
    return clause(level, example(f"{name}/a"), example(f"{name}/r", "reject"))


def passed(key: str) -> ExampleResult:
    return ExampleResult(key, "passed", evidence=3)


def ended(key: str, outcome: str) -> ExampleResult:
    return ExampleResult(key, outcome, code="CODE", evidence=3)  # type: ignore[arg-type]


def status(law: Clause, *results: ExampleResult, capabilities: tuple[str, ...] = BROKERED) -> str:
    (verdict,) = judge(Catalogue((law,)), results, capabilities).clauses
    return verdict.status


@pytest.mark.parametrize(
    ("level", "outcome", "expected"),
    [
        ("MUST", "passed", "PASS"),
        ("MUST", "failed", "FAIL"),
        ("MUST NOT", "failed", "FAIL"),
        ("SHOULD", "failed", "WARN"),
        ("MAY", "failed", "FAIL"),
        ("MUST", "not_run", "FAIL"),
        ("SHOULD", "not_run", "WARN"),
        ("MUST", "unexercised", "NOT-EXERCISED"),
        ("SHOULD", "unexercised", "NOT-EXERCISED"),
        ("MAY", "unexercised", "PASS"),
        ("MUST", "suite_error", "SUITE-ERROR"),
        ("SHOULD", "suite_error", "SUITE-ERROR"),
        ("MUST", "gated", "NOT-EXERCISED"),
    ],
)
def test_one_example_of_two_decides(level: str, outcome: str, expected: str) -> None:
    assert status(two(level), passed("URL-01/a"), ended("URL-01/r", outcome)) == expected


def test_a_missing_example_never_passes() -> None:
    assert status(two(), passed("URL-01/a")) == "NOT-EXERCISED"
    assert status(two("MAY"), passed("URL-01/a")) == "NOT-EXERCISED"


def test_a_pass_without_evidence_is_none() -> None:
    assert status(two(), passed("URL-01/a"), replace(passed("URL-01/r"), evidence=0)) == "NOT-EXERCISED"
    assert status(two(), passed("URL-01/a"), replace(passed("URL-01/r"), floor_missing=("x",))) == "NOT-EXERCISED"


def test_a_refusal_alone_proves_nothing() -> None:
    law = clause("MUST", example("EVID-01/a", needs=("fulltext",)), example("EVID-01/r", "reject"))
    assert status(law, passed("EVID-01/r")) == "NOT-CLAIMED"
    assert status(law, ended("EVID-01/r", "failed")) == "FAIL"


def test_a_may_that_nobody_uses_is_not_claimed() -> None:
    assert status(two("MAY"), ended("URL-01/a", "unexercised"), ended("URL-01/r", "unexercised")) == "NOT-CLAIMED"


def test_an_interpretation_that_fails_warns_and_what_else_fails_decides() -> None:
    law = clause("MUST", example("URL-01/a"), example("URL-01/r", "reject", interpretation=True))
    assert status(law, passed("URL-01/a"), ended("URL-01/r", "failed")) == "WARN"
    assert status(law, passed("URL-01/a"), ended("URL-01/r", "unexercised")) == "WARN"
    assert status(law, ended("URL-01/a", "failed"), ended("URL-01/r", "failed")) == "FAIL"
    assert status(law, passed("URL-01/a")) == "NOT-EXERCISED"


def test_what_is_not_claimed_is_not_judged_and_what_is_claimed_is() -> None:
    law = clause("MUST", example("EVID-01/a", needs=("fulltext",)), example("EVID-01/r", "reject", needs=("fulltext",)))
    results = [passed("EVID-01/a"), passed("EVID-01/r")]
    assert status(law, *results) == "NOT-CLAIMED"
    assert status(law, *results, capabilities=(*BROKERED, "fulltext")) == "PASS"
    assert status(law, capabilities=(*BROKERED, "fulltext")) == "NOT-EXERCISED"


def test_the_last_result_of_an_example_counts() -> None:
    assert status(two(), passed("URL-01/a"), passed("URL-01/r"), ended("URL-01/r", "failed")) == "FAIL"


GOOD = [passed("URL-01/a"), passed("URL-01/r")]


def test_certified_means_that_nothing_stands_against_the_host() -> None:
    verdict = judge(Catalogue((two(),)), GOOD, BROKERED)
    assert (verdict.certified, verdict.exit_code, verdict.objections) == (True, 0, ())


def test_a_failure_is_objected_to_by_name() -> None:
    verdict = judge(Catalogue((two(),)), [GOOD[0], ended("URL-01/r", "failed")], BROKERED)
    assert (verdict.certified, verdict.exit_code) == (False, 1)
    assert verdict.objections == (
        "URL-01 FAIL: URL-01/r (CODE)",
        "capability registry_brokered: no clause that needs it passed",
    )


def test_a_claim_without_a_pass_stands_against_the_host() -> None:
    verdict = judge(Catalogue((two(),)), GOOD, (*BROKERED, "pdf"))
    assert verdict.objections == ("capability pdf: no clause that needs it passed",)
    assert (verdict.certified, verdict.exit_code) == (False, 1)


def test_a_claim_is_proved_by_an_example_that_needs_it() -> None:
    law = clause("MUST", example("EVID-01/a", needs=("fulltext",)))
    results = [*GOOD, passed("EVID-01/a")]
    assert judge(Catalogue((two(), law)), results, (*BROKERED, "fulltext")).certified


def test_the_mandatory_capability_must_be_claimed_and_proved() -> None:
    law = clause("MUST", example("EVID-01/a", needs=("fulltext",)))
    verdict = judge(Catalogue((law,)), [passed("EVID-01/a")], ("fulltext",))
    assert verdict.objections == ("capability registry_brokered: no clause that needs it passed",)


@pytest.mark.parametrize("outcome", ["failed", "unexercised"])
def test_a_should_does_not_stand_in_the_way(outcome: str) -> None:
    law = Catalogue((two(), two("SHOULD", "URL-02")))
    verdict = judge(law, [*GOOD, passed("URL-02/a"), ended("URL-02/r", outcome)], BROKERED)
    assert (verdict.certified, verdict.exit_code) == (True, 0)


def test_a_wrong_may_stands_in_the_way() -> None:
    law = Catalogue((two(), two("MAY", "URL-02")))
    assert judge(law, [*GOOD, ended("URL-02/a", "failed")], BROKERED).exit_code == 1


def test_a_fault_of_the_suite_is_no_verdict() -> None:
    assert judge(Catalogue((two(),)), [GOOD[0], ended("URL-01/r", "suite_error")], BROKERED).exit_code == 2
    assert judge(Catalogue((two(),)), [*GOOD, passed("URL-09/a")], BROKERED).exit_code == 2


def test_no_result_is_no_verdict() -> None:
    assert judge(Catalogue((two(),)), [], BROKERED).exit_code == 2
    assert judge(Catalogue(()), [], BROKERED).exit_code == 2


def test_an_interrupted_run_is_never_certified() -> None:
    verdict = judge(Catalogue((two(),)), GOOD, BROKERED, Scope(interrupted=True))
    assert (verdict.certified, verdict.exit_code) == (False, 130)


def test_a_part_is_judged_and_never_certified() -> None:
    law = Catalogue((two(), two("MUST", "URL-02")))
    verdict = judge(law, GOOD, BROKERED, Scope(frozenset({"URL-01"})))
    assert [each.clause.id for each in verdict.clauses] == ["URL-01"]
    assert (verdict.certified, verdict.exit_code) == (False, 0)
    assert judge(law, [ended("URL-01/a", "failed")], BROKERED, Scope(frozenset({"URL-01"}))).exit_code == 1
    assert judge(law, [], BROKERED, Scope(frozenset({"URL-01"}))).exit_code == 2


# properties

LAW = Catalogue(
    (
        two(),
        two("MUST NOT", "URL-02"),
        two("SHOULD", "URL-03"),
        two("MAY", "URL-04"),
        clause("MUST", example("EVID-01/a", needs=("fulltext",)), example("EVID-01/r", "reject")),
        clause("MUST", example("IDENT-01/a"), example("IDENT-01/r", "reject", interpretation=True)),
    )
)
OUTCOMES = ["passed", "failed", "unexercised", "suite_error", "gated", "not_run"]
RESULTS = st.fixed_dictionaries(
    {},
    optional={
        each.key: st.builds(
            ExampleResult,
            st.just(each.key),
            st.sampled_from(OUTCOMES),
            evidence=st.integers(0, 2),
            floor_missing=st.sampled_from([(), ("a page",)]),
        )
        for each in LAW.examples()
    },
)
CAPABILITIES = st.sampled_from([BROKERED, (*BROKERED, "fulltext"), ()])
SCOPES = st.builds(
    Scope, only=st.none() | st.frozensets(st.sampled_from(sorted(LAW.by_id)), min_size=1), interrupted=st.booleans()
)


@given(RESULTS, CAPABILITIES, SCOPES)
def test_only_examples_that_passed_on_evidence_make_a_pass(
    results: dict[str, ExampleResult], capabilities: tuple[str, ...], scope: Scope
) -> None:
    for each in judge(LAW, results.values(), capabilities, scope).clauses:
        held = [
            one.example
            for one in each.examples
            if one.result and one.result.outcome == "passed" and one.result.evidence and not one.result.floor_missing
        ]
        if each.status == "PASS":
            assert any(one.accept for one in held)
        if not held:
            assert each.status != "PASS"


@given(RESULTS, CAPABILITIES, SCOPES)
def test_certificate_exit_code_and_objections_agree(
    results: dict[str, ExampleResult], capabilities: tuple[str, ...], scope: Scope
) -> None:
    verdict = judge(LAW, results.values(), capabilities, scope)
    if verdict.certified:
        assert verdict.exit_code == 0
        assert not verdict.objections
        assert scope == Scope()
        assert {each.status for each in verdict.clauses if each.clause.mandatory} <= {"PASS", "WARN", "NOT-CLAIMED"}
    elif scope.only is None:
        assert verdict.exit_code != 0


@given(RESULTS, CAPABILITIES, st.sampled_from(sorted(LAW.by_key)), st.sampled_from(OUTCOMES[1:]))
def test_a_worse_result_never_certifies(
    results: dict[str, ExampleResult], capabilities: tuple[str, ...], key: str, outcome: str
) -> None:
    better = results | {key: passed(key)}
    after = judge(LAW, (results | {key: ended(key, outcome)}).values(), capabilities)
    assert judge(LAW, better.values(), capabilities).certified or not after.certified
    hard = LAW.by_id[key.split("/", maxsplit=1)[0]].mandatory and not LAW.by_key[key].interpretation
    if outcome == "failed" and hard and LAW.by_key[key].needs <= set(capabilities):
        assert not after.certified


@given(RESULTS, CAPABILITIES)
def test_the_order_of_results_does_not_matter(results: dict[str, ExampleResult], capabilities: tuple[str, ...]) -> None:
    one = judge(LAW, results.values(), capabilities)
    other = judge(LAW, reversed(results.values()), capabilities)
    assert one == other


# results


def test_how_an_example_ends_says_what_came_of_it() -> None:
    finding = Finding("FOREIGN_HOST", "no request", "a request", [4, 5])
    assert classified("k", None, 1.5) == ExampleResult("k", "passed", seconds=1.5)
    failed = classified("k", finding, 0)
    assert (failed.outcome, failed.code, failed.expected, failed.found) == (
        "failed",
        "FOREIGN_HOST",
        "no request",
        "a request",
    )
    assert failed.exchanges == (4, 5)
    assert classified("k", Finding("HOST_NOT_RUN", "a", "b"), 0).outcome == "not_run"
    assert classified("k", Unexercised(["the page"]), 0).floor_missing == ("the page",)
    assert classified("k", Unexercised([]), 0).found == "no exchange was served"


@pytest.mark.parametrize("error", [SuiteFault("no such\nsource"), AssertionError("no such source"), KeyError("x")])
def test_what_is_no_finding_is_a_fault_of_the_suite(error: Exception) -> None:
    result = classified("k", error, 0)
    assert result.outcome == "suite_error"
    assert "\n" not in result.found


def test_a_fault_of_the_suite_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        judge(None, [], BROKERED)  # type: ignore[arg-type]
    except AttributeError as error:
        found = classified("k", error, 0).found
    assert "(steps/verdict/clauses.py:" in found


def test_a_result_travels_as_a_line_of_ascii() -> None:
    result = replace(passed("URL-01/頁"), exchanges=(1, 2), offered=("a\ud800",), transcript={"attempts": [{"n": [1]}]})
    line = result.dumps()
    assert line.isascii()
    assert loads(line) == result


def test_wire_records_are_shown_as_a_person_reads_them() -> None:
    request = {
        "kind": "request", "n": 2, "method": "POST", "url": "https://b.example/s", "body": '{"domains": []}',
        "status": 200, "fault": None, "refused": None,
    }  # fmt: skip
    late = request | {
        "n": 3,
        "method": "GET",
        "body": None,
        "status": None,
        "fault": "refused",
        "refused": "it is over",
    }
    escape = {"kind": "escape", "n": 4, "what": "subprocess.Popen", "detail": "curl"}
    transcript = {"attempts": [{"result": {"wire": [request, late]}}, {"result": {"wire": [escape]}}]}
    assert lines_of(transcript, [4, 2, 3, 9, 2]) == (
        "#4 escape: subprocess.Popen curl",
        '#2 POST https://b.example/s {"domains": []} -> 200',
        "#3 GET https://b.example/s -> refused (refused: it is over)",
    )


# what an example shows against other clauses


def against(clause_id: str, *, reading: bool = False) -> Beside:
    return Beside(clause_id, reading, "ELSEWHERE", "one thing", "another", (2,), ("#2 GET x",))


def law_of_two(level: str = "MUST") -> Catalogue:
    return Catalogue((two(name="URL-01"), two(level, "SEC-03")))


def all_passed(*beside: Beside) -> list[ExampleResult]:
    found = [passed(f"{name}/{part}") for name in ("URL-01", "SEC-03") for part in ("a", "r")]
    return [replace(found[0], beside=beside), *found[1:]]


@pytest.mark.parametrize(
    ("level", "reading", "expected"),
    [("MUST", False, "FAIL"), ("MUST NOT", False, "FAIL"), ("SHOULD", False, "WARN"), ("MUST", True, "WARN")],
)
def test_a_clause_broken_in_another_clauses_example_is_broken(level: str, reading: bool, expected: str) -> None:
    found = judge(law_of_two(level), all_passed(against("SEC-03", reading=reading)), BROKERED)
    assert [each.status for each in found.clauses] == ["PASS", expected]
    told = found.clauses[1].examples[-1]
    assert (told.example.key, told.result.code, told.result.lines) == ("URL-01/a", "ELSEWHERE", ("#2 GET x",))  # type: ignore[union-attr]


def test_a_reading_does_not_hide_what_is_worse() -> None:
    found = judge(law_of_two(), all_passed(against("SEC-03", reading=True), against("SEC-03")), BROKERED)
    assert found.clauses[1].status == "FAIL"
    assert [each.example.key for each in found.clauses[1].examples] == ["SEC-03/a", "SEC-03/r", "URL-01/a"]


def test_a_part_is_held_to_its_own_clauses_alone() -> None:
    found = judge(law_of_two(), all_passed(against("SEC-03")), BROKERED, Scope(frozenset({"URL-01"})))
    assert [(each.clause.id, each.status) for each in found.clauses] == [("URL-01", "PASS")]


def test_one_trial_in_which_it_was_broken_is_enough() -> None:
    again = [replace(each, trial=2, beside=()) for each in all_passed()]
    found = judge(law_of_two(), [*all_passed(against("SEC-03")), *again], BROKERED, Scope(trials=2))
    assert [each.status for each in found.clauses] == ["PASS", "FAIL"]


def test_what_stands_against_other_clauses_travels_with_the_result() -> None:
    result = replace(passed("URL-01/a"), beside=(against("SEC-03"),))
    assert loads(result.dumps()) == result


def test_what_stands_in_a_report_is_told_as_text_whatever_it_is() -> None:
    finding = Finding("NO_DEDUPE_KEY", "the key of an item", None)
    assert (finding.found, str(finding)) == ("None", "NO_DEDUPE_KEY: expected the key of an item; found None")
