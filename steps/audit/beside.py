"""What holds in every example, whatever it is about: each audit that needs only a run, with the clause it keeps.

A host may keep a clause in the examples of that clause and break it elsewhere: with another topic, with more sources,
after a failure. So every example that held is looked through, and what is found counts against the clause that was
broken, not against the one that the example is about.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from oa_conformance.steps.audit import (
    account,
    adapters,
    attempts,
    boundary,
    evidence,
    opening,
    outcome,
    prose,
    rejections,
    searches,
    trace,
    whole,
)
from oa_conformance.steps.observation import Run
from oa_conformance.steps.verdict.finding import Finding

Audit = Callable[[Run], Iterable[Finding]]


@dataclass(frozen=True)
class Rule:
    """An audit and its clause. A ``reading`` of the protocol is a warning where it alone is broken."""

    clause_id: str
    audit: Audit
    reading: bool = False


RULES: tuple[Rule, ...] = (
    Rule("STATUS-08", outcome.outcome),
    Rule("MODE-07", outcome.mode),
    Rule("ACT-07", outcome.recommended),
    Rule("TRACE-02", whole.pins),
    Rule("STATUS-02", whole.sources),
    Rule("STATUS-02", outcome.entries),
    Rule("STATUS-01", account.statuses),
    Rule("STATUS-05", account.roll_up),
    Rule("REPORT-04", account.gaps),
    Rule("REPORT-04", outcome.gaps),
    Rule("REPORT-02", account.broker_domains),
    Rule("REPORT-03", account.items),
    Rule("REPORT-03", outcome.items),
    Rule("REPORT-02", outcome.records),
    Rule("EVID-05", evidence.classes),
    Rule("MODE-04", attempts.fitting_modes),
    Rule("BROK-13", attempts.words, reading=True),
    Rule("ROUTE-07", attempts.names, reading=True),
    Rule("TRACE-03", trace.broker_fields),
    Rule("TRACE-04", trace.url_fields),
    Rule("TRACE-05", trace.receipt_fields),
    Rule("TRACE-06", trace.times),
    Rule("TRACE-07", trace.dedupe_keys),
    Rule("IDENT-08", trace.consistent_success),
    Rule("ROUTE-07", trace.routes, reading=True),
    Rule("BROK-04", trace.accounted),
    Rule("BROK-04", rejections.offered),
    Rule("BROK-04", rejections.reasons),
    Rule("BROK-04", rejections.used),
    Rule("TRACE-08", attempts.unsearched),
    Rule("IDENT-08", attempts.identities),
    Rule("TRACE-08", attempts.evidence),
    Rule("TRACE-04", attempts.candidates),
    Rule("TRACE-04", attempts.requested),
    Rule("STATUS-08", attempts.ends),
    Rule("TRACE-08", account.claims),
    Rule("TRACE-09", account.opens_traced),
    Rule("URL-09", opening.by_rule),
    Rule("TRACE-08", adapters.adapter_fields),
    Rule("MODE-06", adapters.without_broker),
    Rule("DIRECT-08", adapters.counts),
    Rule("DIRECT-13", adapters.records),
    Rule("BROK-02", searches.filtered),
    Rule("BROK-01", searches.named),
    Rule("BROK-01", searches.topical),
    Rule("BROK-11", searches.bounded, reading=True),
    Rule("BROK-05", prose.of_results),
    Rule("ACT-07", prose.places),
    Rule("REPORT-03", prose.cited, reading=True),
    Rule("DIRECT-03", adapters.templates_kept),
    Rule("DIRECT-06", adapters.limits_kept),
    Rule("SEC-03", boundary.stays_inside),
    Rule("SEC-04", boundary.encrypted),
    Rule("SEC-05", boundary.nobodys),
)
"""Of each clause the first that is broken is told, and of its readings the first."""

AUDITS: tuple[Audit, ...] = tuple(rule.audit for rule in RULES)


def is_current(run: Run) -> bool:
    """Whether the task is of the release that the judge holds; of an older one it has nothing to compare with."""
    return run.task["release_id"] in (None, run.release.release_id)


def all_findings(run: Run) -> Iterator[Finding]:
    """Every Finding of every audit; none of a task that asks for an older release."""
    if is_current(run):
        for audit in AUDITS:
            yield from audit(run)


def beside(run: Run) -> Iterator[tuple[Rule, Finding]]:
    """The first Finding against each clause; none of a task that asks for an older release."""
    if not is_current(run):
        return
    told = set[tuple[str, bool]]()
    for rule in RULES:
        place = (rule.clause_id, rule.reading)
        found = None if place in told else next(iter(rule.audit(run)), None)
        if found is not None:
            told.add(place)
            yield rule, found
