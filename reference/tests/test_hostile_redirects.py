"""Hostile redirects, and what an opener tells that follows them by itself: each ends as a fault, others are found."""

from typing import Any

import httpx
import pytest

from oa_conformance.reference.originals import opened_by_tool
from oa_conformance.reference.tests.hostile_limits import within
from oa_conformance.reference.tests.hostile_worlds import BAD, HOST, MEGABYTE, first_end, report_of, world

FETCH_GAP = "ORIGINAL_FETCH_GAP"


def redirect(location: str | bytes) -> httpx.Response:
    sent = location if isinstance(location, bytes) else location.encode()
    return httpx.Response(302, headers=[(b"location", sent), (b"content-type", b"text/html")])


@pytest.mark.parametrize("length", [1_000, 12], ids=["a-thousand-hops", "a-hop-too-many"])
def test_a_chain_of_redirects_ends_after_ten(length: int) -> None:
    internet = world()
    for number in range(length):
        internet.pages[BAD if number == 0 else f"https://{HOST}/{number}"] = redirect(f"/{number + 1}")

    report = report_of(internet)

    assert first_end(report) == FETCH_GAP
    assert report["traces"][0]["redirect_chain"] == [f"https://{HOST}/{number}" for number in range(1, 11)]


@pytest.mark.parametrize("length", [1, 2, 10])
def test_redirects_in_a_circle_end(length: int) -> None:
    internet = world()
    urls = [BAD, *(f"https://{HOST}/{number}" for number in range(1, length))]
    for url, target in zip(urls, [*urls[1:], BAD], strict=True):
        internet.pages[url] = redirect(target)

    report = report_of(internet)

    assert first_end(report) == FETCH_GAP
    assert report["traces"][0]["redirect_chain"] == urls[1:]


LOCATIONS: dict[str, str | bytes] = {
    "long": f"https://{HOST}/" + "a" * MEGABYTE, "dots": "/" + "../" * 300_000, "segments": "a/" * 500_000,
    "escapes": "?" + "%25" * 300_000, "layers": "/" + "%252e" * 100_000, "percent": "/%",
    "host": "https://" + "a." * 500_000 + "org/", "userinfo": "https://" + "@" * MEGABYTE,
    "blanks": " " * MEGABYTE, "scheme": "a" * MEGABYTE + ":", "nul": "/a\0b", "line": "/\r\nx: y",
    "not-utf-8": b"\xff\xfe", "surrogate": b"\xed\xa0\x80", "bidi": f"https://{HOST}\u202e/", "bracket": "https://[",
    "port": "https://[::1]:99999999999999999999/", "slashes": "//", "backslashes": "\\\\", "nothing": "",
    "https": "https:", "data": "data:text/html,x",
}  # fmt: skip


@pytest.mark.parametrize("location", LOCATIONS.values(), ids=LOCATIONS)
def test_a_location_that_is_no_url_to_follow_ends(location: str | bytes) -> None:
    internet = world()
    internet.pages[BAD] = redirect(location)

    report = report_of(internet)

    assert first_end(report) == FETCH_GAP
    assert report["traces"][0]["http_status"] == 302
    assert {each.url.host for each in internet.requests} == {
        "api.github.com", "broker.tarn-search.org", HOST, "moor.org",
    }  # fmt: skip


# an opener that follows by itself


TOLD: dict[str, dict[str, Any]] = {
    "inf": {"status": float("inf")}, "nan": {"status": float("nan")}, "long-int": {"status": 10**5_000},
    "long-digits": {"status": "9" * 5_000}, "negative": {"status": -200}, "999": {"status": 999},
    "list": {"status": [200]}, "long-url": {"url": "x" * MEGABYTE}, "damaged-body": {"body": "x" * (MEGABYTE + 1)},
    "surrogate-body": {"body": "\ud800"}, "headers-list": {"headers": [["a", "b"]]}, "headers-text": {"headers": "x"},
    "long-kind": {"error": {"kind": "x" * MEGABYTE}},
}  # fmt: skip


@pytest.mark.parametrize("told", TOLD.values(), ids=TOLD)
def test_what_an_opener_tells_is_read_or_a_fault(told: dict[str, Any]) -> None:
    answer = {"status": 200, "headers": {"content-type": "text/html"}, "url": BAD, "body": "PHA+eA==", "at": "x"}

    with within():
        found = opened_by_tool(answer | told, BAD, HOST)

    assert found.fault is not None
    assert found.status is None or 100 <= found.status <= 599


def test_an_opener_s_pdf_has_the_size_of_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oa_conformance.reference.originals.PDF_LIMIT", 5)
    answer = {"status": 200, "headers": {"content-type": "application/pdf"}, "url": BAD, "body": "JVBERi0x", "at": "x"}

    found = opened_by_tool(answer, BAD, HOST)

    assert found.fault is not None
    assert found.fault.kind == "too_large"
