"""Hosts on five HTTP clients are answered from a world as by a real server, and nothing else gets out."""

import _socket
import asyncio
import concurrent.futures
import hashlib
import http.client
import json
import multiprocessing
import os
import signal
import socket
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from typing import Any

import aiohttp
import httpx
import pytest
import requests
from urllib3.util import Retry

from oa_conformance.steps.doors.guard import ADDRESS
from oa_conformance.steps.doors.intercept import interception
from oa_conformance.steps.doors.wire import LONGEST_URL, Attempt, Exchange, Wire
from oa_conformance.steps.tests.five_clients import CLIENTS, STREAMS, Get, failure, real_server
from oa_conformance.steps.world.cassette import FAULTS, Answer, Cassette, Fault, Interaction, generated, unreachable
from oa_conformance.steps.world.matching import Playback, compose

HTML = (("content-type", "text/html; charset=utf-8"),)
JSON = (("content-type", "application/json; charset=utf-8"),)
NO_SUCH_FILE = Answer(404, "Not Found", JSON, b'{"message": "Not Found", "status": "404"}')
HOSTS = {"api.github.com": NO_SUCH_FILE, "gone.example": unreachable("dns")}
MATCHING = {"broker": "https://broker.example/search", "github": "api.github.com"}


def page(text: str, url: str = "https://journal.example/page", **more: Any) -> Interaction:
    return Interaction(
        more.pop("id", text), more.pop("method", "GET"), url, Answer(headers=HTML, stored=text.encode()), **more
    )


def world(*interactions: Interaction) -> Playback:
    return compose(Cassette(interactions, HOSTS, MATCHING))


class Trial:
    """An open interception and its log."""

    def __init__(self, wire: Wire, log: list[Exchange | Attempt]) -> None:
        self.wire, self.log = wire, log

    def open(self, *interactions: Interaction, task: str = "t1") -> None:
        self.wire.open_task(task, world(*interactions))

    @property
    def requests(self) -> list[Exchange]:
        return [each for each in self.log if isinstance(each, Exchange)]

    @property
    def escapes(self) -> list[str]:
        return [each.what for each in self.log if isinstance(each, Attempt) and each.kind == "escape"]

    @property
    def lookups(self) -> list[str]:
        return [each.detail for each in self.log if isinstance(each, Attempt) and each.kind == "resolve"]


@pytest.fixture
def trial() -> Iterator[Trial]:
    log: list[Exchange | Attempt] = []
    with interception(log.append) as wire:
        yield Trial(wire, log)


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def get(client: str) -> Get:
    return CLIENTS[client]


# answers


def test_a_page_arrives_byte_for_byte(trial: Trial, get: Get) -> None:
    trial.open(page("頁面 𠮷 😀\r\n"))
    got = get("https://journal.example/page")
    assert (got.status, got.text, got.headers["content-type"]) == (200, "頁面 𠮷 😀\r\n", "text/html; charset=utf-8")


def test_each_request_is_logged_once_with_what_it_carried(trial: Trial, get: Get) -> None:
    trial.open(page("p", id="page-1"))
    get("https://journal.example/page#part", headers={"Authorization": "Bearer s3cret", "Accept": "text/html"})
    (seen,) = trial.log
    assert isinstance(seen, Exchange)
    assert (seen.task, seen.method, seen.url, seen.answered_by) == (
        "t1",
        "GET",
        "https://journal.example/page",
        "page-1",
    )
    assert (seen.status, seen.bytes, seen.sha256) == (200, 1, hashlib.sha256(b"p").hexdigest())
    assert (seen.body, seen.body_sha256, seen.fault, seen.refused) == (
        None,
        hashlib.sha256(b"").hexdigest(),
        None,
        None,
    )
    assert (seen.headers["accept"], seen.headers["authorization"]) == ("text/html", None)
    assert "s3cret" not in str(seen)


