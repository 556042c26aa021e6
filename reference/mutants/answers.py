"""Hosts that make more, or less, of the broker's answer than it proves (BROK-05 to BROK-08)."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import broker
from ..broker import Search
from ..host import Host
from ..transport import Answer
from .making import Detouring, Errand, Reply, Report, Retelling, faulty, mutant, retelling_traces
from .way import retelling_status

# BROK-05: nothing it says is evidence


class Believing(Detouring):
    """The exemplar that hears what the broker says of its results, and tells the user."""

    def __init__(self, believe: Callable[[Report, dict[str, Any]], object]) -> None:
        self._believe, self._heard = believe, dict[str, Any]()
        super().__init__(self._listen)

    def _listen(self, errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if method == "POST" and isinstance(reply, Answer) and reply.status == 200:
            said = broker.json_object(reply.body)
            self._heard = {**self._heard, **said, "results": [*results(self._heard), *results(said)]}
        return reply

    def run(self, task: Any, tools: Any = None) -> Report:
        self._heard = {}
        report = super().run(task, tools)
        self._believe(report, self._heard)
        return report


def results(heard: dict[str, Any]) -> list[dict[str, Any]]:
    found = heard.get("results")
    return found if isinstance(found, list) else []


@mutant("BROK-05", reason="FORBIDDEN_WORDS", collateral="ALL")
def quotes_snippets() -> Host:
    def believe(report: Report, heard: dict[str, Any]) -> None:
        report["answer"] += "".join(f"\n{each.get('snippet')}" for each in results(heard))

    return Believing(believe)


@mutant("BROK-05", reason="FORBIDDEN_WORDS", collateral="ALL")
def quotes_the_snippet_of_a_page_it_could_not_read() -> Host:
    def believe(report: Report, heard: dict[str, Any]) -> None:
        lost = {each["url"] for each in report["rejected_candidates"] if each["reason_code"] == "FETCH"}
        report["answer"] += "".join(f"\n{each.get('snippet')}" for each in results(heard) if each.get("url") in lost)

    return Believing(believe)


@mutant("BROK-05", reason="FORBIDDEN_WORDS", collateral="ALL")
def takes_titles_from_the_broker() -> Host:
    def believe(report: Report, heard: dict[str, Any]) -> None:
        titles = {each.get("url"): each.get("title") for each in results(heard)}
        for item in report["items"]:
            item["title"] = titles.get(item["original_url"]) or item["title"]

    return Believing(believe)


@mutant("BROK-05", reason="FORBIDDEN_WORDS", collateral="ALL")
def passes_on_the_brokers_summary() -> Host:
    def believe(report: Report, heard: dict[str, Any]) -> None:
        report["answer"] += f"\n{heard.get('answer', '')}"

    return Believing(believe)


@mutant("BROK-05", reason="PAGE_NOT_READ", collateral="ALL")
def names_no_words_of_the_page() -> Host:
    """Reports that something was found, and nothing of what the page says."""

    def tell(report: Report) -> None:
        report["answer"] = ""
        for item in report["items"]:
            item["title"] = "A record"

    return Retelling(tell)


# BROK-06, BROK-07: a receipt that proves nothing


def excusing(is_excused: Callable[[str], bool], instead: Callable[[Search], Search]) -> Host:
    """The exemplar that takes a broker's gap with such a detail for something else."""

    def search(web: Any, *said: Any, **rest: Any) -> Search:
        found = broker.search(web, *said, **rest)
        return instead(found) if found.gap and is_excused(found.gap.detail) else found

    return faulty(search=search)


def as_empty(found: Search) -> Search:
    return replace(found, gap=None, count=0, candidates=())


def as_proven(found: Search) -> Search:
    return replace(found, gap=None, count=len(found.candidates))


FAILING = "BROK STATUS TRACE REPORT"


@mutant("BROK-06", reason="WRONG_STATUS", collateral=FAILING)
def takes_a_broker_that_failed_for_one_that_found_nothing() -> Host:
    return excusing(lambda detail: "could not be asked" in detail or "answered" in detail, as_empty)


@mutant("BROK-06", reason="WRONG_STATUS", collateral=FAILING)
def takes_a_busy_broker_for_one_that_found_nothing() -> Host:
    return excusing(lambda detail: "answered 429" in detail, as_empty)


@mutant("BROK-06", reason="WRONG_STATUS", collateral=FAILING)
def calls_a_brokers_timeout_a_page_that_could_not_be_read() -> Host:
    return retelling_status("SEARCH_BROKER_GAP", "ORIGINAL_FETCH_GAP")


