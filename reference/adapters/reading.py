"""An adapter's answer as hits: read by the service's own rules, held to the adapter's restriction, and keyed."""

from collections.abc import Mapping

from ..decision import NO_ADAPTER, Rejection
from ..names import normal_name
from ..originals import Fault
from ..registry import Source
from .hits import Hit, Unreadable
from .published import Adapter
from .services import SERVICES


def adapter_for(adapters: Mapping[str, Adapter | Rejection], source: Source) -> Adapter | Rejection:
    """The source's own adapter; nobody else's stands in for it (DIRECT-02, MODE-03)."""
    return adapters.get(source.id) or Rejection(NO_ADAPTER, f"the release publishes no adapter for {source.id}")


def hits_in(adapter: Adapter, body: bytes) -> tuple[Hit, ...] | Fault:
    """The hits in the body of an answer; a Fault if it cannot be read or tells of a failure (DIRECT-07, DIRECT-08)."""
    try:
        return SERVICES[adapter.parser].hits_in(body)
    except Unreadable as error:
        return Fault(f"answer_{error.code}", error.detail)


def outside(adapter: Adapter, hit: Hit) -> str | None:
    """Why the hit does not keep to what the template fixes; a service may have ignored it.

    A category counts wherever it stands among an entry's categories, first or cross-listed.
    """
    if adapter.category is not None and adapter.category not in hit.categories:
        return f"its categories are {', '.join(hit.categories)[:100] or 'not stated'}, not {adapter.category}"
    return hit.outside


def hit_key(adapter: Adapter, hit: Hit) -> str:
    """The hit's dedupe key: the first kind in the adapter's published order that the hit has (DEDUP-04)."""
    kinds = {
        "doi": hit.doi and f"doi:{hit.doi}",
        "pmcid": hit.pmcid and f"pmcid:{hit.pmcid}",
        "pmid": hit.pmid and f"pmid:{hit.pmid}",
        "id": f"{adapter.source_id}:{hit.record_id}",
        "entry.id": hit.arxiv and f"arxiv:{hit.arxiv}",
        "normalized_title_year": hit.title and hit.year and f"title:{normal_name(hit.title)}|{hit.year}",
    }
    return next((key for kind in adapter.keys if (key := kinds.get(kind))), f"{adapter.source_id}:{hit.record_id}")
