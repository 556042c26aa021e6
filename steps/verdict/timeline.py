"""One example as it went, for a person who looks into it: what was asked, the wire in its time, the report."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from oa_conformance.steps.schemas import defect
from oa_conformance.steps.verdict.telling import clean, listed

TRACES = 12
REJECTED = 12
BODY = 160  # characters of a request's body


@dataclass(frozen=True)
class Step:
    """A step of the scenario and what came of it: held, failed, or not reached."""

    text: str
    end: str


@dataclass(frozen=True)
class Line:
    """A line for a person; ``style`` is rich's name of one, or empty."""

    text: str
    style: str = ""


@dataclass(frozen=True)
class Event:
    """A record of the wire. ``ms`` counts from the start of the task, None where the record has no readable time."""

    n: int
    ms: int | None
    through: str
    asked: str
    answer: str
    by: str
    note: str


def attempt_lines(attempt: Mapping[str, Any], number: int, mentioned: str) -> Iterator[Line]:
    """One task: what was asked, the wire, and the report with the traces that bear on ``mentioned``."""
    task, result = attempt["task"], attempt["result"]
    asked = {name: task[name] for name in ("mode", "sources", "release_id") if task[name] is not None} | {
        name: task[name] for name, usual in (("breadth", "usual"), ("evidence", "metadata")) if task[name] != usual
    }
    wishes = "; ".join(
        f"{name} {value if isinstance(value, str) else ', '.join(value)}" for name, value in asked.items()
    )
    yield Line(clean(f"task {number:<4} {task['utterance']}" + (f" [{wishes}]" if wishes else "")), "bold")
    events = [event_of(record, attempt["started"]) for record in result["wire"]]
    yield from map(event_line, events)
    if not events:
        yield Line("          no request was made", "dim")
    if result["outcome"] != "answered":
        yield Line(clean(f"report    none: {result['outcome']}: {result['detail']}"), "red")
        return
    for text in report_lines(result["report"], mentioned):
        yield Line(clean(text))


def event_of(record: Mapping[str, Any], started: str) -> Event:
    """A record of the wire log as an event."""
    try:
        ms = round((datetime.fromisoformat(record["at"]) - datetime.fromisoformat(started)).total_seconds() * 1000)
    except (ValueError, TypeError):
        ms = None
    if record["kind"] != "request":
        return Event(record["n"], ms, record["kind"], f"{record['what']} {record['detail']}".strip(), "", "", "")
    body = f" {record['body'][:BODY]}" if record["body"] else ""
    answer = str(record["status"] or "") + (f" {record['fault']}" if record["fault"] else "")
    return Event(
        record["n"], ms, record["tool"] or "own HTTP", f"{record['method']} {record['url']}{body}", answer.strip(),
        record["answered_by"], f"refused: {record['refused']}" if record["refused"] else "",
    )  # fmt: skip


def event_line(event: Event) -> Line:
    """Number, milliseconds, tool, request, answer, and the exchange of the world that answered."""
    ms = "" if event.ms is None else f"{event.ms}"
    end = f" -> {event.answer} [{event.by}]" if event.answer or event.by else ""
    note = f" ({event.note})" if event.note else ""
    style = "bold red" if event.note or event.through == "escape" else "yellow" if event.by == "nothing" else ""
    return Line(clean(f"{'#' + str(event.n):>5} {ms:>5} ms  {event.through:<17} {event.asked}{end}{note}"), style)


def report_lines(report: Any, mentioned: str) -> Iterator[str]:
    """The report in a few lines: outcome, sources, what was rejected, traces, items, gaps."""
    if why := defect("report", report):
        yield f"report    malformed at {why}: {json.dumps(report)[:300]}"
        return
    reason = f": {report['reason']}" if report["reason"] else ""
    yield f"report    {report['outcome']}{reason}" + (f" in {report['mode']}" if report["mode"] else "")
    yield from listed("sources", [
        " ".join([each["source_id"], each["status"], *(f"by {domain}" for domain in each["broker_domains"])])
        for each in report["selected_sources"]
    ])  # fmt: skip
    rejected = [
        f"{each['url']} of {each['source_id']}: {each['reason_code']}" for each in report["rejected_candidates"]
    ]
    yield from listed("rejected", shown(rejected, REJECTED))
    yield from listed("traces", shown([trace_words(each) for each in relevant(report["traces"], mentioned)], TRACES))
    yield from listed("items", [
        f"{each['title']}: {each['original_url']} ({each['evidence_class']})" for each in report["items"]
    ])  # fmt: skip
    yield from listed("gaps", [
        f"{each['source_id'] or 'the task'} {each['status']}: {each['detail'] or ''}" for each in report["gaps"]
    ])  # fmt: skip


def relevant(traces: Sequence[Mapping[str, Any]], mentioned: str) -> list[Mapping[str, Any]]:
    """The traces of sources and URLs that are spoken of; all of them if none is."""
    fields = ("target_source_id", "candidate_url", "request_url", "observed_url")
    found = [each for each in traces if any(each[name] and each[name] in mentioned for name in fields)]
    return found or list(traces)


def trace_words(trace: Mapping[str, Any]) -> str:
    ways = [trace["request_url"] or trace["candidate_url"] or "nothing opened", *trace["redirect_chain"]]
    if trace["observed_url"] and trace["observed_url"] != ways[-1]:
        ways.append(trace["observed_url"])
    facts = [
        trace["discovery_method"] or "", str(trace["http_status"] or ""), trace["candidate_identity_status"] or "",
        trace["evidence_class"] or "",
    ]  # fmt: skip
    told = ", ".join(each for each in facts if each)
    return f"{trace['target_source_id']} {trace['status']}: {' > '.join(ways)}" + (f" ({told})" if told else "")


def shown(lines: Sequence[str], most: int) -> list[str]:
    return [*lines[:most], *([f"… and {len(lines) - most} more"] if len(lines) > most else [])]
