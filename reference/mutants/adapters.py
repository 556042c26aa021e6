"""Hosts that ask direct adapters wrongly (DIRECT-01 to DIRECT-06, DIRECT-10 to DIRECT-12, DIRECT-A01 to DIRECT-A12)."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import quote, quote_plus, urlsplit

from .. import selection
from ..adapters import asking, reading, wording
from ..adapters.published import Adapter
from ..decision import BROKERED, Rejection
from ..host import Host
from ..strict import search_by_adapter
from ..transport import Answer
from .making import Detouring, Errand, Reply, Report, Task, faulty, make_web, mutant
from .opening import OPTIONS

Fill = Callable[[Adapter, str, int], str]


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


# DIRECT-03, DIRECT-04: the request


def filling(fill: Fill) -> Host:
    """The exemplar that fills the published templates otherwise."""
    return faulty(filled=fill)


def adding(words: str) -> Fill:
    def fill(adapter: Adapter, text: str, limit: int) -> str:
        url = wording.filled(adapter, text, limit)
        return f"{url}{'&' if '?' in url else '?'}{words}"

    return fill


@mutant("DIRECT-03", reason="TEMPLATE_NOT_KEPT", collateral="DIRECT SEC")
def tells_the_services_an_address() -> Host:
    return filling(adding("mailto=reader@post.scholar-commons.net"))


@mutant("DIRECT-03", reason="TEMPLATE_NOT_KEPT CREDENTIALS_SENT", collateral="DIRECT SEC")
def tells_the_services_a_key() -> Host:
    return filling(adding("api_key=of-this-host"))


@mutant("DIRECT-03", reason="TEMPLATE_NOT_KEPT", collateral="DIRECT")
def leaves_out_a_fixed_parameter() -> Host:
    return filling(lambda *said: re.sub(r"&(?:filter|resultType|retmode|type|start)=[^&]*", "", wording.filled(*said)))


@mutant("DIRECT-03", reason="NOT_BY_GET", collateral="DIRECT")
def asks_adapters_by_post() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        strict = "json" in rest.get("accept", "") and method == "GET" and "api.github.com" not in url
        return errand.ask("POST" if strict and "text/html" not in rest["accept"] else method, url, **rest)

    return Detouring(detour)


@mutant("DIRECT-03", reason="CREDENTIALS_SENT", collateral="DIRECT SEC ACT")
def sends_a_key_in_a_header() -> Host:
    web = make_web()
    web._client.headers["x-api-key"] = "of-this-host"
    return Host(web)


def spelling(spell: Callable[[str], str]) -> Host:
    """The exemplar that puts the topic into the template in another spelling."""

    def fill(adapter: Adapter, text: str, limit: int) -> str:
        return adapter.template.replace("{limit}", str(limit)).replace("{query}", spell(text))

    return filling(fill)


ENCODING = "TOPIC_NOT_ENCODED TOPIC_CHANGED TEMPLATE_NOT_KEPT WRONG_STATUS ADAPTER_NOT_ASKED"


@mutant("DIRECT-04", reason=ENCODING, collateral="DIRECT")
def leaves_slashes_in_a_topic_as_they_are() -> Host:
    return spelling(quote)


@mutant("DIRECT-04", reason=ENCODING, collateral="DIRECT")
def writes_plus_for_a_blank() -> Host:
    return spelling(quote_plus)


@mutant("DIRECT-04", reason=ENCODING, collateral="DIRECT")
def encodes_a_topic_twice() -> Host:
    return spelling(lambda text: quote(quote(text, safe=""), safe=""))


@mutant("DIRECT-04", reason=ENCODING, collateral="DIRECT SEC HIST")
def puts_a_topic_into_the_url_as_it_is() -> Host:
    return spelling(lambda text: text.replace(" ", "%20"))


@mutant("DIRECT-04", reason=ENCODING, collateral="DIRECT")
def drops_the_signs_of_a_topic() -> Host:
    return faulty(worded=lambda topic, adapter: re.sub(r"[^\w\s]", " ", wording.worded(topic, adapter)))


@mutant("DIRECT-04", reason=ENCODING, collateral="DIRECT")
def drops_all_but_ascii_from_a_topic() -> Host:
    return faulty(worded=lambda topic, adapter: wording.worded(topic, adapter).encode("ascii", "ignore").decode())


@mutant("DIRECT-04", reason=ENCODING)
def refuses_a_topic_with_a_slash() -> Host:
    return faulty(worded=lambda topic, adapter: "" if "/" in topic else wording.worded(topic, adapter))


@mutant("DIRECT-04", reason=ENCODING, collateral="DIRECT")
def lets_its_client_tidy_urls() -> Host:
    """Has an HTTP client that undoes what it takes for needless encoding."""
    return filling(lambda *said: wording.filled(*said).replace("%2F", "/").replace("%26", "&"))


# DIRECT-05, DIRECT-06: operators and limits


@mutant("DIRECT-05", reason="CLAUSE_DISSOLVED TEMPLATE_NOT_KEPT", turns="WARN", collateral="DIRECT-04")
def sends_the_operators_of_a_topic() -> Host:
    return faulty(worded=lambda topic, _: topic)


@mutant("DIRECT-05", reason="CLAUSE_DISSOLVED TEMPLATE_NOT_KEPT", turns="WARN", collateral="DIRECT-04")
def sends_the_brackets_of_a_topic() -> Host:
    def worded(topic: str, adapter: Adapter) -> str:
        return topic if re.search("[()]", topic) else wording.worded(topic, adapter)

    return faulty(worded=worded)


@mutant("DIRECT-06", reason="LIMIT_OUT_OF_BOUNDS", collateral="DIRECT")
def asks_for_as_many_results_as_the_user_wants() -> Host:
    return faulty(limit_of=lambda adapter, wanted: wanted or adapter.default_limit)


@mutant("DIRECT-06", reason="LIMIT_OUT_OF_BOUNDS LIMIT_NOT_DEFAULT TEMPLATE_NOT_KEPT", collateral="DIRECT HIST")
def asks_for_no_results() -> Host:
    return faulty(limit_of=lambda *_: 0)


@mutant("DIRECT-06", reason="LIMIT_OUT_OF_BOUNDS LIMIT_NOT_DEFAULT", collateral="DIRECT")
def has_one_bound_for_all_adapters() -> Host:
    return faulty(limit_of=lambda *_: 100)


@mutant("DIRECT-06", reason="LIMIT_NOT_DEFAULT", turns="WARN")
def asks_for_as_many_results_as_allowed() -> Host:
    return faulty(limit_of=lambda adapter, _: adapter.maximum_limit)


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


# DIRECT-A01 to DIRECT-A12: each published template


def altering(source_id: str, change: Callable[[str], str]) -> Host:
    """The exemplar that alters one adapter's request."""

    def fill(adapter: Adapter, text: str, limit: int) -> str:
        url = wording.filled(adapter, text, limit)
        return change(url) if adapter.source_id == source_id else url

    return filling(fill)


