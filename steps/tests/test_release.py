"""The bundled release is true in itself, and stays true through every change."""

import base64
import json
import shutil
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import jsonschema
import pytest

from oa_conformance.steps.verdict.finding import SuiteFault
from oa_conformance.steps.world import github
from oa_conformance.steps.world.cassette import Cassette, dumps, loads
from oa_conformance.steps.world.eligibility import canonical_host, no_route_because
from oa_conformance.steps.world.rebundle import rebundle
from oa_conformance.steps.world.records import CASSETTES, bundled, ensure, invented, record
from oa_conformance.steps.world.release import (
    FILES,
    INDEX,
    MANIFEST,
    PROTOCOL,
    REGISTRY,
    ROUTING,
    SCHEMA,
    Release,
    ReleaseError,
    anchored,
    edited,
    git_blob_sha1,
    load,
    only_sources,
    padded,
    renamed,
    sha256,
    with_history,
    with_sources,
)

SPRING = "243d3616d066b5fa8192a6f28698e1d282c0a0a9"
AUTUMN = "b7a1f0d2c94e5f6a8b3c2d1e0f9a8b7c6d5e4f30"
ADAPTERS = {
    "europe-pmc", "openalex", "pubmed-central", "doaj", "zenodo", "arxiv",
    "arxiv-cs-cl", "arxiv-cs-lg", "arxiv-cs-ai", "arxiv-stat-ml", "arxiv-cs-cv", "arxiv-cs-ma",
}  # fmt: skip


