"""How often a host does what it should, where each example was run several times (``--trials N``)."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Reliability:
    """``passed`` of ``runs`` held, and of ``examples`` so many held in ``always`` all their trials."""

    runs: int = 0
    passed: int = 0
    examples: int = 0
    always: int = 0

    @classmethod
    def of(cls, counts: Iterable[tuple[int, int]]) -> "Reliability":
        """Of examples that held so many times out of so many."""
        pairs = list(counts)
        held, trials = (sum(each[number] for each in pairs) for number in (0, 1))
        return cls(trials, held, len(pairs), sum(each[0] == each[1] for each in pairs))

    @classmethod
    def sum(cls, parts: Iterable["Reliability"]) -> "Reliability":
        """Of all parts together."""
        rows = [(each.runs, each.passed, each.examples, each.always) for each in parts]
        return cls(*map(sum, zip(*rows, strict=True))) if rows else cls()

    @property
    def rate(self) -> float | None:
        """The share of runs that held; None if nothing was judged."""
        return self.passed / self.runs if self.runs else None

    @property
    def pass_n(self) -> float | None:
        """pass^N: the share of examples that held in all of N trials; None if nothing was judged."""
        return self.always / self.examples if self.examples else None

    def told(self, trials: int) -> str:
        """In a few words: ``pass^3 0.900 (9 of 10 examples), 28 of 30 runs``."""
        if self.pass_n is None:
            return "nothing was judged"
        share = f"pass^{trials} {self.pass_n:.3f} ({self.always} of {self.examples} examples)"
        return f"{share}, {self.passed} of {self.runs} runs"
