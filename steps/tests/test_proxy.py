"""The replay proxy: HTTP as clients speak it, faults on the connection, limits, gates."""

import contextlib
import os
import socket
import time
from collections.abc import Iterator

import pytest

from oa_conformance.steps.doors import connection
from oa_conformance.steps.doors.environment import environment
from oa_conformance.steps.doors.proxy import Proxy, prove
from oa_conformance.steps.doors.wire import Exchange
from oa_conformance.steps.tests.proxy_entrance import BIG, PAGE, PLAYBACK, URL, Entrance, everything, wait_for


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


def test_the_proxy_proves_itself(proxy: Proxy) -> None:
    prove(proxy)


# HTTP


def test_sequences_and_kept_connections(entrance: Entrance) -> None:
    with entrance.tunnel() as client:
        for said in (b"first", b"then", b"then"):
            client.sendall(b"GET /again HTTP/1.1\r\nHost: journal.example\r\n\r\n")
            assert client.recv(4096).endswith(b"\r\n\r\n" + said)


def test_pipelined_requests_are_answered_in_order(entrance: Entrance) -> None:
    with entrance.tunnel() as client:
        head = b"HTTP/1.1\r\nHost: journal.example\r\n"
        client.sendall(b"GET /again %s\r\nGET /page %sConnection: close\r\n\r\n" % (head, head))
        said = everything(client)
    assert said.index(b"first") < said.index(PAGE)


def test_an_http_1_0_client_gets_its_answer_and_the_end(entrance: Entrance) -> None:
    with entrance.tunnel() as client:
        client.sendall(b"GET /page HTTP/1.0\r\n\r\n")
        said = everything(client)
    assert said.endswith(b"connection: close\r\n\r\n" + PAGE)


@pytest.mark.parametrize(("path", "status"), [("/none", 204), ("/same", 304)])
def test_an_answer_without_a_body_keeps_the_connection(entrance: Entrance, path: str, status: int) -> None:
    with entrance.tunnel() as client:
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: journal.example\r\n\r\n".encode())
        assert client.recv(4096).startswith(b"HTTP/1.1 %d " % status)
        client.sendall(b"GET /page HTTP/1.1\r\nHost: journal.example\r\n\r\n")
        assert client.recv(4096).endswith(PAGE)


def test_head_has_the_length_and_no_body(entrance: Entrance) -> None:
    said = entrance.curl("-I", URL)
    assert f"content-length: {len(PAGE)}" in said
    assert entrance.requests == [("HEAD", URL, 200, None)]


def test_an_answer_shorter_than_it_says_ends_the_connection(entrance: Entrance) -> None:
    entrance.curl("https://journal.example/untrue", status=18)  # partial file


def test_a_chunked_request_is_one_body(entrance: Entrance) -> None:
    entrance.curl("-H", "Transfer-Encoding: chunked", "-d", "a=1", "https://journal.example/found", "-o", os.devnull)
    (record,) = entrance.log
    assert isinstance(record, Exchange)
    assert (record.body, record.answered_by) == ("a=1", "POST /found")


def test_a_request_that_expects_100_is_told_to_go_on(entrance: Entrance) -> None:
    words = ("-H", "Expect: 100-continue", "--expect100-timeout", 15, "-d", "a=1", "https://journal.example/found")
    started = time.monotonic()
    assert entrance.curl(*words) == "{}"
    assert time.monotonic() - started < 10


def test_a_big_body_waits_for_a_slow_reader(entrance: Entrance) -> None:
    with entrance.tunnel() as client:
        request = b"GET /big HTTP/1.1\r\nHost: journal.example\r\n"
        client.sendall(request + b"\r\n" + request + b"Connection: close\r\n\r\n")
        time.sleep(0.3)
        assert everything(client).count(BIG) == 2


def test_redirects_are_answers(entrance: Entrance) -> None:
    entrance.curl("-L", "https://journal.example/moved", status=56)
    assert [each[1:] for each in entrance.requests] == [
        ("https://journal.example/moved", 302, None), ("https://elsewhere.example/", None, "refused")
    ]  # fmt: skip


def test_in_a_tunnel_the_url_is_the_tunnels_whatever_the_request_says(entrance: Entrance) -> None:
    with entrance.tunnel("journal.example:8443") as client:
        client.sendall(b"GET https://nice.example/x?y HTTP/1.1\r\nHost: nice.example\r\nConnection: close\r\n\r\n")
        everything(client)
    assert entrance.requests[0][:2] == ("GET", "https://journal.example:8443/x?y")


# faults


@pytest.mark.parametrize("path", ["/dns", "/refused", "/connect_timeout", "/timeout", "/reset", "/cut", "/stalls"])
def test_faults_take_place_on_the_connection_and_at_once(entrance: Entrance, path: str) -> None:
    started = time.monotonic()
    said = entrance.curl(f"https://journal.example{path}", status=56)
    assert time.monotonic() - started < 5
    assert said == (PAGE[:10].decode() if path in ("/cut", "/stalls") else "")
    kind = {"/cut": "reset", "/stalls": "timeout"}.get(path, path[1:])
    status = 200 if path in ("/cut", "/stalls") else None
    assert entrance.requests == [("GET", f"https://journal.example{path}", status, kind)]


def test_who_waits_less_than_a_stall_sees_his_own_timeout(entrance: Entrance) -> None:
    entrance.curl("-m", 0.05, "https://journal.example/timeout", status=28)


@pytest.mark.parametrize("host", ["nowhere.example", "down.example", "93.184.215.14", "127.0.0.1"])
def test_a_host_the_world_does_not_hold_is_refused_and_logged_with_its_url(entrance: Entrance, host: str) -> None:
    entrance.curl(f"https://{host}/a?b=c", status=56)
    assert entrance.requests == [("GET", f"https://{host}/a?b=c", None, "refused")]


