"""Detours on the way to GitHub that several faulty hosts share."""

import base64
import json
from collections.abc import Callable
from typing import Any

from .. import pinning
from ..github import API, SNAPSHOT_REF, Blob
from ..pinning import INDEX_PATH
from ..transport import Answer
from .making import Errand, Reply

RAW = "https://raw.githubusercontent.com/hoiyu915-droid/open-scholarly-sources"
PAGES = "https://hoiyu915-droid.github.io/open-scholarly-sources"
INDEX_URL = f"{API}/contents/{INDEX_PATH}?ref={SNAPSHOT_REF}"
OPTIONS: dict[str, Any] = {"accept": "application/vnd.github+json", "limit": 24_000_000, "seconds": 30.0}


def names(url: str, file: str) -> bool:
    """Whether the URL asks the contents endpoint for this file."""
    return url.startswith(f"{API}/contents/") and url.partition("?")[0].endswith(f"/{file}")


def is_ok(reply: Reply) -> bool:
    return isinstance(reply, Answer) and reply.status == 200


def told(reply: Reply) -> Any:
    """The JSON of GitHub's answer; an empty object if there is none."""
    return json.loads(reply.body) if isinstance(reply, Answer) and reply.status == 200 else {}


def content(reply: Reply) -> bytes:
    """The bytes of the file in GitHub's answer."""
    return base64.b64decode(told(reply).get("content") or "")


def saying(said: Any, at: str) -> Answer:
    """An answer that GitHub never gave."""
    return Answer(200, {"content-type": "application/json"}, json.dumps(said).encode(), at)


def holding(file: bytes, at: str, sha: str | None = None) -> Answer:
    """GitHub's answer for a file that came from elsewhere, under a blob id of its own."""
    blob = Blob("", "", 0, file)
    encoded = base64.b64encode(file).decode()
    return saying({"sha": sha or blob.git_sha1, "size": len(file), "encoding": "base64", "content": encoded}, at)


def current_release(errand: Errand, **rest: Any) -> str:
    """The current release by the index's own word."""
    index = json.loads(content(errand.ask("GET", INDEX_URL, **rest)) or b"{}")
    return str(index.get("current_release_id"))


def main_at(sha: str, at: str) -> Answer:
    return saying({"name": "main", "commit": {"sha": sha}}, at)


def lax_about(*files: str) -> dict[str, Callable[..., str | None]]:
    """Rules that believe these files whatever GitHub says of them."""

    def blob_fault(file: Blob, expected: str) -> str | None:
        return None if file.path.endswith(files) else pinning.blob_fault(file, expected)

    def bytes_fault(file: Blob, sha256: str | None, size: int | None) -> str | None:
        return None if file.path.endswith(files) else pinning.bytes_fault(file, sha256, size)

    return {"blob_fault": blob_fault, "bytes_fault": bytes_fault}
