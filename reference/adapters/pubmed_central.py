"""NCBI's esearch in the database pmc, ``ncbi_eutils_esearch_json_v1``: a count, and the numbers of records."""

from typing import Any

from .hits import Hit, Unreadable, identifier, json_in, listed, mapping, told_of


def hits_in(body: bytes) -> tuple[Hit, ...]:
    """The hits. Raises Unreadable: a search that failed comes as a 200 with ``ERROR``, with a count or without."""
    told = mapping(json_in(body).get("esearchresult"))
    if "ERROR" in told:
        raise told_of(told["ERROR"])
    count = identifier(told.get("count"), r"\d{1,12}")
    if count is None:
        raise Unreadable("shape", "the answer states no count of its hits")
    return listed(int(count), told.get("idlist"), hit_of)


def hit_of(number: Any) -> Hit | None:
    """One record: a PMC number without its prefix. Nothing else is said of it, not even a title."""
    bare = identifier(number, r"\d{1,12}")
    if bare is None:
        return None
    return Hit(record_id=f"PMC{bare}", url=f"https://pmc.ncbi.nlm.nih.gov/articles/PMC{bare}/", pmcid=f"PMC{bare}")