def test_a_large_request_is_logged_by_its_digest_alone(trial: Trial, get: Get) -> None:
    trial.open(page("p", method="POST"))
    for size in (16_382, 16_383):  # and two quotation marks
        get("https://journal.example/page", method="POST", json="x" * size)
    assert [each.body and len(each.body) for each in trial.requests] == [16_384, None]
    assert trial.requests[1].body_sha256 == hashlib.sha256(b'"' + b"x" * 16_383 + b'"').hexdigest()


def test_a_redirect_is_two_requests(trial: Trial, get: Get) -> None:
    hop = Interaction(
        "hop", "GET", "https://doi.example/10.1", Answer(302, "Found", (("location", "https://journal.example/page"),))
    )
    trial.open(page("p"), hop)
    assert get("https://doi.example/10.1").body == b"p"
    assert [(each.answered_by, each.status) for each in trial.requests] == [("hop", 302), ("p", 200)]


def test_a_redirect_loop_ends_as_the_client_ends_it(trial: Trial, get: Get) -> None:
    trial.open(Interaction("loop", "GET", "https://doi.example/1", Answer(302, "Found", (("location", "/1"),))))
    kind = failure(lambda: get("https://doi.example/1"))[:1]
    assert kind in (  # urllib: the test's client takes an HTTPError for an answer
        (),
        ("httpx.TooManyRedirects",),
        ("requests.exceptions.TooManyRedirects",),
        ("aiohttp.client_exceptions.TooManyRedirects",),
    )
    assert 4 <= len(trial.requests) <= 31


def test_a_miss_is_answered_as_the_host_would(trial: Trial, get: Get) -> None:
    trial.open(page("p"))
    github, other = (
        get("https://api.github.com/repos/o/r/contents/x?ref=main"),
        get("https://journal.example/no-such-page"),
    )
    assert (github.status, json.loads(github.body)["message"]) == (404, "Not Found")
    assert (other.status, other.headers["content-type"]) == (404, "text/html")
    assert failure(lambda: get("https://unknown.example/")) == failure_of(get, "refused")
    assert [each.answered_by for each in trial.requests[:3]] == ["nothing"] * 3


def failure_of(get: Get, kind: str) -> tuple[str, ...]:
    return failure(lambda: get(f"https://unknown.example/{kind}"))


def test_answers_come_in_sequence_and_the_last_repeats(trial: Trial, get: Get) -> None:
    url = "https://journal.example/page"
    trial.open(Interaction("slow", "GET", url, unreachable("timeout")), page("first"), page("second"))
    assert failure(lambda: get(url))
    assert [get(url).body for _ in range(3)] == [b"first", b"second", b"second"]
    assert [each.answered_by for each in trial.requests] == ["slow", "first", "second", "second"]


def test_head_is_answered_from_get(trial: Trial, get: Get) -> None:
    trial.open(page("12345"))
    got = get("https://journal.example/page", method="HEAD")
    assert (got.status, got.body, got.headers["content-length"]) == (200, b"", "5")
    assert (trial.requests[0].method, trial.requests[0].bytes) == ("HEAD", 0)


def test_head_of_a_page_that_breaks_off_is_whole(trial: Trial, get: Get) -> None:
    url = "https://journal.example/page"
    trial.open(Interaction("cut", "GET", url, Answer(headers=HTML, stored=b"x" * 5000, fault=Fault("reset", 512))))
    assert (get(url, method="HEAD").status, failure(lambda: get(url)) != ()) == (200, True)


@pytest.mark.parametrize("length", ["9", "99999", None])
def test_a_body_arrives_whole_however_it_was_framed_when_recorded(trial: Trial, get: Get, length: str | None) -> None:
    header = ("Content-Length", length) if length else ("Transfer-Encoding", "chunked")
    trial.open(Interaction("p", "GET", "https://journal.example/page", Answer(headers=(header,), stored=b"x" * 5000)))
    got = get("https://journal.example/page")
    assert (got.body, got.headers["content-length"]) == (b"x" * 5000, "5000")


def test_a_recorded_head_keeps_its_length(trial: Trial, get: Get) -> None:
    url = "https://journal.example/page"
    trial.open(Interaction("head", "HEAD", url, Answer(headers=(("Content-Length", "123456789"),))))
    assert get(url, method="HEAD").headers["content-length"] == "123456789"


