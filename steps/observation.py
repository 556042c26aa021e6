"""What the judge has in hand when a task is over: the report, the wire, and readings of the wire that steps share."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any

from oa_conformance.steps.world.cassette import Answer
from oa_conformance.steps.world.matching import host_of, leads_to, place
from oa_conformance.steps.world.release import Release

Report = Mapping[str, Any]


@dataclass(frozen=True)
class Request:
    """One exchange of the wire log; fields as in ``features/schemas/wire.schema.json``."""

    n: int
    task: str | None
    at: str
    method: str
    url: str
    headers: Mapping[str, str | None]
    body: str | None
    status: int | None
    sha256: str
    answered_by: str
    fault: str | None
    refused: str | None
    tool: str | None

    @property
    def host(self) -> str:
        return host_of(self.url)

    @cached_property
    def asked(self) -> Mapping[str, Any]:
        """The JSON object in the body; empty if there is none."""
        try:
            said = json.loads(self.body or "")
        except (ValueError, RecursionError):
            return {}
        return said if isinstance(said, dict) else {}

    @property
    def domains(self) -> list[Any] | None:
        """The domain filter of a search; None where it has none."""
        found = self.asked.get("domains")
        return found if isinstance(found, list) else None

    def line(self) -> str:
        """The request as a person reads it."""
        end = self.fault or self.status
        return f"#{self.n} {self.method} {self.url} -> {end}" + (f" (refused: {self.refused})" if self.refused else "")


@dataclass(frozen=True)
class Escape:
    """A way out that was tried and refused."""

    n: int
    what: str
    detail: str


@dataclass(frozen=True)
class Run:
    """One task: what was asked, what came back, and all that was on the wire meanwhile."""

    task: Mapping[str, Any]
    report: Report
    requests: tuple[Request, ...]
    escapes: tuple[Escape, ...]
    started: datetime
    ended: datetime
    broker: str
    release: Release
    endpoints: tuple[str, ...] = ()  # where the published adapters answer: https://host/path, up to the topic
    answers: Mapping[str, Answer] = field(default_factory=dict)  # what the world held, by interaction id

    @cached_property
    def github(self) -> tuple[Request, ...]:
        return tuple(each for each in self.requests if each.host == "api.github.com")

    @cached_property
    def searches(self) -> tuple[Request, ...]:
        """Calls of the broker, whatever their method."""
        where = place(self.broker)[:4]
        return tuple(each for each in self.requests if place(each.url)[:4] == where)

    @cached_property
    def elsewhere(self) -> tuple[Request, ...]:
        """All other requests: pages, adapters, and places nobody should ask."""
        apart = {each.n for each in (*self.github, *self.searches)}
        return tuple(each for each in self.requests if each.n not in apart)

    @cached_property
    def adapter_calls(self) -> tuple[Request, ...]:
        """Requests at the addresses of the published adapters, in keeping with a template or not."""
        return tuple(
            each
            for each in self.elsewhere
            if any(leads_to(address, list(place(each.url)[:4])) for address in self.endpoints)
        )

    @cached_property
    def opens(self) -> tuple[Request, ...]:
        """Requests for pages."""
        calls = {each.n for each in self.adapter_calls}
        return tuple(each for each in self.elsewhere if each.n not in calls)

    def opened(self, url: str) -> tuple[Request, ...]:
        """Requests that could have come from opening this URL, in whatever spelling it travelled."""
        return self.at(travelled(url))

    def at(self, where: tuple[Any, ...]) -> tuple[Request, ...]:
        """The requests elsewhere that arrived at this place, in their order."""
        return self._by_place.get(where, ())

    @cached_property
    def _by_place(self) -> Mapping[tuple[Any, ...], tuple[Request, ...]]:
        found: dict[tuple[Any, ...], list[Request]] = {}
        for each in self.elsewhere:
            found.setdefault(place(each.url), []).append(each)
        return {where: tuple(there) for where, there in found.items()}

    @cached_property
    def walked(self) -> dict[int, list[Request]]:
        """The requests that followed one another from each on which that was asked, by its number (``trace.walk``)."""
        return {}

    def said_by(self, answered_by: str) -> Any:
        """The JSON that the world held under this interaction id; None where it is none, or not there."""
        if answered_by not in self._said:
            answer = self.answers.get(answered_by)
            try:
                self._said[answered_by] = json.loads(answer.stored) if answer else None
            except (ValueError, RecursionError):
                self._said[answered_by] = None
        return self._said[answered_by]

    @cached_property
    def _said(self) -> dict[str, Any]:
        return {}

    def traces(self, source_id: str | None = None) -> list[Mapping[str, Any]]:
        """The report's traces, of one source or of all."""
        return [*(self.report["traces"] if source_id is None else self._traces.get(source_id, ()))]

    @cached_property
    def _traces(self) -> Mapping[str, list[Mapping[str, Any]]]:
        found: dict[str, list[Mapping[str, Any]]] = {}
        for each in self.report["traces"]:
            found.setdefault(each["target_source_id"], []).append(each)
        return found

    def selected(self, source_id: str) -> Mapping[str, Any] | None:
        """The report's entry for a selected source."""
        return next((each for each in self.report["selected_sources"] if each["source_id"] == source_id), None)


@lru_cache(maxsize=4096)
def travelled(url: str) -> tuple[Any, ...]:
    """Where a request for this URL would arrive: fragment and userinfo never travel."""
    scheme, mark, rest = url.partition("#")[0].partition("://")
    authority, slash, path = rest.partition("/")
    return place(f"{scheme}{mark}{authority.rpartition('@')[2]}{slash}{path}")


def requests_in(wire: Iterable[Mapping[str, Any]]) -> tuple[Request, ...]:
    """The requests of a wire log."""
    names = Request.__dataclass_fields__
    return tuple(Request(**{name: each[name] for name in names}) for each in wire if each["kind"] == "request")


def escapes_in(wire: Iterable[Mapping[str, Any]]) -> tuple[Escape, ...]:
    return tuple(Escape(each["n"], each["what"], each["detail"]) for each in wire if each["kind"] == "escape")
