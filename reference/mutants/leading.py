"""Hosts that go where a redirect or a page leads them (REDIR-01 to REDIR-06)."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin, urlsplit

from ..candidates import judge_candidate
from ..host import Host
from ..originals import REDIRECTS, may_follow
from ..transport import Answer
from .making import Errand, Reply, faulty, make_web, mutant, retelling_traces
from .opening import after_pages, html, opening

AWAY = "WRONG_STATUS FORBIDDEN_URL_REQUESTED FOREIGN_HOST_CONTACTED"
ELSEWHERE = "REDIR-03 REDIR-04 STATUS TRACE-04 SEC FETCH-07"


def trusting(is_trusted: Callable[[str, str], bool]) -> Host:
    """The exemplar that follows redirects to such targets as well: ``is_trusted(target, host)``."""
    return faulty(may_follow=lambda target, host: None if is_trusted(target, host) else may_follow(target, host))


def host_in(url: str) -> str:
    return urlsplit(url).hostname or ""


# REDIR-01: to another host


@mutant("REDIR-01", reason=AWAY, collateral=ELSEWHERE)
def follows_cross_host_redirect() -> Host:
    return faulty(may_follow=lambda *_: None)


@mutant("REDIR-01", reason=AWAY, collateral=ELSEWHERE)
def follows_any_https_redirect() -> Host:
    return trusting(lambda target, _: target.startswith("https://"))


@mutant("REDIR-01", reason=AWAY, collateral="STATUS SEC")
def follows_redirects_to_the_parent_domain() -> Host:
    return trusting(lambda target, host: host.endswith(f".{host_in(target)}"))


@mutant("REDIR-01", reason=AWAY)
def follows_redirects_to_a_subdomain() -> Host:
    return trusting(lambda target, host: host_in(target).endswith(f".{host}"))


@mutant("REDIR-01", reason=AWAY)
def follows_redirects_to_a_host_that_begins_alike() -> Host:
    return trusting(lambda target, host: target.startswith(f"https://{host}."))


@mutant("REDIR-01", reason=AWAY)
def follows_redirects_to_the_doi_resolver() -> Host:
    return trusting(lambda target, _: host_in(target) == "doi.org")


@mutant("REDIR-01", reason=AWAY)
def follows_redirects_to_any_registered_host() -> Host:
    return trusting(lambda target, _: host_in(target) in ("journals.plos.org", "www.nature.com", "osf.io"))


def by_itself(statuses: frozenset[int], *, use: bool = True, most: int = 5) -> Host:
    """The exemplar whose HTTP client follows redirects with these statuses by itself, wherever they lead."""

    def then(errand: Errand, url: str, reply: Reply) -> Reply | None:
        seen: Reply = reply
        for _ in range(most):
            location = seen.headers.get("location") if isinstance(seen, Answer) and seen.status in statuses else None
            if location is None:
                break
            url = urljoin(url, location)
            seen = opening(errand, url)
        return seen if use else None

    return after_pages(then)


@mutant("REDIR-01", reason=AWAY, collateral="REDIR STATUS TRACE FETCH SEC")
def lets_its_client_follow_redirects() -> Host:
    return by_itself(REDIRECTS)


@mutant("REDIR-01", reason=AWAY, collateral="REDIR STATUS TRACE FETCH SEC")
def lets_its_client_follow_permanent_redirects() -> Host:
    return by_itself(frozenset({301, 308}))


@mutant("REDIR-01", reason=AWAY, collateral="REDIR STATUS TRACE FETCH SEC")
def looks_where_a_redirect_leads_and_reports_a_gap() -> Host:
    """Follows every redirect out of curiosity, uses nothing of it and says nothing of it."""
    return by_itself(REDIRECTS, use=False)


# REDIR-02 to REDIR-04: hops


@mutant("REDIR-02", reason="CHAIN_NOT_AS_WIRED OBSERVED_URL_NOT_ON_WIRE", collateral="TRACE-04 DEDUP REPORT")
def lists_no_hops() -> Host:
    return retelling_traces(lambda trace: {"redirect_chain": []})


@mutant("REDIR-02", reason="CHAIN_NOT_AS_WIRED", collateral="TRACE-04")
def lists_the_first_hop_alone() -> Host:
    return retelling_traces(lambda trace: {"redirect_chain": trace["redirect_chain"][:1]})


@mutant("REDIR-02", reason="CHAIN_NOT_AS_WIRED", collateral="TRACE-04")
def lists_hops_in_reverse() -> Host:
    return retelling_traces(lambda trace: {"redirect_chain": trace["redirect_chain"][::-1]})


@mutant("REDIR-03", reason=AWAY)
def follows_redirects_without_encryption() -> Host:
    return trusting(lambda target, host: target.startswith(f"http://{host}/"))


@mutant("REDIR-03", reason=AWAY)
def follows_redirects_to_another_port() -> Host:
    return trusting(lambda target, host: host_in(target) == host and ":8443" in target)


@mutant("REDIR-03", reason=AWAY)
def follows_redirects_with_a_user() -> Host:
    return trusting(lambda target, host: host_in(target) == host and "@" in target)


@mutant("REDIR-03", reason=AWAY)
def follows_redirects_through_an_encoded_slash() -> Host:
    return trusting(lambda target, host: host_in(target) == host and "%2F" in target)


@mutant("REDIR-03", reason=AWAY)
def compares_the_host_of_a_redirect_alone() -> Host:
    return trusting(lambda target, host: host_in(target) == host)


@mutant("REDIR-04", reason="WRONG_STATUS FOREIGN_HOST_CONTACTED", collateral="REDIR STATUS TRACE FETCH SEC")
def judges_the_end_of_a_chain_alone() -> Host:
    """Follows all hops and looks whether the last one is on the right host."""

    def then(errand: Errand, url: str, reply: Reply) -> Reply | None:
        start, seen = host_in(url), reply
        for _ in range(5):
            location = seen.headers.get("location") if isinstance(seen, Answer) and seen.status in REDIRECTS else None
            if location is None or (seen is reply and host_in(urljoin(url, location)) == start):
                break
            url = urljoin(url, location)
            seen = opening(errand, url)
        return seen if judge_candidate(url, start) is None else None

    return after_pages(then)


# REDIR-05: other ways of forwarding


def forwarded(pattern: str, *, use: bool = False) -> Host:
    """The exemplar that goes where a page's markup leads."""

    def then(errand: Errand, url: str, reply: Reply) -> Reply | None:
        found = re.search(pattern, html(reply))
        there = opening(errand, urljoin(url, found[1])) if found else None
        return there if use else None

    return after_pages(then)