def written(release: Release, folder: Path) -> Path:
    """The release as files in the folder."""
    for name, content in {
        INDEX: release.index,
        **{f"releases/{release.release_id}/{n}": c for n, c in release.files.items()},
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def holds(release: Release, folder: Path) -> bool:
    """Every digest and count of the release agrees, as ``load`` checks."""
    return load(written(release, folder)).release_id == release.release_id


# the bundled data


def test_the_bundled_release_is_complete_and_every_digest_agrees() -> None:
    release = load(CASSETTES)
    assert release.release_id == SPRING
    assert set(release.files) == set(FILES)
    assert release.counts["source_count"] == 98
    assert release.counts["chatbot_search_brokered_source_count"] == 94
    assert release.counts["chatbot_search_adapter_count"] == 12
    manifest = json.loads(release.files[MANIFEST])
    assert manifest["files"][REGISTRY]["sha256"] == sha256(release.files[REGISTRY])
    assert list(manifest["files"]) == [name for name in FILES if name != MANIFEST]


def test_anchoring_its_parts_again_gives_the_same_bytes() -> None:
    release = bundled()
    older = json.loads(release.index)["releases"][:-1]
    again = anchored(
        SPRING,
        list(release.sources.values()),
        release.routing,
        protocol=release.files[PROTOCOL],
        entry=release.files["chatbot-entry.txt"],
        schema=release.files[SCHEMA],
        older_index_entries=older,
    )
    assert dict(again.files) == dict(release.files)
    assert again.index == release.index


def test_its_routing_file_keeps_to_its_schema_which_refuses_other_values() -> None:
    schema, routing = json.loads(bundled().files[SCHEMA]), json.loads(bundled().files[ROUTING])
    check = jsonschema.Draft202012Validator(schema)
    assert check.is_valid(routing)
    for change in (
        {"default_mode": "registry_closed"},
        {"protocol_version": "1.0.0"},
        {"runtime_enforcement": 0},
        {"adapters": []},
        {"comment": "more"},
        {"network_boundary": {**routing["network_boundary"], "arbitrary_url_fetch_enabled": True}},
        {"adapters": [{**routing["adapters"][0], "endpoint_template": "http://www.ebi.ac.uk/{query}/{limit}"}]},
    ):
        assert not check.is_valid(routing | change), change


def test_it_has_the_sources_that_scenarios_need() -> None:
    sources = bundled().sources
    hosts = Counter(urlsplit(each["canonical_url"]).hostname for each in sources.values())
    assert hosts["www.frontiersin.org"] == 3
    assert hosts["academic.oup.com"] >= 3
    assert hosts["link.springer.com"] >= 3
    assert hosts["royalsocietypublishing.org"] >= 2
    assert hosts["aclanthology.org"] == 10
    assert hosts["osf.io"] >= 3
    assert hosts["arxiv.org"] == 7
    assert hosts["journals.quillmere-press.org"] == 2
    assert {each["source_id"] for each in bundled().routing["adapters"]} == ADAPTERS <= set(sources)
    assert {key for key, each in sources.items() if each["oa_scope"] == "metadata_only"} == {
        "doaj",
        "openalex",
        "pubmed",
    }
    assert {key for key, each in sources.items() if each["status"] != "active"} == {
        "nutrixiv", "mnras-letters-archive", "quillmere-horology",
    }  # fmt: skip
    assert no_route_because(sources["quillmere-deposit"]) == "it lacks the discovery role"
    assert all(each["translation"]["zh-TW"]["summary"] for each in sources.values())
    assert {each["parent_id"] for each in sources.values()} - {None} <= set(sources)


def test_its_broad_topic_fits_fifteen_sources() -> None:
    fitting = [key for key, each in bundled().sources.items() if "large language models" in each["subjects"]]
    assert len(fitting) == 15


@pytest.mark.parametrize(
    ("planted", "words"),
    [
        ("quillmere-campanology", ("campanology", "bell founding")),
        ("quillmere-quarterly", ("lichenometry",)),
        ("quillmere-review", ("dry stone walling",)),
        ("quillmere-annals", ("糕餅木模", "粿印")),
        ("quillmere-vexillology", ("vexillology",)),
        ("quillmere-horology", ("horology", "clockmaking")),
    ],
)
def test_a_planted_source_alone_has_the_words_of_its_topic(planted: str, words: tuple[str, ...]) -> None:
    texts = {key: json.dumps(each, ensure_ascii=False).casefold() for key, each in bundled().sources.items()}
    for word in words:
        assert [key for key, text in texts.items() if word in text] == [planted]


def test_planted_sources_fit_by_one_field_alone() -> None:
    def places(source_id: str, word: str) -> list[str]:
        found = {key: json.dumps(value, ensure_ascii=False).casefold() for key, value in record(source_id).items()}
        return [
            key for key, text in found.items() if word in text and key not in ("id", "canonical_url", "registry_page")
        ]

    assert places("quillmere-quarterly", "lichenometry") == ["subjects"]
    assert places("quillmere-review", "dry stone walling") == ["notes"]
    assert places("quillmere-annals", "糕餅木模") == ["translation"]
    assert places("quillmere-vexillology", "vexillology") == ["name"]


def test_invented_records_in_the_bundled_release_are_those_of_the_catalogue() -> None:
    shared = set(bundled().sources) & set(invented())
    assert len(shared) == 10
    assert all(bundled().sources[each] == record(each) for each in shared)


def test_no_bundled_source_is_eligible_by_one_reading_of_a_safe_url_alone() -> None:
    for each in bundled().sources.values():
        parts = urlsplit(each["canonical_url"])
        assert parts.scheme == "https"
        assert canonical_host(each["canonical_url"]) == parts.netloc


# eligibility


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://www.frontiersin.org/journals/psychology", "www.frontiersin.org"),
        ("https://openreview.net/group?id=ICLR.cc", "openreview.net"),
        ("https://arxiv.org", "arxiv.org"),
        ("http://tidebook.quillmere-press.org/", None),
        ("https://tidebook.quillmere-press.org:8443/", None),
        ("https://tidebook.quillmere-press.org:/", None),
        ("https://guest@tidebook.quillmere-press.org/", None),
        ("https://@tidebook.quillmere-press.org/", None),
        ("https://tidebook.quillmere-press.org/#tables", None),
        ("https://tidebook.quillmere-press.org/#", None),
        ("https://127.0.0.1/", None),
        ("https://2130706433/", None),
        ("https://0x7f.1/", None),
        ("https://127.1/", None),
        ("https://[::1]/", None),
        ("https://tidebook/", None),
        ("https://tidebook.local/", None),
        ("https://localhost/", None),
        ("https://tide_book..quillmere-press.org/", None),
        ("https://-tide.quillmere-press.org/", None),
        ("https://www.frontiersin.org./", None),
        ("HTTPS://WWW.frontiersin.org/", "www.frontiersin.org"),
        ("https://tidebook.quillmere-press.org/{a}?b=%zz", "tidebook.quillmere-press.org"),
        ("https://tidebook.home/", None),
        ("https://localhost.localdomain/", None),
        ("https://tide.0x1/", None),
        ("https://tide.press2/", "tide.press2"),
        ("https://www.frontiersin.org\\@evil.net/", None),
        ("https://www.frontiersin.org/\n", None),
        (" https://www.frontiersin.org/", None),
        ("https://" + "a." * 130 + "org/", None),
        ("", None),
        (None, None),
    ],
)
def test_a_canonical_host_comes_from_a_safe_url_alone(url: object, host: str | None) -> None:
    assert canonical_host(url) == host


