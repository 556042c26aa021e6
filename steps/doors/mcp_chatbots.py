"""How a chatbot comes to the desk: somebody drives it, or it started us, or we start it."""

import os
import shutil
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from oa_conformance.steps.doors.mcp_desk import Desk, Stage
from oa_conformance.steps.doors.mcp_spec import PROMPT, URL, McpSpec
from oa_conformance.steps.doors.outcome import HostUnusable, Limits
from oa_conformance.steps.doors.program import Program

if TYPE_CHECKING:
    from oa_conformance.steps.doors.mcp_server import McpServer

LINGER_S = 1.0  # after a report, for calls that still belong to its task
FAREWELL_S = 2.0  # after the last task, for the client to learn that it was the last
LOOK_S = 0.2  # between two looks at whether a client is still there
PULSE_S = 0.02  # between two looks at an agent's process
UNASKED_S = 0.5  # before whoever drives the chatbot is told to
PROMPT_TEXT = (
    "Call the tool next_task of the MCP server oa-conformance. Do what the user of that task asks, with the tools of "
    "that server alone, and hand in your report with submit_report. The user says: {utterance}"
)
CONNECT = """\
oa-conformance is an MCP server at {url} (streamable HTTP). Add it to the chatbot, for example as
  {{"mcpServers": {{"oa-conformance": {{"type": "http", "url": "{url}"}}}}}}
and turn off whatever other tools for search and browsing the chatbot has. Waiting for it to connect …"""
PASTE = """\
Task {number}. If the chatbot does not go on by itself, start a new conversation and paste:
  {prompt}"""


class Chatbot:
    """What all have in common: they are there, and lose nothing by waiting."""

    def __init__(
        self, spec: McpSpec, server: "McpServer", desk: Desk, limits: Limits, tell: Callable[[str], object]
    ) -> None:
        self._spec, self._server, self._desk, self._limits, self._tell = spec, server, desk, limits, tell

    def expect(self) -> None:
        """Wait for a client. Raises HostUnusable where none comes."""
        ends = time.monotonic() + self._limits.start_s
        while not self._server.clients.wait(LOOK_S):
            if self._server.gone.is_set():
                raise HostUnusable(f"{self._spec.text} cannot be run: the client closed the connection")
            if time.monotonic() > ends:
                raise HostUnusable(f"{self._spec.text} cannot be run: no client came within {self._limits.start_s:g} s")

    def begin(self, task: Mapping[str, Any]) -> None:
        """A task was laid. Raises OSError, and KeyboardInterrupt where none can come any more."""

    def attend(self, stage: Stage, seconds: float) -> None:
        """Wait for the end of the stage, so many seconds at most; ``gone`` is asked in between."""
        self._desk.wait(stage, min(seconds, LOOK_S))

    def gone(self) -> str:
        """Why no report can come any more; empty as long as one can."""
        if self._server.gone.is_set():
            raise RuntimeError("the suite's own MCP server has ended")
        return ""

    def end(self) -> tuple[str, str]:
        """The task is over: what is to be said of it, and the last words. Calls that come now still belong to it."""
        if self._desk.stage == "over":
            self._desk.wait_for_visitor(LINGER_S)
        return "", ""

    def part(self) -> None:
        """There are no more tasks."""
        if self._server.clients.seen:
            self._desk.finish(FAREWELL_S)


class Guest(Chatbot):
    """A chatbot that connects over HTTP; somebody may have to tell it to go on."""

    _begun, _number, _prompt = 0.0, 0, ""

    def expect(self) -> None:
        self._tell(CONNECT.format(url=self._server.url))
        super().expect()

    def begin(self, task: Mapping[str, Any]) -> None:
        self._begun, self._number, self._prompt = time.monotonic(), self._number + 1, prompt_of(task)

    def attend(self, stage: Stage, seconds: float) -> None:
        if stage == "laid" and self._prompt and time.monotonic() - self._begun > UNASKED_S:
            self._tell(PASTE.format(number=self._number, prompt=self._prompt))
            self._prompt = ""
        super().attend(stage, seconds)


class Caller(Chatbot):
    """The client that started this process and speaks over its standard input and output.

    If it goes while it has a task, it has failed that task. Nobody else can come in its place, so then the run is
    interrupted, and may be resumed.
    """

    def gone(self) -> str:
        if not self._server.gone.is_set():
            return ""
        if self._desk.stage == "laid":
            raise KeyboardInterrupt("the client closed the connection")
        return "the client closed the connection"

    def end(self) -> tuple[str, str]:
        return ("", "") if self._server.gone.is_set() else super().end()

    def part(self) -> None:
        super().part()
        time.sleep(LOOK_S)  # for the last answer to be written


class Agent(Chatbot):
    """A program that is started for each task, told where the server is, and ended with its whole group.

    What it is to do stands where the command has ``{prompt}``, and on its standard input.
    """

    _program: Program | None = None

    def expect(self) -> None:
        if shutil.which(self._spec.command[0]) is None:
            raise HostUnusable(f"{self._spec.text} cannot be run: there is no program {self._spec.command[0]!a:.200}")

    def begin(self, task: Mapping[str, Any]) -> None:
        prompt = prompt_of(task).replace("\0", " ")
        command = [each.replace(URL, self._server.url).replace(PROMPT, prompt) for each in self._spec.command]
        self._program = Program(command, os.environ, self._limits)
        self._program.tell(prompt.encode() + b"\n", last=True)

    def attend(self, stage: Stage, seconds: float) -> None:
        if self._program:
            self._program.hear(min(seconds, PULSE_S))

    def gone(self) -> str:
        ended = self._program is None or self._program.status is not None
        return f"the agent has gone: {self._program.obituary}" if self._program and ended else super().gone()

    def end(self) -> tuple[str, str]:
        program, self._program = self._program, None
        if program is None:
            return "", ""
        patience = time.monotonic() + LINGER_S
        while self._desk.stage == "over" and program.status is None and time.monotonic() < patience:
            if self._desk.is_visited():
                break
            program.hear(PULSE_S)
        left = "processes that it left running were ended" if program.leaves_others() else ""
        program.end()
        self._desk.dismiss()
        return left, program.last_words

    def part(self) -> None:
        """Its processes have ended."""


def prompt_of(task: Mapping[str, Any]) -> str:
    """What to say to the chatbot, in one line."""
    return " ".join(PROMPT_TEXT.format(utterance=task["utterance"]).split())
