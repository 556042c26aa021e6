"""Pages as they are: what the described ones say, and the journals that they belong to."""

import re
from pathlib import Path

import pytest

from oa_conformance.steps.verdict.finding import SuiteFault
from oa_conformance.steps.world.eligibility import no_route_because
from oa_conformance.steps.world.pages.record import PageRecord
from oa_conformance.steps.world.pages.signals import known, set_like
from oa_conformance.steps.world.records import bundled, invented, journals, listing, record, record_named

FEATURES = Path(__file__).parents[2] / "features"
RECORD = PageRecord(
    url="https://www.nature.com/articles/x1", title="Sleep & <memory>", container="Nowhere", abstract="Dim."
)


def test_a_page_carries_its_signals_in_their_order_and_the_article() -> None:
    content_type, body = set_like("a Nature news item without citation tags", RECORD)
    page = body.decode()
    names = re.findall(r'<meta (?:name|property)="([^"]+)"', page)
    assert content_type == "text/html; charset=utf-8"
    assert names == [
        "dc.title", "dc.source", "prism.publicationName", "prism.doi", "dc.identifier",
        "og:title", "og:url", "og:site_name",
    ]  # fmt: skip
    assert '<meta name="dc.title" content="Sleep &amp; &lt;memory&gt;">' in page
    assert '<meta property="og:url" content="https://www.nature.com/articles/x1">' in page
    assert '<p class="journal-title">Nature</p>' in page
    assert "Nowhere" not in page


def test_an_oddity_is_kept() -> None:
    bare = set_like("a ScienceDirect page with an ampersand in the name", RECORD)[1]
    closed = set_like("a Taylor & Francis page whose JSON-LD is a list of breadcrumbs", RECORD)[1]
    assert b'<meta name="citation_fulltext_world_readable" content>' in bare
    assert b"Environmental Science &amp; Policy" in bare
    assert closed.count(b"</meta>") == 7
    assert closed.count(b"<meta charset=") == 2
    assert b'<script type="application/ld+json">[{' in closed


def test_a_page_is_in_the_encoding_that_it_has_and_not_in_the_one_it_claims() -> None:
    content_type, body = set_like("a page of old in an encoding it does not declare", RECORD)
    assert content_type == "text/html"
    assert b"charset" not in body
    assert b"Fa\xe7ade" in body
    with pytest.raises(UnicodeDecodeError):
        body.decode()


def test_a_page_that_names_no_container_names_none() -> None:
    body = set_like("a thesis that names no container", RECORD)[1].decode()
    assert "HAL" not in body
    assert "Nowhere" not in body


def test_an_unknown_page_is_a_fault_of_the_suite() -> None:
    with pytest.raises(SuiteFault, match="is called 'a page of nobody'"):
        set_like("a page of nobody", RECORD)


def test_every_described_page_is_served_in_an_example() -> None:
    law = "\n".join(path.read_text("utf-8") for path in FEATURES.rglob("*.feature"))
    assert [name for name in known() if name not in law] == []


def test_every_journal_is_a_whole_record_with_a_route_and_an_id_of_its_own() -> None:
    pattern = record("plos-biology").keys()
    for key, each in journals().items():
        assert each.keys() == pattern, key
        assert no_route_because(each) is None, key
        assert key not in bundled().sources
        assert key not in invented()
    assert len({each["name"] for each in journals().values()}) == len(journals())


def test_a_record_is_found_by_its_name() -> None:
    assert record_named("Metrologia")["canonical_url"] == "https://iopscience.iop.org/journal/0026-1394"
    assert record_named("PLOS Biology")["id"] == "plos-biology"
    with pytest.raises(SuiteFault, match="named 'Nobody'"):
        record_named("Nobody")


def test_a_release_that_lists_a_source_is_left_as_it_is() -> None:
    assert listing(bundled(), ["PLOS Biology", "Zenodo"]) is bundled()


def test_scenarios_that_need_a_journal_share_one_small_registry() -> None:
    one, other = listing(bundled(), ["Metrologia"]), listing(bundled(), ["Nature", "Nature Communications"])
    assert one.files == other.files
    assert {"metrologia", "nature", "nature-communications", "aob-plants"} <= set(one.sources)
    assert "plos-biology" not in one.sources
    assert "plos-biology" in listing(bundled(), ["Metrologia", "PLOS Biology"]).sources


def test_a_name_that_no_record_has_is_a_fault_of_the_suite() -> None:
    with pytest.raises(SuiteFault, match="named 'Nobody'"):
        listing(bundled(), ["Nobody"])
