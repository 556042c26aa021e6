"""A page reduced to facts: the metadata in its head, its JSON-LD, and its visible text in blocks.

The one place that parses HTML, which is hostile: its size is bounded by the reader, the walk here by counting, and
nothing raises. Only metas that are children of ``<head>`` count, for readers' comments can put others into the body.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import turbohtml
from turbohtml import Element, Node, Text

from . import json_text
from .memory import at_most

GROWTH = 500_000_000  # bytes that a page may take while it is parsed; one of articles takes twenty times its size
JSONLD_LIMIT = 200_000  # characters of one block
NODES = 200_000  # nodes of the body that are looked at
LABEL_LENGTH = 200
LABELS = 500  # short elements that are kept
LABEL_NODES = 40  # nodes that are looked at to read one
CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
UNSEEN = frozenset({"script", "style", "noscript", "template", "svg", "math", "iframe", "object", "select", "textarea"})
BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "dd", "details", "dialog", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "li",
    "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
})  # fmt: skip
ASIDES = frozenset({"footer", "aside"})
BODY = re.compile(r"article[-_]{0,2}(?:body|text|full-?text)|full-?text(?!-?link)|body-?text|main-text", re.IGNORECASE)
ABSTRACT = re.compile(r"abstract|hlfld-abstract", re.IGNORECASE)
BESIDE = re.compile(
    r"comment|references?\b|bibliograph|citation-list|related|recommend|sidebar|cookie|also-read|ref-list",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Block:
    """A stretch of visible text. ``tag`` and ``names`` (class, id, itemprop) are those of the element it stands in."""

    tag: str
    names: str
    text: str
    in_abstract: bool
    in_body: bool
    beside: bool


@dataclass(frozen=True)
class Label:
    """The text of one short element, with its class, id and itemprop: what a page calls something."""

    names: str
    text: str


@dataclass(frozen=True)
class Document:
    """What a page says. ``metas`` are (lower-case name, content) in order; ``jsonld`` the parsed blocks.

    ``printed`` are the lines at head and foot of the first page of a document without markup.
    """

    url: str
    title: str = ""
    metas: tuple[tuple[str, str], ...] = ()
    jsonld: tuple[Any, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    blocks: tuple[Block, ...] = ()
    labels: tuple[Label, ...] = ()
    markup: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()

    def meta(self, *names: str) -> list[str]:
        """The contents of the metas with these names, in the order of the names and then of the page."""
        return [content for name in names for key, content in self.metas if key == name]

    def text(self) -> str:
        return "\n".join(block.text for block in self.blocks)


def read_document(body: bytes, content_type: str, url: str) -> Document | None:
    """The document in the body; None if it is none that this host can parse (FETCH-05)."""
    if "json" in content_type.lower():
        found = parsed(body.decode("utf-8", "replace"))
        return Document(url, jsonld=(found,)) if isinstance(found, dict | list) else None
    try:
        with at_most(GROWTH):
            tree = parse(body, content_type)
    except (ValueError, RecursionError, MemoryError):
        return None
    root = tree.root
    if root is None or b"<" not in body:
        return None
    head, content = child(root, "head"), child(root, "body")
    blocks, labels, markup = visible(content) if content else ([], [], [])
    return Document(
        url=url,
        title=" ".join(first_text(head, "title").split()),
        metas=tuple(metas_of(head)),
        jsonld=tuple(jsonld_of(head, content)),
        links=tuple(links_of(head)),
        blocks=tuple(blocks),
        labels=tuple(labels),
        markup=tuple(markup),
    )


def parse(body: bytes, content_type: str) -> turbohtml.Document:
    """The tree. The charset of the header goes first, then the page's own, then what the bytes look like.

    ``scripting`` keeps ``<noscript>`` from moving the metas behind it into the body.
    """
    charset = CHARSET.search(content_type)
    try:
        return turbohtml.parse(body, encoding=charset[1] if charset else None, scripting=True, positions=False)
    except LookupError:
        return turbohtml.parse(body, scripting=True, positions=False)


def child(element: Node, tag: str) -> Element | None:
    return next((each for each in elements(element) if each.tag == tag), None)


def elements(element: Node | None) -> Iterator[Element]:
    return (each for each in (element.children if element else ()) if isinstance(each, Element))


def first_text(head: Element | None, tag: str) -> str:
    return next((each.text for each in elements(head) if each.tag == tag), "")


def attribute(element: Element, name: str) -> str:
    value = element.attrs.get(name)
    return " ".join(value) if isinstance(value, list) else value or ""


def metas_of(head: Element | None) -> Iterator[tuple[str, str]]:
    """Name (or property, or itemprop) and content of each meta in the head."""
    for each in elements(head):
        name = attribute(each, "name") or attribute(each, "property") or attribute(each, "itemprop")
        content = " ".join(attribute(each, "content").split())
        if each.tag == "meta" and name and content:
            yield name.strip().lower(), content


def links_of(head: Element | None) -> Iterator[tuple[str, str]]:
    for each in elements(head):
        if each.tag == "link" and attribute(each, "rel") and attribute(each, "href"):
            yield attribute(each, "rel").lower(), attribute(each, "href")


def jsonld_of(*parents: Element | None) -> Iterator[Any]:
    """The JSON-LD of scripts that are children of head or body; deeper ones may be a reader's."""
    for parent in parents:
        for each in elements(parent):
            if each.tag == "script" and attribute(each, "type").strip().lower() == "application/ld+json":
                found = parsed(each.text)
                if found is not None:
                    yield found


