"""One host process as the judge sees it: pipes, deadlines, and what became of it. POSIX only."""

import contextlib
import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import fields
from datetime import datetime
from io import FileIO
from typing import Any, cast

from oa_conformance.steps.doors.outcome import Limits, Message, printable
from oa_conformance.steps.doors.process import Process, fate, killed
from oa_conformance.steps.doors.wire import Attempt, Exchange

FIRST = frozenset({"ready", "unusable"})
ENDS = frozenset({"answered", "raised", "flooded", "suite_error"})
ENVELOPE_BYTES = 10_000  # around a report
REQUEST = frozenset(field.name for field in fields(Exchange))
ATTEMPT = frozenset(field.name for field in fields(Attempt))
RECORDS = {"request": REQUEST, "escape": ATTEMPT, "resolve": ATTEMPT}
NUMBERS, TEXTS = ("n", "bytes"), ("method", "url", "body_sha256", "sha256", "answered_by", "what", "detail")
NUMBER_OR_NULL, TEXT_OR_NULL = ("status",), ("task", "body", "fault", "refused", "tool")


class Child:
    """The process and its pipes. All reading and writing is in ``pump``, which takes no longer than it is told."""

    def __init__(self, start: Callable[[int], Process], limits: Limits) -> None:
        self._limits, self._selector = limits, selectors.DefaultSelector()
        self.records: list[Message] = []
        self._orders, self._line, self._words, self._count = bytearray(), bytearray(), b"", 0
        self._last = FIRST
        self._process = start(limits.report_bytes)
        self._pipes = cast("tuple[FileIO, ...]", (self._process.stdin, self._process.stdout, self._process.stderr))
        self._stdin, self._stdout, self._stderr = self._pipes
        os.set_blocking(self._stdin.fileno(), False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    def tell(self, order: Message) -> None:
        """Queue an order; ``pump`` sends it."""
        self.records, self._count, self._words, self._last = [], 0, b"", ENDS
        self._orders += json.dumps(order).encode() + b"\n"
        self._selector.register(self._stdin, selectors.EVENT_WRITE)

    def last_message(self, seconds: float) -> Message:
        """The message that ends the order, or what became of the process instead (then ``lost`` is true)."""
        end = self.pump(seconds)
        if end is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGUSR1)  # faulthandler writes where it hangs
            end = {"kind": "hung", "lost": True, "detail": f"no answer within {seconds:g} s"}
        self._listen(0.1 if end.get("lost") else 0)
        return end

    def pump(self, seconds: float) -> Message | None:
        """Move bytes until a last message is here or the time is over."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            for key, _ in self._selector.select(left):
                if key.fileobj is self._stdin:
                    self._write()
                elif key.fileobj is self._stderr:
                    self._hear()
                elif end := self._read():
                    return end
        return None

    def last_words(self) -> str:
        """The end of stderr."""
        return printable(self._words.decode(errors="replace")).strip()

    def kill(self) -> None:
        """End the process and its group at once."""
        killed(self._process)
        self._selector.close()
        for pipe in self._pipes:
            pipe.close()

    def _write(self) -> None:
        with contextlib.suppress(BrokenPipeError):  # then the channel ends, too
            del self._orders[: os.write(self._stdin.fileno(), self._orders[:65536])]
            if self._orders:
                return
        self._selector.unregister(self._stdin)

    def _hear(self) -> bool:
        chunk = os.read(self._stderr.fileno(), 65536)
        self._words = (self._words + chunk)[-self._limits.words_bytes :]
        if not chunk:
            self._selector.unregister(self._stderr)
        return bool(chunk)

    def _listen(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while self._stderr in {key.fileobj for key, _ in self._selector.select(max(0, deadline - time.monotonic()))}:
            if not self._hear():
                break

    def _read(self) -> Message | None:
        chunk = os.read(self._stdout.fileno(), 65536)
        self._count += len(chunk)
        if not chunk:
            return {"kind": "died", "lost": True, "detail": self._obituary()}
        if self._count > self._limits.channel_bytes:
            detail = f"more than {self._limits.channel_bytes} bytes from one task"
            return {"kind": "flooded", "lost": True, "detail": detail}
        self._line += chunk
        if b"\n" not in chunk:
            return self._flooded(len(self._line))
        *lines, self._line = self._line.split(b"\n")
        return self._taken(lines)

    def _taken(self, lines: list[bytearray]) -> Message | None:
        """Keep the wire records in these lines; the message that ends the order, if it is among them."""
        end = None
        for line in lines:
            if flooded := self._flooded(len(line)):
                return flooded
            message = _understood(bytes(line), self._last)
            if message is None:
                detail = f"it wrote to the judge's channel: {bytes(line[:80])!r}"
                return {"kind": "died", "lost": True, "detail": detail}
            if message["kind"] in self._last:
                end = message
            elif len(self.records) >= self._limits.records:
                detail = f"more than {self._limits.records} requests, lookups and ways out of one task"
                return {"kind": "flooded", "lost": True, "detail": detail}
            else:
                self.records.append(message)
        return end

    def _flooded(self, length: int) -> Message | None:
        """That no message is so long; read as JSON, it would take many times its length."""
        if length <= self._limits.report_bytes + ENVELOPE_BYTES:
            return None
        return {"kind": "flooded", "lost": True, "detail": f"a message of more than {self._limits.report_bytes} bytes"}

    def _obituary(self) -> str:
        try:
            status = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return "it closed the judge's channel"
        return fate(status)


def _understood(line: bytes, last: frozenset[str]) -> Message | None:
    """The message in the line, a wire record or one of the ``last``; None if our side did not write it."""
    try:
        message: Any = json.loads(line)
        kind = message["kind"]
        ours = kind in last or (message.keys() == RECORDS[kind] and _is_record(message))
        return message if ours and isinstance(message.get("leftover", []), list) else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _is_record(message: Message) -> bool:
    """Whether each member of a wire record is of its type. Raises ValueError for a time that is none."""
    datetime.fromisoformat(message["at"])
    headers = message.get("headers", {})
    return (
        all(type(message.get(name, 0)) is int for name in NUMBERS)
        and all(isinstance(message.get(name, ""), str) for name in TEXTS)
        and all(type(message.get(name)) in (int, type(None)) for name in NUMBER_OR_NULL)
        and all(isinstance(message.get(name), str | None) for name in TEXT_OR_NULL)
        and isinstance(headers, dict)
        and all(isinstance(value, str | None) for value in headers.values())
    )
