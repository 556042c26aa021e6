"""Whole tasks in the strict modes: what is sent, when, and what is reported."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from oa_conformance.reference.clock import Clock
from oa_conformance.reference.duplicates import Item, is_same_work
from oa_conformance.reference.host import Host
from oa_conformance.reference.transport import make_web

PIN = "5a1e" * 10
BROKER = "https://broker.tarn-search.org/v1/search"
JSON, ATOM = {"content-type": "application/json"}, {"content-type": "application/atom+xml; charset=utf-8"}
OPENALEX = (
    "https://api.openalex.org/works?search=cold%20lakes&filter=open_access.is_oa%3Atrue"
    "&select=id,doi,title,publication_year,open_access,primary_location&per-page=10"
)
DOAJ = "https://doaj.org/api/v4/search/articles/{}?page=1&pageSize=10"
PMC = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi?db=pmc&term=cold%20lakes&retmode=json&retmax=10"
EUROPE_PMC = (
    "https://www.ebi.ac.uk/europepmc/webservices/rest/search?query=%28cold%20lakes%29%20AND%20OPEN_ACCESS%3AY"
    "&resultType=core&format=json&pageSize=10"
)
WORK = {"id": "https://openalex.org/W1", "doi": "https://doi.org/10.5555/a", "title": "Ice", "publication_year": 2024}


def arxiv(category: str = "") -> str:
    lock = f"cat%3A{category}%20AND%20" if category else ""
    where = "https://export.arxiv.org/api/query?search_query="
    return f"{where}{lock}all%3A%28cold%20lakes%29&start=0&max_results=10"


def feed(*numbers: str, category: str = "cs.CL") -> bytes:
    entries = "".join(
        f'<entry><id>http://arxiv.org/abs/{each}</id><title>Ice {each}</title><category term="{category}"/></entry>'
        for each in numbers
    )
    return (
        '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:s="http://a9.com/-/spec/opensearch/1.1/">'
        f"<s:totalResults>{len(numbers)}</s:totalResults>{entries}</feed>"
    ).encode()


def works(*found: Any, count: int | None = None) -> bytes:
    return json.dumps({"meta": {"count": len(found) if count is None else count}, "results": found}).encode()


NAMES = {
    "openalex": "OpenAlex", "doaj": "Directory of Open Access Journals", "europe-pmc": "Europe PMC", "arxiv": "arXiv",
    "pubmed-central": "PubMed Central (PMC)", "arxiv-cs-cl": "arXiv cs.CL — Computation and Language",
    "arxiv-cs-lg": "arXiv cs.LG — Machine Learning",
}  # fmt: skip


@pytest.fixture
def contract(internet: Any) -> dict[str, Any]:
    """The contract of the internet's release, with the twelve published adapters."""
    releases = Path(__file__).parents[2] / "cassettes" / "releases"
    (path,) = releases.glob("*/chatbot-search-routing.json")
    published = json.loads(path.read_bytes())
    told: dict[str, Any] = json.loads(internet.files[f"releases/{PIN}/chatbot-search-routing.json"])
    return told | {"adapters": published["adapters"], "modes": published["modes"]}


class Simulated:
    """A clock whose sleep costs no time; ``slept`` has the naps in seconds."""

    def __init__(self) -> None:
        self.slept = list[float]()

    def now(self) -> float:
        return time.monotonic() + sum(self.slept)


@pytest.fixture
def clock() -> Simulated:
    return Simulated()


