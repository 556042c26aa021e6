"""A world over real TLS on this machine: every host of it answers as in memory, except where bytes are given."""

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable

import httpx
import trustme

from oa_conformance.reference.tests.conftest import Internet

Handler = Callable[[ssl.SSLSocket], None]
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


class Wire:
    """A server for all hosts of the internet. ``handlers`` answer for a URL's host and path, with whatever bytes."""

    def __init__(self, internet: Internet) -> None:
        self.internet, self.handlers, self.ended = internet, dict[str, Handler](), threading.Event()
        self._authority = trustme.CA()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads, self._connections = list[threading.Thread](), list[socket.socket]()
        self.port = int(self._listener.getsockname()[1])
        self._begin(self._accept)

    def trusting(self) -> ssl.SSLContext:
        """A client's context that trusts this world."""
        context = ssl.create_default_context()
        self._authority.configure_trust(context)
        return context

    def close(self) -> None:
        """End every thread."""
        self.ended.set()
        for each in (self._listener, *self._connections):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        for thread in self._threads:
            thread.join(timeout=10)

    def _begin(self, work: Callable[..., None], *given: object) -> None:
        self._threads.append(threading.Thread(target=work, args=given, daemon=True))
        self._threads[-1].start()

    def _accept(self) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        hosts = {httpx.URL(each).host for each in self.internet.pages} | {"api.github.com", "broker.tarn-search.org"}
        self._authority.issue_cert(*hosts).configure_cert(context)
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._begin(self._talk, connection, context)

    def _talk(self, connection: socket.socket, context: ssl.SSLContext) -> None:
        """Answer one connection's requests until a handler has had it."""
        connection.settimeout(10)
        with contextlib.suppress(OSError), context.wrap_socket(connection, server_side=True) as stream:
            self._connections.append(stream)
            while request := request_on(stream):
                handler = self.handlers.get(f"{request.url.host}{request.url.path}")
                if handler:
                    handler(stream)
                    return
                answer = self.internet.handle_request(request)
                body = answer.read()
                told = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items() if "length" not in name)
                head = f"HTTP/1.1 {answer.status_code} OK\r\n{told}content-length: {len(body)}\r\n\r\n"
                stream.sendall(head.encode() + body)

    def dripping(self, start: bytes, drop: bytes, pause: float = 0.02) -> Handler:
        """A handler that sends the start at once and the drop again and again, byte by byte, until the world ends."""

        def drip(stream: ssl.SSLSocket) -> None:
            stream.sendall(start)
            while not self.ended.is_set():
                for each in drop:
                    stream.sendall(bytes([each]))
                    time.sleep(pause)

        return drip


def request_on(stream: ssl.SSLSocket) -> httpx.Request | None:
    """The next request on the connection; None when the client is gone."""
    received = b""
    while b"\r\n\r\n" not in received:
        more = stream.recv(65_536)
        if not more:
            return None
        received += more
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (each.partition(":") for each in lines)}
    while len(body) < int(headers.get("content-length", 0)):
        body += stream.recv(65_536)
    return httpx.Request(method, f"https://{headers['host']}{path}", headers=headers, content=body)


def sending(answer: bytes) -> Handler:
    """A handler that sends these bytes and ends the connection."""
    return lambda stream: stream.sendall(answer)
