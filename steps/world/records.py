"""Source records that scenarios can count on, whichever release their world is built on.

``records.json`` holds the invented ones; the bundled release holds some of those and records of real sources.
``journals.json`` has in short what pages as they are need: journals that no release may know. A release that lacks a
record gets it from here, so that one feature serves the bundled release and any other.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from oa_conformance.steps.verdict.finding import SuiteFault
from oa_conformance.steps.world.eligibility import canonical_host
from oa_conformance.steps.world.release import Release, load, only_sources, with_sources

CASSETTES = Path(__file__).parents[2] / "cassettes"


@cache
def bundled() -> Release:
    """The bundled release. Raises ReleaseError if the installation is damaged."""
    return load(CASSETTES)


@cache
def journals() -> Mapping[str, Mapping[str, Any]]:
    """The records of ``journals.json`` by id."""
    table = json.loads(Path(__file__).with_name("journals.json").read_text("utf-8"))
    rows = (dict(zip(table["columns"], row, strict=True)) for row in table["sources"])
    return {row["id"]: spelled_out(row) for row in rows}


def spelled_out(row: Mapping[str, str]) -> Mapping[str, Any]:
    """A whole record: active, verified, with the access roles that sources of full text have."""
    kept = {key: row[key] for key in ("id", "name", "organization", "source_type")}
    return {
        **kept,
        "subjects": [row["subject"]],
        "oa_scope": row["oa_scope"],
        "peer_review_scope": "peer_reviewed" if row["source_type"] == "journal" else "mixed",
        "publication_state": "published" if row["source_type"] == "journal" else "mixed",
        "canonical_url": row["canonical_url"],
        "parent_id": None,
        "access_roles": ["discovery", "metadata", "abstract", "fulltext", "canonical_vor"],
        "machine_access": {
            "formats": ["html", "pdf"],
            "feed_url": None,
            "api_url": None,
            "oai_pmh_url": None,
            "bulk_metadata_url": None,
        },
        "status": "active",
        "verification": {"status": "verified", "checked": "2026-09-10", "evidence_url": row["canonical_url"]},
        "notes": f"Publishes on {row['subject']}.",
        "translation": {"zh-TW": {"name": row["name"], "summary": row["name"]}},
        "localized_subjects": {"zh-TW": []},
        "registry_page": f"https://hoiyu915-droid.github.io/open-scholarly-sources/sources/{row['id']}.html",
    }


@cache
def invented() -> Mapping[str, Mapping[str, Any]]:
    """The invented records by id."""
    groups = json.loads(Path(__file__).with_name("records.json").read_text("utf-8"))
    return {each["id"]: each for group in ("bundled", "extra") for each in groups[group]}


def record(source_id: str) -> Mapping[str, Any]:
    """The record with this id. Raises SuiteFault if there is none."""
    found = invented().get(source_id) or bundled().sources.get(source_id) or journals().get(source_id)
    if found is None:
        raise SuiteFault(f"no record of a source {source_id!r} in steps/world/*.json or the bundled release")
    return found


def record_named(name: str) -> Mapping[str, Any]:
    """The record with this registered name. Raises SuiteFault if there is none."""
    for each in (*bundled().sources.values(), *invented().values(), *journals().values()):
        if each["name"] == name:
            return each
    raise SuiteFault(f"no record of a source named {name!r} in steps/world/*.json or the bundled release")


def listing(release: Release, names: Iterable[str]) -> Release:
    """The release if it lists sources of all these names; else a small one that does. Raises SuiteFault.

    The small one has all of ``journals.json`` and what the release has on the same hosts, beside the sources named. So
    the scenarios that need it share one registry, and every host in it is shared as it is in truth.
    """
    wanted = set(names)
    known = {each["name"] for each in release.sources.values()}
    if wanted <= known:
        return release
    hosts = {canonical_host(each["canonical_url"]) for each in journals().values()}
    kept = [
        each
        for each in release.sources.values()
        if each["name"] in wanted or canonical_host(each["canonical_url"]) in hosts
    ]
    added = [each for key, each in journals().items() if key not in release.sources]
    rest = wanted - known - {each["name"] for each in added}
    return only_sources(release, [*kept, *added, *(record_named(each) for each in sorted(rest))])


def ensure(release: Release, source_ids: Iterable[str]) -> Release:
    """The release with every record it lacks of these; the same object if it lacks none. Raises SuiteFault."""
    return with_sources(release, [record(each) for each in source_ids if each not in release.sources])