@pytest.fixture
def strict(internet: Any, record: Any, contract: Any, clock: Simulated, monkeypatch: Any) -> Callable[..., Any]:
    """Runs a task in a strict mode on a release that has the sources of NAMES and a journal.

    ``internet.times`` gets (URL, time by the clock) of each request.
    """
    internet.files.clear()
    internet.publish(record(), *(record(key, name) for key, name in NAMES.items()), contract=contract)
    internet.times, handle = [], internet.handle_request

    def timed(request: httpx.Request) -> httpx.Response:
        internet.times.append((str(request.url), clock.now()))
        return handle(request)  # type: ignore[no-any-return]

    monkeypatch.setattr(internet, "handle_request", timed)
    host = Host(make_web(transport=internet), clock=Clock(clock.now, clock.slept.append))

    def run(*sources: str, mode: str | None = "registry_closed", **wishes: Any) -> dict[str, Any]:
        task = {
            "task_id": "t1", "utterance": "Use the OA repo to search for cold lakes.", "topic": "cold lakes",
            "mode": mode, "sources": list(sources) or None, "breadth": "usual", "evidence": "metadata",
            "release_id": None, "deadline_s": 60,
            "tools": {"web_search": {"url": BROKER, "domain_filter": True}, "open_page": "single_hop"},
        }  # fmt: skip
        return host.run(task | wishes)

    return run


def serve(internet: Any, url: str, body: bytes, status: int = 200, **headers: str) -> None:
    media = ATOM if "arxiv" in url else JSON
    internet.pages[url] = httpx.Response(status, headers=media | headers, content=body)


def statuses(report: dict[str, Any]) -> dict[str, str]:
    return {each["source_id"]: each["status"] for each in report["selected_sources"]}


@pytest.mark.parametrize("mode", ["registry_closed", "direct_only"])
def test_a_hit_is_reported_and_its_trace_says_how(internet: Any, strict: Any, mode: str) -> None:
    serve(internet, OPENALEX, works(WORK))

    report = strict("openalex", mode=mode)

    assert (report["mode"], statuses(report)) == (mode, {"openalex": "SUCCESS"})
    assert (internet.searches, internet.opened()) == ([], [OPENALEX])
    (trace,) = report["traces"]
    assert {key: value for key, value in trace.items() if key not in ("observed_at", "routing_sha256")} == {
        "registry_release_id": PIN, "main_ref_commit_sha": PIN, "mode": mode, "discovery_method": "direct_adapter",
        "broker_id": None, "broker_operation": None, "broker_query": "cold lakes", "broker_domains": [],
        "broker_result_count": 1, "source_route_id": None, "adapter_id": "openalex-oa-topic-search",
        "provider_source_id": "openalex", "target_source_id": "openalex", "candidate_url": None,
        "candidate_identity_status": None, "request_url": OPENALEX, "observed_url": OPENALEX, "redirect_chain": [],
        "http_status": 200, "content_type": "application/json", "parser": "openalex_works_v1",
        "source_identity_verified": True, "original_record_observed": False, "evidence_class": "registry_metadata",
        "dedupe_key": "doi:10.5555/a", "status": "SUCCESS", "detail": "hits: 1",
    }  # fmt: skip
    (item,) = report["items"]
    assert (item["title"], item["year"], item["original_url"]) == ("Ice", "2024", "https://openalex.org/W1")
    assert (item["evidence_class"], set(item["facts"].values())) == ("registry_metadata", {None})
    assert report["selected_sources"][0]["broker_domains"] == []


def test_a_source_without_an_adapter_is_left_alone(internet: Any, strict: Any) -> None:
    serve(internet, OPENALEX, works(WORK))
    internet.results["www.tarn-press.org"] = ["https://www.tarn-press.org/articles/1"]

    report = strict("tarn-journal", "openalex")

    assert statuses(report) == {"tarn-journal": "NO_SEARCH_ADAPTER", "openalex": "SUCCESS"}
    assert (internet.searches, internet.opened()) == ([], [OPENALEX])
    trace = report["traces"][0]
    assert trace["discovery_method"] == "direct_adapter"
    assert [name for name, value in trace.items() if value in (None, [])] == [
        "broker_id", "broker_operation", "broker_query", "broker_domains", "broker_result_count", "source_route_id",
        "adapter_id", "candidate_url", "candidate_identity_status", "parser", "source_identity_verified",
        "original_record_observed", "evidence_class", "request_url", "observed_url", "redirect_chain", "http_status",
        "content_type", "observed_at", "dedupe_key",
    ]  # fmt: skip
    assert report["gaps"] == [
        {"source_id": "tarn-journal", "status": "NO_SEARCH_ADAPTER",
         "detail": "the release publishes no adapter for tarn-journal"},
    ]  # fmt: skip


