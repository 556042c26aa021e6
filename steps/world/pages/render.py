"""A record as the page its host's publisher would make of it."""

from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from oa_conformance.steps.world.pages import journals, repositories
from oa_conformance.steps.world.pages.markup import Sheet, page
from oa_conformance.steps.world.pages.record import PageRecord

STYLES: Mapping[str, Callable[[PageRecord], Sheet]] = {
    "frontiers": journals.frontiers,
    "oup": journals.oup,
    "springer": journals.springer,
    "nature": journals.nature,
    "royal_society": journals.royal_society,
    "plos": journals.plos,
    "wiley": journals.wiley,
    "sciencedirect": journals.sciencedirect,
    "ojs": journals.ojs,
    "aggregator": journals.aggregator,
    "acl_anthology": repositories.acl_anthology,
    "arxiv": repositories.arxiv,
    "biorxiv": repositories.biorxiv,
    "osf": repositories.osf,
    "zenodo": repositories.zenodo,
}
HOSTS: Mapping[str, str] = {
    "www.frontiersin.org": "frontiers",
    "academic.oup.com": "oup",
    "link.springer.com": "springer",
    "www.nature.com": "nature",
    "royalsocietypublishing.org": "royal_society",
    "journals.plos.org": "plos",
    "onlinelibrary.wiley.com": "wiley",
    "besjournals.onlinelibrary.wiley.com": "wiley",
    "bsapubs.onlinelibrary.wiley.com": "wiley",
    "www.sciencedirect.com": "sciencedirect",
    "openalex.org": "aggregator",
    "doaj.org": "aggregator",
    "pubmed.ncbi.nlm.nih.gov": "aggregator",
    "pmc.ncbi.nlm.nih.gov": "aggregator",
    "europepmc.org": "aggregator",
    "clinicaltrials.gov": "aggregator",
    "aclanthology.org": "acl_anthology",
    "arxiv.org": "arxiv",
    "www.biorxiv.org": "biorxiv",
    "www.medrxiv.org": "biorxiv",
    "osf.io": "osf",
    "zenodo.org": "zenodo",
}


def style_for(url: str) -> str:
    """The style of the URL's host, or of a bare hostname; ``ojs`` where there is no other, or no URL at all."""
    try:
        host = urlsplit(url).hostname
    except ValueError:  # a temptation need not be a URL that parses
        host = None
    return HOSTS.get(host or url, "ojs")


def render(record: PageRecord, style: str) -> bytes:
    """The record as an HTML page in UTF-8, the same every time. Raises KeyError for an unknown style."""
    return page(record, STYLES[style](record))
