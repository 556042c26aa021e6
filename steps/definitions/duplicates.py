"""Given: what a page says of its record. Then: how works found more than once are told apart and reported."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pytest_bdd import given, parsers, then

from oa_conformance.steps.audit import duplicates as audit
from oa_conformance.steps.definitions.trace import first
from oa_conformance.steps.definitions.web import healthy, put
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.verdict.finding import Finding, SuiteFault
from oa_conformance.steps.world.pages.record import Reference

KINDS = "|".join(audit.KINDS)
FIELDS: dict[str, Callable[[str], dict[str, Any]]] = {
    "title": lambda said: {"title": said},
    "year": lambda said: {"year": int(said)},
    "DOI": lambda said: {"doi": None if said == "none" else said},
    "cites": lambda said: {"references": (Reference("Sleep and what it keeps", "Annals of Sleep", said),)},
}


@given("that page shows a record with:")
def page_shows(scene: Scene, datatable: list[list[str]]) -> None:
    """A healthy record of the source spoken of, but for the fields in the table."""
    changes: dict[str, Any] = {}
    for field, said in datatable:
        if field not in FIELDS:
            raise SuiteFault(f"a page shows no {field!r}; what it can be told to show: {', '.join(FIELDS)}")
        changes |= FIELDS[field](said)
    put(scene, replace(healthy(scene, scene.that_page), **changes), f"shows {dict(datatable)}")


@then(parsers.re(r'that page is keyed by the DOI "(?P<doi>[^"]+)"'))
def keyed_by_doi(scene: Scene, doi: str) -> None:
    first(audit.keys(scene.run, scene.that_page, ["a DOI"], f"doi:{doi}"))


@then(parsers.re(f"that page is keyed by (?P<kinds>(?:{KINDS})(?: or (?:{KINDS}))*)"))
def keyed_by_kind(scene: Scene, kinds: str) -> None:
    first(audit.keys(scene.run, scene.that_page, kinds.split(" or ")))


@then(parsers.re(r"the report has (?P<count>\d+) items?"))
def report_has_items(scene: Scene, count: str) -> None:
    items = [(each["title"], each["original_url"], each["dedupe_key"]) for each in scene.run.report["items"]]
    if len(items) != int(count):
        raise Finding("WRONG_NUMBER_OF_ITEMS", f"{count}", f"{len(items)}: {items}")


@then(parsers.re(r'the item names "(?P<one>[^"]+)" and "(?P<other>[^"]+)"'))
def item_names(scene: Scene, one: str, other: str) -> None:
    """One item was found through both sources, and says so (DEDUP-02)."""
    named = [set(each["source_ids"]) for each in scene.run.report["items"]]
    if not any({one, other} <= each for each in named):
        raise Finding("SOURCE_NOT_NAMED", f"an item with the sources {one} and {other}", f"{[*map(sorted, named)]}")
