"""Hosts whose traces do not repeat the wire (TRACE-01 to TRACE-09)."""

from collections.abc import Callable, Mapping
from typing import Any

from ..host import Host
from .making import Report, Retelling, mutant, retelling_traces

Trace = dict[str, Any]


def always(**fields: Any) -> Host:
    return retelling_traces(lambda _: fields)


def where(condition: Callable[[Trace], Any], change: Callable[[Trace], Mapping[str, Any]]) -> Host:
    """The exemplar whose traces change so where the condition holds."""
    return retelling_traces(lambda trace: change(trace) if condition(trace) else None)


def without(*fields: str, when: Callable[[Trace], Any] = lambda trace: True) -> Host:
    """The exemplar that leaves these fields out."""

    def tell(report: Report) -> None:
        for trace in report["traces"]:
            for field in fields if when(trace) else ():
                trace.pop(field)

    return Retelling(tell)


# TRACE-01, TRACE-02


@mutant("TRACE-01", reason="REPORT_INVALID", collateral="ALL")
def leaves_out_fields_that_are_null() -> Host:
    def tell(report: Report) -> None:
        report["traces"] = [
            {key: value for key, value in each.items() if value is not None} for each in report["traces"]
        ]

    return Retelling(tell)


@mutant("TRACE-01", reason="REPORT_INVALID", collateral="ALL")
def leaves_out_the_parser_of_a_search_that_found_nothing() -> Host:
    return without("parser", when=lambda trace: trace["status"] == "NO_RESULTS")


@mutant("TRACE-01", reason="REPORT_INVALID", collateral="ALL")
def writes_text_for_null() -> Host:
    return retelling_traces(lambda trace: {"http_status": "n/a"} if trace["http_status"] is None else None)


@mutant("TRACE-02", reason="PIN_NOT_REPEATED", collateral="BOOT HIST")
def leaves_mains_commit_out_of_traces() -> Host:
    return always(main_ref_commit_sha=None)


@mutant("TRACE-02", reason="PIN_NOT_REPEATED", collateral="BOOT HIST")
def repeats_a_commit_of_its_own() -> Host:
    return always(registry_release_id="0" * 40)


# TRACE-03: searches


@mutant("TRACE-03", reason="RESULT_COUNT_NOT_SERVED", collateral="ALL")
def counts_accepted_results_alone() -> Host:
    def tell(report: Report) -> None:
        bad: dict[str, int] = {}
        for each in report["rejected_candidates"]:
            bad[each["source_id"]] = bad.get(each["source_id"], 0) + 1
        for trace in report["traces"]:
            if trace["broker_result_count"]:
                trace["broker_result_count"] -= bad.get(trace["target_source_id"], 0)

    return Retelling(tell)


@mutant("TRACE-03", reason="RESULT_COUNT_NOT_SERVED", collateral="ALL")
def counts_at_most_one_result() -> Host:
    return where(lambda trace: trace["broker_result_count"], lambda _: {"broker_result_count": 1})


@mutant("TRACE-03", reason="BROKER_FIELDS_NOT_SENT", collateral="ALL")
def repeats_the_query_without_its_quotes() -> Host:
    return where(
        lambda trace: trace["broker_query"], lambda trace: {"broker_query": trace["broker_query"].replace('"', "")}
    )


@mutant("TRACE-03", reason="BROKER_FIELDS_NOT_SENT", collateral="ALL")
def repeats_the_topic_for_the_query() -> Host:
    return where(
        lambda trace: trace["broker_query"], lambda trace: {"broker_query": trace["broker_query"].partition(' "')[0]}
    )


@mutant("TRACE-03", reason="BROKER_FIELDS_NOT_SENT", collateral="ALL")
def repeats_the_domain_without_www() -> Host:
    return where(
        lambda trace: trace["broker_domains"], lambda trace: {"broker_domains": [f"*.{trace['broker_domains'][0]}"]}
    )


