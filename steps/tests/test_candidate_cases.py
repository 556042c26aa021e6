"""Every shared case of a candidate URL is an example of its own, and one that rests on a reading says so.

The cases lie beside a working copy of the project. Here each is told by a part of its URL, in their order.
"""

import json
from pathlib import Path

import pytest

from oa_conformance.steps.catalogue import shipped

CASES = Path(__file__).parents[2].parent / "shared" / "cases" / "candidate_urls.json"
PATHS, HOSTS, USERS = "URL-06/a-path-with-is-opened/", "URL-02/is-not-opened/", "URL-04/a-candidate-with-is-not-opened/"
SCHEMES, PORTS = "URL-01/a-candidate-whose-scheme-is-is-not-opened/", "URL-03/a-candidate-with-is-not-opened/"
SLASHES, STRANGE = "URL-06/a-path-with-is-not-opened/", "URL-08/a-candidate-with-is-not-opened/"
EXAMPLES = (
    ("/articles/10.3389/fpsyg.2019.00454/full", "URL-01/an-https-candidate-is-opened"),
    ("%3C10::AID-CNCR3%3E", f"{PATHS}encoded-angle-brackets"),
    ("%5B1:nrofwf%5D", f"{PATHS}encoded-square-brackets"),
    ("/article/10.1023/A:", f"{PATHS}a-colon"),
    ("/art%C3%ADculo/", f"{PATHS}encoded-letters"),
    ("/issue-3_2f_4/", f"{PATHS}letters-that-resemble-2f"),
    ("/%20foo", f"{PATHS}an-encoded-space"),
    (".org/", "URL-07/the-root-of-the-site-may-be-opened-and-is-no-record"),
    ("https:/www.", f"{HOSTS}a-url-that-has-one-slash-too-few"),
    ("https:///www.", f"{HOSTS}a-url-that-has-one-slash-too-many"),
    ("https:\\\\", f"{HOSTS}a-url-with-backslashes-for-slashes"),
    ("//www.", f"{SCHEMES}missing"),
    (" https:", f"{STRANGE}a-leading-space"),
    ("\ufeffhttps:", f"{STRANGE}a-byte-order-mark"),
    ("javascript:", f"{SCHEMES}javascript"),
    ("jar:", f"{SCHEMES}nested"),
    ("view-source:", f"{SCHEMES}for-the-source"),
    (".org\t@evil", f"{USERS}a-tab-that-hides-the-at-sign"),
    (".org\0.evil", f"{HOSTS}a-nul-that-cuts-the-host-short"),
    ("/a b", f"{STRANGE}a-space-in-its-path"),
    ("//user:pass@", f"{USERS}user-and-password"),
    ("//@www.", f"{USERS}an-empty-user"),
    ("//evil.example\\@www.", f"{USERS}a-backslash-before-the-at-sign"),
    (".org\\@evil.example", f"{USERS}the-right-host-before-a-backslash"),
    ("//evil.example:80\\@www.", f"{USERS}a-port-and-a-backslash"),
    ("//evil.example&@www.", f"{USERS}another-host-as-user"),
    ("//foo@evil.example@www.", f"{USERS}two-at-signs"),
    ("//evil.example%00@www.", f"{USERS}an-encoded-nul-as-user"),
    (":0443", f"{PORTS}the-default-port-padded"),
    (":99999", f"{PORTS}a-port-out-of-range"),
    ("/a#", "URL-05/a-candidate-with-is-not-opened/an-empty-fragment"),
    (".org./", f"{HOSTS}the-host-with-the-root-dot"),
    (".org.evil.example", f"{HOSTS}a-host-that-starts-like-the-source-s"),
    ("//evil-www.", f"{HOSTS}a-host-that-ends-like-the-source-s"),
    ("//submit.www.", f"{HOSTS}a-sub-domain"),
    ("ex\u0430mple", f"{HOSTS}a-cyrillic-letter-in-the-host"),
    ("xn--exmple", f"{HOSTS}a-punycode-look-alike"),
    ("\uff57\uff57\uff57", f"{HOSTS}a-host-in-full-width-letters"),
    ("whatwg.org\uff03@www.", f"{USERS}a-full-width-number-sign"),
    ("evil.example\uff3c.www.", f"{HOSTS}a-full-width-backslash-in-the-host"),
    ("www%2Eexample", f"{HOSTS}a-host-with-percent-encoded-dots"),
    (".org%2f@evil", f"{HOSTS}a-host-with-an-encoded-slash"),
    (".org%20/", f"{HOSTS}an-encoded-space-after-the-host"),
    ("[::1]", f"{HOSTS}an-ipv6-loopback-address"),
    ("[fe80::1%25eth0]", f"{HOSTS}an-address-with-a-zone"),
    ("//0x7f.1", f"{HOSTS}a-short-hexadecimal-address"),
    ("//0177.0.0.1", f"{HOSTS}an-octal-address"),
    ("//127.1", f"{HOSTS}a-short-address"),
    ("https:///a", f"{HOSTS}a-url-without-a-host"),
    ("/.%2e/", "URL-07/a-path-that-holds-is-not-opened/a-plain-and-an-encoded-dot"),
    ("/..%2fjournal-b", f"{SLASHES}an-encoded-slash-behind-two-dots"),
    ("/a%5Cb", f"{SLASHES}an-encoded-backslash"),
    ("/a\\b", f"{SLASHES}a-backslash"),
    ("/a%252Fb", f"{STRANGE}a-doubly-encoded-slash"),
    ("/a%u002e", f"{STRANGE}an-escape-that-is-none"),
    ("/\u2025/", f"{STRANGE}a-two-dot-leader"),
    (".org,evil", f"{HOSTS}the-host-followed-by-a-comma"),
    (".org\u00a0/", f"{HOSTS}a-no-break-space-after-the-host"),
    (".org\u200b/", f"{HOSTS}a-zero-width-space-in-the-host"),
)


@pytest.mark.parametrize(("shows", "key"), EXAMPLES)
def test_a_case_has_an_example(shows: str, key: str) -> None:
    assert shows
    assert key in shipped().by_key


def test_every_case_is_here_with_its_verdict_and_what_it_rests_on() -> None:
    if not CASES.is_file():
        pytest.skip("the candidate URLs are not beside the project (../shared/cases/candidate_urls.json)")
    cases = json.loads(CASES.read_text("utf-8"))["cases"]

    assert len(cases) == len(EXAMPLES)
    for (shows, key), case in zip(EXAMPLES, cases, strict=True):
        example = shipped().by_key[key]
        assert shows in case["url"]
        assert (key, example.accept, example.reject) == (key, case["verdict"] == "accept", case["verdict"] == "reject")
        assert example.interpretation or case["rests_on"] == "text"
