"""What the kill matrix makes of verdicts and declarations."""

import json
from dataclasses import replace
from typing import Any

import pytest

from oa_conformance.steps.catalogue import Catalogue, Clause, Example
from oa_conformance.steps.commands.forks import Job
from oa_conformance.steps.commands.mutants import USUAL, in_turn
from oa_conformance.steps.verdict import matrix, matrix_page
from oa_conformance.steps.verdict.clauses import judge
from oa_conformance.steps.verdict.matrix import Declared, Matrix, MatrixError, Row
from oa_conformance.steps.verdict.results import ExampleResult

MUTANT = {
    "name": "accepts_subdomains",
    "kind": "mutant",
    "spec": "python:hosts:accepts_subdomains",
    "does": "Accepts a subdomain of the registered host.",
    "breaks": "URL-02",
    "turns": "FAIL",
    "reasons": ["FORBIDDEN_URL_REQUESTED"],
    "collateral": ["REDIR"],
}
VARIANT = {"name": "asks_in_another_order", "kind": "variant", "spec": "python:hosts:other", "does": "", "touches": []}
NULL = {"name": "silent", "kind": "null", "spec": "python:hosts:silent", "does": "Says nothing."}


def clause(clause_id: str, level: str = "MUST", readings: int = 0) -> Clause:
    """A clause of an accepting and three rejecting examples, the first rejecting ones ``readings`` of the protocol."""
    names = ("a", "r1", "r2", "r3")
    examples = tuple(
        Example(
            key=f"{clause_id}/{name}", clause_id=clause_id, name=name, scenario=name, accept=name == "a",
            reject=name != "a", interpretation=0 < number <= readings, needs=frozenset(), line=1,
        )
        for number, name in enumerate(names)
    )  # fmt: skip
    chapter = clause_id.partition("-")[0]
    return Clause(clause_id, level, "It holds", chapter, "a.feature", 1, "Section", None, False, None, examples)


LAW = Catalogue((clause("URL-01"), clause("URL-02", readings=1), clause("REDIR-01"), clause("IDENT-01", "SHOULD")))


def row_of(declared: dict[str, Any], **ends: str) -> Row:
    """The row of a host whose examples all pass, but for those that are said to end otherwise.

    They end with a code of Findings, ``gone`` (what it offers was never asked for) or ``SUITE_ERROR``; ``URL_02_r1`` is
    an example, ``URL_02`` all of a clause.
    """
    ended = {key.replace("_", "-"): code for key, code in ends.items()}
    results = []
    for clause in LAW.clauses:
        for each in clause.examples:
            code = ended.get(f"{clause.id}-{each.name}") or ended.get(clause.id, "")
            result = ExampleResult(each.key, "passed", evidence=2)
            if code == "gone":
                result = replace(result, outcome="unexercised", code="NOT_EXERCISED")
            elif code == "SUITE_ERROR":
                result = replace(result, outcome="suite_error", code=code, found="KeyError")
            elif code:
                result = replace(result, outcome="failed", code=code, found="what it did")
            results.append(result)
    verdict = judge(LAW, results, ("registry_brokered",))
    return matrix.row_of(matrix.declaration(declared, LAW), verdict, LAW, 1.5)


# what became of a host


def test_a_mutant_is_killed_by_the_example_that_fails_for_the_declared_reason() -> None:
    row = row_of(MUTANT, URL_02_r2="FORBIDDEN_URL_REQUESTED")
    assert row.problems == ()
    assert row.kill is not None
    assert (row.kill.example, row.kill.code, row.kill.found) == ("URL-02/r2", "FORBIDDEN_URL_REQUESTED", "what it did")
    assert row.collateral == ()


def test_a_mutant_that_nothing_catches_survives() -> None:
    row = row_of(MUTANT)
    assert row.problems == ("survived: URL-02 PASS",)
    assert row.kill is None


