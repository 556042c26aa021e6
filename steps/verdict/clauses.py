"""The one function that computes verdicts. Terminal, JUnit, JSON, HTML and exit code read what it returns."""

from collections.abc import Iterable, Iterator, Mapping
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
    """The verdict on each clause in scope, and on the host.

    ``unproven`` are capabilities without a passing clause, ``strangers`` keys that were judged and stand in no feature
    (a fault of the suite). A part of the clauses is never certified.
    """

    clauses: tuple[ClauseVerdict, ...]
    capabilities: tuple[str, ...]
    scope: Scope
    unproven: tuple[str, ...]
    strangers: tuple[str, ...]

    def count(self, status: Status) -> int:
        return sum(clause.status == status for clause in self.clauses)

    def examples(self) -> Iterator[ExampleVerdict]:
        for clause in self.clauses:
            yield from clause.examples

    @property
    def not_claimed(self) -> tuple[str, ...]:
        """Ids of the clauses that were not judged because the host does not claim what they need."""
        return tuple(each.clause.id for each in self.clauses if each.status == "NOT-CLAIMED")

    @property
    def against(self) -> tuple[ClauseVerdict, ...]:
        """The clauses that stand against the host."""
        return tuple(each for each in self.clauses if counts_against(each))

    @property
    def objections(self) -> tuple[str, ...]:
        """Why the host is not certified, a line each."""
        return (
            *(f"{each.clause.id} {each.status}: {each.reason}" for each in self.against),
            *(f"capability {each}: no clause that needs it passed" for each in self.unproven),
            *(f"{key} was judged but stands in no feature" for key in self.strangers),
        )

    @property
    def certified(self) -> bool:
        whole = self.scope.only is None and not self.scope.interrupted
        return whole and not self.objections and self.count("PASS") > 0

    @property
    def exit_code(self) -> int:
        """0 nothing stands against the host, 1 something does, 2 the run says nothing, 130 interrupted."""
        if self.scope.interrupted:
            return 130
        if self.strangers or self.count("SUITE-ERROR") or not any(each.result for each in self.examples()):
            return 2
        return int(bool(self.objections) if self.scope.only is not None else not self.certified)


def judge(
    catalogue: Catalogue, results: Iterable[ExampleResult], capabilities: Iterable[str], scope: Scope = Scope()
) -> Verdict:
    """The verdict on what was found of a host that claims these capabilities.

    Of two results of one example the last counts.
    """
    by_key = {result.key: result for result in results}
    claimed = frozenset(capabilities)
    clauses = tuple(
        judged(clause, by_key, claimed) for clause in catalogue.clauses if scope.only is None or clause.id in scope.only
    )
    unproved = unproven({MANDATORY, *claimed}, clauses) if scope.only is None else ()
    strangers = sorted(by_key.keys() - catalogue.by_key.keys())
    return Verdict(clauses, tuple(sorted(claimed)), scope, tuple(unproved), tuple(strangers))


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
