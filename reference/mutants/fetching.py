"""Hosts that take something for the original page that is none (FETCH-01 to FETCH-06)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import originals, walls
from ..host import Host
from ..originals import Fault, Opened
from ..transport import Answer, Failure
from .answers import Believing, results
from .making import Detouring, Errand, Reply, Report, Retelling, faulty, mutant
from .opening import after_pages, is_page
from .way import retelling_status

WRONG = "WRONG_STATUS"
LOST = "STATUS REPORT TRACE BROK URL RETRY EVID SEC FETCH"


def excusing(is_excused: Callable[[Fault], bool], **rules: Any) -> Host:
    """The exemplar for which such a fault of an opened page is none."""

    def open_original(web: Any, *said: Any) -> Opened:
        found = originals.open_original(web, *said)
        if found.fault is None or not is_excused(found.fault):
            return found
        again = web.exchange("GET", found.observed_url, accept="*/*", limit=2_000_000, seconds=5)
        return replace(found, fault=None, body=again.body if isinstance(again, Answer) else b"")

    return faulty(open_original=open_original, **rules)


# FETCH-01, FETCH-06: what was not opened


def item_of(result: dict[str, Any], source_id: str) -> dict[str, Any]:
    """An item made of the broker's words alone."""
    return {
        "title": str(result.get("title")), "source_ids": [source_id], "original_url": str(result.get("url")),
        "evidence_class": "registry_metadata", "dedupe_key": f"title:{result.get('title')}|2024",
        "facts": dict.fromkeys(("oa_status", "licence", "version", "peer_review", "publication_state")),
    }  # fmt: skip


def adding(which: Callable[[Report, dict[str, Any]], bool]) -> Host:
    """The exemplar that adds items for such results of the broker."""

    def believe(report: Report, heard: dict[str, Any]) -> None:
        known = {each["original_url"] for each in report["items"]}
        successes = [each["source_id"] for each in report["selected_sources"] if each["status"] == "SUCCESS"]
        for each in results(heard):
            if successes and each.get("url") not in known and which(report, each):
                report["items"].append(item_of(each, successes[0]))

    return Believing(believe)


def code_of(report: Report, result: dict[str, Any]) -> str:
    found = (each["reason_code"] for each in report["rejected_candidates"] if each["url"] == result.get("url"))
    return next(found, "")


@mutant("FETCH-01", reason="ITEM_NOT_OPENED FORBIDDEN_ITEM FORBIDDEN_WORDS", collateral="ALL")
def reports_results_that_it_did_not_open() -> Host:
    return adding(lambda report, result: code_of(report, result) == "BUDGET")


@mutant("FETCH-01", reason="ITEM_NOT_OPENED FORBIDDEN_ITEM FORBIDDEN_WORDS", collateral="ALL")
def reports_results_whose_pages_are_gone() -> Host:
    return adding(lambda report, result: code_of(report, result) == "FETCH")


@mutant("FETCH-01", reason="WRONG_STATUS FORBIDDEN_ITEM NOT_OPENED", collateral="ALL")
def keeps_pages_between_tasks() -> Host:
    kept: dict[str, Reply] = {}

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        if not is_page(method, url):
            return errand.ask(method, url, **rest)
        if url not in kept:
            kept[url] = errand.ask(method, url, **rest)
        return kept[url]

    return Detouring(detour)


@mutant("FETCH-06", reason="WRONG_STATUS", collateral="ALL")
def takes_a_snippet_for_a_record() -> Host:
    """Where it cannot open a page it reports the source as found all the same, by its snippet."""

    def believe(report: Report, heard: dict[str, Any]) -> None:
        for entry in report["selected_sources"]:
            if entry["status"] == "ORIGINAL_FETCH_GAP" and results(heard):
                entry["status"] = "SUCCESS"
                report["items"].append(item_of(results(heard)[0], entry["source_id"]))
        lucky = {each["source_id"] for each in report["selected_sources"] if each["status"] == "SUCCESS"}
        report["gaps"] = [each for each in report["gaps"] if each["source_id"] not in lucky]

    return Believing(believe)


@mutant("FETCH-06", reason="EVIDENCE_CLAIMED", collateral="TRACE-08")
def calls_a_snippet_metadata() -> Host:
    """Claims a class of evidence in the trace of a page that nobody opened."""

    def tell(report: Report) -> None:
        for trace in report["traces"]:
            if trace["status"] == "ORIGINAL_FETCH_GAP":
                trace["evidence_class"] = "registry_metadata"

    return Retelling(tell)


@mutant("FETCH-06", reason="FORBIDDEN_WORDS", collateral="ALL")
def quotes_the_brokers_copy_of_a_page() -> Host:
    def believe(report: Report, heard: dict[str, Any]) -> None:
        report["answer"] += f"\n{heard.get('cached_text', '')}"

    return Believing(believe)


# FETCH-02, FETCH-03: failures


@mutant("FETCH-02", reason=WRONG, collateral=LOST)
def calls_a_silent_page_no_results() -> Host:
    return retelling_status("ORIGINAL_FETCH_GAP", "NO_RESULTS")


@mutant("FETCH-02", reason=WRONG, collateral=LOST)
def calls_a_silent_page_a_violation() -> Host:
    return retelling_status("ORIGINAL_FETCH_GAP", "CLOSED_WORLD_VIOLATION")


