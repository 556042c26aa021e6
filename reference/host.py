"""The reference host: the protocol's nine steps, in order.

``run`` takes a task of ``task.schema.json`` and returns a report of ``report.schema.json``. Decisions are ``Rules``;
the network is one ``Web`` that is made with the host and kept.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .activation import Ask
from .adapters.asking import Turns
from .bootstrap import Pin, pin_release
from .broker import MAX_RESULTS, Search
from .clock import Clock
from .course import Course
from .decision import (
    BOOTSTRAP_GAP,
    BROKER_GAP,
    BROKERED,
    COVERAGE_GAP,
    FETCH_GAP,
    IDENTITY_GAP,
    NO_RESULTS,
    NO_ROUTE,
    VIOLATION,
    Rejection,
)
from .duplicates import Item
from .github import GitHub
from .originals import Opened
from .pages import Judged, judge_page
from .pinning import BootstrapGap
from .registry import Registry, Source
from .report import Heading, Rejected, SourceRun, navigated, searched, stopped, unregistered_detail
from .routes import Route
from .rules import RULES, Rules
from .selection import Index
from .shelf import Shelf
from .strict import search_by_adapter
from .trace import Attempt
from .transport import Web, make_web

RESERVE = 0.15  # share of a task's time that is kept for writing the report
BROKER_SECONDS = 30.0
MOST_NAMED = 100  # sources a user may name: ten traces each are as many as a report holds


class Host:
    """A host that keeps the protocol. ``rules`` decide, ``web`` is the way out, ``clock`` is what it waits by."""

    name = "oa-conformance reference"
    version = "0.1.0"
    capabilities = (
        "registry_brokered", "registry_closed", "direct_only", "fulltext", "pdf", "hashing", "historical", "navigation",
    )  # fmt: skip

    def __init__(self, web: Web, rules: Rules = RULES, clock: Clock = Clock()) -> None:  # noqa: B008  # frozen
        self._web, self._rules, self._shelf, self._clock = web, rules, Shelf(), clock

    def run(self, task: Mapping[str, Any], tools: Any = None) -> dict[str, Any]:
        """Answer one task. ``tools`` is used for one thing only: an opener that follows redirects by itself."""
        ends = time.monotonic() + float(task.get("deadline_s") or 120.0) * (1 - RESERVE)
        ask = self._rules.understand(task)
        heading = Heading(ask.mode, ask.chinese, ask.broad)
        refusal = self._refusal(ask)
        if refusal:
            return stopped(heading, "REFUSED", refusal)

        # 1. Pin the release.
        try:
            pin = pin_release(GitHub(self._web, ends), ask.release_id, self._rules, self._shelf)
        except BootstrapGap as gap:
            return stopped(replace(heading, main_sha=gap.main_sha), BOOTSTRAP_GAP, gap.cause)
        heading = replace(heading, pinned=pin.identity)
        if not (pin.contract.brokered if ask.mode == BROKERED else ask.mode in pin.contract.strict):
            why = f"release {pin.identity.release_id}, of protocol {pin.contract.version}, has no mode {ask.mode}"
            return stopped(heading, "REFUSED", why)

        # 2. Select sources.
        sources, unregistered = self._select(ask, pin)
        if not ask.searches:
            sources = tuple(each for each in sources if each.active)
        if not sources:
            declined = "; ".join(map(unregistered_detail, unregistered))
            return stopped(heading, COVERAGE_GAP, declined or f"no active source fits {ask.topic[:200]!r}")
        if not ask.searches:
            return navigated(heading, sources)

        # 3 to 8, source by source: a gap at one leaves the others attempted.
        course = Course(ask, pin, tools, ends, Turns(self._clock, ends))
        runs = [self._search_source(source, course) for source in sources]

        # 9. Deduplicate and report.
        items = self._rules.merged(item for run in runs if run.status != VIOLATION for item in run.items)
        return searched(heading, pin.identity, runs, items, unregistered)

    def _refusal(self, ask: Ask) -> str | None:
        """Why this host cannot do at all what was asked."""
        if ask.sources and len(ask.sources) > MOST_NAMED:
            return f"{len(ask.sources)} sources are named; name at most {MOST_NAMED} in one request"
        named = ask.topic.strip() if ask.mode != BROKERED else self._rules.neutral_topic(ask.topic)
        return None if named else "the request names no topic"

    def _select(self, ask: Ask, pin: Pin) -> tuple[tuple[Source, ...], tuple[str, ...]]:
        """The sources the user named, or those that fit the topic; and the named ids that nobody registered."""
        rules = self._rules
        if ask.sources:
            return rules.named(pin.registry, ask.sources)
        index = kept_index(pin.registry, rules, self._shelf)
        if ask.searches and ask.mode != BROKERED:
            fitting = rules.choose_strict(index, ask.topic, ask.broad, pin.contract.adapters.keys())
        else:
            fitting = rules.choose(index, ask.topic, ask.broad)
        return fitting if ask.broad else fitting[: pin.contract.fewer_sources], ()

    def _search_source(self, source: Source, course: Course) -> SourceRun:
        """Steps 3 to 8 for one source, or in a strict mode its one adapter."""
        if course.ask.mode != BROKERED:
            return search_by_adapter(source, course, self._web, self._rules)

        # 3. Derive the route from the record alone, and see what the source may be asked for.
        route = self._rules.route_of(source)
        if isinstance(route, Rejection):
            return SourceRun(source, (Attempt(source.id, NO_ROUTE, route.detail),))
        refused = self._rules.authorization_fault(source, course.ask.fulltext)
        if refused:
            return SourceRun(source, (Attempt(source.id, refused.code, refused.detail, route),))

        # 4. Ask the broker for this one domain.
        search = self._ask_broker(route, course)
        if search.gap or not search.candidates:
            status, detail = (BROKER_GAP, search.gap.detail) if search.gap else (NO_RESULTS, "the broker found nothing")
            offered = (Rejected(source.id, shown(each), "BROKER_FAILED", detail) for each in search.candidates)
            attempt = Attempt(source.id, status, detail, route, search, observed_at=search.at)
            return SourceRun(source, (attempt,), tuple(offered))

        # 5. Take its answer as discovery only: what may be opened, and what is rejected unseen.
        most = course.pin.contract.fewer_results or self._rules.most_opened
        allowed, rejected = self._allowed(route, search, most)
        if not allowed:
            return SourceRun(source, (none_allowed(route, search, rejected),), tuple(rejected))

        # 6 to 8. Open the originals, verify their identity, keep to the evidence scope.
        attempts, items = list[Attempt](), list[Item]()
        for url in allowed:
            attempt, judged = self._try_candidate(url, route, search, course, attempts)
            attempts += [attempt] if attempt.opened or not attempts else []
            items += [judged.item] if judged.item else []
            if judged.rejection:
                rejected.append(Rejected(source.id, url, judged.rejection.code, judged.rejection.detail))
        return SourceRun(source, tuple(attempts), tuple(rejected), tuple(items))

    def _ask_broker(self, route: Route, course: Course) -> Search:
        """One search, unless there is no tool that could be trusted with it."""
        rules, tool = self._rules, course.ask.web_search
        fault = rules.tool_fault(tool) or (course.seconds() <= 0 and "the task's time ran out") or None
        if fault or tool is None:
            return Search(None, (), None, (), Rejection(BROKER_GAP, str(fault)), None)
        query = rules.query_for(rules.neutral_topic(course.ask.topic), route.source.name)
        most, seconds = course.pin.contract.fewer_results or MAX_RESULTS, min(course.seconds(), BROKER_SECONDS)
        return rules.search(self._web, tool["url"], query, rules.domains_for(route), most=most, seconds=seconds)

    def _allowed(self, route: Route, search: Search, most: int) -> tuple[list[str], list[Rejected]]:
        """The candidates that may be opened, in the broker's order, at most so many; and the others with the reason."""
        allowed, rejected = list[str](), list[Rejected]()
        for candidate in search.candidates:
            fault = self._rules.judge_candidate(candidate, route.host)
            if fault is None and candidate in allowed:
                fault = Rejection("DUPLICATE", "the broker gave it before")
            if fault is None and len(allowed) >= most:
                fault = Rejection("BUDGET", f"{most} candidates of a source are opened at most")
            if fault is None:
                allowed.append(candidate)
            else:
                rejected.append(Rejected(route.source.id, shown(candidate), fault.code, fault.detail))
        return allowed, rejected

    def _try_candidate(
        self, url: str, route: Route, search: Search, course: Course, before: list[Attempt]
    ) -> tuple[Attempt, Judged]:
        """Open one candidate, unless something forbids it, and judge its page."""
        receipt = course.failed.of(route.host)
        idle = None
        if receipt:
            idle = f"{route.host} failed at {receipt.observed_at} ({receipt.kind}) and is not asked again in this task"
        elif any(each.status == VIOLATION for each in before):
            idle = f"the opener has left {route.host} before"
        elif course.ask.open_page is None or course.seconds() <= 0:
            idle = "there is no page opener" if course.ask.open_page is None else "the task's time ran out"
        if idle:
            detail = f"{url} was not opened: {idle}"
            judged = Judged(FETCH_GAP, detail, rejection=Rejection("FETCH", detail))
            at = receipt.observed_at if receipt else search.at
            return attempt_at(url, route, search, judged, observed_at=at), judged
        opened = self._open(url, route, course)
        judged = judge_page(opened, route, course.ask.fulltext, course.pin.registry, self._rules)
        if judged.fault and self._rules.marks_host(judged.fault):
            course.failed.note(route.host, judged.fault, opened.at)
        return attempt_at(url, route, search, judged, observed_at=opened.at, opened=opened), judged

    def _open(self, url: str, route: Route, course: Course) -> Opened:
        """The candidate, opened by this host or by the opener that the task prescribes."""
        if course.ask.open_page != "follows":
            return self._rules.open_original(self._web, url, route.host, course.seconds(), self._rules.may_follow)
        try:
            told = course.tools.open_page(url=url)
        except Exception as error:  # a tool is foreign code: whatever it raises is a failed opening
            told = {"error": {"kind": "connection", "message": f"{type(error).__name__}: {error}"}}
        return self._rules.opened_by_tool(told, url, route.host)


