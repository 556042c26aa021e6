"""What an opened page says of its one record: title, year, identifiers, abstract. Nothing comes from the broker."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from . import jsonld
from .document import Document
from .identifiers import arxiv_id, normal_doi

TITLES = (
    "citation_title",
    "dc.title",
    "dcterms.title",
    "dct.title",
    "eprints.title",
    "bepress_citation_title",
    "prism.title",
)
DATES = (
    "citation_publication_date", "citation_date", "citation_online_date", "citation_year", "prism.publicationdate",
    "dc.date", "dc.date.issued", "dcterms.issued", "dct.created", "article:published_time", "eprints.date",
)  # fmt: skip
DOIS = (
    "citation_doi", "prism.doi", "dc.identifier.doi", "bepress_citation_doi", "dc.identifier", "dcterms.identifier",
    "dct.identifier", "publication_doi", "eprints.id_number",
)  # fmt: skip
IDENTIFIERS = (
    "citation_arxiv_id", "citation_pmid", "citation_pmcid", "citation_id", "dc.identifier", "dcterms.identifier",
    "dct.identifier", "eprints.eprintid", "citation_technical_report_number", "citation_public_url",
    "citation_abstract_html_url", "citation_fulltext_html_url", "dc.identifier.uri", "og:url",
)  # fmt: skip
ABSTRACTS = ("citation_abstract", "dcterms.abstract", "dct.abstract", "dc.description.abstract", "dc.description")
GENERIC = frozenset({
    "abs", "abstract", "article", "articles", "content", "document", "documents", "download", "early", "fulltext",
    "full", "html", "index", "item", "items", "paper", "papers", "preprint", "preprints", "publication",
    "publications", "record", "records", "view",
})  # fmt: skip
"""Parts of an address that name a kind of page and no record."""

YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
VERSION = re.compile(r"(?<=\d)v\d+$|_v\d+$")
MARKUP = re.compile(r"<[^>]{0,200}>")


@dataclass(frozen=True)
class Record:
    """One record as its page states it. ``record_id`` is its own id on the host, where metadata and address agree."""

    url: str
    title: str
    year: str | None
    doi: str | None
    record_id: str | None
    arxiv: str | None
    abstract: str


def record_in(document: Document) -> Record | None:
    """The record; None if the page describes no single one, such as a home page, a search or a list (R-12)."""
    titles = {title.casefold() for title in document.meta(*TITLES)[:20]}
    described = jsonld.records(document.jsonld)
    doi, own = doi_in(document), own_id(document)
    if jsonld.is_list(document.jsonld) or (len(document.meta("citation_title")) > 1 and len(titles) > 1):
        return None
    if not titles and not doi and not any(jsonld.text(each.get("headline") or each.get("name")) for each in described):
        return None
    if urlsplit(document.url).path in ("", "/") and not urlsplit(document.url).query:
        return None
    return Record(
        url=document.url,
        title=title_in(document)[:500],
        year=year_in(document),
        doi=doi,
        record_id=own,
        arxiv=next(filter(None, map(arxiv_id, document.meta("citation_arxiv_id"))), None),
        abstract=abstract_in(document),
    )


def title_in(document: Document) -> str:
    """The record's title, from what is most surely that to what is most surely there."""
    described = [jsonld.text(each.get("headline") or each.get("name")) for each in jsonld.records(document.jsonld)]
    headings = [block.text for block in document.blocks if block.tag == "h1" and not block.beside]
    found = [*document.meta(*TITLES), *described, *document.meta("og:title"), *headings, document.title, document.url]
    return next(MARKUP.sub("", each).strip() for each in found if each.strip())


def year_in(document: Document) -> str | None:
    dates = [
        *document.meta(*DATES),
        *(jsonld.text(each.get("datePublished")) for each in jsonld.records(document.jsonld)),
    ]
    return next((found[0] for found in map(YEAR.search, dates) if found), None)


def doi_in(document: Document) -> str | None:
    """The page's DOI: from its metadata, its JSON-LD, or the address it states for itself."""
    described = [
        jsonld.text(value)
        for each in jsonld.records(document.jsonld)
        for key in ("doi", "identifier", "sameAs", "@id")
        for value in jsonld.many(each.get(key))
    ]
    addresses = [*document.meta("og:url"), *(href for rel, href in document.links if rel == "canonical")]
    stated = (normal_doi(each) for each in (*document.meta(*DOIS), *described))
    return next(filter(None, stated), None) or next(filter(None, map(doi_of_address, addresses)), None)


def doi_of_address(address: str) -> str | None:
    """The DOI in a URL's path, as in ``/doi/abs/10.7326/M19-3075``."""
    found = re.search(r"10\.\d{4,9}/[^?#]+", unquote(address))
    return normal_doi(re.sub(r"(?:/(?:full|abstract|pdf|html)|\.full|\.short)$", "", found[0])) if found else None


def own_id(document: Document) -> str | None:
    """The id that both the metadata and the page's address give: the repository's own name for the record.

    The metadata may give it alone, at the end of a DOI (``10.5281/zenodo.1196821``) or at the end of a URL.
    """
    told = [*document.meta(*IDENTIFIERS, *DOIS), *(
        jsonld.text(value)
        for each in jsonld.records(document.jsonld)
        for key in ("identifier", "@id", "url")
        for value in jsonld.many(each.get(key))
    )]  # fmt: skip
    stated = {part for each in told for part in spellings(each)} - GENERIC
    return next((part for part in address_parts(document.url) if part.lower() in stated and is_id(part)), None)


def address_parts(url: str) -> list[str]:
    """What in an address can be a record's id: the parts of its path, last first, and the values of its query."""
    parts = urlsplit(url)
    path = [VERSION.sub("", part) for part in unquote(parts.path).split("/") if part]
    return [*reversed(path), *(unquote(each.partition("=")[2]) for each in parts.query.split("&") if "=" in each)]


def is_id(part: str) -> bool:
    """Whether it can be a record's id: with a digit, or long enough to be no word of the site's own."""
    return bool(re.search(r"\d|.{5}", part))


def spellings(identifier: str) -> Iterable[str]:
    """An identifier, and its last part where it is a URL, a DOI or a prefixed name; in lower case, without version."""
    plain = VERSION.sub("", unquote(identifier).partition("?")[0].rstrip("/").lower())
    yield plain
    for separator in ("/", ":", "."):
        head, _, tail = plain.rpartition(separator)
        if head and tail:
            yield tail
    parts = plain.rsplit("/", 2)
    if len(parts) == 3:
        yield "/".join(parts[1:])


def abstract_in(document: Document) -> str:
    """The abstract the page shows, or else the one in its metadata; at most 2,000 characters."""
    shown = [
        block.text for block in document.blocks
        if block.in_abstract and block.tag not in ("h1", "h2", "h3", "h4", "h5", "h6") and not block.beside
    ]  # fmt: skip
    text = " ".join(shown)
    if len(text) < 20:
        described = [
            jsonld.text(each.get("abstract") or each.get("description")) for each in jsonld.records(document.jsonld)
        ]
        text = next((each for each in (*document.meta(*ABSTRACTS), *described) if len(each) >= 20), text)
    return " ".join(MARKUP.sub(" ", text).split())[:2_000]
