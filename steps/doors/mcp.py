"""Chatbots without code to adapt: the world is an MCP server, and a chatbot's tools are the host tools.

``mcp`` waits for a client over HTTP and tells whoever drives it what to paste; ``mcp-stdio`` is itself started by the
client; ``mcp-command`` starts an agent for each task. In all of them ``next_task`` starts the task's clock and
``submit_report`` ends it. See ``mcp_desk`` for what a chatbot may do in between.
"""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oa_conformance.steps.doors.mcp_chatbots import Agent, Caller, Chatbot, Guest
from oa_conformance.steps.doors.mcp_desk import Desk, Ended
from oa_conformance.steps.doors.mcp_spec import McpSpec, parse
from oa_conformance.steps.doors.outcome import USUAL, HostUnusable, Limits, Message, Result, described, printable
from oa_conformance.steps.world.loading import playback_of

if TYPE_CHECKING:
    from oa_conformance.steps.doors.mcp_server import McpServer

KINDS: Mapping[str, type[Chatbot]] = {"mcp": Guest, "mcp-stdio": Caller, "mcp-command": Agent}
BOUNDARY = (
    "The host was a chatbot that used the suite as its MCP server. All that the suite's tools returned came from the "
    "cassettes, and every call of them was logged. What other tools, network access or memory of its own the chatbot "
    "has cannot be seen from here: nothing in this certificate shows that it used none of them."
)
Tell = Callable[[str], object]


def tell_on_stderr(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def open_mcp(spec: str, limits: Limits = USUAL, tell: Tell = tell_on_stderr) -> "McpDoor":
    """The door of the chatbots that this spec lets in; a client has come, unless each task starts its own.

    ``tell`` is given what whoever drives the chatbot must know. Raises HostUnusable.
    """
    told = parse(spec)
    door = McpDoor(told, replace(limits, task_s=told.deadline_s, start_s=told.wait_s), tell)
    door.start()
    return door


class McpDoor:
    """``description`` also has ``boundary`` and ``remarks``. Name and version are those of the first client.

    Of an agent that we start they are its program's name and "unknown": it must be named before it is started.
    """

    def __init__(self, spec: McpSpec, limits: Limits, tell: Tell) -> None:
        self._spec, self._limits, self._tell = spec, limits, tell
        self._desk = Desk(limits.report_bytes)
        self._server: McpServer | None = None
        self._chatbot: Chatbot | None = None
        self._hangs = self._lost = 0
        self._interrupted = False
        self.description: Message = {}

    def start(self) -> None:
        """Serve, and wait for a client. Raises HostUnusable."""
        if self._server:
            return
        name = printable(Path(self._spec.command[0]).name)[:100] if self._spec.command else "unnamed"
        try:
            about = described({"name": name, "version": "unknown", "capabilities": list(self._spec.capabilities)})
        except ValueError as error:
            raise HostUnusable(f"{self._spec.text} cannot be run: {error}") from error
        self._desk = Desk(self._limits.report_bytes)
        self._server = _served(self._spec, self._desk, self._limits)
        chatbot = KINDS[self._spec.kind](self._spec, self._server, self._desk, self._limits, self._tell)
        self.description = {**about, "boundary": BOUNDARY, "remarks": []}
        try:
            chatbot.expect()
        except BaseException:
            self.close()
            raise
        self._chatbot = chatbot
        if seen := self._server.clients.seen:
            self.description["name"], self.description["version"] = seen[0]
        self._describe()

    def run(self, task: Mapping[str, Any], cassettes: Sequence[Path] = ()) -> Result:
        """Put the task to the chatbot in the world of these cassettes, base first; without any, the last world goes on.

        Raises CassetteError for a bad cassette, and KeyboardInterrupt where a client that nobody can replace has gone.
        """
        if self._hangs >= self._limits.hangs:
            return Result("not_run", detail=f"the host hung {self._hangs} times in a row")
        if self._lost > self._limits.restarts:
            return Result("not_run", detail=f"the host was lost {self._lost} times")
        assert self._chatbot
        self._interrupted = True  # unless this comes to its end
        told = {**task, "deadline_s": self._limits.task_s}
        self._desk.lay(told, playback_of(*map(str, cassettes)))
        why_not, words, left = Ended("died"), "", ""
        try:
            self._chatbot.begin(task)
            why_not = self._waited(self._chatbot)
        except OSError as error:
            why_not = Ended("died", detail=f"{error.filename or 'its process'}: {error.strerror or error}")
        finally:
            left, words = self._chatbot.end()
            ended, wire = self._desk.clear(why_not)
        self._hangs = self._hangs + 1 if ended.outcome == "hung" else 0
        self._lost += ended.outcome == "died"
        self._interrupted = False
        self._describe()
        detail = printable("; ".join(filter(None, [ended.detail, left]))).replace("\n", " ")[:500]
        return Result(ended.outcome, ended.report, wire, detail, words)

    def close(self) -> None:
        """Tell the client that it was all, and end whatever was started."""
        if self._server:
            if self._chatbot and not self._interrupted:
                self._chatbot.part()
            self._server.close()
            self._server = self._chatbot = None

    def _waited(self, chatbot: Chatbot) -> Ended:
        """Wait for the report, and say what has become of the task if none came."""
        for stage, seconds, missing in (
            ("laid", self._limits.start_s, "nobody called next_task"),
            ("taken", self._limits.task_s, "no report"),
        ):
            deadline = time.monotonic() + seconds
            while self._desk.stage == stage:
                if gone := chatbot.gone():
                    return Ended("died", detail=f"{gone}; {missing} before that")
                left = deadline - time.monotonic()
                if left <= 0:
                    return Ended("hung", detail=f"{missing} within {seconds:g} s")
                chatbot.attend(stage, left)
        return Ended("died")

    def _describe(self) -> None:
        """Bring the remarks up to date."""
        assert self._server
        desk, clients = self._desk, [" ".join(each) for each in self._server.clients.seen[:5]]
        self.description["remarks"] = [
            f"a task could take {self._limits.task_s:g} seconds",
            *([f"the tools were called by {', '.join(clients)}"] if clients else []),
            *([f"{desk.corrected} reports were refused for their form and corrected"] if desk.corrected else []),
            *([f"{desk.unknown} calls named a tool that there is not"] if desk.unknown else []),
            *([f"{desk.strays} calls came while no task was under way and were refused"] if desk.strays else []),
        ]


def _served(spec: McpSpec, desk: Desk, limits: Limits) -> "McpServer":
    """The server before the desk, serving. Raises HostUnusable."""
    try:
        from oa_conformance.steps.doors.mcp_server import McpServer  # noqa: PLC0415 - few need it, and it is not small
    except ImportError as error:
        raise HostUnusable(
            f"{spec.text} needs the MCP SDK ({error}); install it: pip install 'oa-conformance[mcp]'"
        ) from error
    server = McpServer(desk, limits.report_bytes)
    try:
        if spec.kind == "mcp-stdio":
            server.serve_stdio()
        else:
            server.serve_http(spec.port)
    except OSError as error:
        advice = {
            "mcp-stdio": "it is for an MCP client that starts this command; for others write mcp",
        }.get(spec.kind, f"port {spec.port} cannot be had; name another with --port")
        raise HostUnusable(f"{spec.text} cannot be run ({error.strerror}): {advice}") from error
    return server
