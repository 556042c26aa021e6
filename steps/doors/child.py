"""The host's side of the worker: ``python -m …child package.module:factory BYTES``, started by ``process``.

Orders come in and messages go out as JSON lines on stdin and stdout, which are put out of the host's reach before it is
loaded: it reads nothing, and what it prints goes to stderr. A wire record is sent before the host gets its answer, so
none is lost when the process dies.
"""

import asyncio
import contextlib
import faulthandler
import importlib
import inspect
import json
import os
import queue
import selectors
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import thread as pools
from contextvars import copy_context
from functools import partial
from itertools import islice
from typing import Any, NoReturn

from oa_conformance.steps.doors.intercept import interception
from oa_conformance.steps.doors.outcome import Message, printable
from oa_conformance.steps.doors.report_form import misfit
from oa_conformance.steps.doors.tools import HostTools
from oa_conformance.steps.doors.wire import Wire
from oa_conformance.steps.world.cassette import CassetteError
from oa_conformance.steps.world.loading import playback_of


class Unfit(Exception):
    """Why the host cannot be used, in words that need no name of an exception."""


class Channel:
    """The way back to the judge. Any thread may send."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor, self._lock = descriptor, threading.Lock()

    def send(self, line: bytes) -> None:
        left = memoryview(line)
        with self._lock:
            while left:
                left = left[os.write(self._descriptor, left) :]


def message(**parts: Any) -> bytes:
    """A message's line. Raises what json raises for what is no JSON."""
    return json.dumps(parts, allow_nan=False, ensure_ascii=False).encode(errors="replace") + b"\n"


def serve(make: Callable[[], Any], report_bytes: int) -> NoReturn:
    """Make the host, then perform what the judge orders. ``report_bytes`` limits a report's JSON."""
    channel, orders = Channel(os.dup(1)), queue.SimpleQueue[bytes]()
    threading.Thread(target=listen, args=(os.dup(0), os.getppid(), orders), daemon=True).start()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    faulthandler.enable(2)
    faulthandler.register(signal.SIGUSR1, 2)
    with interception(lambda record: channel.send(message(**vars(record)))) as wire, asyncio.Runner() as runner:
        try:
            host = make()
            ready = message(kind="ready", host=what_it_says(host))
        except BaseException as error:
            channel.send(message(kind="unusable", detail=one_line(error)))
            os._exit(1)
        channel.send(ready)
        while True:
            order = json.loads(orders.get())
            try:
                playback = playback_of(*order["cassettes"])
            except CassetteError as error:
                channel.send(message(kind="suite_error", detail=printable(str(error))))
                continue
            wire.open_task(order["task"]["task_id"], playback)
            channel.send(perform(host, order["task"], wire, runner, report_bytes))


def listen(descriptor: int, judge: int, orders: "queue.SimpleQueue[bytes]") -> NoReturn:
    """Queue the judge's orders. When they end the judge is gone; then so is this process, whatever its host does.

    Another fork of the judge may keep the pipe open, so its process is looked for as well.
    """
    try:
        selector, line = selectors.DefaultSelector(), b""
        selector.register(descriptor, selectors.EVENT_READ)
        while os.getppid() == judge:
            if selector.select(1.0):
                chunk = os.read(descriptor, 65536)
                if not chunk:
                    break
                *lines, line = (line + chunk).split(b"\n")
                for each in lines:
                    orders.put(each)
    finally:
        os._exit(0)


def load(spec: str) -> Any:
    """The host that ``package.module:factory`` makes. Raises Unfit."""
    module_name, _, factory_name = spec.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = importlib.import_module(module_name)
    except BaseException as error:
        raise Unfit(f"the module {module_name} cannot be imported: {one_line(error)}") from error
    for name in factory_name.split("."):
        if not hasattr(found, name):
            raise Unfit(f"the module {module_name} has no {factory_name}")
        found = getattr(found, name)
    try:
        return found()
    except BaseException as error:
        raise Unfit(f"{factory_name}() failed: {one_line(error)}") from error


def what_it_says(host: Any) -> Message:
    """The host's own words of itself, which the judge checks. Raises Unfit if it is no host."""
    missing = [name for name in ("name", "version", "capabilities", "run") if not hasattr(host, name)]
    if missing:
        raise Unfit(f"the {type(host).__name__[:200]} it is has no {' and no '.join(missing)}")
    if not callable(host.run):
        raise Unfit("its run is no function; it takes (task, tools) and returns the report")
    said = host.capabilities
    listed = isinstance(said, Iterable) and not isinstance(said, str)
    capabilities = [str(each) for each in islice(said, 100)] if listed else repr(said)
    return {"name": host.name, "version": host.version, "capabilities": capabilities}


def perform(host: Any, task: Message, wire: Wire, runner: asyncio.Runner, report_bytes: int) -> bytes:
    """Run the open task and return the message that ends it.

    Coroutines share one loop, so a host may keep its clients from task to task.
    """
    before = frozenset(threading.enumerate())
    try:
        report = host.run(task, HostTools(wire, task))
        if inspect.isawaitable(report):
            report = runner.run(awaited(report), context=copy_context())
        wire.close_task()
        return ending(report, report_bytes, left_behind(before))
    except BaseException as error:  # SystemExit and KeyboardInterrupt are the host's own doing, too
        wire.close_task()
        with contextlib.suppress(OSError):
            os.write(2, traceback.format_exc().encode(errors="replace"))
        return message(kind="raised", detail=one_line(error), leftover=left_behind(before))


def ending(report: Any, report_bytes: int, leftover: list[str]) -> bytes:
    """The message with the report, or with what is wrong with it."""
    if wrong := misfit(report, report_bytes):
        return message(kind=wrong.outcome, detail=wrong.detail, leftover=leftover)
    line = message(kind="answered", report=report, leftover=leftover)
    if len(line) <= report_bytes:
        return line
    return message(kind="flooded", detail=f"a report of {len(line)} bytes", leftover=leftover)


async def awaited(awaitable: Any) -> Any:
    return await awaitable


def left_behind(before: frozenset[threading.Thread]) -> list[str]:
    """Threads that the task started and that go on. A pool's are not counted: each of its jobs knows its own task."""

    def alive() -> list[str]:
        pooled = getattr(pools, "_threads_queues", {})
        return [each.name for each in threading.enumerate() if each not in before and each not in pooled]

    if alive():
        time.sleep(0.05)  # some are just about to end
    return alive()


def one_line(error: BaseException) -> str:
    words = str(error) if isinstance(error, Unfit) else "".join(traceback.format_exception_only(error))
    return printable(" ".join(words[:5_000].split())[:500])


if __name__ == "__main__":
    serve(partial(load, sys.argv[1]), int(sys.argv[2]))
