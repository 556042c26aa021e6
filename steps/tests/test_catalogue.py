"""The features are read as a catalogue of clauses, and refused where something could pass unjudged."""

import json
from pathlib import Path

import pytest

from oa_conformance.steps.catalogue import CHAPTERS, Catalogue, CatalogueError, load, shipped
from oa_conformance.steps.tests import small_law

RULE = """Feature: One
  @URL-01 @MUST
  Rule: A sentence
    Protocol: Candidates

    @accept
    Example: It holds
      Given a world
      Then it holds

    @reject
    Example: It bites
      Given a world
      Then it holds
"""


def lawbook(folder: Path, *texts: str, exclusions: object = None) -> Path:
    for number, text in enumerate(texts):
        (folder / f"{number}.feature").write_text(text, "utf-8")
    if exclusions is not None:
        (folder / "exclusions.json").write_text(json.dumps({"exclusions": exclusions}), "utf-8")
    return folder


def defects(folder: Path, *texts: str, exclusions: object = None) -> tuple[str, ...]:
    with pytest.raises(CatalogueError) as caught:
        load(lawbook(folder, *texts, exclusions=exclusions))
    return caught.value.defects


@pytest.fixture
def small(tmp_path: Path) -> Catalogue:
    return load(small_law.write(tmp_path))


def test_a_rule_is_a_clause(small: Catalogue) -> None:
    clause = small.by_id["EVID-01"]
    assert (clause.level, clause.sentence) == ("MUST NOT", "No text is quoted that was not opened")
    assert (clause.chapter, clause.feature, clause.line) == ("EVID", "10-evidence/texts.feature", 4)
    assert (clause.section, clause.contract, clause.no_reject) == ("Evidence", "/evidence", None)
    assert small.by_id["IDENT-04"].no_reject == "the accepting one shows it"


def test_examples_have_readable_keys_and_rows_are_examples_of_their_own(small: Catalogue) -> None:
    assert [example.key for example in small.examples()] == [
        "IDENT-02/the-page-names-the-journal",
        "IDENT-02/the-page-names/sister",
        "IDENT-02/the-page-names/別刊",
        "IDENT-04/a-doubtful-page-is-not-used",
        "EVID-01/an-opened-text-is-quoted",
        "EVID-01/a-snippet-is-not-quoted",
    ]
    row = small.by_key["IDENT-02/the-page-names/別刊"]
    assert (row.name, row.row, row.reject, row.accept) == (
        "The page names 別刊",
        (("journal", "別刊"), ("ends", "holds")),
        True,
        False,
    )


def test_tags_of_an_example_say_what_it_is_and_what_it_needs(small: Catalogue) -> None:
    opened = small.by_key["EVID-01/an-opened-text-is-quoted"]
    snippet = small.by_key["EVID-01/a-snippet-is-not-quoted"]
    assert (opened.needs, opened.interpretation) == (frozenset({"fulltext"}), False)
    assert (snippet.needs, snippet.interpretation) == (frozenset(), True)


def test_tags_of_rule_and_examples_block_are_inherited(tmp_path: Path) -> None:
    text = RULE.replace("@MUST", "@MUST @interpretation").replace(
        "Example: It bites\n      Given a world\n      Then it holds\n",
        "Scenario Outline: It bites\n      Given <a>\n      Then it holds\n"
        "      @needs_pdf\n      Examples:\n        | a |\n        | x |\n"
        "      Examples:\n        | a |\n        | y |\n",
    )
    catalogue = load(lawbook(tmp_path, text))
    assert all(example.interpretation for example in catalogue.examples())
    assert catalogue.by_key["URL-01/it-bites/x"].needs == {"pdf"}
    assert catalogue.by_key["URL-01/it-bites/y"].needs == frozenset()


def test_rows_are_numbered_where_their_first_cells_do_not_tell_them_apart(tmp_path: Path) -> None:
    outline = (
        "Scenario Outline: It bites\n      Given <a> and <b>\n      Then it holds\n"
        "      Examples:\n        | a | b |\n        | x | 1 |\n        | x | 2 |\n"
    )
    text = RULE.replace("Example: It bites\n      Given a world\n      Then it holds\n", outline)
    keys = [example.key for example in load(lawbook(tmp_path, text)).examples()]
    assert keys == ["URL-01/it-holds", "URL-01/it-bites/row-1", "URL-01/it-bites/row-2"]


def test_a_long_name_is_cut_between_words(tmp_path: Path) -> None:
    catalogue = load(lawbook(tmp_path, RULE.replace("It bites", "網頁 " + "word " * 40)))
    key = list(catalogue.by_key)[1]
    assert key == "URL-01/網頁" + "-word" * 14
    assert len(key.encode()) <= 90


def test_clauses_stand_in_protocol_order(tmp_path: Path) -> None:
    texts = [RULE.replace("URL-01", each) for each in ("HIST-01", "DIRECT-A01", "DIRECT-02", "ACT-01")]
    assert [clause.id for clause in load(lawbook(tmp_path, *texts)).clauses] == [
        "ACT-01",
        "DIRECT-02",
        "DIRECT-A01",
        "HIST-01",
    ]


def test_gaps_are_counted_over_features_and_exclusions(tmp_path: Path) -> None:
    texts = [RULE.replace("URL-01", each) for each in ("URL-01", "URL-04", "DIRECT-A02")]
    exclusions = [{"id": "URL-02", "level": "MUST", "reason": "nobody can see it"}]
    assert load(lawbook(tmp_path, *texts, exclusions=exclusions)).gaps() == ("URL-03", "DIRECT-A01")


