"""Failures that an implementer knows of (``--baseline FILE``): a run tells them from new ones, and certifies none.

The file is TOML or JSON and has one table, from clause ids or keys of examples to the reason why each is left as it is:

    [known]
    "IDENT-02" = "identity of sister journals is worked on for 1.4"
    "REDIR-05/a-loop-ends" = "the HTTP library follows 20 redirects"
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from oa_conformance.steps.catalogue import Catalogue

MAXIMUM_BYTES = 1_000_000
FORM = 'write a table [known] of lines "CLAUSE-ID or example" = "reason"'


class BaselineError(Exception):
    """A baseline that cannot be used. The message is one line: which file, what is wrong, what to do."""


@dataclass(frozen=True)
class Baseline:
    """``known`` maps clause ids and example keys to reasons. ``sha256`` is the file's."""

    known: Mapping[str, str] = field(default_factory=dict)
    sha256: str = ""


def read(path: Path, law: Catalogue) -> Baseline:
    """The baseline in the file. Raises BaselineError: missing or malformed, an id unknown, a reason missing."""
    try:
        with path.open("rb") as file:
            content = file.read(MAXIMUM_BYTES + 1)
        if len(content) > MAXIMUM_BYTES:
            raise BaselineError(f"{path}: over {MAXIMUM_BYTES:,} bytes; {FORM}")
        told = parsed(content, path.suffix.lower())
    except OSError as error:
        raise BaselineError(f"{path}: {error.strerror}; name a file that exists") from error
    except (ValueError, RecursionError) as error:
        raise BaselineError(f"{path}: {' '.join(str(error).split())[:200]}; {FORM}") from error
    if not isinstance(told, dict) or set(told) != {"known"} or not isinstance(told["known"], dict):
        raise BaselineError(f"{path}: is no table 'known' and nothing else; {FORM}")
    for name, reason in told["known"].items():
        if name not in law.by_id and name not in law.by_key:
            raise BaselineError(f"{path}: {name[:200]!r} is neither a clause nor an example; see oa-conformance rules")
        if not isinstance(reason, str) or not reason.strip():
            raise BaselineError(f"{path}: {name} has no reason; say why it is left to fail")
    return Baseline(
        {name: " ".join(reason.split()) for name, reason in told["known"].items()}, sha256(content).hexdigest()
    )


def parsed(content: bytes, suffix: str) -> Any:
    """The JSON or TOML in the file, by its ending. Raises ValueError, RecursionError."""
    if suffix == ".toml":
        return tomllib.loads(content.decode("utf-8"))
    if suffix == ".json":
        return json.loads(content, object_pairs_hook=without_doubles)
    raise ValueError(f"its name ends in {suffix!r}, not in .toml or .json")


def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object. Raises ValueError where a name stands twice, as TOML's parser does."""
    if len(dict(pairs)) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(each for each in names if names.count(each) > 1)[:200]!r} stands twice")
    return dict(pairs)
