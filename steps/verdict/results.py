"""What came of one example, and how the way it ended says so."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from traceback import extract_tb
from typing import Any, Literal, get_args

import pytest

from oa_conformance.steps.doors.outcome import HostUnusable
from oa_conformance.steps.verdict.finding import Finding

Outcome = Literal["passed", "failed", "unexercised", "suite_error", "gated", "not_run"]
NOT_RUN = "HOST_NOT_RUN"
LINES_SHOWN = 12
TOLD = 2_000  # characters of what was expected or found; the transcript has all of it


class Unexercised(Exception):
    """An example held, but the host never asked for what its Givens put before it, so it shows nothing."""

    def __init__(self, missing: Sequence[str]) -> None:
        self.missing = tuple(missing)
        super().__init__("never asked for: " + "; ".join(missing) if missing else "no exchange was served")


@dataclass(frozen=True)
class Beside:
    """What an example shows against a clause that it is not about; ``reading``: it breaks no more than a reading."""

    clause_id: str
    reading: bool
    code: str
    expected: str
    found: str
    exchanges: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExampleResult:
    """How one example ended, and what shows it.

    ``outcome`` is passed, failed (a judgement against the host), unexercised (it held, but the evidence is missing),
    suite_error (ours), gated (needs a capability that is not claimed) or not_run (the host could no longer be run).
    ``exchanges`` are numbers of wire records, ``lines`` those records as a person reads them. ``evidence`` counts the
    exchanges that were served. ``transcript`` is dropped once it is written, and ``transcript_sha256`` then names it.
    ``trial`` says how often the example had been run by then, this time included. ``beside`` is what stands against
    other clauses, though the example itself held.
    """

    key: str
    outcome: Outcome
    code: str = ""
    expected: str = ""
    found: str = ""
    exchanges: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    advisories: tuple[str, ...] = ()
    evidence: int = 0
    floor_missing: tuple[str, ...] = ()
    seconds: float = 0.0
    last_words: str = ""
    transcript: Mapping[str, Any] | None = None
    transcript_sha256: str | None = None
    trial: int = 1
    beside: tuple[Beside, ...] = ()

    def dumps(self) -> str:
        """One line of JSON that ``loads`` understands; travels from a pytest worker to its controller."""
        return json.dumps(asdict(self))


def loads(text: str) -> ExampleResult:
    """What ``dumps`` wrote. Raises ValueError, KeyError, TypeError or RecursionError for anything else."""
    parts = json.loads(text)
    for field in fields(ExampleResult):
        if isinstance(parts[field.name], list):
            parts[field.name] = tuple(parts[field.name])
    parts["beside"] = tuple(
        Beside(**{**each, "exchanges": tuple(each["exchanges"]), "lines": tuple(each["lines"])})
        for each in parts["beside"]
    )
    result = ExampleResult(**parts)
    if wrong := [field.name for field in fields(ExampleResult) if not fits(field.name, parts[field.name])]:
        raise ValueError(f"its {wrong[0]} is none")
    return result


def fits(name: str, value: Any) -> bool:
    """Whether a field of a result may have this value."""
    usual = getattr(ExampleResult("", "passed"), name)
    if name == "outcome":
        return value in get_args(Outcome)
    if usual is None:
        return value is None or isinstance(value, Mapping if name == "transcript" else str)
    if name == "beside":
        return all(isinstance(each.clause_id, str) and isinstance(each.code, str) for each in value)
    if isinstance(usual, tuple):
        return isinstance(value, tuple) and all(isinstance(each, int if name == "exchanges" else str) for each in value)
    return type(value) is type(usual) or (isinstance(usual, float) and type(value) is int)


def classified(key: str, error: BaseException | None, seconds: float) -> ExampleResult:
    """The result of an example that ended with ``error``, or without one."""
    result = ExampleResult(key, "passed", seconds=seconds)
    match error:
        case None:
            return result
        case Finding(code=code, expected=expected, found=found, exchanges=exchanges):
            outcome: Outcome = "not_run" if code == NOT_RUN else "failed"
            expected, found = shortened(expected), shortened(found)
            return replace(result, outcome=outcome, code=code, expected=expected, found=found, exchanges=exchanges)
        case Unexercised(missing=missing):
            return replace(
                result, outcome="unexercised", code="NOT_EXERCISED", found=one_line(error), floor_missing=missing,
                expected="a host that asks for what the example puts before it",
            )  # fmt: skip
        case pytest.skip.Exception():
            return replace(result, outcome="gated", code="NOT_CLAIMED", found=one_line(error))
        case HostUnusable():
            return replace(result, outcome="suite_error", code="HOST_UNUSABLE", found=one_line(error))
        case _:
            where = f"{type(error).__name__}: {one_line(error)}{raised_at(error)}"
            return replace(result, outcome="suite_error", code="SUITE_ERROR", found=where)


def shortened(text: str) -> str:
    return text if len(text) <= TOLD else f"{text[: TOLD - 1]}…"


def raised_at(error: BaseException) -> str:
    """Where in this package it was raised, as `` (steps/definitions/web.py:33)``; empty if elsewhere only."""
    ours = [frame for frame in extract_tb(error.__traceback__) if "/steps/" in frame.filename]
    if not ours:
        return ""
    return f" (steps/{ours[-1].filename.rpartition('/steps/')[2]}:{ours[-1].lineno})"


def one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:1000]


def lines_of(transcript: Mapping[str, Any], exchanges: Sequence[int]) -> tuple[str, ...]:
    """The wire records with these numbers as a person reads them, at most twelve.

    Of a number that a restarted host used again, the last counts.
    """
    records = {
        record["n"]: record for attempt in transcript.get("attempts", ()) for record in attempt["result"]["wire"]
    }
    chosen = [records[number] for number in dict.fromkeys(exchanges) if number in records]
    return tuple(line_of(record) for record in chosen[:LINES_SHOWN])


def line_of(record: Mapping[str, Any]) -> str:
    """One wire record: ``#12 GET https://… -> 302 (location …)``."""
    if record["kind"] != "request":
        return f"#{record['n']} {record['kind']}: {record['what']} {record['detail']}"
    body = f" {record['body'][:300]}" if record["body"] else ""
    end = record["fault"] or record["status"]
    refused = f" (refused: {record['refused']})" if record["refused"] else ""
    return f"#{record['n']} {record['method']} {record['url']}{body} -> {end}{refused}"
