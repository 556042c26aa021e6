"""What every service's answer comes to: hits, or the reason why the answer is none."""

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from .. import json_text
from ..identifiers import normal_doi

FACTS = ("oa_status", "licence", "version", "peer_review", "publication_state")
TAG = re.compile(r"</?[A-Za-z][^<>]{0,100}>")
YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
ARXIV_DOI = "10.48550/arxiv."
LENGTH = 500
MARKED_UP = 4_000  # characters of a text that are read; a character reference of 4,300 digits is no number to Python


class Unreadable(ValueError):
    """An answer that is none. ``code``: error (the service says so), format, shape or count; ``detail`` a sentence."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail


def stated(**told: str | None) -> Mapping[str, str | None]:
    """The five facts of an item, null where the record states nothing."""
    return MappingProxyType({name: told.get(name) for name in FACTS})


@dataclass(frozen=True)
class Hit:
    """One record as the service describes it.

    ``record_id`` is its id at the service, ``url`` its page for people. What the answer does not say is None: no fact
    is inferred (DIRECT-13). ``outside`` says why the record does not keep to the adapter's fixed restriction.
    """

    record_id: str
    url: str
    title: str | None = None
    year: str | None = None
    doi: str | None = None
    pmcid: str | None = None
    pmid: str | None = None
    arxiv: str | None = None
    categories: tuple[str, ...] = ()
    facts: Mapping[str, str | None] = field(default_factory=stated)
    outside: str | None = None

    @property
    def known_as(self) -> tuple[str, ...]:
        """The record's global identifiers, each with its kind."""
        arxiv = self.arxiv or (self.doi or "").partition(ARXIV_DOI)[2] or None
        told = {"doi": self.doi, "pmcid": self.pmcid, "pmid": self.pmid, "arxiv": arxiv}
        return tuple(f"{kind}:{value}" for kind, value in told.items() if value)


def json_in(body: bytes) -> Mapping[str, Any]:
    """The JSON object in the body. Raises Unreadable, also for an error that the service tells of."""
    try:
        told = json_text.parsed(body, parse_constant=no_constant)
    except ValueError as error:
        raise Unreadable("format", "the answer is no JSON") from error
    if not isinstance(told, dict):
        raise Unreadable("format", "the answer is no JSON object")
    failed = next((told[key] for key in ("error", "errMsg", "errCode", "ERROR") if told.get(key)), None)
    if failed is not None:
        raise told_of(failed)
    return told


def no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def told_of(failed: Any) -> Unreadable:
    """The error that the service itself tells of."""
    return Unreadable("error", f"the service tells of an error: {line(str(failed)[:1_000]) or 'without words'}"[:250])


def listed(count: Any, records: Any, hit_of: Callable[[Any], Hit | None]) -> tuple[Hit, ...]:
    """The hits of an answer that states ``count`` and lists ``records``.

    ``hit_of`` makes one of a record, or None of one that cannot be told apart from others. Raises Unreadable where
    count or list are missing, or one is empty and the other is not: that is a failure, and no empty result (DIRECT-07).
    """
    if type(count) is not int or count < 0:
        raise Unreadable("shape", "the answer states no count of its hits")
    if not isinstance(records, list):
        raise Unreadable("shape", "the answer has no list of hits")
    if bool(count) != bool(records):
        raise Unreadable("count", f"the answer counts {count} hits and lists {len(records)}")
    found = tuple(filter(None, map(hit_of, records)))
    if records and not found:
        raise Unreadable("shape", f"none of the {len(records)} hits can be read")
    return found


def mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def sequence(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def line(value: Any) -> str | None:
    """The text on one line without markup, at most LENGTH characters; None if there is none. The title "0" is one."""
    if not isinstance(value, str):
        return None
    plain = html.unescape(TAG.sub("", value[:MARKED_UP])).encode("utf-8", "replace").decode()
    return " ".join("".join(each if each.isprintable() else " " for each in plain).split())[:LENGTH] or None


def identifier(value: Any, pattern: str) -> str | None:
    """The identifier, given as text or number, if it is exactly of that form."""
    plain = str(value).strip() if type(value) in (str, int) else ""
    return plain if re.fullmatch(pattern, plain, re.ASCII) else None


def doi(value: Any) -> str | None:
    """The DOI in the spelling that all DOIs have here."""
    return normal_doi(value) if isinstance(value, str) else None


def year(value: Any) -> str | None:
    """The year in a date or number."""
    found = YEAR.search(str(value)[:40]) if type(value) in (str, int) else None
    return found[0] if found else None
