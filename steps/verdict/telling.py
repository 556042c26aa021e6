"""What an example's result tells a person, line by line. Terminal, pytest and JUnit show the same words."""

import re
from collections.abc import Iterable

from oa_conformance.steps.catalogue import Clause, Example
from oa_conformance.steps.verdict.clauses import ExampleVerdict
from oa_conformance.steps.verdict.results import ExampleResult

CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff"
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"  # and what makes text run the other way (UAX #9)
)
OFFERED_SHOWN = 12
LINE_LENGTH = 600


def told_of(clause: Clause, example: Example, result: ExampleResult, command: str = "") -> list[str]:
    """The clause, what the world offered, what the host did and what was expected; ``command`` repeats it.

    Every line is clean: what a host sent cannot steer a terminal or break XML.
    """
    lines = [
        f"{clause.id} ({clause.level}) {clause.sentence}",
        f"example   {example.name}",
        *listed("offered", shortened(result.offered, OFFERED_SHOWN)),
        f"expected  {result.expected}" if result.expected else "",
        f"found     {result.code}: {result.found}",
        *listed("on wire", result.lines),
        seen_in(clause, example) + (f" (protocol: {clause.section})" if clause.section else ""),
        f"repeat    {command}" if command else "",
    ]
    return [clean(line) for line in lines if line]


def seen_in(clause: Clause, example: Example) -> str:
    """Where an example is found: in its feature, or by its key where it is another clause's that showed this."""
    if example.clause_id != clause.id:
        return f"seen in   {example.key}, an example of another clause"
    return f"stands in {clause.feature}:{example.line}"


def told_trials(each: ExampleVerdict) -> str:
    """How often an example held, and which of its trials is told."""
    told = f"; told is trial {each.result.trial}" if each.result else ""
    return f"{each.held} of {each.trials} held{told}"


def listed(label: str, lines: Iterable[str]) -> list[str]:
    return [f"{label if number == 0 else '':<9} {line}" for number, line in enumerate(lines)]


def shortened(lines: tuple[str, ...], most: int) -> tuple[str, ...]:
    """At most so many lines, the last one counting the rest."""
    return lines if len(lines) <= most else (*lines[: most - 1], f"… and {len(lines) - most + 1} more")


def clean(text: str) -> str:
    """One line without control characters, at most 600 characters."""
    plain = CONTROL.sub("\N{REPLACEMENT CHARACTER}", text.replace("\n", " ").replace("\t", " "))
    return plain if len(plain) <= LINE_LENGTH else f"{plain[: LINE_LENGTH - 1]}…"
