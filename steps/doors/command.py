"""Hosts in any language: ``command:node host.mjs``. JSON on standard input and output, HTTPS through the replay proxy.

A message is one process, unless the spec says ``command+persistent:``:

    {"type": "describe"}              -> {"name": …, "version": …, "capabilities": […]}
    {"type": "task", "task": {…}}     -> the report

With ``+persistent`` one process answers line after line, each with the ``seq`` of what it answers, until it is stopped:

    {"type": "start", "seq": 1}               -> {"seq": 1, "name": …, "version": …, "capabilities": […]}
    {"type": "task", "seq": 2, "task": {…}}   -> {"seq": 2, "report": {…}}, or {"seq": 2, "error": "why there is none"}
    {"type": "stop", "seq": 3}                the process ends

Standard error is free. POSIX only.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from oa_conformance.steps.doors.command_spec import CommandSpec, parse
from oa_conformance.steps.doors.hosting import Hosted, Hosting
from oa_conformance.steps.doors.outcome import HostUnusable, Limits, Message, Result, described, printable
from oa_conformance.steps.doors.program import Said
from oa_conformance.steps.doors.report_form import misfit
from oa_conformance.steps.doors.wire import Run
from oa_conformance.steps.world.loading import playback_of

DESCRIPTION_BYTES = 65_536
ENVELOPE_BYTES = 1_000  # around a report
STOP_S = 1.0


class Unanswered(Exception):
    """A message without its answer. ``outcome`` as in ``Result``; the message is one line that says why."""

    def __init__(self, outcome: str, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome


def open_command(spec: str, limits: Limits) -> "CommandDoor":
    """The door of the host that this command runs; the host has said who it is. Raises HostUnusable."""
    told = parse(spec)
    door = Persistent(told, limits) if told.persistent else OneShot(told, limits)
    door.start()
    return door


class CommandDoor:
    """What both ways of speaking share: the proxy, the limits, and what is made of an answer.

    ``description`` also has ``boundary``, what the host could do unseen, and ``remarks`` on how the run went.
    """

    def __init__(self, spec: CommandSpec, limits: Limits) -> None:
        self._spec, self._limits, self._hosting = spec, limits, Hosting(spec, limits)
        self._hangs, self._words = 0, ""
        self.description: Message = {}

    def start(self) -> None:
        """Prove the proxy, then ask the host who it is. Raises HostUnusable."""
        try:
            self._hosting.open()
            found = described(self._introduced())
        except (RuntimeError, ValueError, OSError, Unanswered) as error:
            self.close()
            words = f'; its last words: "{telling_line(self._words)}"' if self._words else ""
            raise HostUnusable(f"{self._spec.text} cannot be run: {printable(why(error))}{words}") from error
        self.description = self.description or {**found, "boundary": self._hosting.boundary, "remarks": []}

    def run(self, task: Mapping[str, Any], cassettes: Sequence[Path] = ()) -> Result:
        """Put the task to the host in the world of these cassettes, base first; without any, the last world goes on.

        Raises CassetteError for a bad cassette, nothing else.
        """
        if self._hangs >= self._limits.hangs:
            return Result("not_run", detail=f"the host hung {self._hangs} times in a row")
        playback = playback_of(*map(str, cassettes))
        outcome, report, self._words = "answered", None, ""
        try:
            self._prepare()
            run = self._hosting.wire.open_task(task["task_id"], playback)
            report, detail = self._reported(task, run)
        except (Unanswered, OSError) as error:
            outcome, detail = error.outcome if isinstance(error, Unanswered) else "died", why(error)
        finally:
            self._hosting.wire.close_task()
        if outcome == "answered" and (wrong := misfit(report, self._limits.report_bytes)):
            outcome, report, detail = wrong.outcome, None, wrong.detail
        if much := self._hosting.flood:
            outcome, report, detail = "flooded", None, much
        self._hangs = self._hangs + 1 if outcome == "hung" else 0
        wire = self._hosting.records(outcome == "answered")
        self.description["remarks"] = self._hosting.remarks()
        return Result(outcome, report, wire, printable(detail[:500]).replace("\n", " ")[:500], self._words)

    def close(self) -> None:
        """End whatever was started."""
        self._hosting.close()

    def _introduced(self) -> Message:
        """What the host says of itself. Raises Unanswered, OSError, ValueError."""
        raise NotImplementedError

    def _prepare(self) -> None:
        """Before a task is opened. Raises Unanswered, OSError."""

    def _reported(self, task: Mapping[str, Any], run: Run) -> tuple[Any, str]:
        """The report, and what is to be said of it. Raises Unanswered, OSError."""
        raise NotImplementedError

    def _over(self, hosted: Hosted) -> str:
        """The task is over, and so is the process; what is to be said of what it left."""
        self._hosting.wire.close_task()
        left = hosted.leave(self._limits.grace_s)
        self._words = hosted.program.last_words
        return left


class OneShot(CommandDoor):
    """A process a message: what it says until it ends with status 0 is the answer. Its crashes need no restarts."""

    def _introduced(self) -> Message:
        found, _ = self._converse({"type": "describe"}, self._limits.start_s, DESCRIPTION_BYTES, None)
        return found if isinstance(found, dict) else {}

    def _reported(self, task: Mapping[str, Any], run: Run) -> tuple[Any, str]:
        return self._converse({"type": "task", "task": task}, self._limits.task_s, self._limits.report_bytes, run)

    def _converse(self, message: Message, seconds: float, most: int, run: Run | None) -> tuple[Any, str]:
        hosted = self._hosting.start(run)
        try:
            hosted.program.tell(line_of(message), last=True)
            said = hosted.program.listen(seconds, most)
            end = hosted.program.obituary
        finally:
            left = self._over(hosted)
        text = understood(said, seconds, most, end)
        if end != ENDED_WELL:
            raise Unanswered("died", end)
        if not text.strip():
            raise Unanswered("died", "it ended without an answer")
        return decoded(text), left


class Persistent(CommandDoor):
    """One process, line after line; started again when it is lost, ``Limits.restarts`` times."""

    def __init__(self, spec: CommandSpec, limits: Limits) -> None:
        super().__init__(spec, limits)
        self._hosted: Hosted | None = None
        self._seq = self._lost = 0

    def run(self, task: Mapping[str, Any], cassettes: Sequence[Path] = ()) -> Result:
        """As ``CommandDoor.run``; a process that was lost too often is not started again."""
        if self._lost > self._limits.restarts:
            return Result("not_run", detail=f"the host was lost {self._lost} times")
        return super().run(task, cassettes)

    def close(self) -> None:
        """Ask the process to stop, wait a moment, end whatever was started."""
        if self._hosted:
            self._hosted.program.tell(line_of({"type": "stop", "seq": self._seq + 1}), last=True)
            self._hosted.program.listen(STOP_S, self._limits.report_bytes)
            self._end()
        super().close()

    def _introduced(self) -> Message:
        if self._hosted:
            self._end()
        self._hosted = self._hosting.start()
        try:
            return self._converse({"type": "start"}, self._limits.start_s, DESCRIPTION_BYTES)
        except Unanswered:
            self._end()
            raise

    def _prepare(self) -> None:
        if self._hosted is None:
            try:
                described(self._introduced())
            except (Unanswered, OSError, ValueError) as error:
                self._lost += 1
                raise Unanswered("died", f"it cannot be started again: {why(error)}") from error

    def _reported(self, task: Mapping[str, Any], run: Run) -> tuple[Any, str]:
        assert self._hosted
        most = self._limits.report_bytes + ENVELOPE_BYTES
        try:
            answer = self._converse({"type": "task", "task": task}, self._limits.task_s, most)
        except Unanswered:
            self._lost += 1
            self._end()
            raise
        self._hosting.wire.close_task()
        if self._hosted.gate.busy:
            self._hosted.program.hear(self._limits.grace_s)
        self._words = self._hosted.program.last_words
        if "report" not in answer:
            said = answer.get("error")
            raise Unanswered("raised", said if isinstance(said, str) else "its answer has neither report nor error")
        return answer["report"], ""

    def _converse(self, message: Message, seconds: float, most: int) -> Message:
        assert self._hosted
        self._seq += 1
        program = self._hosted.program
        program.tell(line_of({**message, "seq": self._seq}))
        said = program.listen(seconds, most, line=True)
        if said.end == "ended":
            raise Unanswered("died", program.obituary if program.status != 0 else "it ended without an answer")
        answer = decoded(understood(said, seconds, most, ""), "died")
        seq = answer.get("seq") if isinstance(answer, dict) else None
        if seq != self._seq or isinstance(seq, bool):
            told = json.dumps(seq)[:40] if isinstance(seq, str | int | float | None) else "that is no number"
            raise Unanswered("died", f"it answered seq {told} where {self._seq} was asked")
        return dict(answer)

    def _end(self) -> None:
        if self._hosted:
            self._over(self._hosted)
            self._hosted = None


ENDED_WELL = "it exited with status 0"


def line_of(message: Message) -> bytes:
    return json.dumps(message).encode() + b"\n"


def understood(said: Said, seconds: float, most: int, end: str) -> bytes:
    """What it said. Raises Unanswered where it hung or said too much."""
    if said.end == "hung":
        unended = "it spoke, but did not end its answer" if said.text.strip() else "no answer"
        raise Unanswered("hung", f"{unended} within {seconds:g} s")
    if said.end == "flooded":
        raise Unanswered("flooded", f"an answer of more than {most} bytes")
    return said.text


def decoded(text: bytes, outcome: str = "raised") -> Any:
    """The JSON in the text, which is UTF-8 without a mark (RFC 8259 §8.1) and has each key once. Raises Unanswered."""
    try:
        return json.loads(text.decode(), object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise Unanswered(outcome, f"its answer is no JSON ({error}): {text[:80]!r}") from error


def once(pairs: list[tuple[str, Any]]) -> Message:
    """The object of these members. Raises ValueError for a key that is there twice, for readers differ in whose value
    they take."""
    members = dict(pairs)
    if len(members) != len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"the key {twice!a:.60} twice")
    return members


def telling_line(words: str) -> str:
    """The last line that speaks of an error, for some say more after it; else the last line."""
    lines = words.splitlines()
    return next((line.strip() for line in reversed(lines) if "rror" in line), lines[-1])[:300]


def why(error: BaseException) -> str:
    """The error in words that need no name of a class."""
    if isinstance(error, OSError):
        return f"{error.filename or 'its process'}: {error.strerror or error}"
    return str(error)
