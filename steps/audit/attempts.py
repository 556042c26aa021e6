"""Whether an attempt claims only what its end allows, and ends in a state that occurred (TRACE-08, STATUS-08).

Each function yields a Finding for every claim that the wire, the release or the trace itself contradicts. A trace of
CLOSED_WORLD_VIOLATION carries whatever is true, so its shape alone is checked (reading S-12).
"""

from collections.abc import Iterator, Mapping

from oa_conformance.steps.audit.adapters import STRICT
from oa_conformance.steps.audit.trace import (
    DEDUPE_KEY,
    Trace,
    either,
    empty_receipt,
    listed,
    named,
    no_page,
    walk,
    within,
)
from oa_conformance.steps.observation import Request, Run, travelled
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.adapters import adapters_of
from oa_conformance.steps.world.eligibility import no_route_because
from oa_conformance.steps.world.matching import place

BROKERED, PARSER = "registry_brokered", "registered_source_document_v1"
VIOLATION = "CLOSED_WORLD_VIOLATION"
WITHOUT_RECORD = frozenset({
    "ORIGINAL_FETCH_GAP", "NO_RESULTS", "NO_CANONICAL_SEARCH_ROUTE", "NO_SEARCH_ADAPTER", "SOURCE_FETCH_GAP",
})  # fmt: skip
"""Ends at which no original record was seen."""
UNVERIFIED = WITHOUT_RECORD | {"SOURCE_IDENTITY_GAP"}
"""Ends at which no identity was confirmed."""
IDENTITY_STATES: Mapping[bool | None, frozenset[str | None]] = {
    True: frozenset({"VERIFIED", None}),
    False: frozenset({"UNVERIFIED", None}),
    None: frozenset({"HOST_ACCEPTED_IDENTITY_PENDING", None}),
}
"""What the state of a candidate's identity may be beside the flag."""
UNSERVED = ("NO_CANONICAL_SEARCH_ROUTE", "NO_SEARCH_ADAPTER")
OF_MODE = {"NO_SEARCH_ADAPTER": STRICT, "SOURCE_FETCH_GAP": STRICT, "SEARCH_BROKER_GAP": (BROKERED,)}
"""Statuses that belong to some modes alone (reading S-14)."""


def words(run: Run) -> Iterator[Finding]:
    """Discovery method and parser of brokered traces are those of this suite's interface (reading E-2)."""
    for trace in run.traces():
        if trace["mode"] == BROKERED:
            method = {"registry_source_broker"} if searched(trace) else {"registry_source_broker", None}
            for name, right in (("discovery_method", method), ("parser", {PARSER, None})):
                if trace[name] not in right:
                    yield Finding("UNKNOWN_WORD", f"{name} {either(right)} in {named(trace)}", repr(trace[name]))


def names(run: Run) -> Iterator[Finding]:
    """An attempt that no route and no adapter served names neither; a strict one has its source's route or none."""
    for trace in run.traces():
        target, unserved = trace["target_source_id"], trace["status"] in UNSERVED
        right: dict[str, set[str | None]] = {"source_route_id": {None, f"registry:{target}"}}
        if unserved:
            right |= {"adapter_id": {None}, "provider_source_id": {None, target}}
        for name, values in right.items() if unserved or trace["mode"] in STRICT else ():
            if trace[name] not in values:
                yield Finding("CLAIM_NOT_ON_WIRE", f"{name} {either(values)} in {named(trace)}", repr(trace[name]))


def fitting_modes(run: Run) -> Iterator[Finding]:
    """Each status fits the mode of its trace (reading S-14)."""
    for trace in run.traces():
        modes = OF_MODE.get(trace["status"], (trace["mode"],))
        if trace["mode"] not in modes:
            yield Finding("STATUS_OF_ANOTHER_MODE", f"{trace['status']} on traces of {modes} alone", named(trace))


