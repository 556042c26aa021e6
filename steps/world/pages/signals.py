"""Pages told by their signals: the very names and values that a publisher's landing page has, in its order.

The templates of ``journals`` and ``repositories`` make a page from what a record says. Here it is the other way round:
``as_they_are.json`` lists what real pages say, oddities included, and the article is put in.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from oa_conformance.steps.verdict.finding import SuiteFault
from oa_conformance.steps.world.pages.markup import text
from oa_conformance.steps.world.pages.record import PageRecord


@dataclass(frozen=True)
class Signals:
    """What a page says of itself. ``{title}``, ``{abstract}`` and ``{url}`` stand for the article's.

    ``metas`` are [name, content], or [name] for one whose content has no value; names with a colon become properties.
    ``linked`` holds the JSON-LD blocks. ``container``, ``issns``, ``doi``, ``lines``, ``notice`` and ``references``
    (title, container, DOI) are what a reader sees, ``site`` heads the page and ends its title. ``charsets`` are the
    declared ones, ``encoding`` is the true one; ``closed`` writes ``</meta>``; ``before`` precedes the doctype.
    """

    metas: Sequence[Sequence[str]]
    linked: Sequence[Any] = ()
    container: str | None = None
    site: str | None = None
    issns: Sequence[str] = ()
    doi: str | None = None
    lines: Sequence[str] = ()
    notice: str | None = None
    references: Sequence[Sequence[str]] = ()
    canonical: str | None = None
    charsets: Sequence[str] = ("utf-8",)
    encoding: str = "utf-8"
    content_type: str = "text/html; charset=utf-8"
    closed: bool = False
    before: str = ""


@cache
def known() -> Mapping[str, Signals]:
    """The described pages by their names."""
    pages = json.loads(Path(__file__).with_name("as_they_are.json").read_text("utf-8"))["pages"]
    return {name: Signals(**said) for name, said in pages.items()}


def set_like(name: str, record: PageRecord) -> tuple[str, bytes]:
    """The article as the page of this name has it: content type and body. Raises SuiteFault for an unknown name."""
    try:
        signals = known()[name]
    except KeyError:
        raise SuiteFault(f"no page in steps/world/pages/as_they_are.json is called {name!r}") from None
    return signals.content_type, document(signals, record).encode(signals.encoding)


def document(signals: Signals, record: PageRecord) -> str:
    """The page's HTML, the same every time."""
    head = [
        *(f'<meta charset="{each}">' for each in signals.charsets),
        f"<title>{text(' | '.join(filter(None, [record.title, signals.site])))}</title>",
        *([f'<link rel="canonical" href="{text(filled(signals.canonical, record))}">'] if signals.canonical else []),
        *(meta(each, record) + ("</meta>" if signals.closed else "") for each in signals.metas),
        *(script(each, record) for each in signals.linked),
    ]
    body = [
        *([f"<header>{text(signals.site)}</header>"] if signals.site else []),
        "<main>",
        *([f'<p class="journal-title">{text(signals.container)}</p>'] if signals.container else []),
        f"<h1>{text(record.title)}</h1>",
        f"<p>{text(', '.join(record.authors))}</p>",
        *([f"<p>DOI: {text(signals.doi)}</p>"] if signals.doi else []),
        *([f"<p>ISSN: {text(', '.join(signals.issns))}</p>"] if signals.issns else []),
        *(f"<p>{text(each)}</p>" for each in signals.lines),
        f'<section class="abstract"><h2>Abstract</h2><p>{text(record.abstract)}</p></section>',
        *([f"<p>{text(signals.notice)}</p>"] if signals.notice else []),
        *cited(signals.references),
        "</main>",
    ]
    return "\n".join(
        [
            f'{signals.before}<!DOCTYPE html>\n<html lang="en">\n<head>',
            *head,
            "</head>\n<body>",
            *body,
            "</body>\n</html>\n",
        ]
    )


def meta(said: Sequence[str], record: PageRecord) -> str:
    name = text(said[0])
    if len(said) == 1:
        return f'<meta name="{name}" content>'
    attribute = "property" if ":" in name else "name"
    return f'<meta {attribute}="{name}" content="{text(filled(said[1], record))}">'


def script(block: Any, record: PageRecord) -> str:
    """JSON-LD; with < escaped, no text can end the script."""
    said = filled(json.dumps(block, ensure_ascii=False), record).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{said}</script>'


def cited(references: Sequence[Sequence[str]]) -> list[str]:
    if not references:
        return []
    entries = (f"<li>{text(title)}. <i>{text(where)}</i>. doi:{text(doi)}</li>" for title, where, doi in references)
    return [f'<section class="references"><h2>References</h2><ol>{"".join(entries)}</ol></section>']


def filled(said: str, record: PageRecord) -> str:
    return said.replace("{title}", record.title).replace("{abstract}", record.abstract).replace("{url}", record.url)
