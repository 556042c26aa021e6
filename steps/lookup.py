"""Which definition a step of ours has.

pytest-bdd asks pytest about every registered fixture for every step: 0.8 ms a step with 120 definitions, most of what
an example costs. While one of our examples runs, its search is replaced by one over our definitions, found once a file.
So a definition of the surrounding project never counts. That no two of ours claim a step is seen to at collection.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import pytest
from pytest_bdd.compat import getfixturedefs
from pytest_bdd.parser import Step
from pytest_bdd.steps import StepFunctionContext, step_function_context_registry


@dataclass
class Definitions:
    """The step definitions that the examples of one file see, and what was found among them by type and text."""

    all: list[tuple[StepFunctionContext, pytest.FixtureDef[object]]]
    found: dict[tuple[str, str], list[pytest.FixtureDef[object]]] = field(default_factory=dict)

    def of(self, step: Step) -> list[pytest.FixtureDef[object]]:
        """The definition of the step; none if there is none."""
        key = (step.type, step.name)
        if key not in self.found:
            self.found[key] = [
                definition
                for context, definition in self.all
                if context.type in (None, step.type) and context.parser.is_matching(step.name)
            ]
        return self.found[key]


RUNNER: Any = import_module("pytest_bdd.scenario")  # the package's attribute of that name is a function
DEFINITIONS = pytest.StashKey[Definitions]()


@contextmanager
def among_ours(names: Sequence[str]) -> Generator[None]:
    """Until the end of the block, steps have the definitions with these fixture names and no others."""

    def find(step: Step, fixturemanager: Any, node: pytest.Item) -> Iterator[pytest.FixtureDef[object]]:
        file = node.getparent(pytest.Module)
        assert file is not None
        if DEFINITIONS not in file.stash:
            file.stash[DEFINITIONS] = definitions_of(names, fixturemanager, node)
        yield from file.stash[DEFINITIONS].of(step)

    usual = RUNNER.find_fixturedefs_for_step
    RUNNER.find_fixturedefs_for_step = find
    try:
        yield
    finally:
        RUNNER.find_fixturedefs_for_step = usual


def definitions_of(names: Sequence[str], fixturemanager: Any, node: pytest.Item) -> Definitions:
    closest = [each[-1] for name in names if (each := getfixturedefs(fixturemanager, name, node))]
    contexts = [(step_function_context_registry.get(each.func), each) for each in closest]
    return Definitions([(context, each) for context, each in contexts if context is not None])
