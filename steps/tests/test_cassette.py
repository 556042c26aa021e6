"""The file format: one spelling, readable by stock vcrpy; and which recorded answer a request finds."""

import asyncio
import gzip
import hashlib
import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import aiohttp
import httpx
import pytest
import requests
import vcr
import yaml
from hypothesis import given
from hypothesis import strategies as st

from oa_conformance.steps.world import cassette as cassette_module
from oa_conformance.steps.world.cassette import (
    FAULTS,
    Answer,
    Cassette,
    CassetteError,
    Fault,
    Interaction,
    dumps,
    generated,
    loads,
    read,
    unreachable,
)
from oa_conformance.steps.world.matching import NOT_FOUND, Playback, compose, place, request_key

HTML = (("content-type", "text/html; charset=utf-8"), ("set-cookie", "a=1"), ("set-cookie", "b=2"))
MATCHING = {"broker": "https://broker.example/search", "github": "api.github.com"}
SMALL = Cassette(
    (
        Interaction(
            "page-1",
            "GET",
            "https://journal.example/文?q=睡眠",
            Answer(headers=HTML, stored='<p>\n  臺灣 𠮷野家 😀 "q"\n</p>\n'.encode()),
        ),
        Interaction(
            "search",
            "POST",
            MATCHING["broker"],
            Answer(stored=b'{"results": []}'),
            "application/json",
            '{"domains": []}',
        ),
        Interaction("slow", "GET", "https://journal.example/2", unreachable("timeout")),
        Interaction("cut", "GET", "https://journal.example/3", Answer(stored=b"\x00\xff", fault=Fault("reset", 1))),
        Interaction(
            "big",
            "GET",
            "https://journal.example/4",
            Answer(made={"generator": "fill", "bytes": 2_000_000, "fill": "x"}),
        ),
    ),
    {"api.github.com": Answer(404, "Not Found", HTML, b'{"message": "Not Found"}'), "*": unreachable("refused")},
    MATCHING,
)
TEXT = """\
interactions:
- id: "page-1"
  request:
    method: "GET"
    uri: "https://journal.example/文?q=睡眠"
    body: null
    headers: {}
  response:
    status: {"code": 200, "message": "OK"}
    headers: {"content-type": ["text/html; charset=utf-8"], "set-cookie": ["a=1", "b=2"]}
    body:
      string: |2
        <p>
          臺灣 𠮷野家 😀 "q"
        </p>
- id: "search"
  request:
    method: "POST"
    uri: "https://broker.example/search"
    body: |2-
      {"domains": []}
    headers: {"accept": ["application/json"]}
  response:
    status: {"code": 200, "message": "OK"}
    headers: {}
    body:
      string: |2-
        {"results": []}
- id: "slow"
  request:
    method: "GET"
    uri: "https://journal.example/2"
    body: null
    headers: {}
  response:
    status: {"code": 504, "message": "Gateway Timeout"}
    headers: {}
    body:
      string: ""
- id: "cut"
  request:
    method: "GET"
    uri: "https://journal.example/3"
    body: null
    headers: {}
  response:
    status: {"code": 200, "message": "OK"}
    headers: {}
    body:
      string: !!binary "AP8="
- id: "big"
  request:
    method: "GET"
    uri: "https://journal.example/4"
    body: null
    headers: {}
  response:
    status: {"code": 200, "message": "OK"}
    headers: {}
    body:
      string: ""
oa_conformance:
  format: 1
  matching: {"broker": "https://broker.example/search", "github": "api.github.com"}
  hosts:
    "api.github.com": {"status": 404, "reason": "Not Found", "headers": {"content-type": ["text/html; charset=utf-8"], "set-cookie": ["a=1", "b=2"]}, "body": "{\\"message\\": \\"Not Found\\"}"}
    "*": {"fault": "refused"}
  faults:
    "slow": {"kind": "timeout", "after": null}
    "cut": {"kind": "reset", "after": 1}
  bodies:
    "big": {"generator": "fill", "bytes": 2000000, "fill": "x"}
version: 1
"""  # noqa: E501

