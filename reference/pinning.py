"""The bootstrap: which release this task is pinned to, and the proof that main, index, manifest and files agree.

Each check is a small function that returns what is wrong, or None. ``bootstrap`` asks them in the protocol's order and
stops at the first cause; a stop is ``BootstrapGap`` and is never followed by a search.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jsonschema
from jsonschema.validators import validator_for
from referencing import Registry as NoReferences

from . import json_text
from .adapters.published import Adapter, adapters_in
from .decision import CLOSED, DIRECT, Rejection
from .github import HEX40, MAIN_REF_API, REPOSITORY, SNAPSHOT_REF, Blob
from .metering import metered, undeclared

INDEX_PATH = "releases/index.json"
MANIFEST, REGISTRY, ROUTING = "release-manifest.json", "registry.json", "chatbot-search-routing.json"
ROUTING_SCHEMA = "schemas/chatbot-search-routing.schema.json"
REQUIRED_FILES = (MANIFEST, REGISTRY, ROUTING, "chatbot-search-protocol.md", "chatbot-entry.txt", ROUTING_SCHEMA)
HEX64 = re.compile(r"[0-9a-f]{64}")
CONTRACT_LIMIT = 1_000_000  # bytes of the routing file or of its schema; the published ones have 22 and 13 kB
MANIFEST_MAJOR = "4"

AGREEING = {
    "chatbot_search_protocol_version": ("protocol_version",),
    "chatbot_search_method": ("method",),
    "chatbot_search_schema_version": ("schema_version",),
    "chatbot_search_default_mode": ("default_mode",),
    "chatbot_search_brokered_source_count": ("brokered_discovery", "eligible_source_count"),
    "chatbot_search_adapter_count": ("adapters",),
}
"""Field of the index entry and of the manifest, and where the routing file says the same (BOOT-16)."""


class BootstrapGap(Exception):
    """The release's identity is not proven. ``cause`` is one sentence, ``main_sha`` main's commit if that was seen."""

    def __init__(self, cause: str, main_sha: str | None = None) -> None:
        super().__init__(cause)
        self.cause, self.main_sha = cause, main_sha


@dataclass(frozen=True)
class Contract:
    """What this host takes from the routing file.

    ``fewer_results`` and ``fewer_sources`` are the contract's maxima where they are below those of the protocol's text
    (ten results of a source, eight sources), else None. ``strict`` are the strict modes it knows, ``adapters`` what it
    publishes for them, by source; a Rejection is why an adapter may not be used.
    """

    version: str
    brokered: bool
    fewer_results: int | None = None
    fewer_sources: int | None = None
    strict: frozenset[str] = frozenset()
    adapters: Mapping[str, Adapter | Rejection] = field(default_factory=dict)


def main_commit(branch: Any) -> str | None:
    """``commit.sha`` of the branch resource if it is a complete lower-case commit id (BOOT-02)."""
    commit = branch.get("commit") if isinstance(branch, dict) else None
    sha = commit.get("sha") if isinstance(commit, dict) else None
    return sha if isinstance(sha, str) and HEX40.fullmatch(sha) else None


def index_fault(index: Any, main_sha: str) -> str | None:
    """The index must name main's commit as the current release (BOOT-04)."""
    if not isinstance(index, dict) or not isinstance(index.get("releases"), list):
        return "release index: it is no list of releases"
    current = index.get("current_release_id")
    return None if current == main_sha else f"release index: it names {current!r} as current, but main is {main_sha}"


def matching_entries(index: Any, release_id: str) -> list[dict[str, Any]]:
    """The entries that claim to be the release by either id."""
    return [
        each
        for each in index["releases"]
        if isinstance(each, dict) and release_id in (each.get("release_id"), each.get("commit_sha"))
    ]


def entry_fault(entries: Sequence[Mapping[str, Any]], release_id: str) -> str | None:
    """Exactly one entry, whose two ids agree (BOOT-05)."""
    if len(entries) != 1:
        return f"release index: {len(entries)} entries for {release_id} instead of one"
    named = entries[0].get("release_id"), entries[0].get("commit_sha")
    return None if named == (release_id, release_id) else f"release index: the entry names release and commit {named!r}"


def anchor_fault(entry: Mapping[str, Any]) -> str | None:
    """Both anchors of the manifest, well formed (BOOT-06)."""
    if not matches(HEX64, entry.get("manifest_sha256")):
        return "release index: the entry has no well-formed manifest_sha256"
    if not matches(HEX40, entry.get("manifest_git_blob_sha1")):
        return "release index: the entry has no well-formed manifest_git_blob_sha1"
    return None


def blob_fault(file: Blob, expected: str) -> str | None:
    """The blob id that GitHub reports against the anchor or the manifest (BOOT-08, BOOT-11)."""
    return None if file.sha == expected else f"{file.path}: blob id {file.sha}, but {expected} is published"


def bytes_fault(file: Blob, sha256: str | None, size: int | None) -> str | None:
    """The bytes received, hashed here, against all that is said of them (BOOT-18). None: nothing is said."""
    if file.git_sha1 != file.sha:
        return f"{file.path}: the bytes received are blob {file.git_sha1}, but GitHub reports {file.sha}"
    if len(file.content) != file.size:
        return f"{file.path}: {len(file.content):,} bytes received, but GitHub reports {file.size:,}"
    if sha256 is not None and file.sha256 != sha256:
        return f"{file.path}: SHA-256 {file.sha256}, but {sha256} is published"
    if size is not None and len(file.content) != size:
        return f"{file.path}: {len(file.content):,} bytes, but {size:,} are published"
    return None


