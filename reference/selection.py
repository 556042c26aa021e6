"""Which sources fit a topic: a small ranking over the fields the contract names, in English and Chinese.

A source fits when enough of the topic's weight (rare words weigh more) is found in its record. Words of a topic also
stand for the subjects they belong to (``subjects``), at less weight. Ranking is BM25-like; ties go by id.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from .registry import Registry, Source
from .subjects import stood_for, subject_term, terms_of

USUAL, MOST, BROAD = 5, 8, 12
GENERAL = "multidisciplinary"  # the subject of a source that has records of every subject
STRONG, WEAK = 3.0, 1.0
STANDS_FOR = 0.5  # weight of a subject, of the topic's own words that it explains
FITS_STRONG, FITS_WEAK, FITS_EXPLAINED = 0.35, 0.5, 1 / 3
"""A source fits if this share of the topic's weight stands in its strong fields or anywhere, or if one of its subjects
explains this share of the topic's terms."""

NEAR_TOP = 0.35  # of the best score; below it a source is only chosen when nothing better is
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
class Asked:
    """A topic's terms: their weights, and for subjects it has words for, the share of its terms that each explains."""

    own: Mapping[str, float]
    subjects: Mapping[str, float]
    explained: Mapping[str, float]


@dataclass(frozen=True)
class Match:
    """How well a source fits: ``score`` ranks; the shares, of the topic's weight or terms, decide if it fits at all."""

    source: Source
    score: float
    strong: float
    anywhere: float
    explained: float


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
    whole = frozenset(map(subject_term, source.subjects))
    return Entry(source, frozenset(strong) | whole, frozenset(weak), len(strong) + len(weak))


def choose(index: Index, topic: str, broad: bool) -> tuple[Source, ...]:
    """The fitting sources, best first: about five, more for a broad request, none if nothing fits (SEL-03 to 07)."""
    ranked = rank(index, topic)
    if not ranked:
        return ()
    near = [match for match in ranked if match.score >= NEAR_TOP * ranked[0].score]
    return tuple(match.source for match in near[: BROAD if broad else USUAL])


def choose_strict(index: Index, topic: str, broad: bool, able: Collection[str]) -> tuple[Source, ...]:
    """The fitting sources for a strict mode; ``able`` are the ids of those that have an adapter.

    Beside those that fit best, which may all lack one, stand the best that have one: such as fit the topic, and then
    such as have records of every subject.
    """
    best = choose(index, topic, broad)
    general = [entry.source for entry in index.entries if GENERAL in map(str.casefold, entry.source.subjects)]
    more = [*(match.source for match in rank(index, topic)), *sorted(general, key=lambda source: source.id)]
    fitting = dict.fromkeys((*best, *(source for source in more if source.id in able)))
    return tuple(fitting)[: BROAD if broad else MOST]


def rank(index: Index, topic: str) -> list[Match]:
    """All sources that fit, by score and then id."""
    asked = weighed(index, topic)
    matches = (match(index, entry, asked) for entry in index.entries)
    return sorted((each for each in matches if fits(each)), key=lambda each: (-each.score, each.source.id))


def weighed(index: Index, topic: str) -> Asked:
    """The topic's own terms by rarity, and the subjects it has words for by what they explain."""
    own = {term: index.rarity.get(term, index.unseen) for term in terms_of(topic)}
    found = {subject: terms & own.keys() for subject, terms in stood_for(topic).items() if subject not in own}
    return Asked(
        own,
        {subject: STANDS_FOR * sum(own[term] for term in terms) for subject, terms in found.items()},
        {subject: len(terms) / len(own) for subject, terms in found.items()},
    )


def match(index: Index, entry: Entry, asked: Asked) -> Match:
    """The source against the topic."""
    whole = sum(asked.own.values()) or 1.0
    damped = SATURATION * (0.5 + 0.5 * entry.length / index.average)
    score = strong = anywhere = 0.0
    for term, weight in asked.own.items():
        field = STRONG if term in entry.strong else WEAK if term in entry.weak else 0.0
        score += weight * field * (SATURATION + 1) / (field + damped)
        strong += weight if field == STRONG else 0.0
        anywhere += weight if field else 0.0
    subjects = asked.subjects.keys() & entry.strong
    score += sum(asked.subjects[each] * STRONG * (SATURATION + 1) / (STRONG + damped) for each in subjects)
    explained = max((asked.explained[each] for each in subjects), default=0.0)
    return Match(entry.source, score, strong / whole, anywhere / whole, explained)


def fits(match: Match) -> bool:
    """Whether enough of the topic is found for the source to be more than a chance hit."""
    return match.strong >= FITS_STRONG or match.anywhere >= FITS_WEAK or match.explained >= FITS_EXPLAINED


def named(registry: Registry, ids: Sequence[str]) -> tuple[tuple[Source, ...], tuple[str, ...]]:
    """The sources the user named, in that order, and the ids that nobody registered (SEL-08)."""
    known = tuple(registry.by_id[each] for each in ids if each in registry.by_id)
    return known, tuple(each for each in ids if each not in registry.by_id)
