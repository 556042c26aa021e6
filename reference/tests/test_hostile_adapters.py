"""Hostile answers of the adapters: each is the declared gap, and the service behind it is searched as ever."""

import json
from typing import Any

import pytest

from oa_conformance.reference.tests.hostile_limits import within
from oa_conformance.reference.tests.hostile_worlds import (
    JSON,
    MEGABYTE,
    NO_JSON,
    ends,
    report_of,
    serve,
    strict_world,
)  # fmt: skip

ADAPTER_GAP = "SOURCE_FETCH_GAP"


@pytest.fixture(params=NO_JSON.values(), ids=NO_JSON)
def no_json(request: pytest.FixtureRequest) -> bytes:
    """A body that is no answer to anything."""
    return bytes(request.param)


SERVICES = {
    "openalex": "https://api.openalex.org/works?search=cold%20lakes&filter=open_access.is_oa%3Atrue"
    "&select=id,doi,title,publication_year,open_access,primary_location&per-page=10",
    "doaj": "https://doaj.org/api/v4/search/articles/cold%20lakes?page=1&pageSize=10",
    "pubmed-central": "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi?db=pmc&term=cold%20lakes"
    "&retmode=json&retmax=10",
    "europe-pmc": "https://www.ebi.ac.uk/europepmc/webservices/rest/search?query=%28cold%20lakes%29%20AND%20"
    "OPEN_ACCESS%3AY&resultType=core&format=json&pageSize=10",
    "arxiv": "https://export.arxiv.org/api/query?search_query=all%3A%28cold%20lakes%29&start=0&max_results=10",
}
FEED = '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:s="http://a9.com/-/spec/opensearch/1.1/"{}>'
ATOM = "application/atom+xml"


def feed(title: str = "Ice", attribute: str = "", more: str = "") -> str:
    entry = f"<entry><id>http://arxiv.org/abs/2401.00001</id><title>{title}</title></entry>"
    return f"{FEED.format(attribute)}<s:totalResults>1</s:totalResults>{entry}{more}</feed>"


def works(*changes: dict[str, Any]) -> bytes:
    found = [{"id": f"https://openalex.org/W{n}", "title": "Ice"} | each for n, each in enumerate(changes, 1)]
    return json.dumps({"meta": {"count": len(found)}, "results": found}).encode()


def adapted(name: str, body: bytes | str, media: str = JSON) -> dict[str, Any]:
    """The report on the service with this answer, and on another one behind it, which was searched as ever."""
    other = "openalex" if name != "openalex" else "arxiv"
    internet = strict_world(name, other)
    serve(
        internet, works({}) if other == "openalex" else feed(), JSON if other == "openalex" else ATOM, SERVICES[other]
    )
    serve(internet, body, media, SERVICES[name])
    report = report_of(internet, mode="registry_closed", sources=[name, other])
    assert ends(report)[other] == "SUCCESS"
    json.dumps(report, ensure_ascii=False).encode()
    assert "127.0.0.1" not in {each.url.host for each in internet.requests}
    return report


@pytest.mark.parametrize("name", ["openalex", "doaj", "pubmed-central", "europe-pmc"])
def test_an_answer_of_an_adapter_that_is_none_is_its_gap(name: str, no_json: bytes) -> None:
    report = adapted(name, no_json)

    assert ends(report)[name] == ADAPTER_GAP


@pytest.mark.parametrize(
    ("change", "title"),
    [
        ({"title": "<a" * 900_000}, "<a" * 250), ({"title": "&" * 900_000}, "&" * 500),
        ({"title": "&#" + "1" * 900_000 + ";"}, None), ({"title": "Ice &#xD800; \ud800 \0\u202e"}, "Ice \ufffd ?"),
        ({"title": "I" + "\u0301\u0316" * 400_000}, None), ({"doi": "10.5555/" + "1/" * 900_000}, "Ice"),
        ({"doi": "10.5555" + ".1" * 900_000}, "Ice"), ({"doi": " " * 900_000}, "Ice"),
        ({"publication_year": 10**4_000}, "Ice"), ({"open_access": {"oa_status": [[[]]] * 90_000}}, "Ice"),
    ],
    ids=["tags", "ampersands", "reference", "surrogates", "marks", "doi", "doi-numbers", "doi-blanks", "year", "lists"],
)  # fmt: skip
def test_a_hit_of_any_form_is_read(change: dict[str, Any], title: str | None) -> None:
    report = adapted("openalex", works(change))

    assert ends(report)["openalex"] == "SUCCESS"
    (item,) = [each for each in report["items"] if each["source_ids"] == ["openalex"]]
    assert title is None or item["title"] == title
    assert len(item["title"]) <= 500


