"""Hosts that handle candidates, links and supplied URLs wrongly (URL-09 to URL-12)."""

import re
from collections.abc import Callable
from typing import Any

from .. import report
from ..broker import Search
from ..host import Host
from ..routes import Route
from .making import Report, Retelling, Task, make_web, mutant
from .opening import OPTIONS, following_links

URL = re.compile(r"https?://[^\s]+[^\s.,]")

# URL-09: rejected candidates are not requested


class Probing(Host):
    """The exemplar that requests rejected candidates in some way."""

    method = "HEAD"

    def _allowed(self, *said: Any) -> Any:
        allowed, rejected = super()._allowed(*said)
        for each in rejected:
            self._web.exchange(self.method, each.url, **OPTIONS)
        return allowed, rejected


@mutant("URL-09", reason="FORBIDDEN_URL_REQUESTED", collateral="ALL")
def asks_for_the_head_of_rejected_candidates() -> Host:
    return Probing(make_web())


@mutant("URL-09", reason="FORBIDDEN_URL_REQUESTED", collateral="ALL")
def asks_what_rejected_candidates_allow() -> Host:
    class Options(Probing):
        method = "OPTIONS"

    return Options(make_web())


@mutant("URL-09", reason="FORBIDDEN_URL_REQUESTED", collateral="ALL")
def fetches_every_candidate_and_judges_then() -> Host:
    class Eager(Host):
        def _allowed(self, route: Route, search: Search, *rest: Any) -> Any:
            for each in search.candidates:
                self._web.exchange("GET", str(each), **OPTIONS)
            return super()._allowed(route, search, *rest)

    return Eager(make_web())


# URL-10: links


@mutant("URL-10", reason="FORBIDDEN_URL_REQUESTED", collateral="URL REPORT-03")
def follows_the_doi_link_of_a_page() -> Host:
    return following_links(lambda *_: True, "doi.org/")


@mutant("URL-10", reason="FORBIDDEN_URL_REQUESTED", collateral="ROUTE-03 FETCH EVID")
def opens_the_pdf_that_a_page_links_to() -> Host:
    return following_links(lambda *_: True, ".pdf")


@mutant("URL-10", reason="FORBIDDEN_URL_REQUESTED", collateral="ALL")
def opens_a_pages_links_to_other_sources() -> Host:
    """Takes any registered host for allowed."""
    return following_links(lambda *_: True, "journals.plos.org")


# URL-11: URLs that nobody's broker gave


class Straying(Host):
    """The exemplar that opens other URLs once it has answered."""

    def __init__(self, urls: Callable[[Task, Report], list[str]]) -> None:
        super().__init__(make_web())
        self._urls = urls

    def run(self, task: Task, tools: Any = None) -> Report:
        told = super().run(task, tools)
        for url in self._urls(task, told):
            self._web.exchange("GET", url, **OPTIONS)
        return told


@mutant("URL-11", reason="FORBIDDEN_URL_REQUESTED", collateral="SEC-05")
def opens_the_url_that_the_user_gave() -> Host:
    return Straying(lambda task, _: URL.findall(task["utterance"]))


def homes(task: Task, told: Report, status: str) -> list[str]:
    hosts = (each["broker_domains"] for each in told["selected_sources"] if each["status"] == status)
    return [f"https://{host}/" for found in hosts for host in found]


@mutant("URL-11", reason="FORBIDDEN_URL_REQUESTED", collateral="ALL")
def opens_the_home_page_where_nothing_was_found() -> Host:
    return Straying(lambda task, told: homes(task, told, "NO_RESULTS"))


@mutant("URL-11", reason="FORBIDDEN_URL_REQUESTED", collateral="ALL")
def searches_the_site_itself_where_nothing_was_found() -> Host:
    return Straying(lambda task, told: [f"{home}search?q={task['topic']}" for home in homes(task, told, "NO_RESULTS")])


@mutant("URL-11", reason="FORBIDDEN_URL_REQUESTED", collateral="ALL")
def guesses_the_address_of_the_full_text() -> Host:
    return Straying(lambda _, told: [f"{each['original_url'].rstrip('/')}.pdf" for each in told["items"]])


@mutant("URL-11", reason="FORBIDDEN_URL_REQUESTED", collateral="ALL")
def asks_for_robots_txt() -> Host:
    return Straying(lambda task, told: [f"{home}robots.txt" for home in homes(task, told, "SUCCESS")])


# URL-12: one does not decide for all


class Halting(Host):
    """The exemplar that opens fewer candidates than it may."""

    def __init__(self, keep: Callable[[list[str], list[report.Rejected]], list[str]]) -> None:
        super().__init__(make_web())
        self._keep = keep

    def _allowed(self, route: Route, *rest: Any) -> Any:
        allowed, rejected = super()._allowed(route, *rest)
        kept = self._keep(allowed, rejected)
        left = (each for each in allowed if each not in kept)
        rejected += [report.Rejected(route.source.id, each, "BUDGET", "one was enough") for each in left]
        return kept, rejected


@mutant("URL-12", reason="WRONG_STATUS NO_ITEM", collateral="ALL")
def opens_the_first_candidate_alone() -> Host:
    return Halting(lambda allowed, _: allowed[:1])


@mutant("URL-12", reason="WRONG_STATUS", collateral="ALL")
def gives_up_a_source_with_a_bad_candidate() -> Host:
    return Halting(lambda allowed, rejected: [] if rejected else allowed)


@mutant("URL-12", reason="WRONG_STATUS NO_ITEM", collateral="ALL")
def lets_the_last_candidate_decide() -> Host:
    """Reports a source in the state of its last candidate, and its items only if that was a success."""

    def tell(told: Report) -> None:
        last = {each["target_source_id"]: each["status"] for each in told["traces"]}
        first = {each["target_source_id"]: each["status"] for each in reversed(told["traces"])}
        for entry in told["selected_sources"]:
            ends = {last.get(entry["source_id"]), first.get(entry["source_id"])} - {None}
            entry["status"] = next((each for each in sorted(map(str, ends)) if each != "SUCCESS"), entry["status"])

    return Retelling(tell)
