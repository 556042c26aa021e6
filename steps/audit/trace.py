"""Whether traces repeat what the wire shows. Each function yields a Finding for every field that does not."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from oa_conformance.steps.audit.candidate_url import led_to
from oa_conformance.steps.observation import Request, Run, travelled
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.matching import place

Trace = Mapping[str, Any]
CLOCK_TOLERANCE = timedelta(minutes=5)
REDIRECTS = frozenset({301, 302, 303, 307, 308})
DEDUPE_KEY = re.compile(r"doi:10\.\d{4,9}/\S+|title:[^\w\n]*\w.*\|(?:\d{4})?|[a-z0-9]+(?:-[a-z0-9]+)*:[^\S\n]*\S.*")


def named(trace: Trace) -> str:
    """The trace as a person finds it in the report."""
    return f"the trace of {trace['target_source_id']} ({trace['candidate_url'] or 'no candidate'})"


def either(right: Iterable[object]) -> str:
    """What may stand somewhere, in an order that is always the same: a judgement reads alike in each process."""
    return " or ".join(sorted(map(str, right)))


def pins(run: Run, release_id: str, main_sha: str, routing_sha256: str) -> Iterator[Finding]:
    """Report and traces carry the served pin, the served main and the manifest's digest (TRACE-02, BOOT-12)."""
    right = {"registry_release_id": release_id, "main_ref_commit_sha": main_sha, "routing_sha256": routing_sha256}
    for where, said in (("the report", run.report), *((named(each), each) for each in run.traces())):
        for name, value in right.items():
            if said[name] != value:
                yield Finding("PIN_NOT_REPEATED", f"{name} = {value} in {where}", repr(said[name]))


def broker_fields(run: Run) -> Iterator[Finding]:
    """Query, domains, operation and count of a brokered trace are those of a search on the wire (TRACE-03)."""
    for trace in run.traces():
        if trace["mode"] != "registry_brokered" or (trace["broker_query"] is None and not trace["broker_domains"]):
            continue
        calls = [each for each in run.searches if each.asked.get("query") == trace["broker_query"]]
        calls = [each for each in calls if (each.domains or []) == trace["broker_domains"]]
        if not calls:
            asked = [(each.asked.get("query"), each.domains) for each in run.searches]
            said = (trace["broker_query"], trace["broker_domains"])
            yield Finding(
                "BROKER_FIELDS_NOT_SENT", f"{named(trace)} repeats a search that was sent", f"{said}; {asked}"
            )
            continue
        if trace["broker_operation"] != "search_query" or trace["broker_id"] != "host-web-search":
            said = (trace["broker_id"], trace["broker_operation"])
            yield Finding("BROKER_NOT_AS_DECLARED", f"host-web-search / search_query in {named(trace)}", f"{said}")
        if trace["broker_result_count"] not in {listed(run, each) for each in calls}:
            yield Finding(
                "RESULT_COUNT_NOT_SERVED",
                f"broker_result_count {listed(run, calls[-1])} in {named(trace)}",
                repr(trace["broker_result_count"]),
                [each.n for each in calls],
            )


def listed(run: Run, call: Request) -> int | None:
    """How many results the broker listed for this call; None if it failed or gave no list."""
    answer = run.answers.get(call.answered_by)
    if call.status != 200:
        return None
    if answer is None:
        return 0  # a search nobody planned finds nothing
    said = run.said_by(call.answered_by)
    results = said.get("results") if isinstance(said, dict) else None
    return len(results) if isinstance(results, list) else None


