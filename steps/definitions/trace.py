"""Then: whether the traces keep to the wire."""

from collections.abc import Iterable

from pytest_bdd import parsers, then

from oa_conformance.steps.audit import trace as audit
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.verdict.finding import Finding


def first(findings: Iterable[Finding]) -> None:
    """Raise the first Finding, if there is one."""
    for each in findings:
        raise each


@then("the traces repeat the URLs of the wire")
def urls_of_the_wire(scene: Scene) -> None:
    first(audit.url_fields(scene.run))


@then("the traces repeat the searches of the wire")
def searches_of_the_wire(scene: Scene) -> None:
    first(audit.broker_fields(scene.run))


@then("the traces repeat the receipts of the wire")
def receipts_of_the_wire(scene: Scene) -> None:
    first(audit.receipt_fields(scene.run))


@then("the traces carry times of the run")
def times_of_the_run(scene: Scene) -> None:
    first(audit.times(scene.run))


@then("each success carries a dedupe key")
def dedupe_keys(scene: Scene) -> None:
    first(audit.dedupe_keys(scene.run))


@then("each success is consistent")
def consistent_success(scene: Scene) -> None:
    first(audit.consistent_success(scene.run))


@then(parsers.re(r'the identity of "(?P<source_id>[^"]+)" is reported as verified'))
def identity_verified(scene: Scene, source_id: str) -> None:
    if not any(each["source_identity_verified"] is True for each in scene.run.traces(source_id)):
        raise Finding("IDENTITY_NOT_REPORTED", f'a trace of "{source_id}" with a verified identity', "none")


@then(parsers.re(r'the identity of "(?P<source_id>[^"]+)" is nowhere reported as verified'))
def identity_not_verified(scene: Scene, source_id: str) -> None:
    if any(each["source_identity_verified"] for each in scene.run.traces(source_id)):
        raise Finding("IDENTITY_CLAIMED", f'no trace of "{source_id}" with a verified identity', "one has it")
