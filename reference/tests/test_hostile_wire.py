"""Hostile exchanges over real TLS on this machine: floods, drips, bombs and broken answers, in whole tasks.

The first candidate's exchange is hostile. ``first_end`` holds that the second one, on the same host and by the same
client, and the other source were opened and found.
"""

import gzip
import socket
import ssl
import time
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from oa_conformance.reference import github, host, originals
from oa_conformance.reference.tests.conftest import article_html
from oa_conformance.reference.tests.hostile_files import deflated
from oa_conformance.reference.tests.hostile_limits import measured
from oa_conformance.reference.tests.hostile_wire import OK, Handler, Wire, sending
from oa_conformance.reference.tests.hostile_worlds import HOST, MEGABYTE, ends, first_end, report_of, world
from oa_conformance.reference.transport import make_web

FETCH_GAP, SUCCESS = "ORIGINAL_FETCH_GAP", "SUCCESS"
BAD_PATH = f"{HOST}/articles/1"
PAGE = article_html().encode()


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    """The world of two journals, over TLS; the client of ``web`` finds every host there."""
    internet = world()
    internet.pages.setdefault(f"https://{BAD_PATH}", internet.pages[f"https://{HOST}/articles/2"])
    made, usual = Wire(internet), socket.create_connection

    def connect(address: tuple[str, int], *given: Any, **more: Any) -> socket.socket:
        assert address == ("127.0.0.1", 443)
        return usual(("127.0.0.1", made.port), *given, **more)

    monkeypatch.setattr("httpx.create_ssl_context", lambda **_: made.trusting())
    monkeypatch.setattr("oa_conformance.reference.transport.vetted_address", lambda host, port: "127.0.0.1")
    monkeypatch.setattr(socket, "create_connection", connect)
    yield made
    made.close()


def ended(wire: Wire, handler: Handler, end: str = FETCH_GAP) -> dict[str, Any]:
    """The report on a task whose first candidate is answered so; it must have ended so."""
    wire.handlers[BAD_PATH] = handler
    report = report_of(wire.internet, make_web())
    assert first_end(report) == end, report["traces"][0]["detail"]
    return report


def test_a_healthy_answer_is_found_over_tls(wire: Wire) -> None:
    ended(wire, sending(OK + b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(PAGE), PAGE)), SUCCESS)


@pytest.mark.parametrize("closing", [b"", b"Connection: close\r\n"], ids=["unsaid", "said"])
def test_an_answer_that_ends_with_its_tls_session_is_the_last_on_its_connection(wire: Wire, closing: bytes) -> None:
    def end_tls(stream: ssl.SSLSocket) -> None:
        stream.sendall(OK + closing + b"\r\n" + PAGE)
        stream.unwrap().close()

    ended(wire, end_tls, SUCCESS)


# what drips is bounded by the time of the whole exchange, not of one read


