"""Hosts that do no part of the job. None of them may earn a single clause."""

import base64
import json
import os
import time
from collections.abc import Callable, Mapping
from typing import Any

from .. import pinning
from ..broker import query_for
from ..github import API, MAIN_REF_API, REPOSITORY, SNAPSHOT_REF
from ..host import Host
from .making import Report, Retelling, make_web, null_host

Act = Callable[[Mapping[str, Any], Any], object]
EVERYTHING = (
    "registry_brokered", "registry_closed", "direct_only", "fulltext", "pdf", "hashing", "historical", "navigation",
)  # fmt: skip
EMPTY: Report = {
    "outcome": "REFUSED", "reason": "I would rather not.", "registry_release_id": None, "main_ref_commit_sha": None,
    "routing_sha256": None, "mode": None, "recommended_sources": [], "selected_sources": [], "traces": [],
    "rejected_candidates": [], "items": [], "gaps": [], "answer": "Sorry.",
}  # fmt: skip


class Idle:
    """A host that claims everything and whose every task is ``act``."""

    version, capabilities = "0", EVERYTHING

    def __init__(self, act: Act) -> None:
        self.name, self.run = "idle", act


# without traffic


@null_host
def silent() -> Idle:
    return Idle(lambda *_: None)


@null_host
def crashing() -> Idle:
    def act(*_: Any) -> object:
        raise RuntimeError("not today")

    return Idle(act)


@null_host
def exiting() -> Idle:
    return Idle(lambda *_: os._exit(3))


@null_host
def hanging() -> Idle:
    return Idle(lambda *_: time.sleep(10_000))


@null_host
def refusing_everything() -> Idle:
    return Idle(lambda *_: EMPTY)


@null_host
def reporting_garbage() -> Idle:
    return Idle(lambda *_: dict.fromkeys(EMPTY, 7))


@null_host
def flooding() -> Idle:
    """Reports of ten megabytes."""
    return Idle(lambda *_: {**EMPTY, "answer": "Sorry. " * 1_500_000})


@null_host
def always_a_bootstrap_gap() -> Idle:
    gap = {"source_id": None, "status": "BOOTSTRAP_IDENTITY_GAP", "detail": "the manifest's digest differs"}
    said = {**EMPTY, "outcome": "BOOTSTRAP_IDENTITY_GAP", "reason": gap["detail"], "gaps": [gap]}
    return Idle(lambda *_: said)


def of_each_source(task: Mapping[str, Any], status: str) -> Report:
    """A report of a search that says this of each source the user named."""
    sources = task["sources"] or ["arxiv"]
    told = [{"source_id": each, "status": status, "broker_domains": []} for each in sources]
    gaps = [] if status in ("SUCCESS", "NO_RESULTS") else [
        {"source_id": each, "status": status, "detail": "it could not be reached"} for each in sources
    ]  # fmt: skip
    return {
        **EMPTY,
        "outcome": "SEARCHED",
        "reason": None,
        "mode": "registry_brokered",
        "selected_sources": told,
        "gaps": gaps,
    }


@null_host
def always_a_broker_gap() -> Idle:
    return Idle(lambda task, _: of_each_source(task, "SEARCH_BROKER_GAP"))


@null_host
def always_no_results() -> Idle:
    return Idle(lambda task, _: of_each_source(task, "NO_RESULTS"))


@null_host
def always_success() -> Idle:
    return Idle(lambda task, _: of_each_source(task, "SUCCESS"))


@null_host
def one_constant_report() -> Idle:
    url = "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.01001/full"
    facts = dict.fromkeys(("oa_status", "licence", "version", "peer_review", "publication_state"))
    item = {
        "title": "Sleep and memory", "source_ids": ["frontiers-psychology"], "original_url": url,
        "evidence_class": "registry_metadata", "dedupe_key": "doi:10.3389/fpsyg.2024.01001", "facts": facts,
    }  # fmt: skip
    told = {**of_each_source({"sources": ["frontiers-psychology"]}, "SUCCESS"), "items": [item]}
    told["selected_sources"][0]["broker_domains"] = ["www.frontiersin.org"]
    return Idle(lambda *_: {**told, "answer": f"Sleep and memory: {url}"})


# with traffic


def reading_everything(task: Mapping[str, Any], tools: Any) -> None:
    """Read all that GitHub has of the release, search each source, open every page."""
    main = tools.github_fetch(url=MAIN_REF_API).get("json") or {}
    release_id = str((main.get("commit") or {}).get("sha"))
    files = [pinning.INDEX_PATH, *(f"releases/{release_id}/{name}" for name in pinning.REQUIRED_FILES)]
    read = {path: tools.github_fetch_file(repository=REPOSITORY, ref=SNAPSHOT_REF, path=path) for path in files}
    registry = read[f"releases/{release_id}/{pinning.REGISTRY}"]
    if registry.get("encoding") == "none":
        registry = tools.github_fetch(url=f"{API}/git/blobs/{registry['sha']}").get("json") or {}
    for name, host in sources_in(registry, task["sources"] or ()):
        try:
            found = tools.web_search(query=query_for(task["topic"], name), domains=[host], max_results=10)
            for result in found.get("results", []):
                tools.open_page(url=result["url"])
        except (ValueError, TypeError):
            continue


def sources_in(file: Mapping[str, Any], wanted: Any) -> list[tuple[str, str]]:
    """Name and host of the sources wanted, as the registry in GitHub's answer has them."""
    try:
        records = json.loads(base64.b64decode(file["content"]))["sources"]
    except (KeyError, TypeError, ValueError):
        return []
    return [(each["name"], each["canonical_url"].split("/")[2]) for each in records if each["id"] in wanted]


@null_host
def reading_everything_and_refusing() -> Idle:
    def act(task: Mapping[str, Any], tools: Any) -> object:
        reading_everything(task, tools)
        return EMPTY

    return Idle(act)


@null_host
def traffic_without_a_report() -> Idle:
    return Idle(reading_everything)


@null_host
def reading_everything_and_finding_nothing() -> Idle:
    def act(task: Mapping[str, Any], tools: Any) -> object:
        reading_everything(task, tools)
        return of_each_source(task, "NO_RESULTS")

    return Idle(act)


@null_host
def doing_it_all_and_refusing() -> Host:
    """The exemplar, whose report is thrown away."""

    def tell(report: Report) -> None:
        report.clear()
        report.update(EMPTY)

    return Retelling(tell)


@null_host
def doing_it_all_and_calling_it_a_gap() -> Host:
    """The exemplar, that calls whatever it found a gap of the broker."""

    class Gloomy(Host):
        def run(self, task: Mapping[str, Any], tools: Any = None) -> Report:
            super().run(task, tools)
            return of_each_source(task, "SEARCH_BROKER_GAP")

    return Gloomy(make_web())
