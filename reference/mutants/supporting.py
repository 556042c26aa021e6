"""Hosts that let a source or a page support more than it may (EVID-01 to EVID-06)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import evidence
from ..document import Document
from ..host import Host
from ..registry import Source
from .answers import Believing, results
from .fetching import item_of
from .making import Report, Retelling, Task, faulty, make_web, mutant, retelling_traces
from .way import retelling_status

FULLTEXT = "original_fulltext"
CLAIMED = "WRONG_EVIDENCE_CLASS FULLTEXT_CLAIMED FORBIDDEN_WORDS WRONG_STATUS"


def as_wanted(document: Document, fulltext: bool) -> str:
    """Full text wherever a page shows some, whether or not it was asked for."""
    return evidence.evidence_class(document, True)


# EVID-01 to EVID-03: sources


@mutant("EVID-01", reason=CLAIMED, collateral="EVID")
def quotes_full_text_from_a_database_of_metadata() -> Host:
    return faulty(evidence_class=as_wanted, authorization_fault=lambda *_: None)


def authorizing(is_authorized: Callable[[Source], bool]) -> Host:
    """The exemplar for which such sources may support content."""
    return faulty(
        authorization_fault=lambda source, fulltext: None
        if is_authorized(source) else evidence.authorization_fault(source, fulltext)
    )  # fmt: skip


@mutant("EVID-02", reason="WRONG_STATUS", collateral="EVID")
def searches_a_database_of_metadata_for_full_text() -> Host:
    return authorizing(lambda source: source.oa_scope == "metadata_only")


@mutant("EVID-02", reason="WRONG_STATUS", collateral="EVID")
def calls_a_want_of_authority_a_page_that_could_not_be_read() -> Host:
    return retelling_status("FULLTEXT_NOT_AUTHORIZED", "ORIGINAL_FETCH_GAP")


@mutant("EVID-02", reason="WRONG_STATUS", collateral="EVID")
def calls_a_page_that_could_not_be_read_a_want_of_authority() -> Host:
    class Excusing(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            for each in (*told["traces"], *told["selected_sources"], *told["gaps"]):
                if each["status"] == "ORIGINAL_FETCH_GAP" and task["evidence"] == "fulltext":
                    each["status"] = "FULLTEXT_NOT_AUTHORIZED"
            return told

    return Excusing(make_web())


@mutant("EVID-02", reason="WRONG_STATUS", collateral="EVID IDENT-01 ACT-06 DEDUP")
def refuses_databases_of_metadata_altogether() -> Host:
    return faulty(
        authorization_fault=lambda source, fulltext: evidence.authorization_fault(
            source, fulltext or source.oa_scope == "metadata_only"
        )
    )


@mutant("EVID-03", reason=CLAIMED, collateral="EVID")
def lets_any_open_source_support_content() -> Host:
    """Looks at the scope and not at the roles."""
    return authorizing(lambda source: source.oa_scope in ("full", "full_oa", "fully_open", "open"))


@mutant("EVID-03", reason=CLAIMED, collateral="EVID")
def does_not_look_at_the_full_text_role() -> Host:
    return authorizing(lambda source: source.oa_scope != "metadata_only")


@mutant("EVID-03", reason="WRONG_STATUS", collateral="EVID")
def wants_an_open_scope_beside_the_role() -> Host:
    """Refuses content from sources whose scope is mixed, though they have the role."""

    def fault(source: Source, fulltext: bool) -> Any:
        open_scope = source.oa_scope.startswith("full")
        return evidence.authorization_fault(source if open_scope else replace(source, access_roles=()), fulltext)

    return faulty(authorization_fault=fault)


# EVID-04: facts

FACTS = ("oa_status", "licence", "version", "peer_review", "publication_state")


def inferring(infer: Callable[[dict[str, Any], Source], dict[str, str]]) -> Host:
    """The exemplar that adds to an item's facts what it infers from the record of its source."""

    class Inferring(Host):
        def _search_source(self, source: Source, course: Any) -> Any:
            run = super()._search_source(source, course)
            items = tuple(replace(each, facts={**each.facts, **infer(dict(each.facts), source)}) for each in run.items)
            return replace(run, items=items)

    return Inferring(make_web())


def where_silent(facts: dict[str, Any], **said: str) -> dict[str, str]:
    return {name: value for name, value in said.items() if facts.get(name) is None}


@mutant("EVID-04", reason="FACT_INFERRED")
def infers_open_access_from_the_registry() -> Host:
    """The registry lists open sources, so every record is open."""
    return inferring(lambda facts, _: where_silent(facts, oa_status="Open access"))


@mutant("EVID-04", reason="FACT_INFERRED")
def infers_openness_from_the_scope_of_the_source() -> Host:
    return inferring(lambda facts, source: where_silent(facts, oa_status=source.oa_scope))


