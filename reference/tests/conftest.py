"""An internet in memory for the reference host: a release on GitHub, a broker and pages, all plain data."""

import base64
import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from oa_conformance.reference.host import Host
from oa_conformance.reference.rules import RULES, Rules
from oa_conformance.reference.transport import make_web

API = "https://api.github.com/repos/hoiyu915-droid/open-scholarly-sources"
BROKER = "https://broker.tarn-search.org/v1/search"
RELEASE = "5a1e" * 10
SCHEMA = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "required": ["protocol_version"]}
REQUIRED = [
    "release-manifest.json",
    "registry.json",
    "chatbot-search-routing.json",
    "chatbot-search-protocol.md",
    "chatbot-entry.txt",
    "schemas/chatbot-search-routing.schema.json",
]
Json = dict[str, Any]


def source(source_id: str = "tarn-journal", name: str = "Tarn Journal", **changes: Any) -> Json:
    """A healthy record."""
    return {
        "id": source_id,
        "name": name,
        "canonical_url": "https://www.tarn-press.org/journals/tarn",
        "status": "active",
        "source_type": "journal",
        "oa_scope": "full",
        "subjects": ["limnology"],
        "access_roles": ["discovery", "metadata", "abstract", "fulltext"],
        "notes": "Small mountain lakes.",
        "translation": {"zh-TW": {"name": "冰斗湖期刊", "summary": "高山小湖的研究。"}},
        "parent_id": None,
    } | changes


def routing() -> Json:
    """A routing file with what the host reads of it."""
    return {
        "protocol_version": "2.0.0",
        "method": "chatbot_registry_brokered_oa_search_v2",
        "schema_version": "2.0.0",
        "default_mode": "registry_brokered",
        "modes": {"registry_brokered": {}},
        "brokered_discovery": {"status": "enabled", "eligible_source_count": 1, "maximum_results_per_source": 10},
        "adapters": [],
        "bootstrap": {
            "repository": "hoiyu915-droid/open-scholarly-sources",
            "main_ref_api": f"{API}/branches/main",
            "snapshot_ref": "release-snapshots",
            "required_files": REQUIRED,
        },
    }


