"""What every judgement of this host is written in: a refusal that says why, and the protocol's closed vocabulary."""

from dataclasses import dataclass

SUCCESS = "SUCCESS"
NO_RESULTS = "NO_RESULTS"
NO_ROUTE = "NO_CANONICAL_SEARCH_ROUTE"
NO_ADAPTER = "NO_SEARCH_ADAPTER"
BROKER_GAP = "SEARCH_BROKER_GAP"
IDENTITY_GAP = "SOURCE_IDENTITY_GAP"
FETCH_GAP = "ORIGINAL_FETCH_GAP"
NOT_AUTHORIZED = "FULLTEXT_NOT_AUTHORIZED"
SOURCE_FETCH_GAP = "SOURCE_FETCH_GAP"
VIOLATION = "CLOSED_WORLD_VIOLATION"
COVERAGE_GAP = "REGISTRY_COVERAGE_GAP"
BOOTSTRAP_GAP = "BOOTSTRAP_IDENTITY_GAP"

GAPS = frozenset({
    NO_ROUTE, NO_ADAPTER, BROKER_GAP, IDENTITY_GAP, FETCH_GAP, NOT_AUTHORIZED, SOURCE_FETCH_GAP, COVERAGE_GAP,
    VIOLATION,
})  # fmt: skip
"""Ends that the report lists among its gaps (REPORT-04). NO_RESULTS is none."""

BROKERED, CLOSED, DIRECT = "registry_brokered", "registry_closed", "direct_only"
METADATA, FULLTEXT = "registry_metadata", "original_fulltext"


@dataclass(frozen=True)
class Rejection:
    """Why something was refused. ``code`` is stable and short, ``detail`` one sentence for a person."""

    code: str
    detail: str
