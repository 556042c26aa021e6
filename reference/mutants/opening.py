"""Detours on the way to pages that several faulty hosts share."""

import re
from collections.abc import Callable
from typing import Any

from ..github import API
from ..host import Host
from ..transport import Answer
from .making import Detouring, Errand, Reply, Task

LINK = re.compile(r"href=\"(https?://[^\"]+)\"")
OPTIONS: dict[str, Any] = {"accept": "*/*", "limit": 2_000_000, "seconds": 5.0}


def is_page(method: str, url: str) -> bool:
    """Whether this is a request for a page, not for GitHub or the broker."""
    return method == "GET" and not url.startswith(API)


def html(reply: Reply) -> str:
    """The text of a page that answered 200; empty for anything else."""
    return reply.body.decode("utf-8", "replace") if isinstance(reply, Answer) and reply.status == 200 else ""


def after_pages(then: Callable[[Errand, str, Reply], Reply | None], **rules: Any) -> Host:
    """The exemplar that does something with each page's answer; what ``then`` returns, if anything, is taken for it."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        return (then(errand, url, reply) or reply) if is_page(method, url) else reply

    return Detouring(detour, **rules)


def before_pages(first: Callable[[Errand, str], object], **rules: Any) -> Host:
    """The exemplar that does something before it opens a page."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        if is_page(method, url):
            first(errand, url)
        return errand.ask(method, url, **rest)

    return Detouring(detour, **rules)


def opening(errand: Errand, url: str) -> Reply:
    """Open this URL beside all rules."""
    return errand.ask("GET", url, **OPTIONS)


def following_links(when: Callable[[Reply, Task], bool], wanted: str = "") -> Host:
    """The exemplar that opens a page's links whose address holds ``wanted``, when its answer and the task are so."""

    def then(errand: Errand, url: str, reply: Reply) -> None:
        if when(reply, errand.task):
            for link in LINK.findall(html(reply)):
                if wanted in link and link != url:
                    opening(errand, link)

    return after_pages(then)
