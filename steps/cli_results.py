"""The commands on what a run has left: check it, look into it, compare it."""

from pathlib import Path

import click

from oa_conformance.steps.cli_parts import AS_JSON, FILE, FOLDER, Problem, law, show


@click.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--key", metavar="FILE", type=FILE, help="The signer's public key; the signature must be good.")
@click.option(
    "--release", "release_dir", metavar="DIR", type=FOLDER, help="The certified release, if not the saved one."
)
@AS_JSON
def verify(folder: Path, key: Path | None, release_dir: Path | None, as_json: bool) -> int:
    """Judge a certificate's transcripts again, offline and without the host, and name whatever differs.

    Exit status: 0 every digest and every verdict holds, whether it certifies or not; 1 something differs; 2 there is
    nothing to verify; 130 interrupted.

    \b
    Examples: oa-conformance verify certificate
              oa-conformance verify certificate --key signer.pub
    """
    from oa_conformance.steps.commands import verify as command  # noqa: PLC0415

    try:
        return command.verify(command.Order(folder, key, release_dir, as_json))
    except command.PROBLEMS as error:
        raise Problem(f"verify: {error}") from None


@click.command()
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@click.option("--host", metavar="SPEC", help="Run this host.")
@click.option("--from", "folder", metavar="DIR", type=FOLDER, help="Play the transcripts in DIR back instead.")
@click.option("--release", "release_dir", metavar="DIR", type=FOLDER, help="Test on the release in DIR.")
@AS_JSON
def replay(
    names: tuple[str, ...], host: str | None, folder: Path | None, release_dir: Path | None, as_json: bool
) -> int:
    """Show what happens in a clause or an example: what is offered, each request in its time, the report, each step.

    Exit status: 0 nothing stands against the host, 1 something does, 2 wrong usage or a fault of the suite.

    \b
    Examples: oa-conformance replay IDENT-02 --host reference
              oa-conformance replay IDENT-02/the-page-names-a-sister-journal --from certificate
    """
    clauses = law()
    from oa_conformance.steps.commands import replay as command  # noqa: PLC0415

    if (host is None) == (folder is None):
        raise Problem("replay: name either a host with --host SPEC or the folder of a run with --from DIR")
    try:
        keys = command.keys_named(names, clauses)
        return command.replay(command.Order(host or f"transcript:{folder}", keys, release_dir, as_json))
    except command.PROBLEMS as error:
        raise Problem(f"replay: {error}") from None


@click.command()
@click.argument("before", metavar="DIR_A", type=FOLDER)
@click.argument("after", metavar="DIR_B", type=FOLDER)
@AS_JSON
def diff(before: Path, after: Path, as_json: bool) -> int:
    """Show what changed from the run in DIR_A to the run in DIR_B.

    Exit status: 0 nothing got worse, 1 something did, 2 there is nothing to compare.

    \b
    Example: oa-conformance diff last-week today
    """
    from oa_conformance.steps.commands import diff as command  # noqa: PLC0415

    try:
        return command.diff(before, after, as_json)
    except command.PROBLEMS as error:
        raise Problem(f"diff: {error}") from None


@click.command()
@click.argument("path", metavar="FILE", type=FILE)
def keygen(path: Path) -> None:
    """Make an ed25519 key pair: FILE is for certify --sign and for you alone, FILE.pub for verify --key.

    OpenSSL makes the same: openssl genpkey -algorithm ed25519 -out FILE; openssl pkey -in FILE -pubout -out FILE.pub

    \b
    Example: oa-conformance keygen signer
    """
    from oa_conformance.steps.verdict import signing  # noqa: PLC0415

    try:
        show([str(each) for each in signing.make_keys(path)])
    except signing.SigningError as error:
        raise Problem(f"keygen: {error}") from None
