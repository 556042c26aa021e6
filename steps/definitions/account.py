"""Then: whether the report accounts for the whole task."""

from pytest_bdd import then

from oa_conformance.steps.audit import account as audit
from oa_conformance.steps.definitions.trace import first
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.verdict.finding import Finding


@then("every attempt ends in one of the ten terminal statuses")
def terminal_statuses(scene: Scene) -> None:
    first(audit.statuses(scene.run))


@then("every source is reported once, with a trace")
def sources_reported(scene: Scene) -> None:
    first(audit.sources(scene.run))


@then("each source ends as its traces say")
def roll_up(scene: Scene) -> None:
    first(audit.roll_up(scene.run))


@then("the gap list is complete and invents nothing")
def gaps_listed(scene: Scene) -> None:
    first(audit.gaps(scene.run))


@then("each source names the domain it was searched on")
def domains_named(scene: Scene) -> None:
    first(audit.broker_domains(scene.run))


@then("each item was opened on the wire")
def items_opened(scene: Scene) -> None:
    first(audit.items(scene.run))


@then("no trace claims what the wire does not show")
def no_false_claims(scene: Scene) -> None:
    first(audit.claims(scene.run))


@then("every opened page stands in a trace or among the rejected")
def opens_traced(scene: Scene) -> None:
    first(audit.opens_traced(scene.run))


@then("nothing is reported as found")
def nothing_found(scene: Scene) -> None:
    """No item; and prose that denies the literature is advised against (STATUS-04)."""
    if scene.run.report["items"]:
        raise Finding("ITEMS_WITHOUT_SUCCESS", "no items", f"{len(scene.run.report['items'])}")
    for phrase in audit.denials(scene.run.report):
        scene.advise(f'the answer says "{phrase}"; a gap is no absence of literature')


@then("the report names its release and its sources")
def names_release(scene: Scene) -> None:
    report, pin = scene.run.report, scene.run.release.release_id
    if report["registry_release_id"] != pin:
        raise Finding("RELEASE_NOT_NAMED", f"registry_release_id {pin}", repr(report["registry_release_id"]))
    first(audit.sources(scene.run))
