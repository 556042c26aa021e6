"""The exemplar in the judge's worlds, in this very process: what it asks is answered and logged as through a door."""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import httpx

from oa_conformance.reference.clock import Clock
from oa_conformance.reference.host import Host
from oa_conformance.reference.transport import Web, make_web
from oa_conformance.steps.doors.tools import HostTools
from oa_conformance.steps.doors.wire import Wire, delivered, field
from oa_conformance.steps.observation import Run, requests_in
from oa_conformance.steps.world.adapters import addresses
from oa_conformance.steps.world.cassette import Answer, Cassette
from oa_conformance.steps.world.matching import Playback, compose
from oa_conformance.steps.world.model import BROKER, World, base_cassette
from oa_conformance.steps.world.release import Release

FAULTS: Mapping[str, Callable[[str], Exception]] = {
    "dns": httpx.ConnectError,
    "refused": httpx.ConnectError,
    "reset": httpx.ReadError,
    "connect_timeout": httpx.ConnectTimeout,
    "timeout": httpx.ReadTimeout,
}


@dataclass
class Recorded(httpx.BaseTransport):
    """The world's answers as httpx gets them; ``records`` is the wire log."""

    playback: Playback
    task: str = "t1"
    records: list[dict[str, Any]] = dataclasses.field(default_factory=list)

    def __post_init__(self) -> None:
        self.wire = Wire(lambda record: self.records.append(asdict(record)))
        self.wire.open_task(self.task, self.playback)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer, _ = self.wire.exchange(request.method, str(request.url), request.headers, request.read())
        if answer.fault:
            raise FAULTS[answer.fault.kind](answer.fault.kind)
        body = delivered(request.method, answer) or b""
        headers = [(name.encode(), field(value)) for name, value in answer.headers]
        return httpx.Response(answer.status, headers=headers, stream=httpx.ByteStream(body))


def web_of(transport: Recorded) -> Web:
    return make_web(transport=transport)


def played(world: World, **task: Any) -> Run:
    """What the exemplar makes of the world's task, as the judge sees it. ``task`` replaces fields of its message."""
    laid = (base_of(world.base), world.variant(), world.freeze())
    playback = Playback()
    for cassette in laid:
        playback = compose(cassette, playback)
    transport = Recorded(playback)
    message = world.task.message("t1", 30.0) | task
    started = datetime.now(UTC)
    host = Host(web_of(transport), clock=Clock(sleep=lambda _: None))
    report = host.run(message, HostTools(transport.wire, message))
    held: dict[str, Answer] = {each.id: each.answer for cassette in laid for each in cassette.interactions}
    return Run(
        message, report, requests_in(transport.records), (), started, datetime.now(UTC), BROKER, world.release,
        addresses(world.base.routing), held,
    )  # fmt: skip


_BASES: dict[int, Cassette] = {}


def base_of(release: Release) -> Cassette:
    """The release's base cassette, made once."""
    return _BASES.setdefault(id(release), base_cassette(release))
