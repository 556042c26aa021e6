"""Opening originals hop by hop, and the opener that follows by itself."""

import base64
from typing import Any

import httpx
import pytest

from oa_conformance.reference.originals import Opened, may_follow, open_original, opened_by_tool
from oa_conformance.reference.transport import make_web

HOST = "www.tarn-press.org"
START = f"https://{HOST}/a"


def redirect(location: str, status: int = 302) -> httpx.Response:
    return httpx.Response(status, headers={"location": location, "content-type": "text/html"})


def opened(internet: Any, url: str = START) -> Opened:
    return open_original(make_web(transport=internet), url, HOST, 30, may_follow)


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("/a/full", f"https://{HOST}/a/full"),
        (f"https://{HOST}/full", f"https://{HOST}/full"),
        (f"//{HOST}/full", f"https://{HOST}/full"),
        ("full", f"https://{HOST}/full"),
        ("?view=full", f"https://{HOST}/a?view=full"),
        ("/a/full#sec2", f"https://{HOST}/a/full"),
        (f"https://{HOST}/full#", f"https://{HOST}/full"),
    ],
)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_on_the_host_is_followed_and_listed(internet: Any, location: str, target: str, status: int) -> None:
    internet.pages[START] = redirect(location, status)
    internet.page(target, "<html><p>record</p></html>")

    found = opened(internet)

    assert found.fault is None
    assert found.chain == (target,)
    assert found.observed_url == target
    assert found.request_url == START
    assert internet.opened() == [START, target]


@pytest.mark.parametrize(
    "location",
    [
        "https://login.tarn-press.org/",
        "https://evil.example/",
        "//evil.example/x",
        f"http://{HOST}/a/full",
        f"https://{HOST}:8443/full",
        f"https://{HOST}:443/full",
        f"https://u@{HOST}/full",
        f"https://{HOST}./full",
        "/a/%2e%2e/b",
        "/a/../b",
        "/a%2fb",
        "/a b",
        "/\\evil.example/",
        "http://169.254.169.254/latest/meta-data/",
        "javascript:alert(1)",
        "x://[",
        "https://[::1",
        "http:full",
        "/\u00fcber",
    ],
)
def test_a_redirect_that_breaks_a_rule_is_not_followed(internet: Any, location: str) -> None:
    raw = [(b"location", location.encode()), (b"content-type", b"text/html")]
    internet.pages[START] = httpx.Response(302, headers=raw)

    found = opened(internet)

    assert found.fault is not None
    assert found.fault.kind == "redirect"
    assert not found.fault.violation
    assert (found.status, found.observed_url, found.chain) == (302, START, ())
    assert internet.opened() == [START]


def test_the_refused_location_is_reported(internet: Any) -> None:
    internet.pages[START] = redirect("https://evil.example/x")

    found = opened(internet)

    assert found.fault is not None
    assert "https://evil.example/x" in found.fault.detail


def test_a_loop_ends(internet: Any) -> None:
    internet.pages[START] = redirect("/b")
    internet.pages[f"https://{HOST}/b"] = redirect("/a")

    found = opened(internet)

    assert found.fault is not None
    assert internet.opened() == [START, f"https://{HOST}/b"]
    assert found.chain == (f"https://{HOST}/b",)


def test_a_redirect_to_itself_ends(internet: Any) -> None:
    internet.pages[START] = redirect(START)

    assert opened(internet).fault is not None
    assert internet.opened() == [START]


def test_an_endless_chain_ends_after_ten_hops(internet: Any) -> None:
    for number in range(50):
        url = START if number == 0 else f"https://{HOST}/{number}"
        internet.pages[url] = redirect(f"/{number + 1}")

    found = opened(internet)

    assert found.fault is not None
    assert len(found.chain) == 10
    assert len(internet.opened()) == 11


