"""From a finished session to an account of it and its reports, the same for the command and for a project's pytest."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from oa_conformance.steps import catalogue
from oa_conformance.steps.doors.transcript import header
from oa_conformance.steps.session import Session
from oa_conformance.steps.verdict import certificate, html, junit, signing
from oa_conformance.steps.verdict.account import IN_PROCESS, Account, Binding, Evidence, Host, now, suite
from oa_conformance.steps.verdict.clauses import Scope, judge
from oa_conformance.steps.verdict.folder import ResultFolder
from oa_conformance.steps.verdict.results import ExampleResult
from oa_conformance.steps.verdict.signing import SigningKey
from oa_conformance.steps.world.release import Release
from oa_conformance.steps.world.store import digest


def account_of(session: Session, scope: Scope, command: str, repeat: str) -> Account:
    """The verdict on what the session ran, and all that the reports say of it. Raises CassetteError, ReleaseError."""
    described = session.description
    verdict = judge(catalogue.shipped(), session.results, described.get("capabilities", ()), scope)
    return Account(
        verdict=verdict,
        host=Host(
            session.spec,
            described.get("name", "unknown"),
            described.get("version", "unknown"),
            described.get("boundary", IN_PROCESS),
            (*described.get("remarks", ()), *session.remarks),
            session.identity,
        ),
        evidence=evidence_of(session),
        suite=suite(),
        command=command,
        repeat=repeat,
        started=session.started,
        finished=now(),
        nonce=session.nonce,
        options=session.options,
    )


def keeping(session: Session, folder: ResultFolder) -> Callable[[ExampleResult], ExampleResult]:
    """Writes a result's transcript, bound to the run that it is of, and gives the result with the digest instead."""

    def keep(result: ExampleResult) -> ExampleResult:
        if result.transcript is None:
            return result
        told = header(result.trial, session.description, binding_of(session).sha256)
        return folder.keep(replace(result, transcript={**result.transcript, **told}))

    return keep


def binding_of(session: Session) -> Binding:
    """What the session's run is bound to. Raises CassetteError, ReleaseError."""
    described = session.description
    return Binding(
        session.nonce, session.options, session.spec, described["name"], described["version"],
        session.identity.sha256 if session.identity else None, tuple(described["capabilities"]),
        suite().sha256, release_sha256(session.worlds.release),
    )  # fmt: skip


def part_that_ran(session: Session) -> Scope:
    """The scope of a run under pytest, where anything may have been left out: all clauses, or those that ran."""
    law = catalogue.shipped()
    keys = {result.key for result in session.results}
    if keys >= law.by_key.keys():
        return Scope()
    return Scope(frozenset(example.clause_id for example in law.examples() if example.key in keys))


def publish(account: Account, folder: ResultFolder | None, key: SigningKey | None = None) -> list[Path]:
    """Write the reports and return their paths. Only a whole run gets a certificate, and a signature if there is a key.

    Raises FolderError, CertificateError.
    """
    if folder is None:
        return []
    content = certificate.document(account)
    written, whole = certificate.dumps(content), account.verdict.scope.whole
    files = [folder.write(certificate.CERTIFICATE if whole else certificate.RESULTS, written)]
    if whole and key:
        files.append(folder.write(signing.ENVELOPE, key.sign(content, written)))
    files.append(folder.write("report.html", html.page(account)))
    files.append(folder.write("junit.xml", junit.document(account)))
    return files


def evidence_of(session: Session) -> Evidence:
    worlds = session.worlds
    cassettes = list(worlds.folder.rglob("*.yaml"))
    return Evidence(
        release_id=worlds.release.release_id,
        bundled=session.release_dir is None,
        base_sha256=release_sha256(worlds.release),
        served_sha256=digest(cassettes, worlds.folder),
        cassettes=len(cassettes),
    )


@lru_cache(maxsize=4)
def release_sha256(release: Release) -> str:
    """SHA-256 over the index and the names, lengths and bytes of the release's files."""
    total = sha256(release.index)
    for name, content in sorted(release.files.items()):
        total.update(f"\n{name} {len(content)}\n".encode() + content)
    return total.hexdigest()
