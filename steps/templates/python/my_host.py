"""A small chatbot host in Python: it searches the sources that the user names, and does nothing else.

It pins the release, asks the broker for each named source, opens the first candidate that may be opened, and reports a
page whose own metadata name the source. Whatever it cannot do it says so. Standard library alone; grow it from here.
"""

import base64
import hashlib
import json
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any

REPOSITORY = "hoiyu915-droid/open-scholarly-sources"
MAIN = f"https://api.github.com/repos/{REPOSITORY}/branches/main"
MANIFEST, ROUTING = "release-manifest.json", "chatbot-search-routing.json"
FILES = (
    "registry.json", ROUTING, "chatbot-search-protocol.md", "chatbot-entry.txt",
    "schemas/chatbot-search-routing.schema.json",
)  # fmt: skip
AGREED = {
    "chatbot_search_protocol_version": "protocol_version",
    "chatbot_search_method": "method",
    "chatbot_search_schema_version": "schema_version",
    "chatbot_search_default_mode": "default_mode",
}
GAPS = ("NO_CANONICAL_SEARCH_ROUTE", "SEARCH_BROKER_GAP", "SOURCE_IDENTITY_GAP", "ORIGINAL_FETCH_GAP")
SAFE_URL = re.compile(r"https://((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,})(?:[/?][!-\"$-\[\]-~]*)?")
UNSAFE_PATH = re.compile(r"%2f|%5c|%25|%c0|%(?![0-9a-f]{2})|(?:^|/)(?:\.|%2e){1,2}(?:[/;?]|$)", re.IGNORECASE)

Json = dict[str, Any]


class IdentityGapError(Exception):
    """The bootstrap does not hold; the message names what disagrees."""


class Host:
    name, version, capabilities = "my-host", "0.1.0", ("registry_brokered", "hashing")

    def run(self, task: Json, tools: Any) -> Json:
        """The report on a task. ``tools`` has github_fetch, github_fetch_file, web_search and open_page."""
        report: Json = {
            "outcome": "REFUSED", "reason": None, "registry_release_id": None, "main_ref_commit_sha": None,
            "routing_sha256": None, "mode": "registry_brokered", "recommended_sources": [], "selected_sources": [],
            "traces": [], "rejected_candidates": [], "items": [], "gaps": [], "answer": "",
        }  # fmt: skip
        if why := cannot(task):
            return {**report, "reason": why, "answer": f"I did not search: {why}."}
        try:
            pin, sources = pinned(tools)
        except IdentityGapError as error:
            gap = {"source_id": None, "status": "BOOTSTRAP_IDENTITY_GAP", "detail": str(error)}
            return {
                **report,
                "outcome": gap["status"],
                "reason": str(error),
                "gaps": [gap],
                "answer": f"Stopped: {error}.",
            }
        report |= {**pin, "outcome": "SEARCHED"}
        for source_id in task["sources"]:
            search(task, tools, pin, sources.get(source_id, {"id": source_id}), report)
        found = [f"{each['title']} {each['original_url']}" for each in report["items"]]
        states = [f"{each['source_id']}: {each['status']}" for each in report["selected_sources"]]
        return {**report, "answer": "\n".join([*states, *found])}


def make() -> Host:
    return Host()


def cannot(task: Json) -> str | None:
    """Why this host declines the task."""
    if task["sources"] is None:
        return "this host searches only sources that the user names"
    if task["mode"] not in (None, "registry_brokered") or task["release_id"] is not None:
        return "this host searches the current release, in registry_brokered mode alone"
    return "this host reports no full texts" if task["evidence"] == "fulltext" else None


# the pin


