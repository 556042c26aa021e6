"""What the services answer, in their real shapes, and the failures that they hide in a 200."""

import json
from pathlib import Path
from typing import Any

import pytest

from oa_conformance.reference.adapters import arxiv, doaj, europe_pmc, openalex, pubmed_central, zenodo
from oa_conformance.reference.adapters.hits import FACTS, Hit, Unreadable
from oa_conformance.reference.adapters.published import Adapter, adapters_in
from oa_conformance.reference.adapters.reading import hit_key, hits_in, outside
from oa_conformance.reference.originals import Fault

READERS = {
    "europe-pmc": europe_pmc.hits_in,
    "openalex": openalex.hits_in,
    "pubmed-central": pubmed_central.hits_in,
    "doaj": doaj.hits_in,
    "zenodo": zenodo.hits_in,
    "arxiv": arxiv.hits_in,
}
RECORD = {
    "id": "38000001", "source": "MED", "pmid": "38000001", "pmcid": "PMC10000001", "doi": "10.5555/ABC.1",
    "title": "Sleep &amp; <i>memory</i> in p < 0.05 mice.", "authorString": "N. K.", "pubYear": "2024",
    "isOpenAccess": "Y", "inEPMC": "Y", "hasPDF": "Y", "license": "cc by",
    "pubTypeList": {"pubType": ["research-article", "Journal Article"]},
}  # fmt: skip
WORK = {
    "id": "https://openalex.org/W4300000001", "doi": "https://doi.org/10.5555/abc.1", "title": "Sleep and memory",
    "publication_year": 2024, "open_access": {"is_oa": True, "oa_status": "gold", "oa_url": "https://x.org/1.pdf"},
    "primary_location": {"license": "cc-by", "version": "publishedVersion", "pdf_url": "https://x.org/1.pdf"},
}  # fmt: skip
ARTICLE = {
    "id": "0123456789abcdef0123456789abcdef",
    "bibjson": {
        "identifier": [{"type": "eissn", "id": "2045-2322"}, {"type": "DOI", "id": "10.5555/abc.1"}],
        "title": "Sleep and memory", "year": "2024",
        "journal": {"title": "Winter Nights", "license": [{"type": "CC BY"}]},
    },
}  # fmt: skip
DEPOSIT = {
    "id": 10500001, "conceptrecid": "10500000", "doi": "10.5281/zenodo.10500001", "title": "Sleep and memory",
    "metadata": {
        "title": "Sleep and memory", "publication_date": "2024-03-01", "access_right": "open", "version": "v3",
        "license": {"id": "cc-by-4.0"}, "resource_type": {"type": "publication", "subtype": "preprint"},
    },
}  # fmt: skip


def entry(number: str = "2401.00001v2", title: str = "Sleep\n  and memory", *categories: str) -> str:
    told = "".join(f'<category term="{each}"/>' for each in categories or ("cs.LG", "cs.CL"))
    return (
        f"<entry><id>http://arxiv.org/abs/{number}</id><title>{title}</title><published>2024-01-01T00:00:00Z</published>"
        f"<summary>Nights.</summary><link href='http://arxiv.org/pdf/{number}'/>{told}</entry>"
    )


def feed(*entries: str, total: Any = None, root: str = "feed") -> bytes:
    stated = len(entries) if total is None else total
    counted = f"<s:totalResults>{stated}</s:totalResults>" if total != "" else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<{root} xmlns="http://www.w3.org/2005/Atom" xmlns:s="http://a9.com/-/spec/opensearch/1.1/">'
        f"<title>ArXiv Query</title>{counted}{''.join(entries)}</{root}>"
    ).encode()


def answer(source_id: str, *records: Any, count: Any = None) -> bytes:
    """The service's answer with these records; ``count`` is what it counts, by default what it lists."""
    total = len(records) if count is None else count
    said: Any
    match source_id:
        case "europe-pmc":
            said = {"version": "6.9", "hitCount": total, "resultList": {"result": records}}
        case "openalex":
            said = {"meta": {"count": total, "page": 1, "per_page": 10}, "results": records, "group_by": []}
        case "pubmed-central":
            said = {"header": {"type": "esearch"}, "esearchresult": {"count": str(total), "idlist": records}}
        case "doaj":
            said = {"total": total, "page": 1, "pageSize": 10, "results": records}
        case "zenodo":
            said = {"hits": {"hits": records, "total": total}, "aggregations": {}}
        case _:
            return feed(*records, total=total)
    return json.dumps(said).encode()


