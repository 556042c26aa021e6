"""The older release is as whole as the current one, and each of its defects is what it is called."""

import json
from typing import Any

import jsonschema
import pytest

from oa_conformance.steps.world import history
from oa_conformance.steps.world.model import World
from oa_conformance.steps.world.records import bundled, record
from oa_conformance.steps.world.release import FILES, MANIFEST, ROUTING, SCHEMA, Release, git_blob_sha1, sha256

SPRING = "243d3616d066b5fa8192a6f28698e1d282c0a0a9"


@pytest.fixture
def world() -> World:
    """The bundled release, and an older one beside it that has one source."""
    made = World(bundled(), bundled())
    history.publish(made, history.older_release(made.release, [record("frontiers-psychology")]))
    return made


def entries(world: World) -> list[dict[str, Any]]:
    """The index entries of the older release."""
    return [each for each in json.loads(world.release.index)["releases"] if each["release_id"] == history.OLDER]


def older(world: World) -> Release:
    assert world.older is not None
    return world.older


def test_the_index_anchors_the_older_manifest_and_goes_on_calling_the_newer_one_current(world: World) -> None:
    (entry,) = entries(world)
    assert entry["manifest_sha256"] == sha256(older(world).files[MANIFEST])
    assert entry["manifest_git_blob_sha1"] == git_blob_sha1(older(world).files[MANIFEST])
    assert json.loads(world.release.index)["current_release_id"] == SPRING


def test_the_older_manifest_lists_its_files_truly(world: World) -> None:
    listed = json.loads(older(world).files[MANIFEST])["files"]
    for name in FILES[1:]:
        assert listed[name]["git_blob_sha1"] == git_blob_sha1(older(world).files[name])
    assert older(world).sources.keys() == {"frontiers-psychology"}


def test_no_file_of_the_older_release_is_one_of_the_current(world: World) -> None:
    current = {git_blob_sha1(content) for content in world.release.files.values()}
    assert not current & {git_blob_sha1(content) for content in older(world).files.values()}


def test_github_gives_the_older_files_under_ids_of_their_own(world: World) -> None:
    reads = world.reads()
    assert f"/contents/releases/{history.OLDER}/registry.json?" in reads["older registry"].url
    assert f"/contents/releases/{SPRING}/registry.json?" in reads["registry"].url
    assert {each.id for each in world.variant().interactions} >= {"index", "older manifest", "older schema blob raw"}


@pytest.mark.parametrize("first", [False, True])
def test_the_contract_is_valid_by_its_own_schema(world: World, first: bool) -> None:
    if first:
        history.DEFECTS["its contract is of version 1 and knows no broker"](world)
    schema = json.loads(older(world).files[SCHEMA])
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(older(world).files[ROUTING]), schema)
    other = history.schema_of("2.0.0" if first else "1.0.0")
    assert list(jsonschema.Draft202012Validator(other).iter_errors(older(world).routing))


def test_a_contract_of_version_1_is_stated_everywhere_and_anchored(world: World) -> None:
    history.DEFECTS["its contract is of version 1 and knows no broker"](world)
    (entry,), manifest = entries(world), json.loads(older(world).files[MANIFEST])
    assert "brokered_discovery" not in older(world).routing
    assert [*older(world).routing["modes"]] == ["registry_closed", "direct_only"]
    for stated in (entry, manifest):
        assert stated["chatbot_search_protocol_version"] == "1.0.0"
        assert "chatbot_search_brokered_source_count" not in stated
    assert entry["manifest_git_blob_sha1"] == git_blob_sha1(older(world).files[MANIFEST])
    assert manifest["files"][ROUTING]["sha256"] == sha256(older(world).files[ROUTING])


@pytest.mark.parametrize(
    ("defect", "missing"),
    [
        ("the index entry lacks the manifest's SHA-256", "manifest_sha256"),
        ("the index entry lacks the manifest's blob id", "manifest_git_blob_sha1"),
    ],
)
def test_an_anchor_is_missing_and_nothing_else(world: World, defect: str, missing: str) -> None:
    (whole,) = entries(world)
    history.DEFECTS[defect](world)
    (lacking,) = entries(world)
    assert lacking.keys() == whole.keys() - {missing}
    assert world.floor.keys() == {"main", "index"}


@pytest.mark.parametrize(
    ("defect", "count"), [("the index has no entry for it", 0), ("the index has two entries for it", 2)]
)
def test_the_index_has_so_many_entries(world: World, defect: str, count: int) -> None:
    history.DEFECTS[defect](world)
    assert len(entries(world)) == count


@pytest.mark.parametrize("name", ["manifest", "registry", "routing file"])
def test_github_reports_another_blob_id_and_the_example_ends_there(world: World, name: str) -> None:
    history.DEFECTS[f"GitHub reports another blob id for its {name}"](world)
    key = f"older {name.removesuffix(' file')}"
    (told,), right = world.github[key], world.reads()[key]
    one, other = (json.loads(each.answer.stored)["sha"] for each in (told, right))
    assert one != other
    assert one[:-1] == other[:-1]
    assert key in world.floor


def test_a_manifest_that_names_another_release_is_anchored_all_the_same(world: World) -> None:
    history.DEFECTS["its manifest is that of another release"](world)
    manifest = older(world).files[MANIFEST]
    assert json.loads(manifest)["release_id"] == SPRING
    assert entries(world)[0]["manifest_sha256"] == sha256(manifest)
