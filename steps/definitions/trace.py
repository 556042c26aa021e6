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
    for each in scene.run.traces(source_id):
        if each["source_identity_verified"] or each["candidate_identity_status"] == "VERIFIED":
            said = f"{each['source_identity_verified']}, {each['candidate_identity_status']}"
            raise Finding("IDENTITY_CLAIMED", f'no trace of "{source_id}" with a verified identity', said)


@then("each trace names the route of its source")
def routes(scene: Scene) -> None:
    first(audit.routes(scene.run))


@then(parsers.re(r'the trace of "(?P<source_id>[^"]+)" has no receipt'))
def no_receipt(scene: Scene, source_id: str) -> None:
    traces = scene.run.traces(source_id)
    if not traces:
        raise Finding("NO_TRACE", f'a trace of "{source_id}"', "none")
    first(audit.empty_receipt(traces[0]))


@then(parsers.re(r'the trace of "(?P<source_id>[^"]+)" names the broker'))
def names_broker(scene: Scene, source_id: str) -> None:
    said = [(each["broker_id"], each["broker_operation"]) for each in scene.run.traces(source_id)]
    if ("host-web-search", "search_query") not in said:
        raise Finding("BROKER_NOT_AS_DECLARED", f'host-web-search / search_query for "{source_id}"', f"{said}")


@then(parsers.re(r'the trace of "(?P<source_id>[^"]+)" shows a search and no page'))
def search_and_no_page(scene: Scene, source_id: str) -> None:
    traces = scene.run.traces(source_id)
    if [each["broker_result_count"] for each in traces] != [0]:
        counts = [each["broker_result_count"] for each in traces]
        raise Finding("ZERO_NOT_REPORTED", f'one trace of "{source_id}" with the count 0', f"{counts}")
    first(audit.no_page(traces[0]))


@then("every candidate is accounted for")
def candidates_accounted(scene: Scene) -> None:
    first(audit.accounted(scene.run))


@then("each trace has the fields that the pinned contract lists")
def all_fields(scene: Scene) -> None:
    fields = scene.run.release.routing["trace_required_fields"]
    for trace in scene.run.traces():
        if missing := [each for each in fields if each not in trace]:
            raise Finding("FIELD_MISSING", f"all of trace_required_fields in {audit.named(trace)}", f"no {missing}")
    if not scene.run.traces():
        raise Finding("NO_TRACE", "a trace", "none")
