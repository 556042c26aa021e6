"""Hosts that take a copy for the original page (FETCH-07)."""

from collections.abc import Callable

from ..candidates import judge_candidate
from ..host import Host
from ..transport import Answer
from .making import Errand, Reply, faulty, mutant
from .opening import after_pages, opening


def asking_a_copy(place: Callable[[str], str], *, use: bool = True) -> Host:
    """The exemplar that asks a copy of a page that it did not get."""

    def then(errand: Errand, url: str, reply: Reply) -> Reply | None:
        if isinstance(reply, Answer) and reply.status == 200:
            return None
        there = opening(errand, place(url))
        return there if use and isinstance(there, Answer) and there.status == 200 else None

    return after_pages(then)


COPIED = "WRONG_STATUS FORBIDDEN_URL_REQUESTED"


@mutant("FETCH-07", reason=COPIED, collateral="ALL")
def asks_the_archive_for_a_page_that_is_gone() -> Host:
    return asking_a_copy(lambda url: f"https://web.archive.org/web/2024/{url}")


@mutant("FETCH-07", reason="FORBIDDEN_URL_REQUESTED", collateral="ALL")
def asks_the_archive_whether_it_has_a_page() -> Host:
    return asking_a_copy(lambda url: f"https://archive.org/wayback/available?url={url}", use=False)


@mutant("FETCH-07", reason=COPIED, collateral="ALL")
def asks_a_reader_proxy_for_a_page_that_is_walled() -> Host:
    return asking_a_copy(lambda url: f"https://www.reader-proxy.net/{url}")


@mutant("FETCH-07", reason=COPIED, collateral="ALL")
def asks_the_doi_resolver_for_a_page_that_is_gone() -> Host:
    return asking_a_copy(lambda url: f"https://doi.org/{url.rpartition('id=')[2] or url}")


@mutant("FETCH-07", reason=COPIED, collateral="BROK-10 URL SEC REDIR")
def opens_archived_copies_among_the_results() -> Host:
    copies = ("https://web.archive.org/", "https://doi.org/", "https://www.reader-proxy.net/")
    return faulty(judge_candidate=lambda raw, host: None if str(raw).startswith(copies) else judge_candidate(raw, host))
