"""The query that is sent, and what the broker's answer proves."""

import json
from typing import Any

import pytest

from oa_conformance.reference.broker import neutral_topic, query_for, read_answer, tool_fault
from oa_conformance.reference.transport import Answer, Failure

AT = "2026-08-20T00:00:00Z"
DOMAINS = ("www.tarn-press.org",)


def answer(said: Any, status: int = 200) -> Answer:
    body = said.encode() if isinstance(said, str) else json.dumps(said).encode()
    return Answer(status, {"content-type": "application/json"}, body, AT)


def told(*urls: Any, **more: Any) -> dict[str, Any]:
    found = {"results": [{"url": each} for each in urls], "applied_domains": list(DOMAINS), "result_count": len(urls)}
    return {key: value for key, value in (found | more).items() if value is not ...}


@pytest.mark.parametrize(
    ("topic", "sent"),
    [
        ("sleep and memory", "sleep and memory"),
        ('x" OR site:evil.example "', "x"),
        ("x” OR “y", "x y"),
        ("tarns site:evil.example ice", "tarns ice"),
        ("tarns -site: evil.example ice", "tarns ice"),
        ("tarns SITE：evil.example", "tarns"),
        ("inurl:admin intitle:x filetype:pdf lakes", "lakes"),
        ("lakes AND ice NOT snow", "lakes ice snow"),
        ("search and rescue or not", "search and rescue or not"),
        ("-aardvark +required", "aardvark required"),
        ("(lakes | ponds) & *", "lakes ponds"),
        ("well-being, children's and children’s literature", "well-being, children's and children’s literature"),
        ("HIV/AIDS", "HIV/AIDS"),
        ("COVID-19 vaccine: a question?", "COVID-19 vaccine: a question?"),
        ("lakes, write to k.n@tarn-press.org soon", "lakes, write to soon"),
        ("lakes https://evil.example/x and www.evil.example", "lakes and"),
        ("睡眠與記憶", "睡眠與記憶"),
        ("uso de Inteligência Artificial (modelso", "uso de Inteligência Artificial modelso"),
        ('"""', ""),
        ("OR", ""),
        ("a\n b\t c", "a b c"),
    ],
)
def test_the_topic_cannot_steer_the_broker(topic: str, sent: str) -> None:
    assert neutral_topic(topic) == sent


def test_a_long_topic_is_cut() -> None:
    assert len(neutral_topic("lake " * 1_000)) <= 300


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("Tarn Journal", 'cold lakes "Tarn Journal"'),
        (
            "Nuclear Physics B — SCOAP³-covered articles",
            'cold lakes "Nuclear Physics B — SCOAP³-covered articles"',
        ),
        ('The "Tarn"', 'cold lakes The "Tarn"'),
    ],
)
def test_the_registered_name_stands_in_the_query_character_for_character(name: str, query: str) -> None:
    assert query_for("cold lakes", name) == query


@pytest.mark.parametrize(
    ("said", "count"),
    [
        (told("https://a/1", "https://a/2"), 2),
        (told(), 0),
        (told(applied_domains=...), 0),
        (told(result_count=...), 0),
        (told(applied_domains=["WWW.tarn-press.org"]), 0),
        (told("x", applied_domains=None, result_count=None), 1),
    ],
)
def test_an_answer_with_a_list_is_a_receipt(said: Any, count: int) -> None:
    found = read_answer(answer(said), "q", DOMAINS)

    assert found.gap is None
    assert found.count == count
    assert type(found.count) is int


@pytest.mark.parametrize(
    ("said", "count"),
    [
        (told(applied_domains=[]), 0),
        (told(applied_domains=["tarn-press.org"]), 0),
        (told(applied_domains=[*DOMAINS, "osf.io"]), 0),
        (told(applied_domains="www.tarn-press.org"), 0),
        (told(applied_domains=[7]), 0),
        (told(applied_domains=False), 0),
        (told("x", result_count=0), 1),
        (told("x", result_count=True), 1),
        (told("x", result_count=1.0), 1),
        (told("x", result_count="1"), 1),
        (told(result_count=False), 0),
        (told(results=...), None),
        (told(results="none"), None),
        (told(results={"url": "x"}), None),
        ({"answer": "I found nothing."}, None),
        ([], None),
        ("prose", None),
        ("[" * 100_000, None),
        (told("x", error={"kind": "timeout"}), None),
    ],
)
def test_an_answer_that_proves_nothing_is_a_gap(said: Any, count: int | None) -> None:
    found = read_answer(answer(said), "q", DOMAINS)

    assert found.gap is not None
    assert found.gap.code == "SEARCH_BROKER_GAP"
    assert found.count == count
    assert found.at == AT


def test_a_failed_call_has_no_count_but_what_it_offered_is_kept() -> None:
    found = read_answer(answer(told("https://a/1"), 503), "q", DOMAINS)

    assert found.gap is not None
    assert found.count is None
    assert found.candidates == ("https://a/1",)


def test_an_unreachable_broker_is_a_gap() -> None:
    found = read_answer(Failure("timeout", "ReadTimeout", AT), "q", DOMAINS)

    assert found.gap is not None
    assert found.gap.detail == "the broker could not be asked: timeout (ReadTimeout)"


def test_results_of_any_shape_are_counted_and_none_is_trusted() -> None:
    shapes = {"results": ["https://a", None, {"url": 7}, {"link": "https://a"}, {"url": "https://a/1"}]}

    found = read_answer(answer(shapes), "q", DOMAINS)

    assert found.candidates == (None, None, 7, None, "https://a/1")
    assert found.count == 5


@pytest.mark.parametrize(
    ("tool", "fault"),
    [
        ({"url": "https://b.org/", "domain_filter": True}, None),
        ({"url": "http://127.0.0.1:8080/", "domain_filter": True}, None),
        ({"url": "https://b.org/", "domain_filter": False}, "the search tool has no native domain filter"),
        ({"url": "https://b.org/"}, "the search tool has no native domain filter"),
        ({"url": "http://b.org/", "domain_filter": True}, "the search tool is not reached by https"),
        ({"url": "http://127.0.0.1.evil.example/", "domain_filter": True}, "the search tool is not reached by https"),
        ({"url": "https://", "domain_filter": True}, "the search tool is not reached by https"),
        (None, "there is no search broker"),
        ({}, "there is no search broker"),
    ],
)
def test_a_tool_without_a_filter_is_not_used(tool: Any, fault: str | None) -> None:
    assert tool_fault(tool) == fault
