"""The reference host: the protocol's nine steps, in order.

``run`` takes a task of ``task.schema.json`` and returns a report of ``report.schema.json``. Decisions are ``Rules``;
the network is one ``Web`` that is made with the host and kept.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from . import report
from .activation import Ask
from .answer import quotable
from .bootstrap import Pin, pin_release
from .broker import Search
from .decision import (
    BOOTSTRAP_GAP, BROKER_GAP, BROKERED, COVERAGE_GAP, FETCH_GAP, FULLTEXT, IDENTITY_GAP, NO_RESULTS, NO_ROUTE,
    SUCCESS, VIOLATION, Rejection,
)  # fmt: skip
from .document import read_document
from .duplicates import Item
from .evidence import body_text
from .failures import FailedHosts
from .github import GitHub
from .originals import Fault, Opened
from .pinning import BootstrapGap
from .registry import Source
from .report import Rejected, SourceRun
from .routes import Route
from .rules import RULES, Rules
from .shelf import Shelf
from .trace import Attempt
from .transport import Web, make_web

NAME, VERSION = "oa-conformance reference", "0.1.0"
CAPABILITIES = ("registry_brokered", "fulltext", "hashing", "historical", "navigation")
RESERVE = 0.15  # share of a task's time that is kept for writing the report
QUOTE = 300  # characters of an abstract or text that are quoted
BROKER_SECONDS = 30.0


@dataclass
class Course:
    """One task under way: what was asked, what is pinned, and which hosts failed. Nothing of it outlives the task."""

    ask: Ask
    pin: Pin
    tools: Any
    ends: float
    failed: FailedHosts = field(default_factory=FailedHosts)

    def seconds(self) -> float:
        """What is left of the task's time."""
        return self.ends - time.monotonic()


