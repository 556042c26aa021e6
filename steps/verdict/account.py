"""A run as its reports tell it: the verdict, and everything that says what it is a verdict on."""

import platform
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from oa_conformance.steps.verdict.clauses import Verdict

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("oa-conformance", "pytest", "pytest-bdd", "gherkin-official", "vcrpy", "httpx", "jsonschema")
IN_PROCESS = (
    "The host ran as Python code in a worker process. Every request of httpx, requests, urllib and aiohttp was "
    "answered from the cassettes; other sockets and subprocesses were refused and logged. Native code that opens a "
    "socket without Python could still have reached the network unseen."
)


@dataclass(frozen=True)
class Host:
    """The host as it described itself.

    ``boundary`` states what it could have done unseen, ``remarks`` what else a reader must know of how it was run.
    """

    spec: str
    name: str
    version: str
    boundary: str = IN_PROCESS
    remarks: tuple[str, ...] = ()


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
class Account:
    """``command`` is how the run was started, ``repeat`` starts it again for one clause once its id is appended."""

    verdict: Verdict
    host: Host
    evidence: Evidence
    suite_sha256: str
    command: str
    repeat: str
    started: datetime
    finished: datetime
    nonce: str
    tools: Mapping[str, str]

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


def suite_files() -> list[Path]:
    """The law and the judge: what a verdict depends on beside host and evidence."""
    features = [path for path in (ROOT / "features").rglob("*") if path.suffix in (".feature", ".json")]
    steps = [path for path in (ROOT / "steps").rglob("*.py") if "tests" not in path.relative_to(ROOT).parts]
    return features + steps
