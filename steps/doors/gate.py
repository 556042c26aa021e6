"""A gate of the replay proxy: what comes in by it belongs to one process of the host, so it can be charged rightly."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

from oa_conformance.steps.doors.authority import Authority
from oa_conformance.steps.doors.model_endpoint import ModelEndpoint
from oa_conformance.steps.doors.wire import Run, Wire
from oa_conformance.steps.world.cassette import Answer

CONNECTIONS = 256  # open at one gate at a time
UNTRUSTED = 100  # names of hosts that are kept


class FloodError(Exception):
    """More was sent than is kept of one task."""


class Guest(Protocol):
    """A connection as its gate sees it."""

    @property
    def busy(self) -> bool: ...

    def abort(self) -> None: ...


class Gate:
    """``run`` is what its requests are charged to; None charges them to the task of the time they come.

    ``untrusted`` names hosts to which a connection was made and nothing sent, the sign of a client that does not trust
    the authority. Used in the proxy's thread alone; ``port``, ``busy`` and ``untrusted`` may be read by anyone.
    """

    def __init__(self, wire: Wire, authority: Authority, run: Run | None, model: ModelEndpoint | None) -> None:
        self.wire, self.authority, self.run, self.model = wire, authority, run, model
        self.untrusted: list[str] = []
        self.servers: list[asyncio.Server] = []
        self._guests: set[Guest] = set()

    @property
    def port(self) -> int:
        """Where its proxy listens on the loopback address."""
        port: int = self.servers[0].sockets[0].getsockname()[1]
        return port

    @property
    def busy(self) -> bool:
        """Whether a request is on its way in or its answer on its way out."""
        return any(guest.busy for guest in tuple(self._guests))

    def enter(self, guest: Guest) -> bool:
        """Whether there is room for one more connection."""
        if len(self._guests) >= CONNECTIONS:
            return False
        self._guests.add(guest)
        return True

    def distrusts(self, host: str) -> None:
        """Keep the name of a host to which a connection was made and nothing sent."""
        if len(self.untrusted) < UNTRUSTED:
            self.untrusted.append(host)

    def leave(self, guest: Guest) -> None:
        self._guests.discard(guest)

    def ask(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """The world's answer, logged and charged. Raises FloodError, as the wire's sink may."""
        return self.wire.exchange(method, url, headers, body, run=self.run)[0]

    def tried(self, what: str, detail: str, kind: str = "escape") -> None:
        """Log what is no request, unless too much is logged already."""
        with suppress(FloodError):
            self.wire.tried(what, detail[:300], kind, run=self.run)

    def close(self) -> None:
        """Let nobody in any more, and put out whoever is inside."""
        for server in self.servers:
            server.close()
        for guest in tuple(self._guests):
            guest.abort()