def manifest_fault(manifest: Any, release_id: str) -> str | None:
    """The manifest must call itself that release (BOOT-09)."""
    if not isinstance(manifest, dict):
        return "manifest: it is no object"
    for key in ("release_id", "commit_sha"):
        if manifest.get(key) != release_id:
            return f"manifest: {key} is {manifest.get(key)!r}, but the release is {release_id}"
    version = manifest.get("schema_version")
    if not isinstance(version, str) or version.partition(".")[0] != MANIFEST_MAJOR:
        return f"manifest: schema version {version!r} is not {MANIFEST_MAJOR}.x"
    if manifest.get("repository_main_ref_api") != MAIN_REF_API:
        return f"manifest: repository_main_ref_api is {manifest.get('repository_main_ref_api')!r}"
    return None


def listing_fault(manifest: Mapping[str, Any], required: Sequence[str]) -> str | None:
    """Each required file is listed with a well-formed identity (BOOT-10). The manifest cannot list itself."""
    files = manifest.get("files")
    for name in required:
        listed = files.get(name) if isinstance(files, dict) else None
        if name != MANIFEST and not isinstance(listed, dict):
            return f"manifest: it does not list {name}"
        if isinstance(listed, dict) and not (
            matches(HEX64, listed.get("sha256"))
            and matches(HEX40, listed.get("git_blob_sha1"))
            and type(listed.get("bytes")) is int
        ):
            return f"manifest: the identity of {name} is incomplete"
    return None


def contract_fault(routing: Any, schema: Any) -> str | None:
    """The routing file against its own published schema, with no reference looked up anywhere."""
    try:
        plain = undeclared(schema)
        dialect = validator_for(schema, default=jsonschema.Draft202012Validator)
        dialect.check_schema(schema)
        error = next(iter(metered(dialect)(plain, registry=NoReferences()).iter_errors(routing)), None)
    except Exception as broken:  # jsonschema has no common ancestor for what a faulty schema can raise
        return f"{ROUTING_SCHEMA}: it cannot be used ({type(broken).__name__})"
    if error is None:
        return None
    where = "/".join(str(each) for each in error.absolute_path)
    return f"{ROUTING}: not valid against its schema at /{where}: {error.message[:120]}"


def required_set_fault(routing: Any, required: Sequence[str]) -> str | None:
    """The routing file must require the very files the protocol's text requires, from the same place."""
    bootstrap = routing.get("bootstrap") if isinstance(routing, dict) else None
    if not isinstance(bootstrap, dict):
        return f"{ROUTING}: it declares no bootstrap"
    files = bootstrap.get("required_files")
    if not isinstance(files, list) or sorted(map(str, files)) != sorted(required):
        return f"{ROUTING}: its required files are not the six of the protocol"
    for key, expected in (
        ("repository", REPOSITORY), ("main_ref_api", MAIN_REF_API), ("snapshot_ref", SNAPSHOT_REF),
    ):  # fmt: skip
        if bootstrap.get(key) != expected:
            return f"{ROUTING}: bootstrap.{key} is {bootstrap.get(key)!r}"
    return None


def agreement_fault(entry: Mapping[str, Any], manifest: Mapping[str, Any], routing: Mapping[str, Any]) -> str | None:
    """Index entry, manifest and routing file say the same of the contract in six fields (BOOT-16)."""
    for key, path in AGREEING.items():
        value: Any = routing
        for step in path:
            value = value.get(step) if isinstance(value, dict) else None
        if path == ("adapters",):
            value = len(value) if isinstance(value, list) else None
        told = {"index": entry.get(key), "manifest": manifest.get(key), "routing file": value}
        first = told["manifest"]
        if any(type(each) is not type(first) or each != first for each in told.values()):
            return f"{key}: " + ", ".join(f"{who} says {what!r}" for who, what in told.items())
    return None


def contract_of(routing: Mapping[str, Any]) -> Contract:
    """What the routing file permits. A version 1 file has no brokered mode (HIST-04)."""
    version, discovery = str(routing.get("protocol_version")), mapping(routing.get("brokered_discovery"))
    return Contract(
        version=version,
        brokered=version.partition(".")[0] == "2"
        and discovery.get("status") == "enabled"
        and "registry_brokered" in mapping(routing.get("modes")),
        fewer_results=below(discovery.get("maximum_results_per_source"), 10),
        fewer_sources=below(mapping(routing.get("selection")).get("maximum_source_count"), 8),
        strict=frozenset({CLOSED, DIRECT} & mapping(routing.get("modes")).keys()),
        adapters=adapters_in(routing),
    )


def below(value: Any, most: int) -> int | None:
    """The value if it is a positive integer below ``most``."""
    return value if type(value) is int and 0 < value < most else None


def mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def snapshot_path(release_id: str, name: str) -> str:
    """Where a file of the release stands on the snapshot branch (BOOT-07, BOOT-10)."""
    return f"releases/{release_id}/{name}"


def json_of(file: Blob) -> Any:
    """The file's JSON. Raises BootstrapGap."""
    try:
        return json_text.parsed(file.content)
    except ValueError as error:
        raise BootstrapGap(f"{file.path}: it is not JSON") from error


def matches(pattern: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and bool(pattern.fullmatch(value))