@mutant("BROK-06", reason="RESULT_COUNT_NOT_SERVED", collateral=FAILING, turns="WARN")
def counts_zero_where_the_broker_failed() -> Host:
    return retelling_traces(
        lambda trace: {"broker_result_count": 0}
        if trace["status"] == "SEARCH_BROKER_GAP" and trace["broker_result_count"] is None else None
    )  # fmt: skip


@mutant("BROK-06", reason="HOST_RAISED", collateral="ALL")
def crashes_when_the_broker_is_silent() -> Host:
    def search(web: Any, *said: Any, **rest: Any) -> Search:
        found = broker.search(web, *said, **rest)
        if found.gap and "could not be asked" in found.gap.detail:
            raise TimeoutError(found.gap.detail)
        return found

    return faulty(search=search)


@mutant("BROK-07", reason="WRONG_STATUS", collateral=FAILING)
def takes_prose_for_an_empty_list() -> Host:
    return excusing(lambda detail: "no list of results" in detail, as_empty)


@mutant("BROK-07", reason="WRONG_STATUS", collateral="STATUS-06")
def does_not_look_at_the_echo_of_the_filter() -> Host:
    return excusing(lambda detail: "says it searched" in detail, as_proven)


@mutant("BROK-07", reason="WRONG_STATUS")
def takes_a_wider_filter_for_the_one_it_asked_for() -> Host:
    """Is content when its domain is among those that were searched, or below one of them."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if method != "POST" or not isinstance(reply, Answer):
            return reply
        said, asked = broker.json_object(reply.body), rest["json"]["domains"][0]
        echo = said.get("applied_domains")
        if isinstance(echo, list) and any(asked == each or asked.endswith(f".{each}") for each in echo):
            said["applied_domains"] = [asked]
            return replace(reply, body=json.dumps(said).encode())
        return reply

    return Detouring(detour)


@mutant("BROK-07", reason="WRONG_STATUS")
def does_not_compare_the_count_with_the_list() -> Host:
    return excusing(lambda detail: "counts" in detail, as_proven)


@mutant("BROK-07", reason="WRONG_STATUS")
def believes_a_count_above_the_list() -> Host:
    """Takes a count that is larger than the list for a second page of results."""

    def search(web: Any, *said: Any, **rest: Any) -> Search:
        found = broker.search(web, *said, **rest)
        excused = (
            found.gap and found.gap.detail.startswith("the broker counts ") and " counts 0 " not in found.gap.detail
        )
        return as_proven(found) if excused else found

    return faulty(search=search)


@mutant("BROK-07", reason="WRONG_STATUS", collateral="BROK STATUS-06")
def believes_a_count_of_zero_above_a_list() -> Host:
    return excusing(lambda detail: "counts 0 results" in detail, as_empty)


@mutant("BROK-07", reason="WRONG_STATUS", collateral="ALL")
def wants_an_echo_of_the_filter() -> Host:
    """Takes a broker that does not repeat the filter for one that did not apply it."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if method == "POST" and isinstance(reply, Answer) and "applied_domains" not in broker.json_object(reply.body):
            return replace(reply, status=502)
        return reply

    return Detouring(detour)


# BROK-08: zero results


@mutant("BROK-08", reason="WRONG_STATUS", collateral="IDENT STATUS BROK URL TRACE REPORT")
def calls_it_no_results_where_all_were_rejected() -> Host:
    return retelling_status("SOURCE_IDENTITY_GAP", "NO_RESULTS")


@mutant("BROK-08", reason="WRONG_STATUS", collateral=FAILING)
def calls_it_no_results_where_the_broker_failed() -> Host:
    return retelling_status("SEARCH_BROKER_GAP", "NO_RESULTS")


def counting(zero: Any) -> Host:
    """The exemplar that writes the count of an empty search otherwise."""
    return retelling_traces(lambda trace: {"broker_result_count": zero} if trace["status"] == "NO_RESULTS" else None)


@mutant("BROK-08", reason="REPORT_INVALID", collateral="ALL")
def writes_false_for_zero() -> Host:
    return counting(False)


@mutant("BROK-08", reason="REPORT_INVALID", collateral="ALL")
def writes_zero_with_a_decimal_point() -> Host:
    return counting(0.0)


@mutant("BROK-08", reason="REPORT_INVALID", collateral="ALL")
def writes_zero_as_text() -> Host:
    return counting("0")


@mutant("BROK-08", reason="ZERO_NOT_REPORTED", collateral="ALL")
def leaves_zero_out() -> Host:
    return counting(None)


@mutant("BROK-08", reason="CLAIMS_A_PAGE", collateral="ALL")
def names_a_page_where_nothing_was_found() -> Host:
    return retelling_traces(
        lambda trace: (
            {"candidate_url": f"https://{trace['broker_domains'][0]}/"} if trace["status"] == "NO_RESULTS" else None
        )
    )
