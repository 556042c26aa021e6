"""The hosts of the kill matrix that the installed packages offer, found by an entry point and in no other way.

An entry point of the group is a function that returns declarations. If it has a method ``prepare``, that is called with
the files of the release that most worlds start from, by name, before each host gets a process of its own: what it keeps
in memory, all of them start with.
"""

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any

from oa_conformance.steps.catalogue import Catalogue
from oa_conformance.steps.verdict import matrix
from oa_conformance.steps.verdict.matrix import Declared, MatrixError

GROUP = "oa_conformance.mutants"


def declared(law: Catalogue) -> tuple[Declared, ...]:
    """What the installed packages declare, in their order. Raises MatrixError."""
    found: list[dict[str, object]] = []
    for each in entry_points(group=GROUP):
        try:
            found += each.load()()
        except Exception as error:  # foreign code
            raise MatrixError(f"{each.value} cannot be loaded: {type(error).__name__}: {error}") from error
    return matrix.declarations(found, law)


def prepare(files: Mapping[str, bytes]) -> None:
    """Let the installed packages prepare their hosts. Raises MatrixError."""
    for each in entry_points(group=GROUP):
        try:
            offer: Any = each.load()
            if hasattr(offer, "prepare"):
                offer.prepare(files)
        except Exception as error:  # foreign code
            raise MatrixError(f"{each.value} cannot prepare: {type(error).__name__}: {error}") from error
