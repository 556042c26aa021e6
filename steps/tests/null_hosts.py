"""Hosts that do no part of the job. None of them may earn a single clause.

Each is a factory, as in ``python:oa_conformance.steps.tests.null_hosts:silent``.
"""

import base64
import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from oa_conformance.steps.doors.outcome import CAPABILITIES

Json = dict[str, Any]
REPOSITORY = "hoiyu915-droid/open-scholarly-sources"
API = f"https://api.github.com/repos/{REPOSITORY}"
COPIED = "OA_NULL_HOSTS_TRANSCRIPTS"
"""Environment variable: the ``transcripts`` folder of a run of a good host, for ``copied_report``."""

EMPTY: Json = {
    "outcome": "REFUSED",
    "reason": "I would rather not.",
    "registry_release_id": None,
    "main_ref_commit_sha": None,
    "routing_sha256": None,
    "mode": None,
    "recommended_sources": [],
    "selected_sources": [],
    "traces": [],
    "rejected_candidates": [],
    "items": [],
    "gaps": [],
    "answer": "Sorry.",
}


class NullHost:
    """A host that claims everything and whose every task is ``act``."""

    version = "0"
    capabilities = CAPABILITIES

    def __init__(self, name: str, act: Callable[[Mapping[str, Any], Any], object]) -> None:
        self.name, self.run = name, act


def silent() -> NullHost:
    return NullHost("silent", lambda task, tools: None)


def raising() -> NullHost:
    def act(task: Mapping[str, Any], tools: Any) -> object:
        raise RuntimeError("not today")

    return NullHost("raising", act)


def exiting() -> NullHost:
    return NullHost("exiting", lambda task, tools: os._exit(3))


def hanging() -> NullHost:
    return NullHost("hanging", lambda task, tools: time.sleep(10_000))


def refusing() -> NullHost:
    """Refuses every task without a look."""
    return NullHost("refusing", lambda task, tools: EMPTY)


def gap_reporting() -> NullHost:
    """Calls every release untrustworthy."""
    gap = {"source_id": None, "status": "BOOTSTRAP_IDENTITY_GAP", "detail": "manifest digest differs"}
    report = EMPTY | {"outcome": "BOOTSTRAP_IDENTITY_GAP", "reason": "manifest digest differs", "gaps": [gap]}
    return NullHost("gap_reporting", lambda task, tools: report)


def reading_then_refusing() -> NullHost:
    """Reads all there is, searches, opens every page, and refuses."""

    def act(task: Mapping[str, Any], tools: Any) -> object:
        read_everything(task, tools)
        return EMPTY

    return NullHost("reading_then_refusing", act)


def reading_then_silent() -> NullHost:
    """All the traffic and no report."""
    return NullHost("reading_then_silent", read_everything)


def constant() -> NullHost:
    """One well-formed report of a search, whatever was asked."""
    source = "frontiers-psychology"
    url = "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.01001/full"
    facts = {"oa_status": None, "licence": None, "version": None, "peer_review": None, "publication_state": None}
    item = {
        "title": "Sleep and memory", "source_ids": [source], "original_url": url,
        "evidence_class": "registry_metadata", "dedupe_key": url, "facts": facts,
    }  # fmt: skip
    selected = {"source_id": source, "status": "SUCCESS", "broker_domains": ["www.frontiersin.org"]}
    report = EMPTY | {
        "outcome": "SEARCHED", "reason": None, "mode": "registry_brokered", "registry_release_id": "f" * 40,
        "main_ref_commit_sha": "f" * 40, "routing_sha256": "f" * 64, "selected_sources": [selected],
        "items": [item], "answer": f"Sleep and memory: {url}",
    }  # fmt: skip
    return NullHost("constant", lambda task, tools: report)


def garbage() -> NullHost:
    """A report of the right keys and the wrong values."""
    return NullHost("garbage", lambda task, tools: dict.fromkeys(EMPTY, 7))


def copied_report() -> NullHost:
    """Gives, word for word, the report that a good host gave of the same task, without any traffic."""
    reports: dict[str, object] = {}
    for path in Path(os.environ[COPIED]).rglob("*.json"):
        for attempt in json.loads(path.read_text("utf-8"))["attempts"]:
            reports[attempt["task"]["task_id"]] = attempt["result"]["report"]
    return NullHost("copied_report", lambda task, tools: reports.get(task["task_id"], EMPTY))


def read_everything(task: Mapping[str, Any], tools: Any) -> None:
    """Every file of the release that the index names, a search in the host of each named source, every page found."""
    tools.github_fetch(url=f"{API}/git/ref/heads/main")
    tools.github_fetch(url=f"{API}/branches/main")
    index = published("releases/index.json", tools)
    release_id = index.get("current_release_id") or next(iter(index.get("releases", [{}]))).get("release_id")
    for name in ("release-manifest.json", "chatbot-search-routing.json", "chatbot-search-protocol.md",
                 "chatbot-entry.txt", "schemas/chatbot-search-routing.schema.json"):  # fmt: skip
        published(f"releases/{release_id}/{name}", tools)
    sources = published(f"releases/{release_id}/registry.json", tools).get("sources", [])
    named = task["sources"] or [source["id"] for source in sources[:5]]
    for source in sources:
        if source["id"] not in named:
            continue
        domain = source["canonical_url"].partition("://")[2].partition("/")[0]
        found = tools.web_search(query=f"{task['topic']} {source['name']}", domains=[domain], max_results=10)
        for result in found.get("results", []):
            tools.open_page(url=result["url"])


def published(path: str, tools: Any) -> Json:
    """A published file as JSON; empty if it is none."""
    answer = tools.github_fetch_file(repository=REPOSITORY, ref="release-snapshots", path=path)
    if answer.get("encoding") == "none":
        answer = tools.github_fetch(url=f"{API}/git/blobs/{answer['sha']}")["json"]
    try:
        said = json.loads(base64.b64decode(answer["content"]))
    except (KeyError, TypeError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}
