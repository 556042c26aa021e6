"""From cassette files to a playback. The base is read once as long as its file stays as it is."""

import os
from functools import lru_cache
from pathlib import Path

from oa_conformance.steps.world.cassette import CassetteError, read
from oa_conformance.steps.world.matching import Playback, compose


def playback_of(*paths: str) -> Playback | None:
    """These files composed, base first; None without any. Raises CassetteError.

    All but the last serve many examples and are kept composed as long as the files stay as they are.
    """
    if not paths:
        return None
    *below, last = paths
    return compose(read(Path(last)), _kept(tuple((each, *_stamp(each)) for each in below)) if below else Playback())


def _stamp(path: str) -> tuple[int, int]:
    """What changes when the file does. Raises CassetteError."""
    try:
        status = os.stat(path)
    except OSError as error:
        raise CassetteError(f"{path}: cannot be read ({error}); restore it or record it again") from error
    return status.st_mtime_ns, status.st_size


@lru_cache(maxsize=16)
def _kept(stamped: tuple[tuple[str, int, int], ...]) -> Playback:
    *below, (last, _, _) = stamped
    return compose(read(Path(last)), _kept(tuple(below)) if below else Playback())
