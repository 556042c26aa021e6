"""Hostile answers of the broker and of GitHub: each is the declared gap, and nothing else suffers."""

import hashlib
import json
from typing import Any

import httpx
import pytest

from oa_conformance.reference import json_text
from oa_conformance.reference.broker import MOST_LISTED
from oa_conformance.reference.cli import printable_json
from oa_conformance.reference.tests.conftest import RELEASE, Internet, blob_id, encoded, source
from oa_conformance.reference.tests.hostile_limits import measured
from oa_conformance.reference.tests.hostile_worlds import (
    HOST,
    MEGABYTE,
    NO_JSON,
    ends,
    report_of,
    world,
)  # fmt: skip

BOOTSTRAP_GAP, BROKER_GAP = "BOOTSTRAP_IDENTITY_GAP", "SEARCH_BROKER_GAP"


@pytest.fixture(params=NO_JSON.values(), ids=NO_JSON)
def no_json(request: pytest.FixtureRequest) -> bytes:
    """A body that is no answer to anything."""
    return bytes(request.param)


# the broker


def broker_says(internet: Internet, body: bytes) -> None:
    """Let the broker answer so where it is asked for the hostile host, and as ever elsewhere."""
    usual = internet.answer

    def answer(request: httpx.Request) -> httpx.Response | Exception:
        if request.method == "POST" and json.loads(request.content)["domains"] == [HOST]:
            return httpx.Response(200, content=body)
        return usual(request)

    internet.answer = answer  # type: ignore[method-assign]


def test_an_answer_of_the_broker_that_is_none_is_its_gap(no_json: bytes) -> None:
    internet = world()
    broker_says(internet, no_json)

    assert ends(report_of(internet)) == {"tarn-journal": BROKER_GAP, "moor": "SUCCESS"}


NESTED = b"[" * 900 + b"]" * 900


