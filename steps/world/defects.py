"""What can be wrong with a published release: each a small change of what GitHub says, and the read that shows it.

A defect changes as little as it can: whatever the clause is not about stays consistent, re-anchored where needed.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from oa_conformance.steps.world.cassette import Answer
from oa_conformance.steps.world.github import contents_answer, github_interactions, json_answer, raw_answer
from oa_conformance.steps.world.model import READS, World
from oa_conformance.steps.world.release import INDEX, MANIFEST, REGISTRY, ROUTING, SCHEMA, Release, edited

OTHER_COMMIT = "5d0c7bc2ad1b25f8a5bb57b5ea8b1c2f1f0e9a37"
Json = dict[str, Any]
Defect = Callable[[World], None]


def ends_at(world: World, name: str) -> None:
    """The example is about the bootstrap and must have got as far as this read."""
    world.need_only()
    if name == "main":
        world.need("main", "main")
    else:
        world.need_file(name)


def serve(world: World, release: Release, *names: str) -> None:
    """GitHub gives these files as that release has them."""
    ids = {name + way for name in names for way in READS}
    world.github |= {each.id: (each,) for each in github_interactions(release) if each.id in ids}


# main and index


def main_says(sha: Callable[[str], Any], shows_at: str = "main") -> Defect:
    """main's commit id is what ``sha`` makes of the true one."""

    def plant(world: World) -> None:
        said = json.loads(world.reads()["main"].answer.stored)
        said["commit"]["sha"] = sha(world.release.release_id)
        world.github_says("main", json_answer(said))
        ends_at(world, shows_at)

    return plant


def index_says(edit: Callable[[Json, Json], object]) -> Defect:
    """The index is changed; ``edit`` gets it and the current release's entry. Nothing anchors the index."""

    def plant(world: World) -> None:
        def change(index: Json) -> None:
            entry = next(each for each in index["releases"] if each["release_id"] == world.release.release_id)
            edit(index, entry)

        serve(world, edited(world.release, INDEX, change), "index")
        ends_at(world, "index")

    return plant


def entry_says(**changes: Any) -> Defect:
    """The current release's index entry has these values; None takes a field away."""

    def change(_: Json, entry: Json) -> None:
        entry.update(changes)
        for name, value in changes.items():
            if value is None:
                del entry[name]

    return index_says(change)


def one_less(counts: Json, name: str) -> None:
    counts[name] -= 1


# the manifest and the files it lists


def file_says(path: str, edit: Callable[[Json], object]) -> Defect:
    """A file is changed, and manifest and index anchor the changed one."""

    def plant(world: World) -> None:
        changed = edited(world.release, path, edit)
        names = {MANIFEST: "manifest", ROUTING: "routing", REGISTRY: "registry"}
        serve(world, changed, names[path], "manifest", "index")
        ends_at(world, names[path])

    return plant


def another_blob_id(world: World, name: str) -> None:
    """GitHub reports an id for the file that differs from the anchored one in its last digit."""
    sha = json.loads(world.reads()[name].answer.stored)["sha"]
    world.github_reports(name, sha=sha[:-1] + ("0" if sha[-1] != "0" else "1"))
    ends_at(world, name)


def no_blob_id(name: str) -> Defect:
    def plant(world: World) -> None:
        world.github_reports(name, sha=None)
        ends_at(world, name)

    return plant


def altered_registry(world: World) -> None:
    """One record is inactive that was active; GitHub goes on reporting the right id, whatever way the file is read."""
    right = world.release.files[REGISTRY]
    altered = right.replace(b'"status": "active"', b'"status": "lapsed"', 1)
    sha = json.loads(world.reads()["registry"].answer.stored)["sha"]
    told = contents_answer(f"releases/{world.release.release_id}/{REGISTRY}", altered, sha=sha)
    raw = raw_answer(altered)
    blob = json.loads(world.reads()["registry blob"].answer.stored) | {"content": json.loads(told.stored)["content"]}
    give(world, "registry", told, raw, json_answer(blob), raw)
    ends_at(world, "registry")


