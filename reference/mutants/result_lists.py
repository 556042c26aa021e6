"""Hosts that lose results, or open what they should not (BROK-04, BROK-10, BROK-11)."""

from collections.abc import Callable
from typing import Any

from .. import candidates
from ..candidates import judge_candidate
from ..decision import Rejection
from ..host import Host
from .making import Report, Retelling, faulty, mutant

# BROK-04: every candidate stays visible


def dropping(which: Callable[[dict[str, Any]], bool]) -> Host:
    """The exemplar that leaves some rejected candidates out of its report."""

    def tell(report: Report) -> None:
        report["rejected_candidates"] = [each for each in report["rejected_candidates"] if not which(each)]

    return Retelling(tell)


REJECTING = "URL IDENT REDIR BROK FETCH TRACE REPORT SEC STATUS RETRY"


@mutant("BROK-04", reason="CANDIDATE_NOT_REPORTED", collateral=REJECTING)
def drops_rejected_candidates() -> Host:
    return dropping(lambda each: True)


@mutant("BROK-04", reason="CANDIDATE_NOT_REPORTED", collateral=REJECTING)
def drops_what_it_did_not_open() -> Host:
    """Reports the candidates that it opened, and none of those it refused unseen."""
    return dropping(lambda each: each["reason_code"] not in ("IDENTITY", "FETCH"))


@mutant("BROK-04", reason="CANDIDATE_NOT_REPORTED", collateral=REJECTING)
def drops_results_of_other_hosts() -> Host:
    return dropping(lambda each: each["reason_code"] == "OFF_HOST")


@mutant("BROK-04", reason="CANDIDATE_NOT_REPORTED", collateral=REJECTING)
def reports_rejected_urls_as_it_would_write_them() -> Host:
    """Tidies a rejected URL before it reports it."""

    def tell(report: Report) -> None:
        for each in report["rejected_candidates"]:
            each["url"] = each["url"].replace("http://", "https://", 1).partition("#")[0]

    return Retelling(tell)


# BROK-10, BROK-11: results outside the filter, and too many


def accepting(also: Callable[[str, str], bool]) -> Host:
    """The exemplar that accepts candidates on other hosts, too; ``also(host of the candidate, host of the route)``."""

    def judge(raw: Any, host: str) -> Rejection | None:
        fault = judge_candidate(raw, host)
        if fault is None or fault.code != "OFF_HOST":
            return fault
        other = candidates.split_authority(str(raw)[8:])[0]
        return judge_candidate(raw, other) if also(other, host) else fault

    return faulty(judge_candidate=judge)


@mutant("BROK-10", reason="FORBIDDEN_URL_REQUESTED", collateral="URL REDIR SEC BROK FETCH")
def opens_whatever_the_filter_let_through() -> Host:
    return accepting(lambda *_: True)


@mutant("BROK-10", reason="FORBIDDEN_URL_REQUESTED", collateral="URL REDIR SEC BROK")
def opens_results_of_the_parent_domain() -> Host:
    return accepting(lambda other, host: host.endswith(f".{other}"))


@mutant("BROK-10", reason="WRONG_REASON_CODE", collateral="REPORT")
def calls_another_host_malformed() -> Host:
    def tell(report: Report) -> None:
        for each in report["rejected_candidates"]:
            if each["reason_code"] == "OFF_HOST":
                each["reason_code"] = "MALFORMED"

    return Retelling(tell)


@mutant("BROK-11", reason="TOO_MANY_OPENED", collateral="FETCH-01")
def opens_all_candidates() -> Host:
    return faulty(most_opened=1_000)


@mutant("BROK-11", reason="TOO_MANY_OPENED", collateral="FETCH-01")
def opens_eleven_candidates() -> Host:
    return faulty(most_opened=11)


@mutant("BROK-11", reason="CANDIDATE_NOT_REPORTED", collateral="FETCH-01")
def forgets_the_candidates_beyond_ten() -> Host:
    return dropping(lambda each: each["reason_code"] == "BUDGET")
