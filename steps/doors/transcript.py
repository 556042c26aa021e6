"""A run that is over, played back: ``transcript:DIR`` stands for the host whose transcripts are in DIR.

The features re-judge what was recorded, offline and without the host. A task is found by its id, and what is recorded
of it counts only if the very same task was put, and if the world that is laid for it now answers every logged request
as the log says. What does not fit is refused and never held against the host.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

from oa_conformance.steps.doors.outcome import HostUnusable, Limits, Message, Result, described
from oa_conformance.steps.doors.report_form import misfit
from oa_conformance.steps.doors.wire import Wire
from oa_conformance.steps.naming import FOLDER, place_of, task_id, transcript_name
from oa_conformance.steps.schemas import defect
from oa_conformance.steps.world.loading import playback_of
from oa_conformance.steps.world.matching import Playback

PREFIX = "transcript:"
FORMAT = "oa-conformance-transcript-1"
MAXIMUM_BYTES = 100_000_000  # of one transcript; a usual one has 20,000
MAXIMUM_FILES = 100_000
MAXIMUM_RECORDS = 10_000  # on the wire of one task; no door keeps more
TASKS = 8  # of one example; the longest has three
BOUNDARY = "The host was not run: what an earlier run recorded of it was judged again."
CLOCK = timedelta(seconds=5)
SAME = ("status", "bytes", "sha256", "answered_by", "fault")


class TranscriptError(HostUnusable):
    """A transcript that cannot be played back. The message is one line: which, why, what to do."""


@dataclass(frozen=True)
class Recording:
    """A transcript as it was read: who was recorded, in which run, the attempts, and the file's own digest."""

    example: str
    trial: int
    host: Message
    run: str
    attempts: tuple[Message, ...]
    sha256: str

    @property
    def head(self) -> Message:
        """What stands in the file beside what the scenario makes."""
        return header(self.trial, self.host, self.run)


def header(trial: int, host: Mapping[str, Any], run: str) -> Message:
    """The part of a transcript that says whose and which run's it is."""
    described = {name: host[name] for name in ("name", "version", "capabilities")}
    return {"format": FORMAT, "trial": trial, "host": described, "run": run}


def read(folder: Path, name: str) -> Recording:
    """The transcript with this name in a result folder. Raises TranscriptError."""
    path = folder / name
    try:
        with path.open("rb") as file:
            content = file.read(MAXIMUM_BYTES + 1)
        if len(content) > MAXIMUM_BYTES:
            raise TranscriptError(f"{path}: over {MAXIMUM_BYTES:,} bytes; no transcript is that long")
        told = json.loads(content, parse_constant=_no_constant)
    except OSError as error:
        raise TranscriptError(f"{path}: {error.strerror}; restore it, or certify the host anew") from error
    except (ValueError, RecursionError) as error:
        raise TranscriptError(f"{path}: is no JSON ({str(error)[:100]}); restore it, or certify anew") from error
    if is_overlong(told):
        raise TranscriptError(f"{path}: logs more than {MAXIMUM_RECORDS:,} requests of one task; certify anew")
    if why := defect("transcript", told):
        raise TranscriptError(f"{path}: is no transcript ({why}); restore it, or certify anew")
    if transcript_name(told["example"], told["trial"]) != name:
        raise TranscriptError(f"{path}: is trial {told['trial']} of {told['example'][:200]}; put it back in its place")
    return Recording(
        told["example"], told["trial"], told["host"], told["run"], tuple(told["attempts"]), sha256(content).hexdigest()
    )


def is_overlong(told: Any) -> bool:
    """Whether the log of a task is longer than any that is kept; looked at before each record of it is."""
    try:
        return any(len(each["result"]["wire"]) > MAXIMUM_RECORDS for each in told["attempts"])
    except (KeyError, TypeError):  # it is no transcript at all
        return False


def names_in(folder: Path) -> list[str]:
    """The names of all transcripts in a result folder, in order. Raises TranscriptError if there are too many."""
    names: list[str] = []
    for path in (folder / FOLDER).rglob("*"):
        if path.is_file():
            names.append(path.relative_to(folder).as_posix())
        if len(names) > MAXIMUM_FILES:
            raise TranscriptError(f"{folder / FOLDER}: more than {MAXIMUM_FILES:,} files; it is no folder of ours")
    return sorted(names)


def open_transcript(spec: str, limits: Limits) -> "TranscriptDoor":
    """The door of the host that ``transcript:DIR`` has the recordings of. Raises TranscriptError."""
    folder = Path(spec.removeprefix(PREFIX)).expanduser()
    names = [name for name in names_in(folder) if name.endswith(".json")]
    if not names:
        raise TranscriptError(f"{folder}: holds no {FOLDER}/; name a folder that certify --out wrote")
    first = read(folder, names[0])
    try:
        description = described(first.host)
    except ValueError as error:
        raise TranscriptError(f"{folder / names[0]}: the host is none ({error})") from error
    return TranscriptDoor(folder, names, {**description, "boundary": BOUNDARY}, first.run, limits)


