"""Opening originals on the source's own host: hop by hop, every hop under the rules for candidates."""

import base64
import binascii
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from .candidates import ODD, SCHEME, judge_candidate
from .decision import Rejection
from .transport import Answer, Failure, Web, known_status, now

ACCEPT = "text/html, application/xhtml+xml;q=0.9, application/pdf;q=0.5, application/json;q=0.4, application/xml;q=0.4"
TYPES = frozenset({
    "text/html", "application/xhtml+xml", "application/xml", "text/xml", "application/json", "application/pdf",
    "application/atom+xml",
})  # fmt: skip
"""Content types an original record may have (E-3)."""

REDIRECTS = frozenset({301, 302, 303, 307, 308})
MAX_HOPS = 10
PAGE_LIMIT, PDF_LIMIT = 2_000_000, 10_000_000  # bytes
PAGE_SECONDS = 20.0
SIGNATURES = (b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"\x1f\x8b", b"RIFF", b"\x7fELF", b"MZ")


@dataclass(frozen=True)
class Fault:
    """Why an original was not obtained. ``kind`` is stable: a transport kind, http_<status>, redirect, type and so on.

    ``violation`` is true if a forbidden host was contacted, which only an opener that follows by itself can do.
    """

    kind: str
    detail: str
    violation: bool = False


@dataclass(frozen=True)
class Opened:
    """What opening a candidate came to.

    ``chain`` are the URLs reached after the first, in order. ``observed_url``, ``status`` and ``content_type`` are null
    where nothing was observed. With a ``fault`` there is no usable ``body``.
    """

    request_url: str | None
    observed_url: str | None
    chain: tuple[str, ...]
    status: int | None
    content_type: str | None
    body: bytes
    at: str
    fault: Fault | None


Judge = Callable[[str, str], Rejection | None]
Get = Callable[[str], Answer | Failure]


def open_original(
    web: Web, url: str, host: str, seconds: float, may_follow: Judge, most: int = MAX_HOPS
) -> Opened:  # fmt: skip
    """Open the candidate and follow at most so many redirects that stay on ``host``. Raises nothing.

    The whole chain takes at most ``seconds``, and PAGE_SECONDS.
    """
    ends = time.monotonic() + min(seconds, PAGE_SECONDS)

    def get(current: str) -> Answer | Failure:
        return web.exchange("GET", current, accept=ACCEPT, limit=PDF_LIMIT, seconds=ends - time.monotonic())

    return followed(url, host, get, may_follow, fault_of, most)


def followed(
    url: str, host: str, get: Get, may_follow: Judge, fault_of: Callable[[Answer], Fault | None], most: int = MAX_HOPS
) -> Opened:
    """What ``get`` comes to from ``url`` on, hop by hop; ``fault_of`` judges the answer that is no redirect."""
    current, chain, seen = url, list[str](), {url}
    while True:
        answer = get(current)
        if isinstance(answer, Failure):
            return Opened(url, None, tuple(chain), None, None, b"", answer.at, Fault(answer.kind, answer.detail))
        media = answer.headers.get("content-type")
        location = answer.headers.get("location")
        if answer.status not in REDIRECTS or location is None:
            return Opened(url, current, tuple(chain), answer.status, media, answer.body, answer.at, fault_of(answer))
        target = redirect_target(current, location, host)
        refused = (
            target
            if isinstance(target, Rejection)
            else may_follow(target, host) or hop_fault(target, seen, most - len(chain))
        )
        if refused or isinstance(target, Rejection):
            why = f"redirect to {location[:300]!r} not followed: {refused.detail if refused else ''}"
            return Opened(url, current, tuple(chain), answer.status, media, b"", answer.at, Fault("redirect", why))
        chain.append(target)
        seen.add(target)
        current = target


