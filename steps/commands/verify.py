"""``verify``: judge a certificate's transcripts again, offline, and name every difference."""

import filecmp
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from rich.console import Console

from oa_conformance.steps import catalogue
from oa_conformance.steps.commands import certify
from oa_conformance.steps.commands.progress import Progress
from oa_conformance.steps.doors.outcome import USUAL, HostUnusable
from oa_conformance.steps.doors.transcript import TranscriptDoor, names_in
from oa_conformance.steps.publishing import account_of
from oa_conformance.steps.session import Session
from oa_conformance.steps.verdict import certificate, signing, verification
from oa_conformance.steps.verdict.account import suite
from oa_conformance.steps.verdict.baseline import Baseline
from oa_conformance.steps.verdict.certificate import CertificateError
from oa_conformance.steps.verdict.clauses import Scope
from oa_conformance.steps.verdict.folder import transcript_bytes
from oa_conformance.steps.verdict.results import ExampleResult
from oa_conformance.steps.verdict.signing import SigningError, UnusableKey
from oa_conformance.steps.verdict.telling import clean
from oa_conformance.steps.verdict.verification import Difference
from oa_conformance.steps.world import store
from oa_conformance.steps.world.cassette import CassetteError
from oa_conformance.steps.world.release import ReleaseError

SHOWN = 20
INTERRUPTED = 130
UNSIGNED = "self-consistent, not authenticated: anyone can recompute these digests"


@dataclass(frozen=True)
class Order:
    """What to verify. ``key`` is a public key; ``release_dir`` the release, if not the saved one."""

    folder: Path
    key: Path | None = None
    release_dir: Path | None = None
    as_json: bool = False


@dataclass(frozen=True)
class Verification:
    """What came of it. ``content`` is the certificate if it is one, ``judged`` says whether it was judged again."""

    differences: tuple[Difference, ...]
    content: Mapping[str, Any] | None
    judged: bool
    authentic: bool


class Unverifiable(Exception):
    """Nothing there to verify. The message is one line."""


PROBLEMS = (Unverifiable, UnusableKey, *certify.PROBLEMS)


def verify(order: Order) -> int:
    """Verify, tell, and return the exit code: 0 nothing differs, 1 something does, 130 interrupted. Raises PROBLEMS."""
    try:
        found = verification_of(order)
    except KeyboardInterrupt:
        return INTERRUPTED
    show(found, order)
    return int(bool(found.differences))


def verification_of(order: Order) -> Verification:
    """The comparison in its order: the document, its files, the suite, and what judging the transcripts comes to."""
    try:
        content, written = certificate.read(order.folder / certificate.CERTIFICATE)
    except OSError as error:
        raise Unverifiable(
            f"{order.folder / certificate.CERTIFICATE}: {error.strerror}; only a whole run has one"
        ) from None
    except CertificateError as error:
        return Verification((Difference(certificate.CERTIFICATE, str(error)),), None, judged=False, authentic=False)
    found = [*signature(order, content, written), *verification.broken_seals(content)]
    if content["format"] != certificate.FORMAT:
        found.append(Difference(certificate.CERTIFICATE, "holds the results of a part, which is never certified"))
    files = verification.compare_files(content, order.folder)
    found += files.differences
    unlike = [
        *verification.another_suite(content, suite()),
        *verification.foreign_run(content, files.runs),
        *verification.impossible_times(content),
    ]
    found += unlike
    judged = not unlike
    if judged:
        try:
            found += judged_again(order, content)
        except (CassetteError, ReleaseError) as error:
            found, judged = [*found, Difference("cassettes", f"the worlds cannot be built again: {error}")], False
    return Verification(tuple(found), content, judged, order.key is not None and not found)


def signature(order: Order, content: Mapping[str, Any], written: bytes) -> Iterator[Difference]:
    """What is wrong with the signature, where a key is there to check it. Raises UnusableKey."""
    if order.key is None:
        return
    try:
        signing.check(order.folder, order.key, content, written)
    except UnusableKey:
        raise
    except SigningError as error:
        yield Difference("signature", str(error))


