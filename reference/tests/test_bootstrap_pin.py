"""The bootstrap: every disagreement stops the task before any search."""

import base64
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from oa_conformance.reference.github import Blob

PIN = "5a1e" * 10
OTHER = "0dd0" * 10
DIRECTORY = f"releases/{PIN}"
INDEX = "releases/index.json"
ROUTING = f"{DIRECTORY}/chatbot-search-routing.json"
FILES = [
    "release-manifest.json", "registry.json", "chatbot-search-routing.json", "chatbot-search-protocol.md",
    "chatbot-entry.txt", "schemas/chatbot-search-routing.schema.json",
]  # fmt: skip


def entry(change: dict[str, Any]) -> Callable[[dict[str, Any]], object]:
    """A change of the index entry; None takes a field away."""

    def edit(index: dict[str, Any]) -> None:
        index["releases"][0] |= change
        for key, value in change.items():
            if value is None:
                del index["releases"][0][key]

    return edit


def test_a_healthy_release_is_read_in_the_protocol_s_order_and_pinned(internet: Any, ask: Any) -> None:
    report = ask()

    api = "https://api.github.com/repos/hoiyu915-droid/open-scholarly-sources"
    reads = [f"{api}/contents/{path}?ref=release-snapshots" for path in (INDEX, *(f"{DIRECTORY}/{e}" for e in FILES))]
    assert [url for _, url in internet.log[:8]] == [f"{api}/branches/main", *reads]
    assert report["outcome"] == "SEARCHED"
    assert report["registry_release_id"] == report["main_ref_commit_sha"] == PIN


@pytest.mark.parametrize(
    "main",
    [{}, [], None, "x", {"commit": None}, {"commit": {"sha": None}}, {"commit": {"sha": "04627ad"}},
     {"commit": {"sha": "G" + PIN[1:]}}, {"commit": {"sha": PIN.upper()}}, {"commit": {"sha": PIN + "\n"}}],
)  # fmt: skip
def test_a_main_without_a_complete_commit_id_stops_the_task(internet: Any, ask: Any, main: Any) -> None:
    internet.main = main

    report = ask()

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert report["main_ref_commit_sha"] is None
    assert len(internet.log) == 1


def test_a_main_ahead_of_the_index_stops_the_task_and_both_ids_are_named(internet: Any, ask: Any) -> None:
    internet.main = {"commit": {"sha": OTHER}}

    report = ask()

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert PIN in report["reason"]
    assert OTHER in report["reason"]
    assert (report["main_ref_commit_sha"], report["registry_release_id"]) == (OTHER, None)
    assert len(internet.log) == 2


@pytest.mark.parametrize(
    ("edit", "cause"),
    [
        (lambda index: index.pop("current_release_id"), "it names None as current"),
        (lambda index: index.update(releases={}), "it is no list of releases"),
        (lambda index: index["releases"].clear(), f"0 entries for {PIN}"),
        (lambda index: index["releases"].append(index["releases"][0]), f"2 entries for {PIN}"),
        (lambda index: index["releases"].append({"release_id": OTHER, "commit_sha": PIN}), f"2 entries for {PIN}"),
        (entry({"commit_sha": OTHER}), "the entry names release and commit"),
        (entry({"manifest_sha256": None}), "no well-formed manifest_sha256"),
        (entry({"manifest_sha256": "f" * 63}), "no well-formed manifest_sha256"),
        (entry({"manifest_git_blob_sha1": None}), "no well-formed manifest_git_blob_sha1"),
        (entry({"manifest_git_blob_sha1": 7}), "no well-formed manifest_git_blob_sha1"),
        (entry({"manifest_git_blob_sha1": "a" * 40}), "blob id"),
        (entry({"manifest_sha256": "a" * 64}), "SHA-256"),
        (entry({"chatbot_search_brokered_source_count": 0}), "chatbot_search_brokered_source_count: index says 0"),
        (entry({"chatbot_search_brokered_source_count": 1.0}), "chatbot_search_brokered_source_count: index says 1.0"),
        (entry({"chatbot_search_adapter_count": None}), "chatbot_search_adapter_count: index says None"),
        (entry({"chatbot_search_method": "v1"}), "chatbot_search_method: index says 'v1'"),
    ],
)
def test_a_faulty_index_stops_the_task(internet: Any, ask: Any, edit: Any, cause: str) -> None:
    internet.edit(INDEX, edit)

    report = ask()

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert cause in report["reason"]
    assert not internet.searches