GOOD: dict[str, Any] = {
    "europe-pmc": RECORD, "openalex": WORK, "pubmed-central": "10000001", "doaj": ARTICLE, "zenodo": DEPOSIT,
    "arxiv": entry(),
}  # fmt: skip


def only(source_id: str, record: Any) -> Hit:
    (found,) = READERS[source_id](answer(source_id, record))
    return found


def stated(hit: Hit) -> dict[str, str]:
    """The facts that are known; all five are there."""
    assert set(hit.facts) == set(FACTS)
    return {name: value for name, value in hit.facts.items() if value is not None}


def fault(source_id: str, body: bytes) -> str:
    with pytest.raises(Unreadable) as raised:
        READERS[source_id](body)
    return raised.value.code


@pytest.fixture(scope="module")
def adapters() -> dict[str, Adapter]:
    """The adapters of the bundled release by source."""
    releases = Path(__file__).parents[2] / "cassettes" / "releases"
    (path,) = releases.glob("*/chatbot-search-routing.json")
    found = adapters_in(json.loads(path.read_bytes()))
    return {key: each for key, each in found.items() if isinstance(each, Adapter)}


# records


def test_a_record_of_europe_pmc() -> None:
    hit = only("europe-pmc", RECORD)

    assert (hit.title, hit.year, hit.doi) == ("Sleep & memory in p < 0.05 mice.", "2024", "10.5555/abc.1")
    assert (hit.pmcid, hit.pmid) == ("PMC10000001", "38000001")
    assert hit.url == "https://europepmc.org/article/MED/38000001"
    assert stated(hit) == {"oa_status": "open access", "licence": "cc by"}
    assert hit.known_as == ("doi:10.5555/abc.1", "pmcid:PMC10000001", "pmid:38000001")


def test_a_preprint_of_europe_pmc_says_so() -> None:
    told = {"id": "PPR800001", "source": "PPR", "title": "Sleep", "pubTypeList": {"pubType": ["Preprint"]}}

    hit = only("europe-pmc", told)

    assert hit.url == "https://europepmc.org/article/PPR/PPR800001"
    assert stated(hit) == {"publication_state": "preprint"}


def test_a_work_of_openalex() -> None:
    hit = only("openalex", WORK)

    assert (hit.record_id, hit.url) == ("W4300000001", "https://openalex.org/W4300000001")
    assert (hit.title, hit.year, hit.doi) == ("Sleep and memory", "2024", "10.5555/abc.1")
    assert stated(hit) == {"oa_status": "gold", "licence": "cc-by", "version": "publishedVersion"}


def test_a_work_that_is_silent_stays_unknown() -> None:
    nulls = dict.fromkeys(("doi", "title", "publication_year", "open_access", "primary_location"))

    hit = only("openalex", {"id": WORK["id"], **nulls})

    assert (hit.title, hit.year, hit.doi, stated(hit)) == (None, None, None, {})


def test_a_number_of_pubmed_central() -> None:
    hit = only("pubmed-central", "10000001")

    assert (hit.record_id, hit.pmcid, hit.title) == ("PMC10000001", "PMC10000001", None)
    assert hit.url == "https://pmc.ncbi.nlm.nih.gov/articles/PMC10000001/"
    assert stated(hit) == {}


def test_an_article_of_doaj_has_no_licence_of_its_journal() -> None:
    hit = only("doaj", ARTICLE)

    assert (hit.title, hit.year, hit.doi) == ("Sleep and memory", "2024", "10.5555/abc.1")
    assert hit.url == "https://doaj.org/article/0123456789abcdef0123456789abcdef"
    assert stated(hit) == {}


def test_a_deposit_of_zenodo() -> None:
    hit = only("zenodo", DEPOSIT)

    assert (hit.title, hit.year, hit.doi) == ("Sleep and memory", "2024", "10.5281/zenodo.10500001")
    assert hit.url == "https://zenodo.org/records/10500001"
    assert stated(hit) == {
        "oa_status": "open", "licence": "cc-by-4.0", "version": "v3", "publication_state": "preprint",
    }  # fmt: skip


