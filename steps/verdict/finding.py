"""What a Then step raises when a host does not do what a clause asks."""

from collections.abc import Sequence


class Finding(AssertionError):
    """A judgement against the host.

    ``code`` is a stable reason such as FOREIGN_HOST_CONTACTED, ``expected`` and ``found`` are one sentence each (what
    stands in a report may be given as it is), and ``exchanges`` are the numbers of the wire records that show it.
    """

    def __init__(self, code: str, expected: str, found: object, exchanges: Sequence[int] = ()) -> None:
        super().__init__(f"{code}: expected {expected}; found {found}")
        self.code, self.expected, self.found, self.exchanges = code, expected, str(found), tuple(exchanges)


class SuiteFault(Exception):
    """A fault of the suite itself, such as a step that names an unknown source. Never held against the host."""
