"""Which answer a request gets: cassettes composed into a playback, indexed by what tells requests apart.

POST to the broker   host, path and the sorted domains of the JSON body; nothing else of the body
the GitHub host      method and URL, of the contents endpoint only ``ref`` of the query; and the media type in Accept
an adapter's address method, the address and the arXiv category in the query; topic and limit are left out
HEAD                 as GET, unless a HEAD is recorded
everything else      method and URL
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from oa_conformance.steps.world.cassette import Answer, Cassette, CassetteError, Interaction, unreachable

Key = tuple[Any, ...]
CATEGORY = re.compile(r"\bcat:([A-Za-z-]+\.[A-Za-z-]+)")  # the seven adapters of arXiv share one address
LONG_URL = 2_000  # characters; in longer ones no other spelling is looked for
KEPT_URL = 20_000  # characters; longer ones are split anew each time
NOT_FOUND = Answer(404, "Not Found", (("content-type", "text/html"),), b"<!doctype html><title>404 Not Found</title>\n")


@dataclass(frozen=True)
class Playback:
    """Cassettes composed. Finding an answer costs the same however many there are."""

    answers: Mapping[Key, tuple[Interaction, ...]] = field(default_factory=dict)
    hosts: Mapping[str, Answer] = field(default_factory=dict)
    matching: Mapping[str, Any] = field(default_factory=dict)
    names: frozenset[str] = frozenset()  # every host that exists

    def find(self, method: str, url: str, accept: str | None, body: bytes) -> tuple[Key, tuple[Interaction, ...]]:
        """The request's key and its answers in order; none if nobody recorded it."""
        key = request_key(method, url, accept, body, self.matching)
        if method == "HEAD" and key not in self.answers:
            key = request_key("GET", url, accept, body, self.matching)
        return key, self.answers.get(key, ())

    def default(self, url: str) -> Answer:
        """The answer to a request nobody recorded: what the host is known to say, 404, or no host at all."""
        host = host_of(url)
        return self.hosts.get(host) or (
            NOT_FOUND if host in self.names else self.hosts.get("*", unreachable("refused"))
        )


def compose(cassette: Cassette, base: Playback = Playback()) -> Playback:
    """The cassette laid over the base: a request that both know is answered by the cassette alone."""
    matching = {**base.matching, **cassette.matching}
    if base.answers and matching != base.matching:
        raise CassetteError("overlay: it may not change how requests are matched; state `matching` in the base alone")
    laid: dict[Key, tuple[Interaction, ...]] = {}
    for each in cassette.interactions:
        key = request_key(each.method, each.url, each.accept, (each.sent or "").encode(), matching)
        laid[key] = (*laid.get(key, ()), each)
    names = {host_of(each.url) for each in cassette.interactions} | (cassette.hosts.keys() - {"*"})
    return Playback({**base.answers, **laid}, {**base.hosts, **cassette.hosts}, matching, base.names | names)


def request_key(method: str, url: str, accept: str | None, body: bytes, matching: Mapping[str, Any]) -> Key:
    """What tells this request from others, by the rules above.

    ``matching`` has the broker's URL, GitHub's host and the adapters' addresses. An address that ends in a slash is one
    that the topic follows as a path segment.
    """
    *where, query = place(url)
    if method == "POST" and where == list(place(matching.get("broker", ""))[:4]):
        return "broker", *where, searched_domains(body)
    address = next((each for each in matching.get("adapters", ()) if leads_to(each, where)), None)
    if address is not None:
        return method, address, category_in(query)
    if where[1] != matching.get("github"):
        return method, *where, query
    media = next((word for word in ("raw", "html", "object") if f".{word}" in (accept or "")), "json")
    if "contents" in where[3]:
        query = tuple(pair for pair in query if pair[0] == "ref")
    return method, *where, query, media


def leads_to(address: str, where: list[Any]) -> bool:
    """Whether an adapter's address is this place, or the folder it lies in if the address ends in a slash."""
    *server, path = place(address)[:4]
    return where[:3] == server and (where[3] == path or (path[-1] == "" and where[3][: len(path) - 1] == path[:-1]))


def category_in(query: Iterable[tuple[str, str]]) -> str | None:
    """The arXiv category that decoded parameters of a query name first."""
    return next((found[1] for _, value in query if (found := CATEGORY.search(value))), None)


def searched_domains(body: bytes) -> tuple[str, ...] | None:
    """The domains of a search request, sorted, each once; None where there are none to read."""
    try:
        domains = json.loads(body)["domains"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not isinstance(domains, list) or not all(isinstance(each, str) for each in domains):
        return None
    return tuple(sorted(set(domains)))


def place(url: str) -> Key:
    """(scheme, host, port, path segments, sorted query pairs), equal for all spellings of one URL (RFC 3986 §6.2.2).

    Clients differ in what they escape and whether a space in a query is + or %20; servers do not care, and neither may
    we. A URL that cannot be split, or whose path and query are too long to be taken apart, equals only itself.
    """
    return _kept_place(url) if len(url) <= KEPT_URL else _place(url)


def _place(url: str) -> Key:
    try:
        parts = urlsplit(url)
        port = parts.port or {"https": 443, "http": 80}.get(parts.scheme)
        if len(url) > LONG_URL:
            return parts.scheme, parts.hostname or "", port, (url,), ()
        query = parse_qsl(parts.query, keep_blank_values=True, errors="surrogateescape")
    except ValueError:
        return "", "", None, url, ()
    segments = tuple(unquote(each, errors="surrogateescape") for each in (parts.path or "/").split("/"))
    return parts.scheme, parts.hostname or "", port, segments, tuple(sorted(query))


_kept_place = lru_cache(maxsize=4096)(_place)


def host_of(url: str) -> str:
    """The host in lower case; "" if there is none."""
    return str(place(url)[1])
