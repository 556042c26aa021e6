"""The curated table in ``subjects.json``: what subjects are called in Chinese, and which words belong to which subject.

Subject, as registries write it -> ``names`` (Chinese) and ``words`` that stand for it, in both languages. A registry's
subjects are matched whole, so that "climate science" never stands for "data science".
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .words import chinese_runs, folded, latin_terms, pairs

TABLE = Path(__file__).with_name("subjects.json")


@dataclass(frozen=True)
class Row:
    """One subject: its names and the words that stand for it, folded."""

    subject: str
    names: tuple[str, ...]
    words: tuple[str, ...]


@lru_cache(maxsize=1)
def rows() -> tuple[Row, ...]:
    table: dict[str, dict[str, list[str]]] = json.loads(TABLE.read_text("utf-8"))
    return tuple(
        Row(folded(subject), (folded(subject), *map(folded, row["names"])), tuple(map(folded, row["words"])))
        for subject, row in table.items()
    )


@lru_cache(maxsize=1)
def chinese() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """A pattern for the table's Chinese words, longest first, and the subject that each name names."""
    named = {name: row.subject for row in rows() for name in row.names if not name.isascii() and len(name) > 1}
    words = {word for row in rows() for word in row.words if not word.isascii() and len(word) > 1}
    longest_first = sorted(named.keys() | words, key=lambda each: (-len(each), each))
    return re.compile("|".join(map(re.escape, longest_first))), named


def terms_of(*texts: str) -> list[str]:
    """The terms of the texts: Latin stems, whole subjects where Chinese names one, else pairs of Chinese characters.

    A subject's Chinese name is one term and not its pairs, or 文學 (literature) would be found in 天文學 (astronomy).
    """
    pattern, named = chinese()
    found = list[str]()
    for text in map(folded, texts):
        found += latin_terms(text)
        for run in chinese_runs(text):
            at = 0
            for word in pattern.finditer(run):
                found += pairs(run[at : word.start()])
                found += [subject_term(named[word[0]])] if word[0] in named else pairs(word[0])
                at = word.end()
            found += pairs(run[at:])
    return found


def subject_term(subject: str) -> str:
    """A subject as one term, which only the whole subject meets: "climate science" is no part of "data science"."""
    return f"subject:{folded(subject)}"


def stood_for(topic: str) -> Mapping[str, frozenset[str]]:
    """Subjects that the topic names or has words for, as terms, and the topic's own terms that each explains."""
    text = folded(topic)
    plain = f" {' '.join(re.findall(r'[a-z0-9]+', text))} "
    found = dict[str, frozenset[str]]()
    for row in rows():
        met = [each for each in (*row.names, *row.words) if contains(text, plain, each)]
        if met:
            found[subject_term(row.subject)] = frozenset(terms_of(*met))
    return found


def contains(text: str, plain: str, name: str) -> bool:
    """Whether the topic has the name: a Latin one as whole words, a Chinese one of two characters or more anywhere."""
    if name.isascii():
        return f" {' '.join(re.findall(r'[a-z0-9]+', name))} " in plain
    return len(name) > 1 and name in text
