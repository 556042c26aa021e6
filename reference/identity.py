"""Whether a page belongs to the source: by the container its own metadata name, never by host, path or label alone.

Journals and series are known by their container. Repositories, platforms and aggregators hold records of many
containers; they are known by what the site calls itself together with the record's own id on it (E-6, E-7).
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from . import jsonld
from .decision import Rejection
from .document import Document
from .identifiers import issn_is_valid, normal_doi, normal_issn
from .names import normal_name, registered_forms, same_name, series_of, without_issue
from .records import Record
from .registry import Source
from .words import either

CONTAINERS = (
    "citation_journal_title", "prism.publicationname", "citation_conference_title", "citation_proceedings_title",
    "citation_inbook_title", "citation_book_title", "citation_series_title", "bepress_citation_journal_title",
    "dc.relation.ispartof", "dcterms.ispartof", "wkhealth_journal_title",
)  # fmt: skip
LOOSE_CONTAINERS = ("dc.source", "dcterms.source")  # often a DOI, an ISSN or a whole citation
ISSNS = ("citation_issn", "citation_eissn", "prism.issn", "prism.eissn", "dc.source.issn", "dc.identifier.issn")
SITES = ("og:site_name", "application-name", "dc.publisher", "dcterms.publisher")
REPOSITORIES = frozenset({
    "aggregator", "digital_library", "directory", "government_repository", "institutional_repository",
    "preprint_server", "proceedings_platform", "publisher_platform", "review_platform", "subject_repository",
})  # fmt: skip
SERIES = frozenset({"proceedings_series", "proceedings_platform"})
CONTAINER_LABEL = re.compile(
    r"(?:journal|publication|container|periodical|proceedings)[-_]?(?:title|name)", re.IGNORECASE
)
"""Class names that say outright that the element is the container's title."""
HINTED_LABEL = re.compile(
    r"(?<![a-z])(?:journal|publication|periodical|proceedings|venue|site_name|is_text|server)(?![a-z])", re.IGNORECASE
)
"""Class names that may say so."""
BEFORE_VOLUME = re.compile(r"(?P<name>\S.{2,160}?)[\s,.;:]+(?:volume|vol\.?)\s*\d", re.IGNORECASE)
INTERFACE = either(
    r"\b(?:view|submit|home|about|browse|log ?in|sign|issues?|archives?|current|editorial|articles?|authors?|search)\b",
    r"\b(?:menu|subscribe|alerts?|metrics|export|cite|citation|download|share|volume|doi|issn|published|open access)\b",
    r"\b(?:impact|guide|information|policy|contents?|latest|news|help|contact|all journals|pdf)\b",
)
"""Words of buttons and notes, not of a container's name shown by itself."""
SUBJECT_LABEL = re.compile(
    r"primary[-_]?subject|collection[-_]?term|subject[-_]?area|primary[-_]?category", re.IGNORECASE
)
SUBJECTS = ("citation_section", "article:section", "dc.subject", "dcterms.subject", "prism.section")
CATEGORY = re.compile(r"(?P<platform>\S+?)(?: (?P<code>[a-z-]+\.[A-Z]{2}))? — (?P<category>.+)")


@dataclass(frozen=True)
class Confirmed:
    """What made sure that the page belongs to the source: the field and what it says."""

    field: str
    says: str


def confirms_identity(
    source: Source, document: Document, record: Record | None, host: str, registered: Collection[str] = ()
) -> Confirmed | Rejection:
    """The identity of the page's record, or why it is not that of the source (IDENT-01 to IDENT-08).

    ``registered`` holds the normal names of the sources registered on this host, by which labels are recognised.
    """
    if record is None:
        return Rejection("IDENTITY", "the page describes no single record")
    if same_name(source.name, record.title):
        return Rejection("IDENTITY", "the page is about the source itself, not about a record of it")
    found = container_identity(source, document, registered)
    if isinstance(found, Rejection) and source.source_type in REPOSITORIES:
        return repository_identity(source, document, record, host, found)
    return found


