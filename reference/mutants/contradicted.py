"""Hosts that overlook what a page says against itself (IDENT-03, IDENT-04)."""

from collections.abc import Callable
from typing import Any

from .. import identity
from ..decision import Rejection
from ..document import Document
from ..host import Host
from ..identity import CONTAINER, Confirmed
from .making import faulty, mutant


def overlooking(detail: Callable[[str], bool]) -> Host:
    """The exemplar that confirms a page although it was rejected in such words."""

    def confirms(source: Any, document: Document, record: Any, host: str, *rest: Any) -> Any:
        found = identity.confirms_identity(source, document, record, host, *rest)
        overlooked = isinstance(found, Rejection) and detail(found.detail)
        return Confirmed(CONTAINER, "its metadata", source.name) if overlooked else found

    return faulty(confirms_identity=confirms)


@mutant("IDENT-03", reason="WRONG_STATUS", collateral="IDENT-01")
def does_not_look_at_what_a_reader_sees() -> Host:
    return overlooking(lambda detail: detail.startswith("the page shows"))


@mutant("IDENT-04", reason="WRONG_STATUS", turns="WARN")
def does_not_compare_the_issns_of_a_page() -> Host:
    return overlooking(lambda detail: "ISSN" in detail)


@mutant("IDENT-04", reason="WRONG_STATUS", turns="WARN")
def does_not_compare_the_dois_of_a_page() -> Host:
    return overlooking(lambda detail: "DOI" in detail)


@mutant("IDENT-04", reason="WRONG_STATUS", turns="WARN")
def does_not_compare_a_records_id_with_its_address() -> Host:
    return overlooking(lambda detail: " id " in detail and "ISSN" not in detail)


def strict_about(fault: Callable[[Document], str | None]) -> Host:
    """The exemplar that rejects pages for another reason as well."""

    def confirms(source: Any, document: Document, *rest: Any) -> Any:
        wrong = fault(document)
        return Rejection("IDENTITY", wrong) if wrong else identity.confirms_identity(source, document, *rest)

    return faulty(confirms_identity=confirms)


@mutant("IDENT-04", reason="WRONG_STATUS", turns="WARN", collateral="ALL")
def rejects_pages_with_two_issns() -> Host:
    """Takes print and online ISSN for a contradiction."""
    return strict_about(
        lambda document: "two ISSNs" if len({issn for block in document.jsonld for issn in issns(block)}) > 1 else None
    )


def issns(block: Any) -> list[str]:
    """Every ISSN in a block of JSON-LD."""
    if isinstance(block, list):
        return [found for each in block for found in issns(each)]
    if not isinstance(block, dict):
        return []
    own = block.get("issn", [])
    return [*(own if isinstance(own, list) else [own]), *(found for each in block.values() for found in issns(each))]


@mutant("IDENT-04", reason="WRONG_STATUS", turns="WARN", collateral="ALL")
def rejects_dois_of_a_prefix_it_does_not_know() -> Host:
    """Takes a server's new DOI prefix for a contradiction."""
    return strict_about(
        lambda document: (
            "a DOI of another prefix"
            if "biorxiv" in document.url
            and any("10.64898/" in each for each in document.meta("citation_doi", "dc.identifier"))
            else None
        )
    )


@mutant("IDENT-04", reason="WRONG_STATUS", turns="WARN", collateral="ALL")
def compares_issns_letter_by_letter() -> Host:
    def fault(document: Document) -> str | None:
        tags = set(document.meta("citation_issn", "prism.issn"))
        linked = {issn for block in document.jsonld for issn in issns(block)}
        return "other ISSNs" if tags and linked and not tags & linked else None

    return strict_about(fault)