AWKWARD = st.text(st.sampled_from(list("ab中𠮷😀 \t\n\r\"\\'#:-?!|>&*%@`{}[],\x85\u2028\u2029\ufeff\x7f\x00\uffff")))
TEXTS = st.one_of(AWKWARD, st.text(st.characters(codec="utf-8")))
BODIES = st.one_of(TEXTS.map(str.encode), st.binary())
HEADERS = st.dictionaries(TEXTS, st.lists(TEXTS, min_size=1, max_size=2), max_size=2).map(
    lambda named: tuple((name, value) for name, values in named.items() for value in values)
)
FAULTY = st.one_of(
    st.none(),
    st.builds(Fault, st.sampled_from(FAULTS)),
    st.builds(Fault, st.sampled_from(["timeout", "reset"]), st.integers(0, 9)),
)
MADE = st.none() | st.just({"generator": "gzip", "of": {"generator": "fill", "bytes": 9, "fill": "é", "head": "中"}})
ANSWERS = st.builds(Answer, st.integers(100, 599), TEXTS, HEADERS, BODIES, MADE, FAULTY)
INTERACTIONS = st.builds(Interaction, TEXTS, TEXTS, TEXTS, ANSWERS, st.none() | TEXTS, st.none() | TEXTS)
HOSTS = st.builds(Answer, st.integers(100, 599), TEXTS, HEADERS, TEXTS.map(str.encode)) | st.sampled_from(FAULTS).map(
    unreachable
)
CASSETTES = st.builds(
    Cassette,
    st.lists(INTERACTIONS, max_size=4, unique_by=lambda each: each.id).map(tuple),
    st.dictionaries(TEXTS, HOSTS, max_size=2),
    st.dictionaries(TEXTS, TEXTS, max_size=2),
)


# the file


def test_the_format_is_this() -> None:
    assert dumps(SMALL) == TEXT
    assert loads(TEXT) == SMALL


@given(CASSETTES)
def test_whatever_is_written_reads_back_the_same_and_is_written_the_same_again(cassette: Cassette) -> None:
    text = dumps(cassette)
    assert loads(text) == cassette
    assert dumps(loads(text)) == text
    assert "\r" not in text
    assert text.endswith("version: 1\n")


@given(CASSETTES)
def test_the_pure_python_loader_reads_what_the_c_loader_reads(cassette: Cassette) -> None:
    text = dumps(cassette)
    assert yaml.load(text, yaml.SafeLoader) == yaml.load(text, yaml.CSafeLoader)


@given(CASSETTES)
def test_stock_vcrpy_reads_every_exchange(cassette: Cassette) -> None:
    requests, responses, *_ = vcr.serialize.deserialize(dumps(cassette), vcr.serializers.yamlserializer)
    assert [(each.method, each.uri) for each in requests] == [(each.method, each.url) for each in cassette.interactions]
    assert [each["body"]["string"] for each in responses] == [each.answer.stored for each in cassette.interactions]


def test_stock_vcrpy_replays_the_file_to_every_client(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(TEXT, "utf-8")
    url, page = "https://journal.example/2", 504

    async def with_aiohttp() -> int:
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            return answer.status

    with vcr.use_cassette(str(tmp_path / "c.yaml"), record_mode="none", allow_playback_repeats=True):
        assert (httpx.get(url).status_code, requests.get(url).status_code, asyncio.run(with_aiohttp())) == (
            page,
            page,
            page,
        )
        assert httpx.post(MATCHING["broker"], json={"domains": []}).json() == {"results": []}


def test_a_cassette_that_stock_vcrpy_recorded_can_be_read(tmp_path: Path) -> None:
    request = {"method": "GET", "uri": "https://a.example/", "body": None, "headers": {"Accept": ["*/*"]}}
    response = {"status": {"code": 200, "message": None}, "headers": {}, "body": {"string": "x"}}
    recorded = yaml.dump({"interactions": [{"request": request, "response": response}], "version": 1})
    assert loads(recorded).interactions == (
        Interaction("1", "GET", "https://a.example/", Answer(reason="", stored=b"x"), accept="*/*"),
    )


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("interactions:", "interactions: [", "ParserError"),
        ("format: 1", "format: 2", "format 2"),
        ("  faults:", "  folts:", "folts"),
        ('"kind": "timeout"', '"kind": "timeuot"', "no such fault"),
        ('"kind": "timeout", "after": null', '"kind": "refused", "after": 3', "no such fault"),
        ('"slow": {"kind"', '"slov": {"kind"', "slov"),
        ('- id: "search"', '- id: "page-1"', "unique"),
        ('"code": 504', '"code": "504"', "'504' stands where a number belongs"),
        ("interactions:", "interaction:", "KeyError"),
        ('method: "GET"', "method: 5", "5 stands where text belongs"),
        ('"text/html; charset=utf-8"', "1", "1 stands where text belongs"),
        ("headers: {}", "headers: []", "AttributeError"),
        ('{"status": 404,', '{"status": "404",', "'404' stands where a number belongs"),
        ('"github": "api.github.com"', '"github": null', "None stands where text belongs"),
        ("version: 1", "x: " + "[" * 100_000, ""),
        (TEXT, "just words", "AttributeError"),
        (TEXT, "", "AttributeError"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(before: str, after: str, said: str) -> None:
    with pytest.raises(
        CassetteError, match=r"^ident-02.yaml: not a cassette of format 1 \(.*\); restore it or record it again$"
    ) as raised:
        loads(TEXT.replace(before, after, 1), "ident-02.yaml")
    assert said in str(raised.value)


def test_a_file_that_cannot_be_read_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "good.yaml").write_text(TEXT, "utf-8")
    (tmp_path / "latin.yaml").write_bytes(b"\xff\xfe")
    assert read(tmp_path / "good.yaml") == SMALL
    monkeypatch.setattr(cassette_module, "FILE_BYTES", len(TEXT.encode()) - 1)
    for name, said in (
        ("none.yaml", "cannot be read"),
        ("latin.yaml", "cannot be read"),
        (".", "cannot be read"),
        ("good.yaml", "larger than"),
    ):
        with pytest.raises(CassetteError, match=said) as raised:
            read(tmp_path / name)
        assert str(raised.value).startswith(str(tmp_path))
        assert "\n" not in str(raised.value)


def test_nesting_beyond_what_the_pure_python_loader_can_read_is_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cassette_module, "_LOADER", yaml.SafeLoader)
    with pytest.raises(CassetteError, match="RecursionError"):
        loads(TEXT.replace("version: 1", "x: " + "[" * 900 + "]" * 900))