def test_the_broker_is_matched_by_its_domains_alone(trial: Trial, get: Get) -> None:
    url = MATCHING["broker"]
    trial.open(
        page("two", url, method="POST", sent='{"domains": ["b.example", "a.example"], "query": "q"}'),
        page("unrestricted", url, method="POST", sent='{"domains": []}'),
    )
    assert get(url, method="POST", json={"query": "other words", "domains": ["a.example", "b.example"]}).body == b"two"
    assert get(url, method="POST", json={"domains": []}).body == b"unrestricted"
    assert get(url, method="POST", json={"query": "no domains"}).status == 404
    assert json.loads(trial.requests[0].body or "") == {"query": "other words", "domains": ["a.example", "b.example"]}


def test_github_answers_by_media_type(trial: Trial, get: Get) -> None:
    url = "https://api.github.com/repos/o/r/contents/a.json?ref=main"
    trial.open(page("object", url), page("raw", url, accept="application/vnd.github.raw+json"))
    assert get(url, headers={"Accept": "application/vnd.github+json"}).body == b"object"
    assert get(url + "&_=1", headers={"Accept": "application/vnd.github.raw"}).body == b"raw"
    assert get(url.replace("main", "dev")).status == 404


def test_a_large_body_is_described_and_arrives_whole(trial: Trial, get: Get) -> None:
    made = {
        "generator": "github_blob",
        "of": {"generator": "fill", "bytes": 1_048_577, "head": "{", "fill": " ", "tail": "}"},
    }
    url = "https://api.github.com/repos/o/r/git/blobs/1"
    trial.open(Interaction("blob", "GET", url, Answer(headers=JSON, made=made)))
    assert get(url).body == generated(made)


def test_a_large_body_can_be_left_before_its_end(trial: Trial) -> None:
    url = "https://journal.example/page"
    trial.open(
        Interaction(
            "big", "GET", url, Answer(headers=HTML, made={"generator": "fill", "bytes": 1_000_000, "fill": "x"})
        )
    )
    with httpx.stream("GET", url) as answer:
        assert len(next(answer.iter_raw())) < 100_000
    with requests.get(url, stream=True) as answer_too, urllib.request.urlopen(url) as third:
        assert (len(answer_too.raw.read(1000)), len(third.read(1000))) == (1000, 1000)
    assert len(trial.requests) == 3


def test_hosts_that_dial_the_address_they_vetted_are_answered_by_name(trial: Trial, get: Get) -> None:
    trial.open(page("p"))
    assert get(f"https://{ADDRESS}/page", headers={"Host": "journal.example"}).body == b"p"
    assert trial.requests[0].url == "https://journal.example/page"


def test_headers_that_are_not_ascii_travel_as_servers_send_them(trial: Trial, get: Get) -> None:
    away = Answer(302, "Gefunden, schön", (("location", "/睡?q=é"),))
    trial.open(
        Interaction("hop", "GET", "https://journal.example/hop", away),
        Interaction("p", "GET", "https://journal.example/睡?q=é", Answer(headers=(("x-old", "é"),), stored=b"p")),
    )
    assert get("https://journal.example/hop").body == b"p"
    assert [each.answered_by for each in trial.requests] == ["hop", "p"]


def test_a_long_url_is_a_request_like_any_other(trial: Trial, get: Get) -> None:
    url = "https://journal.example/?q=".ljust(LONGEST_URL, "x")
    trial.open(page("p", url))
    assert get(url).body == b"p"
    assert trial.requests[0].url == url


def test_a_url_longer_than_servers_take_is_refused_as_they_do(trial: Trial, get: Get) -> None:
    url = "https://journal.example/?q=".ljust(LONGEST_URL + 40, "x")
    trial.open(page("p", url))
    assert get(url).status == 414
    assert trial.requests[0].url == url[: LONGEST_URL + 1]