@pytest.mark.parametrize("status", [202, 204, 205, 206, 300, 304, 400, 401, 403, 404, 410, 429, 451, 500, 503])
def test_any_status_but_success_is_a_fault(internet: Any, status: int) -> None:
    body = b"" if status in (204, 304) else b"<p>article"
    internet.pages[START] = httpx.Response(status, headers={"content-type": "text/html"}, content=body)

    found = opened(internet)

    assert found.fault is not None
    assert found.fault.kind == f"http_{status}"
    assert found.status == status


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("image/png", "\x89PNG\r\n"),
        ("text/plain", "words"),
        ("application/octet-stream", "<html>"),
        ("application/pdf", "<!DOCTYPE html><p>not a document"),
        ("text/html", "%PDF-1.7"),
        ("text/html", "\x89PNG\r\n"),
        ("text/html", "PK\x03\x04"),
        ("text/html", ""),
        ("text/html", " \n "),
    ],
)
def test_what_is_no_document_is_a_fault(internet: Any, content_type: str, body: str) -> None:
    answer = httpx.Response(200, headers={"content-type": content_type}, content=body.encode("latin-1"))
    internet.pages[START] = answer

    found = opened(internet)

    assert found.fault is not None
    assert found.content_type == content_type


def test_a_body_without_a_type_is_a_fault(internet: Any) -> None:
    internet.pages[START] = httpx.Response(200, content=b"<p>words")

    found = opened(internet)

    assert found.fault is not None
    assert found.content_type is None


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (httpx.ReadTimeout("slow"), "timeout"),
        (httpx.ConnectTimeout("slow"), "timeout"),
        (httpx.ConnectError("refused"), "connection"),
        (httpx.ReadError("reset"), "connection"),
        (httpx.RemoteProtocolError("cut short"), "protocol"),
    ],
)
def test_a_failed_exchange_observes_nothing(internet: Any, error: Exception, kind: str) -> None:
    internet.pages[START] = error

    found = opened(internet)

    assert found.fault is not None
    assert found.fault.kind == kind
    assert (found.observed_url, found.status, found.content_type) == (None, None, None)
    assert found.request_url == START


def test_a_body_that_is_too_large_is_a_fault(internet: Any) -> None:
    internet.page(START, "<p>" + "x" * 2_100_000)

    found = opened(internet)

    assert found.fault is not None
    assert found.fault.kind == "too_large"


def test_no_cookie_and_no_credential_is_sent(internet: Any) -> None:
    internet.pages[START] = httpx.Response(302, headers={"location": "/b", "set-cookie": "id=7; Path=/"})
    internet.page(f"https://{HOST}/b", "<p>x")

    opened(internet)

    names = {name.lower() for request in internet.requests for name in request.headers}
    assert names == {"host", "accept", "accept-encoding", "connection", "user-agent"}


def tool_answer(url: str = START, status: int = 200, body: bytes = b"<p>x", **more: Any) -> dict[str, Any]:
    return {
        "status": status, "headers": {"Content-Type": "text/html"}, "url": url,
        "body": base64.b64encode(body).decode(), "at": "2026-08-20T00:00:00Z",
    } | more  # fmt: skip


def test_an_opener_that_stayed_where_it_was_sent_is_believed() -> None:
    found = opened_by_tool(tool_answer(), START, HOST)

    assert found.fault is None
    assert (found.body, found.content_type, found.chain) == (b"<p>x", "text/html", ())
    assert found.at == "2026-08-20T00:00:00Z"


@pytest.mark.parametrize("url", ["https://evil.example/", f"http://{HOST}/a", f"https://{HOST}:8443/a"])
def test_an_opener_that_left_the_host_is_a_violation(url: str) -> None:
    found = opened_by_tool(tool_answer(url), START, HOST)

    assert found.fault is not None
    assert found.fault.violation
    assert (found.observed_url, found.chain, found.body) == (url, (url,), b"")


def test_an_opener_that_went_on_unseen_is_a_gap() -> None:
    found = opened_by_tool(tool_answer(f"https://{HOST}/b"), START, HOST)

    assert found.fault is not None
    assert not found.fault.violation


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ({"error": {"kind": "timeout", "message": "slow"}, "at": "x"}, "timeout"),
        ({"error": {"kind": "rate_limited", "message": ""}, "at": "x"}, "http_429"),
        ({"error": {"kind": "unavailable", "message": ""}, "at": "x"}, "http_503"),
        ({}, "protocol"),
        (None, "protocol"),
        ("<p>x", "protocol"),
        (tool_answer() | {"body": "not base64!"}, "protocol"),
        (tool_answer() | {"status": "ok"}, "protocol"),
        (tool_answer() | {"headers": None}, "protocol"),
        (tool_answer(status=404), "http_404"),
    ],
)
def test_an_opener_that_failed_is_a_fault(told: Any, kind: str) -> None:
    found = opened_by_tool(told, START, HOST)

    assert found.fault is not None
    assert found.fault.kind == kind