def blob_id(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def encoded(said: Any) -> bytes:
    return json.dumps(said, ensure_ascii=False).encode()


class Internet(httpx.BaseTransport):
    """Every exchange of a test. ``files`` are the snapshot branch by path, ``pages`` answers or exceptions by URL.

    ``results`` are the broker's URLs by domain, ``broker`` replaces its whole answer. ``log`` has (method, URL).
    """

    def __init__(self) -> None:
        self.main: Any = {"commit": {"sha": RELEASE}}
        self.files: dict[str, bytes] = {}
        self.reported: dict[str, Json] = {}  # changes of GitHub's answer on a file
        self.pages: dict[str, httpx.Response | Exception] = {}
        self.results: dict[str, list[Any]] = {}
        self.broker: httpx.Response | Exception | None = None
        self.searches: list[Json] = []
        self.log: list[tuple[str, str]] = []
        self.requests: list[httpx.Request] = []

    def publish(
        self, *sources: Json, release_id: str = RELEASE, current: bool = True, contract: Json | None = None
    ) -> None:
        """Put a coherent release on the snapshot branch."""
        contract = contract or routing()
        files = {
            "registry.json": encoded({"sources": list(sources)}),
            "chatbot-search-routing.json": encoded(contract),
            "chatbot-search-protocol.md": b"protocol\n",
            "chatbot-entry.txt": b"entry\n",
            "schemas/chatbot-search-routing.schema.json": encoded(SCHEMA),
        }
        told = {
            "chatbot_search_protocol_version": contract["protocol_version"],
            "chatbot_search_method": contract["method"],
            "chatbot_search_schema_version": contract["schema_version"],
            "chatbot_search_default_mode": contract["default_mode"],
            "chatbot_search_brokered_source_count": contract["brokered_discovery"]["eligible_source_count"],
            "chatbot_search_adapter_count": len(contract["adapters"]),
        }
        listed = {
            name: {"sha256": hashlib.sha256(each).hexdigest(), "bytes": len(each), "git_blob_sha1": blob_id(each)}
            for name, each in files.items()
        }
        ids = {"release_id": release_id, "commit_sha": release_id}
        manifest = encoded(
            ids | told | {"schema_version": "4.0.0", "repository_main_ref_api": f"{API}/branches/main", "files": listed}
        )
        files["release-manifest.json"] = manifest
        self.files |= {f"releases/{release_id}/{name}": each for name, each in files.items()}
        anchors = {
            "manifest_sha256": hashlib.sha256(manifest).hexdigest(),
            "manifest_git_blob_sha1": blob_id(manifest),
        }
        index = json.loads(self.files.get("releases/index.json", b'{"releases": []}'))
        index["releases"].append(ids | told | anchors)
        if current:
            index["current_release_id"] = release_id
        self.files["releases/index.json"] = encoded(index)

    def edit(self, path: str, change: Callable[[Json], object]) -> None:
        """Change a JSON file without anchoring the change anywhere."""
        said = json.loads(self.files[path])
        change(said)
        self.files[path] = encoded(said)

    def page(self, url: str, html: str, **headers: str) -> None:
        self.pages[url] = httpx.Response(
            200, headers={"content-type": "text/html; charset=utf-8"} | headers, content=html.encode()
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        self.log.append((request.method, str(request.url)))
        answer = self.answer(request)
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer.status_code, headers=answer.headers, stream=Raw(answer.content))

    def answer(self, request: httpx.Request) -> httpx.Response | Exception:
        url = str(request.url)
        if url == f"{API}/branches/main":
            return httpx.Response(200, json=self.main) if not isinstance(self.main, Exception) else self.main
        if url.startswith(f"{API}/contents/"):
            return self.github_file(url.removeprefix(f"{API}/contents/").removesuffix("?ref=release-snapshots"))
        if url.startswith(f"{API}/git/blobs/"):
            content = next(each for each in self.files.values() if blob_id(each) == url.rpartition("/")[2])
            return httpx.Response(200, json=github_json(content))
        if url == BROKER:
            asked = json.loads(request.content)
            self.searches.append(asked)
            found = [{"url": each} for each in self.results.get(asked["domains"][0], [])]
            said = {"results": found, "applied_domains": asked["domains"], "result_count": len(found)}
            return self.broker or httpx.Response(200, json=said)
        return self.pages.get(url, httpx.Response(404, headers={"content-type": "text/html"}, content=b"<p>none"))

    def github_file(self, path: str) -> httpx.Response:
        if path not in self.files:
            return httpx.Response(404, json={"message": "Not Found"})
        content = self.files[path]
        said = github_json(content)
        if len(content) > 1_048_576:
            said |= {"content": "", "encoding": "none"}
        said |= self.reported.get(path, {})
        return httpx.Response(200, json={key: value for key, value in said.items() if value is not None})

    def opened(self) -> list[str]:
        """The pages that were asked for, in order."""
        return [url for method, url in self.log if method == "GET" and "api.github.com" not in url]


class Raw(httpx.SyncByteStream):
    """A body as it comes from the network."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    def __iter__(self) -> Iterator[bytes]:
        for start in range(0, len(self._body), 4096):
            yield self._body[start : start + 4096]


def github_json(content: bytes) -> Json:
    wrapped = base64.encodebytes(content).decode()
    return {"sha": blob_id(content), "size": len(content), "encoding": "base64", "content": wrapped}


@pytest.fixture
def internet() -> Internet:
    """A healthy internet whose release has one source."""
    made = Internet()
    made.publish(source())
    return made


@pytest.fixture
def record() -> Callable[..., Json]:
    """Makes a registry record."""
    return source


@pytest.fixture
def ask(internet: Internet) -> Callable[..., Json]:
    """Runs a task on a host in that internet and returns the report."""
    hosts: dict[Rules, Host] = {}

    def run(tools: Any = None, rules: Rules = RULES, **task: Any) -> Json:
        host = hosts.setdefault(rules, Host(make_web(transport=internet), rules))
        return host.run(a_task(**task), tools)

    return run


def a_task(**changes: Any) -> Json:
    opener = changes.pop("open_page", "single_hop")
    broker = changes.pop("web_search", {"url": BROKER, "domain_filter": True})
    return {
        "task_id": "t1",
        "utterance": "Use the OA repo to search for cold lakes.",
        "topic": "cold lakes",
        "mode": None,
        "sources": ["tarn-journal"],
        "breadth": "usual",
        "evidence": "metadata",
        "release_id": None,
        "deadline_s": 60,
        "tools": {"github_fetch": True, "github_fetch_file": True, "web_search": broker, "open_page": opener},
    } | changes


@pytest.fixture
def article() -> Callable[..., str]:
    """Makes the HTML of an article page; ``metas`` replaces those of its head."""
    return article_html


def article_html(
    title: str = "Ice on a tarn",
    container: str | None = "Tarn Journal",
    doi: str | None = "10.5555/tarn.1",
    body: str = "",
    metas: list[tuple[str, str]] | None = None,
    head: str = "",
) -> str:
    if metas is None:
        pairs = [("citation_title", title), ("citation_journal_title", container), ("citation_doi", doi)]
        metas = [(name, said) for name, said in pairs if said] + [("citation_publication_date", "2024/05/01")]
    told = "".join(f'<meta name="{name}" content="{said}">' for name, said in metas)
    return (
        f"<!DOCTYPE html><html><head><title>{title}</title>{told}{head}</head><body><h1>{title}</h1>"
        f'<p class="journal-title">{container or ""}</p>'
        f'<section class="abstract"><h2>Abstract</h2><p>The ice lasted until June.</p></section>{body}</body></html>'
    )


@pytest.fixture(scope="session")
def real_release() -> Path:
    """The directory of the published release, which stands beside a working copy of this project and in no wheel."""
    root = Path(__file__).parents[2].parent / "shared" / "release"
    if not (root / "releases" / "index.json").is_file():
        pytest.skip(f"the published release is not beside the project ({root})")
    return root
