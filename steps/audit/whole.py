"""All that holds of any report of a current task, whatever its world: each audit that needs only report and wire."""

from collections.abc import Callable, Iterable, Iterator

from oa_conformance.steps.audit import account, adapters, attempts, evidence, opening, outcome, rejections, trace
from oa_conformance.steps.audit.reads import mains, routing_sha256
from oa_conformance.steps.audit.trace import either
from oa_conformance.steps.observation import Run
from oa_conformance.steps.verdict.finding import Finding

Audit = Callable[[Run], Iterable[Finding]]


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


AUDITS: tuple[Audit, ...] = (
    outcome.outcome, outcome.mode, outcome.recommended, pins, sources, outcome.entries, account.statuses,
    account.roll_up, account.gaps, outcome.gaps, account.broker_domains, account.items, outcome.items, outcome.records,
    evidence.classes, attempts.fitting_modes, attempts.words, attempts.names, trace.broker_fields, trace.url_fields,
    trace.receipt_fields, trace.times, trace.dedupe_keys, trace.consistent_success, trace.routes, trace.accounted,
    rejections.offered, rejections.reasons, rejections.used, attempts.unsearched, attempts.identities,
    attempts.evidence, attempts.candidates, attempts.ends, account.claims, account.opens_traced, opening.by_rule,
    adapters.adapter_fields, adapters.without_broker, adapters.counts, adapters.records,
)  # fmt: skip


def whole(run: Run) -> Iterator[Finding]:
    """Every Finding of every audit; none of a task that asks for an older release, of which the judge holds nothing."""
    if run.task["release_id"] in (None, run.release.release_id):
        for audit in AUDITS:
            yield from audit(run)
