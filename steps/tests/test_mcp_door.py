"""The MCP door: what a chatbot may do behind it, what it costs, and what is said of it."""

import asyncio
import base64
import json
import re
import shlex
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from mcp import Client, types

from oa_conformance.steps.audit.shape import check_report
from oa_conformance.steps.doors import mcp_chatbots, mcp_desk
from oa_conformance.steps.doors.base import HostUnusable, Limits, open_door
from oa_conformance.steps.doors.mcp import McpDoor, open_mcp
from oa_conformance.steps.doors.outcome import USUAL
from oa_conformance.steps.tests import trial_agents
from oa_conformance.steps.tests.trial_agents import REPORT
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.cassette import Answer, Cassette, CassetteError, Interaction, dumps

SCHEMAS = Path(__file__).parents[2] / "features" / "schemas"
AGENTS = Path(trial_agents.__file__)
BROKER, PAGE = "https://broker.example/search", "https://journal.example/page"
FOUND = {"results": [{"url": PAGE, "title": "t", "snippet": "s"}]}
FILE = "https://api.github.com/repos/o/r/contents/notes.md?ref=main"
BYTES = "https://api.github.com/repos/o/r/contents/logo.png?ref=main"
TASK = {
    "task_id": "t1", "utterance": "find papers on sleep", "topic": "sleep", "mode": None, "sources": None,
    "breadth": "usual", "evidence": "metadata", "release_id": None, "deadline_s": 30.0,
    "tools": {
        "github_fetch": True, "github_fetch_file": True,
        "web_search": {"url": BROKER, "domain_filter": True}, "open_page": "single_hop",
    },
}  # fmt: skip
NEXT = {**TASK, "task_id": "t2"}


def got(url: str, body: Any, *headers: tuple[str, str], method: str = "GET", sent: str | None = None) -> Interaction:
    stored = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Interaction(f"{method} {url}", method, url, Answer(headers=headers, stored=stored), sent=sent)


def file(url: str, content: bytes) -> Interaction:
    held = {
        "sha": "0" * 40,
        "size": len(content),
        "encoding": "base64",
        "content": base64.encodebytes(content).decode(),
    }
    return got(url, held)


WORLD = Cassette(
    (
        got(PAGE, "<p>睡眠</p>".encode(), ("content-type", "text/html; charset=utf-8")),
        got(f"{PAGE}.pdf", b"%PDF-\xff", ("content-type", "application/pdf")),
        file(FILE, "# 睡眠\n".encode()),
        file(BYTES, b"\x89PNG\xff"),
        got("https://api.github.com/blob", {"encoding": "base64", "content": "I+edoQ==", "sha": "1"}),
        got("https://api.github.com/odd", b'{"name": "half \\ud800"}'),
        got(BROKER, FOUND, method="POST", sent='{"domains": ["journal.example"]}'),
    ),
    {},
    {"broker": BROKER, "github": "api.github.com"},
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    path = tmp_path_factory.mktemp("world") / "base.yaml"
    path.write_text(dumps(WORLD), "utf-8")
    return [path]


@pytest.fixture(autouse=True)
def in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_chatbots, "LINGER_S", 0.02)
    monkeypatch.setattr(mcp_chatbots, "FAREWELL_S", 0.02)
    monkeypatch.setattr(mcp_chatbots, "UNASKED_S", 0.1)


