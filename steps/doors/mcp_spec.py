"""What a spec of the MCP doors says, light enough for the command line to read.

    mcp                                  a chatbot that somebody drives, over streamable HTTP on the loopback address
    mcp-stdio                            a client that starts this command as its MCP server
    mcp-command:agent … {mcp_url} …      an agent, started for each task

Options come before the colon: ``mcp+port=8765+capabilities=registry_brokered,navigation+deadline=300+wait=60``.
"""

import re
import shlex
from dataclasses import dataclass, replace
from typing import Literal

from oa_conformance.steps.doors.outcome import MANDATORY, HostUnusable

Kind = Literal["mcp", "mcp-stdio", "mcp-command"]
SPEC = re.compile(
    r"(?P<kind>mcp(?:-stdio|-command)?)(?P<options>(?:\+[a-z]+=[^+:]*)*)(?P<colon>:(?P<command>.*))?", re.DOTALL
)
FORM = (
    "write mcp, mcp-stdio or 'mcp-command:PROGRAM … {mcp_url}', with +port=N, +capabilities=NAME,NAME, +deadline=S or "
    "+wait=S before the colon"
)
URL, PROMPT = "{mcp_url}", "{prompt}"
PORT = 8765
MOST_S = 86_400.0


@dataclass(frozen=True)
class McpSpec:
    """``text`` is the spec itself.

    ``port`` is where HTTP is served, 0 for any that is free. ``deadline_s`` is how long a task may take once it was
    fetched, ``wait_s`` how long we wait for somebody to fetch it, and at first for a client.
    """

    text: str
    kind: Kind
    command: tuple[str, ...] = ()
    port: int = PORT
    capabilities: tuple[str, ...] = (MANDATORY,)
    deadline_s: float = 600.0
    wait_s: float = 3_600.0


def is_mcp(spec: str) -> bool:
    """Whether the spec is one of these, right or wrong."""
    return re.match(r"mcp(?:-stdio|-command)?(?:[+:]|$)", spec) is not None


def parse(spec: str) -> McpSpec:
    """The spec's parts. The command is split as a shell would, and no shell runs it. Raises HostUnusable."""
    found = SPEC.fullmatch(spec)
    if not found or (found["kind"] == "mcp-command") != bool(found["colon"]):
        raise HostUnusable(f"{spec!a:.200} names no MCP host; {FORM}")
    kind: Kind = "mcp-stdio" if found["kind"] == "mcp-stdio" else "mcp"
    told = McpSpec(spec, kind)
    if found["colon"]:
        told = McpSpec(spec, "mcp-command", _command(spec, found["command"]), port=0, wait_s=60.0)
    for option in found["options"].split("+")[1:]:
        name, _, value = option.partition("=")
        told = _with(told, name, value)
    return told


def with_options(spec: str, **options: object) -> str:
    """The spec with these options, as the command line's flags give them; None is none.

    An option that the spec has already is replaced. Raises HostUnusable where the spec is none of these.
    """
    wanted = {name: str(value) for name, value in options.items() if value is not None}
    if not wanted:
        return spec
    if not is_mcp(spec):
        raise HostUnusable(f"--{next(iter(wanted))} is for MCP hosts, and {spec!a:.200} is none; {FORM}")
    parse(spec)
    head, colon, command = spec.partition(":")
    kind, *given = head.split("+")
    kept = [each for each in given if each.partition("=")[0] not in wanted]
    whole = "+".join([kind, *kept, *(f"{name}={value}" for name, value in wanted.items())]) + colon + command
    parse(whole)
    return whole


def _command(spec: str, text: str) -> tuple[str, ...]:
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise HostUnusable(f"{spec!a:.200} names no command ({error}); {FORM}") from error
    if not command or "\0" in text:
        raise HostUnusable(f"{spec!a:.200} names no command; {FORM}")
    if not any(URL in word for word in command):
        raise HostUnusable(f"{spec!a:.200} does not say where the agent is told the server's address; put {URL} there")
    return command


def _with(told: McpSpec, name: str, value: str) -> McpSpec:
    """The spec with one option. Raises HostUnusable."""
    if name == "capabilities":
        return replace(told, capabilities=tuple(filter(None, value.split(","))))
    if name == "port" and told.kind != "mcp-stdio":
        if not re.fullmatch("[0-9]{1,5}", value) or int(value) > 65_535:
            raise HostUnusable(f"{value!a:.40} is no port; write a number from 0, any that is free, to 65535")
        return replace(told, port=int(value))
    if name in ("deadline", "wait"):
        if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,3})?", value) or not 0 < float(value) <= MOST_S:
            raise HostUnusable(f"{name}={value!a:.40} is no number of seconds from 0.001 to {MOST_S:g}")
        seconds = float(value)
        return replace(told, deadline_s=seconds) if name == "deadline" else replace(told, wait_s=seconds)
    raise HostUnusable(f"{told.text!a:.200} has the option {name!a:.40}, which {told.kind} does not know; {FORM}")
