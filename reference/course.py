"""One task under way: what it asks, what it is pinned to, how much time it has, and which hosts failed it."""

import time
from dataclasses import dataclass, field
from typing import Any

from .activation import Ask
from .adapters.asking import Turns
from .bootstrap import Pin
from .failures import FailedHosts


@dataclass
class Course:
    """Nothing of it outlives the task. ``ends`` counts as ``time.monotonic`` does."""

    ask: Ask
    pin: Pin
    tools: Any
    ends: float
    turns: Turns
    failed: FailedHosts = field(default_factory=FailedHosts)

    def seconds(self) -> float:
        """What is left of the task's time."""
        return self.ends - time.monotonic()
