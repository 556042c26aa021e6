"""A host that does the exemplar's work and reports it wrongly: ``python:…hostile_altering:altering``."""

import os
import random
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any

from oa_conformance.steps.doors.outcome import CAPABILITIES
from oa_conformance.steps.schemas import validator
from oa_conformance.steps.tests.hostile_values import VALUES, places, replaced

SEED = "OA_HOSTILE_SEED"
"""Environment variable: which of the many alterations ``altering`` makes."""
TRIES = 40


class Altering:
    """The exemplar, but in each of its reports two values are others, mostly such that the report keeps its form."""

    name, version, capabilities = "altering", "1", CAPABILITIES

    def __init__(self, seed: str) -> None:
        (found,) = entry_points(group="oa_conformance.hosts", name="reference")
        self.host, self.seed = found.load()(), seed

    def run(self, task: Mapping[str, Any], tools: Any) -> Any:
        chance = random.Random(f"{self.seed} {task['task_id']}")
        report = self.host.run(task, tools)
        for _ in range(2):
            report = altered(report, chance)
        return report


def altered(report: Any, chance: random.Random) -> Any:
    """The report with another value somewhere; one in ten may break its form."""
    keeps = chance.random() < 0.9
    found = list(places(report))
    other = report
    for _ in range(TRIES):
        other = replaced(report, chance.choice(found), chance.choice(VALUES))
        if not keeps or validator("report").is_valid(other):
            break
    return other


def altering() -> Altering:
    return Altering(os.environ.get(SEED, "0"))
