"""One connection of a host to the replay proxy: a proxy's CONNECT, TLS, HTTP/1.1, and the faults of the world.

There is no upstream: the wire answers. A fault takes place on the connection, which is reset: at once for a name that
does not resolve and a host that refuses, after STALL_S for one that never answers (who waits less sees his own
timeout), after the bytes that arrive for an answer that breaks off. Which fault it was stands in the wire record.
"""

import asyncio
import contextlib
import re
import socket
import ssl
import struct
from collections.abc import Mapping
from typing import Any

import h11

from oa_conformance.steps.doors.gate import FloodError, Gate
from oa_conformance.steps.doors.tunnel import CONNECT_S, Upstream, forwarded
from oa_conformance.steps.doors.wire import delivered, field, framed
from oa_conformance.steps.world.cassette import Answer

HEAD_BYTES = 65_536  # of a request's line and headers
BODY_BYTES = 1_000_000  # of a request; a search is a few hundred
HELD_BYTES = 1_000_000  # that may wait while the connection is busy
IDLE_S = 60.0
HANDSHAKE_S = 10.0
STALL_S = 0.1  # how long silence lasts; faults come at once, whatever timeout the host set
CUT_S = 0.02  # between the last byte of a broken body and the reset, or some clients drop what they have not read
BODILESS = frozenset({204, 304})
VERSIONS = frozenset({b"1.0", b"1.1"})
RESET = struct.pack("ii", 1, 0)  # linger for no time: closing sends RST
ESTABLISHED = b"HTTP/1.1 200 Connection established\r\n\r\n"
BAD_GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
MESSAGE = (h11.Request, h11.Data, h11.EndOfMessage)
PORT = re.compile("[0-9]{1,5}")


