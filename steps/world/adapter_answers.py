"""What the services behind the adapters answer, in their own shapes: records, none, and failures hidden in a 200.

Europe PMC, OpenAlex, NCBI's esearch, DOAJ and Zenodo speak JSON, arXiv speaks Atom. The fields are those that the
services give for the published requests; what a record says of licence, version and peer review is left out unless a
scenario is about it, so that nothing may be said of them.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from oa_conformance.steps.world.adapters import Adapter
from oa_conformance.steps.world.cassette import Answer
from oa_conformance.steps.world.pages.canary import canary

GROUP = "Quillmere Working Group"
ATOM, OPENSEARCH, ARXIV = (
    "http://www.w3.org/2005/Atom",
    "http://a9.com/-/spec/opensearch/1.1/",
    "http://arxiv.org/schemas/atom",
)


@dataclass(frozen=True)
class Hit:
    """A record that a service finds.

    ``word`` is a made-up one in its title, ``number`` its own id there, ``category`` arXiv's; ``primary`` is the one
    that lists it first, if that is another. ``concept`` is the DOI of all its versions together, which Zenodo gives.
    """

    word: str
    title: str
    number: str
    doi: str | None
    pmcid: str | None
    pmid: str | None
    category: str | None
    primary: str | None = None
    concept: str | None = None
    year: int = 2024

    @property
    def copy(self) -> str:
        """Where a publisher's copy lies: a link in the record, and no place to go."""
        return f"https://files.scholar-storage.net/{self.number}.pdf"


def hit(adapter: Adapter, topic: str, n: int = 1, *, identifiers: str = "doi pmcid pmid") -> Hit:
    """The n-th record that the adapter finds on the topic, with the identifiers named."""
    seed = int.from_bytes(hashlib.sha256(f"{adapter.source_id} {topic} {n}".encode()).digest()[:6])
    named = identifiers.split()
    word = canary("hit", f"{adapter.source_id} {topic} {n}")
    return Hit(
        word,
        title=f"{topic.capitalize()} in the {word} cohort",
        number=number_of(adapter, seed),
        doi=f"10.5555/{seed:x}" if "doi" in named else None,
        pmcid=f"PMC{10_000_000 + seed % 1_000_000}" if "pmcid" in named else None,
        pmid=f"{38_000_000 + seed % 1_000_000}" if "pmid" in named else None,
        category=adapter.category or ("q-bio.NC" if adapter.parser == "arxiv_atom_v1" else None),
        concept=f"10.5555/all.{seed:x}" if "concept" in named else None,
    )


def number_of(adapter: Adapter, seed: int) -> str:
    """An id as the service makes them."""
    match adapter.parser:
        case "openalex_works_v1":
            return f"W{4_300_000_000 + seed % 90_000_000}"
        case "doaj_article_search_v4":
            return hashlib.md5(str(seed).encode(), usedforsecurity=False).hexdigest()
        case "arxiv_atom_v1":
            return f"24{1 + seed % 12:02}.{seed % 90_000 + 10_000:05}"
        case _:
            return str(10_500_000 + seed % 1_000_000)


def answered(adapter: Adapter, hits: Sequence[Hit], total: int | None = None) -> Answer:
    """The service's answer with these records; ``total`` is what it counts, by default what it lists."""
    count = len(hits) if total is None else total
    if adapter.parser == "arxiv_atom_v1":
        return said(adapter, feed([entry(each) for each in hits], count))
    return said(adapter, _JSON[adapter.parser](hits, count))


def said(adapter: Adapter, what: object, media_type: str | None = None) -> Answer:
    """An answer in the adapter's media type. Text is sent as it is, all else as JSON."""
    text = what if isinstance(what, str) else json.dumps(what, ensure_ascii=False)
    return Answer(
        headers=(("content-type", f"{media_type or adapter.media_type}; charset=utf-8"),), stored=text.encode()
    )


def links_in(adapter: Adapter, each: Hit) -> tuple[str, ...]:
    """The links that the record carries, or that its identifier suggests: data, and nothing to open (DIRECT-09)."""
    match adapter.parser:
        case "openalex_works_v1":
            return each.copy, f"https://doi.org/{each.doi}"
        case "ncbi_eutils_esearch_json_v1":
            return (f"https://pmc.ncbi.nlm.nih.gov/articles/{each.pmcid}/",)
        case "zenodo_records_v1":
            home = f"https://zenodo.org/api/records/{each.number}"
            return f"https://zenodo.org/records/{each.number}", home, f"{home}/files/paper.pdf/content"
        case "arxiv_atom_v1":
            return f"https://arxiv.org/abs/{each.number}v2", f"https://arxiv.org/pdf/{each.number}v2"
        case _:
            return (each.copy,)


