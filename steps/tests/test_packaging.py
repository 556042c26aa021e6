"""The wheel holds what git tracks and nothing else, and works in an empty environment, in another folder."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from oa_conformance.steps import catalogue

ROOT = Path(__file__).parents[2]
OUTSIDE = ("README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml", "conftest.py")
PROJECT = """
import pytest


class Host:
    name, version, capabilities = "silent", "1", ["registry_brokered"]

    def run(self, task, tools):
        return None


@pytest.fixture(scope="session")
def adapter():
    return Host()
"""


def run(*command: object, cwd: Path, expect: int = 0) -> str:
    """What the command says; without the variables that would let it see this checkout."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    done = subprocess.run(
        [str(each) for each in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == expect, f"{command} exited with {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean clone of what is committed, with the working tree's changes to tracked files laid over it."""
    where = tmp_path_factory.mktemp("clone") / "oa-conformance"
    run("git", "clone", "--quiet", "--no-hardlinks", ROOT, where, cwd=ROOT)
    return where


@pytest.fixture(scope="module")
def wheel(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", out, clone, cwd=out)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an empty environment with the wheel in it."""
    home = tmp_path_factory.mktemp("empty")
    venv.create(home, with_pip=True)
    run(home / "bin" / "python", "-m", "pip", "install", "--quiet", wheel, cwd=home)
    return home / "bin" / "python"


def test_the_wheel_holds_what_git_tracks(clone: Path, wheel: Path) -> None:
    tracked = run("git", "-c", "core.quotepath=off", "ls-files", cwd=clone).splitlines()
    wanted = {
        f"oa_conformance/{each}"
        for each in tracked
        if each not in OUTSIDE and not each.startswith(".") and "/tests/" not in each
    }
    with zipfile.ZipFile(wheel) as archive:
        held = {each for each in archive.namelist() if ".dist-info/" not in each}
    assert held == wanted


def test_the_reference_is_certified_from_another_folder(python: Path, tmp_path: Path) -> None:
    said = run(python.with_name("oa-conformance"), "certify", "--host", "reference", "--out", "made", cwd=tmp_path)
    assert "CERTIFIED" in said
    assert (tmp_path / "made" / "certificate.json").is_file()
    assert run(python.with_name("oa-conformance"), "verify", "made", cwd=tmp_path).endswith("VERIFIED\n")
    command = [python.with_name("oa-conformance"), "verify", "made", "--key", "signer.pub"]
    assert "pip install 'oa-conformance[sign]'" in run(*command, cwd=tmp_path, expect=2)


def test_a_project_that_lives_in_pytest_is_judged_and_otherwise_left_alone(python: Path, tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "conftest.py").write_text(PROJECT)
    (tests / "test_protocol.py").write_text(
        "from oa_conformance.steps.plugin import load_features\n\nload_features(only=['IDENT-02'])\n"
    )
    (tests / "own.feature").write_text(
        "Feature: Ours\n  Scenario: Ours\n    When the host runs the task\n    Then it is ours\n"
    )
    (tests / "test_own.py").write_text(
        "from pytest_bdd import scenarios, then, when\n\nscenarios('own.feature')\n\n\n"
        "@when('the host runs the task')\ndef runs():\n    pass\n\n\n@then('it is ours')\ndef ours():\n    pass\n"
    )
    said = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=tmp_path, expect=1)
    examples = len(catalogue.shipped().by_id["IDENT-02"].examples)
    assert f"{examples} failed, 1 passed" in said
    assert "REPORT_INVALID" in said


def test_without_an_adapter_no_host_is_tested_by_mistake(python: Path, tmp_path: Path) -> None:
    (tmp_path / "test_protocol.py").write_text(
        "from oa_conformance.steps.plugin import load_features\n\nload_features(only=['IDENT-02'])\n"
    )
    said = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=tmp_path, expect=1)
    assert "override the fixture 'adapter'" in said
    assert "passed" not in said.splitlines()[-1]