def test_what_is_no_http_is_refused_and_logged(trial: Trial) -> None:
    trial.open(page("p"))
    connection = http.client.HTTPSConnection("journal.example")
    connection.request("G(T", "/page")
    assert connection.getresponse().status == 400
    assert [(each.what, each.detail) for each in trial.log if isinstance(each, Attempt)] == [
        ("no HTTP", "https://journal.example: illegal request line: bytearray(b'G(T /page HTTP/1.1')")
    ]


def test_a_client_that_waits_for_100_is_told_to_go_on(trial: Trial) -> None:
    async def upload() -> int:
        url = "https://journal.example/page"
        async with aiohttp.ClientSession() as session, session.post(url, data=b"text", expect100=True) as answer:
            return answer.status

    trial.open(page("p", method="POST"))
    assert asyncio.run(asyncio.wait_for(upload(), 5)) == 200
    assert [each.body for each in trial.requests] == ["text"]


# as a real server


ANSWERS = {
    "/ok": Answer(headers=HTML, stored="頁面".encode()),
    "/big5": Answer(headers=(("content-type", "text/html; charset=big5"),), stored="頁面".encode("big5")),
    "/gzip": Answer(
        headers=(*HTML, ("content-encoding", "gzip")),
        made={"generator": "gzip", "of": {"generator": "fill", "bytes": 999, "fill": "ab"}},
    ),
    "/302": Answer(302, "Found", (("location", "/ok?a=b%20c&d=%2F(x)"),)),
    "/303": Answer(303, "See Other", (("location", "/ok"),)),
    "/307": Answer(307, "Temporary Redirect", (("location", "/ok"),)),
    "/relative": Answer(301, "Moved Permanently", (("location", "ok"),)),
    "/cookie": Answer(
        302, "Found", (("set-cookie", "a=1; Path=/"), ("set-cookie", "b=2; Path=/"), ("location", "/ok"))
    ),
    "/204": Answer(204, "No Content"),
    "/304": Answer(304, "Not Modified", (("etag", '"1"'),)),
    "/429": Answer(429, "Too Many Requests", (("retry-after", "0"),), b"slow down"),
    "/503": Answer(503, "Service Unavailable", HTML, b"later"),
    "/long": Answer(headers=(*HTML, ("x-long", "v" * 4000)), stored=b"z" * 300_000),
}
QUERY = "/ok?q=a+b&q=%E7%9D%A1&x=1%2B1;y=2"
HOP_BY_HOP = {"connection", "keep-alive"}
CALLS: list[tuple[str, dict[str, Any]]] = [
    *[(path, {}) for path in ANSWERS],
    ("/ok", {"method": "HEAD"}),
    ("/302", {"method": "POST", "json": {"domains": ["a"], "query": "睡眠"}}),
    ("/307", {"method": "POST", "json": {"domains": ["a"], "query": "睡眠"}}),
    (QUERY, {"headers": {"Accept": "text/html", "X-Own": "1"}}),
    ("/ok", {"headers": {"Range": "bytes=0-9"}}),
]


def test_what_is_sent_and_what_arrives_is_what_a_real_server_sees_and_sends(client: str) -> None:
    """Each call once against a server on loopback and once intercepted at the same URL: same answers, same requests."""
    get, log = CLIENTS[client], list[Exchange | Attempt]()
    with real_server(ANSWERS) as server:
        real = [told(get, server.url + path, options) for path, options in CALLS]
    interactions = [
        Interaction(path + m, m, server.url + path, answer) for path, answer in ANSWERS.items() for m in ("GET", "POST")
    ]
    interactions += [page("頁面", server.url + "/ok?a=b%20c&d=%2F(x)"), page("頁面", server.url + QUERY, id="query")]
    with interception(log.append) as wire:
        wire.open_task("t1", world(*interactions))
        intercepted = [told(get, server.url + path, options) for path, options in CALLS]
    assert intercepted == real
    logged = [each for each in log if isinstance(each, Exchange)]
    assert [(e.method, e.url.removeprefix(server.url), e.body_sha256) for e in logged] == [
        (method, path, hashlib.sha256(body).hexdigest()) for method, path, _, body in server.seen
    ]
    for sent, (_, path, headers, _) in zip(logged, server.seen, strict=True):
        shown = {name: value for name, value in sent.headers.items() if value is not None}
        assert shown == {name: headers[name] for name in shown}, path
        assert sent.headers.keys() - HOP_BY_HOP == headers.keys() - HOP_BY_HOP, path


