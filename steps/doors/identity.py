"""What a host is made of, as far as it can be told from here: a digest that changes when its code does.

Nothing of the host is run or imported for it. What cannot be told (a package that is not there as files, a service) has
no identity, and the certificate says so.
"""

import hashlib
import shlex
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import entry_points
from pathlib import Path
from shutil import which

from oa_conformance.steps.doors.outcome import HostUnusable
from oa_conformance.steps.doors.python import GROUP

MAXIMUM_BYTES = 500_000_000  # of all files together
MAXIMUM_FILES = 20_000


@dataclass(frozen=True)
class Identity:
    """``of`` says in a few words what was digested; names of files, never where they are."""

    of: str
    sha256: str


def identity_of(spec: str, made_by: type | None = None) -> Identity | None:
    """The identity of the host that the spec names, or else of one that is an object of the class ``made_by``."""
    if spec.startswith(("command:", "command+", "mcp-command:", "mcp-command+")):
        return of_command(spec)
    if spec.startswith("python:"):
        return of_module(spec.removeprefix("python:").partition(":")[0])
    if installed := [*entry_points(group=GROUP, name=spec)]:
        return of_module(installed[0].module)
    return of_module(made_by.__module__) if made_by else None


def of_module(name: str) -> Identity | None:
    """The topmost package with code of its own that holds this module, all its Python files; or the module alone."""
    parts, places = name.split("."), [str(Path.cwd()), *sys.path]
    for count in range(1, len(parts) + 1):
        whole = ".".join(parts[:count])
        spec = found(whole, places)
        if spec is None:
            return None
        if spec.origin and spec.origin.endswith(".py"):
            file = Path(spec.origin)
            if spec.submodule_search_locations is None:
                return digested(f"the Python module {whole}", [(file.name, file)])
            files = [(each.relative_to(file.parent).as_posix(), each) for each in file.parent.rglob("*.py")]
            return digested(f"the Python package {whole}, {len(files)} files", files)
        places = list(spec.submodule_search_locations or ())
    return None


def found(name: str, places: Sequence[str]) -> ModuleSpec | None:
    """Where the module is, as the host's process would find it: in the current folder first. Imports nothing."""
    if spec := PathFinder.find_spec(name, places):
        return spec
    finders = (each for each in sys.meta_path if hasattr(each, "find_spec"))
    return next((spec for each in finders if (spec := each.find_spec(name, places))), None)


def of_command(spec: str) -> Identity | None:
    """The command's scripts, each with the files of its kind beside it; without any, the program itself."""
    from oa_conformance.steps.doors import command_spec, mcp_spec  # noqa: PLC0415 - the first brings TLS with it

    try:
        told = mcp_spec.parse(spec) if mcp_spec.is_mcp(spec) else command_spec.parse(spec)
        program, *arguments = told.command
    except HostUnusable:
        return None
    scripts = [Path(each) for each in arguments if is_file(each)]
    if is_file(program) and Path(program).suffix:
        scripts.append(Path(program))
    files = {(each.name, each) for script in scripts for each in beside(script)}
    words = [Path(each).name for each in (program, *arguments) if each == program or is_file(each)]
    if not files and (program_file := which(program)):
        files = {(Path(program_file).name, Path(program_file))}
    return digested(f"the command {shlex.join(words)}, {len(files)} file{'s'[: len(files) != 1]}", sorted(files))


def beside(script: Path) -> list[Path]:
    """The script and, where its name has an ending, the files in its folder that have the same."""
    return (
        [each for each in script.parent.glob(f"*{script.suffix}") if is_file(str(each))] if script.suffix else [script]
    )


def is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):  # too long a name, or a null in it
        return False


def digested(of: str, files: Sequence[tuple[str, Path]]) -> Identity | None:
    """SHA-256 over names and contents; None where they cannot be read, or are more than a host has."""
    total = hashlib.sha256()
    try:
        if not files or len(files) > MAXIMUM_FILES or sum(sizes(path for _, path in files)) > MAXIMUM_BYTES:
            return None
        for name, path in sorted(files):
            with path.open("rb") as file:
                inner = hashlib.file_digest(file, "sha256").hexdigest()
            total.update(f"{len(name)} {name} {inner}\n".encode())
    except OSError:
        return None
    return Identity(of, total.hexdigest())


def sizes(paths: Iterable[Path]) -> Iterable[int]:
    return (path.stat().st_size for path in paths)
