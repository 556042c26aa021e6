"""What items claim as evidence: the judge's rules, on reports that keep them and reports that do not."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from oa_conformance.steps.audit import evidence
from oa_conformance.steps.observation import Run

PAGE = "https://journals.plos.org/plosbiology/article?id=1"
OPEN = dict.fromkeys(("oa_status", "licence", "version", "peer_review", "publication_state"))


def item(evidence_class: str = "registry_metadata", **facts: str) -> dict[str, Any]:
    return {"title": "Sleep", "source_ids": ["a"], "evidence_class": evidence_class, "facts": {**OPEN, **facts}}


def trace(
    status: str = "SUCCESS", evidence_class: str | None = "registry_metadata", seen: bool = True
) -> dict[str, Any]:
    return {
        "target_source_id": "a", "candidate_url": PAGE, "status": status,
        "evidence_class": evidence_class, "original_record_observed": seen,
    }  # fmt: skip


def run(items: list[dict[str, Any]], traces: list[dict[str, Any]]) -> Run:
    now = datetime.now(UTC)
    report = {"items": items, "traces": traces}
    return Run({}, report, (), (), now, now, "https://broker", SimpleNamespace())  # type: ignore[arg-type]


def codes(findings: Any) -> list[str]:
    return [each.code for each in findings]


def test_both_classes_are_lawful_and_a_gap_needs_none() -> None:
    told = run([item(), item("original_fulltext")], [trace(), trace("ORIGINAL_FETCH_GAP", None)])
    assert codes(evidence.classes(told)) == []


def test_a_snippet_is_no_class_and_a_success_needs_one() -> None:
    assert codes(evidence.classes(run([item("discovery_snippet")], []))) == ["EVIDENCE_CLASS_UNLAWFUL"]
    assert codes(evidence.classes(run([], [trace(evidence_class=None)]))) == ["EVIDENCE_CLASS_UNLAWFUL"]


def test_the_class_of_a_page_is_told_by_items_and_traces_alike() -> None:
    told = run([item()], [trace(evidence_class="original_fulltext")])
    assert codes(evidence.class_of(told, [item()], PAGE, "registry_metadata")) == ["WRONG_EVIDENCE_CLASS"]
    assert codes(evidence.class_of(told, [item()], PAGE, "original_fulltext")) == ["WRONG_EVIDENCE_CLASS"]
    assert codes(evidence.class_of(told, [item()], "https://elsewhere.org/", "registry_metadata")) == []


def test_full_text_is_claimed_by_an_item_or_by_a_trace() -> None:
    assert codes(evidence.fulltext_of(run([item("original_fulltext")], []), "a")) == ["FULLTEXT_CLAIMED"]
    gap = trace("FULLTEXT_NOT_AUTHORIZED", "original_fulltext")
    assert codes(evidence.fulltext_of(run([], [gap]), "a")) == ["FULLTEXT_CLAIMED"]
    assert codes(evidence.fulltext_of(run([item("original_fulltext")], []), "b")) == []


def test_a_page_never_seen_is_no_evidence() -> None:
    assert codes(evidence.no_evidence(run([], [trace("ORIGINAL_FETCH_GAP", None, False)]), "a")) == []
    assert codes(evidence.no_evidence(run([], [trace("ORIGINAL_FETCH_GAP", None, True)]), "a")) == ["EVIDENCE_CLAIMED"]
    snippet = trace("ORIGINAL_FETCH_GAP", "registry_metadata", False)
    assert codes(evidence.no_evidence(run([], [snippet]), "a")) == ["EVIDENCE_CLAIMED"]


def test_a_fact_the_page_does_not_state_stays_open() -> None:
    assert codes(evidence.left_open([item()], ["licence", "version"])) == []
    assert codes(evidence.left_open([item(licence="CC BY 4.0")], ["licence", "version"])) == ["FACT_INFERRED"]
    assert codes(evidence.left_open([item(licence="CC BY 4.0")], ["version"])) == []


@pytest.mark.parametrize(
    ("value", "lawful"),
    [
        ("CC BY 4.0", True),
        ("cc-by-4.0", True),
        ("https://creativecommons.org/licenses/by/4.0/", True),
        ("CC BY-NC 4.0", False),
        ("https://creativecommons.org/licenses/by-nc/4.0/", False),
        ("CC BY 3.0", False),
        ("open", False),
    ],
)
def test_a_fact_is_what_the_page_states_however_it_is_spelled(value: str, lawful: bool) -> None:
    assert codes(evidence.as_stated([item(licence=value)], {"licence": "CC BY 4.0"})) == (
        [] if lawful else ["FACT_NOT_STATED"]
    )


def test_a_fact_may_be_left_open_although_the_page_states_it() -> None:
    assert codes(evidence.as_stated([item()], {"peer_review": "Not peer reviewed"})) == []
    assert codes(evidence.as_stated([item(peer_review="peer_reviewed")], {"peer_review": "Not peer reviewed"})) == [
        "FACT_NOT_STATED"
    ]
