"""The published template with its two blanks filled in: a topic that no service reads as syntax, and a limit in bounds.

A topic is text. Whatever a service could take for an operator goes into quotes, where it is text for all of them, so
that nothing in a topic can loosen what the template fixes beside it (DIRECT-05). Nothing else of it changes.
"""

import re
import unicodedata
from urllib.parse import quote

from .published import LIMIT, QUERY, Adapter
from .services import SERVICES

TOPIC_LENGTH = 300  # characters
PART = re.compile(r'"(?P<phrase>[^"]*)"|[^\s"]+')
PERSON = re.compile(r"\S+@\S+")
OPERATORS = frozenset({"AND", "OR", "NOT", "ANDNOT", "NEAR", "TO"})
SYNTAX = re.compile(r"^[-+!]|[():\[\]{}^~*?/|&<>=!;]")
APOSTROPHES = str.maketrans("’ʼ＇", "'''")


def worded(topic: str, adapter: Adapter) -> str:
    """The topic as it goes into the adapter's query; empty if there is nothing to ask for.

    Words that are operators in capitals lose them, words with signs of syntax are quoted, quoted phrases stay quoted.
    Addresses of persons are never sent (SEC-05). Where the template fixes anything beside the topic, several words are
    one group in brackets, unless the template has those.
    """
    service = SERVICES[adapter.parser]
    plain = PERSON.sub(" ", cleaned(topic).translate({ord(each): " " for each in f"\\{service.dropped}"}))
    parts = [part for found in PART.finditer(plain[:TOPIC_LENGTH]) if (part := inert(found[0], found["phrase"]))]
    text = re.sub(f"([{re.escape(service.escaped)}])", r"\\\1", " ".join(parts)) if service.escaped else " ".join(parts)
    before, behind = adapter.beside_query
    bracketed = before.endswith("(") and behind.startswith(")")
    return f"({text})" if len(parts) > 1 and before + behind and not bracketed else text


def cleaned(topic: str) -> str:
    """The topic in composed characters, with plain apostrophes and blanks for what cannot be printed or encoded."""
    plain = unicodedata.normalize("NFC", topic).translate(APOSTROPHES)
    return "".join(each if each.isprintable() else " " for each in plain)


def inert(part: str, phrase: str | None) -> str:
    """A word or quoted phrase of the topic so that it is nothing but text; empty if nothing is left of it."""
    if phrase is not None:
        words = " ".join(phrase.split())
        return f'"{words}"' if words else ""
    if part in OPERATORS:
        return part.lower()
    return f'"{part}"' if SYNTAX.search(part) or not re.search(r"\w", part) else part


def limit_of(adapter: Adapter, wanted: int | None) -> int:
    """How many results to ask for: what is wanted within the published bounds, by default the default (DIRECT-06)."""
    return adapter.default_limit if wanted is None else max(1, min(wanted, adapter.maximum_limit))


def filled(adapter: Adapter, text: str, limit: int) -> str:
    """The URL: the template as published, the topic as one percent-encoded component (DIRECT-03, DIRECT-04)."""
    return adapter.template.replace(LIMIT, str(limit)).replace(QUERY, quote(text, safe=""))
