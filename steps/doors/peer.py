"""The other end of a connection, in memory: a library writes its request and parses its answer as it always does."""

import asyncio
import io
from collections.abc import Callable
from functools import partial
from typing import Any

import h11

from oa_conformance.steps.doors.played import TransportFault, WireCassette

BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Peer:
    """A server for one connection and one request: bytes in, bytes out."""

    def __init__(self, cassette: WireCassette, scheme: str, host: str, port: int) -> None:
        host = f"[{host}]" if ":" in host else host
        self._origin = f"{scheme}://{host}" + ("" if port == {"https": 443, "http": 80}[scheme] else f":{port}")
        self._cassette, self._parser = cassette, h11.Connection(h11.SERVER)
        self._head: h11.Request | None = None
        self._body = bytearray()

    def feed(self, data: bytes) -> tuple[bytes, OSError | None] | None:
        """What comes back and the error that follows it; None until the request is complete. Raises TransportFault.

        What is no HTTP is answered with 400, as servers do, and logged as a way out that was tried.
        """
        try:
            self._parser.receive_data(data)
            while isinstance(event := self._parser.next_event(), (h11.Request, h11.Data, h11.EndOfMessage)):
                if isinstance(event, h11.Request):
                    self._head = event
                elif isinstance(event, h11.Data):
                    self._body += event.data
                elif self._head:
                    return self._reply(self._head)
        except h11.RemoteProtocolError as error:
            self._cassette.wire.tried("no HTTP", f"{self._origin}: {error}"[:200])
            return BAD_REQUEST, None
        if self._parser.they_are_waiting_for_100_continue:
            return self._parser.send(h11.InformationalResponse(status_code=100, headers=[])) or b"", None
        return None

    def _reply(self, head: h11.Request) -> tuple[bytes, OSError | None]:
        target = head.target.decode("latin-1")
        url = self._origin + target if target.startswith("/") else target  # a plain proxy is asked for the whole URL
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in head.headers}
        response = self._cassette.ask(head.method.decode(), url, headers, bytes(self._body))
        lines = [f"HTTP/1.1 {response['status']['code']} {response['status']['message']}".encode()]
        lines += [
            b"%s: %s" % (name.encode(), value) for name, values in response["headers"].items() for value in values
        ]
        body = response["body"]["string"]
        return b"\r\n".join([*lines, b"connection: close", b"", body]), getattr(body, "error", None)


class MemorySocket:
    """As much of a socket as http.client uses. A failure to connect shows once the request is complete."""

    def __init__(self, peer: Peer, own: Callable[[OSError], Exception]) -> None:
        self._peer, self._own = peer, own
        self._incoming = Incoming(b"", None)

    def sendall(self, data: bytes) -> None:
        try:
            if reply := self._peer.feed(bytes(data)):
                self._incoming = Incoming(*reply)
        except TransportFault as fault:
            if fault.connecting:
                raise self._own(fault.error) from fault.error
            self._incoming = Incoming(b"", fault.error)

    def makefile(self, *_: Any, **__: Any) -> io.BufferedReader:
        return io.BufferedReader(self._incoming)

    def _nothing(self, *_: Any) -> None: ...

    close = settimeout = setsockopt = shutdown = _nothing


class Incoming(io.RawIOBase):
    """Bytes, then the end or an error."""

    def __init__(self, data: bytes, error: OSError | None) -> None:
        self._data, self._error = memoryview(data), error

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        part = self._data[: len(buffer)]
        if not part and self._error:
            raise self._error
        buffer[: len(part)] = part
        self._data = self._data[len(part) :]
        return len(part)


class MemoryTransport(asyncio.Transport):
    """As much of a transport as aiohttp uses."""

    def __init__(self, protocol: Any, peer: Peer, own: Callable[[OSError], Exception]) -> None:
        super().__init__()
        self._protocol, self._peer, self._own = protocol, peer, own
        self._loop, self._closing = asyncio.get_running_loop(), False

    def write(self, data: Any) -> None:
        try:
            if reply := self._peer.feed(bytes(data)):
                self._loop.call_soon(self._deliver, *reply)
        except TransportFault as fault:
            if fault.connecting:
                self._loop.call_soon(self._protocol.set_exception, self._own(fault.error))
            else:
                self._loop.call_soon(self._deliver, b"", fault.error)

    def _deliver(self, data: bytes, error: OSError | None) -> None:
        if data and not self._closing:
            self._protocol.data_received(data)
        if error:  # later, or aiohttp drops what it has not read
            stalls = isinstance(error, TimeoutError)
            break_off = self._protocol._on_read_timeout if stalls else partial(self._lose, error)
            self._loop.call_later(0.02 if data else 0, break_off)

    def _lose(self, error: OSError | None) -> None:
        if not self._closing:
            self._closing = True
            self._loop.call_soon(self._protocol.connection_lost, error)

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        self._lose(None)

    abort = close
