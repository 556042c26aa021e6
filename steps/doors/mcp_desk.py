"""The desk between judge and chatbot: the judge lays a task on it; the chatbot takes it, works, and hands in a report.

Whatever the chatbot asks for in between is answered by the wire, and refused when no task is under way. A report that
does not keep its schema may be corrected, ``TRIES`` times in all and before the deadline, for a chatbot has no code in
which such a fault could be mended once; the first that keeps it counts, and how many were refused is told. Where none
keeps it, the last is judged.
"""

import json
import re
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, NamedTuple

from jsonschema import Draft202012Validator

from oa_conformance.steps.audit.shape import floats
from oa_conformance.steps.doors.mcp_tools import Json, tool_forms
from oa_conformance.steps.doors.outcome import Message
from oa_conformance.steps.doors.report_form import misfit
from oa_conformance.steps.doors.tools import HostTools
from oa_conformance.steps.doors.wire import Attempt, Exchange, Run, Wire
from oa_conformance.steps.schemas import validator
from oa_conformance.steps.world.matching import Playback

TRIES = 5
FAULTS_SHOWN = 10
RECORDS = 10_000  # of one task, on the wire
Stage = Literal["bare", "laid", "taken", "over"]
NO_TASK = "No task is under way, so nothing can be looked up. Call next_task first."
TAKEN = "Do what the utterance asks with the tools of this server, then call submit_report."
AGAIN = f"This task is still under way. {TAKEN}"
NOT_YET = "There is no task yet. Call next_task again."
NO_MORE = "There are no more tasks. You are done."
RECEIVED = "The report is recorded and the task is over. Call next_task for the next one."


@dataclass(frozen=True)
class Reply:
    """What a call is answered with. ``wrong`` says that the caller made a mistake."""

    content: Json
    wrong: bool = False


@dataclass(frozen=True)
class Ended:
    """How the task came to an end, as in ``Result``."""

    outcome: str
    report: Any = None
    detail: str = ""


class Fault(NamedTuple):
    """Where something breaks its schema, as a JSON pointer (RFC 6901), and why."""

    pointer: str
    reason: str


@dataclass
class _Course:
    """A task that was laid, and what has become of it."""

    task: Mapping[str, Any]
    playback: Playback | None
    refused: list[Fault] = field(default_factory=list)
    last: Ended | None = None  # what the last refused report makes of the task, if none follows
    end: Ended | None = None


