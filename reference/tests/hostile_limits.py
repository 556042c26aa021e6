"""The bounds that hostile input must stay within: of time, so that a hang fails and does not block; and of memory."""

import json
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

SAFETY = 60.0  # seconds; no measure of speed, but what tells a hang from a slow machine
RESULT = "\n=> "


class Hang(BaseException):
    """A case is not over in time. No Exception: the host under test may not take it for a fault of the case."""


@contextmanager
def within(seconds: float = SAFETY) -> Iterator[None]:
    """Fail what is not over in time, even in the middle of a regular expression. In the main thread alone."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise Hang(f"not over within {seconds:g} s")

    usual = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)


def measured(script: str) -> tuple[Any, float]:
    """What a script gave to ``give`` at its end, in a process of its own, and how many megabytes that grew by.

    The growth is over what the process had when it called ``begin``. Raises subprocess.TimeoutExpired after SAFETY.
    """
    ended = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import begin, give\n{script}"],
        capture_output=True, text=True, timeout=SAFETY, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr[-3000:]
    given, before, after = json.loads(ended.stdout.rpartition(RESULT)[2])
    return given, (after - before) / 1_000_000


BEGUN = list[int]()


def begin() -> None:
    """To be called in the script once its imports and its input are made."""
    BEGUN.append(most_memory())


def give(value: Any) -> None:
    """To be called in the script, once, at its end."""
    print(RESULT + json.dumps([value, BEGUN[0], most_memory()]))


def most_memory() -> int:
    """The most bytes that this process had in memory; ``ru_maxrss`` would begin with what the parent had on Linux."""
    try:
        status = Path("/proc/self/status").read_text("ascii")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])