def opened_by_tool(told: Any, url: str, host: str) -> Opened:
    """What an opener that follows redirects by itself came to. It shows only where it ended.

    Ending outside the route is a violation that took place (STATUS-06). Ending elsewhere on the host leaves hops that
    nobody can vouch for, so the original is not accepted (SEC-02).
    """
    said: Mapping[str, Any] = told if isinstance(told, dict) else {}
    at = said["at"] if isinstance(said.get("at"), str) else now()
    failed = said.get("error")
    if isinstance(failed, dict):
        kind = {"rate_limited": "http_429", "unavailable": "http_503"}.get(str(failed.get("kind")), failed.get("kind"))
        fault = Fault(str(kind), f"the opener failed: {str(failed.get('message'))[:200]}")
        return Opened(url, None, (), None, None, b"", at, fault)
    try:
        body = base64.b64decode(said["body"], validate=True)
        headers = {str(name).lower(): str(value) for name, value in said["headers"].items()}
        status, ended = known_status(int(said["status"])), str(said["url"])
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError, binascii.Error):
        return Opened(url, None, (), None, None, b"", at, Fault("protocol", "the opener's answer cannot be read"))
    media = headers.get("content-type")
    if ended == url:
        return Opened(url, url, (), status, media, body, at, fault_of(Answer(status, headers, body, at)))
    refused = may_follow(ended, host)
    fault = (
        Fault("redirect", f"the opener went to {ended[:300]!r}: {refused.detail}", violation=True)
        if refused
        else Fault("redirect", f"the opener went on to {ended[:300]!r} by ways it does not show")
    )
    return Opened(url, ended, (ended,), status, media, b"", at, fault)


def redirect_target(current: str, location: str, host: str) -> str | Rejection:
    """The absolute URL that a Location names, without its fragment, which never travels (R-14).

    An absolute Location keeps its exact text, so that the rules see what was written; only a relative path is resolved.
    """
    target = location.partition("#")[0]
    if ODD.search(target) or "\\" in target:
        return Rejection("MALFORMED", "the Location has characters that a URL does not have")
    if SCHEME.match(target):
        return target
    if target.startswith("//"):
        return f"https:{target}"
    if target.startswith("/"):
        return f"https://{host}{target}"
    return urljoin(current, target) if target else current


def may_follow(target: str, host: str) -> Rejection | None:
    """A redirect's target obeys the rules for candidates (REDIR-01, REDIR-03)."""
    return judge_candidate(target, host)


def hop_fault(target: str, seen: set[str], left: int) -> Rejection | None:
    """A loop, or a chain that is too long (REDIR-06): ``left`` is how many hops it may still have."""
    if target in seen:
        return Rejection("LOOP", "the chain comes back to a URL it has passed")
    return Rejection("TOO_LONG", f"the chain is longer than {len(seen) - 1} hops") if left <= 0 else None


def fault_of(answer: Answer) -> Fault | None:
    """What keeps an answer from being a document (FETCH-03, FETCH-05, S-17)."""
    if answer.status not in (200, 203):
        return Fault(f"http_{answer.status}", f"the host answered {answer.status}")
    media = media_type(answer.headers.get("content-type"))
    return body_fault(media, answer.body) if media in TYPES else Fault("type", f"the type is {media or 'not stated'}")


def body_fault(media: str, body: bytes) -> Fault | None:
    """What keeps a body from being a document of its media type."""
    if not body.strip():
        return Fault("empty", "the body is empty")
    limit = PDF_LIMIT if media == "application/pdf" else PAGE_LIMIT
    if len(body) > limit:
        return Fault("too_large", f"the body is larger than {limit:,} bytes")
    if (media == "application/pdf") != body.lstrip()[:5].startswith(b"%PDF-"):
        return Fault("type", f"the body is not what its type {media} says")
    if media != "application/pdf" and body.startswith(SIGNATURES):
        return Fault("type", f"the body is a binary file, its type says {media}")
    return None


def media_type(content_type: str | None) -> str:
    """The type without parameters, in lower case."""
    return (content_type or "").partition(";")[0].strip().lower()
