"""From a source's record to its route."""

import pytest

from oa_conformance.reference.decision import Rejection
from oa_conformance.reference.registry import Source
from oa_conformance.reference.routes import Route, route_of


def made(canonical_url: str = "https://www.tarn-press.org/j/1", **changes: object) -> Source:
    fields = {"status": "active", "access_roles": ("discovery", "metadata")} | changes
    return Source("tarn", "Tarn Journal", canonical_url, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://www.frontiersin.org/journals/psychology", "www.frontiersin.org"),
        ("https://openreview.net/group?id=ICLR.cc", "openreview.net"),
        ("https://osf.io", "osf.io"),
        ("https://WWW.Tarn-Press.org/", "www.tarn-press.org"),
        ("https://xn--bcher-kva.example-verlag.org/", "xn--bcher-kva.example-verlag.org"),
        ("https://a.b/../../c", "a.b"),
    ],
)
def test_the_route_is_the_exact_hostname(url: str, host: str) -> None:
    assert route_of(made(url)) == Route(made(url), host)


def test_the_route_is_named_after_the_source() -> None:
    route = route_of(made())

    assert isinstance(route, Route)
    assert route.id == "registry:tarn"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://www.tarn-press.org/",
        "www.tarn-press.org",
        "https:www.tarn-press.org",
        "https://www.tarn-press.org:8443/",
        "https://www.tarn-press.org:443/",
        "https://www.tarn-press.org:/",
        "https://u@www.tarn-press.org/",
        "https://@www.tarn-press.org/",
        "https://www.tarn-press.org/#top",
        "https://www.tarn-press.org/#",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:7f00:1]/",
        "https://intranet/",
        "https://localhost/",
        "https://tide.localhost/",
        "https://tidebook.local/",
        "https://tidebook.internal/",
        "https://tidebook.home.arpa/",
        "https://www.tarn-press.org./",
        "https://.tarn-press.org/",
        "https://tarn_press.org/",
        "https://-tarn.org/",
        "https://tarn..org/",
        f"https://{'a' * 64}.org/",
        f"https://{'a.' * 130}org/",
        "https://www.täarn.org/",
        "https://www.tarn\u2024press.org/",
        " https://www.tarn-press.org/",
        "https://www.tarn-press.org/\n",
        "https://www.tarn-press.org\\evil.org/",
        "https://tarn.123/",
    ],
)
def test_an_unsafe_canonical_url_gives_no_route(url: str) -> None:
    found = route_of(made(url))

    assert isinstance(found, Rejection)
    assert found.code == "NO_CANONICAL_SEARCH_ROUTE"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"status": "inactive"}, "tarn has the status inactive, not active"),
        ({"status": ""}, "tarn has the status none, not active"),
        ({"status": "Active"}, "tarn has the status Active, not active"),
        ({"access_roles": ("metadata", "fulltext")}, "tarn lacks the discovery role"),
    ],
)
def test_an_ineligible_source_has_no_route(changes: dict[str, object], why: str) -> None:
    assert route_of(made(**changes)) == Rejection("NO_CANONICAL_SEARCH_ROUTE", why)