@mutant("TRACE-03", reason="ZERO_NOT_REPORTED", collateral="ALL")
def has_no_count_of_an_empty_search() -> Host:
    return where(lambda trace: trace["broker_result_count"] == 0, lambda _: {"broker_result_count": None})


# TRACE-04, TRACE-05: pages


@mutant("TRACE-04", reason="OBSERVED_URL_NOT_ON_WIRE URL_NOT_ON_WIRE", collateral="ALL")
def repeats_the_requested_url_for_the_observed_one() -> Host:
    return where(lambda trace: trace["request_url"], lambda trace: {"observed_url": trace["request_url"]})


@mutant("TRACE-04", reason="CHAIN_NOT_AS_WIRED", collateral="ALL")
def lists_a_redirect_that_it_did_not_follow() -> Host:
    def change(trace: Trace) -> Mapping[str, Any]:
        target = str(trace.get("detail")).partition("redirect to '")[2].partition("'")[0]
        return {"redirect_chain": [*trace["redirect_chain"], target]} if target else {}

    return retelling_traces(change)


@mutant("TRACE-04", reason="URL_NOT_ON_WIRE", collateral="ALL")
def repeats_the_doi_for_the_url() -> Host:
    return where(
        lambda trace: trace["request_url"],
        lambda trace: {"request_url": f"https://doi.org/{str(trace['dedupe_key']).removeprefix('doi:')}"},
    )


@mutant("TRACE-04", reason="OBSERVED_URL_NOT_ON_WIRE", collateral="ALL")
def observes_the_home_page_of_the_host() -> Host:
    return where(
        lambda trace: trace["observed_url"],
        lambda trace: {"observed_url": "/".join(trace["observed_url"].split("/")[:3]) + "/"},
    )


@mutant("TRACE-05", reason="HTTP_STATUS_NOT_SERVED", collateral="ALL")
def reports_200_for_every_page() -> Host:
    return where(lambda trace: trace["request_url"], lambda _: {"http_status": 200})


@mutant("TRACE-05", reason="HTTP_STATUS_NOT_SERVED", collateral="ALL")
def reports_504_for_a_page_that_was_silent() -> Host:
    return where(lambda trace: trace["request_url"] and trace["http_status"] is None, lambda _: {"http_status": 504})


@mutant("TRACE-05", reason="HTTP_STATUS_NOT_SERVED", collateral="ALL")
def reports_no_status_of_a_failure() -> Host:
    return where(lambda trace: (trace["http_status"] or 0) >= 400, lambda _: {"http_status": None})


@mutant("TRACE-05", reason="CONTENT_TYPE_NOT_SERVED", collateral="ALL")
def calls_every_page_plain_text() -> Host:
    return where(lambda trace: trace["content_type"], lambda _: {"content_type": "text/plain"})


@mutant("TRACE-05", reason="CONTENT_TYPE_NOT_SERVED", collateral="ALL")
def reports_no_content_type() -> Host:
    return always(content_type=None)


@mutant("TRACE-05", reason="NO_PARSER", collateral="ALL")
def names_no_parser() -> Host:
    return always(parser=None)


# TRACE-06, TRACE-07: times and keys


@mutant("TRACE-06", reason="TIME_NOT_OBSERVED", collateral="ALL")
def carries_no_times() -> Host:
    return always(observed_at=None)


@mutant("TRACE-06", reason="TIME_NOT_OBSERVED", collateral="ALL")
def carries_a_time_of_its_training() -> Host:
    return always(observed_at="2024-01-01T00:00:00Z")


@mutant("TRACE-06", reason="TIME_NOT_OBSERVED", collateral="ALL")
def carries_times_without_a_zone() -> Host:
    return where(lambda trace: trace["observed_at"], lambda trace: {"observed_at": trace["observed_at"].rstrip("Z")})


@mutant("TRACE-06", reason="TIME_NOT_OBSERVED", collateral="ALL")
def carries_times_of_successes_alone() -> Host:
    return where(lambda trace: trace["status"] != "SUCCESS", lambda _: {"observed_at": None})