@mutant("FETCH-02", reason="HOST_RAISED", collateral="ALL")
def crashes_when_a_page_is_silent() -> Host:
    def then(errand: Errand, url: str, reply: Reply) -> None:
        if isinstance(reply, Failure):
            raise TimeoutError(f"{url} did not answer")

    return after_pages(then)


@mutant("FETCH-02", reason=WRONG, collateral="FETCH")
def takes_a_page_that_breaks_off_for_whole() -> Host:
    """Reads what has arrived when the connection breaks, and asks no more of it."""

    def then(errand: Errand, url: str, reply: Reply) -> Reply | None:
        broken = isinstance(reply, Failure) and reply.kind == "connection" and "reset" in reply.detail.lower()
        if not broken:
            return None
        return Answer(200, {"content-type": "text/html"}, PAGE.encode(), reply.at)

    return after_pages(then)


PAGE = (
    '<!doctype html><html><head><title>Sleep</title><meta name="citation_title" content="Sleep and memory">'
    '<meta name="citation_journal_title" content="PLOS Biology"><meta name="citation_doi" content="10.1371/x.1"></head>'
    "<body><h1>Sleep and memory</h1></body></html>"
)


def by_status(*statuses: int) -> Host:
    """The exemplar that reads the body of an answer with these statuses."""
    return excusing(lambda fault: fault.kind in {f"http_{each}" for each in statuses})


@mutant("FETCH-03", reason=WRONG, collateral=f"{LOST} RETRY")
def does_not_look_at_the_status() -> Host:
    return excusing(lambda fault: fault.kind.startswith("http_"))


@mutant("FETCH-03", reason=WRONG, collateral=LOST)
def reads_the_body_of_a_403() -> Host:
    return by_status(401, 403)


@mutant("FETCH-03", reason=WRONG, collateral=LOST)
def reads_the_body_of_a_410() -> Host:
    return by_status(410)


@mutant("FETCH-03", reason=WRONG, collateral=LOST)
def reads_the_body_of_server_errors() -> Host:
    return by_status(500, 502, 503)


# FETCH-04, FETCH-05: walls and documents


@mutant("FETCH-04", reason=WRONG, collateral="RETRY FETCH-07")
def knows_no_walls() -> Host:
    """Takes every page that answers 200 for a page of the site, so that a challenge is a page without a container."""
    return faulty(wall_in=lambda _: None)


@mutant("FETCH-04", reason=WRONG, collateral="ALL")
def takes_every_captcha_widget_for_a_wall() -> Host:
    def wall_in(document: Any) -> Fault | None:
        found = any("captcha" in each for each in document.markup)
        return walls.wall_in(document) or (Fault("captcha", "it has a CAPTCHA") if found else None)

    return faulty(wall_in=wall_in)


@mutant("FETCH-04", reason=WRONG, collateral="ALL")
def takes_every_login_link_for_a_wall() -> Host:
    def wall_in(document: Any) -> Fault | None:
        said = document.text().lower()
        locked = any(each in said for each in ("log in", "sign in", "purchase", "buy", "subscribe"))
        return walls.wall_in(document) or (Fault("login", "it asks for a login") if locked else None)

    return faulty(wall_in=wall_in)


@mutant("FETCH-04", reason=WRONG, collateral="RETRY FETCH-07")
def takes_a_challenge_for_an_empty_source() -> Host:
    def tell(report: Report) -> None:
        for trace in report["traces"]:
            if "bot check" in str(trace.get("detail")):
                trace["status"] = "NO_RESULTS"
        walled = {each["source_id"] for each in report["gaps"] if "bot check" in str(each["detail"])}
        for entry in report["selected_sources"]:
            entry["status"] = "NO_RESULTS" if entry["source_id"] in walled else entry["status"]
        report["gaps"] = [each for each in report["gaps"] if each["source_id"] not in walled]

    return Retelling(tell)


@mutant("FETCH-05", reason=WRONG, collateral="STATUS-03 TRACE-05")
def reads_a_document_of_any_type() -> Host:
    return excusing(lambda fault: fault.kind in ("type", "empty"))


@mutant("FETCH-05", reason=WRONG)
def reads_html_under_the_type_of_an_image() -> Host:
    def then(errand: Errand, url: str, reply: Reply) -> Reply | None:
        if isinstance(reply, Failure) or reply.body.lstrip()[:9].lower() != b"<!doctype":
            return None
        return replace(reply, headers={**reply.headers, "content-type": "text/html"})

    return after_pages(then)


@mutant("FETCH-05", reason=WRONG, collateral="STATUS TRACE-05")
def calls_a_page_that_is_no_document_an_identity_gap() -> Host:
    def tell(report: Report) -> None:
        words = ("content type", "body is", "not what its type")
        lost = {
            each["target_source_id"]
            for each in report["traces"]
            if any(one in str(each.get("detail")) for one in words)
        }
        for key, part in (("target_source_id", "traces"), ("source_id", "selected_sources"), ("source_id", "gaps")):
            for each in report[part]:
                if each[key] in lost and each["status"] == "ORIGINAL_FETCH_GAP":
                    each["status"] = "SOURCE_IDENTITY_GAP"

    return Retelling(tell)


@mutant("FETCH-05", reason="HOST_RAISED", collateral="ALL")
def crashes_on_what_it_cannot_parse() -> Host:
    def then(errand: Errand, url: str, reply: Reply) -> None:
        if isinstance(reply, Answer) and reply.status == 200:
            reply.body.decode("utf-8")
            if not reply.body.strip() or b"<title" not in reply.body:
                raise ValueError(f"{url} has no title")

    return after_pages(then)
