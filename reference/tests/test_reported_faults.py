"""Faults that people met who built searches over such sources, tried on the parts of this host."""

import json
from dataclasses import replace
from types import MappingProxyType

import pytest

from oa_conformance.reference.adapters import europe_pmc, zenodo
from oa_conformance.reference.adapters.asking import answer_fault
from oa_conformance.reference.adapters.hits import stated
from oa_conformance.reference.decision import METADATA, Rejection
from oa_conformance.reference.document import Document, read_document
from oa_conformance.reference.duplicates import Item, merged
from oa_conformance.reference.evidence import facts_of
from oa_conformance.reference.identity import Confirmed, confirms_identity
from oa_conformance.reference.records import record_in
from oa_conformance.reference.registry import Source
from oa_conformance.reference.transport import Answer

HOST = "www.tarn-press.org"
PAGE = f"https://{HOST}/doi/10.5555/tarn.7/"


def judged(document: Document, name: str) -> Confirmed | Rejection:
    source = Source("s", name, f"https://{HOST}/", source_type="journal")
    return confirms_identity(source, document, record_in(document), HOST)


def document(*metas: tuple[str, str], url: str = PAGE) -> Document:
    return Document(url, "Ice", (("citation_title", "Ice"), *metas))


# journals


@pytest.mark.parametrize(
    ("content_type", "meta", "confirmed"),
    [
        ("text/html; charset=utf-8", "windows-1252", False),
        ("text/html; charset=windows-1252", "utf-8", True),
        ("text/html", "windows-1252", True),
        ("text/html", "utf-8", False),
    ],
    ids=["header-wrong", "header-right", "page-right", "page-wrong"],
)
def test_a_container_that_cannot_be_decoded_confirms_nothing(content_type: str, meta: str, confirmed: bool) -> None:
    body = (
        f'<head><meta charset="{meta}"><meta name="citation_title" content="Ice">'
        '<meta name="citation_journal_title" content="Gewässer für alle"></head><body><h1>Ice</h1>'
    ).encode("cp1252")
    page = read_document(body, content_type, PAGE)

    assert page is not None
    assert isinstance(judged(page, "Gewässer für alle"), Confirmed) is confirmed


def test_a_journal_of_another_name_is_confirmed_by_no_site_that_bears_its_new_one() -> None:
    page = document(("citation_journal_title", "Tarn Annals"), ("og:site_name", "Tarn Journal"))

    assert isinstance(judged(page, "Tarn Journal"), Rejection)
    assert isinstance(judged(page, "Tarn Annals"), Confirmed)


def test_a_prefix_that_a_preprint_server_shares_makes_no_preprint() -> None:
    page = document(("citation_journal_title", "Genome Research"), ("citation_doi", "10.1101/gr.254557.119"))

    assert isinstance(judged(page, "bioRxiv"), Rejection)
    assert facts_of(page)["publication_state"] is None


@pytest.mark.parametrize(
    ("issn", "confirmed"),
    [("1544-4554", True), ("0163-9374", True), ("1471-2229", False)],
    ids=["one", "other", "none"],
)
def test_issns_are_found_behind_references_in_json_ld(issn: str, confirmed: bool) -> None:
    graph = [
        {"@id": "#periodical", "issn": ["1544-4554", "0163-9374"]}, {"@id": "#issue", "isPartOf": "#periodical"},
        {"isPartOf": "#issue"},
    ]  # fmt: skip
    page = replace(
        document(("citation_journal_title", "Tarn Journal"), ("citation_issn", issn)), jsonld=({"@graph": graph},)
    )

    assert isinstance(judged(page, "Tarn Journal"), Confirmed) is confirmed


def test_json_ld_that_is_a_list_is_read_whatever_else_is_in_it() -> None:
    article = {
        "@type": "ScholarlyArticle", "author": [{"@type": "Person", "name": "A"}],
        "isPartOf": {"@type": ["CreativeWork", "Product"], "name": "The Tarn Journal"},
    }  # fmt: skip
    blocks = ([{"@context": "http://schema.org", "@type": "WebPage"}, article, {"@type": "ImageObject"}],)

    assert isinstance(judged(replace(document(), jsonld=blocks), "Tarn Journal"), Confirmed)


# identifiers


def test_a_slash_behind_a_doi_makes_no_second_doi() -> None:
    page = document(
        ("citation_journal_title", "Tarn Journal"), ("citation_doi", "10.5555/tarn.7"),
        ("dc.identifier", "doi:10.5555/tarn.7/"),
    )  # fmt: skip

    assert isinstance(judged(page, "Tarn Journal"), Confirmed)


def test_the_doi_of_an_address_has_no_slash_behind_it() -> None:
    record = record_in(document(("og:url", PAGE)))

    assert record is not None
    assert record.doi == "10.5555/tarn.7"


def test_a_deposit_is_known_by_the_doi_of_its_version_and_not_of_all_versions() -> None:
    deposit = {
        "id": 10500009, "conceptrecid": "10500000", "conceptdoi": "10.5281/zenodo.10500000",
        "doi": "10.5281/zenodo.10500009", "title": "Ice",
        "metadata": {"version": "v3", "resource_type": {"type": "publication"}},
    }  # fmt: skip
    (hit,) = zenodo.hits_in(json.dumps({"hits": {"total": 1, "hits": [deposit]}}).encode())

    assert (hit.doi, hit.record_id, hit.facts["version"]) == ("10.5281/zenodo.10500009", "10500009", "v3")


# answers


def test_a_record_without_a_pubmed_id_is_kept() -> None:
    record = {"id": "PPR800001", "source": "PPR", "title": "Ice", "pubYear": "2024"}
    told = {"hitCount": 100, "resultList": {"result": [record]}}

    assert [hit.record_id for hit in europe_pmc.hits_in(json.dumps(told).encode())] == ["PPR:PPR800001"]


def test_the_address_of_this_machine_in_a_refusal_is_not_told() -> None:
    body = b'{"error":"API rate limit exceeded","api-key":"198.51.100.7","count":"11"}'
    fault = answer_fault(Answer(429, {"content-type": "application/json"}, body, "now"), ("application/json",))

    assert fault is not None
    assert fault.detail == "the service answered 429"


# works


def test_a_fact_of_one_version_is_not_said_of_another() -> None:
    article = Item(
        "Ice", "Europe PMC", "2024", ("europe-pmc",), "https://europepmc.org/article/MED/1", METADATA,
        "doi:10.5555/tarn.7", stated(licence="cc by"), "",
    )  # fmt: skip
    preprint = Item(
        "Ice", "Europe PMC", "2023", ("europe-pmc",), "https://europepmc.org/article/PPR/PPR1", METADATA,
        "doi:10.5555/tarn.7", MappingProxyType(dict(stated(publication_state="preprint", version="1"))), "",
    )  # fmt: skip

    (item,) = merged([article, preprint])

    assert {name: value for name, value in item.facts.items() if value is not None} == {"licence": "cc by"}
    assert item.also_at == ("https://europepmc.org/article/PPR/PPR1",)