class Desk:
    """One task at a time. The judge's thread and those of the chatbot's calls share it.

    ``corrected`` counts reports that were refused at first, ``strays`` calls that came while no task was under way and
    too late for the one before, ``unknown`` calls of tools that there are not.
    """

    def __init__(self, report_bytes: int) -> None:
        self._report_bytes = report_bytes
        self._change = threading.Condition(threading.RLock())
        self._records: list[Exchange | Attempt] = []
        self._wire = Wire(self._log)
        self._tools = HostTools(self._wire, {})  # of the last task that was taken, as is the run
        self._run: Run | None = None
        self._course: _Course | None = None
        self._stage: Stage = "bare"
        self._waiting = self._visit = 0
        self._finished = self._parted = False
        self.corrected = self.strays = self.unknown = 0

    # the judge's side

    def lay(self, task: Mapping[str, Any], playback: Playback | None) -> None:
        """Have the task taken by whoever asks for one next. Without a playback the last world goes on."""
        with self._change:
            self._course, self._stage = _Course(task, playback), "laid"
            self._change.notify_all()

    @property
    def stage(self) -> Stage:
        """Where the task is: ``bare`` is none, ``laid`` for somebody to take it, ``taken``, ``over``."""
        return self._stage

    def wait(self, stage: Stage, seconds: float) -> None:
        """Wait for the end of this stage, so many seconds at most."""
        with self._change:
            self._change.wait_for(lambda: self._stage != stage, seconds)

    def is_visited(self) -> bool:
        """Whether somebody waits for the next task."""
        return self._waiting > 0

    def wait_for_visitor(self, seconds: float) -> None:
        """Wait for somebody who asks for the next task, so many seconds at most."""
        with self._change:
            self._change.wait_for(self.is_visited, seconds)

    def dismiss(self) -> None:
        """Send away whoever waits for a task: they are of a process that has ended."""
        with self._change:
            self._visit += 1
            self._change.notify_all()

    def finish(self, seconds: float) -> None:
        """Tell whoever asks within so many seconds, and the first of them at once, that there are no more tasks."""
        with self._change:
            self._finished = True
            self._change.notify_all()
            self._change.wait_for(lambda: self._parted, seconds)

    def clear(self, otherwise: Ended) -> tuple[Ended, tuple[Message, ...]]:
        """Take the task away: what came of it, ``otherwise`` if no report did, and its wire records."""
        with self._change:
            course, self._course, self._stage = self._course, None, "bare"
            assert course
            self._wire.close_task()
            records = self._taken_records()
            own = tuple({**vars(each)} for each in records if each.task == course.task["task_id"])
            self.strays += len(records) - len(own)
            return course.end or _last_try(course, otherwise), own

    # the chatbot's side

    def await_task(self, seconds: float) -> None:
        """Wait until there is something to tell who asks for a task, so many seconds at most."""
        with self._change:
            self._waiting += 1
            visit = self._visit
            self._change.notify_all()
            try:
                self._change.wait_for(
                    lambda: self._finished or self._visit != visit or self._stage in ("laid", "taken"), seconds
                )
            finally:
                self._waiting -= 1

    def use(self, name: str, arguments: Json) -> Reply:
        """Answer a call, whatever tool and arguments the caller thought of. Mistakes are logged as well."""
        with self._change:
            form = tool_forms().get(name)
            if form is None:
                self.unknown += 1
                why = f"There is no tool {name!a:.80}; there are {', '.join(tool_forms())}."
                return self._mistaken("no such tool", name, arguments, why)
            if name == "submit_report":
                return self._hand_in(arguments)
            if faults := faults_of(Draft202012Validator(form.arguments), arguments):
                return self._mistaken("wrong arguments", name, arguments, "; ".join(": ".join(each) for each in faults))
            return self._take() if name == "next_task" else self._look_up(name, arguments)

    def _take(self) -> Reply:
        course = self._course
        if course is None or self._stage not in ("laid", "taken"):
            more = NO_MORE if self._finished else NOT_YET
            self._parted = self._finished
            self._change.notify_all()
            return Reply({"task": None, "finished": self._finished, "message": more})
        if self._stage == "taken":
            return Reply({"task": dict(course.task), "finished": False, "message": AGAIN})
        self.strays += len(self._taken_records())
        self._run = self._wire.open_task(course.task["task_id"], course.playback)
        self._tools = HostTools(self._wire, course.task)
        self._stage = "taken"
        self._change.notify_all()
        return Reply({"task": dict(course.task), "finished": False, "message": TAKEN})

    def _look_up(self, name: str, arguments: Json) -> Reply:
        """Call one of the four host tools; between two tasks for the earlier one, whose wire refuses it."""
        if self._run is None:
            return self._mistaken("call before any task", name, arguments, NO_TASK)
        if self._course and self._stage == "taken" and len(self._records) >= RECORDS:
            self._end(self._course, Ended("flooded", detail=f"more than {RECORDS} records on the wire of one task"))
        try:
            answer = getattr(self._tools, name)(**arguments)
        except (TypeError, ValueError) as error:
            return self._mistaken("wrong arguments", name, arguments, str(error))
        return Reply(answer) if self._stage == "taken" else Reply({**answer, "message": NO_TASK}, wrong=True)

    def _hand_in(self, arguments: Json) -> Reply:
        course, task_id = self._course, arguments.get("task_id")
        if course is None or self._stage != "taken":
            return self._mistaken("report without a task", "submit_report", {"task_id": task_id}, NO_TASK)
        if task_id != course.task["task_id"]:
            why = f"/task_id: it is {task_id!a:.80}, and the task under way is {course.task['task_id']!a:.80}"
            return self._mistaken("report of another task", "submit_report", {"task_id": task_id}, why)
        report = arguments.get("report")
        wrong = misfit(report, self._report_bytes)
        faults = [Fault("", wrong.detail)] if wrong else report_faults(report)
        if not faults:
            self.corrected += bool(course.refused)
            self._end(course, Ended("answered", report, _history(course)))
            return Reply({"accepted": True, "message": RECEIVED})
        course.refused.append(faults[0])
        course.last = Ended(wrong.outcome, None, wrong.detail) if wrong else Ended("answered", report)
        left = TRIES - len(course.refused)
        if not left:
            self._end(course, _last_try(course, Ended("hung", detail=f"it was the last of {TRIES} tries")))
        told = {
            "accepted": False,
            "message": f"The report does not keep its schema. Correct it and hand it in again; tries left: {left}.",
            "faults": [each._asdict() for each in faults],
        }
        return Reply(told, wrong=True)

    def _end(self, course: _Course, end: Ended) -> None:
        course.end, self._stage = end, "over"
        self._wire.close_task()
        self._change.notify_all()

    def _mistaken(self, what: str, name: str, arguments: Json, why: str) -> Reply:
        """Log a call that cannot be answered."""
        self._wire.tried(what, f"{name:.80} {json.dumps(arguments):.200}", run=self._run)
        return Reply({"message": why}, wrong=True)

    def _log(self, record: Exchange | Attempt) -> None:
        if len(self._records) < 2 * RECORDS:
            self._records.append(record)

    def _taken_records(self) -> tuple[Exchange | Attempt, ...]:
        taken = tuple(self._records)
        del self._records[: len(taken)]
        return taken


def report_faults(report: Any) -> list[Fault]:
    """Where and why this is no report as ``report.schema.json`` has it; empty if it is one."""
    faults = faults_of(validator("report"), report)
    numbers = ((_pointer(re.findall(r"\w+", where)), value) for where, value in floats(report)) if not faults else ()
    return faults or [Fault(where, f"{value!r} is no JSON integer") for where, value in islice(numbers, FAULTS_SHOWN)]


def faults_of(schema: Draft202012Validator, value: Any) -> list[Fault]:
    """The first faults of the value."""
    return [
        Fault(_pointer(each.absolute_path), each.message if len(each.message) <= 300 else f"{each.message[:300]} …")
        for each in islice(schema.iter_errors(value), FAULTS_SHOWN)
    ]


def _pointer(path: Iterable[str | int]) -> str:
    return "".join("/" + str(each).replace("~", "~0").replace("/", "~1")[:80] for each in path)


def _history(course: _Course) -> str:
    """What is to be said of a report that came after others."""
    if not course.refused:
        return ""
    first = course.refused[0]
    return f"the report kept its schema at try {len(course.refused) + 1}; at first: {first.pointer}: {first.reason}"


def _last_try(course: _Course, otherwise: Ended) -> Ended:
    """What the last refused report makes of the task; ``otherwise`` if there was none."""
    if course.last is None:
        return otherwise
    detail = "; ".join(filter(None, [course.last.detail, otherwise.detail]))
    return Ended(course.last.outcome, course.last.report, detail)
