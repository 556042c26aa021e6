"""``diff``: what got worse, what got better, and what only changed."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from oa_conformance.steps.commands.diff import diff, lines
from oa_conformance.steps.verdict.certificate import CertificateError
from oa_conformance.steps.verdict.changes import STATUSES, WEIGHTS, Direction, changes, direction

Json = dict[str, Any]
WEIGHT = {"PASS": "pass", "FAIL": "fail", "WARN": "warn", "NOT-CLAIMED": "gated", "NOT-EXERCISED": "unexercised"}


def document(statuses: Mapping[str, str], **host: str) -> Json:
    """A run with these clauses, each of one example that weighs as the clause's status says."""
    return {
        "certified": False,
        "scope": {"capabilities": ["registry_brokered"]},
        "host": {"spec": "h", "name": "h", "version": "1", "identity": {"of": "h", "sha256": "a" * 64}} | host,
        "suite": {"version": "1", "sha256": "b" * 64},
        "release": {"release_id": "c" * 40, "base_sha256": "d" * 64},
        "cassettes": {"count": 1, "served_sha256": "e" * 64},
        "run": {"options": {"trials": 1}},
        "clauses": [
            {
                "id": name, "level": "MUST", "sentence": "It holds", "status": status, "reason": "",
                "examples": [{"key": f"{name}/a", "weight": WEIGHT[status], "code": "CODE", "found": "found"}],
            }
            for name, status in statuses.items()
        ],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("PASS", "FAIL", "worse"),
        ("PASS", "WARN", "worse"),
        ("NOT-EXERCISED", "FAIL", "worse"),
        ("FAIL", "SUITE-ERROR", "worse"),
        ("FAIL", "PASS", "better"),
        ("WARN", "PASS", "better"),
        ("PASS", "NOT-CLAIMED", "worse"),
        ("FAIL", "NOT-CLAIMED", "other"),
        ("NOT-CLAIMED", "FAIL", "worse"),
        ("NOT-CLAIMED", "PASS", "other"),
        ("PASS", "PASS", "other"),
    ],
)
def test_a_status_has_a_direction(before: str, after: str, expected: Direction) -> None:
    assert direction(before, after, STATUSES) == expected


def test_an_example_that_appears_is_worse_only_if_it_fails() -> None:
    assert direction("absent", "fail", WEIGHTS) == "worse"
    assert direction("absent", "pass", WEIGHTS) == "other"


def test_clauses_are_compared_where_both_runs_have_them() -> None:
    before = document({"IDENT-01": "PASS", "IDENT-02": "FAIL", "IDENT-03": "PASS", "IDENT-09": "PASS"})
    after = document({"IDENT-01": "FAIL", "IDENT-02": "PASS", "IDENT-03": "PASS", "IDENT-08": "FAIL"})
    found = changes(before, after)
    assert [(each.clause.name, each.direction) for each in found.clauses] == [
        ("IDENT-01", "worse"), ("IDENT-02", "better")
    ]  # fmt: skip
    assert (found.compared, found.only_before, found.only_after) == (3, ("IDENT-09",), ("IDENT-08",))
    assert found.facts == ()


def test_a_clause_that_fails_in_one_more_example_got_worse() -> None:
    before, after = document({"IDENT-01": "FAIL"}), document({"IDENT-01": "FAIL"})
    before["clauses"][0]["examples"].append({"key": "IDENT-01/b", "weight": "pass", "code": "", "found": ""})
    after["clauses"][0]["examples"].append({"key": "IDENT-01/b", "weight": "fail", "code": "X", "found": "y"})
    (found,) = changes(before, after).clauses
    assert found.direction == "worse"
    assert [(each.name, each.before, each.after, each.detail) for each in found.examples] == [
        ("IDENT-01/b", "pass", "fail", "X: y")
    ]


def test_what_was_judged_and_by_what_is_told() -> None:
    before, after = document({"IDENT-01": "PASS"}), document({"IDENT-01": "PASS"}, version="2")
    after["host"]["identity"] = None
    after["suite"]["sha256"] = "f" * 64
    after["scope"]["capabilities"] = ["pdf", "registry_brokered"]
    assert [line for _, line in lines(changes(before, after))] == [
        "host      h 1 (h) -> h 2 (h)",
        "made of   h, aaaaaaaaaaaa -> unknown",
        "claims    registry_brokered -> pdf, registry_brokered",
        "suite     1, bbbbbbbbbbbb -> 1, ffffffffffff",
        "nothing changed in the 1 clause that both runs judged",
    ]


def test_a_person_reads_the_worst_first() -> None:
    found = changes(document({"A-01": "FAIL", "B-01": "PASS"}), document({"A-01": "PASS", "B-01": "FAIL"}))
    assert [line for _, line in lines(found)] == [
        "worse     B-01 PASS -> FAIL  (MUST) It holds",
        "            B-01/a: pass -> fail (CODE: found)",
        "better    A-01 FAIL -> PASS  (MUST) It holds",
        "            A-01/a: fail -> pass (CODE: found)",
        "of the 2 clauses that both runs judged 1 got worse, 1 better, 0 changed otherwise",
    ]


def test_a_folder_without_results_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="holds no results; name a folder that certify --out wrote"):
        diff(tmp_path, tmp_path, as_json=False)
    (tmp_path / "results.json").write_text(json.dumps({"format": "x"}))
    with pytest.raises(CertificateError, match=r"does not keep certificate\.schema\.json"):
        diff(tmp_path, tmp_path, as_json=False)
