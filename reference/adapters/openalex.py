"""OpenAlex' list of works, ``openalex_works_v1``: ``meta.count`` and ``results``."""

from typing import Any

from .hits import Hit, doi, identifier, json_in, line, listed, mapping, stated, year

REFUSED = "?*~"
"""Operators that OpenAlex answers with 400, in quotes as well: a question mark at a question's end is one."""


def hits_in(body: bytes) -> tuple[Hit, ...]:
    """The hits. Raises Unreadable."""
    told = json_in(body)
    return listed(mapping(told.get("meta")).get("count"), told.get("results"), hit_of)


def hit_of(work: Any) -> Hit | None:
    """One work, with the fields that the published template selects."""
    told = mapping(work)
    number = identifier(str(told.get("id")).removeprefix("https://openalex.org/"), r"W\d{1,15}")
    if number is None:
        return None
    access, place = mapping(told.get("open_access")), mapping(told.get("primary_location"))
    return Hit(
        record_id=number,
        url=f"https://openalex.org/{number}",
        title=line(told.get("title")),
        year=year(told.get("publication_year")),
        doi=doi(told.get("doi")),
        facts=stated(
            oa_status=line(access.get("oa_status")),
            licence=line(place.get("license")),
            version=line(place.get("version")),
        ),
        outside="it says of itself that it is not open access" if access.get("is_oa") is False else None,
    )