class TranscriptDoor:
    """Gives back what was recorded. ``description`` is the host's own.

    All transcripts must be of the run ``run``, and of the time between the two in ``span`` if that is known.
    """

    def __init__(
        self,
        folder: Path,
        names: Sequence[str],
        description: Message,
        run: str,
        limits: Limits,
        span: tuple[datetime, datetime] | None = None,
    ) -> None:
        self._folder, self._run, self._limits, self._span = folder, run, limits, span
        self._tasks = {
            identifier: (name, number)
            for name in names
            for key, trial in [place_of(name)]
            for number in range(TASKS)
            for identifier in [task_id(key, number + 1, trial)]
        }
        self._last: tuple[str, Recording] | None = None
        self.description = description

    def start(self) -> None:
        """There is nothing to load."""

    def close(self) -> None:
        """There is nothing to end."""

    def run(self, task: Mapping[str, Any], cassettes: Sequence[Path] = ()) -> Result:
        """What was recorded of this task, in the world of these cassettes. Raises TranscriptError, CassetteError."""
        name, number = self._tasks.get(str(task["task_id"]), ("", 0))
        if not name:
            raise TranscriptError(f"{self._folder}: holds no recording of this task; certify the host anew")
        attempts = self.recording(name).attempts
        if number >= len(attempts):
            self._refuse(name, f"holds {len(attempts)} tasks, and the example has another")
        told = attempts[number]
        if told["task"] != task:
            changed = sorted(each for each in task if told["task"].get(each) != task[each])
            self._refuse(name, f"was recorded for another task (it differs in {', '.join(changed)})")
        result = told["result"]
        if result["outcome"] == "answered" and (wrong := misfit(result["report"], self._limits.report_bytes)):
            self._refuse(name, wrong.detail)
        playback = playback_of(*map(str, cassettes)) or Playback()
        if why := disagreement(result["wire"], str(task["task_id"]), playback):
            self._refuse(name, why)
        started, ended = self._times(name, told)
        return Result(
            result["outcome"], result["report"], tuple(result["wire"]), result["detail"], result["last_words"],
            (started, ended),
        )  # fmt: skip

    def _times(self, name: str, told: Message) -> tuple[datetime, datetime]:
        """When the task was put and when it ended; the clock may have been set meanwhile, but not by much."""
        try:
            started, ended = (datetime.fromisoformat(told[each]) for each in ("started", "ended"))
            if not (started.tzinfo and ended.tzinfo):
                raise ValueError("they need an offset")
            if ended < started - CLOCK:
                self._refuse(name, "ends before it starts")
            if self._span and not self._span[0] - CLOCK <= started <= self._span[1] + CLOCK >= ended:
                self._refuse(name, "was recorded outside the time of its run")
        except ValueError as error:
            self._refuse(name, f"has no such times ({error})")
        return started, ended

    def recording_of(self, key: str, trial: int = 1) -> Recording:
        """The transcript of this example's trial. Raises TranscriptError."""
        return self.recording(transcript_name(key, trial))

    def recording(self, name: str) -> Recording:
        """The transcript with this name, which must be of the run that the others are of. Raises TranscriptError."""
        if self._last is None or self._last[0] != name:
            self._last = name, read(self._folder, name)
        if self._last[1].run != self._run:
            self._refuse(name, "was recorded in another run, of this host or of another")
        return self._last[1]

    def _refuse(self, name: str, why: str) -> NoReturn:
        raise TranscriptError(f"{self._folder / name}: {why}; restore it, or certify the host anew")


def disagreement(wire: Sequence[Message], task: str, playback: Playback) -> str | None:
    """Where the log says something else than this world answers to the same requests in the same order.

    What was refused never reached the world, and of a body too long for the log nobody knows what it asked.
    """
    world = Wire(lambda record: None)
    run = world.open_task(task, playback)
    empty = sha256(b"").hexdigest()
    for logged in wire:
        if logged["kind"] != "request" or logged["refused"]:
            continue
        body = logged["body"]
        if body is None and logged["body_sha256"] != empty:
            continue
        headers = {name: value or "" for name, value in logged["headers"].items()}
        _, answered = world.exchange(logged["method"], logged["url"], headers, (body or "").encode(), run=run)
        differs = [name for name in SAME if getattr(answered, name) != logged[name]]
        if differs:
            said = ", ".join(f"{name} {logged[name]}"[:100] for name in differs)
            says = ", ".join(f"{name} {getattr(answered, name)}"[:100] for name in differs)
            return f"logs that request #{logged['n']} was answered with {said}, and its world answers with {says}"
    return None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