def test_a_mutant_that_only_never_ran_survives() -> None:
    assert row_of(MUTANT, URL_02="gone").problems == ("survived: URL-02 NOT-EXERCISED",)


def test_each_failing_example_must_fail_for_a_declared_reason() -> None:
    row = row_of(MUTANT, URL_02_r2="FORBIDDEN_URL_REQUESTED", URL_02_a="HOST_RAISED")
    assert row.problems == ("killed for HOST_RAISED in URL-02/a, not for FORBIDDEN_URL_REQUESTED",)


def test_a_broken_reading_warns_and_must_be_declared_so() -> None:
    row = row_of(MUTANT, URL_02_r1="FORBIDDEN_URL_REQUESTED")
    assert row.problems == ("URL-02 turned to WARN, not FAIL",)
    assert row_of({**MUTANT, "turns": "WARN"}, URL_02_r1="FORBIDDEN_URL_REQUESTED").problems == ()


def test_only_declared_collateral_may_turn_with_it() -> None:
    ends = {"URL_02_r2": "FORBIDDEN_URL_REQUESTED", "REDIR_01_r1": "WRONG_STATUS"}
    row = row_of(MUTANT, **ends)
    assert row.problems == ()
    assert [each.clause_id for each in row.collateral] == ["REDIR-01"]
    row = row_of({**MUTANT, "collateral": []}, **ends)
    assert row.problems == ("unexpected: REDIR-01 FAIL REDIR-01/r1 (WRONG_STATUS)",)
    row = row_of({**MUTANT, "collateral": ["ALL"]}, **ends, IDENT_01_a="NO_ITEM", URL_01_a="gone")
    assert row.problems == ()


def test_a_variant_stays_green() -> None:
    assert row_of(VARIANT).problems == ()
    assert row_of(VARIANT, URL_01_r1="WRONG_STATUS").problems == ("red: URL-01 FAIL URL-01/r1 (WRONG_STATUS)",)
    assert row_of(VARIANT, URL_01_a="gone").problems == ("red: URL-01 NOT-EXERCISED URL-01/a (NOT_EXERCISED)",)
    assert row_of(VARIANT, IDENT_01_a="NO_ITEM").problems == ("red: IDENT-01 WARN IDENT-01/a (NO_ITEM)",)


def test_a_null_host_earns_nothing() -> None:
    everything = {each.id.replace("-", "_"): "HOST_RAISED" for each in LAW.clauses}
    assert row_of(NULL, **everything).problems == ()
    assert row_of(NULL, **{**everything, "URL_01": ""}).problems == ("credited: URL-01 PASS",)


def test_a_warning_is_credit_where_an_accepting_example_passed() -> None:
    everything = {each.id.replace("-", "_"): "HOST_RAISED" for each in LAW.clauses}
    del everything["IDENT_01"]
    assert row_of(NULL, **everything, IDENT_01_r1="NO_ITEM").problems == ("credited: IDENT-01 WARN",)
    assert row_of(NULL, **everything, IDENT_01_a="NO_ITEM").problems == ()


def test_a_fault_of_the_suite_is_no_kill() -> None:
    row = row_of(MUTANT, URL_02_r2="SUITE_ERROR")
    assert row.problems == ("survived: URL-02 SUITE-ERROR",)
    assert row.suite_errors
    assert row.suite_errors[0].startswith("URL-02: ")
    assert Matrix((row,), 1.0, ()).exit_code == 2


def test_the_exit_code_is_that_of_the_worst_row() -> None:
    killed, survived = row_of(MUTANT, URL_02_r2="FORBIDDEN_URL_REQUESTED"), row_of(MUTANT)
    assert Matrix((killed,), 1.0, ()).exit_code == 0
    assert Matrix((killed, survived), 1.0, ()).exit_code == 1
    broken = matrix.row_of(matrix.declaration(MUTANT, LAW), judge(LAW, (), ()), LAW, 0.1, "its process ended with 9")
    assert broken.suite_errors == ("its process ended with 9",)
    assert Matrix((killed, broken), 1.0, ()).exit_code == 2