def test_an_entry_of_arxiv() -> None:
    hit = only("arxiv", entry())

    assert (hit.title, hit.year, hit.arxiv) == ("Sleep and memory", "2024", "2401.00001")
    assert hit.url == "https://arxiv.org/abs/2401.00001"
    assert hit.categories == ("cs.LG", "cs.CL")
    assert stated(hit) == {"version": "v2"}


def test_an_old_id_of_arxiv_keeps_its_archive() -> None:
    assert only("arxiv", entry("hep-th/9901001v1")).arxiv == "hep-th/9901001"


@pytest.mark.parametrize("source_id", ["europe-pmc", "openalex", "doaj", "zenodo"])
def test_a_title_of_one_zero_is_a_title(source_id: str) -> None:
    record = json.loads(json.dumps(GOOD[source_id]))
    for place in (record, record.get("bibjson"), record.get("metadata")):
        if isinstance(place, dict) and "title" in place:
            place["title"] = "0"

    assert only(source_id, record).title == "0"


def test_a_title_of_one_zero_is_a_title_at_arxiv_too() -> None:
    assert only("arxiv", entry(title="0")).title == "0"


def test_control_characters_and_half_characters_leave_a_title() -> None:
    assert only("openalex", WORK | {"title": "Sleep\x1b[2J\u202e and\ud800 memory"}).title == "Sleep [2J and? memory"


def test_a_title_is_cut() -> None:
    assert len(only("openalex", WORK | {"title": "x" * 10_000}).title or "") == 500


# empty answers and failures


@pytest.mark.parametrize("source_id", READERS)
def test_no_hit_is_no_hit(source_id: str) -> None:
    assert READERS[source_id](answer(source_id)) == ()


def test_phrases_that_ncbi_does_not_find_are_an_empty_answer() -> None:
    told = {"count": "0", "idlist": [], "errorlist": {"phrasesnotfound": ["zzz"], "fieldsnotfound": []}}

    assert pubmed_central.hits_in(json.dumps({"esearchresult": told}).encode()) == ()


@pytest.mark.parametrize("source_id", READERS)
def test_hits_that_are_counted_and_not_listed_are_a_failure(source_id: str) -> None:
    assert fault(source_id, answer(source_id, count=3000)) == "count"


@pytest.mark.parametrize("source_id", READERS)
def test_hits_that_are_listed_and_not_counted_are_a_failure(source_id: str) -> None:
    assert fault(source_id, answer(source_id, GOOD[source_id], count=0)) == "count"


@pytest.mark.parametrize("source_id", READERS)
def test_a_count_larger_than_the_list_is_usual(source_id: str) -> None:
    assert len(READERS[source_id](answer(source_id, GOOD[source_id], count=170))) == 1


@pytest.mark.parametrize("source_id", ["europe-pmc", "openalex", "doaj", "zenodo"])
@pytest.mark.parametrize("count", [True, 1.0, "1", -1, [1]])
def test_a_count_is_a_whole_number(source_id: str, count: Any) -> None:
    assert fault(source_id, answer(source_id, GOOD[source_id], count=count)) == "shape"


@pytest.mark.parametrize("count", ["", "many", "-1", "1.0", "٣", "1" * 20])
def test_a_count_of_ncbi_is_digits(count: str) -> None:
    assert fault("pubmed-central", answer("pubmed-central", "10000001", count=count)) == "shape"


@pytest.mark.parametrize("total", ["", "many", "-1", "٣"])
def test_a_count_of_arxiv_is_digits(total: str) -> None:
    assert fault("arxiv", feed(entry(), total=total)) == "shape"