def test_every_unsafe_record_has_no_route_and_its_sibling_has_one() -> None:
    tides = {key: each for key, each in invented().items() if key.startswith("quillmere-tidebook-")}
    assert [key for key, each in tides.items() if no_route_because(each) is None] == ["quillmere-tidebook-current"]
    assert len(tides) == 13


@pytest.mark.parametrize("broken", [{}, {"status": "active"}, {"status": "active", "access_roles": "discovery"}])
def test_a_malformed_record_has_no_route(broken: dict[str, object]) -> None:
    assert no_route_because(broken) is not None


# changing a release


def test_a_record_that_is_there_changes_nothing() -> None:
    release = bundled()
    assert ensure(release, ["tacl", "quillmere-review"]) is release
    assert with_sources(release, [release.sources["tacl"]]) is release


def test_a_missing_record_is_added_and_everything_is_anchored_again(tmp_path: Path) -> None:
    more = ensure(bundled(), ["quillmere-ophthalmology", "quillmere-tidebook-gate"])
    assert more.release_id == SPRING
    assert holds(more, tmp_path)
    assert more.counts["source_count"] == 100
    assert more.counts["chatbot_search_brokered_source_count"] == 95  # the one with a port has no route
    assert json.loads(more.index)["releases"][-1]["chatbot_search_brokered_source_count"] == 95
    assert json.loads(more.files[MANIFEST])["source_count"] == 100
    assert more.files[PROTOCOL] == bundled().files[PROTOCOL]


def test_adding_a_source_without_a_route_leaves_the_contract_as_it_is() -> None:
    assert ensure(bundled(), ["quillmere-tidebook-gate"]).files[ROUTING] == bundled().files[ROUTING]


def test_an_unknown_record_is_a_fault_of_the_suite() -> None:
    with pytest.raises(SuiteFault, match="no record of a source 'nowhere'"):
        ensure(bundled(), ["nowhere"])


def test_a_small_registry_holds_the_given_records_and_no_others(tmp_path: Path) -> None:
    small = only_sources(bundled(), [record("quillmere-ophthalmology")], AUTUMN)
    assert list(small.sources) == ["quillmere-ophthalmology"]
    assert small.release_id == AUTUMN
    assert holds(small, tmp_path)


def test_under_another_id_nothing_names_the_old_one(tmp_path: Path) -> None:
    moved = renamed(bundled(), AUTUMN)
    assert holds(moved, tmp_path)
    assert SPRING.encode() not in b"".join(moved.files.values()) + moved.index
    assert json.loads(moved.index)["current_release_id"] == AUTUMN


