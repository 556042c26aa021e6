"""What a host's command lives in: the proxy, the wire behind it, a gate for each process, and remarks on all that."""

import os
from pathlib import Path

from oa_conformance.steps.doors import isolation
from oa_conformance.steps.doors.command_spec import CommandSpec
from oa_conformance.steps.doors.environment import environment
from oa_conformance.steps.doors.gate import FloodError, Gate
from oa_conformance.steps.doors.model_endpoint import ModelEndpoint
from oa_conformance.steps.doors.outcome import Limits, Message
from oa_conformance.steps.doors.program import Program
from oa_conformance.steps.doors.proxy import Proxy, prove
from oa_conformance.steps.doors.wire import Attempt, Exchange, Run, Wire

RECORD_BYTES = 500  # of a wire record, but for what the host chose
SILENT_TASKS = 3  # answered without one request, and the host is told why that may be
OPEN = (
    "The host ran as processes of its own whose HTTPS went through the suite's proxy and was answered from the "
    "cassettes. What ignored the proxy could have reached the network unseen."
)
ISOLATED = (
    "The host ran as processes of its own in a network that holds nothing but the suite's proxy, which answered from "
    "the cassettes. The kernel let nothing else out; files of the machine could be read."
)
SILENT = (
    "nothing came through the proxy in the first tasks: the host's HTTP client may ignore HTTPS_PROXY, as the fetch of "
    "Node before version 24 does; make it honour the variable, or add --isolate"
)
UNTRUSTED = (
    "the host connected to {hosts} and sent nothing: its HTTP client may not trust the proxy's certificate; make it "
    "read SSL_CERT_FILE, or what its platform has in that place"
)


class Hosting:
    """Open it before use; close it to end the proxy. One host, one task at a time."""

    def __init__(self, spec: CommandSpec, limits: Limits) -> None:
        self._spec, self._limits = spec, limits
        self._model = ModelEndpoint(spec.model) if spec.model else None
        self._proxy: Proxy | None = None
        self._records: list[Exchange | Attempt] = []
        self._requests = self._answered = self._started = self._bytes = 0
        self._untrusted: dict[str, None] = {}
        self.wire = Wire(self._keep)

    @property
    def boundary(self) -> str:
        """What the host could do unseen."""
        return ISOLATED if self._spec.isolated else OPEN

    def open(self) -> None:
        """Start the proxy and prove it. Raises RuntimeError, one line, where that fails."""
        if self._proxy is None:
            if self._spec.isolated and (why := isolation.refusal()):
                raise RuntimeError(why)
            self._proxy = Proxy(self._model)
            prove(self._proxy)

    def close(self) -> None:
        if self._proxy:
            self._proxy.close()
            self._proxy = None

    def start(self, run: Run | None = None) -> "Hosted":
        """The command under way; what it sends is charged to ``run``, or without it to the task of the time.

        Raises OSError if it cannot be started.
        """
        assert self._proxy is not None
        folder = self._folder() if self._spec.isolated else None
        gate = self._proxy.open_gate(self.wire, run, isolation.sockets(folder) if folder else {})
        variables = environment(os.environ, self._proxy.authority, gate.port)
        command = isolation.isolated(self._spec.command, folder, gate.port) if folder else self._spec.command
        try:
            return Hosted(Program(command, variables, self._limits), gate, self)
        except BaseException:
            self._proxy.close_gate(gate)
            raise

    def leave(self, gate: Gate) -> None:
        """Close the gate of a process that has ended."""
        self._untrusted.update(dict.fromkeys(gate.untrusted))
        if self._proxy:
            self._proxy.close_gate(gate)

    @property
    def flood(self) -> str:
        """How much more was sent during this task than is kept of one; empty if it was not."""
        if self._bytes > self._limits.channel_bytes:
            return f"more than {self._limits.channel_bytes} bytes of requests from one task"
        if len(self._records) > self._limits.records:
            return f"more than {self._limits.records} requests, lookups and ways out of one task"
        return ""

    def _keep(self, record: Exchange | Attempt) -> None:
        """Keep the record. Raises FloodError where there is no more room; the proxy then breaks off."""
        if self.flood:
            raise FloodError
        self._records.append(record)
        self._bytes += RECORD_BYTES
        if isinstance(record, Exchange):
            told = sum(len(name) + len(value or "") for name, value in record.headers.items())
            self._bytes += len(record.url) + len(record.body or "") + told

    def records(self, answered: bool) -> tuple[Message, ...]:
        """The wire records since the last task, as JSON can hold them; ``answered`` says whether this one was."""
        taken = tuple({**vars(each)} for each in tuple(self._records))
        del self._records[: len(taken)]
        self._bytes = 0
        self._answered += answered
        self._requests += sum(each["kind"] == "request" for each in taken)
        return taken

    def remarks(self) -> list[str]:
        """What whoever reads the result must know of how it came about."""
        silent = self._answered >= SILENT_TASKS and not self._requests
        found = [
            self._model.remark() if self._model else "",
            UNTRUSTED.format(hosts=", ".join(list(self._untrusted)[:5])) if self._untrusted and silent else "",
            SILENT if silent and not self._untrusted else "",
        ]
        return [each for each in found if each]

    def _folder(self) -> Path:
        assert self._proxy is not None
        self._started += 1
        folder = self._proxy.authority.folder / str(self._started)
        folder.mkdir()
        return folder


class Hosted:
    """A process of the host, and its gate."""

    def __init__(self, program: Program, gate: Gate, hosting: Hosting) -> None:
        self.program, self.gate, self._hosting = program, gate, hosting

    def leave(self, grace_s: float) -> str:
        """End it all: what it left behind may still send for a moment, and is refused. Says what was left."""
        left = self.program.leaves_others()
        if left or self.gate.busy:
            self.program.hear(grace_s)
        self.program.end()
        self._hosting.leave(self.gate)
        return "processes that it left running were ended" if left else ""
