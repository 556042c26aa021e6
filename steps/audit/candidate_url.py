"""Whether a candidate may be opened on a host: the judge's own grammar, on the raw text before any parser mends it.

The text is cut as RFC 3986, appendix B, cuts any text, and each part is held to its clause. MUST are the faults that
the protocol's own words forbid; SHOULD are those that rest on a reading of them: empty delimiters, signs that some
clients take for others, and traversal in disguise (URL-08). A SHOULD fault never condemns a host by itself.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

MUST, SHOULD = "MUST", "SHOULD"
LAYERS = 6  # the path as it is and after each of five decodings; what lies deeper is not judged

_CUT = re.compile(
    r"(?:(?P<scheme>[^:/?#]+):)?(?://(?P<authority>[^/?#]*))?(?P<path>[^?#]*)(?P<query>\?[^#]*|)(?:#(?P<fragment>.*))?",
    re.DOTALL,
)
_UNSEEN = re.compile(r"[\x00-\x20\x7f-\xa0\xad\u200b-\u200f\u2060-\u206f\ufeff]")
_BROKEN = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_OVERLONG = re.compile("[\xc0\xc1][\x80-\xbf]|\xe0[\x80-\x9f][\x80-\xbf]|\xf0[\x80-\x8f][\x80-\xbf]{2}")
_CONTROL = re.compile(r"%(?:[01][0-9A-Fa-f]|7[Ff])")
_DOTS = frozenset({".", ".."})


@dataclass(frozen=True)
class Fault:
    """One rule that a candidate breaks: the clause, its level (MUST or SHOULD), and what is wrong in a few words."""

    clause: str
    level: str
    why: str


def fault(raw: str, host: str) -> Fault | None:
    """The candidate's gravest fault, a MUST before a SHOULD; None if it may be opened on ``host`` (lower case)."""
    found = list(faults(raw, host))
    return next((each for each in found if each.level == MUST), next(iter(found), None))


def faults(raw: str, host: str) -> Iterator[Fault]:
    """Every rule that the candidate breaks on this host."""
    part = _CUT.fullmatch(raw)
    assert part is not None, "every text has a path"
    yield from of_scheme(part["scheme"])
    yield from of_authority(part["authority"], host)
    yield from of_fragment(part["fragment"])
    yield from faults_of_path(part["path"])
    yield from of_text(raw)


def led_to(current: str, location: str) -> str:
    """The URL that a Location names, character for character as far as it was written out (RFC 9110 §10.2.2).

    Its fragment never travels (reading R-14). A relative path is merged with that of ``current`` (RFC 3986 §5.3).
    """
    written, here = location.partition("#")[0], _CUT.fullmatch(current.partition("#")[0])
    there = _CUT.fullmatch(written)
    assert here is not None, "every text has a path"
    assert there is not None, "every text has a path"
    if there["scheme"] is not None:
        return written
    if there["authority"] is not None:
        return f"{here['scheme']}:{written}"
    home = f"{here['scheme']}://{here['authority']}"
    if there["path"].startswith("/"):
        return home + written
    if not there["path"]:
        return (home + here["path"] + written) if there["query"] else current.partition("#")[0]
    merged = here["path"].rpartition("/")[0] + "/" + there["path"]
    return home + undotted(merged) + there["query"]


def undotted(path: str) -> str:
    """The path without its plain dot segments (RFC 3986 §5.2.4)."""
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            kept[-1:] = []
        elif segment != ".":
            kept.append(segment)
    return "/" + "/".join([*kept, *([""] if segments[-1] in _DOTS else [])])


def of_scheme(scheme: str | None) -> Iterator[Fault]:
    """https, in either case (URL-01). Blanks and controls that clients leave out are a fault of the text, not of it."""
    if lowered(_UNSEEN.sub("", scheme or "")) != "https":
        yield Fault("URL-01", MUST, f"its scheme is {scheme[:20]!r}" if scheme else "it has no scheme")


def of_authority(authority: str | None, host: str) -> Iterator[Fault]:
    """The very host and nothing beside it (URL-02 to URL-04). Empty delimiters are readings (R-4)."""
    if not authority:
        yield Fault("URL-02", MUST, "it has no host")
        return
    user, at, place = authority.rpartition("@")
    if at:
        yield Fault("URL-04", MUST if user else SHOULD, f"it has {'userinfo' if user else 'an empty userinfo'}")
    at_colon = place.find(":", place.rfind("]") + 1)  # those inside brackets belong to an IPv6 address
    name, port = (place, None) if at_colon < 0 else (place[:at_colon], place[at_colon + 1 :])
    if port is not None:
        yield Fault("URL-03", MUST if port else SHOULD, f"it has {'a port' if port else 'an empty port'}")
    if lowered(name) != host:
        yield Fault("URL-02", SHOULD if folded(name) == host else MUST, f"its host {name[:80]!r} is not exactly {host}")


def of_fragment(fragment: str | None) -> Iterator[Fault]:
    """No fragment (URL-05). The empty one is a reading (R-4)."""
    if fragment is not None:
        what = "a fragment" if fragment else "an empty fragment"
        yield Fault("URL-05", MUST if fragment else SHOULD, f"it has {what}")


def of_path(path: str) -> Iterator[Fault]:
    """No encoded separator and no dot segment in the path with its ;parameters (URL-06, URL-07); the query is free."""
    if _BROKEN.search(path):
        yield Fault("URL-08", SHOULD, "its path has an escape that is none")
    for layer in range(LAYERS):
        disguised = layer > 0
        plain = decoded(path)
        if re.search("%2f|%5c", path, re.IGNORECASE):
            yield Fault(*(("URL-08", SHOULD) if disguised else ("URL-06", MUST)), "its path has an encoded separator")
        for segment in path.split("/"):
            if decoded(segment) in _DOTS:
                yield Fault(*(("URL-08", SHOULD) if disguised else ("URL-07", MUST)), "its path has a dot segment")
            elif not _DOTS.isdisjoint(decoded(segment).split(";")):
                yield Fault("URL-08", SHOULD, "its path has a dot segment with a parameter")
        if _OVERLONG.search(plain) or _CONTROL.search(path):
            yield Fault("URL-08", SHOULD, "its path encodes what no path holds")
        if plain == path:
            return
        path = plain


@lru_cache(maxsize=256)
def faults_of_path(path: str) -> tuple[Fault, ...]:
    """``of_path``, kept for the next host that the same candidate is held to."""
    return tuple(of_path(path))


def of_text(raw: str) -> Iterator[Fault]:
    """Printable ASCII alone, and no backslash: the rest is treated by each client in its own way (URL-06, URL-08)."""
    odd = re.search(r"[^\x21-\x7e]", raw)
    if odd:
        yield Fault("URL-08", SHOULD, f"it has the character U+{ord(odd[0]):04X}")
    if "\\" in raw:
        yield Fault("URL-06", SHOULD, "it has a backslash")


def decoded(text: str) -> str:
    """The text without one layer of percent-encoding, byte for byte."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)


def lowered(text: str) -> str:
    """Lower case for A to Z alone, so that no other letter folds into one (reading R-5)."""
    return "".join(chr(ord(each) + 32) if "A" <= each <= "Z" else each for each in text)


def folded(name: str) -> str:
    """The name as the most obliging client reads it: compatible letters as one, what is not seen left out."""
    seen = _UNSEEN.sub("", unicodedata.normalize("NFKC", name.partition("\\")[0]).replace("%20", ""))
    return unicodedata.normalize("NFKC", seen).casefold()
