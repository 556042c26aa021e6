"""``mutants``: run the suite against hosts that are wrong in a declared way, and tell whether it found out each."""

import json
import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console

from oa_conformance.steps import catalogue
from oa_conformance.steps.catalogue import Catalogue
from oa_conformance.steps.commands import certify
from oa_conformance.steps.commands.declared import declared, prepare
from oa_conformance.steps.commands.forks import Done, Forks, Job
from oa_conformance.steps.commands.progress import Progress
from oa_conformance.steps.commands.running import run_features
from oa_conformance.steps.doors.base import Limits
from oa_conformance.steps.session import Session
from oa_conformance.steps.verdict import matrix, matrix_page
from oa_conformance.steps.verdict.clauses import Scope, judge
from oa_conformance.steps.verdict.folder import open_folder
from oa_conformance.steps.verdict.matrix import Declared, MatrixError, Row

PACED = ("DIRECT-11/", "RETRY-01/")  # examples of arXiv, which wants three seconds between requests
USUAL = Limits(task_s=15.0)
PROBLEMS = (MatrixError, *certify.PROBLEMS)
BRIEF = Limits(task_s=4.0)  # of null hosts, one of which hangs: they answer at once or not at all


@dataclass(frozen=True)
class Order:
    """What to run. ``only`` holds clause ids (None for all) and ``names`` hosts; ``everything``: all against all.

    ``at_once`` hosts run side by side; 0 for three a processor, since some of them wait.
    """

    only: frozenset[str] | None = None
    names: frozenset[str] = frozenset()
    out: Path | None = None
    at_once: int = 0
    everything: bool = False
    as_json: bool = False


def chosen(hosts: Iterable[Declared], order: Order) -> tuple[Declared, ...]:
    """All hosts, or those named and those that break the clauses named. Raises MatrixError if there are none."""
    if order.only is None:
        found = tuple(hosts)
    else:
        found = tuple(each for each in hosts if each.name in order.names or each.breaks in order.only)
    if not found:
        raise MatrixError("there is no mutant to run; install a package that offers some, or name another clause")
    return found


def mutants(order: Order) -> int:
    """Run, tell, and return the exit code: 0 as declared, 1 not, 2 a fault of the suite.

    Raises MatrixError, and what ``certify`` raises.
    """
    law = catalogue.shipped()
    known = declared(law)
    hosts = chosen(known, order)
    left_out = tuple(each for each in hosts if not all(map(find_spec, each.needs)))
    folder = open_folder(order.out) if order.out else None
    started = time.monotonic()
    rows = run([each for each in hosts if each not in left_out], law, order)
    told = matrix.Matrix(tuple(rows), time.monotonic() - started, matrix.uncovered(known, law), left_out)
    files = []
    if folder:
        files = [
            folder.write("matrix.json", json.dumps(told.document(), ensure_ascii=False, indent=1).encode() + b"\n"),
            folder.write("matrix.html", matrix_page.page(told)),
        ]
    show(told, order, files)
    return told.exit_code


def run(hosts: Sequence[Declared], law: Catalogue, order: Order) -> list[Row]:
    """The rows of these hosts, in their order. Raises SuiteProblem, CassetteError."""
    parts = {each.name: (each, matrix.part_of(each, law, order.everything)) for each in hosts}
    rows: dict[str, Row] = {}
    progress = Progress(len(parts), moves=False)

    def heard(done: Done) -> None:
        host, part = parts[done.job.name]
        verdict = judge(part, done.results, done.capabilities, Scope(frozenset(part.by_id)))
        rows[host.name] = matrix.row_of(host, verdict, law, done.seconds, done.problem)
        progress.advance(host.breaks or host.kind, bool(rows[host.name].problems))

    jobs = [
        Job(name, host.spec, tuple(part.by_key), BRIEF if host.kind == "null" else USUAL)
        for name, (host, part) in parts.items()
    ]
    session = Session(told_by_pytest=False)
    prepare(session.prepare().release.files)
    with progress:
        run_features(Forks(session, in_turn(jobs), order.at_once or 3 * (os.cpu_count() or 1), heard))
    return [rows[name] for name in parts if name in rows]


def in_turn(jobs: Iterable[Job]) -> list[Job]:
    """The longest first, so that none is left over at the end; between them those that wait more than they work."""

    def spread(some: list[Job], part: float) -> list[tuple[float, Job]]:
        return [(part * number / len(some), each) for number, each in enumerate(some)]

    jobs = sorted(jobs, key=lambda each: len(each.examples), reverse=True)
    waiting = [each for each in jobs if any(key.startswith(PACED) for key in each.examples)]
    working = [each for each in jobs if each not in waiting]
    return [each for _, each in sorted(spread(waiting[::-1], 0.8) + spread(working, 1.0), key=lambda pair: pair[0])]


def show(told: matrix.Matrix, order: Order, files: Iterable[Path]) -> None:
    """Print the matrix as JSON, or as a table with what is wrong beneath it."""
    if order.as_json:
        print(json.dumps(told.document(), ensure_ascii=False, indent=1))
        return
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    for line in matrix_page.lines(told):
        console.print(line)
    for path in files:
        console.print(f"  {path}")
