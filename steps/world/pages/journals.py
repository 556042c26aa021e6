"""Article pages in the manner of journal publishers: which names their metadata use, and where a reader finds them.

The names are those of real landing pages; the markup is this project's own. Volume and issue are invented.
"""

from oa_conformance.steps.world.pages.markup import Sheet, highwire, labels, part_of, text, when, work
from oa_conformance.steps.world.pages.record import PageRecord


def frontiers(record: PageRecord) -> Sheet:
    doi = record.doi or ""
    return Sheet(
        site="Frontiers",
        css="frontiers",
        metas=[
            *highwire(record),
            ("citation_publisher", "Frontiers"),
            *when(
                doi,
                ("dc.identifier", f"doi:{doi}"),
                ("citation_pdf_url", f"https://www.frontiersin.org/articles/{doi}/pdf"),
            ),
        ],
        masthead=f"<p>ORIGINAL RESEARCH article</p><p>{labels(record, 'a', 'journal')} Volume 15 - {record.year}</p>",
    )


def oup(record: PageRecord) -> Sheet:
    """No citation_issn, the ISSN in JSON-LD alone; og:url leads to the DOI resolver; blank lines open the document."""
    return Sheet(
        site="OUP Academic",
        css="oup",
        metas=[*highwire(record, issn=False), ("citation_publisher", "Oxford Academic")],
        linked=work(record, **part_of(record)),
        masthead=f"<p>{labels(record, 'em', 'journal-title')}, Volume 52, Issue 5, {record.year}</p>",
        before="\n\n\n\n",
        og_url=f"https://dx.doi.org/{record.doi}" if record.doi else None,
    )


def springer(record: PageRecord) -> Sheet:
    """PRISM, Dublin Core and citation_* beside each other, and the volume inside dc.source."""
    doi = record.doi or ""
    prism = [
        pair
        for each in record.declared
        for pair in (("prism.publicationName", each), ("dc.source", f"{each} {record.year} 52:5"))
    ]
    return Sheet(
        site="SpringerLink",
        css="springer",
        metas=[
            *prism,
            *(("prism.issn", each) for each in record.issns),
            *when(doi, ("prism.doi", f"doi:{doi}"), ("dc.identifier", f"doi:{doi}")),
            *highwire(record),
        ],
        linked={
            "@context": "https://schema.org",
            "@type": "WebPage",
            "mainEntity": work(record, **part_of(record, ("Periodical", "PublicationVolume"), volumeNumber="52")),
        },
        masthead=f"<ul><li>{labels(record, 'i', 'journal')} volume 52, Article number: 5 ({record.year})</li></ul>",
    )


def nature(record: PageRecord) -> Sheet:
    made = springer(record)
    return Sheet("Nature", "nature", made.metas, made.masthead, made.linked)


def royal_society(record: PageRecord) -> Sheet:
    doi = record.doi or ""
    return Sheet(
        site="Royal Society Publishing",
        css="rsp",
        metas=[
            *highwire(record, issn=False),
            ("dc.Title", record.title),
            *(("dc.Creator", each) for each in record.authors),
            *when(doi, ("dc.Identifier", doi)),
        ],
        linked=work(record, **part_of(record)) if record.issns or record.jsonld_issns else None,
        masthead=f"<p>{labels(record, 'a', 'journal-name')} Volume 291, Issue 2031</p>",
    )


def plos(record: PageRecord) -> Sheet:
    return Sheet(
        site="PLOS",
        css="plos",
        metas=[*highwire(record), ("citation_publisher", "Public Library of Science")],
        masthead=f"<p>{labels(record, 'strong', 'journal')}</p><p>RESEARCH ARTICLE</p>",
    )


def wiley(record: PageRecord) -> Sheet:
    doi = record.doi or ""
    return Sheet(
        site="Wiley Online Library",
        css="wiley",
        metas=[*highwire(record), *when(doi, ("dc.identifier", doi)), ("citation_publisher", "John Wiley & Sons, Ltd")],
        masthead=f"<nav>{labels(record, 'a', 'journal-banner')}</nav><p>Volume 9, Issue 4</p>",
    )


def sciencedirect(record: PageRecord) -> Sheet:
    """No authors among the metas, and an openness flag without a value."""
    doi = record.doi or ""
    return Sheet(
        site="ScienceDirect",
        css="sd",
        metas=[
            *(pair for pair in highwire(record) if pair[0] != "citation_author"),
            *when(doi, ("dc.identifier", doi)),
            ("citation_type", "JOUR"),
        ],
        masthead=f"<h2>{labels(record, 'a', 'publication-title-link')}</h2><p>Volume 118, {record.year}</p>",
        bare=("citation_fulltext_world_readable",) if record.oa_status else (),
    )


def ojs(record: PageRecord) -> Sheet:
    """Open Journal Systems, which hosts without a style of their own are taken to run."""
    doi, number = record.doi or "", record.record_id or ""
    return Sheet(
        site=record.url.split("/")[2],
        css="ojs",
        metas=[
            *(("DC.Source", each) for each in record.declared),
            *(("DC.Source.ISSN", each) for each in record.issns),
            *when(number, ("DC.Identifier", number)),
            *when(doi, ("DC.Identifier.DOI", doi)),
            ("DC.Identifier.URI", record.url),
            ("DC.Title", record.title),
            *(("DC.Creator.PersonalName", each) for each in record.authors),
            *highwire(record),
        ],
        masthead=f"<div>{labels(record, 'a', 'is_text')}</div><p>Vol. 12 No. 1 ({record.year})</p>"
        + (f"<p>Article {text(number)}</p>" if number else ""),
    )


def aggregator(record: PageRecord) -> Sheet:
    """A database that describes what others publish. ``provider`` is the database, the container somebody's journal."""
    number, named = record.record_id or "", record.provider or ""
    linked = work(record, **part_of(record))
    if named:
        linked |= {"includedInDataCatalog": {"@type": "DataCatalog", "name": named}, "identifier": number}
    return Sheet(
        site=named or record.url.split("/")[2],
        css="record",
        metas=[*highwire(record), *when(number, ("DC.Identifier", number)), *when(named, ("DC.publisher", named))],
        linked=linked,
        masthead=(f"<p>{text(named)} record {text(number)}</p>" if named else "")
        + (f"<p>In: {labels(record)}</p>" if record.shown else ""),
    )
