"""How a source is searched: a route derived from its record alone, or the reason why there is none."""

import re
from dataclasses import dataclass

from ada_url import URL, HostType

from .decision import NO_ROUTE, Rejection
from .registry import Source

LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
PLAIN = re.compile(r"[\x21-\x7e]+")  # ASCII without blank and control characters
SPECIAL_USE = frozenset({
    "alt", "arpa", "corp", "example", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain",
    "localhost", "onion", "private", "test",
})  # fmt: skip
"""Last labels that never name a public host (RFC 6761, RFC 6762, RFC 9476, and names that networks use privately)."""


@dataclass(frozen=True)
class Route:
    """The one domain to search and the one host to open originals on."""

    source: Source
    host: str

    @property
    def id(self) -> str:
        return f"registry:{self.source.id}"


def route_of(source: Source) -> Route | Rejection:
    """The route of an active source with the discovery role and a safe HTTPS canonical URL (ROUTE-01, ROUTE-05)."""
    if not source.active:
        return Rejection(NO_ROUTE, f"{source.id} has the status {source.status or 'none'}, not active")
    if "discovery" not in source.access_roles:
        return Rejection(NO_ROUTE, f"{source.id} lacks the discovery role")
    host = canonical_host(source.canonical_url)
    if isinstance(host, Rejection):
        return Rejection(NO_ROUTE, f"{source.id}: {host.detail}")
    return Route(source, host)


def canonical_host(url: str) -> str | Rejection:
    """The exact hostname of a safe canonical URL, in ASCII lower case; the path says nothing about the route.

    The raw text is judged first: a parser makes empty delimiters and odd characters disappear.
    """
    if not PLAIN.fullmatch(url) or "\\" in url:
        return Rejection(NO_ROUTE, f"the canonical URL {url[:100]!r} has characters that a URL does not have")
    if url[:8].lower() != "https://":
        return Rejection(NO_ROUTE, f"the canonical URL {url[:100]!r} is not https")
    authority = re.split(r"[/?#]", url[8:], maxsplit=1)[0]
    for sign, what in (("@", "userinfo"), (":", "a port")):
        if sign in authority:
            return Rejection(NO_ROUTE, f"the canonical URL {url[:100]!r} has {what}")
    if "#" in url:
        return Rejection(NO_ROUTE, f"the canonical URL {url[:100]!r} has a fragment")
    host = authority.lower()
    fault = host_fault(host)
    return Rejection(NO_ROUTE, fault) if fault else host


def host_fault(host: str) -> str | None:
    """Why the name is no public DNS host: IP addresses in any notation, single labels, special names, bad labels."""
    labels = host.split(".")
    if len(host) > 253 or not all(LABEL.fullmatch(each) for each in labels):
        return f"{host[:100]!r} is no well-formed DNS name"
    if len(labels) < 2:
        return f"{host!r} is a single label"
    if labels[-1] in SPECIAL_USE:
        return f".{labels[-1]} names no public host"
    try:
        parsed = URL(f"https://{host}/")
    except ValueError:
        return f"{host!r} is no valid host"
    if parsed.host_type != HostType.DEFAULT or labels[-1].isdigit():
        return f"{host!r} is an IP address"
    return None if parsed.hostname == host else f"{host!r} stands for {parsed.hostname!r}"