@mutant("EVID-04", reason="FACT_INFERRED")
def infers_a_review_from_the_kind_of_source() -> Host:
    return inferring(
        lambda facts, source: (
            where_silent(facts, peer_review="Not peer reviewed")
            if "preprint" in source.source_type or "repository" in source.source_type
            else where_silent(facts, peer_review="Peer reviewed")
        )
    )


@mutant("EVID-04", reason="FACT_INFERRED")
def infers_the_version_from_the_roles_of_the_source() -> Host:
    return inferring(
        lambda facts, source: where_silent(
            facts, version="Version of record" if "canonical_vor" in source.access_roles else "Repository copy"
        )
    )


@mutant("EVID-04", reason="FACT_INFERRED")
def infers_a_licence_for_open_access() -> Host:
    return inferring(lambda facts, _: where_silent(facts, licence="CC BY 4.0"))


@mutant("EVID-04", reason="FACT_INFERRED")
def takes_every_record_for_published() -> Host:
    return inferring(lambda facts, _: where_silent(facts, publication_state="Published"))


@mutant("EVID-04", reason="FACT_NOT_STATED", collateral="EVID")
def prefers_what_it_knows_of_the_source_to_what_the_page_states() -> Host:
    return inferring(lambda facts, _: {"oa_status": "Open access"} if facts.get("oa_status") else {})


@mutant("EVID-04", reason="FACT_INFERRED")
def takes_facts_from_the_broker() -> Host:
    def believe(report: Report, heard: dict[str, Any]) -> None:
        said = {each.get("url"): str(each.get("snippet")).lower() for each in results(heard)}
        for item in report["items"]:
            words = said.get(item["original_url"], "")
            if "open access" in words and item["facts"]["oa_status"] is None:
                item["facts"]["oa_status"] = "Open access"

    return Believing(believe)


# EVID-05, EVID-06: classes


def classing(item: str, **fields: Any) -> Host:
    """The exemplar that gives its items this class."""

    def tell(report: Report) -> None:
        for each in report["items"]:
            each["evidence_class"] = item
        for trace in report["traces"]:
            trace.update(fields if trace["status"] == "SUCCESS" else {})

    return Retelling(tell)


@mutant("EVID-05", reason="WRONG_EVIDENCE_CLASS EVIDENCE_CLASS_UNLAWFUL", collateral="ALL")
def has_a_class_for_abstracts() -> Host:
    return classing("abstract")


@mutant("EVID-05", reason="WRONG_EVIDENCE_CLASS EVIDENCE_CLASS_UNLAWFUL", collateral="ALL")
def spells_the_classes_in_its_own_way() -> Host:
    return classing("metadata", evidence_class="metadata")


@mutant("EVID-05", reason="WRONG_EVIDENCE_CLASS EVIDENCE_CLASS_UNLAWFUL", collateral="ALL")
def leaves_the_class_out_of_traces() -> Host:
    return retelling_traces(lambda trace: {"evidence_class": None})


@mutant("EVID-05", reason="WRONG_STATUS WRONG_EVIDENCE_CLASS EVIDENCE_CLASS_UNLAWFUL FORBIDDEN_ITEM", collateral="ALL")
def has_a_class_for_snippets() -> Host:
    def believe(report: Report, heard: dict[str, Any]) -> None:
        known = {each["original_url"] for each in report["items"]}
        for each in results(heard):
            if report["items"] and each.get("url") not in known:
                item = item_of(each, report["items"][0]["source_ids"][0])
                report["items"].append({**item, "evidence_class": "broker_snippet"})

    return Believing(believe)


@mutant("EVID-06", reason=CLAIMED, collateral="EVID ROUTE", turns="WARN")
def passes_an_abstract_off_as_full_text() -> Host:
    return faulty(evidence_class=lambda _, fulltext: FULLTEXT if fulltext else "registry_metadata")


@mutant("EVID-06", reason=CLAIMED, collateral="EVID", turns="WARN")
def takes_a_link_to_the_full_text_for_the_text() -> Host:
    def evidence_class(document: Document, fulltext: bool) -> str:
        linked = "full text" in document.text().lower() or "pdf" in document.text().lower()
        return FULLTEXT if fulltext and linked else evidence.evidence_class(document, fulltext)

    return faulty(evidence_class=evidence_class)


@mutant("EVID-06", reason=CLAIMED, collateral="EVID", turns="WARN")
def takes_headings_in_an_abstract_for_sections() -> Host:
    def evidence_class(document: Document, fulltext: bool) -> str:
        said = document.text().lower()
        sections = "methods" in said and "results" in said
        return FULLTEXT if fulltext and sections else evidence.evidence_class(document, fulltext)

    return faulty(evidence_class=evidence_class)
