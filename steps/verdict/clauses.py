"""The one function that computes verdicts. Terminal, JUnit, JSON, HTML and exit code read what it returns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from oa_conformance.steps.catalogue import Catalogue, Clause, Example
from oa_conformance.steps.doors.outcome import MANDATORY
from oa_conformance.steps.verdict.baseline import Baseline
from oa_conformance.steps.verdict.reliability import Reliability
from oa_conformance.steps.verdict.results import Beside, ExampleResult

Status = Literal["PASS", "FAIL", "WARN", "NOT-CLAIMED", "NOT-EXERCISED", "SUITE-ERROR"]
STATUSES: tuple[Status, ...] = ("PASS", "FAIL", "WARN", "NOT-CLAIMED", "NOT-EXERCISED", "SUITE-ERROR")

Weight = Literal["error", "fail", "missing", "unexercised", "warn", "gated", "pass"]
WEIGHTS: tuple[Weight, ...] = ("error", "fail", "missing", "unexercised", "warn", "gated", "pass")  # the worst first


@dataclass(frozen=True)
class ExampleVerdict:
    """An example, its result (None if it was never run) and how it weighs in its clause.

    Of several trials the worst is told and weighs; ``others`` are the rest, and ``held`` counts those that passed.
    """

    example: Example
    result: ExampleResult | None
    weight: Weight
    others: tuple[ExampleResult, ...] = ()
    trials: int = 1
    held: int = 0


@dataclass(frozen=True)
class ClauseVerdict:
    clause: Clause
    status: Status
    reason: str
    examples: tuple[ExampleVerdict, ...]

    @property
    def reliability(self) -> Reliability:
        """How often its examples held."""
        judged = [each for each in self.examples if self.status != "NOT-CLAIMED" and each.weight != "gated"]
        return Reliability.of((each.held, each.trials) for each in judged)

    @property
    def blamed(self) -> tuple[ExampleVerdict, ...]:
        """The examples that stand against the host, if any does."""
        bad = ("fail", "missing", "unexercised") if self.clause.mandatory else ("fail", "missing")
        return tuple(each for each in self.examples if each.weight in bad)


@dataclass(frozen=True)
class Scope:
    """What was to be judged: ``only`` these clauses (None: all), each example so many times.

    ``interrupted`` says that the run was, ``baseline`` which failures are known (None: nobody asked).
    """

    only: frozenset[str] | None = None
    interrupted: bool = False
    trials: int = 1
    baseline: Baseline | None = None

    @property
    def whole(self) -> bool:
        """Whether a run of this scope can be certified."""
        return self.only is None and not self.interrupted


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
        return self._objections(self.against, self.unproven)

    def _objections(self, against: Iterable[ClauseVerdict], unproven: Iterable[str]) -> tuple[str, ...]:
        return (
            *(f"{each.clause.id} {each.status}: {each.reason}" for each in against),
            *(f"capability {each}: no clause that needs it passed" for each in unproven),
            *(f"{key} was judged but stands in no feature" for key in self.strangers),
        )

    @property
    def reliability(self) -> Reliability:
        """How often the examples of all clauses held."""
        return Reliability.sum(each.reliability for each in self.clauses)

    @property
    def certified(self) -> bool:
        return self.scope.whole and not self.objections and self.count("PASS") > 0

    # against a baseline

    @property
    def known(self) -> tuple[ClauseVerdict, ...]:
        """The clauses against the host that the baseline knows to fail, as a whole or in each of these examples."""
        listed = self.scope.baseline.known if self.scope.baseline else {}
        return tuple(
            each
            for each in self.against
            if each.status != "SUITE-ERROR"
            and (each.clause.id in listed or all(one.example.key in listed for one in each.blamed))
        )

    @property
    def new(self) -> tuple[str, ...]:
        """The objections that the baseline does not explain. What a known failure needs cannot be proved either."""
        known = self.known
        excused = {need for each in known for one in each.examples for need in one.example.needs} - {MANDATORY}
        return self._objections(
            (each for each in self.against if each not in known),
            (each for each in self.unproven if each not in excused),
        )

    @property
    def stale(self) -> tuple[str, ...]:
        """The entries of the baseline that were judged here and no longer fail."""
        against = {each.clause.id for each in self.against}
        failing = against | {one.example.key for each in self.against for one in each.blamed}
        judged = {each.clause.id for each in self.clauses} | {each.example.key for each in self.examples()}
        listed = self.scope.baseline.known if self.scope.baseline else {}
        return tuple(each for each in listed if each in judged - failing)

    @property
    def exit_code(self) -> int:
        """0 nothing stands against the host, 1 something does, 2 the run says nothing, 130 interrupted.

        With a baseline, 0 says that it holds: what fails is known, and what is known fails.
        """
        if self.scope.interrupted:
            return 130
        if self.strangers or self.count("SUITE-ERROR") or not any(each.result for each in self.examples()):
            return 2
        if self.known or self.stale:
            return int(bool(self.new or self.stale))
        return int(bool(self.objections) if self.scope.only is not None else not self.certified)


def judge(
    catalogue: Catalogue, results: Iterable[ExampleResult], capabilities: Iterable[str], scope: Scope = Scope()
) -> Verdict:
    """The verdict on what was found of a host that claims these capabilities.

    Of two results of one trial of an example the last counts.
    """
    by_key: dict[str, dict[int, ExampleResult]] = {}
    for result in results:
        by_key.setdefault(result.key, {})[result.trial] = result
    claimed = frozenset(capabilities)
    elsewhere = found_beside(catalogue, by_key)
    clauses = tuple(
        judged(clause, by_key, claimed, scope.trials, elsewhere.get(clause.id, ()))
        for clause in catalogue.clauses
        if scope.only is None or clause.id in scope.only
    )
    unproved = unproven({MANDATORY, *claimed}, clauses) if scope.only is None else ()
    strangers = sorted(by_key.keys() - catalogue.by_key.keys())
    return Verdict(clauses, tuple(sorted(claimed)), scope, tuple(unproved), tuple(strangers))


def found_beside(
    catalogue: Catalogue, results: Mapping[str, Mapping[int, ExampleResult]]
) -> dict[str, list[tuple[Example, ExampleResult, bool]]]:
    """By clause: the examples of others in which it was broken, how, and whether that is a reading.

    The result is that of the example as far as it shows this; of several trials the first counts.
    """
    found: dict[str, list[tuple[Example, ExampleResult, bool]]] = {}
    for key, trials in results.items():
        told: dict[str, tuple[ExampleResult, Beside]] = {}
        for _, result in sorted(trials.items()):
            for each in result.beside if key in catalogue.by_key else ():
                if each.clause_id not in told or (told[each.clause_id][1].reading and not each.reading):
                    told[each.clause_id] = (result, each)
        for clause_id, (result, each) in told.items():
            shown = replace(
                result, outcome="failed", code=each.code, expected=each.expected, found=each.found,
                exchanges=each.exchanges, lines=each.lines, beside=(),
            )  # fmt: skip
            found.setdefault(clause_id, []).append((catalogue.by_key[key], shown, each.reading))
    return found


def judged(
    clause: Clause,
    results: Mapping[str, Mapping[int, ExampleResult]],
    claimed: frozenset[str],
    trials: int,
    elsewhere: Sequence[tuple[Example, ExampleResult, bool]] = (),
) -> ClauseVerdict:
    """The verdict on one clause. What is wrong is looked for in the order that leaves least room for credit.

    ``elsewhere`` are examples of other clauses in which this one was broken (``found_beside``).
    """
    examples = tuple(
        weighed(clause, example, [results.get(example.key, {}).get(trial + 1) for trial in range(trials)], claimed)
        for example in clause.examples
    )
    examples += tuple(
        ExampleVerdict(example, result, "warn" if reading or clause.soft(example) else "fail")
        for example, result, reading in elsewhere
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


def weighed(
    clause: Clause, example: Example, results: Sequence[ExampleResult | None], claimed: frozenset[str]
) -> ExampleVerdict:
    """The verdict on an example that was run several times: that on its worst trial, the first of them."""
    weights = [weigh(clause, example, each, claimed) for each in results]
    worst = min(range(len(weights)), key=lambda number: WEIGHTS.index(weights[number]))
    others = tuple(each for number, each in enumerate(results) if each and number != worst)
    return ExampleVerdict(example, results[worst], weights[worst], others, len(results), weights.count("pass"))


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
    often = f", {first.trials - first.held} of {first.trials} trials" if first.trials > 1 else ""
    return f"{first.example.key} ({code}{often})" + (f" and {len(more)} more" if more else "")


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
