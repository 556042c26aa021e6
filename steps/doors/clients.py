"""Where each HTTP library is caught, and how a fault of the world becomes that library's own exception.

httpx is answered by vcrpy's stub. Its stubs for the others differ from a real server in ways a host can see: requests
gets gzip undecoded, urllib a refused connection that it does not wrap, aiohttp no charset, no limit to redirects and a
GET after a 307. So http.client, hence urllib and requests, and aiohttp get a connection whose other end is a ``Peer``:
they write their request and parse their answer as always, and redirects, decoding, cookies, limits and errors are their
own.
"""

import inspect
import socket
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any

from oa_conformance.steps.doors.peer import MemorySocket, MemoryTransport, Peer
from oa_conformance.steps.doors.played import CutBody, TransportFault, WireCassette
from oa_conformance.steps.doors.vcrpy import httpx_stubs

CHUNK = 65_536  # bytes that httpx sees at a time
Patch = tuple[Any, str, Any]  # object, attribute, replacement
Patches = Callable[[WireCassette, ModuleType], Iterator[Patch]]


# httpx


def httpx_patches(cassette: WireCassette, httpx: ModuleType) -> Iterator[Patch]:
    """Sync and async transports. Like httpx, a transport with ``retries`` tries again when it cannot connect."""
    play = httpx_stubs.vcr_handle_request(cassette, None, httpx)
    play_async = httpx_stubs.vcr_handle_async_request(cassette, None, httpx)

    def own(error: OSError, connecting: bool = False) -> Any:
        during, what = "Connect" if connecting else "Read", "Timeout" if isinstance(error, TimeoutError) else "Error"
        return getattr(httpx, during + what)(str(error))

    class BodyStream(httpx.SyncByteStream, httpx.AsyncByteStream):  # type: ignore[misc, name-defined]
        def __init__(self, body: bytes) -> None:
            self.body = body

        def __iter__(self) -> Iterator[bytes]:
            for start in range(0, len(self.body), CHUNK):
                yield self.body[start : start + CHUNK]
            if isinstance(self.body, CutBody):
                raise own(self.body.error)

        async def __aiter__(self) -> Any:
            for chunk in self:
                yield chunk

    def delivered(response: Any) -> Any:
        (body,) = response.stream  # vcrpy's stub has it in one piece
        response.stream = BodyStream(body)
        return response

    def handle_request(transport: Any, request: Any) -> Any:
        left = getattr(transport._pool, "_retries", 0)
        while True:
            try:
                return delivered(play(transport, request))
            except TransportFault as fault:
                if not (left and fault.connecting):
                    raise own(fault.error, fault.connecting) from fault.error
                left -= 1

    async def handle_async_request(transport: Any, request: Any) -> Any:
        left = getattr(transport._pool, "_retries", 0)
        while True:
            try:
                return delivered(await play_async(transport, request))
            except TransportFault as fault:
                if not (left and fault.connecting):
                    raise own(fault.error, fault.connecting) from fault.error
                left -= 1

    yield httpx.HTTPTransport, "handle_request", handle_request
    yield httpx.AsyncHTTPTransport, "handle_async_request", handle_async_request


# http.client, and with it urllib.request; urllib3, and with it requests


def plain_patches(cassette: WireCassette, client: ModuleType) -> Iterator[Patch]:
    real_send = client.HTTPConnection.send

    def send(connection: Any, data: Any) -> None:
        if connection.sock is not None and not isinstance(connection.sock, MemorySocket):
            connection.sock.close()  # left open from before the interception; send connects anew
            connection.sock = None
        real_send(connection, data)

    connect = connector(cassette, lambda connection, error: error)
    yield client.HTTPConnection, "send", send
    yield client.HTTPConnection, "connect", connect
    yield client.HTTPSConnection, "connect", connect


def urllib3_patches(cassette: WireCassette, urllib3: ModuleType) -> Iterator[Patch]:
    connection, exceptions = urllib3.connection, urllib3.exceptions

    def own(conn: Any, error: OSError) -> Any:
        if isinstance(error, socket.gaierror) and hasattr(exceptions, "NameResolutionError"):  # urllib3 2
            return exceptions.NameResolutionError(conn.host, conn, error)
        if isinstance(error, TimeoutError):
            return exceptions.ConnectTimeoutError(conn, f"Connection to {conn.host} timed out")
        return exceptions.NewConnectionError(conn, f"Failed to establish a new connection: {error}")

    connect = connector(cassette, own)
    yield connection.HTTPConnection, "connect", connect
    yield connection.HTTPSConnection, "connect", connect


def connector(cassette: WireCassette, own: Callable[[Any, OSError], Exception]) -> Callable[[Any], None]:
    """A ``connect`` that opens a MemorySocket; ``own`` makes the library's exception for a failure to connect."""

    def connect(connection: Any) -> None:
        host = connection._tunnel_host or getattr(connection, "_dns_host", connection.host)
        port = connection._tunnel_port if connection._tunnel_host else connection.port
        scheme = "https" if connection.default_port == 443 else "http"
        peer = Peer(cassette, scheme, host, port or connection.default_port)
        connection.sock = MemorySocket(peer, lambda error: own(connection, error))
        connection.is_verified = True

    return connect


# aiohttp


def aiohttp_patches(cassette: WireCassette, aiohttp: ModuleType) -> Iterator[Patch]:
    dns = getattr(aiohttp, "ClientConnectorDNSError", aiohttp.ClientConnectorError)  # aiohttp 3.10
    timeout_error = getattr(aiohttp, "ConnectionTimeoutError", aiohttp.ServerTimeoutError)

    async def create_connection(connector: Any, req: Any, traces: Any, timeout: Any) -> Any:
        def own(error: OSError) -> Any:
            if isinstance(error, TimeoutError):
                return timeout_error(f"Connection timeout to host {req.url}")
            kind = dns if isinstance(error, socket.gaierror) else aiohttp.ClientConnectorError
            return kind(req.connection_key, error)

        scheme = {"wss": "https", "ws": "http"}.get(req.url.scheme, req.url.scheme)
        protocol = connector._factory()
        peer = Peer(cassette, scheme, req.url.raw_host, req.url.port)
        protocol.connection_made(MemoryTransport(protocol, peer, own))
        return protocol

    def no_old_connection(*_: Any) -> None: ...

    async def no_old_connection_async(*_: Any) -> None: ...

    waits = inspect.iscoroutinefunction(getattr(aiohttp.BaseConnector, "_get", None))  # in newer versions
    yield aiohttp.BaseConnector, "_get", no_old_connection_async if waits else no_old_connection
    yield aiohttp.TCPConnector, "_create_connection", create_connection


LIBRARIES: Mapping[str, Patches] = {
    "http.client": plain_patches,
    "urllib3": urllib3_patches,
    "aiohttp": aiohttp_patches,
    "httpx": httpx_patches,
    "httpx2": httpx_patches,
}
