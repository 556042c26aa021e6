"""The one function that computes verdicts. Terminal, JUnit, JSON, HTML and exit code read what it returns."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from oa_conformance.steps.catalogue import Catalogue, Clause, Example
from oa_conformance.steps.doors.outcome import MANDATORY
from oa_conformance.steps.verdict.results import ExampleResult

Status = Literal["PASS", "FAIL", "WARN", "NOT-CLAIMED", "NOT-EXERCISED", "SUITE-ERROR"]
STATUSES: tuple[Status, ...] = ("PASS", "FAIL", "WARN", "NOT-CLAIMED", "NOT-EXERCISED", "SUITE-ERROR")

Weight = Literal["pass", "fail", "warn", "gated", "unexercised", "missing", "error"]


@dataclass(frozen=True)
class ExampleVerdict:
    """An example, its result (None if it was never run) and how it weighs in its clause."""

    example: Example
    result: ExampleResult | None
    weight: Weight


@dataclass(frozen=True)
class ClauseVerdict:
    clause: Clause
    status: Status
    reason: str
    examples: tuple[ExampleVerdict, ...]


@dataclass(frozen=True)
class Scope:
    """What was to be judged: ``only`` these clauses (None: all), and whether the run was ``interrupted``."""

    only: frozenset[str] | None = None
    interrupted: bool = False


@dataclass(frozen=True)
class Verdict:
    """``objections`` say, a line each, why the host is not certified; a part of the clauses is never certified."""

    clauses: tuple[ClauseVerdict, ...]
    capabilities: tuple[str, ...]
    scope: Scope
    objections: tuple[str, ...]
    certified: bool
    exit_code: int

    def count(self, status: Status) -> int:
        return sum(clause.status == status for clause in self.clauses)

    def examples(self) -> Iterable[ExampleVerdict]:
        for clause in self.clauses:
            yield from clause.examples

    @property
    def not_claimed(self) -> tuple[str, ...]:
        """Ids of the clauses that were not judged because the host does not claim what they need."""
        return tuple(each.clause.id for each in self.clauses if each.status == "NOT-CLAIMED")


def judge(
    catalogue: Catalogue, results: Iterable[ExampleResult], capabilities: Iterable[str], scope: Scope = Scope()
) -> Verdict:
    """The verdict on each clause in scope, and whether the host is certified.

    Of two results of one example the last counts. A result whose key no example has is a fault of the suite.
    """
    by_key = {result.key: result for result in results}
    claimed = tuple(sorted(set(capabilities)))
    clauses = tuple(
        judged(clause, by_key, frozenset(claimed))
        for clause in catalogue.clauses
        if scope.only is None or clause.id in scope.only
    )
    strangers = sorted(by_key.keys() - catalogue.by_key.keys())
    unproved = unproven({MANDATORY, *claimed}, clauses) if scope.only is None else []
    objections = (
        *(f"{key} was judged but stands in no feature" for key in strangers),
        *(f"{each.clause.id} {each.status}: {each.reason}" for each in clauses if counts_against(each)),
        *(f"capability {each}: no clause that needs it passed" for each in unproved),
    )
    complete = scope.only is None and not scope.interrupted
    return Verdict(
        clauses, claimed, scope, objections,
        certified=complete and not objections and any(each.status == "PASS" for each in clauses),
        exit_code=exit_code(clauses, scope, bool(strangers), bool(objections)),
    )  # fmt: skip


def judged(clause: Clause, results: Mapping[str, ExampleResult], claimed: frozenset[str]) -> ClauseVerdict:
    """The verdict on one clause. What is wrong is looked for in the order that leaves least room for credit."""
    examples = tuple(
        ExampleVerdict(example, results.get(example.key), weigh(clause, example, results.get(example.key), claimed))
        for example in clause.examples
    )

    def those(*weights: Weight) -> list[ExampleVerdict]:
        return [each for each in examples if each.weight in weights]

    absent: tuple[Weight, ...] = ("missing",) if clause.level == "MAY" else ("missing", "unexercised")
    order: tuple[tuple[Status, tuple[Weight, ...]], ...] = (
        ("SUITE-ERROR", ("error",)),
        ("FAIL", ("fail",)),
        ("NOT-EXERCISED", absent),
        ("WARN", ("warn",)),
    )
    for status, weights in order:
        if found := those(*weights):
            return ClauseVerdict(clause, status, told(found), examples)
    if any(each.example.accept for each in those("pass")):
        return ClauseVerdict(clause, "PASS", "", examples)
    if unused := those("unexercised"):
        return ClauseVerdict(clause, "NOT-CLAIMED", f"the host makes no use of it: {told(unused)}", examples)
    needs = sorted({need for each in those("gated") for need in each.example.needs - claimed})
    return ClauseVerdict(clause, "NOT-CLAIMED", f"needs {', '.join(needs)}", examples)


def weigh(clause: Clause, example: Example, result: ExampleResult | None, claimed: frozenset[str]) -> Weight:
    """How much one example says. A pass without evidence is none, and only what is not claimed may be gated."""
    if not example.needs <= claimed:
        return "gated"
    if result is None:
        return "missing"
    soft = clause.soft(example)
    if result.outcome == "passed" and (result.floor_missing or result.evidence < 1):
        return "warn" if example.interpretation else "unexercised"
    weights: dict[str, Weight] = {
        "passed": "pass",
        "failed": "warn" if soft else "fail",
        "not_run": "warn" if soft else "fail",
        "unexercised": "warn" if example.interpretation else "unexercised",
        "gated": "missing",
        "suite_error": "error",
    }
    return weights[result.outcome]


def told(examples: Iterable[ExampleVerdict]) -> str:
    """The first example and its reason code, and how many more there are."""
    first, *more = examples
    code = first.result.code or first.result.outcome if first.result else "never run"
    return f"{first.example.key} ({code})" + (f" and {len(more)} more" if more else "")


def counts_against(verdict: ClauseVerdict) -> bool:
    """A wrong MAY counts, an unexercised SHOULD does not."""
    match verdict.status:
        case "FAIL" | "SUITE-ERROR":
            return True
        case "NOT-EXERCISED":
            return verdict.clause.mandatory
        case _:
            return False


def unproven(claimed: Iterable[str], clauses: Iterable[ClauseVerdict]) -> list[str]:
    """The claimed capabilities that no passing clause proves. What needs nothing else proves registry_brokered."""
    proven = {
        need
        for clause in clauses
        if clause.status == "PASS"
        for each in clause.examples
        if each.weight == "pass"
        for need in each.example.needs or {MANDATORY}
    }
    return [capability for capability in sorted(claimed) if capability not in proven]


def exit_code(clauses: Iterable[ClauseVerdict], scope: Scope, strangers: bool, objections: bool) -> int:
    """0 nothing stands against the host, 1 something does, 2 the run says nothing, 130 interrupted."""
    statuses = [each.status for each in clauses]
    ran = any(each.result for clause in clauses for each in clause.examples)
    if scope.interrupted:
        return 130
    if not ran or strangers or "SUITE-ERROR" in statuses:
        return 2
    if scope.only is not None:
        return int(any(counts_against(each) for each in clauses))
    return int(objections)