@mutant("TRACE-06", reason="TIME_NOT_OBSERVED", collateral="ALL")
def carries_dates_without_a_time() -> Host:
    return where(lambda trace: trace["observed_at"], lambda trace: {"observed_at": trace["observed_at"][:10]})


@mutant("TRACE-07", reason="NO_DEDUPE_KEY", collateral="DEDUP")
def has_no_keys() -> Host:
    return always(dedupe_key=None)


@mutant("TRACE-07", reason="NO_DEDUPE_KEY", collateral="DEDUP")
def has_no_key_for_a_page_without_a_doi() -> Host:
    return where(lambda trace: not str(trace["dedupe_key"]).startswith("doi:"), lambda _: {"dedupe_key": None})


@mutant("TRACE-07", reason="NO_DEDUPE_KEY", collateral="DEDUP TRACE-08")
def keys_a_work_by_its_url() -> Host:
    return where(lambda trace: trace["dedupe_key"], lambda trace: {"dedupe_key": f"url={trace['observed_url']}"})


# TRACE-08, TRACE-09: claims and completeness


@mutant("TRACE-08", reason="CLAIM_NOT_ON_WIRE CANDIDATE_INVENTED", collateral="ALL")
def claims_a_page_where_nothing_was_found() -> Host:
    return where(lambda trace: trace["status"] == "NO_RESULTS", lambda _: {"original_record_observed": True})


@mutant("TRACE-08", reason="CLAIM_NOT_ON_WIRE", collateral="ALL")
def claims_a_status_where_the_broker_failed() -> Host:
    return where(lambda trace: trace["status"] == "SEARCH_BROKER_GAP", lambda _: {"http_status": 503})


@mutant("TRACE-08", reason="CANDIDATE_INVENTED", collateral="ALL")
def invents_a_candidate_where_nothing_was_found() -> Host:
    return where(
        lambda trace: trace["status"] == "NO_RESULTS",
        lambda trace: {"candidate_url": f"https://{trace['broker_domains'][0]}/a"},
    )


@mutant("TRACE-08", reason="CLAIM_NOT_ON_WIRE", collateral="ALL")
def claims_metadata_where_nothing_was_found() -> Host:
    return where(lambda trace: trace["status"] == "NO_RESULTS", lambda _: {"evidence_class": "registry_metadata"})


@mutant("TRACE-08", reason="CLAIM_NOT_ON_WIRE", collateral="ALL")
def names_a_parser_where_nothing_was_opened() -> Host:
    return where(lambda trace: trace["request_url"] is None, lambda _: {"parser": "registered_source_document_v1"})


@mutant("TRACE-09", reason="OPEN_NOT_TRACED", collateral="ALL")
def traces_the_first_page_of_a_source_alone() -> Host:
    """Keeps one trace a source, and names its other pages nowhere."""

    def tell(report: Report) -> None:
        first: dict[str, Trace] = {}
        for trace in report["traces"]:
            first.setdefault(trace["target_source_id"], trace)
        report["traces"] = list(first.values())
        kept = {trace["candidate_url"] for trace in report["traces"]}
        report["rejected_candidates"] = [
            each for each in report["rejected_candidates"]
            if each["reason_code"] not in ("IDENTITY", "FETCH") or each["url"] in kept
        ]  # fmt: skip

    return Retelling(tell)


@mutant("TRACE-09", reason="OPEN_NOT_TRACED", collateral="ALL")
def forgets_pages_that_were_opened_in_vain() -> Host:
    def tell(report: Report) -> None:
        report["traces"] = [
            each for each in report["traces"]
            if each["status"] == "SUCCESS" or each["request_url"] is None
        ]  # fmt: skip
        report["rejected_candidates"] = [
            each for each in report["rejected_candidates"] if each["reason_code"] not in ("IDENTITY", "FETCH")
        ]

    return Retelling(tell)
