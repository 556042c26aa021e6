"""The published release, byte by byte through the bootstrap, and every one of its sources to its route."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from oa_conformance.reference.pinning import contract_fault
from oa_conformance.reference.registry import Registry, parse_registry
from oa_conformance.reference.routes import Route, route_of
from oa_conformance.reference.rules import RULES

PIN = "04627ad2f4560e7e1075a4dc4af8b05c9fb91e87"


@pytest.fixture
def published(internet: Any, real_release: Path) -> Any:
    """The internet in memory with the published release."""
    internet.main = {"commit": {"sha": PIN}}
    internet.files = {
        str(path.relative_to(real_release)): path.read_bytes() for path in real_release.rglob("*") if path.is_file()
    }
    return internet


def registry(real_release: Path) -> Registry:
    return parse_registry((real_release / "releases" / PIN / "registry.json").read_bytes(), PIN)


def test_the_release_is_proven_and_searched(published: Any, ask: Any, article: Any) -> None:
    url = "https://www.frontiersin.org/articles/10.3389/fpsyg.2024.01001/full"
    published.results["www.frontiersin.org"] = [url]
    published.page(url, article(container="Frontiers in Psychology"))

    report = ask(sources=["frontiers-psychology"], topic="sleep and memory")

    assert report["selected_sources"][0]["status"] == "SUCCESS"
    assert report["registry_release_id"] == PIN
    assert report["routing_sha256"] == "7fffcd098a2805fe0e30569570db20f3a3a34aec4a813108c1c6e2ad53011f07"
    assert published.searches[0]["query"] == 'sleep and memory "Frontiers in Psychology"'


@pytest.mark.parametrize("release_id", ["9de3238", "63d29d1"])
def test_its_older_releases_have_no_anchors_and_are_not_searched(published: Any, ask: Any, release_id: str) -> None:
    index = json.loads(published.files["releases/index.json"])
    whole = next(each["release_id"] for each in index["releases"] if each["release_id"].startswith(release_id))

    report = ask(release_id=whole)

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert report["reason"] == "release index: the entry has no well-formed manifest_sha256"


def test_all_but_the_inactive_sources_have_their_canonical_host_for_a_route(real_release: Path) -> None:
    sources = registry(real_release).sources
    routes = {each.id: route_of(each) for each in sources}

    without = {source_id for source_id, route in routes.items() if not isinstance(route, Route)}
    assert without == {"mp-arc", "mnras-letters-archive", "nutrixiv"}
    hosts = {route.host for route in routes.values() if isinstance(route, Route)}
    assert (len(sources), len(hosts)) == (244, 151)


def test_the_contract_is_valid_against_its_schema_and_a_changed_one_is_not(real_release: Path) -> None:
    folder = real_release / "releases" / PIN
    contract = json.loads((folder / "chatbot-search-routing.json").read_bytes())
    schema = json.loads((folder / "schemas" / "chatbot-search-routing.schema.json").read_bytes())

    assert contract_fault(contract, schema) is None
    assert contract_fault(contract | {"runtime_enforcement": True}, schema) is not None


def test_what_was_validated_from_the_same_bytes_is_not_validated_again(published: Any, ask: Any) -> None:
    calls = list[object]()

    def counted(contract: Any, schema: Any) -> str | None:
        calls.append(contract)
        return contract_fault(contract, schema)

    rules = replace(RULES, contract_fault=counted)
    reports = [ask(rules=rules, sources=["tacl"]) for _ in range(3)]

    assert [each["outcome"] for each in reports] == ["SEARCHED"] * 3
    assert len(calls) == 1
    assert sum("chatbot-search-routing.json" in url for _, url in published.log) == 3