def test_words_select_clauses_and_chapters(small: Catalogue) -> None:
    assert small.select(["IDENT", "EVID-01"]) == {"IDENT-02", "IDENT-04", "EVID-01"}
    with pytest.raises(KeyError, match="IDENT-03"):
        small.select(["IDENT-02", "IDENT-03"])


@pytest.mark.parametrize(
    ("before", "after", "defect"),
    [
        ("@URL-01 ", "", "3: the Rule 'A sentence' needs exactly one clause id among its tags"),
        ("@URL-01", "@URL-01 @URL-02", "3: the Rule 'A sentence' needs exactly one clause id among its tags"),
        ("@URL-01", "@URI-01", "3: @URI-01 is no clause id: unknown chapter, or not two digits"),
        ("@URL-01", "@URL-1", "3: @URL-1 is no clause id: unknown chapter, or not two digits"),
        (" @MUST", "", "3: the Rule 'A sentence' needs exactly one level: @MUST, @MUST_NOT, @SHOULD or @MAY"),
        ("@MUST", "@MUST @MAY", "3: the Rule 'A sentence' needs exactly one level: @MUST, @MUST_NOT, @SHOULD or @MAY"),
        ("@MUST", "@MUST @wip", "3: @wip means nothing on a Rule"),
        ("Rule: A sentence", "Rule:", "3: a Rule without a sentence"),
        ("    Protocol: Candidates\n", "", '3: URL-01 does not say where it stands; add a line "Protocol: <section>"'),
        ("@accept", "@reject", "3: URL-01 has no @accept example"),
        ("@reject", "@accept", '3: URL-01 has no @reject example and no line "No reject example: <why>"'),
        (
            "Candidates",
            "Candidates\n    No reject example: lazy",
            "3: URL-01 has a @reject example and says why it has none",
        ),
        ("@accept\n", "", "6: 'It holds' is neither @accept nor @reject"),
        ("@accept", "@accept @skip", "7: @skip means nothing on an example"),
        ("@accept", "@accept @needs_magic", "7: @needs_magic means nothing on an example"),
        ("It bites", "It holds", "7: 'It holds' names more than one scenario; only the last would run"),
        ("Example: It bites", "Example:", "12: a scenario without a name"),
        ("      Given a world\n      Then it holds\n\n", "", "7: 'It holds' has no steps"),
        ("      Then it holds\n\n", "", "7: 'It holds' has no Then"),
        (
            "      Then it holds\n\n",
            "      * it holds\n\n",
            "9: 'It holds' has a * step; say Given, When, Then, And or But",
        ),
        ("Example: It bites", "Scenario Outline: It bites", "12: 'It bites' is an outline without Examples"),
        ("Feature: One", "Feature: One\n  Example: Stray\n    Then it holds", "2: 'Stray' stands outside a Rule"),
    ],
)
def test_a_defect_of_form_is_named_with_its_line(tmp_path: Path, before: str, after: str, defect: str) -> None:
    assert before in RULE
    assert f"0.feature:{defect}" in defects(tmp_path, RULE.replace(before, after, 1))


@pytest.mark.parametrize(
    ("table", "defect"),
    [
        ("| b |\n        | x |", "15: 'It bites' uses <a>, which is no column"),
        ("| a | b |\n        | x | y |", "15: 'It bites' has a column 'b' that no step uses"),
        ("| a |", "15: 'It bites' has an empty Examples table"),
        ("| a |\n        | x |\n        | x |", "18: 'It bites' has this row twice"),
    ],
)
def test_a_defect_of_an_outline_is_named_with_its_line(tmp_path: Path, table: str, defect: str) -> None:
    outline = f"Scenario Outline: It bites\n      Given <a>\n      Then it holds\n      Examples:\n        {table}\n"
    text = RULE.replace("Example: It bites\n      Given a world\n      Then it holds\n", outline)
    assert f"0.feature:{defect}" in defects(tmp_path, text)


def test_a_file_that_is_no_gherkin_is_named(tmp_path: Path) -> None:
    (found,) = defects(tmp_path, "This is prose.")
    assert found.startswith("0.feature: ")
    assert "\n" not in found


def test_an_id_may_be_taken_once(tmp_path: Path) -> None:
    exclusions = [{"id": "URL-01", "level": "MUST", "reason": "nobody can see it"}]
    assert "exclusions.json: URL-01 is already taken by 0.feature:3" in defects(tmp_path, RULE, exclusions=exclusions)


@pytest.mark.parametrize(
    ("row", "defect"),
    [
        ({"id": "URL-02", "level": "MUST", "reason": " "}, "URL-02 has no reason"),
        ({"id": "URI-02", "level": "MUST", "reason": "x"}, "URI-02 is no clause id"),
        ({"id": "URL-02", "level": "must", "reason": "x"}, "URL-02 has no level of MUST, MUST NOT, SHOULD, MAY"),
        ({"id": "URL-02", "level": "MUST"}, "every exclusion has an id, a level and a reason (KeyError: 'reason')"),
    ],
)
def test_an_exclusion_says_why(tmp_path: Path, row: dict[str, str], defect: str) -> None:
    assert defects(tmp_path, RULE, exclusions=[row]) == (f"exclusions.json: {defect}",)


def test_the_shipped_features_are_in_order() -> None:
    catalogue = shipped()
    assert {clause.chapter for clause in catalogue.clauses} <= CHAPTERS.keys()
    assert len(catalogue.by_key) == sum(len(clause.examples) for clause in catalogue.clauses)
