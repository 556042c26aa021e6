"""The catalogue of the kill matrix is well-formed, and no duty of the features is without a mutant."""

import importlib
import importlib.util
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from oa_conformance.reference import mutants
from oa_conformance.reference.mutants import answers, copies, files, telling, way
from oa_conformance.reference.mutants.careless import together
from oa_conformance.reference.mutants.making import Offered
from oa_conformance.reference.rules import RULES

FEATURES = Path(__file__).parents[2] / "features"
TAGS = re.compile(r"^\s*@([A-Z]+-[A-Z]?\d+) @(MUST_NOT|MUST|SHOULD|MAY)\b", re.MULTILINE)
DECLARED = mutants.catalogue()
BREAKING = [each for each in DECLARED if each["kind"] == "mutant"]


def duties() -> dict[str, str]:
    """The clauses of all features and their levels."""
    texts = (path.read_text("utf-8") for path in FEATURES.glob("*/*.feature"))
    return dict(pair for text in texts for pair in TAGS.findall(text))


def test_every_name_is_of_one_host_and_says_what_it_does() -> None:
    assert [name for name, n in Counter(each["name"] for each in DECLARED).items() if n > 1] == []
    assert [each["name"] for each in DECLARED if not re.fullmatch(r"[a-z][a-z0-9_]+", each["name"])] == []
    assert all(each["does"] for each in DECLARED)


@pytest.mark.parametrize("kind", ["mutant", "variant", "null"])
def test_every_host_can_be_made_and_bears_its_name(kind: str) -> None:
    for each in DECLARED:
        missing = [name for name in each.get("needs", ()) if not importlib.util.find_spec(name)]
        if each["kind"] == kind and not missing:
            host = made(each)
            assert host.name == each["name"]
            assert callable(host.run)
            assert "registry_brokered" in host.capabilities


def made(declared: dict[str, Any]) -> Any:
    scheme, module, factory = declared["spec"].split(":")
    assert scheme == "python"
    return getattr(importlib.import_module(module), factory)()


def test_every_mutant_breaks_a_clause_that_there_is() -> None:
    known = duties()
    chapters = {each.partition("-")[0] for each in known}
    for each in BREAKING:
        assert each["breaks"] in known, each["name"]
        assert each["reasons"], each["name"]
        assert set(each["collateral"]) <= known.keys() | chapters | {"ALL"}, each["name"]
        assert each["breaks"] not in each["collateral"], each["name"]


def test_every_duty_has_a_mutant() -> None:
    broken = {each["breaks"] for each in BREAKING}
    mandatory = {name for name, level in duties().items() if level in ("MUST", "MUST_NOT")}
    assert len(mandatory) > 150
    assert mandatory - broken == set()


def test_there_are_hosts_of_each_kind() -> None:
    kinds = Counter(each["kind"] for each in DECLARED)
    assert kinds["mutant"] >= 150
    assert kinds["variant"] >= 12
    assert kinds["null"] >= 11


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        (
            (files.does_not_hash_what_it_received, files.trusts_the_manifest_before_its_blob_id),
            "two replace bytes_fault",
        ),
        ((answers.quotes_snippets,), "a Believing cannot be put together with others"),
    ],
)
def test_faults_that_would_undo_each_other_are_not_put_together(parts: tuple[Offered, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        together(*parts)


def test_hosts_put_together_have_every_fault() -> None:
    host = together(
        way.searches_an_inactive_source, telling.lists_no_gaps, copies.asks_the_archive_for_a_page_that_is_gone
    )
    alone = way.searches_an_inactive_source.factory()
    assert host._rules.route_of is not RULES.route_of
    assert host._rules.route_of.__code__ is alone._rules.route_of.__code__
    assert host._changes
    assert host._swerving
