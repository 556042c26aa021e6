"""Whether what a host returned can travel to the judge as JSON, and if not, where and why."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any

DEPTH = 64  # levels; a report of the schema has six


@dataclass(frozen=True)
class Misfit:
    """``outcome`` is "flooded" for what is too large, else "raised"; ``detail`` is one line with a JSON pointer."""

    outcome: str
    detail: str


@dataclass(frozen=True)
class _Place:
    """A value in the report and how to get there."""

    value: Any
    parent: "_Place | None" = None
    key: Any = None
    depth: int = 0

    def pointer(self) -> str:
        """RFC 6901; "" is the report itself."""
        parts, place = list[str](), self
        while place.parent is not None:
            parts.append("/" + str(place.key).replace("~", "~0").replace("/", "~1")[:80])
            place = place.parent
        return "".join(reversed(parts))


def misfit(report: Any, limit: int) -> Misfit | None:
    """Why this value is not JSON of at most ``limit`` bytes; None if it may be (its length is to be checked, too).

    Written without recursion, and it stops at the limit: values may be nested, shared or cyclic in any way.
    """
    size, waiting = 0, [_Place(report)]
    while waiting:
        place = waiting.pop()
        size += _size(place.value)
        if size > limit:
            return Misfit("flooded", f"a report of more than {limit} bytes")
        if place.depth > DEPTH:
            return Misfit("raised", f"the report nests deeper than {DEPTH} levels at {place.pointer()[:120]}")
        if why := _why_not(place.value):
            return Misfit("raised", f"the report is no JSON: {place.pointer()[-200:] or 'it'} is {why}")
        waiting += _inside(place)
    return None


def _size(value: Any) -> int:
    """No more bytes than the value's own part of the JSON has."""
    if isinstance(value, str):
        return len(value) + 2
    if isinstance(value, dict):
        return 2 + sum(len(key) + 4 for key in value if isinstance(key, str))
    return 1


def _why_not(value: Any) -> str | None:
    if isinstance(value, str):
        return None if _is_unicode(value) else "text with half a surrogate pair"
    if isinstance(value, float) and not isfinite(value):
        return f"the number {value}, which JSON does not have"
    if isinstance(value, dict):
        odd = next((key for key in value if not isinstance(key, str) or not _is_unicode(key)), None)
        return None if odd is None else f"an object with the key {odd!a:.60}, which is not text"
    if value is None or isinstance(value, bool | int | float | list | tuple):
        return None
    return f"of type {type(value).__name__}"


def _inside(place: _Place) -> Iterator[_Place]:
    if isinstance(place.value, dict):
        yield from (_Place(value, place, key, place.depth + 1) for key, value in place.value.items())
    elif isinstance(place.value, list | tuple):
        yield from (_Place(value, place, index, place.depth + 1) for index, value in enumerate(place.value))


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
