"""Judge and exemplar on canonical URLs and source records: which have a route, and to which host."""

from typing import Any

from hypothesis import event, example, given
from hypothesis import strategies as st

from oa_conformance.reference import routes
from oa_conformance.reference.decision import Rejection
from oa_conformance.reference.registry import source_of
from oa_conformance.steps.tests.nversion.effort import effort
from oa_conformance.steps.world import eligibility

SAFE = (
    "https://www.frontiersin.org/journals/psychology",
    "https://openreview.net/group?id=ICLR.cc",
    "https://osf.io",
    "https://xn--bcher-kva.example-verlag.org/",
    "https://www.e-periodica.ch/digbib/view?pid=abc-001:2019:12#top".partition("#")[0],
    "https://hrcak.srce.hr/index.php?lang=en&show=casopis&id_casopis=4",
    "https://journals.plos.org/plosone/?a[]=1&b={2}|c^d",
    "https://a.b/../../c;x=1/%2F%zz",
    "HTTPS://WWW.Tarn-Press.org/",
)
GOOD = [
    "www", "WWW", "tarn-press", "a--b", "ab--c", "xn--bcher-kva", "xn--mnchen-3ya", "xn--p1ai", "XN--BCHER-KVA", "0x7f",
    "0xg", "1e3", "b2", "127", "a" * 63, "localhost", "0",
]  # fmt: skip
BAD = [
    "tarn_press", "-a", "a-", "xn--", "xn--abc-", "a" * 64, "", "*", "é", "b\u00fccher", "\u65e5\u672c", "\u212a",
    "\u0430", "\u3002", "a b", "a\tb", "a%2eb", "%61",
]  # fmt: skip
ENDS = ["org", "com", "ORG", "io", "c", "museum", "xn--p1ai", "xn--fiqs8s", "b2", "2b", "0xfg", "mail", "press2"]
NO_ENDS = [
    "local", "localhost", "internal", "invalid", "example", "test", "onion", "alt", "arpa", "corp", "home", "lan",
    "intranet", "localdomain", "private", "Local", "123", "0x1", "0x", "0", "1", "org.", "", "-", "o_rg", "or\u0261",
]  # fmt: skip
ADDRESSES = st.sampled_from([
    "127.0.0.1", "127.1", "2130706433", "0x7f.1", "0x7f000001", "0177.0.0.1", "1.2.3", "1.2.3.4.5", "256.256.256.256",
    "[::1]", "[::ffff:7f00:1]", "[fe80::1%25eth0]", "1.2.3.4.", "0x7f.0x0.0x0.0x1", "127.0.0.0x1", "a.127.0.0.1",
    "10.0.0.1.org",
])  # fmt: skip
TAILS_GOOD = [
    "", "/", "/journals/x", "?", "?id=1", "/%2e%2e/", "/..", "/[1]", "/{a}", "/|", "/^", '/"', "/<a>", "/`", "/%zz",
    "/%", "/@:", "?a[]=%2F",
]  # fmt: skip
TAILS_BAD = ["#", "#top", "/a b", "/a\\b", "\\", "/\t", "/\n", "/é", ";x", "\x00", "\x7f", "?#", "?\\", "/\ud800"]


def mostly(good: list[Any], bad: list[Any]) -> st.SearchStrategy[Any]:
    """About nine times out of ten one of the good."""
    return st.sampled_from(good * (1 + 9 * len(bad) // len(good)) + bad)


NAMES = st.builds(
    lambda first, last: ".".join([*first, last]), st.lists(mostly(GOOD, BAD), max_size=3), mostly(ENDS, NO_ENDS)
)
URLS = st.builds(
    "{}{}{}{}{}".format,
    mostly(["https://", "HTTPS://"], ["http://", "https:", "https:/", "https:///", "//", "", "ftp://", " https://"]),
    mostly([""], ["@", "u@", "u:p@", ":@", "%40@"]),
    NAMES | NAMES | NAMES | ADDRESSES,
    mostly([""], [":", ":443", ":8443", ":x"]),
    st.lists(mostly(TAILS_GOOD, TAILS_BAD), max_size=3).map("".join),
)


def inserted(url: str, at: int, piece: str) -> str:
    at %= len(url) + 1
    return url[:at] + piece + url[at:]


PIECES = st.text(max_size=2) | st.sampled_from(["@", ":", "#", "\\", ".", "..", "%", "-", "_", "/", "?"])
MUTATED = st.builds(inserted, st.sampled_from(SAFE), st.integers(0, 60), PIECES)


ODD = [None, True, 7, "", "discovery", ["discovery"], [["discovery"]], {"discovery": 1}, {}, []]
ROLES = st.sampled_from(["discovery", "metadata", "fulltext", "Discovery", "discovery ", None, 1])
RECORDS = st.fixed_dictionaries(
    {
        "id": st.just("tarn"),
        "name": st.just("Tarn Journal"),
        "status": mostly(["active"], ["inactive", "Active", "active ", "archived", *ODD]),
        "access_roles": mostly([["metadata", "discovery"]], ODD) | st.lists(ROLES, max_size=3),
        "canonical_url": mostly([*SAFE], ODD) | URLS,
    }
)


@given(URLS | MUTATED | st.text(max_size=12))
@example("HTTPS://WWW.Tarn-Press.org/")  # the judge wanted lower case, which RFC 3986 does not
@example("https://hrcak.srce.hr/{a}?b=%zz")  # and a path of RFC 3986's letters, though a path is only a hint
@example("https://tarn.press2/")  # and a last label of letters alone
@example("https://tidebook.home/")  # and took names that private networks use
@example("https://localhost.localdomain/")
@effort(1_500)
def test_both_derive_the_same_host(url: str) -> None:
    found, derived = eligibility.canonical_host(url), routes.canonical_host(url)

    event("none" if found is None else "host")
    assert found == (None if isinstance(derived, Rejection) else derived), f"judge: {found}; exemplar: {derived}"


@given(RECORDS, st.sets(st.sampled_from(["status", "access_roles", "canonical_url"]), max_size=1))
@effort(400)
def test_both_find_the_same_records_eligible(record: dict[str, Any], missing: set[str]) -> None:
    told = {name: value for name, value in record.items() if name not in missing}
    why, derived = eligibility.no_route_because(told), routes.route_of(source_of(told))

    event("no route" if why else "route")
    assert (why is None) == isinstance(derived, routes.Route), f"judge: {why}; exemplar: {derived}"