def unsearched(run: Run) -> Iterator[Finding]:
    """A brokered trace without a search claims no broker, and one without an exchange no observation (TRACE-08)."""
    for trace in run.traces():
        if trace["mode"] == BROKERED and not searched(trace):
            for name in ("broker_id", "broker_operation", "broker_result_count"):
                if trace[name] is not None:
                    yield Finding("CLAIM_NOT_ON_WIRE", f"{name} null in {named(trace)}: no search", repr(trace[name]))
        if trace["observed_at"] is not None and not within(trace["observed_at"], run.started, run.ended):
            said = repr(trace["observed_at"])
            yield Finding("TIME_NOT_OBSERVED", f"a time within the run, or null, in {named(trace)}", said)
        if trace["status"] in UNSERVED:
            yield from empty_receipt(trace)
        if trace["status"] == "NO_RESULTS" and trace["mode"] == BROKERED:
            yield from no_page(trace)


def identities(run: Run) -> Iterator[Finding]:
    """A verified identity goes with an end that allows it, and flag and state of an identity agree (IDENT-08)."""
    for trace in run.traces():
        flag, state = trace["source_identity_verified"], trace["candidate_identity_status"]
        if trace["status"] in UNVERIFIED and (flag is True or state == "VERIFIED"):
            found = f"{flag}, {state}"
            yield Finding("IDENTITY_CLAIMED", f"no verified identity in {named(trace)}: {trace['status']}", found)
        if trace["mode"] == BROKERED and trace["status"] != VIOLATION and state not in IDENTITY_STATES[flag]:
            right = sorted(map(str, IDENTITY_STATES[flag]))
            yield Finding("IDENTITY_CONTRADICTS", f"{right} beside {flag} in {named(trace)}", str(state))
        if state is not None and trace["candidate_url"] is None:
            yield Finding("CLAIM_NOT_ON_WIRE", f"no identity of a candidate in {named(trace)}: there is none", state)


def evidence(run: Run) -> Iterator[Finding]:
    """A gap has no evidence, and where no record was seen none is claimed (S-1, FETCH-06)."""
    for trace in run.traces():
        if trace["status"] not in ("SUCCESS", VIOLATION) and trace["evidence_class"] is not None:
            said = repr(trace["evidence_class"])
            yield Finding("EVIDENCE_CLAIMED", f"no evidence in {named(trace)}: {trace['status']}", said)
        key = trace["dedupe_key"]
        if trace["status"] not in WITHOUT_RECORD:
            if key is not None and not DEDUPE_KEY.fullmatch(key):
                yield Finding("NO_DEDUPE_KEY", f"null, or a key of a declared kind in {named(trace)}", repr(key))
            continue
        for name in ("original_record_observed", "dedupe_key"):
            if trace[name] not in (None, False):
                said = repr(trace[name])
                yield Finding("EVIDENCE_CLAIMED", f"no {name} in {named(trace)}: {trace['status']}", said)


def candidates(run: Run) -> Iterator[Finding]:
    """What was requested is the candidate, or what its redirects led to (reading R-16).

    A page of the source that was linked from an opened one, or a probe of its canonical URL, may be asked for as well.
    """
    for trace in run.traces():
        asked, candidate = trace["request_url"], trace["candidate_url"]
        if trace["mode"] != BROKERED or asked is None or trace["status"] == VIOLATION:
            continue
        record = run.release.sources.get(trace["target_source_id"])
        if candidate is None:
            if record is None or travelled(asked) != travelled(str(record["canonical_url"])):
                yield Finding("CANDIDATE_NOT_NAMED", f"the candidate of {asked} in {named(trace)}", "null")
            continue
        first = min((each.n for each in run.opened(asked)), default=0)
        before = [hop for each in run.opened(candidate) if each.n <= first for hop in walk(run, each)]
        if travelled(asked) not in [place(each.url) for each in before]:
            yield Finding("CANDIDATE_NOT_REQUESTED", f"a request for the candidate in {named(trace)}", f"{asked}")


