"""Whatever a host sends, it is logged, answered or refused, and judged; and whoever comes next is served."""

import contextlib
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oa_conformance.steps.audit.beside import AUDITS
from oa_conformance.steps.doors.base import Door, Limits, open_adapter
from oa_conformance.steps.doors.outcome import USUAL
from oa_conformance.steps.doors.proxy import Proxy
from oa_conformance.steps.doors.wire import LONGEST_URL
from oa_conformance.steps.observation import escapes_in, requests_in
from oa_conformance.steps.schemas import validator
from oa_conformance.steps.tests.hostile_bounds import within
from oa_conformance.steps.tests.hostile_senders import SENDS, Sending
from oa_conformance.steps.tests.nversion.effort import effort
from oa_conformance.steps.tests.nversion.told import told
from oa_conformance.steps.tests.proxy_entrance import PAGE, URL, WORLD, Entrance, everything
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.cassette import dumps
from oa_conformance.steps.world.model import BROKER

# from Python


@pytest.fixture(scope="module")
def worker() -> Iterator[Door]:
    door = open_adapter(Sending(), Limits(task_s=20.0, restarts=1_000))
    yield door
    door.close()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    path = tmp_path_factory.mktemp("world") / "base.yaml"
    path.write_text(dumps(WORLD), "utf-8")
    return [path]


def task(what: str) -> dict[str, Any]:
    tools = {"web_search": {"url": BROKER, "domain_filter": True}, "open_page": "single_hop"}
    return {"task_id": "t", "utterance": what, "tools": tools}


TOO_LONG = {"a URL of a megabyte", "a URL of a megabyte of escapes", "a page of a megabyte"}
TOO_MUCH = {"requests without end"}


@pytest.mark.parametrize("what", SENDS)
def test_what_a_host_sends_is_logged_and_judged(worker: Door, world: list[Path], what: str) -> None:
    with within(30):
        result = worker.run(task(what), world)
        assert worker.run(task("well"), world).report == {"got": "200"}

    assert result.outcome == ("flooded" if what in TOO_MUCH else "answered"), result.detail
    assert [validator("wire").is_valid(each) for each in result.wire] == [True] * len(result.wire)
    assert len(result.wire) <= USUAL.records
    run = replace(told("brokered"), requests=requests_in(result.wire), escapes=escapes_in(result.wire))
    assert all(len(each.url) <= LONGEST_URL + 1 for each in run.requests)
    if what in TOO_LONG:
        assert [each.status for each in run.requests] == [414]
    with within(30):
        found = [each for audit in AUDITS for each in audit(run)]
    assert {type(each) for each in found} == {Finding}


# through the proxy


@pytest.fixture(scope="module")
def proxy() -> Iterator[Proxy]:
    made = Proxy()
    yield made
    made.close()


@pytest.fixture
def entrance(proxy: Proxy, caplog: pytest.LogCaptureFixture) -> Iterator[Entrance]:
    """A gate, whose thread must not have failed."""
    made = Entrance(proxy)
    with caplog.at_level(logging.WARNING, "asyncio"):
        yield made
        proxy.close_gate(made.gate)
    assert [each.getMessage() for each in caplog.records] == []


def is_served(entrance: Entrance) -> bool:
    with entrance.tunnel() as client:
        client.sendall(b"GET /page HTTP/1.1\r\nHost: journal.example\r\nConnection: close\r\n\r\n")
        return everything(client).endswith(PAGE)


def said_to(entrance: Entrance, sent: bytes, *, in_tunnel: bool = False) -> bytes:
    """What comes back for these bytes."""
    with entrance.tunnel() if in_tunnel else entrance.plain() as client:
        with contextlib.suppress(OSError):
            client.sendall(sent)
        client.settimeout(0.3)
        with contextlib.suppress(TimeoutError):
            return everything(client)
    return b""


END = b" HTTP/1.1\r\nHost: journal.example\r\nConnection: close\r\n\r\n"
NONSENSE = {
    "a port of many digits": b"CONNECT journal.example:" + b"4" * 5_000 + END,
    "a port of other digits": "CONNECT journal.example:４４３".encode() + END,
    "a port of superscripts": b"CONNECT journal.example:\xb2\xb3" + END,
    "a name of sixty kilobytes": b"CONNECT " + b"a" * 60_000 + b":443" + END,
    "a name of dots": b"CONNECT " + b"." * 300 + b":443" + END,
    "a name with a null": b"CONNECT a\0b:443" + END,
    "a name in brackets": b"CONNECT [::1:443" + END,
    "a wildcard": b"CONNECT *.example:443" + END,
    "an absolute URL in brackets": b"GET https://[" + END,
    "an absolute URL at no port": b"GET http://a:99999/" + END,
    "an absolute URL at a port of many digits": b"GET http://a:" + b"9" * 5_000 + b"/" + END,
    "an absolute URL of no host": b"GET http:///" + END,
    "a URL of sixty kilobytes": b"GET http://journal.example/" + b"x" * 60_000 + END,
    "a URL of two megabytes": b"GET http://journal.example/" + b"x" * 2_000_000 + END,
    "invalid escapes": b"GET http://journal.example/%zz%" + END,
    "a URL of high bytes": b"GET http://journal.example/\xff\xfe" + END,
    "a long method": b"M" * 10_000 + b" http://journal.example/" + END,
    "many headers": b"GET / HTTP/1.1\r\nHost: a\r\n" + b"x: y\r\n" * 10_000 + b"\r\n",
    "a body that lies": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
    "a body of two lengths": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    "a body of " + "9" * 30: b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + b"9" * 30 + b"\r\n\r\n",
    "chunks of nonsense": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "chunks without end": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 300_000,
    "nothing but nulls": b"\0" * 100_000,
    "nothing but newlines": b"\r\n" * 100_000,
    "nothing": b"",
}  # fmt: skip


@pytest.mark.parametrize("what", NONSENSE)
@pytest.mark.parametrize("in_tunnel", [False, True], ids=["plain", "in a tunnel"])
def test_nonsense_harms_nobody_but_its_connection(entrance: Entrance, what: str, in_tunnel: bool) -> None:
    with within(20):
        said_to(entrance, NONSENSE[what], in_tunnel=in_tunnel)
        assert is_served(entrance)
    assert entrance.requests[-1] == ("GET", URL, 200, None)


WORD = st.binary(max_size=12) | st.sampled_from(
    [b"GET", b"CONNECT", b"https://journal.example/", b"a:443", b"HTTP/1.1"]
)
LINES = st.lists(st.lists(WORD, max_size=4).map(b" ".join), max_size=5).map(b"\r\n".join)


@given(st.lists(LINES, max_size=3).map(b"\r\n\r\n".join), st.booleans())
@effort(25)
def test_any_bytes_harm_nobody_but_their_connection(proxy: Proxy, sent: bytes, in_tunnel: bool) -> None:
    entrance = Entrance(proxy)
    try:
        with within(20):
            said_to(entrance, sent + b"\r\n\r\n", in_tunnel=in_tunnel)
            assert is_served(entrance)
    finally:
        proxy.close_gate(entrance.gate)
