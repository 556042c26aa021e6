"""A law of three clauses whose scenes end as they are told, and a door that runs nothing."""

import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pytest_bdd import given, parsers, then, when

from oa_conformance.steps import catalogue, collector, session
from oa_conformance.steps.verdict.finding import Finding

FEATURES = {
    "09-identity/hosts.feature": """
@identity
Feature: Shared hosts
  Background:
    Given a world

  @IDENT-02 @MUST
  Rule: A record of another journal is rejected
    Protocol: Shared-host rule

    @accept
    Example: The page names the journal
      When the host runs
      Then it holds

    @reject
    Scenario Outline: The page names <journal>
      When the host runs
      Then it <ends>

      Examples:
        | journal | ends  |
        | sister  | holds |
        | 別刊    | holds |

  @IDENT-04 @SHOULD
  Rule: A doubtful page is left alone
    Protocol: Identity
    No reject example: the accepting one shows it

    @accept
    Example: A doubtful page is not used
      When the host runs
      Then it holds
""",
    "10-evidence/texts.feature": """
Feature: Full texts
  @EVID-01 @MUST_NOT
  Rule: No text is quoted that was not opened
    Protocol: Evidence
    Contract: /evidence

    Background:
      Given a world

    @accept @needs_fulltext
    Example: An opened text is quoted
      When the host runs
      Then it holds

    @reject @interpretation
    Example: A snippet is not quoted
      When the host runs
      Then it holds
""",
}


class Scene:
    """Serves one exchange when the host runs; ``ends`` maps an example key to how it ends."""

    def __init__(self, key: str, ends: Mapping[str, str]) -> None:
        self.key, self.end = key, ends.get(key, "holds")
        self.advisories: list[str] = []
        self.last_words = ""
        self.ran = False
        self.runs: tuple[Any, ...] = ()  # it has nothing to be looked through

    def run(self) -> None:
        self.ran = True
        if self.end == "advises":
            self.advisories.append("tolerated")

    def judge(self) -> None:
        if self.end == "fails":
            raise Finding("WRONG_JOURNAL", "a rejection", "an item that cites \x1b[31mthat page\x1b[0m", [1])
        if self.end == "is lost":
            raise Finding("HOST_NOT_RUN", "a host that can still be run", "not_run: the host hung 3 times in a row")
        if self.end == "errs":
            raise KeyError("no such source")

    def floor_missing(self) -> list[str]:
        return ["the page"] if self.end == "asks nothing" else []

    def evidence(self) -> int:
        return 0 if self.end == "sees nothing" else int(self.ran)

    def offered(self) -> list[str]:
        return ["the broker finds https://a.example/1", "its page is of another journal"]

    def transcript(self) -> dict[str, Any]:
        record = {
            "kind": "request", "n": 1, "method": "GET", "url": "https://a.example/1", "body": None, "status": 200,
            "fault": None, "refused": None,
        }  # fmt: skip
        return {"example": self.key, "attempts": [{"task": {}, "result": {"wire": [record], "report": {"a": "中文"}}}]}


class StandInDoor:
    """Describes a host and runs nothing."""

    def __init__(self, capabilities: tuple[str, ...] = ("registry_brokered",)) -> None:
        self.description = {"name": "stand-in", "version": "1", "capabilities": sorted(capabilities)}
        self.closed = False

    def close(self) -> None:
        self.closed = True


def definitions(ends: Mapping[str, str]) -> types.ModuleType:
    """A module of steps whose scenes end as told."""
    module = types.ModuleType("definitions_of_the_small_law")

    class Steps:
        @pytest.fixture
        def scene(example_key: str, door: object) -> Scene:
            return Scene(example_key, ends)

        @given("a world")
        def world(scene: Scene) -> None:
            """Nothing to prepare."""

        @when("the host runs")
        def run(scene: Scene) -> None:
            scene.run()

        @then(parsers.parse("it {end}"))
        def judge(scene: Scene, end: str) -> None:
            scene.judge()

    vars(module).update({name: value for name, value in vars(Steps).items() if not name.startswith("__")})
    return module


def write(folder: Path, features: Mapping[str, str] = FEATURES) -> Path:
    """The features folder, written below ``folder``."""
    for name, text in features.items():
        path = folder / "features" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return (folder / "features").resolve()


def enact(monkeypatch: pytest.MonkeyPatch, folder: Path, ends: Mapping[str, str], door: object | None = None) -> None:
    """Put the small law in force for this test, with ``door`` as what every adapter opens."""
    monkeypatch.setattr(catalogue, "FEATURES", write(folder))
    monkeypatch.setattr(collector, "step_modules", lambda: [definitions(ends)])
    monkeypatch.setattr(session, "open_adapter", lambda adapter: door or StandInDoor())
    repeal()


def repeal() -> None:
    """Keep nothing of a law or its steps."""
    for kept in (catalogue.shipped, collector.shared, collector.step_defects):
        kept.cache_clear()