@pytest.mark.parametrize(
    ("source_id", "said"),
    [
        ("europe-pmc", {"version": "6.9", "errCode": 404, "errMsg": "The query could not be read"}),
        ("openalex", {"error": "Invalid query parameters error.", "message": "Wildcards require exact search."}),
        ("pubmed-central", {"esearchresult": {"ERROR": "Search Backend failed: Database is not supported: pubmed"}}),
        ("pubmed-central", {"esearchresult": {"ERROR": "Exception", "count": "0", "idlist": []}}),
        ("pubmed-central", {"error": "API rate limit exceeded", "api-key": "198.51.100.7", "count": "11"}),
        ("doaj", {"status": "bad_request", "error": "Query contains disallowed Lucene features"}),
        ("zenodo", {"status": 400, "error": "Page size cannot be greater than 25."}),
    ],
)
def test_a_service_that_tells_of_an_error_has_failed(source_id: str, said: Any) -> None:
    with pytest.raises(Unreadable) as raised:
        READERS[source_id](json.dumps(said).encode())

    assert raised.value.code == "error"
    assert raised.value.detail.startswith("the service tells of an error: ")
    assert "198.51.100.7" not in raised.value.detail


def test_arxiv_tells_of_an_error_by_an_entry() -> None:
    told = "<id>http://arxiv.org/api/errors#incorrect_id_format</id><title>Error</title><summary>bad id</summary>"

    with pytest.raises(Unreadable, match="the service tells of an error: bad id"):
        arxiv.hits_in(feed(f"<entry>{told}</entry>", total=1))


@pytest.mark.parametrize("source_id", ["europe-pmc", "openalex", "pubmed-central", "doaj", "zenodo"])
@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b"[]", b"7", b"{}x", b'{"hitCount": NaN}', b'{"a": "\n"}', b"\xff\xfe{", b"<!DOCTYPE html><p>x",
        b"[" * 100_000, b'{"a":' * 100_000,
    ],
    ids=["nothing", "null", "list", "number", "trailing", "nan", "raw-newline", "bytes", "html", "deep", "deep-object"],
)  # fmt: skip
def test_what_is_no_json_object_is_a_failure(source_id: str, body: bytes) -> None:
    assert fault(source_id, body) == "format"


@pytest.mark.parametrize("source_id", ["europe-pmc", "openalex", "pubmed-central", "doaj", "zenodo"])
@pytest.mark.parametrize("said", [{}, {"hits": 3}, {"meta": [], "results": {}}, {"message": "shard failure"}])
def test_an_object_without_count_and_list_is_a_failure(source_id: str, said: Any) -> None:
    assert fault(source_id, json.dumps(said).encode()) == "shape"


@pytest.mark.parametrize("source_id", ["europe-pmc", "openalex", "pubmed-central", "doaj", "zenodo"])
@pytest.mark.parametrize("odd", [None, 7, "x/y", [], {}, {"id": None}, {"id": "../../x", "metadata": 3, "bibjson": []}])
def test_a_hit_that_cannot_be_told_apart_is_left_out(source_id: str, odd: Any) -> None:
    body = answer(source_id, odd if source_id != "pubmed-central" or odd != 7 else "x", GOOD[source_id])

    assert len(READERS[source_id](body)) == 1


@pytest.mark.parametrize("source_id", ["europe-pmc", "openalex", "pubmed-central", "doaj", "zenodo"])
def test_nothing_but_such_hits_is_a_failure(source_id: str) -> None:
    assert fault(source_id, answer(source_id, None, {})) == "shape"


@pytest.mark.parametrize(
    "body",
    [
        b"", b"Rate exceeded.", b"<!DOCTYPE html><html><p>Sign in</p></html>", b"<html><p>Sign in</p></html>",
        feed(entry())[:300], feed(entry(), root="rss"), b"<a>" * 100_000,
        feed(entry()).replace(b"<feed", b'<!DOCTYPE feed [<!ENTITY e "x">]><feed'),
        feed(entry()).replace(b"<feed", b"<!DOCTYPE feed><feed"),
        feed(entry()).decode().replace('encoding="UTF-8"?>', 'encoding="UTF-16"?><!DOCTYPE feed>').encode("utf-16"),
        feed(entry(title="&nbsp;")),
    ],
    ids=["nothing", "text", "html", "xhtml", "cut-off", "another-root", "deep", "entities", "doctype", "utf-16-doctype",
         "unknown-entity"],
)  # fmt: skip
def test_what_is_no_plain_atom_feed_is_a_failure(body: bytes) -> None:
    assert fault("arxiv", body) == "format"


