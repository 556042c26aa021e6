"""Originals that are PDF: what is believed of them, and that broken ones are none."""

import random
import zlib
from typing import Any

import httpx
import pytest

from oa_conformance.reference.document import Document
from oa_conformance.reference.evidence import body_text
from oa_conformance.reference.pdf import read_pdf

HOST = "https://www.tarn-press.org"
URL = f"{HOST}/articles/1/file"
RUNNING = "The ice on the tarn was measured each morning by two people who did not know of each other. "
TITLE = "Ice on a tarn in winter"


def pdf_of(*pages: list[str], title: str = TITLE, **information: str) -> bytes:
    """A PDF whose pages print these lines, one below the other."""
    stated = {"Title": title, **information}
    info = b" ".join(b"/%s (%s)" % (key.encode(), value.encode("latin-1")) for key, value in stated.items())
    kids = b" ".join(b"%d 0 R" % (4 + 2 * number) for number in range(len(pages)))
    made = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, lines in enumerate(pages):
        shown = b"".join(
            b"(%s) '\n" % line.encode("cp1252").replace(b"(", b"\\(").replace(b")", b"\\)") for line in lines
        )
        text = b"BT /F1 9 Tf 11 TL 40 820 Td\n" + shown + b"ET"
        made.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R >> >> >>" % (5 + 2 * number)
        )
        made.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text))
    return file_of(*made, b"<< %s >>" % info)


def file_of(*objects: bytes) -> bytes:
    """A PDF file of these objects: the first is the catalogue, the last the information dictionary."""
    out, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table)
    return out + head + b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        count, len(objects), len(out),
    )  # fmt: skip


def front(container: str = "Tarn Journal", *more: str) -> list[str]:
    return [container, TITLE, "K. N., T. R.", "Published: March 7, 2024", "https://doi.org/10.5555/TARN.7", *more]


def read(*pages: list[str], **information: str) -> Document:
    found = read_pdf(pdf_of(*pages, **information), URL)
    assert found is not None
    return found


def metas(document: Document) -> dict[str, str]:
    return dict(document.metas)


def serve(internet: Any, body: bytes) -> None:
    internet.results["www.tarn-press.org"] = [URL]
    internet.pages[URL] = httpx.Response(200, headers={"content-type": "application/pdf"}, content=body)


def status(report: dict[str, Any]) -> str:
    return str(report["selected_sources"][0]["status"])


def test_a_pdf_that_names_the_source_on_a_line_of_its_own_is_its_record(internet: Any, ask: Any) -> None:
    serve(internet, pdf_of(front()))

    report = ask()

    (item,) = report["items"]
    assert (item["title"], item["year"], item["dedupe_key"]) == (TITLE, "2024", "doi:10.5555/tarn.7")
    assert (item["original_url"], item["evidence_class"]) == (URL, "registry_metadata")
    assert set(item["facts"].values()) == {None}
    assert report["traces"][0]["content_type"] == "application/pdf"


@pytest.mark.parametrize(
    "lines",
    [
        front("Moor Letters"),
        front("Reprinted from Tarn Journal by permission"),
        front("Tarn Journal of Ice"),
        front("Tarn Journal", "Tarn Letters"),
        [*front("A preprint"), *(f"{n} {RUNNING}" for n in range(15)), "Tarn Journal", *(["Small print."] * 6)],
    ],
    ids=["another", "within-a-sentence", "a-longer-name", "a-sister-beside-it", "deep-in-the-page"],
)
def test_a_pdf_that_does_not_is_none_of_its_records(internet: Any, ask: Any, record: Any, lines: list[str]) -> None:
    internet.files.clear()
    internet.publish(record(), record("tarn-letters", "Tarn Letters"))
    serve(internet, pdf_of(lines))

    report = ask()

    assert status(report) == "SOURCE_IDENTITY_GAP"
    assert report["items"] == []


def test_a_sister_s_pdf_is_the_sister_s(internet: Any, ask: Any, record: Any) -> None:
    internet.files.clear()
    internet.publish(record("tarn-letters", "Tarn Letters"), record())
    serve(internet, pdf_of(front()))

    report = ask(sources=["tarn-letters", "tarn-journal"])

    assert [each["status"] for each in report["selected_sources"]] == ["SOURCE_IDENTITY_GAP", "SUCCESS"]


