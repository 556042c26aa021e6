"""Judge and exemplar on releases: whatever changes in main, index, manifest or files, both take it or neither does."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import event, example, given
from hypothesis import strategies as st

from oa_conformance.reference.bootstrap import pin_release
from oa_conformance.reference.github import Blob, Unreadable
from oa_conformance.reference.pinning import BootstrapGap
from oa_conformance.reference.rules import RULES
from oa_conformance.reference.shelf import Shelf
from oa_conformance.steps.tests.nversion.effort import effort
from oa_conformance.steps.world.consistency import Given, fault
from oa_conformance.steps.world.records import bundled
from oa_conformance.steps.world.release import (
    FILES,
    INDEX,
    MANIFEST,
    REGISTRY,
    ROUTING,
    SCHEMA,
    Release,
    only_sources,
    with_bytes,
)

PIN = bundled().release_id
OTHER = "5d0c7bc2ad1b25f8a5bb57b5ea8b1c2f1f0e9a37"
JSON_FILES = (INDEX, MANIFEST, REGISTRY, ROUTING, SCHEMA)
SMALL = only_sources(bundled(), [*bundled().sources.values()][:3])
SHELF = Shelf()


@dataclass(frozen=True)
class Bundle:
    """What GitHub gives: main's answer, and files by path with the id and size it reports."""

    main: Any
    given: Mapping[str, Given]

    def main_branch(self) -> Any:
        return self.main

    def file(self, path: str) -> Blob:
        """As the exemplar reads it."""
        if path not in self.given:
            raise Unreadable(f"{path} could not be read: GitHub answered 404")
        told = self.given[path]
        return Blob(path, told.sha, told.size, told.content)

    def has(self, path: str, told: Given | None) -> "Bundle":
        kept = {key: value for key, value in self.given.items() if key != path}
        return replace(self, given=kept if told is None else {**kept, path: told})


def path_of(name: str) -> str:
    return name if name == INDEX else f"releases/{PIN}/{name}"


def bundle(release: Release) -> Bundle:
    files = {path_of(name): Given.truly(content) for name, content in {INDEX: release.index, **release.files}.items()}
    return Bundle({"commit": {"sha": PIN}}, files)


def judged(told: Bundle) -> str | None:
    """Why the judge takes it for no release."""
    main = told.main.get("commit", {}).get("sha") if isinstance(told.main, dict) else None
    index = told.given.get(INDEX)
    files = {name: told.given[path_of(name)] for name in FILES if path_of(name) in told.given}
    return "there is no index" if index is None else fault(main, index, files)


def declined(told: Bundle) -> str | None:
    """Why the exemplar stops at it."""
    try:
        pin_release(told, None, RULES, SHELF)  # type: ignore[arg-type]
    except BootstrapGap as gap:
        return gap.cause
    return None


def agree(told: Bundle) -> str | None:
    ours, theirs = judged(told), declined(told)
    assert (ours is None) == (theirs is None), f"judge: {ours}; exemplar: {theirs}"
    return ours


HEALTHY = bundle(SMALL)


def test_both_take_the_healthy_release_and_the_bundled_one() -> None:
    assert agree(HEALTHY) is None
    assert agree(bundle(bundled())) is None


# any byte


@given(
    st.sampled_from([INDEX, *FILES]),
    st.integers(0, 10**9),
    st.integers(1, 255),
    st.sampled_from(["flip", "cut", "add", "drop"]),
)
@effort(250)
def test_any_byte_changed(name: str, at: int, by: int, how: str) -> None:
    content = HEALTHY.given[path_of(name)].content
    at %= len(content)
    changed = {
        "flip": content[:at] + bytes([content[at] ^ by]) + content[at + 1 :],
        "cut": content[:at],
        "add": content[:at] + bytes([by]) + content[at:],
        "drop": content[:at] + content[at + 1 :],
    }[how]
    why = agree(HEALTHY.has(path_of(name), Given.truly(changed)))
    assert why is not None or name == INDEX, "nothing but the index may change unnoticed"
    claimed = replace(HEALTHY.given[path_of(name)], content=changed)
    assert agree(HEALTHY.has(path_of(name), claimed)) is not None, "GitHub's id is not that of these bytes"


