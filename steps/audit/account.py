"""Whether a report accounts for the task: every source, every candidate, every gap, every item. Yields Findings."""

from collections.abc import Iterator, Mapping
from typing import Any

from oa_conformance.steps.audit.trace import either, listed_urls, named, walk
from oa_conformance.steps.observation import Run, travelled
from oa_conformance.steps.scene import canonical_host
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.matching import place

TERMINAL = frozenset({
    "SUCCESS", "NO_RESULTS", "NO_CANONICAL_SEARCH_ROUTE", "NO_SEARCH_ADAPTER", "SEARCH_BROKER_GAP",
    "SOURCE_IDENTITY_GAP", "ORIGINAL_FETCH_GAP", "FULLTEXT_NOT_AUTHORIZED", "SOURCE_FETCH_GAP",
    "CLOSED_WORLD_VIOLATION",
})  # fmt: skip
GAPS = TERMINAL - {"SUCCESS", "NO_RESULTS"}
EVIDENCE = frozenset({"registry_metadata", "original_fulltext"})
PAGE_CLAIMS = (
    "original_record_observed", "source_identity_verified", "http_status", "content_type", "parser", "evidence_class",
    "dedupe_key",
)  # fmt: skip
"""Fields of a trace that only an opened page can fill."""
DENIALS = ("no literature", "no papers exist", "nothing has been published", "沒有文獻", "無文獻", "不存在相關文獻")


def statuses(run: Run) -> Iterator[Finding]:
    """Each attempt and each source ends in one of the ten terminal statuses (STATUS-01)."""
    said = [(named(each), each["status"]) for each in run.traces()]
    said += [(f"the source {each['source_id']}", each["status"]) for each in run.report["selected_sources"]]
    for where, status in said:
        if status not in TERMINAL:
            yield Finding("UNKNOWN_STATUS", f"one of the ten terminal statuses in {where}", status)


def sources(run: Run) -> Iterator[Finding]:
    """Every source the user named, and every one searched, has one entry and at least one trace (STATUS-02)."""
    entries = [each["source_id"] for each in run.report["selected_sources"]]
    for source_id in run.task["sources"] or ():
        if entries.count(source_id) != 1:
            yield Finding("SOURCE_NOT_REPORTED", f"one entry for {source_id}", f"{entries.count(source_id)}")
    for source_id in dict.fromkeys(entries):
        if not run.traces(source_id):
            yield Finding("NO_TRACE", f"a trace of {source_id}", "none")
    names = {each["name"]: key for key, each in run.release.sources.items()}
    for call in run.searches:
        asked = str(call.asked.get("query"))
        about = max((name for name in names if name in asked), key=len, default=None)
        if about and names[about] not in entries:
            yield Finding("SOURCE_NOT_REPORTED", f"an entry for {names[about]}, which was searched", "none", [call.n])


def roll_up(run: Run) -> Iterator[Finding]:
    """A source's state is that of one of its traces; a violation outranks all, and SUCCESS all but that (S-5)."""
    for entry in run.report["selected_sources"]:
        own = {each["status"] for each in run.traces(entry["source_id"])}
        for top in ("CLOSED_WORLD_VIOLATION", "SUCCESS"):
            if top in own:
                own = {top}
        if own and entry["status"] not in own:
            yield Finding(
                "ROLL_UP_CONTRADICTS", f"{entry['source_id']} ends as its traces do, {either(own)}", entry["status"]
            )


def gaps(run: Run) -> Iterator[Finding]:
    """The gap list holds every source that ended in a gap, and no task-level gap is missing (REPORT-04)."""
    told = {(each["source_id"], each["status"]) for each in run.report["gaps"]}
    wanted = {(each["source_id"], each["status"]) for each in run.report["selected_sources"] if each["status"] in GAPS}
    if run.report["outcome"] in ("BOOTSTRAP_IDENTITY_GAP", "REGISTRY_COVERAGE_GAP"):
        wanted.add((None, run.report["outcome"]))
    for source_id, status in sorted(wanted - told, key=str):
        yield Finding(
            "GAP_NOT_LISTED", f"{status} of {source_id or 'the task'} among the gaps", f"{sorted(told, key=str)}"
        )
    successes = {each["source_id"] for each in run.report["selected_sources"] if each["status"] == "SUCCESS"}
    ends = {each["status"] for each in run.traces()}
    for source_id, status in sorted(told, key=str):
        if source_id in successes and status not in ends:
            yield Finding("GAP_INVENTED", f"no gap {status} of {source_id}, which ended as SUCCESS", "it is listed")


