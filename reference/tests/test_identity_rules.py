"""Whether a page belongs to the source: real signals of real landing pages, and what must not count."""

from typing import Any

import pytest

from oa_conformance.reference.decision import Rejection
from oa_conformance.reference.document import Document, Label, read_document
from oa_conformance.reference.identity import Confirmed, confirms_identity
from oa_conformance.reference.records import record_in
from oa_conformance.reference.registry import Source

Metas = list[tuple[str, str]]


def judged(
    name: str,
    metas: Metas,
    *,
    kind: str = "journal",
    url: str = "https://www.tarn-press.org/articles/7",
    host: str = "www.tarn-press.org",
    jsonld: tuple[Any, ...] = (),
    labels: tuple[Label, ...] = (),
    sisters: tuple[str, ...] = (),
    title: str = "Ice on a tarn",
    root: str = "",
) -> Confirmed | Rejection:
    told = (("citation_title", title), *((key.lower(), said) for key, said in metas))
    document = Document(url, title, tuple(told), jsonld, labels=labels)
    source = Source("s", name, root or f"https://{host}/", source_type=kind)
    return confirms_identity(source, document, record_in(document), host, sisters)


def article(*containers: dict[str, Any]) -> dict[str, Any]:
    return {"@type": "ScholarlyArticle", "isPartOf": list(containers) if len(containers) > 1 else containers[0]}


@pytest.mark.parametrize(
    ("name", "metas", "jsonld"),
    [
        (
            "Environmental Science & Policy",
            [("citation_issn", "1462-9011"), ("citation_journal_title", "Environmental Science & Policy"),
             ("dc.identifier", "10.1016/j.envsci.2023.04.016")],
            (),
        ),
        (
            "Climate Dynamics",
            [("dc.source", "Climate Dynamics 2018 52:5"), ("prism.issn", "1432-0894"),
             ("prism.publicationName", "Climate Dynamics"), ("citation_journal_title", "Climate Dynamics"),
             ("citation_journal_abbrev", "Clim Dyn"), ("og:site_name", "SpringerLink")],
            (article({"name": "Climate Dynamics", "issn": ["0930-7575", "1432-0894"]}),),
        ),
        (
            "Climate Dynamics",
            [("citation_journal_title", "Climate Dynamics")],
            ({"@type": "WebPage", "mainEntity": article(
                {"@type": ["Periodical", "PublicationVolume"], "name": "Climate Dynamics", "volumeNumber": "52"})},),
        ),
        (
            "Nature",
            [("dc.source", "Nature 2019 574:7776"), ("prism.publicationName", "Nature"),
             ("prism.doi", "doi:10.1038/d41586-019-02790-3")],
            (),
        ),
        (
            "Duke Mathematical Journal",
            [("citation_journal_title", "Duke Mathematical Journal"), ("citation_issn", "0012-7094"),
             ("citation_issn", "1547-7398"), ("dc.Source", "https://doi.org/10.1215/00127094-3129809"),
             ("og:site_name", "Project Euclid")],
            (),
        ),
        (
            "Schizophrenia Bulletin",
            [("og:site_name", "OUP Academic"), ("citation_journal_title", "Schizophrenia Bulletin"),
             ("og:url", "https://dx.doi.org/10.1093/schbul/sbad173")],
            (article({"@type": "Periodical", "name": "Schizophrenia Bulletin", "issn": "1745-1701"}),),
        ),
        (
            "Acta Orthopaedica",
            [("citation_journal_title", "Acta Orthopaedica"), ("dc.Identifier", "11327507")],
            ([{"@type": "BreadcrumbList", "itemListElement": []}],),
        ),
        (
            "Comparative Cytogenetics",
            [("dc.source", "Comparative Cytogenetics 2011 5: 1"), ("prism.publicationName", "Comparative Cytogenetics"),
             ("eprints.publication", "Pensoft Publishers"), ("citation_journal_title", "Comparative Cytogenetics")],
            (),
        ),
        (
            "First Monday",
            [("DC.Source", "First Monday"), ("DC.Source.ISSN", "1396-0466"),
             ("citation_journal_title", "First Monday"), ("citation_journal_abbrev", "1")],
            (),
        ),
        (
            "Biomedical Materials",
            [("citation_journal_title", "Biomedical Materials"), ("citation_issn", "1748-605X"),
             ("citation_reference", "citation_journal_title=Biomaterials; citation_doi=10.1016/x")],
            (),
        ),
        (
            "Cataloging & Classification Quarterly",
            [],
            ({"@graph": [
                {"@id": "#periodical", "@type": "Periodical", "name": "Cataloging and Classification Quarterly",
                 "issn": ["1544-4554", "0163-9374"]},
                {"@id": "#issue", "@type": "PublicationIssue", "name": "Issue 3", "isPartOf": "#periodical"},
                {"@type": "ScholarlyArticle", "isPartOf": "#issue"}]},),
        ),
        (
            "The Journal",
            [],
            ([{"@type": "ScholarlyArticle", "isPartOf": {"@type": ["CreativeWork", "Product"], "name": "The Journal"}},
              {"@type": "ImageObject"}],),
        ),
    ],
)  # fmt: skip
def test_the_container_in_the_metadata_confirms(name: str, metas: Metas, jsonld: tuple[Any, ...]) -> None:
    assert isinstance(judged(name, metas, jsonld=jsonld), Confirmed)


