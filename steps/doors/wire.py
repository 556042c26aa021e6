"""The wire: the host's only way out. It answers from a playback, charges each request to a task and logs it.

    wire = Wire(log.append)
    wire.open_task("t1", playback)
    answer, record = wire.exchange("GET", "https://journal.example/", {"accept": "text/html"}, b"")
    wire.close_task()

How requests get here is not its business: ``intercept`` sends it what Python's HTTP libraries send, ``tools`` what the
host tools ask for.
"""

import hashlib
import re
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime

from oa_conformance.steps.doors.guard import ADDRESS
from oa_conformance.steps.world.cassette import Answer, unreachable
from oa_conformance.steps.world.matching import Key, Playback, host_of

SHOWN_HEADERS = frozenset(
    {"accept", "accept-encoding", "content-type", "from", "host", "range", "referer", "user-agent"}
)
SHOWN_BODY = 16_384  # bytes
LONGEST_URL = 8_000  # characters, as servers have it (RFC 9110 §4.1)
TOO_LONG = Answer(414, "URI Too Long")


@dataclass(frozen=True)
class Exchange:
    """One request and what answered it, see ``features/schemas/wire.schema.json``.

    ``url`` is as sent: without fragment and userinfo, which never travel, and with the host's name where its address
    was dialled. ``headers`` names all that were sent, with values for SHOWN_HEADERS (others may be secrets). ``body``
    is the text of a body up to SHOWN_BODY bytes, else null. ``status`` is null if a fault came before it; ``bytes`` and
    ``sha256`` are of the body as delivered. ``answered_by`` is the interaction's id or "nothing". ``refused`` says why
    the world was not asked. ``tool`` is the host tool it came through, null for the host's own HTTP.

    Of a URL longer than LONGEST_URL one character more than that is kept, so that it still shows to be too long.
    """

    n: int
    task: str | None
    at: str
    method: str
    url: str
    headers: Mapping[str, str | None]
    body: str | None
    body_sha256: str
    status: int | None
    bytes: int
    sha256: str
    answered_by: str
    fault: str | None
    refused: str | None
    tool: str | None
    kind: str = "request"


@dataclass(frozen=True)
class Attempt:
    """A way out that was tried and refused (kind "escape"), or a name that was looked up ("resolve", no offence)."""

    n: int
    task: str | None
    at: str
    what: str
    detail: str
    kind: str = "escape"


@dataclass(frozen=True, eq=False)
class Run:
    """One run of a task. Two runs are two even if the task is the same, so that neither pays for the other."""

    task: str


RUN: ContextVar[Run | None] = ContextVar("RUN", default=None)  # goes with the host's coroutines and executor jobs


