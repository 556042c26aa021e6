"""A few of the real features in force, so that a whole run, certificate and all, takes a second or two."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from oa_conformance.steps import catalogue, collector
from oa_conformance.steps.commands import certify

FEW = ("09-identity/01-shared-hosts.feature",)
HOST = """
from importlib.metadata import entry_points

REFUSAL = dict(outcome="REFUSED", reason="I would rather not.", registry_release_id=None, main_ref_commit_sha=None,
               routing_sha256=None, mode=None, recommended_sources=[], selected_sources=[], traces=[],
               rejected_candidates=[], items=[], gaps=[], answer="Sorry.")


class Borrowed:
    name, version, capabilities = "borrowed", "1.0", ["registry_brokered"]

    def __init__(self, refuses):
        (found,) = entry_points(group="oa_conformance.hosts", name="reference")
        self.host, self.refuses, self.count = found.load()(), refuses, 0

    def run(self, task, tools):
        self.count += 1
        return REFUSAL if self.refuses(self.count, task) else self.host.run(task, tools)


def good():
    return Borrowed(lambda count, task: False)


def flaky():
    return Borrowed(lambda count, task: count == 3)


def refusing():
    return Borrowed(lambda count, task: True)
"""


@contextmanager
def in_force(folder: Path, names: tuple[str, ...] = FEW) -> Iterator[Path]:
    """These features alone are the law in this process; ``folder`` gets a copy, and the module ``borrowed_host``."""
    for name in names:
        path = folder / "features" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(catalogue.FEATURES / name, path)
    (folder / "borrowed_host.py").write_text(HOST)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "FEATURES", (folder / "features").resolve())
        patch.setattr(collector, "step_defects", lambda: ())  # most steps stand in the features that are left out
        patch.chdir(folder)
        catalogue.shipped.cache_clear()
        yield folder
    catalogue.shipped.cache_clear()


def certified(folder: Path, out: str, host: str = "good", **options: object) -> tuple[Path, int]:
    """The folder that a run of a borrowed host has left, and the run's exit code."""
    spec = host if ":" in host else f"python:borrowed_host:{host}"
    return folder / out, certify.certify(certify.Order(spec, out=folder / out, **options))  # type: ignore[arg-type]
