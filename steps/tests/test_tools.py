"""The four host tools: the shapes of their schema, the same world and the same log as raw HTTP."""

import base64
import json
import threading
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from oa_conformance.steps.doors.intercept import interception
from oa_conformance.steps.doors.process import spawned
from oa_conformance.steps.doors.tools import HostTools
from oa_conformance.steps.doors.wire import Attempt, Exchange, Wire
from oa_conformance.steps.doors.worker import Worker
from oa_conformance.steps.world.cassette import Answer, Cassette, Fault, Interaction, dumps
from oa_conformance.steps.world.matching import compose

SCHEMAS = Path(__file__).parents[2] / "features" / "schemas"
SHAPES = json.loads((SCHEMAS / "tools.schema.json").read_text("utf-8"))
RECORD = jsonschema.Draft202012Validator(json.loads((SCHEMAS / "wire.schema.json").read_text("utf-8")))
BROKER = "https://broker.example/search"
PAGE = "https://journal.example/page"
CONTENTS = "https://api.github.com/repos/o/r/contents/data/a%20b.json?ref=main"
ONE = {"url": PAGE, "title": "睡眠", "snippet": "…"}
FOUND = {"results": [ONE], "applied_domains": ["a.example"], "result_count": 1}
MATCHING = {"broker": BROKER, "github": "api.github.com"}


def got(url: str, body: Any = "", status: int = 200, *headers: tuple[str, str], **more: Any) -> Interaction:
    stored = body.encode() if isinstance(body, str) else body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = Answer(status, "-", headers, stored, fault=more.pop("fault", None))
    return Interaction(more.pop("id", url), more.pop("method", "GET"), url, answer, **more)


def searched(body: Any, status: int = 200, *headers: tuple[str, str], domains: str = '["a.example"]') -> Interaction:
    return got(BROKER, body, status, *headers, method="POST", sent=f'{{"domains": {domains}}}')


class Trial:
    """Tools on a world of these interactions, and the log of what they send; every answer is held to its schema."""

    def __init__(self, *interactions: Interaction, **offered: Any) -> None:
        self.log: list[Exchange | Attempt] = []
        self.wire = Wire(self.log.append)
        self.wire.open_task("t1", compose(Cassette(interactions, {}, MATCHING)))
        offers = {"web_search": {"url": BROKER, "domain_filter": True}, "open_page": "single_hop", **offered}
        self.tools = HostTools(self.wire, {"task_id": "t1", "tools": offers})

    def use(self, tool: str, **arguments: Any) -> Any:
        shapes = SHAPES["properties"][tool]["properties"]
        jsonschema.validate(arguments, shapes["arguments"])
        answer = getattr(self.tools, tool)(**arguments)
        jsonschema.validate(answer, {**shapes["answer"], "$defs": SHAPES["$defs"]})
        return answer

    def search(self, *domains: str) -> Any:
        return self.use("web_search", query="sleep", domains=list(domains), max_results=5)

    @property
    def requests(self) -> list[Exchange]:
        for each in self.log:
            RECORD.validate(vars(each))
        return [each for each in self.log if isinstance(each, Exchange)]

    @property
    def sent(self) -> list[tuple[str | None, str, str, str]]:
        return [(each.tool, each.method, each.url, each.answered_by) for each in self.requests]


def failure(answer: Any) -> tuple[str, str]:
    return answer["error"]["kind"], answer["error"]["message"]


# what each answers


def test_github_fetch_gives_status_and_json() -> None:
    trial = Trial(got("https://api.github.com/repos/o/r/git/refs/heads/main", {"object": {"sha": "1"}}))
    answer = trial.use("github_fetch", url="https://api.github.com/repos/o/r/git/refs/heads/main")
    assert answer == {"status": 200, "json": {"object": {"sha": "1"}}, "at": trial.requests[0].at}
    assert trial.requests[0].headers["accept"] == "application/vnd.github+json"
    assert trial.requests[0].tool == "github_fetch"


