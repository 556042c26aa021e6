"""Hostile pages: each ends in its declared state in bounded time, and what stands beside it is found.

Every candidate here is the first of two on its host, and its source the first of two: ``first_end`` holds that the
others were processed as ever.
"""

import resource
from collections.abc import Callable
from typing import Any

import pytest

from oa_conformance.reference.jsonld import records, types
from oa_conformance.reference.memory import address_space, at_most
from oa_conformance.reference.names import normal_name, series_of, without_issue
from oa_conformance.reference.tests.conftest import article_html as article
from oa_conformance.reference.tests.hostile_limits import measured, within
from oa_conformance.reference.tests.hostile_worlds import HTML, MEGABYTE, first_end, report_of, serve, world

Body = Callable[[], str | bytes]
SUCCESS, FETCH_GAP, IDENTITY_GAP = "SUCCESS", "ORIGINAL_FETCH_GAP", "SOURCE_IDENTITY_GAP"
XHTML = "application/xhtml+xml"


def case(name: str, end: str, body: Body, media: str = HTML) -> Any:
    return pytest.param(body, media, end, id=name)


def of_metas(*more: tuple[str, str]) -> Body:
    """A page of the source with further metas in its head."""
    return lambda: article(metas=[("citation_title", "Ice"), ("citation_journal_title", "Tarn Journal"), *more])


def of_jsonld(*blocks: str) -> Body:
    """A page of the source with these scripts in its head."""
    return lambda: article(head="".join(f"<script type=application/ld+json>{each}</script>" for each in blocks))


def ended(body: Body, media: str, **task: Any) -> str:
    internet = world()
    serve(internet, body(), media)
    return first_end(report_of(internet, **task))


@pytest.mark.parametrize(
    ("body", "media", "end"),
    [
        case("flat-20-mb", FETCH_GAP, lambda: article() + "x" * 20 * MEGABYTE),
        case("flat-9-mb", FETCH_GAP, lambda: article() + "x" * 9 * MEGABYTE),
        case("metas-20-mb", FETCH_GAP, lambda: article(head="<meta name=a content=b>" * 900_000)),
        case("one-attribute-20-mb", FETCH_GAP, lambda: article(body=f"<p class='{'x' * 20 * MEGABYTE}'>")),
        case("one-text", SUCCESS, lambda: article(body="<p>" + "x" * 1_900_000)),
        case("one-attribute", SUCCESS, lambda: article(body=f"<p class='{'x ' * 900_000}'>y")),
        case("metas", SUCCESS, lambda: article(head="<meta name=citation_doi content=10.5555/tarn.1>" * 40_000)),
        case("attributes", SUCCESS, lambda: article(body=f"<p {' '.join(f'a{n}=b' for n in range(180_000))}>")),
        case("title", SUCCESS, lambda: article(title="x" * 600_000)),
    ],
)
def test_a_page_of_any_size_ends(body: Body, media: str, end: str) -> None:
    assert ended(body, media) == end


@pytest.mark.parametrize(
    ("body", "media", "end"),
    [
        case("div", SUCCESS, lambda: article(body="<div>" * 200_000)),
        case("table", SUCCESS, lambda: article(body="<table><tr><td>" * 40_000)),
        case("svg", SUCCESS, lambda: article(body="<svg>" * 200_000)),
        case("svg-in-the-head", SUCCESS, lambda: article(head="<svg>" * 200_000)),
        case("select", SUCCESS, lambda: article(body="<select>" * 150_000)),
        case("options", SUCCESS, lambda: article(body="<select>" + "<option>" * 150_000)),
        case("templates", SUCCESS, lambda: article(body="<template>" * 100_000)),
        case("frames", IDENTITY_GAP, lambda: "<frameset>" * 150_000),
        case("formatting", SUCCESS, lambda: article(body="<b><i><u>" * 30_000)),
        case("formatting-reopened", FETCH_GAP, lambda: article(body="".join(f"<b id={n}><p>" for n in range(90_000)))),
        case("paragraphs-reopened", FETCH_GAP, lambda: article(body="<p>" + "".join(
            f"<{tag}>" * 3 for tag in ("b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "u")
        ) + "</p>" + "<p>x" * 450_000)),
    ],
)  # fmt: skip
def test_a_nest_of_elements_ends(body: Body, media: str, end: str) -> None:
    assert ended(body, media) == end


ENTITIES = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
LAUGHS = f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a0 "ha">{ENTITIES}]>'
QUADRATIC = f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "{"x" * 500_000}">]>'


