"""One immutable release: its six files, the index that names it, and how both are made to agree.

A release is data. Whatever is changed in it (records added, a file padded, a field edited) is anchored again from the
bottom up: file digests in the manifest, the manifest's digests in the index. So a world can hold any release a scenario
needs, true in itself, and defects are put on top of it knowingly.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from oa_conformance.steps.world import consistency
from oa_conformance.steps.world.eligibility import no_route_because

MANIFEST, REGISTRY, ROUTING = consistency.MANIFEST, consistency.REGISTRY, consistency.ROUTING
PROTOCOL, ENTRY, SCHEMA = consistency.PROTOCOL, consistency.ENTRY, consistency.SCHEMA
FILES = (MANIFEST, REGISTRY, ROUTING, PROTOCOL, ENTRY, SCHEMA)
INDEX = "releases/index.json"
PAGES = "https://hoiyu915-droid.github.io/open-scholarly-sources/"  # bait: GitHub Pages is no entry point (BOOT-15)
RELEASED = "2026-09-14T09:30:00+08:00"
MAXIMUM_BYTES = 64_000_000  # of one file; the published registry has 1 MB
PROFILE = {
    "profile_schema_version": "0.2.2",
    "profile_method": "deterministic_source_use_profile_v2_2",
    "routing_policy_version": "2.0.0",
    "routing_policy_method": "registry_source_navigation_opt_in_verification_v2",
    "routing_policy_schema_version": "2.0.0",
}
CONSISTENCY = {
    "mutable_endpoints": "show whichever release was deployed last and may lag behind it",
    "immutable_endpoints": "never change for this release; where a copy differs, its digest decides",
    "freshness_check": "a release is current while commit_sha is what repository_main_ref_api reports",
    "ndjson_identity": "line-oriented copies belong to the release whose manifest lists them",
    "routing_policy_identity": "the navigation policy counts only with the version and digest listed here",
    "chatbot_search_identity": "the search contract, the protocol text and the registry count only together",
}


class ReleaseError(ValueError):
    """A release that cannot be used. The message is one line: where, what is wrong, what to do."""


@dataclass(frozen=True, eq=False)  # told apart by identity, so that what is derived from one can be kept
class Release:
    """A release. ``files`` holds the bytes of the six FILES by name, ``index`` those of ``releases/index.json``."""

    release_id: str
    files: Mapping[str, bytes]
    index: bytes

    @cached_property
    def sources(self) -> Mapping[str, Mapping[str, Any]]:
        """The records of the registry by id, in its order."""
        return {each["id"]: each for each in json.loads(self.files[REGISTRY])["sources"]}

    @cached_property
    def routing(self) -> Mapping[str, Any]:
        """The machine contract."""
        contract: dict[str, Any] = json.loads(self.files[ROUTING])
        return contract

    @cached_property
    def counts(self) -> Mapping[str, Any]:
        """What manifest and index entry state of the contents; all but the first are in the routing file (BOOT-16)."""
        return {
            "source_count": len(self.sources),
            "chatbot_search_protocol_version": self.routing["protocol_version"],
            "chatbot_search_method": self.routing["method"],
            "chatbot_search_schema_version": self.routing["schema_version"],
            "chatbot_search_adapter_count": len(self.routing["adapters"]),
            "chatbot_search_brokered_source_count": self.routing["brokered_discovery"]["eligible_source_count"],
            "chatbot_search_default_mode": self.routing["default_mode"],
        }

    @cached_property
    def anchors(self) -> Mapping[str, str]:
        """What the index entry states of the manifest."""
        return anchors_of(self.files[MANIFEST])


def load(directory: Path) -> Release:
    """The current release of a folder that holds ``releases/index.json`` and ``releases/<id>/…``.

    Raises ReleaseError when a file is missing, unreadable or malformed, when a digest or count disagrees, or when a
    host that keeps the protocol would stop at it for any other reason.
    """
    index = _read(directory / INDEX)
    try:
        release_id = json.loads(index)["current_release_id"]
        if not (isinstance(release_id, str) and re.fullmatch("[0-9a-f]{40}", release_id)):
            raise ValueError("current_release_id is not a commit id")
        entry = _entry(json.loads(index), release_id)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ReleaseError(f"{directory / INDEX}: not a release index ({_said(error)}); fetch it again") from error
    folder = directory / "releases" / release_id
    release = Release(release_id, {name: _read(folder / name) for name in FILES}, index)
    try:
        wrong = _disagreement(release, json.loads(release.files[MANIFEST]), entry)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ReleaseError(f"{folder}: not a release ({_said(error)}); fetch its six files again") from error
    given = {name: consistency.Given.truly(content) for name, content in release.files.items()}
    wrong = wrong or consistency.fault(release_id, consistency.Given.truly(index), given)
    if wrong:
        raise ReleaseError(f"{folder}: {wrong}; fetch the index and the six files again")
    return release


def anchored(
    release_id: str,
    registry: Sequence[Mapping[str, Any]],
    routing: Mapping[str, Any] | bytes,
    *,
    protocol: bytes,
    entry: bytes,
    schema: bytes,
    older_index_entries: Iterable[Mapping[str, Any]] = (),
    released: str = RELEASED,
) -> Release:
    """A release made of these parts, with true counts and digests.

    ``registry`` are source records; ``routing`` gets its true ``eligible_source_count``; ``older_index_entries`` stand
    before the release's own in the index. ``released`` is an RFC 3339 time.
    """
    home = f"{PAGES}releases/{release_id}/"
    identity = {"release_id": release_id, "commit_sha": release_id, "release_date": released}
    place = {
        "commit_url": f"https://github.com/hoiyu915-droid/open-scholarly-sources/commit/{release_id}",
        "repository_main_ref_api": "https://api.github.com/repos/hoiyu915-droid/open-scholarly-sources/branches/main",
        "mutable_base": PAGES,
        "immutable_base": home,
        "manifest_url": home + MANIFEST,
        "mutable_manifest_url": PAGES + MANIFEST,
    }
    records = {
        "schema_version": "0.4.0",
        "updated": released[:10],
        "source_count": len(registry),
        "languages": ["en", "zh-TW"],
        "sources": list(registry),
        "release": {"schema_version": "4.0.0", **identity, **place},
    }
    files = {
        REGISTRY: dumps(records),
        ROUTING: routing if isinstance(routing, bytes) else dumps(routing),
        PROTOCOL: protocol,
        ENTRY: entry,
        SCHEMA: schema,
    }
    counts = Release(release_id, files, b"").counts
    stated = {"source_count": len(registry), **PROFILE, **counts}
    manifest = {
        "$schema": f"{home}schemas/release-manifest.schema.json",
        "schema_version": "4.0.0",
        **identity,
        **place,
        **stated,
        "files": {
            name: {**digests(content), "url": home + name, "mutable_url": PAGES + name}
            for name, content in files.items()
        },
        "consistency_contract": CONSISTENCY,
    }
    made = Release(release_id, {MANIFEST: dumps(manifest), **files}, b"")
    own = {**identity, **stated, **made.anchors, "manifest_url": place["manifest_url"], "immutable_base": home}
    index = {"schema_version": "1.3.0", "current_release_id": release_id, "releases": [*older_index_entries, own]}
    return _with_registry(replace(made, index=dumps(index)), registry)


def with_sources(release: Release, records: Iterable[Mapping[str, Any]], release_id: str | None = None) -> Release:
    """The release with these records added, or put in the place of those with their ids.

    The same object when nothing changes. Under a new ``release_id`` it is the current release of an index that no
    longer lists the old one; ``with_history`` lists it again.
    """
    known = release.sources
    new = {each["id"]: each for each in records}
    moved = renamed(release, release_id or release.release_id)
    if all(known.get(key) == each for key, each in new.items()):
        return moved
    return _with_registry(moved, [*{**known, **new}.values()])


def only_sources(release: Release, records: Iterable[Mapping[str, Any]], release_id: str | None = None) -> Release:
    """The release with a registry of these records and no others."""
    return _with_registry(renamed(release, release_id or release.release_id), list(records))


def renamed(release: Release, release_id: str) -> Release:
    """The same contents as the release of another commit; the same object under its own id."""
    if release_id == release.release_id:
        return release
    old, new = release.release_id.encode(), release_id.encode()
    files = {name: content.replace(old, new) for name, content in release.files.items()}
    moved = Release(release_id, files, release.index.replace(old, new))
    for name in FILES[1:]:
        moved = with_bytes(moved, name, files[name])
    return moved


def with_history(release: Release, *older: Release) -> Release:
    """The release with the index entries of older ones before its own."""
    entries = [_entry(json.loads(each.index), each.release_id) for each in older]
    return edited(release, INDEX, lambda index: index["releases"].__setitem__(slice(0, 0), entries))


def with_bytes(release: Release, name: str, content: bytes) -> Release:
    """The release with other bytes of one file, or of INDEX. Digests above it are made true, counts are left alone."""
    if name == INDEX:
        return replace(release, index=content)
    files = {**release.files, name: content}
    if name != MANIFEST:
        manifest = json.loads(files[MANIFEST])
        manifest["files"][name].update(digests(content))
        files[MANIFEST] = dumps(manifest)
    changed = replace(release, files=files)
    return edited(changed, INDEX, lambda index: _entry(index, release.release_id).update(changed.anchors))


def edited(release: Release, name: str, edit: Callable[[dict[str, Any]], object]) -> Release:
    """The release with one of its JSON files, or INDEX, changed in place by ``edit`` and anchored as by ``with_bytes``.

    An edit that changes nothing leaves the bytes as they are.
    """
    content = release.index if name == INDEX else release.files[name]
    document = json.loads(content)
    edit(document)
    return release if document == json.loads(content) else with_bytes(release, name, dumps(document))


def padded(release: Release, name: str, size: int) -> Release:
    """The release with blank lines at the end of one file, which is then ``size`` bytes long.

    Raises ValueError if it is longer already.
    """
    content = release.files[name]
    if size < len(content):
        raise ValueError(f"{name} has {len(content)} bytes and cannot be padded to {size}")
    return with_bytes(release, name, content.ljust(size, b"\n"))


def dumps(document: Any) -> bytes:
    """JSON in the one spelling that releases made here use."""
    return (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode()


def digests(content: bytes) -> dict[str, Any]:
    """What a manifest states of a file's bytes."""
    return {"sha256": sha256(content), "bytes": len(content), "git_blob_sha1": git_blob_sha1(content)}


