"""Whether what a host returned can travel to the judge as JSON, and if not, where and why."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple

DEPTH = 64  # levels; a report of the schema has six
VALUES = 500_000


@dataclass(frozen=True)
class Misfit:
    """``outcome`` is "flooded" for what is too large, else "raised"; ``detail`` is one line with a JSON pointer."""

    outcome: str
    detail: str


class _Place(NamedTuple):
    """An object or array in the report, and how to get there."""

    value: Any
    outer: "_Place | None"
    key: Any
    depth: int

    def pointer(self, *inner: Any) -> str:
        """RFC 6901; "" is the report itself."""
        keys, place = [*reversed(inner)], self
        while place.outer is not None:
            keys.append(place.key)
            place = place.outer
        return "".join("/" + str(key).replace("~", "~0").replace("/", "~1")[:80] for key in reversed(keys))


def misfit(report: Any, limit: int) -> Misfit | None:
    """Why this value is not JSON of at most ``limit`` bytes; None if it may be (its length is to be checked, too).

    Written without recursion, and it stops at the limits: values may be nested, shared or cyclic in any way.
    """
    if not isinstance(report, dict | list | tuple) and (why := _why_not(report)):
        return Misfit("raised", f"the report is no JSON: it is {why}")
    size, values = len(report) if isinstance(report, str) else 0, 0
    waiting = [_Place(report, None, None, 0)]
    while waiting:
        place = waiting.pop()
        if place.depth > DEPTH:
            return Misfit("raised", f"the report nests deeper than {DEPTH} levels at {place.pointer()[:120]}")
        for key, value in _inside(place.value):
            values += 1
            if isinstance(key, str):
                size += len(key)
            if isinstance(value, dict | list | tuple):
                waiting.append(_Place(value, place, key, place.depth + 1))
            elif why := _why_not(value):
                return Misfit("raised", f"the report is no JSON: {place.pointer(key)[-200:]} is {why}")
            elif isinstance(value, str):
                size += len(value)
            if values > VALUES:
                break
        if size > limit or values > VALUES:
            much = f"{VALUES} values" if values > VALUES else f"{limit} bytes"
            return Misfit("flooded", f"a report of more than {much}")
        if isinstance(place.value, dict) and (why := _odd_key(place.value)):
            return Misfit("raised", f"the report is no JSON: {place.pointer()[-200:] or 'it'} is {why}")
    return None


def _inside(value: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list | tuple) else ()


def _why_not(value: Any) -> str | None:
    """Why this, which is no object and no array, is no JSON."""
    if isinstance(value, str):
        return None if _is_unicode(value) else "text with half a surrogate pair"
    if isinstance(value, float) and not isfinite(value):
        return f"the number {value}, which JSON does not have"
    return None if value is None or isinstance(value, bool | int | float) else f"of type {type(value).__name__}"


def _odd_key(value: dict[Any, Any]) -> str | None:
    odd = [key for key in value if not isinstance(key, str) or not _is_unicode(key)]
    return f"an object with the key {odd[0]!a:.60}, which is not text" if odd else None


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
