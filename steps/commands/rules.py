"""``rules``: what the suite judges, read from the features."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from oa_conformance.steps import catalogue
from oa_conformance.steps.catalogue import CHAPTERS, LEVELS, Catalogue, Clause, Example
from oa_conformance.steps.verdict.matrix import Declared, uncovered

KINDS = ("accept", "reject", "interpretation")


def listing(law: Catalogue) -> list[dict[str, Any]]:
    """Every clause as ``--json`` shows it."""
    return [summary(clause) for clause in law.clauses]


def summary(clause: Clause) -> dict[str, Any]:
    return {
        "id": clause.id,
        "level": clause.level,
        "sentence": clause.sentence,
        "chapter": CHAPTERS[clause.chapter],
        "section": clause.section,
        "contract": clause.contract,
        "interpretation": clause.interpretation,
        "feature": f"{clause.feature}:{clause.line}",
        "examples": len(clause.examples),
    }


def listing_lines(law: Catalogue) -> list[str]:
    return [f"{clause.id:<11} {clause.level:<9} {clause.sentence}" for clause in law.clauses]


def explanation(clause: Clause) -> dict[str, Any]:
    """A clause with its examples and their text."""
    text = (catalogue.FEATURES / clause.feature).read_text("utf-8").splitlines()
    return summary(clause) | {
        "no_reject": clause.no_reject,
        "examples": [
            {
                "key": example.key,
                "name": example.name,
                "kinds": kinds_of(example),
                "needs": sorted(example.needs),
                "line": example.line,
            }
            for example in clause.examples
        ],
        "text": rule_text(text, clause.line),
    }


def explanation_lines(clause: Clause) -> list[str]:
    """The clause, where it stands, and its Rule as the feature has it."""
    told = explanation(clause)
    return [
        f"{clause.id} ({clause.level}) {clause.sentence}",
        "",
        f"chapter    {CHAPTERS[clause.chapter]}",
        f"protocol   {clause.section}",
        *([f"contract   {clause.contract}"] if clause.contract else []),
        f"feature    {told['feature']}",
        *(["rests on   an interpretation: failing it is a warning"] if clause.interpretation else []),
        *([f"no reject  {clause.no_reject}"] if clause.no_reject else []),
        "",
        *told["text"],
        "",
        "examples",
        *(f"  {example.key}  ({', '.join(words_of(example))})" for example in clause.examples),
    ]


def words_of(example: Example) -> list[str]:
    return kinds_of(example) + [f"needs {need}" for need in sorted(example.needs)]


def kinds_of(example: Example) -> list[str]:
    return [kind for kind in KINDS if getattr(example, kind)]


def rule_text(lines: list[str], line: int) -> list[str]:
    """The Rule that starts at ``line`` (from 1), without what belongs to the next, its indent taken away."""
    start = line - 1
    ends = [number for number in range(line, len(lines)) if lines[number].lstrip().startswith("Rule:")]
    stop = ends[0] if ends else len(lines)
    while stop > line and (not lines[stop - 1].strip() or lines[stop - 1].lstrip().startswith(("@", "#"))):
        stop -= 1
    indent = len(lines[start]) - len(lines[start].lstrip())
    return [each[indent:].rstrip() for each in lines[start:stop]]


@dataclass(frozen=True)
class Coverage:
    """How many clauses of each level and examples of each kind a chapter has, how many it leaves out, and how many
    mutants break its clauses.
    """

    chapter: str
    levels: Counter[str]
    kinds: Counter[str]
    examples: int
    excluded: int
    mutants: int


def coverage(law: Catalogue, hosts: Sequence[Declared]) -> list[Coverage]:
    """A row for each chapter of the protocol, in its order."""
    rows, by_clause = [], mutants_of(law, hosts)
    for prefix in CHAPTERS:
        clauses = [clause for clause in law.clauses if clause.chapter == prefix]
        examples = [example for clause in clauses for example in clause.examples]
        rows.append(
            Coverage(
                prefix,
                Counter(clause.level for clause in clauses),
                Counter(kind for example in examples for kind in kinds_of(example)),
                len(examples),
                sum(each.id.startswith(f"{prefix}-") for each in law.exclusions),
                sum(len(by_clause[clause.id]) for clause in clauses),
            )
        )
    return rows


def mutants_of(law: Catalogue, hosts: Sequence[Declared]) -> dict[str, list[str]]:
    """The names of the mutants that break each clause."""
    return {clause.id: [each.name for each in hosts if each.breaks == clause.id] for clause in law.clauses}


def coverage_json(law: Catalogue, hosts: Sequence[Declared]) -> dict[str, Any]:
    return {
        "chapters": [
            {
                "chapter": row.chapter,
                "title": CHAPTERS[row.chapter],
                **{level: row.levels[level] for level in LEVELS},
                "examples": row.examples,
                **{kind: row.kinds[kind] for kind in KINDS},
                "excluded": row.excluded,
                "mutants": row.mutants,
            }
            for row in coverage(law, hosts)
        ],
        "mutants": mutants_of(law, hosts),
        "without_mutant": list(uncovered(hosts, law)),
        "exclusions": [{"id": each.id, "level": each.level, "reason": each.reason} for each in law.exclusions],
        "missing": list(law.gaps()),
    }


def coverage_lines(law: Catalogue, hosts: Sequence[Declared]) -> list[str]:
    """A table with a row a chapter, then the mutants of each clause, then what is left out and why."""
    heads = ["chapter", "", *LEVELS, "examples", *KINDS, "excluded", "mutants"]
    rows = [
        [
            row.chapter,
            CHAPTERS[row.chapter],
            *(str(row.levels[level]) for level in LEVELS),
            str(row.examples),
            *(str(row.kinds[kind]) for kind in KINDS),
            str(row.excluded),
            str(row.mutants),
        ]
        for row in coverage(law, hosts)
    ]
    rows.append(["all", "", *(str(sum(int(row[column]) for row in rows)) for column in range(2, len(heads)))])
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads))]
    lines = [aligned(row, widths) for row in [heads, *rows]]
    lines += ["", *(f"{name:<11} {' '.join(names) or '-'}" for name, names in mutants_of(law, hosts).items())]
    if bare := uncovered(hosts, law):
        lines += ["", f"no mutant breaks {' '.join(bare)}"]
    lines += ["", *(f"{each.id} ({each.level}) is not judged: {each.reason}" for each in law.exclusions)]
    missing = law.gaps()
    return lines + ([f"numbers without a clause: {' '.join(missing)}"] if missing else ["the numbering has no holes"])


def aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    """The two words at the left, the numbers at the right of their columns."""
    cells = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
    cells += [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
    return "  ".join(cells)