def test_an_inactive_source_is_not_asked(internet: Any, strict: Any, record: Any, contract: Any) -> None:
    internet.files.clear()
    internet.publish(record("openalex", "OpenAlex", status="inactive"), contract=contract)

    report = strict("openalex")

    assert statuses(report) == {"openalex": "NO_CANONICAL_SEARCH_ROUTE"}
    assert internet.opened() == []


def test_an_adapter_that_cannot_be_used_is_not_asked(internet: Any, strict: Any, record: Any, contract: Any) -> None:
    entry = next(each for each in contract["adapters"] if each["source_id"] == "openalex")
    entry["method"] = "POST"
    internet.files.clear()
    internet.publish(record("openalex", "OpenAlex"), contract=contract)

    report = strict("openalex")

    assert statuses(report) == {"openalex": "SOURCE_FETCH_GAP"}
    assert internet.opened() == []


def test_a_metadata_source_is_not_asked_for_full_text(internet: Any, strict: Any, record: Any, contract: Any) -> None:
    internet.files.clear()
    internet.publish(record("openalex", "OpenAlex", oa_scope="metadata_only"), contract=contract)

    report = strict("openalex", evidence="fulltext")

    assert statuses(report) == {"openalex": "FULLTEXT_NOT_AUTHORIZED"}
    assert internet.opened() == []


def test_no_hit_is_no_result(internet: Any, strict: Any) -> None:
    serve(internet, OPENALEX, works())

    report = strict("openalex")

    assert statuses(report) == {"openalex": "NO_RESULTS"}
    (trace,) = report["traces"]
    assert (trace["broker_result_count"], trace["dedupe_key"], trace["parser"]) == (0, None, "openalex_works_v1")
    assert trace["source_identity_verified"] is None


WALL = b"<html><title>Just a moment...</title><h1>Checking your browser</h1></html>"


@pytest.mark.parametrize(
    ("answer", "status", "words"),
    [
        (httpx.Response(429, headers=JSON, content=b'{"api-key": "198.51.100.7"}'), 429, "the service answered 429"),
        (httpx.Response(500, headers=JSON, content=works(WORK)), 500, "the service answered 500"),
        (httpx.Response(204, headers=JSON), 204, "the service answered 204"),
        (httpx.Response(200, headers={"content-type": "text/html"}, content=b"<p>x"), 200, "the content type is text/"),
        (httpx.Response(200, headers={"content-type": "text/html"}, content=WALL), 200, "a bot check"),
        (httpx.Response(200, content=works(WORK)), 200, "the content type is not stated"),
        (httpx.Response(200, headers=JSON, content=b" "), 200, "the answer is empty"),
        (httpx.Response(200, headers=JSON, content=b"{"), 200, "the answer is no JSON"),
        (httpx.Response(200, headers=JSON, content=works(count=12)), 200, "the answer counts 12 hits and lists 0"),
        (httpx.Response(200, headers=JSON, content=b"x" * 5_000_001), None, "the body is larger than 5,000,000 bytes"),
        (httpx.ReadTimeout("slow"), None, "slow"),
        (httpx.ConnectError("refused"), None, "refused"),
    ],
)
def test_a_failure_is_a_gap_that_claims_nothing(
    internet: Any, strict: Any, answer: Any, status: int | None, words: str
) -> None:
    internet.pages[OPENALEX] = answer

    report = strict("openalex")

    assert statuses(report) == {"openalex": "SOURCE_FETCH_GAP"}
    (trace,) = report["traces"]
    assert words in trace["detail"]
    assert (trace["request_url"], trace["http_status"]) == (OPENALEX, status)
    claims = ("broker_result_count", "parser", "source_identity_verified", "original_record_observed",
              "evidence_class", "dedupe_key")  # fmt: skip
    assert [trace[name] for name in claims] == [None] * 6
    assert trace["observed_at"] is not None
    assert "198.51.100.7" not in json.dumps(report)
    assert internet.opened() == [OPENALEX]


