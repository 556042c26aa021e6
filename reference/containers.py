"""What a page says of where its record belongs: containers, the site, the primary subject. No judgement yet."""

import re

from . import jsonld
from .document import Document
from .identifiers import normal_doi, normal_issn
from .names import normal_name, without_issue

CONTAINERS = (
    "citation_journal_title", "prism.publicationname", "citation_conference_title", "citation_proceedings_title",
    "citation_inbook_title", "citation_book_title", "citation_series_title", "bepress_citation_journal_title",
    "dc.relation.ispartof", "dcterms.ispartof", "wkhealth_journal_title",
)  # fmt: skip
LOOSE_CONTAINERS = ("dc.source", "dcterms.source")  # often a DOI, an ISSN or a whole citation
SITES = ("og:site_name", "application-name", "dc.publisher", "dcterms.publisher")
SUBJECT_LABEL = re.compile(
    r"primary[-_]?subject|collection[-_]?term|subject[-_]?area|primary[-_]?category", re.IGNORECASE
)
SUBJECTS = ("citation_section", "article:section", "dc.subject", "dcterms.subject", "prism.section")


def containers_in(document: Document) -> list[tuple[str, str]]:
    """(field, container) of everything in the head and the JSON-LD that names one; spelled without volume and year."""
    found = [(key, name) for key, name in document.metas if key in CONTAINERS and is_name(name)]
    found += [("json-ld isPartOf", jsonld.text(each["name"])) for each in jsonld.containers(document.jsonld)]
    loose = [
        (key, without_issue(re.split(r"\s*;\s*", name)[0])) for key, name in document.metas if key in LOOSE_CONTAINERS
    ]
    known = {normal_name(name) for _, name in found}
    found += [
        (key, name)
        for key, name in loose
        if is_name(name) and (not re.search(r"\d", name) or normal_name(name) in known)
    ]
    return [(key, name) for key, name in found if normal_name(name)]


def is_name(text: str) -> bool:
    """Whether it can be a container's name: no address, DOI or ISSN."""
    return not re.match(r"\w+://|www\.", text) and not normal_doi(text) and not normal_issn(text)


def sites_in(document: Document, host: str) -> list[str]:
    """What head and JSON-LD say of the site, "arXiv.org" as "arXiv". Titles say nothing, for authors choose them."""
    described = [
        jsonld.text(each.get(key)) for each in jsonld.records(document.jsonld)
        for key in ("publisher", "provider", "includedInDataCatalog", "sourceOrganization")
    ]  # fmt: skip
    ending = re.compile(rf"\.{re.escape(host.rpartition('.')[2])}$", re.IGNORECASE)
    plain = (ending.sub("", each).strip() for each in (*document.meta(*SITES), *described))
    return list(dict.fromkeys(filter(None, plain)))


def primary_subject(document: Document) -> str | None:
    """The one category the page puts first, such as "Computation and Language (cs.CL)"."""
    shown = [each.text for each in document.labels if SUBJECT_LABEL.search(each.names) and each.text]
    stated = document.meta(*SUBJECTS)
    return next(iter((*shown, *stated)), None)
