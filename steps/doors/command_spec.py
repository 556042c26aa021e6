"""What a spec of the command door says: ``command:node host.mjs``, with options ``command+persistent+isolate:…``."""

import re
import shlex
from dataclasses import dataclass

from oa_conformance.steps.doors.model_endpoint import ModelEndpoint
from oa_conformance.steps.doors.outcome import HostUnusable

MODEL = r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?"
SPEC = re.compile(rf"command(?P<options>(?:\+persistent|\+isolate|\+model={MODEL})*):(?P<command>.*)", re.DOTALL)
FORM = "write command:PROGRAM ARGUMENT…, with +persistent, +isolate or +model=http://HOST:PORT before the colon"


@dataclass(frozen=True)
class CommandSpec:
    """``text`` is the spec itself, ``model`` the address of the host's own model or None."""

    text: str
    command: tuple[str, ...]
    persistent: bool = False
    isolated: bool = False
    model: str | None = None


def parse(spec: str) -> CommandSpec:
    """The spec's parts. The command is split as a shell would, and no shell runs it. Raises HostUnusable."""
    found = SPEC.fullmatch(spec)
    if not found:
        raise HostUnusable(f"{spec!a:.200} names no command; {FORM}")
    try:
        command = tuple(shlex.split(found["command"]))
    except ValueError as error:
        raise HostUnusable(f"{spec!a:.200} names no command ({error}); {FORM}") from error
    if not command or "\0" in found["command"]:
        raise HostUnusable(f"{spec!a:.200} names no command; {FORM}")
    options = found["options"].split("+")[1:]
    models = [each.removeprefix("model=") for each in options if each.startswith("model=")]
    if len(models) > 1:
        raise HostUnusable(f"{spec!a:.200} names {len(models)} models; a host may reach one")
    for each in models:
        endpoint(each)
    return CommandSpec(spec, command, "persistent" in options, "isolate" in options, models[0] if models else None)


def with_options(spec: str, *, persistent: bool = False, isolate: bool = False, model: str | None = None) -> str:
    """The spec with these options added, as the command line's flags give them.

    Raises HostUnusable where the spec is no command or ``model`` no address.
    """
    wanted = [word for word, is_wanted in (("persistent", persistent), ("isolate", isolate)) if is_wanted]
    if model is not None:
        wanted.append(f"model={endpoint(model).origin}")
    if not wanted:
        return spec
    if not spec.startswith(("command:", "command+")):
        flag = "model-endpoint" if wanted[0].startswith("model=") else wanted[0]
        raise HostUnusable(f"--{flag} is for commands, and {spec!a:.200} is none; {FORM}")
    parse(spec)
    found = SPEC.fullmatch(spec)
    assert found
    options = [each for each in found["options"].split("+")[1:] if each not in wanted]
    return "+".join(["command", *options, *wanted]) + ":" + found["command"]


def endpoint(url: str) -> ModelEndpoint:
    """The model at this address. Raises HostUnusable."""
    try:
        return ModelEndpoint(url)
    except ValueError as error:
        raise HostUnusable(str(error)) from error
