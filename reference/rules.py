"""The host's decisions, each replaceable alone: ``dataclasses.replace(RULES, confirms_identity=…)`` is another host."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from . import (
    activation,
    broker,
    candidates,
    duplicates,
    evidence,
    failures,
    identity,
    originals,
    pinning,
    records,
    routes,
    selection,
    walls,
)
from .adapters import asking, published, reading, wording
from .adapters.hits import Hit
from .decision import Rejection
from .registry import Source

Fault = Callable[..., str | None]
"""A check: what is wrong, or None."""


@dataclass(frozen=True)
class Rules:
    """One function for one rule, in the order in which a task meets them. Signatures are those of the defaults."""

    understand: Callable[..., activation.Ask] = activation.understand

    # step 1: pin the release
    required_files: tuple[str, ...] = pinning.REQUIRED_FILES
    snapshot_path: Callable[..., str] = pinning.snapshot_path
    main_commit: Callable[..., str | None] = pinning.main_commit
    index_fault: Fault = pinning.index_fault
    matching_entries: Callable[..., list[dict[str, Any]]] = pinning.matching_entries
    entry_fault: Fault = pinning.entry_fault
    anchor_fault: Fault = pinning.anchor_fault
    blob_fault: Fault = pinning.blob_fault
    bytes_fault: Fault = pinning.bytes_fault
    manifest_fault: Fault = pinning.manifest_fault
    listing_fault: Fault = pinning.listing_fault
    contract_fault: Fault = pinning.contract_fault
    required_set_fault: Fault = pinning.required_set_fault
    agreement_fault: Fault = pinning.agreement_fault
    contract_of: Callable[..., pinning.Contract] = pinning.contract_of

    # step 2: select sources; step 3: derive routes
    index_of: Callable[..., selection.Index] = selection.index_of
    choose: Callable[..., tuple[Source, ...]] = selection.choose
    choose_strict: Callable[..., tuple[Source, ...]] = selection.choose_strict
    named: Callable[..., tuple[tuple[Source, ...], tuple[str, ...]]] = selection.named
    route_of: Callable[..., routes.Route | Rejection] = routes.route_of

    # step 4: ask the broker; step 5: take its answer as discovery only
    tool_fault: Fault = broker.tool_fault
    neutral_topic: Callable[..., str] = broker.neutral_topic
    query_for: Callable[..., str] = broker.query_for
    domains_for: Callable[..., tuple[str, ...]] = broker.domains_for
    search: Callable[..., broker.Search] = broker.search

    # step 6: validate candidates, open originals
    judge_candidate: Callable[..., Rejection | None] = candidates.judge_candidate
    most_opened: int = broker.MAX_RESULTS
    open_original: Callable[..., originals.Opened] = originals.open_original
    opened_by_tool: Callable[..., originals.Opened] = originals.opened_by_tool
    may_follow: Callable[..., Rejection | None] = originals.may_follow
    wall_in: Callable[..., originals.Fault | None] = walls.wall_in
    marks_host: Callable[..., bool] = failures.marks_host

    # step 7: verify identity
    record_in: Callable[..., records.Record | None] = records.record_in
    confirms_identity: Callable[..., identity.Confirmed | Rejection] = identity.confirms_identity

    # step 8: respect the evidence scope
    authorization_fault: Callable[..., Rejection | None] = evidence.authorization_fault
    evidence_class: Callable[..., str] = evidence.evidence_class
    facts_of: Callable[..., Mapping[str, str | None]] = evidence.facts_of

    # steps 3 to 8 in the strict modes: ask the source's own adapter
    adapter_for: Callable[..., published.Adapter | Rejection] = reading.adapter_for
    worded: Callable[..., str] = wording.worded
    limit_of: Callable[..., int] = wording.limit_of
    filled: Callable[..., str] = wording.filled
    seconds_apart: Callable[..., float] = asking.seconds_apart
    adapter_may_follow: Callable[..., Rejection | None] = asking.may_follow
    answer_fault: Callable[..., originals.Fault | None] = asking.answer_fault
    hits_in: Callable[..., tuple[Hit, ...] | originals.Fault] = reading.hits_in
    outside: Callable[..., str | None] = reading.outside
    hit_key: Callable[..., str] = reading.hit_key

    # step 9: deduplicate
    dedupe_key: Callable[..., str] = duplicates.dedupe_key
    merged: Callable[..., list[duplicates.Item]] = duplicates.merged


RULES = Rules()
