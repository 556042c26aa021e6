"""Run the features against many hosts: collected once, then a fork of this process for each host. POSIX only.

A fork has everything imported and every feature parsed, so a host costs what its examples cost and nothing more; and
whatever one host does, the next starts from the same state.
"""

import gc
import importlib
import json
import os
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, NoReturn

import pytest
from pytest_bdd.parser import Step

from oa_conformance.steps import collector, lookup
from oa_conformance.steps.commands.running import Listener
from oa_conformance.steps.doors.base import Door, HostUnusable, Limits, open_adapter
from oa_conformance.steps.doors.process import CHILD
from oa_conformance.steps.recorder import EXAMPLE, SESSION
from oa_conformance.steps.schemas import validator
from oa_conformance.steps.session import Session
from oa_conformance.steps.verdict.results import ExampleResult, loads
from oa_conformance.steps.world.loading import read_ahead

BESIDE = "oa_conformance.steps.audit.beside"  # imported where an example has held


@dataclass(frozen=True)
class Job:
    """A host to run: its spec, the keys of the examples to run it on, and the limits it is held to."""

    name: str
    spec: str
    examples: tuple[str, ...]
    limits: Limits


@dataclass(frozen=True)
class Done:
    """What a host's run came to. ``problem`` is one line if the run itself broke down."""

    job: Job
    capabilities: tuple[str, ...]
    results: tuple[ExampleResult, ...]
    seconds: float
    problem: str = ""


class Forks(Listener):
    """The pytest plugin of the run: instead of running the tests once, it runs them in a fork for each job."""

    def __init__(self, session: Session, jobs: Sequence[Job], at_once: int, heard: Callable[[Done], None]) -> None:
        super().__init__(session)
        self.jobs, self.at_once, self.heard = list(jobs), at_once, heard
        self.items: dict[str, pytest.Item] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Fork for each job, so many at once; true, for there is nothing left for pytest to run."""
        if self.problems:
            return True
        look_up(session)
        validator("report")
        for name in (CHILD, BESIDE):
            importlib.import_module(name)
        read_ahead(str(self.session.worlds.base), map(str, self.session.worlds.variants))
        gc.collect()
        gc.freeze()  # a collection in a fork would touch, and so copy, every page
        self.items = {item.stash[EXAMPLE].key: item for item in session.items}
        running: dict[int, tuple[Job, float]] = {}
        with tempfile.TemporaryDirectory(prefix="oa-conformance-") as folder:
            try:
                for job in self.jobs:
                    while len(running) >= self.at_once:
                        self.hear(running, Path(folder))
                    running[self.fork(session, job, Path(folder))] = job, time.monotonic()
                while running:
                    self.hear(running, Path(folder))
            finally:
                for pid in running:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGTERM)
        return True

    def fork(self, session: pytest.Session, job: Job, folder: Path) -> int:
        pid = os.fork()
        if pid == 0:
            run_in_fork(session.config, [self.items[key] for key in job.examples], self.session, job, folder)
        return pid

    def hear(self, running: dict[int, tuple[Job, float]], folder: Path) -> None:
        """Wait for a fork to end and hand over what it found."""
        pid, status = os.wait()
        if pid not in running:
            return
        job, started = running.pop(pid)
        seconds, path = time.monotonic() - started, folder / str(pid)
        try:
            told = json.loads(path.read_text("utf-8"))
            results = tuple(map(loads, told["results"]))
            self.heard(Done(job, tuple(told["capabilities"]), results, seconds, told["problem"]))
        except (OSError, ValueError) as error:
            self.heard(Done(job, (), (), seconds, f"its process ended with {status} and left nothing ({error})"))


def look_up(session: pytest.Session) -> None:
    """Find the definitions of all steps, and what each takes, here and once."""
    names = tuple(collector.shared())
    lookup.RUNNER.get_required_args = cache(lookup.RUNNER.get_required_args)
    for item in session.items:
        file = item.getparent(pytest.Module)
        assert file is not None
        if lookup.DEFINITIONS not in file.stash:
            file.stash[lookup.DEFINITIONS] = lookup.definitions_of(names, session._fixturemanager, item)
        for step in steps_of(item):
            file.stash[lookup.DEFINITIONS].of(step)


def steps_of(item: pytest.Item) -> Iterable[Step]:
    """The steps of the item's scenario, an outline's cells put in."""
    assert isinstance(item, pytest.Function)
    parameters: dict[str, Any] = item.callspec.params if hasattr(item, "callspec") else {}
    template = lookup.RUNNER.scenario_wrapper_template_registry[item.obj]
    steps: Iterable[Step] = template.render(parameters.get("_pytest_bdd_example", {})).steps
    return steps


def run_in_fork(
    config: pytest.Config, items: Sequence[pytest.Item], ours: Session, job: Job, folder: Path
) -> NoReturn:  # fmt: skip
    """The fork's life: run the job's examples, leave the results in a file, and end without ado."""
    status, problem = 1, ""
    own = replace(ours, results=[], opener=partial(opened, limits=job.limits))
    try:
        config.stash[SESSION], config.option.oa_host = own, job.spec
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        status = 0
    except BaseException as error:
        problem = " ".join("".join(traceback.format_exception(error)[-3:]).split())
    try:
        own.close()
        told = {"capabilities": own.description.get("capabilities", ()), "problem": problem}
        told["results"] = [each.dumps() for each in own.results]
        (folder / str(os.getpid())).write_text(json.dumps(told), "utf-8")
    finally:
        os._exit(status)


def opened(spec: object, limits: Limits) -> Door:
    """The door of a host that is loaded here, in this fork, which is for this host alone. Raises HostUnusable."""
    return open_adapter(load(str(spec)), limits)


def load(spec: str) -> object:
    """The host that ``python:package.module:factory`` makes. Raises HostUnusable."""
    module, _, factory = spec.removeprefix("python:").partition(":")
    try:
        host: object = getattr(importlib.import_module(module), factory)()
    except Exception as error:
        raise HostUnusable(f"{spec} cannot be made: {type(error).__name__}: {error}") from error
    return host
