"""Which sources of a registry have a brokered route: the judge's own grammar, on the raw string of the canonical URL.

A route exists for a source that is active, has the discovery role and a safe HTTPS canonical URL (ROUTE-01). Safe means
(ROUTE-05): scheme https, a lower-case DNS name of at least two labels under a public top-level domain, and no port,
userinfo or fragment, not even an empty one.
"""

import re
from collections.abc import Mapping
from typing import Any

_LABEL = "(?!-)[a-z0-9-]{1,63}(?<!-)"
# a last label of letters (or an IDN in its xn-- form) is what no notation of an IPv4 address has
_SAFE_URL = re.compile(
    rf"https://(?P<host>(?:{_LABEL}\.)+(?:[a-z]{{2,63}}|xn--{_LABEL}))"
    r"(?:[/?](?:[!$&-;=?-Z_a-z~]|%[0-9A-Fa-f]{2})*)?",
    re.ASCII,
)
# RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476, and the name that ICANN reserved for private use
_SPECIAL = ("alt", "arpa", "example", "internal", "invalid", "local", "localhost", "onion", "test")


def canonical_host(url: object) -> str | None:
    """The hostname of a safe canonical URL; None for any other value."""
    found = _SAFE_URL.fullmatch(url) if isinstance(url, str) else None
    if found is None or len(found["host"]) > 253 or found["host"].rpartition(".")[2] in _SPECIAL:
        return None
    return found["host"]


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