@pytest.mark.parametrize(
    ("body", "end"),
    [
        (b'{"results":[' + b"0," * (MOST_LISTED - 1) + b"0]}", "SOURCE_IDENTITY_GAP"),
        (b'{"results":[' + b"0," * 450_000 + b'0],"result_count":450001}', BROKER_GAP),
        (b'{"results":[],"result_count":1e999999}', BROKER_GAP),
        (b'{"results":[],"result_count":NaN}', BROKER_GAP),
        (b'{"results":[],"result_count":' + b"9" * 4_000 + b"}", BROKER_GAP),
        (b'{"results":[],"applied_domains":' + NESTED + b"}", BROKER_GAP),
        (b'{"results":[{"url":' + NESTED + b"}]}", "SOURCE_IDENTITY_GAP"),
        (b'{"results":[{"url":"https://evil.org/"}],"results":[]}', "NO_RESULTS"),
        (b'{"results":[{"url":"https://www.tarn-press.org/\\ud800"}]}', "SOURCE_IDENTITY_GAP"),
        (b'{"results":[{"url":"https://www.tarn-press.org/\xed\xa0\x80"}]}', "SOURCE_IDENTITY_GAP"),
        (b'{"results":[{"url":"https://www.tarn-press.org/\\u0000"}]}', "SOURCE_IDENTITY_GAP"),
        (b'{"results":[{"url":"https://www.tarn-press.org/10.5555/' + b"1." * 40_000 + b'"}]}', "SOURCE_IDENTITY_GAP"),
        (b'{"results":[{"url":"https://' + b"@" * 90_000 + b'"}]}', "SOURCE_IDENTITY_GAP"),
        (b'{"results":[{"url":"' + b" " * 90_000 + b'"}]}', "SOURCE_IDENTITY_GAP"),
        (b'{"results":[{"url":"https://www.tarn-press.org/' + b"%25" * 30_000 + b'"}]}', "SOURCE_IDENTITY_GAP"),
        (b'{"results":[{"url":7,"snippet":"' + b"10.5555/" * 90_000 + b'"}]}', "SOURCE_IDENTITY_GAP"),
    ],
    ids=["many", "too-many", "inf", "nan", "count", "echo", "nested-url", "twice", "surrogate", "raw-surrogate", "nul",
         "doi", "userinfo", "blanks", "escapes", "snippet"],
)  # fmt: skip
def test_what_the_broker_lists_ends_in_its_state(body: bytes, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oa_conformance.reference.tests.hostile_worlds.REPORT_BYTES", MEGABYTE)
    internet = world()
    broker_says(internet, body)

    assert ends(report_of(internet)) == {"tarn-journal": end, "moor": "SUCCESS"}


def test_a_report_with_half_a_surrogate_pair_can_be_printed_and_tells_the_same() -> None:
    internet = world()
    broker_says(internet, b'{"results":[{"url":"https://www.tarn-press.org/\\ud800"}]}')

    report = report_of(internet)

    assert json.loads(printable_json(report).encode().decode()) == report
    assert report["rejected_candidates"][0]["url"] == "https://www.tarn-press.org/\ud800"


# GitHub


def test_an_answer_of_github_that_is_none_stops_the_task(no_json: bytes) -> None:
    for part in ("branches/main", "releases/index.json", "release-manifest.json", "/registry.json", "git/blobs/"):
        internet = world()
        internet.reported["releases/index.json"] = {"encoding": "none", "content": ""} if "blobs" in part else {}
        usual = internet.answer

        def answer(request: httpx.Request, part: str = part, usual: Any = usual) -> httpx.Response | Exception:
            return httpx.Response(200, content=no_json) if part in str(request.url) else usual(request)  # type: ignore[no-any-return]

        internet.answer = answer  # type: ignore[method-assign]

        assert report_of(internet)["outcome"] == BOOTSTRAP_GAP
        assert internet.searches == []


def replaced(internet: Internet, name: str, content: bytes) -> None:
    """Publish the file with this content, anchored in manifest and index as it should be."""
    base = f"releases/{RELEASE}"
    manifest, index = (json.loads(internet.files[each]) for each in (f"{base}/release-manifest.json", INDEX))
    if name in manifest["files"]:
        internet.files[f"{base}/{name}"] = content
        sha256 = hashlib.sha256(content).hexdigest()
        manifest["files"][name] = {"sha256": sha256, "bytes": len(content), "git_blob_sha1": blob_id(content)}
    last = content if name == "release-manifest.json" else encoded(manifest)
    internet.files[f"{base}/release-manifest.json"] = last
    index["releases"][0] |= {
        "manifest_sha256": hashlib.sha256(last).hexdigest(), "manifest_git_blob_sha1": blob_id(last),
    }  # fmt: skip
    internet.files[INDEX] = content if name == INDEX else encoded(index)


INDEX, ROUTING = "releases/index.json", "chatbot-search-routing.json"
SCHEMA = "schemas/chatbot-search-routing.schema.json"


def test_a_published_file_that_is_no_json_stops_the_task(no_json: bytes) -> None:
    for name in (INDEX, "release-manifest.json", "registry.json", ROUTING):
        internet = world()
        replaced(internet, name, no_json)

        assert report_of(internet)["outcome"] == BOOTSTRAP_GAP
        assert internet.searches == []


DIALECT = "https://json-schema.org/draft/2020-12/schema"
DOUBLED: list[Any] = [{"allOf": [{"$ref": f"#/$defs/a{n}"}] * 2} for n in range(1, 41)] + [True]
LONG = '"' + "x" * 2 * MEGABYTE + '"'


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (INDEX, f'{{"current_release_id":{LONG},"releases":[]}}'),
        (INDEX, f'{{"current_release_id":"{RELEASE}","releases":[{{"release_id":"{RELEASE}","commit_sha":{LONG}}}]}}'),
        ("release-manifest.json", f'{{"release_id":{LONG}}}'),
        ("registry.json", f'{{"sources":[{{"id":{LONG},"name":"x"}}]}}'),
        ("registry.json", encoded({"sources": [source(name="Tarn " + "(ISSN" * 200_000)]}).decode()),
        ("registry.json", encoded({"sources": [source(name="Tarn" + "\u0301\u0316" * 200_000)]}).decode()),
        (SCHEMA, '{"$ref":"#"}'),
        (SCHEMA, json.dumps({"$ref": "#/$defs/a0", "$defs": {f"a{n}": DOUBLED[n] for n in range(41)}})),
        (SCHEMA, json.dumps({"$schema": DIALECT, "allOf": [{"$ref": "#"}] * 2})),
        (SCHEMA, json.dumps({"allOf": [{"$schema": DIALECT, "$ref": "#"}] * 2})),
        (SCHEMA, json.dumps({"required": [{"n": n} for n in range(30_000)]})),
        (SCHEMA, '{"$ref":"http://127.0.0.1:9/schema.json"}'),
    ],
    ids=[
        "index",
        "entry",
        "manifest",
        "id",
        "name",
        "marks",
        "schema-loop",
        "schema-doubled",
        "schema-doubled-dialect",
        "schema-dialects",
        "schema-list",
        "schema-elsewhere",
    ],
)
def test_a_published_file_with_more_than_it_should_have_stops_the_task(name: str, content: str) -> None:
    internet = world()
    replaced(internet, name, content.encode())

    report = report_of(internet)

    assert report["outcome"] == BOOTSTRAP_GAP
    assert len(report["reason"]) <= 1_000
    assert {each.url.host for each in internet.requests} == {"api.github.com"}


def test_json_of_too_many_values_is_none() -> None:
    assert json_text.parsed(b"[1,[2,{}]]", values=5) == [1, [2, {}]]
    for body in (b"[1,[2,{},3]]", "[1,[2,{},3]]", b'"' + b"," * 6 + b'"'):
        with pytest.raises(ValueError, match="more than 5 values"):
            json_text.parsed(body, values=5)


@pytest.mark.parametrize(
    ("answer", "most"),
    [
        ("b'{\"commit\":[' + b'{},' * 7_900_000 + b'{}]}'", 110),
        ('b\'{"sha":"\' + b\'a\' * 40 + b\'","encoding":"base64","content":"\' + b\'ab \' * 7_900_000 + b\'"}\'', 200),
        ("b' ' * 25_000_000", 110),
    ],
    ids=["values", "blanks-in-base64", "25-mb"],
)
def test_an_answer_of_github_costs_a_bounded_amount_of_memory(answer: str, most: int) -> None:
    (outcome, grown) = measured(
        "import httpx\nfrom oa_conformance.reference.tests.hostile_worlds import *\n"
        f"internet, usual, said = world(), Internet.answer, httpx.Response(200, content={answer})\n"
        "internet.answer = lambda asked: said if 'index.json' in str(asked.url) else usual(internet, asked)\n"
        "begin()\ngive(report_of(internet)['outcome'])"
    )

    assert outcome == BOOTSTRAP_GAP
    assert grown < most
