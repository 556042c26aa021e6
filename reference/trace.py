"""The audit trail: each attempt as the 28 fields of the protocol, and what a source's attempts come to together."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .broker import BROKER_ID, OPERATION, Search
from .decision import (
    BROKER_GAP,
    BROKERED,
    FETCH_GAP,
    IDENTITY_GAP,
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


def trace_of(attempt: Attempt, pinned: Pinned) -> dict[str, Any]:
    """The 28 fields (TRACE-01). A field is null where nothing was sent, seen or proven; none repeats a guess."""
    opened, search = attempt.opened, attempt.search
    asked = search if search and search.at else None
    seen = opened.observed_url if opened else None
    parsed = attempt.verified is not None
    return {
        "registry_release_id": pinned.release_id,
        "main_ref_commit_sha": pinned.main_sha,
        "routing_sha256": pinned.routing_sha256,
        "mode": BROKERED,
        "discovery_method": "registry_source_broker" if asked else None,
        "broker_id": BROKER_ID if asked else None,
        "broker_operation": OPERATION if asked else None,
        "broker_query": asked.query if asked else None,
        "broker_domains": list(asked.domains) if asked else [],
        "broker_result_count": asked.count if asked else None,
        "source_route_id": attempt.route.id if attempt.route else None,
        "adapter_id": None,
        "provider_source_id": attempt.source_id,
        "target_source_id": attempt.source_id,
        "candidate_url": attempt.candidate,
        "candidate_identity_status": candidate_status(attempt),
        "request_url": opened.request_url if opened else None,
        "observed_url": seen,
        "redirect_chain": list(opened.chain) if opened else [],
        "http_status": opened.status if opened else None,
        "content_type": opened.content_type if opened else None,
        "parser": PARSER if parsed else None,
        "source_identity_verified": attempt.verified,
        "original_record_observed": parsed if opened else None,
        "evidence_class": attempt.evidence_class,
        "observed_at": attempt.observed_at,
        "dedupe_key": attempt.dedupe_key,
        "status": attempt.status,
        "detail": attempt.detail,
    }


def candidate_status(attempt: Attempt) -> str | None:
    """How sure the candidate's identity is: accepted by its host alone, verified on the page, or not."""
    if attempt.candidate is None:
        return None
    return {None: "HOST_ACCEPTED_IDENTITY_PENDING", True: "VERIFIED", False: "UNVERIFIED"}[attempt.verified]


def rolled_up(statuses: Iterable[str]) -> str:
    """The status of a source whose attempts ended so."""
    return min(statuses, key=ROLL_UP.index)
