"""The hosts of the kill matrix that the installed packages offer, found by an entry point and in no other way."""

from importlib.metadata import entry_points

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
