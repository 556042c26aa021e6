"""Let pytest run the features for a command, with nothing of what else is installed or set for pytest."""

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import zip_longest

import pytest

from oa_conformance.steps import catalogue
from oa_conformance.steps.recorder import EXAMPLE, SESSION
from oa_conformance.steps.session import Session
from oa_conformance.steps.verdict.results import one_line

PLUGINS = ("pytest_bdd.plugin", "oa_conformance.steps.plugin")
WITHOUT = ("terminal", "cacheprovider", "junitxml", "doctest", "logging", "pastebin", "unittest", "stepwise")


class SuiteProblem(Exception):
    """The features could not be run at all: a fault of the suite. The message is one line."""


class Listener:
    """The pytest plugin of one run: hands over the session and hears what pytest could not do."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.problems: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.stash[SESSION] = self.session

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.problems.append(" ".join(str(report.longrepr).split()))

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        self.problems.append(f"{type(excinfo.value).__name__}: {one_line(excinfo.value)}")


class Trials(Listener):
    """Runs all examples, then all of them again, so many times; a trial never follows upon itself.

    What the session has a result of, from an earlier sitting, is not run again.
    """

    def __init__(self, session: Session, trials: int) -> None:
        super().__init__(session)
        self.trials = trials
        self.done = frozenset((each.key, each.trial) for each in session.results)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """As pytest's own loop, so many times over. Raises what it raises to stop."""
        if session.testsfailed:
            raise session.Interrupted("the features could not be collected")
        for trial in range(1, self.trials + 1):
            self.session.trial = trial
            self.run_examples(
                session, [each for each in session.items if (each.stash[EXAMPLE].key, trial) not in self.done]
            )
        return True

    def run_examples(self, session: pytest.Session, items: Sequence[pytest.Item]) -> None:
        """Run these items, one after the other. Raises what pytest raises to stop."""
        for item, following in zip_longest(items, items[1:]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
            if session.shouldstop:
                raise session.Interrupted(session.shouldstop)


def run_features(listener: Listener, *words: str) -> int:
    """Let pytest run the features with this plugin and these options; its exit code. Raises SuiteProblem."""
    arguments = [
        str(catalogue.FEATURES), "-c", os.devnull, "--rootdir", str(catalogue.FEATURES), "--import-mode=importlib",
        "--assert=plain", "--capture=no", "--noconftest",
        *(word for name in WITHOUT for word in ("-p", f"no:{name}")),
        *(word for name in PLUGINS for word in ("-p", name)),
        *words,
    ]  # fmt: skip
    with alone():
        code = pytest.main(arguments, plugins=[listener])
    if listener.problems:
        raise SuiteProblem(f"the features cannot be run: {listener.problems[0][:1000]}")
    return int(code)


@contextmanager
def alone() -> Generator[None]:
    """Keep what else is installed or set for pytest out of the run."""
    settings = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "", "PYTEST_PLUGINS": ""}
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
