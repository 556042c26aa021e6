"""Whether a page belongs to the source: by the container its own metadata name, never by host, path or label alone.

Journals and series are known by their container. Repositories, platforms and aggregators hold records of many
containers; they are known by what the site calls itself together with the record's own id on it (E-6, E-7). Whatever
proves the identity, a contradiction on the page defeats it.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from .containers import containers_in, primary_subject, sites_in
from .contradictions import REPOSITORIES, doi_fault, is_source, issn_fault, record_id_fault, shown_otherwise
from .decision import Rejection
from .document import Document
from .names import normal_name, registered_forms, same_name
from .records import Record
from .registry import Source

CATEGORY = re.compile(r"(?P<platform>\S+?)(?: (?P<code>[a-z-]+\.[A-Z]{2}))? — (?P<category>.+)")

CONTAINER, SITE = "container", "site"


@dataclass(frozen=True)
class Confirmed:
    """What made sure that the page belongs to the source: CONTAINER or SITE, the field, and what it says."""

    by: str
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
    proof = printed_proof(source, document, registered) if document.printed else container_proof(source, document)
    if isinstance(proof, Rejection) and source.source_type in REPOSITORIES:
        proof = site_proof(source, document, record, host, proof)
    if isinstance(proof, Rejection):
        return proof
    fault = contradiction(source, document, proof, registered)
    return Rejection("IDENTITY", fault) if fault else proof


def container_proof(source: Source, document: Document) -> Confirmed | Rejection:
    """The metadata name one container, and it is the source as a whole name."""
    named = containers_in(document)
    distinct = {normal_name(name) for _, name in named}
    if not distinct:
        return Rejection("IDENTITY", "the page's metadata name no container")
    if len(distinct) > 1:
        return Rejection("IDENTITY", f"the metadata name several containers: {listed(name for _, name in named)}")
    field, name = named[0]
    if not is_source(source, name):
        return Rejection("IDENTITY", f"the page belongs to {name[:120]!r}, not to {source.name!r}")
    return Confirmed(CONTAINER, field, name)


def printed_proof(source: Source, document: Document, registered: Collection[str]) -> Confirmed | Rejection:
    """The first page of a document without markup prints the source's name, as a whole line, and no other's."""
    own = [each for each in document.printed if is_source(source, each)]
    others = [each for each in document.printed if normal_name(each) in registered and not is_source(source, each)]
    if not own or others:
        return Rejection("IDENTITY", f"the first page names {listed(own + others) or 'no container'}")
    return Confirmed(CONTAINER, "first page", own[0])


def site_proof(
    source: Source, document: Document, record: Record, host: str, otherwise: Rejection
) -> Confirmed | Rejection:
    """The site calls itself by the source's name, and the record has an id of its own there.

    A site that says nothing of itself will do where the source is the whole site and the metadata give the very address
    of the page as the record's identifier. ``otherwise`` is why the container proves nothing.
    """
    sites = sites_in(document, host)
    named = site_name(source, document, sites)
    if named is None and not (is_whole_site(source, host) and not sites and is_identified_by_address(document)):
        return Rejection("IDENTITY", f"{otherwise.detail}; the site calls itself {listed(sites) or 'nothing'}")
    if record.record_id is None:
        return Rejection("IDENTITY", "the record has no id of its own that both its metadata and its address give")
    return Confirmed(SITE, "site and record id", f"{named or host}, {record.record_id}")


def is_whole_site(source: Source, host: str) -> bool:
    """Whether the source's canonical URL is the root of the host: what stands on it is the repository's own."""
    return source.canonical_url.lower().rstrip("/") == f"https://{host}"


def is_identified_by_address(document: Document) -> bool:
    """Whether an identifier in the metadata is the URL of this very page."""
    own = document.url.partition("?")[0].rstrip("/")
    return own in {each.partition("?")[0].rstrip("/") for each in document.meta("dc.identifier", "dcterms.identifier")}


def site_name(source: Source, document: Document, sites: Iterable[str]) -> str | None:
    """What the site says that names the source: its name, or for a category its platform and the primary subject."""
    forms = registered_forms(source.name)
    named = next((each for each in sites if normal_name(each) in forms), None)
    category = CATEGORY.fullmatch(source.name)
    if named or category is None:
        return named
    platforms = {normal_name(each) for each in (*sites, *(name for _, name in containers_in(document)))}
    if normal_name(category["platform"]) not in platforms:
        return None
    primary = primary_subject(document)
    wanted = {normal_name(category["category"])}
    if category["code"]:
        wanted = {normal_name(f"{category['category']} ({category['code']})"), normal_name(category["code"])}
    return primary if primary and normal_name(primary) in wanted else None


def contradiction(source: Source, document: Document, proof: Confirmed, registered: Collection[str]) -> str | None:
    """What on the page contradicts the proof. What a reader sees counts against a container, not against a site."""
    shown = shown_otherwise(source, document, registered) if proof.by == CONTAINER else None
    if shown:
        return f"the page shows {shown[:120]!r} where its metadata say {proof.says[:120]!r}"
    fault = (issn_fault(document) or doi_fault(document)) if proof.by == CONTAINER else None
    return fault or record_id_fault(source, document)


def listed(names: Iterable[str]) -> str:
    """The first few names, for a person."""
    return ", ".join(repr(each[:80]) for each in list(dict.fromkeys(names))[:4])
