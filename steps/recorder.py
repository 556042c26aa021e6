"""Turns each pytest item of ours into an ExampleResult, and shows pytest what the verdict will make of it."""

from collections.abc import Generator, Mapping
from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest

from oa_conformance.steps.catalogue import Clause, Example
from oa_conformance.steps.verdict.results import (
    Beside,
    ExampleResult,
    Unexercised,
    classified,
    lines_of,
    loads,
    shortened,
)
from oa_conformance.steps.verdict.telling import clean, told_of

if TYPE_CHECKING:
    from pathlib import Path

    from oa_conformance.steps.session import Session
    from oa_conformance.steps.verdict.account import Account
    from oa_conformance.steps.verdict.folder import ResultFolder

SESSION = pytest.StashKey["Session"]()
CLAUSE = pytest.StashKey[Clause]()
EXAMPLE = pytest.StashKey[Example]()


def session_of(config: pytest.Config) -> "Session":
    """The session of this run; made when it is first asked for."""
    if SESSION not in config.stash:
        from oa_conformance.steps.session import Session  # noqa: PLC0415 - other people's projects never need it

        release_dir, out, record = (config.getoption(f"oa_{name}") for name in ("release", "out", "record"))
        config.stash[SESSION] = Session(release_dir, out, record)
    return config.stash[SESSION]


class Recorder:
    """Hooks for our items; every other item passes untouched."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.in_worker = hasattr(config, "workerinput")  # of pytest-xdist: results travel to its controller
        self.folder: ResultFolder | None = None
        self.account: Account | None = None
        self.files: list[Path] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """An example that held shows nothing unless the host asked for what it was about."""
        if EXAMPLE not in item.stash:
            return (yield)
        from oa_conformance.steps import collector, lookup  # noqa: PLC0415 - other people's projects never need them

        with lookup.among_ours(tuple(collector.shared())):
            ended = yield
        scene = scene_of(item)
        missing = scene.floor_missing()
        if missing or not scene.evidence():
            raise Unexercised(missing)
        return ended

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if EXAMPLE in item.stash and (call.when == "call" or call.excinfo):
            result = replace(observed(item, call), trial=session_of(self.config).trial)
            present(report, item, result)
            if self.in_worker:
                session = session_of(self.config)
                vars(report).update(oa_result=result.dumps(), oa_host=session.introduction())
            else:
                session_of(self.config).add(result)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in what a worker of pytest-xdist found."""
        if not self.in_worker and hasattr(report, "oa_result"):
            session = session_of(self.config)
            session.introduce(vars(report)["oa_host"])
            session.add(loads(vars(report)["oa_result"]))

    def pytest_configure(self) -> None:
        """Clear the result folder before anything runs."""
        out = self.config.getoption("oa_out")
        if out is None or self.in_worker:
            return
        from oa_conformance.steps.verdict.folder import FolderError, open_folder  # noqa: PLC0415

        try:
            self.folder = open_folder(out)
        except FolderError as error:
            raise pytest.UsageError(f"--oa-out {error}") from None
        from oa_conformance.steps.publishing import keeping  # noqa: PLC0415

        session = session_of(self.config)
        session.keep = keeping(session, self.folder)

    def pytest_sessionfinish(self) -> None:
        """Close the door; where this is the whole run, write the reports."""
        if SESSION not in self.config.stash:
            return
        session = self.config.stash[SESSION]
        session.close()
        if self.in_worker or not session.results or not session.told_by_pytest:
            return
        from oa_conformance.steps.publishing import account_of, part_that_ran, publish  # noqa: PLC0415

        self.account = account_of(session, part_that_ran(session), "pytest", "pytest --oa-only")
        self.files = publish(self.account, self.folder)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """The verdict in a few lines, beneath pytest's own."""
        if self.account is None:
            return
        from rich.console import Console  # noqa: PLC0415

        from oa_conformance.steps.verdict.terminal import Summary  # noqa: PLC0415

        text = StringIO()
        Summary(Console(file=text, highlight=False), self.account).beneath(self.files)
        terminalreporter.section("protocol")
        for line in text.getvalue().splitlines():
            terminalreporter.write_line(line)

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, Any] | None:
        """A tolerated failure is neither green nor red."""
        if getattr(report, "oa_warn", False):
            return "warn", "W", ("WARN", {"yellow": True})
        return None


def scene_of(item: pytest.Item) -> Any:
    """The scenario's scene, None if it never came to be."""
    assert isinstance(item, pytest.Function)
    return item.funcargs.get("scene")


def observed(item: pytest.Item, call: pytest.CallInfo[None]) -> ExampleResult:
    """The result of the item's example, with all that its scene can show."""
    key = item.stash[EXAMPLE].key
    result = classified(key, call.excinfo.value if call.excinfo else None, call.duration)
    scene = scene_of(item)
    if scene is None:
        return result
    try:
        transcript = scene.transcript()
        others = beside(scene, transcript) if result.outcome == "passed" else ()
        own = [each for each in others if each.clause_id == item.stash[CLAUSE].id]
        if broken := next((each for each in own if not each.reading), None):
            told = {name: getattr(broken, name) for name in ("code", "expected", "found", "exchanges")}
            result, others = replace(result, outcome="failed", **told), ()
        return replace(
            result,
            offered=tuple(scene.offered()),
            advisories=(*scene.advisories, *(f"{each.code}: {each.found}" for each in own if each.reading)),
            evidence=scene.evidence(),
            floor_missing=tuple(scene.floor_missing()),
            last_words=scene.last_words,
            lines=lines_of(transcript, result.exchanges),
            transcript=transcript,
            beside=tuple(each for each in others if each not in own),
        )
    except Exception as error:  # the scene is ours, so is its fault
        return replace(classified(key, error, call.duration), outcome="suite_error")


def beside(scene: Any, transcript: Mapping[str, Any]) -> tuple[Beside, ...]:
    """What the runs of an example that held show against clauses it is not about, one thing a clause."""
    from oa_conformance.steps.audit import beside as audit  # noqa: PLC0415 - it needs what a scene needs

    found: dict[tuple[str, bool], Beside] = {}
    for run in scene.runs:
        for rule, each in audit.beside(run):
            words = {"expected": shortened(each.expected), "found": shortened(each.found)}
            lines = lines_of(transcript, each.exchanges)
            told = Beside(rule.clause_id, rule.reading, each.code, **words, exchanges=each.exchanges, lines=lines)
            found.setdefault((rule.clause_id, rule.reading), told)
    return tuple(found.values())


def present(report: pytest.TestReport, item: pytest.Item, result: ExampleResult) -> None:
    """Make pytest's report say what the verdict will say. A fault of the suite keeps pytest's own traceback."""
    clause, example = item.stash[CLAUSE], item.stash[EXAMPLE]
    match result.outcome:
        case "failed" | "unexercised" | "not_run" if clause.soft(example):
            report.outcome = "passed"
            vars(report).update(oa_warn=True)
            report.sections.append(("WARN", "\n".join(told_of(clause, example, result))))
        case "failed" | "unexercised" | "not_run":
            report.outcome, report.longrepr = "failed", "\n".join(told_of(clause, example, result))
        case "passed" if hard := [each for each in result.beside if not each.reading]:
            told = (f"{each.clause_id} {each.code}: expected {each.expected}; found {each.found}" for each in hard)
            report.outcome, report.longrepr = "failed", "\n".join(map(clean, told))
        case "gated":
            report.longrepr = (clause.feature, example.line, result.found)
        case "suite_error" if result.code == "HOST_UNUSABLE":
            report.longrepr = result.found