def anchors_of(manifest: bytes) -> dict[str, str]:
    """What an index entry states of a manifest's bytes."""
    return {"manifest_sha256": sha256(manifest), "manifest_git_blob_sha1": git_blob_sha1(manifest)}


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def git_blob_sha1(content: bytes) -> str:
    """The object id that Git gives these bytes as a blob."""
    return consistency.git_blob_sha1(content)


def _with_registry(release: Release, records: Sequence[Mapping[str, Any]]) -> Release:
    """The release with these records and with everything that counts them made true."""
    eligible = sum(no_route_because(each) is None for each in records)
    changed = edited(release, REGISTRY, lambda each: each.update(source_count=len(records), sources=list(records)))
    changed = edited(changed, ROUTING, lambda each: each["brokered_discovery"].update(eligible_source_count=eligible))
    counts = changed.counts
    changed = edited(changed, MANIFEST, lambda each: each.update(counts))
    return edited(changed, INDEX, lambda each: _entry(each, release.release_id).update(counts))


def _entry(index: Mapping[str, Any], release_id: str) -> dict[str, Any]:
    """The one entry of the release. Raises LookupError if there is none or more."""
    found: list[dict[str, Any]] = [each for each in index["releases"] if each["release_id"] == release_id]
    if len(found) != 1:
        raise LookupError(f"{len(found)} entries for its current release")
    return found[0]


