"""One scenario under way: the world that the Givens build, the tasks that ran in it, and what is kept of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from oa_conformance.steps.audit.shape import check_report
from oa_conformance.steps.doors.base import Door, Result
from oa_conformance.steps.naming import task_id
from oa_conformance.steps.observation import Run, escapes_in, requests_in
from oa_conformance.steps.verdict.finding import Finding, SuiteFault
from oa_conformance.steps.world.adapters import addresses
from oa_conformance.steps.world.cassette import Answer
from oa_conformance.steps.world.model import BROKER, Floor, World
from oa_conformance.steps.world.store import Worlds

DEADLINE_S = 30.0
ADVISORIES, ADVISORY_LENGTH = 50, 600  # kept of one example, and characters of each
RECORDED = ("outcome", "report", "wire", "detail", "last_words")  # of a result, in a transcript
ENDS = {
    "hung": ("HOST_HUNG", "an answer within the deadline"),
    "died": ("HOST_DIED", "a host that lives until it has answered"),
    "raised": ("HOST_RAISED", "a report"),
    "flooded": ("HOST_FLOODED", "a report of at most 8 MB, and no flood of requests"),
    "not_run": ("HOST_NOT_RUN", "a host that can still be run"),
}


@dataclass(frozen=True)
class Attempt:
    """A task that was put to the host, and what came of it."""

    task: Mapping[str, Any]
    result: Result
    started: datetime
    ended: datetime
    floor: tuple[Floor, ...]

    @property
    def served(self) -> set[str]:
        """Ids of the interactions that reached the host."""
        wire = self.result.wire
        return {each["answered_by"] for each in wire if each["kind"] == "request" and not each["refused"]}


@dataclass
class Scene:
    """The state that the steps of one scenario share.

    ``source_id`` is the source spoken of last, ``page_url`` the page spoken of last ("that page"). ``trial`` says how
    often the example has been run by now, this time included.
    """

    key: str
    worlds: Worlds
    door: Door
    trial: int = 1
    world: World = field(init=False)
    source_id: str | None = None
    page_url: str | None = None
    attempts: list[Attempt] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    advisories: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.world = World(self.worlds.release, self.worlds.release)

    # words that refer back

    @property
    def that_source(self) -> str:
        if self.source_id is None:
            raise SuiteFault("the scenario speaks of a source before it names one")
        return self.source_id

    def speak_of(self, source_id: str) -> None:
        """Make this the source spoken of; a release that lacks it gets it."""
        self.world.ensure(source_id)
        self.source_id = source_id

    @property
    def topic(self) -> str:
        if self.world.task.topic is None:
            raise SuiteFault("the scenario needs a topic before it names pages")
        return self.world.task.topic

    @property
    def that_page(self) -> str:
        if self.page_url is None:
            raise SuiteFault("the scenario speaks of a page before it names one")
        return self.page_url

    @property
    def host_of_source(self) -> str:
        return canonical_host(self.world.source(self.that_source))

    @property
    def run(self) -> Run:
        """The last task that ended with a well-formed report."""
        if not self.runs:
            raise SuiteFault("the scenario judges before the host has run")
        return self.runs[-1]

    # running

    def run_task(self) -> None:
        """Freeze the world and put the task to the host. Raises Finding when no well-formed report comes back."""
        number = len(self.attempts) + 1
        name = f"{self.key.split('-')[0]}/{self.key}" + (f".{number}" if number > 1 else "")
        variant, own = self.world.variant(), self.world.freeze()
        paths = self.worlds.lay(name, variant, own)
        task = self.world.task.message(task_id(self.key, number, self.trial), DEADLINE_S)
        started = datetime.now(UTC)
        result = self.door.run(task, paths)
        floor = tuple(self.world.floor.values())
        self.attempts.append(Attempt(task, result, *(result.times or (started, datetime.now(UTC))), floor))
        if result.outcome != "answered":
            code, expected = ENDS[result.outcome]
            words = f'; its last words: "{result.last_words[-300:]}"' if result.last_words else ""
            raise Finding(code, expected, f"{result.outcome}: {result.detail}{words}")
        check_report(result.report)
        laid = (self.worlds.base_cassette, variant, own)
        held = {each.id: each.answer for cassette in laid for each in cassette.interactions}
        self.runs.append(self._observed(self.attempts[-1], held))

    def _observed(self, attempt: Attempt, held: Mapping[str, Answer]) -> Run:
        return Run(
            attempt.task, attempt.result.report, requests_in(attempt.result.wire), escapes_in(attempt.result.wire),
            attempt.started, attempt.ended, BROKER, self.world.release,
            addresses(self.world.base.routing), held,
        )  # fmt: skip

    # what the plugin asks

    def floor_missing(self) -> list[str]:
        """What the Givens put before the host and it never asked for."""
        return [each.what for attempt in self.attempts for each in attempt.floor if not each.ids & attempt.served]

    def evidence(self) -> int:
        """How many exchanges of the world were served."""
        return sum(len(each.served - {"nothing"}) for each in self.attempts)

    def offered(self) -> list[str]:
        return self.world.offered

    @property
    def last_words(self) -> str:
        return self.attempts[-1].result.last_words if self.attempts else ""

    def transcript(self) -> dict[str, Any]:
        """Task, report and wire of each attempt, as JSON can hold it."""
        return {
            "example": self.key,
            "offered": self.world.offered,
            "attempts": [
                {
                    "task": dict(each.task),
                    "floor": [one.what for one in each.floor],
                    "started": each.started.isoformat(),
                    "ended": each.ended.isoformat(),
                    "result": {name: getattr(each.result, name) for name in RECORDED},
                }
                for each in self.attempts
            ],
        }

    def advise(self, text: str) -> None:
        """Something tolerated that the host's authors should know. Of many such things the first are kept."""
        if len(self.advisories) < ADVISORIES:
            self.advisories.append(text[:ADVISORY_LENGTH])


def canonical_host(record: Mapping[str, Any]) -> str:
    """The hostname of a source's canonical URL, "" if it has none."""
    try:
        return urlsplit(record["canonical_url"]).hostname or ""
    except ValueError:
        return ""