UNKEPT = "TEMPLATE_NOT_KEPT ADAPTER_NOT_ASKED WRONG_STATUS CLAUSE_DISSOLVED"


@mutant("DIRECT-A01", reason=UNKEPT, collateral="DIRECT MODE")
def asks_europe_pmc_for_more_than_open_access() -> Host:
    return altering("europe-pmc", lambda url: re.sub(r"OPEN_ACCESS(?::|%3A)Y", "OPEN_ACCESS:N", url))


@mutant("DIRECT-A02", reason=UNKEPT, collateral="DIRECT MODE")
def asks_openalex_for_more_than_open_access() -> Host:
    return altering("openalex", lambda url: re.sub(r"is_oa(?::|%3A)true", "is_oa:false", url))


@mutant("DIRECT-A03", reason=UNKEPT, collateral="DIRECT MODE")
def asks_pubmed_for_pubmed_central() -> Host:
    return altering("pubmed-central", lambda url: url.replace("db=pmc", "db=pubmed"))


@mutant("DIRECT-A04", reason=UNKEPT, collateral="DIRECT MODE")
def asks_doaj_by_an_older_interface() -> Host:
    return altering("doaj", lambda url: re.sub(r"/api/(?:v\d/)?search", "/api/v1/search", url))


@mutant("DIRECT-A05", reason=UNKEPT, collateral="DIRECT MODE")
def asks_zenodo_for_everything_it_has() -> Host:
    return altering("zenodo", lambda url: re.sub(r"(?:%20|\+| )AND(?:%20|\+| )[^&]*", "", url))


@mutant("DIRECT-A06", reason=UNKEPT, collateral="DIRECT MODE HIST")
def asks_arxiv_for_titles_alone() -> Host:
    return altering("arxiv", lambda url: re.sub(r"all(?::|%3A)", "ti:", url))


def uncategorised(source_id: str) -> Host:
    """The exemplar that asks a category's adapter for all of arXiv."""
    return altering(source_id, lambda url: re.sub(r"cat(?::|%3A)[\w.-]+(?:%20|\+)AND(?:%20|\+)", "", url))


@mutant("DIRECT-A07", reason=UNKEPT, collateral="DIRECT MODE")
def asks_all_of_arxiv_for_cs_cl() -> Host:
    return uncategorised("arxiv-cs-cl")


@mutant("DIRECT-A08", reason=UNKEPT, collateral="DIRECT MODE")
def asks_all_of_arxiv_for_cs_lg() -> Host:
    return uncategorised("arxiv-cs-lg")


@mutant("DIRECT-A09", reason=UNKEPT, collateral="DIRECT MODE")
def asks_all_of_arxiv_for_cs_ai() -> Host:
    return uncategorised("arxiv-cs-ai")


@mutant("DIRECT-A10", reason=UNKEPT, collateral="DIRECT MODE")
def asks_all_of_arxiv_for_stat_ml() -> Host:
    return uncategorised("arxiv-stat-ml")


@mutant("DIRECT-A11", reason=UNKEPT, collateral="DIRECT MODE")
def asks_all_of_arxiv_for_cs_cv() -> Host:
    return uncategorised("arxiv-cs-cv")


@mutant("DIRECT-A12", reason=UNKEPT, collateral="DIRECT MODE")
def asks_all_of_arxiv_for_cs_ma() -> Host:
    return uncategorised("arxiv-cs-ma")
