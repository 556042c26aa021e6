"""The MCP server before a desk, by the official SDK.

It speaks streamable HTTP on the loopback address, or standard input and output. It runs in a thread of the judge's
process, for the judge only waits meanwhile.
"""

import asyncio
import contextlib
import errno
import logging
import os
import socket
import stat
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from importlib.metadata import version
from typing import Any, cast

import anyio
import uvicorn
from mcp import types
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from oa_conformance.steps.doors.mcp_desk import Desk
from oa_conformance.steps.doors.mcp_tools import INSTRUCTIONS, readable, sendable, tool_forms
from oa_conformance.steps.doors.outcome import printable

NAME = "oa-conformance"
PATH = "/mcp"
WAIT_S = 20.0  # that a call for the next task waits before it is told to ask again; clients wait longer
ENVELOPE_BYTES = 65_536  # around a report
SESSIONS = 1_000
PATIENCE_S = 5.0  # for our own thread
UNNAMED = ("unnamed MCP client", "unknown")


class Clients:
    """Who has come: name and version of each client as it introduced itself, in the order they came."""

    def __init__(self) -> None:
        self._come = threading.Event()
        self._seen: dict[tuple[str, str], None] = {}

    @property
    def seen(self) -> list[tuple[str, str]]:
        return list(self._seen)

    def wait(self, seconds: float) -> bool:
        """Whether one has come within so many seconds."""
        return self._come.wait(seconds)

    def note(self, client: types.Implementation | None) -> None:
        """Take down whom a message is from."""
        if len(self._seen) < SESSIONS:
            self._seen[(_line(client.name), _line(client.version)) if client else UNNAMED] = None
        self._come.set()


class McpServer:
    """Serves until it is closed; ``gone`` says that nobody can come any more."""

    def __init__(self, desk: Desk, report_bytes: int) -> None:
        self.clients, self.gone = Clients(), threading.Event()
        self.url = ""
        self._desk, self._most = desk, report_bytes + ENVELOPE_BYTES
        self._end: Callable[[], object] = lambda: None
        for library in ("mcp", "uvicorn"):  # what they would say goes into no result and confuses whoever drives
            logging.getLogger(library).addHandler(logging.NullHandler())

    def serve_http(self, port: int) -> None:
        """Serve at ``url``. Raises OSError if the port cannot be had."""
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, so that asyncio sets
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # TCP_NODELAY, worth 40 ms a call
        try:
            listening.bind(("127.0.0.1", port))
        except OSError:
            listening.close()
            raise
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}{PATH}"
        app = self._server().streamable_http_app(
            streamable_http_path=PATH, json_response=True, max_request_body_size=self._most, max_sessions=SESSIONS
        )
        config = uvicorn.Config(app, log_config=None, access_log=False, ws="none", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        self._begin(server.serve(sockets=[listening]), lambda: setattr(server, "should_exit", True))

    def serve_stdio(self) -> None:
        """Serve whoever started this process; what is printed meanwhile goes to standard error.

        Raises OSError if standard input is no pipe.
        """
        mode = os.fstat(0).st_mode
        if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
            raise OSError(errno.EINVAL, "standard input is no pipe")
        self._begin(self._serve_stdio(), lambda: [each.cancel() for each in asyncio.all_tasks()])

    def close(self) -> None:
        """End the thread, and every connection with it."""
        self._end()

    def _begin(self, work: Coroutine[Any, Any, None], stop: Callable[[], object]) -> None:
        """Have the work done in a thread; ``stop``, called there, ends it."""
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=self._live, args=(loop, work), name="oa-conformance-mcp", daemon=True)

        def end() -> None:
            with contextlib.suppress(RuntimeError):  # it has ended by itself
                loop.call_soon_threadsafe(stop)
            thread.join(PATIENCE_S)

        self._end = end
        thread.start()

    def _live(self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, None]) -> None:
        try:
            with contextlib.suppress(asyncio.CancelledError), asyncio.Runner(loop_factory=lambda: loop) as runner:
                runner.run(work)
        finally:
            self.gone.set()
            self._desk.dismiss()

    async def _serve_stdio(self) -> None:
        lines, server = cast("anyio.AsyncFile[str]", Lines(self._most)), self._server()
        try:
            async with stdio_server(stdin=lines) as (incoming, outgoing):
                await server.run(incoming, outgoing, server.create_initialization_options())
        except* OSError:  # the client reads no more
            pass

    def _server(self) -> Server[dict[str, Any]]:
        async def list_tools(
            context: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
        ) -> types.ListToolsResult:
            tools = [
                types.Tool(
                    name=each.name, description=each.description,
                    input_schema=each.arguments, output_schema=each.answer,
                )
                for each in tool_forms().values()
            ]  # fmt: skip
            return types.ListToolsResult(tools=tools)

        async def call_tool(
            context: ServerRequestContext[Any], params: types.CallToolRequestParams
        ) -> types.CallToolResult:
            if params.name == "next_task":
                await anyio.to_thread.run_sync(self._desk.await_task, WAIT_S, abandon_on_cancel=True)
            reply = self._desk.use(params.name, params.arguments or {})
            text = types.TextContent(type="text", text=readable(params.name, reply.content))
            return types.CallToolResult(
                content=[text], structured_content=sendable(reply.content), is_error=reply.wrong
            )

        async def note(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
            answer = await call_next(ctx)
            if ctx.method != "initialize":  # in which the client is not known before its end
                known = ctx.session.client_params
                self.clients.note(known.client_info if known else None)
            return answer

        server = Server(
            NAME, version=version(NAME), instructions=INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool
        )
        server.middleware.append(note)
        return server


class Lines:
    """Standard input line by line; unlike a file in a thread it can be given up while it waits.

    It ends with the input, and with a line of more than ``most`` bytes.
    """

    def __init__(self, most: int) -> None:
        self._most = most

    async def __aiter__(self) -> AsyncIterator[str]:
        reader = asyncio.StreamReader(limit=self._most)
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(os.dup(0), "rb", 0)
        )
        try:
            with contextlib.suppress(ValueError):
                while line := await reader.readline():
                    yield line.decode("utf-8", "replace")
        finally:
            transport.close()


def _line(text: str) -> str:
    """What a client says of itself, fit for a description."""
    return " ".join(printable(text).split())[:100] or "unnamed"
