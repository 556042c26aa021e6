"""The results of a run as they come, so that one that was interrupted can be continued in its own folder.

``unfinished.jsonl`` begins with what the run is bound to; then there is a line for each result. It is gone when the
run has ended. What is continued has the nonce of its beginning, so all its transcripts are of one run.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oa_conformance.steps.naming import transcript_name
from oa_conformance.steps.verdict.account import Binding
from oa_conformance.steps.verdict.folder import MARKER, FolderError, ResultFolder, marked, open_folder
from oa_conformance.steps.verdict.results import ExampleResult, loads

if TYPE_CHECKING:
    from oa_conformance.steps.session import Session

NAME = "unfinished.jsonl"
FORMAT = "oa-conformance-unfinished-1"
AGAIN = ("not_run", "suite_error")  # outcomes that say nothing of the host
CALLED = {
    "suite_sha256": "suite", "base_sha256": "release", "identity_sha256": "code of the host",
    "spec": "host", "clauses": "choice of clauses",
}  # fmt: skip
ENDED = ("certificate.json", "results.json")


@dataclass(frozen=True)
class Begun:
    """What an interrupted run left: when it started, what it is bound to, and the results that hold."""

    started: datetime
    bound: Mapping[str, Any]
    results: tuple[ExampleResult, ...]

    @property
    def nonce(self) -> str:
        nonce: str = self.bound["nonce"]
        return nonce

    def restore(self, session: "Session") -> None:
        """Put the session where the run was."""
        session.nonce, session.started, session.results = self.nonce, self.started, [*self.results]
        session.remarks = (f"the run was interrupted; {len(self.results)} of its examples are of an earlier sitting",)

    def require(self, binding: Binding, only: frozenset[str] | None) -> None:
        """Raise FolderError unless this is what the run was begun with."""
        now = bound_to(binding, only)
        if changed := [name for name in now if now[name] != self.bound.get(name)]:
            what = ", ".join(CALLED.get(name, name) for name in changed)
            raise FolderError(f"the run to resume was begun with another {what}; restore it, or leave --resume out")


@dataclass(frozen=True)
class Journal:
    """The journal in this folder."""

    folder: ResultFolder

    @property
    def path(self) -> Path:
        return self.folder.path / NAME

    def begin(self, binding: Binding, only: frozenset[str] | None, started: datetime) -> None:
        """Start the journal of a new run. Raises FolderError."""
        head = {"format": FORMAT, "started": started.isoformat(), "bound": bound_to(binding, only)}
        self.folder.write(NAME, json.dumps(head).encode() + b"\n")

    def add(self, result: ExampleResult) -> None:
        """Keep a result, whose transcript has been written. Raises FolderError."""
        try:
            with self.path.open("ab") as file:
                file.write(replace(result, transcript=None).dumps().encode() + b"\n")
        except OSError as error:
            raise FolderError(f"{self.path}: cannot be written: {error.strerror}") from error

    def end(self) -> None:
        """The run is over; there is nothing to resume. Raises FolderError."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise FolderError(f"{self.path}: cannot be removed: {error.strerror}") from error

    def read(self) -> Begun | None:
        """What an interrupted run left, None if there is nothing. Raises FolderError where it cannot be understood.

        A line that was cut short, a result that says nothing of the host and one whose transcript is no longer what it
        was do not count: their examples are run again.
        """
        if not self.path.exists():
            return None
        try:
            lines = self.path.read_bytes().split(b"\n")
            head = json.loads(lines[0])
            if head["format"] != FORMAT:
                raise ValueError(f"its format is {head['format']!r:.80}")
            started, bound = datetime.fromisoformat(head["started"]), dict(head["bound"])
        except OSError as error:
            raise FolderError(f"{self.path}: cannot be read: {error.strerror}") from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise FolderError(f"{self.path}: is no journal of ours ({error}); leave --resume out") from error
        told = {(each.key, each.trial): each for each in self._results(lines[1:])}
        return Begun(started, bound, tuple(each for each in told.values() if each.outcome not in AGAIN))

    def _results(self, lines: list[bytes]) -> Iterator[ExampleResult]:
        for line in lines:
            try:
                result = loads(line.decode())
            except (ValueError, KeyError, TypeError, RecursionError):
                continue
            if result.transcript_sha256 is None or self._is_intact(result):
                yield result

    def _is_intact(self, result: ExampleResult) -> bool:
        path = self.folder.path / transcript_name(result.key, result.trial)
        try:
            return sha256(path.read_bytes()).hexdigest() == result.transcript_sha256
        except OSError:
            return False


def reopened(path: Path) -> ResultFolder:
    """The folder of an interrupted run as it was left, or a new one.

    Raises FolderError, also where a run has ended, for its results would be lost.
    """
    if marked(path / MARKER) and (path / NAME).exists():
        return ResultFolder(path)
    if any((path / name).exists() for name in ENDED):
        raise FolderError(f"{path}: holds a run that has ended; leave --resume out to replace it")
    return open_folder(path)


def bound_to(binding: Binding, only: frozenset[str] | None) -> dict[str, Any]:
    """What must be the same when the run goes on, as JSON can hold it."""
    return {**json.loads(json.dumps(asdict(binding))), "clauses": None if only is None else sorted(only)}
