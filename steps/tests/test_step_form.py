"""Steps and definitions are held against each other, and each mismatch is a line that says where."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from oa_conformance.steps import collector, step_form
from oa_conformance.steps.cli import main
from oa_conformance.steps.step_form import Definition

FEATURE = """Feature: Ponds
  Background:
    Given a pond

  Rule: Ponds freeze
    Scenario Outline: In <month>
      Given ducks:
        | teal |
      When it is <month>
      Then the ice <ice>

      Examples:
        | month   | ice    |
        | January | holds  |
        | June    | is not |

    Example: Told by a sign
      When a sign says
        \"\"\"
        Thin ice
        \"\"\"
      Then the ice is not
"""


def pond() -> None: ...
def ducks(datatable: list[list[str]]) -> None: ...
def ducks_unheard() -> None: ...
def month() -> None: ...
def month_by_table(datatable: list[list[str]]) -> None: ...
def sign(docstring: str) -> None: ...
def sign_unread() -> None: ...
def ice() -> None: ...
def warm() -> None: ...


def defined(kind: str | None, pattern: str, function: Callable[..., object]) -> Definition:
    return Definition(kind, lambda text: bool(re.fullmatch(pattern, text)), function)


GIVEN, DUCKS = defined("given", "a pond", pond), defined("given", "ducks:", ducks)
MONTH, SIGN, ICE = (
    defined("when", "it is .+", month),
    defined("when", "a sign says", sign),
    defined("then", "the .+", ice),
)


@pytest.fixture
def features(tmp_path: Path) -> Path:
    folder = tmp_path / "01-ponds"
    folder.mkdir()
    (folder / "ice.feature").write_text(FEATURE, "utf-8")
    return tmp_path


def place(function: Callable[..., object]) -> str:
    return f"test_step_form.py:{function.__code__.co_firstlineno} {function.__name__}"


def test_steps_that_have_one_definition_each_are_in_order(features: Path) -> None:
    assert step_form.defects(features, [GIVEN, DUCKS, MONTH, SIGN, ICE]) == []


def test_a_step_with_two_definitions_is_named_with_both(features: Path) -> None:
    summer = defined("when", "it is June", warm)

    assert step_form.defects(features, [GIVEN, DUCKS, MONTH, summer, SIGN, ICE]) == [
        f"01-ponds/ice.feature:9: 'it is June' has 2 definitions: {place(month)}, {place(warm)}"
    ]


def test_a_definition_of_every_kind_of_step_counts_beside_one_of_its_kind(features: Path) -> None:
    anywhere = defined(None, "a pond", warm)

    assert step_form.defects(features, [GIVEN, anywhere, DUCKS, MONTH, SIGN, ICE]) == [
        f"01-ponds/ice.feature:3: 'a pond' has 2 definitions: {place(pond)}, {place(warm)}"
    ]


def test_the_same_words_in_another_kind_of_step_are_another_step(features: Path) -> None:
    when = defined("when", "a pond", warm)

    assert step_form.defects(features, [GIVEN, when, DUCKS, MONTH, SIGN, ICE]) == [
        f"{place(warm)}: no step uses this definition"
    ]


@pytest.mark.parametrize(
    ("instead", "definition", "words"),
    [
        (DUCKS, defined("given", "ducks:", ducks_unheard), "7: 'ducks:' has a table that {} does not ask for"),
        (
            SIGN,
            defined("when", "a sign says", sign_unread),
            "18: 'a sign says' has a doc string that {} does not ask for",
        ),
    ],
)
def test_what_a_step_carries_may_not_be_dropped(
    features: Path, instead: Definition, definition: Definition, words: str
) -> None:
    known = [definition if each is instead else each for each in (GIVEN, DUCKS, MONTH, SIGN, ICE)]

    assert step_form.defects(features, known) == [f"01-ponds/ice.feature:{words.format(place(definition.function))}"]


def test_a_definition_may_not_ask_for_what_its_step_does_not_carry(features: Path) -> None:
    known = [GIVEN, DUCKS, defined("when", "it is .+", month_by_table), SIGN, ICE]

    assert step_form.defects(features, known) == [
        f"01-ponds/ice.feature:9: 'it is January' has no table, and {place(month_by_table)} asks for one",
        f"01-ponds/ice.feature:9: 'it is June' has no table, and {place(month_by_table)} asks for one",
    ]


def test_a_step_without_a_definition_is_left_to_its_example(features: Path) -> None:
    assert step_form.defects(features, [GIVEN, DUCKS, MONTH, SIGN]) == []


def test_what_cannot_be_parsed_has_no_steps(tmp_path: Path) -> None:
    (tmp_path / "prose.feature").write_text("There was ice.", "utf-8")

    assert step_form.defects(tmp_path, [GIVEN]) == [f"{place(pond)}: no step uses this definition"]


def test_the_shipped_features_and_definitions_are_in_order() -> None:
    assert collector.step_defects() == ()


def test_the_table_of_coverage_is_not_shown_while_steps_are_out_of_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(collector, "step_defects", lambda: ("web.py:7 ice: no step uses this definition", "another"))
    monkeypatch.setattr(sys, "argv", ["oa-conformance", "rules", "coverage"])

    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 2
    assert capsys.readouterr() == (
        "",
        "oa-conformance: the features are not in order: web.py:7 ice: no step uses this definition (and 1 more)\n",
    )
