"""The way out, against real sockets on this machine: bounds of time and size, and addresses that are not dialled."""

import gzip
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from oa_conformance.reference.transport import Answer, Failure, Web, bounded, is_public, make_web

Handler = Callable[[socket.socket], None]
Serve = Callable[..., str]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts a server whose handler gets each connection once the request's head has come; returns its URL."""
    sockets = list[socket.socket]()
    threads = list[threading.Thread]()

    def start(handler: Handler, tls: ssl.SSLContext | None = None) -> str:
        listener = socket.create_server(("127.0.0.1", 0))
        sockets.append(listener)

        def accept() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                try:
                    with tls.wrap_socket(connection, server_side=True) if tls else connection as stream:
                        head = b""
                        while b"\r\n\r\n" not in head and (more := stream.recv(65_536)):
                            head += more
                        handler(stream)
                except OSError:
                    continue

        threads.append(threading.Thread(target=accept, daemon=True))
        threads[-1].start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}/"

    yield start
    for each in sockets:
        each.shutdown(socket.SHUT_RDWR)
        each.close()
    for thread in threads:
        thread.join(timeout=5)


def local() -> Web:
    return make_web(trusted=frozenset({"127.0.0.1"}))


def get(url: str, *, limit: int = 100_000, seconds: float = 5.0, web: Web | None = None) -> Answer | Failure:
    return (web or local()).exchange("GET", url, accept="text/html", limit=limit, seconds=seconds)


def reply(connection: socket.socket, body: bytes, *headers: str) -> None:
    lines = ["HTTP/1.1 200 OK", "Content-Type: text/html", *headers, f"Content-Length: {len(body)}", "", ""]
    connection.sendall("\r\n".join(lines).encode() + body)


def test_a_plain_answer_arrives(serve: Serve) -> None:
    found = get(serve(lambda connection: reply(connection, b"<p>x")))

    assert isinstance(found, Answer)
    assert (found.status, found.body, found.headers["content-type"]) == (200, b"<p>x", "text/html")


@pytest.mark.parametrize("version", ["HTTP/1.0 200 OK", "HTTP/1.1 200 OK\r\nConnection: close"])
def test_an_answer_that_ends_with_its_connection_arrives(serve: Serve, version: str) -> None:
    answer = f"{version}\r\nContent-Type: text/html\r\n\r\n<p>x".encode()
    found = get(serve(lambda connection: connection.sendall(answer)))

    assert isinstance(found, Answer)
    assert (found.status, found.body) == (200, b"<p>x")


