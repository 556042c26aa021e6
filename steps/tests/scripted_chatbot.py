"""A chatbot without a model: the official SDK's client, which follows a script instead of thinking.

``python scripted_chatbot.py MANNER URL`` connects over HTTP; ``python scripted_chatbot.py MANNER -- COMMAND…`` starts
the command as its MCP server over stdio. What it does with a task is what an installed host does, whose HTTP is turned
into calls of the tools; ``MANNER`` says in what it is faulty.
"""

import asyncio
import base64
import json
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Any
from unittest.mock import patch

import httpx
from mcp import Client, StdioServerParameters, types

Json = dict[str, Any]
GITHUB, BROKER = "api.github.com", "search.broker-of-record.org"
FAILURES = {"timeout": httpx.ReadTimeout, "connection": httpx.ConnectError, "dns": httpx.ConnectError}
STATUSES = {"rate_limited": 429, "unavailable": 503}


class Tools:
    """The tools of the MCP server, to be called from any thread but the loop's. Each answers what the tool answered."""

    def __init__(self, client: Client, loop: asyncio.AbstractEventLoop) -> None:
        self._client, self._loop = client, loop
        self.snippets: list[str] = []

    def call(self, name: str, arguments: Json) -> Json:
        """The structured answer. A mistake has ``is_error`` in it."""
        coroutine = self._client.call_tool(name, arguments)
        told = asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(60)
        return {**(told.structured_content or {}), **({"is_error": True} if told.is_error else {})}

    def open_page(self, url: str) -> Json:
        """For a task in which the opener does what no HTTP client of a host does."""
        return self.call("open_page", {"url": url})

    def send(self, request: httpx.Request) -> httpx.Response:
        """What the tools say to this request of a host's HTTP client."""
        url, host = str(request.url), request.url.host
        if host == GITHUB:
            told = self.call("github_fetch", {"url": url})
            return answered(told, request, json.dumps(told.get("json")).encode(), {"content-type": "application/json"})
        if host == BROKER:
            told = self.call("web_search", json.loads(request.read()))
            self.snippets += [each.get("snippet", "") for each in told.get("results", [])]
            body = {name: value for name, value in told.items() if name != "at"}
            return answered({"status": 200, **told}, request, json.dumps(body).encode(), {})
        told = self.call("open_page", {"url": url})
        headers = {name: value for name, value in told.get("headers", {}).items() if name != "content-encoding"}
        return answered(told, request, base64.b64decode(told.get("body", "")), headers)


def answered(told: Json, request: httpx.Request, body: bytes, headers: Mapping[str, str]) -> httpx.Response:
    """The answer as httpx gives it, or raises it."""
    kind = told.get("error", {}).get("kind")
    if kind in FAILURES:
        raise FAILURES[kind](kind, request=request)
    return httpx.Response(
        STATUSES.get(kind) or told["status"], headers=headers, stream=httpx.ByteStream(body), request=request
    )


def work(host: Any, task: Json, tools: Tools) -> Json:
    """The report that the host makes of the task."""
    tools.snippets = []
    with patch.object(httpx.HTTPTransport, "handle_request", lambda transport, request: tools.send(request)):
        report: Json = host.run(task, tools)
    return report


def quoting(report: Json, snippets: list[str]) -> Json:
    """The report with what the search engine said of the pages in its answer."""
    return {**report, "answer": f"{report['answer']} {' '.join(snippets)}"}


def steadily(host: Any, tools: Tools, alter: Callable[[Json, list[str]], Json]) -> None:
    """Task after task until there are no more."""
    while True:
        told = tools.call("next_task", {})
        if told["finished"]:
            return
        if told["task"]:
            report = alter(work(host, told["task"], tools), tools.snippets)
            tools.call("submit_report", {"task_id": told["task"]["task_id"], "report": report})


def good(host: Any, tools: Tools) -> None:
    steadily(host, tools, lambda report, snippets: report)


def faulty(host: Any, tools: Tools) -> None:
    """Quotes snippets."""
    steadily(host, tools, quoting)


def single(host: Any, tools: Tools) -> None:
    """Does one task and goes, as an agent that is started for each does."""
    task = tools.call("next_task", {})["task"]
    tools.call("submit_report", {"task_id": task["task_id"], "report": work(host, task, tools)})


def fleeing(host: Any, tools: Tools) -> None:
    """Does one task, takes another and goes."""
    single(host, tools)
    tools.call("next_task", {})


MANNERS: Mapping[str, Callable[[Any, Tools], None]] = {each.__name__: each for each in (good, faulty, single, fleeing)}


async def main(manner: str, *where: str) -> None:
    """A conversation, to its end."""
    server: Any = StdioServerParameters(command=where[1], args=[*where[2:]]) if where[0] == "--" else where[0]
    host = entry_points(group="oa_conformance.hosts")["reference"].load()()
    about = types.Implementation(name="scripted chatbot", version="1.0")
    async with Client(server, client_info=about) as client:
        await client.list_tools()
        await asyncio.to_thread(MANNERS[manner], host, Tools(client, asyncio.get_running_loop()))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
