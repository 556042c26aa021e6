"""What is read of a page: facts, walls, full text; and that hostile pages change nothing about that."""

import json
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from oa_conformance.reference.document import Document, read_document
from oa_conformance.reference.evidence import body_text, evidence_class, facts_of
from oa_conformance.reference.identity import confirms_identity
from oa_conformance.reference.originals import Opened
from oa_conformance.reference.pages import judge_page
from oa_conformance.reference.records import record_in
from oa_conformance.reference.registry import Registry, Source
from oa_conformance.reference.routes import Route
from oa_conformance.reference.rules import RULES
from oa_conformance.reference.walls import wall_in

URL = "https://www.tarn-press.org/articles/7"
HEAD = '<meta name="citation_title" content="Ice"><meta name="citation_journal_title" content="Tarn Journal">'


def read(body: str, head: str = "", content_type: str = "text/html; charset=utf-8") -> Document:
    html = f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>"
    found = read_document(html.encode(), content_type, URL)
    assert found is not None
    return found


def test_the_head_s_metas_are_read_in_any_case_and_with_entities() -> None:
    document = read(
        "",
        '<noscript><img src="x"></noscript><meta name="Citation_Journal_Title" content="Science &amp; Policy">'
        '<meta property="OG:Site_Name" content=" A  B "><meta name="citation_empty" content>',
    )

    assert document.metas == (("citation_journal_title", "Science & Policy"), ("og:site_name", "A B"))


@pytest.mark.parametrize(
    ("content_type", "encoding"),
    [("text/html", "cp1252"), ("text/html; charset=windows-1252", "cp1252"), ("text/html; charset=nonsense", "utf-8"),
     ("text/html; charset=utf-8", "utf-8"), ('text/html; charset="UTF-8"', "utf-8")],
)  # fmt: skip
def test_the_charset_is_that_of_the_header_then_of_the_page(content_type: str, encoding: str) -> None:
    html = '<html><head><meta name="citation_title" content="Eiszeit — Überblick"></head></html>'.encode(encoding)

    found = read_document(html, content_type, URL)

    assert found is not None
    assert found.meta("citation_title") == ["Eiszeit — Überblick"]


@pytest.mark.parametrize(
    ("body", "content_type"),
    [("%PDF-1.7", "application/pdf"), ("no markup at all", "text/html"), ("{", "application/json"),
     ("[" * 100_000, "application/json"), ("7", "application/json")],
    ids=["pdf", "plain text", "broken json", "deep json", "a number"],
)  # fmt: skip
def test_what_cannot_be_parsed_is_no_document(body: str, content_type: str) -> None:
    assert read_document(body.encode(), content_type, URL) is None


@pytest.mark.parametrize(
    "bomb",
    [
        "<div>" * 150_000,
        "<div class=journal-title>" * 60_000,
        "<p a" + " b=c" * 250_000 + ">",
        "<script type=application/ld+json>" + "[" * 150_000 + "</script>",
        "<a><b><i>" * 60_000 + "x",
        "<!--" * 200_000,
        "<table><tr><td>" * 50_000,
        "&" * 900_000,
    ],
    ids=["nesting", "labels", "attributes", "json", "formatting", "comments", "tables", "entities"],
)
def test_a_bomb_of_a_page_costs_seconds_at_most(bomb: str) -> None:
    started = time.monotonic()

    document = read_document(f"<html><head>{HEAD}</head><body>{bomb}".encode(), "text/html", URL)

    assert document is not None
    assert document.meta("citation_title") == ["Ice"]
    assert time.monotonic() - started < 20


JSONISH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(["@type", "@id", "@graph", "isPartOf", "name", "issn", "mainEntity", "headline", "identifier",
                         "publisher", "datePublished", "license", "isAccessibleForFree", "abstract", "sameAs"]),
        inner, max_size=5,
    ),
    max_leaves=20,
)  # fmt: skip


@given(JSONISH)
@settings(max_examples=300, deadline=None)
def test_json_ld_of_any_shape_is_read_without_an_exception(shape: object) -> None:
    document = Document(URL, "Ice", (("citation_title", "Ice"),), (shape,))
    source = Source("tarn", "Tarn Journal", source_type="subject_repository")

    record = record_in(document)
    facts = facts_of(document)
    found = confirms_identity(source, document, record, "www.tarn-press.org")

    assert found is not None
    assert all(value is None or isinstance(value, str) for value in facts.values())


