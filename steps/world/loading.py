"""From cassette files to a playback. What many examples share is read once as long as its files stay as they are."""

import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from oa_conformance.steps.world.cassette import CassetteError, read
from oa_conformance.steps.world.matching import Playback, compose

Stamped = tuple[tuple[str, int, int], ...]
"""Files, base first, each with what changes when it does."""

_AHEAD: dict[Stamped, Playback] = {}


def playback_of(*paths: str) -> Playback | None:
    """These files composed, base first; None without any. Raises CassetteError.

    All but the last serve many examples: the last few are kept composed, and all that were read ahead.
    """
    if not paths:
        return None
    *below, last = paths
    return compose(read(Path(last)), _shared(_stamped(below)))


def read_ahead(base: str, variants: Iterable[str]) -> None:
    """Compose each of the variants with the base now, for this process and its forks. Raises CassetteError."""
    for each in ([base], *([base, variant] for variant in variants)):
        stamped = _stamped(each)
        _AHEAD[stamped] = _shared(stamped)


def _stamped(paths: Iterable[str]) -> Stamped:
    """Raises CassetteError."""
    try:
        return tuple((path, (status := os.stat(path)).st_mtime_ns, status.st_size) for path in paths)
    except OSError as error:
        raise CassetteError(f"{error.filename}: cannot be read ({error}); restore it or record it again") from error


def _shared(stamped: Stamped) -> Playback:
    if not stamped:
        return Playback()
    return _AHEAD.get(stamped) or _composed(stamped)


@lru_cache(maxsize=16)
def _composed(stamped: Stamped) -> Playback:
    *below, (last, _, _) = stamped
    return compose(read(Path(last)), _shared(tuple(below)))
