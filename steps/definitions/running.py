"""The scenario's state, and When: the host runs."""

import pytest
from pytest_bdd import when

from oa_conformance.steps.doors.base import Door
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.world.store import Worlds


@pytest.fixture
def scene(example_key: str, worlds: Worlds, door: Door, trial: int) -> Scene:
    """What the steps of one scenario share."""
    return Scene(example_key, worlds, door, trial)


@when("the host runs the task")
def host_runs(scene: Scene) -> None:
    scene.run_task()


@when("the host runs the next task")
def host_runs_next(scene: Scene) -> None:
    """A second task, put to the same host in the world as it is by now."""
    scene.run_task()
