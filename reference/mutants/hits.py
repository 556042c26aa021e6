"""Hosts that make more, or less, of an adapter's answer than it says (DIRECT-07 to 09, DIRECT-13, DIRECT-A01 on)."""

from collections.abc import Callable
from typing import Any

from ..adapters import asking, reading
from ..adapters.hits import Hit
from ..host import Host
from ..names import normal_name
from ..originals import Fault
from ..transport import Answer
from .adapters import restating, strict_alone
from .making import Report, Task, faulty, make_web, mutant
from .opening import OPTIONS

WRONG = "WRONG_STATUS"

# DIRECT-07, DIRECT-08: failures and hits


@mutant("DIRECT-07", reason=WRONG, collateral="DIRECT MODE RETRY SEC")
def calls_an_adapters_failure_no_results() -> Host:
    return restating("SOURCE_FETCH_GAP", "NO_RESULTS")


@mutant("DIRECT-07", reason=WRONG, collateral="DIRECT MODE RETRY SEC")
def calls_an_adapters_failure_a_violation() -> Host:
    return restating("SOURCE_FETCH_GAP", "CLOSED_WORLD_VIOLATION")


@mutant("DIRECT-07", reason=WRONG, collateral="DIRECT MODE RETRY SEC")
def calls_an_adapters_failure_a_gap_of_fetching_an_original() -> Host:
    return restating("SOURCE_FETCH_GAP", "ORIGINAL_FETCH_GAP")


def excusing(is_excused: Callable[[Fault], bool]) -> Host:
    """The exemplar for which such a fault of an adapter's answer is none."""

    def answer_fault(answer: Answer, accepted: tuple[str, ...]) -> Fault | None:
        found = asking.answer_fault(answer, accepted)
        return None if found and is_excused(found) else found

    return faulty(answer_fault=answer_fault)


@mutant("DIRECT-07", reason=f"{WRONG} HTTP_STATUS_NOT_SERVED", collateral="DIRECT")
def reads_an_adapters_answer_of_any_type() -> Host:
    return excusing(lambda fault: fault.kind == "type")


def reading_as_empty(is_empty: Callable[[Fault], bool]) -> Host:
    """The exemplar that takes such an unreadable answer for an empty one."""

    def hits_in(adapter: Any, body: bytes) -> Any:
        found = reading.hits_in(adapter, body)
        return () if isinstance(found, Fault) and is_empty(found) else found

    return faulty(hits_in=hits_in)


@mutant("DIRECT-07", reason=WRONG, collateral="DIRECT")
def takes_an_error_in_a_200_for_an_empty_answer() -> Host:
    return reading_as_empty(lambda fault: fault.kind == "answer_error")


@mutant("DIRECT-07", reason=WRONG, collateral="DIRECT")
def takes_a_list_that_is_missing_for_an_empty_one() -> Host:
    return reading_as_empty(lambda fault: fault.kind in ("answer_count", "answer_shape"))


@mutant("DIRECT-07", reason=WRONG, collateral="DIRECT")
def takes_a_broken_answer_for_an_empty_one() -> Host:
    return reading_as_empty(lambda fault: fault.kind == "answer_format")


@mutant("DIRECT-07", reason="CLAIMS_AFTER_FAILURE", collateral="DIRECT MODE")
def claims_metadata_after_a_failure() -> Host:
    def change(told: Report) -> None:
        for trace in told["traces"]:
            if trace["status"] == "SOURCE_FETCH_GAP":
                trace["evidence_class"] = "registry_metadata"

    return strict_alone(change)


@mutant("DIRECT-08", reason=f"{WRONG} COUNT_CONTRADICTS", collateral="DIRECT MODE")
def calls_an_empty_answer_a_success() -> Host:
    return restating("NO_RESULTS", "SUCCESS")


@mutant("DIRECT-08", reason=WRONG, collateral="DIRECT MODE")
def calls_an_empty_answer_a_failure() -> Host:
    return restating("NO_RESULTS", "SOURCE_FETCH_GAP")


@mutant("DIRECT-08", reason="WRONG_COUNT_OF_ITEMS NO_ITEM", collateral="DIRECT")
def reports_the_first_hit_alone() -> Host:
    return strict_alone(lambda told: told.update(items=told["items"][:1]))


@mutant("DIRECT-08", reason="NO_DEDUPE_KEY COUNT_CONTRADICTS WRONG_KIND_OF_KEY", collateral="DIRECT MODE")
def keys_no_hits() -> Host:
    def change(told: Report) -> None:
        for trace in told["traces"]:
            trace["dedupe_key"] = None

    return strict_alone(change)


@mutant("DIRECT-08", reason="COUNT_NOT_REPORTED", turns="WARN", collateral="DIRECT")
def counts_no_hits() -> Host:
    def change(told: Report) -> None:
        for trace in told["traces"]:
            trace["broker_result_count"] = None

    return strict_alone(change)


