"""``diff``: what changed between two runs."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from oa_conformance.steps.verdict import certificate
from oa_conformance.steps.verdict.certificate import CertificateError, results_in
from oa_conformance.steps.verdict.changes import Change, Changes, ClauseChange, changes
from oa_conformance.steps.verdict.telling import clean
from oa_conformance.steps.verdict.terminal import counted

PROBLEMS = (CertificateError,)
STYLES = {"worse": "bold red", "better": "green", "other": "yellow"}
FIGURES = 10  # columns of a label


def diff(before: Path, after: Path, as_json: bool) -> int:
    """Compare, tell, and return the exit code: 1 if anything got worse. Raises CertificateError."""
    (old, _), (new, _) = results_in(before), results_in(after)
    found = changes(old, new)
    if as_json:
        told = {**asdict(found), "worse": found.count("worse"), "better": found.count("better")}
        for row, each in zip(told["clauses"], found.clauses, strict=True):
            row["direction"] = each.direction
        print(certificate.dumps(told).decode(), end="")
    else:
        console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        for style, line in lines(found):
            console.print(line, style=style)
    return int(found.count("worse") > 0)


def lines(found: Changes) -> Iterator[tuple[str, str]]:
    """The comparison for a person, with a style for each line."""
    for fact in found.facts:
        yield "", clean(f"{fact.name:<{FIGURES}}{fact.before} -> {fact.after}")
    for towards in ("worse", "better", "other"):
        for each in found.clauses:
            if each.direction == towards:
                yield from clause_lines(each, STYLES[towards])
    for words, names in (("only before", found.only_before), ("only after", found.only_after)):
        if names:
            yield "dim", f"judged {words}: {' '.join(names)}"
    compared = counted(found.compared, "clause")
    if not found.clauses:
        yield "", f"nothing changed in the {compared} that both runs judged"
        return
    worse, better, other = (found.count(each) for each in ("worse", "better", "other"))
    yield (
        "bold",
        f"of the {compared} that both runs judged {worse} got worse, {better} better, {other} changed otherwise",
    )


def clause_lines(found: ClauseChange, style: str) -> Iterator[tuple[str, str]]:
    clause = found.clause
    moved = clause.before if clause.before == clause.after else f"{clause.before} -> {clause.after}"
    yield style, clean(f"{found.direction:<{FIGURES}}{clause.name} {moved}  {found.sentence}")
    for each in found.examples:
        yield "", clean(f"{'':<{FIGURES}}  {example_words(each)}")


def example_words(each: Change) -> str:
    return f"{each.name}: {each.before} -> {each.after}" + (f" ({each.detail})" if each.detail else "")