@pytest.mark.parametrize("media", ["application/json;charset=UTF-8", "Application/JSON"])
def test_the_media_type_is_compared_without_parameters_and_case(internet: Any, strict: Any, media: str) -> None:
    serve(internet, OPENALEX, works(WORK), **{"content-type": media})

    assert statuses(strict("openalex")) == {"openalex": "SUCCESS"}


def test_nothing_is_sent_but_a_plain_get(internet: Any, strict: Any) -> None:
    serve(internet, OPENALEX, works(WORK))

    strict("openalex", utterance="Search the OA repo for cold lakes; my api key is s3cret, mail k.n@tarn-press.org.")

    request = internet.requests[-1]
    assert (request.method, str(request.url), request.content) == ("GET", OPENALEX, b"")
    assert request.headers["accept"] == "application/json"
    assert not {"authorization", "cookie", "x-api-key"} & set(request.headers)


def test_a_slash_in_the_topic_is_encoded_in_the_path(internet: Any, strict: Any) -> None:
    url = DOAJ.format("%22HIV%2FAIDS%22")
    serve(internet, url, json.dumps({"total": 1, "results": [{"id": "0123456789abcdef"}]}).encode())

    report = strict("doaj", topic="HIV/AIDS")

    assert statuses(report) == {"doaj": "SUCCESS"}
    assert internet.opened() == [url]
    assert report["items"][0]["title"] == "0123456789abcdef"


def test_a_topic_without_words_for_a_service_is_not_sent(internet: Any, strict: Any) -> None:
    report = strict("openalex", topic="???")

    assert statuses(report) == {"openalex": "SOURCE_FETCH_GAP"}
    assert internet.opened() == []


@pytest.mark.parametrize(("wish", "limit"), [("Give me 500 results.", 100), ("I want 3 papers.", 3)])
def test_a_wish_for_results_moves_within_the_bounds(internet: Any, strict: Any, wish: str, limit: int) -> None:
    strict("openalex", utterance=f"Use the OA repo to search for cold lakes. {wish}")

    assert internet.opened() == [OPENALEX.replace("per-page=10", f"per-page={limit}")]


# redirects


def test_a_redirect_on_the_host_is_followed(internet: Any, strict: Any) -> None:
    first, second = DOAJ.format("%22HIV%2FAIDS%22"), "https://doaj.org/api/v5/search/%22HIV%2FAIDS%22"
    serve(internet, first, b"", 301, location=second)
    serve(internet, second, json.dumps({"total": 0, "results": []}).encode())

    report = strict("doaj", topic="HIV/AIDS")

    assert statuses(report) == {"doaj": "NO_RESULTS"}
    (trace,) = report["traces"]
    assert (trace["request_url"], trace["observed_url"], trace["redirect_chain"]) == (first, second, [second])


@pytest.mark.parametrize(
    "target",
    [
        "https://mirror.example.org/works", "https://openalex.org/works", "http://api.openalex.org/works",
        "https://api.openalex.org:8443/works", "https://u@api.openalex.org/works", "//doaj.org/works",
        "https://api.openalex.org.evil.org/", "https://api.openalex.org\\@evil.org/", "ftp://api.openalex.org/",
    ],
)  # fmt: skip
def test_a_redirect_that_leaves_the_host_is_not_followed(internet: Any, strict: Any, target: str) -> None:
    serve(internet, OPENALEX, b"", 302, location=target)

    report = strict("openalex")

    assert statuses(report) == {"openalex": "SOURCE_FETCH_GAP"}
    assert internet.opened() == [OPENALEX]
    (trace,) = report["traces"]
    assert (trace["http_status"], trace["observed_url"], trace["redirect_chain"]) == (302, OPENALEX, [])


def test_a_loop_ends(internet: Any, strict: Any) -> None:
    serve(internet, OPENALEX, b"", 302, location="/a")
    serve(internet, "https://api.openalex.org/a", b"", 302, location="/a")

    assert statuses(strict("openalex")) == {"openalex": "SOURCE_FETCH_GAP"}
    assert len(internet.opened()) == 2


