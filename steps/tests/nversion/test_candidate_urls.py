"""Judge and exemplar on candidate URLs: one grammar on the raw text, one WHATWG parser behind rules, one verdict."""

from urllib.parse import unquote

from hypothesis import event, example, given
from hypothesis import strategies as st

from oa_conformance.reference.candidates import DEPTH, LENGTH, judge_candidate
from oa_conformance.steps.audit.candidate_url import fault
from oa_conformance.steps.tests.nversion.effort import effort

HOST = "www.example-journal.org"

# as publishers and repositories write them; the host of each is HOST
VALID = (
    "https://www.example-journal.org/",
    "https://www.example-journal.org",
    "https://www.example-journal.org?id=7",
    "https://www.example-journal.org/articles/10.3389/fpsyg.2019.00454/full",
    "https://www.example-journal.org/doi/10.1002/1097-0142(20000101)88:1%3C10::AID-CNCR3%3E3.0.CO;2-R",
    "https://www.example-journal.org/doi/10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2",
    "https://www.example-journal.org/doi/10.1206/0003-0082(2008)3610%5B1:nrofwf%5D2.0.co;2",
    "https://www.example-journal.org/article/10.1023/A:1005982530560",
    "https://www.example-journal.org/article/S0140-6736(20)30183-5/fulltext",
    "https://www.example-journal.org/plosone/article?id=10.1371/journal.pone.0000217",
    "https://www.example-journal.org/article?id=10.1371%2Fjournal.pbio.3000001&type=printable",
    "https://www.example-journal.org/abs/hep-th/9901001v2",
    "https://www.example-journal.org/2020.acl-main.1.pdf",
    "https://www.example-journal.org/forum?id=rJl-b3RcF7&noteId=_a~b",
    "https://www.example-journal.org/art%C3%ADculo/%E2%80%93",
    "https://www.example-journal.org/%C0-propos/r%E9sum%E9.html",
    "https://www.example-journal.org/issue-3_2f_4/x",
    "https://www.example-journal.org/%20foo/100%25/50%25-off",
    "https://www.example-journal.org/a;jsessionid=1F0A;v=1.2/b.html;x",
    "https://www.example-journal.org/v1%2e0/...three/.hidden/a..b",
    "https://www.example-journal.org/journal/v{1}/a|b/'c'/d,e/*f*/$g/!h/+i+/@j/=k/&l",
    "https://www.example-journal.org/find?up=../../x&back=a\\b".replace("\\", "%5C"),
    "HTTPS://WWW.Example-Journal.ORG/a",
)

DELIMITERS = [
    "", ":", "/", "//", "///", "\\", "\\\\", "@", "?", "#", ";", "&", "=", ".", "..", "/./", "/../", "..;", ";..",
    "..;x=1", "%", "%%", "+", ",", "[", "]", "[::1]", "<", ">", '"', "'", "`", "{", "|", "}", "^", "~", "!", "*",
]  # fmt: skip
ESCAPES = [
    "%2e", "%2E", "%2f", "%2F", "%5c", "%5C", "%25", "%2525", "%252e", "%252F", "%255c", "%25%32%66", "%25%32%65",
    "%25%35%63", "%00", "%2500", "%09", "%0d%0a", "%20", "%7f", "%c0%af", "%c0%ae", "%C0%AE", "%25c0%25af", "%e0%80%af",
    "%f0%80%80%af", "%c0", "%e0%80", "%E9", "%3b", "%3f", "%23", "%40", "%3a", "%u002e", "%u2216", "%zz", "%2", "%41",
    "%EF%BC%8F", "%E2%80%A5", "%C2%85", "%2525252525252541", "%252525252525252e",
]  # fmt: skip
STRANGE = [
    "\t", "\n", "\r", "\x00", "\x0b", "\x1f", " ", "\x7f", "\x85", "\xa0", "\xad", "\u200b", "\u200d", "\u2060",
    "\ufeff", "\u2025", "\u2024", "\u3002", "\uff0e", "\uff61", "\uff0f", "\uff3c", "\uff1a", "\uff20", "\uff03",
    "\uff05", "\u2044", "\u2215", "\u29f5", "\u212a", "\u017f", "\u0131", "\u0430", "\u043e", "\u00df", "\u1e9e",
    "é", "e\u0301", "\u65e5\u672c", "\U0001f4a9", "\ud800", "\udfff",
]  # fmt: skip
HOSTS = [
    HOST, "WWW.EXAMPLE-JOURNAL.ORG", "example-journal.org", "m.www.example-journal.org", f"{HOST}.", f"{HOST}..",
    f"{HOST}.evil.org", f"evil-{HOST}", f"{HOST},evil.org", f"{HOST}&evil.org", "evil.org",
    "www.ex\u0430mple-journal.org",
    "www.xn--exmple-journal-wtl.org", "www%2Eexample-journal%2Eorg", "www\u3002example-journal\uff0eorg",
    "\uff57\uff57\uff57.example-journal.org", "www.example-journal.or\u0262", "www.e\u200bxample-journal.org",
    "[::1]", "[::ffff:127.0.0.1]", "[fe80::1%25eth0]", f"[{HOST}]", "127.0.0.1", "127.1", "0x7f.1", "0177.0.0.1",
    "2130706433", "localhost", "", ".", "-", "_", "xn--",
]  # fmt: skip
SCHEMES = [
    "https:", "HTTPS:", "hTtPs:", "http:", "ftp:", "javascript:", "data:", "jar:https:", "view-source:https:", "", ":",
    "https", "https;", " https:", "ht\ntps:", "\ufeffhttps:", "http\u017f:", "https%3a", "%20https:", "1https:",
]  # fmt: skip
USERS = ["", "", "", "@", ":@", "u@", "u:p@", "@@", f"{HOST}@", f"{HOST}\\@", "a%40b@", "u@v@", "\t@", "\uff20", "%00@"]
PORTS = ["", "", "", ":", ":443", ":0443", ":80", ":8443", ":0", ":99999", ":x", ":4 43", "::", ":\u0664\u0664\u0663"]
TEXT = st.text(st.characters(min_codepoint=0, max_codepoint=0x10FFFF), max_size=3)

