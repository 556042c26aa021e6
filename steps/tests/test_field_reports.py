"""What people met who build search over scholarly sources: each report is an example, a test, or left out for a reason.

The reports lie beside a working copy of the project. Here each is told by a word or two of its own, in their order.
"""

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from oa_conformance.steps.catalogue import shipped

ROOT = Path(__file__).parents[2]
CASES = ROOT.parent / "shared" / "cases" / "field_reports.json"


@dataclass(frozen=True)
class Report:
    """One report. ``shows`` stands in its symptom or its input.

    ``covered`` names examples by their keys and tests by file and function; words behind a key stand in the example's
    row. ``beyond`` says what of the report the protocol does not touch, and is all there is of one that is left out.
    """

    shows: str
    covered: tuple[str, ...]
    beyond: str


def told(shows: str, *covered: str, beyond: str = "") -> Report:
    return Report(shows, covered, beyond)


ANSWERS = "reference/tests/test_adapter_answers.py::test_"
REQUESTS = "reference/tests/test_adapter_requests.py::test_"
FAULTS = "reference/tests/test_reported_faults.py::test_"
NAMES = "reference/tests/test_container_names.py::test_"
WAY_OUT = "reference/tests/test_way_out.py::test_"
PIN = "reference/tests/test_bootstrap_pin.py::test_"
ENDINGS = "steps/tests/test_line_endings.py::test_"
WORDS, FAILS = "DIRECT-04/reaches-whole/", "DIRECT-07/the-adapter-of-europe-pmc-and-that-of-openalex-answers/"
OUT_OF, SPELLS = "DIRECT-05/the-restriction-of-holds-against/", "IDENT-07/is-the-same-name-when-its-page-spells-it/"
HOSTS, USERS = "URL-02/is-not-opened/", "URL-04/a-candidate-with-is-not-opened/"
STRANGE, PAGES = "URL-08/a-candidate-with-is-not-opened/", "IDENT-01/confirms-its-own-journal-and-no-other/"
LEADS, GONE = "REDIR-01/the-page-redirects-to/", "FETCH-05/in-place-of-a-document-that-page/"
LARGE = "BOOT-19/a-registry-above-the-size-that-github-puts-into-its-json-is-read-by-its-blob"
ONE_PAGE = "no template has an offset or a cursor: an adapter is asked for one page"
NO_ISSN = "the registry has no ISSN, so none can decide"
ROOT_DOT = told(
    "https://localhost./", f"{HOSTS}the-host-with-the-root-dot", f"{HOSTS}this-very-machine-with-the-root-dot"
)

