"""What a report of a current task holds as a whole: the one pin, and every source (``beside`` has all such audits)."""

from collections.abc import Iterator

from oa_conformance.steps.audit import account, trace
from oa_conformance.steps.audit.reads import mains, routing_sha256
from oa_conformance.steps.audit.trace import either
from oa_conformance.steps.observation import Run
from oa_conformance.steps.verdict.finding import Finding


def pins(run: Run) -> Iterator[Finding]:
    """A search or a navigation carries the one pin in report and traces; a stop carries it or nothing (TRACE-02)."""
    pin, digest = run.release.release_id, routing_sha256(run.release)
    if run.report["outcome"] in ("SEARCHED", "NAVIGATED"):
        yield from trace.pins(run, pin, pin, digest)
        return
    commits = mains(run)
    lawful = {
        "main_ref_commit_sha": commits,
        "registry_release_id": {*commits, pin, run.task["release_id"]},
        "routing_sha256": {digest},
    }
    for name, right in lawful.items():
        if run.report[name] is not None and run.report[name] not in right:
            yield Finding("PIN_NOT_REPEATED", f"{name} null, or {either(right)}, in the report", repr(run.report[name]))


def sources(run: Run) -> Iterator[Finding]:
    """Every source that was named or searched is reported (STATUS-02)."""
    if run.report["outcome"] == "SEARCHED":
        yield from account.sources(run)