def republish(internet: Any, path: str, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a file of the release and anchor the changed one in manifest and index."""
    internet.edit(path, change)
    name = path.removeprefix(f"{DIRECTORY}/")
    if name != "release-manifest.json":
        content = internet.files[path]
        blob = internet.github_file(path).json()["sha"]
        digest = httpx.Response(200, content=content).read()

        def list_anew(manifest: dict[str, Any]) -> None:
            import hashlib  # noqa: PLC0415

            manifest["files"][name] = {
                "sha256": hashlib.sha256(digest).hexdigest(), "bytes": len(content), "git_blob_sha1": blob,
            }  # fmt: skip

        republish(internet, f"{DIRECTORY}/release-manifest.json", list_anew)
        return
    import hashlib  # noqa: PLC0415

    manifest = internet.files[path]
    anchors = {
        "manifest_sha256": hashlib.sha256(manifest).hexdigest(),
        "manifest_git_blob_sha1": internet.github_file(path).json()["sha"],
    }
    internet.edit(INDEX, entry(anchors))


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        (lambda m: m.update(release_id=OTHER), "manifest: release_id is"),
        (lambda m: m.update(commit_sha=OTHER), "manifest: commit_sha is"),
        (lambda m: m.update(schema_version="3.0.0"), "manifest: schema version '3.0.0'"),
        (lambda m: m.pop("schema_version"), "manifest: schema version None"),
        (lambda m: m.update(repository_main_ref_api="https://api.github.com/x"), "repository_main_ref_api"),
        (lambda m: m["files"].pop("registry.json"), "it does not list registry.json"),
        (lambda m: m.update(files=[]), "it does not list registry.json"),
        (lambda m: m["files"]["registry.json"].pop("sha256"), "the identity of registry.json is incomplete"),
        (lambda m: m["files"]["registry.json"].update(bytes=True), "the identity of registry.json is incomplete"),
        (lambda m: m["files"]["chatbot-entry.txt"].update(git_blob_sha1="a" * 40), "blob id"),
        (lambda m: m["files"]["chatbot-entry.txt"].update(sha256="a" * 64), "SHA-256"),
        (lambda m: m["files"]["chatbot-entry.txt"].update(bytes=1), "1 are published"),
        (lambda m: m.update(chatbot_search_default_mode="direct_only"), "chatbot_search_default_mode"),
    ],
)
def test_a_faulty_manifest_stops_the_task(internet: Any, ask: Any, change: Any, cause: str) -> None:
    republish(internet, f"{DIRECTORY}/release-manifest.json", change)

    report = ask()

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert cause in report["reason"]
    assert not internet.searches


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        (lambda r: r.pop("protocol_version"), "not valid against its schema"),
        (lambda r: r["bootstrap"]["required_files"].pop(), "its required files are not the six"),
        (lambda r: r["bootstrap"]["required_files"].append("x"), "its required files are not the six"),
        (lambda r: r["bootstrap"].update(snapshot_ref="main"), "bootstrap.snapshot_ref is 'main'"),
        (lambda r: r["bootstrap"].update(repository="fork/x"), "bootstrap.repository is 'fork/x'"),
        (lambda r: r.pop("bootstrap"), "it declares no bootstrap"),
        (lambda r: r.update(method="other"), "chatbot_search_method"),
        (lambda r: r["brokered_discovery"].update(eligible_source_count=2), "chatbot_search_brokered_source_count"),
        (lambda r: r["adapters"].append({}), "chatbot_search_adapter_count"),
    ],
)
def test_a_faulty_contract_stops_the_task(internet: Any, ask: Any, change: Any, cause: str) -> None:
    republish(internet, ROUTING, change)

    report = ask()

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert cause in report["reason"]


@pytest.mark.parametrize(
    "schema",
    [{"type": "no such type"}, {"$ref": "https://elsewhere.example/schema"}, {"$ref": "#/nowhere"},
     {"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": 7}, {"pattern": "("}],
)  # fmt: skip
def test_a_schema_that_cannot_be_used_stops_the_task_and_asks_nobody(internet: Any, ask: Any, schema: Any) -> None:
    def become(told: dict[str, Any]) -> None:
        told.clear()
        told.update(schema)

    republish(internet, f"{DIRECTORY}/schemas/chatbot-search-routing.schema.json", become)

    report = ask()

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert all("api.github.com" in url for _, url in internet.log)


@pytest.mark.parametrize(
    "registry",
    [{}, {"sources": None}, {"sources": [7]}, {"sources": [{"id": "a"}]}, {"sources": [{"id": "", "name": "x"}]},
     {"sources": [{"id": "a", "name": "x"}, {"id": "a", "name": "y"}]}],
)  # fmt: skip
def test_a_registry_that_is_none_stops_the_task(internet: Any, ask: Any, registry: Any) -> None:
    def become(told: dict[str, Any]) -> None:
        told.clear()
        told.update(registry)

    republish(internet, f"{DIRECTORY}/registry.json", become)

    report = ask()

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert "registry.json" in report["reason"]


@pytest.mark.parametrize("name", [INDEX, *(f"{DIRECTORY}/{each}" for each in FILES)])
@pytest.mark.parametrize(
    ("report_of", "cause"),
    [
        ({"sha": None}, "GitHub reports no blob id"),
        ({"sha": "A" * 40}, "GitHub reports no blob id"),
        ({"content": "!!!"}, "the base64 content is damaged"),
        ({"content": ""}, "bytes received"),
        ({"content": None}, "GitHub gave no base64 content"),
        ({"encoding": "utf-8"}, "GitHub gave no base64 content"),
        ({"size": 7}, "but GitHub reports 7"),
    ],
)
def test_a_file_that_github_gives_badly_stops_the_task(
    internet: Any, ask: Any, name: str, report_of: dict[str, Any], cause: str
) -> None:
    internet.reported[name] = report_of

    report = ask()

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert name in report["reason"]
    assert cause in report["reason"] or "bytes received are blob" in report["reason"]
    assert not internet.searches


@pytest.mark.parametrize("name", [INDEX, *(f"{DIRECTORY}/{each}" for each in FILES)])
def test_a_missing_file_stops_the_task_and_nothing_replaces_it(internet: Any, ask: Any, name: str) -> None:
    del internet.files[name]

    report = ask()

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert report["reason"] == f"{name} could not be read: GitHub answered 404"
    assert internet.log[-1][1].endswith(f"{name}?ref=release-snapshots")


def test_altered_bytes_under_the_right_blob_id_are_found_out(internet: Any, ask: Any) -> None:
    path = f"{DIRECTORY}/registry.json"
    altered = internet.files[path].replace(b'"active"', b'"lapsed"')
    internet.reported[path] = {"content": base64.b64encode(altered).decode()}

    report = ask()

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert "the bytes received are blob" in report["reason"]


@pytest.mark.parametrize(
    ("content", "sha"),
    [
        (b"one\ntwo\n", "814f4a422927b82f5f8a43f8fab6d3839e3983f2"),
        (b"one\r\ntwo\rthree\n", "730da9203c4bc356fca0959ed492a03cabca2e62"),
    ],
    ids=["LF", "CRLF and a lone CR"],
)
def test_a_blob_id_is_computed_of_the_very_bytes(content: bytes, sha: str) -> None:
    assert Blob("x", sha, len(content), content).git_sha1 == sha


def test_a_file_above_github_s_limit_comes_from_its_blob(internet: Any, ask: Any, record: Any) -> None:
    internet.files.clear()
    internet.publish(record(notes="x" * 1_100_000))

    report = ask()

    assert report["outcome"] == "SEARCHED"
    assert sum("/git/blobs/" in url for _, url in internet.log) == 1


def test_an_unreachable_github_stops_the_task(internet: Any, ask: Any) -> None:
    internet.main = httpx.ConnectError("refused")

    report = ask()

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert report["reason"].startswith("branch main could not be read: connection")
    assert report["gaps"] == [{"source_id": None, "status": "BOOTSTRAP_IDENTITY_GAP", "detail": report["reason"]}]
    assert report["traces"] == []


def test_each_task_reads_and_pins_afresh(internet: Any, ask: Any, record: Any) -> None:
    first = ask()
    internet.main = {"commit": {"sha": OTHER}}
    internet.publish(record(canonical_url="https://new.tarn-press.org/"), release_id=OTHER)

    second = ask()

    assert (first["registry_release_id"], second["registry_release_id"]) == (PIN, OTHER)
    assert [each["domains"] for each in internet.searches] == [["www.tarn-press.org"], ["new.tarn-press.org"]]


def test_an_older_release_is_searched_on_request_and_never_called_current(internet: Any, ask: Any, record: Any) -> None:
    internet.publish(record(canonical_url="https://old.tarn-press.org/"), release_id=OTHER, current=False)

    report = ask(release_id=OTHER)

    assert (report["registry_release_id"], report["main_ref_commit_sha"]) == (OTHER, PIN)
    assert report["traces"][0]["registry_release_id"] == OTHER
    assert internet.searches[0]["domains"] == ["old.tarn-press.org"]
    assert report["reason"] == f"historical search in release {OTHER}; the current release is {PIN}"
    assert "not the current one" in report["answer"]


def test_an_older_release_without_anchors_is_a_gap(internet: Any, ask: Any, record: Any) -> None:
    internet.publish(record(), release_id=OTHER, current=False)
    internet.edit(INDEX, lambda index: index["releases"][1].pop("manifest_git_blob_sha1"))

    report = ask(release_id=OTHER)

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert not internet.searches


def test_an_older_release_with_a_first_contract_is_not_searched_by_the_broker(
    internet: Any, ask: Any, record: Any
) -> None:
    contract = json.loads(internet.files[ROUTING]) | {"protocol_version": "1.0.0"}
    internet.publish(record(), release_id=OTHER, current=False, contract=contract)

    report = ask(release_id=OTHER)

    assert report["outcome"] == "REFUSED"
    assert report["reason"] == f"release {OTHER}, of protocol 1.0.0, has no mode registry_brokered"
    assert not internet.searches


def test_a_contract_that_allows_fewer_results_and_sources_is_kept(internet: Any, ask: Any, record: Any) -> None:
    contract = json.loads(internet.files[ROUTING])
    contract["brokered_discovery"]["maximum_results_per_source"] = 3
    contract["selection"] = {"maximum_source_count": 2}
    internet.files.clear()
    internet.publish(*(record(f"tarn-{n}", f"Tarn Journal {n}") for n in range(4)), contract=contract)
    internet.results["www.tarn-press.org"] = [f"https://www.tarn-press.org/{n}" for n in range(5)]

    report = ask(sources=None, topic="limnology")

    assert [each["source_id"] for each in report["selected_sources"]] == ["tarn-0", "tarn-1"]
    assert [each["max_results"] for each in internet.searches] == [3, 3]
    assert len(internet.opened()) == 6
    assert [each["reason_code"] for each in report["rejected_candidates"]].count("BUDGET") == 4


@pytest.mark.parametrize("wanted", ["latest", "../../x", PIN[:7], PIN.upper()])
def test_a_release_that_is_no_commit_id_is_never_looked_for(internet: Any, ask: Any, wanted: str) -> None:
    report = ask(release_id=wanted)

    assert report["outcome"] == "BOOTSTRAP_IDENTITY_GAP"
    assert len(internet.log) == 1