@pytest.mark.parametrize("body", [b"<html>", b"", b"[" * 100_000, b'{"a": NaN}', b"\xff", b"1" * 5000], ids=range(6))
def test_github_fetch_of_what_is_no_json(body: Any) -> None:
    answer = Trial(got("https://api.github.com/x", body, 503)).use("github_fetch", url="https://api.github.com/x")
    assert (answer["status"], answer["json"]) == (503, None)


def test_github_fetch_file_gives_the_words_of_the_contents_endpoint() -> None:
    file = {"name": "a b.json", "sha": "5f", "size": 2, "encoding": "base64", "content": "e30=\n"}
    trial = Trial(got(CONTENTS, file))
    answer = trial.use("github_fetch_file", repository="o/r", ref="main", path="data/a b.json")
    assert answer == {
        "status": 200, "sha": "5f", "size": 2, "encoding": "base64", "content": "e30=\n", "at": trial.requests[0].at,
    }  # fmt: skip
    assert trial.sent == [("github_fetch_file", "GET", CONTENTS, CONTENTS)]


def test_github_fetch_file_of_a_large_file_says_that_there_is_no_content() -> None:
    trial = Trial(got(CONTENTS, {"sha": "5f", "size": 1_048_577, "encoding": "none", "content": ""}))
    answer = trial.use("github_fetch_file", repository="o/r", ref="main", path="data/a b.json")
    assert (answer["size"], answer["encoding"], answer["content"]) == (1_048_577, "none", "")


@pytest.mark.parametrize("body", [[{"sha": "1"}], {"message": "Not Found"}, "text", {"sha": 5, "size": True}])
def test_github_fetch_file_of_what_is_no_file(body: Any) -> None:
    trial = Trial(got(CONTENTS, body, 404))
    answer = trial.use("github_fetch_file", repository="o/r", ref="main", path="data/a b.json")
    assert [answer[each] for each in ("status", "sha", "size", "encoding", "content")] == [404, None, None, None, None]


def test_a_path_and_a_ref_are_escaped() -> None:
    trial = Trial()
    trial.use("github_fetch_file", repository="o/r", ref="a/b&c=d", path="文/100%?#.json")
    assert trial.requests[0].url == (
        "https://api.github.com/repos/o/r/contents/%E6%96%87/100%25%3F%23.json?ref=a%2Fb%26c%3Dd"
    )


def test_web_search_gives_what_the_broker_says_and_sends_what_it_was_told() -> None:
    trial = Trial(searched(FOUND))
    assert trial.search("a.example") == {**FOUND, "at": trial.requests[0].at}
    assert trial.requests[0].body == '{"query": "sleep", "domains": ["a.example"], "max_results": 5}'
    assert trial.requests[0].headers["content-type"] == "application/json"
    assert trial.sent == [("web_search", "POST", BROKER, BROKER)]


def test_an_unrestricted_search_is_answered() -> None:
    trial = Trial(searched(FOUND), searched({"results": []}, domains="[]"))
    assert trial.search() == {"results": [], "at": trial.requests[0].at}


def test_a_tool_without_a_filter_searches_everywhere_whatever_it_is_told() -> None:
    everywhere = searched({**FOUND, "applied_domains": []}, domains="[]")
    trial = Trial(searched({"results": []}), everywhere, web_search={"url": BROKER, "domain_filter": False})
    assert trial.search("a.example")["applied_domains"] == []
    assert json.loads(trial.requests[0].body or "")["domains"] == []


@pytest.mark.parametrize("missing", ["results", "applied_domains", "result_count"])
def test_what_the_broker_leaves_out_is_left_out(missing: str) -> None:
    said = {name: value for name, value in FOUND.items() if name != missing}
    assert Trial(searched(said)).search("a.example").keys() == {*said, "at"}


@pytest.mark.parametrize(
    ("status", "kind", "message"),
    [
        (429, "rate_limited", "the broker answered with HTTP 429, retry-after: 7"),
        (503, "unavailable", "the broker answered with HTTP 503, retry-after: 7"),
        (502, "unavailable", "the broker answered with HTTP 502, retry-after: 7"),
        (504, "unavailable", "the broker answered with HTTP 504, retry-after: 7"),
        (403, "unavailable", "the broker answered with HTTP 403, retry-after: 7"),
        (302, "unavailable", "the broker answered with HTTP 302, retry-after: 7"),
    ],
)
def test_a_broker_that_refuses_is_a_tool_that_fails(status: int, kind: str, message: str) -> None:
    trial = Trial(searched(FOUND, status, ("Retry-After", "7")))
    assert failure(trial.search("a.example")) == (kind, message)
    assert trial.requests[0].status == status


