"""The kill matrix for people: lines for a terminal, and a page that needs nothing else."""

from collections.abc import Iterator
from html import escape

from oa_conformance.steps.verdict.matrix import Kind, Matrix, Row, Turned
from oa_conformance.steps.verdict.telling import clean

NAME, CLAUSE = 46, 11
TITLES: dict[Kind, str] = {"mutant": "Mutants", "variant": "Harmless variants", "null": "Hosts that do nothing"}
STYLE = """
:root { color-scheme: light dark; --line: #8884; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 80rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } code { font: .85rem/1.45 ui-monospace, monospace; }
th, td { text-align: left; padding: .25rem .5rem; vertical-align: top; border-top: 1px solid var(--line); }
.wrong { color: #cf222e; font-weight: 600; } .right { color: #1a7f37; } small { color: #6e7781; }
"""


def lines(matrix: Matrix) -> Iterator[str]:
    """A line a host, then what is wrong, then the counts."""
    for kind, title in TITLES.items():
        if rows := matrix.of(kind):
            yield f"{title}:"
            yield from map(line, rows)
            yield ""
    for row in matrix.rows:
        for words in row.problems:
            yield clean(f"{row.declared.name}: {words}")
    for words in dict.fromkeys(each for row in matrix.rows for each in row.suite_errors):
        yield clean(f"fault of the suite: {words}")
    yield from totals(matrix)


def line(row: Row) -> str:
    """``name  clause  ended  by which example  (reason)  +what turned with it``."""
    if row.declared.kind == "mutant":
        by = f"{row.kill.example} ({row.kill.code})" if row.kill else ""
        more = f"  +{' '.join(each.clause_id for each in row.collateral)}" if row.collateral else ""
        rest = f"{row.declared.breaks:<{CLAUSE}} {ended(row):<9} {by}{more}"
    else:
        rest = f"{row.clauses} clauses, {ended(row)}"
    return clean(f"  {row.declared.name:<{NAME}} {rest}")


def ended(row: Row) -> str:
    """How the host ended, in a word."""
    if row.suite_errors:
        return "SUITE-ERROR"
    match row.declared.kind:
        case "mutant":
            return "killed" if not row.problems else "SURVIVED" if row.kill is None else "WRONG"
        case "variant":
            return "RED" if row.problems else "green"
        case "null":
            return "CREDITED" if row.problems else "no credit"


def totals(matrix: Matrix) -> Iterator[str]:
    mutants, variants, nulls = map(matrix.of, TITLES)
    killed, green, poor = (sum(not each.problems for each in rows) for rows in (mutants, variants, nulls))
    examples = sum(each.examples for each in matrix.rows)
    yield (
        f"{killed} of {len(mutants)} mutants killed as declared, {green} of {len(variants)} variants green, "
        f"{poor} of {len(nulls)} null hosts without credit"
    )
    yield f"{examples:,} examples in {matrix.seconds:.1f} s, {matrix.rate:.2f} hosts a second"
    for each in matrix.left_out:
        yield f"{each.name} was not run: it needs {' and '.join(each.needs)}"
    if matrix.uncovered:
        yield f"no mutant breaks {' '.join(matrix.uncovered)}"


def page(matrix: Matrix) -> bytes:
    """The matrix as a page."""
    title = "Kill matrix: all as declared" if matrix.exit_code == 0 else "Kill matrix: not as declared"
    counts = "".join(f"<p>{escape(each)}</p>" for each in totals(matrix))
    tables = "".join(
        f"<h2>{name}</h2><table>{HEADS[kind]}{''.join(map(table_row, rows))}</table>\n"
        for kind, name in TITLES.items() if (rows := matrix.of(kind))
    )  # fmt: skip
    text = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>\n'
        f"<body><h1>{title}</h1>{counts}\n{tables}</body></html>\n"
    )
    return text.encode("utf-8", "replace")


HEADS = {
    "mutant": "<tr><th>mutant<th>clause<th>ended<th>by which example, for what<th>turned with it</tr>",
    "variant": "<tr><th>variant<th>clauses<th>ended<th>what is wrong</tr>",
    "null": "<tr><th>host<th>clauses<th>ended<th>what is wrong</tr>",
}


def table_row(row: Row) -> str:
    wrong = [*row.problems, *row.suite_errors]
    told = "".join(f'<br><span class="wrong">{escape(clean(each))}</span>' for each in wrong)
    name = f"<td><code>{escape(row.declared.name)}</code><br><small>{escape(clean(row.declared.does))}</small></td>"
    end = f'<td class="{"wrong" if wrong else "right"}">{ended(row)}</td>'
    if row.declared.kind != "mutant":
        return f"<tr>{name}<td>{row.clauses}</td>{end}<td>{told}</td></tr>\n"
    also = "<br>".join(kill(each) for each in row.collateral)
    return (
        f"<tr>{name}<td><code>{row.declared.breaks}</code></td>{end}<td>{kill(row.kill) if row.kill else ''}{told}</td>"
        f"<td>{also}</td></tr>\n"
    )


def kill(turned: Turned) -> str:
    words = f"{turned.status} {turned.code}"
    return f'<code title="{escape(clean(turned.found), quote=True)}">{escape(turned.example)}</code> {escape(words)}'
