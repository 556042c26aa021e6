"""Hostile PDF files, made of as little as they need."""

import zlib

CATALOGUE, ONE = b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R %s >>"
CID_FONT = b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /W [%s] >>"
MAPPED = (
    b"<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [7 0 R] >>"
)


def file_of(*objects: bytes) -> bytes:
    """A PDF file of these objects, of which the first is the catalogue."""
    parts, places, length = [b"%PDF-1.4\n"], list[int](), 9
    for number, each in enumerate(objects, 1):
        places.append(length)
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, each))
        length += len(parts[-1])
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (count, length)
    return b"".join([*parts, b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table), tail])


def stream(content: bytes, told: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), told, content)


def page_of(content: bytes, told: bytes = b"/Filter /FlateDecode", resources: bytes = b"", *more: bytes) -> bytes:
    """A file with one page of this content."""
    return file_of(CATALOGUE, ONE, PAGE % resources, stream(content, told), *more)


def deflated(unit: bytes, times: int) -> bytes:
    """So many repetitions, compressed without ever being whole."""
    packer, chunk = zlib.compressobj(9), unit * max(1, 1_000_000 // len(unit))
    whole, rest = divmod(unit.__len__() * times, len(chunk))
    return b"".join([*(packer.compress(chunk) for _ in range(whole)), packer.compress(chunk[:rest]), packer.flush()])


def with_font(font: bytes, *more: bytes, shown: bytes = b"<0001>") -> bytes:
    """A file whose page shows a text in that font."""
    resources = b"/Resources << /Font << /F1 5 0 R >> >>"
    return page_of(b"BT /F1 9 Tf %s Tj ET" % shown, b"", resources, font, *more)


def mapped(lines: bytes, shown: bytes = b"<0001>") -> bytes:
    """A file whose font is mapped to characters by these lines."""
    head = b"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
    return with_font(MAPPED, stream(zlib.compress(head + lines), b"/Filter /FlateDecode"), CID_FONT % b"", shown=shown)


def table_of(table: bytes, size: int) -> bytes:
    """A file that is nothing but its cross-reference table."""
    return b"%%PDF-1.4\n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n9\n%%%%EOF" % (table, size)


def table_stream(told: bytes, data: bytes) -> bytes:
    """A file that is nothing but a cross-reference stream."""
    made = stream(data, b"/Type /XRef /Root 1 0 R /Filter /FlateDecode " + told)
    return b"%PDF-1.5\n1 0 obj\n" + made + b"\nendobj\nstartxref\n9\n%%EOF"


def form(number: int) -> bytes:
    """A form that shows another ten times."""
    resources = b"/Resources << /XObject << /X %d 0 R >> >>" % number
    return stream(b"/X Do " * 10, b"/Subtype /Form " + resources)