# fmt: off
REPORTS: Mapping[str, tuple[Report, ...]] = {
    "arxiv-api": (
        told("start=1000", "DIRECT-07/the-adapter-of/row-6 arXiv", beyond=ONE_PAGE),
        told("Same query twice",
             "DIRECT-11/a-feed-that-counted-records-and-listed-none-may-be-asked-for-once-more-at-the"),
        told("<title>0</title>", "DIRECT-08/a-record-of-that-is-called-0-is-a-record/arxiv"),
        told("Rate exceeded", "DIRECT-07/the-adapter-of/row-13 answers 429",
             "RETRY-01/three-adapters-on-one-host-which/answers-429"),
        told("(modelso", f"{WORDS}row-20 (modelso", f"{FAILS}answers-400"),
        told("page 2", "DIRECT-A06/arxiv-finds-a-record", beyond=ONE_PAGE),
        told("math.CO", f"{ANSWERS}an_entry_of_arxiv"),
        told("cat:cs.CL query",
             "DIRECT-A07/a-record-that-another-category-lists-first-is-arxiv-cs-cl-s-if-it-is-listed"),
        told("both cat: and primary", f"{ANSWERS}a_hit_keeps_to_what_the_template_fixes"),
        told("parentheses missing", f"{OUT_OF}row-5 parsing OR",
             f"{REQUESTS}words_beside_a_fixed_clause_are_one_group"),
    ),
    "ncbi-eutils": (
        told("esearchresult.ERROR", "DIRECT-07/the-adapter-of/row-1 PubMed Central"),
        told("raw newline", "DIRECT-07/the-adapter-of/row-15 no JSON", beyond=ONE_PAGE),
        told("mindate=", "DIRECT-A03/pubmed-central-finds-a-record"),
        told("<!DOCTYPE html", f"{GONE}is-an-article-under-the-type-of-a-pdf"),
        told("count=1, retstart=1", beyond=ONE_PAGE),
        told("caller IP", f"{FAULTS}the_address_of_this_machine_in_a_refusal_is_not_told", f"{FAILS}answers-429"),
    ),
    "europepmc": (
        told("no hitCount", f"{FAILS}neither-counts-records-nor-lists-any"),
        told("hitCount=170", f"{ANSWERS}a_count_larger_than_the_list_is_usual", beyond=ONE_PAGE),
        told("-aardvark", f"{WORDS}row-19 -aardvark"),
        told("39 hits", "DIRECT-A01/europe-pmc-finds-a-record", beyond=ONE_PAGE),
        told("94 rows usable", f"{FAULTS}a_record_without_a_pubmed_id_is_kept", beyond=ONE_PAGE),
        told("f1000research", "DEDUP-02/what-one-source-holds-as-a-preprint-and-as-an-article-of-one-doi-is-one-item",
             f"{FAULTS}a_fact_of_one_version_is_not_said_of_another",
             beyond="a work is known by its DOI: versions with DOIs of their own are works of their own"),
    ),
    "openalex": (
        told("Love, actually", f"{WORDS}row-13 Love, actually", f"{FAILS}answers-400"),
        told("children", f"{WORDS}row-14 children’s"),
        told("control query", beyond="a control query would be a search that nobody asked for"),
        told("drugsandalcohol.ie", "DIRECT-09/what-a-record-of-leads-to-would-answer-and-is-not-asked/openalex"),
        told("404 from OpenAlex", f"{FAILS}answers-404",
             "STATUS-04/a-search-that-found-nothing-is-a-result-of-that-search", beyond="no adapter looks up a DOI"),
        told("paywalled landing page", "EVID-04/the-page-states-what-its-source-is-not-known-for",
             "DIRECT-09/the-hit-is-reported-and-nothing-is-opened",
             beyond="in the strict modes no page is opened that could decide"),
        told("Does play improve reading?", f"{WORDS}row-15 Does play improve reading?",
             f"{WORDS}row-16 Does play improve reading?",
             f"{REQUESTS}wildcards_are_dropped_or_escaped_where_quotes_do_not_help", f"{FAILS}answers-400"),
    ),
    "doaj-crossref-other": (
        told("old ISSN under the new title", "IDENT-04/tags-and-json-ld-give-the-same-issn",
             "IDENT-07/is-not/frontiers-of-psychology", beyond=NO_ISSN),
        told("total=1355", beyond="an adapter lists 100 records at most, and claims no more"),
        told("<html> where JSON", f"{FAILS}answers-with-a-page-of-html",
             f"{FAILS}answers-with-a-page-of-html-under-its-own-media-type"),
        told("/journals/ISSN", beyond="no adapter looks up a journal, and the registry has no ISSN"),
        told("S0140-6736(97)11096-0", f"{WORDS}row-18 10.1016/S0140-6736(97)11096-0",
             beyond="no adapter looks up a DOI, so none comes back to be compared"),
        told("AID-ASNA163", f"{WORDS}row-17 AID-ASNA163", f"{NAMES}a_doi_has_one_spelling"),
    ),
    "zenodo": (
        told("size=100", "DIRECT-06/a-wish-for-500-results-does-not-lift-the-bound-of/zenodo", f"{FAILS}answers-400"),
        told("record ids N+1", f"{FAULTS}a_deposit_is_known_by_the_doi_of_its_version_and_not_of_all_versions"),
        told("Both DOIs", "DEDUP-04/finds-which-is-keyed-by-its-and-not-by-its-title/row-6 concept DOI"),
        told("Retry-After 60", "RETRY-01/two-sources-with-two-candidates-each-on-a-host-where-every-page/answers-429"),
    ),
    "journal-identity": (
        told("Learning & Instruction", f"{SPELLS}trees-forests-and-people",
             f"{NAMES}spellings_of_one_name_are_equal", beyond=NO_ISSN),
        told("Education for Health", "IDENT-07/is-not/frontiers-of-psychology",
             f"{NAMES}parts_and_likenesses_are_other_names"),
        told("2049-363x", "IDENT-04/a-check-digit-in-lower-case-is-the-same-issn"),
        told("og:site_name", "IDENT-02/the-sister-journal-s-page-stands-on-a-site-that-bears-the-registered-journal-s",
             f"{FAULTS}a_journal_of_another_name_is_confirmed_by_no_site_that_bears_its_new_one", beyond=NO_ISSN),
        told("(ISSN 1234-5679)", f"{SPELLS}royal-society-open-science (ISSN"),
        told("Applied Sciences-Basel", "IDENT-07/is-not/plant-direct-basel",
             f"{NAMES}parts_and_likenesses_are_other_names", beyond=NO_ISSN),
        told("10.64898/2025", "IDENT-04/a-doi-prefix-that-the-server-took-up-lately-contradicts-nothing"),
        told("10.1101/gr.254557.119", f"{FAULTS}a_prefix_that_a_preprint_server_shares_makes_no_preprint",
             f"{NAMES}a_doi_has_one_spelling"),
        told("972133v2", "DEDUP-01/the-version-of-a-preprint-belongs-to-its-address-and-not-to-its-doi"),
        told("10.4187", f"{LEADS}another-source", f"{LEADS}a-look-alike-host"),
        told("/content/pdf/", "FETCH-05/a-stub-where-a-pdf-should-be-is-neither-a-pdf-nor-the-record",
             "FETCH-03/the-article-comes-with-status/403"),
        told("www.jstor.org", f"{LEADS}another-source"),
        told("https://doi.org/10.x", "FETCH-07/the-broker-offers-beside-an-original-that-fails/the-doi-resolver",
             f"{LEADS}the-doi-resolver", "URL-10/the-page-links-to/its-doi"),
    ),
    "doi-forms": (
        told("FPSYG.2019.00454", "DEDUP-01/the-doi-is-the-same-when-the-page-spells-it/10-1371-journal-pbio-3016002",
             "DEDUP-02/one-doi-in-two-spellings-under-two-titles-is-one-item"),
        told("doi:10.1000/xyz123.", "DEDUP-01/a-full-stop-behind-a-doi-is-no-part-of-it",
             "DEDUP-01/the-doi-is-the-same-when-the-page-spells-it/doi-10-1371-journal-pbio-3016002"),
        told("10.1000/x/", "DEDUP-01/a-slash-behind-the-doi-in-an-address-is-no-part-of-the-doi-on-the-page",
             f"{FAULTS}a_slash_behind_a_doi_makes_no_second_doi"),
        told("10.5555/3295222", f"{NAMES}a_doi_has_one_spelling",
             "FETCH-01/the-page-is-opened-and-its-own-words-are-reported",
             beyond="no DOI is resolved, so none is called unresolvable"),
    ),
    "json-ld": (
        told("#periodical", f"{PAGES}a-page-whose-json-ld-leads-to-its-journal-by-references",
             f"{FAULTS}issns_are_found_behind_references_in_json_ld"),
        told('"Product"', f"{PAGES}a-page-whose-json-ld-is-a-list-its-types-and-authors-too",
             f"{FAULTS}json_ld_that_is_a_list_is_read_whatever_else_is_in_it"),
        told('"author"', f"{PAGES}a-page-whose-json-ld-is-a-list-its-types-and-authors-too"),
        told('"@context"', f"{PAGES}a-taylor-francis-page-whose-json-ld-is-a-list-of-breadcrumbs",
             "reference/tests/test_page_reading.py::test_json_ld_of_any_shape_is_read_without_an_exception"),
    ),
    "snippets-and-failure-reporting": (
        told("Snippet only", "FETCH-06/without-a-page-opener-the-snippet-is-all-there-is"),
        told("500-character snippet",
             "FETCH-06/the-broker-s-own-copy-of-the-text-does-not-replace-a-page-that-is-silent"),
        told("allowedDomains", "BROK-10/the-filter-lets-through/another-publisher-s-page"),
        told("search_domain_filter", "BROK-10/the-filter-lets-through/another-publisher-s-page",
             "STATUS-06/the-broker-s-echo-shows-that-no-filter-was-applied", "BROK-09/without-the-filter-it-is-not"),
        told("www.example.org", "BROK-10/the-filter-lets-through/a-page-of-the-host-with-www-before-it"),
        told("Tool error swallowed", "BROK-08/the-broker-fails", "STATUS-05/a-broker-that-failed-did-not-find-nothing"),
        told("HTTP 500 -> []", "BROK-06/the-broker-for-one-source-and-answers-for-the-other/answers-500",
             f"{FAILS}answers-500"),
        told("exit 0", "FETCH-04/in-place-of-the-article-that-page/is-a-captcha"),
        told("paywall", "RETRY-03/a-host-on-which-every-page-is-asked-afresh-in-the-next-task/is-behind-a-captcha",
             "FETCH-04/a-challenge-says-nothing-about-neither-that-it-is-sold-nor-that-it-is-empty/physical-review-x"),
    ),
    "url-ssrf": (
        told("169.254.169.254", f"{LEADS}a-cloud-s-metadata"),
        told("robots.txt", "URL-11/each-opened-page-was-found-by-the-broker",
             beyond="robots.txt is no candidate: a host that asks for it opens what the broker did not find"),
        told("second DNS answer", f"{LEADS}a-private-address",
             f"{WAY_OUT}a_name_with_one_private_address_is_not_dialled",
             beyond="what a name resolves to on the wire is a host's own affair"),
        told("Same-host redirect", "REDIR-02/a-redirect-that-is-followed-is-listed",
             "REDIR-03/the-good-candidate-beside-a-bad-redirect-is-opened"),
        told("[::ffff:a9fe:a9fe]", f"{HOSTS}an-ipv4-address-within-an-ipv6-address"),
        *(ROOT_DOT,) * 4,  # told four times
        told("127。0。0。1", f"{HOSTS}an-address-with-ideographic-full-stops",
             f"{HOSTS}a-host-with-ideographic-full-stops", f"{HOSTS}a-host-with-full-width-full-stops",
             f"{HOSTS}a-host-with-half-width-full-stops"),
        told("and ／@", f"{USERS}the-right-host-before-a-full-width-number-sign",
             f"{USERS}the-right-host-before-a-full-width-slash"),
        told("xn--a-ecp", f"{HOSTS}a-label-whose-punycode-is-none", f"{HOSTS}a-label-whose-punycode-is-empty",
             f"{HOSTS}a-label-that-is-punycode-twice"),
        told("www..example", f"{HOSTS}the-host-with-two-dots-in-a-row"),
        told("xn--ls8h=", f"{HOSTS}a-label-of-punycode-with-an-equals-sign"),
        told("新华网", "URL-01/a-candidate-whose-scheme-is-is-not-opened/http-in-chinese-and-with-a-port"),
        told("as bytes", "reference/tests/test_candidate_rules.py::test_what_is_no_text_is_rejected"),
        told("real LF", f"{STRANGE}a-newline-in-its-scheme"),
        told("real TAB", f"{STRANGE}a-tab-in-its-scheme", f"{STRANGE}a-newline-in-its-host",
             f"{STRANGE}a-tab-in-its-path", f"{STRANGE}a-control-character-in-its-query"),
        told("WWW.EXAMPLE-JOURNAL.ORG.", f"{HOSTS}the-host-in-capitals-with-the-root-dot",
             "URL-02/the-host-in-capitals-is-the-very-host"),
        told("[v1.x]", f"{HOSTS}the-host-in-brackets", f"{HOSTS}an-address-of-a-kind-to-come"),
        told("abc#@def", "URL-05/a-candidate-with-is-not-opened/a-fragment-that-looks-like-a-host"),
        told("℀", f"{HOSTS}a-sign-that-unfolds-to-a-slash", f"{USERS}the-right-host-before-a-full-width-number-sign"),
        told("IDNA encoding of the whole URL", f"{USERS}the-right-host-before-a-full-width-number-sign"),
        told("Backslash before @", f"{USERS}a-backslash-before-the-at-sign"),
        told("Connection: close", f"{WAY_OUT}an_answer_that_ends_with_its_connection_arrives"),
    ),
    "captcha-content-charset": (
        told("Just a moment", "FETCH-04/in-place-of-the-article-that-page/is-a-bot-check"),
        told("HEAD 403", "FETCH-03/a-page-that-answers-get-with-200-and-head-with-403-is-there"),
        told("windows-1252", "FETCH-05/an-encoding-that-the-header-gets-wrong-leaves-the-container-to-be-read",
             f"{FAULTS}a_container_that_cannot_be_decoded_confirms_nothing"),
        told("Content-Encoding: br", "FETCH-05/a-page-in-a-compression-that-nobody-asked-for-is-read-or-is-a-gap",
             f"{WAY_OUT}an_encoding_that_was_not_asked_for_is_a_failure"),
    ),
    "github-contents": (
        told("1.5 MB", LARGE),
        told('encoding "none"', LARGE,
             f"{PIN}a_file_above_github_s_limit_comes_from_its_blob"),
        told("decoded_content",
             f"{PIN}a_file_that_github_gives_badly_stops_the_task"),
        told("LF in the blob",
             f"{ENDINGS}a_clone_that_converts_line_endings_leaves_hashed_bytes_alone"),
        told("core.autocrlf=true clone", f"{ENDINGS}line_endings_of_windows_are_named"),
        told("lone CR", f"{ENDINGS}a_blob_id_is_that_of_the_very_bytes",
             f"{PIN}a_blob_id_is_computed_of_the_very_bytes"),
        told(".gitattributes",
             f"{ENDINGS}a_clone_that_converts_line_endings_leaves_hashed_bytes_alone"),
        told("?branch=dev", "BOOT-03/the-index-is-read-where-it-is-published"),
        told("Two ETags", beyond="a file is known by its blob id; nobody is asked to look at ETags"),
    ),
}
# fmt: on
NUMBERED = [(area, report) for area, reports in REPORTS.items() for report in reports]


@cache
def functions_in(file: str) -> frozenset[str]:
    """The names of the functions in a file."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    return frozenset(each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef))


@pytest.mark.parametrize(
    "report", [pytest.param(report, id=f"{n} {report.shows}") for n, (_, report) in enumerate(NUMBERED, 1)]
)
def test_a_report_is_covered_or_left_out_for_a_reason(report: Report) -> None:
    assert report.covered or report.beyond
    for named in report.covered:
        file, is_test, function = named.partition("::")
        if is_test:
            assert function in functions_in(file)
        else:
            key, _, words = named.partition(" ")
            example = shipped().by_key[key]
            assert words in f"{example.name} {' '.join(value for _, value in example.row)}"


def test_every_report_is_here_in_its_order() -> None:
    if not CASES.is_file():
        pytest.skip("the field reports are not beside the project (../shared/cases/field_reports.json)")
    cases = json.loads(CASES.read_text("utf-8"))["cases"]

    assert [area for area, _ in NUMBERED] == [case["area"] for case in cases]
    strangers = [
        (number, report.shows)
        for number, ((_, report), case) in enumerate(zip(NUMBERED, cases, strict=True), 1)
        if report.shows not in f"{case['symptom']} {case['suggested_input']}"
    ]
    assert strangers == []
