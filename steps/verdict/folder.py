"""The folder that results go to. It replaces what an earlier run of ours left, and nothing else."""

import contextlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from oa_conformance.steps.atomic import write_atomically
from oa_conformance.steps.naming import transcript_name
from oa_conformance.steps.verdict.results import ExampleResult

MARKER = ".oa-conformance"
MARK = "Results of oa-conformance. A later run replaces what stands below and leaves other files alone.\n"
TRANSCRIPT_DEPTH = 6  # down to the entries of the wire log and of the report's lists
OURS = (
    "certificate.json", "certificate.dsse.json", "results.json", "report.html", "junit.xml", "transcripts", "cassettes",
    "matrix.json", "matrix.html", "unfinished.jsonl",
)  # fmt: skip


class FolderError(Exception):
    """A folder that results cannot go to. The message is one line."""


@dataclass(frozen=True)
class ResultFolder:
    """An open result folder."""

    path: Path

    def write(self, name: str, content: bytes) -> Path:
        """Write a file atomically. Raises FolderError."""
        path = self.path / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content)
        except OSError as error:
            raise FolderError(f"{path}: cannot be written: {error.strerror}") from error
        return path

    def keep(self, result: ExampleResult) -> ExampleResult:
        """Write the result's transcript and return the result with the transcript's digest in its stead."""
        if result.transcript is None:
            return result
        content = transcript_bytes(result.transcript)
        self.write(transcript_name(result.key, result.trial), content)
        return replace(result, transcript=None, transcript_sha256=sha256(content).hexdigest())


def transcript_bytes(transcript: Mapping[str, Any]) -> bytes:
    """The transcript as JSON in UTF-8, a line for each request and each trace; half a surrogate pair stays escaped."""
    return laid_out(transcript, TRANSCRIPT_DEPTH).encode("utf-8", "backslashreplace") + b"\n"


def laid_out(value: Any, depth: int) -> str:
    """JSON with containers opened to this depth and one line for each entry below. Raises ValueError for NaN."""
    if not depth or not value or not isinstance(value, dict | list | tuple):
        return json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)
    if not isinstance(value, dict):
        return "[\n" + ",\n".join(laid_out(each, depth - 1) for each in value) + "\n]"
    entries = (
        f"{json.dumps(key, ensure_ascii=False)}: {laid_out(each, depth - 1)}" for key, each in sorted(value.items())
    )
    return "{\n" + ",\n".join(entries) + "\n}"


def open_folder(path: Path) -> ResultFolder:
    """Make the folder, or clear it of an earlier run's results, so that no old result outlives a failed run.

    Raises FolderError for what is no folder, cannot be written, or holds files and was not marked by us.
    """
    marker = path / MARKER
    try:
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()) and not marked(marker):
            raise FolderError(f"{path}: holds files that are not ours; name an empty folder or a new one")
        for name in OURS:
            remove(path / name)
        write_atomically(marker, (MARK + "".join(f"{name}\n" for name in OURS)).encode())
    except FileExistsError:
        raise FolderError(f"{path}: is a file; name a folder") from None
    except OSError as error:
        raise FolderError(f"{path}: cannot be used: {error.strerror}; name a folder you may write to") from error
    return ResultFolder(path)


def marked(marker: Path) -> bool:
    """Whether an earlier run of ours wrote this marker."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return marker.is_file() and not marker.is_symlink() and marker.read_text("utf-8").startswith(MARK)
    return False


def remove(path: Path) -> None:
    """Remove a file, a link or a folder with all it holds; a link's target stays."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
