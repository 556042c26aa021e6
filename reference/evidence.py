"""What an accepted record may support: its evidence class, and the facts the record itself states."""

import re
from collections.abc import Mapping

from . import jsonld
from .decision import FULLTEXT, METADATA, NOT_AUTHORIZED, Rejection
from .document import Document
from .registry import Source
from .words import either

SECTION = re.compile(
    r"(?:\d+(?:\.\d+)*\.?\s+|[ivx]+\.\s+)?(?:introduction|background|literature review|related work|theory"
    r"|(?:(?:materials?|patients|participants|subjects)(?: and|,) )?(?:methods?|methodology)|materials?"
    r"|experiments?|experimental.*|results?(?: and discussion)?|findings|analysis|evaluation|discussion|conclusions?"
    r"|concluding remarks|limitations|case report|full text|main text|body"
    r"|前言|緒論|引言|文獻回顧|材料與方法|研究方法|方法|結果|結果與討論|討論|結論|全文)\.?",
    re.IGNORECASE,
)
LOCKED = either(
    r"(?:buy|purchase|rent) (?:this )?(?:article|chapter|access)|get full access|preview of subscription content",
    r"access (?:options|through your institution)|log in to (?:view|read) (?:the )?full|subscribe to (?:read|view)",
    r"full text (?:is )?(?:not available|available (?:to|for) subscribers)|購買本文|訂閱後閱讀",
)
RUNNING = frozenset({"p", "div", "section", "li", "td", "blockquote", "article"})
HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6", "dt"})
LICENCE_LENGTH = 500  # characters of an address; half of one is none
SECTION_WORDS, BODY_WORDS = 25, 200
"""Running text that makes a full text: beneath a section's heading, or in an article's body without such headings."""
UNREVIEWED = re.compile(r"(?:not|yet to) (?:been |be )?(?:certified by |undergone )?peer[- ]?review", re.IGNORECASE)
PREPRINT = re.compile(
    r"\bthis (?:article |paper |manuscript |work )?is a preprint\b|^preprint$|^posted content$", re.IGNORECASE
)


def authorization_fault(source: Source, fulltext: bool) -> Rejection | None:
    """Why the source may not support a claim on content; None if nobody asked for content (EVID-01 to EVID-03)."""
    if not fulltext:
        return None
    if source.oa_scope == "metadata_only":
        return Rejection(NOT_AUTHORIZED, f"{source.id} may support metadata only")
    if "fulltext" not in source.access_roles:
        return Rejection(NOT_AUTHORIZED, f"{source.id} lacks the fulltext role")
    return None


def evidence_class(document: Document, fulltext: bool) -> str:
    """Full text only where it was asked for and stands on the page; an abstract stays metadata (EVID-06)."""
    return FULLTEXT if fulltext and body_text(document) else METADATA


def body_text(document: Document) -> str:
    """The article's running text; empty if the page shows an abstract alone, or locks the rest away."""
    if LOCKED.search(document.text()):
        return ""
    sections, bodies, inside = list[str](), list[str](), False
    for block in document.blocks:
        if block.tag in HEADINGS:
            inside = not block.in_abstract and not block.beside and bool(SECTION.fullmatch(block.text))
        elif block.tag in RUNNING and not block.in_abstract and not block.beside:
            sections += [block.text] if inside else []
            bodies += [block.text] if block.in_body else []
    for found, least in ((sections, SECTION_WORDS), (bodies, BODY_WORDS)):
        if words_in(text := "\n".join(found)) >= least:
            return text
    return ""


def words_in(text: str) -> int:
    """The number of words; two Chinese characters count as one."""
    return len(re.findall(r"[^\W㐀-鿿]+", text)) + len(re.findall(r"[㐀-鿿]", text)) // 2


def facts_of(document: Document) -> Mapping[str, str | None]:
    """What the record's own page states; null where it is silent, whatever its source is like (EVID-04)."""
    described = jsonld.records(document.jsonld)

    def stated(*names: str, key: str | None = None) -> str | None:
        told = [
            *document.meta(*names),
            *(jsonld.text(each.get(key)) for each in described if key),
        ]
        return next((each[:200] for each in told if each), None)

    licences = [href for rel, href in document.links if "license" in rel.split() and len(href) <= LICENCE_LENGTH]
    free = next((each["isAccessibleForFree"] for each in described if "isAccessibleForFree" in each), None)
    shown = [block.text for block in document.blocks if not block.beside and len(block.text) < 400]
    unreviewed = any(UNREVIEWED.search(each) for each in shown)
    preprint = any(PREPRINT.search(each) for each in shown)
    return {
        "oa_status": stated("citation_oa_status", "dc.rights.accessrights", "dcterms.accessrights", "dc.accessrights")
        or ({True: "open access", False: "not open"}.get(str(free).lower() == "true") if free is not None else None),
        "licence": stated(
            "citation_license", "dcterms.license", "dct.license", "dc.rights.license", "dc.rights", key="license"
        )
        or next(iter(licences), None),
        "version": stated("citation_version", "dcterms.hasversion", "prism.versionidentifier", key="version"),
        "peer_review": stated("citation_peer_review", "eprints.refereed")
        or ("not peer reviewed" if unreviewed else None),
        "publication_state": stated(
            "citation_publication_state", "eprints.ispublished", "eprints.status", key="creativeWorkStatus"
        )
        or ("preprint" if preprint or unreviewed else None),
    }