# the shapes


def europe_pmc(hits: Sequence[Hit], count: int) -> object:
    def core(each: Hit) -> Mapping[str, Any]:
        ids = {"pmid": each.pmid, "pmcid": each.pmcid, "doi": each.doi}
        own, collection = (each.pmid, "MED") if each.pmid else (each.pmcid, "PMC") if each.pmcid else (None, "PPR")
        link = {"availability": "Open access", "availabilityCode": "OA", "documentStyle": "pdf", "url": each.copy}
        return {
            "id": own or f"PPR{each.number}", "source": collection,
            **{name: value for name, value in ids.items() if value},
            "title": f"{each.title}.", "authorString": f"{GROUP}.", "pubYear": str(each.year),
            "abstractText": "Nights were compared over two winters.", "isOpenAccess": "Y", "inEPMC": "Y", "hasPDF": "Y",
            "fullTextUrlList": {"fullTextUrl": [{**link, "site": "Europe_PMC"}]},
        }  # fmt: skip

    return {"version": "6.9", "hitCount": count, "resultList": {"result": [core(each) for each in hits]}}


def openalex(hits: Sequence[Hit], count: int) -> object:
    def work(each: Hit) -> Mapping[str, Any]:
        place = {"is_oa": True, "landing_page_url": f"https://doi.org/{each.doi}" if each.doi else None}
        return {
            "id": f"https://openalex.org/{each.number}", "doi": f"https://doi.org/{each.doi}" if each.doi else None,
            "title": each.title, "publication_year": each.year,
            "open_access": {"is_oa": True, "oa_status": "gold", "oa_url": each.copy},
            "primary_location": {**place, "pdf_url": each.copy, "source": None, "license": None, "version": None},
        }  # fmt: skip

    meta = {"count": count, "db_response_time_ms": 31, "page": 1, "per_page": 10, "groups_count": None}
    return {"meta": meta, "results": [work(each) for each in hits], "group_by": []}


def esearch(hits: Sequence[Hit], count: int) -> object:
    """PMC's numbers without their prefix, and nothing else of a record."""
    ids = [(each.pmcid or "").removeprefix("PMC") for each in hits]
    result: dict[str, Any] = {"count": str(count), "retmax": str(len(ids)), "retstart": "0", "idlist": ids}
    if not count:
        result["warninglist"] = {
            "phrasesignored": [],
            "quotedphrasesnotfound": [],
            "outputmessages": ["No items found."],
        }
    return {"header": {"type": "esearch", "version": "0.3"}, "esearchresult": result}


def doaj(hits: Sequence[Hit], count: int) -> object:
    def article(each: Hit) -> Mapping[str, Any]:
        doi = [{"id": each.doi, "type": "doi"}] if each.doi else []
        return {
            "id": each.number, "created_date": "2024-03-01T09:00:00Z", "last_updated": "2024-03-02T09:00:00Z",
            "bibjson": {
                "identifier": [*doi, {"id": "2045-2322", "type": "eissn"}], "title": each.title, "year": str(each.year),
                "journal": {"title": "Winter Nights", "publisher": "Winter Press", "country": "GB", "language": ["EN"]},
                "author": [{"name": GROUP}], "abstract": "Nights were compared over two winters.",
                "link": [{"content_type": "text/html", "type": "fulltext", "url": each.copy}],
            },
        }  # fmt: skip

    return {"total": count, "page": 1, "pageSize": 10, "results": [article(each) for each in hits]}


