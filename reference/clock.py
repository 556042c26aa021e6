"""The time that tasks are measured by and waited in, so that a test may bring its own."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Clock:
    """``now`` counts seconds and never goes back; ``sleep`` takes seconds."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