@pytest.mark.parametrize(
    ("start", "drop"),
    [
        (b"", b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 9), (OK, b"x: y\r\n"),
        (OK + b"Content-Length: 99999\r\n\r\n", b"x"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"), (OK + b"\r\n", b"x"),
        (OK + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"x")[:10], b"\0"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"x: y\r\n"), (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
    ids=["status", "headers", "body", "chunks", "open-body", "gzip", "trailers", "interim"],
)  # fmt: skip
def test_an_answer_that_drips_ends_with_its_time(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, start: bytes, drop: bytes
) -> None:
    monkeypatch.setattr(originals, "PAGE_SECONDS", 0.5)
    started = time.monotonic()

    wire.handlers[BAD_PATH] = wire.dripping(start, drop)

    report = report_of(wire.internet, make_web())

    assert 0.5 < time.monotonic() - started < 15
    assert ends(report) == {"tarn-journal": FETCH_GAP, "moor": SUCCESS}
    assert report["traces"][0]["http_status"] is None
    assert "Timeout" in report["traces"][0]["detail"]
    assert "is not asked again in this task" in report["rejected_candidates"][1]["reason"]


def test_a_host_that_redirects_slowly_has_the_time_of_one_page(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(originals, "PAGE_SECONDS", 0.6)
    for number in range(10):
        path = BAD_PATH if number == 0 else f"{HOST}/{number}"
        answer = b"HTTP/1.1 302 Found\r\nLocation: /%d\r\nConnection: close\r\nContent-Length: 0\r\n\r\n" % (number + 1)

        def redirect(stream: ssl.SSLSocket, answer: bytes = answer) -> None:
            time.sleep(0.25)
            stream.sendall(answer)

        wire.handlers[path] = redirect

    report = report_of(wire.internet, make_web())

    assert report["traces"][0]["status"] == FETCH_GAP
    assert len(report["traces"][0]["redirect_chain"]) <= 3
    assert ends(report)["moor"] == SUCCESS


@pytest.mark.parametrize("name", ["api.github.com", "broker.tarn-search.org"])
def test_a_service_that_drips_ends_with_its_time(wire: Wire, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(github, "READ_SECONDS", 0.5)
    monkeypatch.setattr(host, "BROKER_SECONDS", 0.5)
    path = "/v1/search" if "broker" in name else "/repos/hoiyu915-droid/open-scholarly-sources/branches/main"
    wire.handlers[name + path] = wire.dripping(OK + b"Content-Length: 99999\r\n\r\n", b" ")

    report = report_of(wire.internet, make_web())

    if "broker" in name:
        assert ends(report) == {"tarn-journal": "SEARCH_BROKER_GAP", "moor": "SEARCH_BROKER_GAP"}
    else:
        assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"


def test_a_task_ends_with_its_time_whatever_drips(wire: Wire) -> None:
    wire.handlers[BAD_PATH] = wire.dripping(OK, b"x: y\r\n")
    started = time.monotonic()

    report = report_of(wire.internet, make_web(), deadline_s=2.0)

    assert time.monotonic() - started < 15
    assert report["traces"][0]["status"] == FETCH_GAP
    assert ends(report)["moor"] == "SEARCH_BROKER_GAP"


# floods and broken answers

CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
EMPTY = b"Connection: close\r\nContent-Length: 0\r\n\r\n"
COOKIE = b"set-cookie: a%d=b; expires=Thu, 01 Jan 2099 00:00:00 GMT\r\n"
BROKEN: dict[str, bytes] = {
    "headers": OK + b"".join(b"x-%d: y%s\r\n" % (n, b"y" * 20) for n in range(10_000)) + EMPTY,
    "one-header-of-a-megabyte": OK + b"x: " + b"y" * MEGABYTE + b"\r\n" + EMPTY,
    "status-line-of-a-megabyte": b"HTTP/1.1 200 " + b"x" * MEGABYTE,
    "location-of-a-megabyte": b"HTTP/1.1 302 Found\r\nLocation: /" + b"y" * MEGABYTE + b"\r\n" + EMPTY,
    "location-of-90-kb": b"HTTP/1.1 302 Found\r\nLocation: /" + b"y" * 90_000 + b"\r\n" + EMPTY,
    "location-with-nul": b"HTTP/1.1 302 Found\r\nLocation: /a\0b\r\n" + EMPTY,
    "location-with-bytes": b"HTTP/1.1 302 Found\r\nLocation: /\xff\xfe\xed\xa0\x80\r\n" + EMPTY,
    "cookies": OK + b"".join(COOKIE % n for n in range(1_200)) + EMPTY,
    "cookie-of-dates": OK + b"set-cookie: a=b; expires=1-" + b" " * 90_000 + b"x\r\n" + EMPTY,
    "cookie-of-quotes": OK + b'set-cookie2: a="' + b"\\" * 90_000 + b"\r\n" + EMPTY,
    "nul-in-a-header": OK + b"x: a\0b\r\n" + EMPTY, "nul-in-a-name": OK + b"x\0: a\r\n" + EMPTY,
    "status-999": b"HTTP/1.1 999 No\r\n" + EMPTY, "status-099": b"HTTP/1.1 099 No\r\n" + EMPTY,
    "status-000": b"HTTP/1.1 000 No\r\n" + EMPTY, "switching": b"HTTP/1.1 101 Go\r\nUpgrade: x\r\n\r\nx",
    "length-of-digits": OK + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\nx",
    "length-below-zero": OK + b"Content-Length: -1\r\n\r\nx",
    "two-lengths": OK + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
    "chunk-of-digits": CHUNKED + b"f" * 30 + b"\r\nx", "chunk-extension": CHUNKED + b"1;" + b"x" * MEGABYTE,
    "trailers": CHUNKED + b"0\r\n" + b"x: y\r\n" * 100_000, "chunk-cut": CHUNKED + b"9\r\nx",
    "interim-answers": b"HTTP/1.1 100 Continue\r\n\r\n" * 10_000 + OK + EMPTY,
    "transfer-encoding": OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "garbage": b"\0\1\2" * 9_000, "http-2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "http-0.9": b"<html>", "nothing": b"",
    "blank-lines": b"\r\n" * 100_000, "cut": OK,
}  # fmt: skip


@pytest.mark.parametrize("answer", BROKEN.values(), ids=BROKEN)
def test_a_flood_or_a_broken_answer_is_a_fetch_gap(wire: Wire, answer: bytes) -> None:
    ended(wire, sending(answer))


@pytest.mark.parametrize(
    "content_type",
    [b"\xff" * 900, b"text/html" + b";" * 9_000, b'text/html; charset="\\' * 900],
    ids=["bytes", "semicolons", "quotes"],
)
def test_a_content_type_of_any_form_is_read_or_a_fault(wire: Wire, content_type: bytes) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % (
        content_type,
        len(PAGE),
    )

    ended(wire, sending(head + PAGE), FETCH_GAP if content_type[0] == 255 else SUCCESS)


# compressed bodies


def packed(body: bytes, coding: bytes = b"gzip") -> bytes:
    return OK + b"Content-Encoding: %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (coding, len(body), body)


RAW = zlib.compressobj(9, wbits=-15)
BOMBS: dict[str, bytes] = {
    "bomb": packed(gzip.compress(b"\0" * 100 * MEGABYTE)),
    "bomb-in-a-bomb": packed(gzip.compress(gzip.compress(b"\0" * 100 * MEGABYTE))),
    "bomb-of-a-page": packed(gzip.compress(PAGE + b" " * 20 * MEGABYTE)),
    "twice": packed(gzip.compress(gzip.compress(PAGE)), b"gzip, gzip"),
    "deflate": packed(zlib.compress(PAGE), b"deflate"),
    "raw-deflate": packed(RAW.compress(PAGE) + RAW.flush(), b"deflate"),
    "brotli": packed(PAGE, b"br"), "zstd": packed(PAGE, b"zstd"), "unknown": packed(PAGE, b"x" * 9_000),
    "cut": packed(gzip.compress(PAGE)[:-9]), "no-gzip": packed(PAGE), "nothing": packed(b""),
    "damaged": packed(gzip.compress(PAGE)[:-9] + b"x" * 9), "head-alone": packed(gzip.compress(PAGE)[:10]),
    "zlib-called-gzip": packed(zlib.compress(PAGE)),
    "gzip-called-nothing": OK + b"Connection: close\r\nContent-Length: 20\r\n\r\n" + gzip.compress(b""),
}  # fmt: skip


@pytest.mark.parametrize("answer", BOMBS.values(), ids=BOMBS)
def test_a_body_that_is_not_encoded_as_asked_is_a_fetch_gap(wire: Wire, answer: bytes) -> None:
    ended(wire, sending(answer))


@pytest.mark.parametrize(
    "body", ["deflated(b'\\0', 300_000_000)", "(b'\\x78\\x9c' + b'\\0' * 9_000_000)"], ids=["bomb", "garbage"]
)
def test_decoding_costs_a_bounded_amount_of_memory(body: str) -> None:
    (kind, grown) = measured(
        "import zlib\nfrom oa_conformance.reference.tests.hostile_files import deflated\n"
        "from oa_conformance.reference.transport import bounded, kind_of\n"
        f"packed = b'\\x1f\\x8b\\x08' + bytes(7) + {body}[2:]\nbegin()\n"
        "try:\n    bounded((packed[n:n + 65536] for n in range(0, len(packed), 65536)), 'gzip', 10_000_000)\n"
        "except (ValueError, zlib.error) as error:\n    give(kind_of(error))"
    )

    assert kind in ("too_large", "undecodable")
    assert grown < 60


def test_a_bomb_is_what_it_says() -> None:
    assert zlib.decompress(deflated(b"abc", 1_000_000)) == b"abc" * 1_000_000


# TLS


@pytest.mark.parametrize(
    "spoken",
    [b"", b"HTTP/1.1 400 No\r\n\r\n", b"\x16\x03\x01\xff\xff" + b"\0" * 90_000],
    ids=["nothing", "http", "a-long-record"],
)
def test_a_server_that_speaks_no_tls_is_a_gap_and_never_a_crash(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, spoken: bytes
) -> None:
    def speak(connection: socket.socket, context: ssl.SSLContext) -> None:
        connection.sendall(spoken)
        connection.close()

    monkeypatch.setattr(wire, "_talk", speak)

    assert report_of(wire.internet, make_web())["outcome"] == "BOOTSTRAP_IDENTITY_GAP"


def test_a_handshake_that_drips_ends_with_its_time(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(github, "READ_SECONDS", 0.5)

    def drip(connection: socket.socket, context: ssl.SSLContext) -> None:
        try:
            for each in b"\x16\x03\x03\x40\x00" + b"\0" * 500:
                connection.sendall(bytes([each]))
                time.sleep(0.02)
        except OSError:
            connection.close()

    monkeypatch.setattr(wire, "_talk", drip)
    started = time.monotonic()

    assert report_of(wire.internet, make_web())["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert time.monotonic() - started < 8
