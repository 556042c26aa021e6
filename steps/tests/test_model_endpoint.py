"""The one way out of the replay proxy: a host's own model."""

import http.server
import re
import socket
import threading
from collections.abc import Iterator

import pytest

from oa_conformance.steps.doors.model_endpoint import ModelEndpoint
from oa_conformance.steps.doors.proxy import Proxy
from oa_conformance.steps.tests.proxy_entrance import URL, Entrance
from oa_conformance.steps.world.pages.canary import canary


class Model(http.server.BaseHTTPRequestHandler):
    """Says what it was asked."""

    def do_POST(self) -> None:
        said = self.rfile.read(int(self.headers["content-length"]))
        answer = self.path.encode() + b" " + said
        self.send_response(200)
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def model() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("way", [(), ("--proxytunnel",)], ids=["as a request", "by a tunnel"])
def test_a_host_reaches_its_model_and_what_it_says_there_is_looked_at(model: str, way: tuple[str, ...]) -> None:
    proxy = Proxy(ModelEndpoint(model))
    entrance = Entrance(proxy)
    word = canary("snippet", URL)
    try:
        assert entrance.curl(*way, "-d", f"say {word}", f"{model}/v1/chat") == f"/v1/chat say {word}"
        entrance.curl("-d", "x", "http://127.0.0.1:9/v1/chat", status=56)
        assert [each[:2] for each in entrance.requests] == [("POST", "http://127.0.0.1:9/v1/chat")]
        assert entrance.tries[0][:2] == ("resolve", "model")
        assert entrance.tries[0][2].endswith(f"marked words: {word}")
        assert proxy.model
        assert proxy.model.remark() == (
            f"the host could reach its model at {model}; messages sent there: 1; "
            "words in them that the suite had put into pages and search results: 1"
        )
    finally:
        proxy.close_gate(entrance.gate)
        proxy.close()


def test_a_model_that_is_not_there_is_a_bad_gateway() -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
    proxy = Proxy(ModelEndpoint(url))
    entrance = Entrance(proxy)
    try:
        assert entrance.curl("-d", "x", "-w", "%{http_code}", url) == "502"
    finally:
        proxy.close_gate(entrance.gate)
        proxy.close()


@pytest.mark.parametrize(
    "url", ["127.0.0.1:80", "ftp://a:1", "http://", "http://a b:1", "http://a:99999", "http://u@a:1"]
)
def test_what_is_no_address_of_a_model(url: str) -> None:
    with pytest.raises(ValueError, match=re.escape("is no address of a model") + "|[Pp]ort"):
        ModelEndpoint(url)
