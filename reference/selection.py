"""Which sources fit a topic: a small ranking over the fields the contract names, in English and Chinese.

A source fits when enough of the topic's weight (rare words weigh more) is found in its record. Words of a topic also
stand for the subjects they belong to (``subjects``), at less weight. Ranking is BM25-like; ties go by id.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .registry import Registry, Source
from .subjects import related_terms
from .words import terms_of

USUAL, MOST, BROAD = 5, 8, 12
STRONG, WEAK = 3.0, 1.0
RELATED = 0.45  # weight of a term that the topic only stands for
FITS_STRONG, FITS_WEAK = 0.2, 0.34  # share of the topic's weight that must be found in strong fields, or anywhere
NEAR_TOP = 0.3  # of the best score; below it a source is only chosen when nothing better is
SATURATION = 1.2


@dataclass(frozen=True)
class Entry:
    """A source and the terms of its strong fields (name, subjects, kind, roles) and weak ones (notes, summary)."""

    source: Source
    strong: frozenset[str]
    weak: frozenset[str]
    length: int


@dataclass(frozen=True)
class Index:
    """The active sources of a registry, ready to be matched. ``rarity`` is each term's inverse document frequency."""

    entries: tuple[Entry, ...]
    rarity: Mapping[str, float]
    unseen: float
    average: float


@dataclass(frozen=True)
class Match:
    """How well a source fits: ``score`` ranks, the shares decide whether it fits at all."""

    source: Source
    score: float
    strong_share: float
    share: float


def index_of(registry: Registry) -> Index:
    """The index of a registry's active sources (SEL-02)."""
    entries = tuple(entry_of(source) for source in registry.sources if source.active)
    seen = Counter(term for entry in entries for term in entry.strong | entry.weak)
    count = len(entries)
    rarity = {term: math.log(1 + (count - n + 0.5) / (n + 0.5)) for term, n in seen.items()}
    average = sum(entry.length for entry in entries) / count if count else 1.0
    return Index(entries, rarity, math.log(1 + (count + 0.5) / 0.5), average)


def entry_of(source: Source) -> Entry:
    """The source's terms, from the fields that the contract names for matching."""
    strong = terms_of(
        source.name, *source.subjects, source.translated_name, source.source_type, source.oa_scope, *source.access_roles
    )
    weak = terms_of(source.notes, source.translated_summary)
    return Entry(source, frozenset(strong), frozenset(weak), len(strong) + len(weak))


def choose(index: Index, topic: str, broad: bool) -> tuple[Source, ...]:
    """The fitting sources, best first: about five, more only for a broad request, none if nothing fits (SEL-03 to 07)."""
    ranked = rank(index, topic)
    if not ranked:
        return ()
    near = [match for match in ranked if match.score >= NEAR_TOP * ranked[0].score]
    return tuple(match.source for match in near[: BROAD if broad else USUAL])


def rank(index: Index, topic: str) -> list[Match]:
    """All sources that fit, by score and then id."""
    asked = weighed(index, topic)
    matches = (match(index, entry, asked) for entry in index.entries)
    return sorted((each for each in matches if fits(each)), key=lambda each: (-each.score, each.source.id))


def weighed(index: Index, topic: str) -> Mapping[str, tuple[float, bool]]:
    """The topic's terms: weight, and whether the topic has the term itself rather than standing for it."""
    own = dict.fromkeys(terms_of(topic))
    asked = {term: (index.rarity.get(term, index.unseen), True) for term in own}
    for term in related_terms(topic):
        if term in index.rarity and term not in asked:
            asked[term] = (RELATED * index.rarity[term], False)
    return asked


def match(index: Index, entry: Entry, asked: Mapping[str, tuple[float, bool]]) -> Match:
    """The source against the topic."""
    whole = sum(weight for weight, own in asked.values() if own) or 1.0
    damped = SATURATION * (0.5 + 0.5 * entry.length / index.average)
    score = strong = anywhere = 0.0
    for term, (weight, own) in asked.items():
        field = STRONG if term in entry.strong else WEAK if term in entry.weak and own else 0.0
        if not field:
            continue
        score += weight * field * (SATURATION + 1) / (field + damped)
        anywhere += weight
        strong += weight if field == STRONG else 0.0
    return Match(entry.source, score, strong / whole, anywhere / whole)


def fits(match: Match) -> bool:
    """Whether enough of the topic is found for the source to be more than a chance hit."""
    return match.strong_share >= FITS_STRONG or match.share >= FITS_WEAK


def named(registry: Registry, ids: Sequence[str]) -> tuple[tuple[Source, ...], tuple[str, ...]]:
    """The sources the user named, in that order, and the ids that nobody registered (SEL-08)."""
    known = tuple(registry.by_id[each] for each in ids if each in registry.by_id)
    return known, tuple(each for each in ids if each not in registry.by_id)


def ids_of(sources: Iterable[Source]) -> list[str]:
    return [each.id for each in sources]
