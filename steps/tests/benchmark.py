"""What certifying costs: ``python steps/tests/benchmark.py [DIR]`` prints whole-process times and their ratios.

The yardstick is pytest-bdd itself: a run of as many scenarios with as many steps that do nothing. DIR is a published
release to certify on as well. Nothing here passes or fails; runs alternate, so that a busy machine slows all alike.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from gherkin.parser import Parser
from gherkin.pickles.compiler import Compiler

FEATURES = Path(__file__).parents[2] / "features"
WORDS = {"Context": "Given fact", "Action": "When act", "Outcome": "Then end"}
ROUNDS = 5
EMPTY_STEPS = """
from pytest_bdd import given, parsers, scenarios, then, when

scenarios(".")


@given(parsers.re("fact .*"))
def fact():
    pass


@when(parsers.re("act .*"))
def act():
    pass


@then(parsers.re("end .*"))
def end():
    pass
"""


def empty_features(folder: Path) -> tuple[int, int]:
    """Write a twin of our features in which nothing happens; how many scenarios and steps it has."""
    scenarios = steps = 0
    for path in sorted(FEATURES.rglob("*.feature")):
        document = Parser().parse(path.read_text("utf-8"))
        lines = [f"Feature: {path.stem}"]
        for pickle in Compiler().compile({**document, "uri": path.name}):
            scenarios += 1
            steps += len(pickle["steps"])
            lines.append(f"  Scenario: {scenarios} {pickle['name']}")
            lines += [f"    {WORDS[step['type']]} {n}" for n, step in enumerate(pickle["steps"])]
        (folder / f"{path.parent.name}-{path.name}").write_text("\n".join(lines) + "\n", "utf-8")
    (folder / "test_empty.py").write_text(EMPTY_STEPS)
    return scenarios, steps


def seconds(*command: object, cwd: Path) -> float:
    """How long the whole process takes."""
    started = time.perf_counter()
    done = subprocess.run(
        [str(each) for each in command], cwd=cwd, capture_output=True, text=True, timeout=600, check=False
    )
    if done.returncode:
        said = f"{done.stdout[-2000:]}{done.stderr}"
        sys.exit(f"{command[0]} exited with {done.returncode}; there is nothing to measure:\n{said}")
    return time.perf_counter() - started


def main(release: str | None = None) -> None:
    command = [Path(sys.executable).with_name("oa-conformance"), "certify", "--host", "reference"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        scenarios, steps = empty_features(folder)
        print(f"{scenarios} scenarios, {steps} steps, {ROUNDS} rounds after one to warm up; medians")
        runs = {
            "empty scenarios in pytest-bdd": [sys.executable, "-m", "pytest", "-q", "."],
            "certify, bundled release": [*command, "--out", "bundled"],
        }
        if release:
            runs["certify, published release"] = [*command, "--release", Path(release).resolve(), "--out", "published"]
        spent: dict[str, list[float]] = {what: [] for what in runs}
        for number in range(ROUNDS + 1):
            for what, words in runs.items():
                took = seconds(*words, cwd=folder)
                if number:
                    spent[what].append(took)
        yardstick = statistics.median(spent["empty scenarios in pytest-bdd"])
        for what, times in spent.items():
            middle = statistics.median(times)
            print(f"  {what:32} {middle:6.2f} s  {middle / yardstick:5.2f} times the empty scenarios")


if __name__ == "__main__":
    main(*sys.argv[1:2])