MARKUP = st.sampled_from([
    "<html>", "<head>", "</head>", "<body>", "<title>", "</title>", "<h1>", "<h2>Methods</h2>", "<table>", "<svg>",
    "<!--",
    '<meta name="citation_title" content="x">', '<meta name=citation_journal_title content="Tarn Journal">',
    '<meta name=citation_doi content="10.5555/%zz">', '<meta name=dc.identifier content="http://[x">',
    '<link rel=canonical href="https://[::1">', '<meta property=og:url content="http://[bad">', "</script>",
    "<script type=application/ld+json>", '{"@type":"Article","isPartOf":{"name":["a",{"name":7}]}}', "[1,2]", "\x00",
    '<p class="abstract">', '<div class="journal-title">', "Volume 5", "<input type=password>", "<iframe src=captcha>",
    '<a style="display:none">', "<template>", "&amp;", '<meta name=citation_arxiv_id content=2401.00001>', "text ",
])  # fmt: skip
TYPES = st.sampled_from([
    "text/html", "application/xhtml+xml; charset=utf-16", "text/html; charset=x-user-defined", "application/json",
    "text/html; charset=utf-7", "application/xml",
])  # fmt: skip


@given(st.lists(MARKUP | st.text(max_size=10), max_size=30).map("".join), TYPES, st.booleans())
@example('<meta name="citation_title" content="x"><meta name=dc.identifier content="http://[x">', "text/html", False)
@settings(max_examples=300, deadline=None)
def test_a_page_of_any_shape_is_judged_without_an_exception(html: str, content_type: str, fulltext: bool) -> None:
    source = Source("tarn", "Tarn Journal", source_type="subject_repository")
    body = html.encode("utf-8", "surrogatepass")
    opened = Opened(URL, URL, (), 200, content_type, body, "2026-08-20T00:00:00Z", None)

    found = judge_page(opened, Route(source, "www.tarn-press.org"), fulltext, Registry("d", (source,)), RULES)

    assert found.status in ("SUCCESS", "SOURCE_IDENTITY_GAP", "ORIGINAL_FETCH_GAP")


def test_json_ld_that_goes_in_circles_ends() -> None:
    circle = [{"@id": f"#{n}", "@type": "Article", "isPartOf": [f"#{m}" for m in range(50)]} for n in range(50)]
    started = time.monotonic()

    found = record_in(Document(URL, "Ice", (("citation_title", "Ice"),), (json.loads(json.dumps(circle)),)))

    assert found is not None
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    ("body", "head", "kind"),
    [
        ("<h1>x.org</h1><p>Checking your browser.</p><script src='/cdn-cgi/challenge-platform/a.js'></script>",
         "<title>Just a moment...</title>", "captcha"),
        ("<h1>Confirm that you are not a robot</h1><form id='challenge-form'><div class='g-recaptcha'></div></form>",
         "<title>Ice on a tarn</title>", "captcha"),
        ("<h1>人機驗證</h1><p>請完成驗證。</p>", "<title>請稍候</title>", "captcha"),
        ("<h1>One more step</h1><iframe src='https://hcaptcha.com/1'></iframe>", "<title>Ice</title>", "captcha"),
        ("<h1>Are you a robot?</h1><div class='g-recaptcha'></div>", f"<title>A robot?</title>{HEAD}", "captcha"),
        ("<h1>Sign in to read</h1><form action='/login'><input type='password' name='p'></form>",
         "<title>Sign in - Ice on a tarn</title>", "login"),
        ("<h1>Institutional login</h1><p>Choose your institution.</p>", "<title>Access</title>", "login"),
        ("<h1>Before you continue</h1><p>We store cookies.</p><button>Accept all</button>",
         "<title>Before you continue</title>", "consent"),
    ],
)  # fmt: skip
def test_a_wall_is_recognised_whatever_its_title(body: str, head: str, kind: str) -> None:
    found = wall_in(read(body, head))

    assert found is not None
    assert found.kind == kind


LONG = "<p>" + "The ice lasted until June and then it broke. " * 40 + "</p>"


@pytest.mark.parametrize(
    ("body", "head"),
    [
        ("<h1>Ice</h1><p>Abstract text.</p>", HEAD),
        ("<h1>Ice</h1><p>Text.</p><form><div class='g-recaptcha'></div></form>", HEAD),
        ("<h1>Ice</h1><a>Log in</a><form><input type='password'></form><p>Abstract.</p>", HEAD),
        (f"<h1>Am I not a robot?</h1>{LONG}", "<meta name='citation_title' content='Am I not a robot?'>"),
        (f"<h1>Cookies and consent in law</h1>{LONG}", ""),
        (f"<h1>Ice</h1>{LONG}<script src='https://www.google.com/recaptcha/api.js'></script>", ""),
    ],
)
def test_a_record_is_no_wall(body: str, head: str) -> None:
    assert wall_in(read(body, head)) is None


