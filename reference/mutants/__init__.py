"""Hosts that prove the suite bites: the exemplar with one rule broken, differently right, or doing nothing at all.

``catalogue`` is what the entry point group ``oa_conformance.mutants`` offers.
"""

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from .making import Offered, read_ahead

__all__ = ["catalogue"]


class Offer:
    """What the package offers to the kill matrix."""

    def __call__(self) -> list[dict[str, Any]]:
        """The declarations of all hosts in this package, as plain data, by module and in the order they stand there."""
        modules = sorted(each.name for each in pkgutil.iter_modules(__path__, f"{__name__}."))
        offered = (value for name in modules for value in vars(import_module(name)).values())
        return [each.declaration() for each in offered if isinstance(each, Offered)]

    def prepare(self, files: Mapping[str, bytes]) -> None:
        """Before each host gets its process: do once what they all would do with the files of this release."""
        read_ahead(files)


catalogue = Offer()
