"""The services behind the published parsers: how their answers are read, and what they need of a request."""

from collections.abc import Callable
from dataclasses import dataclass

from . import arxiv, doaj, europe_pmc, openalex, pubmed_central, zenodo
from .hits import Hit


@dataclass(frozen=True)
class Service:
    """One service.

    ``hits_in`` reads the body of an answer and raises Unreadable if it is none. ``dropped`` are characters that the
    service refuses wherever they stand in a topic, ``escaped`` those it takes behind a backslash. ``seconds_apart`` is
    the time between two requests.
    """

    hits_in: Callable[[bytes], tuple[Hit, ...]]
    dropped: str = ""
    escaped: str = ""
    seconds_apart: float = 0.0


SERVICES = {
    "europe_pmc_search_v6": Service(europe_pmc.hits_in),
    "openalex_works_v1": Service(openalex.hits_in, dropped=openalex.REFUSED),
    "ncbi_eutils_esearch_json_v1": Service(pubmed_central.hits_in),
    "doaj_article_search_v4": Service(doaj.hits_in, escaped=doaj.REFUSED),
    "zenodo_records_v1": Service(zenodo.hits_in),
    "arxiv_atom_v1": Service(arxiv.hits_in, seconds_apart=arxiv.SECONDS_APART),
}
"""By the name that the routing file gives the parser."""