def told(get: Get, url: str, options: dict[str, Any]) -> tuple[int, bytes, str, dict[str, str]]:
    got = get(url, **options)
    headers = {name: value for name, value in got.headers.items() if name not in HOP_BY_HOP}
    return got.status, got.body, got.text, headers


@pytest.mark.parametrize("kind", ["refused", "dns", "timeout", "reset"])
def test_a_fault_raises_what_a_real_one_raises(client: str, kind: str) -> None:
    get = CLIENTS[client]
    acted = {"/timeout": unreachable("timeout"), "/reset": Answer(fault=Fault("reset"))}
    with real_server(acted) as server:
        url = {"refused": "http://127.0.0.1:1/", "dns": "http://no-such-host.invalid/"}.get(
            kind, f"{server.url}/{kind}"
        )
        real = failure(lambda: get(url, timeout=0.3))
    with interception(lambda record: None) as wire:
        wire.open_task("t1", world(Interaction(kind, "GET", url, unreachable(kind))))
        assert failure(lambda: get(url, timeout=0.3)) == real != ()


@pytest.mark.parametrize("kind", ["timeout", "reset"])
def test_a_body_that_breaks_off_raises_what_a_real_one_raises_after_the_part_that_came(client: str, kind: str) -> None:
    broken, got = Answer(headers=HTML, stored=b"x" * 5000, fault=Fault(kind, 512)), bytearray()
    with real_server({"/": broken}) as server:
        real = failure(lambda: STREAMS[client](server.url + "/", bytearray()))
    log: list[Exchange | Attempt] = []
    with interception(log.append) as wire:
        wire.open_task("t1", world(Interaction("broken", "GET", server.url + "/", broken)))
        assert failure(lambda: STREAMS[client](server.url + "/", got)) == real != ()
    (seen,) = log
    assert isinstance(seen, Exchange)
    assert (bytes(got), seen.status, seen.bytes, seen.fault) == (b"x" * 512, 200, 512, kind)