pieces = st.sampled_from([*DELIMITERS, *ESCAPES, *STRANGE, *HOSTS]) | TEXT
words = st.sampled_from(
    ["a", "articles", "10.3389", "fpsyg.2024.1", "full", "10.1002", "x.html", "(SICI)", "%C3%AD", "1:2"]
)
segments = st.lists(words | pieces, max_size=4).map("".join)
tails = st.builds(
    "{}{}{}".format,
    st.lists(segments, max_size=4).map(lambda parts: "".join(f"/{each}" for each in parts)),
    st.just("") | segments.map("?{}".format),
    st.just("") | st.just("") | segments.map("#{}".format),
)
built = st.builds(
    "{}{}{}{}{}{}".format,
    st.sampled_from(["https:"] * 8 + SCHEMES),
    st.sampled_from(["//"] * 8 + ["", "/", "///", "\\\\", "/\\", "\\/", "//\t", "////"]),
    st.sampled_from(USERS),
    st.sampled_from([HOST] * 20 + HOSTS),
    st.sampled_from(PORTS),
    tails,
)


def inserted(url: str, at: int, piece: str, cut: int) -> str:
    """The URL with a piece in place of ``cut`` of its characters."""
    at %= len(url) + 1
    return url[:at] + piece + url[at + cut :]


def escaped(url: str, at: int, times: int) -> str:
    """The URL with one character percent-encoded so often."""
    at %= len(url)
    return (
        url[:at] + "%" + "25" * times + "".join(f"{each:02X}" for each in url[at].encode("latin-1")[:1]) + url[at + 1 :]
    )


def folding(url: str, at: int) -> str:
    """The URL with one character in its full-width form."""
    at %= len(url)
    code = ord(url[at])
    return url[:at] + (chr(code + 0xFEE0) if 0x21 <= code <= 0x7E else url[at]) + url[at + 1 :]


places = st.integers(0, 120)
mutated = st.sampled_from(VALID).flatmap(
    lambda url: st.lists(
        st.tuples(places, pieces, st.integers(0, 2)), min_size=1, max_size=3,
    ).map(lambda changes: _applied(url, changes))
    | st.tuples(places, st.integers(0, 6)).map(lambda change: escaped(url, *change))
    | places.map(lambda at: folding(url, at))
)  # fmt: skip


def _applied(url: str, changes: list[tuple[int, str, int]]) -> str:
    for change in changes:
        url = inserted(url, *change)
    return url


def beyond_bounds(url: str) -> bool:
    """Whether the exemplar declines it for its own limits: the length, and the encodings it looks through."""
    return len(url) > LENGTH or unquote_times(url, DEPTH) != unquote_times(url, DEPTH + 1)


def unquote_times(text: str, times: int) -> str:
    for _ in range(times):
        text = unquote(text, "latin-1")
    return text


def test_both_take_what_publishers_write() -> None:
    for url in VALID:
        assert fault(url, HOST) is None, url
        assert judge_candidate(url, HOST) is None, url


@given(mutated | built | TEXT | st.lists(pieces, max_size=6).map("".join))
@example(f"https://{HOST}/%C0-propos")  # the exemplar took a letter of Latin-1 for an overlong slash
@example(f"https://{HOST}/a%25%32%66b")  # the exemplar did not see a slash whose escape is escaped digit by digit
@example(f"https://{HOST}/a%25%35%63b")
@example(f"https://{HOST}/%25c0%25ae%25c0%25ae/a")  # nor an overlong dot that is encoded twice
@example(f"https://{HOST}/%252525256C")  # it gave up one layer earlier than it says
@effort(2_000)
def test_both_say_the_same_of_any_candidate(url: str) -> None:
    found, rejected = fault(url, HOST), judge_candidate(url, HOST)

    event(
        "both take it" if found is None and rejected is None else f"{found.level} {found.clause}" if found else "bounds"
    )
    if found is None and rejected is not None and beyond_bounds(url):
        return
    assert (found is None) == (rejected is None), f"judge: {found}; exemplar: {rejected}"
