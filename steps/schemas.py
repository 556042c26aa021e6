"""The published JSON Schemas of everything that is exchanged, ready to validate."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

SCHEMAS = Path(__file__).parents[1] / "features" / "schemas"


@lru_cache
def validator(name: str) -> Draft202012Validator:
    """The validator of one of the published schemas, such as ``report``."""
    contents = {path.name: json.loads(path.read_text("utf-8")) for path in SCHEMAS.glob("*.schema.json")}
    registry: Registry[Any] = Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in contents.values()
    )
    return Draft202012Validator(contents[f"{name}.schema.json"], registry=registry)


def defect(name: str, value: Any) -> str | None:
    """Where and why the value breaks this schema, on one line; None if it does not."""
    try:
        error = next(iter(validator(name).iter_errors(value)), None)
    except RecursionError:
        return "$: it nests too deep to be looked into"
    return None if error is None else f"{error.json_path[:200]}: {' '.join(error.message.split())[:200]}"
