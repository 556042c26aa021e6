"""Agents that behave in every way a program behind MCP may: ``python trial_agents.py WAY URL [PROMPT]``.

They speak MCP by hand, with the standard library alone: a second client beside the SDK's, and one that starts quickly.
"""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from typing import Any

REPORT = {
    "outcome": "REFUSED", "reason": None, "registry_release_id": None, "main_ref_commit_sha": None,
    "routing_sha256": None, "mode": None, "recommended_sources": [], "selected_sources": [], "traces": [],
    "rejected_candidates": [], "items": [], "gaps": [], "answer": "no",
}  # fmt: skip
ACCEPT = "application/json, text/event-stream"
STAYS = "import time; time.sleep(30)"


class Server:
    """The other end, once it was greeted."""

    def __init__(self, url: str) -> None:
        self._url, self._headers, self._id = url, {"content-type": "application/json", "accept": ACCEPT}, 0
        about = {"name": "trial agent", "version": "2.0"}
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about}
        self._ask("initialize", hello)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, name: str, **arguments: Any) -> Any:
        return self._ask("tools/call", {"name": name, "arguments": arguments})["structuredContent"]

    def report(self, task: Any, **parts: Any) -> Any:
        return self.call("submit_report", task_id=task["task_id"], report={**REPORT, **parts})

    def _ask(self, method: str, parameters: Any) -> Any:
        self._id += 1
        return self._send({"jsonrpc": "2.0", "id": self._id, "method": method, "params": parameters})["result"]

    def _send(self, message: Any) -> Any:
        request = urllib.request.Request(self._url, json.dumps(message).encode(), self._headers)
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
            if session := answer.headers.get("mcp-session-id"):
                self._headers["mcp-session-id"] = session
            return json.loads(answer.read() or b"null")


def well(server: Server, *prompt: str) -> None:
    """Hands in what it was told and what it found."""
    task = server.call("next_task")["task"]
    page = server.call("open_page", url="https://journal.example/page")
    server.report(task, answer=json.dumps([*prompt, sys.stdin.readline(), page["status"]]))


def crashes(server: Server) -> None:
    server.call("next_task")
    sys.exit("out of tokens")


def never_asks(server: Server) -> None:
    print("nothing to do", file=sys.stderr)


def hangs(server: Server) -> None:
    server.call("next_task")
    print(f"thinking {os.getpid()}", file=sys.stderr, flush=True)
    time.sleep(30)


def goes_on(server: Server) -> None:
    """Asks for more when its only task is over, and leaves a process behind."""
    server.report(server.call("next_task")["task"])
    subprocess.Popen([sys.executable, "-c", STAYS])
    server.call("next_task")


WAYS: dict[str, Callable[..., None]] = {each.__name__: each for each in (well, crashes, never_asks, hangs, goes_on)}


if __name__ == "__main__":
    WAYS[sys.argv[1]](Server(sys.argv[2]), *sys.argv[3:])
