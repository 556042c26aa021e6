"""DOAJ's article search, ``doaj_article_search_v4``: ``total`` and ``results``."""

from typing import Any

from .hits import Hit, doi, identifier, json_in, line, listed, mapping, sequence, year

REFUSED = "?*~"
"""Operators that DOAJ answers with 400 unless a backslash stands before them."""


def hits_in(body: bytes) -> tuple[Hit, ...]:
    """The hits. Raises Unreadable."""
    told = json_in(body)
    return listed(told.get("total"), told.get("results"), hit_of)


def hit_of(article: Any) -> Hit | None:
    """One article. The licence that some records give is the journal's, and says nothing of the article (EVID-04)."""
    told = mapping(article)
    own, described = identifier(told.get("id"), r"[0-9A-Za-z]{8,64}"), mapping(told.get("bibjson"))
    if own is None:
        return None
    named = map(mapping, sequence(described.get("identifier")))
    dois = (doi(each.get("id")) for each in named if str(each.get("type")).casefold() == "doi")
    return Hit(
        record_id=own,
        url=f"https://doaj.org/article/{own}",
        title=line(described.get("title")),
        year=year(described.get("year")),
        doi=next(filter(None, dois), None),
    )