@pytest.mark.parametrize(
    "prolog",
    [LAUGHS, QUADRATIC, '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a SYSTEM "http://127.0.0.1:9/x">]>'],
    ids=["laughs", "quadratic", "external"],
)
def test_entities_of_an_xhtml_page_are_neither_expanded_nor_fetched(prolog: str) -> None:
    internet = world()
    page = article(title="Ice &a; &a9;", body="&a;&a9;" * 50_000)
    serve(internet, prolog + page.removeprefix("<!DOCTYPE html>"), XHTML)

    report = report_of(internet)

    assert first_end(report) == IDENTITY_GAP
    assert not [each for each in internet.requests if "127.0.0.1" in str(each.url)]


@pytest.mark.parametrize(
    ("body", "media", "end"),
    [
        case("container-of-issns", IDENTITY_GAP, of_metas(("citation_journal_title", "(ISSN" * 380_000))),
        case("container-of-volumes", IDENTITY_GAP, of_metas(("citation_journal_title", "(volume 1" * 200_000))),
        case("container-of-commas", IDENTITY_GAP, of_metas(("dc.source", "," * 1_900_000))),
        case(
            "container-of-marks", IDENTITY_GAP, of_metas(("citation_journal_title", "Tarn" + "\u0301\u0316" * 450_000))
        ),
        case("container-that-expands", IDENTITY_GAP, of_metas(("citation_journal_title", "\ufdfa" * 600_000))),
        case("container-and-signs", IDENTITY_GAP, lambda: article(container="Tarn Journal" + "!" * 800_000)),
        case("title-of-brackets", IDENTITY_GAP, of_metas(("citation_title", "&lt;" * 480_000))),
        case("title-of-blanks", SUCCESS, lambda: article(title="Ice" + " \t" * 300_000 + "x")),
        case("title-of-marks", IDENTITY_GAP, of_metas(("citation_title", "Ice" + "\u0301\u0316" * 450_000))),
        case("doi-of-slashes", SUCCESS, lambda: article(doi="10.5555/" + "1/" * 900_000)),
        case("doi-of-numbers", SUCCESS, lambda: article(doi="10.5555" + ".1" * 900_000)),
        case("dois-in-an-address", SUCCESS, of_metas(("og:url", "https://x/" + "10.5555/" * 200_000))),
        case("heading-of-numbers", SUCCESS, lambda: article(body=f"<h2>{'1.' * 900_000}</h2><p>x")),
        case("abstract-of-brackets", SUCCESS, lambda: article(body="<div class=abstract>" + "&lt;" * 400_000)),
        case("labels-of-commas", SUCCESS, lambda: article(body=f"<p class=journal>{',' * 190}x" * 7_000)),
    ],
)
def test_no_text_makes_a_pattern_search_for_ever(body: Body, media: str, end: str) -> None:
    assert ended(body, media, evidence="fulltext") == end


@pytest.mark.parametrize("reading", [normal_name, without_issue, series_of])
@pytest.mark.parametrize(
    "sign",
    ["(ISSN", ",", "(volume 1", "\u0301\u0316", " ", "("],
    ids=["issn", "comma", "volume", "mark", "blank", "open"],
)
def test_a_text_that_is_too_long_for_a_name_is_none_and_is_not_looked_into(
    reading: Callable[[str], str], sign: str
) -> None:
    text = f"Tarn Journal{sign * 400_000}"

    with within():
        assert reading(text) == text


@pytest.mark.parametrize(
    ("body", "end"),
    [
        (of_jsonld(*['{"@type":"Article","isPartOf":{"name":"Tarn Journal"}}'] * 15_000), SUCCESS),
        (of_jsonld(*['{"@graph":[' * 300 + "]}" * 300] * 400), SUCCESS),
        (of_jsonld('{"@id":"#a","@type":"Article","isPartOf":{"@id":"#a"},"@graph":[{"@id":"#a"}]}'), SUCCESS),
        (of_jsonld("[" * 100_000), SUCCESS),
        (of_jsonld(*['{"@type":[' + '"a",' * 40_000 + '"article"]}'] * 9), SUCCESS),
        (of_jsonld('{"@type":"Article","headline":1e999999,"name":' + "9" * 100_000 + "}"), SUCCESS),
        (of_jsonld('{"@type":"Article","isAccessibleForFree":NaN,"datePublished":-Infinity}'), SUCCESS),
        (of_jsonld('{"@type":"Article","isPartOf":{"name":"Moor"},"isPartOf":{"name":"Tarn Journal"}}'), SUCCESS),
        (of_jsonld('{"@type":"Article","headline":"\\ud800","isPartOf":{"name":"\\ud800"}}'), SUCCESS),
    ],
    ids=["many", "graphs", "itself", "deep", "types", "numbers", "no-numbers", "twice", "surrogates"],
)  # fmt: skip
def test_json_ld_of_any_form_ends(body: Body, end: str) -> None:
    assert ended(body, HTML) == end


