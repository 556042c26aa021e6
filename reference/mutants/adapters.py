"""Hosts that ask direct adapters that they should not, or not then (DIRECT-01, DIRECT-02, DIRECT-10 to DIRECT-12)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlsplit

from .. import selection
from ..adapters import asking, reading, wording
from ..adapters.published import Adapter
from ..decision import BROKERED, Rejection
from ..host import Host
from ..strict import search_by_adapter
from ..transport import Answer
from .making import Detouring, Errand, Reply, Report, Task, faulty, make_web, mutant
from .opening import OPTIONS

# DIRECT-01, DIRECT-02: which adapters


@mutant("DIRECT-01", reason="WRONG_STATUS FORBIDDEN_ADAPTER_ASKED", collateral="DIRECT-02 HIST-04")
def uses_an_adapter_that_was_published_before() -> Host:
    """Remembers the adapters of the releases that it has seen."""
    known: dict[str, Adapter] = {}

    def adapter_for(adapters: Any, source: Any) -> Any:
        known.update({key: each for key, each in adapters.items() if isinstance(each, Adapter)})
        return known.get(source.id) or reading.adapter_for(adapters, source)

    return faulty(adapter_for=adapter_for)


@mutant("DIRECT-01", reason="FOREIGN_HOST_CONTACTED", collateral="DIRECT-02 MODE SEC")
def asks_an_api_that_nobody_published() -> Host:
    class Resourceful(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            poor = [each for each in told["selected_sources"] if each["status"] == "NO_SEARCH_ADAPTER"]
            for _ in poor:
                self._web.exchange("GET", f"https://api.plos.org/search?q={quote(task['topic'])}", **OPTIONS)
            return told

    return Resourceful(make_web())


@mutant("DIRECT-01", reason="FORBIDDEN_ADAPTER_ASKED", collateral="ROUTE-04 HIST-01")
def asks_the_adapter_of_an_inactive_source() -> Host:
    def named(registry: Any, ids: Any) -> Any:
        known, unknown = selection.named(registry, ids)
        return tuple(replace(each, status="active") for each in known), unknown

    return faulty(named=named)


def strict_alone(change: Callable[[Report], object]) -> Host:
    """The exemplar whose reports of strict searches change so."""

    class Strict(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            if told["mode"] not in (BROKERED, None):
                change(told)
            return told

    return Strict(make_web())


def restating(status: str, other: str) -> Host:
    """The exemplar that calls one status of a strict search by the name of another."""

    def change(told: Report) -> None:
        for each in (*told["traces"], *told["selected_sources"], *told["gaps"]):
            each["status"] = other if each["status"] == status else each["status"]
        told["gaps"] = [each for each in told["gaps"] if each["status"] != "NO_RESULTS"]

    return strict_alone(change)


@mutant("DIRECT-02", reason="WRONG_STATUS", collateral="DIRECT-01 MODE ACT")
def calls_a_missing_adapter_no_results() -> Host:
    return restating("NO_SEARCH_ADAPTER", "NO_RESULTS")


@mutant("DIRECT-02", reason="WRONG_STATUS SOURCE_NOT_REPORTED", collateral="DIRECT-01 MODE ACT")
def drops_sources_without_an_adapter() -> Host:
    def change(told: Report) -> None:
        lost = {each["source_id"] for each in told["selected_sources"] if each["status"] == "NO_SEARCH_ADAPTER"}
        for part, key in (("selected_sources", "source_id"), ("gaps", "source_id"), ("traces", "target_source_id")):
            told[part] = [each for each in told[part] if each[key] not in lost]

    return strict_alone(change)


@mutant("DIRECT-02", reason="CLAIMS_WITHOUT_SEARCH", collateral="MODE")
def claims_a_receipt_for_a_missing_adapter() -> Host:
    def change(told: Report) -> None:
        for trace in told["traces"]:
            if trace["status"] == "NO_SEARCH_ADAPTER":
                trace.update(http_status=404)

    return strict_alone(change)


# DIRECT-10 to DIRECT-12: redirects, pace, order


def trusting(is_trusted: Callable[[str, str], bool]) -> Host:
    """The exemplar that follows an adapter's redirects to such targets as well."""
    return faulty(
        adapter_may_follow=lambda target, host: None if is_trusted(target, host) else asking.may_follow(target, host)
    )


