"""Hosts that believe files they should not (BOOT-07 to BOOT-12, BOOT-18, BOOT-19)."""

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any

from .. import pinning
from ..github import API, MAIN_REF_API, SNAPSHOT_REF, Blob
from ..host import Host
from ..pinning import MANIFEST, REGISTRY, ROUTING, ROUTING_SCHEMA
from ..transport import Answer, Failure
from .github_detours import RAW, content, holding, is_ok, lax_about, names, saying, told
from .making import Detouring, Errand, Reply, Report, Retelling, faulty, mutant

PROTOCOL, ENTRY = "chatbot-search-protocol.md", "chatbot-entry.txt"

# BOOT-07 to BOOT-09: the manifest


def also_asking(file: str, place: Callable[[str], str], when: Callable[[Reply], bool]) -> Host:
    """The exemplar that asks another place for the file as well, when its answer is so."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if names(url, file) and when(reply):
            found = errand.ask("GET", place(url), **rest)
            return found if is_ok(found) and not is_ok(reply) else reply
        return reply

    return Detouring(detour)


@mutant("BOOT-07", reason="OTHER_RELEASE_READ", collateral="BOOT")
def asks_the_latest_directory_for_the_manifest_too() -> Host:
    return also_asking(MANIFEST, lambda _: f"{API}/contents/releases/latest/{MANIFEST}?ref={SNAPSHOT_REF}", is_ok)


@mutant("BOOT-07", reason="READ_ELSEWHERE", collateral="BOOT")
def looks_for_a_missing_manifest_on_main() -> Host:
    return also_asking(MANIFEST, lambda _: f"{API}/contents/{MANIFEST}?ref=main", lambda reply: not is_ok(reply))


@mutant("BOOT-08", reason="WRONG_OUTCOME")
def trusts_the_manifest_before_its_blob_id() -> Host:
    return faulty(**lax_about(MANIFEST))


@mutant("BOOT-08", reason="WRONG_OUTCOME")
def compares_the_manifest_by_seven_digits() -> Host:
    lax = lax_about(MANIFEST)
    return faulty(
        bytes_fault=lax["bytes_fault"],
        blob_fault=lambda file, expected: pinning.blob_fault(replace(file, sha=file.sha[:7]), expected[:7]),
    )


@mutant("BOOT-08", reason="WRONG_OUTCOME", collateral="BOOT-11")
def compares_sha256_and_no_blob_ids() -> Host:
    """Hashes what it received and does not look at what GitHub reports."""
    return faulty(blob_fault=lambda *_: None, bytes_fault=sha256_alone)


def sha256_alone(file: Blob, sha256: str | None, size: int | None) -> str | None:
    return pinning.bytes_fault(replace(file, sha=file.git_sha1), sha256, size)


@mutant("BOOT-09", reason="WRONG_OUTCOME", collateral="BOOT-13")
def does_not_ask_whose_manifest_it_is() -> Host:
    return faulty(manifest_fault=lambda *_: None)


def passing_over(**right: Any) -> Host:
    """The exemplar that takes these fields of the manifest for right."""
    return faulty(manifest_fault=lambda said, release_id: pinning.manifest_fault({**said, **right}, release_id))


@mutant("BOOT-09", reason="WRONG_OUTCOME", turns="WARN")
def reads_a_manifest_of_any_version() -> Host:
    return passing_over(schema_version="4.0.0")


@mutant("BOOT-09", reason="WRONG_OUTCOME", turns="WARN")
def reads_the_manifest_of_any_repository() -> Host:
    return passing_over(repository_main_ref_api=MAIN_REF_API)


# BOOT-10, BOOT-11: the six files


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


# BOOT-12: the routing digest


def retelling_digest(change: Callable[[Report], str | None], *, traces_alone: bool = False) -> Host:
    def tell(report: Report) -> None:
        for place in (*([] if traces_alone else [report]), *report["traces"]):
            place["routing_sha256"] = change(report)

    return Retelling(tell)


@mutant("BOOT-12", reason="PIN_NOT_REPEATED", collateral="BOOT TRACE-02")
def leaves_the_routing_digest_out_of_traces() -> Host:
    return retelling_digest(lambda _: None, traces_alone=True)


@mutant("BOOT-12", reason="PIN_NOT_REPEATED", collateral="BOOT TRACE-02")
def digests_the_release_id_for_the_routing_file() -> Host:
    return retelling_digest(lambda report: sha256(str(report["registry_release_id"]).encode()).hexdigest())


@mutant("BOOT-12", reason="PIN_NOT_REPEATED", collateral="BOOT TRACE-02")
def digests_the_routing_file_as_it_writes_it() -> Host:
    """Parses the routing file, writes it anew and digests that."""
    seen: dict[str, str] = {}

    def required_set_fault(routing: Any, required: Any) -> str | None:
        seen["digest"] = sha256(json.dumps(routing, sort_keys=True).encode()).hexdigest()
        return pinning.required_set_fault(routing, required)

    def tell(report: Report) -> None:
        for place in (report, *report["traces"]):
            place["routing_sha256"] = seen.get("digest")

    return Retelling(tell, required_set_fault=required_set_fault)


@mutant("BOOT-12", reason="PIN_NOT_REPEATED", collateral="BOOT TRACE-02")
def reports_the_digest_of_mains_routing_file() -> Host:
    class FromMain(Detouring):
        def run(self, task: Any, tools: Any = None) -> Report:
            report = super().run(task, tools)
            url = f"{API}/contents/{ROUTING}?ref=main"
            file = content(self._swerving.errand.ask("GET", url, accept="*/*", limit=9_000_000, seconds=5))
            for place in (report, *report["traces"]) if file else ():
                place["routing_sha256"] = sha256(file).hexdigest()
            return report

    return FromMain(lambda errand, method, url, **rest: errand.ask(method, url, **rest))


# BOOT-18, BOOT-19: bytes and reads


@mutant("BOOT-18", reason="WRONG_OUTCOME", turns="WARN")
def does_not_hash_what_it_received() -> Host:
    return faulty(bytes_fault=lambda *_: None)


@mutant("BOOT-18", reason="WRONG_OUTCOME", turns="WARN")
def compares_lengths_and_hashes_nothing() -> Host:
    return faulty(
        bytes_fault=lambda file, _, size: None if size in (None, len(file.content)) else f"{file.path}: another length"
    )


@mutant("BOOT-18", reason="WRONG_OUTCOME", turns="WARN")
def hashes_the_manifest_alone() -> Host:
    return faulty(
        bytes_fault=lambda file, *said: pinning.bytes_fault(file, *said) if file.path.endswith(MANIFEST) else None
    )


@mutant("BOOT-19", reason="SOURCE_NOT_REPORTED")
def knows_no_way_to_a_large_registry() -> Host:
    """Gives up where GitHub puts no content into its JSON."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        if "/git/blobs/" in url:
            return Failure("protocol", "a large file", "2026-01-01T00:00:00Z")
        return errand.ask(method, url, **rest)

    return Detouring(detour)


