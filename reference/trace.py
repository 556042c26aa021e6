"""The audit trail: each attempt as the 28 fields of the protocol, and what a source's attempts come to together."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .adapters.published import Adapter
from .broker import BROKER_ID, OPERATION, Search
from .decision import (
    BROKER_GAP,
    BROKERED,
    FETCH_GAP,
    IDENTITY_GAP,
    METADATA,
    NO_ADAPTER,
    NO_RESULTS,
    NO_ROUTE,
    NOT_AUTHORIZED,
    SOURCE_FETCH_GAP,
    SUCCESS,
    VIOLATION,
)  # fmt: skip
from .originals import Opened
from .routes import Route

PARSER = "registered_source_document_v1"
ROLL_UP = (
    VIOLATION, SUCCESS, NOT_AUTHORIZED, IDENTITY_GAP, FETCH_GAP, SOURCE_FETCH_GAP, BROKER_GAP, NO_RESULTS, NO_ADAPTER,
    NO_ROUTE,
)  # fmt: skip
"""A source ends as the first of these that one of its attempts came to: by progress, a violation before all (S-5)."""


@dataclass(frozen=True)
class Pinned:
    """The identities every trace of a task repeats."""

    release_id: str
    main_sha: str
    routing_sha256: str

    @property
    def historical(self) -> bool:
        """Whether this is an older release, which is never called current (HIST-02)."""
        return self.release_id != self.main_sha


@dataclass(frozen=True)
class Attempt:
    """One attempt at a source: how far it came and why it ended.

    ``search`` is None if the broker was not asked, ``candidate`` if there was none to open, ``opened`` if it was not
    opened. ``verified`` is true or false once a page was judged. ``observed_at`` is the last observation it rests on.
    """

    source_id: str
    status: str
    detail: str
    route: Route | None = None
    search: Search | None = None
    candidate: str | None = None
    opened: Opened | None = None
    verified: bool | None = None
    evidence_class: str | None = None
    dedupe_key: str | None = None
    observed_at: str | None = None


@dataclass(frozen=True)
class DirectAttempt:
    """One attempt at a source in a strict mode.

    ``adapter`` is None if the source has none, ``opened`` if nothing was sent; ``topic`` is as it was sent. ``hits``
    counts those that keep to the adapter's restriction, and is null unless the answer was read.
    """

    source_id: str
    mode: str
    status: str
    detail: str
    adapter: Adapter | None = None
    topic: str | None = None
    opened: Opened | None = None
    hits: int | None = None
    dedupe_key: str | None = None
    observed_at: str | None = None


def trace_of(attempt: Attempt | DirectAttempt, pinned: Pinned) -> dict[str, Any]:
    """The 28 fields (TRACE-01). A field is null where nothing was sent, seen or proven; none repeats a guess."""
    told = direct_fields(attempt) if isinstance(attempt, DirectAttempt) else brokered_fields(attempt)
    return {
        "registry_release_id": pinned.release_id,
        "main_ref_commit_sha": pinned.main_sha,
        "routing_sha256": pinned.routing_sha256,
        **told,
        "provider_source_id": attempt.source_id,
        "target_source_id": attempt.source_id,
        **opened_fields(attempt.opened),
        "observed_at": attempt.observed_at,
        "dedupe_key": attempt.dedupe_key,
        "status": attempt.status,
        "detail": attempt.detail,
    }


def opened_fields(opened: Opened | None) -> dict[str, Any]:
    """What was asked for and what came, at its end and on the way there."""
    return {
        "request_url": opened.request_url if opened else None,
        "observed_url": opened.observed_url if opened else None,
        "redirect_chain": list(opened.chain) if opened else [],
        "http_status": opened.status if opened else None,
        "content_type": opened.content_type if opened else None,
    }


def direct_fields(attempt: DirectAttempt) -> dict[str, Any]:
    """The fields of a strict mode: nothing of a broker (MODE-06), and claims only for what was found (E-9, M-12)."""
    adapter, found = attempt.adapter, attempt.status == SUCCESS
    return {
        "mode": attempt.mode,
        "discovery_method": None if attempt.status == NO_ROUTE else "direct_adapter",
        "broker_id": None,
        "broker_operation": None,
        "broker_query": attempt.topic,
        "broker_domains": [],
        "broker_result_count": attempt.hits,
        "source_route_id": None,
        "adapter_id": adapter.adapter_id if adapter else None,
        "candidate_url": None,
        "candidate_identity_status": None,
        "parser": adapter.parser if adapter and attempt.hits is not None else None,
        "source_identity_verified": True if found else None,
        "original_record_observed": False if found else None,
        "evidence_class": METADATA if found else None,
    }


def brokered_fields(attempt: Attempt) -> dict[str, Any]:
    """The fields of the brokered mode."""
    search = attempt.search
    asked = search if search and search.at else None
    parsed = attempt.verified is not None
    return {
        "mode": BROKERED,
        "discovery_method": "registry_source_broker" if asked else None,
        "broker_id": BROKER_ID if asked else None,
        "broker_operation": OPERATION if asked else None,
        "broker_query": asked.query if asked else None,
        "broker_domains": list(asked.domains) if asked else [],
        "broker_result_count": asked.count if asked else None,
        "source_route_id": attempt.route.id if attempt.route else None,
        "adapter_id": None,
        "candidate_url": attempt.candidate,
        "candidate_identity_status": candidate_status(attempt),
        "parser": PARSER if parsed else None,
        "source_identity_verified": attempt.verified,
        "original_record_observed": parsed if attempt.opened else None,
        "evidence_class": attempt.evidence_class,
    }


def candidate_status(attempt: Attempt) -> str | None:
    """How sure the candidate's identity is: accepted by its host alone, verified on the page, or not."""
    if attempt.candidate is None:
        return None
    return {None: "HOST_ACCEPTED_IDENTITY_PENDING", True: "VERIFIED", False: "UNVERIFIED"}[attempt.verified]


def rolled_up(statuses: Iterable[str]) -> str:
    """The status of a source whose attempts ended so."""
    return min(statuses, key=ROLL_UP.index)
