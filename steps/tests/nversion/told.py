"""Healthy reports of whole tasks, with the wire they rest on: all the ends that sources and tasks can come to."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from oa_conformance.steps.definitions import adapters, asking, redirects, web
from oa_conformance.steps.observation import Run
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.tests.nversion.stage import base_of, played
from oa_conformance.steps.world.defects import DEFECTS
from oa_conformance.steps.world.records import bundled
from oa_conformance.steps.world.store import Worlds

TOPIC = "sleep and memory"
FRONTIERS, PLOS = (
    "https://www.frontiersin.org/articles/10.3389",
    "https://journals.plos.org/plosbiology/article?id=10.1371",
)


def scene() -> Scene:
    """A scene that no door belongs to: its Givens are used, its When is not."""
    release = bundled()
    return Scene("nversion", Worlds(release, base_of(release), Path(), writes=False), None)  # type: ignore[arg-type]


def brokered(made: Scene) -> None:
    """Every end but those that need another task: success by a redirect and without, and eight ways to fail."""
    names = '"Frontiers in Psychology", "PLOS Biology", "Royal Society Open Science" and "Quillmere Deposit"'
    asking.asks_from_sources(made, TOPIC, names)
    web.broker_finds(made, f"{FRONTIERS}/fpsyg.2024.1/full")
    web.broker_finds(made, f"{FRONTIERS}/fpsyg.2024.2")
    redirects.page_redirects(made, f'"{FRONTIERS}/fpsyg.2024.2/abstract", then to "{FRONTIERS}/fpsyg.2024.2/full"')
    web.broker_finds(made, f"{FRONTIERS}/fsoc.2024.3/full")
    web.page_is_article_of(made, "Frontiers in Sociology")
    web.broker_finds(made, f"{FRONTIERS}/fpsyg.2024.4/full")
    web.page_answers(made, "404")
    web.broker_finds(made, f"{FRONTIERS}/fpsyg.2024.5/full")
    redirects.page_redirects(made, '"https://login.scholar-gateway.org/sso"')
    web.broker_offers(made, "http://www.frontiersin.org/articles/10.3389/fpsyg.2024.6/full")
    web.broker_offers(made, f"{FRONTIERS}/fpsyg.2024.7/full#s2")
    web.broker_finds_nothing_for(made, "plos-biology")
    web.broker_fails_for(made, "answers 503", "royal-society-open-science")


def fulltext(made: Scene) -> None:
    """A source that may not give full texts, and one that does."""
    asking.asks_from_sources(made, TOPIC, '"PLOS Biology" and "OpenAlex"')
    asking.wants_fulltext(made)
    web.broker_finds(made, f"{PLOS}/journal.pbio.1")
    web.page_variant(made, "holds the full text")
    web.broker_offers_for(made, "https://openalex.org/W1", "openalex")


def strict(made: Scene) -> None:
    """Adapters that find something, find nothing, and fail, and a source that has none."""
    names = '"Directory of Open Access Journals", "Zenodo", "arXiv" and "PLOS Biology"'
    asking.asks_from_sources(made, TOPIC, names)
    asking.wants_mode(made, "registry_closed")
    adapters.adapter_finds(made, "doaj", "a record")
    adapters.adapter_finds_nothing(made, "zenodo")
    adapters.adapter_fails(made, "arxiv", "answers 429")


def stopped(made: Scene) -> None:
    """A bootstrap that does not hold."""
    asking.asks_from_sources(made, TOPIC, '"PLOS Biology"')
    DEFECTS["main is ahead of the index"](made.world)


def navigated(made: Scene) -> None:
    """Places, and no search."""
    asking.says(made, "Which places does the OA repo know for bell ringing?", "campanology")


WORLDS: Mapping[str, Callable[[Scene], None]] = {
    "brokered": brokered, "fulltext": fulltext, "strict": strict, "stopped": stopped, "navigated": navigated,
}  # fmt: skip


@cache
def told(name: str) -> Run:
    """The exemplar's healthy report of that world."""
    made = scene()
    WORLDS[name](made)
    return played(made.world)