@pytest.mark.parametrize("depth", range(900, 1_000, 3))
def test_json_ld_that_only_just_parses_is_read_without_recursion(depth: int) -> None:
    text = '{"@type":["Article",' + "[" * depth + "]" * depth + '],"isPartOf":{"name":"Tarn Journal"}}'

    assert ended(of_jsonld(text), HTML) == SUCCESS


def test_types_are_texts_and_a_few() -> None:
    assert types({"@type": ["https://schema.org/Article", 7, ["Report"], *["a"] * 60, "Thesis"]}) == {"article", "a"}
    assert records([{"@type": [["Article"]]}]) == []


def test_halves_of_surrogate_pairs_and_half_a_link_are_no_part_of_a_report() -> None:
    internet = world()
    page = of_jsonld('{"@type":"Article","headline":"Ice \\ud800 melts","license":"\\udfff"}')()
    assert isinstance(page, str)
    serve(internet, page.replace('name="citation_title"', 'name="x"'))

    report = report_of(internet)

    assert first_end(report) == SUCCESS
    assert report["items"][0]["title"] == "Ice \N{REPLACEMENT CHARACTER} melts"
    assert report["items"][0]["facts"]["licence"] == "\N{REPLACEMENT CHARACTER}"


def test_a_licence_of_a_megabyte_is_none() -> None:
    internet = world()
    serve(internet, article(head=f"<link rel=license href='https://x/{'x' * MEGABYTE}'>"))

    report = report_of(internet)

    assert first_end(report) == SUCCESS
    assert report["items"][0]["facts"]["licence"] is None


@pytest.mark.parametrize(
    ("body", "media", "end"),
    [
        case("deep", FETCH_GAP, lambda: "[" * 100_000, "application/json"),
        case("long", FETCH_GAP, lambda: "[" * 900_000 + "]" * 900_000, "application/json"),
        case("digits", FETCH_GAP, lambda: '{"@type":"Article","x":' + "9" * 100_000 + "}", "application/json"),
        case("damaged-utf-8", SUCCESS, lambda: article().encode() + b"\xff\xfe\xc0\x80\xed\xa0\x80" * 9_000),
        case(
            "utf-7",
            FETCH_GAP,
            lambda: article().replace("<", "+ADw-").replace(">", "+AD4-"),
            "text/html; charset=utf-7",
        ),
        case("utf-16-without-mark", IDENTITY_GAP, lambda: article().encode("utf-16-le"), "text/html"),
        case("unknown-charset", SUCCESS, article, "text/html; charset=x-none"),
        case("charset-of-python", SUCCESS, article, "text/html; charset=zlib"),
        case("lying-charset", IDENTITY_GAP, lambda: article().encode("utf-16-le"), "text/html; charset=utf-8"),
        case("nul", SUCCESS, lambda: article(title="Ice\0 on\0 a tarn\0" * 9_000)),
        case("bidi", SUCCESS, lambda: article(title="Ice\u202e\u2066" * 50_000)),
        case("nul-in-the-body", SUCCESS, lambda: article(body="\0" * 900_000)),
    ],
)
def test_bytes_that_are_no_text_end(body: Body, media: str, end: str) -> None:
    assert ended(body, media) == end


@pytest.mark.parametrize(
    ("page", "most"),
    [
        ("'x' * 20_000_000", 60),
        ("'<meta name=a content=b>' * 900_000", 60),
        ("'<div>' * 200_000", 200),
        ("''.join(f'<b id={n}><p>' for n in range(100_000))", 620),
    ],
    ids=["flat", "metas", "nested", "formatting"],
)
def test_a_page_costs_a_bounded_amount_of_memory(page: str, most: int) -> None:
    (end, grown) = measured(
        "from oa_conformance.reference.tests.hostile_worlds import *\n"
        f"internet = world()\nserve(internet, article_html(body={page}))\n"
        "begin()\ngive(first_end(report_of(internet)))"
    )

    assert end in (SUCCESS, FETCH_GAP)
    assert grown < most


@pytest.mark.skipif(address_space() is None, reason="this system does not tell how large a process is")
def test_a_bound_of_memory_holds_within_and_no_longer() -> None:
    usual = resource.getrlimit(resource.RLIMIT_AS)

    with pytest.raises(MemoryError), at_most(50_000_000):
        bytearray(200_000_000)
    with at_most(500_000_000):
        assert len(bytearray(200_000_000)) == 200_000_000

    assert resource.getrlimit(resource.RLIMIT_AS) == usual
    assert len(bytearray(600_000_000)) == 600_000_000
