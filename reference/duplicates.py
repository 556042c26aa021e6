"""One work, one item: keyed by DOI, else by the repository's id, else by title and year (DEDUP-01)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .names import normal_name
from .records import Record


@dataclass(frozen=True)
class Item:
    """One work as reported. ``container`` is what confirmed the identity; ``quote`` a passage of the opened page.

    ``known_as`` are further keys that its record states: ``pmcid:PMC10012345`` beside a DOI, say.
    """

    title: str
    container: str
    year: str | None
    source_ids: tuple[str, ...]
    original_url: str
    evidence_class: str
    dedupe_key: str
    facts: Mapping[str, str | None]
    quote: str
    also_at: tuple[str, ...] = ()
    known_as: tuple[str, ...] = ()

    def reported(self) -> dict[str, Any]:
        """The item in the report's form."""
        return {
            "title": self.title, "container": self.container, "year": self.year, "source_ids": list(self.source_ids),
            "original_url": self.original_url, "evidence_class": self.evidence_class, "dedupe_key": self.dedupe_key,
            "facts": dict(self.facts), "quote": self.quote, "also_at": list(self.also_at),
        }  # fmt: skip


def dedupe_key(source_id: str, record: Record) -> str:
    """The key of a record found at the source."""
    if record.doi:
        return f"doi:{record.doi}"
    if record.arxiv:
        return f"arxiv:{record.arxiv}"
    if record.record_id:
        return f"{source_id}:{record.record_id}"
    return f"title:{normal_name(record.title) or record.url}|{record.year or ''}"


def is_same_work(one: Item, other: Item) -> bool:
    """Two items of one key are one work; a title without a year is not enough for that (DEDUP-03).

    Neither are identifiers in common enough where each has a DOI of its own, as versions of a preprint do.
    """
    if one.dedupe_key == other.dedupe_key:
        return not re.fullmatch(r"title:.*\|", one.dedupe_key) or same_page(one, other)
    if one.dedupe_key.startswith("doi:") and other.dedupe_key.startswith("doi:"):
        return same_page(one, other)
    return same_page(one, other) or bool({one.dedupe_key, *one.known_as} & {other.dedupe_key, *other.known_as})


def same_page(one: Item, other: Item) -> bool:
    return one.original_url == other.original_url and one.title == other.title


def merged(items: Iterable[Item], same: Any = is_same_work) -> list[Item]:
    """The items without repetition; a work found twice names all its sources (DEDUP-02)."""
    found = list[Item]()
    for item in items:
        for place, known in enumerate(found):
            if same(known, item):
                found[place] = joined(known, item)
                break
        else:
            found.append(item)
    return found


def joined(first: Item, second: Item) -> Item:
    """The first item with the second's sources. Facts stay those of the page it cites: versions differ (EVID-04)."""
    urls = tuple(dict.fromkeys((*first.also_at, second.original_url)))
    return replace(
        first,
        source_ids=tuple(dict.fromkeys((*first.source_ids, *second.source_ids))),
        also_at=tuple(each for each in urls if each != first.original_url),
        known_as=tuple(dict.fromkeys((*first.known_as, second.dedupe_key, *second.known_as))),
    )