def kept_index(registry: Registry, rules: Rules, shelf: Shelf) -> Index:
    """What sources are chosen from, made once for the same bytes of a registry."""
    index: Index = shelf.get(("index", rules.index_of, registry.digest), lambda: rules.index_of(registry))
    return index


def attempt_at(url: str, route: Route, search: Search, judged: Judged, **seen: Any) -> Attempt:
    """The attempt at a candidate; ``seen`` are the fields of what was observed of it."""
    item = judged.item
    return Attempt(
        source_id=route.source.id,
        status=judged.status,
        detail=judged.detail,
        route=route,
        search=search,
        candidate=url,
        verified=judged.verified,
        evidence_class=item.evidence_class if item else None,
        dedupe_key=item.dedupe_key if item else None,
        **seen,
    )


def none_allowed(route: Route, search: Search, rejected: list[Rejected]) -> Attempt:
    """The attempt at a source whose candidates may all not be opened (S-4).

    If all were on other hosts, the broker did not search the domain it was given; otherwise there were candidates and
    none could be mapped to the source.
    """
    status = BROKER_GAP if all(each.code == "OFF_HOST" for each in rejected) else IDENTITY_GAP
    reasons = "; ".join(dict.fromkeys(f"{each.code}: {each.reason}" for each in rejected))[:500]
    detail = f"no candidate may be opened ({reasons})"
    return Attempt(route.source.id, status, detail, route, search, observed_at=search.at)


def shown(candidate: Any) -> str:
    """The candidate as text: character for character if it is text."""
    return candidate if isinstance(candidate, str) else "" if candidate is None else repr(candidate)[:500]


def make() -> Host:
    """The host for the entry point group ``oa_conformance.hosts``: its client is made here, once, and kept."""
    return Host(make_web())