class Connection(asyncio.Protocol):
    """``tls_port`` is the port of a server for which TLS comes first and names the host (SNI); without it, HTTP comes
    first, as to a proxy."""

    def __init__(self, gate: Gate, tls_port: int | None = None) -> None:
        self._gate, self._tls_port = gate, tls_port
        self._loop = asyncio.get_running_loop()
        self._parser = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD_BYTES)
        self._head: h11.Request | None = None
        self._body, self._held = bytearray(), bytearray()
        self._scheme, self._authority = "http", ""  # the authority of a tunnel
        self._waiting = self._full = False  # for a handshake or a fault; for the client to read
        self._asked = 0
        self._upstream: Upstream | None = None
        self._task: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None

    # what asyncio calls

    def connection_made(self, transport: Any) -> None:
        self._transport: asyncio.Transport = transport
        if not self._gate.enter(self):
            self._transport.abort()
            return
        self._stay()
        if self._tls_port:
            self._start(self._handshake(self._gate.authority.by_name(self._is_named)))

    def data_received(self, data: bytes) -> None:
        self._stay()
        if self._upstream:
            self._show(data)
            self._upstream.write(data)
        elif self._waiting:
            self._held += data
            if len(self._held) > HELD_BYTES:
                self.abort()
        else:
            self._feed(data)

    def pause_writing(self) -> None:
        self._full = True
        (self._upstream or self).pause_reading()

    def resume_writing(self) -> None:
        self._full = False
        (self._upstream or self).resume_reading()
        if not self._waiting:
            self._feed(b"")

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        if self._idle:
            self._idle.cancel()
        if self._upstream:
            self._upstream.close()
        if self._scheme == "https" and not self._asked and not self._waiting:
            self._gate.distrusts(self._authority)
        self._gate.leave(self)

    # what the gate and the model's end call

    def write(self, data: bytes) -> None:
        self._transport.write(data)

    def close(self) -> None:
        self._transport.close()

    @property
    def busy(self) -> bool:
        """Whether a request has begun and its answer has not ended."""
        return self._head is not None or (self._waiting and bool(self._asked))

    def abort(self) -> None:
        self._transport.abort()

    @property
    def _listens(self) -> bool:
        """Whether the next request may be read now."""
        return not (self._waiting or self._full or self._transport.is_closing())

    # requests

    def _feed(self, data: bytes) -> None:
        """Answer what is complete."""
        try:
            if data:
                self._parser.receive_data(data)
            while self._listens and isinstance(event := self._parser.next_event(), MESSAGE):
                if isinstance(event, h11.Request):
                    if event.http_version not in VERSIONS:
                        return self._refuse(505, f"HTTP/{event.http_version.decode()}")
                    self._head = event
                elif isinstance(event, h11.Data):
                    self._body += event.data
                    if len(self._body) > BODY_BYTES:
                        return self._refuse(413, f"a body of more than {BODY_BYTES} bytes")
                elif self._head:
                    self._complete(self._head)
        except h11.RemoteProtocolError as error:
            return self._refuse(error.error_status_hint, str(error))
        except FloodError:
            return self.abort()
        if self._parser.they_are_waiting_for_100_continue and not self._transport.is_closing():
            self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            self._parser.send(h11.InformationalResponse(status_code=100, headers=[]))
        return None

    def _complete(self, head: h11.Request) -> None:
        body, lasts = bytes(self._body), self._parser.their_state is not h11.MUST_CLOSE
        trailing, _ = self._parser.trailing_data
        self._parser = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD_BYTES)
        if trailing:
            self._parser.receive_data(trailing)
        self._head = None
        self._body.clear()
        target = head.target.decode("latin-1")
        if head.method == b"CONNECT" and trailing:
            self._refuse(400, "bytes for a tunnel that is not open yet")
        elif head.method == b"CONNECT":
            self._connect(target)
        elif not self._authority and self._is_for_model(target):
            self._forward(head, body, target)
        else:
            self._answer(head, body, self._url(head, target), lasts)

    def _url(self, head: h11.Request, target: str) -> str:
        """The URL as it travels. In a tunnel its authority is the tunnel's, whatever the request says."""
        named, _, rest = target.partition("://")
        if not self._authority:
            if rest:
                return target
            host = next((value.decode("latin-1") for name, value in head.headers if name == b"host"), "")
            return f"{self._scheme}://{host}{target}"
        if rest and not named.startswith("/"):
            target = "/" + rest.partition("/")[2]
        return f"{self._scheme}://{self._authority}{target if target.startswith('/') else '/' + target}"

    def _answer(self, head: h11.Request, body: bytes, url: str, lasts: bool) -> None:
        self._asked += 1
        method = head.method.decode("latin-1")
        sent = {name.decode("latin-1"): value.decode("latin-1") for name, value in head.headers}
        answer = self._gate.ask(method, url, sent, body)
        part = delivered(method, answer)
        broken = answer.fault is not None and not (part is not None and method == "HEAD")
        if part is not None:
            headers = framed(answer)
            lasts = lasts and not broken and whole(method, answer.status, headers, part)
            self._transport.write(head_of(answer, headers, lasts) + part)
        if broken and answer.fault:
            self._waiting = True
            silent = STALL_S if "timeout" in answer.fault.kind else 0.0
            self._loop.call_later(silent + (CUT_S if part is not None else 0.0), self._reset)
        elif not lasts:
            self._transport.close()

    def _refuse(self, status: int, why: str) -> None:
        """Answer what is no request of ours, and log it as a way out that was tried."""
        self._head = None
        self._gate.tried("no HTTP", f"{self._scheme}://{self._authority}: {why}")
        self._transport.write(b"HTTP/1.1 %d Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" % status)
        self._transport.close()

    def _reset(self) -> None:
        handle = self._transport.get_extra_info("socket")
        with contextlib.suppress(OSError, AttributeError):  # a connection that is gone, or is none of TCP
            handle.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self._transport.abort()

    # tunnels

    def _connect(self, target: str) -> None:
        """Begin a tunnel. What no certificate can name is logged as it was asked for, and refused."""
        host, _, port = target.rpartition(":")
        if self._authority or not host or not PORT.fullmatch(port) or int(port) > 65535:
            return self._refuse(400, f"CONNECT {target}")
        if self._gate.model and self._gate.model.is_at(host, int(port)):
            return self._start(self._pass_through(None))
        try:
            context = self._gate.authority.context_for(host.strip("[]"))
        except ValueError:
            self._gate.ask("CONNECT", f"https://{target}/", {}, b"")
            self._transport.write(BAD_GATEWAY)
            return self._transport.close()
        self._transport.write(ESTABLISHED)
        self._scheme = "http" if port == "80" else "https"
        self._authority = host if port in ("80", "443") else target
        return self._start(self._handshake(context)) if self._scheme == "https" else None

    def _is_named(self, name: str) -> None:
        self._scheme, self._authority = "https", name if self._tls_port == 443 else f"{name}:{self._tls_port}"

    async def _handshake(self, context: ssl.SSLContext) -> None:
        try:
            secured = await self._loop.start_tls(
                self._transport, self, context, server_side=True, ssl_handshake_timeout=HANDSHAKE_S
            )
        except OSError as error:  # also of TLS, and of time
            self._gate.distrusts(self._authority)
            self._gate.tried("TLS", f"{self._authority}: {error}", "resolve")
            self._transport.abort()
            return self._gate.leave(self)
        if secured is None:
            return self._gate.leave(self)
        self._transport, self._waiting = secured, False
        held = bytes(self._held)
        self._held.clear()
        return self._feed(held)

    # the model

    def _is_for_model(self, target: str) -> bool:
        """Whether a plain proxy request is for the model."""
        model = self._gate.model
        scheme, _, rest = target.partition("://")
        host, mark, port = rest.partition("/")[0].rpartition(":")
        if not model or scheme != "http":
            return False
        named = mark and PORT.fullmatch(port)
        return model.is_at(host, int(port)) if named else model.is_at(rest.partition("/")[0], 80)

    def _forward(self, head: h11.Request, body: bytes, target: str) -> None:
        path = "/" + target.partition("://")[2].partition("/")[2]
        self._show(body, f"{head.method.decode('latin-1')} {path}")
        self._start(self._pass_through(forwarded(head, body, path)))

    async def _pass_through(self, first: bytes | None) -> None:
        """Join the host to its model: by a tunnel, or for one request that is sent ``first``."""
        model = self._gate.model
        assert model is not None
        try:
            async with asyncio.timeout(CONNECT_S):
                _, upstream = await self._loop.create_connection(lambda: Upstream(self), model.host, model.port)
        except OSError as error:
            self._gate.tried("model", f"{model.url} cannot be reached: {error}", "resolve")
            self._transport.write(BAD_GATEWAY)
            self._transport.close()
            return
        if first is None:
            self._transport.write(ESTABLISHED)
        upstream.write((first or b"") + self._held)
        self._upstream = upstream

    def _show(self, data: bytes, what: str = "tunnel") -> None:
        if self._gate.model:
            self._gate.tried("model", f"{what}: {self._gate.model.look(data)}", "resolve")

    # time

    def _start(self, work: Any) -> None:
        """Do this work, and nothing that comes meanwhile."""
        self._waiting = True
        self._task = self._loop.create_task(work)  # kept, or it may be collected before it ends

    def _stay(self) -> None:
        """Begin to count idle time anew."""
        self._since = self._loop.time()
        if self._idle is None:
            self._idle = self._loop.call_later(IDLE_S, self._is_idle)

    def _is_idle(self) -> None:
        left = IDLE_S - (self._loop.time() - self._since)
        if left > 0 or self._upstream:  # a model may think for longer
            self._idle = self._loop.call_later(max(left, 1.0), self._is_idle)
        else:
            self._transport.abort()


def whole(method: str, status: int, headers: Mapping[str, list[str]], part: bytes) -> bool:
    """Whether the part is as long as the headers say, so that another answer may follow it."""
    if method == "HEAD" or status in BODILESS:
        return True
    stated = next(values for name, values in headers.items() if name.lower() == "content-length")
    return stated == [str(len(part))]


def head_of(answer: Answer, headers: Mapping[str, list[str]], lasts: bool) -> bytes:
    """Status line and headers as they travel."""
    lines = [b"HTTP/1.1 %d %s" % (answer.status, answer.reason.encode("ascii", "replace"))]
    lines += [b"%s: %s" % (field(name), field(value)) for name, values in headers.items() for value in values]
    return b"\r\n".join([*lines, *([] if lasts else [b"connection: close"]), b"", b""])
