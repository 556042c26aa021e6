"""Adapters: what a request asks of one, which answer it gets, and what the judge makes of request and trace."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import httpx
import pytest
import vcr
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from oa_conformance.steps.audit import adapters as audit
from oa_conformance.steps.observation import Request, Run
from oa_conformance.steps.world.adapter_answers import answered, error_in_a_200, hit
from oa_conformance.steps.world.adapters import Adapter, adapters_of, addresses
from oa_conformance.steps.world.cassette import Cassette, dumps, loads
from oa_conformance.steps.world.matching import compose
from oa_conformance.steps.world.model import Service, World, base_cassette
from oa_conformance.steps.world.records import bundled

ADAPTERS = adapters_of(bundled().routing)
OPENALEX = "https://api.openalex.org/works"
FIELDS = "select=id,doi,title,publication_year,open_access,primary_location"
EUROPE = "https://www.ebi.ac.uk/europepmc/webservices/rest/search"
ARXIV = "https://export.arxiv.org/api/query"
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), min_size=1)


def world(*source_ids: str) -> World:
    """A world whose adapters for these sources find one record each."""
    made = World(bundled(), bundled())
    for each in source_ids:
        adapter = ADAPTERS[each]
        made.plan_service(each, Service("sleep", (answered(adapter, [hit(adapter, "sleep")]),)))
    return made


def answered_by(made: World, url: str, method: str = "GET") -> str:
    playback = compose(made.freeze(), compose(base_cassette(bundled())))
    _, found = playback.find(method, url, None, b"")
    return found[0].id if found else "nothing"


# which answer


@pytest.mark.parametrize(
    ("url", "by"),
    [
        (f"{OPENALEX}?search=x&filter=open_access.is_oa%3Atrue&{FIELDS}&per-page=25", "adapter openalex"),
        (f"{OPENALEX}?per-page=0&search=anything+else", "adapter openalex"),
        ("https://api.openalex.org/works/W1", "nothing"),
        ("http://api.openalex.org/works?search=x", "nothing"),
        ("https://doaj.org/api/v4/search/articles/a%2Fb?page=1&pageSize=10", "adapter doaj"),
        ("https://doaj.org/api/v4/search/articles/a/b?page=1&pageSize=10", "adapter doaj"),
        ("https://doaj.org/api/v4/search/journals/a", "nothing"),
        (f"{ARXIV}?search_query=all%3Ax&start=0&max_results=5", "adapter arxiv"),
        (f"{ARXIV}?search_query=cat%3Acs.CL%20AND%20all%3Ax&start=0&max_results=5", "adapter arxiv-cs-cl"),
        (f"{ARXIV}?max_results=5&search_query=cat:cs.CL+AND+all:x", "adapter arxiv-cs-cl"),
        (f"{ARXIV}?search_query=cat%3Acs.LG%20AND%20all%3Ax&start=0&max_results=5", "nothing"),
    ],
)
def test_topic_and_limit_do_not_tell_requests_apart(url: str, by: str) -> None:
    assert answered_by(world("openalex", "doaj", "arxiv", "arxiv-cs-cl"), url) == by


def test_a_post_to_an_adapter_finds_nothing() -> None:
    assert answered_by(world("openalex"), f"{OPENALEX}?search=x", "POST") == "nothing"


def test_stock_vcrpy_plays_the_request_with_the_default_limit(tmp_path: Any) -> None:
    (tmp_path / "c.yaml").write_text(dumps(world("openalex").freeze()), "utf-8")
    url = f"{OPENALEX}?search=sleep&filter=open_access.is_oa%3Atrue&{FIELDS}&per-page=10"
    with vcr.use_cassette(str(tmp_path / "c.yaml"), record_mode="none"):
        assert httpx.get(url).json()["meta"]["count"] == 1


def test_the_twelve_adapters_have_six_addresses() -> None:
    assert len(ADAPTERS) == 12
    assert len(addresses(bundled().routing)) == 6
    assert ADAPTERS["arxiv-stat-ml"].category == "stat.ML"
    assert ADAPTERS["arxiv"].category is None


# what is asked


@pytest.mark.parametrize("source_id", sorted(ADAPTERS))
@given(topic=TEXTS)
def test_the_template_filled_in_is_read_back(source_id: str, topic: str) -> None:
    adapter = ADAPTERS[source_id]
    asked = adapter.asked(adapter.url(topic))
    assert asked is not None
    assert (asked.topic, asked.limit) == (topic, "10")
    assert not audit.UNENCODED.search(asked.raw)


@pytest.mark.parametrize(
    "url",
    [
        f"{OPENALEX}?search=x&{FIELDS}&per-page=10",
        f"{OPENALEX}?search=x&filter=open_access.is_oa%3Afalse&{FIELDS}&per-page=10",
        f"{OPENALEX}?search=x&filter=open_access.is_oa%3Atrue&{FIELDS}&per-page=10&mailto=a%40b",
        f"{OPENALEX}?search=x&filter=open_access.is_oa%3Atrue&select=id,doi&per-page=10",
        f"{OPENALEX}?per-page=10&search=x&filter=open_access.is_oa%3Atrue&{FIELDS}",
        f"https://api.openalex.org:8443/works?search=x&filter=open_access.is_oa%3Atrue&{FIELDS}&per-page=10",
        f"https://openalex.org/works?search=x&filter=open_access.is_oa%3Atrue&{FIELDS}&per-page=10",
    ],
)
def test_what_is_not_the_template_is_not_read(url: str) -> None:
    assert ADAPTERS["openalex"].asked(url) is None


def test_other_spellings_of_the_template_are_read() -> None:
    asked = ADAPTERS["europe-pmc"].asked(
        f"{EUROPE}?query=(caf%C3%A9)+AND+OPEN_ACCESS:Y&resultType=core&format=json&pageSize=7"
    )
    assert asked is not None
    assert (asked.topic, asked.limit) == ("café", "7")


# the judge on requests


@dataclass
class Report:
    """A run with these requests and traces; the rest of a Run is not looked at."""

    urls: list[str]
    traces: list[Mapping[str, Any]] = field(default_factory=list)
    seconds: float = 0.0
    method: str = "GET"

    def run(self) -> Run:
        start = datetime(2026, 9, 14, 12, tzinfo=UTC)
        requests = tuple(
            Request(
                n, "t1", (start + timedelta(seconds=self.seconds * n)).isoformat(), self.method, url, {}, None, 200,
                "", "nothing", None, None, None,
            )
            for n, url in enumerate(self.urls, 1)
        )  # fmt: skip
        report = {"traces": self.traces, "items": []}
        end = start + timedelta(minutes=1)
        return Run(
            {"topic": "sleep"},
            report,
            requests,
            (),
            start,
            end,
            "https://broker.example/",
            bundled(),
            addresses(bundled().routing),
        )


def codes(findings: Any) -> list[str]:
    return [each.code for each in findings]


def test_a_request_on_the_template_is_kept() -> None:
    adapter = ADAPTERS["zenodo"]
    run = Report([adapter.url("HIV/AIDS")]).run()
    assert codes(audit.template_kept(run, adapter)) == []
    assert codes(audit.topic_whole(run, adapter, "HIV/AIDS")) == []
    assert codes(audit.limit_kept(run, adapter)) == []


def test_a_post_is_no_request_on_the_template() -> None:
    adapter = ADAPTERS["zenodo"]
    assert codes(audit.template_kept(Report([adapter.url("x")], method="POST").run(), adapter)) == ["NOT_BY_GET"]


@pytest.mark.parametrize("limit", ["0", "26", "100", "1e1", "10.0", "true", "010", "١٠", ""])
def test_a_limit_out_of_bounds_is_found(limit: str) -> None:
    adapter = ADAPTERS["zenodo"]
    url = adapter.url("x").replace("size=10", f"size={limit}")
    assert codes(audit.limit_kept(Report([url]).run(), adapter)) == ["LIMIT_OUT_OF_BOUNDS"]


@pytest.mark.parametrize(
    ("source_id", "sent", "code"),
    [
        ("openalex", "HIV/AIDS", "TOPIC_NOT_ENCODED"),
        ("openalex", "HIV?AIDS", "TOPIC_NOT_ENCODED"),
        ("openalex", '"HIV%2FAIDS"', "TOPIC_NOT_ENCODED"),
        ("openalex", "HIV&AIDS=1", "TOPIC_NOT_ENCODED"),
        ("doaj", "HIV/AIDS", "TOPIC_NOT_ENCODED"),
        ("doaj", "HIV+AIDS", "TOPIC_CHANGED"),
        ("openalex", "HIV%20AIDS", "TOPIC_CHANGED"),
        ("openalex", "HIV", "TOPIC_CHANGED"),
    ],
)
def test_a_topic_that_did_not_arrive_whole_is_found(source_id: str, sent: str, code: str) -> None:
    adapter = ADAPTERS[source_id]
    url = adapter.url("TOPIC").replace("TOPIC", sent)
    assert codes(audit.topic_whole(Report([url]).run(), adapter, "HIV/AIDS")) == [code]


@pytest.mark.parametrize("sent", ["%22HIV%2FAIDS%22", "HIV%5C%2FAIDS", "(HIV%2FAIDS)", "hiv%2faids"])
def test_a_quoted_or_escaped_topic_is_whole(sent: str) -> None:
    adapter = ADAPTERS["europe-pmc"]
    url = adapter.url("TOPIC").replace("TOPIC", sent)
    assert codes(audit.topic_whole(Report([url]).run(), adapter, "HIV/AIDS")) == []


@pytest.mark.parametrize(
    ("topic", "sent", "codes_found"),
    [
        ("children’s literature", "children's%20literature", []),
        ("children’s literature", "children%E2%80%99s%20literature", []),
        ("children’s literature", "childrens%20literature", ["TOPIC_CHANGED"]),
        ("Does play help?", "does%20play%20help", []),
        ("Does play help?", "does%20play%20help%5C%3F", []),
        ("Does play help?", "does%20play%20help?", ["TOPIC_NOT_ENCODED"]),
        ("Does play help?", "play%20help", ["TOPIC_CHANGED"]),
        ("Love, actually", "Love%20actually", ["TOPIC_CHANGED"]),
    ],
)
def test_a_wildcard_may_go_and_an_apostrophe_be_another(topic: str, sent: str, codes_found: list[str]) -> None:
    adapter = ADAPTERS["openalex"]
    url = adapter.url("TOPIC").replace("TOPIC", sent)
    assert codes(audit.topic_whole(Report([url]).run(), adapter, topic)) == codes_found


@pytest.mark.parametrize(
    ("query", "clause", "loose"),
    [
        ("(sleep) AND OPEN_ACCESS:Y", "OPEN_ACCESS:Y", False),
        ("(sleep OR memory) AND OPEN_ACCESS:Y", "OPEN_ACCESS:Y", False),
        ("(sleep) OR (OPEN_ACCESS:N) AND OPEN_ACCESS:Y", "OPEN_ACCESS:Y", True),
        ("(sleep) || (memory) AND OPEN_ACCESS:Y", "OPEN_ACCESS:Y", True),
        ("(sleep)) OR ((memory) AND OPEN_ACCESS:Y", "OPEN_ACCESS:Y", True),
        ("((sleep) AND OPEN_ACCESS:Y", "OPEN_ACCESS:Y", True),
        ('("sleep) OR (OPEN_ACCESS:N") AND OPEN_ACCESS:Y', "OPEN_ACCESS:Y", False),
        (r"(sleep\) OR \(memory) AND OPEN_ACCESS:Y", "OPEN_ACCESS:Y", False),
        ("cat:cs.CL AND all:parsing OR all:physics", "cat:cs.CL", True),
        ("cat:cs.CL AND all:(parsing OR all:physics)", "cat:cs.CL", False),
        ("cat:cs.CL AND all:ORAL or written", "cat:cs.CL", False),
        ("(cat:cs.CL AND all:parsing)", "cat:cs.CL", True),
    ],
)
def test_a_clause_binds_as_a_conjunct_at_the_top_alone(query: str, clause: str, loose: bool) -> None:
    assert audit.loosened(query, clause) is loose


@pytest.mark.parametrize(("seconds", "found"), [(2.9, ["ASKED_TOO_SOON"]), (2.96, []), (3.0, [])])
def test_the_pace_has_a_tolerance_of_fifty_milliseconds(seconds: float, found: list[str]) -> None:
    run = Report([ADAPTERS["arxiv"].url("x"), ADAPTERS["arxiv-cs-cl"].url("x")], seconds=seconds).run()
    assert codes(audit.paced(run, "export.arxiv.org", 3.0)) == found


def test_a_returned_link_below_an_adapters_address_is_no_call_of_it() -> None:
    run = Report([ADAPTERS["zenodo"].url("x"), "https://zenodo.org/api/records/1/files/a.pdf/content"]).run()
    assert [each.n for each in run.adapter_calls] == [1]
    assert [each.n for each in run.opens] == [2]


# the judge on traces

URL = ADAPTERS["openalex"].url("sleep")
TRACE: Mapping[str, Any] = {
    "mode": "registry_closed", "discovery_method": "direct_adapter", "broker_id": None, "broker_operation": None,
    "broker_domains": [], "broker_result_count": 1, "adapter_id": "openalex-oa-topic-search", "candidate_url": None,
    "provider_source_id": "openalex", "target_source_id": "openalex", "request_url": URL, "http_status": 200,
    "broker_query": "sleep", "observed_url": URL, "redirect_chain": [],
    "content_type": None, "parser": "openalex_works_v1", "source_identity_verified": True,
    "original_record_observed": False, "evidence_class": "registry_metadata", "dedupe_key": "openalex:W1",
    "observed_at": "2026-09-14T12:00:01+00:00", "status": "SOURCE_FETCH_GAP",
}  # fmt: skip


def judged(what: Any, **changes: Any) -> list[str]:
    return codes(what(Report([URL], [{**TRACE, **changes}]).run()))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"adapter_id": "openalex-works"}, "ADAPTER_NOT_AS_PUBLISHED"),
        ({"provider_source_id": "doaj"}, "ADAPTER_NOT_AS_PUBLISHED"),
        ({"parser": "json"}, "ADAPTER_NOT_AS_PUBLISHED"),
        ({"target_source_id": "plos-biology"}, "NO_SUCH_ADAPTER"),
        ({"request_url": URL.replace("sleep", "memory")}, "URL_NOT_ON_WIRE"),
        ({"http_status": 404}, "HTTP_STATUS_NOT_SERVED"),
        ({"observed_at": "2026-09-13T12:00:01+00:00"}, "TIME_NOT_OBSERVED"),
        ({"request_url": None, "status": "NO_RESULTS"}, "URL_NOT_ON_WIRE"),
        ({"request_url": None}, "URL_NOT_ON_WIRE"),
        ({"observed_url": "https://openalex.org/W1"}, "OBSERVED_URL_NOT_ON_WIRE"),
        ({"redirect_chain": ["https://openalex.org/W1"]}, "CHAIN_NOT_AS_WIRED"),
    ],
)
def test_a_trace_that_says_other_than_contract_and_wire_is_found(changes: dict[str, Any], code: str) -> None:
    assert judged(audit.adapter_fields) == []
    assert judged(audit.adapter_fields, **changes) == [code]


@pytest.mark.parametrize(
    "changes",
    [
        {"broker_id": "host-web-search"},
        {"broker_domains": ["openalex.org"]},
        {"candidate_url": "https://openalex.org/W1"},
        {"discovery_method": "web"},
        {"broker_query": "memory"},
        {"broker_id": ""},
    ],
)
def test_a_broker_in_a_strict_trace_is_found(changes: dict[str, Any]) -> None:
    assert judged(audit.without_broker) == []
    assert judged(audit.without_broker, **changes) == ["BROKER_IN_STRICT_MODE"]


@pytest.mark.parametrize(
    ("status", "count", "key", "found"),
    [
        ("NO_RESULTS", 0, None, []),
        ("NO_RESULTS", None, None, []),
        ("NO_RESULTS", 5, None, ["COUNT_CONTRADICTS"]),
        ("NO_RESULTS", 0, "openalex:W1", ["COUNT_CONTRADICTS"]),
        ("SUCCESS", 1, "openalex:W1", []),
        ("SUCCESS", 0, "openalex:W1", ["COUNT_CONTRADICTS"]),
        ("SUCCESS", 1, None, ["COUNT_CONTRADICTS"]),
        ("SOURCE_FETCH_GAP", 0, None, ["COUNT_CONTRADICTS"]),
        ("SOURCE_FETCH_GAP", None, None, []),
    ],
)
def test_counts_agree_with_the_status(status: str, count: int | None, key: str | None, found: list[str]) -> None:
    assert judged(audit.counts, status=status, broker_result_count=count, dedupe_key=key) == found


# the services' shapes


@pytest.mark.parametrize("source_id", sorted(ADAPTERS))
def test_each_service_counts_what_it_lists(source_id: str) -> None:
    adapter = ADAPTERS[source_id]
    one, none = (answered(adapter, [hit(adapter, "sleep")] * n) for n in (1, 0))
    assert (listed(adapter, one.stored), listed(adapter, none.stored)) == ((1, 1), (0, 0))
    assert dict(one.headers)["content-type"].startswith(adapter.media_type)


def listed(adapter: Adapter, body: bytes) -> tuple[int, int]:
    """(what is counted, what is listed), read by other means than they were written with."""
    if adapter.media_type == "application/atom+xml":
        root = etree.fromstring(body)
        total = root.findtext("{http://a9.com/-/spec/opensearch/1.1/}totalResults")
        return int(total or -1), len(root.findall("{http://www.w3.org/2005/Atom}entry"))
    paths = {
        "europe-pmc": ("hitCount", "resultList.result"),
        "openalex": ("meta.count", "results"),
        "pubmed-central": ("esearchresult.count", "esearchresult.idlist"),
        "doaj": ("total", "results"),
        "zenodo": ("hits.total", "hits.hits"),
    }
    total, records = (reached(json.loads(body), path) for path in paths[adapter.source_id])
    return int(total), len(records)


def reached(document: Any, path: str) -> Any:
    for name in path.split("."):
        document = document[name]
    return document


def test_arxiv_tells_of_an_error_by_an_entry_that_looks_like_a_record() -> None:
    assert listed(ADAPTERS["arxiv"], error_in_a_200(ADAPTERS["arxiv"]).stored) == (1, 1)


def test_esearch_tells_of_an_error_without_a_count() -> None:
    said = json.loads(error_in_a_200(ADAPTERS["pubmed-central"]).stored)
    assert list(said["esearchresult"]) == ["ERROR"]


def test_a_cassette_keeps_the_addresses_of_adapters() -> None:
    kept = loads(dumps(Cassette(matching={"adapters": addresses(bundled().routing)})))
    assert cast(tuple[str, ...], kept.matching["adapters"])[1] == OPENALEX
