"""Zenodo's records, ``zenodo_records_v1``: ``hits.total`` and ``hits.hits``."""

from typing import Any

from .hits import Hit, doi, identifier, json_in, line, listed, mapping, stated, year


def hits_in(body: bytes) -> tuple[Hit, ...]:
    """The hits. Raises Unreadable."""
    told = mapping(json_in(body).get("hits"))
    return listed(told.get("total"), told.get("hits"), hit_of)


def hit_of(record: Any) -> Hit | None:
    """One record: one version of a work, with the DOI of that version."""
    told = mapping(record)
    own, described = identifier(told.get("id"), r"\d{1,12}"), mapping(told.get("metadata"))
    if own is None:
        return None
    kind, licence = mapping(described.get("resource_type")), described.get("license")
    title = line(described.get("title"))
    return Hit(
        record_id=own,
        url=f"https://zenodo.org/records/{own}",
        title=line(told.get("title")) if title is None else title,
        year=year(described.get("publication_date")),
        doi=doi(told.get("doi")) or doi(described.get("doi")),
        facts=stated(
            oa_status=line(described.get("access_right")),
            licence=line(mapping(licence).get("id")) or line(licence),
            version=line(described.get("version")),
            publication_state="preprint" if kind.get("subtype") == "preprint" else None,
        ),
        outside=None if kind.get("type") == "publication" else "it does not say that it is a publication",
    )
