"""Given and Then: what a page states, and what its record may be used for."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pytest_bdd import given, parsers, then

from oa_conformance.steps.audit import evidence as audit
from oa_conformance.steps.definitions.report import citing, item_cites, said
from oa_conformance.steps.definitions.trace import first
from oa_conformance.steps.definitions.web import healthy, put
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.verdict.finding import Finding, SuiteFault
from oa_conformance.steps.world.pages.canary import canary
from oa_conformance.steps.world.pages.record import FACTS, PageRecord

FIELDS = rf"(?:{'|'.join(FACTS)})(?:(?:, | and )(?:{'|'.join(FACTS)}))*"


@given("that page states:")
def page_states(scene: Scene, datatable: list[list[str]]) -> None:
    """Facts of the record, in its metadata and in its text."""
    stated = facts_in(datatable)
    put(scene, with_facts(healthy(scene, scene.that_page), stated), f"states {stated}")


def facts_in(table: list[list[str]]) -> dict[str, str]:
    """The table's facts by field. Raises SuiteFault for a field that is none."""
    stated = {row[0]: row[1] for row in table}
    if unknown := stated.keys() - FACTS.keys():
        raise SuiteFault(f"no such facts: {sorted(unknown)}; there are {sorted(FACTS)}")
    return stated


def with_facts(record: PageRecord, stated: Mapping[str, Any]) -> PageRecord:
    return replace(record, **stated)


@then(parsers.re(r"that page's item is of the class (?P<wanted>registry_metadata|original_fulltext)"))
def item_class(scene: Scene, wanted: str) -> None:
    item_cites(scene)
    first(audit.class_of(scene.run, citing(scene, scene.that_page), scene.that_page, wanted))


@then("each item and each success is of one of the two evidence classes")
def lawful_classes(scene: Scene) -> None:
    first(audit.classes(scene.run))


@then(parsers.re(r'nothing of "(?P<source_id>[^"]+)" is claimed as original_fulltext'))
def no_fulltext(scene: Scene, source_id: str) -> None:
    first(audit.fulltext_of(scene.run, source_id))


@then("nothing from that page's full text is in the report's items or answer")
def no_body(scene: Scene) -> None:
    word = canary("body", scene.that_page)
    if word in said(scene):
        raise Finding("FORBIDDEN_WORDS", f"nothing from the full text of {scene.that_page}", word)


@then(parsers.re(rf"that page's item leaves (?P<fields>{FIELDS}) open"))
def facts_open(scene: Scene, fields: str) -> None:
    """The item is there; each of these facts is null."""
    item_cites(scene)
    first(audit.left_open(citing(scene, scene.that_page), re.split(", | and ", fields)))


@then("that page's item says of these facts what the page states, or nothing:")
def facts_stated(scene: Scene, datatable: list[list[str]]) -> None:
    item_cites(scene)
    first(audit.as_stated(citing(scene, scene.that_page), facts_in(datatable)))
