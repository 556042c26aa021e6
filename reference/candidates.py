"""Which URLs may be opened: judged on the raw text the broker gave, before any parser makes it look better."""

import re
from typing import Any
from urllib.parse import unquote, unquote_to_bytes

import ada_url

from .decision import Rejection

SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
ODD = re.compile(r"[^\x21-\x7e]")  # control characters, blanks, and whatever is not ASCII
BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
SEPARATOR = re.compile(r"%(?:2f|5c)", re.IGNORECASE)
CONTROL = re.compile(r"%(?:[01][0-9a-f]|7f)", re.IGNORECASE)
OVERLONG = re.compile(rb"[\xc0\xc1][\x80-\xbf]|\xe0[\x80-\x9f][\x80-\xbf]|\xf0[\x80-\x8f][\x80-\xbf]{2}")
DEPTH = 5  # decodings after which a path must stand still
LENGTH = 8_192  # characters; servers refuse longer ones


def judge_candidate(raw: Any, host: str) -> Rejection | None:
    """Why the URL may not be opened on ``host``; None if it may (URL-01 to URL-09).

    ``raw`` is whatever the broker gave. ``host`` is the route's hostname in lower case.
    """
    if not isinstance(raw, str):
        return Rejection("MALFORMED", "the candidate is no text")
    scheme = SCHEME.match(raw)
    if scheme and scheme[0].lower() != "https:" and not raw.isspace():
        return Rejection("NOT_HTTPS", f"the scheme is {scheme[0][:20]}")
    if raw.startswith("//"):
        return Rejection("NOT_HTTPS", "there is no scheme")
    if raw[:8].lower() != "https://":
        return Rejection("MALFORMED", "it does not begin with https://")
    authority, tail = split_authority(raw[8:])
    path = re.split(r"[?#]", tail, maxsplit=1)[0]
    return (
        judge_authority(authority, host)
        or judge_text(raw)
        or judge_fragment(tail)
        or judge_path(path)
        or judge_parse(raw, host, path)
    )


def split_authority(rest: str) -> tuple[str, str]:
    """What follows ``https://`` as authority and the remainder, which begins with / ? # or is empty."""
    end = re.search(r"[/?#]", rest)
    return (rest[: end.start()], rest[end.start() :]) if end else (rest, "")


def judge_authority(authority: str, host: str) -> Rejection | None:
    """The authority must be the host and nothing else (URL-02, URL-03, URL-04)."""
    if "@" in authority:
        return Rejection("USERINFO", "it has userinfo, or a sign that some parsers take for it")
    if not authority:
        return Rejection("MALFORMED", "it has no host")
    name, colon, _ = authority.partition(":")
    if ascii_lower(name) != host:
        return Rejection("OFF_HOST", f"its host is not exactly {host}")
    return Rejection("PORT", "it has a port") if colon else None


def judge_text(raw: str) -> Rejection | None:
    """Characters that clients treat differently, or not at all (URL-06, URL-08)."""
    odd = ODD.search(raw)
    if odd:
        return Rejection("MALFORMED", f"it has the character U+{ord(odd[0]):04X}")
    if "\\" in raw:
        return Rejection("MALFORMED", "it has a backslash, which some clients read as a slash")
    return Rejection("MALFORMED", f"it is longer than {LENGTH:,} characters") if len(raw) > LENGTH else None


def judge_fragment(tail: str) -> Rejection | None:
    """A fragment, even an empty one (URL-05)."""
    return Rejection("FRAGMENT", "it has a fragment") if "#" in tail else None


def judge_path(path: str) -> Rejection | None:
    """The path with its ;parameters; a query is no path and stays free (URL-06, URL-07, URL-08).

    Every layer of encoding is looked at, for a separator may hide as ``%252f`` or as ``%25%32%66``.
    """
    if BAD_ESCAPE.search(path):
        return Rejection("MALFORMED", "its path has a broken percent-escape")
    for _ in range(DEPTH + 1):
        fault = layer_fault(path)
        if fault:
            return fault
        decoded = unquote(path, "latin-1")  # byte for byte, so that no layer is lost in a character set
        if decoded == path:
            return None
        path = decoded
    return Rejection("ENCODED_PATH", f"its path is encoded more than {DEPTH} times")


def layer_fault(path: str) -> Rejection | None:
    """What one layer of the path hides."""
    if SEPARATOR.search(path):
        return Rejection("ENCODED_PATH", "its path has an encoded slash or backslash")
    if CONTROL.search(path) or OVERLONG.search(unquote_to_bytes(path)):
        return Rejection("MALFORMED", "its path encodes characters that no path has")
    if any(part in (".", "..") for segment in path.split("/") for part in segment.split(";")):
        return Rejection("DOT_SEGMENT", "its path has a dot segment")
    return None


def judge_parse(raw: str, host: str, path: str) -> Rejection | None:
    """What a WHATWG parser makes of it must be what it looks like."""
    try:
        parsed = ada_url.URL(raw)
    except ValueError:
        return Rejection("MALFORMED", "no URL parser accepts it")
    seen = parsed.protocol, parsed.hostname, parsed.port, parsed.username, parsed.password, parsed.hash
    if seen != ("https:", host, "", "", "", ""):
        return Rejection("OFF_HOST", f"a browser would go to {parsed.origin[:100]}")
    return (
        None if unquote(parsed.pathname) == unquote(path or "/") else Rejection("DOT_SEGMENT", "its path is not normal")
    )


def ascii_lower(text: str) -> str:
    """Lower case for A to Z alone, so that no other letter folds into one (R-5)."""
    return re.sub("[A-Z]", lambda letter: letter[0].lower(), text)
