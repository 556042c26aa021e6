"""Run one host's examples in several processes, each with a host of its own. POSIX only.

The processes are forks of this one, which has collected the examples. Each takes the next example that nobody has
taken, and sends its result back, which is kept here as if it had been found here.
"""

import json
import os
import selectors
import signal
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

import pytest

from oa_conformance.steps.commands.forks import look_up
from oa_conformance.steps.commands.running import Trials
from oa_conformance.steps.recorder import SESSION
from oa_conformance.steps.session import Session, without_transcript
from oa_conformance.steps.verdict.results import ExampleResult, loads

NUMBER = 4  # bytes of an example's number
PATIENCE = 10.0  # seconds


@dataclass
class Share:
    """One process: ``ended`` is its last message, None if it ended without one."""

    pid: int
    pipe: int
    line: bytearray = field(default_factory=bytearray)
    ended: dict[str, Any] | None = None


class Shares(Trials):
    """Runs the examples, so many at once, and all of them again in each further trial."""

    def __init__(self, session: Session, trials: int, at_once: int) -> None:
        super().__init__(session, trials)
        self.at_once = at_once

    def run_examples(self, session: pytest.Session, items: Sequence[pytest.Item]) -> None:
        """Run these items in forks. Raises what pytest raises to stop."""
        look_up(session)
        self.session.close()  # the host that told who it is; each share starts its own
        with tempfile.TemporaryFile() as queue:
            queue.write(b"".join(number.to_bytes(NUMBER) for number in range(len(items))))
            queue.flush()
            queue.seek(0)  # forks share where they are in it
            shares = [self.fork(session, items, queue.fileno()) for _ in range(min(self.at_once, len(items)))]
            try:
                self.hear(shares)
            except BaseException:
                for each in shares:
                    with suppress(ProcessLookupError):
                        os.kill(each.pid, signal.SIGINT)
                raise
            finally:
                for each in shares:
                    os.close(each.pipe)
                    reap(each.pid)
        for each in shares:
            ended = each.ended or {"problem": "a process of the run ended without a word", "remarks": [], "failed": ""}
            self.problems += filter(None, [ended["problem"]])
            new = [words for words in ended["remarks"] if words not in self.session.remarks]
            self.session.remarks = (*self.session.remarks, *new)
            session.shouldfail = session.shouldfail or ended["failed"]
        if session.shouldfail:
            raise session.Failed(session.shouldfail)

    def fork(self, session: pytest.Session, items: Sequence[pytest.Item], queue: int) -> Share:
        pipe, end = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(pipe)
            run_share(session, self.session, taken(items, queue), queue, end)
        os.close(end)
        return Share(pid, pipe)

    def hear(self, shares: Sequence[Share]) -> None:
        """Take in results until every share has ended."""
        with selectors.DefaultSelector() as selector:
            for each in shares:
                selector.register(each.pipe, selectors.EVENT_READ, each)
            while selector.get_map():
                for key, _ in selector.select():
                    chunk = os.read(key.fd, 1 << 20)
                    if not chunk:
                        selector.unregister(key.fd)
                    *lines, rest = (key.data.line + chunk).split(b"\n")
                    key.data.line = bytearray(rest)
                    for line in lines:
                        self.take_in(key.data, bytes(line))

    def take_in(self, share: Share, line: bytes) -> None:
        told = json.loads(line)
        if "result" in told:
            self.session.add(loads(told["result"]))
        else:
            share.ended = told


def reap(pid: int) -> None:
    """Wait for a process that was told to end, and end it when it does not."""
    deadline = time.monotonic() + PATIENCE
    while os.waitpid(pid, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            break
        time.sleep(0.01)


def taken(items: Sequence[pytest.Item], queue: int) -> Iterator[pytest.Item]:
    """The items whose numbers are next in the queue when they are asked for."""
    while number := os.read(queue, NUMBER):
        yield items[int.from_bytes(number)]


def run_share(session: pytest.Session, ours: Session, items: Iterator[pytest.Item], queue: int, pipe: int) -> NoReturn:
    """The fork's life: run items until there are none left or one says stop."""

    def send(told: dict[str, Any]) -> None:
        left = memoryview(json.dumps(told).encode() + b"\n")
        while left:
            left = left[os.write(pipe, left) :]

    def keep(result: ExampleResult) -> ExampleResult:
        send({"result": result.dumps()})
        return without_transcript(result)

    own, problem = replace(ours, results=[], keep=keep), ""
    try:
        session.config.stash[SESSION] = own
        item = next(items, None)
        while item is not None and not (session.shouldfail or session.shouldstop):
            following = next(items, None)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            item = following
        if session.shouldfail or session.shouldstop:
            os.lseek(queue, 0, os.SEEK_END)  # nobody takes another
    except KeyboardInterrupt:
        problem = ""
    except BaseException as error:
        problem = " ".join("".join(traceback.format_exception(error)[-3:]).split())
    try:
        own.close()
        remarks = list(own.description.get("remarks", ()))
        send({"problem": problem, "remarks": remarks, "failed": str(session.shouldfail or "")})
    finally:
        os._exit(0)
