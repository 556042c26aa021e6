"""The GitHub reader of the bootstrap: one branch, and files of the snapshot branch as GitHub's REST API gives them."""

import base64
import binascii
import hashlib
import re
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from . import json_text
from .transport import Failure, Web

REPOSITORY = "hoiyu915-droid/open-scholarly-sources"
API = f"https://api.github.com/repos/{REPOSITORY}"
MAIN_REF_API = f"{API}/branches/main"
SNAPSHOT_REF = "release-snapshots"
ANSWER_LIMIT = 24_000_000  # bytes of one JSON answer: a file of 16 MB in base64
READ_SECONDS = 30.0
WRAPPING = b" \t\n\r\v\f"
HEX40 = re.compile(r"[0-9a-f]{40}")


class Unreadable(Exception):
    """A read that failed. The message says which and how (BOOT-19)."""


@dataclass(frozen=True)
class Blob:
    """A file as GitHub gave it. ``sha`` is the blob id GitHub reports, ``size`` the size it reports."""

    path: str
    sha: str
    size: int
    content: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @property
    def git_sha1(self) -> str:
        """The blob id of the bytes received, computed here."""
        return hashlib.sha1(b"blob %d\0" % len(self.content) + self.content, usedforsecurity=False).hexdigest()


class GitHub:
    """Reads for one task, which ends at ``ends`` (``time.monotonic``); nothing is kept between two reads."""

    def __init__(self, web: Web, ends: float) -> None:
        self._web, self._ends = web, ends

    def main_branch(self) -> Any:
        """The branch resource of main. Raises Unreadable."""
        return self._json(MAIN_REF_API, "branch main")

    def file(self, path: str) -> Blob:
        """A file at SNAPSHOT_REF. Raises Unreadable.

        The contents API gives files above 1,048,576 bytes without content and with ``encoding: "none"``; their bytes
        come from the blob that this very answer names.
        """
        told = self._json(f"{API}/contents/{quote(path)}?ref={SNAPSHOT_REF}", path)
        if not isinstance(told, dict):
            raise Unreadable(f"{path}: GitHub's answer is no file")
        sha, size = told.get("sha"), told.get("size")
        if not isinstance(sha, str) or not HEX40.fullmatch(sha):
            raise Unreadable(f"{path}: GitHub reports no blob id")
        if told.get("encoding") == "none":
            told = self._json(f"{API}/git/blobs/{sha}", f"{path} (blob {sha})")
            if not isinstance(told, dict) or told.get("sha") != sha:
                raise Unreadable(f"{path}: the blob GitHub gave is not {sha}")
        content = decoded(told, path)
        if isinstance(size, bool) or not isinstance(size, int):
            size = len(content)
        return Blob(path, sha, size, content)

    def _json(self, url: str, what: str) -> Any:
        seconds = min(self._ends - time.monotonic(), READ_SECONDS)
        answer = self._web.exchange(
            "GET", url, accept="application/vnd.github+json", limit=ANSWER_LIMIT, seconds=seconds
        )
        if isinstance(answer, Failure):
            raise Unreadable(f"{what} could not be read: {answer.kind} ({answer.detail})")
        if answer.status != 200:
            raise Unreadable(f"{what} could not be read: GitHub answered {answer.status}")
        return parsed_json(answer.body, what)


def decoded(told: dict[str, Any], path: str) -> bytes:
    """The bytes in an answer's base64, which GitHub wraps at 60 characters. Raises Unreadable."""
    content = told.get("content")
    if told.get("encoding") != "base64" or not isinstance(content, str):
        raise Unreadable(f"{path}: GitHub gave no base64 content")
    try:
        return base64.b64decode(content.encode("ascii").translate(None, WRAPPING), validate=True)
    except (binascii.Error, ValueError) as error:
        raise Unreadable(f"{path}: the base64 content is damaged ({error})") from error


def parsed_json(body: bytes, what: str) -> Any:
    """The JSON in the body. Raises Unreadable for anything else, such as nests too deep or too many values."""
    try:
        return json_text.parsed(body)
    except ValueError as error:
        raise Unreadable(f"{what} is not JSON: {' '.join(str(error).split())[:120]}") from error
