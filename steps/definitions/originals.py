"""Given and Then: original pages that cannot be had, and what stands in wait instead."""

from dataclasses import replace

from pytest_bdd import given, parsers, then, when

from oa_conformance.steps.audit import evidence as audit
from oa_conformance.steps.definitions.trace import first
from oa_conformance.steps.definitions.web import broken_out, broker_finds_for, page_variant, tempt
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.verdict.finding import SuiteFault
from oa_conformance.steps.world.page_variants import VARIANTS
from oa_conformance.steps.world.pages.canary import canary


@given("copies of that page stand at:")
def copies_stand(scene: Scene, datatable: list[list[str]]) -> None:
    """Each would answer as the article does, and is on no host of the source."""
    for (url,) in datatable:
        tempt(scene, broken_out(url))
    scene.world.offered.append(f"copies of that page at {', '.join(row[0] for row in datatable)}")


@given("the broker gives cached text of that page")
def broker_caches(scene: Scene) -> None:
    """The broker's answer holds the article's words beside its link."""
    search = scene.world.search(scene.host_of_source)
    said = f"Cached copy of {scene.that_page}: the {canary('snippet', scene.that_page)} effect is settled."
    scene.world.plan_search(replace(search, extra={"cached_text": said}))
    scene.world.offered.append("the broker's own copy of that page's text")


@given(parsers.re('the broker says of that page "(?P<words>[^"]+)"'))
def broker_says(scene: Scene, words: str) -> None:
    """Title and snippet of its result say so, whatever the page may say."""
    search = scene.world.search(scene.host_of_source)
    if scene.that_page not in [each.url for each in search.results]:
        raise SuiteFault(f"the broker does not find {scene.that_page}, so it says nothing of it")
    results = [
        replace(each, title=f"{each.title} | {words}", snippet=f"{words}. {each.snippet}")
        if each.url == scene.that_page
        else each
        for each in search.results
    ]
    scene.world.plan_search(replace(search, results=tuple(results)))
    scene.world.offered.append(f"the broker says of that page: {words}")


@given(parsers.re('the broker finds "(?P<url>[^"]+)" for "(?P<source_id>[^"]+)" if it is asked'))
def broker_finds_if_asked(scene: Scene, url: str, source_id: str) -> None:
    """A candidate of a source that may be searched and opened, and need not be."""
    broker_finds_for(scene, url, source_id)
    need_not_be_asked(scene)


@given(parsers.re(f"that page (?P<variant>{'|'.join(VARIANTS)}) if it is asked"))
def page_variant_if_asked(scene: Scene, variant: str) -> None:
    page_variant(scene, variant)
    need_not_be_asked(scene)


def need_not_be_asked(scene: Scene) -> None:
    """The example counts although that page is not opened and its source not searched."""
    scene.world.plan_page(scene.world.pages[scene.that_page], must_open=False)
    scene.world.floor.pop(f"broker {scene.host_of_source}", None)


@when(parsers.re(f"that page (?P<variant>{'|'.join(VARIANTS)}) from now on"))
def page_changes(scene: Scene, variant: str) -> None:
    """The world moves between two tasks."""
    page_variant(scene, variant)


@then(parsers.re(r'no trace of "(?P<source_id>[^"]+)" claims evidence'))
def no_evidence(scene: Scene, source_id: str) -> None:
    first(audit.no_evidence(scene.run, source_id))
