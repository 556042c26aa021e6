"""What a host is made of: a digest that changes with its code, and nothing is run to take it."""

import sys
from pathlib import Path

import pytest

from oa_conformance.steps.doors import identity
from oa_conformance.steps.doors.identity import identity_of


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, text: str = "raise RuntimeError('nothing of the host is run')\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_module_is_told_by_its_file(here: Path) -> None:
    write(here / "lonely_host.py")
    found = identity_of("python:lonely_host:make")
    assert found
    assert found.of == "the Python module lonely_host"
    write(here / "lonely_host.py", "raise RuntimeError('changed')\n")
    changed = identity_of("python:lonely_host:make")
    assert changed
    assert changed.sha256 != found.sha256
    assert "lonely_host" not in sys.modules


def test_a_package_is_told_by_all_its_files_wherever_the_factory_stands(here: Path) -> None:
    for name in ("__init__", "deep/__init__", "deep/host", "net"):
        write(here / "big_host" / f"{name}.py")
    found = identity_of("python:big_host.deep.host:make")
    assert found
    assert found.of == "the Python package big_host, 4 files"
    write(here / "big_host" / "net.py", "")
    changed = identity_of("python:big_host.deep.host:make")
    assert changed
    assert changed.sha256 != found.sha256


def test_a_package_without_code_of_its_own_is_only_the_way_to_one(here: Path) -> None:
    write(here / "namespace_of_hosts" / "one" / "__init__.py")
    write(here / "namespace_of_hosts" / "two" / "__init__.py")
    found = identity_of("python:namespace_of_hosts.one:make")
    assert found
    assert found.of == "the Python package namespace_of_hosts.one, 1 files"


def test_an_installed_host_is_told_by_its_package() -> None:
    found = identity_of("reference")
    assert found
    assert found.of.startswith("the Python package oa_conformance.reference, ")


def test_a_command_is_told_by_its_scripts_and_what_stands_beside_them(here: Path) -> None:
    write(here / "host.mjs")
    write(here / "net.mjs")
    write(here / "notes.txt")
    found = identity_of(f"command+persistent:node {here / 'host.mjs'} --fast")
    assert found
    assert found.of == "the command node host.mjs, 2 files"
    write(here / "net.mjs", "")
    changed = identity_of(f"command:node {here / 'host.mjs'}")
    assert changed
    assert changed.sha256 != found.sha256


def test_a_command_without_scripts_is_told_by_its_program() -> None:
    found = identity_of("command:sh -c 'cat'")
    assert found
    assert found.of == "the command sh, 1 file"


def test_an_object_is_told_by_the_module_of_its_class(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(here / "object_host.py", "class Host:\n    pass\n")
    monkeypatch.syspath_prepend(here)
    import object_host  # type: ignore[import-not-found]  # noqa: PLC0415

    found = identity_of("adapter:Host", object_host.Host)
    assert found
    assert found.of == "the Python module object_host"


@pytest.mark.parametrize(
    "spec", ["python:no_such_host:make", "command:no-such-program", "mcp", "nobody", "transcript:x"]
)
def test_what_cannot_be_told_is_not_made_up(spec: str) -> None:
    assert identity_of(spec) is None


def test_a_host_is_not_read_without_end(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(here / "lonely_host.py")
    monkeypatch.setattr(identity, "MAXIMUM_BYTES", 10)
    assert identity_of("python:lonely_host:make") is None
