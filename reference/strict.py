"""The strict modes, source by source: the published adapter or nothing, and never a broker or a page (MODE-02)."""

from dataclasses import replace

from .adapters.hits import Hit
from .adapters.published import Adapter
from .course import Course
from .decision import METADATA, NO_RESULTS, NO_ROUTE, SOURCE_FETCH_GAP, SUCCESS, Rejection
from .document import read_document
from .duplicates import Item
from .originals import Fault, Opened, followed, media_type
from .registry import Source
from .report import SourceRun
from .rules import Rules
from .trace import DirectAttempt
from .transport import Answer, Failure, Web, now

ANSWER_LIMIT = 5_000_000  # bytes
ADAPTER_SECONDS = 30.0  # for one request


def search_by_adapter(source: Source, course: Course, web: Web, rules: Rules) -> SourceRun:
    """Everything that a source comes to in a strict mode: one attempt, with at most one search."""
    ask = course.ask
    attempt = DirectAttempt(source.id, ask.mode, NO_ROUTE, f"{source.id} is {source.status or 'of no status'}")
    if not source.active:
        return SourceRun(source, (attempt,))
    adapter = rules.adapter_for(course.pin.contract.adapters, source)
    if isinstance(adapter, Rejection):
        return SourceRun(source, (replace(attempt, status=adapter.code, detail=adapter.detail),))
    attempt = replace(attempt, adapter=adapter)
    refused = rules.authorization_fault(source, ask.fulltext)
    if refused:
        return SourceRun(source, (replace(attempt, status=refused.code, detail=refused.detail),))
    topic = rules.worded(ask.topic, adapter)
    idle = why_idle(attempt, adapter, topic, course, rules)
    if idle:
        return SourceRun(source, (idle,))
    url = rules.filled(adapter, topic, rules.limit_of(adapter, ask.results))
    opened = exchange(adapter, url, course, web, rules)
    attempt = replace(attempt, topic=topic, opened=opened, observed_at=opened.at)
    return judged(attempt, opened, adapter, source, course, rules)


def why_idle(
    attempt: DirectAttempt, adapter: Adapter, topic: str, course: Course, rules: Rules
) -> DirectAttempt | None:
    """The attempt if nothing may be sent for it: its host failed before (RETRY-01), or there is no topic or no time.

    If something may be sent, this returns None once it is the adapter's turn.
    """
    gap = replace(attempt, status=SOURCE_FETCH_GAP)
    receipt = course.failed.of(adapter.host)
    if receipt:
        why = f"{adapter.host} failed at {receipt.observed_at} ({receipt.kind}) and is not asked again in this task"
        return replace(gap, detail=why, observed_at=receipt.observed_at)
    if not topic:
        return replace(gap, detail="the topic holds nothing that this service can be asked")
    if not course.turns.wait(adapter.host, rules.seconds_apart(adapter)):
        return replace(gap, detail="the task's time ends before the adapter may be asked")
    return None


def exchange(adapter: Adapter, url: str, course: Course, web: Web, rules: Rules) -> Opened:
    """Send the request, once, and follow what may be followed; the request of a redirect waits for its turn too."""
    turns, apart = course.turns, rules.seconds_apart(adapter)

    def get(current: str) -> Answer | Failure:
        if not turns.wait(adapter.host, apart):
            return Failure("no_time", "the task's time ends before the redirect may be followed", now())
        seconds = min(turns.ends - turns.clock.now(), ADAPTER_SECONDS)
        answer = web.exchange("GET", current, accept=", ".join(adapter.accepted), limit=ANSWER_LIMIT, seconds=seconds)
        turns.done[adapter.host] = turns.clock.now()
        return answer

    return followed(
        url, adapter.host, get, rules.adapter_may_follow, lambda answer: rules.answer_fault(answer, adapter.accepted)
    )


def judged(
    attempt: DirectAttempt, opened: Opened, adapter: Adapter, source: Source, course: Course, rules: Rules
) -> SourceRun:
    """What an exchange came to: a gap, nothing, or hits as metadata (DIRECT-07, DIRECT-08, DIRECT-13)."""
    hits = opened.fault or rules.hits_in(adapter, opened.body)
    if isinstance(hits, Fault):
        fault = wall_instead(opened, rules) or hits
        if rules.marks_host(fault.kind):
            course.failed.note(adapter.host, fault.kind, opened.at)
        return SourceRun(source, (replace(attempt, status=SOURCE_FETCH_GAP, detail=fault.detail),))
    if not hits:
        return SourceRun(source, (replace(attempt, status=NO_RESULTS, detail="the adapter found nothing", hits=0),))
    strays = {hit.record_id: why for hit in hits if (why := rules.outside(adapter, hit))}
    kept = [hit for hit in hits if hit.record_id not in strays][: adapter.maximum_limit]
    if not kept:
        stray, why = next(iter(strays.items()))
        detail = f"no hit keeps to the adapter's restriction; {stray}: {why}"
        return SourceRun(source, (replace(attempt, status=SOURCE_FETCH_GAP, detail=detail),))
    items = tuple(item_of(hit, rules.hit_key(adapter, hit), source) for hit in kept)
    detail = f"hits: {len(kept)}" + (f"; outside the adapter's restriction: {len(strays)}" if strays else "")
    found = replace(attempt, status=SUCCESS, detail=detail, hits=len(kept), dedupe_key=items[0].dedupe_key)
    return SourceRun(source, (found,), items=items)


def wall_instead(opened: Opened, rules: Rules) -> Fault | None:
    """The wall that stands before the service, if a page came where its answer should be: it says so of the host."""
    if opened.status != 200 or "html" not in media_type(opened.content_type):
        return None
    document = read_document(opened.body, opened.content_type or "", opened.observed_url or "")
    return rules.wall_in(document) if document else None


def item_of(hit: Hit, key: str, source: Source) -> Item:
    """The hit as reported. Its identity is that of the adapter's own record; nothing of it was opened (M-12)."""
    return Item(
        title=hit.title if hit.title is not None else hit.record_id,
        container=source.name,
        year=hit.year,
        source_ids=(source.id,),
        original_url=hit.url,
        evidence_class=METADATA,
        dedupe_key=key,
        facts=hit.facts,
        quote="",
        known_as=hit.known_as,
    )