def test_an_external_entity_is_not_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("Brovantelyx")
    body = feed(entry(title="&e;")).replace(b"<feed", f'<!DOCTYPE f [<!ENTITY e SYSTEM "{secret}">]><feed'.encode())

    assert fault("arxiv", body) == "format"


def test_an_entry_without_an_id_is_left_out() -> None:
    assert len(arxiv.hits_in(feed("<entry><title>x</title></entry>", entry()))) == 1


def test_a_failure_to_read_is_a_fault(adapters: dict[str, Adapter]) -> None:
    found = hits_in(adapters["openalex"], b"{")

    assert found == Fault("answer_format", "the answer is no JSON")


# restrictions and keys


@pytest.mark.parametrize(
    ("source_id", "record", "inside"),
    [
        ("arxiv-cs-cl", entry("2401.00001v1", "x", "cs.LG", "cs.CL"), True),
        ("arxiv-cs-lg", entry("2401.00001v1", "x", "cs.LG", "cs.CL"), True),
        ("arxiv-cs-cv", entry("2401.00001v1", "x", "cs.LG", "cs.CL"), False),
        ("arxiv-cs-cl", entry("2401.00001v1", "x", "cs.cl"), False),
        ("arxiv", entry("2401.00001v1", "x", "hep-th"), True),
        ("europe-pmc", RECORD | {"isOpenAccess": "N"}, False),
        ("openalex", WORK | {"open_access": {"is_oa": False}}, False),
        ("openalex", WORK | {"open_access": None}, True),
        ("zenodo", DEPOSIT | {"metadata": {"title": "x", "resource_type": {"type": "dataset"}}}, False),
    ],
)
def test_a_hit_keeps_to_what_the_template_fixes(
    adapters: dict[str, Adapter], source_id: str, record: Any, inside: bool
) -> None:
    adapter = adapters[source_id]
    found = hits_in(adapter, answer(source_id.partition("-cs")[0], record))

    assert isinstance(found, tuple)
    assert (outside(adapter, found[0]) is None) == inside


@pytest.mark.parametrize(
    ("source_id", "lacking", "key"),
    [
        ("europe-pmc", [], "doi:10.5555/abc.1"),
        ("europe-pmc", ["doi"], "pmcid:PMC10000001"),
        ("europe-pmc", ["doi", "pmcid"], "pmid:38000001"),
        ("europe-pmc", ["doi", "pmcid", "pmid"], "title:sleep and memory in p 0 05 mice|2024"),
        ("europe-pmc", ["doi", "pmcid", "pmid", "pubYear"], "europe-pmc:MED:38000001"),
        ("openalex", [], "doi:10.5555/abc.1"),
        ("openalex", ["doi"], "openalex:W4300000001"),
        ("doaj", ["bibjson"], "doaj:0123456789abcdef0123456789abcdef"),
        ("zenodo", ["doi"], "zenodo:10500001"),
    ],
)
def test_keys_follow_the_published_order(
    adapters: dict[str, Adapter], source_id: str, lacking: list[str], key: str
) -> None:
    record = {name: value for name, value in GOOD[source_id].items() if name not in lacking}

    assert hit_key(adapters[source_id], only(source_id, record)) == key


def test_a_paper_has_one_key_in_all_of_arxiv(adapters: dict[str, Adapter]) -> None:
    first, second = only("arxiv", entry("2401.00001v1")), only("arxiv", entry("2401.00001v3"))

    assert hit_key(adapters["arxiv"], first) == hit_key(adapters["arxiv-cs-cl"], second) == "arxiv:2401.00001"


def test_pubmed_central_s_key_has_the_prefix(adapters: dict[str, Adapter]) -> None:
    assert hit_key(adapters["pubmed-central"], only("pubmed-central", "10000001")) == "pmcid:PMC10000001"


def test_an_arxiv_doi_names_the_paper_of_arxiv() -> None:
    assert only("openalex", WORK | {"doi": "https://doi.org/10.48550/arXiv.2401.00001"}).known_as == (
        "doi:10.48550/arxiv.2401.00001", "arxiv:2401.00001",
    )  # fmt: skip
