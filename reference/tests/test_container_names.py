"""Whole names, DOIs and ISSNs."""

import pytest

from oa_conformance.reference.identifiers import arxiv_id, issn_is_valid, normal_doi, normal_issn
from oa_conformance.reference.names import normal_name, same_name, series_of, without_issue

SCOAP3 = "Nuclear Physics B — SCOAP³-covered articles"
TACL = "Transactions of the Association for Computational Linguistics (TACL)"


@pytest.mark.parametrize(
    ("registered", "seen"),
    [
        ("PLOS Biology", "PLoS  biology"),
        ("Environmental Science & Policy", "Environmental Science and Policy"),
        ("The Cryosphere", "Cryosphere"),
        ("Science China Earth Sciences", "Science China: Earth Sciences"),
        ("BMC Women's Health", "BMC Women’s Health"),
        ("iForest — Biogeosciences and Forestry", "iForest - Biogeosciences and Forestry"),
        ("Forum of Mathematics, Pi", "Forum of Mathematics, Pi"),
        ("Revista de Investigación", "Revista de Investigacion"),
        ("Journal of X", "Journal of X (ISSN 1234-5679)"),
        (TACL, "Transactions of the Association for Computational Linguistics"),
        (TACL, TACL),
        (SCOAP3, "Nuclear Physics B"),
        (SCOAP3, "Nuclear Physics B - SCOAP3-covered articles"),
        ("PubMed Central (PMC)", "PubMed Central"),
        ("Research Papers in Economics (RePEc)", "Research Papers in Economics"),
        ("ｎｐｊ Climate", "npj Climate"),
        ("C++ Notes", "C Notes"),
    ],
)
def test_spellings_of_one_name_are_equal(registered: str, seen: str) -> None:
    assert same_name(registered, seen)


@pytest.mark.parametrize(
    ("registered", "seen"),
    [
        ("Computational Linguistics", "Transactions of the Association for Computational Linguistics"),
        (TACL, "Computational Linguistics"),
        ("bioRxiv — Plant Biology", "bioRxiv"),
        ("bioRxiv", "bioRxiv — Plant Biology"),
        ("PLOS Biology", "PLOS Medicine"),
        ("Science", "Science Advances"),
        ("Physical Review A", "Physical Review B"),
        ("Education for Health", "Education and Health"),
        ("Applied Sciences", "Applied Sciences-Basel"),
        ("Forum of Mathematics", "Forum of Mathematics, Sigma"),
        ("Frontiers in Psychology", "Frontiers in Psychology and Sociology"),
        ("Quillmere Harbour Review", "Quillmere Harbour Review Letters"),
        ("Nature (London)", "Nature Communications"),
        ("PLOS Biology", ""),
    ],
)
def test_parts_and_likenesses_are_other_names(registered: str, seen: str) -> None:
    assert not same_name(registered, seen)


@pytest.mark.parametrize(
    ("seen", "plain"),
    [
        ("Climate Dynamics 2018 52:5", "Climate Dynamics"),
        ("Comparative Cytogenetics 2011 5: 1", "Comparative Cytogenetics"),
        ("Computational Linguistics, Volume 48", "Computational Linguistics"),
        ("Frontiers in Psychology Volume 15 - 2024", "Frontiers in Psychology"),
        ("Nature 2019 574:7776", "Nature"),
        ("Physical Review X", "Physical Review X"),
        ("2D Materials", "2D Materials"),
        ("Volume 12", "Volume 12"),
    ],
)
def test_volume_and_year_are_no_part_of_the_name(seen: str, plain: str) -> None:
    assert without_issue(seen) == plain


@pytest.mark.parametrize(
    ("volume", "series"),
    [
        (
            "Proceedings of the 61st Annual Meeting of the Linguistic Association (Volume 1: Long Papers)",
            "Annual Meeting of the Linguistic Association",
        ),
        (
            "Proceedings of the 2023 Conference on Empirical Methods in Natural Language Processing",
            "Conference on Empirical Methods in Natural Language Processing",
        ),
        (
            "Findings of the Association for Computational Linguistics: ACL 2023",
            "Findings of the Association for Computational Linguistics",
        ),
        ("Proceedings of the Royal Society B", "Royal Society B"),
    ],
)
def test_a_volume_of_proceedings_belongs_to_its_series(volume: str, series: str) -> None:
    assert series_of(volume) == series


def test_only_a_name_remains_of_a_name() -> None:
    assert normal_name("  The “Journal” of Ünïcode & Co. ") == "journal of unicode and co"


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("10.3389/FPSYG.2019.00454", "10.3389/fpsyg.2019.00454"),
        ("https://doi.org/10.1371/journal.pbio.3000001", "10.1371/journal.pbio.3000001"),
        ("http://dx.doi.org/10.1093/schbul/sbad173", "10.1093/schbul/sbad173"),
        ("doi:10.1000/xyz123.", "10.1000/xyz123"),
        ("DOI 10.1000/xyz123", "10.1000/xyz123"),
        ("10.1000/xyz123/", "10.1000/xyz123"),
        ("10.1002/1521-3994(2000)321:3<163::AID-AS>3.0.CO;2-S", "10.1002/1521-3994(2000)321:3<163::aid-as>3.0.co;2-s"),
        ("10.1016/S0140-6736(97)11096-0", "10.1016/s0140-6736(97)11096-0"),
        ("10.1101/2020.03.03.972133v2", "10.1101/2020.03.03.972133"),
        ("10.64898/2025.12.01.690000v1", "10.64898/2025.12.01.690000"),
        ("10.1101/gr.254557.119", "10.1101/gr.254557.119"),
        ("10.5555/3295222.3295349", "10.5555/3295222.3295349"),
        ("61", None),
        ("AIME202004070-M193075", None),
        ("1993-078X", None),
        ("11.1000/x", None),
        ("10.1000", None),
        ("10.1000/a b", None),
        ("１０.1000/x", None),
    ],
)  # fmt: skip
def test_a_doi_has_one_spelling(text: str, doi: str | None) -> None:
    assert normal_doi(text) == doi


@pytest.mark.parametrize(
    ("text", "issn", "valid"),
    [("1758-678x", "1758-678X", True), ("17486", None, False), ("1234-5678", "1234-5678", False),
     ("1748605X", "1748-605X", True), ("0026-1394", "0026-1394", True), ("１２３４-5679", None, False)],
)  # fmt: skip
def test_an_issn_has_a_check_digit(text: str, issn: str | None, valid: bool) -> None:
    found = normal_issn(text)

    assert found == issn
    assert (found is not None and issn_is_valid(found)) is valid


@pytest.mark.parametrize(
    ("text", "number"),
    [("1902.02534v2", "1902.02534"), ("arXiv:2401.01001", "2401.01001"), ("hep-th/9901001v3", "hep-th/9901001"),
     ("math.GT/0309136", "math.gt/0309136"), ("10.48550/arXiv.1902.02534", None), ("12345", None)],
)  # fmt: skip
def test_an_arxiv_id_has_no_version(text: str, number: str | None) -> None:
    assert arxiv_id(text) == number
