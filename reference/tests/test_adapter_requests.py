"""The published adapters and what they are asked: twelve templates, one topic, no syntax."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from oa_conformance.reference.adapters.published import Adapter, adapters_in
from oa_conformance.reference.adapters.wording import filled, limit_of, worded
from oa_conformance.reference.decision import Rejection

RELEASES = Path(__file__).parents[2] / "cassettes" / "releases"
CAFE = "caf%C3%A9%20%22%26%22%20na%C3%AFve"
EUROPE_PMC = "https://www.ebi.ac.uk/europepmc/webservices/rest/search"
ARXIV = "https://export.arxiv.org/api/query?search_query="


def routing() -> dict[str, Any]:
    (path,) = RELEASES.glob("*/chatbot-search-routing.json")
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


@pytest.fixture(scope="module")
def adapters() -> Mapping[str, Adapter]:
    """The adapters of the bundled release by source."""
    found = adapters_in(routing())
    return {key: each for key, each in found.items() if isinstance(each, Adapter)}


def entry(**changes: Any) -> dict[str, Any]:
    """The published entry of OpenAlex, changed."""
    found = next(each for each in routing()["adapters"] if each["source_id"] == "openalex")
    return {key: value for key, value in (found | changes).items() if value is not None}


def made(**changes: Any) -> Adapter | Rejection:
    return adapters_in({"adapters": [entry(**changes)]})["openalex"]


@pytest.mark.parametrize(
    ("source_id", "url"),
    [
        (
            "europe-pmc",
            f"{EUROPE_PMC}?query=%28{CAFE}%29%20AND%20OPEN_ACCESS%3AY&resultType=core&format=json&pageSize=10",
        ),
        (
            "openalex",
            f"https://api.openalex.org/works?search={CAFE}&filter=open_access.is_oa%3Atrue"
            "&select=id,doi,title,publication_year,open_access,primary_location&per-page=10",
        ),
        (
            "pubmed-central",
            f"https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi?db=pmc&term={CAFE}&retmode=json&retmax=10",
        ),
        ("doaj", f"https://doaj.org/api/v4/search/articles/{CAFE}?page=1&pageSize=10"),
        (
            "zenodo",
            f"https://zenodo.org/api/records?q=%28{CAFE}%29%20AND%20resource_type.type%3Apublication&size=10",
        ),
        ("arxiv", f"{ARXIV}all%3A%28{CAFE}%29&start=0&max_results=10"),
        ("arxiv-cs-cl", f"{ARXIV}cat%3Acs.CL%20AND%20all%3A%28{CAFE}%29&start=0&max_results=10"),
        ("arxiv-cs-lg", f"{ARXIV}cat%3Acs.LG%20AND%20all%3A%28{CAFE}%29&start=0&max_results=10"),
        ("arxiv-cs-ai", f"{ARXIV}cat%3Acs.AI%20AND%20all%3A%28{CAFE}%29&start=0&max_results=10"),
        ("arxiv-stat-ml", f"{ARXIV}cat%3Astat.ML%20AND%20all%3A%28{CAFE}%29&start=0&max_results=10"),
        ("arxiv-cs-cv", f"{ARXIV}cat%3Acs.CV%20AND%20all%3A%28{CAFE}%29&start=0&max_results=10"),
        ("arxiv-cs-ma", f"{ARXIV}cat%3Acs.MA%20AND%20all%3A%28{CAFE}%29&start=0&max_results=10"),
    ],
)
def test_each_template_is_filled_and_otherwise_kept(adapters: Any, source_id: str, url: str) -> None:
    adapter = adapters[source_id]

    assert filled(adapter, worded("café & naïve", adapter), limit_of(adapter, None)) == url


def test_there_are_twelve(adapters: Any) -> None:
    assert len(adapters) == 12


@pytest.mark.parametrize(
    ("topic", "text"),
    [
        ("sleep and memory", "sleep and memory"),
        ("sleep) OR (OPEN_ACCESS:N", '"sleep)" or "(OPEN_ACCESS:N"'),
        ("sleep || memory", 'sleep "||" memory'),
        ("a AND b NOT c ANDNOT d", "a and b not c andnot d"),
        ("HIV/AIDS", '"HIV/AIDS"'),
        ("../../journals", '"../../journals"'),
        ("..", '".."'),
        ("-aardvark", '"-aardvark"'),
        ("COVID-19 C++", "COVID-19 C++"),
        ("10.1016/S0140-6736(97)11096-0", '"10.1016/S0140-6736(97)11096-0"'),
        ("uso de Inteligência Artificial (modelso", 'uso de Inteligência Artificial "(modelso"'),
        ('"deep sleep" rats', '"deep sleep" rats'),
        ('"deep OR (sleep" rats', '"deep OR (sleep" rats'),
        ('deep "sleep', "deep sleep"),
        ('"" deep', "deep"),
        (r"a\" OR b", "a or b"),
        ("children’s books", "children's books"),
        ("why sleep? 睡眠與記憶", 'why "sleep?" 睡眠與記憶'),
        ("cafe\u0301", "café"),
        ("sleep of k.n@tarn-press.org", "sleep of"),
        ("{limit} {query}", '"{limit}" "{query}"'),
        (" \t", ""),
        ("x" * 400, "x" * 300),
    ],
)
def test_a_topic_is_text_for_europe_pmc(adapters: Any, topic: str, text: str) -> None:
    assert worded(topic, adapters["europe-pmc"]) == text


def test_what_cannot_be_printed_or_encoded_is_a_blank(adapters: Any) -> None:
    assert worded("a\x00b\u2028c\ud800d", adapters["europe-pmc"]) == "a b c d"


@pytest.mark.parametrize(
    ("source_id", "text"),
    [
        ("openalex", "Does play improve reading now"),
        ("doaj", r'Does play improve "reading\?" "\*now\~"'),
        ("zenodo", '(Does play improve "reading?" "*now~")'),
        ("arxiv", '(Does play improve "reading?" "*now~")'),
        ("pubmed-central", 'Does play improve "reading?" "*now~"'),
    ],
)
def test_wildcards_are_dropped_or_escaped_where_quotes_do_not_help(adapters: Any, source_id: str, text: str) -> None:
    assert worded("Does play improve reading? *now~", adapters[source_id]) == text


@pytest.mark.parametrize(
    ("source_id", "text"),
    [
        ("arxiv-cs-cl", '(parsing or "all:physics")'),
        ("zenodo", '(parsing or "all:physics")'),
        ("europe-pmc", 'parsing or "all:physics"'),
        ("openalex", 'parsing or "all:physics"'),
    ],
)
def test_words_beside_a_fixed_clause_are_one_group(adapters: Any, source_id: str, text: str) -> None:
    assert worded("parsing OR all:physics", adapters[source_id]) == text


def test_blanks_in_a_topic_are_not_filled(adapters: Any) -> None:
    adapter = adapters["doaj"]

    assert filled(adapter, "{limit}{query}", 7).endswith("/articles/%7Blimit%7D%7Bquery%7D?page=1&pageSize=7")


@pytest.mark.parametrize(
    ("source_id", "wanted", "limit"),
    [
        ("zenodo", None, 10), ("zenodo", 25, 25), ("zenodo", 500, 25), ("zenodo", 0, 1), ("openalex", 500, 100),
        ("openalex", 3, 3),
    ],
)  # fmt: skip
def test_the_limit_is_within_the_published_bounds(adapters: Any, source_id: str, wanted: int, limit: int) -> None:
    assert limit_of(adapters[source_id], wanted) == limit


def test_categories_are_read_from_the_templates(adapters: Any) -> None:
    assert {key: each.category for key, each in adapters.items() if each.category} == {
        "arxiv-cs-cl": "cs.CL", "arxiv-cs-lg": "cs.LG", "arxiv-cs-ai": "cs.AI", "arxiv-stat-ml": "stat.ML",
        "arxiv-cs-cv": "cs.CV", "arxiv-cs-ma": "cs.MA",
    }  # fmt: skip


WORKS = "https://api.openalex.org/works?search={query}&per-page={limit}"


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"status": "disabled"}, "NO_SEARCH_ADAPTER", "is not marked searchable"),
        ({"status": None}, "NO_SEARCH_ADAPTER", "is not marked searchable"),
        ({"method": "POST"}, "SOURCE_FETCH_GAP", "its method is 'POST', not 'GET'"),
        ({"authentication": "api_key"}, "SOURCE_FETCH_GAP", "its authentication is 'api_key'"),
        ({"redirect_policy": "any"}, "SOURCE_FETCH_GAP", "its redirect_policy is 'any'"),
        ({"target_source_policy": "declared"}, "SOURCE_FETCH_GAP", "its target_source_policy is 'declared'"),
        ({"parser": "openalex_works_v9"}, "SOURCE_FETCH_GAP", "its parser 'openalex_works_v9' is not known here"),
        ({"parser": None}, "SOURCE_FETCH_GAP", "its parser is no text"),
        ({"maximum_limit": True}, "SOURCE_FETCH_GAP", "are no bounds"),
        ({"default_limit": 0}, "SOURCE_FETCH_GAP", "are no bounds"),
        ({"default_limit": 101}, "SOURCE_FETCH_GAP", "are no bounds"),
        ({"default_limit": "10"}, "SOURCE_FETCH_GAP", "are no bounds"),
        ({"accepted_content_types": []}, "SOURCE_FETCH_GAP", "its accepted_content_types is no list of texts"),
        ({"allowed_hosts": ["openalex.org"]}, "SOURCE_FETCH_GAP", "its allowed hosts are openalex.org"),
        ({"allowed_hosts": ["api.openalex.org", "x.org"]}, "SOURCE_FETCH_GAP", "its template leads to"),
        ({"query_encoding": "url_path_segment_utf8"}, "SOURCE_FETCH_GAP", "its query_encoding is"),
        ({"endpoint_template": WORKS.replace("https", "http")}, "SOURCE_FETCH_GAP", "is not https"),
        ({"endpoint_template": WORKS.replace("org/", "org:8443/")}, "SOURCE_FETCH_GAP", "has a port"),
        ({"endpoint_template": WORKS.replace("api.openalex.org", "127.0.0.1")}, "SOURCE_FETCH_GAP", "is an IP address"),
        ({"endpoint_template": WORKS.replace("{limit}", "10")}, "SOURCE_FETCH_GAP", "once each"),
        ({"endpoint_template": WORKS + "&q={query}"}, "SOURCE_FETCH_GAP", "once each"),
        ({"endpoint_template": WORKS.replace("api.openalex.org", "{query}")}, "SOURCE_FETCH_GAP", "once each"),
        ({"endpoint_template": "https://api.{query}/{limit}"}, "SOURCE_FETCH_GAP", "its template"),
    ],
)
def test_an_adapter_that_cannot_be_used_as_it_is_published_is_not_used(
    changes: dict[str, Any], code: str, words: str
) -> None:
    found = made(**changes)

    assert isinstance(found, Rejection)
    assert found.code == code
    assert words in found.detail


@pytest.mark.parametrize("listed", [None, {}, "all", [None, 7, {"source_id": 3}]])
def test_a_routing_file_without_adapters_has_none(listed: Any) -> None:
    assert adapters_in({"adapters": listed}) == {}


def test_of_two_adapters_for_a_source_the_first_counts() -> None:
    found = adapters_in({"adapters": [entry(status="disabled"), entry()]})["openalex"]

    assert isinstance(found, Rejection)
