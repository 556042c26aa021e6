"""The pieces that pages are made of. Everything a record says is escaped here and nowhere else."""

import html
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from oa_conformance.steps.world.pages.record import FACTS, PageRecord

Pairs = list[tuple[str, str]]
HEADINGS = ("Introduction", "Methods", "Results", "Discussion", "Conclusion")
FACT_NAMES = {
    "licence": "DC.rights",
    "oa_status": "DCTERMS.accessRights",
    "version": "prism.versionIdentifier",
    "peer_review": "eprints.refereed",
    "publication_state": "eprints.status",
}


@dataclass(frozen=True)
class Sheet:
    """One publisher's way of setting a record, before the parts that all pages have are put around it.

    ``metas`` are (name, content) pairs, ``linked`` the JSON-LD, ``masthead`` the visible HTML that names container and
    issue, ``site`` the platform's name, ``css`` the prefix of its class names, ``before`` what precedes the doctype.
    """

    site: str
    css: str
    metas: Pairs
    masthead: str
    linked: dict[str, Any] | None = None
    before: str = ""
    og_url: str | None = None
    bare: tuple[str, ...] = ()  # names of metas whose content has no value


def text(said: object) -> str:
    return html.escape(str(said))


def highwire(record: PageRecord, *, issn: bool = True) -> Pairs:
    """The citation_* names that Google Scholar reads."""
    pairs = [("citation_title", record.title)]
    pairs += [("citation_author", each) for each in record.authors]
    pairs += [("citation_publication_date", str(record.year))]
    pairs += [("citation_journal_title", each) for each in record.declared]
    pairs += [("citation_issn", each) for each in record.issns if issn]
    if record.doi:
        pairs += [("citation_doi", record.doi)]
    for each in record.references:
        cited = f"citation_title={each.title}; citation_journal_title={each.container}; citation_doi={each.doi}"
        pairs += [("citation_reference", cited)]
    return pairs


def when(value: str | None, *pairs: tuple[str, str]) -> Pairs:
    """The pairs, if there is such a value."""
    return list(pairs) if value else []


def part_of(record: PageRecord, kind: str | Sequence[str] = "Periodical", **more: Any) -> dict[str, Any]:
    """schema.org's ``isPartOf``, if the record declares a container."""
    issns = record.issns if record.jsonld_issns is None else record.jsonld_issns
    made = [
        {"@type": kind, "name": each, **({"issn": list(issns)} if issns else {}), **more} for each in record.declared
    ]
    return {"isPartOf": made[0] if len(made) == 1 else made} if made else {}


def work(record: PageRecord, kind: str = "ScholarlyArticle", **more: Any) -> dict[str, Any]:
    """schema.org's description of the record."""
    return {
        "@context": "https://schema.org",
        "@type": kind,
        "headline": record.title,
        "datePublished": str(record.year),
        "author": [{"@type": "Person", "name": each} for each in record.authors],
        **({"sameAs": f"https://doi.org/{record.doi}"} if record.doi else {}),
        **more,
    }


def labels(record: PageRecord, tag: str = "span", css: str = "container") -> str:
    """The container's visible name, or names; nothing if the page does not show one."""
    return " / ".join(f'<{tag} class="{css}">{text(each)}</{tag}>' for each in record.shown)


def page(record: PageRecord, sheet: Sheet) -> bytes:
    """The whole document in UTF-8."""
    site, address = record.site_name or sheet.site, record.canonical or record.url
    named = [*sheet.metas, *when(record.subject, ("DC.subject", record.subject or ""))]
    named += [(FACT_NAMES[field], said) for field, said in record.facts.items()]
    properties = [
        ("og:type", "article"),
        ("og:site_name", site),
        ("og:title", record.title),
        ("og:url", sheet.og_url or address),
    ]
    head = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{text(record.title)} | {text(site)}</title>",
        f'<link rel="canonical" href="{text(address)}">',
        *(f'<meta property="{name}" content="{text(said)}">' for name, said in properties),
        *(f'<meta name="{name}" content="{text(said)}">' for name, said in named),
        *(f'<meta name="{name}" content>' for name in sheet.bare),
        *([_script(sheet.linked)] if sheet.linked else []),
        record.extra_head,
    ]
    body = [
        f'<header class="{sheet.css}-header"><a href="/">{text(site)}</a></header>',
        f'<main class="{sheet.css}-article">',
        f'<div class="{sheet.css}-masthead">{sheet.masthead}</div>',
        f"<h1>{text(record.title)}</h1>",
        f'<p class="{sheet.css}-authors">{text(", ".join(record.authors))}</p>',
        *_identifiers(record),
        *_sections(record),
        *_facts(record),
        *_references(record),
        *(f'<p><a href="{text(url)}">{text(said)}</a></p>' for said, url in record.links),
        "</main>",
        record.extra_body,
        f'<footer class="{sheet.css}-footer">{text(site)}</footer>',
    ]
    return "\n".join(
        [
            f'{sheet.before}<!DOCTYPE html>\n<html lang="en">\n<head>',
            *filter(None, head),
            "</head>\n<body>",
            *filter(None, body),
            "</body>\n</html>\n",
        ]
    ).encode()


def _script(data: dict[str, Any]) -> str:
    """JSON-LD; with < escaped, no text of a record can end the script."""
    said = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{said}</script>'


def _identifiers(record: PageRecord) -> Iterable[str]:
    yield f'<p class="published">Published: {record.year}</p>'
    if record.doi:
        yield f'<p class="doi">DOI: <a href="https://doi.org/{text(record.doi)}">{text(record.doi)}</a></p>'
    if record.issns or record.jsonld_issns:
        shown = dict.fromkeys((*record.issns, *(record.jsonld_issns or ())))
        yield f'<p class="issn">ISSN: {text(", ".join(shown))}</p>'


def _sections(record: PageRecord) -> Iterable[str]:
    if record.abstract:
        yield f'<section class="abstract"><h2>Abstract</h2><p>{text(record.abstract)}</p></section>'
    for number, paragraph in enumerate(record.body or ()):
        heading = HEADINGS[min(number, len(HEADINGS) - 1)]
        yield f'<section class="full-text"><h2>{heading}</h2><p>{text(paragraph)}</p></section>'


def _facts(record: PageRecord) -> Iterable[str]:
    for field, said in record.facts.items():
        yield f'<p class="{field}">{FACTS[field]}: {text(said)}</p>'


def _references(record: PageRecord) -> Iterable[str]:
    if record.references:
        cited = (f"<li>{text(e.title)}. <i>{text(e.container)}</i>. doi:{text(e.doi)}</li>" for e in record.references)
        yield f'<section class="references"><h2>References</h2><ol>{"".join(cited)}</ol></section>'