LED_AWAY = "FORBIDDEN_URL_REQUESTED WRONG_STATUS"


@mutant("DIRECT-10", reason=LED_AWAY, collateral="SEC")
def follows_an_adapters_redirect_anywhere() -> Host:
    return trusting(lambda *_: True)


@mutant("DIRECT-10", reason=LED_AWAY)
def follows_an_adapters_redirect_to_the_parent_domain() -> Host:
    return trusting(lambda target, host: host.endswith(f".{urlsplit(target).hostname}"))


@mutant("DIRECT-10", reason=LED_AWAY)
def follows_an_adapters_redirect_to_another_adapter() -> Host:
    return trusting(lambda target, _: urlsplit(target).hostname in ("doaj.org", "zenodo.org", "export.arxiv.org"))


@mutant("DIRECT-10", reason=LED_AWAY, collateral="SEC")
def follows_an_adapters_redirect_out_of_https() -> Host:
    return trusting(lambda target, host: target.startswith(f"http://{host}/"))


@mutant("DIRECT-10", reason=LED_AWAY, turns="WARN")
def follows_an_adapters_redirect_to_another_port() -> Host:
    return trusting(lambda target, host: target.startswith(f"https://{host}:8443/"))


@mutant("DIRECT-11", reason="ASKED_TOO_SOON", collateral="RETRY DIRECT")
def keeps_no_pace() -> Host:
    return faulty(seconds_apart=lambda _: 0.0)


@mutant("DIRECT-11", reason="ASKED_TOO_SOON", collateral="RETRY DIRECT")
def keeps_one_second_apart() -> Host:
    return faulty(seconds_apart=lambda adapter: min(asking.seconds_apart(adapter), 1.0))


@mutant("DIRECT-11", reason="ASKED_AGAIN ASKED_TOO_SOON", collateral="DIRECT RETRY")
def asks_again_where_a_feed_was_empty() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        empty = isinstance(reply, Answer) and b"<entry" not in reply.body and b"<feed" in reply.body
        return errand.ask(method, url, **rest) if empty else reply

    return Detouring(detour)


@mutant("DIRECT-12", reason="ADAPTER_ASKED_FIRST", collateral="MODE ACT FETCH SEC")
def asks_the_adapter_before_the_broker() -> Host:
    class Eager(Host):
        def _ask_broker(self, route: Any, course: Any) -> Any:
            adapter = course.pin.contract.adapters.get(route.source.id)
            if isinstance(adapter, Adapter):
                topic = wording.worded(course.ask.topic, adapter)
                self._web.exchange("GET", wording.filled(adapter, topic, 10), **OPTIONS)
            return super()._ask_broker(route, course)

    return Eager(make_web())


@mutant("DIRECT-12", reason="WRONG_STATUS NOT_SEARCHED ADAPTER_ASKED_FIRST OTHER_MODE NO_ITEM", collateral="ALL")
def prefers_adapters_to_the_broker() -> Host:
    """Searches a source that has an adapter in a strict mode, whatever the user wants."""

    class Preferring(Host):
        def _search_source(self, source: Any, course: Any) -> Any:
            if course.ask.mode == BROKERED and not isinstance(
                reading.adapter_for(course.pin.contract.adapters, source), Rejection
            ):
                strict = replace(course, ask=replace(course.ask, mode="registry_closed"))
                return search_by_adapter(source, strict, self._web, self._rules)
            return super()._search_source(source, course)

    return Preferring(make_web())
