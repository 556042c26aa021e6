"""Hosts that do not keep to a published template (DIRECT-A01 to DIRECT-A12)."""

import re
from collections.abc import Callable

from ..adapters import wording
from ..adapters.published import Adapter
from ..host import Host
from .adapter_requests import filling
from .making import mutant


def altering(source_id: str, change: Callable[[str], str]) -> Host:
    """The exemplar that alters one adapter's request."""

    def fill(adapter: Adapter, text: str, limit: int) -> str:
        url = wording.filled(adapter, text, limit)
        return change(url) if adapter.source_id == source_id else url

    return filling(fill)


UNKEPT = "TEMPLATE_NOT_KEPT ADAPTER_NOT_ASKED WRONG_STATUS CLAUSE_DISSOLVED"


@mutant("DIRECT-A01", reason=UNKEPT, collateral="DIRECT MODE")
def asks_europe_pmc_for_more_than_open_access() -> Host:
    return altering("europe-pmc", lambda url: re.sub(r"OPEN_ACCESS(?::|%3A)Y", "OPEN_ACCESS:N", url))


@mutant("DIRECT-A02", reason=UNKEPT, collateral="DIRECT MODE")
def asks_openalex_for_more_than_open_access() -> Host:
    return altering("openalex", lambda url: re.sub(r"is_oa(?::|%3A)true", "is_oa:false", url))


@mutant("DIRECT-A03", reason=UNKEPT, collateral="DIRECT MODE")
def asks_pubmed_for_pubmed_central() -> Host:
    return altering("pubmed-central", lambda url: url.replace("db=pmc", "db=pubmed"))


@mutant("DIRECT-A04", reason=UNKEPT, collateral="DIRECT MODE")
def asks_doaj_by_an_older_interface() -> Host:
    return altering("doaj", lambda url: re.sub(r"/api/(?:v\d/)?search", "/api/v1/search", url))


@mutant("DIRECT-A05", reason=UNKEPT, collateral="DIRECT MODE")
def asks_zenodo_for_everything_it_has() -> Host:
    return altering("zenodo", lambda url: re.sub(r"(?:%20|\+| )AND(?:%20|\+| )[^&]*", "", url))


@mutant("DIRECT-A06", reason=UNKEPT, collateral="DIRECT MODE HIST")
def asks_arxiv_for_titles_alone() -> Host:
    return altering("arxiv", lambda url: re.sub(r"all(?::|%3A)", "ti:", url))


def uncategorised(source_id: str) -> Host:
    """The exemplar that asks a category's adapter for all of arXiv."""
    return altering(source_id, lambda url: re.sub(r"cat(?::|%3A)[\w.-]+(?:%20|\+)AND(?:%20|\+)", "", url))


@mutant("DIRECT-A07", reason=UNKEPT, collateral="DIRECT MODE")
def asks_all_of_arxiv_for_cs_cl() -> Host:
    return uncategorised("arxiv-cs-cl")


@mutant("DIRECT-A08", reason=UNKEPT, collateral="DIRECT MODE")
def asks_all_of_arxiv_for_cs_lg() -> Host:
    return uncategorised("arxiv-cs-lg")


@mutant("DIRECT-A09", reason=UNKEPT, collateral="DIRECT MODE")
def asks_all_of_arxiv_for_cs_ai() -> Host:
    return uncategorised("arxiv-cs-ai")


@mutant("DIRECT-A10", reason=UNKEPT, collateral="DIRECT MODE")
def asks_all_of_arxiv_for_stat_ml() -> Host:
    return uncategorised("arxiv-stat-ml")


@mutant("DIRECT-A11", reason=UNKEPT, collateral="DIRECT MODE")
def asks_all_of_arxiv_for_cs_cv() -> Host:
    return uncategorised("arxiv-cs-cv")


@mutant("DIRECT-A12", reason=UNKEPT, collateral="DIRECT MODE")
def asks_all_of_arxiv_for_cs_ma() -> Host:
    return uncategorised("arxiv-cs-ma")
