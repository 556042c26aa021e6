"""Step 1 of a task: read main, index, manifest and files in the protocol's order, and stop where they disagree."""

from dataclasses import dataclass
from typing import Any

from . import pinning
from .github import HEX40, Blob, GitHub, Unreadable, parsed_json
from .pinning import INDEX_PATH, MANIFEST, REGISTRY, ROUTING, ROUTING_SCHEMA, BootstrapGap, Contract, json_of
from .registry import Malformed, Registry, parse_registry
from .rules import Rules
from .shelf import Shelf
from .trace import Pinned


@dataclass(frozen=True)
class Pin:
    """The release a task works with from here on, whatever main does meanwhile (BOOT-20)."""

    identity: Pinned
    registry: Registry
    contract: Contract


def pin_release(hub: GitHub, wanted: str | None, rules: Rules, shelf: Shelf) -> Pin:
    """The current release, or the older one that is ``wanted``. Raises BootstrapGap with the cause.

    Bytes are read and hashed afresh; what was parsed or validated from the very same bytes is taken from the shelf.
    """
    main_sha: str | None = None
    try:
        main_sha = rules.main_commit(hub.main_branch())
        if main_sha is None:
            raise BootstrapGap("branch main: GitHub names no complete commit id")
        release_id = wanted or main_sha
        if not HEX40.fullmatch(release_id):
            raise BootstrapGap(f"the release asked for, {release_id[:80]!r}, is no complete commit id")
        entry = entry_of(hub, main_sha, release_id, rules)
        manifest = manifest_of(hub, entry, release_id, rules)
        listed = manifest["files"]
        files = {
            name: proven_file(hub, rules.snapshot_path(release_id, name), listed[name], rules)
            for name in rules.required_files
            if name != MANIFEST
        }
        contract, registry = read_files(files, rules, shelf)
        require(rules.agreement_fault(entry, manifest, contract))
        identity = Pinned(release_id, main_sha, listed[ROUTING]["sha256"])
        known = "contract", rules.contract_of, identity.routing_sha256
        return Pin(identity, registry, shelf.get(known, lambda: rules.contract_of(contract)))
    except Unreadable as error:
        raise BootstrapGap(str(error), main_sha) from error
    except BootstrapGap as gap:
        raise BootstrapGap(gap.cause, main_sha) from gap


def entry_of(hub: GitHub, main_sha: str, release_id: str, rules: Rules) -> dict[str, Any]:
    """The release's one entry in an index that names main's commit as current."""
    file = hub.file(INDEX_PATH)
    require(rules.bytes_fault(file, None, None))
    index = parsed_json(file.content, INDEX_PATH)
    require(rules.index_fault(index, main_sha))
    entries: list[Any] = rules.matching_entries(index, release_id)
    require(rules.entry_fault(entries, release_id))
    require(rules.anchor_fault(entries[0]))
    found: dict[str, Any] = entries[0]
    return found


def manifest_of(hub: GitHub, entry: dict[str, Any], release_id: str, rules: Rules) -> dict[str, Any]:
    """The release's manifest, believed only once it is the anchored one."""
    file = hub.file(rules.snapshot_path(release_id, MANIFEST))
    require(rules.blob_fault(file, entry["manifest_git_blob_sha1"]))
    require(rules.bytes_fault(file, entry["manifest_sha256"], None))
    manifest: dict[str, Any] = json_of(file)
    require(rules.manifest_fault(manifest, release_id))
    require(rules.listing_fault(manifest, rules.required_files))
    return manifest


def proven_file(hub: GitHub, path: str, listed: dict[str, Any], rules: Rules) -> Blob:
    """A file of the release that is what the manifest lists."""
    file = hub.file(path)
    require(rules.blob_fault(file, listed["git_blob_sha1"]))
    require(rules.bytes_fault(file, listed["sha256"], listed["bytes"]))
    return file


def read_files(files: dict[str, Blob], rules: Rules, shelf: Shelf) -> tuple[Any, Registry]:
    """The routing file, valid against its own schema, and the registry, from the proven files."""
    routing, schema, registry = files[ROUTING], files[ROUTING_SCHEMA], files[REGISTRY]
    for file in (routing, schema):
        if len(file.content) > pinning.CONTRACT_LIMIT:
            raise BootstrapGap(f"{file.path}: {len(file.content):,} bytes are too many for a contract")
    contract = json_of(routing)
    valid = "contract", rules.contract_fault, routing.sha256, schema.sha256
    require(shelf.get(valid, lambda: rules.contract_fault(contract, json_of(schema))))
    require(rules.required_set_fault(contract, rules.required_files))
    digest = registry.sha256
    try:
        return contract, shelf.get(("registry", digest), lambda: parse_registry(registry.content, digest))
    except Malformed as error:
        raise BootstrapGap(str(error)) from error


def require(fault: str | None) -> None:
    """Raise BootstrapGap if there is a fault."""
    if fault:
        raise BootstrapGap(fault)
