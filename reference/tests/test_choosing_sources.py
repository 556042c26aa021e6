"""Which sources a topic selects, in a small registry and in the published one."""

from pathlib import Path
from typing import Any

import pytest

from oa_conformance.reference.registry import Registry, Source, parse_registry
from oa_conformance.reference.selection import choose, index_of, named
from oa_conformance.reference.subjects import stood_for, terms_of
from oa_conformance.reference.words import stem


def made(source_id: str, name: str = "", **changes: Any) -> Source:
    fields = {
        "status": "active",
        "source_type": "journal",
        "oa_scope": "full",
        "access_roles": ("discovery",),
    } | changes
    return Source(source_id, name or f"Quillmere {source_id.title()}", **fields)


FILLERS = tuple(made(f"filler-{n}", f"Notes {n}", subjects=("dentistry",), notes="A journal.") for n in range(20))


def chosen(topic: str, *sources: Source, broad: bool = False) -> list[str]:
    index = index_of(Registry("d", (*sources, *FILLERS)))
    return [each.id for each in choose(index, topic, broad)]


@pytest.mark.parametrize(
    ("topic", "planted"),
    [
        ("lichenometry", {"name": "Lichenometry Letters"}),
        ("lichenometry", {"subjects": ("lichenometry",)}),
        ("lichens and lichenometry of moraines", {"subjects": ("lichenometry",), "notes": "Moraines and lichens."}),
        ("dry stone walling", {"notes": "Carries a series on dry stone walling and its upkeep."}),
        ("review platform", {"source_type": "review_platform"}),
        ("things for reuse", {"oa_scope": "reuse_only"}),
        ("canonical vor", {"access_roles": ("discovery", "canonical_vor")}),
        ("糕餅木模", {"translated_summary": "每年一卷，專題為糕餅木模與粿印工藝。"}),
        ("鐘學", {"translated_name": "奎爾米爾鐘學期刊"}),
        ("睡眠與心理學", {"subjects": ("psychology",)}),
        ("心理学", {"translated_summary": "心理學研究。"}),
        ("台灣的公共衛生", {"translated_summary": "臺灣公共衛生研究。"}),
        ("sleep and memory consolidation", {"subjects": ("psychology",)}),
        ("statins and dementia", {"subjects": ("medicine",)}),
        ("large language models", {"subjects": ("large language models",)}),
    ],
)
def test_a_source_that_alone_fits_by_one_field_is_chosen(topic: str, planted: dict[str, Any]) -> None:
    assert chosen(topic, made("planted", **planted)) == ["planted"]


@pytest.mark.parametrize(
    "topic",
    ["medieval law", "zxqv flimworts", "deep sea mining", "a study of the effects of research", "眼科", "", "the of",
     "journal of metadata discovery"],
)  # fmt: skip
def test_a_topic_that_nothing_fits_chooses_nothing(topic: str) -> None:
    planted = made("planted", subjects=("ophthalmology", "deep learning"), notes="Case reports on the eye, and on law.")

    assert chosen(topic, planted) == []


def test_an_inactive_source_is_never_chosen() -> None:
    assert chosen("lichenometry", made("planted", subjects=("lichenometry",), status="inactive")) == []


def test_about_five_of_many_that_fit_are_chosen_and_twelve_for_breadth() -> None:
    many = [made(f"s-{n:02}", f"Quillmere {n}", subjects=("lichenometry",)) for n in range(15)]

    assert chosen("lichenometry", *many) == ["s-00", "s-01", "s-02", "s-03", "s-04"]
    assert len(chosen("lichenometry", *many, broad=True)) == 12


def test_a_chance_hit_is_not_chosen_beside_a_fitting_source() -> None:
    fitting = made("fitting", subjects=("bell founding", "campanology"))
    chance = made("chance", notes="A founding father wrote these notes on the medieval church.")

    assert chosen("bell founding in campanology", fitting, chance) == ["fitting"]


def test_the_order_of_the_registry_does_not_matter() -> None:
    many = [made(f"s-{n}", f"Quillmere {n}", subjects=("lichenometry",)) for n in range(8)]

    assert chosen("lichenometry", *many) == chosen("lichenometry", *reversed(many))


def test_named_sources_are_taken_as_named_and_unknown_ones_declined() -> None:
    registry = Registry("d", (made("b"), made("a"), made("c", status="inactive")))

    sources, unregistered = named(registry, ["c", "sci-hub", "a"])

    assert [each.id for each in sources] == ["c", "a"]
    assert unregistered == ("sci-hub",)


def test_a_subject_s_chinese_name_is_one_term() -> None:
    assert terms_of("天文學與文學") == ["subject:astronomy", "subject:literature"]
    assert terms_of("睡眠記憶") == ["睡眠", "記憶"]


def test_words_of_a_topic_stand_for_whole_subjects() -> None:
    found = stood_for("sleep and climate change")

    assert found["subject:psychology"] == frozenset({"sleep"})
    assert found["subject:climate science"] == frozenset({"climate", "change"})
    assert "subject:data science" not in found


@pytest.mark.parametrize(
    ("word", "root"),
    [("studies", "study"), ("sources", "source"), ("boxes", "box"), ("physics", "physics"), ("status", "status"),
     ("analysis", "analysis"), ("children's", "children"), ("gas", "gas"), ("mass", "mass"), ("diseases", "disease")],
)  # fmt: skip
def test_a_stem_joins_plurals_and_nothing_else(word: str, root: str) -> None:
    assert stem(word) == root


@pytest.fixture(scope="module")
def published(real_release: Path) -> Registry:
    (path,) = real_release.glob("releases/*/registry.json")
    return parse_registry(path.read_bytes(), "published")


@pytest.mark.parametrize(
    ("topic", "among"),
    [
        ("sleep and memory consolidation", "frontiers-psychology"),
        ("睡眠與心理學", "frontiers-psychology"),
        ("plant ecology", "aob-plants"),
        ("large language models", "tacl"),
        ("機器學習", "jmlr"),
        ("nutrition", "current-developments-nutrition"),
        ("forest fire management", "silva-fennica"),
        ("climate change and coral reefs", "marxiv"),
        ("medieval law", "bodoarxiv"),
        ("retinal imaging", "jama-network-open"),
        ("台灣的學位論文", "ndltd-taiwan"),
        ("theses from Taiwan", "ndltd-taiwan"),
        ("preprints in chemistry", "chemrxiv"),
    ],
)
def test_the_published_registry_answers_everyday_topics(published: Registry, topic: str, among: str) -> None:
    found = [each.id for each in choose(index_of(published), topic, broad=False)]

    assert among in found
    assert 1 <= len(found) <= 8


def test_no_inactive_source_of_the_published_registry_is_chosen(published: Registry) -> None:
    for topic in ("nutrition", "astronomy", "mathematical physics", "nutritional epidemiology"):
        found = {each.id for each in choose(index_of(published), topic, broad=True)}
        assert not found & {"nutrixiv", "mnras-letters-archive", "mp-arc"}


def test_a_nonsense_topic_fits_nothing_in_the_published_registry(published: Registry) -> None:
    assert choose(index_of(published), "zxqv flimworts", broad=True) == ()
