"""Hosts that pin wrongly: main, the index and its entry (BOOT-01 to BOOT-06)."""

import re
from typing import Any

from .. import pinning
from ..github import API, MAIN_REF_API, SNAPSHOT_REF
from ..host import Host
from ..transport import Answer
from .github_detours import INDEX_URL, RAW, current_release, holding, is_ok, main_at, told
from .making import Detouring, Errand, Reply, Report, Retelling, faulty, mutant

# BOOT-01, BOOT-02: main


@mutant("BOOT-01", reason="NOT_READ WRONG_OUTCOME MAIN_NOT_FIRST", collateral="ALL")
def takes_the_pin_from_the_index() -> Host:
    """Believes the index's current release and never asks for main."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        if url != MAIN_REF_API:
            return errand.ask(method, url, **rest)
        reply = errand.ask("GET", INDEX_URL, **rest)
        return main_at(current_release(errand, **rest), reply.at)

    return Detouring(detour)


@mutant("BOOT-01", reason="READ_ELSEWHERE", collateral="BOOT")
def asks_for_main_by_commits_too() -> Host:
    """Asks a second URL for main, to be sure."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if url == MAIN_REF_API:
            errand.ask("GET", f"{API}/commits/main", **rest)
        return reply

    return Detouring(detour)


@mutant("BOOT-01", reason="SEARCHED_BEFORE_PINNED SEARCHED_ANYWAY MAIN_NOT_FIRST", collateral="BOOT")
def searches_while_it_asks_for_main() -> Host:
    """Saves time by asking the broker first."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        if url == MAIN_REF_API:
            sent = {"query": errand.task["topic"], "domains": ["www.frontiersin.org"], "max_results": 10}
            errand.ask("POST", errand.task["tools"]["web_search"]["url"], **{**rest, "json": sent})
        return errand.ask(method, url, **rest)

    return Detouring(detour)


@mutant("BOOT-01", reason="MAIN_NOT_FIRST", turns="WARN")
def asks_for_the_index_before_main() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        if url == MAIN_REF_API:
            errand.ask("GET", INDEX_URL, **rest)
        return errand.ask(method, url, **rest)

    return Detouring(detour)


def retelling_pins(change: Any) -> Host:
    """The exemplar whose report and traces spell the release's ids otherwise."""

    def tell(report: Report) -> None:
        for place in (report, *report["traces"]):
            for name in ("registry_release_id", "main_ref_commit_sha"):
                place[name] = change(place[name]) if place[name] else place[name]

    return Retelling(tell)


@mutant("BOOT-02", reason="PIN_NOT_REPEATED", collateral="BOOT TRACE-02 REPORT-01")
def reports_an_abbreviated_commit() -> Host:
    return retelling_pins(lambda sha: sha[:7])


@mutant("BOOT-02", reason="PIN_NOT_REPEATED", collateral="BOOT TRACE-02 REPORT-01")
def reports_the_commit_in_upper_case() -> Host:
    return retelling_pins(str.upper)


@mutant("BOOT-02", reason="PIN_NOT_REPEATED", collateral="BOOT TRACE-02 REPORT-01")
def reports_the_branch_for_its_commit() -> Host:
    return retelling_pins(lambda _: "main")


@mutant("BOOT-02", reason="WRONG_OUTCOME", turns="WARN")
def lowers_a_commit_in_upper_case() -> Host:
    def main_commit(branch: Any) -> str | None:
        sha = str(branch.get("commit", {}).get("sha")).lower()
        return sha if re.fullmatch("[0-9a-f]{40}", sha) else None

    return faulty(main_commit=main_commit)


@mutant("BOOT-02", reason="WRONG_OUTCOME", turns="WARN")
def completes_an_abbreviated_commit_from_the_index() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if url == MAIN_REF_API and is_ok(reply) and len(sha := str(told(reply)["commit"].get("sha"))) < 40:
            current = current_release(errand, **rest)
            return main_at(current, reply.at) if current.startswith(sha) else reply
        return reply

    return Detouring(detour)


@mutant("BOOT-02", reason="WRONG_OUTCOME", turns="WARN")
def takes_the_index_when_main_names_no_commit() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if url == MAIN_REF_API and is_ok(reply) and not told(reply)["commit"].get("sha"):
            return main_at(current_release(errand, **rest), reply.at)
        return reply

    return Detouring(detour)


