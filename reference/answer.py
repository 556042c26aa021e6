"""The text shown to the user: only what opened pages say, each with its address, and every gap named as one."""

import re
from collections.abc import Sequence

from .decision import COVERAGE_GAP, SUCCESS
from .duplicates import Item
from .registry import Source
from .trace import Pinned
from .words import either

SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])(?=\S)")
ORDER = either(
    r"https?:|www\.",
    r"\b(?:ignore|disregard|forget|override)\b.*\b(?:previous|prior|above|all|any|your|the|these)\b",
    r"\b(?:instructions?|system prompt|assistant|chatbot|language model|as an ai|you (?:are|must|should|will))\b",
    r"\b(?:open|visit|fetch|click|report|say|state|set)\b[^.]{0,40}\b(?:url|link|page|verified|status)\b",
    "忽略|指令|請開啟|系統提示",
)
"""Sentences that talk to a machine. They are data like everything on a page, and no statement about a work (SEC-01)."""

ENGLISH = {
    "sources": "Sources",
    "release": "release",
    "older": "older release, not the current one:",
    "records": "Records:",
    "caution": "Gaps and empty results say something of this search, not that literature is lacking.",
    "places": "Registered places to look",
    "uncovered": "No active registered source fits; that does not mean that literature is lacking.",
    "nothing": "Nothing was searched.",
}
CHINESE = {
    "sources": "來源",
    "release": "發布版本",
    "older": "較早的發布版本，並非現行版本：",
    "records": "紀錄：",
    "caution": "缺口與零筆結果只說明這次搜尋，並不表示沒有相關文獻。",
    "places": "適合查找的登錄來源",
    "uncovered": "沒有合適的現行登錄來源，這並不表示沒有相關文獻。",
    "nothing": "沒有進行搜尋。",
}
MOST_ITEMS = 200  # that are told in words; the report has them all
STATES = {
    "SUCCESS": ("record found", "找到紀錄"),
    "NO_RESULTS": ("the search on this source returned nothing", "此來源的搜尋沒有傳回結果"),
    "NO_CANONICAL_SEARCH_ROUTE": ("no search route can be derived", "無法推導搜尋路徑"),
    "NO_SEARCH_ADAPTER": ("no direct adapter", "沒有直接介接器"),
    "SEARCH_BROKER_GAP": ("the search broker's receipt proves nothing", "搜尋仲介的回執無法證明"),
    "SOURCE_IDENTITY_GAP": ("candidates could not be shown to belong to this source", "候選網址無法確認屬於此來源"),
    "ORIGINAL_FETCH_GAP": ("the original could not be obtained", "無法取得原始紀錄"),
    "FULLTEXT_NOT_AUTHORIZED": ("this source may not support claims on content", "此來源不得支持全文內容的陳述"),
    "SOURCE_FETCH_GAP": ("the direct adapter failed", "直接介接器失敗"),
    "CLOSED_WORLD_VIOLATION": ("the boundary of the search was left", "搜尋越過了界線"),
}


def quotable(text: str, most: int) -> str:
    """The first sentences of a page's text, up to ``most`` characters and to the first that talks to a machine."""
    quote = ""
    for sentence in SENTENCE.split(text[:4_000]):
        longer = f"{quote} {sentence}".strip()
        if ORDER.search(sentence) or (quote and len(longer) > most):
            break
        quote = longer
    return quote if len(quote) <= most else quote[: most - 1].rsplit(" ", 1)[0] + "…"


def search_answer(chinese: bool, pinned: Pinned, ends: Sequence[tuple[Source, str]], items: Sequence[Item]) -> str:
    """What a search found, source by source. A source without a record is never called a lack of literature."""
    words = CHINESE if chinese else ENGLISH
    kind = words["older"] if pinned.historical else words["release"]
    lines = [f"{words['sources']} ({kind} {pinned.release_id}):"]
    lines += [f"- {source.name}: {status} ({STATES[status][chinese]})" for source, status in ends]
    lines += ["", words["records"]] if items else []
    for item in items[:MOST_ITEMS]:
        year = f" ({item.year})" if item.year else ""
        lines.append(f"- {item.title}{year}. {item.container}. {item.original_url} [{item.evidence_class}]")
        lines += [f"  “{item.quote}”"] if item.quote else []
    lines += [f"… +{len(items) - MOST_ITEMS}"] if len(items) > MOST_ITEMS else []
    lines += ["", words["caution"]] if any(status != SUCCESS for _, status in ends) else []
    return "\n".join(lines)


def navigation_answer(chinese: bool, release: str, sources: Sequence[Source]) -> str:
    """Registered places to look, and no claim on what they hold."""
    words = CHINESE if chinese else ENGLISH
    lines = [f"{words['places']} ({words['release']} {release}):"]
    lines += [f"- {(each.translated_name if chinese else '') or each.name}: {each.canonical_url}" for each in sources]
    return "\n".join(lines)


def stop_answer(chinese: bool, outcome: str, reason: str) -> str:
    """Why nothing was searched."""
    words = CHINESE if chinese else ENGLISH
    return f"{outcome}: {reason}. {words['uncovered' if outcome == COVERAGE_GAP else 'nothing']}"
