"""Steps and their definitions held against each other: what pytest-bdd lets pass in silence.

Of two definitions that claim a step it would take one, a table or doc string that its definition does not ask for it
drops, and a definition that no step uses it keeps for ever. A step without a definition needs no help: it fails.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Any

from gherkin.errors import CompositeParserException, ParserError
from gherkin.parser import Parser
from gherkin.pickles.compiler import Compiler

KINDS = {"Context": "given", "Action": "when", "Outcome": "then"}
ARGUMENTS = {"dataTable": ("datatable", "table"), "docString": ("docstring", "doc string")}
"""What a step can carry, the parameter by which its definition asks for it, and what people call it."""


@dataclass(frozen=True)
class Definition:
    """A step definition: ``kind`` is given, when or then, or None for all; ``matches`` says whether a text is its."""

    kind: str | None
    matches: Callable[[str], bool]
    function: Callable[..., object]

    @property
    def place(self) -> str:
        """Where it stands, such as ``web.py:42 page_answers``."""
        module = self.function.__module__.rpartition(".")[2]
        return f"{module}.py:{self.function.__code__.co_firstlineno} {self.function.__name__}"


@dataclass(frozen=True)
class Step:
    """A step as an example runs it, its placeholders filled in. ``carries`` are keys of ARGUMENTS."""

    kind: str | None
    text: str
    carries: frozenset[str]


def defects(features: Path, definitions: Iterable[Definition]) -> list[str]:
    """A line for each step that has two definitions, or one that drops what it carries, and each unused definition.

    A feature that cannot be parsed has no steps here; the catalogue names it.
    """
    known, used, told = list(definitions), set[int](), list[str]()
    for step, where in steps_in(features).items():
        claims = [n for n, each in enumerate(known) if each.kind in (None, step.kind) and each.matches(step.text)]
        used.update(claims)
        if len(claims) > 1:
            places = ", ".join(known[n].place for n in claims)
            told.append(f"{where}: {step.text!r} has {len(claims)} definitions: {places}")
        told += [f"{where}: {step.text!r} {each}" for n in claims for each in dropped(step, known[n])]
    return told + [f"{each.place}: no step uses this definition" for n, each in enumerate(known) if n not in used]


def dropped(step: Step, definition: Definition) -> Iterator[str]:
    """What the step carries and its definition does not ask for, and the other way round."""
    asked = signature(definition.function).parameters
    for argument, (parameter, name) in ARGUMENTS.items():
        if argument in step.carries and parameter not in asked:
            yield f"has a {name} that {definition.place} does not ask for"
        if argument not in step.carries and parameter in asked:
            yield f"has no {name}, and {definition.place} asks for one"


def steps_in(features: Path) -> Mapping[Step, str]:
    """Every step of every example, with the file and line where it stands first."""
    found: dict[Step, str] = {}
    for path in sorted(features.rglob("*.feature")):
        try:
            document: Any = Parser().parse(path.read_text("utf-8"))
        except (CompositeParserException, ParserError, OSError, UnicodeDecodeError):
            continue
        name = path.relative_to(features).as_posix()
        lines = dict(lines_in(document))
        for pickle in Compiler().compile(document | {"uri": name}):
            for each in pickle["steps"]:
                step = Step(KINDS.get(each["type"]), each["text"], frozenset(each.get("argument", {})))
                found.setdefault(step, f"{name}:{lines[each['astNodeIds'][0]]}")
    return found


def lines_in(node: Any) -> Iterator[tuple[str, int]]:
    """The ids of all steps below a node of the parsed document, with their lines."""
    if isinstance(node, list):
        for each in node:
            yield from lines_in(each)
    elif isinstance(node, dict):
        if "keywordType" in node:
            yield node["id"], node["location"]["line"]
        for each in node.values():
            yield from lines_in(each)
