"""Whether a report has the shape of ``features/schemas/report.schema.json``."""

from collections.abc import Iterator
from typing import Any

from oa_conformance.steps.schemas import validator
from oa_conformance.steps.verdict.finding import Finding

LONGEST = 20_000  # characters of any text but the answer
NAMED = (
    "outcome", "reason", "registry_release_id", "main_ref_commit_sha", "routing_sha256", "mode", "recommended_sources",
    "selected_sources", "traces", "rejected_candidates", "items", "gaps",
)  # fmt: skip
INTEGERS = ("broker_result_count", "http_status")


def check_report(report: Any) -> None:
    """Raise Finding REPORT_INVALID, with the place and the reason, unless the report is well-formed."""
    error = next(iter(validator("report").iter_errors(report)), None)
    if error is not None:
        raise invalid(error.json_path, error.message)
    for where, value in floats(report):
        raise invalid(where, f"{value!r} is no JSON integer")
    for name in NAMED:
        if has_long_text(report[name]):
            raise invalid(f"$.{name}", f"a text of more than {LONGEST} characters, which nothing is held against")


def floats(report: Any) -> Iterator[tuple[str, float]]:
    """Counts and statuses written as 200.0, which JSON Schema takes for an integer (reading T-4)."""
    for number, trace in enumerate(report["traces"]):
        for name in INTEGERS:
            if isinstance(trace[name], float):
                yield f"$.traces[{number}].{name}", trace[name]


def has_long_text(part: Any) -> bool:
    """Whether there is a text or a key in it that is longer than what is held against wire and world."""
    waiting = [part]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            if len(each) > LONGEST:
                return True
        elif isinstance(each, dict):
            waiting += each
            waiting += each.values()
        elif isinstance(each, list | tuple):
            waiting += each
    return False


def invalid(where: str, why: str) -> Finding:
    why = why if len(why) <= 300 else f"{why[:200]} … {why[-90:]}"
    return Finding("REPORT_INVALID", "a report as report.schema.json has it", f"at {where}: {why}")