def pinned(tools: Any) -> tuple[Json, dict[str, Json]]:
    """What every trace repeats, and the registry's sources by id. Raises IdentityGapError."""
    main = tools.github_fetch(url=MAIN)
    release = ((main.get("json") or {}).get("commit") or {}).get("sha")
    require(main.get("status") == 200 and is_hex(release, 40), "main names no commit")
    index = json.loads(fetched(tools, "releases/index.json")[1])
    require(index.get("current_release_id") == release, "main and index disagree")
    entries = [each for each in index["releases"] if each.get("release_id") == release]
    require(len(entries) == 1 and entries[0].get("commit_sha") == release, "no single entry of the index is the pin's")
    entry = entries[0]
    anchors = {"sha256": entry.get("manifest_sha256"), "git_blob_sha1": entry.get("manifest_git_blob_sha1")}
    manifest = json.loads(proven(tools, release, MANIFEST, anchors))
    right = {"release_id": release, "commit_sha": release, "schema_version": "4.0.0", "repository_main_ref_api": MAIN}
    require(all(manifest.get(name) == value for name, value in right.items()), "the manifest is not that of the pin")
    contents = {path: proven(tools, release, path, manifest["files"].get(path) or {}) for path in FILES}
    routing = json.loads(contents[ROUTING])
    said = {name: routing[ours] for name, ours in AGREED.items()} | {
        "chatbot_search_adapter_count": len(routing["adapters"]),
        "chatbot_search_brokered_source_count": routing["brokered_discovery"]["eligible_source_count"],
    }
    agreed = all(entry.get(name) == value == manifest.get(name) for name, value in said.items())
    required = sorted(routing["bootstrap"]["required_files"])
    require(agreed and required == sorted((MANIFEST, *FILES)), "index, manifest and routing file disagree")
    digest = manifest["files"][ROUTING]["sha256"]
    pin = {"registry_release_id": release, "main_ref_commit_sha": release, "routing_sha256": digest}
    return pin, {each["id"]: each for each in json.loads(contents["registry.json"])["sources"]}


def fetched(tools: Any, path: str) -> tuple[str, bytes]:
    """The blob id that GitHub reports, and the bytes; by the blob where GitHub gives no content here."""
    file = tools.github_fetch_file(repository=REPOSITORY, ref="release-snapshots", path=path)
    require(file.get("status") == 200 and is_hex(file.get("sha"), 40), f"{path} cannot be read")
    if file.get("encoding") == "none":
        blob = tools.github_fetch(url=f"https://api.github.com/repos/{REPOSITORY}/git/blobs/{file['sha']}")
        file |= {"encoding": None, **(blob.get("json") or {})}
    require(file["encoding"] == "base64" and isinstance(file["content"], str), f"{path} has no content")
    return file["sha"], base64.b64decode(file["content"])


def proven(tools: Any, release: str, path: str, listed: Json) -> bytes:
    """The bytes of a release file, once blob id and digest are those that are listed."""
    require(is_hex(listed.get("sha256"), 64) and is_hex(listed.get("git_blob_sha1"), 40), f"{path} is not listed")
    blob, content = fetched(tools, f"releases/{release}/{path}")
    own = hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
    digests = (blob, own, hashlib.sha256(content).hexdigest())
    right = (listed["git_blob_sha1"], listed["git_blob_sha1"], listed["sha256"])
    require(digests == right, f"{path} is not what is listed")
    return content


def is_hex(value: object, digits: int) -> bool:
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", value) is not None


def require(holds: bool, why: str) -> None:
    if not holds:
        raise IdentityGapError(why)


# the search


def search(task: Json, tools: Any, pin: Json, source: Json, report: Json) -> None:
    """Search one source and write what came of it into the report."""
    trace = new_trace(pin, source["id"])
    status, why = searched(task, tools, source, trace, report)
    trace |= {"status": status}
    report["traces"].append(trace)
    domains = trace["broker_domains"]
    report["selected_sources"].append({"source_id": source["id"], "status": status, "broker_domains": domains})
    if status in GAPS:
        report["gaps"].append({"source_id": source["id"], "status": status, "detail": why})


def searched(task: Json, tools: Any, source: Json, trace: Json, report: Json) -> tuple[str, str | None]:
    """The status in which the source ends, and why."""
    safe = SAFE_URL.fullmatch(source.get("canonical_url") or "")
    if source.get("status") != "active" or "discovery" not in source["access_roles"] or not safe:
        return "NO_CANONICAL_SEARCH_ROUTE", "it is not active, lacks the discovery role or has no safe URL"
    if not (task["tools"]["web_search"] or {}).get("domain_filter"):
        return "SEARCH_BROKER_GAP", "there is no search tool that filters by domain"
    host, topic = safe[1], " ".join(re.findall(r"[\w'-]+", task["topic"] or "")).replace(" OR ", " or ")
    query = f'{topic} "{source["name"]}"'
    trace |= {
        "discovery_method": "registry_source_broker", "broker_id": "host-web-search",
        "broker_operation": "search_query", "broker_query": query, "broker_domains": [host],
    }  # fmt: skip
    said = tools.web_search(query=query, domains=[host], max_results=10)
    trace["observed_at"] = said["at"]
    results = said.get("results")
    if not isinstance(results, list):
        return "SEARCH_BROKER_GAP", "the broker gave no list of results"
    trace["broker_result_count"] = len(results)
    if said.get("applied_domains", [host]) != [host] or said.get("result_count", len(results)) != len(results):
        return "SEARCH_BROKER_GAP", "the broker's answer contradicts the search"
    if not results:
        return "NO_RESULTS", None
    return opened([each["url"] for each in results], tools, task, source, trace, report)