class Wire:
    """The host's only way out. The sink gets each record before the host gets its answer. Any thread may call."""

    def __init__(self, sink: Callable[[Exchange | Attempt], object]) -> None:
        self._sink, self._lock, self._n = sink, threading.RLock(), 0
        self._playback, self._turns = Playback(), Counter[Key]()
        self._open: Run | None = None
        self._last: Run | None = None

    def open_task(self, task: str, playback: Playback | None = None) -> Run:
        """Answer requests and charge them to this task. A new playback starts its sequences; None keeps the old one."""
        if playback is not None:
            self._playback, self._turns = playback, Counter[Key]()
        self._open = self._last = run = Run(task)
        RUN.set(run)
        return run

    def close_task(self) -> None:
        """Refuse what comes from now on, and charge it to the task that was open."""
        self._open = None
        RUN.set(None)

    def knows(self, host: str) -> bool:
        """Whether the name resolves."""
        name = host.lower().rstrip(".")
        fault = self._playback.hosts[name].fault if name in self._playback.hosts else None
        return name in self._playback.names and not (fault and fault.kind == "dns")

    def tried(self, what: str, detail: str, kind: str = "escape", *, run: Run | None = None) -> None:
        """Log a way out that was refused, or a lookup. ``run`` as in ``exchange``."""
        run = run or self._run()
        with self._lock:
            self._sink(Attempt(self._number(), run.task if run else None, now(), what, detail, kind))

    def exchange(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: bytes,
        *,
        tool: str | None = None,
        run: Run | None = None,
    ) -> tuple[Answer, Exchange]:
        """What the world says, and the record of it, which is logged already.

        A fault is part of the answer and not raised here. ``run`` is the run to charge; without it the one that the
        caller's context or, failing that, the calling time tells.
        """
        sent = {name.lower(): value for name, value in headers.items()}
        url, run = _travelling(url, sent.get("host", "")), run or self._run()
        with self._lock:
            refused = self._refusal(run)
            by, answer = ("nothing", unreachable("refused")) if refused else self._turn(method, url, sent, body)
            url = url[: LONGEST_URL + 1]
            part = delivered(method, answer)
            record = Exchange(
                n=self._number(), task=run.task if run else None, at=now(), method=method, url=url,
                headers={name: value if name in SHOWN_HEADERS else None for name, value in sent.items()},
                body=body.decode(errors="replace") if 0 < len(body) <= SHOWN_BODY else None,
                body_sha256=hashlib.sha256(body).hexdigest(),
                status=answer.status if part is not None else None, bytes=len(part or b""),
                sha256=answer.sha256 if part is answer.body else hashlib.sha256(part or b"").hexdigest(),
                answered_by=by, fault=answer.fault.kind if answer.fault else None, refused=refused, tool=tool,
            )  # fmt: skip
            self._sink(record)
        return answer, record

    def _turn(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> tuple[str, Answer]:
        if len(url) > LONGEST_URL and self.knows(host_of(url)):
            return "nothing", TOO_LONG
        key, found = self._playback.find(method, url, headers.get("accept"), body)
        if not found:
            return "nothing", self._playback.default(url)
        turn = min(self._turns[key], len(found) - 1)
        self._turns[key] += 1
        return found[turn].id, found[turn].answer

    def _run(self) -> Run | None:
        return RUN.get() or self._last

    def _refusal(self, run: Run | None) -> str | None:
        if run is None:
            return "no task has begun"
        return None if run is self._open else f"task {run.task} is over"

    def _number(self) -> int:
        self._n += 1
        return self._n


def delivered(method: str, answer: Answer) -> bytes | None:
    """The bytes of the body that reach the client; None when not even a status line does."""
    if answer.fault:
        return None if answer.fault.after is None else b"" if method == "HEAD" else answer.body[: answer.fault.after]
    return b"" if method == "HEAD" or answer.status in (204, 304) else answer.body


def framed(answer: Answer) -> dict[str, list[str]]:
    """The headers with a true length. Bodies are stored whole and decoded, so what a recording says may be wrong.

    An answer without a body, such as a recorded one to HEAD, keeps the length it states.
    """
    untrue = {"transfer-encoding", "content-length"} if answer.body else {"transfer-encoding"}
    headers: dict[str, list[str]] = {}
    for name, value in answer.headers:
        if name.lower() not in untrue:
            headers.setdefault(name, []).append(value)
    if answer.status not in (204, 304) and "content-length" not in map(str.lower, headers):
        headers["content-length"] = [str(len(answer.body))]
    return headers


def field(value: str) -> bytes:
    """A header's value as it travels: what was recorded as Latin-1 byte by byte, anything else in UTF-8."""
    try:
        return value.encode("latin-1")
    except UnicodeEncodeError:
        return value.encode()


def now() -> str:
    """The time, ISO 8601 UTC in milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _travelling(url: str, host_header: str) -> str:
    """The URL as the network would see it."""
    url = re.sub(r"^([^:/?#]+://)[^/?#]*@", r"\1", url.partition("#")[0])
    return url.replace(ADDRESS, host_header, 1) if host_of(url) == ADDRESS and host_header else url
