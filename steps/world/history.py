"""An older release that GitHub holds beside the current one, and what can be wrong with it.

It is small and whole: the current contract with one adapter, a registry of the records given. Unlike the releases that
were really published before anchors existed, its index entry has them, so that it can be proven like the current one.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from oa_conformance.steps.verdict.finding import SuiteFault
from oa_conformance.steps.world.github import NAMES
from oa_conformance.steps.world.model import READS, Floor, World
from oa_conformance.steps.world.release import (
    ENTRY,
    FILES,
    INDEX,
    MANIFEST,
    PROTOCOL,
    ROUTING,
    SCHEMA,
    Release,
    anchored,
    dumps,
    edited,
    git_blob_sha1,
    with_bytes,
    with_history,
)

OLDER = "b7d2e05c94f1a8633d0e5b2c7f9a1468d3c05e7a"
LABEL = "older"  # before the ids of its interactions
RELEASED = "2026-08-12T09:30:00+08:00"
FEW_RESULTS = 3
FIRST_METHOD = "chatbot_closed_registry_oa_search_v1"
TEXTS = {
    "2.0.0": b"Protocol version: 2.0.0\n\nEach source is searched on its own host, and believed on its own pages.\n",
    "1.0.0": b"Protocol version: 1.0.0\n\nOnly the published adapters search. What has no adapter is not searched.\n",
}
Json = dict[str, Any]


def older_release(current: Release, records: Iterable[Mapping[str, Any]]) -> Release:
    """A release before the current one, with these records."""
    routing = {**current.routing, "updated": RELEASED[:10], "adapters": current.routing["adapters"][:1]}
    version = routing["protocol_version"]
    text, schema = TEXTS[version], dumps(schema_of(version))
    return anchored(OLDER, list(records), routing, protocol=text, entry=text, schema=schema, released=RELEASED)


def schema_of(version: str) -> Json:
    """What a contract of this version must have, in a few words: the published schema has thirteen thousand bytes."""
    brokered = {"required": ["brokered_discovery", "default_mode"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["schema_version", "protocol_version", "method", "modes", "adapters"],
        "properties": {"protocol_version": {"const": version}},
        "allOf": [{"not": brokered} if version == "1.0.0" else brokered],
    }


def publish(world: World, older: Release, *, entries: int = 1) -> None:
    """GitHub holds the older release, and the index has its entry; so often, where that is what is wrong."""

    def forget(index: Json) -> None:
        index["releases"] = [each for each in index["releases"] if each["release_id"] != older.release_id]

    world.older = older
    world.release = with_history(edited(world.release, INDEX, forget), *[older] * entries)


def reads_of_older(name: str) -> frozenset[str]:
    """The interactions that give this file of the older release."""
    return frozenset(f"{LABEL} {name}{way}" for way in READS)


def ends_at(world: World, name: str) -> None:
    """The example must have got as far as this read: the index, or a file of the older release."""
    world.need_only("index")
    world.need("main", "main")
    if name != "index":
        world.floor[f"{LABEL} {name}"] = Floor(f"the older release's {name}", reads_of_older(name))


def published(world: World) -> Release:
    if world.older is None:
        raise SuiteFault("the scenario speaks of an older release before it publishes one")
    return world.older


# what can be wrong


def entry_lacks(field: str, world: World) -> None:
    publish(world, edited(published(world), INDEX, lambda index: index["releases"][-1].pop(field)))
    ends_at(world, "index")


def entries(count: int, world: World) -> None:
    publish(world, published(world), entries=count)
    ends_at(world, "index")


def another_blob_id(name: str, world: World) -> None:
    """GitHub reports an id for the file that differs from the anchored one in its last digit."""
    sha = git_blob_sha1(published(world).files[dict(zip(NAMES, FILES, strict=True))[name]])
    world.github_reports(f"{LABEL} {name}", sha=sha[:-1] + ("0" if sha[-1] != "0" else "1"))
    ends_at(world, name)


def names_another(world: World) -> None:
    """The manifest, anchored as it is, calls itself that of the current release."""
    current = world.release.release_id
    publish(world, edited(published(world), MANIFEST, lambda said: said.update(release_id=current, commit_sha=current)))
    ends_at(world, "manifest")


def first_contract(world: World) -> None:
    """A contract of version 1: the strict modes alone, and no broker. Everything is anchored."""
    older = published(world)
    counts = {
        "chatbot_search_protocol_version": "1.0.0",
        "chatbot_search_method": FIRST_METHOD,
        "chatbot_search_schema_version": "1.0.0",
    }

    def restate(said: Json) -> None:
        said.update(counts)
        for name in ("chatbot_search_brokered_source_count", "chatbot_search_default_mode"):
            del said[name]

    def strict(routing: Json) -> None:
        routing.update(schema_version="1.0.0", protocol_version="1.0.0", method=FIRST_METHOD)
        del routing["brokered_discovery"], routing["default_mode"], routing["modes"]["registry_brokered"]

    changed = edited(older, ROUTING, strict)
    text, schema = TEXTS["1.0.0"], dumps(schema_of("1.0.0"))
    for name, content in ((SCHEMA, schema), (PROTOCOL, text), (ENTRY, text)):
        changed = with_bytes(changed, name, content)
    changed = edited(changed, MANIFEST, restate)
    publish(world, edited(changed, INDEX, lambda index: restate(index["releases"][-1])))
    ends_at(world, "routing")


def few_results(world: World) -> None:
    """The contract allows fewer results of a source than the current one; all else is as it should be."""

    def lower(routing: Json) -> None:
        routing["brokered_discovery"]["maximum_results_per_source"] = FEW_RESULTS

    publish(world, edited(published(world), ROUTING, lower))
    for page in list(world.pages.values())[FEW_RESULTS:]:
        world.plan_page(page, must_open=False)


DEFECTS: Mapping[str, Callable[[World], None]] = {
    "the index entry lacks the manifest's SHA-256": partial(entry_lacks, "manifest_sha256"),
    "the index entry lacks the manifest's blob id": partial(entry_lacks, "manifest_git_blob_sha1"),
    "the index has no entry for it": partial(entries, 0),
    "the index has two entries for it": partial(entries, 2),
    "GitHub reports another blob id for its manifest": partial(another_blob_id, "manifest"),
    "GitHub reports another blob id for its registry": partial(another_blob_id, "registry"),
    "GitHub reports another blob id for its routing file": partial(another_blob_id, "routing"),
    "its manifest is that of another release": names_another,
    "its contract is of version 1 and knows no broker": first_contract,
    "its contract allows 3 results of a source": few_results,
}