# arXiv


def apart(internet: Any) -> list[float]:
    """The seconds between the requests to arXiv, rounded down to tenths."""
    times = [when for url, when in internet.times if "export.arxiv.org" in url]
    return [int((later - earlier) * 10) / 10 for earlier, later in pairwise(times)]


def test_requests_to_arxiv_keep_three_seconds_apart(internet: Any, strict: Any, clock: Any) -> None:
    for category in ("", "cs.CL", "cs.LG"):
        serve(internet, arxiv(category), feed("2401.00001v1", category=category or "hep-th"))
    serve(internet, OPENALEX, works(WORK))

    report = strict("arxiv", "openalex", "arxiv-cs-cl", "arxiv-cs-lg")

    assert set(statuses(report).values()) == {"SUCCESS"}
    assert apart(internet) == [3.0, 3.0]
    assert sum(clock.slept) == pytest.approx(6.0, abs=0.1)


def test_a_redirect_on_arxiv_waits_for_its_turn(internet: Any, strict: Any) -> None:
    serve(internet, arxiv(), b"", 301, location="/v2")
    serve(internet, "https://export.arxiv.org/v2", feed("2401.00001v1"))

    assert statuses(strict("arxiv")) == {"arxiv": "SUCCESS"}
    assert apart(internet) == [3.0]


def test_other_hosts_are_not_waited_for(internet: Any, strict: Any, clock: Any) -> None:
    serve(internet, OPENALEX, works(WORK))
    serve(internet, PMC, b"{}")

    strict("openalex", "pubmed-central")

    assert clock.slept == []


def test_the_next_task_does_not_wait_for_this_one(internet: Any, strict: Any, clock: Any) -> None:
    serve(internet, arxiv(), feed())

    strict("arxiv")
    strict("arxiv")

    assert clock.slept == []


def test_a_turn_that_comes_after_the_task_is_not_waited_for(internet: Any, strict: Any, clock: Any) -> None:
    serve(internet, arxiv(), feed("2401.00001v1"))

    report = strict("arxiv", "arxiv-cs-cl", deadline_s=3)

    assert statuses(report) == {"arxiv": "SUCCESS", "arxiv-cs-cl": "SOURCE_FETCH_GAP"}
    assert (internet.opened(), clock.slept) == ([arxiv()], [])
    assert report["traces"][1]["detail"] == "the task's time ends before the adapter may be asked"
    assert (report["traces"][1]["request_url"], report["traces"][1]["observed_at"]) == (None, None)


@pytest.mark.parametrize("body", [feed(), feed().replace(b">0<", b">3000<")], ids=["zero", "counted"])
def test_an_empty_feed_is_not_asked_for_again(internet: Any, strict: Any, body: bytes) -> None:
    serve(internet, arxiv(), body)

    strict("arxiv")

    assert internet.opened() == [arxiv()]


def test_what_lies_in_another_category_is_left_out(internet: Any, strict: Any) -> None:
    own, other = feed("2401.00001v1"), feed("2401.00002v1", category="hep-th")
    stray = other[other.index(b"<entry>") : other.index(b"</feed>")]
    serve(internet, arxiv("cs.CL"), own.replace(b"</feed>", stray + b"</feed>"))

    report = strict("arxiv-cs-cl")

    assert statuses(report) == {"arxiv-cs-cl": "SUCCESS"}
    assert [item["title"] for item in report["items"]] == ["Ice 2401.00001v1"]
    assert report["traces"][0]["broker_result_count"] == 1
    assert report["traces"][0]["detail"] == "hits: 1; outside the adapter's restriction: 1"


def test_nothing_but_other_categories_is_a_gap(internet: Any, strict: Any) -> None:
    serve(internet, arxiv("cs.CL"), feed("2401.00002v1", category="hep-th"))

    report = strict("arxiv-cs-cl")

    assert statuses(report) == {"arxiv-cs-cl": "SOURCE_FETCH_GAP"}
    assert report["items"] == []


# hosts that fail


