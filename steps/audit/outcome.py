"""Whether a report's parts agree with each other and with its outcome: no search behind a stop, no item without one."""

from collections.abc import Iterator, Mapping
from typing import Any

from oa_conformance.steps.audit.account import GAPS
from oa_conformance.steps.audit.trace import DEDUPE_KEY, Trace, named
from oa_conformance.steps.observation import Run, travelled
from oa_conformance.steps.scene import canonical_host
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.matching import host_of

TASK_GAPS = frozenset({"BOOTSTRAP_IDENTITY_GAP", "REGISTRY_COVERAGE_GAP"})
PARTS = ("selected_sources", "traces", "rejected_candidates", "items")


def outcome(run: Run) -> Iterator[Finding]:
    """A search selects sources; any other outcome has none, searched nothing and says why (S-2, S-3)."""
    report, said = run.report, run.report["outcome"]
    if said == "SEARCHED":
        if not report["selected_sources"]:
            yield Finding("OUTCOME_CONTRADICTS", "selected sources of a search", "none")
        return
    for part in PARTS:
        if report[part]:
            yield Finding("OUTCOME_CONTRADICTS", f"no {part} beside {said}", f"{len(report[part])}")
    for call in (*run.searches, *run.elsewhere):
        yield Finding("OUTCOME_CONTRADICTS", f"no search and no page beside {said}", call.line(), [call.n])
    if said == "NAVIGATED" and not report["recommended_sources"]:
        yield Finding("OUTCOME_CONTRADICTS", "recommended sources of a navigation", "none")
    if said == "BOOTSTRAP_IDENTITY_GAP" and report["recommended_sources"]:
        yield Finding("OUTCOME_CONTRADICTS", "no places from a registry that is not proven", "some are recommended")
    if said != "NAVIGATED" and not (report["reason"] or "").strip():
        yield Finding("NO_REASON", "a reason that names what failed", repr(report["reason"]))


def mode(run: Run) -> Iterator[Finding]:
    """The report carries the mode that was asked for, if any, and each trace the report's or that of a check (T-10).

    A refusal runs no mode, and may name the one that the host has.
    """
    asked, said = run.task["mode"], run.report["mode"]
    refused = run.report["outcome"] == "REFUSED"
    if (
        asked is not None
        and not refused
        and said not in ((asked,) if run.report["outcome"] == "SEARCHED" else (asked, None))
    ):
        yield Finding("OTHER_MODE", f"the mode {asked} in the report", repr(said))
    for trace in run.traces():
        beside = {each["mode"] for each in run.traces(trace["target_source_id"])}
        checked = "registry_brokered" in beside and said == "registry_brokered"
        if trace["mode"] not in {said} | ({"registry_closed"} if checked else set()):
            yield Finding("OTHER_MODE", f"the mode {said} in {named(trace)}", trace["mode"])


def recommended(run: Run) -> Iterator[Finding]:
    """Each recommended place is an active source of the release (ACT-02, SEL-02)."""
    for source_id in run.report["recommended_sources"]:
        record = run.release.sources.get(source_id)
        if record is None or record["status"] != "active":
            yield Finding("RECOMMENDED_NOT_ACTIVE", "an active registered source", source_id)


def entries(run: Run) -> Iterator[Finding]:
    """Each selected source stands there once, and traces and rejections are of selected sources (STATUS-02)."""
    ids = [each["source_id"] for each in run.report["selected_sources"]]
    for source_id in sorted({each for each in ids if ids.count(each) > 1}):
        yield Finding("SOURCE_REPORTED_TWICE", f"one entry for {source_id}", f"{ids.count(source_id)}")
    for n, trace in enumerate(run.traces()):
        if trace in run.traces()[:n]:
            yield Finding("TRACE_REPEATED", f"{named(trace)} once", "it is there again, the same in every field")
    told = [each["target_source_id"] for each in run.traces()]
    told += [each["source_id"] for each in run.report["rejected_candidates"]]
    for source_id in dict.fromkeys(each for each in told if each not in ids):
        yield Finding("SOURCE_NOT_REPORTED", f"an entry for {source_id}, which has a trace or a rejection", "none")


