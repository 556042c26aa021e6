"""What GitHub's REST API says of a release: the branch, and every file in the four ways GitHub gives one.

    main                 the branch resource; its commit is the release id
    <name>               contents endpoint, JSON: base64 up to GitHub's limit, above it no content at all
    <name> raw           contents endpoint, the body alone
    <name> blob          git/blobs endpoint, JSON
    <name> blob raw      git/blobs endpoint, the body alone

``<name>`` is index, manifest, registry, routing, protocol, entry or schema; for a release beside the current one its
label stands before it ("autumn manifest"). ``url``, ``html_url`` and ``download_url`` point where GitHub's would: bait.
"""

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from oa_conformance.steps.world.cassette import Answer, Interaction
from oa_conformance.steps.world.release import FILES, INDEX, Release, git_blob_sha1, sha256

REPOSITORY = "hoiyu915-droid/open-scholarly-sources"
API = f"https://api.github.com/repos/{REPOSITORY}"
WEB = f"https://github.com/{REPOSITORY}"
RAW = f"https://raw.githubusercontent.com/{REPOSITORY}"
SNAPSHOTS = "release-snapshots"
CONTENT_LIMIT = 1_048_576  # bytes; a larger file has no content in the JSON of the contents endpoint
JSON_MEDIA, RAW_MEDIA = "application/vnd.github+json", "application/vnd.github.raw+json"
NAMES = ("manifest", "registry", "routing", "protocol", "entry", "schema")  # of FILES, in their order


@lru_cache(maxsize=16)
def github_interactions(release: Release) -> tuple[Interaction, ...]:
    """The exchanges of the current release: branch, index and its six files."""
    return main_is(release.release_id), *file_interactions("index", INDEX, release.index), *directory(release)


def directory(release: Release, label: str = "") -> tuple[Interaction, ...]:
    """The exchanges of a release's six files alone; ``label`` sets an older release's ids apart."""
    found: list[Interaction] = []
    for name, file in zip(NAMES, FILES, strict=True):
        path = f"releases/{release.release_id}/{file}"
        found += file_interactions(f"{label} {name}".strip(), path, release.files[file])
    return tuple(found)


def main_is(commit: str, interaction_id: str = "main") -> Interaction:
    """The branch resource of main, at this commit."""
    bot = {"name": "GitHub", "email": "noreply@github.com", "date": "2026-09-14T01:30:00Z"}
    tree, parent = (hashlib.sha1(f"{commit} {what}".encode()).hexdigest() for what in ("tree", "parent"))
    said = {
        "name": "main",
        "commit": {
            "sha": commit,
            "node_id": _node_id("C", commit),
            "commit": {
                "author": bot,
                "committer": bot,
                "message": "Publish a release of the registry",
                "tree": {"sha": tree, "url": f"{API}/git/trees/{tree}"},
                "url": f"{API}/git/commits/{commit}",
                "comment_count": 0,
                "verification": {
                    "verified": False,
                    "reason": "unsigned",
                    "signature": None,
                    "payload": None,
                    "verified_at": None,
                },
            },
            "url": f"{API}/commits/{commit}",
            "html_url": f"{WEB}/commit/{commit}",
            "comments_url": f"{API}/commits/{commit}/comments",
            "author": None,
            "committer": None,
            "parents": [{"sha": parent, "url": f"{API}/commits/{parent}", "html_url": f"{WEB}/commit/{parent}"}],
        },
        "_links": {"self": f"{API}/branches/main", "html": f"{WEB}/tree/main"},
        "protected": False,
        "protection": {
            "enabled": False,
            "required_status_checks": {"enforcement_level": "off", "contexts": [], "checks": []},
        },
        "protection_url": f"{API}/branches/main/protection",
    }  # fmt: skip
    return Interaction(interaction_id, "GET", f"{API}/branches/main", json_answer(said), JSON_MEDIA)


def file_interactions(name: str, path: str, content: bytes, ref: str = SNAPSHOTS) -> tuple[Interaction, ...]:
    """One file in GitHub's four ways. ``path`` is its place in the repository, ``ref`` the branch it is read from."""
    sha = git_blob_sha1(content)
    place, blob = f"{API}/contents/{path}?ref={ref}", f"{API}/git/blobs/{sha}"
    return (
        Interaction(name, "GET", place, contents_answer(path, content, ref=ref), JSON_MEDIA),
        Interaction(f"{name} raw", "GET", place, raw_answer(content), RAW_MEDIA),
        Interaction(f"{name} blob", "GET", blob, blob_answer(content), JSON_MEDIA),
        Interaction(f"{name} blob raw", "GET", blob, raw_answer(content), RAW_MEDIA),
    )


