"""A host that sends what no honest host would, and hands in nothing of note."""

import contextlib
import http.client
import socket
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any

Send = Callable[[Any], object]
HOST = "journal.example"
LONG = "x" * 1_000_000


def asked(method: str, target: str, headers: Mapping[str, str] | None = None, body: bytes | None = None) -> Send:
    """Send this by http.client, which leaves a target as it is."""

    def send(tools: Any) -> object:
        client = http.client.HTTPSConnection(HOST)
        client.putrequest(method, target, skip_host=False, skip_accept_encoding=True)
        for name, value in (headers or {}).items():
            client.putheader(name, value)
        if body is not None:
            client.putheader("content-length", str(len(body)))
        client.endheaders(body)
        return client.getresponse().status

    return send


def flooded(tools: Any) -> object:
    return [tools.open_page(url=f"https://{HOST}/{n}")["status"] for n in range(10_000)]


def dialled(tools: Any) -> object:
    with contextlib.closing(socket.create_connection(("93.184.215.14", 443), timeout=1)) as client:
        return client.send(b"hello")


def sent_raw(tools: Any) -> object:
    client = http.client.HTTPSConnection(HOST)
    client.connect()
    client.sock.sendall(b"\x16\x03\x01\0\xff GET / HTTP/9.9\r\n\r\n" * 100)
    return client.sock.makefile("rb").read(12).decode()


SENDS: Mapping[str, Send] = {
    "well": lambda tools: tools.open_page(url=f"https://{HOST}/page")["status"],
    "a URL of a megabyte": asked("GET", f"/{LONG}"),
    "a URL of a megabyte of escapes": asked("GET", "/?" + "&%61=%62" * 120_000),
    "invalid escapes": asked("GET", "/%zz%/%u2603%f"),
    "a URL in brackets": asked("GET", "https://["),
    "a URL at no port": asked("GET", "https://a:99999/"),
    "a URL of another scheme": asked("GET", "gopher://a/1"),
    "an asterisk": asked("OPTIONS", "*"),
    "a long method": asked("M" * 10_000, "/page"),
    "a method of its own": asked("GEt", "/page"),
    "many headers": asked("GET", "/page", {f"x-{n}": "y" for n in range(20_000)}),
    "a header of five megabytes": asked("GET", "/page", {"x": LONG * 5}),
    "a cookie of a megabyte": asked("GET", "/page", {"cookie": LONG}),
    "a body of fifty megabytes": asked("POST", "/page", body=b"y" * 50_000_000),
    "a body that nests": asked("POST", "/v1/search", {"host": "search.broker-of-record.org"}, b"[" * 16_000),
    "a name that nobody has": lambda tools: urllib.request.urlopen("https://no-such.example/"),
    "a name of a megabyte": lambda tools: urllib.request.urlopen(f"https://{LONG}.example/"),
    "a socket": dialled,
    "no HTTP": sent_raw,
    "a page of a megabyte": lambda tools: tools.open_page(url=f"https://{HOST}/{LONG}"),
    "a page that cannot be": lambda tools: tools.open_page(url="https://[::1/%zz\ud800"),
    "a page of another type": lambda tools: tools.open_page(url=[{}]),
    "a search of megabytes": lambda tools: tools.web_search(query=LONG, domains=[LONG] * 3, max_results=10**9),
    "a search of other types": lambda tools: tools.web_search(query=None, domains={1: 2}, max_results=1e999),
    "a search for more than there is": lambda tools: tools.web_search(query="a", domains=[], max_results=10**5_000),
    "a file outside": lambda tools: tools.github_fetch_file(repository="a/b", ref="\0", path="../../etc/passwd"),
    "requests without end": flooded,
}  # fmt: skip


class Sending:
    """Sends what the task's utterance names, and says what came of it."""

    name, version, capabilities = "sending", "1", ("registry_brokered",)

    def run(self, task: Mapping[str, Any], tools: Any) -> object:
        try:
            return {"got": str(SENDS[task["utterance"]](tools))[:100]}
        except Exception as error:
            return {"raised": type(error).__name__}
