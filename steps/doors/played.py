"""vcrpy's cassette, answered by the wire; and the failures of transport that a recorded answer may be."""

import socket
from errno import ECONNREFUSED, ECONNRESET, ETIMEDOUT
from typing import Any

from oa_conformance.steps.doors.vcrpy import RECORD_NOTHING, Cassette, Request
from oa_conformance.steps.doors.wire import Wire, delivered, field, framed

CONNECTING = frozenset({"dns", "refused", "connect_timeout"})


class TransportFault(Exception):
    """The world's answer is a failure: ``kind`` as in ``cassette.FAULTS``, ``error`` what the system would raise."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind, self.error, self.connecting = kind, os_error(kind), kind in CONNECTING


class CutBody(bytes):
    """The part of a body that arrives before ``error``."""

    error: OSError


def os_error(kind: str) -> OSError:
    """What the operating system raises for the fault."""
    if kind == "dns":
        return socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    if kind == "refused":
        return ConnectionRefusedError(ECONNREFUSED, "Connection refused")
    if kind == "reset":
        return ConnectionResetError(ECONNRESET, "Connection reset by peer")
    return TimeoutError(ETIMEDOUT, "Connection timed out") if kind == "connect_timeout" else TimeoutError("timed out")


class WireCassette(Cassette):  # type: ignore[misc]  # vcrpy has no types
    """No file, no recording, no search, no exception of its own for a miss: the wire has an answer to everything."""

    def __init__(self, wire: Wire) -> None:
        super().__init__("wire", record_mode=RECORD_NOTHING)
        self.wire = wire

    def can_play_response_for(self, request: Any) -> bool:
        return True

    def play_response(self, request: Any) -> dict[str, Any]:
        """The answer in vcrpy's form, header values in bytes. Raises TransportFault when nothing of it arrives."""
        answer, _ = self.wire.exchange(request.method, request.uri, request.headers, request.body or b"")
        body = delivered(request.method, answer)
        if answer.fault and body is None:
            raise TransportFault(answer.fault.kind)
        if answer.fault and request.method != "HEAD":
            body = CutBody(body or b"")
            body.error = os_error(answer.fault.kind)
        return {
            "status": {"code": answer.status, "message": answer.reason.encode("ascii", "replace").decode()},
            "headers": {name: [field(value) for value in values] for name, values in framed(answer).items()},
            "body": {"string": body},
        }

    def ask(self, method: str, url: str, headers: dict[str, str], body: bytes) -> dict[str, Any]:
        """``play_response`` for one who has no vcrpy request."""
        return self.play_response(Request(method, url, body, headers))
