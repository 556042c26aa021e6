"""Whether what was opened keeps the rules for candidates, also where no scenario planned it (URL-09, REDIR-03)."""

from collections.abc import Iterator

from oa_conformance.steps.audit.candidate_url import MUST, Fault, fault
from oa_conformance.steps.audit.trace import Trace, named, walk
from oa_conformance.steps.observation import Run
from oa_conformance.steps.scene import canonical_host
from oa_conformance.steps.verdict.finding import Finding


def by_rule(run: Run) -> Iterator[Finding]:
    """Each page on the wire is one that some source's host allows, and so is each candidate that traces say was opened.

    The wire shows where requests went, the traces from what text: a fragment or a user's name never travels. Where
    adapters redirect is no page's affair (DIRECT-10).
    """
    hosts = [canonical_host(run.release.sources[each]) for each in spoken_of(run)]
    by_adapters = {hop.n for each in run.adapter_calls for hop in walk(run, each)}
    pages = () if walks_by_itself(run) else [each for each in run.opens if each.n not in by_adapters]
    for request in pages:
        found = [broken(request.url, host) for host in hosts]
        if all(found):
            worst = next((each for each in found if each and each.clause != "URL-02"), next(iter(found), None))
            why = f"{request.line()}: {worst.why} ({worst.clause})" if worst else f"{request.line()}, for no source"
            yield Finding("FORBIDDEN_URL_REQUESTED", "pages that the rules for candidates allow", why, [request.n])
    for trace, url, host in opened_candidates(run):
        wrong = broken(url, host)
        if wrong:
            why = f"{url!r}: {wrong.why} ({wrong.clause})"
            yield Finding("FORBIDDEN_CANDIDATE_OPENED", f"no forbidden candidate opened in {named(trace)}", why)


def doubtful(run: Run) -> Iterator[str]:
    """Opened candidates that the rules allow only in one reading of them, each as a line of advice (URL-08)."""
    for _, url, host in opened_candidates(run):
        found = fault(url, host)
        if found and found.level != MUST:
            yield f"{url!r} was opened, although {found.why} ({found.clause}, a reading)"


def opened_candidates(run: Run) -> Iterator[tuple[Trace, str, str]]:
    """Traces of candidates that the wire shows opened, the candidate's text, and the host of its source."""
    for trace in run.traces():
        record = run.release.sources.get(trace["target_source_id"])
        candidate, asked = trace["candidate_url"], trace["request_url"]
        if record and candidate and asked and trace["mode"] == "registry_brokered" and run.opened(asked):
            yield trace, candidate, canonical_host(record)


def broken(url: str, host: str) -> Fault | None:
    """The rule of the protocol's own words that the URL breaks on this host."""
    found = fault(url, host)
    return found if found and found.level == MUST else None


def spoken_of(run: Run) -> list[str]:
    """Sources that the task names or the report selects, as far as they are registered."""
    ids = [*(run.task["sources"] or ()), *(each["source_id"] for each in run.report["selected_sources"])]
    return [each for each in dict.fromkeys(ids) if each in run.release.sources]


def walks_by_itself(run: Run) -> bool:
    """Whether the task prescribes an opener that follows redirects: what it asks for is not the host's doing."""
    return (run.task["tools"] or {}).get("open_page") == "follows"
