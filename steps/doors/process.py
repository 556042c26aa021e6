"""Start a host's process: a fresh Python for a host that is named, a fork of this one for a host that is an object."""

import contextlib
import importlib
import os
import signal
import subprocess
import sys
import time
import traceback
import warnings
from io import FileIO
from typing import IO, Any, NoReturn, Protocol

CHILD = ".".join([*__name__.split(".")[:-1], "child"])  # not imported here: it brings vcrpy with it


class Process(Protocol):
    """As much of ``subprocess.Popen`` as the judge uses. The pipes are unbuffered; the process leads a group."""

    pid: int
    stdin: IO[bytes] | None
    stdout: IO[bytes] | None
    stderr: IO[bytes] | None

    def wait(self, timeout: float | None = None) -> int:
        """The exit status, or minus the signal's number. Raises subprocess.TimeoutExpired."""


def spawned(spec: str, report_bytes: int) -> Process:
    """A fresh Python that loads the host ``package.module:factory``."""
    environment = {name: value for name, value in os.environ.items() if not is_proxy(name)}
    environment["PYTHONPATH"] = os.pathsep.join(each for each in sys.path if each)
    return subprocess.Popen(
        [sys.executable, "-u", "-X", "utf8", "-m", CHILD, spec, str(report_bytes)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment, start_new_session=True, bufsize=0,
    )  # fmt: skip


def forked(host: object, report_bytes: int) -> Process:
    """A fork of this process, in which the host is as it is now; what it does there does not come back."""
    pipes = [os.pipe() for _ in range(3)]
    (orders, stdin), (stdout, messages), (stderr, words) = pipes
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns where there are threads
        pid = os.fork()
    if pid == 0:
        _be_child(host, report_bytes, (orders, messages, words), [end for pipe in pipes for end in pipe])
    for end in (orders, messages, words):
        os.close(end)
    return Forked(pid, FileIO(stdin, "w"), FileIO(stdout), FileIO(stderr))


class Forked:
    """A forked process."""

    def __init__(self, pid: int, stdin: FileIO, stdout: FileIO, stderr: FileIO) -> None:
        self.pid = pid
        self.stdin: IO[bytes] | None = stdin
        self.stdout: IO[bytes] | None = stdout
        self.stderr: IO[bytes] | None = stderr
        self._status: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """As ``subprocess.Popen.wait``."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while self._status is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG if deadline else 0)
            except ChildProcessError:  # somebody else has asked, and only one is told
                self._status = 0
                break
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
            elif deadline and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("fork", timeout or 0)
            else:
                time.sleep(0.005)
        return self._status


def is_proxy(name: str) -> bool:
    """Whether this environment variable names a proxy, which the recorded world has none of."""
    return name.lower().endswith("_proxy")


def fate(status: int) -> str:
    """How a process with this status ended, in words; minus a signal's number is a status, too."""
    if status >= 0:
        return f"it exited with status {status}"
    known = {each.value: each.name for each in signal.Signals}
    return f"it was killed by {known.get(-status, f'signal {-status}')}"  # the real-time ones have no names


def killed(process: Process) -> None:
    """End the process and its group at once."""
    for kill in (os.killpg, os.kill):  # a fork may not lead its group yet
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(process.pid, signal.SIGKILL)
    process.wait()


def _be_child(host: object, report_bytes: int, ends: tuple[int, int, int], pipes: list[int]) -> NoReturn:
    """The fork's life. Nothing of the judge's, such as pytest's captured output, is used or brought to an end."""
    try:
        os.setsid()
        for standard, end in enumerate(ends):
            os.dup2(end, standard)
        for end in pipes:
            os.close(end)
        for name in filter(is_proxy, [*os.environ]):
            del os.environ[name]
        sys.stdin = sys.__stdin__ = os.fdopen(0, closefd=False)  # type: ignore[misc]
        sys.stdout = sys.__stdout__ = os.fdopen(1, "w", 1, "utf-8", "replace", closefd=False)  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = os.fdopen(2, "w", 1, "utf-8", "replace", closefd=False)  # type: ignore[misc]
        child: Any = importlib.import_module(CHILD)
        child.serve(lambda: host, report_bytes)
    except BaseException:
        with contextlib.suppress(Exception):
            traceback.print_exc()
    finally:
        os._exit(1)
