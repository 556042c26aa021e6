"""Hostile PDF files: each is a fetch gap or a page without the source's name, in bounded time and memory."""

import zlib
from collections.abc import Callable

import pytest

from oa_conformance.reference import pdf
from oa_conformance.reference.pdf import document_of, is_printed, lines_in, read_pdf
from oa_conformance.reference.tests.hostile_files import (
    CATALOGUE,
    CID_FONT,
    MAPPED,
    ONE,
    PAGE,
    deflated,
    file_of,
    form,
    mapped,
    page_of,
    stream,
    table_of,
    table_stream,
    with_font,
)  # fmt: skip
from oa_conformance.reference.tests.hostile_limits import measured, within
from oa_conformance.reference.tests.hostile_worlds import BAD, MEGABYTE, PDF, first_end, report_of, serve, world

EMPTY = stream(b"")
X_FORM = b"/Resources << /XObject << /X 5 0 R >> >>"
FILES: dict[str, Callable[[], bytes]] = {
    "bomb": lambda: page_of(deflated(b" ", 100 * MEGABYTE)),
    "bomb-of-operators": lambda: page_of(deflated(b"BT ", 2_600_000)),
    "bomb-in-bombs": lambda: page_of(
        zlib.compress(zlib.compress(deflated(b" ", 100 * MEGABYTE))),
        b"/Filter [/FlateDecode /FlateDecode /FlateDecode]",
    ),
    "filters": lambda: page_of(b"x" * 1_000, b"/Filter [" + b"/ASCIIHexDecode " * 100_000 + b"]"),
    "lzw": lambda: page_of(b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01" * 400_000, b"/Filter /LZWDecode"),
    "run-length": lambda: page_of(b"\x81x" * 2 * MEGABYTE, b"/Filter /RunLengthDecode"),
    "predictor": lambda: page_of(
        deflated(b"\2", 7_900_000), b"/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 999999999999 >>"
    ),
    "tree-in-itself": lambda: file_of(CATALOGUE, b"<< /Type /Pages /Kids [2 0 R] /Count 1000000000 >>"),
    "tree-that-is-deep": lambda: file_of(
        CATALOGUE, *(b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>" % n for n in range(3, 9_000))
    ),
    "tree-that-doubles": lambda: file_of(
        CATALOGUE, *(b"<< /Type /Pages /Kids [%d 0 R %d 0 R] /Count 2 >>" % (n, n) for n in range(3, 60)), PAGE % b""
    ),
    "tree-that-is-wide": lambda: file_of(
        CATALOGUE, b"<< /Type /Pages /Kids [" + b"3 0 R " * 300_000 + b"] /Count 300000 >>", PAGE % b"", EMPTY
    ),
    "count": lambda: file_of(CATALOGUE, b"<< /Type /Pages /Kids [3 0 R] /Count 999999999 >>", PAGE % b"", EMPTY),
    "objects": lambda: file_of(CATALOGUE, ONE, PAGE % b"", EMPTY, *([b"1"] * 190_000)),
    "objects-without-table": lambda: b"%PDF-1.4\n" + b"1 0 obj " * 1_000_000 + b"\n%%EOF",
    "table-in-itself": lambda: b"%PDF-1.4\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Prev 9 >>\nstartxref\n9\n%%EOF",
    "table-of-a-milliard": lambda: table_of(b"xref\n0 1000000000\n0000000000 65535 f \n", 1_000_000_000),
    "table-of-one-place": lambda: table_of(b"xref\n0 490000\n" + b"0000000009 00000 n \n" * 490_000, 490_000),
    "table-of-sections": lambda: table_of(b"xref\n" + b"0 0\n" * 2_000_000, 1),
    "table-stream": lambda: table_stream(b"/Size 999999999 /W [1 2 1]", deflated(b"\0", 900_000)),
    "table-stream-index": lambda: table_stream(
        b"/Size 9 /W [1 2 1] /Index [" + b"0 1000000000 " * 1_000 + b"]", deflated(b"\1\0\1\0", 250_000)
    ),
    "starts": lambda: b"%PDF-1.4\n" + b"startxref\n" * 900_000,
    "no-end": lambda: b"%PDF-1.4\n" + b"\n" * 9_900_000,
    "map-range": lambda: mapped(b"1 beginbfrange\n<00000000> <FFFFFFFF> <0000>\nendbfrange\n"),
    "map-ranges": lambda: mapped(b"1 beginbfrange\n" + b"<0000> <FFFF> <0000>\n" * 200_000 + b"endbfrange\n"),
    "map-to-much": lambda: mapped(
        b"1 beginbfchar\n<0001> <" + b"0041" * 50_000 + b">\nendbfchar\n", b"<" + b"0001" * 200_000 + b">"
    ),
    "widths": lambda: with_font(MAPPED, EMPTY, CID_FONT % b"0 999999999 500"),
    "form-in-itself": lambda: page_of(b"/X Do", b"", X_FORM, form(5)),
    "forms-that-multiply": lambda: page_of(b"/X Do", b"", X_FORM, *(form(number) for number in range(6, 25)), EMPTY),
    "inline-images": lambda: page_of(deflated(b"BI /W 1 /H 1 ID ", 400_000)),
    "deep-array": lambda: page_of(b"[" * 2 * MEGABYTE, b""),
    "deep-objects": lambda: file_of(b"<< /A " * 300_000),
    "digits": lambda: file_of(b"<< /A " + b"9" * 4 * MEGABYTE + b" >>"),
    "name": lambda: file_of(b"<< /" + b"#41" * 2 * MEGABYTE + b" 1 >>"),
    "string": lambda: file_of(b"<< /A (" + b"(" * 4 * MEGABYTE + b" >>"),
    "length-in-itself": lambda: file_of(CATALOGUE, ONE, PAGE % b"", b"<< /Length 4 0 R >>\nstream\nx\nendstream"),
    "larger-than-a-file": lambda: b"%PDF-1.4\n" + b" " * 20 * MEGABYTE,
}


@pytest.mark.parametrize("made", FILES.values(), ids=FILES)
def test_a_hostile_file_is_a_gap(made: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "SECONDS", 1.0)
    internet = world()
    serve(internet, made(), PDF)

    assert first_end(report_of(internet)) in ("ORIGINAL_FETCH_GAP", "SOURCE_IDENTITY_GAP")


@pytest.mark.parametrize("name", ["table-of-one-place", "forms-that-multiply"])
def test_a_file_is_read_for_no_longer_than_it_may(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "SECONDS", 0.2)
    body = FILES[name]()

    with within(20.0):
        assert read_pdf(body, BAD) is None


@pytest.mark.parametrize("name", ["bomb-in-bombs", "map-to-much", "tree-that-is-wide"])
def test_a_file_costs_a_bounded_amount_of_memory(name: str) -> None:
    (end, grown) = measured(
        "import pypdf\nfrom oa_conformance.reference import pdf\n"
        "from oa_conformance.reference.tests.hostile_worlds import *\n"
        "from oa_conformance.reference.tests.test_hostile_files import FILES\n"
        f"pdf.SECONDS, internet = 1.0, world()\nserve(internet, FILES[{name!r}](), PDF)\n"
        "begin()\ngive(first_end(report_of(internet)))"
    )

    assert end in ("ORIGINAL_FETCH_GAP", "SOURCE_IDENTITY_GAP")
    assert grown < 400


@pytest.mark.parametrize(
    "sign", ["(ISSN", ",", "published ", "doi.org/10.5555/a.", "\u0301\u0316", "1.", "(volume 1"], ids=repr
)
def test_no_line_or_title_makes_a_pattern_search_for_ever(sign: str) -> None:
    long = sign * 300_000

    with within():
        lines = lines_in(f"Tarn Journal {long}\nIce on a tarn\n{long}")
        found = document_of([lines], {"/Title": f"Ice on a tarn {long}", "/doi": long}, BAD)
        assert is_printed("Ice on a tarn", lines) is False
        assert is_printed("Ice on a tarn", lines[1:]) is True

    assert found.meta("citation_title") == []
    assert all(len(each) <= 20_000 for each in lines)


def test_halves_of_surrogate_pairs_are_no_part_of_a_line() -> None:
    assert lines_in("Ice \ud800\n\udfff") == ["Ice \N{REPLACEMENT CHARACTER}", "\N{REPLACEMENT CHARACTER}"]
