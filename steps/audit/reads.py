"""What a task read of GitHub: which files, from where."""

import json
from urllib.parse import parse_qs, unquote, urlsplit

from oa_conformance.steps.observation import Request, Run
from oa_conformance.steps.world.github import API, NAMES, SNAPSHOTS
from oa_conformance.steps.world.model import READS
from oa_conformance.steps.world.release import INDEX, MANIFEST, ROUTING, Release

MAIN = f"{API}/branches/main"
COPIES = frozenset({"raw.githubusercontent.com", "github.com", "hoiyu915-droid.github.io", "cdn.jsdelivr.net"})


def of(run: Run, name: str) -> tuple[Request, ...]:
    """Requests that gave this file in one of GitHub's ways; ``main`` is the branch resource."""
    ids = {name + way for way in READS}
    if name not in ("main", "index", *NAMES):
        raise ValueError(f"no such file: {name}")
    return tuple(each for each in run.github if each.answered_by.rstrip("0123456789 ") in ids and each.refused is None)


def elsewhere(run: Run) -> list[Request]:
    """Reads of anything but main's branch resource, contents at the snapshot ref and blobs of the repository."""
    found = [each for each in run.github if not allowed(each.url)]
    return found + [each for each in run.elsewhere if each.host in COPIES]


def allowed(url: str) -> bool:
    """Whether the bootstrap may ask GitHub for this URL."""
    parts = urlsplit(url)
    path = f"https://{parts.hostname}{unquote(parts.path)}"
    if path.startswith(f"{API}/contents/releases/"):
        return parse_qs(parts.query).get("ref") == [SNAPSHOTS]
    return path == MAIN or path.startswith(f"{API}/git/blobs/")


def mains(run: Run) -> set[str]:
    """The commits at which GitHub told the host that main is."""
    said = (run.said_by(each.answered_by) for each in of(run, "main") if each.status == 200)
    return {str(each.get("commit", {}).get("sha")) for each in said if isinstance(each, dict)}


def of_other_releases(run: Run, *allowed: str) -> list[Request]:
    """Reads of release files under another id than the pin's and these."""
    start, ids = f"{API}/contents/releases/", (run.release.release_id, *allowed)
    paths = [(each, unquote(urlsplit(each.url).path)) for each in run.github]
    base = urlsplit(start).path
    within = [(each, path.removeprefix(base)) for each, path in paths if path.startswith(base)]
    named = ((each, path) for each, path in within if path != INDEX.removeprefix("releases/"))
    return [each for each, path in named if path.partition("/")[0] not in ids]


def routing_sha256(release: Release) -> str:
    """What the manifest lists for the routing file (BOOT-12)."""
    return str(json.loads(release.files[MANIFEST])["files"][ROUTING]["sha256"])
