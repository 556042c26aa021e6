"""``certify``: run the features against a host, compute the verdict, write the reports."""

import os
import shlex
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from rich.console import Console

from oa_conformance.steps import catalogue
from oa_conformance.steps.commands.progress import Progress
from oa_conformance.steps.doors.outcome import HostUnusable
from oa_conformance.steps.publishing import account_of, publish
from oa_conformance.steps.recorder import SESSION
from oa_conformance.steps.session import Session, without_transcript
from oa_conformance.steps.verdict.certificate import CertificateError
from oa_conformance.steps.verdict.clauses import Scope
from oa_conformance.steps.verdict.folder import FolderError, open_folder
from oa_conformance.steps.verdict.results import ExampleResult, one_line
from oa_conformance.steps.verdict.terminal import Summary
from oa_conformance.steps.world.cassette import CassetteError
from oa_conformance.steps.world.release import ReleaseError

PLUGINS = ("pytest_bdd.plugin", "oa_conformance.steps.plugin")
WITHOUT = ("terminal", "cacheprovider", "junitxml", "doctest", "logging", "pastebin", "unittest", "stepwise")


class SuiteProblem(Exception):
    """The features could not be run at all: a fault of the suite. The message is one line."""


PROBLEMS = (SuiteProblem, HostUnusable, FolderError, CassetteError, CertificateError, ReleaseError)
"""What ``certify`` raises where there can be no verdict; each is one line that says what is wrong and what to do."""


@dataclass(frozen=True)
class Order:
    """What to certify. ``only`` holds clause ids; None for all."""

    host: str
    release_dir: Path | None = None
    out: Path | None = None
    only: frozenset[str] | None = None
    exitfirst: bool = False

    def command(self, only: Iterable[str] = ()) -> str:
        """How to run this again, for these clauses."""
        words = ["oa-conformance", "certify", "--host", self.host]
        words += ["--release", str(self.release_dir)] if self.release_dir else []
        return shlex.join([*words, *(word for clause_id in only for word in ("--only", clause_id))])


class Listener:
    """The pytest plugin of one run: hands over the session and hears what pytest could not do."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.problems: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.stash[SESSION] = self.session

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.problems.append(" ".join(str(report.longrepr).split()))

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        self.problems.append(f"{type(excinfo.value).__name__}: {one_line(excinfo.value)}")


def certify(order: Order) -> int:
    """Run, report, and return the exit code. Raises PROBLEMS."""
    law = catalogue.shipped()
    folder = open_folder(order.out) if order.out else None
    total = sum(order.only is None or each.clause_id in order.only for each in law.examples())
    progress, store = Progress(total), folder.keep if folder else without_transcript

    def keep(result: ExampleResult) -> ExampleResult:
        progress.count(result)
        return store(result)

    session = Session(order.release_dir, order.out, told_by_pytest=False, keep=keep)
    try:
        with progress:
            session.prepare()
            session.door(order.host)
            interrupted = run(session, order)
    finally:
        session.close()
    scope = Scope(order.only, interrupted)
    account = account_of(session, scope, order.command(sorted(order.only or ())), f"{order.command()} --only")
    files = publish(account, folder)
    Summary(Console(highlight=False, markup=False, emoji=False), account).show(files)
    return account.verdict.exit_code


def run(session: Session, order: Order) -> bool:
    """Run the examples in this process; whether the user interrupted them. Raises SuiteProblem."""
    only = (word for clause_id in sorted(order.only or ()) for word in ("--oa-only", clause_id))
    code = run_features(
        Listener(session), "--oa-host", order.host, *only, *(["--exitfirst"] if order.exitfirst else [])
    )
    return code == pytest.ExitCode.INTERRUPTED


def run_features(listener: Listener, *words: str) -> int:
    """Let pytest run the features with this plugin and these options; its exit code. Raises SuiteProblem."""
    arguments = [
        str(catalogue.FEATURES), "-c", os.devnull, "--rootdir", str(catalogue.FEATURES), "--import-mode=importlib",
        "--assert=plain", "--capture=no", "--noconftest",
        *(word for name in WITHOUT for word in ("-p", f"no:{name}")),
        *(word for name in PLUGINS for word in ("-p", name)),
        *words,
    ]  # fmt: skip
    with alone():
        code = pytest.main(arguments, plugins=[listener])
    if listener.problems:
        raise SuiteProblem(f"the features cannot be run: {listener.problems[0][:1000]}")
    return int(code)


@contextmanager
def alone() -> Generator[None]:
    """Keep what else is installed or set for pytest out of the run."""
    settings = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "", "PYTEST_PLUGINS": ""}
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