def test_a_header_that_stands_alone_is_a_list_of_one() -> None:
    lone = TEXT.replace('["application/json"]', '"application/json"')
    assert loads(lone) == SMALL


@given(st.integers(0, len(TEXT) - 1), st.integers(0, 40), st.text(max_size=5))
def test_damage_anywhere_raises_nothing_else(at: int, gone: int, put: str) -> None:
    said = ""
    try:
        loads(TEXT[:at] + put + TEXT[at + gone :])
    except CassetteError as error:
        said = str(error)
    assert "\n" not in said


# bodies made rather than stored


@given(st.integers(20, 5000), st.sampled_from(["x", "中", "ab\n"]))
def test_a_filled_body_has_exactly_the_length_it_says(size: int, fill: str) -> None:
    made = generated({"generator": "fill", "bytes": size, "head": "<head>", "fill": fill, "tail": "</head>"})
    assert (len(made), made[:6], made[-7:]) == (size, b"<head>", b"</head>")
    made.decode()


def test_a_github_blob_is_wrapped_and_named_as_git_names_it() -> None:
    inner = generated({"generator": "fill", "bytes": 1_048_577, "fill": "0123456789"})
    blob = json.loads(
        generated({"generator": "github_blob", "of": {"generator": "fill", "bytes": 1_048_577, "fill": "0123456789"}})
    )
    assert blob["sha"] == hashlib.sha1(b"blob 1048577\0" + inner).hexdigest()
    assert (blob["size"], b64decode(blob["content"])) == (1_048_577, inner)
    assert {len(line) for line in blob["content"].splitlines()[:-1]} == {60}
    assert (
        gzip.decompress(generated({"generator": "gzip", "of": {"generator": "fill", "bytes": 3, "fill": "abc"}}))
        == b"abc"
    )


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ('{"generator": "fil"}', "no generator 'fil'"),
        ('{"generator": "fill", "fill": "x"}', "KeyError: 'bytes'"),
        ('{"generator": "fill", "bytes": "9", "fill": "x"}', "'9' stands where a number belongs"),
        ('{"generator": "fill", "bytes": 9, "fill": ""}', "nothing to fill with"),
        ('{"generator": "fill", "bytes": 9, "fill": 1}', "1 stands where text belongs"),
        ('{"generator": "fill", "bytes": 2, "fill": "x", "head": "abc"}', "no 2 bytes"),
        ('{"generator": "fill", "bytes": 64000001, "fill": "x"}', "no 64000001 bytes"),
        ('{"generator": "gzip"}', "KeyError: 'of'"),
        ('&a {"generator": "gzip", "of": *a}', "more than 4 generators"),
        ("9", "TypeError"),
    ],
)
def test_a_body_that_cannot_be_made_is_refused_when_the_file_is_read(made: str, said: str) -> None:
    with pytest.raises(CassetteError, match="not a cassette of format 1") as raised:
        loads(TEXT.replace('{"generator": "fill", "bytes": 2000000, "fill": "x"}', made))
    assert said in str(raised.value)