@mutant("BOOT-02", reason="WRONG_OUTCOME", turns="WARN")
def mends_a_digit_of_the_commit_by_the_index() -> Host:
    """Takes any commit that agrees with the index in its first digits."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if url == MAIN_REF_API and is_ok(reply):
            sha, current = str(told(reply)["commit"].get("sha")), current_release(errand, **rest)
            return main_at(current, reply.at) if sha[:12] == current[:12] else reply
        return reply

    return Detouring(detour)


# BOOT-03, BOOT-04: the index


@mutant("BOOT-03", reason="READ_ELSEWHERE", collateral="BOOT")
def reads_the_index_of_main_first() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        if url == INDEX_URL:
            errand.ask("GET", url.replace(SNAPSHOT_REF, "main"), **rest)
        return errand.ask(method, url, **rest)

    return Detouring(detour)


@mutant("BOOT-03", reason="SEARCHED_ANYWAY", collateral="BOOT-15 BOOT-19")
def looks_for_a_missing_index_on_the_raw_host() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if url == INDEX_URL and not is_ok(reply):
            found = errand.ask("GET", f"{RAW}/{SNAPSHOT_REF}/{pinning.INDEX_PATH}", **rest)
            return holding(found.body, found.at) if isinstance(found, Answer) and found.status == 200 else reply
        return reply

    return Detouring(detour)


@mutant("BOOT-04", reason="WRONG_OUTCOME")
def does_not_compare_the_index_with_main() -> Host:
    """Reads which release the index calls current and makes nothing of it."""
    return faulty(index_fault=lambda *_: None)


@mutant("BOOT-04", reason="WRONG_OUTCOME", collateral="BOOT-01 BOOT-02 BOOT-13 REPORT-04")
def follows_the_index_where_main_is_ahead() -> Host:
    """Trusts the index over main."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if url == MAIN_REF_API and is_ok(reply) and len(str(told(reply)["commit"].get("sha"))) == 40:
            return main_at(current_release(errand, **rest), reply.at)
        return reply

    return Detouring(detour)


# BOOT-05, BOOT-06: its entry


@mutant("BOOT-05", reason="WRONG_OUTCOME")
def takes_the_first_of_two_entries() -> Host:
    return faulty(entry_fault=lambda entries, release_id: pinning.entry_fault(entries[:1], release_id))


@mutant("BOOT-05", reason="WRONG_OUTCOME", collateral="BOOT-13")
def takes_the_entry_of_another_commit() -> Host:
    return faulty(entry_fault=lambda entries, _: None if len(entries) == 1 else "there is not one entry")


NOBODY = {"manifest_sha256": None, "manifest_git_blob_sha1": None}


@mutant("BOOT-05", reason="WRONG_OUTCOME")
def makes_do_without_an_entry() -> Host:
    def matching_entries(index: Any, release_id: str) -> list[dict[str, Any]]:
        ids = {"release_id": release_id, "commit_sha": release_id}
        return pinning.matching_entries(index, release_id) or [{**ids, **NOBODY, "made_up": True}]

    return faulty(
        matching_entries=matching_entries,
        anchor_fault=lambda entry: None if "made_up" in entry else pinning.anchor_fault(entry),
        blob_fault=lambda file, expected: pinning.blob_fault(file, expected) if expected else None,
        agreement_fault=lambda entry, manifest, routing: pinning.agreement_fault(
            manifest if "made_up" in entry else entry, manifest, routing
        ),
    )


def without_anchor(name: str, is_missing: Any) -> Host:
    """The exemplar for which an entry may do without one of its anchors."""

    def matching_entries(index: Any, release_id: str) -> list[dict[str, Any]]:
        found = pinning.matching_entries(index, release_id)
        return [{**each, name: None} if is_missing(each.get(name)) else each for each in found]

    return faulty(
        matching_entries=matching_entries,
        anchor_fault=lambda entry: None if entry.get(name, "") is None else pinning.anchor_fault(entry),
        blob_fault=lambda file, expected: pinning.blob_fault(file, expected) if expected else None,
    )


@mutant("BOOT-06", reason="WRONG_OUTCOME")
def needs_no_sha256_of_the_manifest() -> Host:
    return without_anchor("manifest_sha256", lambda said: said is None)


@mutant("BOOT-06", reason="WRONG_OUTCOME")
def needs_no_blob_id_of_the_manifest() -> Host:
    return without_anchor("manifest_git_blob_sha1", lambda said: said is None)


@mutant("BOOT-06", reason="WRONG_OUTCOME")
def passes_over_a_sha256_that_is_none() -> Host:
    return without_anchor("manifest_sha256", lambda said: said is not None and len(said) != 64)


@mutant("BOOT-06", reason="WRONG_OUTCOME")
def passes_over_a_blob_id_that_is_none() -> Host:
    return without_anchor("manifest_git_blob_sha1", lambda said: said is not None and len(said) != 40)
