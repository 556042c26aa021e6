"""What all commands share: their options, what they make of the words they are given, and how they answer."""

import difflib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from oa_conformance.steps.catalogue import Catalogue

FOLDER = FILE = click.Path(path_type=Path)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class Problem(Exception):
    """Something to tell the user in one line; the command ends with status 2."""


def law() -> "Catalogue":
    """The shipped features, or a Problem that names their first defect."""
    from oa_conformance.steps.catalogue import CatalogueError, shipped  # noqa: PLC0415

    try:
        return shipped()
    except CatalogueError as error:
        raise out_of_order(error.defects) from None


def out_of_order(defects: Sequence[str]) -> Problem:
    more = f" (and {len(defects) - 1} more)" if len(defects) > 1 else ""
    return Problem(f"the features are not in order: {defects[0]}{more}")


def selected(clauses: "Catalogue", words: Iterable[str]) -> frozenset[str] | None:
    """The ids that ``--only`` names, None without it; several may be joined by commas."""
    names = [name for word in words for name in word.replace(",", " ").split()]
    try:
        return clauses.select(names) if names else None
    except KeyError as error:
        raise Problem(f"--only: {unknown(error.args[0], clauses.by_id)}") from None


def unknown(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name.upper(), known, n=1)
    return f"no clause {name!r}; " + (f"did you mean {near[0]}?" if near else "see oa-conformance rules list")


def show(content: Any) -> None:
    """Print lines, or anything else as JSON."""
    if isinstance(content, list) and all(isinstance(line, str) for line in content):
        click.echo("\n".join(content))
    else:
        click.echo(json.dumps(content, ensure_ascii=False, indent=1))
