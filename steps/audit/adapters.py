"""Whether requests to adapters keep to their published templates, and traces of strict modes to the requests."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from oa_conformance.steps.audit.trace import content_types, essence, named, walk, within
from oa_conformance.steps.observation import Request, Run, travelled
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.adapters import Adapter, adapters_of
from oa_conformance.steps.world.matching import place

STRICT = ("registry_closed", "direct_only")
CREDENTIAL = re.compile(r"authorization|cookie|api[-_]?key|token")
LIMIT = re.compile(r"[1-9][0-9]{0,4}")
UNENCODED = re.compile(r'[^\x21-\x7e]|["<>?/#&]|%(?![0-9A-Fa-f]{2})')
CLAUSES = {
    "europe-pmc": "OPEN_ACCESS:Y",
    "zenodo": "resource_type.type:publication",
}
"""What a template fixes inside the query itself; the arXiv categories are found in their templates."""
APOSTROPHES = str.maketrans("’ʼ＇", "'''")
TOKEN = re.compile(r'\\.|"(?:\\.|[^"\\])*"|[()]|\|\||\bOR\b', re.DOTALL)


def calls_of(run: Run, adapter: Adapter) -> list[Request]:
    """Requests that go to this adapter, in keeping with its template or not."""
    return [each for each in run.adapter_calls if adapter.is_asked_by(each.url)]


def template_kept(run: Run, adapter: Adapter) -> Iterator[Finding]:
    """Each request is the template with its blanks filled in, by GET, from nobody (DIRECT-03)."""
    for call in calls_of(run, adapter):
        if call.method != "GET":
            yield Finding("NOT_BY_GET", f"a GET to {adapter.address}", call.line(), [call.n])
        if adapter.asked(call.url) is None:
            yield Finding("TEMPLATE_NOT_KEPT", f"{adapter.template} with its blanks filled in", call.url, [call.n])
        if sent := sorted(name for name in call.headers if CREDENTIAL.search(name)):
            yield Finding("CREDENTIALS_SENT", "a request without credentials", ", ".join(sent), [call.n])


def topic_whole(run: Run, adapter: Adapter, topic: str) -> Iterator[Finding]:
    """Each request carries the topic as one encoded component (DIRECT-04)."""
    for call in calls_of(run, adapter):
        asked = adapter.asked(call.url)
        if asked is None or UNENCODED.search(asked.raw):
            found = asked.raw if asked else call.url
            yield Finding("TOPIC_NOT_ENCODED", "the topic percent-encoded as one component", found, [call.n])
        elif plain(asked.topic) != plain(topic):
            yield Finding("TOPIC_CHANGED", f"the words of {topic!r}, all of them", asked.topic, [call.n])


def limit_kept(run: Run, adapter: Adapter) -> Iterator[Finding]:
    """Each request has a limit within the adapter's bounds (DIRECT-06)."""
    for call in calls_of(run, adapter):
        asked = adapter.asked(call.url)
        if asked is None or not LIMIT.fullmatch(asked.limit) or int(asked.limit) > adapter.maximum_limit:
            found = repr(asked.limit) if asked else call.url
            yield Finding("LIMIT_OUT_OF_BOUNDS", f"a limit from 1 to {adapter.maximum_limit}", found, [call.n])


def templates_kept(run: Run) -> Iterator[Finding]:
    """``template_kept``, of every adapter that was asked."""
    for adapter in asked_adapters(run):
        yield from template_kept(run, adapter)


def limits_kept(run: Run) -> Iterator[Finding]:
    """``limit_kept``, of every adapter that was asked."""
    for adapter in asked_adapters(run):
        yield from limit_kept(run, adapter)


def asked_adapters(run: Run) -> list[Adapter]:
    """The published adapters that requests went to."""
    return (
        [each for each in adapters_of(run.release.routing).values() if calls_of(run, each)] if run.adapter_calls else []
    )


def plain(topic: str) -> str:
    """The topic without what a host may add or take away (DIRECT-04).

    Those are quotes, escapes and brackets, and the wildcards that some services refuse; one apostrophe is like another.
    """
    bare = re.sub(r'["()?*~]', " ", unicodedata.normalize("NFC", topic).replace("\\", ""))
    return " ".join(bare.translate(APOSTROPHES).casefold().split())


def binding(run: Run, adapter: Adapter) -> Iterator[Finding]:
    """The template's clause still restricts the whole query, whatever the topic holds (DIRECT-05)."""
    clause = CLAUSES.get(adapter.source_id) or f"cat:{adapter.category}"
    for call in calls_of(run, adapter):
        queries = [value for _, value in place(call.url)[4] if clause in value]
        if not queries or any(loosened(each, clause) for each in queries):
            found = queries[0] if queries else call.url
            yield Finding("CLAUSE_DISSOLVED", f"a query that {clause} restricts as a whole", found, [call.n])


