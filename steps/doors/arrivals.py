"""Patch libraries when they are imported, so that a host pays only for those it uses."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


class Arrivals(MetaPathFinder):
    """Calls ``arrived(module)`` at the end of the import of each module in ``names``."""

    def __init__(self, names: frozenset[str], arrived: Callable[[ModuleType], object]) -> None:
        self._names, self._arrived = names, arrived

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """What the other finders find; its loader tells us when it is done."""
        if name not in self._names:
            return None
        others = (each for each in tuple(sys.meta_path) if each is not self)
        spec = next((found for each in others if (found := each.find_spec(name, path, target))), None)
        if spec is None or spec.loader is None:
            return spec
        load = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            load(module)
            self._arrived(module)

        setattr(spec.loader, "exec_module", exec_module)  # noqa: B010  # each spec has a loader of its own
        return spec


@contextmanager
def on_arrival(names: frozenset[str], arrived: Callable[[ModuleType], object]) -> Iterator[None]:
    """Until it ends, call ``arrived`` with each of these modules: at once with those here, later with the others."""
    finder = Arrivals(names, arrived)
    sys.meta_path.insert(0, finder)
    try:
        for module in [sys.modules.get(name) for name in sorted(names)]:
            if module is not None:
                arrived(module)
        yield
    finally:
        sys.meta_path.remove(finder)
