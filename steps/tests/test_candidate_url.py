"""The judge's grammar of candidates: what it says of each example in the law, and of what was opened."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from oa_conformance.steps.audit import opening
from oa_conformance.steps.audit.candidate_url import Fault, fault, led_to
from oa_conformance.steps.catalogue import shipped
from oa_conformance.steps.definitions.web import broken_out
from oa_conformance.steps.observation import Request, Run

HOST = "www.frontiersin.org"
PAGE = "https://www.frontiersin.org/articles/1"


def rows() -> list[Any]:
    """The URLs in the tables of chapter 6: whether they are taken, and if not, whether for a reading alone."""
    found = [
        pytest.param(each.accept, clause.soft(each), broken_out(dict(each.row)["url"]), id=each.key)
        for clause in shipped().clauses
        if clause.feature.startswith("06-candidates/01")
        for each in clause.examples
        if "url" in dict(each.row)
    ]
    assert len(found) > 60
    return found


@pytest.mark.parametrize(("accepted", "soft", "url"), rows())
def test_the_grammar_says_what_the_law_says(accepted: bool, soft: bool, url: str) -> None:
    found = fault(url, HOST)

    assert (found is None) == accepted
    if found and not soft:
        assert found.level == "MUST"


@pytest.mark.parametrize(
    ("url", "clause", "level"),
    [
        ("http://www.frontiersin.org/a", "URL-01", "MUST"),
        ("www.frontiersin.org/a", "URL-01", "MUST"),
        ("https:www.frontiersin.org/a", "URL-02", "MUST"),
        ("https://[::1]:8443/a", "URL-03", "MUST"),
        ("https://[::1]/a", "URL-02", "MUST"),
        ("https://www.frontiersin.org:443/a", "URL-03", "MUST"),
        ("https://www.frontiersin.org:/a", "URL-03", "SHOULD"),
        ("https://u@www.frontiersin.org/a", "URL-04", "MUST"),
        ("https://@www.frontiersin.org/a", "URL-04", "SHOULD"),
        ("https://www.frontiersin.org/a#s", "URL-05", "MUST"),
        ("https://www.frontiersin.org?#", "URL-05", "SHOULD"),
        ("https://www.frontiersin.org/a%2fb", "URL-06", "MUST"),
        ("https://www.frontiersin.org/a\\b", "URL-06", "SHOULD"),
        ("https://www.frontiersin.org/a/%2E./b", "URL-07", "MUST"),
        ("https://www.frontiersin.org/a/..;x=1/b", "URL-08", "SHOULD"),
        ("https://www.frontiersin.org/a%25%32%66b", "URL-08", "SHOULD"),
        ("https://www.frontiersin.org/a/%2525%32%65%252e/b", "URL-08", "SHOULD"),
        ("https://www.frontiersin.org/a%25c0%25af", "URL-08", "SHOULD"),
        ("https://www.frontiersin.org/a%0d%0ab", "URL-08", "SHOULD"),
        ("https://www.frontiersin.org/\ud800", "URL-08", "SHOULD"),
        ("ht\ttps://www.frontiersin.org/a", "URL-08", "SHOULD"),
        ("%20https://www.frontiersin.org/a", "URL-01", "MUST"),
        ("https://www.frontiersin.org\\a", "URL-02", "SHOULD"),
        ("https://www.frontiersin.\u1e9eorg/a", "URL-02", "MUST"),
    ],
    ids=ascii,
)
def test_each_fault_has_its_clause_and_level(url: str, clause: str, level: str) -> None:
    found = fault(url, HOST)

    assert found is not None
    assert (found.clause, found.level) == (clause, level)


def test_a_must_goes_before_a_should() -> None:
    assert fault("https://@www.frontiersin.org/a\\b%2Fc", HOST) == Fault(
        "URL-06", "MUST", "its path has an encoded separator"
    )


@pytest.mark.parametrize(
    "url", [PAGE, "HTTPS://WWW.Frontiersin.ORG/a", f"{PAGE}?next=%2F..%2F&b=%zz", f"{PAGE}/v1%2e0"]
)
def test_what_no_clause_names_may_be_opened(url: str) -> None:
    assert fault(url, HOST) is None


def test_a_very_long_text_is_judged_at_once() -> None:
    assert fault(f"{PAGE}/{'%25' * 400_000}", HOST) is None


@pytest.mark.parametrize(
    ("location", "there"),
    [
        ("https://doi.org/10.1/../x", "https://doi.org/10.1/../x"),
        ("//doi.org/10.1", "https://doi.org/10.1"),
        ("/b/../c%2Fd", "https://www.frontiersin.org/b/../c%2Fd"),
        ("g", "https://www.frontiersin.org/b/c/g"),
        ("./g/.", "https://www.frontiersin.org/b/c/g/"),
        ("../g?y#s", "https://www.frontiersin.org/b/g?y"),
        ("../../../g", "https://www.frontiersin.org/g"),
        (";x", "https://www.frontiersin.org/b/c/;x"),
        ("?y", "https://www.frontiersin.org/b/c/d;p?y"),
        ("", "https://www.frontiersin.org/b/c/d;p?q"),
        ("#s", "https://www.frontiersin.org/b/c/d;p?q"),
        ("..", "https://www.frontiersin.org/b/"),
    ],
)
def test_a_location_leads_where_rfc_3986_says(location: str, there: str) -> None:
    assert led_to("https://www.frontiersin.org/b/c/d;p?q#f", location) == there


# what was opened


def request(url: str, n: int = 1) -> Request:
    return Request(n, "t", "", "GET", url, {}, None, 200, "", "page", None, None, None)


def trace(candidate: str | None, asked: str | None, source_id: str = "frontiers") -> dict[str, Any]:
    return {
        "target_source_id": source_id, "candidate_url": candidate, "request_url": asked, "mode": "registry_brokered",
    }  # fmt: skip


def run(*opened: str, traces: tuple[dict[str, Any], ...] = (), opener: str | None = "single_hop") -> Run:
    now = datetime.now(UTC)
    sources = {
        "frontiers": {"canonical_url": f"https://{HOST}/"},
        "plos": {"canonical_url": "https://journals.plos.org/"},
    }
    report = {"selected_sources": [{"source_id": "frontiers"}], "traces": [*traces]}
    task = {"sources": ["plos", "nowhere"], "tools": {"open_page": opener}}
    requests = tuple(request(url, n) for n, url in enumerate(opened, 1))
    return Run(
        task, report, requests, (), now, now, "https://broker.org/", SimpleNamespace(sources=sources),  # type: ignore[arg-type]
    )  # fmt: skip


def codes(told: Run) -> list[str]:
    return [each.code for each in opening.by_rule(told)]


def test_pages_of_the_sources_spoken_of_may_be_opened() -> None:
    assert codes(run(PAGE, "https://journals.plos.org/plosone/article?id=1", traces=(trace(PAGE, PAGE),))) == []


@pytest.mark.parametrize(
    "url",
    ["https://doi.org/10.1/x", "http://www.frontiersin.org/a", "https://www.frontiersin.org:8443/a", f"{PAGE}/../2"],
)
def test_any_other_page_is_condemned_by_rule(url: str) -> None:
    found = list(opening.by_rule(run(PAGE, url)))

    assert [each.code for each in found] == ["FORBIDDEN_URL_REQUESTED"]
    assert found[0].exchanges == (2,)


def test_the_rule_that_was_broken_is_named() -> None:
    (found,) = opening.by_rule(run("https://www.frontiersin.org/a%2Fb"))

    assert "its path has an encoded separator (URL-06)" in found.found


def test_a_candidate_whose_fragment_does_not_travel_is_condemned_by_its_text() -> None:
    assert codes(run(PAGE, traces=(trace(f"{PAGE}#s2", PAGE),))) == ["FORBIDDEN_CANDIDATE_OPENED"]
    assert codes(run(PAGE, traces=(trace(f"{PAGE}#s2", None),))) == []
    assert codes(run(traces=(trace(f"{PAGE}#s2", PAGE),))) == []


def test_what_only_a_reading_forbids_is_advised_against() -> None:
    told = run(PAGE, traces=(trace(f"{PAGE}#", PAGE),))

    assert codes(told) == []
    assert list(opening.doubtful(told)) == [
        f"'{PAGE}#' was opened, although it has an empty fragment (URL-05, a reading)"
    ]


def test_an_opener_that_walks_by_itself_is_not_the_host() -> None:
    assert codes(run(PAGE, "https://doi.org/10.1/x", opener="follows")) == []