def url_fields(run: Run) -> Iterator[Finding]:
    """Requested and observed URL and the chain of redirects are those of the wire, in order (TRACE-04)."""
    for trace in run.traces():
        asked, seen, chain = trace["request_url"], trace["observed_url"], trace["redirect_chain"]
        if trace["mode"] != "registry_brokered":
            continue
        if asked is None:
            if seen is not None or chain:
                yield Finding(
                    "URL_NOT_ON_WIRE", f"no observed URL or chain without a request in {named(trace)}", f"{seen}"
                )
            continue
        walks = [walk(run, each) for each in run.opened(asked)]
        if not walks:
            yield Finding("URL_NOT_ON_WIRE", f"a request for {asked}, as {named(trace)} says", "none")
            continue
        chain = chain[1:] if chain and travelled(chain[0]) == travelled(asked) and len(chain) > 1 else chain  # T-6
        told = [travelled(each) for each in chain]
        if not any(told == [place(each.url) for each in hops[1:]] for hops in walks):
            wired = [[each.url for each in hops[1:]] for hops in walks]
            yield Finding("CHAIN_NOT_AS_WIRED", f"redirect_chain {wired[0]} in {named(trace)}", f"{chain}")
        ends = {place(hops[-1].url) for hops in walks if hops[-1].status is not None}
        if seen is not None and travelled(seen) not in ends:
            yield Finding("OBSERVED_URL_NOT_ON_WIRE", f"where the wire ended, in {named(trace)}", f"{seen}")
        if seen is None and ends and trace["status"] == "SUCCESS":
            yield Finding("OBSERVED_URL_NOT_ON_WIRE", f"an observed URL in {named(trace)}", "null")


def walk(run: Run, start: Request) -> list[Request]:
    """The request and the hops that followed it."""
    if start.n not in run.walked:
        run.walked[start.n] = walked(run, start)
    return run.walked[start.n]


def walked(run: Run, start: Request) -> list[Request]:
    """``walk`` for the first time in this run."""
    hops = [start]
    while len(hops) < 50:
        answer = run.answers.get(hops[-1].answered_by)
        if answer is None or answer.status not in REDIRECTS:
            break
        location = next((value for name, value in answer.headers if name.lower() == "location"), "")
        there = travelled(led_to(hops[-1].url, location))
        follower = next((each for each in run.at(there) if each.n > hops[-1].n), None)
        if follower is None:
            break
        hops.append(follower)
    return hops


def receipt_fields(run: Run) -> Iterator[Finding]:
    """Status and content type of an opened page are those of the wire; success needs both, and a parser (TRACE-05).

    An answer that broke off, or came in a coding that nobody asked for, may never have shown its status to the host.
    """
    for trace in run.traces():
        if trace["request_url"] is None:
            continue
        ends = [walk(run, each)[-1] for each in run.opened(trace["request_url"])]
        served = {each.status for each in ends} | {None for each in ends if each.fault or encoded(run, each)}
        if trace["http_status"] not in served:
            wired = sorted({str(each.status) for each in ends})
            yield Finding(
                "HTTP_STATUS_NOT_SERVED", f"http_status {wired} in {named(trace)}", repr(trace["http_status"])
            )
        elif trace["status"] == "SUCCESS" or trace["content_type"]:
            yield from type_and_parser(run, trace, ends)


def type_and_parser(run: Run, trace: Trace, ends: list[Request]) -> Iterator[Finding]:
    """The content type was served, as far as the world knows what it said; and a success names its parser."""
    types = {essence(value) for each in ends for value in content_types(run, each)}
    known = all(each.answered_by in run.answers for each in ends)
    if (known or trace["status"] == "SUCCESS") and essence(trace["content_type"] or "") not in types:
        said = repr(trace["content_type"])
        yield Finding("CONTENT_TYPE_NOT_SERVED", f"content_type {either(types)} in {named(trace)}", said)
    elif trace["status"] == "SUCCESS" and not trace["parser"]:
        yield Finding("NO_PARSER", f"the parser's name in {named(trace)}", repr(trace["parser"]))


def encoded(run: Run, request: Request) -> bool:
    """Whether the answer came in a coding, which the host may or may not have asked for."""
    answer = run.answers.get(request.answered_by)
    return any(name.lower() == "content-encoding" for name, _ in (answer.headers if answer else ()))


def content_types(run: Run, request: Request) -> Iterator[str]:
    answer = run.answers.get(request.answered_by)
    yield from (value for name, value in (answer.headers if answer else ()) if name.lower() == "content-type")


def essence(content_type: str) -> str:
    """The media type without parameters (RFC 9110 §8.3.1)."""
    return content_type.partition(";")[0].strip().lower()


