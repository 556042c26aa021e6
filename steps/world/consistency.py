"""Whether main, index, manifest and files prove one release: the judge's own reading of the bootstrap clauses.

It is told what GitHub gave: main's commit id, and of each file the bytes, the blob id and the size that GitHub reports.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for
from referencing import Registry

MANIFEST, REGISTRY, ROUTING = "release-manifest.json", "registry.json", "chatbot-search-routing.json"
PROTOCOL, ENTRY = "chatbot-search-protocol.md", "chatbot-entry.txt"
SCHEMA = "schemas/chatbot-search-routing.schema.json"
REQUIRED = frozenset({MANIFEST, REGISTRY, ROUTING, PROTOCOL, ENTRY, SCHEMA})
REPOSITORY = "hoiyu915-droid/open-scholarly-sources"
MAIN_API = f"https://api.github.com/repos/{REPOSITORY}/branches/main"
HOME = {"repository": REPOSITORY, "main_ref_api": MAIN_API, "snapshot_ref": "release-snapshots"}
COMMIT, SHA1, SHA256 = re.compile("[0-9a-f]{40}"), re.compile("[0-9a-f]{40}"), re.compile("[0-9a-f]{64}")
UNREADABLE = (ValueError, RecursionError, LookupError, TypeError, AttributeError)

SAME: Mapping[str, Callable[[Any], Any]] = {
    "chatbot_search_protocol_version": lambda routing: routing["protocol_version"],
    "chatbot_search_method": lambda routing: routing["method"],
    "chatbot_search_schema_version": lambda routing: routing["schema_version"],
    "chatbot_search_default_mode": lambda routing: routing["default_mode"],
    "chatbot_search_brokered_source_count": lambda routing: routing["brokered_discovery"]["eligible_source_count"],
    "chatbot_search_adapter_count": lambda routing: len(routing["adapters"]),
}
"""Fields of manifest and index entry, and what the routing file must say to the same effect (BOOT-16)."""


@dataclass(frozen=True)
class Given:
    """A file as GitHub gave it."""

    content: bytes
    sha: str
    size: int

    @classmethod
    def truly(cls, content: bytes) -> "Given":
        """With the blob id and the size that are its own."""
        return cls(content, git_blob_sha1(content), len(content))


def fault(main: object, index: Given, files: Mapping[str, Given]) -> str | None:
    """What keeps these from being the current release, on one short line; None if they prove it.

    ``files`` are those under ``releases/<main>/``, by the names of REQUIRED; a name is missing if GitHub did not give
    the file.
    """
    if not (isinstance(main, str) and COMMIT.fullmatch(main)):
        return "main has no complete commit id (BOOT-02)"
    try:
        found = (
            garbled("the index", index)
            or index_fault(json.loads(index.content), main)
            or files_fault(entry_of(json.loads(index.content), main), main, files)
        )
    except UNREADABLE as error:
        found = f"something cannot be read: {type(error).__name__} {error}"
    return " ".join(found.split())[:240] if found else None


def garbled(name: str, file: Given) -> str | None:
    """The bytes are those that GitHub says they are (BOOT-18, BOOT-19)."""
    if git_blob_sha1(file.content) != file.sha or len(file.content) != file.size:
        return f"{name} is not what GitHub reports it to be (BOOT-18)"
    return None


def index_fault(index: Any, main: str) -> str | None:
    """It names main as current and has one entry for it, with both anchors (BOOT-04 to BOOT-06)."""
    if index["current_release_id"] != main:
        return f"the index names {index['current_release_id']!r} as current (BOOT-04)"
    ids = [
        (each.get("release_id"), each.get("commit_sha"))
        for each in index["releases"]
        if isinstance(each, dict) and main in (each.get("release_id"), each.get("commit_sha"))
    ]
    if ids != [(main, main)]:
        return f"the index has the entries {ids} for main (BOOT-05)"
    entry = entry_of(index, main)
    if not (is_like(SHA256, entry.get("manifest_sha256")) and is_like(SHA1, entry.get("manifest_git_blob_sha1"))):
        return "the index entry does not anchor the manifest (BOOT-06)"
    return None


def entry_of(index: Any, main: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(
        each for each in index["releases"] if isinstance(each, dict) and each.get("release_id") == main
    )
    return found


def files_fault(entry: Mapping[str, Any], main: str, files: Mapping[str, Given]) -> str | None:
    """Manifest and files are the anchored ones and agree (BOOT-08 to BOOT-16)."""
    if missing := REQUIRED - files.keys():
        return f"{', '.join(sorted(missing))} cannot be read (BOOT-10)"
    anchor = {"sha256": entry["manifest_sha256"], "git_blob_sha1": entry["manifest_git_blob_sha1"]}
    if wrong := garbled(MANIFEST, files[MANIFEST]) or unlike(MANIFEST, files[MANIFEST], anchor):
        return wrong
    manifest = json.loads(files[MANIFEST].content)
    if wrong := manifest_fault(manifest, main):
        return wrong
    for name in sorted(REQUIRED - {MANIFEST}):
        wrong = listing_fault(name, manifest["files"]) or garbled(name, files[name])
        if wrong := wrong or unlike(name, files[name], manifest["files"][name]):
            return wrong
    return contents_fault(entry, manifest, files)


def manifest_fault(manifest: Any, main: str) -> str | None:
    """It calls itself the manifest of this release, of the fourth kind, and of this repository (BOOT-09)."""
    if (manifest["release_id"], manifest["commit_sha"]) != (main, main):
        return "the manifest is that of another release (BOOT-09)"
    if not re.match(r"4(?:\.|\Z)", manifest["schema_version"]) or manifest["repository_main_ref_api"] != MAIN_API:
        return "the manifest is of another kind or of another repository (BOOT-09)"
    return None


def listing_fault(name: str, listed: Mapping[str, Any]) -> str | None:
    """The manifest lists the file with its whole identity (BOOT-10)."""
    told = listed.get(name)
    if isinstance(told, dict) and is_like(SHA256, told.get("sha256")) and is_like(SHA1, told.get("git_blob_sha1")):
        return None if type(told.get("bytes")) is int else f"the manifest does not say how long {name} is (BOOT-10)"
    return f"the manifest does not identify {name} (BOOT-10)"


def unlike(name: str, file: Given, told: Mapping[str, Any]) -> str | None:
    """The file is the one that was told of (BOOT-08, BOOT-11)."""
    true = {
        "sha256": hashlib.sha256(file.content).hexdigest(),
        "git_blob_sha1": file.sha,
        "bytes": len(file.content),
    }
    different = [key for key, value in true.items() if told.get(key, value) != value]
    return f"{name} has another {different[0]} than is published (BOOT-11)" if different else None


def contents_fault(entry: Mapping[str, Any], manifest: Mapping[str, Any], files: Mapping[str, Given]) -> str | None:
    """The routing file keeps its schema, requires these very files and agrees with the others; the registry is one."""
    if wrong := schema_fault(files[ROUTING].content, files[SCHEMA].content):
        return wrong
    routing = json.loads(files[ROUTING].content)
    bootstrap = routing["bootstrap"]
    if sorted(bootstrap["required_files"]) != sorted(REQUIRED) or any(bootstrap[key] != HOME[key] for key in HOME):
        return "the routing file requires other files, or from elsewhere (BOOT-13)"
    for key, said in SAME.items():
        told = [said(routing), manifest[key], entry[key]]
        if any(type(each) is not type(told[0]) or each != told[0] for each in told):
            return f"routing file, manifest and index say of {key}: {told} (BOOT-16)"
    ids = [(each["id"], each["name"]) for each in json.loads(files[REGISTRY].content)["sources"]]
    if not all(isinstance(text, str) and text.strip() for each in ids for text in each):
        return "the registry has a source without id or name"
    return "the registry has two sources of one id" if len({each[0] for each in ids}) < len(ids) else None


@lru_cache(maxsize=64)
def schema_fault(routing: bytes, schema: bytes) -> str | None:
    """The routing file is valid against its own schema, which refers to nothing outside it."""
    try:
        rules = json.loads(schema)
        kind = validator_for(rules, default=Draft202012Validator)
        kind.check_schema(rules)
        valid = kind(rules, registry=Registry()).is_valid(json.loads(routing))
    except Exception as error:  # a faulty schema can raise anything
        return f"the routing file cannot be held against its schema: {type(error).__name__}"
    return None if valid else "the routing file does not keep its schema"


def is_like(form: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and form.fullmatch(value) is not None


def git_blob_sha1(content: bytes) -> str:
    """The object id that Git gives these bytes as a blob."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
