"""The kill matrix: whether the suite turns red what is broken, and only that; pure functions on plain data.

A *mutant* breaks one clause and says which and how it is found out; a *variant* is different and right; a *null* host
does no part of the job. All are judged by the function that judges every host, and here its verdict is held against
what was declared.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_args

from oa_conformance.steps.catalogue import CHAPTERS, Catalogue, Clause
from oa_conformance.steps.verdict.clauses import ClauseVerdict, ExampleVerdict, Status, Verdict

Kind = Literal["mutant", "variant", "null"]
TURNED: frozenset[Status] = frozenset({"FAIL", "WARN", "NOT-EXERCISED"})
SMALL_CHAPTERS = ("IDENT", "STATUS", "REPORT")
EVERYTHING = "ALL"
FORMAT = "oa-conformance-matrix-1"


class MatrixError(Exception):
    """Declarations that cannot be used. The message is one line: which host, what is wrong with it."""


@dataclass(frozen=True)
class Declared:
    """A host of the matrix, as the package that offers it declares it.

    ``spec`` makes it, as for any host; ``does`` says in one sentence what it does. Of a mutant, ``breaks`` is the
    clause that must turn to ``turns`` (FAIL, or WARN where the clause or its rejecting examples are a reading), each
    failing example for one of the ``reasons`` (codes of Findings); ``collateral`` are clauses or chapters that may turn
    red with it, or ALL. ``touches`` are the chapters in which a variant differs (all if there are none), and clauses or
    chapters in whose examples a mutant shows that does not show in those of its clause. ``needs`` are packages beside
    this one.
    """

    name: str
    kind: Kind
    spec: str
    does: str
    breaks: str | None = None
    turns: Status = "FAIL"
    reasons: tuple[str, ...] = ()
    collateral: tuple[str, ...] = ()
    touches: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Turned:
    """A clause that is not as it should be, and the first example that says so."""

    clause_id: str
    status: Status
    example: str
    code: str
    found: str


@dataclass(frozen=True)
class Row:
    """What became of one host. ``kill`` is the clause it breaks as the suite saw it; no ``problems``: as declared."""

    declared: Declared
    clauses: int
    examples: int
    seconds: float
    kill: Turned | None
    collateral: tuple[Turned, ...]
    problems: tuple[str, ...]
    suite_errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Matrix:
    """All rows of a run, how long it took, and the mandatory clauses that no mutant of the catalogue breaks.

    ``left_out`` are hosts that need packages which are not installed.
    """

    rows: tuple[Row, ...]
    seconds: float
    uncovered: tuple[str, ...]
    left_out: tuple[Declared, ...] = ()

    def of(self, kind: Kind) -> list[Row]:
        return [each for each in self.rows if each.declared.kind == kind]

    @property
    def bad(self) -> list[Row]:
        """The hosts that did not end as declared."""
        return [each for each in self.rows if each.problems]

    @property
    def exit_code(self) -> int:
        """0 all as declared, 1 not, 2 a fault of the suite."""
        if any(each.suite_errors for each in self.rows):
            return 2
        return int(bool(self.bad))

    @property
    def rate(self) -> float:
        """Hosts a second."""
        return len(self.rows) / self.seconds if self.seconds else 0.0

    def document(self) -> dict[str, Any]:
        """The matrix as JSON holds it."""
        return {
            "format": FORMAT,
            "as_declared": self.exit_code == 0,
            "counts": {kind: len(self.of(kind)) for kind in get_args(Kind)},
            "examples": sum(each.examples for each in self.rows),
            "seconds": round(self.seconds, 1),
            "hosts_per_second": round(self.rate, 2),
            "uncovered": list(self.uncovered),
            "left_out": [each.name for each in self.left_out],
            "hosts": [row_part(each) for each in self.rows],
        }


def row_part(row: Row) -> dict[str, Any]:
    """A host as JSON holds it."""
    return {
        **asdict(row.declared),
        "killed": row.kill is not None and not row.problems,
        "kill": asdict(row.kill) if row.kill else None,
        "turned_with_it": [asdict(each) for each in row.collateral],
        "clauses": row.clauses,
        "examples": row.examples,
        "seconds": round(row.seconds, 2),
        "problems": list(row.problems),
        "suite_errors": list(row.suite_errors),
    }


def declarations(rows: Iterable[Mapping[str, Any]], law: Catalogue) -> tuple[Declared, ...]:
    """The declarations, checked against the law. Raises MatrixError for the first that cannot be used."""
    found = tuple(declaration(row, law) for row in rows)
    if doubled := [name for name, n in Counter(each.name for each in found).items() if n > 1]:
        raise MatrixError(f"{doubled[0]} is declared twice")
    return found


def declaration(row: Mapping[str, Any], law: Catalogue) -> Declared:
    """One declaration. Raises MatrixError."""
    if not isinstance(row, Mapping):
        raise MatrixError(f"{row!r:.60} is no declaration")
    name = str(row.get("name"))
    if unknown := sorted(set(row) - {each.name for each in fields(Declared)}):
        raise MatrixError(f"{name} declares {unknown[0]}, which is no part of a declaration")
    try:
        parts: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
        each = Declared(**parts)
    except TypeError as error:
        raise MatrixError(f"{name} is declared without a part that it needs: {error}") from None
    if each.kind not in get_args(Kind):
        raise MatrixError(f"{name} is a {each.kind!r:.40}, which is none of {', '.join(get_args(Kind))}")
    if each.kind != "mutant" and (each.breaks or each.reasons or each.collateral):
        raise MatrixError(f"{name} is a {each.kind} and breaks nothing")
    if each.kind == "mutant" and each.breaks not in law.by_id:
        raise MatrixError(f"{name} breaks {each.breaks}, which is no clause")
    if each.kind == "mutant" and not (each.reasons and each.turns in ("FAIL", "WARN")):
        raise MatrixError(f"{name} needs reasons, and turns its clause to FAIL or WARN")
    try:
        expanded(each, law)
        law.select(each.touches)
    except KeyError as error:
        raise MatrixError(f"{name} names {error.args[0]}, which is neither clause nor chapter") from None
    return each


def expanded(declared: Declared, law: Catalogue) -> frozenset[str]:
    """The clauses that may turn with the one it breaks. Raises KeyError for a word that names none."""
    if EVERYTHING in declared.collateral:
        return frozenset(law.by_id)
    return law.select(declared.collateral)


def part_of(declared: Declared, law: Catalogue, everything: bool = False) -> Catalogue:
    """The part of the law that a host is held to: all of it, or for speed less.

    A mutant is held to every example of the clause that it breaks and of what it touches, and to a sample of what must
    not turn with it: an example of each other clause of that chapter, a rejecting one if there is any, and a few that
    tell whether it still does its job; and every example tells of all clauses that it shows broken. A variant is held
    to a sample of the chapters that it touches, and to a little of each other. A null host is held to one accepting
    example of each clause: who does not pass that does not pass the clause.
    """
    if everything:
        return law
    if declared.kind == "null":
        return Catalogue(tuple(first(clause, "accept") for clause in law.clauses))
    if declared.kind == "variant":
        touched = law.select(declared.touches) if declared.touches else frozenset(law.by_id)
        few = smallest(law, CHAPTERS)
        return Catalogue(tuple(
            first(clause, "accept", "reject") if clause.id in touched else first(clause, "accept")
            for clause in law.clauses if clause.id in touched or clause in few
        ))  # fmt: skip
    own = law.by_id[declared.breaks or ""]
    held, few = frozenset(law.by_id) - expanded(declared, law), smallest(law, SMALL_CHAPTERS)
    shown = {own.id} | (law.select(declared.touches) if declared.touches else frozenset())
    return Catalogue(tuple(
        clause if clause.id in shown else one_of(clause) if clause.chapter == own.chapter else first(clause, "accept")
        for clause in law.clauses
        if clause.id in shown or (clause.id in held and (clause.chapter == own.chapter or clause in few))
    ))  # fmt: skip


def first(clause: Clause, *kinds: str) -> Clause:
    """The clause with its first example of each kind, one that is no reading before one that is."""
    found = []
    for kind in kinds:
        of_kind = [each for each in clause.examples if getattr(each, kind)]
        found += sorted(of_kind, key=lambda each: each.interpretation)[:1]
    return replace(clause, examples=tuple(found))


def one_of(clause: Clause) -> Clause:
    """The clause with its first rejecting example; with its first accepting one if it has none."""
    return first(clause, "reject" if any(each.reject for each in clause.examples) else "accept")


def smallest(law: Catalogue, chapters: Iterable[str]) -> list[Clause]:
    """The clause with the fewest examples of each of these chapters."""
    found = ([clause for clause in law.clauses if clause.chapter == name] for name in chapters)
    return [min(clauses, key=lambda each: len(each.examples)) for clauses in found if clauses]


def row_of(declared: Declared, verdict: Verdict, law: Catalogue, seconds: float, broken: str = "") -> Row:
    """The verdict on a host against its declaration. ``broken`` says why its run broke down, if it did."""
    turned = {each.clause.id: turned_by(each) for each in verdict.clauses if each.status in TURNED}
    kill = turned.get(declared.breaks or "")
    errors = [f"{each.clause.id}: {each.reason}" for each in verdict.clauses if each.status == "SUITE-ERROR"]
    errors += [broken] if broken else []
    others = tuple(each for clause_id, each in turned.items() if clause_id != declared.breaks)
    match declared.kind:
        case "mutant":
            problems = mutant_problems(declared, verdict, others, law)
        case "variant":
            problems = [f"red: {each.clause_id} {each.status} {each.example} ({each.code})" for each in others]
        case "null":
            problems = [f"credited: {each.clause.id} {each.status}" for each in verdict.clauses if is_credit(each)]
            others = ()
    examples = [each for each in verdict.examples() if each.result]
    return Row(declared, len(verdict.clauses), len(examples), seconds, kill, others, tuple(problems), tuple(errors))


def mutant_problems(
    declared: Declared, verdict: Verdict, others: Sequence[Turned], law: Catalogue
) -> list[str]:  # fmt: skip
    """Why a mutant is not killed as it declares: it survived, another reason, more than it may break."""
    clause = next((each for each in verdict.clauses if each.clause.id == declared.breaks), None)
    if clause is None or clause.status not in ("FAIL", "WARN"):
        problems = [f"survived: {declared.breaks} {clause.status if clause else 'was not judged'}"]
    else:
        problems = (
            []
            if clause.status == declared.turns
            else [f"{declared.breaks} turned to {clause.status}, not {declared.turns}"]
        )
        codes = {each.result.code: each.example.key for each in failing(clause) if each.result}
        problems += [
            f"killed for {code} in {key}, not for {' or '.join(declared.reasons)}"
            for code, key in codes.items() if code not in declared.reasons
        ]  # fmt: skip
    allowed = expanded(declared, law)
    return problems + [
        f"unexpected: {each.clause_id} {each.status} {each.example} ({each.code})"
        for each in others if each.clause_id not in allowed
    ]  # fmt: skip


def failing(verdict: ClauseVerdict) -> list[ExampleVerdict]:
    """The examples that tell against the host."""
    return [each for each in verdict.examples if each.weight in ("fail", "warn")]


def turned_by(verdict: ClauseVerdict) -> Turned:
    """The clause with its first example that is not as it should be; a failed one goes before one that did not run."""
    for weights in (("fail",), ("warn",), ("unexercised", "missing")):
        for each in verdict.examples:
            if each.weight in weights:
                result = each.result
                code, found = (result.code, result.found) if result else ("", "never run")
                return Turned(verdict.clause.id, verdict.status, each.example.key, code, found)
    return Turned(verdict.clause.id, verdict.status, "", "", verdict.reason)


def is_credit(verdict: ClauseVerdict) -> bool:
    """Whether the clause speaks for the host: it passed, or with a warning although an accepting example passed."""
    accepted = any(each.weight == "pass" and each.example.accept for each in verdict.examples)
    return verdict.status == "PASS" or (verdict.status == "WARN" and accepted)


def uncovered(declared: Iterable[Declared], law: Catalogue) -> tuple[str, ...]:
    """The clauses of MUST and MUST NOT that no mutant breaks."""
    broken = {each.breaks for each in declared}
    return tuple(clause.id for clause in law.clauses if clause.mandatory and clause.id not in broken)
