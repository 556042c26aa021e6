"""Which URLs may be opened. One literal case a line; the host is always www.example-journal.org."""

import httpx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oa_conformance.reference.candidates import judge_candidate

HOST = "www.example-journal.org"
SITE = f"https://{HOST}"


@pytest.mark.parametrize(
    "url",
    [
        "https://www.example-journal.org/articles/10.3389/fpsyg.2019.00454/full",
        "https://www.example-journal.org/doi/10.1002/1097-0142(20000101)88:1%3C10::AID-CNCR3%3E3.0.CO;2-R",
        "https://www.example-journal.org/doi/10.1002/1097-0142(20000101)88:1<10::AID-CNCR3>3.0.CO;2-R",
        "https://www.example-journal.org/doi/10.1206/0003-0082(2008)3610%5B1:nrofwf%5D2.0.co;2",
        "https://www.example-journal.org/article/10.1023/A:1005982530560",
        "https://www.example-journal.org/art%C3%ADculo/%E2%80%93",
        "https://www.example-journal.org/issue-3_2f_4/x",
        "https://www.example-journal.org/%20foo",
        "https://www.example-journal.org/",
        "https://www.example-journal.org",
        "https://www.example-journal.org/a/b.html",
        "https://www.example-journal.org/v1%2e0/x",
        "https://www.example-journal.org/article?id=10.1371%2Fjournal.pbio.3000001",
        "https://www.example-journal.org/find?up=../../x&rate=100%",
        "https://www.example-journal.org?id=7",
        "HTTPS://WWW.Example-Journal.ORG/a",
    ],
)
def test_a_url_of_the_host_may_be_opened(url: str) -> None:
    assert judge_candidate(url, HOST) is None


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://www.example-journal.org/a", "NOT_HTTPS"),
        ("ftp://www.example-journal.org/a", "NOT_HTTPS"),
        ("//www.example-journal.org/a", "NOT_HTTPS"),
        ("javascript:https://www.example-journal.org/a", "NOT_HTTPS"),
        ("jar:https://www.example-journal.org!/", "NOT_HTTPS"),
        ("view-source:https://www.example-journal.org/a", "NOT_HTTPS"),
        ("data:text/html,<h1>x", "NOT_HTTPS"),
        ("https:/www.example-journal.org/a", "MALFORMED"),
        ("https:///www.example-journal.org/a", "MALFORMED"),
        ("https:///a", "MALFORMED"),
        ("https:\\\\www.example-journal.org\\a", "MALFORMED"),
        (" https://www.example-journal.org/a", "MALFORMED"),
        ("\ufeffhttps://www.example-journal.org/a", "MALFORMED"),
        ("ht\ntps://www.example-journal.org/", "MALFORMED"),
        ("", "MALFORMED"),
        ("www.example-journal.org/a", "MALFORMED"),
        ("https://www.example-journal.org/a b", "MALFORMED"),
        ("https://www.example-journal.org/a\tb", "MALFORMED"),
        ("https://www.example-journal.org/a\\b", "MALFORMED"),
        ("https://www.example-journal.org/\u2025/foo", "MALFORMED"),
        ("https://www.example-journal.org/a%u002e%u002e/b", "MALFORMED"),
        ("https://www.example-journal.org/a%", "MALFORMED"),
        ("https://www.example-journal.org/a%00b", "MALFORMED"),
        ("https://www.example-journal.org/a%0d%0ab", "MALFORMED"),
        ("https://www.example-journal.org/%c0%ae%c0%ae/etc", "MALFORMED"),
        ("https://www.example-journal.org/%e0%80%af", "MALFORMED"),
        ("https://www.example-journal.org/" + "a" * 9_000, "MALFORMED"),
        ("https://evil.example/a", "OFF_HOST"),
        ("https://example-journal.org/a", "OFF_HOST"),
        ("https://www.example-journal.org./a", "OFF_HOST"),
        ("https://www.example-journal.org.evil.example/a", "OFF_HOST"),
        ("https://evil-www.example-journal.org/a", "OFF_HOST"),
        ("https://submit.www.example-journal.org/a", "OFF_HOST"),
        ("https://www..example-journal.org/a", "OFF_HOST"),
        ("https://www.ex\u0430mple-journal.org/a", "OFF_HOST"),
        ("https://www.xn--exmple-journal-wtl.org/a", "OFF_HOST"),
        ("https://\uff57\uff57\uff57.example-journal.org/a", "OFF_HOST"),
        ("https://www\uff0eexample-journal\uff0eorg/", "OFF_HOST"),
        ("https://www%2Eexample-journal%2Eorg/a", "OFF_HOST"),
        ("https://www.example-journal.org%20/a", "OFF_HOST"),
        ("https://www.example-journal.org,evil.example/a", "OFF_HOST"),
        ("https://www.example-journal.org\u00a0/a", "OFF_HOST"),
        ("https://www.example-journal.org\u200b/a", "OFF_HOST"),
        ("https://www.example-journal.org\x00.evil.example/a", "OFF_HOST"),
        ("https://[::1]/a", "OFF_HOST"),
        ("https://[fe80::1%25eth0]/a", "OFF_HOST"),
        ("https://[::ffff:a9fe:a9fe]/", "OFF_HOST"),
        ("https://[www.example-journal.org]/", "OFF_HOST"),
        ("https://0x7f.1/a", "OFF_HOST"),
        ("https://0177.0.0.1/a", "OFF_HOST"),
        ("https://127.1/a", "OFF_HOST"),
        ("https://[evil", "OFF_HOST"),
        ("https://user:pass@www.example-journal.org/a", "USERINFO"),
        ("https://@www.example-journal.org/a", "USERINFO"),
        ("https://www.example-journal.org@evil.example/", "USERINFO"),
        ("https://evil.example\\@www.example-journal.org/a", "USERINFO"),
        ("https://www.example-journal.org\\@evil.example/a", "USERINFO"),
        ("https://foo@evil.example@www.example-journal.org/a", "USERINFO"),
        ("https://www.example-journal.org\t@evil.example/a", "USERINFO"),
        ("https://whatwg.org\uff03@www.example-journal.org/a", "USERINFO"),
        ("https://www.example-journal.org:443/a", "PORT"),
        ("https://www.example-journal.org:/a", "PORT"),
        ("https://www.example-journal.org:0443/a", "PORT"),
        ("https://www.example-journal.org:99999/a", "PORT"),
        ("https://www.example-journal.org/a#sec2", "FRAGMENT"),
        ("https://www.example-journal.org/a#", "FRAGMENT"),
        ("https://www.example-journal.org/?q=1#", "FRAGMENT"),
        ("https://www.example-journal.org#@evil.example/", "FRAGMENT"),
        ("https://www.example-journal.org/a%2Fb", "ENCODED_PATH"),
        ("https://www.example-journal.org/a%5Cb", "ENCODED_PATH"),
        ("https://www.example-journal.org/a%5cb", "ENCODED_PATH"),
        ("https://www.example-journal.org/a%252Fb", "ENCODED_PATH"),
        ("https://www.example-journal.org/a%25252fb", "ENCODED_PATH"),
        ("https://www.example-journal.org/a;%2f..%2fetc", "ENCODED_PATH"),
        ("https://www.example-journal.org/journal-a/..%2fjournal-b/x", "ENCODED_PATH"),
        ("https://www.example-journal.org/a/../b", "DOT_SEGMENT"),
        ("https://www.example-journal.org/a/./b", "DOT_SEGMENT"),
        ("https://www.example-journal.org/a/..", "DOT_SEGMENT"),
        ("https://www.example-journal.org/a/%2e%2e/b", "DOT_SEGMENT"),
        ("https://www.example-journal.org/a/.%2E/b", "DOT_SEGMENT"),
        ("https://www.example-journal.org/a/%252e%252e/b", "DOT_SEGMENT"),
        ("https://www.example-journal.org/a/..;jsessionid=1/b", "DOT_SEGMENT"),
    ],
)
def test_any_other_url_is_rejected_for_what_is_wrong_with_it(url: str, code: str) -> None:
    found = judge_candidate(url, HOST)

    assert found is not None
    assert found.code == code