def test_headers_that_drip_for_ever_end_at_the_deadline(serve: Serve) -> None:
    def drip(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        for number in range(100):
            connection.sendall(b"x-%d: y\r\n" % number)
            time.sleep(0.1)

    started = time.monotonic()
    found = get(serve(drip), seconds=0.5)

    assert isinstance(found, Failure)
    assert found.kind == "timeout"
    assert time.monotonic() - started < 3


def test_a_body_that_drips_ends_at_the_deadline(serve: Serve) -> None:
    def drip(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(100):
            connection.sendall(b"x")
            time.sleep(0.1)

    started = time.monotonic()
    found = get(serve(drip), seconds=0.5)

    assert isinstance(found, Failure)
    assert time.monotonic() - started < 3


def test_a_server_that_says_nothing_is_a_timeout(serve: Serve) -> None:
    found = get(serve(lambda connection: time.sleep(2)), seconds=0.3)

    assert isinstance(found, Failure)
    assert found.kind == "timeout"


@pytest.mark.parametrize("encoding", ["gzip", "GZIP", "x-gzip"])
def test_gzip_is_decoded(serve: Serve, encoding: str) -> None:
    body = gzip.compress(b"<p>" + b"ice " * 1_000)

    found = get(serve(lambda connection: reply(connection, body, f"Content-Encoding: {encoding}")))

    assert isinstance(found, Answer)
    assert found.body == b"<p>" + b"ice " * 1_000


def test_a_gzip_bomb_is_cut(serve: Serve) -> None:
    bomb = gzip.compress(b"\0" * 50_000_000)

    found = get(serve(lambda connection: reply(connection, bomb, "Content-Encoding: gzip")))

    assert isinstance(found, Failure)
    assert found.kind == "too_large"


@pytest.mark.parametrize("encoding", ["br", "gzip, gzip", "deflate", "zstd"])
def test_an_encoding_that_was_not_asked_for_is_a_failure(serve: Serve, encoding: str) -> None:
    found = get(serve(lambda connection: reply(connection, b"xxxx", f"Content-Encoding: {encoding}")))

    assert isinstance(found, Failure)
    assert found.kind == "undecodable"


@pytest.mark.parametrize("body", [gzip.compress(b"ice")[:-9], b"no gzip at all"], ids=["cut short", "no gzip"])
def test_damaged_gzip_is_a_failure(serve: Serve, body: bytes) -> None:
    found = get(serve(lambda connection: reply(connection, body, "Content-Encoding: gzip")))

    assert isinstance(found, Failure)
    assert found.kind == "undecodable"


def test_a_body_that_ends_too_early_is_a_failure(serve: Serve) -> None:
    found = get(serve(lambda connection: connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<p>")))

    assert isinstance(found, Failure)
    assert found.kind == "protocol"


def test_a_closed_port_is_a_connection_failure() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

    found = get(f"http://127.0.0.1:{port}/")

    assert isinstance(found, Failure)
    assert found.kind == "connection"


def test_tls_is_spoken_under_the_host_s_name(monkeypatch: pytest.MonkeyPatch, serve: Serve) -> None:
    trustme = pytest.importorskip("trustme", reason="trustme, which makes certificates, is not installed")
    authority = trustme.CA()
    theirs, ours = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context()
    authority.issue_cert("www.tarn-press.org").configure_cert(theirs)
    authority.configure_trust(ours)
    address = serve(lambda stream: reply(stream, b"<p>over TLS"), theirs)
    port = int(address.rstrip("/").rpartition(":")[2])
    monkeypatch.setattr("httpx.create_ssl_context", lambda **_: ours)
    monkeypatch.setattr("oa_conformance.reference.transport.vetted_address", lambda host, port: "127.0.0.1")

    right = get(f"https://www.tarn-press.org:{port}/", web=make_web())
    wrong = get(f"https://www.moor-press.org:{port}/", web=make_web())

    assert isinstance(right, Answer)
    assert right.body == b"<p>over TLS"
    assert isinstance(wrong, Failure)
    assert wrong.kind == "connection"


def test_a_redirect_is_an_answer_and_its_location_is_given_as_sent(serve: Serve) -> None:
    head = b"HTTP/1.1 302 Found\r\nLocation: https://[not-a-url/\r\nContent-Length: 0\r\n\r\n"

    found = get(serve(lambda connection: connection.sendall(head)))

    assert isinstance(found, Answer)
    assert (found.status, found.headers["location"]) == (302, "https://[not-a-url/")


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "http://localhost:9/"])
def test_this_machine_is_not_dialled_unless_it_is_trusted(url: str) -> None:
    found = get(url, web=make_web())

    assert isinstance(found, Failure)
    assert found.kind == "unsafe_address"


def test_a_name_with_one_private_address_is_not_dialled(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [(2, 1, 6, "", ("93.184.215.14", 443)), (2, 1, 6, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: answers)

    found = get("https://www.tarn-press.org/", web=make_web())

    assert isinstance(found, Failure)
    assert found.kind == "unsafe_address"
    assert "10.0.0.1" in found.detail


def test_a_name_that_does_not_resolve_is_a_dns_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*args: object, **kwargs: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)

    found = get("https://www.tarn-press.org/", web=make_web())

    assert isinstance(found, Failure)
    assert found.kind == "dns"


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True), ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True), ("127.0.0.1", False),
        ("10.0.0.1", False), ("192.168.1.1", False), ("169.254.169.254", False), ("100.64.0.1", False),
        ("0.0.0.0", False), ("224.0.0.1", False), ("::1", False), ("::", False), ("fe80::1%eth0", False),
        ("fd00::1", False), ("::ffff:10.0.0.1", False), ("::ffff:93.184.215.14", True), ("ff02::1", False),
    ],
)  # fmt: skip
def test_only_global_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_the_environment_is_not_asked_for_a_proxy(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")

    found = get(serve(lambda connection: reply(connection, b"<p>x")))

    assert isinstance(found, Answer)


def test_a_proxy_that_was_asked_for_is_used(serve: Serve) -> None:
    proxy = serve(lambda connection: reply(connection, b"<p>through the proxy"))

    found = get("http://www.tarn-press.org/", web=make_web(proxy=proxy))

    assert isinstance(found, Answer)
    assert found.body == b"<p>through the proxy"


def test_decoding_never_holds_more_than_the_limit() -> None:
    chunks = [gzip.compress(b"\0" * 1_000_000)]

    with pytest.raises(ValueError, match="larger than 1,000 bytes"):
        bounded(chunks, "gzip", 1_000)
