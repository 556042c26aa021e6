"""The replay proxy before real clients: curl, Python's HTTP libraries, Node and Java, told by the environment alone."""

import json
import os
import shutil
import ssl
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from oa_conformance.steps.audit.shape import validator
from oa_conformance.steps.doors.proxy import Proxy
from oa_conformance.steps.tests.proxy_entrance import PAGE, URL, Entrance, wait_for

NODE_NET = Path(__file__).parents[1] / "templates" / "node" / "net.mjs"
PYTHON = {
    "urllib": "import urllib.request as u; print(u.urlopen({url!r}).read().decode(), end='')",
    "requests": "import requests; print(requests.get({url!r}).text, end='')",
    "httpx": "import httpx; print(httpx.get({url!r}).text, end='')",
    "aiohttp": (
        "import aiohttp, asyncio\n"
        "async def ask():\n"
        "    async with aiohttp.ClientSession(trust_env=True) as client, client.get({url!r}) as answer:\n"
        "        print(await answer.text(), end='')\n"
        "asyncio.run(ask())"
    ),
}
NODE = """
import {{ Net }} from {net!r}
const net = new Net(Date.now() + 10000)
const {{ status, body }} = await net.ask({url!r}, {{ limit: 1e6, patience: 5000 }})
const again = await net.ask({url!r}, {{ limit: 1e6, patience: 5000 }})
process.stdout.write(status === 200 && again.body.equals(body) ? body : 'no')
net.close()
"""
JAVA = """
import java.net.URI;
import java.net.http.*;

public class Ask {
    public static void main(String[] words) throws Exception {
        var client = HttpClient.newBuilder().proxy(java.net.ProxySelector.getDefault()).build();
        var request = HttpRequest.newBuilder(URI.create(words[0])).build();
        System.out.print(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
}
"""


@pytest.fixture(scope="module")
def proxy() -> Iterator[Proxy]:
    made = Proxy()
    yield made
    made.close()
    assert not made.authority.folder.exists()


@pytest.fixture
def entrance(proxy: Proxy) -> Iterator[Entrance]:
    made = Entrance(proxy)
    yield made
    proxy.close_gate(made.gate)


def test_curl_is_answered_and_logged_as_any_host_is(entrance: Entrance) -> None:
    assert entrance.curl(URL) == PAGE.decode()
    assert entrance.requests == [("GET", URL, 200, None)]
    record = vars(entrance.log[0])
    assert (record["task"], record["answered_by"], record["bytes"]) == ("t1", "GET /page", len(PAGE))
    assert [error.message for error in validator("wire").iter_errors(json.loads(json.dumps(record)))] == []


@pytest.mark.parametrize("library", sorted(PYTHON))
def test_pythons_libraries_come_by_the_environment_alone(entrance: Entrance, library: str) -> None:
    assert entrance.run(sys.executable, "-c", PYTHON[library].format(url=URL)) == PAGE.decode()
    assert entrance.requests == [("GET", URL, 200, None)]


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_node_digs_its_own_tunnel_and_keeps_it(entrance: Entrance, tmp_path: Path) -> None:
    (tmp_path / "ask.mjs").write_text(NODE.format(net=NODE_NET.as_uri(), url=URL))
    assert entrance.run("node", tmp_path / "ask.mjs") == PAGE.decode()
    assert entrance.requests == [("GET", URL, 200, None)] * 2


@pytest.mark.skipif(not shutil.which("javac"), reason="no Java compiler is installed")
def test_java_comes_by_its_tool_options(entrance: Entrance, tmp_path: Path) -> None:
    (tmp_path / "Ask.java").write_text(JAVA)
    assert entrance.run("java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", tmp_path / "Ask.java", URL) == PAGE.decode()
    assert entrance.requests == [("GET", URL, 200, None)]


def test_a_client_that_does_not_trust_us_is_told_of(entrance: Entrance) -> None:
    entrance.curl("--cacert", ssl.get_default_verify_paths().openssl_cafile, "--capath", "/", URL, status=60)
    assert entrance.requests == []
    wait_for(lambda: bool(entrance.tries))
    (kind, what, detail) = entrance.tries[0]
    assert (kind, what) == ("resolve", "TLS")
    assert detail.startswith("journal.example: ")
    assert entrance.gate.untrusted == ["journal.example"]


def test_plain_http_through_the_proxy_is_logged_with_its_scheme(entrance: Entrance) -> None:
    entrance.curl("http://journal.example/page", "-o", os.devnull)
    assert [each[:2] for each in entrance.requests] == [("GET", "http://journal.example/page")]


def test_pythons_clients_see_a_broken_connection(entrance: Entrance) -> None:
    script = (
        "import httpx, requests, urllib.request, urllib.error\n"
        "url = 'https://journal.example/timeout'\n"
        "for ask, error in ((httpx.get, httpx.TransportError), (requests.get, requests.ConnectionError),\n"
        "                   (urllib.request.urlopen, OSError)):\n"
        "    try:\n"
        "        ask(url)\n"
        "    except error:\n"
        "        print('broken')\n"
    )
    assert entrance.run(sys.executable, "-c", script) == "broken\n" * 3
