"""A PDF reduced to the same facts as a page: what its own metadata state, and what its first pages print.

The one place that parses PDF, which is hostile: pypdf works within the limits given here, of memory and time as well,
the pages and characters read are counted, and nothing raises. A PDF has no markup, so little is believed: a container
is a whole line at the head or foot of the first page, a DOI the only one there, a title in the metadata only if the
first page prints it too.
"""

import io
import logging
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from .document import Block, Document, Label
from .evidence import SECTION
from .identifiers import normal_doi
from .json_text import sendable
from .memory import at_most
from .names import normal_name, plain_words
from .words import either

LIMITS: Mapping[str, Any] = {
    "zlib_maximum_output_length": 8_000_000,
    "stream_parsing_work_maximum_count": 200_000,
    "stream_decoding_work_maximum_length": 32_000_000,
}  # bytes, operators, bytes
GROWTH = 500_000_000  # bytes that a file may take while it is read
SECONDS = 10.0  # that a file may be read
PAGES = 5  # what follows changes neither identity nor evidence class
LINES, LINE_LENGTH = 500, 20_000  # of one page; characters of one line
TITLE_WITHIN = 20_000  # characters of the first page among which its title is looked for
STATED_LENGTH = 2_000  # characters of one entry of the information dictionary
HEAD, FOOT = 15, 5  # lines of the first page among which a container may stand
DOI = re.compile(r"(?:\bdoi\.org/|\bdoi:?\s*)(10\.\d{4,9}/[^\s\"<>]+)", re.IGNORECASE)
YEAR = re.compile(r"(?:©|\(c\)|\bcopyright|\bpublished).{0,40}?\b((?:19|20)\d\d)\b|^((?:19|20)\d\d)$", re.IGNORECASE)
ABSTRACT = either(r"abstract|summary|摘要")
TEXT_BEGINS = either(r"(?:\d+\.?\s+|i\.\s+)?introduction|main text|前言|緒論|引言")
REFERENCES = either(r"references|bibliography|literature cited|works cited|參考文獻|引用文獻")

logging.getLogger("pypdf").addHandler(logging.NullHandler())  # what it finds odd is no matter for a terminal


class OutOfTime(BaseException):
    """The time for a file is over. No Exception: pypdf takes those for damage, and goes on with the next object."""


class TimedFile(io.BytesIO):
    """A file in memory that can be read for so many seconds: pypdf may look through all of it for each object anew."""

    def __init__(self, body: bytes, seconds: float) -> None:
        super().__init__(body)
        self._until = time.monotonic() + seconds

    def read(self, size: int | None = -1, /) -> bytes:
        """As every file. Raises OutOfTime."""
        self.check()
        return super().read(size)

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """As every file. Raises OutOfTime."""
        self.check()
        return super().seek(offset, whence)

    def getbuffer(self) -> memoryview:
        """As every file in memory. Raises OutOfTime."""
        self.check()
        return super().getbuffer()

    def check(self, *_: Any) -> None:
        """Raises OutOfTime. pypdf calls it before each operator of a page, too, and then says which."""
        if time.monotonic() > self._until:
            raise OutOfTime


def read_pdf(body: bytes, url: str) -> Document | None:
    """The document in the body; None if it is none that this host can parse (FETCH-05)."""
    import pypdf  # noqa: PLC0415  # it takes most of a second, and few originals are PDF

    try:
        with pypdf.apply_configuration(**LIMITS), at_most(GROWTH):
            file = TimedFile(body, SECONDS)
            reader = pypdf.PdfReader(file)
            texts = (page.extract_text(visitor_operand_before=file.check) for page in islice(reader.pages, PAGES))
            pages = [lines_in(each) for each in texts]
            stated = {str(key): sendable(str(value)[:STATED_LENGTH]) for key, value in (reader.metadata or {}).items()}
    except (Exception, OutOfTime):  # pypdf raises whatever a broken file leads to, a RecursionError too
        return None
    return document_of(pages, stated, url) if pages and pages[0] else None


def lines_in(text: str) -> list[str]:
    """The lines of a page that are not blank."""
    plain = (" ".join(each[:LINE_LENGTH].split()) for each in sendable(text).splitlines())
    return list(islice(filter(None, plain), LINES))


def document_of(pages: Sequence[Sequence[str]], stated: Mapping[str, str], url: str) -> Document:
    """The document with these pages and this information dictionary."""
    first = pages[0]
    printed = (*first[:HEAD], *first[HEAD:][-FOOT:])
    title = " ".join(stated.get("/Title", "").split())
    if not is_printed(title, first):
        title = ""
    metas = {"citation_title": title, "citation_doi": doi_of(first, stated), "citation_year": year_of(first)}
    return Document(
        url=url,
        title=title,
        metas=tuple((name, value) for name, value in metas.items() if value),
        blocks=tuple(blocks_of(pages)),
        labels=tuple(Label("", each) for each in printed),
        printed=printed,
    )


def is_printed(title: str, lines: Sequence[str]) -> bool:
    """Whether the title stands on the page; a title of one word is more often the name of a file."""
    name = normal_name(title)
    printed = " ".join(plain_words(" ".join(lines)[:TITLE_WITHIN]))
    return len(name.split()) > 1 and f" {name} " in f" {printed} "


def doi_of(lines: Sequence[str], stated: Mapping[str, str]) -> str | None:
    """The record's DOI: the one its metadata name, or the only one that its first page prints."""
    for texts in ([value for key, value in stated.items() if key != "/Title"], lines):
        found = {doi for text in texts for each in DOI.findall(text) if (doi := normal_doi(each.rstrip(").,;")))}
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def year_of(lines: Sequence[str]) -> str | None:
    """The year that the first page prints beside a copyright or publication note, or alone on a line."""
    found = (YEAR.search(line) for line in lines)
    return next((each[1] or each[2] for each in found if each), None)


def blocks_of(pages: Sequence[Sequence[str]]) -> Iterator[Block]:
    """The lines as blocks: front matter and abstract on the first page until the text begins, then text.

    The headings of a structured abstract are none of the text's (EVID-06).
    """
    front, in_abstract, beside = True, False, False
    for number, lines in enumerate(pages):
        front = front and number == 0
        for line in lines:
            if REFERENCES.fullmatch(line):
                beside = True
            if front and TEXT_BEGINS.fullmatch(line):
                front = False
            if front:
                in_abstract = in_abstract or bool(ABSTRACT.fullmatch(line))
                tag = "h2" if ABSTRACT.fullmatch(line) else "p"
                yield Block(tag, "", line, in_abstract=in_abstract, in_body=False, beside=beside)
            else:
                tag = "h2" if SECTION.fullmatch(line) else "p"
                yield Block(tag, "", line, in_abstract=False, in_body=number > 0, beside=beside)