@pytest.mark.parametrize(
    "failure",
    [httpx.Response(429, content=b"Rate exceeded."), httpx.ReadTimeout("slow"), httpx.ConnectError("refused"),
     httpx.Response(200, headers={"content-type": "text/html"}, content=WALL)],
    ids=["429", "timeout", "refused", "captcha"],
)  # fmt: skip
def test_a_host_that_failed_is_not_asked_for_another_adapter(internet: Any, strict: Any, failure: Any) -> None:
    internet.pages[arxiv()] = failure
    serve(internet, OPENALEX, works(WORK))

    report = strict("arxiv", "arxiv-cs-cl", "openalex")

    assert internet.opened() == [arxiv(), OPENALEX]
    assert statuses(report) == {
        "arxiv": "SOURCE_FETCH_GAP", "arxiv-cs-cl": "SOURCE_FETCH_GAP", "openalex": "SUCCESS",
    }  # fmt: skip
    first, second, _ = report["traces"]
    assert (second["request_url"], second["http_status"]) == (None, None)
    assert second["observed_at"] == first["observed_at"]


@pytest.mark.parametrize("status", [404, 500, 503])
def test_a_fault_of_one_request_does_not_mark_the_host(internet: Any, strict: Any, status: int) -> None:
    serve(internet, arxiv(), b"x", status)
    serve(internet, arxiv("cs.CL"), feed("2401.00001v1"))

    assert statuses(strict("arxiv", "arxiv-cs-cl")) == {"arxiv": "SOURCE_FETCH_GAP", "arxiv-cs-cl": "SUCCESS"}


def test_a_failure_is_not_carried_into_the_next_task(internet: Any, strict: Any) -> None:
    serve(internet, OPENALEX, b"", 429)
    first = strict("openalex")
    serve(internet, OPENALEX, works(WORK))

    assert (statuses(first), statuses(strict("openalex"))) == (
        {"openalex": "SOURCE_FETCH_GAP"},
        {"openalex": "SUCCESS"},
    )


# works found more than once


def test_a_paper_of_two_categories_is_one_item(internet: Any, strict: Any) -> None:
    serve(internet, arxiv("cs.CL"), feed("2401.00001v1"))
    serve(internet, arxiv("cs.LG"), feed("2401.00001v2", category="cs.LG"))

    report = strict("arxiv-cs-cl", "arxiv-cs-lg")

    (item,) = report["items"]
    assert (item["dedupe_key"], item["source_ids"]) == ("arxiv:2401.00001", ["arxiv-cs-cl", "arxiv-cs-lg"])


def test_a_work_known_by_another_identifier_is_the_same(internet: Any, strict: Any) -> None:
    record = {"id": "1", "source": "MED", "pmcid": "PMC10000001", "doi": "10.5555/a", "title": "Ice"}
    serve(internet, EUROPE_PMC, json.dumps({"hitCount": 1, "resultList": {"result": [record]}}).encode())
    serve(internet, PMC, json.dumps({"esearchresult": {"count": "2", "idlist": ["10000001", "10000002"]}}).encode())

    report = strict("europe-pmc", "pubmed-central")

    assert [(item["dedupe_key"], item["source_ids"]) for item in report["items"]] == [
        ("doi:10.5555/a", ["europe-pmc", "pubmed-central"]), ("pmcid:PMC10000002", ["pubmed-central"]),
    ]  # fmt: skip
    assert report["items"][0]["also_at"] == ["https://pmc.ncbi.nlm.nih.gov/articles/PMC10000001/"]


def item(key: str, *known_as: str) -> Item:
    return Item("Ice", "OpenAlex", "2024", ("openalex",), f"https://x.org/{key}", "registry_metadata", key, {}, "", (),
                known_as)  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (item("doi:10.5555/a", "pmcid:PMC1"), item("pmcid:PMC1"), True),
        (item("pmid:1"), item("doi:10.5555/a", "pmid:1"), True),
        (item("doi:10.12688/f.1.1", "pmid:1"), item("doi:10.12688/f.1.2", "pmid:1"), False),
        (item("doi:10.5555/a"), item("pmcid:PMC1"), False),
        (item("openalex:W1"), item("openalex:W2"), False),
    ],
)
def test_identifiers_in_common_make_one_work_unless_the_dois_differ(one: Item, other: Item, same: bool) -> None:
    assert is_same_work(one, other) == same
    assert is_same_work(other, replace(one, title="Snow")) == same


