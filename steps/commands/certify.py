"""``certify``: run the features against a host, compute the verdict, write the reports."""

import os
import shlex
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path

import pytest
from rich.console import Console

from oa_conformance.steps import catalogue
from oa_conformance.steps.catalogue import Catalogue
from oa_conformance.steps.commands.progress import Progress
from oa_conformance.steps.doors.base import Door
from oa_conformance.steps.doors.mcp_spec import is_mcp
from oa_conformance.steps.doors.outcome import HostUnusable
from oa_conformance.steps.publishing import account_of, binding_of, keeping, publish
from oa_conformance.steps.recorder import EXAMPLE, SESSION
from oa_conformance.steps.session import Session
from oa_conformance.steps.verdict import baseline, certificate, journal, signing
from oa_conformance.steps.verdict.baseline import BaselineError
from oa_conformance.steps.verdict.certificate import CertificateError
from oa_conformance.steps.verdict.clauses import Scope
from oa_conformance.steps.verdict.folder import FolderError, ResultFolder, open_folder
from oa_conformance.steps.verdict.journal import Begun, Journal
from oa_conformance.steps.verdict.results import ExampleResult, one_line
from oa_conformance.steps.verdict.signing import SigningError
from oa_conformance.steps.verdict.terminal import Summary
from oa_conformance.steps.world.cassette import CassetteError
from oa_conformance.steps.world.release import ReleaseError

PLUGINS = ("pytest_bdd.plugin", "oa_conformance.steps.plugin")
WITHOUT = ("terminal", "cacheprovider", "junitxml", "doctest", "logging", "pastebin", "unittest", "stepwise")


class SuiteProblem(Exception):
    """The features could not be run at all: a fault of the suite. The message is one line."""


PROBLEMS = (
    SuiteProblem, HostUnusable, FolderError, CassetteError, CertificateError, ReleaseError, BaselineError, SigningError,
)  # fmt: skip
"""What ``certify`` raises where there can be no verdict; each is one line that says what is wrong and what to do."""


@dataclass(frozen=True)
class Order:
    """What to certify. ``only`` holds clause ids, None for all; ``sign`` names a private key, ``baseline`` a file.

    ``resume`` goes on with the interrupted run whose results are in ``out``; if there are none it starts one.
    """

    host: str
    release_dir: Path | None = None
    out: Path | None = None
    only: frozenset[str] | None = None
    exitfirst: bool = False
    trials: int = 1
    baseline: Path | None = None
    sign: Path | None = None
    resume: bool = False

    def command(self, only: Iterable[str] = ()) -> str:
        """How to run this again, for these clauses."""
        words = ["oa-conformance", "certify", "--host", self.host]
        words += ["--release", str(self.release_dir)] if self.release_dir else []
        words += ["--trials", str(self.trials)] if self.trials > 1 else []
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


class Trials(Listener):
    """Runs all examples, then all of them again, so many times; a trial never follows upon itself.

    What the session has a result of, from an earlier sitting, is not run again.
    """

    def __init__(self, session: Session, trials: int) -> None:
        super().__init__(session)
        self.trials = trials
        self.done = frozenset((each.key, each.trial) for each in session.results)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """As pytest's own loop, so many times over. Raises what it raises to stop."""
        if session.testsfailed:
            raise session.Interrupted("the features could not be collected")
        for trial in range(1, self.trials + 1):
            self.session.trial = trial
            items = [each for each in session.items if (each.stash[EXAMPLE].key, trial) not in self.done]
            for item, following in zip_longest(items, items[1:]):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.shouldfail:
                    raise session.Failed(session.shouldfail)
                if session.shouldstop:
                    raise session.Interrupted(session.shouldstop)
        return True


def certify(order: Order) -> int:
    """Run, report, and return the exit code. Raises PROBLEMS."""
    law = catalogue.shipped()
    known = baseline.read(order.baseline, law) if order.baseline else None
    key = signing.signing_key(order.sign) if order.sign else None
    folder, book, begun = opened_folder(order)
    total = sum(order.only is None or each.clause_id in order.only for each in law.examples())
    options = {
        "trials": order.trials, "exitfirst": order.exitfirst, "baseline_sha256": known.sha256 if known else None
    }  # fmt: skip
    session = Session(order.release_dir, order.out, told_by_pytest=False, options=options)
    progress, store = Progress(total * order.trials), keeping(session, folder) if folder else session.keep

    def keep(result: ExampleResult) -> ExampleResult:
        progress.count(result)
        kept = store(result)
        if book:
            book.add(kept)
        return kept

    session.keep = keep
    if begun:
        begun.restore(session)
    if is_mcp(order.host):
        session.opener = partial(opened, tell=progress.say)
    try:
        with progress:
            session.prepare()
            session.door(order.host)
            if begun:
                begun.require(binding_of(session), order.only)
                for each in begun.results:
                    progress.count(each)
            elif book:
                book.begin(binding_of(session), order.only, session.started)
            interrupted = run(session, order)
    finally:
        session.close()
    scope = Scope(order.only, interrupted, order.trials, known)
    account = account_of(session, scope, order.command(sorted(order.only or ())), f"{order.command()} --only")
    files = publish(account, folder, key)
    if book and not interrupted:
        book.end()
    on_stderr = order.host.startswith("mcp-stdio")  # standard output is the protocol's
    Summary(Console(stderr=on_stderr, highlight=False, markup=False, emoji=False), account).show(files)
    return account.verdict.exit_code


def opened_folder(order: Order) -> tuple[ResultFolder | None, Journal | None, Begun | None]:
    """Where results go, the journal there, and what it holds of an interrupted run that is to go on.

    Raises FolderError.
    """
    if order.out is None:
        return None, None, None
    folder = journal.reopened(order.out) if order.resume else open_folder(order.out)
    book = Journal(folder)
    return folder, book, book.read() if order.resume else None


def opened(adapter: object, tell: Callable[[str], object]) -> Door:
    """The door of a chatbot behind MCP, whose driver is told by ``tell`` what to do. Raises HostUnusable."""
    from oa_conformance.steps.doors.mcp import open_mcp  # noqa: PLC0415 - few need it

    return open_mcp(str(adapter), tell=tell)


def failed_last(folder: Path, law: Catalogue) -> frozenset[str]:
    """The clauses that stood against the host when an earlier run wrote this folder. Raises CertificateError."""
    told, _ = certificate.results_in(folder)
    against = {"FAIL", "NOT-EXERCISED", "SUITE-ERROR"}
    found = frozenset(each["id"] for each in told["clauses"] if each["status"] in against) & law.by_id.keys()
    if not found:
        raise CertificateError(f"{folder}: nothing stood against the host; run without --last-failed")
    return found


def run(session: Session, order: Order) -> bool:
    """Run the examples in this process; whether the user interrupted them. Raises SuiteProblem."""
    only = (word for clause_id in sorted(order.only or ()) for word in ("--oa-only", clause_id))
    listener = Trials(session, order.trials) if order.trials > 1 or session.results else Listener(session)
    code = run_features(listener, "--oa-host", order.host, *only, *(["--exitfirst"] if order.exitfirst else []))
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
