"""``certify``: run the features against a host, compute the verdict, write the reports."""

import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console

from oa_conformance.steps import catalogue
from oa_conformance.steps.catalogue import Catalogue
from oa_conformance.steps.commands.progress import Progress
from oa_conformance.steps.commands.running import Listener, SuiteProblem, Trials, run_features
from oa_conformance.steps.doors.base import Door
from oa_conformance.steps.doors.mcp_spec import is_mcp
from oa_conformance.steps.doors.outcome import HostUnusable
from oa_conformance.steps.publishing import account_of, binding_of, keeping, publish
from oa_conformance.steps.session import Session
from oa_conformance.steps.verdict import baseline, certificate, journal, signing
from oa_conformance.steps.verdict.baseline import BaselineError
from oa_conformance.steps.verdict.certificate import CertificateError
from oa_conformance.steps.verdict.clauses import Scope
from oa_conformance.steps.verdict.folder import FolderError, ResultFolder, open_folder
from oa_conformance.steps.verdict.journal import Begun, Journal
from oa_conformance.steps.verdict.results import ExampleResult
from oa_conformance.steps.verdict.signing import SigningError
from oa_conformance.steps.verdict.terminal import Summary
from oa_conformance.steps.world.cassette import CassetteError
from oa_conformance.steps.world.release import ReleaseError

PROBLEMS = (
    SuiteProblem, HostUnusable, FolderError, CassetteError, CertificateError, ReleaseError, BaselineError, SigningError,
)  # fmt: skip
"""What ``certify`` raises where there can be no verdict; each is one line that says what is wrong and what to do."""


@dataclass(frozen=True)
class Order:
    """What to certify. ``only`` holds clause ids, None for all; ``sign`` names a private key, ``baseline`` a file.

    ``resume`` goes on with the interrupted run whose results are in ``out``; if there are none it starts one.
    ``at_once`` processes of the host share the examples.
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
    at_once: int = 1

    def command(self, only: Iterable[str] = ()) -> str:
        """How to run this again, for these clauses."""
        words = ["oa-conformance", "certify", "--host", self.host]
        words += ["--release", str(self.release_dir)] if self.release_dir else []
        words += ["--trials", str(self.trials)] if self.trials > 1 else []
        return shlex.join([*words, *(word for clause_id in only for word in ("--only", clause_id))])


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
    progress = Progress(total * order.trials, moves=order.at_once == 1)
    store = keeping(session, folder) if folder else session.keep

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
    listener = listener_of(session, order)
    code = run_features(listener, "--oa-host", order.host, *only, *(["--exitfirst"] if order.exitfirst else []))
    return code == pytest.ExitCode.INTERRUPTED


def listener_of(session: Session, order: Order) -> Listener:
    if order.at_once > 1:
        from oa_conformance.steps.commands.shares import Shares  # noqa: PLC0415 - few need it

        return Shares(session, order.trials, order.at_once)
    if order.trials > 1 or session.results:
        return Trials(session, order.trials)
    return Listener(session)