def test_what_no_certificate_can_name_is_logged_as_it_was_asked_for(entrance: Entrance) -> None:
    with entrance.plain() as client:
        client.sendall(b"CONNECT www.journal.example,evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n")
        assert everything(client).startswith(b"HTTP/1.1 502 ")
    assert entrance.requests == [("CONNECT", "https://www.journal.example,evil.example:443/", None, "refused")]


def test_nothing_goes_out_even_to_a_server_that_is_there(entrance: Entrance) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.3)
        port = server.getsockname()[1]
        entrance.curl(f"https://127.0.0.1:{port}/", status=56)
        entrance.curl(f"http://127.0.0.1:{port}/", status=56)
        with pytest.raises(TimeoutError):
            server.accept()
    assert [each[3] for each in entrance.requests] == ["refused", "refused"]


# limits


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01", b"400"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"505"),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\n" + b"a: " + b"b" * 70_000, b"431"),
        (b"POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 2000000\r\n\r\n" + b"a" * 1_100_000, b"413"),
        (b"CONNECT journal.example HTTP/1.1\r\nHost: x\r\n\r\n", b"400"),
        (b"CONNECT journal.example:99999 HTTP/1.1\r\nHost: x\r\n\r\n", b"400"),
        (b"CONNECT journal.example:443 HTTP/1.1\r\nHost: x\r\n\r\nearly", b"400"),
    ],
    ids=[
        "TLS",
        "HTTP/2",
        "no header",
        "a long head",
        "a long body",
        "CONNECT without a port",
        "CONNECT to no port",
        "early bytes",
    ],
)
def test_what_is_no_request_is_answered_and_logged_as_a_way_out_that_was_tried(
    entrance: Entrance, sent: bytes, status: bytes
) -> None:
    with entrance.plain() as client:
        with contextlib.suppress(ConnectionError):
            client.sendall(sent)
        said = everything(client)
    assert said[9:12] == status
    assert [each[:2] for each in entrance.tries] == [("escape", "no HTTP")]
    assert entrance.requests == []


def test_a_gate_holds_so_many_connections_and_no_more(entrance: Entrance) -> None:
    held = [entrance.plain() for _ in range(300)]
    try:
        time.sleep(0.3)
        assert sum(ended(each) for each in held) == 300 - 256
    finally:
        for each in held:
            each.close()
    wait_for(lambda: entrance.curl(URL) == PAGE.decode())


def test_an_idle_connection_is_ended(entrance: Entrance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "IDLE_S", 0.2)
    started = time.monotonic()
    with entrance.plain() as client:
        assert everything(client) == b""
    assert 0.1 < time.monotonic() - started < 3


def ended(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        return client.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


# tasks and gates


def test_a_request_after_the_task_is_refused_and_charged_to_it(entrance: Entrance) -> None:
    entrance.wire.close_task()
    entrance.curl(URL, status=56)
    (record,) = entrance.log
    assert isinstance(record, Exchange)
    assert (record.task, record.refused, record.status) == ("t1", "task t1 is over", None)


def test_each_gate_is_charged_to_its_own_task(proxy: Proxy) -> None:
    first = Entrance(proxy)
    late = proxy.open_gate(first.wire, first.wire.open_task("t2", PLAYBACK))
    first.curl(URL, status=56)
    first.environment = environment(os.environ, proxy.authority, late.port)
    first.curl(URL)
    assert [(each.task, each.refused) for each in first.log if isinstance(each, Exchange)] == [
        ("t1", "task t1 is over"), ("t2", None)
    ]  # fmt: skip
    for gate in (first.gate, late):
        proxy.close_gate(gate)


def test_a_proxy_ends_in_the_middle_of_a_handshake(capfd: pytest.CaptureFixture[str]) -> None:
    entrance = Entrance(Proxy())
    client = entrance.plain()
    client.sendall(b"CONNECT journal.example:443 HTTP/1.1\r\nHost: x\r\n\r\n")
    assert client.recv(4096).startswith(b"HTTP/1.1 200 ")
    entrance.proxy.close()
    client.close()
    assert capfd.readouterr() == ("", "")


def test_a_closed_gate_lets_nobody_in_and_puts_out_who_is_inside(proxy: Proxy) -> None:
    entrance = Entrance(proxy)
    client = entrance.tunnel()
    proxy.close_gate(entrance.gate)
    assert everything(client) == b""
    entrance.curl(URL, status=7)
    assert entrance.log == []


def test_the_environment_leaves_no_other_proxy_and_no_other_authority(proxy: Proxy) -> None:
    inherited = {"PATH": "/bin", "FTP_PROXY": "http://other:1", "NO_PROXY": "*", "SSL_CERT_FILE": "/other"}
    inherited |= {"JAVA_TOOL_OPTIONS": "-Xmx1g"}
    made = environment(inherited, proxy.authority, 4711)
    assert made["PATH"] == "/bin"
    ours = "http://127.0.0.1:4711"
    assert {name: value for name, value in made.items() if name.lower().endswith("_proxy")} == {
        "HTTPS_PROXY": ours, "https_proxy": ours, "HTTP_PROXY": ours, "http_proxy": ours, "ALL_PROXY": ours,
        "all_proxy": ours, "NO_PROXY": "", "no_proxy": "", "NODE_USE_ENV_PROXY": "1",
    }  # fmt: skip
    assert made["SSL_CERT_FILE"] == made["NODE_EXTRA_CA_CERTS"] == str(proxy.authority.pem)
    assert made["JAVA_TOOL_OPTIONS"].startswith("-Xmx1g -Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=4711 ")