def contents_answer(path: str, content: bytes, *, ref: str = SNAPSHOTS, sha: str | None = None) -> Answer:
    """The contents endpoint's JSON. ``sha`` is what GitHub claims; by default the truth."""
    claimed = sha or git_blob_sha1(content)
    place, page = f"{API}/contents/{path}?ref={ref}", f"{WEB}/blob/{ref}/{path}"
    shown = len(content) <= CONTENT_LIMIT
    return json_answer(
        {
            "name": path.rpartition("/")[2],
            "path": path,
            "sha": claimed,
            "size": len(content),
            "url": place,
            "html_url": page,
            "git_url": f"{API}/git/blobs/{claimed}",
            "download_url": f"{RAW}/{ref}/{path}",
            "type": "file",
            "content": wrapped(content) if shown else "",
            "encoding": "base64" if shown else "none",
            "_links": {"self": place, "git": f"{API}/git/blobs/{claimed}", "html": page},
        }
    )


def blob_answer(content: bytes) -> Answer:
    """The git/blobs endpoint's JSON; of a very large file only the description, see ``described``."""
    made = described(content)
    if made:
        headers = _headers(f"blob {sha256(content)}", "application/json", "json")
        return Answer(headers=headers, made={"generator": "github_blob", "of": made})
    sha = git_blob_sha1(content)
    return json_answer(
        {
            "sha": sha,
            "node_id": _node_id("B", sha),
            "size": len(content),
            "url": f"{API}/git/blobs/{sha}",
            "content": wrapped(content),
            "encoding": "base64",
        }
    )


def raw_answer(content: bytes) -> Answer:
    """The body alone, without the JSON's sha."""
    headers, made = _headers(sha256(content), RAW_MEDIA, "raw"), described(content)
    return Answer(headers=headers, made=made) if made else Answer(headers=headers, stored=content)


def described(content: bytes) -> Mapping[str, Any] | None:
    """How to make the bytes of a file above GitHub's limit that ends in blank lines; None for any other file.

    A cassette then stores the description. See ``cassette.generated``.
    """
    written = content.rstrip(b"\n") + b"\n"
    if len(content) <= CONTENT_LIMIT or len(content) - len(written) < len(content) // 2:
        return None
    return {"generator": "fill", "bytes": len(content), "head": written.decode(), "fill": "\n"}


def wrapped(content: bytes) -> str:
    """Base64 as GitHub spells it: lines of 60 characters, each ended by a newline."""
    text = base64.b64encode(content).decode()
    return "".join(f"{text[at : at + 60]}\n" for at in range(0, len(text), 60))


def json_answer(said: Mapping[str, Any], status: int = 200, reason: str = "OK") -> Answer:
    """JSON with the headers that GitHub sends."""
    stored = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
    return Answer(status, reason, _headers(sha256(stored), "application/json", "json"), stored)


def refusal(status: int, reason: str, message: str) -> Answer:
    """An error of GitHub's, in its own form."""
    said = {"message": message, "documentation_url": "https://docs.github.com/rest", "status": str(status)}
    return json_answer(said, status, reason)


def _headers(seed: str, media: str, param: str) -> tuple[tuple[str, str], ...]:
    given = "github.v3; format=json" if param == "json" else f"github.v3; param={param}; format=json"
    return (
        ("content-type", f"{media}; charset=utf-8"),
        ("etag", f'W/"{hashlib.sha256(seed.encode()).hexdigest()}"'),
        ("cache-control", "public, max-age=60, s-maxage=60"),
        ("vary", "Accept,Accept-Encoding, Accept, X-Requested-With"),
        ("x-github-media-type", given),
        ("x-github-api-version-selected", "2022-11-28"),
        ("x-ratelimit-limit", "60"),
        ("x-ratelimit-remaining", "52"),
    )


def _node_id(kind: str, sha: str) -> str:
    return f"{kind}_{base64.urlsafe_b64encode(bytes.fromhex(sha)).decode().rstrip('=')}"
