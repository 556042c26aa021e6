"""Hosts that believe files they should not (BOOT-07 to BOOT-09, BOOT-12, BOOT-18, BOOT-19)."""

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any

from .. import pinning
from ..github import API, MAIN_REF_API, SNAPSHOT_REF, Blob
from ..host import Host
from ..pinning import MANIFEST, REGISTRY, ROUTING
from ..transport import Answer, Failure
from .github_detours import RAW, content, holding, is_ok, lax_about, names, saying, told
from .making import Detouring, Errand, Reply, Report, Retelling, faulty, mutant

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
