"""The record that a page's JSON-LD describes, and the container it says the record is part of."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .json_text import sendable

NODES = 2_000
RECORD_TYPES = frozenset({
    "article", "scholarlyarticle", "medicalscholarlyarticle", "newsarticle", "techarticle", "report", "dataset",
    "chapter", "thesis", "creativework", "review", "blogposting", "preprint", "digitaldocument", "medicalwebpage",
})  # fmt: skip
PARTS = frozenset({"publicationissue", "publicationvolume"})
PLATFORMS = frozenset({"website", "webpage", "collectionpage", "datacatalog"})
LISTS = frozenset({"searchresultspage", "collectionpage", "itemlist"})


def nodes(blocks: Sequence[Any]) -> Iterator[Mapping[str, Any]]:
    """The objects at the top of the blocks, of their lists and graphs, and what is a page's main entity."""
    left = list(reversed(blocks))
    for _ in range(NODES):
        if not left:
            return
        each = left.pop()
        if isinstance(each, list):
            left.extend(reversed(each))
        elif isinstance(each, dict):
            yield each
            left.extend(each[key] for key in ("mainEntity", "@graph") if isinstance(each.get(key), dict | list))


def types(node: Mapping[str, Any]) -> frozenset[str]:
    """The node's types in lower case, without the vocabulary's address."""
    named = (each for each in many(node.get("@type")) if isinstance(each, str))
    return frozenset(each.rpartition("/")[2].rpartition(":")[2].lower() for each in named)


def records(blocks: Sequence[Any]) -> list[Mapping[str, Any]]:
    """The nodes that describe a record of scholarship."""
    return [
        each for each in nodes(blocks) if types(each) & RECORD_TYPES or ("isPartOf" in each and not types(each) & PARTS)
    ]


def containers(blocks: Sequence[Any]) -> list[Mapping[str, Any]]:
    """The containers of the records, by their names: what they are part of, unless it is an issue or a platform."""
    return [each for each in parents(blocks) if is_container(each)]


def parents(blocks: Sequence[Any]) -> list[Mapping[str, Any]]:
    """All that the records are part of: what ``isPartOf`` leads to, step by step, references followed."""
    known = {each["@id"]: each for each in nodes(blocks) if isinstance(each.get("@id"), str)}
    left = [each for each in records(blocks) if not types(each) & (PLATFORMS | {"periodical"})]
    found, seen = list[Mapping[str, Any]](), set[int]()
    for _ in range(NODES):
        if not left:
            break
        for whole in wholes(left.pop(0), known):
            if id(whole) not in seen:
                seen.add(id(whole))
                left.append(whole)
                found.append(whole)
    return found


def wholes(node: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What the node says it is part of; a mere reference is followed to the object of that id."""
    for part in many(node.get("isPartOf")):
        reference = part if isinstance(part, str) else part.get("@id") if isinstance(part, dict) else None
        whole = part if isinstance(part, dict) and len(part) > 1 else known.get(str(reference), part)
        if isinstance(whole, dict):
            yield whole


def is_container(whole: Mapping[str, Any]) -> bool:
    """Whether it has a name of its own and is no platform. An issue or volume is none unless also a periodical."""
    kinds = types(whole)
    return bool(text(whole.get("name"))) and not kinds & PLATFORMS and (not kinds & PARTS or "periodical" in kinds)


def many(value: Any) -> list[Any]:
    """The value as a list of at most 50."""
    return value[:50] if isinstance(value, list) else [] if value is None else [value]


def text(value: Any) -> str:
    """The text in a value: a string, a list's first, or an object's ``name``, ``@value`` or ``url``."""
    for _ in range(4):
        if isinstance(value, list):
            value = value[0] if value else ""
        elif isinstance(value, dict):
            value = next((value[key] for key in ("name", "@value", "value", "url", "@id") if key in value), "")
    return sendable(" ".join(value.split())) if isinstance(value, str) else ""


def issns(blocks: Sequence[Any]) -> list[str]:
    """The ISSNs of all that the records are part of, whether it has a name or not."""
    return [each for whole in parents(blocks) for each in many(whole.get("issn")) if isinstance(each, str)]


def is_list(blocks: Sequence[Any]) -> bool:
    """Whether the page calls itself a list of records."""
    return any(types(each) & LISTS for each in nodes(blocks))
