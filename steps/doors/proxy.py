"""The replay proxy: HTTPS of any program, in any language, answered from the wire. It opens no connection of its own.

    proxy = Proxy()
    gate = proxy.open_gate(wire)          # http://127.0.0.1:{gate.port}, trusting proxy.authority.pem
    proxy.close_gate(gate)
    proxy.close()

It runs in a thread of the judge's process, for the judge only waits meanwhile. Each process of a host gets a gate, so
what a dead one left behind can neither ask for anything any more nor charge it to another task.
"""

import asyncio
import http.client
import ssl
import threading
from collections.abc import Coroutine, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from oa_conformance.steps.doors.authority import Authority
from oa_conformance.steps.doors.connection import Connection
from oa_conformance.steps.doors.gate import Gate
from oa_conformance.steps.doors.model_endpoint import ModelEndpoint
from oa_conformance.steps.doors.wire import Run, Wire
from oa_conformance.steps.world.cassette import Answer, Interaction
from oa_conformance.steps.world.matching import Playback, request_key

BRANCH = "https://api.github.com/repos/hoiyu915-droid/open-scholarly-sources/branches/main"
ANSWER = b'{"commit": {"sha": "the replay proxy answers"}}'
PATIENCE_S = 10.0  # for our own thread
NONE: Mapping[Path, int | None] = MappingProxyType({})
T = TypeVar("T")


class Proxy:
    """The thread, its loop and the authority. Calls come from one other thread."""

    def __init__(self, model: ModelEndpoint | None = None) -> None:
        self.model, self.authority = model, Authority()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="oa-conformance-proxy", daemon=True)
        self._thread.start()

    def open_gate(self, wire: Wire, run: Run | None = None, sockets: Mapping[Path, int | None] = NONE) -> Gate:
        """A gate; what comes in by it is charged to ``run``, or without it to the task of the time.

        ``sockets`` are Unix sockets that it has beside its port: those with a number stand for that port of a server
        that speaks TLS, those without take what a proxy takes.
        """
        gate = Gate(wire, self.authority, run, self.model)
        self._do(self._listen(gate, sockets))
        return gate

    def close_gate(self, gate: Gate) -> None:
        """Close the gate and every connection in it."""
        self._do(self._shut(gate))

    def close(self) -> None:
        """End the thread and remove the authority's files."""
        if self._loop.is_closed():
            return
        self._do(self._finish())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        if not self._thread.is_alive():
            self._loop.close()
        self.authority.close()

    async def _listen(self, gate: Gate, sockets: Mapping[Path, int | None]) -> None:
        gate.servers.append(await self._loop.create_server(partial(Connection, gate), "127.0.0.1", 0))
        for path, port in sockets.items():
            gate.servers.append(await self._loop.create_unix_server(partial(Connection, gate, port), str(path)))

    async def _shut(self, gate: Gate) -> None:
        gate.close()
        await asyncio.sleep(0)  # for the transports to say goodbye

    @staticmethod
    async def _finish() -> None:
        """End what is still under way, such as handshakes that nobody goes on with."""
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for each in left:
            each.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)


def prove(proxy: Proxy) -> None:
    """Ask for the branch main through the proxy as a client would. Raises RuntimeError, one line, if that fails.

    So what goes wrong afterwards is the host's doing and not the harness's.
    """
    wire = Wire(lambda record: None)
    known = Interaction("proof", "GET", BRANCH, Answer(200, "OK", (("content-type", "application/json"),), ANSWER))
    gate = proxy.open_gate(
        wire, wire.open_task("proof", Playback({request_key("GET", BRANCH, None, b"", {}): (known,)}))
    )
    host, path = BRANCH.removeprefix("https://").split("/", 1)
    trusting = ssl.create_default_context(cafile=str(proxy.authority.pem))
    client = http.client.HTTPSConnection("127.0.0.1", gate.port, timeout=PATIENCE_S, context=trusting)
    try:
        client.set_tunnel(host, 443)
        client.request("GET", f"/{path}")
        body = client.getresponse().read()
        if body != ANSWER:
            raise RuntimeError(
                f"the replay proxy answers {body[:80]!r}; this is a fault of the suite or of the machine"
            )
    except (OSError, http.client.HTTPException) as error:
        why = f"{type(error).__name__}: {error}"
        raise RuntimeError(f"the replay proxy cannot be reached on 127.0.0.1:{gate.port} ({why})") from error
    finally:
        client.close()
        wire.close_task()
        proxy.close_gate(gate)