FORWARD = "FORBIDDEN_URL_REQUESTED FOREIGN_HOST_CONTACTED"


@mutant("REDIR-05", reason=FORWARD, collateral="SEC")
def follows_a_meta_refresh() -> Host:
    return forwarded(r'http-equiv="refresh" content="0; url=([^"]+)"')


@mutant("REDIR-05", reason=f"{FORWARD} NO_ITEM", collateral="SEC")
def takes_the_target_of_a_meta_refresh_for_the_page() -> Host:
    return forwarded(r'http-equiv="refresh" content="0; url=([^"]+)"', use=True)


@mutant("REDIR-05", reason=FORWARD, collateral="SEC")
def runs_the_scripts_of_a_page() -> Host:
    return forwarded(r'window\.location\.replace\("([^"]+)"\)')


@mutant("REDIR-05", reason=FORWARD, collateral="SEC")
def opens_the_frames_of_a_page() -> Host:
    return forwarded(r'<iframe src="([^"]+)"')


@mutant("REDIR-05", reason=FORWARD, collateral="ALL")
def opens_the_canonical_link_of_a_page() -> Host:
    return forwarded(r'rel="canonical" href="([^"]+)"')


# REDIR-06: loops and long chains


@mutant("REDIR-06", reason="WRONG_STATUS TOO_MANY_REQUESTS", collateral="REDIR-02 SEC")
def follows_sixty_redirects() -> Host:
    def same_host(errand: Errand, url: str, reply: Reply) -> Reply | None:
        seen, start = reply, host_in(url)
        for _ in range(60):
            location = seen.headers.get("location") if isinstance(seen, Answer) and seen.status in REDIRECTS else None
            if location is None or host_in(urljoin(url, location)) != start or not location.startswith("https"):
                break
            url = urljoin(url, location)
            seen = opening(errand, url)
        return seen if isinstance(seen, Answer) and seen.status == 200 and seen is not reply else None

    return after_pages(same_host)


@mutant("REDIR-06", reason="WRONG_STATUS", collateral="TRACE STATUS")
def calls_a_loop_a_violation() -> Host:
    def change(trace: dict[str, Any]) -> dict[str, Any] | None:
        looped = "comes back" in str(trace.get("detail")) or "longer than" in str(trace.get("detail"))
        return {"status": "CLOSED_WORLD_VIOLATION"} if looped else None

    return LoopTeller(change)


class LoopTeller(Host):
    """The exemplar that gives such traces, and their sources, another status."""

    def __init__(self, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
        super().__init__(make_web())
        self._change = change

    def run(self, task: Any, tools: Any = None) -> dict[str, Any]:
        told = super().run(task, tools)
        for trace in told["traces"]:
            changed = self._change(trace)
            if changed:
                trace.update(changed)
                for each in (*told["selected_sources"], *told["gaps"]):
                    if each["source_id"] == trace["target_source_id"]:
                        each["status"] = changed["status"]
        return told
