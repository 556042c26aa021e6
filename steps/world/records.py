"""Source records that scenarios can count on, whichever release their world is built on.

``records.json`` holds the invented ones; the bundled release holds some of those and records of real sources. A release
that lacks a record gets it from here, so that one feature serves the bundled release and any other.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from oa_conformance.steps.verdict.finding import SuiteFault
from oa_conformance.steps.world.release import Release, load, with_sources

CASSETTES = Path(__file__).parents[2] / "cassettes"


@cache
def bundled() -> Release:
    """The bundled release. Raises ReleaseError if the installation is damaged."""
    return load(CASSETTES)


@cache
def invented() -> Mapping[str, Mapping[str, Any]]:
    """The invented records by id."""
    groups = json.loads(Path(__file__).with_name("records.json").read_text("utf-8"))
    return {each["id"]: each for group in ("bundled", "extra") for each in groups[group]}


def record(source_id: str) -> Mapping[str, Any]:
    """The record with this id. Raises SuiteFault if there is none."""
    found = invented().get(source_id) or bundled().sources.get(source_id)
    if found is None:
        raise SuiteFault(f"no record of a source {source_id!r} in steps/world/records.json or the bundled release")
    return found


def ensure(release: Release, source_ids: Iterable[str]) -> Release:
    """The release with every record it lacks of these; the same object if it lacks none. Raises SuiteFault."""
    return with_sources(release, [record(each) for each in source_ids if each not in release.sources])