# DIRECT-09: links


def visiting(urls: Callable[[Report], list[str]]) -> Host:
    """The exemplar that opens what its hits lead to."""

    class Visiting(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            if told["mode"] in ("registry_closed", "direct_only"):
                for url in urls(told):
                    self._web.exchange("GET", url, **OPTIONS)
            return told

    return Visiting(make_web())


@mutant("DIRECT-09", reason="RETURNED_LINK_OPENED", collateral="DIRECT MODE ACT SEC")
def opens_the_landing_pages_of_hits() -> Host:
    return visiting(lambda told: [each["original_url"] for each in told["items"]])


@mutant("DIRECT-09", reason="RETURNED_LINK_OPENED", collateral="DIRECT MODE ACT SEC")
def resolves_the_dois_of_hits() -> Host:
    return visiting(
        lambda told: [
            f"https://doi.org/{each['dedupe_key'].removeprefix('doi:')}"
            for each in told["items"] if each["dedupe_key"].startswith("doi:")
        ]
    )  # fmt: skip


# DIRECT-13: what a hit proves


def retelling_items(change: Callable[[dict[str, Any]], object]) -> Host:
    def tell(told: Report) -> None:
        for item in told["items"]:
            change(item)

    return strict_alone(tell)


SAID = "FACT_INFERRED FACT_INVENTED"


@mutant("DIRECT-13", reason=SAID, collateral="DIRECT")
def infers_a_licence_from_an_adapter() -> Host:
    return retelling_items(lambda item: item["facts"].update(licence=item["facts"]["licence"] or "CC BY"))


@mutant("DIRECT-13", reason=SAID, collateral="DIRECT")
def infers_a_review_from_an_adapter() -> Host:
    return retelling_items(lambda item: item["facts"].update(peer_review="Peer reviewed"))


@mutant("DIRECT-13", reason=SAID, collateral="DIRECT")
def infers_a_version_from_an_adapter() -> Host:
    return retelling_items(lambda item: item["facts"].update(version="Version of record"))


@mutant("DIRECT-13", reason="EVIDENCE_TOO_HIGH WRONG_EVIDENCE_CLASS", collateral="DIRECT SEC")
def takes_a_hit_for_full_text() -> Host:
    return retelling_items(lambda item: item.update(evidence_class="original_fulltext"))


# DIRECT-A01 on: keys and categories

KEYED = "WRONG_KIND_OF_KEY WRONG_KEY OTHER_DEDUPE_KEY NO_ITEM"


def keying(source_id: str, key: Callable[[Hit], str]) -> Host:
    """The exemplar that keys one adapter's hits otherwise."""
    return faulty(
        hit_key=lambda adapter, hit: key(hit) if adapter.source_id == source_id else reading.hit_key(adapter, hit)
    )


def by_title(hit: Hit) -> str:
    return f"title:{normal_name(hit.title or 'a record')}|{hit.year or ''}"


@mutant("DIRECT-A01", reason=KEYED, collateral="DIRECT DEDUP")
def keys_europe_pmc_by_title() -> Host:
    return keying("europe-pmc", by_title)


@mutant("DIRECT-A02", reason=KEYED, collateral="DIRECT DEDUP")
def keys_openalex_by_title() -> Host:
    return keying("openalex", by_title)


@mutant("DIRECT-A03", reason=KEYED, collateral="DIRECT DEDUP")
def keys_pubmed_central_by_its_number_alone() -> Host:
    return keying("pubmed-central", lambda hit: f"title:{hit.record_id}|")


@mutant("DIRECT-A04", reason=KEYED, collateral="DIRECT DEDUP")
def keys_doaj_by_title() -> Host:
    return keying("doaj", by_title)


@mutant("DIRECT-A05", reason=KEYED, collateral="DIRECT DEDUP")
def keys_zenodo_by_title() -> Host:
    return keying("zenodo", by_title)


@mutant("DIRECT-A06", reason=KEYED, collateral="DIRECT DEDUP")
def keys_arxiv_by_title() -> Host:
    return keying("arxiv", by_title)


def of_any_category(source_id: str) -> Host:
    """The exemplar that takes a hit of another category for one of this adapter's."""
    return faulty(
        outside=lambda adapter, hit: None if adapter.source_id == source_id else reading.outside(adapter, hit)
    )


@mutant("DIRECT-A07", reason="WRONG_COUNT_OF_ITEMS", turns="WARN")
def takes_any_category_for_cs_cl() -> Host:
    return of_any_category("arxiv-cs-cl")


@mutant("DIRECT-A10", reason="WRONG_COUNT_OF_ITEMS", turns="WARN")
def takes_any_category_for_stat_ml() -> Host:
    return of_any_category("arxiv-stat-ml")
