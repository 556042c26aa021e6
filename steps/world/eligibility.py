"""Which sources of a registry have a brokered route: the judge's own grammar, on the raw string of the canonical URL.

A route exists for a source that is active, has the discovery role and a safe HTTPS canonical URL (ROUTE-01). Safe means
(ROUTE-05, readings R-1 to R-5): scheme https, a DNS name of at least two labels whose last is no number and names no
private or special use, and no port, userinfo or fragment, not even an empty one. Case is aside, and path and query are
only hints: any printable ASCII but a backslash may stand there.
"""

import re
from collections.abc import Mapping
from typing import Any

_LABEL = "(?!-)[A-Za-z0-9-]{1,63}(?<!-)"
# a last label that is a number, in any notation, makes the whole an IPv4 address or nothing
_SAFE_URL = re.compile(
    rf"[Hh][Tt][Tt][Pp][Ss]://(?P<host>(?:{_LABEL}\.)+(?!(?:[0-9]+|0[Xx][0-9A-Fa-f]*)(?:[/?]|\Z)){_LABEL})"
    r"(?:[/?][!-~]*)?",
    re.ASCII,
)
# RFC 6761, RFC 6762 with appendix G, RFC 7686, RFC 8375, RFC 9476, the name that ICANN reserved for private use, and
# the one under which many a machine finds itself
_SPECIAL = frozenset({
    "alt", "arpa", "corp", "example", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain",
    "localhost", "onion", "private", "test",
})  # fmt: skip


def canonical_host(url: object) -> str | None:
    """The hostname of a safe canonical URL, in lower case; None for any other value."""
    found = _SAFE_URL.fullmatch(url) if isinstance(url, str) else None
    if found is None or "#" in found[0] or "\\" in found[0]:
        return None
    host = found["host"].lower()
    return None if len(host) > 253 or host.rpartition(".")[2] in _SPECIAL else host


def no_route_because(record: Mapping[str, Any]) -> str | None:
    """Why this source has no brokered route, in a few words; None if it has one."""
    if record.get("status") != "active":
        return f"its status is {record.get('status')!r}, not active"
    roles = record.get("access_roles")
    if not isinstance(roles, list) or "discovery" not in roles:
        return "it lacks the discovery role"
    if canonical_host(record.get("canonical_url")) is None:
        return f"its canonical URL {record.get('canonical_url')!r} is not a safe HTTPS URL"
    return None
