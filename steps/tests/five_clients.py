"""The five clients under one signature, and a real server on loopback that shows how each behaves in earnest."""

import asyncio
import contextlib
import http.server
import json
import socket
import struct
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import httpx
import requests

from oa_conformance.steps.world.cassette import Answer

RESET = struct.pack("ii", 1, 0)  # SO_LINGER: close with RST


@dataclass(frozen=True)
class Got:
    """An answer as the client presents it."""

    status: int
    body: bytes
    text: str
    headers: dict[str, str]


Get = Callable[..., Got]


def with_httpx(url: str, method: str = "GET", **options: Any) -> Got:
    with httpx.Client(follow_redirects=True, timeout=options.pop("timeout", 5)) as client:
        answer = client.request(method, url, **options)
        return Got(answer.status_code, answer.content, answer.text, dict(answer.headers))


def with_httpx_async(url: str, method: str = "GET", **options: Any) -> Got:
    async def go() -> Got:
        async with httpx.AsyncClient(follow_redirects=True, timeout=options.pop("timeout", 5)) as client:
            answer = await client.request(method, url, **options)
            return Got(answer.status_code, answer.content, answer.text, dict(answer.headers))

    return asyncio.run(go())


def with_requests(url: str, method: str = "GET", **options: Any) -> Got:
    with requests.Session() as session:
        answer = session.request(method, url, timeout=options.pop("timeout", 5), **options)
        return Got(answer.status_code, answer.content, answer.text, {k.lower(): v for k, v in answer.headers.items()})


def with_urllib(url: str, method: str = "GET", **options: Any) -> Got:
    headers, body = dict(options.get("headers", {})), None
    if "json" in options:
        body, headers["Content-Type"] = json.dumps(options["json"]).encode(), "application/json"
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    try:
        answer = opener.open(
            urllib.request.Request(url, body, headers, method=method), timeout=options.get("timeout", 5)
        )
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        content = answer.read()
    text = content.decode(answer.headers.get_content_charset() or "utf-8", "replace")
    return Got(answer.status, content, text, {k.lower(): v for k, v in answer.headers.items()})


def with_aiohttp(url: str, method: str = "GET", **options: Any) -> Got:
    limit = aiohttp.ClientTimeout(sock_read=options.pop("timeout", 5), sock_connect=5)

    async def go() -> Got:
        async with aiohttp.ClientSession(timeout=limit) as session, session.request(method, url, **options) as answer:
            content = await answer.read()
            return Got(
                answer.status,
                content,
                await answer.text(errors="replace"),
                {k.lower(): v for k, v in answer.headers.items()},
            )

    return asyncio.run(go())


CLIENTS: dict[str, Get] = {
    "httpx": with_httpx,
    "httpx-async": with_httpx_async,
    "requests": with_requests,
    "urllib": with_urllib,
    "aiohttp": with_aiohttp,
}


def stream_httpx(url: str, got: bytearray) -> None:
    with httpx.Client(timeout=0.5) as client, client.stream("GET", url) as answer:
        for chunk in answer.iter_raw():
            got += chunk


def stream_httpx_async(url: str, got: bytearray) -> None:
    async def go() -> None:
        async with httpx.AsyncClient(timeout=0.5) as client, client.stream("GET", url) as answer:
            async for chunk in answer.aiter_raw():
                got.extend(chunk)

    asyncio.run(go())


def stream_requests(url: str, got: bytearray) -> None:
    with requests.get(url, stream=True, timeout=0.5) as answer:
        for chunk in answer.iter_content(16):
            got += chunk


def stream_urllib(url: str, got: bytearray) -> None:
    with urllib.request.urlopen(url, timeout=0.5) as answer:
        while chunk := answer.read1(16):
            got += chunk


def stream_aiohttp(url: str, got: bytearray) -> None:
    async def go() -> None:
        limit = aiohttp.ClientTimeout(sock_read=0.5)
        async with aiohttp.ClientSession(timeout=limit) as session, session.get(url) as answer:
            await asyncio.sleep(0.005)  # a host has other things to do, too
            async for chunk in answer.content.iter_any():
                got.extend(chunk)

    asyncio.run(go())


STREAMS: dict[str, Callable[[str, bytearray], None]] = {
    "httpx": stream_httpx,
    "httpx-async": stream_httpx_async,
    "requests": stream_requests,
    "urllib": stream_urllib,
    "aiohttp": stream_aiohttp,
}


def failure(call: Callable[[], object]) -> tuple[str, ...]:
    """The names of the exception that the call raises and of those it carries inside, outermost first; () if none."""
    try:
        call()
    except Exception as error:
        inner: Any = getattr(error, "reason", None) or getattr(error, "os_error", None) or (error.args or (None,))[0]
        if isinstance(error, requests.ConnectionError):
            inner = getattr(inner, "reason", inner)
        return tuple(
            f"{type(each).__module__}.{type(each).__name__}" for each in (error, inner) if isinstance(each, Exception)
        )
    return ()


@dataclass
class Server:
    """A real server. It answers as it is told, fails as it is told, and remembers what it was sent."""

    answers: dict[str, Answer]
    url: str = ""
    seen: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)


@contextlib.contextmanager
def real_server(answers: dict[str, Answer]) -> Iterator[Server]:
    """Serve path -> answer on loopback; ``timeout`` and ``reset`` are acted out."""
    server = Server(answers)

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = (
                self.chunks()
                if self.headers.get("transfer-encoding")
                else self.rfile.read(int(self.headers.get("content-length") or 0))
            )
            server.seen.append((self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            answer = server.answers[self.path.partition("?")[0]]
            if answer.fault is None or answer.fault.after is not None:
                self.send_response_only(answer.status, answer.reason)
                for name, value in answer.headers:
                    self.send_header(name, value)
                if answer.status not in (204, 304) and "content-length" not in [
                    name.lower() for name, _ in answer.headers
                ]:
                    self.send_header("content-length", str(len(answer.body)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(answer.body[: answer.fault.after if answer.fault else None])
            if answer.fault:
                time.sleep(0.8 if answer.fault.kind == "timeout" else 0.1)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                self.connection.close()
                self.close_connection = True

        def chunks(self) -> bytes:
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return body

        do_GET = do_POST = do_HEAD = answer

        def log_message(self, *_: Any) -> None: ...

        def finish(self) -> None:
            with contextlib.suppress(OSError):
                super().finish()

    listening = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listening.daemon_threads = True
    server.url = f"http://127.0.0.1:{listening.server_port}"
    threading.Thread(target=listening.serve_forever, args=(0.01,), daemon=True).start()
    yield server
    listening.shutdown()
    listening.server_close()