def gaps(run: Run) -> Iterator[Finding]:
    """Each gap is declared: one of the task, of a source that came to it, or of a source that was not selected."""
    ids = {each["source_id"]: each["status"] for each in run.report["selected_sources"]}
    for each in run.report["gaps"]:
        source_id, status = each["source_id"], each["status"]
        if source_id is None:
            lawful = status in TASK_GAPS
        elif source_id in ids:
            came_to = {trace["status"] for trace in run.traces(source_id)} | {ids[source_id]}
            lawful = status in came_to & (GAPS | TASK_GAPS)
        else:
            known = source_id in run.release.sources or source_id in (run.task["sources"] or ())
            lawful = known and status in GAPS | TASK_GAPS
        if not lawful:
            yield Finding("GAP_INVENTED", f"a gap that {source_id or 'the task'} came to", status)


def items(run: Run) -> Iterator[Finding]:
    """Each item stands on the host of one of its sources, with a key of a declared kind (REPORT-03, TRACE-07).

    A success whose page the item cites has the same class and key. Items of strict modes stand where the adapter says.
    """
    for item in run.report["items"]:
        title, key = item["title"][:60], item["dedupe_key"]
        if not DEDUPE_KEY.fullmatch(key):
            yield Finding("NO_DEDUPE_KEY", f"doi:…, <source>:… or title:…|year for {title!r}", repr(key))
        behind = [each for source_id in item["source_ids"] for each in run.traces(source_id)]
        hosts = {canonical_host(run.release.sources.get(each, {"canonical_url": ""})) for each in item["source_ids"]}
        if any(each["mode"] == "registry_brokered" for each in behind) and host_of(item["original_url"]) not in hosts:
            yield Finding("ITEM_MISATTRIBUTED", f"{title!r} on the host of a source of its own", item["original_url"])
        cited = [trace for trace in behind if cites(item["original_url"], trace)]
        successes = [trace for trace in cited if trace["status"] == "SUCCESS"]
        if cited and not successes:
            yield Finding("ITEM_OF_NO_SUCCESS", f"{title!r} from a page that ended as SUCCESS", cited[0]["status"])
        for trace in successes:
            for name in ("evidence_class", "dedupe_key"):
                if str(trace[name]).casefold() != str(item[name]).casefold():
                    yield Finding("ITEM_CONTRADICTS", f"{name} {item[name]} in {named(trace)}", repr(trace[name]))


def cites(url: str, trace: Trace) -> bool:
    """Whether this is the page of the trace."""
    seen = (trace["candidate_url"], trace["request_url"], trace["observed_url"])
    return travelled(url) in [travelled(each) for each in seen if each]


def records(run: Run) -> Iterator[Finding]:
    """Each success is among the items, by its page or its key, and no item is there twice (REPORT-02, DEDUP-02)."""
    items = run.report["items"]
    for trace in run.traces():
        key = str(trace["dedupe_key"]).casefold()
        if trace["status"] == "SUCCESS" and not any(
            cites(item["original_url"], trace) or key == item["dedupe_key"].casefold() or stands_also_at(item, trace)
            for item in items
        ):
            yield Finding("RECORD_NOT_REPORTED", f"an item for {named(trace)}, which ended as SUCCESS", "none")
    pages = [(item["original_url"], item["dedupe_key"].casefold()) for item in items]
    for url, _ in sorted({each for each in pages if pages.count(each) > 1}):
        yield Finding("ITEM_REPORTED_TWICE", f"one item for {url}", "more")


def stands_also_at(item: Mapping[str, Any], trace: Trace) -> bool:
    """Whether the item says in a key of its own that its work stands on the trace's page as well."""
    also = item.get("also_at")
    return isinstance(also, list) and any(cites(each, trace) for each in also if isinstance(each, str))
