"""How fast the replay proxy is: ``python steps/tests/benchmark_proxy.py`` prints it. Nothing here passes or fails.

The clients are a process of their own that sends bytes it made before and reads as many as it knows will come, so that
what is measured is the proxy: TLS, HTTP, finding the answer, and the wire record.
"""

import socket
import ssl
import statistics
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from oa_conformance.steps.doors.proxy import BRANCH, Proxy
from oa_conformance.steps.doors.wire import Wire
from oa_conformance.steps.world.loading import playback_of

BASE = Path(__file__).parents[2] / "cassettes" / "base.yaml"
HOST, PATH = BRANCH.removeprefix("https://").split("/", 1)
REQUEST = (
    f"GET /{PATH} HTTP/1.1\r\nHost: {HOST}\r\nAccept: application/vnd.github+json\r\nUser-Agent: benchmark\r\n\r\n"
).encode()
CONNECTIONS, REQUESTS, NEW, ROUNDS = 8, 12_000, 600, 5


def connected(port: int, trusting: ssl.SSLContext) -> ssl.SSLSocket:
    """A connection through the proxy, its TLS done."""
    plain = socket.create_connection(("127.0.0.1", port))
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    plain.sendall(f"CONNECT {HOST}:443 HTTP/1.1\r\nHost: {HOST}:443\r\n\r\n".encode())
    if not plain.recv(4096).startswith(b"HTTP/1.1 200"):
        raise ConnectionError("the proxy opens no tunnel")
    return trusting.wrap_socket(plain, server_hostname=HOST)


def read(client: ssl.SSLSocket, size: int) -> None:
    while size > 0:
        size -= len(client.recv(65536))


def clients(what: str, port: int, pem: str) -> None:
    """Send all requests, on kept connections or on new ones, and print how many a second were answered."""
    trusting = ssl.create_default_context(cafile=pem)
    kept = [connected(port, trusting) for _ in range(CONNECTIONS if what == "kept" else 1)]
    kept[0].sendall(REQUEST)
    size = len(kept[0].recv(65536))
    started = time.perf_counter()
    if what == "kept":
        for _ in range(REQUESTS // CONNECTIONS):
            for client in kept:
                client.sendall(REQUEST)
            for client in kept:
                read(client, size)
    else:
        for _ in range(NEW):
            with closing(connected(port, trusting)) as client:
                client.sendall(REQUEST)
                read(client, size)
    print((REQUESTS if what == "kept" else NEW) / (time.perf_counter() - started))


def start_s() -> float:
    """Seconds from a fresh Python to a proxy that has answered, less what an empty Python takes."""
    script = "from oa_conformance.steps.doors.proxy import Proxy, prove; p = Proxy(); prove(p); p.close()"

    def took(code: str) -> float:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - started

    return statistics.median(took(script) - took("") for _ in range(ROUNDS))


def main() -> None:
    proxy, records = Proxy(), [0]
    wire = Wire(lambda record: records.__setitem__(0, records[0] + 1))
    wire.open_task("benchmark", playback_of(str(BASE)))
    gate = proxy.open_gate(wire)

    def round_of(what: str, count: int) -> tuple[float, float]:
        """Answers a second, and how many a processor of the proxy's own would give."""
        words = [sys.executable, __file__, what, str(gate.port), str(proxy.authority.pem)]
        spent = time.process_time()
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        return float(done.stdout), count / (time.process_time() - spent)

    kept, new = ([round_of(what, count) for _ in range(ROUNDS)] for what, count in (("kept", REQUESTS), ("new", NEW)))
    proxy.close_gate(gate)
    proxy.close()
    print(f"{ROUNDS} rounds, medians; in brackets what a processor of its own would do; {records[0]} wire records")
    for told, rounds in ((f"requests a second on {CONNECTIONS} kept connections (goal: 5,000)", kept),
                         ("new connections a second, each with one request", new)):  # fmt: skip
        seen, own = (statistics.median(column) for column in zip(*rounds, strict=True))
        print(f"  {seen:8,.0f} ({own:,.0f}) {told}")
    print(f"  {start_s():8.3f} s to start, with imports and one request through it (goal: 0.2)")


if __name__ == "__main__":
    clients(sys.argv[1], int(sys.argv[2]), sys.argv[3]) if len(sys.argv) > 1 else main()
