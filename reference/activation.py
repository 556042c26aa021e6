"""What the user asks for: a search or recommended places, in which mode, how broadly, and whether a text's content.

A task may state these outright; the utterance, English or Chinese, decides the rest. A topic that the task states is
taken out of it first, so that a topic's words cannot give orders.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .decision import BROKERED, CLOSED, DIRECT
from .words import either

REGISTRY = either(
    r"\boa[ -]?repo(?:sitory)?\b",
    r"open scholarly sources",
    r"\b(?:this|the|your) (?:oa )?(?:registry|repo(?:sitory)?)\b",
    "登錄庫|註冊庫|登記庫",
)
ORDER = either(
    r"(?:^|[.!,;:]\s*|\b(?:to|please|and|then|now|just|(?:can|could|would|will) you|let us|let's)\s+)"
    r"(?:search|query|look (?:up|for|through|in)|(?:run|do|carry out) a search)\b",
    r"\b(?:run|do|start|perform|make) (?:a|the|another) (?:[\w-]+ ){0,3}search\b",
    "搜尋|搜索|搜寻|檢索|检索|查詢",
)
FIND_TEXTS = either(
    r"\b(?:find|get|collect)\b[^.?!]{0,60}\b(?:papers?|articles?|literature|studies|records?|preprints?)\b",
    r"查?找[^。？]{0,20}(?:文獻|論文|文章)",
)
QUESTION = either(
    r"^\W*(?:which|where|what|who|how|is|are|does|do you know|recommend|suggest|name|list|tell me)\b",
    "哪些|哪裡|哪里|哪個|推薦|推荐|建議|有什麼|有沒有|找來源",
)
NOT_NOW = either(
    r"\b(?:do not|don't|dont|without|no need to|not to|never) "
    r"(?:(?:yet|actually|run|do|start|a|any) )*search(?:ing|es)?\b(?! (?:engine|service|broker|tool))",
    r"\bno search(?:ing)?\b(?! (?:engine|service|broker|tool))",
    r"(?:不要|不用|別|先別|無須|不必)先?(?:做|進行)?(?:搜尋|搜索|檢索)(?!引擎|服務|仲介|工具)",
)
NO_BROKER = either(
    r"\b(?:do not|don't|dont|without|never|no) (?:\w+ ){0,3}(?:outside|external|web|third[- ]party|other|any) "
    r"(?:\w+ ){0,2}(?:search(?:es)?(?: engines?| services?| brokers?| tools?)?|brokers?)\b",
    r"\b(?:without|no) (?:a |any )?(?:search (?:engines?|services?|tools?)|(?:search )?brokers?)\b",
    r"\badapters? only\b|\bonly (?:the )?(?:direct |published )?adapters?\b|registry[_ -]closed|\bclosed mode\b",
    r"(?:不要|不可|不得|別|禁止|不)(?:使用|用|透過|經由)?[^。，]{0,8}(?:搜尋引擎|搜索引擎|搜尋服務|搜尋仲介)",
    "只用(?:直接)?介接器",
)
DIRECT_ONLY = either(r"\bdirect[_ -]only\b|\bdirect(?:ly)? only\b")
NAMED_MODE = either(r"\b(?:registry[_ -](?:brokered|closed)|direct[_ -]only)\b")
RESULTS = re.compile(r"\b(\d{1,4}) (?:results?|records?|hits?|papers?|articles?)\b|(\d{1,4})\s*[筆篇]", re.IGNORECASE)
BROAD = either(
    r"\bas (?:broadly|widely) as\b|\b(?:broad(?:er|est)?|wid(?:e|er|est)) (?:coverage|search|net)\b",
    r"\bas many sources\b|\ball (?:relevant |fitting |suitable )?sources\b|\bsearch (?:broadly|widely)\b",
    "盡可能廣|盡量廣|越廣越好|廣泛搜尋|所有來源|更多來源",
)
CONTENT = either(
    r"\b(?:quote|read|cite|summari[sz]e|use) (?:\w+ ){0,3}full[- ]?texts?\b",
    r"\bwhat (?:the|these|those|that) (?:papers?|articles?|texts?) says?\b",
    r"\bquote (?:\w+ ){0,3}(?:methods|results|discussion|body)\b",
    r"引用[^。]{0,8}全文|閱讀全文|根據全文|內文怎麼說",
)
RELEASE = re.compile(r"(?:\b(?:release|version|snapshot)|版本)\s*[:：]?\s*([0-9a-f]{40})(?![0-9a-f])", re.IGNORECASE)
END = r"(?:[.!?。！？](?:\s|$)|,? but\b|$)"
TOPICS = (
    re.compile(rf"(?:\btopic|題目|主題)\s*[:：]\s*(?P<topic>.+?){END}", re.IGNORECASE),
    re.compile(rf"\bsearch(?:es|ing)?\b[^.?!]*?\b(?:for|on|about)\s+(?P<topic>.+?){END}", re.IGNORECASE),
    re.compile(rf"\bsearch\s+(?!the\b|this\b|yet\b)(?P<topic>.+?){END}", re.IGNORECASE),
    re.compile(
        r"(?:搜尋|搜索|搜寻|檢索|检索|查詢)\s*(?:關於|有關)?\s*(?P<topic>[^。！？，]+?)(?:的(?:文獻|論文|文章|研究))?(?:[。！？，]|$)"
    ),
    re.compile(rf"\b(?:for|on|about|covers?)\s+(?P<topic>.+?){END}", re.IGNORECASE),
    re.compile(
        r"(?:關於|有關|適合|找)\s*(?P<topic>[^。！？，]+?)\s*(?:的\s*(?:OA\s*)?(?:文獻|論文|文章|來源|期刊|研究))?(?:[。！？，]|$)"
    ),
)
NO_TOPIC = re.compile(r"文獻|論文|文章|來源|papers?|articles?|literature|sources?", re.IGNORECASE)
PLACE = re.compile(
    rf"\s*\b(?:in|through|using|with|from) (?:{REGISTRY.pattern}|(?:the|direct|registry|closed)\b[\w -]*mode).*$",
    re.IGNORECASE,
)
CHINESE = re.compile(r"[㐀-鿿]")


@dataclass(frozen=True)
class Ask:
    """What the user wants. ``sources`` are the ids the user named, None if the host is to choose.

    ``results`` is how many results of each source are wanted, None if nobody said.
    """

    topic: str
    searches: bool
    mode: str
    sources: tuple[str, ...] | None
    broad: bool
    fulltext: bool
    release_id: str | None
    chinese: bool
    web_search: Mapping[str, Any] | None
    open_page: str | None
    results: int | None = None


def understand(task: Mapping[str, Any]) -> Ask:
    """The request in a task of ``task.schema.json``. What the task states goes before what the utterance says."""
    utterance, given = str(task.get("utterance") or ""), str(task.get("topic") or "")
    said = utterance.replace(given, " ") if len(given) > 1 else utterance
    named = task.get("sources")
    tools = task.get("tools") or {}
    release = RELEASE.search(said)
    wanted = RESULTS.search(said)
    stated = task.get("mode") is not None or (bool(named or NAMED_MODE.search(said)) and not QUESTION.search(said))
    return Ask(
        topic=given or topic_in(utterance),
        searches=not declines(said) and (stated or wants_search(said)),
        mode=task.get("mode") or mode_in(said),
        sources=tuple(dict.fromkeys(map(str, named))) if named else None,
        broad=task.get("breadth") == "broad" or bool(BROAD.search(said)),
        fulltext=task.get("evidence") == "fulltext" or bool(CONTENT.search(said)),
        release_id=task.get("release_id") or (release[1].lower() if release else None),
        chinese=bool(CHINESE.search(utterance)),
        web_search=tools.get("web_search"),
        open_page=tools.get("open_page"),
        results=int(wanted[1] or wanted[2]) if wanted else None,
    )


def wants_search(said: str) -> bool:
    """Whether the words order a search (ACT-01 to ACT-03).

    Asking for good places is no order, nor is "find OA papers" unless this registry is named as the place.
    """
    if REGISTRY.search(said) and (ORDER.search(said) or FIND_TEXTS.search(said)):
        return True
    return bool(ORDER.search(said)) and not QUESTION.search(said)


def declines(said: str) -> bool:
    """Whether the words rule a search out for now (ACT-02)."""
    return bool(NOT_NOW.search(said))


def mode_in(said: str) -> str:
    """The mode the words ask for: a user who rules out outside search engines gets a strict one (ACT-04)."""
    if DIRECT_ONLY.search(said):
        return DIRECT
    return CLOSED if NO_BROKER.search(said) else BROKERED


def topic_in(utterance: str) -> str:
    """The topic of an utterance; empty if it names none."""
    found = (each.search(utterance) for each in TOPICS)
    topics = (PLACE.sub("", each["topic"].strip(" \"'“”「」")) for each in found if each)
    return next((each for each in topics if each and not NO_TOPIC.fullmatch(each)), "")
