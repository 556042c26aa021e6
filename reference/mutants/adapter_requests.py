"""Hosts that word requests to direct adapters wrongly (DIRECT-03 to DIRECT-06)."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, quote_plus

from ..adapters import wording
from ..adapters.published import Adapter
from ..host import Host
from .making import Detouring, Errand, Reply, faulty, make_web, mutant

Fill = Callable[[Adapter, str, int], str]


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