# which sources, which mode


def test_fitting_sources_are_joined_by_the_best_that_have_an_adapter(
    internet: Any, strict: Any, record: Any, contract: Any
) -> None:
    journals = [record(f"tarn-{n}", f"Tarn Journal {n}") for n in range(7)]
    plain = {"subjects": ["multidisciplinary"], "notes": "", "translation": {}}
    internet.files.clear()
    internet.publish(
        *journals,
        record("openalex", "OpenAlex", **plain),
        record("doaj", "Directory of Open Access Journals", **plain),
        record("zenodo", "Zenodo", **plain | {"status": "inactive"}),
        record("arxiv", "arXiv", **plain | {"subjects": ["physics"]}),
        record("europe-pmc", "Europe PMC", **plain | {"subjects": ["biology"], "notes": "Life sciences, limnology."}),
        record("crossref", "Crossref", **plain),
        contract=contract,
    )

    report = strict(topic="limnology")

    assert list(statuses(report)) == [
        "tarn-0", "tarn-1", "tarn-2", "tarn-3", "tarn-4", "europe-pmc", "doaj", "openalex",
    ]  # fmt: skip
    assert statuses(report)["tarn-0"] == "NO_SEARCH_ADAPTER"
    assert internet.searches == []


@pytest.mark.parametrize(
    ("utterance", "mode"),
    [
        ("Search the OA repo for cold lakes, but do not use any outside search engine.", "registry_closed"),
        ("用 OA repo 搜尋 cold lakes，但不要使用任何外部搜尋引擎。", "registry_closed"),
        ("Use the OA repo to search for cold lakes, direct only.", "direct_only"),
        ("Use the OA repo to search for cold lakes. Mode registry_closed: no search service.", "registry_closed"),
    ],
)
def test_words_choose_the_mode(internet: Any, strict: Any, utterance: str, mode: str) -> None:
    serve(internet, OPENALEX, works(WORK))

    report = strict("openalex", mode=None, utterance=utterance)

    assert (report["mode"], report["traces"][0]["mode"], statuses(report)) == (mode, mode, {"openalex": "SUCCESS"})
    assert internet.searches == []


def test_without_such_words_the_broker_is_asked_and_no_adapter(internet: Any, strict: Any) -> None:
    serve(internet, OPENALEX, works(WORK))

    report = strict("openalex", mode=None)

    assert report["mode"] == "registry_brokered"
    assert statuses(report) == {"openalex": "NO_RESULTS"}
    assert (len(internet.searches), internet.opened()) == (1, [])


def test_a_strict_mode_needs_neither_broker_nor_opener(internet: Any, strict: Any) -> None:
    serve(internet, OPENALEX, works(WORK))

    report = strict("openalex", tools={"web_search": None, "open_page": None})

    assert statuses(report) == {"openalex": "SUCCESS"}


def test_an_older_release_of_version_1_is_searched_by_its_own_adapters(
    internet: Any, strict: Any, record: Any, contract: Any
) -> None:
    older = contract | {"protocol_version": "1.0.0", "adapters": contract["adapters"][:1]}
    internet.publish(
        record("europe-pmc", "Europe PMC"), record("openalex", "OpenAlex"),
        release_id="0b5e" * 10, current=False, contract=older,
    )  # fmt: skip
    serve(internet, EUROPE_PMC, json.dumps({"hitCount": 0, "resultList": {"result": []}}).encode())

    report = strict("europe-pmc", "openalex", release_id="0b5e" * 10)

    assert statuses(report) == {"europe-pmc": "NO_RESULTS", "openalex": "NO_SEARCH_ADAPTER"}
    assert report["traces"][0]["registry_release_id"] == "0b5e" * 10
    assert report["traces"][0]["main_ref_commit_sha"] == PIN
