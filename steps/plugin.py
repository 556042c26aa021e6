"""The pytest plugin. It is loaded in every project that has this package, so it imports next to nothing until needed.

A project that certifies its host in pytest has one test module, which says ::

    from oa_conformance.steps.plugin import load_features

    load_features()

and a fixture ``adapter`` in its ``conftest.py`` that returns the host: an object with ``name``, ``version``,
``capabilities`` and ``run(task, tools)``, or a spec such as ``"python:package.module:factory"``.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from oa_conformance.steps import catalogue
from oa_conformance.steps.doors.outcome import HostUnusable
from oa_conformance.steps.recorder import Recorder

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class Features:
    """Stands in a test module for the tests of the features. ``only`` holds clause ids and chapter prefixes."""

    only: tuple[str, ...]


def load_features(only: Iterable[str] = ()) -> None:
    """Put the protocol's tests into the test module that calls this.

    ``only`` keeps to some clauses (``"IDENT-02"``) or chapters (``"IDENT"``); a part is never certified.
    """
    namespace = sys._getframe(1).f_locals
    number = sum(isinstance(value, Features) for value in namespace.values()) + 1
    namespace[f"oa_features_{number}"] = Features(tuple(only))


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("oa-conformance", "certifying a chatbot host (oa-conformance)")
    group.addoption("--oa-host", metavar="SPEC", help="the host, unless the fixture 'adapter' is overridden")
    group.addoption("--oa-release", metavar="DIR", type=Path, help="test on the release in DIR, not on the bundled one")
    group.addoption("--oa-out", metavar="DIR", type=Path, help="write certificate, reports and transcripts here")
    group.addoption(
        "--oa-only", metavar="ID", action="append", default=[], help="only this clause or chapter; repeatable"
    )
    group.addoption("--oa-record", action="store_true", help="write the cassettes of the bundled release anew")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Recorder(config), "oa-conformance-recorder")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect our features, and leave every other ``.feature`` file alone."""
    if file_path.suffix != ".feature" or not file_path.resolve().is_relative_to(catalogue.FEATURES):
        return None
    from oa_conformance.steps.collector import FeatureFile  # noqa: PLC0415 - see the module's first line

    return FeatureFile.from_parent(parent, path=file_path)


def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Collector] | None:
    """Put the features where a test module called ``load_features``."""
    if not isinstance(obj, Features):
        return None
    from oa_conformance.steps.collector import feature_files  # noqa: PLC0415

    return feature_files(collector, obj.only)


@pytest.fixture(scope="session")
def adapter(request: pytest.FixtureRequest) -> Any:
    """The host under test. Override it, or name one with ``--oa-host``."""
    if spec := request.config.getoption("oa_host"):
        return spec
    raise HostUnusable(
        "no host to test: override the fixture 'adapter' in conftest.py so that it returns yours, "
        "or name one with --oa-host SPEC"
    )