@pytest.mark.parametrize(
    ("metas", "jsonld"),
    [
        ([], ()),
        ([("citation_journal_title", "PLOS Medicine")], ()),
        ([("citation_journal_title", "PLOS Biology and Medicine")], ()),
        ([("og:site_name", "PLOS Biology")], ()),
        ([("citation_publisher", "PLOS Biology")], ()),
        ([("dc.publisher", "PLOS Biology")], ()),
        ([("citation_reference", "citation_journal_title=PLOS Biology")], ()),
        ([("citation_journal_abbrev", "PLOS Biology")], ()),
        ([("keywords", "PLOS Biology")], ()),
        ([("dc.source", "Notes on PLOS Biology 7 and more")], ()),
        ([("citation_journal_title", "PLOS Biology"), ("prism.publicationName", "PLOS Medicine")], ()),
        ([("citation_journal_title", "PLOS Biology"), ("dc.source", "PLOS Medicine 2018 52:5")], ()),
        (
            [("citation_journal_title", "PLOS Biology")],
            (article({"@type": "Periodical", "name": "PLOS Medicine"}),),
        ),
        ([], (article({"name": "PLOS Biology"}, {"name": "PLOS Medicine"}),)),
        ([], (article({"@type": "WebSite", "name": "PLOS Biology"}),)),
        ([], (article({"@type": "PublicationIssue", "name": "PLOS Biology"}),)),
        ([], ({"@type": "ScholarlyArticle", "citation": article({"@type": "Periodical", "name": "PLOS Biology"})},)),
        ([], ({"@type": "Periodical", "name": "PLOS Biology", "isPartOf": {"name": "PLOS Biology"}},)),
    ],
)  # fmt: skip
def test_nothing_else_confirms_a_journal(metas: Metas, jsonld: tuple[Any, ...]) -> None:
    found = judged("PLOS Biology", metas, jsonld=jsonld)

    assert isinstance(found, Rejection)
    assert found.code == "IDENTITY"


@pytest.mark.parametrize(
    ("metas", "jsonld", "detail"),
    [
        ([("citation_issn", "1234-5678")], (), "the ISSN 1234-5678 has a wrong check digit"),
        (
            [("citation_issn", "1545-7885")],
            (article({"name": "PLOS Biology", "issn": "1549-1277"}),),
            "the metadata have the ISSN 1545-7885, the JSON-LD has 1549-1277",
        ),
        (
            [("citation_doi", "10.1371/journal.pbio.1"), ("dc.identifier", "doi:10.1371/journal.pmed.2")],
            (),
            "the metadata give the DOIs 10.1371/journal.pbio.1 and 10.1371/journal.pmed.2",
        ),
    ],
)
def test_a_contradiction_among_identifiers_defeats_the_identity(
    metas: Metas, jsonld: tuple[Any, ...], detail: str
) -> None:
    found = judged("PLOS Biology", [("citation_journal_title", "PLOS Biology"), *metas], jsonld=jsonld)

    assert found == Rejection("IDENTITY", detail)


@pytest.mark.parametrize(
    ("labels", "sisters"),
    [
        ((Label("journal-title", "PLOS Medicine"),), ()),
        ((Label("journal-title", "PLOS Biology"), Label("x-journal-title", "PLOS Medicine")), ()),
        ((Label("journal", "Sleep Letters"),), ()),
        ((Label("", "PLOS Medicine"),), ("plos biology", "plos medicine")),
    ],
)
def test_another_container_in_sight_of_the_reader_defeats_the_identity(
    labels: tuple[Label, ...], sisters: tuple[str, ...]
) -> None:
    found = judged("PLOS Biology", [("citation_journal_title", "PLOS Biology")], labels=labels, sisters=sisters)

    assert isinstance(found, Rejection)
    assert "where its metadata say 'PLOS Biology'" in found.detail


@pytest.mark.parametrize(
    "labels",
    [
        (),
        (Label("journal-title", "PLoS Biology"),),
        (Label("journal-title", "PLOS Biology, Volume 5"),),
        (Label("journal-nav", "Submit your manuscript"),),
        (Label("journal-meta", "ISSN 1545-7885"),),
        (Label("menu", "PLOS Biology"), Label("menu", "PLOS Medicine")),
        (Label("container", "Skip to the content"),),
        (Label("note", "Some other words"),),
    ],
)
def test_other_words_in_sight_do_not(labels: tuple[Label, ...]) -> None:
    metas = [("citation_journal_title", "PLOS Biology")]

    assert isinstance(judged("PLOS Biology", metas, labels=labels, sisters=("plos medicine",)), Confirmed)