def requested(run: Run) -> Iterator[Finding]:
    """An attempt whose candidate was asked for says so: its failure has a request (TRACE-04).

    Nothing was asked for on behalf of an attempt that reuses a receipt, or the page of another source's attempt.
    """
    told = {travelled(each["request_url"]) for each in run.traces() if each["request_url"] is not None}
    for trace in run.traces():
        candidate = trace["candidate_url"]
        if trace["mode"] != BROKERED or trace["request_url"] is not None or candidate is None:
            continue
        asked = run.opened(candidate)
        if asked and travelled(candidate) not in told and trace["status"] != VIOLATION:
            right = f"the request for its candidate in {named(trace)}"
            yield Finding("REQUEST_NOT_TOLD", right, "null", [each.n for each in asked])


def ends(run: Run) -> Iterator[Finding]:
    """Each attempt ends in a state whose condition occurred (STATUS-03, STATUS-05, STATUS-08)."""
    for trace in run.traces():
        why = false_end(run, trace)
        if why:
            yield Finding("STATE_NOT_TRUE", f"another state than {trace['status']} in {named(trace)}", why)


def false_end(run: Run, trace: Trace) -> str | None:
    """What contradicts the state that an attempt ended in, if anything does."""
    status, source_id = trace["status"], trace["target_source_id"]
    record, adapter = run.release.sources.get(source_id), adapters_of(run.release.routing).get(source_id)
    calls = [each for each in run.searches if each.asked.get("query") == trace["broker_query"]]
    found = max((listed(run, each) or 0 for each in calls), default=0)
    brokered = trace["mode"] == BROKERED
    contradictions = {
        "SUCCESS": not 200 <= (trace["http_status"] or 0) < 300 and "its answer was no success",
        "NO_RESULTS": brokered and trace["broker_result_count"] != 0 and "its search did not find nothing",
        "SOURCE_IDENTITY_GAP": brokered and without_identity(trace, found),
        "ORIGINAL_FETCH_GAP": brokered and searched(trace) and not found and "there was no candidate",
        "SEARCH_BROKER_GAP": any(proven(run, each) for each in calls)
        and trace["request_url"] is not None
        and "the broker's answer was proven and its candidate opened",
        "NO_CANONICAL_SEARCH_ROUTE": record is not None and no_route_because(record) is None and "it has a route",
        "NO_SEARCH_ADAPTER": adapter is not None and "an adapter is published for it",
        "SOURCE_FETCH_GAP": adapter is None and "no adapter is published for it",
        "FULLTEXT_NOT_AUTHORIZED": record is not None
        and "fulltext" in record["access_roles"]
        and record["oa_scope"] != "metadata_only"
        and "it may give full texts",
    }
    return contradictions.get(status) or None


def without_identity(trace: Trace, found: int) -> str | None:
    """Why there was no identity to doubt: nothing was found, or no page was seen (FETCH-03)."""
    if not found:
        return "there was no candidate"
    status = trace["http_status"]
    if trace["request_url"] is None or trace["original_record_observed"] or status is None or 200 <= status < 300:
        return None
    return "its answer was no success, and no record was observed"


def proven(run: Run, call: Request) -> bool:
    """Whether the broker's answer proves what it found: a list, and neither echo nor count against it (BROK-07)."""
    answer = run.answers.get(call.answered_by)
    if answer is None or call.status != 200 or call.fault is not None:
        return False
    told = run.said_by(call.answered_by)
    if not isinstance(told, dict):
        return False
    count, echo, results = told.get("result_count"), told.get("applied_domains"), told.get("results")
    return isinstance(results, list) and count in (None, len(results)) and echo in (None, call.domains)


def searched(trace: Trace) -> bool:
    """Whether the trace says that the broker was asked."""
    return trace["broker_query"] is not None or bool(trace["broker_domains"])