@pytest.mark.parametrize(
    "said", ["<html>", [], {"results": {}}, {"results": [1]}, {"results": [{"title": "t"}]}, {"results": [{"url": 1}]}]
)
def test_a_broker_that_makes_no_sense_is_a_tool_that_fails(said: Any) -> None:
    assert failure(Trial(searched(said)).search("a.example"))[0] == "unavailable"


def test_open_page_gives_the_bytes_as_they_came() -> None:
    trial = Trial(got(PAGE, b"\xff\x00", 200, ("Content-Type", "text/html"), ("Set-Cookie", "a"), ("set-cookie", "b")))
    answer = trial.use("open_page", url=PAGE + "#part")
    assert base64.b64decode(answer.pop("body")) == b"\xff\x00"
    assert answer == {
        "status": 200, "url": PAGE + "#part", "at": trial.requests[0].at,
        "headers": {"content-type": "text/html", "set-cookie": "a, b", "content-length": "2"},
    }  # fmt: skip
    assert trial.sent == [("open_page", "GET", PAGE, PAGE)]


@pytest.mark.parametrize("status", [301, 302, 404, 429, 503])
def test_open_page_gives_every_status_as_it_is_and_follows_nothing(status: int) -> None:
    trial = Trial(got(PAGE, "", status, ("location", "/other")), got("https://journal.example/other"))
    answer = trial.use("open_page", url=PAGE)
    assert (answer["status"], answer["url"], answer["headers"]["location"]) == (status, PAGE, "/other")
    assert len(trial.requests) == 1


# an opener that follows


def test_an_opener_that_follows_shows_only_where_it_ended_and_every_hop_is_logged() -> None:
    hops = (
        got("https://doi.example/1", "", 302, ("location", "//journal.example/a/b")),
        got("https://journal.example/a/b", "", 307, ("location", "../page?x=1")),
        got("https://journal.example/page?x=1", "here"),
    )
    trial = Trial(*hops, open_page="follows")
    answer = trial.use("open_page", url="https://doi.example/1")
    assert (answer["status"], answer["url"]) == (200, "https://journal.example/page?x=1")
    assert base64.b64decode(answer["body"]) == b"here"
    assert [each[0] for each in trial.sent] == ["open_page"] * 3
    assert [each[3] for each in trial.sent] == [each.id for each in hops]
    assert answer["at"] == trial.requests[2].at


def test_an_opener_that_follows_gives_up_after_twenty_redirects() -> None:
    trial = Trial(got(PAGE, "", 302, ("location", PAGE)), open_page="follows")
    assert failure(trial.use("open_page", url=PAGE)) == ("connection", "more than 20 redirects")
    assert len(trial.requests) == 21


@pytest.mark.parametrize("location", ["ftp://journal.example/", "https://[::1", "http://a b/", "\\\\x"])
def test_an_opener_that_follows_cannot_follow_everywhere(location: str) -> None:
    trial = Trial(got(PAGE, "", 302, ("location", location)), open_page="follows")
    kind, message = failure(trial.use("open_page", url=PAGE))
    assert kind == "connection"
    assert message.startswith("a redirect leads nowhere: ")
    assert len(trial.requests) == 1


def test_a_redirect_without_a_location_is_where_it_ends() -> None:
    answer = Trial(got(PAGE, "", 302), open_page="follows").use("open_page", url=PAGE)
    assert (answer["status"], answer["url"]) == (302, PAGE)


# failures