def zenodo(hits: Sequence[Hit], count: int) -> object:
    def record(each: Hit) -> Mapping[str, Any]:
        home = f"https://zenodo.org/api/records/{each.number}"
        return {
            "id": int(each.number), "recid": each.number, "title": each.title, "state": "done", "submitted": True,
            **({"conceptdoi": each.concept, "conceptrecid": str(int(each.number) - 1)} if each.concept else {}),
            **({"doi": each.doi, "doi_url": f"https://doi.org/{each.doi}"} if each.doi else {}),
            "metadata": {
                "title": each.title, "publication_date": f"{each.year}-03-01", "creators": [{"name": GROUP}],
                "description": "<p>Nights were compared over two winters.</p>",
                "resource_type": {"title": "Journal article", "type": "publication", "subtype": "article"},
            },
            "links": {"self": home, "self_html": f"https://zenodo.org/records/{each.number}"},
            "files": [{"key": "paper.pdf", "size": 204_800, "links": {"self": f"{home}/files/paper.pdf/content"}}],
        }  # fmt: skip

    return {"hits": {"hits": [record(each) for each in hits], "total": count}, "aggregations": {}}


_JSON: Mapping[str, Callable[[Sequence[Hit], int], object]] = {
    "europe_pmc_search_v6": europe_pmc,
    "openalex_works_v1": openalex,
    "ncbi_eutils_esearch_json_v1": esearch,
    "doaj_article_search_v4": doaj,
    "zenodo_records_v1": zenodo,
}


def feed(entries: Sequence[str], count: int) -> str:
    """arXiv's Atom feed."""
    counts = {"totalResults": count, "startIndex": 0, "itemsPerPage": 10}
    stated = "".join(
        f'  <opensearch:{key} xmlns:opensearch="{OPENSEARCH}">{n}</opensearch:{key}>\n' for key, n in counts.items()
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="{ATOM}">\n  <title type="html">ArXiv Query</title>\n'
        f"  <id>http://arxiv.org/api/cHxbiOdZaP56ODnBPIenZhzg5f8</id>\n  <updated>2026-09-14T00:00:00-04:00</updated>\n"
        f"{stated}{''.join(entries)}</feed>\n"
    )


def entry(each: Hit, version: int = 2) -> str:
    """One record of the feed. Its id carries a version, as arXiv's do."""
    number, primary = f"{each.number}v{version}", each.primary or each.category
    listed = "".join(
        f'    <category term="{term}" scheme="{ARXIV}"/>\n' for term in dict.fromkeys((primary, each.category))
    )
    return (
        f"  <entry>\n    <id>http://arxiv.org/abs/{number}</id>\n    <updated>{each.year}-03-02T00:00:00Z</updated>\n"
        f"    <published>{each.year}-03-01T00:00:00Z</published>\n    <title>{escape(each.title)}</title>\n"
        f"    <summary>Nights were compared over two winters.</summary>\n    <author><name>{GROUP}</name></author>\n"
        f'    <link href="http://arxiv.org/abs/{number}" rel="alternate" type="text/html"/>\n'
        f'    <link title="pdf" href="http://arxiv.org/pdf/{number}" rel="related" type="application/pdf"/>\n'
        f'    <arxiv:primary_category xmlns:arxiv="{ARXIV}" term="{primary}" scheme="{ARXIV}"/>\n'
        f"{listed}  </entry>\n"
    )


ERROR_ENTRY = (
    "  <entry>\n    <id>http://arxiv.org/api/errors#max_results_must_be_a_non-negative_integer</id>\n"
    "    <title>Error</title>\n    <summary>max_results must be a non-negative integer</summary>\n"
    "    <updated>2026-09-14T00:00:00-04:00</updated>\n    <author><name>arXiv api core</name></author>\n"
    '    <link href="http://arxiv.org/api/errors#max_results_must_be_a_non-negative_integer" rel="alternate"'
    ' type="text/html"/>\n  </entry>\n'
)
"""How arXiv tells of an error: status 200, a count of one, and an entry that looks like a record."""


def error_in_a_200(adapter: Adapter) -> Answer:
    """The service's own way to say that the search failed, under status 200."""
    match adapter.parser:
        case "arxiv_atom_v1":
            return said(adapter, feed([ERROR_ENTRY], 1))
        case "ncbi_eutils_esearch_json_v1":
            failed = {"ERROR": "Search Backend failed: Database is not supported: pmc"}
            return said(adapter, {"header": {"type": "esearch", "version": "0.3"}, "esearchresult": failed})
        case "europe_pmc_search_v6":
            return said(adapter, {"version": "6.9", "errCode": 500, "errMsg": "The search could not be carried out"})
        case _:
            return said(adapter, {"status": "error", "error": "search failed", "message": "shard failure, try again"})