# which answer a request finds


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example", "HTTPS://A.example:443/"),
        ("https://a.example/x?b=2&a=1", "https://a.example/x?a=1&b=2#part"),
        ("https://a.example/10.1/(x)", "https://a.example/10.1/%28x%29"),
        ("https://a.example/?q=a+b", "https://a.example/?q=a%20b"),
        ("https://a.example/?q=睡眠", "https://a.example/?q=%E7%9D%A1%E7%9C%A0"),
        ("https://a.example/%7euser", "https://a.example/~user"),
    ],
)
def test_spellings_of_one_url_are_one_place(one: str, other: str) -> None:
    assert place(one) == place(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example/x", "http://a.example/x"),
        ("https://a.example/x", "https://a.example:8443/x"),
        ("https://a.example/x", "https://a.example/x/"),
        ("https://a.example/x", "https://a.example/X"),
        ("https://a.example/a/b", "https://a.example/a%2Fb"),
        ("https://a.example/a/../b", "https://a.example/b"),
        ("https://a.example/?q=a+b", "https://a.example/?q=a%2Bb"),
        ("https://a.example/?q=%FF", "https://a.example/?q=%FE"),
        ("https://a.example./", "https://a.example/"),
        ("https://[::1/", "https://[::2/"),
    ],
)
def test_urls_that_a_server_could_tell_apart_are_two_places(one: str, other: str) -> None:
    assert place(one) != place(other)


def key(method: str, url: str, accept: str | None = None, body: Any = None) -> Any:
    return request_key(method, url, accept, json.dumps(body).encode(), MATCHING)


def test_the_broker_is_told_apart_by_sorted_domains_alone() -> None:
    url = MATCHING["broker"]
    one = key("POST", url, body={"query": "a", "domains": ["x", "y"]})
    assert one == key("POST", url + "?v=1", "text/html", {"query": "b", "domains": ["y", "x"], "max_results": 3})
    assert one == key("POST", url, body={"domains": ["y", "x", "y"]})
    others = [
        {"domains": ["x"]},
        {"domains": []},
        {"query": "a"},
        [],
        {"domains": None},
        {"domains": [1]},
        {"domains": "xy"},
    ]
    assert len({one, *(key("POST", url, body=body) for body in others)}) == 4  # what cannot be read is one kind


def test_a_search_that_cannot_be_read_is_one_that_nobody_recorded() -> None:
    searches = compose(Cassette((SMALL.interactions[1],), {}, MATCHING))
    for body in (b"[" * 100_000, b"\xff", b""):
        assert searches.find("POST", MATCHING["broker"], None, body)[1] == ()


def test_the_contents_endpoint_is_told_apart_by_path_ref_and_media_type() -> None:
    url = "https://api.github.com/repos/o/r/contents/a.json?ref=main"
    assert (
        key("GET", url)
        == key("GET", url + "&_=1", "application/vnd.github+json")
        == key("GET", url, "application/json")
    )
    different = {
        key("GET", url, "application/vnd.github.raw+json"),
        key("GET", url, "application/vnd.github.html"),
        key("GET", url[:-9]),
    }
    assert len({key("GET", url), *different}) == 4


def test_an_overlay_wins_over_its_base_and_may_not_change_the_matching() -> None:
    url = "https://a.example/"
    base = compose(
        Cassette((Interaction("1", "GET", url, Answer()), Interaction("2", "GET", url, Answer())), {}, MATCHING)
    )
    over = compose(Cassette((Interaction("3", "GET", url, Answer()),), {"b.example": NOT_FOUND}), base)
    assert [each.id for each in over.find("GET", url, None, b"")[1]] == ["3"]
    assert [each.id for each in base.find("GET", url, None, b"")[1]] == ["1", "2"]
    assert over.names == {"a.example", "b.example"}
    with pytest.raises(CassetteError, match="matched"):
        compose(Cassette(matching={"broker": "https://other.example/"}), base)


def test_head_prefers_its_own_recording() -> None:
    url = "https://a.example/"
    both = compose(Cassette((Interaction("get", "GET", url, Answer()), Interaction("head", "HEAD", url, Answer(405)))))
    assert [each.id for each in both.find("HEAD", url, None, b"")[1]] == ["head"]


def test_defaults_by_host() -> None:
    world = compose(Cassette((Interaction("1", "GET", "https://a.example/", Answer()),), {"b.example": Answer(410)}))
    assert world.default("https://a.example/no") == NOT_FOUND
    assert world.default("https://b.example/no").status == 410
    assert world.default("https://c.example/") == unreachable("refused")
    assert Playback(hosts={"*": unreachable("dns")}).default("https://c.example/") == unreachable("dns")
