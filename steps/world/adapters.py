"""The direct adapters that a release publishes: one search API each, for one source.

An adapter is read from the release's routing file. Its template has two blanks, ``{query}`` and ``{limit}``; everything
else is fixed. What the services answer stands in ``adapter_answers``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from oa_conformance.steps.world.matching import category_in, leads_to, place

BLANK = re.compile(r"\{(query|limit)\}")


@dataclass(frozen=True)
class Asked:
    """What a request puts into the blanks, decoded. ``raw`` is the part of the URL that carries the topic, as sent."""

    topic: str
    limit: str
    raw: str


@dataclass(frozen=True)
class Adapter:
    """One entry of the routing file's ``adapters``. ``keys`` is its ``dedupe_key_order``."""

    adapter_id: str
    source_id: str
    template: str
    parser: str
    media_type: str
    default_limit: int
    maximum_limit: int
    keys: tuple[str, ...]

    @property
    def host(self) -> str:
        return urlsplit(self.template).hostname or ""

    @property
    def address(self) -> str:
        """The URL up to the topic: what all requests for it share."""
        return self.template.partition("?")[0].partition("{")[0]

    @property
    def category(self) -> str | None:
        """The arXiv category that the template fixes."""
        return category_in(parse_qsl(urlsplit(self.template).query))

    def url(self, topic: str) -> str:
        """The request for this topic with the default limit."""
        blanks = {"query": quote(topic, safe=""), "limit": str(self.default_limit)}
        return BLANK.sub(lambda found: blanks[found[1]], self.template)

    def is_asked_by(self, url: str) -> bool:
        """Whether a request goes to this adapter, in keeping with its template or not.

        Adapters at one address are told apart by their category alone.
        """
        *where, query = place(url)
        return leads_to(self.address, where) and category_in(query) == self.category

    def asked(self, url: str) -> Asked | None:
        """What the request asks for; None if it is not the template with its blanks filled in.

        Both are compared decoded (DIRECT-03), the parameters of the query in their order.
        """
        theirs, ours = urlsplit(url), urlsplit(self.template)
        if (theirs.scheme, theirs.hostname, theirs.port or 443) != ("https", self.host, 443):
            return None
        told, fixed = _parts(theirs.path, theirs.query), _parts(ours.path, ours.query)
        if len(told) != len(fixed):
            return None
        blanks: dict[str, str] = {}
        for (name, value), (wanted, pattern) in zip(told, fixed, strict=True):
            found = re.fullmatch(BLANK.sub(r"(?P<\1>.*)", _escaped(pattern)), value, re.DOTALL)
            if name != wanted or found is None:
                return None
            blanks |= found.groupdict()
        return Asked(blanks["query"], blanks["limit"], self._carrier(theirs.path, theirs.query))

    def _carrier(self, path: str, query: str) -> str:
        """The path segment or the parameter that holds the topic."""
        segments = urlsplit(self.template).path.split("/")
        if "{query}" in segments:
            return path.split("/")[segments.index("{query}")]
        parameters = urlsplit(self.template).query.split("&")
        return query.split("&")[next(n for n, each in enumerate(parameters) if "{query}" in each)].partition("=")[2]


def _parts(path: str, query: str) -> list[tuple[str, str]]:
    """The segments of the path and the parameters of the query, decoded, in order."""
    segments = [("", unquote(each, errors="surrogateescape")) for each in path.split("/")]
    return segments + parse_qsl(query, keep_blank_values=True, errors="surrogateescape")


def _escaped(pattern: str) -> str:
    """The pattern for a regular expression, its blanks left as they are."""
    return "".join(each if BLANK.fullmatch(each) else re.escape(each) for each in re.split(r"(\{\w+\})", pattern))


def adapters_of(routing: Mapping[str, Any]) -> dict[str, Adapter]:
    """The adapters of a routing file by the source they search."""
    return {
        each["source_id"]: Adapter(
            each["adapter_id"], each["source_id"], each["endpoint_template"], each["parser"],
            each["accepted_content_types"][0], each["default_limit"], each["maximum_limit"],
            tuple(each["dedupe_key_order"]),
        )
        for each in routing["adapters"]
    }  # fmt: skip


def addresses(routing: Mapping[str, Any]) -> tuple[str, ...]:
    """Where the adapters of a routing file are asked, each address once."""
    return tuple(dict.fromkeys(each.address for each in adapters_of(routing).values()))
