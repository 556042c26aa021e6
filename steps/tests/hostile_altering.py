"""A host that does the exemplar's work and reports it wrongly: ``python:…hostile_altering:altering``."""

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


class Altering:
    """In each report two values are others, mostly such that it keeps its form, and the free texts steer terminals.

    One task in twenty ends with an error that does.
    """

    name, version, capabilities = MARKUP, '"><b onclick=', CAPABILITIES

    def __init__(self, seed: str) -> None:
        (found,) = entry_points(group="oa_conformance.hosts", name="reference")
        self.host, self.seed = found.load()(), seed

    def run(self, task: Mapping[str, Any], tools: Any) -> Any:
        chance = random.Random(f"{self.seed} {task['task_id']}")
        sys.stderr.write(STEERING)
        report = self.host.run(task, tools)
        if chance.random() < 0.05:
            raise RuntimeError(STEERING)
        report = {**report, "reason": STEERING, "answer": report["answer"] + STEERING, STEERING: STEERING}
        for _ in range(2):
            report = altered(report, chance)
        return report


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
