"""Record pages in the manner of repositories and preprint servers."""

import re

from oa_conformance.steps.world.pages.markup import Sheet, highwire, labels, part_of, text, when, work
from oa_conformance.steps.world.pages.record import PageRecord

PROCEEDINGS = re.compile("Proceedings|Meeting|Conference|Chapter|Findings")


def acl_anthology(record: PageRecord) -> Sheet:
    """Proceedings are named as a conference too."""
    number = record.record_id or record.url.rstrip("/").rpartition("/")[2]
    return Sheet(
        site="ACL Anthology",
        css="acl",
        metas=[
            *highwire(record),
            *(("citation_conference_title", each) for each in record.declared if PROCEEDINGS.search(each)),
            ("citation_pdf_url", f"https://aclanthology.org/{number}.pdf"),
        ],
        masthead=f"<dl><dt>Anthology ID:</dt><dd>{text(number)}</dd>"
        + (f"<dt>Volume:</dt><dd>{labels(record, 'a', 'venue')}</dd>" if record.shown else "")
        + "</dl>",
    )


def arxiv(record: PageRecord) -> Sheet:
    """No journal; the category stands beside the text. The canonical link is relative, the PDF link plain HTTP."""
    number, subject = record.record_id or "", record.subject
    shown = f"arXiv:{text(number)}" + (f" [{text(subject.rpartition('(')[2].rstrip(')'))}]" if subject else "")
    return Sheet(
        site="arXiv.org",
        css="abs",
        metas=[
            *highwire(record),
            *when(number, ("citation_arxiv_id", number), ("citation_pdf_url", f"http://arxiv.org/pdf/{number}")),
        ],
        masthead=(f"<p>{labels(record)}</p>" if record.shown else "")
        + (f"<p>Cite as: <span class='arxivid'>{shown}</span></p>" if number else "")
        + (f"<p>Subjects: <span class='primary-subject'>{text(subject)}</span></p>" if subject else ""),
    )


def biorxiv(record: PageRecord) -> Sheet:
    """HighWire: the server is named as if it were a journal."""
    doi, subject = record.doi or "", record.subject
    return Sheet(
        site="medRxiv" if record.url.startswith("https://www.medrxiv.org/") else "bioRxiv",
        css="highwire",
        metas=[
            *highwire(record),
            *when(doi, ("DC.Identifier", doi), ("citation_public_url", f"{record.url.partition('v1')[0]}v1")),
            ("citation_publisher", "Cold Spring Harbor Laboratory"),
            ("DC.Date", str(record.year)),
        ],
        masthead=f"<p>{labels(record, 'b', 'server')} - New Results</p>"
        + (f"<p>Subject Area: {text(subject)}</p>" if subject else ""),
    )


def osf(record: PageRecord) -> Sheet:
    """One platform for many collections; ``provider`` is the one that the record belongs to."""
    return _deposit(record, "OSF", "osf", "Preprint provider")


def zenodo(record: PageRecord) -> Sheet:
    """One platform for many communities; ``provider`` is the community, or the platform itself."""
    return _deposit(record, "Zenodo", "zenodo", "Community", before="\n\n\n")


def _deposit(record: PageRecord, site: str, css: str, label: str, before: str = "") -> Sheet:
    number, named = record.record_id or "", record.provider or "" if record.declares else ""
    shown = record.provider if record.shows else None
    collection = {"isPartOf": {"@type": "Collection", "name": named}} if named else part_of(record, "Collection")
    return Sheet(
        site=site,
        css=css,
        metas=[
            *highwire(record),
            *when(named if not record.declared else None, ("citation_journal_title", named)),
            *when(named, ("DC.publisher", named)),
            *when(number, ("DC.identifier", number)),
        ],
        linked=work(record, identifier=number, **collection),
        masthead=(f"<p>{labels(record)}</p>" if record.shown else "")
        + (f"<p>{label}: <span class='provider'>{text(shown)}</span></p>" if shown else "")
        + (f"<p>Record: {text(number)}</p>" if number else ""),
        before=before,
    )
