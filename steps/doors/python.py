"""Python hosts that have a name: ``python:package.module:factory``, or an entry point such as ``reference``.

The host is imported in its own process only.
"""

import re
from functools import partial
from importlib.metadata import entry_points

from oa_conformance.steps.doors.outcome import HostUnusable, Limits
from oa_conformance.steps.doors.process import spawned
from oa_conformance.steps.doors.worker import Worker

GROUP = "oa_conformance.hosts"
FACTORY = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


def open_python(spec: str, limits: Limits) -> Worker:
    """The worker of the host that ``python:package.module:factory`` names, loaded. Raises HostUnusable."""
    factory = spec.removeprefix("python:")
    if not FACTORY.fullmatch(factory):
        raise HostUnusable(f"{spec!a:.200} names no host; write python:package.module:factory")
    return opened(spec, factory, limits)


def open_installed(name: str, limits: Limits) -> Worker:
    """The worker of the host that an installed package offers under this name, loaded. Raises HostUnusable."""
    offered = entry_points(group=GROUP)
    found = sorted({f"{each.module}:{each.attr}" for each in offered.select(name=name)})
    if len(found) > 1:
        raise HostUnusable(f"{name} is offered by several packages, as {' and '.join(found)}; write python:… for one")
    if not found:
        known = ", ".join([*sorted(offered.names), "python:package.module:factory"])
        raise HostUnusable(f"{name!a:.200} names no host; known are {known}")
    return opened(name, found[0], limits)


def opened(called: str, factory: str, limits: Limits) -> Worker:
    """The worker, its host loaded. Raises HostUnusable."""
    worker = Worker(called, partial(spawned, factory), limits)
    worker.start()
    return worker