def container_identity(source: Source, document: Document, registered: Collection[str]) -> Confirmed | Rejection:
    """The metadata name one container, it is the source, and nothing on the page contradicts it."""
    named = containers_in(document)
    distinct = {normal_name(name) for _, name in named}
    if not distinct:
        return Rejection("IDENTITY", "the page's metadata name no container")
    if len(distinct) > 1:
        return Rejection("IDENTITY", f"the metadata name several containers: {listed(name for _, name in named)}")
    field, name = named[0]
    if not (same_name(source.name, name) or is_volume_of(source, name)):
        return Rejection("IDENTITY", f"the page belongs to {name[:120]!r}, not to {source.name!r}")
    contradiction = shown_otherwise(source, document, registered)
    if contradiction:
        return Rejection("IDENTITY", f"the page shows {contradiction[:120]!r} where its metadata say {name[:120]!r}")
    fault = issn_fault(document)
    return Rejection("IDENTITY", fault) if fault else Confirmed(field, name)


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


def is_volume_of(source: Source, container: str) -> bool:
    """Whether the container is a volume of the proceedings series that the source is."""
    series = series_of(container)
    return source.source_type in SERIES and series != container and same_name(source.name, series)


def shown_otherwise(source: Source, document: Document, registered: Collection[str]) -> str | None:
    """What the page shows its reader as the container if that is not the source; None if nothing contradicts.

    A container's title by its class contradicts outright. Weaker signs (other class names, what stands before a volume
    number, the name of another registered source) do so only on a page that nowhere shows the source's own name.
    """
    own = [without_issue(each.text) for each in document.labels if CONTAINER_LABEL.search(each.names)]
    outright = next((each for each in own if is_other(source, each)), None)
    if outright or any(is_source(source, each.text) for each in document.labels):
        return outright
    hinted = [without_issue(each.text) for each in document.labels if HINTED_LABEL.search(each.names)]
    cited = [found["name"] for block in document.blocks[:40] if (found := BEFORE_VOLUME.match(block.text))]
    weak = [each for each in (*hinted, *cited) if not INTERFACE.search(each) and not re.search(r"\d", each)]
    others = [each.text for each in document.labels if normal_name(each.text) in registered]
    if any(is_source(source, each) for each in weak):
        return None
    return next((each for each in (*weak, *others) if is_other(source, each)), None)


def is_source(source: Source, name: str) -> bool:
    return same_name(source.name, without_issue(name)) or is_volume_of(source, name)


def is_other(source: Source, name: str) -> bool:
    return bool(normal_name(name)) and not is_source(source, name)


def issn_fault(document: Document) -> str | None:
    """A contradiction among the page's ISSNs (IDENT-04): a wrong check digit, or JSON-LD and metadata share none."""
    meta = set(filter(None, map(normal_issn, document.meta(*ISSNS))))
    described = {
        issn for each in jsonld.containers(document.jsonld) for issn in map(normal_issn, jsonld.issns(each)) if issn
    }
    wrong = sorted(each for each in meta | described if not issn_is_valid(each))
    if wrong:
        return f"the ISSN {wrong[0]} has a wrong check digit"
    if meta and described and not meta & described:
        return f"the metadata have the ISSN {min(meta)}, the JSON-LD has {min(described)}"
    return None


def repository_identity(
    source: Source, document: Document, record: Record, host: str, container: Rejection
) -> Confirmed | Rejection:
    """The site calls itself by the source's name, and the record has an id of its own there."""
    sites = sites_in(document, host)
    proof = site_proof(source, document, sites)
    if proof is None:
        return Rejection("IDENTITY", f"{container.detail}; the site calls itself {listed(sites) or 'nothing'}")
    if record.record_id is None:
        return Rejection("IDENTITY", "the record has no id of its own that both its metadata and its address give")
    return Confirmed("site and record id", f"{proof}, {record.record_id}")


def site_proof(source: Source, document: Document, sites: Sequence[str]) -> str | None:
    """What the site says that names the source: its name, or for a category its platform and the primary subject."""
    names = {normal_name(each) for each in sites}
    if names & registered_forms(source.name):
        return next(each for each in sites if normal_name(each) in registered_forms(source.name))
    category = CATEGORY.fullmatch(source.name)
    if category is None or normal_name(category["platform"]) not in names | containers_named(document):
        return None
    primary = primary_subject(document)
    wanted = {normal_name(category["category"])}
    if category["code"]:
        wanted = {normal_name(f"{category['category']} ({category['code']})"), normal_name(category["code"])}
    return primary if primary and normal_name(primary) in wanted else None


def containers_named(document: Document) -> frozenset[str]:
    return frozenset(normal_name(name) for _, name in containers_in(document))


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


def listed(names: Iterable[str]) -> str:
    """The first few names, for a person."""
    return ", ".join(repr(each[:80]) for each in list(dict.fromkeys(names))[:4])