@mutant("BOOT-19", reason="SOURCE_NOT_REPORTED")
def takes_a_large_registry_for_an_empty_one() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        said = told(reply) if names(url, REGISTRY) else {}
        return saying({**said, "encoding": "base64"}, reply.at) if said.get("encoding") == "none" else reply

    return Detouring(detour)


@mutant("BOOT-19", reason="READ_ELSEWHERE SEARCHED_ANYWAY", collateral="BOOT")
def asks_the_raw_host_what_github_refuses() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if url.startswith(f"{API}/contents/") and not is_ok(reply):
            path = url.removeprefix(f"{API}/contents/").partition("?")[0]
            found = errand.ask("GET", f"{RAW}/{SNAPSHOT_REF}/{path}", **rest)
            return holding(found.body, found.at) if isinstance(found, Answer) and found.status == 200 else reply
        return reply

    return Detouring(detour)


@mutant("BOOT-19", reason="HOST_RAISED", collateral="ALL")
def crashes_when_github_is_silent() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if url.startswith(API) and isinstance(reply, Failure):
            raise TimeoutError("GitHub did not answer")
        return reply

    return Detouring(detour)


@mutant("BOOT-19", reason="WRONG_OUTCOME NO_REASON", collateral="BOOT")
def reports_an_unreadable_release_as_no_results() -> Host:
    def tell(report: Report) -> None:
        if report["outcome"] == "BOOTSTRAP_IDENTITY_GAP" and "could not be read" in str(report["reason"]):
            report.update(outcome="SEARCHED", reason=None, gaps=[])

    return Retelling(tell)
