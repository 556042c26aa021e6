"""The features as pytest tests: one test per example, seeing our steps and nobody else's.

Each feature file becomes a node with a module object of its own that holds the test functions, the step definitions and
the fixtures they share. So the steps are visible to our examples alone, whatever the surrounding project defines, and
nothing of ours is visible to its tests.
"""

import importlib
import pkgutil
import re
import types
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

import pytest
from pytest_bdd import scenario
from pytest_bdd.feature import get_feature
from pytest_bdd.steps import step_function_context_registry

from oa_conformance.steps import catalogue, definitions, fixtures, step_form
from oa_conformance.steps.catalogue import CatalogueError, Clause, Example
from oa_conformance.steps.recorder import CLAUSE, EXAMPLE
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.verdict.results import Unexercised

FIXTURE = type(pytest.fixture(lambda: None))
MARKERS = pytest.StashKey[set[str]]()


class FeatureFile(pytest.Module):
    """One feature file, ``only`` the clauses with these ids (None: all)."""

    only: frozenset[str] | None = None

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        name = self.path.resolve().relative_to(catalogue.FEATURES).as_posix()
        only = narrowed(self, self.only)
        clauses = [
            clause for clause in law(self).clauses if clause.feature == name and (only is None or clause.id in only)
        ]
        register_markers(self.config, name)
        self.obj = module_of(name, clauses)
        for item in super().collect():
            assert isinstance(item, pytest.Function)
            item.stash[CLAUSE], item.stash[EXAMPLE] = behind(item, clauses)
            item.repr_failure = partial(brief, item)  # type: ignore[method-assign,assignment]
            yield item


def feature_files(module: pytest.Collector, words: Iterable[str]) -> list[pytest.Collector]:
    """A node under ``module`` for each feature file that has clauses these words name; all files without words."""
    only = narrowed(module, chosen(module, [*words]))
    files: list[pytest.Collector] = []
    for name in dict.fromkeys(clause.feature for clause in law(module).clauses if only is None or clause.id in only):
        label = name.removesuffix(".feature")
        file = FeatureFile.from_parent(
            module, path=catalogue.FEATURES / name, name=label, nodeid=f"{module.nodeid}::{label}"
        )
        file.only = only
        files.append(file)
    return files


def narrowed(node: pytest.Collector, only: frozenset[str] | None) -> frozenset[str] | None:
    """These ids, as far as ``--oa-only`` names them."""
    asked = chosen(node, node.config.getoption("oa_only"))
    return only if asked is None else asked if only is None else only & asked


def law(node: pytest.Collector) -> catalogue.Catalogue:
    """The catalogue. Raises CollectError if it, or a step of it, is not in order."""
    try:
        found = catalogue.shipped()
    except CatalogueError as error:
        raise node.CollectError(str(error)) from None
    if wrong := step_defects():
        raise node.CollectError("\n".join(wrong))
    return found


def chosen(node: pytest.Collector, words: Sequence[str]) -> frozenset[str] | None:
    """The ids that the words name, None if there are no words. Raises CollectError for a word that names nothing."""
    try:
        return law(node).select(words) if words else None
    except KeyError as error:
        raise node.CollectError(f"{error.args[0]!r} is neither a clause nor a chapter of the protocol") from None


def brief(item: pytest.Function, error: pytest.ExceptionInfo[BaseException]) -> object:
    """A judgement in its own words; pytest's picture of the frames, which takes it 70 ms, for anything else."""
    if isinstance(error.value, Finding | Unexercised):
        return str(error.value)
    return type(item).repr_failure(item, error)


def module_of(feature: str, clauses: Iterable[Clause]) -> types.ModuleType:
    """A module with the tests of these clauses and everything their steps need."""
    module = types.ModuleType(re.sub(r"\W+", "_", feature.removesuffix(".feature")))
    vars(module).update(shared())
    for clause in clauses:
        for name in dict.fromkeys(example.scenario for example in clause.examples):
            test = scenario(feature, name, features_base_dir=str(catalogue.FEATURES))(holds)
            setattr(module, test_name(clause.id, name), test)
    return module


def holds(claimed: None, scene: object) -> None:
    """What pytest-bdd calls when all steps of a scenario are through. Asks for the fixtures every example needs."""


def test_name(clause_id: str, scenario_name: str) -> str:
    return "_".join(["test", *re.findall(r"\w+", f"{clause_id} {scenario_name}")])


test_name.__test__ = False  # type: ignore[attr-defined]


def behind(item: pytest.Function, clauses: Iterable[Clause]) -> tuple[Clause, Example]:
    """The example that this item runs."""
    parameters: dict[str, Any] = item.callspec.params if hasattr(item, "callspec") else {}
    row = tuple(parameters.get("_pytest_bdd_example", {}).items())
    return next(
        (clause, example)
        for clause in clauses
        for example in clause.examples
        if test_name(clause.id, example.scenario) == item.originalname and example.row == row
    )


@lru_cache(maxsize=1)
def shared() -> types.MappingProxyType[str, object]:
    """The step definitions and fixtures of ``steps/definitions`` and ``steps/fixtures.py`` by name.

    Raises RuntimeError if two modules define the same step: one of them would be chosen silently.
    """
    found: dict[str, object] = {}
    for module in (fixtures, *step_modules()):
        for name, value in vars(module).items():
            if isinstance(value, FIXTURE):
                if name in found:
                    raise RuntimeError(f"{module.__name__} defines {name!r}, and so does another module of steps")
                found[name] = value
    return types.MappingProxyType(found)


@lru_cache(maxsize=1)
def step_defects() -> tuple[str, ...]:
    """What is wrong between the steps of the features and their definitions, a line for each."""
    functions = (getattr(each, "__wrapped__", None) for each in shared().values())
    contexts = (step_function_context_registry.get(each) for each in functions if each is not None)
    known = (
        step_form.Definition(each.type, each.parser.is_matching, each.step_func)
        for each in contexts
        if each is not None
    )
    return tuple(step_form.defects(catalogue.FEATURES, known))


def step_modules() -> Iterator[types.ModuleType]:
    """Every module of ``steps/definitions``."""
    for found in pkgutil.iter_modules(definitions.__path__, f"{definitions.__name__}."):
        yield importlib.import_module(found.name)


def register_markers(config: pytest.Config, feature: str) -> None:
    """Make the tags of a feature known, so that they hold under ``--strict-markers``."""
    known = config.stash.setdefault(MARKERS, set())
    parsed = get_feature(str(catalogue.FEATURES), feature)
    scenarios = parsed.scenarios.values()
    tags = {tag for each in scenarios for examples in each.examples for tag in examples.tags}
    tags = tags.union(
        parsed.tags, *(each.tags for each in scenarios), *(each.rule.tags for each in scenarios if each.rule)
    )
    for tag in sorted(tags - known):
        config.addinivalue_line("markers", f"{tag}: a tag of the protocol's features")
    known |= tags
