"""The command: bad input is one line and status 2, never a traceback, and no old result outlives a failed run."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from oa_conformance.steps.catalogue import shipped

NULL = "python:oa_conformance.steps.tests.null_hosts"
COMMAND = [sys.executable, "-c", "from oa_conformance.steps.cli import main; main()"]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True, encoding="utf-8", timeout=120, check=False, env=os.environ | environment,
    )  # fmt: skip


def complaint(*arguments: str) -> str:
    """The one line of a run that ends with status 2."""
    ended = run(*arguments)
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    return line.removeprefix("oa-conformance: ")


# words


@pytest.mark.parametrize(
    "arguments",
    [["--version"], ["--help"], ["certify", "--help"], ["verify", "--help"], ["rules", "explain", "--help"]],
)
def test_help_and_version_come_without_heavy_imports(arguments: list[str]) -> None:
    watch = (
        "import atexit, sys; from oa_conformance.steps.cli import main\n"
        "heavy = {'pytest', 'rich', 'httpx', 'yaml', 'vcr', 'gherkin', 'jsonschema'}\n"
        "atexit.register(lambda: print(sorted(heavy & sys.modules.keys()), file=sys.stderr))\n"
        "main()"
    )
    ended = subprocess.run([sys.executable, "-c", watch, *arguments], capture_output=True, text=True, check=True)
    assert ended.stderr == "[]\n"
    assert "oa-conformance" in ended.stdout


@pytest.mark.parametrize(
    "command",
    [
        ["certify"], ["verify"], ["replay"], ["diff"], ["keygen"], ["rules", "list"], ["rules", "explain"],
        ["rules", "coverage"],
    ],
)  # fmt: skip
def test_every_command_has_an_example(command: list[str]) -> None:
    assert f"oa-conformance {' '.join(command)}" in run(*command, "--help").stdout.partition("Example")[2]


def test_rules_are_listed_a_line_each() -> None:
    lines = run("rules", "list").stdout.splitlines()
    assert len(lines) == len(shipped().clauses)
    assert [line.split()[0] for line in lines] == [clause.id for clause in shipped().clauses]


def test_rules_are_listed_as_json() -> None:
    listed = json.loads(run("rules", "list", "--json").stdout)
    assert {"id": "IDENT-02", "level": "MUST", "chapter": "identity"}.items() <= by_id(listed, "IDENT-02").items()


def by_id(rows: list[dict[str, str]], name: str) -> dict[str, str]:
    return next(row for row in rows if row["id"] == name)


def test_a_rule_is_explained_with_its_own_text_alone() -> None:
    clause = shipped().by_id["IDENT-02"]
    text = run("rules", "explain", "IDENT-02").stdout
    assert text.startswith(f"IDENT-02 (MUST) {clause.sentence}\n")
    assert f"feature    {clause.feature}:{clause.line}\n" in text
    assert text.count("Rule:") == 1
    assert text.count("Example:") + text.count("Outline:") == len({example.scenario for example in clause.examples})
    assert all(f"  {example.key}  (" in text for example in clause.examples)


def test_coverage_counts_every_clause_and_example() -> None:
    told = json.loads(run("rules", "coverage", "--json").stdout)
    assert len(told["chapters"]) == 19
    assert sum(row["examples"] for row in told["chapters"]) == len(shipped().by_key)
    assert sum(row["MUST"] + row["MUST NOT"] + row["SHOULD"] + row["MAY"] for row in told["chapters"]) == len(
        shipped().clauses
    )
    lines = run("rules", "coverage").stdout.splitlines()
    assert lines[0].split() == [
        "chapter", "MUST", "MUST", "NOT", "SHOULD", "MAY", "examples", "accept", "reject", "interpretation", "excluded",
        "mutants",
    ]  # fmt: skip


def test_coverage_names_the_mutants_of_each_clause() -> None:
    told = json.loads(run("rules", "coverage", "--json").stdout)
    assert set(told["mutants"]) == set(shipped().by_id)
    assert "follows_cross_host_redirect" in told["mutants"]["REDIR-01"]
    assert sum(row["mutants"] for row in told["chapters"]) == sum(map(len, told["mutants"].values()))
    assert told["without_mutant"] == []
    assert re.search(r"^REDIR-01 +.*\bfollows_cross_host_redirect ", run("rules", "coverage").stdout, re.MULTILINE)


# bad input


def test_a_missing_or_unknown_word_is_one_line() -> None:
    assert complaint("certify") == "Missing option '--host'. (see oa-conformance --help)"
    assert complaint("certificate") == (
        "No such command 'certificate'. Did you mean 'certify'? (see oa-conformance --help)"
    )
    assert complaint("certify", "--hots", "x").startswith("No such option '--hots'")


def test_an_unknown_clause_is_named_with_the_nearest() -> None:
    assert complaint("rules", "explain", "IDENT-2") == "rules explain: no clause 'IDENT-2'; did you mean IDENT-02?"
    line = complaint("certify", "--host", f"{NULL}:refusing", "--only", "IDENT-02,ident-05")
    assert line.endswith("--only: no clause 'ident-05'; did you mean IDENT-05?")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("nobody", "certify: 'nobody' names no host"),
        ("python:no_such_package.host:make", "no_such_package"),
        (f"{NULL}:no_such_factory", "no_such_factory"),
        ("python:nonsense", "python:nonsense"),
    ],
)
def test_a_host_that_cannot_be_run_is_one_line(spec: str, words: str) -> None:
    assert words in complaint("certify", "--host", spec)


def test_a_folder_of_others_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    line = complaint("certify", "--host", f"{NULL}:refusing", "--out", str(tmp_path))
    assert line == f"certify: {tmp_path}: holds files that are not ours; name an empty folder or a new one"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["certify", "--host", "reference", "--last-failed"], "certify: --last-failed needs --out DIR"),
        (["certify", "--host", "reference", "--sign", "k"], "certify: --sign signs the certificate of a whole run"),
        (
            ["certify", "--host", "reference", "--sign", "none", "--out", "o"],
            "certify: none: No such file or directory",
        ),
        (
            ["certify", "--host", "reference", "--baseline", "none.toml"],
            "certify: none.toml: No such file or directory",
        ),
        (["certify", "--host", "reference", "--last-failed", "--out", "nowhere"], "certify: nowhere: holds no results"),
        (["verify", "nowhere"], "verify: nowhere/certificate.json: No such file or directory"),
        (["diff", "nowhere", "nowhere"], "diff: nowhere: holds no results; name a folder that certify --out wrote"),
        (["replay", "IDENT-02"], "replay: name either a host with --host SPEC or the folder of a run with --from DIR"),
        (["replay", "IDENT-02", "--from", "nowhere"], "replay: nowhere: holds no transcripts/"),
        (["replay", "IDENT-2", "--host", "reference"], "replay: 'IDENT-2' names no clause and no example"),
        (["keygen", "nowhere/key"], "keygen: nowhere/key: No such file or directory; name another file"),
    ],
)
def test_what_cannot_be_done_is_one_line(arguments: list[str], words: str) -> None:
    assert complaint(*arguments).startswith(words)


def test_an_incomplete_release_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "releases").mkdir()
    line = complaint("certify", "--host", f"{NULL}:refusing", "--release", str(tmp_path))
    assert line.startswith("certify: ")
    assert "index.json" in line


def test_no_old_result_outlives_a_failed_run(tmp_path: Path) -> None:
    out = tmp_path / "out"
    ended = run("certify", "--host", f"{NULL}:refusing", "--only", "IDENT-02", "--out", str(out))
    assert ended.returncode == 1
    assert (out / "report.html").exists()
    complaint("certify", "--host", "nobody", "--out", str(out))
    assert [path.name for path in out.iterdir()] == [".oa-conformance"]


# running


def test_a_part_ends_with_the_files_and_the_status_of_the_part(tmp_path: Path) -> None:
    out = tmp_path / "out"
    ended = run("certify", "--host", f"{NULL}:refusing", "--only", "IDENT-02", "--out", str(out))
    assert ended.returncode == 1
    assert ended.stderr == ""
    assert "FAIL  IDENT-02" in ended.stdout
    assert ended.stdout.splitlines()[-3:] == [
        f"  {out}/{name}" for name in ("results.json", "report.html", "junit.xml")
    ]
    assert not (out / "certificate.json").exists()
    assert len(list((out / "transcripts").rglob("*.json"))) == len(shipped().by_id["IDENT-02"].examples)


def test_the_first_failure_can_end_the_run() -> None:
    ended = run("certify", "--host", f"{NULL}:refusing", "--only", "IDENT-02", "-x")
    assert ended.returncode == 1
    assert "1 example in" in ended.stdout


def test_what_else_pytest_is_told_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    (tmp_path / "conftest.py").write_text("raise RuntimeError('not yours')")
    ended = subprocess.run(
        [*COMMAND, "certify", "--host", f"{NULL}:refusing", "--only", "IDENT-02"],
        capture_output=True, text=True, check=False, cwd=tmp_path,
        env=os.environ | {"PYTEST_ADDOPTS": "-k nothing", "PYTEST_PLUGINS": "no_such_plugin"},
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (1, "")


def test_an_interrupt_ends_with_130_and_no_certificate(tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = subprocess.Popen(
        [*COMMAND, "certify", "--host", f"{NULL}:hanging", "--out", str(out)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 30
    while not out.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in stdout + stderr
    assert not (out / "certificate.json").exists()


def test_a_signed_certificate_travels_with_its_key(tmp_path: Path) -> None:
    """The whole way, every feature: certify and sign, verify with the key and without, compare, look into it."""
    out, key = str(tmp_path / "out"), str(tmp_path / "signer")
    assert run("keygen", key).stdout.splitlines() == [key, f"{key}.pub"]
    ended = run("certify", "--host", "reference", "--out", out, "--sign", key)
    assert (ended.returncode, ended.stderr) == (0, "")
    checked = run("verify", out, "--key", f"{key}.pub")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout.splitlines()[-2:] == ["authenticated: signed by signer.pub", "VERIFIED"]
    same = run("diff", out, out)
    assert (same.returncode, same.stdout) == (
        0,
        f"nothing changed in the {len(shipped().clauses)} clauses that both runs judged\n",
    )
    seen = run("replay", "IDENT-05", "--from", out, "--json")
    assert len(json.loads(seen.stdout)) == len(shipped().by_id["IDENT-05"].examples)
    assert seen.returncode == 0
