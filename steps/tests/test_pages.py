"""Pages say who they are in their metadata and in their text, and neither says what the record does not."""

import json
import re
from dataclasses import fields, replace
from html.parser import HTMLParser

import pytest

from oa_conformance.steps.world.pages import walls
from oa_conformance.steps.world.pages.canary import canary
from oa_conformance.steps.world.pages.record import FACTS, PageRecord, Reference
from oa_conformance.steps.world.pages.render import STYLES, render, style_for

RECORD = PageRecord(
    url="https://journals.quillmere-press.org/article/view/417",
    title="Sleep & memory in the <Dorvakelin> cohort",
    container="Quillmere Harbour Review",
    doi="10.5555/quillmere.2024.417",
    issns=("2049-3630",),
    record_id="2404.00417",
    subject="Neurons and Cognition (q-bio.NC)",
    abstract='We asked "who sleeps"; 臺灣 and Þingvellir took part.',
    licence="CC BY 4.0",
    oa_status="Open access",
    version="Version of record",
    peer_review="Peer reviewed",
    publication_state="Published",
)


class Reader(HTMLParser):
    """What a host gets from a page: metas of the head, JSON-LD, visible text, links."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.metas: list[tuple[str, str]] = []
        self.linked: list[dict] = []
        self.words: list[str] = []
        self.canonical: str | None = None
        self.open: list[str] = []
        self.feed(page.decode())
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "meta" and "head" in self.open:
            self.metas.append((given.get("name") or given.get("property") or "", given.get("content") or ""))
        elif tag == "link" and given.get("rel") == "canonical":
            self.canonical = given["href"]
        if tag not in ("meta", "link", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            if data.strip():
                self.linked.append(json.loads(data))
        elif "body" in self.open:
            self.words.append(data)

    def named(self, *names: str) -> list[str]:
        return [content for name, content in self.metas if name in names]


def containers(page: Reader) -> set[str]:
    """Every container that the metadata name."""
    found = set(page.named("citation_journal_title", "prism.publicationName", "DC.Source", "citation_conference_title"))
    for linked in page.linked:
        part = linked.get("mainEntity", linked).get("isPartOf", [])
        found |= {each["name"] for each in (part if isinstance(part, list) else [part])}
    return found


@pytest.fixture(params=STYLES)
def style(request: pytest.FixtureRequest) -> str:
    return request.param


def test_there_are_fifteen_styles() -> None:
    assert len(STYLES) == 15


def test_metadata_and_text_agree_on_everything_the_record_says(style: str) -> None:
    page = Reader(render(RECORD, style))
    assert containers(page) == {"Quillmere Harbour Review"}
    assert "Quillmere Harbour Review" in page.text
    assert page.named("citation_title") == [RECORD.title]
    assert RECORD.title in page.text
    assert page.named("citation_doi") == ["10.5555/quillmere.2024.417"]
    assert "10.5555/quillmere.2024.417" in page.text
    assert page.named("DC.subject") == ["Neurons and Cognition (q-bio.NC)"]
    assert "2049-3630" in json.dumps([page.metas, page.linked])
    assert "2049-3630" in page.text
    assert RECORD.abstract in page.text
    assert "2024" in page.text
    for field, name in (
        ("licence", "DC.rights"),
        ("oa_status", "DCTERMS.accessRights"),
        ("version", "prism.versionIdentifier"),
        ("peer_review", "eprints.refereed"),
        ("publication_state", "eprints.status"),
    ):
        assert page.named(name) == [getattr(RECORD, field)]
        assert f"{FACTS[field]}: {getattr(RECORD, field)}" in page.text


def test_what_the_record_does_not_say_the_page_does_not_say(style: str) -> None:
    page = Reader(render(PageRecord(url=RECORD.url, title="Untold", container=None), style))
    everything = json.dumps([page.metas, page.linked]) + page.text
    assert containers(page) == set()
    for said in ("Quillmere Harbour", "DOI", "doi", "ISSN", "License", "Access", "Version", "review", "status", "None"):
        assert said not in everything, said


def test_a_container_may_be_declared_and_not_shown_or_shown_and_not_declared(style: str) -> None:
    declared = Reader(render(replace(RECORD, shows=False), style))
    assert containers(declared) == {"Quillmere Harbour Review"}
    assert "Quillmere Harbour Review" not in declared.text
    shown = Reader(render(replace(RECORD, declares=False), style))
    assert containers(shown) == set()
    assert "Quillmere Harbour Review" not in json.dumps([shown.metas, shown.linked])
    assert "Quillmere Harbour Review" in shown.text


def test_the_text_may_contradict_the_metadata(style: str) -> None:
    page = Reader(render(replace(RECORD, visible_container="Quillmere Quarterly"), style))
    assert containers(page) == {"Quillmere Harbour Review"}
    assert "Quillmere Quarterly" in page.text
    assert "Quillmere Harbour Review" not in page.text


def test_two_containers_stand_in_both_places(style: str) -> None:
    page = Reader(render(replace(RECORD, second_container="Quillmere Quarterly"), style))
    assert containers(page) == {"Quillmere Harbour Review", "Quillmere Quarterly"}
    assert "Quillmere Harbour Review / Quillmere Quarterly" in page.text


@pytest.mark.parametrize(("on", "platform"), [("osf", "OSF"), ("zenodo", "Zenodo")])
def test_a_deposit_names_its_collection_in_both_places(on: str, platform: str) -> None:
    deposit = replace(RECORD, container=None, provider="PsyArXiv")
    page = Reader(render(deposit, on))
    assert containers(page) == {"PsyArXiv"}
    assert "PsyArXiv" in page.text
    assert page.named("og:site_name") == [platform]
    assert containers(Reader(render(replace(deposit, declares=False), on))) == set()
    assert "PsyArXiv" not in Reader(render(replace(deposit, shows=False), on)).text


def test_a_deposited_article_keeps_its_journal_beside_the_collection() -> None:
    page = Reader(render(replace(RECORD, provider="MarXiv"), "zenodo"))
    assert page.named("citation_journal_title") == ["Quillmere Harbour Review"]
    assert page.linked[0]["isPartOf"]["name"] == "MarXiv"


def test_a_database_is_named_apart_from_the_journal_it_describes() -> None:
    page = Reader(render(replace(RECORD, provider="OpenAlex"), "aggregator"))
    assert page.linked[0]["includedInDataCatalog"]["name"] == "OpenAlex"
    assert containers(page) == {"Quillmere Harbour Review"}
    assert "OpenAlex record 2404.00417" in page.text


def test_an_arxiv_page_names_its_category_and_no_journal() -> None:
    page = Reader(render(replace(RECORD, container=None), "arxiv"))
    assert "arXiv:2404.00417 [q-bio.NC]" in page.text
    assert "Subjects: Neurons and Cognition (q-bio.NC)" in page.text
    assert page.named("citation_arxiv_id") == ["2404.00417"]
    assert page.named("og:site_name") == ["arXiv.org"]


def test_proceedings_are_a_conference_and_journals_are_not() -> None:
    def conference(container: str) -> list[str]:
        return Reader(render(replace(RECORD, container=container), "acl_anthology")).named("citation_conference_title")

    meeting = "Annual Meeting of the Association for Computational Linguistics"
    assert conference(meeting) == [meeting]
    assert conference("Transactions of the Association for Computational Linguistics") == []


def test_oup_has_its_issn_in_json_ld_alone_and_leads_to_the_resolver() -> None:
    page = Reader(render(RECORD, "oup"))
    assert page.named("citation_issn") == []
    assert page.linked[0]["isPartOf"]["issn"] == ["2049-3630"]
    assert page.named("og:url") == ["https://dx.doi.org/10.5555/quillmere.2024.417"]


def test_json_ld_may_have_other_issns() -> None:
    page = Reader(render(replace(RECORD, jsonld_issns=("1664-1078",)), "springer"))
    assert page.linked[0]["mainEntity"]["isPartOf"]["issn"] == ["1664-1078"]
    assert page.named("prism.issn") == ["2049-3630"]
    assert "2049-3630, 1664-1078" in page.text


def test_references_carry_other_containers_where_they_belong(style: str) -> None:
    cited = Reference("On clocks", "Quillmere Horology Bulletin", "10.5555/clocks")
    page = Reader(render(replace(RECORD, references=(cited,)), style))
    assert page.named("citation_reference") == [
        "citation_title=On clocks; citation_journal_title=Quillmere Horology Bulletin; citation_doi=10.5555/clocks"
    ]
    assert containers(page) == {"Quillmere Harbour Review"}
    assert "Quillmere Horology Bulletin" in page.text


def test_full_text_follows_the_abstract(style: str) -> None:
    text = Reader(render(replace(RECORD, body=("It began.", "It went on.")), style)).text
    assert text.index("Abstract") < text.index("Introduction It began.") < text.index("Methods It went on.")
    assert "Introduction" not in Reader(render(RECORD, style)).text


def test_nothing_a_record_says_becomes_markup(style: str) -> None:
    hostile = "\"><script>alert(1)</script>&amp;<!-- 臺灣 ' </title>"
    words = {each.name: hostile for each in fields(PageRecord) if each.type in ("str | None", str | None)}
    record = replace(RECORD, **words, title=hostile, abstract=hostile, body=(hostile,), links=((hostile, hostile),))
    page = Reader(render(record, style))
    assert len(words) >= 12
    assert hostile in page.text
    assert page.named("citation_title") == [hostile]
    assert page.canonical == hostile
    assert len(page.linked) <= 1  # the script of the text never opened
    assert b"<script>" not in render(record, style)


def test_a_page_is_the_same_every_time(style: str) -> None:
    assert render(RECORD, style) == render(replace(RECORD), style)


def test_raw_html_and_links_stand_where_they_are_put(style: str) -> None:
    added = replace(
        RECORD, extra_head="<meta name='x' content='y'>", extra_body="<p>extra</p>", links=(("PDF", "/pdf?a=1&b=2"),)
    )
    page = Reader(render(added, style))
    assert page.named("x") == ["y"]
    assert "extra" in page.text
    assert b'href="/pdf?a=1&amp;b=2"' in render(added, style)


def test_every_style_has_its_own_vocabulary_and_markup() -> None:
    shapes = {name: re.sub(rb">[^<]*<", b"><", render(RECORD, name)) for name in STYLES}
    assert len(set(shapes.values())) == len(STYLES)


@pytest.mark.parametrize(
    ("url", "style"),
    [
        ("https://www.frontiersin.org/articles/10.3389/fpsyg.2024.1/full", "frontiers"),
        ("https://besjournals.onlinelibrary.wiley.com/doi/10.1002/1", "wiley"),
        ("https://arxiv.org/abs/2401.00001", "arxiv"),
        ("osf.io", "osf"),
        ("https://review.quillmere-press.org/1", "ojs"),
        ("", "ojs"),
    ],
)
def test_a_host_has_its_publishers_style(url: str, style: str) -> None:
    assert style_for(url) == style


# walls and oddities


@pytest.mark.parametrize("wall", [walls.captcha, walls.bot_check, walls.login_wall, walls.consent_wall])
def test_a_wall_names_no_container_and_holds_no_abstract(wall) -> None:
    kind, page = wall(RECORD)
    read = Reader(page)
    assert kind == "text/html; charset=utf-8"
    assert containers(read) == set()
    assert "Quillmere Harbour" not in page.decode()
    assert RECORD.abstract not in read.text


def test_an_article_with_a_widget_is_still_the_article() -> None:
    read = Reader(walls.article_with_recaptcha(RECORD)[1])
    assert containers(read) == {"Quillmere Harbour Review"}
    assert RECORD.abstract in read.text
    assert "g-recaptcha" in walls.article_with_recaptcha(RECORD)[1].decode()


def test_front_page_and_hit_list_are_of_no_single_record() -> None:
    for page in (walls.home_page(RECORD), walls.search_listing(RECORD, ("First", "Second"))):
        assert containers(Reader(page[1])) == set()
    assert "2 results First Second" in Reader(walls.search_listing(RECORD, ("First", "Second"))[1]).text


def test_a_pdf_has_objects_where_its_table_says_and_text_a_reader_finds() -> None:
    kind, made = walls.pdf(replace(RECORD, title="Sleep (at \\ sea)", body=("It began. " * 30,)))
    assert kind == "application/pdf"
    start = int(made.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    table = made[start:].split(b"\n")
    assert table[:3] == [b"xref", b"0 7", b"0000000000 65535 f "]
    for number, row in enumerate(table[3:9], 1):
        assert made[int(row[:10]) :].startswith(b"%d 0 obj\n" % number)
    assert b"(Quillmere Harbour Review) '" in made
    assert b"(Sleep \\(at \\\\ sea\\)) '" in made
    stream = made.split(b"stream\n", 1)[1].split(b"endstream")[0]
    assert b"/Length %d " % len(stream) in made


def test_the_other_oddities_are_what_they_are_called() -> None:
    assert walls.empty() == ("text/html; charset=utf-8", b"")
    assert walls.fake_pdf()[0] == "application/pdf"
    assert b"startxref" not in walls.fake_pdf()[1]
    assert walls.PNG.startswith(b"\x89PNG\r\n\x1a\n")
    kind, page = walls.latin_1(replace(RECORD, title="Über Gezeiten"))
    assert kind == "text/html"
    assert "Über".encode("cp1252") in page
    with pytest.raises(UnicodeDecodeError):
        page.decode()
    kind, page = walls.windows_1252(replace(RECORD, title="Über Gezeiten"))
    assert kind == "text/html; charset=utf-8"
    assert b'<meta charset="windows-1252">' in page
    assert "Über".encode("cp1252") in page
    assert containers(Reader(walls.stub(RECORD)[1])) == set()
    assert walls.brotli(b"ice") == bytes([0x20, 0x00, 0x10]) + b"ice\x03"
    cut = walls.truncated(RECORD)[1].decode()
    assert "</head>" not in cut
    assert "Quillmere Harbour Review" not in cut


# canaries


def test_canaries_are_words_of_their_text_alone() -> None:
    made = [canary(kind, f"https://arxiv.org/abs/{n}") for n in range(10_000) for kind in ("title", "snippet")]
    assert len(set(made)) == 20_000
    assert all(re.fullmatch("[A-Z][a-z]{12}", each) for each in made)
    assert canary("title", "https://arxiv.org/abs/1") == made[2]


def test_a_canary_never_changes() -> None:
    assert canary("snippet", "https://www.frontiersin.org/") == "Gavuviseralon"
