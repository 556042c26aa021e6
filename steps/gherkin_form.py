"""One feature file read with gherkin's own parser: its clauses, and every defect of form."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from gherkin.errors import CompositeParserException, ParserError
from gherkin.parser import Parser

from oa_conformance.steps.catalogue import LEVELS, Clause, Example, known_id
from oa_conformance.steps.doors.outcome import CAPABILITIES

Node = dict[str, Any]
SLUG_BYTES = 80
PLACEHOLDER = re.compile(r"<([^<>\s]+)>")
EXAMPLE_TAGS = frozenset({"accept", "reject", "interpretation"})


def read(path: Path, name: str) -> tuple[list[Clause], list[str]]:
    """The clauses of the file and its defects, each ``name:line: what is wrong``."""
    try:
        document: Any = Parser().parse(path.read_text("utf-8"))
    except (CompositeParserException, ParserError) as error:
        return [], [f"{name}: {' '.join(str(error).split())}"]
    except (OSError, UnicodeDecodeError) as error:
        return [], [f"{name}: cannot be read: {error}"]
    feature: Node | None = document["feature"]
    if feature is None:
        return [], [f"{name}: no Feature"]
    reader = Reader(name)
    clauses = [clause for child in feature["children"] if "rule" in child for clause in reader.clauses(child["rule"])]
    for child in feature["children"]:
        if "scenario" in child:
            reader.defect(child["scenario"], f"{child['scenario']['name']!r} stands outside a Rule")
    reader.names(feature)
    return clauses, reader.defects


class Reader:
    """Reads the Rules of one file and gathers what is wrong with them."""

    def __init__(self, name: str) -> None:
        self.name, self.defects = name, list[str]()

    def defect(self, node: Node, words: str) -> None:
        self.defects.append(f"{self.name}:{node['location']['line']}: {words}")

    def clauses(self, rule: Node) -> Iterator[Clause]:
        """The clause of a Rule; none if its tags do not say which."""
        tags = tags_of(rule)
        ids = [tag for tag in tags if known_id(tag)]
        levels = [tag.replace("_", " ") for tag in tags if tag.replace("_", " ") in LEVELS]
        for tag in tags:
            if tag in ids or tag.replace("_", " ") in levels or tag == "interpretation":
                continue
            looks_like_id = re.fullmatch(r"[A-Z]+-\w+", tag)
            words = (
                "is no clause id: unknown chapter, or not two digits" if looks_like_id else "means nothing on a Rule"
            )
            self.defect(rule, f"@{tag} {words}")
        if len(ids) != 1:
            self.defect(rule, f"the Rule {rule['name']!r} needs exactly one clause id among its tags")
        if len(levels) != 1:
            self.defect(rule, f"the Rule {rule['name']!r} needs exactly one level: @MUST, @MUST_NOT, @SHOULD or @MAY")
        if not rule["name"].strip():
            self.defect(rule, "a Rule without a sentence")
        if len(ids) == len(levels) == 1:
            yield self.clause(rule, ids[0], levels[0], "interpretation" in tags)

    def clause(self, rule: Node, clause_id: str, level: str, interpretation: bool) -> Clause:
        said = described(rule["description"])
        if not said.get("protocol"):
            self.defect(rule, f'{clause_id} does not say where it stands; add a line "Protocol: <section>"')
        examples = tuple(
            example
            for child in rule["children"]
            if "scenario" in child
            for example in self.examples(child["scenario"], clause_id, interpretation)
        )
        if not any(example.accept for example in examples):
            self.defect(rule, f"{clause_id} has no @accept example")
        rejecting = any(example.reject for example in examples)
        if not rejecting and not said.get("no reject example"):
            self.defect(rule, f'{clause_id} has no @reject example and no line "No reject example: <why>"')
        if rejecting and said.get("no reject example"):
            self.defect(rule, f"{clause_id} has a @reject example and says why it has none")
        return Clause(
            id=clause_id,
            level=level,
            sentence=rule["name"].strip(),
            chapter=clause_id.split("-", maxsplit=1)[0],
            feature=self.name,
            line=rule["location"]["line"],
            section=said.get("protocol", ""),
            contract=said.get("contract"),
            interpretation=interpretation,
            no_reject=said.get("no reject example"),
            examples=examples,
        )

    def examples(self, scenario: Node, clause_id: str, interpretation: bool) -> Iterator[Example]:
        """A scenario, or each row of an outline, as an Example."""
        self.form(scenario)
        words = PLACEHOLDER.sub("", scenario["name"])
        stem = f"{clause_id}/{slug(words) or slug(scenario['name'])}"
        inherited = {"interpretation"} if interpretation else set[str]()
        own = set(tags_of(scenario))
        if not scenario["examples"]:
            yield self.example(scenario, scenario, own | inherited, stem)
            return
        rows = [(table, row) for table in scenario["examples"] for row in table["tableBody"]]
        heads = [slug(row["cells"][0]["value"]) for _, row in rows]
        readable = len({*heads, ""}) == len(heads) + 1
        seen = set[tuple[tuple[str, str], ...]]()
        for number, (table, row) in enumerate(rows, 1):
            columns = [cell["value"] for cell in table["tableHeader"]["cells"]]
            cells = tuple(zip(columns, (cell["value"] for cell in row["cells"]), strict=True))
            if cells in seen:
                self.defect(row, f"{scenario['name']!r} has this row twice")
            seen.add(cells)
            key = f"{stem}/{heads[number - 1] if readable else f'row-{number}'}"
            yield self.example(scenario, row, own | inherited | set(tags_of(table)), key, cells)

    def example(
        self, scenario: Node, place: Node, tags: set[str], key: str, row: tuple[tuple[str, str], ...] = ()
    ) -> Example:
        needs = frozenset(tag.removeprefix("needs_") for tag in tags if tag.startswith("needs_"))
        for tag in sorted(tags - EXAMPLE_TAGS - {f"needs_{each}" for each in CAPABILITIES}):
            self.defect(place, f"@{tag} means nothing on an example")
        if not tags & {"accept", "reject"}:
            self.defect(place, f"{scenario['name']!r} is neither @accept nor @reject")
        return Example(
            key=key,
            clause_id=key.split("/", maxsplit=1)[0],
            name=filled(scenario["name"], row),
            scenario=scenario["name"],
            accept="accept" in tags,
            reject="reject" in tags,
            interpretation="interpretation" in tags,
            needs=needs,
            line=place["location"]["line"],
            row=row,
        )

    def form(self, scenario: Node) -> None:
        """What pytest-bdd would let through."""
        name, steps, tables = scenario["name"], scenario["steps"], scenario["examples"]
        if not steps:
            self.defect(scenario, f"{name!r} has no steps")
        elif not any(step["keywordType"] == "Outcome" for step in steps):
            self.defect(scenario, f"{name!r} has no Then")
        for step in steps:
            if step["keyword"].strip() == "*":
                self.defect(step, f"{name!r} has a * step; say Given, When, Then, And or But")
        used = placeholders(scenario)
        for table in tables:
            if not table["tableBody"]:
                self.defect(table, f"{name!r} has an empty Examples table")
            columns = {cell["value"] for cell in table.get("tableHeader", {}).get("cells", ())}
            for missing in sorted(used - columns):
                self.defect(table, f"{name!r} uses <{missing}>, which is no column")
            for idle in sorted(columns - used):
                self.defect(table, f"{name!r} has a column {idle!r} that no step uses")
        if not tables and "Outline" in scenario["keyword"]:
            self.defect(scenario, f"{name!r} is an outline without Examples")

    def names(self, feature: Node) -> None:
        """pytest-bdd keeps the last of two scenarios of one name in a file."""
        scenarios = list(scenarios_of(feature))
        counts = Counter(scenario["name"] for scenario in scenarios)
        for scenario in scenarios:
            if not scenario["name"].strip():
                self.defect(scenario, "a scenario without a name")
            elif counts.pop(scenario["name"], 1) > 1:
                self.defect(scenario, f"{scenario['name']!r} names more than one scenario; only the last would run")


def scenarios_of(node: Node) -> Iterator[Node]:
    for child in node["children"]:
        if "rule" in child:
            yield from scenarios_of(child["rule"])
        elif "scenario" in child:
            yield child["scenario"]


def tags_of(node: Node) -> list[str]:
    return [tag["name"].removeprefix("@") for tag in node["tags"]]


def described(text: str) -> dict[str, str]:
    """The ``Word: value`` lines of a description by lower-case word; other lines go on with the one before."""
    said: dict[str, str] = {}
    word = ""
    for line in text.splitlines():
        head, colon, tail = line.strip().partition(":")
        if colon and head.lower() in ("protocol", "contract", "no reject example"):
            word = head.lower()
            said[word] = tail.strip()
        elif word and line.strip():
            said[word] += f" {line.strip()}"
        else:
            word = ""
    return said


def placeholders(scenario: Node) -> set[str]:
    """Names in angle brackets in the name, steps, tables and doc strings of an outline."""

    def texts(steps: Iterable[Node]) -> Iterator[str]:
        for step in steps:
            yield step["text"]
            yield step.get("docString", {}).get("content", "")
            for row in step.get("dataTable", {}).get("rows", ()):
                yield from (cell["value"] for cell in row["cells"])

    return set(PLACEHOLDER.findall("\n".join([scenario["name"], *texts(scenario["steps"])])))


def filled(name: str, row: Iterable[tuple[str, str]]) -> str:
    for column, value in row:
        name = name.replace(f"<{column}>", value)
    return name


def slug(words: str) -> str:
    """Lower-case words joined by hyphens, any script, at most 80 bytes of UTF-8."""
    plain = "-".join(re.findall(r"\w+", unicodedata.normalize("NFKC", words).casefold()))
    if len(plain.encode()) <= SLUG_BYTES:
        return plain
    cut = plain.encode()[:SLUG_BYTES].decode(errors="ignore")
    return cut.rpartition("-")[0] or cut
