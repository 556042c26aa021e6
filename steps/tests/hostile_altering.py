"""A host that does the exemplar's work and reports it wrongly: ``python:…hostile_altering:altering``."""

import contextlib
import http.client
import os
import random
import sys
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any

from oa_conformance.steps.doors.outcome import CAPABILITIES
from oa_conformance.steps.schemas import validator
from oa_conformance.steps.tests.hostile_values import VALUES, places, replaced

SEED = "OA_HOSTILE_SEED"
"""Environment variable: which of the many alterations ``altering`` makes."""
TRIES = 40
MARKUP = "</title></pre><script>alert(1)</script>"
STEERING = f"\x1b[2J\x1b]0;owned\x07\r\n\u202e\u2028]]>&{MARKUP}"


BROKER, GITHUB, SOURCE = "search.broker-of-record.org", "api.github.com", "www.frontiersin.org"
CONTENTS = "/repos/hoiyu915-droid/open-scholarly-sources/contents/releases"
BODIES = (
    "", "null", "[]", "NaN", "[" * 16_000, "9" * 5_000, '{"query": 5, "domains": [[]]}', '{"domains": [{"a": []}]}',
    '{"query": {"a": 1}, "domains": [null, 1e999]}', '{"query": "\\ud800", "domains": ["\\ud800"]}',
    '{"query": ["sleep"], "domains": "www.frontiersin.org"}', '{"query": "x", "domains": ["www.frontiersin.org", {}]}',
)  # fmt: skip
TARGETS = (
    "https://[", "https://a:99999/", "gopher://x", "*", "//", "/%zz", "/?ref=%ff&ref", f"{CONTENTS}/%2e%2e/index.json",
    f"{CONTENTS}/index.json?ref=a&ref=b&" + "&" * 500, "/" + "x" * 9_000, "/articles/10.3389/fpsyg.2024.01001/full#a",
)  # fmt: skip
DISTURBANCES = (
    *((BROKER, "/v1/search", body) for body in BODIES),
    *((host, target, None) for host in (GITHUB, SOURCE, "export.arxiv.org") for target in TARGETS),
    ("no-such.example", "/", None),
)


class Altering:
    """In each report two values are others, mostly such that it keeps its form, and the free texts steer terminals.

    One task in twenty ends with an error that does. In every other task some requests are beside all rules.
    """

    name, version, capabilities = MARKUP, '"><b onclick=', CAPABILITIES

    def __init__(self, seed: str) -> None:
        (found,) = entry_points(group="oa_conformance.hosts", name="reference")
        self.host, self.seed = found.load()(), seed

    def run(self, task: Mapping[str, Any], tools: Any) -> Any:
        chance = random.Random(f"{self.seed} {task['task_id']}")
        sys.stderr.write(STEERING)
        for _ in range(chance.choice((0, 0, 0, 1, 2, 3))):
            disturb(*chance.choice(DISTURBANCES))
        report = self.host.run(task, tools)
        if chance.random() < 0.05:
            raise RuntimeError(STEERING)
        report = {**report, "reason": STEERING, "answer": report["answer"] + STEERING, STEERING: STEERING}
        for _ in range(2):
            report = altered(report, chance)
        return report


def disturb(host: str, target: str, body: str | None) -> None:
    """Send this, and take no notice of what comes back."""
    client = http.client.HTTPSConnection(host)
    with contextlib.suppress(OSError, http.client.HTTPException):
        client.putrequest("GET" if body is None else "POST", target)
        if body is not None:
            client.putheader("content-length", str(len(body)))
        client.endheaders((body or "").encode() or None)
        client.getresponse().read()


def altered(report: Any, chance: random.Random) -> Any:
    """The report with another value somewhere; one in ten may break its form."""
    keeps = chance.random() < 0.9
    found = list(places(report))
    other = report
    for _ in range(TRIES):
        other = replaced(report, chance.choice(found), chance.choice((*VALUES, STEERING)))
        if not keeps or validator("report").is_valid(other):
            break
    return other


def altering() -> Altering:
    return Altering(os.environ.get(SEED, "0"))
