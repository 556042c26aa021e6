"""The way in: a spec, or an adapter object, opens the door of a host under test."""

from typing import TypeGuard

from oa_conformance.steps.doors.adapter import open_object
from oa_conformance.steps.doors.mcp_spec import is_mcp
from oa_conformance.steps.doors.outcome import CAPABILITIES, USUAL, Door, HostUnusable, Limits, Result
from oa_conformance.steps.doors.python import open_installed, open_python

__all__ = ["CAPABILITIES", "Door", "HostUnusable", "Limits", "Result", "is_spec", "open_adapter", "open_door"]


def open_door(spec: str, limits: Limits = USUAL) -> Door:
    """The door of the host that the spec names, its host loaded; close it when you are done.

    ``python:package.module:factory``, ``command:program argument…``, ``mcp…`` for chatbots, ``transcript:DIR`` for what
    was recorded of a host, or the name of an installed one, such as ``reference``. Raises HostUnusable, one line, for a
    spec that names no host and for a host that cannot be loaded or whose capabilities make no sense.
    """
    if spec.startswith(("command:", "command+")):
        from oa_conformance.steps.doors.command import open_command  # noqa: PLC0415 - it brings TLS with it

        return open_command(spec, limits)
    if is_mcp(spec):
        from oa_conformance.steps.doors.mcp import open_mcp  # noqa: PLC0415 - few need it

        return open_mcp(spec, limits)
    if spec.startswith("transcript:"):
        from oa_conformance.steps.doors.transcript import open_transcript  # noqa: PLC0415 - it brings jsonschema

        return open_transcript(spec, limits)
    return open_python(spec, limits) if spec.startswith("python:") else open_installed(spec, limits)


def open_adapter(adapter: object, limits: Limits = USUAL) -> Door:
    """The door of what pytest's ``adapter`` fixture returns: a spec, or the host itself. Raises HostUnusable."""
    return open_door(adapter, limits) if is_spec(adapter) else open_object(adapter, limits)


def is_spec(adapter: object) -> TypeGuard[str]:
    """Whether an adapter is a spec; an object may say of itself what it likes."""
    return issubclass(type(adapter), str)