def opened(urls: list[str], tools: Any, task: Json, source: Json, trace: Json, report: Json) -> tuple[str, str | None]:
    """Open the first candidate that may be opened; this host looks no further."""
    host, may_open = trace["broker_domains"][0], bool(task["tools"]["open_page"])
    good = next((each for each in urls if may_be_opened(each, host)), None) if may_open else None
    for url in urls:
        code = "BUDGET" if may_be_opened(url, host) else "MALFORMED"
        if url != good:
            reason = "one candidate is opened" if code == "BUDGET" else "it is not a plain https URL on the host"
            rejected = {"source_id": source["id"], "url": url, "reason_code": code, "reason": reason}
            report["rejected_candidates"].append(rejected)
    if good is None:
        return ("SOURCE_IDENTITY_GAP" if may_open else "ORIGINAL_FETCH_GAP"), "no candidate could be opened"
    trace |= {"candidate_url": good, "candidate_identity_status": "UNVERIFIED", "request_url": good}
    page = tools.open_page(url=good)
    trace["observed_at"] = page["at"]
    if "error" in page:
        return "ORIGINAL_FETCH_GAP", f"the page gave no answer: {page['error']['message']}"
    kind = page["headers"].get("content-type")
    trace |= {"http_status": page["status"], "content_type": kind, "observed_url": page["url"]}
    body = base64.b64decode(page["body"])
    if page["status"] != 200 or not (kind or "").startswith("text/html") or not body or page["url"] != good:
        return "ORIGINAL_FETCH_GAP", "the page is no document on the source's host"
    metas = Metas(body.decode(errors="replace"))
    verified = metas.containers == {plain(source["name"])}
    trace |= {
        "parser": "registered_source_document_v1", "original_record_observed": True,
        "source_identity_verified": verified,
    }  # fmt: skip
    if not verified:
        return "SOURCE_IDENTITY_GAP", "the page does not name the source, and it alone, as its container"
    key = f"doi:{metas.doi}" if metas.doi else f"title:{plain(metas.title)}|{metas.year}"
    evidence = {"evidence_class": "registry_metadata", "dedupe_key": key}
    trace |= {"candidate_identity_status": "VERIFIED", **evidence}
    facts = dict.fromkeys(("oa_status", "licence", "version", "peer_review", "publication_state"))
    item = {"title": metas.title, "source_ids": [source["id"]], "original_url": good, "facts": facts, **evidence}
    report["items"].append(item)
    return "SUCCESS", None


def may_be_opened(url: str, host: str) -> bool:
    """Whether the URL, as it is written, is on the host and hides nothing in its path."""
    found = SAFE_URL.fullmatch(url)
    return found is not None and found[1] == host and not UNSAFE_PATH.search(url.partition("?")[0][len("https://") :])


def plain(name: str) -> str:
    return " ".join(re.findall(r"\w+", name.casefold().replace("&", " and ")))


class Metas(HTMLParser):
    """What the metas of a page's head say: container, title, year and DOI."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.containers: set[str] = set()
        self.title = self.year = self.doi = ""
        self.feed(page.partition("<body")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        name, content = said.get("name", "").lower(), said.get("content", "")
        if tag != "meta" or not content:
            return
        if name in ("citation_journal_title", "prism.publicationname", "citation_conference_title"):
            self.containers.add(plain(content))
        elif name == "citation_title":
            self.title = content
        elif name == "citation_publication_date":
            self.year = content[:4]
        elif name == "citation_doi":
            self.doi = re.sub(r"^(https?://(dx\.)?doi\.org/|doi:)", "", content.lower())


def new_trace(pin: Json, source_id: str) -> Json:
    """The 28 fields of a brokered attempt before anything was asked."""
    nothing = (
        "discovery_method", "broker_id", "broker_operation", "broker_query", "broker_result_count", "adapter_id",
        "candidate_url", "candidate_identity_status", "request_url", "observed_url", "http_status", "content_type",
        "parser", "source_identity_verified", "original_record_observed", "evidence_class", "dedupe_key",
    )  # fmt: skip
    return {
        **pin, **dict.fromkeys(nothing), "mode": "registry_brokered", "broker_domains": [], "redirect_chain": [],
        "source_route_id": f"registry:{source_id}", "provider_source_id": source_id, "target_source_id": source_id,
        "observed_at": datetime.now(UTC).isoformat(), "status": "",
    }  # fmt: skip