@pytest.mark.parametrize(
    ("fault", "kind", "message"),
    [
        (Fault("dns"), "dns", "dns"),
        (Fault("refused"), "connection", "refused"),
        (Fault("reset"), "connection", "reset"),
        (Fault("connect_timeout"), "timeout", "connect timeout"),
        (Fault("timeout"), "timeout", "timeout"),
        (Fault("reset", 3), "connection", "reset after 3 bytes"),
        (Fault("timeout", 3), "timeout", "timeout after 3 bytes"),
    ],
)
def test_a_fault_of_transport_is_a_tool_that_fails(fault: Fault, kind: str, message: str) -> None:
    search = got(BROKER, "12345", fault=fault, method="POST", sent='{"domains": []}')
    trial = Trial(got(PAGE, "12345", fault=fault), search)
    assert failure(trial.use("open_page", url=PAGE)) == (kind, message)
    assert failure(trial.use("github_fetch", url=PAGE)) == (kind, message)
    assert failure(trial.search()) == (kind, message)
    assert [each.fault for each in trial.requests] == [fault.kind] * 3


def test_what_does_not_exist_fails_as_the_world_does() -> None:
    trial = Trial(got(PAGE))
    assert failure(trial.use("open_page", url="https://unknown.example/")) == ("connection", "refused")
    assert trial.use("open_page", url="https://journal.example/no")["status"] == 404
    assert failure(trial.search("nobody.example"))[0] == "connection"


def test_tools_that_are_not_offered_fail_without_a_request() -> None:
    trial = Trial(got(PAGE), searched(FOUND), web_search=None, open_page=None)
    assert failure(trial.search("a.example")) == ("unavailable", "this host has no web search")
    assert failure(trial.use("open_page", url=PAGE)) == ("unavailable", "this host has no page opener")
    assert trial.log == []


def test_answers_in_sequence_serve_tools_as_well() -> None:
    trial = Trial(searched("", 503), searched(FOUND))
    assert failure(trial.search("a.example"))[0] == "unavailable"
    assert trial.search("a.example")["result_count"] == 1


# arguments


@pytest.mark.parametrize(
    ("tool", "arguments", "error", "said"),
    [
        ("open_page", {"url": None}, TypeError, "open_page: url must be text, not NoneType"),
        ("open_page", {"url": " "}, ValueError, "open_page: url must not be empty"),
        ("open_page", {"url": "page"}, ValueError, "open_page: url must be an absolute http or https URL, not 'page'"),
        ("open_page", {"url": "ftp://a.example/"}, ValueError, "absolute http or https URL"),
        ("open_page", {"url": "https://"}, ValueError, "absolute http or https URL"),
        ("open_page", {"url": "https://[::1"}, ValueError, "absolute http or https URL"),
        ("open_page", {"url": "https://a.example:99999/"}, ValueError, "absolute http or https URL"),
        ("open_page", {"url": "https://a.example\\@b.example"}, ValueError, "a backslash"),
        ("open_page", {"url": "https://a.example/\n"}, ValueError, "a control character"),
        ("open_page", {"url": "https://a.example/\ud800"}, ValueError, "half a surrogate pair"),
        ("github_fetch", {"url": b"https://a.example"}, TypeError, "github_fetch: url must be text, not bytes"),
        ("github_fetch_file", {"repository": "o", "ref": "m", "path": "a"}, ValueError, "must be owner/name, not 'o'"),
        ("github_fetch_file", {"repository": "o/r/x", "ref": "m", "path": "a"}, ValueError, "must be owner/name"),
        ("github_fetch_file", {"repository": "o/r", "ref": "", "path": "a"}, ValueError, "ref must not be empty"),
        ("github_fetch_file", {"repository": "o/r", "ref": "m", "path": "/a"}, ValueError, "path must be relative"),
        ("github_fetch_file", {"repository": "o/r", "ref": "m", "path": "a/../b"}, ValueError, "path must be relative"),
        ("web_search", {"query": 5, "domains": [], "max_results": 1}, TypeError, "query must be text, not int"),
        ("web_search", {"query": "", "domains": [], "max_results": 1}, ValueError, "query must not be empty"),
        ("web_search", {"query": "q", "domains": "a.example", "max_results": 1}, TypeError, "host names, not str"),
        ("web_search", {"query": "q", "domains": None, "max_results": 1}, TypeError, "host names, not NoneType"),
        ("web_search", {"query": "q", "domains": [1], "max_results": 1}, TypeError, "each of domains must be text"),
        ("web_search", {"query": "q", "domains": [], "max_results": True}, TypeError, "a whole number, not bool"),
        ("web_search", {"query": "q", "domains": [], "max_results": 0}, ValueError, "at least 1, not 0"),
    ],
)  # fmt: skip
def test_bad_arguments_are_one_line_and_send_nothing(
    tool: str, arguments: dict[str, Any], error: type[Exception], said: str
) -> None:
    trial = Trial(got(PAGE))
    with pytest.raises(error) as raised:
        getattr(trial.tools, tool)(**arguments)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)
    assert trial.log == []