def halved_registry(world: World) -> None:
    """GitHub's JSON answers have the first half of the content, under the right id and size."""
    name, reads = "registry", world.reads()
    for each in (name, f"{name} blob"):
        said = json.loads(reads[each].answer.stored)
        lines = said["content"].splitlines(keepends=True)  # whole lines, so that the base64 still decodes
        half = json_answer(said | {"content": "".join(lines[: len(lines) // 2])})
        world.github[each] = (replace(reads[each], answer=half),)
    ends_at(world, name)


def give(world: World, name: str, *answers: Answer) -> None:
    """These answers to the four ways of reading the file."""
    reads = world.reads()
    for way, answer in zip(READS, answers, strict=True):
        world.github[name + way] = (replace(reads[name + way], answer=answer),)


MIRROR = "https://api.github.com/repos/open-scholarly-mirror/open-scholarly-sources/branches/main"
DEFECTS: Mapping[str, Defect] = {
    "main is ahead of the index": main_says(lambda _: OTHER_COMMIT, shows_at="index"),
    "main's commit id is abbreviated": main_says(lambda sha: sha[:7]),
    "main's commit id is in upper case": main_says(str.upper),
    "main's commit id has a letter that is no hexadecimal digit": main_says(lambda sha: sha[:-1] + "g"),
    "main's commit id is missing": main_says(lambda _: None),
    "the index names another commit as current": index_says(
        lambda index, _: index.update(current_release_id=OTHER_COMMIT)
    ),
    "the index has no entry for the pinned release": index_says(lambda index, entry: index["releases"].remove(entry)),
    "the index has two entries for the pinned release": index_says(
        lambda index, entry: index["releases"].append({**entry, "manifest_sha256": "0" * 64})
    ),
    "the index entry belongs to another commit": entry_says(commit_sha=OTHER_COMMIT),
    "the index entry lacks the manifest's SHA-256": entry_says(manifest_sha256=None),
    "the index entry lacks the manifest's blob id": entry_says(manifest_git_blob_sha1=None),
    "the index entry has a SHA-256 that is none": entry_says(manifest_sha256="sha256 of the manifest"),
    "the index entry has a blob id that is none": entry_says(manifest_git_blob_sha1="0123"),
    "the index entry counts one brokered source less": index_says(
        lambda _, entry: one_less(entry, "chatbot_search_brokered_source_count")
    ),
    "the index entry counts one adapter less": index_says(
        lambda _, entry: one_less(entry, "chatbot_search_adapter_count")
    ),
    "the index entry has another protocol version": entry_says(chatbot_search_protocol_version="1.0.0"),
    "the index entry has another method": entry_says(chatbot_search_method="chatbot_closed_oa_search_v1"),
    "the manifest is that of another release": file_says(
        MANIFEST, lambda said: said.update(release_id=OTHER_COMMIT, commit_sha=OTHER_COMMIT)
    ),
    "the manifest names the main of another repository": file_says(
        MANIFEST, lambda said: said.update(repository_main_ref_api=MIRROR)
    ),
    "the manifest has an unknown schema version": file_says(MANIFEST, lambda said: said.update(schema_version="9.0.0")),
    "the manifest has another default mode": file_says(
        MANIFEST, lambda said: said.update(chatbot_search_default_mode="registry_closed")
    ),
    "the manifest has another protocol version": file_says(
        MANIFEST, lambda said: said.update(chatbot_search_protocol_version="1.0.0")
    ),
    "the manifest does not list the routing schema": file_says(MANIFEST, lambda said: said["files"].pop(SCHEMA)),
    "the manifest does not list the registry": file_says(MANIFEST, lambda said: said["files"].pop(REGISTRY)),
    "the routing file counts one brokered source less": file_says(
        ROUTING, lambda said: one_less(said["brokered_discovery"], "eligible_source_count")
    ),
    "the routing file has another protocol version": file_says(
        ROUTING, lambda said: said.update(protocol_version="1.0.0")
    ),
    "the routing file has another default mode": file_says(
        ROUTING, lambda said: said.update(default_mode="registry_closed")
    ),
    "the routing file requires another set of files": file_says(
        ROUTING, lambda said: said["bootstrap"]["required_files"].__setitem__(-1, "registry.ndjson")
    ),
    "GitHub reports no blob id for the registry": no_blob_id("registry"),
    "the registry's bytes are altered under its right id": altered_registry,
    "GitHub gives half of the registry": halved_registry,
}
