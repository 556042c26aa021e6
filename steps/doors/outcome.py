"""What may come of a task put to a host, the limits it is held to, and what a host says of itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

Message = dict[str, Any]
MANDATORY = "registry_brokered"
CAPABILITIES = (
    MANDATORY, "registry_closed", "direct_only", "fulltext", "pdf", "hashing", "historical", "navigation",
)  # fmt: skip


class HostUnusable(Exception):
    """The host cannot be run at all. The message is one line: which host, why, and what to do if that is not plain."""


@dataclass(frozen=True)
class Limits:
    """Seconds, bytes and counts. ``restarts`` are those of the whole run, ``hangs`` those in a row."""

    start_s: float = 30.0
    task_s: float = 30.0
    grace_s: float = 0.2  # after the report, for what threads left behind still send
    report_bytes: int = 8_000_000  # of the report's JSON in UTF-8
    channel_bytes: int = 64_000_000  # all that may come from the host's process during one task
    records: int = 2_000  # of the wire, of one task; the widest search of the features has twenty
    words_bytes: int = 4_000
    restarts: int = 20
    hangs: int = 3


USUAL = Limits()


@dataclass(frozen=True)
class Result:
    """What came of one task.

    ``outcome`` is answered (``report`` is then what the host said), raised, hung, died, flooded or not_run. ``wire``
    has the records that came in meanwhile (``wire.schema.json``), each with the task it belongs to. ``detail`` is one
    line: what happened, and which threads the task left behind, if any. ``last_words`` is the end of stderr. ``times``
    are the task's start and end where they are not those of the call: a recorded result has its own.
    """

    outcome: str
    report: Any = None
    wire: tuple[Message, ...] = ()
    detail: str = ""
    last_words: str = ""
    times: tuple[datetime, datetime] | None = None


class Door(Protocol):
    """A way in for a host. One task at a time."""

    description: Message
    """``name``, ``version`` and ``capabilities`` (sorted)."""

    def start(self) -> None:
        """Load the host if it is not loaded. Raises HostUnusable."""

    def run(self, task: Mapping[str, Any], cassettes: Sequence[Path] = ()) -> Result:
        """Put the task to the host in the world of these cassettes, base first. Raises CassetteError."""

    def close(self) -> None:
        """End whatever was started."""


def described(host: Any) -> Message:
    """The description in what a host says of itself. Raises ValueError with the reason why it cannot be one."""
    name, version, capabilities = host.get("name"), host.get("version"), host.get("capabilities")
    for what, value in (("name", name), ("version", version)):
        if not isinstance(value, str) or not 0 < len(value) <= 100 or not value.isprintable():
            raise ValueError(f"its {what} is {value!r:.120}, not one line of 1 to 100 printable characters")
    if not isinstance(capabilities, list) or not all(isinstance(each, str) for each in capabilities):
        raise ValueError(f"its capabilities are {capabilities!r:.120}, not a list of names; {_KNOWN}")
    if unknown := sorted(set(capabilities) - set(CAPABILITIES)):
        raise ValueError(f"it claims {', '.join(map(repr, unknown))[:120]}, which is no capability; {_KNOWN}")
    if MANDATORY not in capabilities:
        claimed = ", ".join(sorted(set(capabilities))) or "nothing"
        raise ValueError(f"it claims {claimed}, but {MANDATORY} is mandatory; {_KNOWN}")
    return {"name": name, "version": version, "capabilities": sorted(set(capabilities))}


def printable(text: str) -> str:
    """The text without what could move a terminal's cursor or cannot be written as UTF-8; lines stay."""
    return "".join(each if each.isprintable() or each == "\n" else "�" for each in text.expandtabs())


_KNOWN = f"known capabilities are {', '.join(CAPABILITIES)}"