SECTIONS = (
    "<section class='abstract'><h2>Abstract</h2><p>Short.</p></section><h2>1. Introduction</h2><p>Lakes in high basins "
    "freeze early in the year and thaw late, which few records show.</p><h2>Methods</h2><p>We visited forty lakes in "
    "three winters and measured the ice on each of them by hand.</p>"
)


@pytest.mark.parametrize(
    "body",
    [
        SECTIONS,
        "<div class='article-body'><p>" + "Lakes in high basins freeze early. " * 40 + "</p></div>",
        "<h2>前言</h2><p>" + "高山湖泊每年冬季結冰，冰層在六月才消失，而這個現象很少被記錄下來。" * 3 + "</p>",
    ],
)
def test_full_text_is_seen_on_the_page(body: str) -> None:
    assert evidence_class(read(body, HEAD), fulltext=True) == "original_fulltext"


@pytest.mark.parametrize(
    "body",
    [
        "<section class='abstract'><h2>Abstract</h2><p>" + "The ice lasted until June. " * 20 + "</p></section>",
        "<div id='abstract'><h2>Abstract</h2><h3>Methods</h3><p>" + "We visited lakes. " * 20 + "</p></div>",
        SECTIONS + "<p>Get full access to this article</p>",
        "<h2>Introduction</h2><p>Preview.</p>",
        "<h2>References</h2><p>" + "A paper on ice, and another one. " * 20 + "</p>",
        "<h2>Metrics</h2><p>" + "Some words about the numbers of readers. " * 20 + "</p>",
    ],
)  # fmt: skip
def test_an_abstract_or_a_preview_is_no_full_text(body: str) -> None:
    assert evidence_class(read(body, HEAD), fulltext=True) == "registry_metadata"


def test_full_text_that_nobody_asked_for_stays_metadata() -> None:
    assert evidence_class(read(SECTIONS, HEAD), fulltext=False) == "registry_metadata"


def test_the_abstract_is_no_part_of_the_running_text() -> None:
    assert body_text(read(SECTIONS)).startswith("Lakes in high basins freeze early in the year")


def test_a_silent_page_states_no_fact() -> None:
    assert dict(facts_of(read(LONG, HEAD))) == {
        "oa_status": None, "licence": None, "version": None, "peer_review": None, "publication_state": None,
    }  # fmt: skip


def test_a_fact_is_what_the_page_states() -> None:
    document = read(
        "<p>This article is a preprint and has not been certified by peer review.</p>",
        '<meta name="DC.rights" content="CC BY 4.0"><meta name="DCTERMS.accessRights" content="open access">'
        '<meta name="citation_version" content="2">',
    )

    assert dict(facts_of(document)) == {
        "oa_status": "open access", "licence": "CC BY 4.0", "version": "2", "peer_review": "not peer reviewed",
        "publication_state": "preprint",
    }  # fmt: skip


def test_openness_in_json_ld_is_a_stated_fact() -> None:
    document = Document(
        URL, "", (), ({"@type": "Article", "isAccessibleForFree": True, "license": {"url": "https://x"}},)
    )

    assert facts_of(document)["oa_status"] == "open access"
    assert facts_of(document)["licence"] == "https://x"


@pytest.mark.parametrize(
    ("head", "doi"),
    [
        ('<meta name="citation_doi" content="10.5555/A.1">', "10.5555/a.1"),
        (
            '<meta name="dc.identifier" content="61"><meta name="dc.identifier" content="doi:10.5555/a.1">',
            "10.5555/a.1",
        ),
        ('<meta name="publication_doi" content="10.5555/a.1">', "10.5555/a.1"),
        ('<meta property="og:url" content="https://www.tarn-press.org/doi/abs/10.5555/a.1">', "10.5555/a.1"),
        ('<link rel="canonical" href="https://www.tarn-press.org/doi/full/10.5555/a.1/full">', "10.5555/a.1"),
        ('<meta name="citation_reference" content="citation_doi=10.5555/other">', None),
    ],
)
def test_the_doi_is_the_page_s_own(head: str, doi: str | None) -> None:
    found = record_in(read("<h1>Ice</h1>", f'<meta name="citation_title" content="Ice">{head}'))

    assert found is not None
    assert found.doi == doi


def test_a_title_that_is_false_to_a_computer_is_a_title() -> None:
    found = record_in(read("", '<meta name="citation_title" content="0">'))

    assert found is not None
    assert found.title == "0"
