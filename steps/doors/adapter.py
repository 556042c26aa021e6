"""The pytest door: a host that is an object of this process, run in forks of it."""

import os
from functools import partial

from oa_conformance.steps.doors.outcome import HostUnusable, Limits, printable
from oa_conformance.steps.doors.process import forked
from oa_conformance.steps.doors.worker import Worker


def open_object(host: object, limits: Limits) -> Worker:
    """The worker of this object, which has ``name``, ``version``, ``capabilities`` and ``run(task, tools)``.

    Each process that is started has the object as it is here: what a task changes in it is gone when the process is.
    Raises HostUnusable.
    """
    called = f"the adapter, a {class_of(host)},"
    if not hasattr(os, "fork"):
        raise HostUnusable(f"{called} needs os.fork, which is not here; name it: python:package.module:factory")
    worker = Worker(called, partial(forked, host), limits)
    worker.start()
    return worker


def class_of(host: object) -> str:
    """The name of the object's class, on one line."""
    return printable(" ".join(type(host).__qualname__[:200].split()))
