"""Hosts that take one work for two, or two for one (DEDUP-01 to DEDUP-04)."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from .. import duplicates
from ..duplicates import Item
from ..host import Host
from ..names import normal_name
from ..records import Record, record_in
from .making import Report, Retelling, faulty, mutant


def keyed(key: Any) -> Host:
    """The exemplar that keys works by ``key(source_id, record)``, or as usual where that returns None."""
    return faulty(
        dedupe_key=lambda source_id, record: key(source_id, record) or duplicates.dedupe_key(source_id, record)
    )


def merging(same: Any) -> Host:
    return faulty(merged=lambda items: duplicates.merged(items, same))


@mutant("DEDUP-01", reason="WRONG_KIND_OF_KEY WRONG_NUMBER_OF_ITEMS", turns="WARN", collateral="DEDUP")
def keys_every_work_by_title_and_year() -> Host:
    return keyed(lambda _, record: f"title:{normal_name(record.title)}|{record.year or ''}")


@mutant("DEDUP-01", reason="WRONG_KIND_OF_KEY", turns="WARN")
def does_not_know_the_ids_of_repositories() -> Host:
    return keyed(lambda _, record: None if record.doi else f"title:{normal_name(record.title)}|{record.year or ''}")


@mutant("DEDUP-01", reason="WRONG_KEY WRONG_KIND_OF_KEY", turns="WARN", collateral="DEDUP TRACE-07")
def keys_a_work_by_its_doi_as_it_is_spelled() -> Host:
    """Takes the resolver's prefix for a part of the DOI."""
    return keyed(lambda _, record: f"doi:https://doi.org/{record.doi}" if record.doi else None)


@mutant("DEDUP-01", reason="WRONG_NUMBER_OF_ITEMS", turns="WARN")
def compares_titles_letter_by_letter() -> Host:
    return keyed(
        lambda _, record: None if record.doi or record.record_id else f"title:{record.title}|{record.year or ''}"
    )


@mutant("DEDUP-02", reason="WRONG_NUMBER_OF_ITEMS WRONG_COUNT_OF_ITEMS", collateral="DEDUP")
def reports_a_work_for_each_source() -> Host:
    return faulty(merged=list)


@mutant("DEDUP-02", reason="WRONG_NUMBER_OF_ITEMS", collateral="DEDUP")
def merges_works_by_their_titles_alone() -> Host:
    return merging(lambda one, other: normal_name(one.title) == normal_name(other.title))


@mutant("DEDUP-02", reason="SOURCE_NOT_NAMED", turns="WARN", collateral="DEDUP")
def names_the_first_source_of_a_work_alone() -> Host:
    def merged(items: Iterable[Item]) -> list[Item]:
        return [replace(each, source_ids=each.source_ids[:1]) for each in duplicates.merged(items)]

    return faulty(merged=merged)


@mutant("DEDUP-03", reason="WRONG_NUMBER_OF_ITEMS NO_ITEM", collateral="DEDUP")
def merges_works_of_one_title() -> Host:
    return merging(
        lambda one, other: duplicates.is_same_work(one, other) or normal_name(one.title) == normal_name(other.title)
    )


@mutant("DEDUP-03", reason="WRONG_NUMBER_OF_ITEMS NO_ITEM", collateral="DEDUP")
def merges_works_of_one_title_and_year() -> Host:
    def same(one: Item, other: Item) -> bool:
        alike = (normal_name(one.title), one.year) == (normal_name(other.title), other.year)
        return duplicates.is_same_work(one, other) or alike

    return merging(same)


@mutant("DEDUP-03", reason="WRONG_NUMBER_OF_ITEMS NO_ITEM", collateral="DEDUP")
def compares_the_beginning_of_dois() -> Host:
    def same(one: Item, other: Item) -> bool:
        keys = sorted((one.dedupe_key, other.dedupe_key), key=len)
        return duplicates.is_same_work(one, other) or (keys[0].startswith("doi:") and keys[1].startswith(keys[0]))

    return merging(same)


@mutant("DEDUP-03", reason="WRONG_NUMBER_OF_ITEMS NO_ITEM", collateral="ALL")
def merges_what_one_search_found() -> Host:
    """Reports one item for the whole task."""
    return Retelling(lambda report: report.update(items=report["items"][:1]))


@mutant("DEDUP-03", reason="WRONG_NUMBER_OF_ITEMS NO_ITEM", collateral="DEDUP")
def takes_a_cited_doi_for_the_doi_of_a_page() -> Host:
    def with_cited(document: Any) -> Record | None:
        found = record_in(document)
        cited = re.search(r"10\.\d{4,9}/[\w./-]+\w", " ".join(block.text for block in document.blocks if block.beside))
        return replace(found, doi=cited[0].lower()) if found and not found.doi and cited else found

    return faulty(record_in=with_cited)


def latest(report: Report) -> None:
    """Keep the last item of each title."""
    report["items"] = list({normal_name(each["title"]): each for each in report["items"]}.values())


@mutant("DEDUP-03", reason="WRONG_NUMBER_OF_ITEMS NO_ITEM", collateral="DEDUP")
def keeps_the_latest_of_works_with_one_title() -> Host:
    return Retelling(latest)
