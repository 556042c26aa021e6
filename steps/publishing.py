"""From a finished session to an account of it and its reports, the same for the command and for a project's pytest."""

from hashlib import sha256
from pathlib import Path

from oa_conformance.steps import catalogue
from oa_conformance.steps.session import Session
from oa_conformance.steps.verdict import certificate, html, junit
from oa_conformance.steps.verdict.account import (
    IN_PROCESS,
    ROOT,
    Account,
    Evidence,
    Host,
    nonce,
    now,
    suite_files,
    tool_versions,
)
from oa_conformance.steps.verdict.clauses import Scope, judge
from oa_conformance.steps.verdict.folder import ResultFolder
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
            tuple(described.get("remarks", ())),
        ),
        evidence=evidence_of(session),
        suite_sha256=digest(suite_files(), ROOT),
        command=command,
        repeat=repeat,
        started=session.started,
        finished=now(),
        nonce=nonce(),
        tools=tool_versions(),
    )


def part_that_ran(session: Session) -> Scope:
    """The scope of a run under pytest, where anything may have been left out: all clauses, or those that ran."""
    law = catalogue.shipped()
    keys = {result.key for result in session.results}
    if keys >= law.by_key.keys():
        return Scope()
    return Scope(frozenset(example.clause_id for example in law.examples() if example.key in keys))


def publish(account: Account, folder: ResultFolder | None) -> list[Path]:
    """Write the reports and return their paths. Only a whole run gets a certificate. Raises FolderError."""
    if folder is None:
        return []
    written = []
    scope = account.verdict.scope
    if scope.only is None and not scope.interrupted:
        written.append(folder.write("certificate.json", certificate.dumps(certificate.document(account))))
    written.append(folder.write("report.html", html.page(account)))
    written.append(folder.write("junit.xml", junit.document(account)))
    return written


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


def release_sha256(release: Release) -> str:
    """SHA-256 over the index and the names, lengths and bytes of the release's files."""
    total = sha256(release.index)
    for name, content in sorted(release.files.items()):
        total.update(f"\n{name} {len(content)}\n".encode() + content)
    return total.hexdigest()