class Host:
    """A host that keeps the protocol. ``rules`` decide, ``web`` is the way out."""

    name, version, capabilities = NAME, VERSION, CAPABILITIES

    def __init__(self, web: Web, rules: Rules = RULES) -> None:
        self._web, self._rules, self._shelf = web, rules, Shelf()

    def run(self, task: Mapping[str, Any], tools: Any = None) -> dict[str, Any]:
        """Answer one task. ``tools`` is used for one thing only: an opener that follows redirects by itself."""
        ends = time.monotonic() + float(task.get("deadline_s") or 120.0) * (1 - RESERVE)
        ask = self._rules.understand(task)
        refusal = self._refusal(ask)
        if refusal:
            return report.stopped("REFUSED", refusal, ask.mode, ask.chinese)

        # 1. Pin the release.
        try:
            pin = pin_release(GitHub(self._web), ask.release_id, self._rules, self._shelf)
        except BootstrapGap as gap:
            return report.stopped(BOOTSTRAP_GAP, gap.cause, ask.mode, ask.chinese, main_sha=gap.main_sha)
        if not pin.contract.brokered:
            why = f"release {pin.identity.release_id} has no brokered contract (protocol {pin.contract.protocol_version})"
            return report.stopped("REFUSED", why, ask.mode, ask.chinese, pin.identity)

        # 2. Select sources.
        sources, unregistered = self._select(ask, pin)
        if not sources:
            why = "; ".join(map(report.unregistered_detail, unregistered)) or f"no active source fits {ask.topic[:200]!r}"
            return report.stopped(COVERAGE_GAP, why, ask.mode, ask.chinese, pin.identity)
        if not ask.searches:
            return report.navigated(pin.identity, ask.mode, ask.chinese, sources)

        # 3 to 8, source by source: a gap at one leaves the others attempted.
        course = Course(ask, pin, tools, ends)
        runs = [self._search_source(source, course) for source in sources]

        # 9. Deduplicate and report.
        items = self._rules.merged(item for run in runs if run.status != VIOLATION for item in run.items)
        return report.searched(pin.identity, ask.mode, ask.chinese, runs, items, unregistered)

    def _refusal(self, ask: Ask) -> str | None:
        """Why this host cannot do at all what was asked."""
        if ask.searches and ask.mode != BROKERED:
            return f"the mode {ask.mode} searches by direct adapters alone, which this host does not have"
        if not self._rules.neutral_topic(ask.topic):
            return "the request names no topic"
        return None

    def _select(self, ask: Ask, pin: Pin) -> tuple[tuple[Source, ...], tuple[str, ...]]:
        """The sources the user named, or those that fit the topic; and the named ids that nobody registered."""
        if ask.sources:
            return self._rules.named(pin.registry, ask.sources)
        index = self._shelf.get(
            ("index", self._rules.index_of, pin.registry.digest), lambda: self._rules.index_of(pin.registry)
        )
        return self._rules.choose(index, ask.topic, ask.broad), ()

    def _search_source(self, source: Source, course: Course) -> SourceRun:
        """Steps 3 to 8 for one source."""
        rules, ask = self._rules, course.ask

        # 3. Derive the route from the record alone.
        route = rules.route_of(source)
        if isinstance(route, Rejection):
            return SourceRun(source, (Attempt(source.id, NO_ROUTE, route.detail),))
        unauthorized = rules.authorization_fault(source, ask.fulltext)
        if unauthorized:
            return SourceRun(source, (Attempt(source.id, unauthorized.code, unauthorized.detail, route),))

        # 4. Ask the broker, with one domain.
        search = self._ask_broker(route, course)
        if search.gap:
            offered = tuple(Rejected(source.id, shown(each), "BROKER_FAILED", search.gap.detail) for each in search.candidates)
            attempt = Attempt(source.id, BROKER_GAP, search.gap.detail, route, search, observed_at=search.at)
            return SourceRun(source, (attempt,), offered)
        if not search.candidates:
            attempt = Attempt(source.id, NO_RESULTS, "the broker found nothing", route, search, observed_at=search.at)
            return SourceRun(source, (attempt,))

        # 5. and 6. Judge the candidates; open those that are allowed, at most ten.
        allowed, rejected = self._allowed(route, search)
        attempts, items = list[Attempt](), list[Item]()
        for url in allowed:
            attempt, item, why = self._try_candidate(url, route, search, course)
            attempts += [attempt] if attempt.opened or not attempts else []
            items += [item] if item else []
            rejected += [Rejected(source.id, url, why.code, why.detail)] if why else []
        return SourceRun(source, tuple(attempts) or (none_allowed(route, search, rejected),), tuple(rejected), tuple(items))

    def _ask_broker(self, route: Route, course: Course) -> Search:
        """One search, unless there is no tool that could be trusted with it."""
        rules, tool = self._rules, course.ask.web_search
        fault = rules.tool_fault(tool) or (course.seconds() <= 0 and "the task's time ran out") or None
        if fault or tool is None:
            return Search(None, (), None, (), Rejection(BROKER_GAP, str(fault)), None)
        query = rules.query_for(rules.neutral_topic(course.ask.topic), route.source.name)
        most = course.pin.contract.maximum_results
        return rules.search(
            self._web, tool["url"], query, rules.domains_for(route), most, min(course.seconds(), BROKER_SECONDS)
        )

    def _allowed(self, route: Route, search: Search) -> tuple[list[str], list[Rejected]]:
        """The candidates that may be opened, in the broker's order, and the others with the reason."""
        allowed, rejected = list[str](), list[Rejected]()
        for candidate in search.candidates:
            fault = self._rules.judge_candidate(candidate, route.host)
            if fault is None and candidate in allowed:
                fault = Rejection("DUPLICATE", "the broker gave it before")
            if fault is None and len(allowed) >= self._rules.most_opened:
                fault = Rejection("BUDGET", f"{self._rules.most_opened} candidates of a source are opened at most")
            if fault is None:
                allowed.append(candidate)
            else:
                rejected.append(Rejected(route.source.id, shown(candidate), fault.code, fault.detail))
        return allowed, rejected

    def _try_candidate(
        self, url: str, route: Route, search: Search, course: Course
    ) -> tuple[Attempt, Item | None, Rejection | None]:
        """Open one candidate and judge its page: the attempt, the item if it is accepted, else the reason."""
        rules, source = self._rules, route.source

        def ended(status: str, why: Rejection, **seen: Any) -> tuple[Attempt, None, Rejection]:
            return Attempt(source.id, status, why.detail, route, search, url, **seen), None, why

        receipt = course.failed.of(route.host)
        if receipt:
            why = f"{route.host} failed at {receipt.observed_at} ({receipt.kind}) and is not asked again in this task"
            return ended(FETCH_GAP, Rejection("FETCH", why), observed_at=receipt.observed_at)
        if course.ask.open_page is None or course.seconds() <= 0:
            why = "there is no page opener" if course.ask.open_page is None else "the task's time ran out"
            return ended(FETCH_GAP, Rejection("FETCH", f"{url}: {why}; only the broker's word was seen"), observed_at=search.at)

        opened = self._open(url, route, course)
        document = None if opened.fault else read_document(opened.body, opened.content_type or "", opened.observed_url or url)
        fault = opened.fault or (Fault("parse", "the body cannot be parsed") if document is None else rules.wall_in(document))
        if fault or document is None:
            return self._not_obtained(opened, fault or Fault("parse", "no document"), ended, route, course)

        # 7. Verify the identity on the page itself.
        record = rules.record_in(document)
        confirmed = rules.confirms_identity(source, document, record, route.host, course.pin.registry.names)
        if isinstance(confirmed, Rejection) or record is None:
            detail = confirmed.detail if isinstance(confirmed, Rejection) else "the page describes no single record"
            why = Rejection("IDENTITY", f"{url}: {detail}")
            return ended(IDENTITY_GAP, why, opened=opened, verified=False, observed_at=opened.at)

        # 8. Keep to the evidence scope.
        evidence = rules.evidence_class(document, course.ask.fulltext)
        key = rules.dedupe_key(source.id, record)
        text = body_text(document) if evidence == FULLTEXT else record.abstract
        item = Item(
            record.title, confirmed.says, record.year, (source.id,), opened.observed_url or url, evidence, key,
            rules.facts_of(document), quotable(text, QUOTE),
        )  # fmt: skip
        attempt = Attempt(
            source.id, SUCCESS, f"confirmed by {confirmed.field}: {confirmed.says}", route, search, url, opened, True,
            evidence, key, opened.at,
        )  # fmt: skip
        return attempt, item, None

    def _open(self, url: str, route: Route, course: Course) -> Opened:
        """The candidate, opened by this host or by the opener that the task prescribes."""
        if course.ask.open_page != "follows":
            return self._rules.open_original(self._web, url, route.host, course.seconds(), self._rules.may_follow)
        try:
            told = course.tools.open_page(url=url)
        except Exception as error:  # a tool is foreign code: whatever it raises is a failed opening
            told = {"error": {"kind": "connection", "message": f"{type(error).__name__}: {error}"}}
        return self._rules.opened_by_tool(told, url, route.host)

    def _not_obtained(
        self, opened: Opened, fault: Fault, ended: Any, route: Route, course: Course
    ) -> tuple[Attempt, None, Rejection]:
        """A candidate whose original was not obtained. A fault of the whole host is kept as its receipt."""
        if self._rules.marks_host(fault.kind):
            course.failed.note(route.host, fault.kind, opened.at)
        why = Rejection("FETCH", f"{opened.request_url}: {fault.detail}")
        status = VIOLATION if fault.violation else FETCH_GAP
        found: tuple[Attempt, None, Rejection] = ended(status, why, opened=opened, observed_at=opened.at)
        return found


def none_allowed(route: Route, search: Search, rejected: list[Rejected]) -> Attempt:
    """The attempt at a source whose candidates may all not be opened (S-4).

    If they were all on other hosts, the broker did not search the domain it was given; otherwise there were candidates
    and none could be mapped to the source.
    """
    status = BROKER_GAP if all(each.code == "OFF_HOST" for each in rejected) else IDENTITY_GAP
    detail = "; ".join(dict.fromkeys(f"{each.code}: {each.reason}" for each in rejected))[:500]
    return Attempt(route.source.id, status, f"no candidate may be opened ({detail})", route, search, observed_at=search.at)


def shown(candidate: Any) -> str:
    """The candidate as text: character for character if it is text."""
    return candidate if isinstance(candidate, str) else "" if candidate is None else repr(candidate)[:500]


def make() -> Host:
    """The host for ``oa_conformance.hosts``: its client is made here, once, and kept."""
    return Host(make_web())
