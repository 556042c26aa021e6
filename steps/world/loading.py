"""From cassette files to a playback. The base is read once as long as its file stays as it is."""

import os
from functools import lru_cache
from pathlib import Path

from oa_conformance.steps.world.cassette import CassetteError, read
from oa_conformance.steps.world.matching import Playback, compose


def playback_of(base: str | None = None, *overlays: str) -> Playback | None:
    """These files composed, base first; None without any. Raises CassetteError."""
    if base is None:
        return None
    playback = _base_playback(base, *_stamp(base))
    for path in overlays:
        playback = compose(read(Path(path)), playback)
    return playback


def _stamp(path: str) -> tuple[int, int]:
    """What changes when the file does. Raises CassetteError."""
    try:
        status = os.stat(path)
    except OSError as error:
        raise CassetteError(f"{path}: cannot be read ({error}); restore it or record it again") from error
    return status.st_mtime_ns, status.st_size


@lru_cache(maxsize=4)
def _base_playback(path: str, changed_ns: int, size: int) -> Playback:
    return compose(read(Path(path)))
