"""Answer a Python host from a playback instead of the network, and write down everything it sends.

    with interception(log.append) as wire:
        wire.open_task("t1", playback)
        report = host.run(task, tools)
        wire.close_task()

Every answer to HTTP passes through vcrpy's ``Cassette.play_response``; the wire decides what it is. ``clients`` has the
patches, ``guard`` refuses whatever is not HTTP.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from contextvars import copy_context
from types import ModuleType
from typing import Any
from unittest import mock

from oa_conformance.steps.doors.arrivals import on_arrival
from oa_conformance.steps.doors.clients import LIBRARIES
from oa_conformance.steps.doors.guard import guarded
from oa_conformance.steps.doors.played import WireCassette
from oa_conformance.steps.doors.wire import Attempt, Exchange, Wire


@contextmanager
def interception(sink: Callable[[Exchange | Attempt], object]) -> Iterator[Wire]:
    """Until it ends, HTTP is answered by the wire, and any other way out refused. Raises RuntimeError when nested."""
    wire, submit = Wire(sink), ThreadPoolExecutor.submit
    cassette = WireCassette(wire)

    def submit_with_context(pool: ThreadPoolExecutor, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        return submit(pool, copy_context().run, fn, *args, **kwargs)

    with guarded(wire), ExitStack() as patched:

        def patch(library: ModuleType) -> None:
            for target, attribute, replacement in LIBRARIES[library.__name__](cassette, library):
                patched.enter_context(mock.patch.object(target, attribute, replacement))

        patched.enter_context(mock.patch.object(ThreadPoolExecutor, "submit", submit_with_context))
        with on_arrival(frozenset(LIBRARIES), patch):
            yield wire