def judged_again(order: Order, content: Mapping[str, Any]) -> list[Difference]:
    """Run the features on the transcripts and compare. Raises CassetteError, ReleaseError, SuiteProblem."""
    names = names_in(order.folder)
    host, options = content["host"], content["run"]["options"]
    description = {
        **{name: host[name] for name in ("name", "version")},
        "capabilities": content["scope"]["capabilities"],
    }
    span, run = verification.span_of(content), certificate.binding_of(content).sha256
    door = TranscriptDoor(order.folder, names, description, run, USUAL, span)
    progress = Progress(sum(1 for _ in catalogue.shipped().examples()) * options["trials"])

    def keep(result: ExampleResult) -> ExampleResult:
        """The result with the digest that its transcript has when it is made again."""
        progress.count(result)
        try:
            head = door.recording_of(result.key, result.trial).head
        except HostUnusable:
            return replace(result, transcript=None)
        if not result.transcript:
            return result
        digest = sha256(transcript_bytes({**result.transcript, **head})).hexdigest()
        return replace(result, transcript=None, transcript_sha256=digest)

    with workplace(order, content) as (release_dir, out), progress:
        session = Session(
            release_dir, out, told_by_pytest=False, keep=keep, opener=lambda spec: door, options=options,
            nonce=content["run"]["nonce"],
        )  # fmt: skip
        session.prepare()
        session.door("transcript:")
        again = certify.Order("transcript:", exitfirst=options["exitfirst"], trials=options["trials"])
        if certify.run(session, again):
            raise KeyboardInterrupt
        session.spec = host["spec"]
        known = Baseline(content["baseline"]["listed"], content["baseline"]["sha256"]) if content["baseline"] else None
        scope = Scope(trials=options["trials"], baseline=known)
        told = certificate.document(account_of(session, scope, content["run"]["command"], ""))
        found = [*verification.compare(content, told)]
        found += [*verification.differing("baseline", content["baseline"], told["baseline"])]
        return found + ([*other_cassettes(order.folder, out)] if release_dir else [])


@contextmanager
def workplace(order: Order, content: Mapping[str, Any]) -> Iterator[tuple[Path | None, Path | None]]:
    """The folder of the certified release (None: the bundled one), and where its cassettes are to be built again.

    The release is taken from the base cassette that was saved with the certificate. Raises CassetteError.
    """
    if content["release"]["bundled"]:
        yield None, None
        return
    release = nullcontext(order.release_dir) if order.release_dir else store.unpacked(order.folder)
    with tempfile.TemporaryDirectory(prefix="oa-conformance-") as name, release as release_dir:
        if release_dir is None:
            raise CassetteError(f"{order.folder / store.CASSETTES}: is missing; restore it or name the --release")
        yield release_dir, Path(name)


def other_cassettes(folder: Path, again: Path | None) -> Iterator[Difference]:
    """The cassettes beside the certificate that are not those of its release."""
    assert again is not None
    one, other = ({each.relative_to(root).as_posix(): each for each in root.rglob("*.yaml")} for root in (
        folder / store.CASSETTES, again / store.CASSETTES,
    ))  # fmt: skip
    for name in sorted(one.keys() | other.keys()):
        if name not in one or name not in other:
            yield Difference(f"cassettes/{name}", "is missing" if name not in one else "belongs to no scenario")
        elif not filecmp.cmp(one[name], other[name], shallow=False):
            yield Difference(f"cassettes/{name}", "is not what its scenario describes")


def show(found: Verification, order: Order) -> None:
    """Print what came of it, as JSON or for a person."""
    content = found.content
    if order.as_json:
        told = {
            "verified": not found.differences,
            "authenticated": found.authentic,
            "judged_again": found.judged,
            "certified": content["certified"] if content and not found.differences else None,
            "differences": [vars(each) for each in found.differences],
        }
        print(certificate.dumps(told).decode(), end="")
        return
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    if content:
        host, release = content["host"], content["release"]
        console.print(
            clean(f"{host['name']} {host['version']} ({host['spec']}) on release {release['release_id']}"), style="bold"
        )
    if found.differences or not content:
        lines = [clean(str(each)) for each in found.differences]
        more = [f"and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
        for line in [*lines[:SHOWN], *more]:
            console.print(f"  {line}")
        if not found.judged:
            console.print("  its transcripts were not judged again")
        console.print("NOT VERIFIED", style="bold red")
        return
    examples = sum(1 for _ in verification.trials_of(content))
    console.print(
        f"{examples:,} results were judged again from their transcripts; every digest and every verdict holds"
    )
    capabilities = ", ".join(content["scope"]["capabilities"])
    console.print(f"it says: certified for {capabilities}" if content["certified"] else "it says: NOT certified")
    signed = (order.folder / signing.ENVELOPE).exists()
    unchecked = "signed, but not checked; name the signer's public key with --key. Without it: " if signed else ""
    console.print(f"authenticated: signed by {order.key.name}" if order.key else f"{unchecked}{UNSIGNED}")
    console.print("VERIFIED", style="bold green")
