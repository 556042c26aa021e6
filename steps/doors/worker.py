"""Run a host in a process of its own, so that whatever it does costs its example and never the run. POSIX only.

This is the judge's side; ``child`` is the other.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from oa_conformance.steps.doors.outcome import USUAL, HostUnusable, Limits, Message, Result, described, printable
from oa_conformance.steps.doors.process import Process
from oa_conformance.steps.doors.report_form import misfit
from oa_conformance.steps.doors.supervision import Child
from oa_conformance.steps.world.loading import playback_of


class Worker:
    """One host, one task at a time, started again when it is lost. ``called`` is its name in messages."""

    def __init__(self, called: str, start: Callable[[int], Process], limits: Limits = USUAL) -> None:
        self._called, self._start, self._limits = called, start, limits
        self._child: Child | None = None
        self._lost = self._hangs = 0
        self.description: Message = {}

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Load the host if it is not loaded; what it says of itself is then in ``description``.

        Raises HostUnusable.
        """
        self._loaded()

    def run(self, task: Mapping[str, Any], cassettes: Sequence[Path] = ()) -> Result:
        """Put the task to the host in the world of these cassettes, base first; without any, the last world goes on.

        Raises HostUnusable if the host never could be loaded, CassetteError for a bad cassette, nothing else.
        """
        if self._hangs >= self._limits.hangs:
            return Result("not_run", detail=f"the host hung {self._hangs} times in a row")
        if self._lost > self._limits.restarts:
            return Result("not_run", detail=f"the host was lost {self._lost} times")
        try:
            child = self._loaded()
        except HostUnusable as error:
            if not self.description:  # it never could be loaded
                raise
            self._lost += 1
            return Result("died", detail=str(error))
        child.tell({"task": task, "cassettes": [str(path) for path in cassettes]})
        end = child.last_message(self._limits.task_s)
        if end["kind"] == "suite_error":
            playback_of(*map(str, cassettes))  # raises CassetteError, unless the host has made it up
            end = {"kind": "died", "lost": True, "detail": "it wrote to the judge's channel that a cassette is bad"}
        if end.get("leftover"):  # threads that would meddle with the next task
            child.pump(self._limits.grace_s)
        self._hangs = self._hangs + 1 if end["kind"] == "hung" else 0
        self._lost += bool(end.get("lost"))
        result = _result(end, tuple(child.records), child.last_words(), self._limits.report_bytes)
        if end.get("lost") or end.get("leftover"):
            self.close()
        return result

    def close(self) -> None:
        """End the process and its group at once."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def _loaded(self) -> Child:
        if self._child is not None:
            return self._child
        self._child = Child(self._start, self._limits)
        first = self._child.last_message(self._limits.start_s)
        why = str(first.get("detail", ""))
        if words := self._child.last_words() if first["kind"] == "died" else "":
            why += f'; its last words: "{words.splitlines()[-1]}"'
        try:
            if first["kind"] != "ready":
                raise ValueError(why)
            found = described(first["host"])
        except (ValueError, KeyError, AttributeError) as error:
            self.close()
            raise HostUnusable(f"{self._called} cannot be run: {printable(str(error))}") from error
        self.description = self.description or found
        return self._child


def _result(end: Message, wire: tuple[Message, ...], words: str, report_bytes: int) -> Result:
    outcome, report, detail = end["kind"], end.get("report"), str(end.get("detail", ""))
    if outcome == "answered" and (wrong := misfit(report, report_bytes)):
        outcome, report, detail = wrong.outcome, None, wrong.detail
    if left := end.get("leftover"):
        detail = "; ".join([*filter(None, [detail]), f"threads left running: {', '.join(map(str, left))}"])
    return Result(outcome, report, wire, printable(detail[:500]).replace("\n", " ")[:500], words)