R, A = requests, aiohttp
OWN: dict[str, tuple[type[Exception], ...]] = {  # in the order of FAULTS
    "httpx": (httpx.ConnectError, httpx.ConnectError, httpx.ConnectTimeout, httpx.ReadTimeout, httpx.ReadError),
    "requests": (R.ConnectionError, R.ConnectionError, R.ConnectTimeout, R.ReadTimeout, R.ConnectionError),
    "urllib": (urllib.error.URLError, urllib.error.URLError, urllib.error.URLError, TimeoutError, ConnectionResetError),
    "aiohttp": (
        A.ClientConnectorError,
        A.ClientConnectorError,
        A.ServerTimeoutError,
        A.ServerTimeoutError,
        A.ClientOSError,
    ),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_faults_are_the_clients_own_exceptions_and_are_logged(trial: Trial, client: str, kind: str) -> None:
    trial.open(Interaction("f", "GET", "https://journal.example/page", unreachable(kind)))
    with pytest.raises(OWN[client.removesuffix("-async")][FAULTS.index(kind)]):
        CLIENTS[client]("https://journal.example/page")
    tries = 2 if (client, kind) == ("aiohttp", "reset") else 1  # aiohttp itself asks again after a lost connection
    assert [(e.answered_by, e.fault, e.status, e.bytes) for e in trial.requests] == [("f", kind, None, 0)] * tries


# a client's own habits


def test_a_kept_client_serves_many_tasks(trial: Trial) -> None:
    with httpx.Client() as first, requests.Session() as second:
        for task in ("t1", "t2", "t3"):
            trial.open(page(task), task=task)
            assert (
                first.get("https://journal.example/page").text,
                second.get("https://journal.example/page").text,
            ) == (task, task)


def test_a_transport_with_retries_connects_again(trial: Trial) -> None:
    url = "https://journal.example/page"
    trial.open(Interaction("f", "GET", url, unreachable("refused")), page("p"))
    with httpx.Client(transport=httpx.HTTPTransport(retries=1)) as client:
        assert client.get(url).text == "p"
    assert [each.answered_by for each in trial.requests] == ["f", "p"]


def test_an_adapter_with_retries_honours_retry_after(trial: Trial) -> None:
    url = "https://journal.example/page"
    busy = Interaction("busy", "GET", url, Answer(429, "Too Many Requests", (("retry-after", "0"),), b""))
    trial.open(busy, page("p"))
    with requests.Session() as session:
        session.mount("https://", requests.adapters.HTTPAdapter(max_retries=Retry(2, status_forcelist=[429])))
        assert session.get(url).text == "p"
    assert [each.answered_by for each in trial.requests] == ["busy", "p"]


def test_a_mock_transport_of_the_host_stays_the_hosts(trial: Trial) -> None:
    trial.open()
    with httpx.Client(transport=httpx.MockTransport(lambda request: httpx.Response(299))) as client:
        assert client.get("https://journal.example/").status_code == 299
    assert trial.log == []


def test_an_upload_in_pieces_is_logged_whole(trial: Trial) -> None:
    trial.open(page("p"))
    httpx.post("https://journal.example/", content=iter([b"ab", b"cd"]))
    requests.post("https://journal.example/", data=iter([b"ab", b"cd"]))
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen("https://journal.example/", iter([b"ab", b"cd"]))

    async def with_aiohttp() -> None:
        async def pieces() -> Any:
            yield b"ab"
            yield b"cd"

        async with aiohttp.ClientSession(base_url="https://journal.example") as session:
            await session.post("/", data=pieces())

    asyncio.run(with_aiohttp())
    assert [each.body for each in trial.requests] == ["abcd"] * 4


def test_a_proxy_in_the_environment_changes_nothing(trial: Trial, get: Get, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://proxy.example:3128")
    trial.open(page("s"), page("p", "http://journal.example/page"))
    assert (get("https://journal.example/page").body, get("http://journal.example/page").body) == (b"s", b"p")
    assert [each.url for each in trial.requests] == ["https://journal.example/page", "http://journal.example/page"]


def test_many_at_once_are_each_logged_once(trial: Trial) -> None:
    trial.open(*(page(f"{n}", f"https://journal.example/{n}") for n in range(50)))

    async def both() -> list[bytes]:
        async with httpx.AsyncClient() as first, aiohttp.ClientSession() as second:

            async def other(n: int) -> bytes:
                async with second.get(f"https://journal.example/{n}") as answer:
                    return await answer.read()

            ones = [
                answer.content
                for answer in await asyncio.gather(*(first.get(f"https://journal.example/{n}") for n in range(50)))
            ]
            return ones + list(await asyncio.gather(*(other(n) for n in range(50))))

    assert asyncio.run(both()) == [str(n).encode() for n in range(50)] * 2
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert [
            answer.text for answer in pool.map(lambda n: requests.get(f"https://journal.example/{n}"), range(50))
        ] == [str(n) for n in range(50)]
    assert sorted(each.n for each in trial.requests) == list(range(1, 151))


# tasks


def test_after_its_end_a_task_gets_nothing_and_is_charged(trial: Trial, get: Get) -> None:
    trial.open(page("p"))
    trial.wire.close_task()
    assert failure(lambda: get("https://journal.example/page")) == failure_of(get, "refused")
    assert [(e.task, e.refused, e.answered_by, e.status) for e in trial.requests[:1]] == [
        ("t1", "task t1 is over", "nothing", None)
    ]


def test_before_any_task_nothing_is_answered(trial: Trial, get: Get) -> None:
    assert failure(lambda: get("https://journal.example/page"))
    assert [(each.task, each.refused) for each in trial.requests] == [(None, "no task has begun")]


def test_a_job_of_an_old_task_is_charged_to_it_while_the_next_one_runs(trial: Trial) -> None:
    go_on, url = threading.Event(), "https://journal.example/page"
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        trial.open(page("one"))
        late = pool.submit(lambda: go_on.wait() and failure(lambda: httpx.get(url)))
        trial.wire.close_task()
        trial.open(page("two"), task="t2")
        assert httpx.get(url).text == "two"
        go_on.set()
        assert late.result() == ("httpx.ConnectError",)
        assert pool.submit(httpx.get, url).result().text == "two"
    assert [(each.task, each.refused) for each in trial.requests] == [
        ("t2", None),
        ("t1", "task t1 is over"),
        ("t2", None),
    ]


def test_a_job_of_an_earlier_run_of_the_same_task_gets_nothing(trial: Trial) -> None:
    go_on, url = threading.Event(), "https://journal.example/page"
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        trial.open(page("one"))
        late = pool.submit(lambda: go_on.wait() and failure(lambda: httpx.get(url)))
        trial.wire.close_task()
        trial.open(page("one"))
        go_on.set()
        assert late.result() == ("httpx.ConnectError",)
    assert [(each.task, each.refused) for each in trial.requests] == [("t1", "task t1 is over")]


def test_a_coroutine_of_an_old_task_is_charged_to_it_while_the_next_one_runs(trial: Trial) -> None:
    url = "https://journal.example/page"

    async def ask() -> str:
        async with httpx.AsyncClient() as client:
            return (await client.get(url)).text

    async def two_tasks() -> None:
        trial.open(page("one"))
        late = asyncio.create_task(ask())
        trial.wire.close_task()
        trial.open(page("two"), task="t2")
        assert await ask() == "two"
        with pytest.raises(httpx.ConnectError):
            await late

    asyncio.run(two_tasks())
    assert sorted((each.task, each.refused) for each in trial.requests) == [("t1", "task t1 is over"), ("t2", None)]


# other ways out


def via_asyncio() -> None:
    asyncio.run(asyncio.open_connection("journal.example", 443))


def via_udp() -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as sock:
        sock.sendto(b"x", ("8.8.8.8", 53))


def via_sendmsg() -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as sock:
        sock.sendmsg([b"x"], [], 0, ("8.8.8.8", 53))


def via_socket(address: Any, family: int = socket.AF_INET, call: str = "connect") -> Any:
    def go() -> None:
        with socket.socket(family) as sock:
            getattr(sock, call)(address)

    return go


WAYS_OUT = {
    "socket.connect": via_socket(("93.184.215.14", 443)),
    "socket.connect by name": via_socket(("journal.example", 443)),
    "socket.connect to loopback": via_socket(("127.0.0.1", 80)),
    "socket.connect IPv6": via_socket(("::1", 80), socket.AF_INET6),
    "socket.connect unix": via_socket("/run/x.sock", socket.AF_UNIX),
    "socket.connect_ex": via_socket(("1.1.1.1", 80), call="connect_ex"),
    "socket.connect asyncio": via_asyncio,
    "socket.connect create_connection": lambda: socket.create_connection(("journal.example", 443)),
    "socket.connect underneath": lambda: _socket.socket().connect(("1.1.1.1", 80)),
    "socket.sendto": via_udp,
    "socket.sendmsg": via_sendmsg,
    "subprocess.Popen": lambda: subprocess.run(["true"], check=False),
    "subprocess.Popen asyncio": lambda: asyncio.run(asyncio.create_subprocess_exec("true")),
    "os.system": lambda: os.system("true"),
    "os.fork": os.fork,
    "os.fork spawnv": lambda: os.spawnv(os.P_WAIT, "/bin/true", ["true"]),
    "os.posix_spawn": lambda: os.posix_spawn("/bin/true", ["true"], {}),
    "os.exec": lambda: os.execv("/bin/true", ["true"]),
    "os.kill": lambda: os.kill(os.getppid(), signal.SIGCONT),
    "fork_exec": lambda: multiprocessing.get_context("spawn").Process(target=print).start(),
    "os.fork multiprocessing": lambda: multiprocessing.get_context("fork").Process(target=print).start(),
}


@pytest.mark.parametrize("way", WAYS_OUT)
def test_other_ways_out_are_refused_and_logged_even_when_the_host_swallows_the_error(trial: Trial, way: str) -> None:
    trial.open(page("p"))
    raised = None
    try:
        WAYS_OUT[way]()
    except BaseException as error:
        raised = error
    assert isinstance(raised, ConnectionRefusedError | PermissionError)
    assert trial.escapes == [way.partition(" ")[0]]
    assert trial.requests == []


def test_a_known_host_resolves_to_one_global_address_and_an_unknown_one_does_not(trial: Trial) -> None:
    trial.open(page("p"))
    assert {entry[4][0] for entry in socket.getaddrinfo("journal.example", 443)} == {ADDRESS}
    assert socket.gethostbyname("JOURNAL.example.") == socket.gethostbyname_ex("journal.example")[2][0] == ADDRESS
    for name in ("unknown.example", "gone.example"):
        with pytest.raises(socket.gaierror):
            socket.getaddrinfo(name, 443)
    assert trial.lookups == [
        "journal.example",
        "JOURNAL.example.",
        "journal.example",
        "unknown.example",
        "gone.example",
    ]
    assert trial.escapes == []


def test_asyncio_resolves_alike(trial: Trial) -> None:
    trial.open(page("p"))

    async def resolve() -> Any:
        return await asyncio.get_running_loop().getaddrinfo("journal.example", 443)

    assert asyncio.run(resolve())[0][4] == (ADDRESS, 443)


def test_a_resolver_kept_from_before_fails_and_is_no_offence() -> None:
    kept, log = socket.getaddrinfo, list[Exchange | Attempt]()
    with interception(log.append) as wire:
        wire.open_task("t1", world(page("p")))
        with pytest.raises(socket.gaierror):
            kept("journal.example", 443)
    assert [each.kind for each in log] == ["resolve"]


def test_nobody_is_asked_whose_an_address_is(trial: Trial) -> None:
    for ask in (lambda: socket.gethostbyaddr("8.8.8.8"), lambda: socket.getnameinfo(("8.8.8.8", 53), 0)):
        with pytest.raises(socket.gaierror):
            ask()
    assert (len(trial.lookups), trial.escapes) == (2, [])


def test_a_process_may_talk_to_itself(trial: Trial) -> None:
    """What asyncio does where there are no socket pairs; and signals."""
    trial.open()
    with socket.socket() as listening, socket.socket() as caller:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        caller.connect(listening.getsockname())
        listening.accept()[0].close()
    asyncio.run(asyncio.sleep(0))
    os.kill(os.getpid(), 0)
    assert trial.log == []


@pytest.mark.parametrize("make", [httpx.Client, requests.Session])
def test_connections_from_before_are_not_used(make: Any) -> None:
    with real_server({"/": Answer(stored=b"real")}) as server, make() as kept:
        assert kept.get(server.url + "/").text == "real"
        with interception(lambda record: None) as wire:
            wire.open_task("t1", world(page("recorded", server.url + "/")))
            assert kept.get(server.url + "/").text == "recorded"
        assert kept.get(server.url + "/").text == "real"
        assert len(server.seen) == 2


def test_connections_of_aiohttp_from_before_are_not_used() -> None:
    async def three_times(url: str) -> list[bytes]:
        async with aiohttp.ClientSession() as kept:

            async def get() -> bytes:
                async with kept.get(url) as answer:
                    return await answer.read()

            before = await get()
            with interception(lambda record: None) as wire:
                wire.open_task("t1", world(page("recorded", url)))
                during = await get()
            return [before, during, await get()]

    with real_server({"/": Answer(stored=b"real")}) as server:
        assert asyncio.run(three_times(server.url + "/")) == [b"real", b"recorded", b"real"]


def test_afterwards_everything_is_as_before(get: Get) -> None:
    def again() -> None:
        with interception(lambda record: None):
            raise AssertionError("nested")

    with interception(lambda record: None), pytest.raises(RuntimeError, match="already on"):
        again()
    with real_server({"/": Answer(stored=b"real")}) as server:
        assert get(server.url + "/").body == b"real"
    assert subprocess.run(["true"], check=False).returncode == 0
    with pytest.raises(httpx.ConnectError):
        httpx.get("http://127.0.0.1:1/")
