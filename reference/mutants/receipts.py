"""Hosts that ask a failed host again, or hold a failure against it for too long (RETRY-01 to RETRY-03)."""

from typing import Any

from ..course import Course
from ..failures import MARKING, FailedHosts, marks_host
from ..host import Host
from ..originals import Fault, Opened
from ..transport import Answer, Failure
from .making import Detouring, Errand, Reply, Report, Retelling, Task, faulty, make_web, mutant
from .opening import is_page

AGAIN = "FAILED_HOST_ASKED_AGAIN"


@mutant("RETRY-01", reason=AGAIN, collateral="RETRY")
def keeps_no_receipts() -> Host:
    return faulty(marks_host=lambda _: False)


def not_marking(*kinds: str) -> Host:
    """The exemplar for which these failures say nothing of a host."""
    return faulty(marks_host=lambda kind: kind not in kinds and marks_host(kind))


@mutant("RETRY-01", reason=AGAIN, collateral="RETRY")
def asks_a_host_again_that_was_silent() -> Host:
    return not_marking("timeout")


@mutant("RETRY-01", reason=AGAIN, collateral="RETRY")
def asks_a_host_again_that_wants_less() -> Host:
    return not_marking("http_429")


@mutant("RETRY-01", reason=AGAIN, collateral="RETRY")
def asks_a_host_again_that_wants_to_see_a_human() -> Host:
    return not_marking("captcha")


@mutant("RETRY-01", reason=AGAIN, collateral="RETRY")
def asks_a_host_again_that_does_not_exist() -> Host:
    return not_marking("dns")


def trying(times: int) -> Host:
    """The exemplar that opens a page so many times until it answers."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        for _ in range(times - 1 if is_page(method, url) else 0):
            if isinstance(reply, Answer) and reply.status != 429:
                break
            reply = errand.ask(method, url, **rest)
        return reply

    return Detouring(detour)


@mutant("RETRY-01", reason=f"{AGAIN} WRONG_STATUS", collateral="ALL")
def tries_three_times() -> Host:
    return trying(3)


@mutant("RETRY-01", reason=f"{AGAIN} WRONG_STATUS", collateral="ALL")
def looks_for_life_after_a_failure() -> Host:
    """Asks for the home page of a host that failed, to see whether it is back."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if is_page(method, url) and isinstance(reply, Failure):
            for page in ("", "robots.txt"):
                errand.ask("GET", "/".join((*url.split("/")[:3], page)), **rest)
        return reply

    return Detouring(detour)


@mutant("RETRY-01", reason="WRONG_STATUS", turns="WARN", collateral="ALL")
def gives_up_a_host_for_one_missing_page() -> Host:
    return faulty(marks_host=lambda kind: kind in MARKING or kind == "http_404")


# RETRY-02: with the time of observation


def retelling_reused(change: Any) -> Host:
    """The exemplar whose traces of pages that were not opened, for a host that failed before, change so."""

    def tell(report: Report) -> None:
        for trace in report["traces"]:
            if trace["status"] == "ORIGINAL_FETCH_GAP" and trace["request_url"] is None:
                trace.update(change(report, trace))

    return Retelling(tell)


TIMELESS = "TIME_NOT_THAT_OF_THE_FAILURE RECEIPT_WITHOUT_TIME TIME_NOT_OBSERVED"


@mutant("RETRY-02", reason=TIMELESS, collateral="RETRY TRACE-06 FETCH")
def reuses_a_receipt_without_its_time() -> Host:
    return retelling_reused(lambda *_: {"observed_at": None})


@mutant("RETRY-02", reason=f"{TIMELESS} STALE_CONCLUSION", collateral="RETRY TRACE-06 FETCH")
def dates_a_receipt_back() -> Host:
    return retelling_reused(lambda *_: {"observed_at": "2026-01-01T00:00:00Z"})


class Remembering(Host):
    """The exemplar whose receipts outlive their task."""

    def __init__(self) -> None:
        super().__init__(make_web())
        self._remembered = FailedHosts()

    def _search_source(self, source: Any, course: Course) -> Any:
        course.failed = self._remembered
        return super()._search_source(source, course)


@mutant("RETRY-03", reason="WRONG_STATUS NOT_OPENED STALE_CONCLUSION ADAPTER_NOT_ASKED", collateral="ALL")
def carries_a_receipt_into_the_next_task() -> Host:
    return Remembering()


@mutant("RETRY-02", reason="WRONG_STATUS STALE_CONCLUSION TIME_NOT_THAT_OF_THE_FAILURE", collateral="ALL")
def holds_a_failure_of_an_earlier_task_against_a_host() -> Host:
    """Reports a source in the state of the task before without a look."""
    return Remembering()


@mutant("RETRY-03", reason="WRONG_STATUS NOT_OPENED STALE_CONCLUSION", collateral="ALL")
def carries_failed_sources_into_the_next_task() -> Host:
    """Does not search a source again that ended in a gap of fetching."""

    class Sulking(Host):
        lost: frozenset[str] = frozenset()

        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            self.lost = frozenset(
                each["source_id"] for each in told["selected_sources"] if each["status"] == "ORIGINAL_FETCH_GAP"
            )
            return told

        def _open(self, url: str, route: Any, course: Any) -> Any:
            if route.source.id in self.lost:
                fault = Fault("timeout", "it failed before")
                return Opened(url, None, (), None, None, b"", "2026-01-01T00:00:00Z", fault)
            return super()._open(url, route, course)

    return Sulking(make_web())
