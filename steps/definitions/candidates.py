"""Then: whether what was opened keeps the rules for candidates."""

from pytest_bdd import then

from oa_conformance.steps.audit import opening
from oa_conformance.steps.definitions.trace import first
from oa_conformance.steps.scene import Scene


@then("every opened page keeps the rules for candidates")
def opened_by_rule(scene: Scene) -> None:
    """By rule, not by plan; what only a reading forbids is advised against."""
    first(opening.by_rule(scene.run))
    for advice in opening.doubtful(scene.run):
        scene.advise(advice)
