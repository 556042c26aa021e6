"""What items and traces claim as evidence, and what they may. Each function yields a Finding for every false claim."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from oa_conformance.steps.audit.trace import named
from oa_conformance.steps.observation import Run
from oa_conformance.steps.verdict.finding import Finding

Item = Mapping[str, Any]
CLASSES = ("registry_metadata", "original_fulltext")
COMMONS = re.compile(
    r"(?:https?://)?creativecommons\.org/licenses/(?P<kind>[a-z-]+)/(?P<version>[0-9.]+)(?:[^0-9.\n].*)?"
)


def no_evidence(run: Run, source_id: str) -> Iterator[Finding]:
    """No trace of the source has a class of evidence or an observed record (FETCH-06)."""
    for trace in run.traces(source_id):
        if trace["evidence_class"] in CLASSES or trace["original_record_observed"]:
            said = f"{trace['evidence_class']}, original_record_observed {trace['original_record_observed']}"
            yield Finding("EVIDENCE_CLAIMED", f"no evidence in {named(trace)}", said)


def classes(run: Run) -> Iterator[Finding]:
    """Every item, and every trace that ended as SUCCESS, has one of the two classes (EVID-05)."""
    said = [(item["evidence_class"], f"the item {item['title'][:60]!r}") for item in run.report["items"]]
    said += [(trace["evidence_class"], named(trace)) for trace in run.traces() if trace["status"] == "SUCCESS"]
    for found, where in said:
        if found not in CLASSES:
            yield Finding("EVIDENCE_CLASS_UNLAWFUL", f"{' or '.join(CLASSES)} in {where}", repr(found))


def class_of(run: Run, items: Sequence[Item], url: str, wanted: str) -> Iterator[Finding]:
    """These items, and the traces of the page at this URL that ended as SUCCESS, have this class."""
    said = [(item["evidence_class"], f"the item {item['title'][:60]!r}") for item in items]
    said += [
        (trace["evidence_class"], named(trace))
        for trace in run.traces()
        if trace["candidate_url"] == url and trace["status"] == "SUCCESS"
    ]
    for found, where in said:
        if found != wanted:
            yield Finding("WRONG_EVIDENCE_CLASS", f"{wanted} in {where}", repr(found))


def fulltext_of(run: Run, source_id: str) -> Iterator[Finding]:
    """No item and no trace of the source claims its full text as evidence (EVID-01, EVID-03, EVID-06)."""
    said = [
        (item["evidence_class"], f"the item {item['title'][:60]!r}")
        for item in run.report["items"]
        if source_id in item["source_ids"]
    ]
    said += [(trace["evidence_class"], named(trace)) for trace in run.traces(source_id)]
    for found, where in said:
        if found == "original_fulltext":
            yield Finding("FULLTEXT_CLAIMED", f'nothing of "{source_id}" as original_fulltext', where)


def left_open(items: Iterable[Item], fields: Iterable[str]) -> Iterator[Finding]:
    """The items state none of these facts, as their page does not (EVID-04)."""
    wanted = tuple(fields)
    for item in items:
        for field in wanted:
            if item["facts"][field] is not None:
                where = f"the item {item['title'][:60]!r}: its page does not say"
                yield Finding("FACT_INFERRED", f"{field} null in {where}", repr(item["facts"][field]))


def as_stated(items: Iterable[Item], stated: Mapping[str, str]) -> Iterator[Finding]:
    """Each of these facts is null in the items, or what their page states; case and punctuation are free (EVID-04)."""
    for item in items:
        for field, said in stated.items():
            value = item["facts"][field]
            if value is not None and plain(value) != plain(said):
                where = f"the item {item['title'][:60]!r}, as its page states"
                yield Finding("FACT_NOT_STATED", f"{field} null or {said!r} in {where}", repr(value))


def plain(said: str) -> str:
    """The words alone; the address of a Creative Commons licence by the licence's name."""
    found = COMMONS.fullmatch(said.strip().lower())
    spelled = f"cc {found['kind']} {found['version']}" if found else unicodedata.normalize("NFKC", said).casefold()
    return " ".join(re.findall(r"[^\W_]+", spelled))
