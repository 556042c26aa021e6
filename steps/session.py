"""What all examples of one pytest run share: the door, the worlds, the results."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from oa_conformance.steps.doors.adapter import class_of
from oa_conformance.steps.doors.base import Door, HostUnusable, is_spec, open_adapter
from oa_conformance.steps.doors.identity import Identity, identity_of
from oa_conformance.steps.verdict.account import nonce, now
from oa_conformance.steps.verdict.results import ExampleResult
from oa_conformance.steps.world import store
from oa_conformance.steps.world.store import Worlds

USUAL: Mapping[str, Any] = {"trials": 1, "exitfirst": False, "baseline_sha256": None}
"""The options of a run that has none: what may change its outcome and is seen neither in host nor in release."""


def without_transcript(result: ExampleResult) -> ExampleResult:
    return replace(result, transcript=None)


@dataclass
class Session:
    """``release_dir``, ``out`` and ``record`` are as in ``store.prepare``.

    ``keep`` is given each result as it comes and returns what is kept of it. ``opener`` opens doors in place of
    ``open_adapter``. ``spec`` names the host in reports; ``told_by_pytest`` says whether pytest ends with the verdict.
    ``options`` and ``nonce`` are bound to the results; ``trial`` counts how often the examples are being run.
    ``remarks`` are what the reports say of the run beside what they say of the host.
    """

    release_dir: Path | None = None
    out: Path | None = None
    record: bool = False
    told_by_pytest: bool = True
    keep: Callable[[ExampleResult], ExampleResult] = without_transcript
    opener: Callable[[object], Door] | None = None
    options: Mapping[str, Any] = field(default_factory=lambda: dict(USUAL))
    nonce: str = field(default_factory=nonce)
    trial: int = 1
    started: datetime = field(default_factory=now)
    results: list[ExampleResult] = field(default_factory=list)
    description: Mapping[str, Any] = field(default_factory=dict)
    spec: str = ""
    _identified: Callable[[], Identity | None] = lambda: None
    remarks: tuple[str, ...] = ()
    _worlds: Worlds | None = None
    _door: Door | None = None
    _adapter: object = None
    _problem: str = ""

    @property
    def worlds(self) -> Worlds:
        """The worlds of the run, prepared when they are first asked for. Raises ReleaseError or CassetteError."""
        return self._worlds or self.prepare()

    def prepare(self) -> Worlds:
        """Prepare the worlds. Raises ReleaseError or CassetteError."""
        self._worlds = store.prepare(self.release_dir, self.out, record=self.record)
        return self._worlds

    def door(self, adapter: object) -> Door:
        """The door for this adapter; the last one again if the adapter is the last one again.

        An ``adapter`` fixture of a narrower scope than the session so costs a start per example and nothing else.
        Raises HostUnusable, at once if this adapter was already found unusable.
        """
        if self._adapter is not None and (self._adapter is adapter or same_spec(self._adapter, adapter)):
            if self._door is None:
                raise HostUnusable(self._problem)
            return self._door
        self.close()
        self._adapter = adapter
        self.spec = adapter if is_spec(adapter) else f"adapter:{class_of(adapter)}"
        try:
            self._door = (self.opener or open_adapter)(adapter)
        except HostUnusable as error:
            self._problem = " ".join(str(error).split())
            raise HostUnusable(self._problem) from None
        self.description = self._door.description
        self._identified = cache(partial(identity_of, self.spec, None if is_spec(adapter) else type(adapter)))
        return self._door

    def add(self, result: ExampleResult) -> None:
        self.results.append(self.keep(result))

    @property
    def identity(self) -> Identity | None:
        """What the host is made of; looked up when it is first asked for, for it costs some reading."""
        return self._identified()

    def introduction(self) -> str:
        """Who the host is, as one line of JSON; ``introduce`` takes it in where another process ran the host."""
        identity = asdict(self.identity) if self.identity else None
        return json.dumps({"description": dict(self.description), "spec": self.spec, "identity": identity})

    def introduce(self, introduction: str) -> None:
        told = json.loads(introduction)
        if told["description"]:
            self.description, self.spec = told["description"], told["spec"]
            identity = Identity(**told["identity"]) if told["identity"] else None
            self._identified = lambda: identity

    def close(self) -> None:
        """Close the door, if one is open."""
        if self._door is not None:
            self._door.close()
        self._door = self._adapter = None


def same_spec(one: object, other: object) -> bool:
    return is_spec(one) and is_spec(other) and one == other