def loosened(query: str, clause: str) -> bool:
    """Whether the clause is no conjunct at the top of the query: an OR beside it, or brackets that do not pair."""
    depth, restricts = 0, False
    for part, token in pieces(query):
        restricts = restricts or (depth == 0 and clause in part)
        if token in ("OR", "||") and depth == 0:
            return True
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth < 0:
            return True
    return depth != 0 or not restricts


def pieces(query: str) -> Iterator[tuple[str, str]]:
    """Plain text and the operator or bracket that follows it; quoted and escaped text is neither."""
    start = 0
    for found in TOKEN.finditer(query):
        yield query[start : found.start()], found[0]
        start = found.end()
    yield query[start:], ""


def paced(run: Run, host: str, seconds: float, tolerance: float = 0.05) -> Iterator[Finding]:
    """Requests to the host start at least so far apart (DIRECT-11)."""
    calls = [each for each in run.elsewhere if each.host == host]
    times = [datetime.fromisoformat(each.at) for each in calls]
    for one, other, call in zip(times, times[1:], calls[1:], strict=False):
        apart = (other - one).total_seconds()
        if apart < seconds - tolerance:
            yield Finding("ASKED_TOO_SOON", f"{seconds:g} s between requests to {host}", f"{apart:.2f} s", [call.n])


# the traces


def strict_traces(run: Run, source_id: str | None = None) -> list[Mapping[str, Any]]:
    return [each for each in run.traces(source_id) if each["mode"] in STRICT]


def adapter_fields(run: Run) -> Iterator[Finding]:
    """Traces of strict modes name the published adapter and repeat its exchange (DIRECT-01, TRACE-08)."""
    published = adapters_of(run.release.routing)
    for trace in strict_traces(run):
        if trace["status"] in ("NO_SEARCH_ADAPTER", "NO_CANONICAL_SEARCH_ROUTE"):  # the latter if inactive (S-10)
            continue
        adapter = published.get(trace["target_source_id"])
        if adapter is None:
            yield Finding("NO_SUCH_ADAPTER", f"a published adapter for {trace['target_source_id']}", "there is none")
            continue
        yield from named_as_published(trace, adapter)
        if trace["request_url"] is not None:
            yield from as_wired(run, trace, adapter)
        elif trace["status"] in ("SUCCESS", "NO_RESULTS") or calls_of(run, adapter):
            yield Finding("URL_NOT_ON_WIRE", f"the request URL in {named(trace)}", "null")


def named_as_published(trace: Mapping[str, Any], adapter: Adapter) -> Iterator[Finding]:
    """Adapter, provider and target are those of the contract, and so is the parser where one was used."""
    source = adapter.source_id
    right = {"adapter_id": adapter.adapter_id, "provider_source_id": source, "target_source_id": source}
    if trace["parser"] is not None or trace["status"] == "SUCCESS":
        right["parser"] = adapter.parser
    for name, value in right.items():
        if trace[name] != value:
            yield Finding("ADAPTER_NOT_AS_PUBLISHED", f"{name} = {value} in {named(trace)}", repr(trace[name]))


def as_wired(run: Run, trace: Mapping[str, Any], adapter: Adapter) -> Iterator[Finding]:
    """Request URL, where it led, status, media type and time of the trace are those of a request on the wire."""
    where = place(trace["request_url"])
    walks = [walk(run, each) for each in calls_of(run, adapter) if place(each.url) == where]
    ends = [hops[-1] for hops in walks]
    if not ends:
        yield Finding("URL_NOT_ON_WIRE", f"a request that was sent in {named(trace)}", trace["request_url"])
    elif trace["http_status"] not in (served := {each.status for each in ends} | broken_off(ends)):
        right = f"http_status {sorted(served, key=str)} in {named(trace)}"
        yield Finding("HTTP_STATUS_NOT_SERVED", right, repr(trace["http_status"]))
    elif trace["status"] in ("SUCCESS", "NO_RESULTS") or trace["content_type"]:
        types = {essence(value) for each in ends for value in content_types(run, each)}
        if essence(trace["content_type"] or "") not in types:
            said = repr(trace["content_type"])
            yield Finding("CONTENT_TYPE_NOT_SERVED", f"content_type {sorted(types)} in {named(trace)}", said)
    if ends:
        yield from led_on(trace, walks)
    if not within(trace["observed_at"], run.started, run.ended):
        yield Finding("TIME_NOT_OBSERVED", f"a time within the run in {named(trace)}", repr(trace["observed_at"]))


def led_on(trace: Mapping[str, Any], walks: list[list[Request]]) -> Iterator[Finding]:
    """Observed URL and chain of redirects are where one of these requests led; the first URL may head the chain."""
    seen, chain = trace["observed_url"], [travelled(each) for each in trace["redirect_chain"]]
    passed = [[place(each.url) for each in hops] for hops in walks]
    if not any(chain in (hops[1:], hops) for hops in passed):
        wired = [each.url for each in walks[0][1:]]
        yield Finding("CHAIN_NOT_AS_WIRED", f"redirect_chain {wired} in {named(trace)}", f"{trace['redirect_chain']}")
    if seen is not None and travelled(seen) not in [hops[-1] for hops in passed]:
        yield Finding("OBSERVED_URL_NOT_ON_WIRE", f"where the wire ended, in {named(trace)}", seen)