def test_an_older_release_is_listed_before_the_current_one(tmp_path: Path) -> None:
    later = with_history(with_sources(bundled(), [record("quillmere-lantern-papers")], AUTUMN), bundled())
    assert holds(later, tmp_path)
    entries = {each["release_id"]: each for each in json.loads(later.index)["releases"]}
    assert entries[SPRING]["manifest_sha256"] == sha256(bundled().files[MANIFEST])
    assert entries[AUTUMN]["source_count"] == 99


def test_a_padded_file_has_the_size_asked_for_and_the_same_meaning(tmp_path: Path) -> None:
    large = padded(bundled(), REGISTRY, 1_200_000)
    assert len(large.files[REGISTRY]) == 1_200_000
    assert large.sources == bundled().sources
    assert holds(large, tmp_path)
    with pytest.raises(ValueError, match="cannot be padded to 10"):
        padded(bundled(), PROTOCOL, 10)


def test_an_edit_changes_anchors_but_not_counts(tmp_path: Path) -> None:
    changed = edited(bundled(), ROUTING, lambda each: each["brokered_discovery"].update(eligible_source_count=7))
    with pytest.raises(ReleaseError, match="disagree on chatbot_search_brokered_source_count"):
        holds(changed, tmp_path)


# loading


def altered(tmp_path: Path, name: str, content: bytes | None) -> Path:
    """A copy of the bundled release with one file changed, or taken away."""
    shutil.copytree(CASSETTES / "releases", tmp_path / "releases")
    place = tmp_path / (name if name == INDEX else f"releases/{SPRING}/{name}")
    place.unlink()
    if content is not None:
        place.write_bytes(content)
    return tmp_path


@pytest.mark.parametrize("name", [INDEX, *FILES])
def test_a_missing_file_is_named_in_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(ReleaseError) as refused:
        load(altered(tmp_path, name, None))
    assert name in str(refused.value)
    assert "a complete release is" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", FILES[1:])
def test_a_changed_file_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(ReleaseError, match=f"{name} has other digests than the manifest states"):
        load(altered(tmp_path, name, bundled().files[name] + b"\n"))


def test_a_changed_manifest_is_named(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match=r"release-manifest\.json has other digests than the index states"):
        load(altered(tmp_path, MANIFEST, bundled().files[MANIFEST] + b"\n"))


MALFORMED_INDEXES = {
    "empty": b"",
    "a list": b"[]",
    "nothing in it": b"{}",
    "not UTF-8": b"\xff\xfe",
    "too deep": b"[" * 100_000,
    "a number for an id": b'{"current_release_id": 3, "releases": []}',
    "a path for an id": b'{"current_release_id": "../../../../etc", "releases": []}',
    "no entry": b'{"current_release_id": "%s", "releases": []}' % SPRING.encode(),
    "a number for an entry": b'{"current_release_id": "%s", "releases": [7]}' % SPRING.encode(),
    "an entry without digests": b'{"current_release_id": "%s", "releases": [{"release_id": "%s"}]}'
    % (SPRING.encode(), SPRING.encode()),
}


@pytest.mark.parametrize("which", MALFORMED_INDEXES)
def test_a_malformed_index_is_refused_in_one_line(tmp_path: Path, which: str) -> None:
    with pytest.raises(ReleaseError) as refused:
        load(altered(tmp_path, INDEX, MALFORMED_INDEXES[which]))
    assert "\n" not in str(refused.value)
    assert "fetch" in str(refused.value)


@pytest.mark.parametrize(
    "text", ["", "[]", "null", '{"sources": 3}', '{"sources": [{}]}', "[" * 9_999], ids=lambda text: text[:16]
)
def test_a_registry_that_is_none_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(ReleaseError) as refused:
        load(altered(tmp_path, REGISTRY, text.encode()))
    assert "\n" not in str(refused.value)