def test_a_url_travels_as_an_http_client_would_send_it() -> None:
    trial = Trial()
    trial.use("open_page", url="https://user:secret@Journal.example:8443/睡/a%2Fb?q=x|y#part")
    trial.use("open_page", url="https://bücher.example/")
    assert [each.url for each in trial.requests] == [
        "https://Journal.example:8443/%E7%9D%A1/a%2Fb?q=x%7Cy",
        "https://xn--bcher-kva.example/",
    ]
    assert trial.requests[0].headers["host"] == "Journal.example:8443"
    assert trial.requests[0].headers["authorization"] is None
    assert "authorization" not in trial.requests[1].headers


# whose they are


def test_tools_are_charged_to_the_task_they_were_given_for_from_any_thread() -> None:
    trial, answers = Trial(got(PAGE)), list[Any]()
    trial.wire.close_task()
    trial.wire.open_task("t2")
    thread = threading.Thread(target=lambda: answers.append(trial.use("open_page", url=PAGE)))
    thread.start()
    thread.join()
    assert failure(answers[0]) == ("connection", "refused")
    assert [(each.task, each.refused, each.tool) for each in trial.requests] == [("t1", "task t1 is over", "open_page")]


@pytest.fixture
def world(tmp_path: Path) -> Path:
    interactions = (got(PAGE, "here"), got("https://api.github.com/repos/o/r", {"id": 1}), searched(FOUND))
    cassette = Cassette(interactions, {}, MATCHING)
    path = tmp_path / "world.yaml"
    path.write_text(dumps(cassette).replace('["a.example"]', '["journal.example"]', 1), "utf-8")
    return path


def task(number: int) -> dict[str, Any]:
    offers = {"web_search": {"url": BROKER, "domain_filter": True}, "open_page": "single_hop"}
    return {"task_id": f"t{number}", "tools": offers}


def hosted(name: str) -> Worker:
    factory = f"oa_conformance.steps.tests.trial_hosts:{name}"
    return Worker(name, lambda report_bytes: spawned(factory, report_bytes))


def test_a_host_in_its_own_process_uses_them(world: Path) -> None:
    with hosted("UsesTools") as worker:
        first, second = worker.run(task(1), [world]), worker.run(task(2), [world])
    report = first.report
    assert (report["page"]["status"], report["json"]["json"], report["file"]["status"]) == (200, {"id": 1}, 404)
    assert report["search"]["result_count"] == 1
    tools = ["open_page", "github_fetch", "github_fetch_file", "web_search"]
    assert [(each["tool"], each["task"]) for each in first.wire] == [(tool, "t1") for tool in tools]
    assert failure(second.report["late"]) == ("connection", "refused")
    assert [(each["tool"], each["task"], each["refused"]) for each in second.wire] == [
        *((tool, "t2", None) for tool in tools),
        ("open_page", "t1", "task t1 is over"),
    ]
    for each in (*first.wire, *second.wire):
        RECORD.validate(each)


def test_an_asynchronous_host_uses_them(world: Path) -> None:
    with hosted("UsesToolsAsync") as worker:
        assert worker.run(task(1), [world]).report == [200, 200]


def test_raw_http_names_no_tool() -> None:
    log: list[Exchange | Attempt] = []
    with interception(log.append) as wire:
        wire.open_task("t1", compose(Cassette((got(PAGE),))))
        __import__("httpx").get(PAGE)
        __import__("socket").getaddrinfo("journal.example", 443)
        with pytest.raises(PermissionError):
            __import__("os").system("true")
    for each in log:
        RECORD.validate(vars(each))
    assert [getattr(each, "tool", each.kind) for each in log] == [None, "resolve", "escape"]
