"""A host's command under way, as the judge sees it: bytes to it, bytes from it, its last words. POSIX only."""

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import FileIO
from typing import Literal, cast

from oa_conformance.steps.doors.outcome import Limits, printable
from oa_conformance.steps.doors.process import fate

LOOK_S = 0.05  # between two looks at a process whose output somebody else keeps open
FAREWELL_S = 0.1  # for the last words of one that is told to end
DRAINED = 16  # chunks that are still read of one that has ended
End = Literal["line", "ended", "hung", "flooded"]


@dataclass(frozen=True)
class Said:
    """What came of listening: a ``line``, all there was until the process ``ended`` or time was up, or too much."""

    end: End
    text: bytes = b""


class Program:
    """A process that leads its own group. Raises OSError if the command cannot be started.

    All waiting is in ``listen``, which takes no longer than it is told.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], limits: Limits) -> None:
        self._limits, self._selector = limits, selectors.DefaultSelector()
        self._sending, self._heard, self._words = bytearray(), bytearray(), b""
        self._last = False
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment, start_new_session=True, bufsize=0,
        )  # fmt: skip
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._stdin, self._stdout, self._stderr = cast("tuple[FileIO, FileIO, FileIO]", pipes)
        os.set_blocking(self._stdin.fileno(), False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    def tell(self, data: bytes, *, last: bool = False) -> None:
        """Queue bytes for its standard input, which ends with the ``last``; ``listen`` sends them."""
        self._sending += data
        self._last = last
        if not self._stdin.closed and self._stdin not in self._registered():
            self._selector.register(self._stdin, selectors.EVENT_WRITE)

    def listen(self, seconds: float, most: int, *, line: bool = False) -> Said:
        """What it says within so many seconds and bytes: one ``line``, or everything until it ends."""
        deadline, ended = time.monotonic() + seconds, False
        while True:
            if line and (found := self._line()) is not None:
                return Said("flooded") if len(found) > most else Said("line", found)
            if len(self._heard) > most:
                return Said("flooded")
            if ended:
                return Said("ended", bytes(self._heard))
            left = deadline - time.monotonic()
            if left <= 0:
                return Said("hung", bytes(self._heard))
            ended = not self._move(min(left, LOOK_S))

    def hear(self, seconds: float) -> None:
        """Keep its last words meanwhile, and what else it says for later."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self._pass_on(left)

    @property
    def status(self) -> int | None:
        """The exit status, or minus the signal's number; None while it runs."""
        return self._process.poll()

    @property
    def obituary(self) -> str:
        """How it ended, in words."""
        status = self.status
        return "it closed its output and went on" if status is None else fate(status)

    @property
    def last_words(self) -> str:
        """The end of its standard error."""
        return printable(self._words.decode(errors="replace")).strip()

    def leaves_others(self) -> bool:
        """Whether processes of its group outlive it."""
        if self.status is None:
            return False
        try:
            os.killpg(self._process.pid, 0)
        except (ProcessLookupError, PermissionError):
            return False
        return True

    def end(self) -> None:
        """Ask it to end, hear its last words, and end it with its whole group."""
        if self.status is None:
            self._signal(signal.SIGTERM)
            deadline = time.monotonic() + FAREWELL_S
            while self.status is None and time.monotonic() < deadline:
                self._pass_on(LOOK_S / 5)
        self._signal(signal.SIGKILL)
        self._process.wait()
        for _ in range(DRAINED):
            if not self._selector.select(0):
                break
            self._pass_on(0)
        self._selector.close()
        for pipe in (self._stdin, self._stdout, self._stderr):
            pipe.close()

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def _move(self, seconds: float) -> bool:
        """Move bytes for so many seconds at most; whether there is more to come.

        A process that has ended says no more, even where one it left behind keeps its output open.
        """
        over = self.status is not None
        spoke = self._pass_on(0 if over else seconds)
        return spoke or not over

    def _registered(self) -> set[object]:
        return {key.fileobj for key in self._selector.get_map().values()}

    def _pass_on(self, seconds: float) -> bool:
        """Read and write what can be; whether standard output gave something."""
        gave = False
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._stdin:
                self._write()
            else:
                chunk = os.read(key.fd, 65536)
                gave |= key.fileobj is self._stdout and bool(chunk)
                if not chunk:
                    self._selector.unregister(key.fileobj)
                elif key.fileobj is self._stdout:
                    self._heard += chunk if len(self._heard) < self._limits.channel_bytes else b""
                else:
                    self._words = (self._words + chunk)[-self._limits.words_bytes :]
        return gave

    def _write(self) -> None:
        with contextlib.suppress(BrokenPipeError):  # it reads no more; that is its own affair
            del self._sending[: os.write(self._stdin.fileno(), self._sending[:65536])]
            if self._sending:
                return
        self._sending.clear()
        self._selector.unregister(self._stdin)
        if self._last:
            self._stdin.close()

    def _line(self) -> bytes | None:
        """The next line it said, without its end."""
        line, mark, rest = self._heard.partition(b"\n")
        if not mark:
            return None
        self._heard = rest
        return bytes(line)
