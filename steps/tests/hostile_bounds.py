"""Bounds in which the judge must have survived: of time, so that a hang fails and does not block; and of memory."""

import json
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

MEGABYTE = 1_000_000
RESULT = "\n=> "


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail what is not over in time, also in the middle of a regular expression. In the main thread alone."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"not over within {seconds:g} s")

    usual = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)


def measured(script: str, *words: str, seconds: float) -> tuple[Any, float]:
    """What the script, run in a process of its own, gave to ``give``; and how many megabytes it had at most.

    Raises subprocess.TimeoutExpired where it takes longer, and AssertionError where it gives nothing.
    """
    ended = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import give\n{script}", *words],
        capture_output=True, text=True, timeout=seconds, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr[-3000:]
    given, most = json.loads(ended.stdout.rpartition(RESULT)[2])
    return given, most


def give(value: Any) -> None:
    """To be called in the script, once, at its end."""
    print(RESULT + json.dumps([value, most_memory() / MEGABYTE]))


def most_memory() -> int:
    """The most bytes that this process had in memory. Linux lets ``ru_maxrss`` begin with what its parent had."""
    with suppress(OSError):
        (peak,) = re.findall(r"^VmHWM:\s+(\d+) kB$", Path("/proc/self/status").read_text("ascii"), re.MULTILINE)
        return int(peak) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
