"""A small world behind the replay proxy, and a way in for the tests of it."""

import contextlib
import os
import socket
import ssl
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace

from oa_conformance.steps.doors.environment import environment
from oa_conformance.steps.doors.gate import Gate
from oa_conformance.steps.doors.proxy import Proxy
from oa_conformance.steps.doors.wire import Attempt, Exchange, Wire
from oa_conformance.steps.world.cassette import Answer, Cassette, Fault, Interaction, unreachable
from oa_conformance.steps.world.matching import compose

URL = "https://journal.example/page"
PAGE = b"<!doctype html><title>A page</title>\n"
HTML = (("content-type", "text/html"),)
BIG = b"0123456789" * 300_000


def kept(path: str, answer: Answer, method: str = "GET", sent: str | None = None) -> Interaction:
    return Interaction(f"{method} {path}", method, f"https://journal.example{path}", answer, sent=sent)


WORLD = Cassette(
    (
        kept("/page", Answer(headers=HTML, stored=PAGE)),
        kept("/again", Answer(headers=HTML, stored=b"first")),
        replace(kept("/again", Answer(headers=HTML, stored=b"then")), id="GET /again (2)"),
        kept("/big", Answer(headers=HTML, stored=BIG)),
        kept("/none", Answer(204, "No Content")),
        kept("/same", Answer(304, "Not Modified", (("etag", '"1"'),))),
        kept("/untrue", Answer(headers=(*HTML, ("content-length", "99")))),
        kept("/moved", Answer(302, "Found", (("location", "https://elsewhere.example/"),))),
        kept("/found", Answer(headers=(("content-type", "application/json"),), stored=b"{}"), "POST", ""),
        *(kept(f"/{kind}", unreachable(kind)) for kind in ("dns", "refused", "connect_timeout", "timeout", "reset")),
        kept("/cut", Answer(headers=HTML, stored=PAGE, fault=Fault("reset", 10))),
        kept("/stalls", Answer(headers=HTML, stored=PAGE, fault=Fault("timeout", 10))),
    ),
    hosts={"down.example": unreachable("refused")},
)
PLAYBACK = compose(WORLD)


class Entrance:
    """A gate of its own for one test, and what was logged of it."""

    def __init__(self, proxy: Proxy) -> None:
        self.proxy = proxy
        self.log: list[Exchange | Attempt] = []
        self.wire = Wire(self.log.append)
        self.gate: Gate = proxy.open_gate(self.wire, self.wire.open_task("t1", PLAYBACK))
        self.environment = environment(os.environ, proxy.authority, self.gate.port)

    def run(self, *command: object, status: int = 0) -> str:
        done = subprocess.run(
            [str(each) for each in command],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        assert done.returncode == status, f"{done.returncode}: {done.stdout[-500:]}{done.stderr[-2000:]}"
        return done.stdout

    def curl(self, *words: object, status: int = 0) -> str:
        return self.run("curl", "-sS", "-m", 20, *words, status=status)

    def plain(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.gate.port), timeout=5)

    def tunnel(self, authority: str = "journal.example:443") -> ssl.SSLSocket:
        client = self.plain()
        client.sendall(f"CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n\r\n".encode())
        assert client.recv(4096) == b"HTTP/1.1 200 Connection established\r\n\r\n"
        trusting = ssl.create_default_context(cafile=str(self.proxy.authority.pem))
        return trusting.wrap_socket(client, server_hostname=authority.partition(":")[0])

    @property
    def requests(self) -> list[tuple[str, str, int | None, str | None]]:
        return [(each.method, each.url, each.status, each.fault) for each in self.log if isinstance(each, Exchange)]

    @property
    def tries(self) -> list[tuple[str, str, str]]:
        return [(each.kind, each.what, each.detail) for each in self.log if isinstance(each, Attempt)]


def everything(client: socket.socket) -> bytes:
    """All that comes until the other end closes or breaks off."""
    said = b""
    with contextlib.suppress(ConnectionError, ssl.SSLError):
        while chunk := client.recv(65536):
            said += chunk
    return said


def wait_for(holds: Callable[[], bool], seconds: float = 5.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)
