"""The report of a task, in the shape of ``report.schema.json``."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .answer import navigation_answer, search_answer, stop_answer
from .decision import COVERAGE_GAP, GAPS, SUCCESS
from .duplicates import Item
from .registry import Source
from .trace import Attempt, DirectAttempt, Pinned, rolled_up, trace_of

MOST_REJECTED, MOST_GAPS = 5_000, 5_000
REASON_LENGTH = 1_000  # characters; what a faulty file says of itself may be part of a reason


@dataclass(frozen=True)
class Rejected:
    """A candidate that was not accepted. ``url`` is as the broker gave it, ``code`` one that the schema lists."""

    source_id: str
    url: str
    code: str
    reason: str

    def reported(self) -> dict[str, str]:
        return {"source_id": self.source_id, "url": self.url, "reason_code": self.code, "reason": self.reason}


@dataclass(frozen=True)
class SourceRun:
    """Everything one source came to: at least one attempt, and what was rejected and accepted."""

    source: Source
    attempts: tuple[Attempt | DirectAttempt, ...]
    rejected: tuple[Rejected, ...] = ()
    items: tuple[Item, ...] = ()

    @property
    def status(self) -> str:
        return rolled_up(each.status for each in self.attempts)

    @property
    def domains(self) -> list[str]:
        """The domains that were really searched."""
        searches = [each.search for each in self.attempts if isinstance(each, Attempt) and each.search]
        return list(dict.fromkeys(domain for each in searches if each.at for domain in each.domains))


@dataclass(frozen=True)
class Heading:
    """What every report says of its task. ``pinned`` is None, and ``main_sha`` may be, where that was not proven."""

    mode: str
    chinese: bool
    broad: bool = False
    pinned: Pinned | None = None
    main_sha: str | None = None

    def blank(self, outcome: str, reason: str | None) -> dict[str, Any]:
        """A report without sources."""
        return {
            "outcome": outcome,
            "reason": reason,
            "registry_release_id": self.pinned.release_id if self.pinned else None,
            "main_ref_commit_sha": self.pinned.main_sha if self.pinned else self.main_sha,
            "routing_sha256": self.pinned.routing_sha256 if self.pinned else None,
            "mode": self.mode,
            "recommended_sources": [],
            "selected_sources": [],
            "traces": [],
            "rejected_candidates": [],
            "items": [],
            "gaps": [],
            "answer": "",
        }


def stopped(heading: Heading, outcome: str, reason: str) -> dict[str, Any]:
    """A task that ended before any source was tried; unless it was refused, its outcome is also its gap (S-2, S-3)."""
    reason = reason if len(reason) <= REASON_LENGTH else f"{reason[: REASON_LENGTH - 1]}…"
    gaps = [] if outcome == "REFUSED" else [gap(None, outcome, reason)]
    answer = stop_answer(heading.chinese, outcome, reason)
    return heading.blank(outcome, reason) | {"gaps": gaps, "answer": answer}


def navigated(heading: Heading, sources: Sequence[Source]) -> dict[str, Any]:
    """Recommended places, and no search (ACT-02, ACT-07)."""
    told = heading.blank("NAVIGATED", None)
    answer = navigation_answer(heading.chinese, str(told["registry_release_id"]), sources)
    return told | {"recommended_sources": [each.id for each in sources], "answer": answer}


def searched(
    heading: Heading, pinned: Pinned, runs: Sequence[SourceRun], items: Sequence[Item], unregistered: Sequence[str]
) -> dict[str, Any]:
    """A finished search: every source with its state, every candidate, every gap (REPORT-01 to REPORT-04)."""
    gaps = [*(gap(None, COVERAGE_GAP, unregistered_detail(each)) for each in unregistered), *gaps_of(runs)]
    rejected = [each.reported() for run in runs for each in run.rejected]
    ends = [(run.source, run.status) for run in runs]
    return heading.blank("SEARCHED", reason_of(heading, pinned, len(rejected))) | {
        "selected_sources": [
            {"source_id": run.source.id, "status": run.status, "broker_domains": run.domains} for run in runs
        ],
        "traces": [trace_of(each, pinned) for run in runs for each in run.attempts],
        "rejected_candidates": rejected[:MOST_REJECTED],
        "items": [each.reported() for each in items],
        "gaps": gaps[:MOST_GAPS],
        "answer": search_answer(heading.chinese, pinned, ends, items),
    }


def reason_of(heading: Heading, pinned: Pinned, rejected: int) -> str | None:
    """What a reader must know of the search as a whole."""
    notes = []
    if pinned.historical:
        notes.append(f"historical search in release {pinned.release_id}; the current release is {pinned.main_sha}")
    if heading.broad:
        notes.append("broad coverage was asked for")
    if rejected > MOST_REJECTED:
        notes.append(f"{rejected - MOST_REJECTED:,} more rejected candidates are not listed")
    return "; ".join(notes) or None


def gaps_of(runs: Sequence[SourceRun]) -> list[dict[str, Any]]:
    """A gap for each source that ended in one; for a source with a record, the gaps of its other candidates (S-5)."""
    found = list[dict[str, Any]]()
    for run in runs:
        if run.status in GAPS:
            details = dict.fromkeys(each.detail for each in run.attempts if each.status == run.status)
            found.append(gap(run.source.id, run.status, "; ".join(details)[:1_000]))
        elif run.status == SUCCESS:
            found += [gap(run.source.id, each.status, each.detail) for each in run.attempts if each.status in GAPS]
    return found


def gap(source_id: str | None, status: str, detail: str) -> dict[str, Any]:
    return {"source_id": source_id, "status": status, "detail": detail}


def unregistered_detail(source_id: str) -> str:
    return f"{source_id[:200]!r} is not registered; nothing was contacted for it"
