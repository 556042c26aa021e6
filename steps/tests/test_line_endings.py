"""Bytes that are hashed are those that were committed: no checkout may change their line endings unnoticed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from oa_conformance.steps.world.records import CASSETTES, bundled
from oa_conformance.steps.world.release import FILES, MANIFEST, ReleaseError, git_blob_sha1, load

ROOT = Path(__file__).parents[2]
WINDOWS = "has the line endings of Windows, which git puts in under core.autocrlf, and so other digests than the"


def git(*arguments: object, cwd: Path) -> str:
    words = ["git", *(str(each) for each in arguments)]
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=True, timeout=120).stdout


def on_windows(tmp_path: Path, name: str, extra: bytes = b"") -> Path:
    """A copy of the bundled release with one file as a checkout on Windows may leave it."""
    shutil.copytree(CASSETTES / "releases", tmp_path / "releases")
    place = tmp_path / "releases" / bundled().release_id / name
    place.write_bytes(place.read_bytes().replace(b"\n", b"\r\n") + extra)
    return tmp_path


@pytest.mark.parametrize(("name", "by"), [*((name, "manifest") for name in FILES[1:]), (MANIFEST, "index")])
def test_line_endings_of_windows_are_named(tmp_path: Path, name: str, by: str) -> None:
    with pytest.raises(ReleaseError) as refused:
        load(on_windows(tmp_path, name))

    assert f"{name} {WINDOWS} {by} states; fetch" in str(refused.value)


def test_line_endings_are_not_blamed_for_another_change(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match=r"registry\.json has other digests than the manifest states"):
        load(on_windows(tmp_path, "registry.json", b"\n"))


def test_a_clone_that_converts_line_endings_leaves_hashed_bytes_alone(tmp_path: Path) -> None:
    windows = ("-c", "core.autocrlf=true", "-c", "core.eol=crlf")
    git("clone", "--quiet", "--no-hardlinks", *windows, ROOT, tmp_path / "clone", cwd=ROOT)
    name = f"cassettes/releases/{bundled().release_id}/registry.json"

    assert git("status", "--porcelain", cwd=tmp_path / "clone") == ""
    assert git("hash-object", "--no-filters", name, cwd=tmp_path / "clone") == git(
        "rev-parse", f"HEAD:{name}", cwd=ROOT
    )


@pytest.mark.parametrize(
    ("content", "sha"),
    [
        (b"one\ntwo\n", "814f4a422927b82f5f8a43f8fab6d3839e3983f2"),
        (b"one\r\ntwo\rthree\n", "730da9203c4bc356fca0959ed492a03cabca2e62"),
    ],
    ids=["LF", "CRLF and a lone CR"],
)
def test_a_blob_id_is_that_of_the_very_bytes(content: bytes, sha: str) -> None:
    assert git_blob_sha1(content) == sha
