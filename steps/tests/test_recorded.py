"""The committed cassettes are those of the examples, no more and no fewer, and nobody edited one by hand."""

import re
from pathlib import Path

from oa_conformance.steps import catalogue
from oa_conformance.steps.world.cassette import dumps, loads

CASSETTES = Path(__file__).parents[2] / "cassettes"
OVER = re.compile(r'^  over: "([^"]+)"$', re.MULTILINE)


def recorded() -> dict[str, str]:
    """Text of every cassette by its path without the ending."""
    paths = (path for path in CASSETTES.rglob("*.yaml"))
    return {path.relative_to(CASSETTES).with_suffix("").as_posix(): path.read_text("utf-8") for path in paths}


def test_every_example_has_its_cassette_and_every_cassette_its_example() -> None:
    keys = {f"{each.clause_id.split('-')[0]}/{each.key}" for each in catalogue.shipped().examples()}
    found = {name for name in recorded() if name != "base" and not name.startswith("variants/")}
    firsts = {re.sub(r"\.\d+$", "", name) if re.sub(r"\.\d+$", "", name) in keys else name for name in found}
    assert sorted(firsts - keys) == []
    assert sorted(keys - firsts) == []


def test_every_variant_carries_a_scenario_and_lies_over_the_base() -> None:
    texts = recorded()
    carried = {found[1] for name, text in texts.items() if (found := OVER.search(text)) and name != "base"}
    variants = {f"{name}.yaml" for name in texts if name.startswith("variants/")}
    assert sorted(variants - carried) == []
    assert carried - variants == {"base.yaml"}


def test_no_cassette_was_edited_by_hand() -> None:
    assert [name for name, text in recorded().items() if dumps(loads(text, name)) != text] == []