def broken_off(ends: list[Request]) -> set[None]:
    """No status is as true as the one that came, if the answer broke off."""
    return {None} if any(each.fault for each in ends) else set()


def without_broker(run: Run) -> Iterator[Finding]:
    """Traces of strict modes have nothing of a broker (MODE-06). The topic may stand as the query (T-2)."""
    published = adapters_of(run.release.routing)
    asked: dict[str, list[str]] = {}
    for trace in strict_traces(run):
        if trace["discovery_method"] not in ("direct_adapter", None):
            said = repr(trace["discovery_method"])
            yield Finding("BROKER_IN_STRICT_MODE", f"discovery_method direct_adapter in {named(trace)}", said)
        for name in ("broker_id", "broker_operation", "broker_domains", "candidate_url"):
            if trace[name] not in (None, []):
                yield Finding("BROKER_IN_STRICT_MODE", f"no {name} in {named(trace)}", repr(trace[name]))
        query, target = trace["broker_query"], trace["target_source_id"]
        if query is not None and target not in asked:
            asked[target] = topics(run, published.get(target))
        if query is not None and plain(query) not in asked[target]:
            yield Finding("BROKER_IN_STRICT_MODE", f"no query in {named(trace)}, or the topic", repr(query))


def topics(run: Run, adapter: Adapter | None) -> list[str]:
    """The task's topic, and what the adapter was asked for, in plain words."""
    asked = [adapter.asked(each.url) for each in calls_of(run, adapter)] if adapter else []
    return [plain(each) for each in (run.task["topic"] or "", *(one.topic for one in asked if one))]


def counts(run: Run) -> Iterator[Finding]:
    """NO_RESULTS does not stand beside hits, nor SUCCESS beside none (DIRECT-08)."""
    for trace in strict_traces(run):
        count, key = trace["broker_result_count"], trace["dedupe_key"]
        if trace["status"] == "NO_RESULTS" and (count or key is not None):
            yield Finding("COUNT_CONTRADICTS", f"no hit in {named(trace)}, which ends as NO_RESULTS", f"{count}, {key}")
        if trace["status"] == "SUCCESS" and (count == 0 or not key):
            yield Finding("COUNT_CONTRADICTS", f"a hit and its key in {named(trace)}", f"{count}, {key!r}")
        if trace["status"] not in ("NO_RESULTS", "SUCCESS") and count is not None:
            yield Finding(
                "COUNT_CONTRADICTS", f"no count in {named(trace)}, which ends as {trace['status']}", f"{count}"
            )


def claims_nothing(run: Run, source_id: str) -> Iterator[Finding]:
    """A search that failed has no identity, no evidence and no hit (DIRECT-07)."""
    for trace in strict_traces(run, source_id):
        for name in ("source_identity_verified", "original_record_observed", "evidence_class", "dedupe_key"):
            if trace[name]:
                yield Finding("CLAIMS_AFTER_FAILURE", f"{name} null in {named(trace)}", repr(trace[name]))


def metadata_alone(run: Run, source_id: str) -> Iterator[Finding]:
    """What an adapter finds is metadata, and no original was seen (DIRECT-13, reading M-12)."""
    for trace in strict_traces(run, source_id):
        if trace["status"] == "SUCCESS" and trace["evidence_class"] != "registry_metadata":
            said = repr(trace["evidence_class"])
            yield Finding("EVIDENCE_TOO_HIGH", f"evidence_class registry_metadata in {named(trace)}", said)
        if trace["original_record_observed"]:
            yield Finding("CLAIM_NOT_ON_WIRE", f"no original observed in {named(trace)}", "true")
    for item in run.report["items"]:
        if item["source_ids"] == [source_id] and item["evidence_class"] != "registry_metadata":
            said = item["evidence_class"]
            yield Finding("EVIDENCE_TOO_HIGH", f"evidence_class registry_metadata of {item['title'][:60]!r}", said)


def records(run: Run) -> Iterator[Finding]:
    """What adapters found is metadata alone, and known in the trace by the key that its item has."""
    for source_id in dict.fromkeys(each["target_source_id"] for each in strict_traces(run)):
        yield from metadata_alone(run, source_id)
        items = [each for each in run.report["items"] if source_id in each["source_ids"]]
        keys = {each["dedupe_key"].casefold() for each in items if each["source_ids"] == [source_id]}
        for trace in strict_traces(run, source_id):
            key = str(trace["dedupe_key"]).casefold()
            if trace["status"] == "SUCCESS" and len(keys) == len(items) > 0 and key not in keys:
                yield Finding("ITEM_CONTRADICTS", f"the key of an item in {named(trace)}", repr(trace["dedupe_key"]))
