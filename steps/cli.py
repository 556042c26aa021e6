"""The ``oa-conformance`` command. Nothing is imported before a command needs it, so help and version come at once."""

import sys
from importlib.metadata import version
from pathlib import Path

import click

from oa_conformance.steps import cli_results
from oa_conformance.steps.cli_parts import AS_JSON, FILE, FOLDER, Problem, law, out_of_order, selected, show, unknown

USAGE, INTERRUPTED = 2, 130


def main() -> None:
    """Run the command and exit with its status. Whatever goes wrong is one line on standard error."""
    try:
        status = cli.main(prog_name="oa-conformance", standalone_mode=False)
    except (click.Abort, KeyboardInterrupt):
        status = complain("interrupted", INTERRUPTED)
    except click.ClickException as error:
        status = complain(f"{error.format_message()} (see oa-conformance --help)", USAGE)
    except Problem as error:
        status = complain(str(error), USAGE)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us has gone; Python would complain when it flushes
        status = USAGE
    sys.exit(status if isinstance(status, int) else 0)


def complain(words: str, status: int) -> int:
    print(f"oa-conformance: {' '.join(words.split())}", file=sys.stderr)
    return status


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(version("oa-conformance"), prog_name="oa-conformance")
def cli() -> None:
    """Certify chatbot hosts that search open-access literature, clause by clause and with proof.

    \b
    Example: oa-conformance certify --host reference --out certificate
    """


@cli.command()
@click.option(
    "--host", metavar="SPEC", required=True,
    help="A host's name, python:package.module:factory, command:PROGRAM…, mcp, mcp-stdio, 'mcp-command:… {mcp_url}', "
    "or transcript:DIR to judge again what a run recorded.",
)  # fmt: skip
@click.option("--persistent", is_flag=True, help="A command: keep one process, which answers line after line.")
@click.option("--isolate", is_flag=True, help="A command: give it a network that holds nothing but our proxy (Linux).")
@click.option("--model-endpoint", metavar="URL", help="A command: let it reach its own model here, and nothing else.")
@click.option("--capabilities", metavar="NAMES", help="A chatbot behind MCP: what it claims, joined by commas.")
@click.option("--port", metavar="N", type=int, help="A chatbot behind MCP: serve here, not at 8765.")
@click.option("--deadline", metavar="S", help="A chatbot behind MCP: seconds for a task once it is fetched (600).")
@click.option("--wait", metavar="S", help="A chatbot behind MCP: seconds a task may wait to be fetched (3600).")
@click.option("--release", "release_dir", metavar="DIR", type=FOLDER, help="Test on the release in DIR.")
@click.option("--out", metavar="DIR", type=FOLDER, help="Write certificate, reports and transcripts to DIR.")
@click.option("--only", metavar="ID", multiple=True, help="Only this clause or chapter; no certificate; repeatable.")
@click.option("--last-failed", is_flag=True, help="Only the clauses that failed when --out DIR was written last.")
@click.option("--resume", is_flag=True, help="Go on with the run that was interrupted, in the same --out DIR.")
@click.option("-x", "--exitfirst", is_flag=True, help="Stop at the first example that fails.")
@click.option("--trials", metavar="N", type=click.IntRange(1, 1000), default=1, help="Run each N times; all must pass.")
@click.option("-j", "at_once", metavar="N", type=click.IntRange(1, 64), default=1, help="So many of the host at once.")
@click.option("--baseline", metavar="FILE", type=FILE, help="Known failures with reasons, in TOML or JSON.")
@click.option("--sign", metavar="KEY", type=FILE, help="Sign the certificate with this ed25519 key; see keygen.")
def certify(
    host: str,
    persistent: bool,
    isolate: bool,
    model_endpoint: str | None,
    capabilities: str | None,
    port: int | None,
    deadline: str | None,
    wait: str | None,
    release_dir: Path | None,
    out: Path | None,
    only: tuple[str, ...],
    last_failed: bool,
    resume: bool,
    exitfirst: bool,
    trials: int,
    at_once: int,
    baseline: Path | None,
    sign: Path | None,
) -> int:
    """Run the suite against a host.

    Exit status: 0 certified, 1 not certified, 2 wrong usage or a fault of the suite, 130 interrupted. With --baseline:
    0 nothing fails but what it lists (which certifies nothing); 1 something else fails, or something it lists holds.

    \b
    Examples: oa-conformance certify --host reference --out certificate
              oa-conformance certify --host python:my_chatbot.host:make --only IDENT-02
              oa-conformance certify --host "command:node host.mjs" --persistent
              oa-conformance certify --host mcp --capabilities registry_brokered,navigation
              oa-conformance certify --host reference --baseline known.toml --trials 3
    """
    chosen = selected(law(), only)
    if sign and (only or last_failed or not out):
        raise Problem("certify: --sign signs the certificate of a whole run, which is written to --out DIR")
    if last_failed and not out:
        raise Problem("certify: --last-failed needs --out DIR, where an earlier run left its results")
    if resume and (last_failed or not out):
        raise Problem("certify: --resume goes on with a run in --out DIR, and not with a choice of what failed")
    from oa_conformance.steps.commands import certify as command  # noqa: PLC0415
    from oa_conformance.steps.doors import mcp_spec  # noqa: PLC0415
    from oa_conformance.steps.doors.command_spec import with_options  # noqa: PLC0415

    try:
        host = with_options(host, persistent=persistent, isolate=isolate, model=model_endpoint)
        host = mcp_spec.with_options(host, capabilities=capabilities, port=port, deadline=deadline, wait=wait)
        if last_failed and out:
            failed = command.failed_last(out, law())
            chosen = failed if chosen is None else failed & chosen
        if at_once > 1 and mcp_spec.is_mcp(host):
            raise Problem("certify: a chatbot behind MCP is one and does one task after the other; leave -j out")
        return command.certify(
            command.Order(host, release_dir, out, chosen, exitfirst, trials, baseline, sign, resume, at_once)
        )
    except command.PROBLEMS as error:
        raise Problem(f"certify: {error}") from None