# any field

VALUES = st.sampled_from([
    None, True, False, 0, 1, 1.0, -1, 10**30, "", " ", "0", PIN, PIN.upper(), OTHER, "0" * 64, "4", "4.1.0", "40.0",
    "5.0.0", "1.0.0", 4, 4.0, [], [{}], {}, {"sha": PIN}, "registry_closed", "https://api.github.com/repos/someone/else",
    "\u0000",
])  # fmt: skip


def places(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Ways to every value in it, the document itself first."""
    found = [path]
    inner = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for key, value in inner:
        found += places(value, (*path, key))
    return found


CONTENT = {name: SMALL.index if name == INDEX else SMALL.files[name] for name in JSON_FILES}
PLACES = {name: places(json.loads(content))[1:] for name, content in CONTENT.items()}


def changed_at(document: Any, path: tuple[Any, ...], how: str, value: Any) -> None:
    """Change the document in place: set, delete, double, move under another name."""
    for key in path[:-1]:
        document = document[key]
    last = path[-1]
    if how == "set":
        document[last] = value
    elif how == "delete":
        del document[last]
    elif isinstance(document, list):
        document.insert(last, document[last])
    else:
        document[f"{last} "] = document.pop(last)


CHANGES = st.sampled_from([INDEX, INDEX, MANIFEST, MANIFEST, *JSON_FILES]).flatmap(
    lambda name: st.tuples(
        st.just(name), st.sampled_from(PLACES[name]), st.sampled_from(["set", "set", "delete", "double"]), VALUES
    )
)


def made_with(*changes: tuple[str, tuple[Any, ...], str, Any]) -> Release | None:
    """The small release with these changes, each anchored; None where they do not fit on one another."""
    made = SMALL
    for name, path, how, value in changes:
        document = json.loads(made.index if name == INDEX else made.files[name])
        try:
            changed_at(document, path, how, value)
            made = with_bytes(made, name, json.dumps(document).encode())
        except (LookupError, TypeError, AttributeError):
            return None
    return made


@given(st.lists(CHANGES, min_size=1, max_size=2))
@example([(MANIFEST, ("schema_version",), "set", 4)])  # the exemplar took the number for the version's text
@effort(200)
def test_any_one_or_two_fields_changed_and_anchored(changes: list[tuple[str, tuple[Any, ...], str, Any]]) -> None:
    made = made_with(*changes)
    if made is not None:
        event("refused" if agree(bundle(made)) else "taken")


# what the protocol names

ENTRY = ("releases", len(json.loads(SMALL.index)["releases"]) - 1)
NAMED: dict[str, tuple[tuple[str, tuple[Any, ...], str, Any], ...]] = {
    "BOOT-04 another current release": ((INDEX, ("current_release_id",), "set", OTHER),),
    "BOOT-04 no current release": ((INDEX, ("current_release_id",), "delete", None),),
    "BOOT-05 no entry": ((INDEX, ENTRY, "delete", None),),
    "BOOT-05 two entries": ((INDEX, ENTRY, "double", None),),
    "BOOT-05 another commit": ((INDEX, (*ENTRY, "commit_sha"), "set", OTHER),),
    "BOOT-05 another release id": ((INDEX, (*ENTRY, "release_id"), "set", OTHER),),
    "BOOT-06 no SHA-256": ((INDEX, (*ENTRY, "manifest_sha256"), "delete", None),),
    "BOOT-06 no blob id": ((INDEX, (*ENTRY, "manifest_git_blob_sha1"), "delete", None),),
    "BOOT-06 an abbreviated blob id": ((INDEX, (*ENTRY, "manifest_git_blob_sha1"), "set", PIN[:7]),),
    "BOOT-08 another SHA-256": ((INDEX, (*ENTRY, "manifest_sha256"), "set", "0" * 64),),
    "BOOT-08 another blob id": ((INDEX, (*ENTRY, "manifest_git_blob_sha1"), "set", OTHER),),
    "BOOT-09 a manifest of another release": ((MANIFEST, ("release_id",), "set", OTHER),),
    "BOOT-09 a manifest of another commit": ((MANIFEST, ("commit_sha",), "set", OTHER),),
    "BOOT-09 another manifest schema": ((MANIFEST, ("schema_version",), "set", "3.0.0"),),
    "BOOT-09 another repository": (
        (MANIFEST, ("repository_main_ref_api",), "set", "https://api.github.com/repos/a/b"),
    ),
    "BOOT-10 an unlisted file": ((MANIFEST, ("files", REGISTRY), "delete", None),),
    "BOOT-10 a file without blob id": ((MANIFEST, ("files", SCHEMA, "git_blob_sha1"), "delete", None),),
    "BOOT-11 another blob id of a file": ((MANIFEST, ("files", ROUTING, "git_blob_sha1"), "set", OTHER),),
    "BOOT-11 another SHA-256 of a file": ((MANIFEST, ("files", ROUTING, "sha256"), "set", "0" * 64),),
    "BOOT-11 another length of a file": ((MANIFEST, ("files", ROUTING, "bytes"), "set", 1),),
    "BOOT-13 another required set": ((ROUTING, ("bootstrap", "required_files", 0), "delete", None),),
    **{
        f"BOOT-16 another {key} in the {where}": ((name, (*path, key), "set", value),)
        for where, name, path in (("index", INDEX, ENTRY), ("manifest", MANIFEST, ()))
        for key, value in {
            "chatbot_search_protocol_version": "1.0.0",
            "chatbot_search_method": "chatbot_closed_oa_search_v1",
            "chatbot_search_schema_version": "1.0.0",
            "chatbot_search_default_mode": "registry_closed",
            "chatbot_search_brokered_source_count": 240,
            "chatbot_search_adapter_count": True,
        }.items()
    },
    "BOOT-16 another count in the routing file": (
        (ROUTING, ("brokered_discovery", "eligible_source_count"), "set", 1),
    ),
    "BOOT-16 fewer adapters in the routing file": ((ROUTING, ("adapters", 0), "delete", None),),
}


@pytest.mark.parametrize("which", NAMED)
def test_both_refuse_what_the_protocol_names(which: str) -> None:
    made = made_with(*NAMED[which])

    assert made is not None
    assert agree(bundle(made)) is not None


@pytest.mark.parametrize("name", [INDEX, *FILES])
def test_both_refuse_a_file_that_is_missing_or_not_as_github_reports_it(name: str) -> None:
    path = path_of(name)
    true = HEALTHY.given[path]
    swapped = HEALTHY.given[path_of(ROUTING if name != ROUTING else REGISTRY)]
    for told in (None, replace(true, sha=OTHER), replace(true, size=true.size + 1), replace(true, sha="")):
        assert agree(HEALTHY.has(path, told)) is not None
    assert agree(HEALTHY.has(path, swapped)) is not None


@pytest.mark.parametrize(
    "main",
    [None, [], {}, {"commit": {}}, {"commit": {"sha": None}}, {"commit": {"sha": OTHER}}, {"commit": {"sha": PIN[:7]}},
     {"commit": {"sha": PIN.upper()}}, {"commit": {"sha": f"{PIN}\n"}}, {"commit": {"sha": f"{PIN[:-1]}g"}},
     {"commit": {"sha": [PIN]}}],
    ids=ascii,
)  # fmt: skip
def test_both_refuse_a_main_that_is_not_the_release(main: Any) -> None:
    assert agree(replace(HEALTHY, main=main)) is not None