@pytest.fixture
def patient(in_haste: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """For scripts that ask for more in the end, which ends the waiting."""
    monkeypatch.setattr(mcp_chatbots, "LINGER_S", 10.0)
    monkeypatch.setattr(mcp_chatbots, "FAREWELL_S", 10.0)


class Chat:
    """What a script has in hand: the tools, and all that they answered."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, name: str, **arguments: Any) -> types.CallToolResult:
        return await self.client.call_tool(name, arguments)

    async def take(self) -> Any:
        """The next task, None when there are no more."""
        while True:
            told = (await self.call("next_task")).structured_content
            assert told
            if told["task"] or told["finished"]:
                return told["task"]

    async def report(self, task: Any, **parts: Any) -> Any:
        answer = await self.call("submit_report", task_id=task["task_id"], report={**REPORT, **parts})
        return {**(answer.structured_content or {}), "is_error": answer.is_error}


Script = Callable[[Chat], Awaitable[object]]


@dataclass
class Driver:
    """Starts a chatbot that follows the scripts, one conversation each, as soon as it is told where the server is."""

    scripts: tuple[Script, ...]
    mode: str = "auto"
    told: list[str] = field(default_factory=list)
    gave: list[Any] = field(default_factory=list)
    thread: threading.Thread | None = None

    def tell(self, text: str) -> None:
        self.told.append(text)
        if self.thread is None and (url := re.search(r"http://127\.0\.0\.1:[0-9]+/mcp", text)):
            self.thread = threading.Thread(target=lambda: asyncio.run(self.converse(url[0])), daemon=True)
            self.thread.start()

    async def converse(self, url: str) -> None:
        for script in self.scripts:
            about = types.Implementation(name="scripted", version="1.0")
            async with Client(url, mode=self.mode, client_info=about) as client:
                await client.list_tools()
                self.gave.append(await script(Chat(client)))

    def end(self) -> Any:
        """What the last script gave. It must have come to its end."""
        assert self.thread
        self.thread.join(10)
        assert not self.thread.is_alive()
        return self.gave[-1]


@contextmanager
def opened(driver: Driver, options: str = "+deadline=5+wait=5", limits: Limits = USUAL) -> Iterator[McpDoor]:
    door = open_mcp(f"mcp+port=0{options}", limits, driver.tell)
    try:
        yield door
    finally:
        door.close()


async def dutiful(chat: Chat) -> None:
    """Takes and reports until there are no more tasks."""
    while task := await chat.take():
        await chat.report(task)


# a chatbot that does its work


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_chatbot_works_with_the_four_tools_and_every_call_is_logged(mode: str, world: list[Path]) -> None:
    async def script(chat: Chat) -> object:
        task = await chat.take()
        await chat.call("github_fetch", url="https://api.github.com/rate_limit")
        await chat.call("github_fetch_file", repository="o/r", ref="main", path="notes.md")
        await chat.call("web_search", query="sleep", domains=["journal.example"], max_results=3)
        await chat.call("open_page", url=PAGE)
        return task, await chat.report(task, answer="睡眠"), await chat.take()

    driver = Driver((script,), mode)
    with opened(driver) as door:
        result = door.run(TASK, world)
    assert (result.outcome, result.report, result.detail) == ("answered", {**REPORT, "answer": "睡眠"}, "")
    assert [(each["n"], each["task"], each["tool"], each["answered_by"]) for each in result.wire] == [
        (1, "t1", "github_fetch", "nothing"),
        (2, "t1", "github_fetch_file", f"GET {FILE}"),
        (3, "t1", "web_search", f"POST {BROKER}"),
        (4, "t1", "open_page", f"GET {PAGE}"),
    ]
    task, receipt, after = driver.end()
    assert task == {**TASK, "deadline_s": 5.0}
    assert (receipt["accepted"], receipt["is_error"], after) == (True, False, None)


@pytest.mark.usefixtures("patient")
def test_the_door_says_who_came_and_what_it_cannot_see(world: list[Path]) -> None:
    with opened(Driver((dutiful,))) as door:
        door.run(TASK, world)
        told = door.description
    assert (told["name"], told["version"], told["capabilities"]) == ("scripted", "1.0", ["registry_brokered"])
    assert "other tools, network access or memory of its own" in told["boundary"]
    assert told["remarks"] == ["a task could take 5 seconds", "the tools were called by scripted 1.0"]


@pytest.mark.usefixtures("patient")
def test_whoever_drives_is_told_how_to_connect_and_what_to_paste(world: list[Path]) -> None:
    async def slow(chat: Chat) -> None:
        await asyncio.sleep(0.5)
        await dutiful(chat)

    driver = Driver((slow,))
    with opened(driver) as door:
        door.run(TASK, world)
        door.run(NEXT, world)
    assert re.search(r'\{"type": "http", "url": "http://127\.0\.0\.1:[0-9]+/mcp"\}', driver.told[0])
    (paste,) = driver.told[1:]
    assert paste.startswith("Task 1.")
    assert paste.endswith("The user says: find papers on sleep")


@pytest.mark.usefixtures("patient")
def test_without_cassettes_the_last_world_goes_on_and_a_bad_one_is_ours(world: list[Path], tmp_path: Path) -> None:
    async def script(chat: Chat) -> None:
        while task := await chat.take():
            page = (await chat.call("open_page", url=PAGE)).structured_content
            assert page
            await chat.report(task, answer=str(page["status"]))

    (tmp_path / "bad.yaml").write_text("interactions: 5\n")
    with opened(Driver((script,))) as door:
        assert door.run(TASK, world).report["answer"] == "200"
        with pytest.raises(CassetteError):
            door.run(NEXT, [tmp_path / "bad.yaml"])
        assert door.run(NEXT).report["answer"] == "200"


# what the tools show


@pytest.mark.usefixtures("patient")
def test_the_tools_have_schemas_that_a_model_can_follow(world: list[Path]) -> None:
    published = json.loads((SCHEMAS / "tools.schema.json").read_text("utf-8"))["properties"]

    async def script(chat: Chat) -> object:
        listed = (await chat.client.list_tools()).tools
        await dutiful(chat)
        return listed

    driver = Driver((script,))
    with opened(driver) as door:
        door.run(TASK, world)
    tools = {each.name: each for each in driver.end()}
    assert [*tools] == ["github_fetch", "github_fetch_file", "web_search", "open_page", "next_task", "submit_report"]
    for each in tools.values():
        assert len(each.description or "") > 60
        for schema in (each.input_schema, each.output_schema):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema
            assert schema["type"] == "object"
            assert "$ref" not in json.dumps(schema)
    for name in [*tools][:4]:
        shown = tools[name].input_schema
        assert all(each.pop("description") for each in shown["properties"].values())
        assert shown == published[name]["properties"]["arguments"]
    report = tools["submit_report"].input_schema["properties"]["report"]
    assert len(report["properties"]["traces"]["items"]["required"]) == 28


def test_a_model_reads_text_as_text_and_a_program_gets_the_bytes(world: list[Path]) -> None:
    async def script(chat: Chat) -> object:
        task = await chat.take()
        answers = [
            await chat.call("open_page", url=PAGE),
            await chat.call("open_page", url=f"{PAGE}.pdf"),
            await chat.call("github_fetch_file", repository="o/r", ref="main", path="notes.md"),
            await chat.call("github_fetch_file", repository="o/r", ref="main", path="logo.png"),
            await chat.call("github_fetch", url="https://api.github.com/odd"),
            await chat.call("github_fetch", url="https://api.github.com/blob"),
        ]
        await chat.report(task)
        return [(each.structured_content, json.loads(each.content[0].text)) for each in answers]  # type: ignore[union-attr]

    driver = Driver((script,))
    with opened(driver) as door:
        door.run(TASK, world)
    page, pdf, notes, logo, odd, blob = driver.end()
    assert base64.b64decode(page[0]["body"]) == "<p>睡眠</p>".encode()
    assert (page[1]["text"], "body" in page[1], page[1]["url"]) == ("<p>睡眠</p>", False, PAGE)
    assert (base64.b64decode(pdf[1]["body"]), "text" in pdf[1]) == (b"%PDF-\xff", False)
    assert (notes[1]["text"], "content" in notes[1], "text" in notes[0]) == ("# 睡眠\n", False, False)
    assert base64.b64decode(logo[1]["content"]) == b"\x89PNG\xff"
    assert odd[0]["json"] == odd[1]["json"] == {"name": "half ?"}
    assert blob[1]["json"] == {"encoding": "base64", "sha": "1", "text": "#睡"}


# mistakes


def test_unknown_tools_and_wrong_arguments_are_answered_with_why_and_logged(world: list[Path]) -> None:
    async def script(chat: Chat) -> object:
        task = await chat.take()
        answers = [
            await chat.call("search_everything", q="sleep"),
            await chat.call("web_search", query="sleep", domains="journal.example", max_results=0),
            await chat.call("open_page", url="ftp://journal.example/page"),
            await chat.call("open_page", url=PAGE, follow=True),
        ]
        await chat.report(task)
        assert all(each.is_error for each in answers)
        return [(each.structured_content or {})["message"] for each in answers]

    driver = Driver((script,))
    with opened(driver) as door:
        result = door.run(TASK, world)
        remarks = door.description["remarks"]
    unknown, wrong, address, more = driver.end()
    assert unknown.startswith("There is no tool 'search_everything'; there are github_fetch, github_fetch_file, ")
    assert "/domains: 'journal.example' is not of type 'array'" in wrong
    assert "/max_results: 0 is less than the minimum of 1" in wrong
    assert address == "open_page: url must be an absolute http or https URL, not 'ftp://journal.example/page'"
    assert "'follow' was unexpected" in more
    assert [(each["kind"], each["what"], each["task"]) for each in result.wire] == [
        ("escape", "no such tool", "t1"),
        ("escape", "wrong arguments", "t1"),
        ("escape", "wrong arguments", "t1"),
        ("escape", "wrong arguments", "t1"),
    ]
    assert result.wire[0]["detail"] == 'search_everything {"q": "sleep"}'
    assert "1 calls named a tool that there is not" in remarks


@pytest.mark.usefixtures("patient")
def test_calls_after_the_report_are_refused_and_charged_to_its_task(world: list[Path]) -> None:
    async def script(chat: Chat) -> object:
        task = await chat.take()
        await chat.report(task)
        late = await chat.call("open_page", url=PAGE)
        again = await chat.report(task, answer="a better one")
        while next_task := await chat.take():
            await chat.report(next_task)
        return late, again

    driver = Driver((script,))
    with opened(driver) as door:
        first, second = door.run(TASK, world), door.run(NEXT, world)
    late, again = driver.end()
    assert late.is_error
    assert late.structured_content["message"] == mcp_desk.NO_TASK
    assert (again["is_error"], again["message"]) == (True, mcp_desk.NO_TASK)
    (opening, report) = first.wire
    assert (opening["task"], opening["refused"], opening["answered_by"]) == ("t1", "task t1 is over", "nothing")
    assert (report["what"], report["task"]) == ("report without a task", "t1")
    assert first.report["answer"] == "no"
    assert (second.outcome, second.wire) == ("answered", ())


def test_calls_while_no_task_is_under_way_are_no_other_tasks_affair(world: list[Path]) -> None:
    async def script(chat: Chat) -> None:
        early = await chat.call("open_page", url=PAGE)
        assert (early.is_error, early.structured_content) == (True, {"message": mcp_desk.NO_TASK})
        task = await chat.take()
        await chat.report(task)
        await asyncio.sleep(0.3)  # by now the next one is laid
        assert (await chat.call("open_page", url=PAGE)).is_error
        await dutiful(chat)

    driver = Driver((script,))
    with opened(driver) as door:
        first, second = door.run(TASK, world), door.run(NEXT, world)
        assert "2 calls came while no task was under way and were refused" in door.description["remarks"]
    driver.end()
    assert (first.wire, second.wire, second.outcome) == ((), (), "answered")


def test_a_report_can_be_corrected_and_that_is_told(world: list[Path]) -> None:
    async def script(chat: Chat) -> object:
        task = await chat.take()
        facts = dict.fromkeys(("oa_status", "licence", "version", "peer_review", "publication_state"), 7)
        item = {
            "title": "t",
            "source_ids": [],
            "original_url": PAGE,
            "evidence_class": "",
            "dedupe_key": "",
            "facts": facts,
        }
        bad = await chat.report(task, outcome="DONE", items=[{**item, "facts": facts}])
        worse = await chat.call("submit_report", task_id="t1", report="I found nothing.")
        return bad, worse.structured_content, await chat.report(task)

    driver = Driver((script,))
    with opened(driver) as door:
        result = door.run(TASK, world)
        assert "1 reports were refused for their form and corrected" in door.description["remarks"]
    bad, worse, good = driver.end()
    assert (bad["accepted"], bad["is_error"]) == (False, True)
    assert bad["message"] == "The report does not keep its schema. Correct it and hand it in again; tries left: 4."
    assert {each["pointer"] for each in bad["faults"]} >= {"/outcome", "/items/0/source_ids", "/items/0/facts/licence"}
    assert bad["faults"][0]["reason"].startswith("'DONE' is not one of ['SEARCHED',")
    assert worse["faults"] == [{"pointer": "", "reason": "'I found nothing.' is not of type 'object'"}]
    assert good["accepted"] is True
    assert result.outcome == "answered"
    assert result.detail.startswith("the report kept its schema at try 3; at first: /outcome: 'DONE' is not one of")


def test_garbage_ends_the_task_after_a_few_tries_and_is_judged(world: list[Path]) -> None:
    async def script(chat: Chat) -> object:
        task = await chat.take()
        return [await chat.report(task, answer=number) for number in range(6)]

    driver = Driver((script,))
    with opened(driver) as door:
        result = door.run(TASK, world)
    *tries, after = driver.end()
    assert [each["message"][-2] for each in tries] == ["4", "3", "2", "1", "0"]
    assert after["message"] == mcp_desk.NO_TASK
    assert (result.outcome, result.report["answer"]) == ("answered", 4)
    assert result.detail == "it was the last of 5 tries"
    with pytest.raises(Finding, match=r"at \$\.answer: 4 is not of type 'string'"):
        check_report(result.report)


def test_a_malformed_report_that_nobody_corrects_in_time_is_judged(world: list[Path]) -> None:
    async def script(chat: Chat) -> None:
        await chat.report(await chat.take(), gaps=None)

    driver = Driver((script,))
    with opened(driver, "+deadline=1+wait=5") as door:
        result = door.run(TASK, world)
    assert (result.outcome, result.report["gaps"]) == ("answered", None)
    assert result.detail == "no report within 1 s"


def test_a_report_too_large_or_too_deep_never_travels(world: list[Path]) -> None:
    deep: list[Any] = []
    for _ in range(80):
        deep = [deep]

    async def script(chat: Chat) -> object:
        task = await chat.take()
        nested = await chat.report(task, more=deep)
        for _ in range(4):
            await chat.report(task, answer="x" * 60_000)
        return nested

    driver = Driver((script,))
    with opened(driver, limits=Limits(report_bytes=50_000)) as door:
        result = door.run(TASK, world)
    assert driver.end()["faults"][0]["reason"].startswith("the report nests deeper than 64 levels at /more/0/0/")
    assert (result.outcome, result.report) == ("flooded", None)
    assert result.detail == "a report of more than 50000 bytes; it was the last of 5 tries"


def test_a_report_of_another_task_is_not_taken_for_this_one(world: list[Path]) -> None:
    async def script(chat: Chat) -> object:
        task = await chat.take()
        return await chat.report({"task_id": "t0"}), await chat.report(task)

    driver = Driver((script,))
    with opened(driver) as door:
        result = door.run(TASK, world)
    wrong, _ = driver.end()
    assert wrong["message"] == "/task_id: it is 't0', and the task under way is 't1'"
    assert (result.outcome, result.wire[0]["what"]) == ("answered", "report of another task")


def test_a_chatbot_that_never_stops_calling_is_stopped(world: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_desk, "RECORDS", 5)

    async def script(chat: Chat) -> object:
        await chat.take()
        return [(await chat.call("open_page", url=PAGE)).is_error for _ in range(7)]

    driver = Driver((script,))
    with opened(driver) as door:
        result = door.run(TASK, world)
    assert driver.end() == [False] * 5 + [True] * 2
    assert (result.outcome, result.detail) == ("flooded", "more than 5 records on the wire of one task")


# chatbots that go, or never come


def test_a_task_that_nobody_fetches_is_hung_and_after_three_no_more_are_put(world: list[Path]) -> None:
    async def script(chat: Chat) -> None:
        await asyncio.sleep(1)

    with opened(Driver((script,)), "+wait=0.2") as door:
        results = [door.run({**TASK, "task_id": f"t{number}"}, world) for number in range(4)]
    assert [(each.outcome, each.detail) for each in results] == [
        *[("hung", "nobody called next_task within 0.2 s")] * 3,
        ("not_run", "the host hung 3 times in a row"),
    ]


def test_one_that_takes_a_task_and_goes_has_hung_and_its_calls_are_kept(world: list[Path]) -> None:
    async def goes(chat: Chat) -> None:
        await chat.take()
        await chat.call("open_page", url=PAGE)

    async def returns(chat: Chat) -> None:
        await asyncio.sleep(1)
        await dutiful(chat)

    driver = Driver((goes, returns))
    with opened(driver, "+deadline=0.8+wait=5") as door:
        first, second = door.run(TASK, world), door.run(NEXT, world)
    assert (first.outcome, first.detail, len(first.wire)) == ("hung", "no report within 0.8 s", 1)
    assert (second.outcome, second.wire) == ("answered", ())


def test_another_conversation_may_go_on_with_the_task_under_way(world: list[Path]) -> None:
    async def goes(chat: Chat) -> None:
        await chat.take()
        await chat.call("open_page", url=PAGE)

    async def goes_on(chat: Chat) -> object:
        told = (await chat.call("next_task")).structured_content
        await chat.call("open_page", url=PAGE)
        assert told
        await chat.report(told["task"])
        return told["task"]["task_id"], told["message"]

    driver = Driver((goes, goes_on))
    with opened(driver) as door:
        result = door.run(TASK, world)
    assert driver.end() == ("t1", mcp_desk.AGAIN)
    assert (result.outcome, [each["n"] for each in result.wire]) == ("answered", [1, 2])


# what cannot be opened


def unusable(spec: str, tell: Callable[[str], object] = lambda text: None) -> str:
    with pytest.raises(HostUnusable) as raised:
        open_mcp(spec, tell=tell)
    said = str(raised.value)
    assert "\n" not in said
    return said


def test_when_no_client_comes_that_is_said() -> None:
    spec = "mcp+port=0+wait=0.2"
    assert unusable(spec) == f"{spec} cannot be run: no client came within 0.2 s"


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = unusable(f"mcp+port={port}")
    assert said.endswith(f"(Address already in use): port {port} cannot be had; name another with --port")


def test_without_the_sdk_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "oa_conformance.steps.doors.mcp_server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert unusable("mcp").startswith("mcp needs the MCP SDK (")
    assert unusable("mcp").endswith("install it: pip install 'oa-conformance[mcp]'")


def test_capabilities_are_those_of_the_spec() -> None:
    said = unusable("mcp+capabilities=registry_brokered,telepathy")
    assert "it claims 'telepathy', which is no capability" in said
    assert "registry_brokered is mandatory" in unusable("mcp+capabilities=navigation")
    driver = Driver((dutiful,))
    with opened(driver, "+capabilities=navigation,registry_brokered") as door:
        assert door.description["capabilities"] == ["navigation", "registry_brokered"]


def test_standard_input_that_is_no_pipe_serves_nobody() -> None:
    said = unusable("mcp-stdio")
    assert said.startswith("mcp-stdio cannot be run (standard input is no pipe): it is for an MCP client that starts")


# an agent for each task


def agent(*words: str, options: str = "+wait=5+deadline=5") -> str:
    return f"mcp-command{options}:{shlex.join([sys.executable, '-S', str(AGENTS), words[0], '{mcp_url}', *words[1:]])}"


@contextmanager
def started(spec: str, limits: Limits = USUAL) -> Iterator[Any]:
    door = open_door(spec, limits)
    try:
        yield door
    finally:
        door.close()


def test_an_agent_is_started_for_each_task_and_told_what_to_do(world: list[Path]) -> None:
    with started(agent("well", "please: {prompt}")) as door:
        results = [door.run(TASK, world), door.run({**NEXT, "utterance": "two\nlines"}, world)]
        told = door.description
    assert [each.outcome for each in results] == ["answered", "answered"]
    assert [[each["task"] for each in result.wire] for result in results] == [["t1"], ["t2"]]
    argument, line, status = json.loads(results[1].report["answer"])
    assert argument == f"please: {line.strip()}"
    assert line.endswith("The user says: two lines\n")
    assert status == 200
    assert (told["name"], told["version"]) == (Path(sys.executable).name, "unknown")
    assert "the tools were called by trial agent 2.0" in told["remarks"]


def test_an_agent_that_crashes_costs_its_task_until_the_budget_is_spent(world: list[Path]) -> None:
    with started(agent("crashes"), Limits(restarts=1)) as door:
        results = [door.run({**TASK, "task_id": f"t{number}"}, world) for number in range(3)]
    assert [each.outcome for each in results] == ["died", "died", "not_run"]
    assert results[0].detail == "the agent has gone: it exited with status 1; no report before that"
    assert results[0].last_words == "out of tokens"
    assert results[2].detail == "the host was lost 2 times"


def test_an_agent_that_ends_without_asking_has_died(world: list[Path]) -> None:
    with started(agent("never_asks")) as door:
        result = door.run(TASK, world)
    assert (result.outcome, result.last_words) == ("died", "nothing to do")
    assert result.detail == "the agent has gone: it exited with status 0; nobody called next_task before that"


def test_an_agent_that_hangs_is_ended(world: list[Path]) -> None:
    with started(agent("hangs", options="+wait=5+deadline=0.5")) as door:
        result = door.run(TASK, world)
    assert (result.outcome, result.detail) == ("hung", "no report within 0.5 s")
    process = int(result.last_words.removeprefix("thinking "))
    assert not Path(f"/proc/{process}").exists()


def test_an_agent_that_goes_on_after_its_task_is_ended_with_all_it_left(world: list[Path]) -> None:
    with started(agent("goes_on")) as door:
        began = time.monotonic()
        results = [door.run(TASK, world), door.run(NEXT, world)]
    assert [(each.outcome, each.wire) for each in results] == [("answered", ()), ("answered", ())]
    assert time.monotonic() - began < 5


def test_an_agent_that_is_not_there_is_told_at_once() -> None:
    assert unusable("mcp-command:no-such-agent {mcp_url}").endswith("there is no program 'no-such-agent'")
