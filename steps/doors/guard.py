"""Refuse every way out that is not HTTP: sockets, the resolver, processes. Whatever was tried is logged.

An audit hook cannot be taken out again, so there is one a process, asleep while no wire is open. It sees what Python
code does; a C library that opens sockets by itself it does not see.
"""

import errno
import importlib
import ipaddress
import os
import socket
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Protocol
from unittest import mock

ADDRESS = "93.184.215.14"  # where every host of the world is; global, for hosts that check before they dial
SENDING = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
FORWARD = frozenset({"socket.getaddrinfo", "socket.gethostbyname"})
REVERSE = frozenset({"socket.gethostbyaddr", "socket.getnameinfo"})
PROCESSES = frozenset({
    "subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile",
    "pty.spawn", "os.kill", "os.killpg",
})  # fmt: skip
WATCHED = SENDING | FORWARD | REVERSE | PROCESSES | {"socket.bind"}


class Log(Protocol):
    """What the guard needs of a wire."""

    def knows(self, host: str) -> bool: ...

    def tried(self, what: str, detail: str, kind: str = "escape") -> None: ...


class Guard:
    """The audit hook."""

    def __init__(self) -> None:
        self.log: Log | None = None
        self.installed = False
        self.bound: weakref.WeakSet[socket.socket] = weakref.WeakSet()

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if self.log is None or event not in WATCHED:
            return
        if event in SENDING:
            self.allow_own(event, args[1])
        elif event in FORWARD | REVERSE:
            self.allow_address(event, args[0])
        elif event in PROCESSES:
            self.allow_process(event, args)
        elif isinstance(args[0], socket.socket):
            self.bound.add(args[0])

    def allow_own(self, event: str, address: Any) -> None:
        """Bytes may go to a socket of this very process, such as an event loop's self-pipe on systems without pairs."""
        if self.log is None or address is None or (is_loopback(address) and address[1] in self.ports()):
            return
        self.log.tried(event, repr(address))
        raise ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused")

    def allow_address(self, event: str, host: Any) -> None:
        """An address needs no resolver. A name gets here only when the host kept the real function from before."""
        if self.log is None or (event in FORWARD and is_address(host)):
            return
        self.log.tried(event, repr(host), kind="resolve")
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    def allow_process(self, event: str, args: tuple[Any, ...]) -> None:
        """A process may send a signal to itself, nothing else."""
        if self.log is None or (event == "os.kill" and args[0] == os.getpid()):
            return
        self.log.tried(event, repr(args)[:200])
        raise PermissionError(errno.EPERM, "no other processes here")

    def ports(self) -> set[int]:
        """The ports this process has bound."""
        found = set()
        for each in tuple(self.bound):
            try:
                found.add(each.getsockname()[1])
            except (OSError, IndexError):  # closed, or not a port
                continue
        return found


GUARD = Guard()  # one a process, as audit hooks are


@contextmanager
def guarded(log: Log) -> Iterator[None]:
    """Until it ends nothing gets out, and the log is told what tried. Raises RuntimeError inside another one."""
    if GUARD.log is not None:
        raise RuntimeError("interception is already on in this process; close the first before you open another")
    with ExitStack() as stack:
        for target, attribute, replacement in (*resolver(log), *named_connections(), *silent_processes()):
            stack.enter_context(mock.patch.object(target, attribute, replacement))
        if not GUARD.installed:
            sys.addaudithook(GUARD)
            GUARD.installed = True
        GUARD.log = log
        stack.callback(setattr, GUARD, "log", None)
        yield


def resolver(log: Log) -> Iterator[tuple[Any, str, Any]]:
    """The socket module's functions for a world where every known host has one address."""
    real = socket.getaddrinfo

    def resolve(what: str, host: Any) -> Any:
        if is_address(host):
            return host
        name = host.decode() if isinstance(host, bytes) else host
        log.tried(what, name, kind="resolve")
        if not log.knows(name):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return ADDRESS

    def getaddrinfo(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:
        return real(resolve("socket.getaddrinfo", host), port, *args, **kwargs)

    def gethostbyname(hostname: Any) -> Any:
        return real(resolve("socket.gethostbyname", hostname), None, socket.AF_INET)[0][4][0]

    yield socket, "getaddrinfo", getaddrinfo
    yield socket, "gethostbyname", gethostbyname
    yield socket, "gethostbyname_ex", lambda hostname: (hostname, [], [gethostbyname(hostname)])


def named_connections() -> Iterator[tuple[Any, str, Any]]:
    """Socket methods that take a name ask the system's resolver before they raise an audit event: check them first."""

    def checked(method: str) -> Callable[..., Any]:
        real = getattr(socket.socket, method)

        def call(sock: socket.socket, *args: Any) -> Any:
            GUARD.allow_own(f"socket.{method}", args[-1])
            return real(sock, *args)

        return call

    for method in ("connect", "connect_ex", "sendto"):
        yield socket.socket, method, checked(method)


def silent_processes() -> Iterator[tuple[Any, str, Any]]:
    """multiprocessing starts its children without an audit event."""
    if os.name != "posix":
        return
    posix: Any = importlib.import_module("_posixsubprocess")
    real = posix.fork_exec

    def fork_exec(*args: Any) -> int:
        GUARD.allow_process("fork_exec", args[:1])
        return int(real(*args))

    yield posix, "fork_exec", fork_exec


def is_address(host: Any) -> bool:
    """Whether no resolver is needed: an address, localhost, or no host at all."""
    name = host.decode("latin-1") if isinstance(host, bytes) else host
    try:
        return name in (None, "", "localhost") or bool(ipaddress.ip_address(name.partition("%")[0]))
    except ValueError:
        return False


def is_loopback(address: Any) -> bool:
    """Whether this socket address is on this machine's loopback network."""
    host = address[0] if isinstance(address, tuple) and len(address) > 1 else ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
