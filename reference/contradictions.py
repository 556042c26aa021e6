"""What on a page defeats an identity that its metadata seem to prove (IDENT-04, E-5).

The registry holds no ISSN, DOI prefix or record id, so only the page's own words can contradict each other.
"""

import re
from collections.abc import Collection

from . import jsonld
from .document import Document
from .identifiers import arxiv_id, issn_is_valid, normal_doi, normal_issn
from .names import normal_name, same_name, series_of, without_issue
from .records import address_parts
from .registry import Source
from .words import either

ISSNS = ("citation_issn", "citation_eissn", "prism.issn", "prism.eissn", "dc.source.issn", "dc.identifier.issn")
DOIS = ("citation_doi", "prism.doi", "dc.identifier.doi", "bepress_citation_doi", "publication_doi", "dc.identifier")
IDS = ("citation_arxiv_id", "citation_id", "dc.identifier", "dct.identifier", "dcterms.identifier", "eprints.eprintid")
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


def issn_fault(document: Document) -> str | None:
    """A contradiction among the page's ISSNs (IDENT-04): a wrong check digit, or JSON-LD and metadata share none."""
    meta = set(filter(None, map(normal_issn, document.meta(*ISSNS))))
    described = set(filter(None, map(normal_issn, jsonld.issns(document.jsonld))))
    wrong = sorted(each for each in meta | described if not issn_is_valid(each))
    if wrong:
        return f"the ISSN {wrong[0]} has a wrong check digit"
    if meta and described and not meta & described:
        return f"the metadata have the ISSN {min(meta)}, the JSON-LD has {min(described)}"
    return None


def doi_fault(document: Document) -> str | None:
    """Two DOIs that both claim to be the record's."""
    found = sorted(set(filter(None, map(normal_doi, document.meta(*DOIS)))))
    return f"the metadata give the DOIs {found[0]} and {found[1]}" if len(found) > 1 else None


def record_id_fault(source: Source, document: Document) -> str | None:
    """A repository's ids for the record, none of which is that of the page's address."""
    if source.source_type not in REPOSITORIES:
        return None
    plain = [arxiv_id(each) or each for each in document.meta(*IDS) if re.fullmatch(r"[\w.-]{4,40}", each)]
    stated = [each.lower() for each in plain if not normal_issn(each)]
    if not stated or set(stated) & {each.lower() for each in address_parts(document.url)}:
        return None
    return f"the record's id is {stated[0]}, which is not that of its address"


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


def is_volume_of(source: Source, container: str) -> bool:
    """Whether the container is a volume of the proceedings series that the source is."""
    series = series_of(container)
    return source.source_type in SERIES and series != container and same_name(source.name, series)