@pytest.mark.parametrize(
    "given",
    [None, 7, True, ["https://www.example-journal.org/"], {"url": "x"}, pytest.param(b"https://x/", id="bytes")],
)
def test_what_is_no_text_is_rejected(given: object) -> None:
    found = judge_candidate(given, HOST)

    assert found is not None
    assert found.code == "MALFORMED"


def test_a_path_that_hides_behind_endless_encoding_is_rejected() -> None:
    found = judge_candidate(f"{SITE}/%{'25' * 40}41", HOST)

    assert found is not None
    assert found.code == "ENCODED_PATH"


def test_letters_outside_ascii_do_not_fold_into_the_host() -> None:
    found = judge_candidate("https://lin\u212a.springer.com/a", "link.springer.com")

    assert found is not None
    assert found.code == "OFF_HOST"


PIECES = st.sampled_from([
    "https:", "HTTPS:", "http:", "//", "/", "\\\\", "\\", "@", ":", "443", "#", "?", ";", "..", ".", "%2e", "%2F",
    "%5c", "%25", "%", "%c0%af", "www.example-journal.org", "WWW.EXAMPLE-JOURNAL.ORG", "evil.example", "a", "\t", "\n",
    " ", "\x00", "\u3002", "\uff0f", "\u212a", "[", "]", "<", "127.1", "&", "=", "~", "|",
])  # fmt: skip


@given(
    st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=40).map(f"{SITE}{{}}".format) | st.text(max_size=60)
)
@example(f"{SITE}?#")
@example(f"{SITE}/\ud800")
def test_whatever_is_accepted_is_dialled_at_the_host(url: str) -> None:
    if judge_candidate(url, HOST) is None:
        dialled = httpx.URL(url)
        assert (dialled.scheme, dialled.raw_host, dialled.port) == ("https", HOST.encode(), None)
        assert (dialled.userinfo, dialled.fragment) == (b"", "")
        assert ".." not in dialled.path.split("/")