def test_an_edited_bundle_is_made_true_again(tmp_path: Path) -> None:
    registry = json.loads(bundled().files[REGISTRY])
    registry["sources"] = registry["sources"][:-1]
    altered(tmp_path, REGISTRY, json.dumps(registry).encode())
    with pytest.raises(ReleaseError):
        load(tmp_path)
    rebundle(tmp_path)
    assert load(tmp_path).counts["source_count"] == 97


def test_an_untouched_bundle_is_left_as_it_is(tmp_path: Path) -> None:
    shutil.copytree(CASSETTES / "releases", tmp_path / "releases")
    rebundle(tmp_path)
    again = load(tmp_path)
    assert dict(again.files) == dict(bundled().files)
    assert again.index == bundled().index


# what GitHub says


def interactions(release: Release) -> dict[str, github.Interaction]:
    return {each.id: each for each in github.github_interactions(release)}


def test_github_gives_the_branch_and_every_file_in_four_ways() -> None:
    reads = interactions(bundled())
    names = {"index", "manifest", "registry", "routing", "protocol", "entry", "schema"}
    assert set(reads) == {"main"} | {name + way for name in names for way in ("", " raw", " blob", " blob raw")}
    assert json.loads(reads["main"].answer.body)["commit"]["sha"] == SPRING
    assert reads["registry"].url == (
        "https://api.github.com/repos/hoiyu915-droid/open-scholarly-sources/contents/releases/"
        f"{SPRING}/registry.json?ref=release-snapshots"
    )


def test_contents_are_wrapped_base64_with_the_blob_id() -> None:
    reads, registry = interactions(bundled()), bundled().files[REGISTRY]
    said = json.loads(reads["registry"].answer.body)
    assert said["encoding"] == "base64"
    assert {len(line) for line in said["content"].split("\n")[:-2]} == {60}
    assert base64.b64decode(said["content"]) == registry
    assert said["sha"] == git_blob_sha1(registry)
    assert said["size"] == len(registry)
    assert said["download_url"].startswith("https://raw.githubusercontent.com/")
    assert reads["registry raw"].answer.body == registry
    assert base64.b64decode(json.loads(reads["registry blob"].answer.body)["content"]) == registry
    assert reads["registry blob"].url.endswith(said["sha"])


@pytest.mark.parametrize(("size", "encoding"), [(1_048_576, "base64"), (1_048_577, "none")])
def test_above_the_limit_the_contents_are_empty_and_blobs_give_the_bytes(size: int, encoding: str) -> None:
    large = padded(bundled(), REGISTRY, size)
    reads = interactions(large)
    said = json.loads(reads["registry"].answer.body)
    assert said["encoding"] == encoding
    assert (said["content"] == "") == (encoding == "none")
    assert said["sha"] == git_blob_sha1(large.files[REGISTRY])
    assert reads["registry raw"].answer.body == large.files[REGISTRY]
    assert base64.b64decode(json.loads(reads["registry blob"].answer.body)["content"]) == large.files[REGISTRY]


def test_a_padded_file_is_described_in_the_cassette_not_stored() -> None:
    large = padded(bundled(), REGISTRY, 1_200_000)
    text = dumps(Cassette(github.github_interactions(large)))
    assert len(text) < 2_000_000
    again = {each.id: each.answer.body for each in loads(text).interactions}
    assert again["registry raw"] == large.files[REGISTRY]


def test_an_older_release_is_served_beside_the_current_one_under_its_label() -> None:
    ids = [each.id for each in github.directory(bundled(), "spring")]
    assert ids[0] == "spring manifest"
    assert len(ids) == 24


def test_a_release_at_which_every_host_must_stop_is_refused_in_one_line(tmp_path: Path) -> None:
    """Digests and counts are true; the routing file requires other files than the protocol does."""
    changed = edited(bundled(), ROUTING, lambda each: each["bootstrap"]["required_files"].__setitem__(-1, "more.json"))
    with pytest.raises(ReleaseError, match=r"does not keep its schema|requires other files") as refused:
        holds(changed, tmp_path)
    assert "\n" not in str(refused.value)