# what a declaration must have


@pytest.mark.parametrize(
    ("declared", "complaint"),
    [
        ({**MUTANT, "breaks": "URL-99"}, "accepts_subdomains breaks URL-99, which is no clause"),
        ({**MUTANT, "breaks": None}, "accepts_subdomains breaks None, which is no clause"),
        ({**MUTANT, "reasons": []}, "accepts_subdomains needs reasons, and turns its clause to FAIL or WARN"),
        ({**MUTANT, "turns": "PASS"}, "accepts_subdomains needs reasons, and turns its clause to FAIL or WARN"),
        ({**MUTANT, "collateral": ["NIX"]}, "accepts_subdomains names NIX, which is neither clause nor chapter"),
        ({**MUTANT, "kind": "mutation"}, "accepts_subdomains is a 'mutation', which is none of mutant, variant, null"),
        ({**MUTANT, "colour": "red"}, "accepts_subdomains declares colour, which is no part of a declaration"),
        ({**VARIANT, "breaks": "URL-01"}, "asks_in_another_order is a variant and breaks nothing"),
        ({**VARIANT, "touches": ["URL-77"]}, "asks_in_another_order names URL-77, which is neither clause nor chapter"),
    ],
)
def test_a_declaration_that_cannot_be_used_is_refused(declared: dict[str, Any], complaint: str) -> None:
    with pytest.raises(MatrixError) as raised:
        matrix.declarations([declared], LAW)
    assert str(raised.value) == complaint


def test_a_declaration_needs_all_its_parts_and_a_name_of_its_own() -> None:
    with pytest.raises(MatrixError, match=r"silent is declared without a part that it needs: .*'spec'"):
        matrix.declarations([{"name": "silent", "kind": "null", "does": ""}], LAW)
    with pytest.raises(MatrixError, match="silent is declared twice"):
        matrix.declarations([NULL, NULL], LAW)


def test_clauses_that_no_mutant_breaks_are_named() -> None:
    assert matrix.uncovered(matrix.declarations([MUTANT, VARIANT, NULL], LAW), LAW) == ("URL-01", "REDIR-01")


# what a host is held to


def part(declared: dict[str, Any], everything: bool = False) -> dict[str, list[str]]:
    """The names of the examples of each clause that a host is held to."""
    law = matrix.part_of(Declared(**{**declared, "collateral": tuple(declared.get("collateral", ()))}), LAW, everything)
    return {clause.id: [each.name for each in clause.examples] for clause in law.clauses}


def test_a_mutant_is_held_to_all_of_its_clause_and_a_sample_of_what_must_not_turn() -> None:
    assert part(MUTANT) == {"URL-01": ["r1"], "URL-02": ["a", "r1", "r2", "r3"], "IDENT-01": ["a"]}
    assert set(part({**MUTANT, "collateral": ["ALL"]})) == {"URL-02"}


def test_a_mutant_is_held_to_all_of_what_it_shows_in() -> None:
    shown = part({**MUTANT, "collateral": ["ALL"], "touches": ("IDENT",)})
    assert shown == {"URL-02": ["a", "r1", "r2", "r3"], "IDENT-01": ["a", "r1", "r2", "r3"]}


def test_a_sample_takes_the_letter_of_the_protocol_before_a_reading_of_it() -> None:
    assert part({**MUTANT, "breaks": "URL-01"})["URL-02"] == ["r2"]


def test_a_clause_without_a_rejecting_example_is_sampled_by_an_accepting_one() -> None:
    (clause,) = (each for each in LAW.clauses if each.id == "URL-02")
    accepting = replace(clause, examples=clause.examples[:1])
    assert [each.name for each in matrix.one_of(accepting).examples] == ["a"]
    assert [each.name for each in matrix.one_of(clause).examples] == ["r2"]


