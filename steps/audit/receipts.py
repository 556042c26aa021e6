"""Receipts of hosts that failed: no host is asked again, and a receipt that is used again has its own time (RETRY)."""

from collections.abc import Iterator
from datetime import datetime

from oa_conformance.steps.audit.trace import Trace, named, within
from oa_conformance.steps.observation import Request, Run
from oa_conformance.steps.scene import canonical_host
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.adapters import adapters_of


def asked(run: Run, host: str) -> tuple[Request, ...]:
    """Requests to a host that fails, in their order. The first is how the failure is known, the others repeat it."""
    return tuple(each for each in run.requests if each.host == host)


def times(run: Run, host: str) -> Iterator[Finding]:
    """Each trace of a source on the failed host carries the time of a failure that was observed (RETRY-02).

    A request is observed once. So there are no more times than requests: who asks nothing repeats the time of who did.
    """
    traces = [each for each in run.traces() if host_of(run, each) == host]
    if not traces:
        yield Finding("NO_TRACE", f"a trace of a source on {host}", "none")
    for trace in traces:
        if not within(trace["observed_at"], run.started, run.ended):
            at = repr(trace["observed_at"])
            yield Finding("RECEIPT_WITHOUT_TIME", f"the time of the failure in {named(trace)}", at)
    requests, observed = asked(run, host), {each["observed_at"] for each in traces}
    if len(observed) > len(requests):
        times = f"{len(requests)} requests to {host} and no more times of observation than that"
        yield Finding("TIME_NOT_THAT_OF_THE_FAILURE", times, f"{sorted(map(str, observed))}", [e.n for e in requests])


def stale(run: Run, earlier: Run, host: str) -> Iterator[Finding]:
    """The conclusion of an earlier task is not repeated: the host was asked, and the time is new (RETRY-03)."""
    if not asked(run, host):
        yield Finding("STALE_CONCLUSION", f"a request to {host} in this task", "none")
    before = {each["observed_at"] for each in earlier.traces() if host_of(earlier, each) == host}
    for trace in run.traces():
        if host_of(run, trace) == host and trace["observed_at"] in before and is_exact(trace["observed_at"]):
            yield Finding(
                "STALE_CONCLUSION",
                f"a time of this task in {named(trace)}",
                f"{trace['observed_at']}, of the task before",
            )


def host_of(run: Run, trace: Trace) -> str:
    """The host that the attempt had to do with: its source's own, or in a strict mode its adapter's; "" if none."""
    source_id = trace["target_source_id"]
    if trace["mode"] != "registry_brokered":
        adapter = adapters_of(run.release.routing).get(source_id)
        return adapter.host if adapter else ""
    record = run.release.sources.get(source_id)
    return canonical_host(record) if record else ""


def is_exact(at: object) -> bool:
    """Whether the time has a fraction of a second. Two tasks may well be run within one whole second."""
    try:
        return datetime.fromisoformat(str(at)).microsecond != 0
    except ValueError:
        return False
