"""Between a host and its model: bytes both ways, no faster than they are taken."""

import asyncio
from typing import Any, Protocol

import h11

CONNECT_S = 5.0
REMADE = frozenset({
    b"connection", b"proxy-connection", b"keep-alive", b"te", b"upgrade",  # RFC 9110 §7.6.1
    b"content-length", b"transfer-encoding",
})  # fmt: skip


class Host(Protocol):
    """The host's end of a tunnel."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Upstream(asyncio.Protocol):
    """The model's end of a tunnel: what comes goes to the host, no faster than it is taken."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def connection_made(self, transport: Any) -> None:
        self._transport: asyncio.Transport = transport

    def data_received(self, data: bytes) -> None:
        self._host.write(data)

    def pause_writing(self) -> None:
        self._host.pause_reading()

    def resume_writing(self) -> None:
        self._host.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        self._host.close()

    def write(self, data: bytes) -> None:
        self._transport.write(data)

    def close(self) -> None:
        self._transport.close()

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()


def forwarded(head: h11.Request, body: bytes, path: str) -> bytes:
    """A request to a plain proxy as the server itself would get it."""
    lines = [b"%s %s HTTP/1.1" % (head.method, path.encode())]
    lines += [b"%s: %s" % (name, value) for name, value in head.headers if name not in REMADE]
    return b"\r\n".join([*lines, b"content-length: %d" % len(body), b"connection: close", b"", body])
