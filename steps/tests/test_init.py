"""``init``: what it writes runs as it is, keeps what its README says, and nothing of anyone's is overwritten."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parents[1] / "templates"
PART = "none against the host"
node = pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")


def told(*words: object, cwd: Path, status: int = 0) -> str:
    """What the ``oa-conformance`` command says."""
    script = "from oa_conformance.steps.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, words)],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == status, f"{done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done.stdout if status == 0 else done.stderr


def certified(folder: Path, *only: str) -> str:
    """What the README's own command says, for these clauses alone."""
    words = shlex.split((folder / "README.md").read_text("utf-8").splitlines()[1].partition("`")[2].rstrip("`"))[1:]
    kept = words[: words.index("--only")] if "--only" in words else words[: words.index("--out")]
    return told(*kept, *(word for each in only for word in ("--only", each)), cwd=folder)


@pytest.mark.parametrize("language", ["python", "node", "shell"])
def test_a_host_is_written_and_what_to_do_is_said(tmp_path: Path, language: str) -> None:
    said = told("init", "my-host", "--lang", language, cwd=tmp_path).splitlines()
    written = sorted(path.name for path in (tmp_path / "my-host").iterdir())
    assert written == sorted(path.name for path in (TEMPLATES / language).iterdir() if path.is_file())
    assert said[: len(written)] == [f"my-host/{name}" for name in written]
    assert said[len(written) + 1] == "cd my-host"
    assert said[len(written) + 2].startswith("oa-conformance certify --host ")
    assert len((tmp_path / "my-host" / "README.md").read_text("utf-8").splitlines()) == 3


def test_a_folder_that_holds_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert told("init", tmp_path, "--lang", "node", cwd=tmp_path, status=2) == (
        f"oa-conformance: init: {tmp_path}: holds files; name an empty folder or a new one\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    said = told("init", tmp_path / "mine.txt", "--lang", "shell", cwd=tmp_path, status=2)
    assert said == f"oa-conformance: init: {tmp_path}/mine.txt: is a file; name a folder\n"


def test_a_language_that_there_is_none_of(tmp_path: Path) -> None:
    assert "'perl' is not one of 'python', 'node', 'shell'" in told(
        "init", tmp_path / "a", "--lang", "perl", cwd=tmp_path, status=2
    )
    assert not (tmp_path / "a").exists()


def test_the_python_host_keeps_what_it_says(tmp_path: Path) -> None:
    told("init", "host", "--lang", "python", cwd=tmp_path)
    assert PART in certified(tmp_path / "host", "BOOT", "STATUS", "REPORT")


def test_the_shell_host_keeps_what_it_says(tmp_path: Path) -> None:
    """A few clauses of each chapter: every example starts a shell that starts curl ten times."""
    told("init", "host", "--lang", "shell", cwd=tmp_path)
    assert PART in certified(tmp_path / "host", "BOOT-01", "BOOT-05", "BOOT-08", "BOOT-19", "STATUS-02", "REPORT-01")


def test_the_shell_host_needs_neither_python_nor_jq(tmp_path: Path) -> None:
    tools = ("sh", "curl", "awk", "base64", "sed", "grep", "sort", "tr", "head", "cut", "cat", "date", "mktemp", "rm")
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    for tool in tools:
        found = shutil.which(tool)
        assert found
        (bin_folder / tool).symlink_to(found)
    task = {"type": "task", "task": {"sources": None, "topic": "bells"}}
    done = subprocess.run(
        ["sh", str(TEMPLATES / "shell" / "host.sh")], input=json.dumps(task), capture_output=True, text=True,
        env={"PATH": str(bin_folder), "TMPDIR": str(tmp_path)}, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["outcome"] == "REFUSED"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin"]


@node
def test_the_node_host_keeps_the_hard_chapters(tmp_path: Path) -> None:
    """All of them are certified in ``.ci/run``."""
    told("init", "host", "--lang", "node", cwd=tmp_path)
    assert PART in certified(tmp_path / "host", "ACT", "REDIR", "IDENT-02", "IDENT-07", "RETRY", "TRACE", "SEC-01")


@node
def test_the_node_host_answers_one_message_a_process_too(tmp_path: Path) -> None:
    told("init", "host", "--lang", "node", cwd=tmp_path)
    said = told("certify", "--host", "command:node host.mjs", "--only", "IDENT-02", cwd=tmp_path / "host")
    assert PART in said


@node
def test_the_node_host_depends_on_nothing() -> None:
    imported = {
        line.split("'")[1]
        for path in (TEMPLATES / "node").glob("*.mjs")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("import ")
    }
    assert all(each.startswith(("node:", "./")) for each in imported)
    assert os.path.exists(TEMPLATES / "node" / "net.mjs")
