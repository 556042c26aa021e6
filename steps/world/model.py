"""The world of one scenario, as its Givens describe it: plain data until it is frozen to a cassette.

A world has a release on GitHub, answers of the broker by domain, pages by URL, and what must have been served for the
example to count (the evidence floor). ``freeze`` turns what differs from the base release into an overlay.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlsplit

from oa_conformance.steps.verdict.finding import SuiteFault
from oa_conformance.steps.world.adapter_answers import Hit
from oa_conformance.steps.world.adapters import Adapter, adapters_of, addresses
from oa_conformance.steps.world.cassette import Answer, Cassette, Interaction, unreachable
from oa_conformance.steps.world.github import NAMES, directory, github_interactions, refusal
from oa_conformance.steps.world.records import ensure
from oa_conformance.steps.world.release import FILES as RELEASE_FILES
from oa_conformance.steps.world.release import INDEX, Release

BROKER = "https://search.broker-of-record.org/v1/search"
JSON = (("content-type", "application/json; charset=utf-8"),)
HTML = (("content-type", "text/html; charset=utf-8"),)
READS = ("", " raw", " blob", " blob raw")  # the four ways GitHub gives one file
FILES = {INDEX: "index", **dict(zip(RELEASE_FILES, NAMES, strict=True))}  # path -> short name


@dataclass(frozen=True)
class Floor:
    """Something that must have been served: any of these interactions will do."""

    what: str
    ids: frozenset[str]


@dataclass(frozen=True)
class Result:
    """One entry of a broker's list."""

    url: str
    title: str
    snippet: str


@dataclass(frozen=True)
class Search:
    """What the broker says for one domain. ``answer`` replaces the list altogether (a failure, prose, a lie)."""

    domains: tuple[str, ...]
    results: tuple[Result, ...] = ()
    answer: Answer | None = None
    echo: Any = True  # True: the domains as asked; None: no echo; else what is echoed instead
    count: Any = True  # True: the length of the list; None: no count; else the count claimed
    extra: Mapping[str, Any] = field(default_factory=dict)  # whatever else the answer says

    def answered(self) -> Answer:
        if self.answer is not None:
            return self.answer
        said: dict[str, Any] = {"results": [vars(each) for each in self.results], **self.extra}
        if self.echo is not None:
            said["applied_domains"] = list(self.domains) if self.echo is True else self.echo
        if self.count is not None:
            said["result_count"] = len(self.results) if self.count is True else self.count
        return json_answer(said)


@dataclass(frozen=True)
class Page:
    """A page of the world: its answers in order, the last repeats. A temptation is one that a host must not ask for.

    ``head`` answers HEAD, which is otherwise answered like GET.
    """

    url: str
    answers: tuple[Answer, ...]
    temptation: bool = False
    head: Answer | None = None


@dataclass(frozen=True)
class Service:
    """What the service behind an adapter says: its answers in order, the last repeats, and the records in the last."""

    topic: str
    answers: tuple[Answer, ...]
    hits: tuple[Hit, ...] = ()


@dataclass(frozen=True)
class Task:
    """What the user wants, in the words of ``features/schemas/task.schema.json``."""

    utterance: str = ""
    topic: str | None = None
    mode: str | None = None
    sources: tuple[str, ...] | None = None
    breadth: str = "usual"
    evidence: str = "metadata"
    release_id: str | None = None
    web_search: Mapping[str, Any] | None = field(default_factory=lambda: {"url": BROKER, "domain_filter": True})
    open_page: str | None = "single_hop"

    def message(self, task_id: str, deadline_s: float) -> dict[str, Any]:
        """The task as a host gets it."""
        tools = {
            "github_fetch": True,
            "github_fetch_file": True,
            "web_search": None if self.web_search is None else dict(self.web_search),
            "open_page": self.open_page,
        }
        return {
            "task_id": task_id, "utterance": self.utterance, "topic": self.topic, "mode": self.mode,
            "sources": None if self.sources is None else list(self.sources), "breadth": self.breadth,
            "evidence": self.evidence, "release_id": self.release_id, "deadline_s": deadline_s, "tools": tools,
        }  # fmt: skip


