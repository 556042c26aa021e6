"""The discovery broker: the query that is sent, and what its answer proves. Nothing it says is evidence."""

import re
from dataclasses import dataclass
from typing import Any

from . import json_text
from .decision import BROKER_GAP, Rejection
from .routes import Route
from .transport import Answer, Failure, Web

BROKER_ID, OPERATION = "host-web-search", "search_query"
MAX_RESULTS = 10
ANSWER_LIMIT = 1_000_000  # bytes
MOST_LISTED = 5_000  # results that are looked at, as many as a report has room for; ten are asked for
TOPIC_LENGTH = 300  # characters of the topic that are sent

QUOTES = re.compile(r'["“”„‟«»＂〝〞`]')
OPERATOR = re.compile(
    r"(?<![\w-])-?(?:site|host|domain|url|inurl|allinurl|title|intitle|allintitle|text|intext|allintext|inanchor|body"
    r"|inbody|link|related|cache|info|source|filetype|ext|before|after|loc|location|lang|language|ip|feed|contains"
    r"|prefer)\s*[:：]\s*\S*",
    re.IGNORECASE,
)
ADDRESS = re.compile(r"\S+@\S+|(?:https?|ftp)://\S*|www\.\S+", re.IGNORECASE)
BOOLEAN = re.compile(r"(?<!\S)(?:OR|AND|NOT|NEAR|AROUND)(?!\S)")
SIGNS = re.compile(r"[|&~^*<>{}\[\]()!\\]+|(?<!\S)[+\-#@]+(?=\S)|(?<!\S)[+\-](?!\S)")


@dataclass(frozen=True)
class Search:
    """One call of the broker as it went out, and what came back.

    ``count`` is the number of results that came, null where the call failed; ``candidates`` are the URLs as given, None
    where a result has none; ``gap`` says why the receipt proves nothing. ``at`` is null if no call was made.
    """

    query: str | None
    domains: tuple[str, ...]
    count: int | None
    candidates: tuple[Any, ...]
    gap: Rejection | None
    at: str | None


def neutral_topic(topic: str) -> str:
    """The topic's words without anything a search engine would obey, and without addresses of persons (BROK-12)."""
    words = QUOTES.sub(" ", topic)
    for pattern in (ADDRESS, OPERATOR, BOOLEAN, SIGNS):
        words = pattern.sub(" ", words)
    return " ".join(words.split())[:TOPIC_LENGTH].strip()


def query_for(topic: str, name: str) -> str:
    """The topic and the registered name, the latter character for character and as a phrase (BROK-01)."""
    return f"{topic} {name}" if '"' in name else f'{topic} "{name}"'


def domains_for(route: Route) -> tuple[str, ...]:
    """The native filter: exactly the route's hostname (BROK-02)."""
    return (route.host,)


def search(web: Web, url: str, query: str, domains: tuple[str, ...], *, most: int, seconds: float) -> Search:
    """Ask the broker once. A failure is part of the answer; nothing is raised and nothing repeated."""
    answer = web.exchange(
        "POST", url, accept="application/json", limit=ANSWER_LIMIT, seconds=seconds,
        json={"query": query, "domains": list(domains), "max_results": most},
    )  # fmt: skip
    return read_answer(answer, query, domains)


def read_answer(answer: Answer | Failure, query: str, domains: tuple[str, ...]) -> Search:
    """What the broker's answer proves (S-9, S-13, BROK-06, BROK-07)."""

    def gap(detail: str, candidates: tuple[Any, ...] = (), count: int | None = None) -> Search:
        return Search(query, domains, count, candidates, Rejection(BROKER_GAP, detail), answer.at)

    if isinstance(answer, Failure):
        return gap(f"the broker could not be asked: {answer.kind} ({answer.detail})")
    told = json_object(answer.body)
    results = told.get("results")
    found = tuple(url_of(each) for each in results[:MOST_LISTED]) if isinstance(results, list) else ()
    if answer.status != 200:
        return gap(f"the broker answered {answer.status}", found)
    if told.get("error"):
        return gap("the broker reported an error", found)
    if not isinstance(results, list):
        return gap("the broker gave no list of results")
    if len(results) > MOST_LISTED:
        return gap(f"the broker lists {len(results):,} results, which is no answer to a search for a few", found)
    fault = echo_fault(told.get("applied_domains"), domains) or count_fault(told.get("result_count"), len(found))
    return gap(fault, found, len(found)) if fault else Search(query, domains, len(found), found, None, answer.at)


def echo_fault(echo: Any, domains: tuple[str, ...]) -> str | None:
    """The filter the broker says it applied. Saying nothing is no fault, for the call itself shows the filter."""
    if echo is None:
        return None
    applied = [each.lower() if isinstance(each, str) else each for each in echo] if isinstance(echo, list) else echo
    return None if applied == list(domains) else f"the broker says it searched {str(echo)[:80]!r}, not {domains[0]!r}"


def count_fault(count: Any, seen: int) -> str | None:
    """The count the broker states against the list it gave. JSON integers only: true and 1.0 are none (T-4)."""
    if count is None:
        return None
    if type(count) is not int:
        return f"the broker's result count {str(count)[:40]!r} is no integer"
    return None if count == seen else f"the broker counts {count} results and lists {seen}"


def tool_fault(tool: Any) -> str | None:
    """Why the search tool may not be used at all (BROK-09, SEC-04)."""
    if not isinstance(tool, dict) or not isinstance(tool.get("url"), str):
        return "there is no search broker"
    if tool.get("domain_filter") is not True:
        return "the search tool has no native domain filter"
    if not re.match(r"https://[^/?#\s]|http://(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)", tool["url"]):
        return "the search tool is not reached by https"
    return None


def json_object(body: bytes) -> dict[str, Any]:
    """The JSON object in the body; empty if there is none."""
    try:
        told = json_text.parsed(body)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def url_of(result: Any) -> Any:
    return result.get("url") if isinstance(result, dict) else None
