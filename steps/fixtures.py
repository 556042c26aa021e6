"""The fixtures that every example uses beside its steps. They live in the examples' own modules, like the steps."""

import pytest

from oa_conformance.steps.doors.base import Door
from oa_conformance.steps.recorder import EXAMPLE, session_of
from oa_conformance.steps.world.store import Worlds


@pytest.fixture
def example_key(request: pytest.FixtureRequest) -> str:
    """The key of the example that runs, such as ``IDENT-02/the-page-names-a-sister-journal``."""
    key: str = request.node.stash[EXAMPLE].key
    return key


@pytest.fixture
def trial(request: pytest.FixtureRequest) -> int:
    """How often the example has been run by now, this time included."""
    return session_of(request.config).trial


@pytest.fixture
def worlds(request: pytest.FixtureRequest) -> Worlds:
    return session_of(request.config).worlds


@pytest.fixture
def door(request: pytest.FixtureRequest, adapter: object) -> Door:
    """The way to the host under test."""
    return session_of(request.config).door(adapter)


@pytest.fixture
def claimed(request: pytest.FixtureRequest, door: Door) -> None:
    """Skips an example that needs what the host does not claim."""
    missing = request.node.stash[EXAMPLE].needs - set(door.description["capabilities"])
    if missing:
        pytest.skip(f"not claimed: {', '.join(sorted(missing))}")
