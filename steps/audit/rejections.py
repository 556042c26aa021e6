"""Whether rejected candidates were offered, and for reasons that are true (BROK-04, URL-12)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from oa_conformance.steps.audit.attempts import proven
from oa_conformance.steps.audit.candidate_url import MUST, faults
from oa_conformance.steps.audit.trace import listed_urls
from oa_conformance.steps.observation import Run
from oa_conformance.steps.scene import canonical_host
from oa_conformance.steps.verdict.finding import Finding

Rejected = Mapping[str, Any]
CLAUSES = {
    "NOT_HTTPS": {"URL-01"}, "OFF_HOST": {"URL-02"}, "PORT": {"URL-03"}, "USERINFO": {"URL-04"}, "FRAGMENT": {"URL-05"},
    "ENCODED_PATH": {"URL-06", "URL-08"}, "DOT_SEGMENT": {"URL-07", "URL-08"},
}  # fmt: skip
"""Reason codes, and the clauses of which one must be broken for the code to be true. Any fault makes MALFORMED true."""


def offered(run: Run) -> Iterator[Finding]:
    """Each rejected candidate is one that the broker listed for its source. What is no text may be told in any way."""
    listings = [(each.domains, listed_urls(run, each)) for each in run.searches]
    for each in run.report["rejected_candidates"]:
        host = host_of_source(run, each["source_id"])
        seen: list[Any] = [url for domains, urls in listings if domains == [host] for url in urls]
        if each["url"] not in seen and all(isinstance(url, str) for url in seen):
            yield Finding("REJECTION_INVENTED", f"a candidate offered for {each['source_id']}", each["url"])


def reasons(run: Run) -> Iterator[Finding]:
    """The reason code of each rejection is true of the candidate, as far as the wire or its own text shows."""
    for each in run.report["rejected_candidates"]:
        if is_false(run, each):
            found = f"{each['reason_code']}, of {each['url']}"
            yield Finding("REASON_NOT_TRUE", "a reason code that is true of the rejected candidate", found)


def used(run: Run) -> Iterator[Finding]:
    """No candidate is rejected that a trace of the same source ends with as SUCCESS, unless it was listed twice."""
    successes = {
        (each["target_source_id"], each["candidate_url"]) for each in run.traces() if each["status"] == "SUCCESS"
    }
    for each in run.report["rejected_candidates"]:
        if each["reason_code"] != "DUPLICATE" and (each["source_id"], each["url"]) in successes:
            found = f"{each['reason_code']}, of {each['url']}"
            yield Finding("REJECTION_CONTRADICTS", "no rejection of a candidate that ended as SUCCESS", found)


def is_false(run: Run, each: Rejected) -> bool:
    """Whether the reason code is known not to be true. Identity and duplicates of works are the host's judgement."""
    code, url, host = each["reason_code"], each["url"], host_of_source(run, each["source_id"])
    broken = {fault.clause for fault in faults(url, host)}
    mine = [call for call in run.searches if call.domains == [host]]
    truths = {
        **{known: bool(broken & clauses) for known, clauses in CLAUSES.items()},
        "MALFORMED": bool(broken),
        "IDENTITY": bool(run.opened(url)),
        "FETCH": not any(fault.level == MUST for fault in faults(url, host)),
        "BUDGET": not run.opened(url) and any(len(listed_urls(run, call)) > 1 for call in mine),
        "DUPLICATE": bool(run.opened(url)) or repeated(run, url),
        "BROKER_FAILED": not mine or not all(proven(run, call) for call in mine),
    }
    return not truths.get(code, True)


def repeated(run: Run, url: str) -> bool:
    """Whether the broker listed the URL more than once."""
    return Counter(str(each) for call in run.searches for each in listed_urls(run, call))[url] > 1


def host_of_source(run: Run, source_id: str) -> str:
    record = run.release.sources.get(source_id)
    return canonical_host(record) if record else ""