def test_a_volume_of_proceedings_confirms_its_series() -> None:
    volume = "Proceedings of the 2023 Conference on Empirical Methods in Natural Language Processing"
    name = "Conference on Empirical Methods in Natural Language Processing (EMNLP)"

    assert isinstance(judged(name, [("citation_conference_title", volume)], kind="proceedings_series"), Confirmed)
    assert isinstance(judged(name, [("citation_conference_title", volume)], kind="journal"), Rejection)


ARXIV = [("og:site_name", "arXiv.org"), ("citation_arxiv_id", "1902.02534")]
ABS = "https://arxiv.org/abs/1902.02534v2"
CS_CL = "arXiv cs.CL — Computation and Language"


@pytest.mark.parametrize(
    ("name", "kind", "metas", "url"),
    [
        ("arXiv", "subject_repository", ARXIV, ABS),
        ("Zenodo", "digital_library", [("og:site_name", "Zenodo"), ("citation_doi", "10.5281/zenodo.1196821")],
         "https://zenodo.org/records/1196821"),
        ("HAL", "subject_repository", [("og:site_name", "HAL"), ("DC.identifier", "https://hal.science/jpa-00235190"),
         ("citation_journal_title", "Journal de Physique et le Radium")], "https://hal.science/jpa-00235190"),
        ("bioRxiv", "preprint_server", [("citation_journal_title", "bioRxiv")],
         "https://www.biorxiv.org/content/10.1101/2020.01.28.923011v1"),
        ("bioRxiv — Plant Biology", "preprint_server",
         [("citation_journal_title", "bioRxiv"), ("citation_section", "Plant Biology"),
          ("citation_doi", "10.1101/2020.01.28.923011")],
         "https://www.biorxiv.org/content/10.1101/2020.01.28.923011v1"),
        ("PsyArXiv", "preprint_server", [("og:site_name", "OSF"), ("DC.publisher", "PsyArXiv"),
         ("dct.identifier", "abcd3")], "https://osf.io/preprints/psyarxiv/abcd3"),
        ("HAL", "subject_repository", [("DC.identifier", "https://hal.science/jpa-00235190"),
         ("DC.identifier", "jpa-00235190"), ("citation_journal_title", "Journal de Physique")],
         "https://hal.science/jpa-00235190"),
        ("PubMed", "aggregator", [("og:site_name", "PubMed"), ("citation_pmid", "30000001"),
         ("citation_journal_title", "Sleep")], "https://pubmed.ncbi.nlm.nih.gov/30000001/"),
        ("ACL Anthology", "digital_library", [("og:site_name", "ACL Anthology"),
         ("citation_journal_title", "Transactions of the Association for Computational Linguistics"),
         ("og:url", "https://aclanthology.org/2023.tacl-1.1/")], "https://aclanthology.org/2023.tacl-1.1/"),
    ],
)  # fmt: skip
def test_a_repository_is_known_by_its_site_and_the_records_id(name: str, kind: str, metas: Metas, url: str) -> None:
    assert isinstance(judged(name, metas, kind=kind, url=url, host=url.split("/")[2]), Confirmed)


@pytest.mark.parametrize(
    ("name", "kind", "metas", "url"),
    [
        ("arXiv", "subject_repository", ARXIV[:1], ABS),
        ("arXiv", "subject_repository", ARXIV[1:], ABS),
        ("arXiv", "subject_repository", [ARXIV[0], ("citation_arxiv_id", "2001.00001")], ABS),
        (CS_CL, "subject_repository", ARXIV, ABS),
        (CS_CL, "subject_repository", [*ARXIV, ("dc.subject", "Machine Learning (cs.LG)")], ABS),
        ("bioRxiv — Plant Biology", "preprint_server", [("citation_journal_title", "bioRxiv"),
         ("citation_section", "Neuroscience"), ("citation_doi", "10.1101/2020.01.28.923011")],
         "https://www.biorxiv.org/content/10.1101/2020.01.28.923011v1"),
        ("SocArXiv", "preprint_server", [("og:site_name", "OSF"), ("DC.publisher", "PsyArXiv"),
         ("dct.identifier", "abcd3")], "https://osf.io/preprints/psyarxiv/abcd3"),
        ("Transactions of the Association for Computational Linguistics (TACL)", "journal",
         [("og:site_name", "ACL Anthology"), ("og:url", "https://aclanthology.org/2023.acl-1.1/")],
         "https://aclanthology.org/2023.acl-1.1/"),
        ("PsyArXiv", "preprint_server", [("citation_journal_title", "PsyArXiv"), ("DC.identifier", "zk9x3"),
         ("og:url", "https://osf.io/preprints/psyarxiv/q8r05")], "https://osf.io/preprints/psyarxiv/q8r05"),
        ("HAL", "subject_repository", [("og:site_name", "Elsewhere"),
         ("DC.identifier", "https://hal.science/jpa-00235190")], "https://hal.science/jpa-00235190"),
        ("HAL", "subject_repository", [("DC.identifier", "https://hal.science/jpa-1")], "https://hal.science/jpa-00235190"),
        ("HAL", "journal", [("DC.identifier", "https://hal.science/jpa-00235190")], "https://hal.science/jpa-00235190"),
        ("PubMed", "aggregator", [("citation_publisher", "PubMed"), ("citation_pmid", "30000001")],
         "https://pubmed.ncbi.nlm.nih.gov/30000001/"),
    ],
)  # fmt: skip
def test_site_or_id_alone_a_parent_or_a_sister_prove_nothing(name: str, kind: str, metas: Metas, url: str) -> None:
    assert isinstance(judged(name, metas, kind=kind, url=url, host=url.split("/")[2]), Rejection)