def test_hits_without_number_are_read_in_time() -> None:
    report = adapted("openalex", works(*[{}] * 60_000))

    assert ends(report)["openalex"] == "SUCCESS"
    assert len(report["items"]) < 300


DEEP = "<a>" * 300_000
NOWHERE = "http://127.0.0.1:9/x"
ONE_MB = f'<!ENTITY a "{"x" * MEGABYTE}">'
MANY = "&a;" * 500_000
IN_ATTRIBUTE, MANY_IN_ATTRIBUTE = " x='&a9;'", f" x='{MANY}'"
LAUGHS = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))


@pytest.mark.parametrize(
    "body",
    [
        f"<!DOCTYPE feed [{LAUGHS}]>{feed('&a9;')}",
        f"<!DOCTYPE feed [{LAUGHS}]>{feed(attribute=IN_ATTRIBUTE)}",
        f"<!DOCTYPE feed [{ONE_MB}]>{feed(MANY)}",
        f"<!DOCTYPE feed [{ONE_MB}]>{feed(attribute=MANY_IN_ATTRIBUTE)}",
        f'<!DOCTYPE feed [<!ENTITY a SYSTEM "{NOWHERE}">]>{feed("&a;")}',
        f'<!DOCTYPE feed SYSTEM "{NOWHERE}">{feed()}',
        f'<!DOCTYPE feed [<!ENTITY % p SYSTEM "{NOWHERE}"> %p;]>{feed()}',
        f"{FEED.format('')}{DEEP}", feed().removesuffix("</feed>"), feed(more="\0"), "\0" * 1_000, "[" * 100_000,
        f"{FEED.format('')}<s:totalResults>{'9' * 100_000}</s:totalResults></feed>",
        f"{FEED.format('')}<s:totalResults>1</s:totalResults>{'<entry/>' * 300_000}</feed>",
        f'<?xml version="1.0" encoding="x-none"?>{feed()}',
    ],
    ids=["laughs", "laughs-within", "quadratic", "quadratic-within", "external", "dtd", "parameter", "deep", "open",
         "nul", "nuls", "json", "count", "entries", "unknown-encoding"],
)  # fmt: skip
def test_an_answer_in_xml_that_is_none_is_its_gap(body: str) -> None:
    assert ends(adapted("arxiv", body, ATOM))["arxiv"] == ADAPTER_GAP


@pytest.mark.parametrize(
    "body",
    [
        feed("x" * 4 * MEGABYTE),
        feed(more="<!---->" * 300_000),
        feed(more="<b>" * 240 + "</b>" * 240),
        feed(more="<b " + " ".join(f"a{n}='b'" for n in range(200_000)) + "/>"),
        feed(more="<b " + " ".join(f"xmlns:a{n}='b'" for n in range(100_000)) + "/>"),
        feed(more='<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="http://127.0.0.1:9/x"/>'),
    ],
    ids=["text", "comments", "nest", "attributes", "namespaces", "inclusion"],
)
def test_a_feed_with_a_burden_is_read(body: str) -> None:
    assert ends(adapted("arxiv", body, ATOM))["arxiv"] == "SUCCESS"


def test_a_page_instead_of_an_answer_is_looked_at_for_a_wall_in_bounded_memory() -> None:
    page = "".join(f"<b id={n}><p>" for n in range(90_000))

    with within():
        assert ends(adapted("arxiv", page, "text/html"))["arxiv"] == ADAPTER_GAP
