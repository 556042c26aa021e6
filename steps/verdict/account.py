"""A run as its reports tell it: the verdict, and everything that says what it is a verdict on."""

import json
import platform
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from oa_conformance.steps.doors.identity import Identity
from oa_conformance.steps.verdict.clauses import Verdict
from oa_conformance.steps.world.store import digest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("oa-conformance", "pytest", "pytest-bdd", "gherkin-official", "vcrpy", "httpx", "jsonschema")
APART = frozenset({"tests", "templates"})  # below steps/, and no part of the judge
IN_PROCESS = (
    "The host ran as Python code in a worker process. Every request of httpx, requests, urllib and aiohttp was "
    "answered from the cassettes; other sockets and subprocesses were refused and logged. Native code that opens a "
    "socket without Python could still have reached the network unseen."
)


@dataclass(frozen=True)
class Host:
    """The host as it described itself.

    ``boundary`` states what it could have done unseen, ``remarks`` what else a reader must know of how it was run.
    ``identity`` is a digest of its code, None where that cannot be told.
    """

    spec: str
    name: str
    version: str
    boundary: str = IN_PROCESS
    remarks: tuple[str, ...] = ()
    identity: Identity | None = None


@dataclass(frozen=True)
class Evidence:
    """What the host was judged on. ``base_sha256`` is the release's, ``served_sha256`` that of all cassettes.

    A scenario that needs a record of its own adds it to the release, so what is served differs from the base.
    """

    release_id: str
    bundled: bool
    base_sha256: str
    served_sha256: str
    cassettes: int


@dataclass(frozen=True)
class Suite:
    """What judged. ``sha256`` is that of features, schemas and the judge's code, ``features_sha256`` of the first two.

    ``tools`` has the versions of what took part, by name.
    """

    sha256: str
    features_sha256: str
    tools: Mapping[str, str]


@dataclass(frozen=True)
class Binding:
    """What a run is bound to before it starts. Its digest stands in every transcript of the run.

    So a transcript of another run, or of another host, release or suite, cannot be put into a certificate's folder
    unnoticed, and none of these can be changed in a certificate alone.
    """

    nonce: str
    options: Mapping[str, Any]
    spec: str
    name: str
    version: str
    identity_sha256: str | None
    capabilities: tuple[str, ...]
    suite_sha256: str
    base_sha256: str

    @property
    def sha256(self) -> str:
        return canonical_sha256({name: getattr(self, name) for name in self.__dataclass_fields__})


@dataclass(frozen=True)
class Account:
    """``command`` is how the run was started, ``repeat`` starts it again for one clause once its id is appended.

    ``options`` are those of ``session.USUAL``.
    """

    verdict: Verdict
    host: Host
    evidence: Evidence
    suite: Suite
    command: str
    repeat: str
    started: datetime
    finished: datetime
    nonce: str
    options: Mapping[str, Any]

    @property
    def seconds(self) -> float:
        return (self.finished - self.started).total_seconds()


def nonce() -> str:
    """What no earlier certificate has."""
    return secrets.token_hex(16)


def now() -> datetime:
    return datetime.now(UTC)


def tool_versions() -> dict[str, str]:
    """Versions of what took part, by name."""
    versions = {"python": platform.python_version(), "platform": platform.platform()}
    for name in TOOLS:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = "not installed"
    return versions


def canonical_sha256(value: Any) -> str:
    """SHA-256 of the value as JSON in its shortest form, keys sorted and everything but ASCII escaped."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return sha256(text.encode()).hexdigest()


@lru_cache(maxsize=1)
def suite() -> Suite:
    """The suite that runs. The law and the judge are what a verdict depends on beside host and evidence."""
    features = [path for path in (ROOT / "features").rglob("*") if path.suffix in (".feature", ".json")]
    steps = [path for path in (ROOT / "steps").rglob("*.py") if not APART & set(path.relative_to(ROOT).parts)]
    return Suite(digest([*features, *steps], ROOT), digest(features, ROOT), tool_versions())
