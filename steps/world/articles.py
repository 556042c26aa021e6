"""The article that a page shows unless a scenario says otherwise: a healthy record of the source it belongs to."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from oa_conformance.steps.world.eligibility import canonical_host
from oa_conformance.steps.world.pages.canary import canary
from oa_conformance.steps.world.pages.record import PageRecord

ANNOTATION = re.compile(r"(?:\s*\([A-Z][A-Za-z-]{1,9}\)|\s+—\s+SCOAP³-covered articles)$")
DOI = re.compile(r"10\.\d{4,9}/[^?#]+?(?=/(?:full|abstract|pdf|meta)$|[?#]|$)")
DATABASES = ("clinicaltrials.gov", "doaj.org", "europepmc.org", "openalex.org", "pubmed.ncbi.nlm.nih.gov")
SUBJECTS = {
    "arxiv-cs-cl": "Computation and Language (cs.CL)",
    "arxiv-cs-lg": "Machine Learning (cs.LG)",
    "arxiv-cs-ai": "Artificial Intelligence (cs.AI)",
    "arxiv-stat-ml": "Machine Learning (stat.ML)",
    "arxiv-cs-cv": "Computer Vision and Pattern Recognition (cs.CV)",
    "arxiv-cs-ma": "Multiagent Systems (cs.MA)",
}


def container_of(name: str) -> str:
    """The container as its own pages spell it: without the registry's annotations (reading E-5)."""
    return ANNOTATION.sub("", name)


def doi_in(url: str) -> str:
    """The DOI in the URL's path, or one made up from the URL."""
    found = DOI.search(unquote(url.partition("?")[0]))
    return found[0].lower() if found else f"10.5555/{hashlib.sha256(url.encode()).hexdigest()[:10]}"


def article(url: str, container: str | None, topic: str) -> PageRecord:
    """An article on the topic in that container, as an abstract page; its title and abstract carry canaries."""
    return PageRecord(
        url=url,
        title=f"{topic.capitalize()} in the {canary('title', url)} cohort",
        container=container,
        doi=doi_in(url),
        abstract=f"We followed {topic} over two winters; the {canary('abstract', url)} contrast was the largest.",
    )


def article_of(source: Mapping[str, Any], url: str, topic: str) -> PageRecord:
    """A healthy record of this source."""
    host, last = canonical_host(source["canonical_url"]), url.partition("?")[0].rstrip("/").rpartition("/")[2]
    container = container_of(source["name"])
    shown = article(url, container, topic)
    if host == "arxiv.org":
        subject = SUBJECTS.get(source["id"], "Neurons and Cognition (q-bio.NC)")
        return replace(shown, container=None, record_id=last, subject=subject, doi=f"10.48550/arxiv.{last}")
    if host in ("osf.io", "zenodo.org"):
        return replace(shown, container=None, record_id=last, provider=container, doi=None)
    if host in DATABASES:
        return replace(shown, record_id=last, provider=container)
    return shown
