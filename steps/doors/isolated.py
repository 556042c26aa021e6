"""Inside the namespaces: make the network, serve it from a process of its own, then become the host's command.

``python -I -S isolated.py ADDRESS FOLDER PORT=SOCKET… -- COMMAND…``, started by ``isolation``. It imports nothing of
ours, so that a host's process costs little more than it does without.
"""

import contextlib
import ctypes
import fcntl
import os
import signal
import socket
import struct
import sys
import threading
from collections.abc import Sequence

LIBC = ctypes.CDLL(None, use_errno=True)
MS_BIND, PR_SET_PDEATHSIG = 4096, 1
SIOCGIFFLAGS, SIOCSIFFLAGS, SIOCSIFADDR, UP = 0x8913, 0x8914, 0x8916, 1
RESOLVER = {"/etc/resolv.conf": "nameserver 127.0.0.1\n", "/etc/nsswitch.conf": "hosts: files dns\n"}
ANSWERED_S = 60


def raise_network(address: str) -> None:
    """Bring the loopback interface up and give it the address that all names have."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sh14x", b"lo", 0)
        (flags,) = struct.unpack_from("h", fcntl.ioctl(control, SIOCGIFFLAGS, request), 16)
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", flags | UP))
        where = struct.pack("HH4s8x", socket.AF_INET, 0, socket.inet_aton(address))
        fcntl.ioctl(control, SIOCSIFADDR, struct.pack("16s16s8x", b"lo:1", where))


def lay_over(folder: str) -> None:
    """Bind our resolver's files over the machine's, seen in this namespace alone."""
    for path, content in RESOLVER.items():
        if not os.path.exists(path):
            continue
        ours = os.path.join(folder, os.path.basename(path))
        with open(ours, "w", encoding="ascii") as file:
            file.write(content)
        if LIBC.mount(ours.encode(), os.path.realpath(path).encode(), None, MS_BIND, None):
            raise OSError(ctypes.get_errno(), f"{path} cannot be replaced")


def answer(query: bytes, address: str) -> bytes:
    """A DNS answer (RFC 1035): the address for A, nothing for any other type."""
    end = 12
    while query[end]:
        end += query[end] + 1
    question = query[12 : end + 5]
    is_address = question[-4:-2] == b"\0\x01"
    head = query[:2] + b"\x81\x80" + struct.pack(">4H", 1, int(is_address), 0, 0)
    record = b"\xc0\x0c\0\x01\0\x01" + struct.pack(">IH", ANSWERED_S, 4) + socket.inet_aton(address)
    return head + question + (record if is_address else b"")


def resolve(server: socket.socket, address: str) -> None:
    """Answer every query, for ever."""
    while True:
        query, client = server.recvfrom(4096)
        with contextlib.suppress(IndexError, OSError):
            server.sendto(answer(query, address), client)


def carry(source: socket.socket, target: socket.socket) -> None:
    """Bytes from one to the other, until either is closed."""
    with contextlib.suppress(OSError):
        while chunk := source.recv(65536):
            target.sendall(chunk)
    for each in (source, target):
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


def forward(server: socket.socket, path: str) -> None:
    """Join every connection to the socket at the path, for ever."""
    while True:
        client, _ = server.accept()
        gate = socket.socket(socket.AF_UNIX)
        try:
            gate.connect(path)
        except OSError:
            client.close()
            continue
        for ends in ((client, gate), (gate, client)):
            threading.Thread(target=carry, args=ends, daemon=True).start()


def main(address: str, folder: str, ways: Sequence[str], command: Sequence[str]) -> None:
    raise_network(address)
    lay_over(folder)
    names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    names.bind(("127.0.0.1", 53))
    servers = [(socket.create_server(("0.0.0.0", int(port))), path) for port, _, path in map(split, ways)]
    host = os.getpid()
    if os.fork() == 0:
        os.setsid()  # no part of the host's group, which is looked at for what the host left behind
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != host:  # it has ended already
            os._exit(0)
        for standard in (0, 1, 2):
            os.dup2(os.open(os.devnull, os.O_RDWR), standard)
        for server, path in servers:
            threading.Thread(target=forward, args=(server, path), daemon=True).start()
        resolve(names, address)
    try:
        os.execvp(command[0], [*command])
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


def split(way: str) -> tuple[str, str, str]:
    return way.partition("=")


if __name__ == "__main__":
    at = sys.argv.index("--")
    main(sys.argv[1], sys.argv[2], sys.argv[3:at], sys.argv[at + 1 :])
