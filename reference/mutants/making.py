"""How a host of the kill matrix is made and declared: a few lines on the exemplar's rules, its web or its report.

A factory is a function without arguments, named after what its host does, in one of the decorators ``mutant``,
``variant`` and ``null_host``. ``package.module:factory`` is then a spec like any other host's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import httpx

from ..bootstrap import read_files
from ..github import Blob
from ..host import Host, kept_index
from ..pinning import REGISTRY, ROUTING, ROUTING_SCHEMA
from ..rules import RULES
from ..shelf import Shelf
from ..transport import Answer, Failure, Web
from ..transport import make_web as usual_web

Task = Mapping[str, Any]
Report = dict[str, Any]
Reply = Answer | Failure
Ask = Callable[..., Reply]
"""``Web.exchange``: ``ask(method, url, accept=…, limit=…, seconds=…, json=…)``."""

Words = str | tuple[str, ...]

AHEAD = Shelf()
"""What ``read_ahead`` parsed and validated. A host has a process to itself, so nobody shares what it adds."""


def read_ahead(files: Mapping[str, bytes]) -> None:
    """Put on the shelf what the exemplar makes of these files of a release, by name. Raises BootstrapGap."""
    blobs = {name: Blob(name, "", len(files[name]), files[name]) for name in (REGISTRY, ROUTING, ROUTING_SCHEMA)}
    _, registry = read_files(blobs, RULES, AHEAD)
    kept_index(registry, RULES, AHEAD)
    registry.names_by_host  # noqa: B018  # kept by the registry itself once it is asked for


@dataclass(frozen=True)
class Offered:
    """A factory and what it declares. ``breaks`` is None for a host that breaks nothing."""

    factory: Callable[[], Any]
    kind: str
    breaks: str | None = None
    turns: str = "FAIL"
    reasons: tuple[str, ...] = ()
    collateral: tuple[str, ...] = ()
    touches: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()

    def __call__(self) -> Any:
        host = self.factory()
        host.name = self.name
        if isinstance(host, Host):
            host._shelf = AHEAD
        return host

    @property
    def name(self) -> str:
        return self.factory.__name__

    def declaration(self) -> dict[str, Any]:
        """The declaration as plain data."""
        told: dict[str, Any] = {
            "name": self.name,
            "kind": self.kind,
            "spec": f"python:{self.factory.__module__}:{self.name}",
            "does": " ".join((self.factory.__doc__ or self.name.replace("_", " ")).split()),
        }
        told |= {"touches": list(self.touches)} if self.touches else {}
        told |= {"needs": list(self.needs)} if self.needs else {}
        if self.breaks is None:
            return told
        why = {"reasons": list(self.reasons), "collateral": list(self.collateral)}
        return {**told, "breaks": self.breaks, "turns": self.turns, **why}


def mutant(
    breaks: str, reason: Words, collateral: Words = (), turns: str = "FAIL", shows_in: Words = ()
) -> Callable[[Callable[[], Any]], Offered]:  # fmt: skip
    """Declare a host that breaks the clause ``breaks``, and nothing else but ``collateral`` (clauses, chapters or ALL).

    Each example that fails must do so for a ``reason``, a code of Findings. ``turns`` is WARN where only a reading of
    the protocol is broken. ``shows_in`` are clauses or chapters in whose examples it shows, if not in its own.
    """

    def declare(factory: Callable[[], Any]) -> Offered:
        return Offered(factory, "mutant", breaks, turns, words(reason), words(collateral), words(shows_in))

    return declare


def variant(touches: Words = (), needs: Words = ()) -> Callable[[Callable[[], Any]], Offered]:
    """Declare a host that does it differently and right. ``touches`` are the chapters in which it differs, all if none.

    ``needs`` are packages beside this one.
    """
    return lambda factory: Offered(factory, "variant", touches=words(touches), needs=words(needs))


def null_host(factory: Callable[[], Any]) -> Offered:
    """Declare a host that does no part of the job."""
    return Offered(factory, "null")


def words(said: Words) -> tuple[str, ...]:
    return tuple(said.split()) if isinstance(said, str) else said


def make_web() -> Web:
    """The exemplar's web without TLS, which takes time to set up: the judge answers these hosts, and nobody else."""
    return usual_web(transport=httpx.HTTPTransport(verify=False))


def faulty(**rules: Any) -> Host:
    """The exemplar with these rules in place of its own."""
    return Host(make_web(), replace(RULES, **rules))


class Retelling(Host):
    """The exemplar whose report is changed before it is handed over."""

    def __init__(self, change: Callable[[Report], object], **rules: Any) -> None:
        super().__init__(make_web(), replace(RULES, **rules))
        self._change = change

    def run(self, task: Task, tools: Any = None) -> Report:
        report = super().run(task, tools)
        self._change(report)
        return report


def retelling_traces(change: Callable[[dict[str, Any]], Mapping[str, Any] | None]) -> Retelling:
    """The exemplar whose traces get the fields that ``change`` returns for each, if any."""

    def tell(report: Report) -> None:
        for trace in report["traces"]:
            trace.update(change(trace) or {})

    return Retelling(tell)


@dataclass
class Errand:
    """What a detour knows: the task under way, and ``ask``, the exemplar's own exchange."""

    ask: Ask
    task: Task


Detour = Callable[..., Reply]
"""``detour(errand, method, url, **rest)`` in place of ``Web.exchange(method, url, **rest)``."""


class Swerving(Web):
    """The exemplar's web with a detour in every exchange."""

    def __init__(self, inner: Web, detour: Detour) -> None:
        self._detour, self.errand = detour, Errand(inner.exchange, {})

    def exchange(self, method: str, url: str, **rest: Any) -> Reply:
        return self._detour(self.errand, method, url, **rest)


class Detouring(Host):
    """The exemplar on such a web."""

    def __init__(self, detour: Detour, **rules: Any) -> None:
        self._swerving = Swerving(make_web(), detour)
        super().__init__(self._swerving, replace(RULES, **rules))

    def run(self, task: Task, tools: Any = None) -> Report:
        self._swerving.errand.task = task
        return super().run(task, tools)
