"""Pages that are not the record asked for, or not in the shape a host hopes for. Each answers (content type, bytes).

What stands in an article's way carries the article's title, as the real ones do: the title alone proves nothing.
"""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from oa_conformance.steps.world.pages.markup import text
from oa_conformance.steps.world.pages.record import PageRecord
from oa_conformance.steps.world.pages.render import render, style_for

Served = tuple[str, bytes]
HTML, PDF = "text/html; charset=utf-8", "application/pdf"
WIDGET = (
    '<form class="comment" action="/comment" method="post"><label>Comment <textarea name="comment"></textarea></label>'
    '<script src="https://www.google.com/recaptcha/api.js" async defer></script>'
    '<div class="g-recaptcha" data-sitekey="6Lc-quillmere"></div><button>Send</button></form>'
)


def captcha(record: PageRecord) -> Served:
    """A challenge to prove that one is human, served with status 200 at the article's own URL."""
    return _html(
        record.title,
        '<main><h1>Please confirm that you are not a robot</h1><form id="challenge-form" method="post">'
        '<div class="g-recaptcha" data-sitekey="6Lc-quillmere"></div>'
        '<input type="hidden" name="return" value="{url}"><button>Continue</button></form>'
        "<p>Complete the CAPTCHA to go on to the article.</p></main>",
        record,
    )


def bot_check(record: PageRecord) -> Served:
    """An interstitial that wants JavaScript to run."""
    return _html(
        "Just a moment...",
        '<main id="challenge-running"><h1>{host}</h1><p>Checking your browser before you are let through.</p>'
        "<noscript><p>Enable JavaScript and cookies to continue.</p></noscript>"
        '<script src="/cdn-cgi/challenge-platform/orchestrate.js"></script></main>',
        record,
    )


def login_wall(record: PageRecord) -> Served:
    """A page that lets members in."""
    return _html(
        f"Sign in - {record.title}",
        '<main><h1>Sign in to read</h1><form action="/login" method="post">'
        '<input type="hidden" name="target" value="{url}">'
        '<label>E-mail <input name="user" type="email"></label><label>Password <input name="password" type="password">'
        "</label><button>Sign in</button></form><p>Access through your institution.</p></main>",
        record,
    )


def consent_wall(record: PageRecord) -> Served:
    """A page that wants cookies accepted first."""
    return _html(
        "Before you continue",
        "<main><h1>Before you continue to {host}</h1><p>We and our partners store cookies on your device.</p>"
        '<form action="/consent" method="post"><input type="hidden" name="continue" value="{url}">'
        '<button name="set" value="all">Accept all</button><button name="set" value="none">Reject all</button>'
        "</form></main>",
        record,
    )


def article_with_recaptcha(record: PageRecord) -> Served:
    """The genuine article, whose comment form happens to hold a CAPTCHA widget."""
    return HTML, render(replace(record, extra_body=record.extra_body + WIDGET), style_for(record.url))


def home_page(record: PageRecord, titles: Sequence[str] = ()) -> Served:
    """The site's front page: its containers and some titles, of no record in particular."""
    return _html(
        "Home",
        f"<main><h1>Welcome</h1><h2>Journals</h2>{_list(record.shown)}<h2>Latest</h2>"
        f"{_list(titles or (record.title,))}</main>",
        record,
    )


def search_listing(record: PageRecord, titles: Sequence[str] = ()) -> Served:
    """The site's own list of hits."""
    found = titles or (record.title, f"{record.title}: a reply", f"{record.title}: erratum")
    return _html("Search results", f"<main><h1>{len(found)} results</h1>{_list(found)}</main>", record)


def empty() -> Served:
    return HTML, b""


def fake_pdf() -> Served:
    """Called a PDF, and none."""
    return PDF, b"%PDF-is-what-this-is-not\nNot a document.\n"


def pdf(record: PageRecord) -> Served:
    """A one-page PDF of the record: container, title, year, DOI, abstract and text, in Helvetica."""
    said = [*record.shown, record.title, str(record.year), f"doi:{record.doi}" if record.doi else "", record.abstract]
    lines = [line for part in (*said, *(record.body or ())) for line in _folded(part)]
    shown = b"BT /F1 10 Tf 14 TL 50 790 Td\n" + b"".join(b"(%s) '\n" % _pdf_text(line) for line in lines) + b"ET\n"
    return PDF, _pdf_file(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%sendstream" % (len(shown), shown),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Title (%s) >>" % _pdf_text(record.title),
    )


def latin_1(record: PageRecord) -> Served:
    """The article in Windows-1252, as neither its head nor its header says."""
    page = render(record, style_for(record.url)).decode().replace('<meta charset="utf-8">\n', "")
    return "text/html", page.encode("cp1252", errors="xmlcharrefreplace")


def windows_1252(record: PageRecord) -> Served:
    """The article in Windows-1252, as its head says, while its header says UTF-8."""
    page = render(record, style_for(record.url)).decode().replace('charset="utf-8"', 'charset="windows-1252"', 1)
    return HTML, page.encode("cp1252", errors="xmlcharrefreplace")


def brotli(content: bytes) -> bytes:
    """The content, under 64 kB, as a brotli stream that stores it as it is (RFC 7932 §9.2)."""
    header = (len(content) - 1) << 4 | 1 << 20  # window of 64 kB, not last, four nibbles of length, uncompressed
    return header.to_bytes(3, "little") + content + b"\x03"


def stub(record: PageRecord) -> Served:
    """A small page of HTML at the address of a PDF, of no record in particular."""
    return _html(
        "Download",
        '<main><h1>Your download</h1><p>If it does not start, <a href="{url}?download=1">try again</a>.</p></main>',
        record,
    )


def truncated(record: PageRecord) -> Served:
    """The article, cut in the middle of its head before it has named a container."""
    page = render(replace(record, container=None, provider=None, second_container=None), style_for(record.url))
    return HTML, page[: page.index(b"<meta name=") + 40]


def _png() -> bytes:
    """One grey pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    parts = chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"\0\x80")), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


PNG = _png()


def _html(title: str, body: str, record: PageRecord) -> Served:
    """A page of the site; ``{url}`` and ``{host}`` in the body are the record's."""
    filled = body.replace("{url}", text(record.url)).replace("{host}", text(urlsplit(record.url).hostname))
    head = f'<meta charset="utf-8">\n<title>{text(title)}</title>\n<meta name="robots" content="noindex">'
    return (
        HTML,
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{filled}\n</body>\n</html>\n'.encode(),
    )


def _list(entries: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{text(each)}</li>" for each in entries) + "</ul>"


def _folded(part: str, width: int = 95) -> list[str]:
    """The text in lines of whole words."""
    lines: list[str] = []
    line = ""
    for word in part.split():
        if line and len(line) + len(word) >= width:
            lines, line = [*lines, line], ""
        line = f"{line} {word}".strip()
    return [*lines, line] if line else lines


def _pdf_text(line: str) -> bytes:
    """The characters of a PDF string literal in WinAnsi; others become question marks."""
    said = line.encode("cp1252", errors="replace")
    return said.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def _pdf_file(*objects: bytes) -> bytes:
    """The objects, numbered from 1, and where each begins; the first is the catalogue, the last the information."""
    made, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    return made + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (count, table, count, len(objects), len(made))
    )