def broker_domains(run: Run) -> Iterator[Finding]:
    """Each source that was searched names its host, and no other (REPORT-02)."""
    for entry in run.report["selected_sources"]:
        record = run.release.sources.get(entry["source_id"])
        host = canonical_host(record) if record else ""
        searched = any(each.domains == [host] for each in run.searches)
        traced = any(each["broker_domains"] for each in run.traces(entry["source_id"]))
        right = [host] if searched and traced else []
        if entry["broker_domains"] != right:
            said = repr(entry["broker_domains"])
            yield Finding("DOMAINS_NOT_SEARCHED", f"broker_domains {right} of {entry['source_id']}", said)


def items(run: Run) -> Iterator[Finding]:
    """Each item has a lawful evidence class and a page that was opened with success (FETCH-01, REPORT-03, EVID-05).

    What an adapter found needs no page: its record stands for it (DIRECT-13).
    """
    successes = {each["source_id"] for each in run.report["selected_sources"] if each["status"] == "SUCCESS"}
    for item in run.report["items"]:
        title = item["title"][:60]
        if item["evidence_class"] not in EVIDENCE:
            yield Finding("EVIDENCE_CLASS_UNLAWFUL", f"one of {sorted(EVIDENCE)} for {title!r}", item["evidence_class"])
        if not succeeded(run, item["original_url"]) and not found_by_adapter(run, item):
            yield Finding("ITEM_NOT_OPENED", f"a page opened with success for {title!r}", item["original_url"])
        if foreign := set(item["source_ids"]) - successes:
            yield Finding("ITEM_OF_NO_SUCCESS", f"{title!r} from sources that ended as SUCCESS", f"{sorted(foreign)}")


def found_by_adapter(run: Run, item: Mapping[str, Any]) -> bool:
    """Whether the item comes from sources that succeeded in a strict mode, and from no others."""
    ends = [(each["mode"], each["status"]) for source_id in item["source_ids"] for each in run.traces(source_id)]
    return bool(ends) and all(mode != "registry_brokered" and status == "SUCCESS" for mode, status in ends)


def succeeded(run: Run, url: str) -> bool:
    """Whether the wire shows this URL opened, by itself or at the end of redirects, with a status of 2xx."""
    where = travelled(url)
    for request in run.elsewhere:
        end = walk(run, request)[-1]
        if where in (place(request.url), place(end.url)) and end.status is not None and 200 <= end.status < 300:
            return True
    return False


def claims(run: Run) -> Iterator[Finding]:
    """No trace claims what the wire does not show (TRACE-08)."""
    for trace in run.traces():
        if trace["mode"] != "registry_brokered":
            continue
        mine = [each for each in run.searches if each.domains == trace["broker_domains"]]
        offered = {url for call in mine for url in listed_urls(run, call)}
        if trace["candidate_url"] is not None and trace["candidate_url"] not in offered:
            yield Finding(
                "CANDIDATE_INVENTED", f"a URL that the broker listed in {named(trace)}", trace["candidate_url"]
            )
        opened = trace["request_url"] is not None and bool(run.opened(trace["request_url"]))
        for name in PAGE_CLAIMS:
            if trace[name] not in (None, False) and not opened:
                yield Finding(
                    "CLAIM_NOT_ON_WIRE", f"{name} null in {named(trace)}: nothing was opened", repr(trace[name])
                )
        if trace["status"] == "NO_RESULTS" and (trace["evidence_class"] or trace["original_record_observed"]):
            yield Finding("CLAIM_NOT_ON_WIRE", f"no evidence in {named(trace)}", repr(trace["evidence_class"]))


def opens_traced(run: Run) -> Iterator[Finding]:
    """Every opened URL stands in a trace or among the rejected, or a rejected one redirected to it (TRACE-09)."""
    told = [travelled(each["url"]) for each in run.report["rejected_candidates"]]
    told += [place(hop.url) for where in set(told) for each in run.at(where) for hop in walk(run, each)]
    for trace in run.traces():
        urls = (trace["candidate_url"], trace["request_url"], trace["observed_url"], *trace["redirect_chain"])
        told += [travelled(each) for each in urls if each]
    for request in run.opens:
        if place(request.url) not in told:
            yield Finding("OPEN_NOT_TRACED", f"{request.url} in a trace or among the rejected", "neither", [request.n])


def denials(report: Mapping[str, Any]) -> list[str]:
    """Phrases that word a gap as absence of literature; advisory, for prose is not judged (STATUS-04)."""
    return [each for each in DENIALS if each in report["answer"].casefold()]