@dataclass
class World:
    """Everything a host can reach in one scenario. Givens change it; ``freeze`` reads it."""

    base: Release
    release: Release
    older: Release | None = None  # what GitHub holds beside it, see ``history``
    task: Task = field(default_factory=Task)
    searches: dict[tuple[str, ...], Search] = field(default_factory=dict)
    pages: dict[str, Page] = field(default_factory=dict)
    services: dict[str, Service] = field(default_factory=dict)  # by the source whose adapter asks it
    github: dict[str, tuple[Interaction, ...]] = field(default_factory=dict)  # by id, instead of the release's own
    hosts: dict[str, Answer] = field(default_factory=dict)
    floor: dict[str, Floor] = field(default_factory=dict)
    offered: list[str] = field(default_factory=list)  # one line for each thing a Given put before the host

    def __post_init__(self) -> None:
        self.need_pin()

    def need_pin(self) -> None:
        """A host that searches must have read what pins the release."""
        self.need("main", "main")
        for name in ("index", "manifest", "registry"):
            self.need_file(name)

    # the release

    def ensure(self, *source_ids: str) -> None:
        """See that the release has these sources; those it lacks are taken from the bundled records."""
        self.release = ensure(self.release, source_ids)

    def source(self, source_id: str) -> Mapping[str, Any]:
        """The record. Raises SuiteFault for an id that no release and no bundled record knows."""
        self.ensure(source_id)
        return self.release.sources[source_id]

    def source_named(self, name: str) -> Mapping[str, Any]:
        """The record with that registered name. Raises SuiteFault."""
        for record in self.release.sources.values():
            if record["name"] == name:
                return record
        raise SuiteFault(f"no source of the release is named {name!r}")

    def reads(self) -> dict[str, Interaction]:
        """What GitHub says of the release, by id, before any defect; of the older one under ids that begin so."""
        beside = directory(self.older, "older") if self.older else ()
        return {each.id: each for each in (*github_interactions(self.release), *beside)}

    def github_says(self, name: str, *answers: Answer) -> None:
        """GitHub answers so, in this order, to every way of reading this file (or ``main``)."""
        reads = self.reads()
        for each in (name + way for way in READS):
            if each in reads:
                self.github[each] = tuple(
                    replace(reads[each], id=each if n == 1 else f"{each} {n}", answer=answer)
                    for n, answer in enumerate(answers, 1)
                )

    def github_reports(self, name: str, **changes: Any) -> None:
        """GitHub's JSON answer on this file has these fields changed; None takes a field away."""
        read = self.reads()[name]
        said = json.loads(read.answer.stored)
        for key, value in changes.items():
            said[key] = value
            if value is None:
                del said[key]
        self.github[name] = (replace(read, answer=json_answer(said)),)

    # the web

    def search(self, domain: str) -> Search:
        """The broker's answer for a domain, as planned so far."""
        return self.searches.get((domain,), Search((domain,)))

    def plan_search(self, search: Search) -> None:
        """The broker answers so, and the host must have asked."""
        self.searches[search.domains] = search
        if search.domains:
            self.need(f"broker {' '.join(search.domains)}", f"the search on {' '.join(search.domains)}")

    def plan_page(self, page: Page, *, must_open: bool = True) -> None:
        """The page is there; unless it is a temptation, the host must have opened it for the example to count."""
        self.pages[page.url] = page
        self.floor.pop(page_id(page.url), None)
        if must_open and not page.temptation:
            self.need(page_id(page.url), f"the page {page.url}")

    def forget_web(self) -> None:
        """Unplan broker and pages: the release has moved under them."""
        for planned in (*(f"broker {' '.join(each)}" for each in self.searches), *map(page_id, self.pages)):
            self.floor.pop(planned, None)
        self.searches.clear()
        self.pages.clear()

    def adapter(self, source_id: str) -> Adapter:
        """The source's adapter, in this release or else in the one it was made from. Raises SuiteFault."""
        known = adapters_of(self.base.routing) | adapters_of(self.release.routing)
        if source_id not in known:
            raise SuiteFault(f"no adapter is published for {source_id!r}")
        return known[source_id]

    def plan_service(self, source_id: str, service: Service, *, must_ask: bool = True) -> None:
        """The service behind the source's adapter answers so; unless it is a temptation, the host must have asked."""
        self.services[source_id] = service
        self.floor.pop(service_id(source_id), None)
        if must_ask:
            self.need(service_id(source_id), f"the adapter of {source_id}")

    # the floor

    def need(self, interaction_id: str, what: str) -> None:
        self.floor[interaction_id] = Floor(what, frozenset({interaction_id}))

    def need_file(self, name: str) -> None:
        """The file must have been read, in one of GitHub's four ways."""
        self.floor[name] = Floor(f"the release's {name}", frozenset(name + way for way in READS))

    def need_only(self, *names: str) -> None:
        """Forget the floor so far: the example is about the bootstrap and ends at these reads."""
        self.floor.clear()
        for name in names:
            self.need_file(name)

    def variant(self) -> Cassette:
        """What the release has other than the base release; many scenarios may share it."""
        base = {each.id: each for each in github_interactions(self.base)}
        changed = self.release is not self.base
        return Cassette(tuple(each for key, each in self.reads().items() if each != base.get(key)) if changed else ())

    def freeze(self) -> Cassette:
        """What only this scenario has, to be laid over base and variant."""
        told = (each for answers in self.github.values() for each in answers)
        return Cassette((*told, *self._broker(), *self._services(), *self._pages()), hosts=self.hosts)

    def _broker(self) -> Iterable[Interaction]:
        for domains, search in self.searches.items():
            sent = json.dumps({"domains": list(domains)})
            name = f"broker {' '.join(domains)}".strip()
            yield Interaction(name, "POST", BROKER, search.answered(), sent=sent)

    def _services(self) -> Iterable[Interaction]:
        for source_id, service in self.services.items():
            url = self.adapter(source_id).url(service.topic)
            for n, answer in enumerate(service.answers, 1):
                yield Interaction(service_id(source_id, n), "GET", url, answer)

    def _pages(self) -> Iterable[Interaction]:
        for page in self.pages.values():
            for n, answer in enumerate(page.answers, 1):
                yield Interaction(page_id(page.url, n), "GET", page.url.partition("#")[0], answer)
            if page.head:
                yield Interaction(f"{page_id(page.url)} HEAD", "HEAD", page.url.partition("#")[0], page.head)


def page_id(url: str, n: int = 1) -> str:
    """The id of a page's n-th answer."""
    return f"page {url}" if n == 1 else f"page {url} ({n})"


def service_id(source_id: str, n: int = 1) -> str:
    """The id of the n-th answer that the source's adapter gets."""
    return f"adapter {source_id}" if n == 1 else f"adapter {source_id} ({n})"


def base_cassette(release: Release) -> Cassette:
    """One release's GitHub exchanges, and what the world says to requests nobody planned."""
    hosts = {
        "api.github.com": refusal(404, "Not Found", "Not Found"),
        urlsplit(BROKER).hostname or "": json_answer({"results": [], "result_count": 0}),
        "*": unreachable("refused"),
    }
    matching = {"broker": BROKER, "github": "api.github.com", "adapters": addresses(release.routing)}
    return Cassette(tuple(github_interactions(release)), hosts, matching)


def json_answer(said: Any) -> Answer:
    return Answer(headers=JSON, stored=json.dumps(said, ensure_ascii=False).encode())