def times(run: Run) -> Iterator[Finding]:
    """Every attempt that touched the network was observed during the run, five minutes either way (TRACE-06)."""
    for trace in run.traces():
        if trace["request_url"] is None and trace["broker_query"] is None:
            continue
        if not within(trace["observed_at"], run.started, run.ended):
            yield Finding(
                "TIME_NOT_OBSERVED", f"an ISO 8601 time within the run in {named(trace)}", repr(trace["observed_at"])
            )


def within(text: Any, started: datetime, ended: datetime) -> bool:
    try:
        at = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return False
    return at.tzinfo is not None and started - CLOCK_TOLERANCE <= at <= ended + CLOCK_TOLERANCE


def dedupe_keys(run: Run) -> Iterator[Finding]:
    """SUCCESS carries a key of a declared kind (TRACE-07)."""
    for trace in run.traces():
        key = trace["dedupe_key"]
        if trace["status"] == "SUCCESS" and not (isinstance(key, str) and DEDUPE_KEY.fullmatch(key)):
            yield Finding("NO_DEDUPE_KEY", f"doi:…, <source>:… or title:…|year in {named(trace)}", repr(key))


def consistent_success(run: Run) -> Iterator[Finding]:
    """SUCCESS says identity verified, original observed and status VERIFIED (IDENT-08)."""
    for trace in run.traces():
        said = (
            trace["source_identity_verified"],
            trace["original_record_observed"],
            trace["candidate_identity_status"],
        )
        if trace["status"] == "SUCCESS" and trace["mode"] == "registry_brokered" and said != (True, True, "VERIFIED"):
            yield Finding("SUCCESS_WITHOUT_IDENTITY", f"true, true, VERIFIED in {named(trace)}", f"{said}")


RECEIPT = (
    "broker_result_count", "candidate_url", "candidate_identity_status", "request_url", "observed_url", "http_status",
    "content_type", "parser", "source_identity_verified", "evidence_class", "dedupe_key",
)  # fmt: skip


def empty_receipt(trace: Trace) -> Iterator[Finding]:
    """Nothing was asked, so nothing is claimed (ROUTE-04, DIRECT-02). False is as good as null where it fits."""
    for name in (*RECEIPT, "original_record_observed"):
        if is_claimed(trace[name]):
            yield Finding("CLAIMS_WITHOUT_SEARCH", f"{name} null in {named(trace)}", repr(trace[name]))
    for name in ("broker_domains", "redirect_chain"):
        if trace[name]:
            yield Finding("CLAIMS_WITHOUT_SEARCH", f"{name} empty in {named(trace)}", repr(trace[name]))


def is_claimed(value: Any) -> bool:
    """Whether a field says something: null and false do not, and 0 does, though it equals false."""
    return value is not None and value is not False


def no_page(trace: Trace) -> Iterator[Finding]:
    """A search that found nothing has no page (BROK-08)."""
    for name in RECEIPT[1:]:
        if is_claimed(trace[name]):
            yield Finding("CLAIMS_A_PAGE", f"{name} null in {named(trace)}", repr(trace[name]))


def routes(run: Run) -> Iterator[Finding]:
    """Route, provider, target and adapter of each brokered trace (ROUTE-07)."""
    for trace in run.traces():
        if trace["mode"] != "registry_brokered" or trace["status"] == "NO_CANONICAL_SEARCH_ROUTE":
            continue
        target = trace["target_source_id"]
        right = {"source_route_id": f"registry:{target}", "provider_source_id": target, "adapter_id": None}
        for name, value in right.items():
            if trace[name] != value:
                yield Finding("ROUTE_NOT_NAMED", f"{name} = {value} in {named(trace)}", repr(trace[name]))


def accounted(run: Run) -> Iterator[Finding]:
    """Every URL that the broker listed stands in a trace or among the rejected (BROK-04)."""
    told = {each["candidate_url"] for each in run.traces()}
    told |= {each["url"] for each in run.report["rejected_candidates"]}
    for call in run.searches:
        for url in listed_urls(run, call):
            if url not in told:
                yield Finding("CANDIDATE_NOT_REPORTED", f"{url} in a trace or among the rejected", "neither", [call.n])


def listed_urls(run: Run, call: Request) -> list[str]:
    """The URLs in the broker's answer to this call."""
    said = run.said_by(call.answered_by)
    try:
        return [each["url"] for each in said["results"]]
    except (KeyError, TypeError):
        return []
