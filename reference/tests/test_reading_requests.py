"""What a request asks for, in English and Chinese."""

from typing import Any

import pytest

from oa_conformance.reference.activation import Ask, topic_in, understand

RELEASE = "04627ad2f4560e7e1075a4dc4af8b05c9fb91e87"


def asked(utterance: str, **task: Any) -> Ask:
    return understand({"utterance": utterance} | task)


@pytest.mark.parametrize(
    "utterance",
    [
        "Use the OA repo to search for sleep and memory.",
        "用 OA repo 搜尋 睡眠與記憶。",
        "只用 Open Scholarly Sources 選定的來源找文獻。",
        "Please use the OA repo to find papers on sleep.",
        "I want you to search the OA repo for sleep.",
        "Search Open Scholarly Sources for sleep, as broadly as possible.",
        "Use the OA repo: search sleep and memory",
        "Search for open articles on sleep.",
        "Can you search the registry for sleep?",
        "請用登錄庫檢索睡眠的論文",
    ],
)
def test_an_order_to_search_is_one(utterance: str) -> None:
    assert asked(utterance).searches


@pytest.mark.parametrize(
    "utterance",
    [
        "Which OA journals are good for plant ecology?",
        "Where should I search for papers on sleep?",
        "Recommend open journals on nutrition.",
        "用 OA repo 找來源",
        "找睡眠的 OA 文獻",
        "哪些開放期刊適合植物生態學？",
        "What is the OA repo?",
        "Use the OA repo, but don't search yet: which journals cover law?",
        "用 OA repo，先不要搜尋，推薦期刊就好。",
        "Good places for research on law, please. No searching.",
        "Sleep and memory",
    ],
)
def test_a_wish_for_places_is_no_order_to_search(utterance: str) -> None:
    assert not asked(utterance).searches


def test_a_stated_mode_or_source_is_an_order_unless_the_words_say_otherwise() -> None:
    assert asked("Sleep and memory.", mode="registry_brokered").searches
    assert asked("Sleep and memory.", sources=["tacl"]).searches
    assert not asked("Is it good for sleep research?", sources=["tacl"]).searches
    assert not asked("Don't search yet.", mode="registry_brokered").searches


def test_a_mode_that_the_words_name_is_an_order_unless_they_ask_something() -> None:
    assert asked("Sleep and memory, registry_closed.").searches
    assert not asked("What does registry_closed mean for sleep research?").searches
    assert not asked("Sleep and memory, registry_closed, but don't search yet.").searches


@pytest.mark.parametrize("what", ["engine", "service", "broker", "tool"])
def test_to_rule_out_a_service_is_no_wish_for_no_search(what: str) -> None:
    found = asked(f"Use the OA repo to search for sleep. Adapters only, no search {what}, please.")

    assert (found.searches, found.mode) == (True, "registry_closed")


@pytest.mark.parametrize(
    ("utterance", "results"),
    [
        ("Use the OA repo to search for sleep. Give me 500 results of each source.", 500),
        ("用 OA repo 搜尋睡眠，每個來源 20 筆。", 20),
        ("Find 3 papers on sleep in the OA repo.", 3),
        ("Use the OA repo to search for sleep in 2024.", None),
        ("Use the OA repo to search for sleep.", None),
    ],
)
def test_a_wish_for_a_number_of_results_is_read(utterance: str, results: int | None) -> None:
    assert asked(utterance).results == results


@pytest.mark.parametrize(
    ("utterance", "mode"),
    [
        ("Use the OA repo to search for sleep.", "registry_brokered"),
        ("Search the OA repo for retinal imaging, but do not use any outside search engine.", "registry_closed"),
        ("Search the OA repo for sleep without a search engine.", "registry_closed"),
        ("Search the OA repo for sleep, adapters only.", "registry_closed"),
        ("用 OA repo 搜尋睡眠，不要使用外部搜尋引擎。", "registry_closed"),
        ("Search the OA repo for sleep in direct_only mode.", "direct_only"),
    ],
)
def test_the_words_choose_the_mode(utterance: str, mode: str) -> None:
    assert asked(utterance).mode == mode


def test_a_mode_that_the_task_states_prevails() -> None:
    assert asked("Search the OA repo for sleep.", mode="direct_only").mode == "direct_only"


@pytest.mark.parametrize(
    "topic", ["why people do not use any outside search engine", "direct only mode", "as broadly as possible"]
)
def test_the_words_of_a_stated_topic_give_no_orders(topic: str) -> None:
    found = asked(f"Use the OA repo to search for {topic}.", topic=topic)

    assert (found.mode, found.broad, found.searches) == ("registry_brokered", False, True)


@pytest.mark.parametrize(
    ("utterance", "topic"),
    [
        ("Use the OA repo to search for sleep and memory.", "sleep and memory"),
        ("Search the OA repo for retinal imaging, but do not use any outside search engine.", "retinal imaging"),
        ("Search for coral reefs in the OA repo.", "coral reefs"),
        ("用 OA repo 搜尋 睡眠與記憶。", "睡眠與記憶"),
        ("用 OA repo 搜尋睡眠的論文，不要使用外部搜尋引擎。", "睡眠"),
        ("只用 Open Scholarly Sources 選定的來源找文獻。題目：睡眠", "睡眠"),
        ("哪些開放期刊適合植物生態學？", "植物生態學"),
        ("Which OA journals are good for plant ecology?", "plant ecology"),
        ("只用 Open Scholarly Sources 選定的來源找文獻。", ""),
        ("Hello", ""),
    ],
)
def test_the_topic_is_found_in_the_words(utterance: str, topic: str) -> None:
    assert topic_in(utterance) == topic


def test_breadth_content_and_release_are_read() -> None:
    found = asked(
        f"Use release {RELEASE} of the OA repo to search as broadly as possible for reefs; quote the full text."
    )

    assert (found.broad, found.fulltext, found.release_id) == (True, True, RELEASE)


def test_an_ordinary_request_asks_for_none_of_them() -> None:
    found = asked("Use the OA repo to search for sleep.")

    assert (found.broad, found.fulltext, found.release_id, found.sources, found.chinese) == (
        False, False, None, None, False,
    )  # fmt: skip


def test_a_chinese_request_is_answered_in_chinese() -> None:
    assert asked("用 OA repo 搜尋睡眠。").chinese
