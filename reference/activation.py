"""What the user asks for: a search or recommended places, in which mode, how broadly, and whether a text's content.

A task may state these outright; the utterance, English or Chinese, decides the rest. The topic is taken out of it first,
so that a topic's words cannot give orders.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .decision import BROKERED, CLOSED, DIRECT

REGISTRY = r"(?:\boa[ -]?repo(?:sitory)?\b|open scholarly sources|\b(?:this|the|your) (?:oa )?(?:registry|repo(?:sitory)?)\b|登錄庫|註冊庫|登記庫)"
ORDER = re.compile(
    r"(?:^|[.!,;:]\s*|\b(?:to|please|and|then|now|must|just|can you|could you|would you|you to|want you to|let us|let's)\s+)"
    r"(?:search|query|look (?:up|for|through|in)|run a search|do a search|carry out a search)\b"
    r"|\b(?:run|do|start|perform|make) (?:a|the|another) (?:[\w-]+ ){0,3}search\b|搜尋|搜索|搜寻|檢索|检索|查詢",
    re.IGNORECASE,
)
FIND_TEXTS = re.compile(
    r"\b(?:find|get|collect)\b[^.?!]{0,60}\b(?:papers?|articles?|literature|studies|records?|preprints?)\b"
    r"|找[^。？]{0,20}(?:文獻|論文|文章)|查找[^。？]{0,20}(?:文獻|論文|文章)",
    re.IGNORECASE,
)
QUESTION = re.compile(
    r"^\W*(?:which|where|what|who|how|is there|are there|do you know|does|recommend|suggest|name|list|tell me)\b"
    r"|哪些|哪裡|哪里|哪個|推薦|推荐|建議|有什麼|有沒有|找來源",
    re.IGNORECASE,
)
NOT_NOW = re.compile(
    r"\b(?:do not|don't|dont|without|no need to|not to|never) (?:(?:yet|actually|run|do|start|a|any) )*search(?:ing|es)?\b(?! engine)"
    r"|\bno search(?:ing)?\b(?! engine)|(?:不要|不用|別|先別|無須|不必)(?:先)?(?:做|進行)?(?:搜尋|搜索|檢索)(?!引擎)",
    re.IGNORECASE,
)
NO_BROKER = re.compile(
    r"\b(?:do not|don't|dont|without|never|no) (?:\w+ ){0,3}(?:outside|external|web|third[- ]party|other|any) (?:\w+ ){0,2}"
    r"(?:search(?:es)?(?: engines?| services?| brokers?| tools?)?|brokers?)\b"
    r"|\b(?:without|no) (?:a |any )?(?:search engines?|(?:search )?brokers?)\b|\badapters? only\b|\bonly (?:the )?(?:direct |published )?adapters?\b"
    r"|registry[_ -]closed|\bclosed mode\b"
    r"|(?:不要|不可|不得|別|禁止|不)(?:使用|用|透過|經由)?[^。，]{0,6}(?:外部|其他|任何)?[^。，]{0,4}(?:搜尋引擎|搜索引擎|搜尋服務|搜尋仲介)|只用介接器|只用直接介接器",
    re.IGNORECASE,
)
DIRECT_ONLY = re.compile(r"\bdirect[_ -]only\b|\bdirect(?:ly)? only\b", re.IGNORECASE)
BROAD = re.compile(
    r"\bas (?:broadly|widely) as\b|\b(?:broad(?:er|est)?|wid(?:e|er|est)) (?:coverage|search|net)\b|\bas many sources\b"
    r"|\ball (?:relevant |fitting |suitable )?sources\b|\bsearch (?:broadly|widely)\b|盡可能廣|盡量廣|越廣越好|廣泛搜尋|所有來源|更多來源",
    re.IGNORECASE,
)
CONTENT = re.compile(
    r"\b(?:quote|read|cite|summari[sz]e|use) (?:\w+ ){0,3}full[- ]?texts?\b|\bwhat (?:the|these|those|that) (?:papers?|articles?|texts?) says?\b"
    r"|\bquote (?:\w+ ){0,3}(?:methods|results|discussion|body)\b|引用[^。]{0,8}全文|閱讀全文|根據全文|內文怎麼說",
    re.IGNORECASE,
)
RELEASE = re.compile(r"\b(?:release|version|snapshot|版本)\s*[:：]?\s*([0-9a-f]{40})\b", re.IGNORECASE)
TOPICS = (
    re.compile(r"\bsearch(?:es|ing)?\b[^.?!]*?\b(?:for|on|about)\s+(?P<topic>.+?)(?:[.!?。！？](?:\s|$)|,? but\b|$)", re.IGNORECASE),
    re.compile(r"(?:搜尋|搜索|搜寻|檢索|检索|查詢)\s*(?:關於|有關)?\s*(?P<topic>[^。！？]+?)(?:的(?:文獻|論文|文章|研究))?(?:[。！？]|$)"),
    re.compile(r"\b(?:for|on|about)\s+(?P<topic>.+?)(?:[.!?](?:\s|$)|$)", re.IGNORECASE),
    re.compile(r"(?:關於|有關|找)\s*(?P<topic>[^。！？]+?)\s*(?:的\s*(?:OA\s*)?(?:文獻|論文|文章|來源|期刊|研究))?(?:[。！？]|$)"),
)
CHINESE = re.compile(r"[㐀-鿿]")


@dataclass(frozen=True)
class Ask:
    """What the user wants. ``sources`` are the ids the user named, None if the host is to choose."""

    topic: str
    searches: bool
    mode: str
    sources: tuple[str, ...] | None
    broad: bool
    fulltext: bool
    release_id: str | None
    chinese: bool
    seconds: float
    web_search: Mapping[str, Any] | None
    open_page: str | None


def understand(task: Mapping[str, Any]) -> Ask:
    """The request in a task of ``task.schema.json``. What the task states goes before what the utterance says."""
    utterance = str(task.get("utterance") or "")
    topic = str(task.get("topic") or topic_in(utterance))
    said = utterance.replace(topic, " ") if len(topic) > 1 else utterance
    named = task.get("sources")
    tools = task.get("tools") or {}
    release = RELEASE.search(said)
    return Ask(
        topic=topic,
        searches=wants_search(said) or ((task.get("mode") is not None or bool(named)) and not declines(said)),
        mode=task.get("mode") or mode_in(said),
        sources=tuple(dict.fromkeys(map(str, named))) if named is not None else None,
        broad=task.get("breadth") == "broad" or bool(BROAD.search(said)),
        fulltext=task.get("evidence") == "fulltext" or bool(CONTENT.search(said)),
        release_id=task.get("release_id") or (release[1].lower() if release else None),
        chinese=bool(CHINESE.search(utterance)),
        seconds=float(task.get("deadline_s") or 120.0),
        web_search=tools.get("web_search"),
        open_page=tools.get("open_page"),
    )


def wants_search(said: str) -> bool:
    """Whether the words order a search (ACT-01 to ACT-03). Asking for good places is no order, nor is "find OA papers"."""
    if declines(said):
        return False
    by_registry = bool(re.search(REGISTRY, said, re.IGNORECASE))
    if by_registry and (ORDER.search(said) or FIND_TEXTS.search(said)):
        return True
    return bool(ORDER.search(said)) and not QUESTION.search(said)


def declines(said: str) -> bool:
    """Whether the words rule a search out for now."""
    return bool(NOT_NOW.search(said))


def mode_in(said: str) -> str:
    """The mode the words ask for: a user who rules out outside search engines gets a strict one (ACT-04)."""
    if DIRECT_ONLY.search(said):
        return DIRECT
    return CLOSED if NO_BROKER.search(said) else BROKERED


def topic_in(utterance: str) -> str:
    """The topic of an utterance; empty if it names none."""
    for pattern in TOPICS:
        found = pattern.search(utterance)
        if found and not re.fullmatch(r"(?:文獻|論文|文章|來源|papers?|articles?|literature|sources?)", found["topic"].strip(), re.IGNORECASE):
            return re.sub(rf"\s*\b(?:in|through|using|with|from) {REGISTRY}.*$", "", found["topic"].strip(" \"'“”「」"), flags=re.IGNORECASE)
    return ""