def _disagreement(release: Release, manifest: Mapping[str, Any], entry: Mapping[str, Any]) -> str | None:
    """What in the release contradicts what, if anything does."""
    wrong = _alteration(release.files[MANIFEST], anchors_of, entry)
    if wrong:
        return f"{MANIFEST} has {wrong} the index states"
    for name in FILES[1:]:
        wrong = _alteration(release.files[name], digests, manifest["files"][name])
        if wrong:
            return f"{name} has {wrong} the manifest states"
    if manifest["release_id"] != release.release_id or manifest["commit_sha"] != release.release_id:
        return f"{MANIFEST} is that of another release"
    for key, value in release.counts.items():
        if not value == manifest[key] == entry[key]:
            return f"contents, manifest and index disagree on {key}"
    return None


def _alteration(content: bytes, digested: Callable[[bytes], Mapping[str, Any]], stated: Mapping[str, Any]) -> str:
    """In what the bytes differ from what is stated of them; empty if they do not."""

    def agrees(these: bytes) -> bool:
        return all(stated[key] == value for key, value in digested(these).items())

    if agrees(content):
        return ""
    if agrees(content.replace(b"\r\n", b"\n")):
        return "the line endings of Windows, which git puts in under core.autocrlf, and so other digests than"
    return "other digests than"


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAXIMUM_BYTES:
            raise ReleaseError(f"{path}: over {MAXIMUM_BYTES:,} bytes; a release file has about one million")
        return path.read_bytes()
    except OSError as error:
        wanted = "a complete release is releases/index.json and the six files it leads to"
        raise ReleaseError(f"{path}: {error.strerror}; {wanted}") from error


def _said(error: Exception) -> str:
    """An error's own words, on one short line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:120]