def parsed(text: str) -> Any:
    """The JSON in the text; None if there is none, too much or too deep."""
    if len(text) > JSONLD_LIMIT:
        return None
    try:
        return json_text.parsed(text)
    except ValueError:
        return None


@dataclass(frozen=True)
class Place:
    """Where a text stands: the innermost block, and whether that is abstract, body, beside it, or navigation."""

    tag: str
    names: str
    in_abstract: bool
    in_body: bool
    beside: bool
    in_nav: bool

    def within(self, tag: str, own: str) -> "Place":
        """The place inside an element with this tag and these names."""
        return Place(
            tag if tag in BLOCKS else self.tag,
            own if tag in BLOCKS else self.names,
            self.in_abstract or bool(ABSTRACT.search(own)),
            self.in_body or bool(BODY.search(own)),
            self.beside or tag in ASIDES or bool(BESIDE.search(own)),
            self.in_nav or tag == "nav",
        )


def visible(body: Element) -> tuple[list[Block], list[Label], list[str]]:
    """The body's text in blocks, its named elements, and the markup that walls are told by; without recursion."""
    blocks, labels, markup = list[Block](), list[Label](), list[str]()
    start = Place("body", "", in_abstract=False, in_body=False, beside=False, in_nav=False)
    stack: list[tuple[Node, Place]] = [(body, start)]
    pending, where = list[str](), start
    for _ in range(NODES):
        if not stack:
            break
        node, place = stack.pop()
        if isinstance(node, Text):
            if place != where:
                flush(blocks, pending, where)
                where = place
            pending.append(node.text)
            continue
        if not isinstance(node, Element):
            continue
        own = " ".join(filter(None, (attribute(node, each) for each in ("class", "id", "itemprop"))))
        markup.extend(signs(node, own))
        if node.tag in UNSEEN or hidden(node):
            continue
        place = place.within(node.tag, own)
        label = label_text(node) if len(labels) < LABELS and not place.beside else ""
        labels += [Label(own, label)] if label else []
        if node.tag in BLOCKS:
            flush(blocks, pending, where)
        elif node.tag == "br":
            pending.append(" ")
        stack.extend((each, place) for each in reversed(node.children))
    flush(blocks, pending, where)
    return blocks, labels, markup


def flush(blocks: list[Block], pending: list[str], where: Place) -> None:
    text = " ".join("".join(pending).split())
    pending.clear()
    if text:
        beside = where.beside or where.in_nav
        blocks.append(Block(where.tag, where.names, text, where.in_abstract, where.in_body, beside))


def label_text(element: Element) -> str:
    """The element's whole text if it is short enough for a label, else nothing."""
    parts, stack, length = list[str](), [cast(Node, element)], 0
    for _ in range(LABEL_NODES):
        if not stack:
            return " ".join("".join(parts).split())
        node = stack.pop()
        if isinstance(node, Text):
            parts.append(node.text)
            length += len(node.text)
        elif isinstance(node, Element) and node.tag not in UNSEEN and not hidden(node):
            stack.extend(reversed(node.children))
        if length > LABEL_LENGTH:
            break
    return ""


def hidden(element: Element) -> bool:
    style = attribute(element, "style").replace(" ", "").lower()
    return "hidden" in element.attrs or "display:none" in style or "visibility:hidden" in style


def signs(element: Element, own: str) -> Sequence[str]:
    """What an element tells of a wall: forms, frames and scripts with their names and targets."""
    if element.tag == "input" and attribute(element, "type").lower() == "password":
        return ("password",)
    if element.tag in ("form", "iframe", "script", "div", "input"):
        target = attribute(element, "action") or attribute(element, "src")
        found = f"{element.tag} {own} {target} {attribute(element, 'name')}".lower()
        return (found[:300],) if len(found.split()) > 1 else ()
    return ()
