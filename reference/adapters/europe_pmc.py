"""Europe PMC's search answer, ``europe_pmc_search_v6``: ``hitCount`` and ``resultList.result``."""

from typing import Any

from .hits import Hit, doi, identifier, json_in, line, listed, mapping, sequence, stated, year

PAGE = "https://europepmc.org/article"


def hits_in(body: bytes) -> tuple[Hit, ...]:
    """The hits. Raises Unreadable: a query that could not be searched comes as a 200 without ``hitCount``."""
    told = json_in(body)
    return listed(told.get("hitCount"), mapping(told.get("resultList")).get("result"), hit_of)


def hit_of(record: Any) -> Hit | None:
    """One record of the result type ``core``. Its collection is ``source``: MED, PMC, PPR for preprints and so on."""
    told = mapping(record)
    pmcid, pmid = identifier(told.get("pmcid"), r"PMC\d{1,12}"), identifier(told.get("pmid"), r"\d{1,12}")
    own = identifier(told.get("id"), r"[\w.:-]{1,60}") or pmid or pmcid
    collection = identifier(told.get("source"), r"[A-Z]{2,5}") or ("MED" if pmid else "PMC")
    if own is None:
        return None
    types = [str(each).casefold() for each in sequence(mapping(told.get("pubTypeList")).get("pubType"))]
    is_open = {"Y": "open access", "N": "not open"}.get(str(told.get("isOpenAccess")))
    return Hit(
        record_id=f"{collection}:{own}",
        url=f"{PAGE}/{collection}/{own}",
        title=line(told.get("title")),
        year=year(told.get("pubYear")),
        doi=doi(told.get("doi")),
        pmcid=pmcid,
        pmid=pmid,
        facts=stated(
            oa_status=is_open,
            licence=line(told.get("license")),
            publication_state="preprint" if "preprint" in types else None,
        ),
        outside="it says of itself that it is not open access" if is_open == "not open" else None,
    )