def test_a_name_in_capitals_with_volume_and_year_is_the_name(internet: Any, ask: Any) -> None:
    serve(internet, pdf_of(front("TARN JOURNAL 2024 12:5")))

    assert status(ask()) == "SUCCESS"


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        (TITLE, TITLE),
        ("ICE ON A TARN IN WINTER", "ICE ON A TARN IN WINTER"),
        ("tarn_7_final.docx", None),
        ("Ice", None),
    ],
)
def test_a_title_counts_if_the_page_prints_it_too(title: str, kept: str | None) -> None:
    assert metas(read(front(), title=title)).get("citation_title") == kept


@pytest.mark.parametrize(
    ("more", "information", "doi"),
    [
        ([], {}, "10.5555/tarn.7"),
        (["doi:10.5555/tarn.7"], {}, "10.5555/tarn.7"),
        (["Data: https://doi.org/10.5061/dryad.8"], {}, None),
        (["Data: https://doi.org/10.5061/dryad.8"], {"doi": "doi:10.5555/tarn.7"}, "10.5555/tarn.7"),
    ],
    ids=["once", "twice", "two", "two-and-its-own"],
)
def test_a_doi_counts_if_it_is_the_only_one(more: list[str], information: dict[str, str], doi: str | None) -> None:
    assert metas(read(front("Tarn Journal", *more), **information)).get("citation_doi") == doi


def test_an_introduction_begins_the_text(internet: Any, ask: Any) -> None:
    lines = front("Tarn Journal", "Abstract", "The ice lasted until June.", "1. Introduction", RUNNING, RUNNING)
    serve(internet, pdf_of(lines))

    report = ask(evidence="fulltext")

    (item,) = report["items"]
    assert item["evidence_class"] == "original_fulltext"
    assert item["quote"].startswith("The ice on the tarn was measured")


def test_a_structured_abstract_is_no_full_text(internet: Any, ask: Any) -> None:
    sections = [
        line for name in ("Background", "Methods", "Results", "Conclusions") for line in (name, RUNNING, RUNNING)
    ]
    serve(internet, pdf_of(front("Tarn Journal", "Abstract", *sections)))

    report = ask(evidence="fulltext")

    (item,) = report["items"]
    assert item["evidence_class"] == "registry_metadata"


def test_one_page_without_headings_is_no_full_text_and_a_second_one_is() -> None:
    page = [RUNNING] * 20

    assert body_text(read(front("Tarn Journal", *page))) == ""
    assert body_text(read(front("Tarn Journal", *page), page)).startswith("The ice on the tarn")


def test_cited_works_are_no_full_text() -> None:
    cited = ["References", *([RUNNING] * 20)]

    assert body_text(read(front(), cited)) == ""


PACKED = zlib.compress(b"BT " * 10_000_000)
BOMB = b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(PACKED), PACKED)
CATALOGUE, ONE = b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>"


@pytest.mark.parametrize(
    "body",
    [
        b"%PDF-is-what-this-is-not",
        pdf_of(front())[:300],
        pdf_of([]),
        file_of(CATALOGUE, b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 >>"),
        file_of(b"[" * 100_000),
        file_of(CATALOGUE, ONE, PAGE, BOMB),
    ],
    ids=["none", "cut-off", "blank", "loop", "deep", "bomb"],
)  # fmt: skip
def test_a_broken_pdf_is_a_fetch_gap(internet: Any, ask: Any, body: bytes) -> None:
    serve(internet, body)

    report = ask()

    assert status(report) == "ORIGINAL_FETCH_GAP"
    assert report["items"] == []


def test_no_damage_raises() -> None:
    healthy, chance = pdf_of(front(), ["Introduction", RUNNING]), random.Random(7)
    for _ in range(200):
        body = bytearray(healthy)
        for _ in range(chance.choice((1, 3, 20))):
            body[chance.randrange(len(body))] = chance.randrange(256)
        found = read_pdf(bytes(body), URL)
        assert found is None or isinstance(found, Document)
