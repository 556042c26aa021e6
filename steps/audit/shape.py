"""Whether a report has the shape of ``features/schemas/report.schema.json``."""

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from oa_conformance.steps.verdict.finding import Finding

SCHEMAS = Path(__file__).parents[2] / "features" / "schemas"
INTEGERS = ("broker_result_count", "http_status")


@lru_cache
def validator(name: str) -> Draft202012Validator:
    """The validator of one of the published schemas, such as ``report``."""
    contents = {path.name: json.loads(path.read_text("utf-8")) for path in SCHEMAS.glob("*.schema.json")}
    registry: Registry[Any] = Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in contents.values()
    )
    return Draft202012Validator(contents[f"{name}.schema.json"], registry=registry)


def check_report(report: Any) -> None:
    """Raise Finding REPORT_INVALID, with the place and the reason, unless the report is well-formed."""
    error = next(iter(validator("report").iter_errors(report)), None)
    if error is not None:
        raise invalid(error.json_path, error.message)
    for where, value in floats(report):
        raise invalid(where, f"{value!r} is no JSON integer")


def floats(report: Any) -> Iterator[tuple[str, float]]:
    """Counts and statuses written as 200.0, which JSON Schema takes for an integer (reading T-4)."""
    for number, trace in enumerate(report["traces"]):
        for name in INTEGERS:
            if isinstance(trace[name], float):
                yield f"$.traces[{number}].{name}", trace[name]


def invalid(where: str, why: str) -> Finding:
    why = why if len(why) <= 300 else f"{why[:200]} … {why[-90:]}"
    return Finding("REPORT_INVALID", "a report as report.schema.json has it", f"at {where}: {why}")