@pytest.mark.parametrize("root", ["https://hal.science/AJP", "https://hal.science/?c=1", "https://other.science/"])
def test_an_address_for_an_identifier_proves_nothing_of_a_part_of_the_site(root: str) -> None:
    url = "https://hal.science/jpa-00235190"
    metas = [("DC.identifier", url)]

    found = judged("HAL", metas, kind="subject_repository", url=url, host="hal.science", root=root)

    assert isinstance(found, Rejection)


def test_what_the_reader_sees_counts_against_a_preprint_server_too() -> None:
    found = judged(
        "PsyArXiv", [("citation_journal_title", "PsyArXiv"), ("DC.publisher", "PsyArXiv")], kind="preprint_server",
        url="https://osf.io/preprints/psyarxiv/q8r05", host="osf.io", labels=(Label("provider", "SocArXiv"),),
        sisters=("psyarxiv", "socarxiv"),
    )  # fmt: skip

    assert found == Rejection("IDENTITY", "the page shows 'SocArXiv' where its metadata say 'PsyArXiv'")


def test_a_category_is_known_by_the_primary_subject_a_reader_sees() -> None:
    shown = (Label("primary-subject", "Computation and Language (cs.CL)"),)
    metas = [*ARXIV, ("dc.subject", "Machine Learning (cs.LG)")]

    assert isinstance(
        judged(CS_CL, metas, kind="subject_repository", url=ABS, host="arxiv.org", labels=shown), Confirmed
    )


def test_an_author_cannot_name_the_site_in_the_title() -> None:
    found = judged(
        "SocArXiv", [("dct.identifier", "abcd3")], kind="preprint_server", title="SocArXiv | a history",
        url="https://osf.io/preprints/psyarxiv/abcd3", host="osf.io",
    )  # fmt: skip

    assert isinstance(found, Rejection)


@pytest.mark.parametrize("url", ["https://www.tarn-press.org/", "https://www.tarn-press.org"])
def test_a_site_s_home_page_is_no_record(url: str) -> None:
    found = judged("PLOS Biology", [("citation_journal_title", "PLOS Biology")], url=url)

    assert found == Rejection("IDENTITY", "the page describes no single record")


def test_a_page_about_the_source_is_no_record_of_it() -> None:
    found = judged("PLOS Biology", [("citation_journal_title", "PLOS Biology")], title="PLOS Biology")

    assert found == Rejection("IDENTITY", "the page is about the source itself, not about a record of it")


@pytest.mark.parametrize(
    "html",
    [
        "<html><head><title>Search</title></head><body><h1>3 results</h1><p>PLOS Biology</p></body></html>",
        '<html><head><script type="application/ld+json">{"@type":"CollectionPage","name":"x"}</script>'
        '<meta name="citation_title" content="x"></head><body></body></html>',
        '<html><head><meta name="citation_title" content="a"><meta name="citation_title" content="b"></head></html>',
    ],
)
def test_a_list_is_no_record(html: str) -> None:
    document = read_document(html.encode(), "text/html", "https://journals.plos.org/search")

    assert document is not None
    assert record_in(document) is None


def test_metas_in_the_body_do_not_count() -> None:
    html = (
        '<html><head><meta name="citation_title" content="x"></head><body><div class="comment">'
        '<meta name="citation_journal_title" content="PLOS Biology"></div></body></html>'
    )
    document = read_document(html.encode(), "text/html", "https://journals.plos.org/article/1")

    assert document is not None
    assert isinstance(
        confirms_identity(Source("s", "PLOS Biology", source_type="journal"), document, record_in(document), "x"),
        Rejection,
    )
