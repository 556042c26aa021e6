"""``replay``: one clause or example, each request of it in its time, its report and its steps."""

import difflib
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from oa_conformance.steps import catalogue
from oa_conformance.steps.catalogue import Catalogue, Clause, Example
from oa_conformance.steps.commands import certify
from oa_conformance.steps.commands.running import Listener, run_features
from oa_conformance.steps.doors.transcript import PREFIX
from oa_conformance.steps.recorder import EXAMPLE
from oa_conformance.steps.session import Session
from oa_conformance.steps.verdict import certificate
from oa_conformance.steps.verdict.clauses import Scope, judge
from oa_conformance.steps.verdict.results import ExampleResult
from oa_conformance.steps.verdict.telling import clean, listed
from oa_conformance.steps.verdict.timeline import Line, Step, attempt_lines, event_of
from oa_conformance.steps.world import store

ENDS = {"held": "green", "failed": "bold red", "not reached": "dim"}


class UnknownExample(Exception):
    """A name that is neither a clause nor an example. The message is one line."""


PROBLEMS = (UnknownExample, *certify.PROBLEMS)


@dataclass(frozen=True)
class Order:
    """What to replay: the examples with these keys, on the host or the recordings that ``host`` names."""

    host: str
    keys: frozenset[str]
    release_dir: Path | None = None
    as_json: bool = False


class Watcher(Listener):
    """Runs some examples only, and notes how each of their steps ends."""

    def __init__(self, session: Session, keys: frozenset[str]) -> None:
        super().__init__(session)
        self.keys = keys
        self.steps: dict[str, dict[int, Step]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [each for each in items if each.stash[EXAMPLE].key in self.keys]

    def pytest_bdd_before_scenario(self, request: Any, feature: Any, scenario: Any) -> None:
        self.steps[key_of(request)] = {id(each): Step(words_of(each), "not reached") for each in scenario.steps}

    def pytest_bdd_after_step(
        self, request: Any, feature: Any, scenario: Any, step: Any, step_func: Any, step_func_args: Any
    ) -> None:
        self.steps[key_of(request)][id(step)] = Step(words_of(step), "held")

    def pytest_bdd_step_error(
        self, request: Any, feature: Any, scenario: Any, step: Any, step_func: Any, step_func_args: Any, exception: Any
    ) -> None:
        self.steps[key_of(request)][id(step)] = Step(words_of(step), "failed")

    def steps_of(self, key: str) -> list[Step]:
        return [*self.steps.get(key, {}).values()]


def key_of(request: Any) -> str:
    key: str = request.node.stash[EXAMPLE].key
    return key


def words_of(step: Any) -> str:
    """The step as the feature has it, its table in one line."""
    rows = "; ".join(" | ".join(str(getattr(cell, "value", cell)) for cell in getattr(row, "cells", row))
                     for row in getattr(step.datatable, "rows", step.datatable) or ())  # fmt: skip
    return f"{step.keyword} {step.name}" + (f" [{rows}]" if rows else "")


def keys_named(names: Iterable[str], law: Catalogue) -> frozenset[str]:
    """The keys of the examples that the names mean: clauses, scenarios or examples. Raises UnknownExample."""
    found: set[str] = set()
    for name in names:
        meant = {key for key in law.by_key if key == name or key.startswith(f"{name}/")}
        if not meant:
            near = [each for each in law.by_key if each.startswith(name)]
            near += difflib.get_close_matches(name, [*law.by_id, *law.by_key], n=1, cutoff=0.5)
            raise UnknownExample(f"{name[:200]!r} names no clause and no example; " + (
                f"did you mean {near[0]}?" if near else "see oa-conformance rules list"
            ))  # fmt: skip
        found |= meant
    return frozenset(found)


def replay(order: Order) -> int:
    """Run, tell, and return the exit code, as for a part of the clauses. Raises PROBLEMS."""
    law = catalogue.shipped()
    clauses = sorted({law.by_key[key].clause_id for key in order.keys})
    kept: dict[str, ExampleResult] = {}
    with release_of(order) as release_dir:
        session = Session(release_dir, told_by_pytest=False, keep=lambda result: kept.setdefault(result.key, result))
        watcher = Watcher(session, order.keys)
        try:
            session.prepare()
            session.door(order.host)
            only = (word for clause_id in clauses for word in ("--oa-only", clause_id))
            run_features(watcher, "--oa-host", order.host, *only)
        finally:
            session.close()
    pairs = [(clause, each) for clause in law.clauses for each in clause.examples if each.key in order.keys]
    if order.as_json:
        told = [as_json(example, kept[example.key], watcher) for _, example in pairs if example.key in kept]
        print(certificate.dumps(told).decode(), end="")
    else:
        console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        for clause, example in pairs:
            for line in lines(clause, example, kept.get(example.key), watcher.steps_of(example.key)):
                console.print(line.text, style=line.style)
    part = Catalogue(tuple(narrowed(law.by_id[name], order.keys) for name in clauses))
    return judge(part, session.results, session.description["capabilities"], Scope(frozenset(clauses))).exit_code


def release_of(order: Order) -> AbstractContextManager[Path | None]:
    """The folder of the release to replay on: the one named, the one that was recorded, or None for the bundled one."""
    if order.release_dir or not order.host.startswith(PREFIX):
        return nullcontext(order.release_dir)
    return store.unpacked(Path(order.host.removeprefix(PREFIX)))


def narrowed(clause: Clause, keys: frozenset[str]) -> Clause:
    """The clause with these of its examples alone."""
    return replace(clause, examples=tuple(each for each in clause.examples if each.key in keys))


def lines(clause: Clause, example: Example, result: ExampleResult | None, steps: list[Step]) -> Iterator[Line]:
    """One example for a person."""
    yield Line(clean(f"{clause.id} ({clause.level}) {clause.sentence}"), "bold")
    yield Line(clean(f"example   {example.key}"))
    yield Line(f"stands in {clause.feature}:{example.line}")
    if result is None:
        yield Line("found     it was never run", "bold red")
        return
    for text in listed("offered", result.offered):
        yield Line(clean(text))
    mentioned = " ".join([*result.offered, result.found, result.expected])
    for number, attempt in enumerate((result.transcript or {}).get("attempts", ()), 1):
        yield from attempt_lines(attempt, number, mentioned)
    for number, step in enumerate(steps):
        yield Line(clean(f"{'steps' if not number else '':<9} {step.end:<11} {step.text}"), ENDS[step.end])
    for text in listed("missing", result.floor_missing):
        yield Line(clean(text), "magenta")
    if result.outcome == "passed":
        yield Line(f"found     it holds, on {result.evidence} exchanges", "bold green")
    else:
        yield Line(clean(f"expected  {result.expected}"))
        yield Line(clean(f"found     {result.outcome} {result.code}: {result.found}"), "bold red")
    yield Line("")


def as_json(example: Example, result: ExampleResult, watcher: Watcher) -> dict[str, Any]:
    """One example for a machine."""
    attempts = (result.transcript or {}).get("attempts", ())
    return {
        "clause": example.clause_id,
        "example": example.key,
        "offered": list(result.offered),
        "attempts": [
            {
                "task": each["task"],
                "wire": [asdict(event_of(record, each["started"])) for record in each["result"]["wire"]],
                "outcome": each["result"]["outcome"],
                "report": each["result"]["report"],
            }
            for each in attempts
        ],
        "steps": [asdict(each) for each in watcher.steps_of(example.key)],
        "outcome": result.outcome,
        "code": result.code,
        "expected": result.expected,
        "found": result.found,
        "floor_missing": list(result.floor_missing),
        "evidence": result.evidence,
    }
