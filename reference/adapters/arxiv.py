"""arXiv's Atom feed, ``arxiv_atom_v1``: ``opensearch:totalResults`` and entries, for all seven adapters."""

import re
from typing import Any

from lxml import etree

from ..identifiers import arxiv_id
from .hits import Hit, Unreadable, line, listed, stated, told_of, year

SECONDS_APART = 3.0
"""Between two requests to arXiv's one endpoint, whichever adapter sends them (DIRECT-11)."""

ATOM, OPENSEARCH = "{http://www.w3.org/2005/Atom}", "{http://a9.com/-/spec/opensearch/1.1/}"
VERSION = re.compile(r"(?<=\d)v\d{1,3}$")
ERRORS = "arxiv.org/api/errors"


def hits_in(body: bytes) -> tuple[Hit, ...]:
    """The hits. Raises Unreadable: arXiv tells of an error by a feed with one entry, which looks like a hit."""
    feed = root_of(body)
    if feed.tag != f"{ATOM}feed":
        raise Unreadable("format", "the answer is no Atom feed")
    entries = feed.findall(f"{ATOM}entry")
    for entry in entries:
        if ERRORS in (text_of(entry, "id") or ""):
            raise told_of(text_of(entry, "summary") or "")
    total = (feed.findtext(f"{OPENSEARCH}totalResults") or "").strip()
    return listed(int(total) if re.fullmatch("[0-9]{1,12}", total) else None, entries, hit_of)


def root_of(body: bytes) -> Any:
    """The root of strictly well-formed XML. Raises Unreadable, also for a document type: feeds have none."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=False, remove_comments=True
    )
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise Unreadable("format", "the answer is no well-formed XML") from error
    if root.getroottree().docinfo.doctype:
        raise Unreadable("format", "the answer declares a document type")
    return root


def hit_of(entry: Any) -> Hit | None:
    """One entry. All its categories count, for ``cat:`` in a template finds cross-listed papers too."""
    address = (text_of(entry, "id") or "").rpartition("/abs/")[2]
    number = arxiv_id(address)
    if number is None:
        return None
    version = VERSION.search(address)
    return Hit(
        record_id=number,
        url=f"https://arxiv.org/abs/{number}",
        title=text_of(entry, "title"),
        year=year(text_of(entry, "published")),
        arxiv=number,
        categories=tuple(str(each.get("term")) for each in entry.findall(f"{ATOM}category")),
        facts=stated(version=version[0] if version else None),
    )


def text_of(entry: Any, name: str) -> str | None:
    """The text of the entry's element, on one line."""
    return line(entry.findtext(f"{ATOM}{name}"))
