"""Receipts of hosts that failed in this task: kept until it ends, reused instead of asking again (RETRY-01 to 03)."""

from dataclasses import dataclass, field

MARKING = frozenset({"dns", "connection", "timeout", "unsafe_address", "http_429", "captcha"})
"""Faults of a host. A 404, a wrong type or a page that cannot be parsed concern one URL; 5xx is left open (M-6)."""


@dataclass(frozen=True)
class Receipt:
    """What was seen of a host, and when."""

    host: str
    kind: str
    observed_at: str


def marks_host(kind: str) -> bool:
    """Whether this fault says something of the whole host."""
    return kind in MARKING


@dataclass
class FailedHosts:
    """One task's receipts. A new task starts with none."""

    receipts: dict[str, Receipt] = field(default_factory=dict)

    def of(self, host: str) -> Receipt | None:
        return self.receipts.get(host)

    def note(self, host: str, kind: str, observed_at: str) -> None:
        """Keep the first receipt of a host."""
        self.receipts.setdefault(host, Receipt(host, kind, observed_at))
