"""The features as a catalogue of clauses: every ``Rule:`` is a clause, every Example one proof of it.

The catalogue is the single list of what is judged. A defect of form (a Rule without level, a scenario without Then, two
scenarios of one name) would let something pass unjudged, so the features are refused as a whole until it is mended.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

FEATURES = Path(__file__).resolve().parents[1] / "features"

CHAPTERS = {
    "ACT": "activation",
    "BOOT": "bootstrap",
    "SEL": "selection",
    "ROUTE": "routes",
    "BROK": "broker",
    "URL": "candidates",
    "REDIR": "redirects",
    "FETCH": "originals",
    "IDENT": "identity",
    "EVID": "evidence",
    "DIRECT": "direct adapters",
    "MODE": "modes",
    "RETRY": "failure receipts",
    "STATUS": "statuses",
    "TRACE": "trace",
    "DEDUP": "duplicates",
    "REPORT": "report",
    "SEC": "boundary",
    "HIST": "history",
}
"""Prefix of a clause id and the chapter's title, in protocol order."""

LEVELS = ("MUST", "MUST NOT", "SHOULD", "MAY")
CLAUSE_ID = re.compile(r"(?P<chapter>[A-Z]+)-(?P<series>A?)(?P<number>[0-9]{2})")


class CatalogueError(Exception):
    """The features are not in order. One line per defect, each with file and line."""

    def __init__(self, defects: Iterable[str]) -> None:
        self.defects = tuple(defects)
        super().__init__("\n".join(self.defects))


@dataclass(frozen=True)
class Example:
    """One scenario, or one row of an outline.

    ``key`` is stable and readable, such as ``IDENT-02/the-page-names-a-sister-journal/row-2``. ``needs`` are the
    capabilities without which it is not run. ``row`` holds an outline's cells by column name and is empty otherwise.
    """

    key: str
    clause_id: str
    name: str
    scenario: str
    accept: bool
    reject: bool
    interpretation: bool
    needs: frozenset[str]
    line: int
    row: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Clause:
    """One requirement. ``feature`` is relative to the features folder.

    ``section`` of the protocol and ``contract`` (a JSON pointer into the machine contract) say where it stands;
    ``no_reject`` says why there is no rejecting example, where there is none.
    """

    id: str
    level: str
    sentence: str
    chapter: str
    feature: str
    line: int
    section: str
    contract: str | None
    interpretation: bool
    no_reject: str | None
    examples: tuple[Example, ...]

    @property
    def mandatory(self) -> bool:
        return self.level in ("MUST", "MUST NOT")

    def soft(self, example: Example) -> bool:
        """Whether this example's failure is a warning: the clause is a SHOULD, or the example an interpretation."""
        return self.level == "SHOULD" or example.interpretation


@dataclass(frozen=True)
class Exclusion:
    """A clause that nobody outside a host could observe, and why."""

    id: str
    level: str
    reason: str


@dataclass(frozen=True)
class Catalogue:
    """All clauses in protocol order, and what is left out with a reason."""

    clauses: tuple[Clause, ...]
    exclusions: tuple[Exclusion, ...] = ()

    @cached_property
    def by_id(self) -> dict[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    @cached_property
    def by_key(self) -> dict[str, Example]:
        return {example.key: example for example in self.examples()}

    def examples(self) -> Iterator[Example]:
        for clause in self.clauses:
            yield from clause.examples

    def gaps(self) -> tuple[str, ...]:
        """Ids missing between the first and the last number of each series, over clauses and exclusions."""
        numbers: dict[tuple[str, str], set[int]] = {}
        for known in [each.id for each in self.clauses] + [each.id for each in self.exclusions]:
            if match := CLAUSE_ID.fullmatch(known):
                numbers.setdefault((match["chapter"], match["series"]), set()).add(int(match["number"]))
        return tuple(
            f"{chapter}-{series}{number:02}"
            for (chapter, series), used in sorted(numbers.items(), key=lambda item: protocol_order(item[0][0]))
            for number in range(1, max(used))
            if number not in used
        )

    def select(self, words: Iterable[str]) -> frozenset[str]:
        """The clause ids that ``words`` name: ids, or chapter prefixes for all of a chapter. Raises KeyError."""
        chosen: set[str] = set()
        for word in words:
            named = {clause.id for clause in self.clauses if word in (clause.id, clause.chapter)}
            if not named:
                raise KeyError(word)
            chosen |= named
        return frozenset(chosen)


def protocol_order(identifier: str) -> tuple[int, str]:
    """Sorts clause ids and chapter prefixes as the protocol does."""
    prefix = identifier.split("-", maxsplit=1)[0]
    chapters = list(CHAPTERS)
    return (chapters.index(prefix) if prefix in CHAPTERS else len(chapters), identifier)


@lru_cache(maxsize=1)
def shipped() -> Catalogue:
    """The catalogue of the features this package holds. Raises CatalogueError."""
    return load(FEATURES)


def load(features: Path) -> Catalogue:
    """Read ``features/**/*.feature`` and ``features/exclusions.json``.

    Raises CatalogueError with every defect found.
    """
    from oa_conformance.steps import gherkin_form  # noqa: PLC0415 - the parser costs more than the whole command line

    defects: list[str] = []
    clauses: list[Clause] = []
    for path in sorted(features.rglob("*.feature")):
        found, wrong = gherkin_form.read(path, path.relative_to(features).as_posix())
        clauses += found
        defects += wrong
    exclusions, wrong = read_exclusions(features / "exclusions.json")
    defects += wrong + doubled(clauses, exclusions)
    if defects:
        raise CatalogueError(defects)
    clauses.sort(key=lambda clause: protocol_order(clause.id))
    return Catalogue(tuple(clauses), exclusions)


def read_exclusions(path: Path) -> tuple[tuple[Exclusion, ...], list[str]]:
    """The exclusions and what is wrong with them. A missing file excludes nothing."""
    if not path.exists():
        return (), []
    try:
        rows = json.loads(path.read_text("utf-8"))["exclusions"]
        exclusions = tuple(Exclusion(row["id"], row["level"], row["reason"].strip()) for row in rows)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return (), [f"{path.name}: every exclusion has an id, a level and a reason ({type(error).__name__}: {error})"]
    defects = [f"{path.name}: {each.id} has no reason" for each in exclusions if not each.reason]
    defects += [
        f"{path.name}: {each.id} has no level of {', '.join(LEVELS)}" for each in exclusions if each.level not in LEVELS
    ]
    defects += [f"{path.name}: {each.id} is no clause id" for each in exclusions if not known_id(each.id)]
    return exclusions, defects


def known_id(identifier: str) -> bool:
    match = CLAUSE_ID.fullmatch(identifier)
    return match is not None and match["chapter"] in CHAPTERS


def doubled(clauses: Iterable[Clause], exclusions: Iterable[Exclusion]) -> list[str]:
    places: dict[str, list[str]] = {}
    for clause in clauses:
        places.setdefault(clause.id, []).append(f"{clause.feature}:{clause.line}")
        for example in clause.examples:
            places.setdefault(example.key, []).append(f"{clause.feature}:{example.line}")
    for exclusion in exclusions:
        places.setdefault(exclusion.id, []).append("exclusions.json")
    return [f"{where[-1]}: {name} is already taken by {where[0]}" for name, where in places.items() if len(where) > 1]
