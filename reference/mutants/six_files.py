"""Hosts that do without one of the files, or believe it unproven (BOOT-10, BOOT-11)."""

from typing import Any

from .. import pinning
from ..github import API, Blob
from ..host import Host
from ..pinning import REGISTRY, ROUTING, ROUTING_SCHEMA
from ..transport import Answer
from .files import sha256_alone
from .github_detours import content, holding, is_ok, names, told
from .making import Detouring, Errand, Reply, faulty, mutant

PROTOCOL, ENTRY = "chatbot-search-protocol.md", "chatbot-entry.txt"


def without(file: str) -> Host:
    """The exemplar that does not read this file."""
    files = tuple(each for each in pinning.REQUIRED_FILES if each != file)
    return faulty(
        required_files=files,
        required_set_fault=lambda routing, _: pinning.required_set_fault(routing, pinning.REQUIRED_FILES),
    )


@mutant("BOOT-10", reason="NOT_READ WRONG_OUTCOME", collateral="BOOT")
def does_not_read_the_protocol_text() -> Host:
    return without(PROTOCOL)


@mutant("BOOT-10", reason="NOT_READ WRONG_OUTCOME", collateral="BOOT")
def does_not_read_the_entry_text() -> Host:
    return without(ENTRY)


def making_do(file: str) -> Host:
    """The exemplar for which this file may be missing."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        missing = isinstance(reply, Answer) and reply.status == 404
        return holding(b"{}", reply.at) if names(url, file) and missing else reply

    return Detouring(detour, **lax_about_made_up(file))


def lax_about_made_up(file: str) -> dict[str, Any]:
    """Rules that believe the empty object in place of this file, and else what they should."""

    def blob_fault(found: Blob, expected: str) -> str | None:
        return None if found.content == b"{}" else pinning.blob_fault(found, expected)

    def bytes_fault(found: Blob, sha256: str | None, size: int | None) -> str | None:
        return None if found.content == b"{}" else pinning.bytes_fault(found, sha256, size)

    return {"blob_fault": blob_fault, "bytes_fault": bytes_fault}


@mutant("BOOT-10", reason="WRONG_OUTCOME")
def makes_do_without_the_protocol_text() -> Host:
    return making_do(PROTOCOL)


@mutant("BOOT-10", reason="WRONG_OUTCOME")
def makes_do_without_the_entry_text() -> Host:
    return making_do(ENTRY)


@mutant("BOOT-10", reason="WRONG_OUTCOME", collateral="BOOT-17")
def makes_do_without_the_routing_schema() -> Host:
    return making_do(ROUTING_SCHEMA)


def listing(file: str) -> Host:
    """The exemplar that reads this file even where the manifest does not list it."""
    unlisted = {"sha256": "0" * 64, "git_blob_sha1": "0" * 40, "bytes": 0}

    def listing_fault(manifest: Any, required: Any) -> str | None:
        manifest["files"].setdefault(file, unlisted)
        return pinning.listing_fault(manifest, required)

    return faulty(
        listing_fault=listing_fault,
        blob_fault=lambda found, expected: None if expected == "0" * 40 else pinning.blob_fault(found, expected),
        bytes_fault=lambda found, digest, size: None if size == 0 else pinning.bytes_fault(found, digest, size),
    )


@mutant("BOOT-10", reason="WRONG_OUTCOME")
def reads_a_registry_that_the_manifest_does_not_list() -> Host:
    return listing(REGISTRY)


@mutant("BOOT-10", reason="WRONG_OUTCOME", collateral="BOOT-13")
def reads_a_schema_that_the_manifest_does_not_list() -> Host:
    return listing(ROUTING_SCHEMA)


def by_sha256(*files: str) -> Host:
    """The exemplar that compares SHA-256 alone for these files."""

    def blob_fault(found: Blob, expected: str) -> str | None:
        return None if found.path.endswith(files) else pinning.blob_fault(found, expected)

    def bytes_fault(found: Blob, digest: str | None, size: int | None) -> str | None:
        return (sha256_alone if found.path.endswith(files) else pinning.bytes_fault)(found, digest, size)

    return faulty(blob_fault=blob_fault, bytes_fault=bytes_fault)


@mutant("BOOT-11", reason="WRONG_OUTCOME")
def does_not_compare_the_registrys_blob_id() -> Host:
    return by_sha256(REGISTRY)


@mutant("BOOT-11", reason="WRONG_OUTCOME")
def does_not_compare_the_routing_files_blob_id() -> Host:
    return by_sha256(ROUTING)


@mutant("BOOT-11", reason="WRONG_OUTCOME")
def does_not_compare_the_blob_ids_of_texts() -> Host:
    return by_sha256(PROTOCOL, ENTRY)


@mutant("BOOT-11", reason="WRONG_OUTCOME")
def does_not_compare_the_schemas_blob_id() -> Host:
    return by_sha256(ROUTING_SCHEMA)


@mutant("BOOT-11", reason="WRONG_OUTCOME", collateral="BOOT-13")
def computes_a_blob_id_that_github_does_not_report() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if f"{API}/contents/" in url and is_ok(reply) and "sha" not in told(reply):
            return holding(content(reply), reply.at)
        return reply

    return Detouring(detour)