@cli.command()
@click.option(
    "--only", metavar="ID", multiple=True, help="Only what breaks this clause or chapter, or this host; repeatable."
)
@click.option("--all", "everything", is_flag=True, help="All hosts against all clauses, not only those they can touch.")
@click.option("--out", metavar="DIR", type=FOLDER, help="Write the matrix to DIR as JSON and as a page.")
@click.option(
    "-j", "at_once", metavar="N", type=click.IntRange(1, 64), help="So many hosts at once; else three a processor."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def mutants(only: tuple[str, ...], everything: bool, out: Path | None, at_once: int | None, as_json: bool) -> int:
    """Prove that the suite bites: run it against hosts that each break one clause, against harmless variants, and
    against hosts that do nothing.

    Exit status: 0 every mutant was killed for its own reason, no variant turned red, no null host was credited; 1 not;
    2 wrong usage or a fault of the suite; 130 interrupted.

    \b
    Examples: oa-conformance mutants --out matrix
              oa-conformance mutants --only REDIR --only silent
    """
    clauses = law()
    from oa_conformance.steps.commands import mutants as command  # noqa: PLC0415
    from oa_conformance.steps.commands.declared import declared  # noqa: PLC0415

    try:
        hosts = declared(clauses)
        names = frozenset(only) & {each.name for each in hosts}
        chosen = selected(clauses, [each for each in only if each not in names])
        return command.mutants(
            command.Order(chosen if chosen or not names else frozenset(), names, out, at_once or 0, everything, as_json)
        )
    except command.PROBLEMS as error:
        raise Problem(f"mutants: {error}") from None


@cli.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--lang", "language", type=click.Choice(("python", "node", "shell")), required=True, help="Its language.")
def init(folder: Path, language: str) -> None:
    """Write a host to start from into DIR, which must be new or empty.

    Node's is complete; those in Python and shell are small and keep three chapters.

    \b
    Example: oa-conformance init my-host --lang node
    """
    from oa_conformance.steps.commands import init as command  # noqa: PLC0415

    try:
        show(command.init(folder, language))
    except command.InitError as error:
        raise Problem(f"init: {error}") from None


@cli.group()
def rules() -> None:
    """Show what the suite judges.

    \b
    Example: oa-conformance rules explain IDENT-02
    """


@rules.command("list")
@AS_JSON
def list_rules(as_json: bool) -> None:
    """List every clause.

    \b
    Example: oa-conformance rules list
    """
    from oa_conformance.steps.commands import rules as command  # noqa: PLC0415

    clauses = law()
    show(command.listing(clauses) if as_json else command.listing_lines(clauses))


@rules.command()
@click.argument("clause_id", metavar="ID")
@AS_JSON
def explain(clause_id: str, as_json: bool) -> None:
    """Show a clause with where it stands and the examples it is judged by.

    \b
    Example: oa-conformance rules explain IDENT-02
    """
    from oa_conformance.steps.commands import rules as command  # noqa: PLC0415

    clauses = law()
    excluded = {each.id: each for each in clauses.exclusions}
    if clause_id in excluded:
        exclusion = excluded[clause_id]
        show(vars(exclusion) if as_json else [f"{exclusion.id} ({exclusion.level}) is not judged: {exclusion.reason}"])
        return
    if clause_id not in clauses.by_id:
        raise Problem(f"rules explain: {unknown(clause_id, [*clauses.by_id, *excluded])}")
    clause = clauses.by_id[clause_id]
    show(command.explanation(clause) if as_json else command.explanation_lines(clause))


@rules.command()
@AS_JSON
def coverage(as_json: bool) -> None:
    """Count clauses and examples by chapter, and name each clause's mutants, what is left out, and missing numbers.

    Steps and their definitions are held against each other as well.

    \b
    Example: oa-conformance rules coverage
    """
    from oa_conformance.steps.collector import step_defects  # noqa: PLC0415
    from oa_conformance.steps.commands import rules as command  # noqa: PLC0415
    from oa_conformance.steps.commands.declared import declared  # noqa: PLC0415
    from oa_conformance.steps.verdict.matrix import MatrixError  # noqa: PLC0415

    clauses = law()
    if wrong := step_defects():
        raise out_of_order(wrong)
    try:
        hosts = declared(clauses)
    except MatrixError as error:
        raise Problem(f"rules coverage: {error}") from None
    show(command.coverage_json(clauses, hosts) if as_json else command.coverage_lines(clauses, hosts))


for each in (cli_results.verify, cli_results.replay, cli_results.diff, cli_results.keygen):
    cli.add_command(each)