def test_hosts_that_wait_run_beside_hosts_that_work() -> None:
    jobs = [Job(f"works {n}", "", tuple("x" * n), USUAL) for n in range(1, 9)]
    jobs += [Job(f"waits {n}", "", ("DIRECT-11/a", *"x" * n), USUAL) for n in range(2)]
    assert [each.name for each in in_turn(jobs)] == [
        "waits 0", "works 8", "works 7", "works 6", "works 5", "waits 1", "works 4", "works 3", "works 2", "works 1",
    ]  # fmt: skip


def test_a_variant_is_held_to_the_chapters_it_touches_and_a_little_of_the_others() -> None:
    assert part({**VARIANT, "touches": ("REDIR",)}) == {"URL-01": ["a"], "REDIR-01": ["a", "r1"], "IDENT-01": ["a"]}
    assert set(part(VARIANT)) == {each.id for each in LAW.clauses}


def test_a_null_host_is_held_to_one_accepting_example_of_each_clause() -> None:
    assert part(NULL) == {each.id: ["a"] for each in LAW.clauses}


@pytest.mark.parametrize("declared", [MUTANT, VARIANT, NULL])
def test_by_night_every_host_is_held_to_everything(declared: dict[str, Any]) -> None:
    assert part(declared, everything=True) == {each.id: ["a", "r1", "r2", "r3"] for each in LAW.clauses}


# how it is told


def told() -> Matrix:
    magic = matrix.declaration({**VARIANT, "name": "asks_by_magic", "needs": ["magic"]}, LAW)
    rows = (
        row_of(MUTANT, URL_02_r2="FORBIDDEN_URL_REQUESTED", REDIR_01_r1="WRONG_STATUS"),
        row_of({**MUTANT, "name": "accepts_siblings"}),
        row_of(VARIANT, URL_01_r1="WRONG_STATUS"),
        row_of(NULL),
    )
    return Matrix(rows, 2.0, ("URL-01",), (magic,))


def test_the_document_says_what_killed_each_mutant() -> None:
    document = json.loads(json.dumps(told().document()))
    assert (document["format"], document["as_declared"]) == ("oa-conformance-matrix-1", False)
    assert document["counts"] == {"mutant": 2, "variant": 1, "null": 1}
    assert (document["hosts_per_second"], document["uncovered"]) == (2.0, ["URL-01"])
    assert document["left_out"] == ["asks_by_magic"]
    killed, survived, *_ = document["hosts"]
    assert killed["killed"]
    assert killed["kill"]["example"] == "URL-02/r2"
    assert [each["clause_id"] for each in killed["turned_with_it"]] == ["REDIR-01"]
    assert (survived["killed"], survived["kill"], survived["problems"]) == (False, None, ["survived: URL-02 PASS"])


def test_the_lines_say_the_same() -> None:
    lines = list(matrix_page.lines(told()))
    first = next(line for line in lines if "accepts_subdomains" in line).split()
    assert first == ["accepts_subdomains", "URL-02", "killed", "URL-02/r2", "(FORBIDDEN_URL_REQUESTED)", "+REDIR-01"]
    assert any(line.split()[-1] == "SURVIVED" for line in lines if "accepts_siblings" in line)
    assert "accepts_siblings: survived: URL-02 PASS" in lines
    assert "1 of 2 mutants killed as declared, 0 of 1 variants green, 0 of 1 null hosts without credit" in lines
    assert lines[-2:] == ["asks_by_magic was not run: it needs magic", "no mutant breaks URL-01"]


def test_the_page_needs_nothing_else_and_runs_nothing() -> None:
    row = row_of({**MUTANT, "name": "accepts_siblings", "does": "<script>alert(1)</script>"})
    text = matrix_page.page(Matrix((row, *told().rows), 1.0, ())).decode()
    assert "<script" not in text
    assert "&lt;script" in text
    assert "src=" not in text
    assert "href=" not in text
    assert "SURVIVED" in text
    assert "CREDITED" in text
