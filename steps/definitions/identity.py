"""Given and Then: what a page says of where it belongs, and to whom the host gives it."""

import html
from dataclasses import replace

from pytest_bdd import given, parsers, then

from oa_conformance.steps.definitions.report import citing, item_cites, states, status_of
from oa_conformance.steps.definitions.web import healthy, put
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.verdict.finding import Finding, SuiteFault
from oa_conformance.steps.world.articles import article
from oa_conformance.steps.world.model import Page
from oa_conformance.steps.world.page_variants import shown, titled
from oa_conformance.steps.world.pages.record import Reference
from oa_conformance.steps.world.pages.signals import set_like


@given(parsers.re('that page is set like "(?P<name>[^"]+)"'))
def page_set_like(scene: Scene, name: str) -> None:
    """One of the pages as they are: real signals around an invented article. A temptation remains one."""
    answer = titled(*set_like(name, healthy(scene, scene.that_page)))
    tempting = scene.world.pages[scene.that_page].temptation
    scene.world.plan_page(Page(scene.that_page, (answer,), temptation=tempting))
    scene.world.offered.append(f"that page is set like {name}")


@given(parsers.re('that page gives the ISSN "(?P<issn>[^"]+)" in its tags and "(?P<linked>[^"]+)" in its JSON-LD'))
def page_gives_issns(scene: Scene, issn: str, linked: str) -> None:
    """Either may be a list. Both are shown to the reader."""
    record = replace(
        healthy(scene, scene.that_page), issns=tuple(issn.split(", ")), jsonld_issns=tuple(linked.split(", "))
    )
    if b"application/ld+json" not in shown(record).stored:
        raise SuiteFault(f"the pages of {scene.that_page} have no JSON-LD; take a publisher whose pages have")
    put(scene, record, f"gives the ISSN {issn} in its tags and {linked} in its JSON-LD")


@given(parsers.re('that page gives the DOI "(?P<doi>[^"]+)" beside its own'))
def page_gives_doi(scene: Scene, doi: str) -> None:
    """In its metadata and in its text."""
    said = html.escape(doi)
    record = replace(
        healthy(scene, scene.that_page),
        extra_head=f'<meta name="prism.doi" content="doi:{said}">',
        extra_body=f'<p class="doi">DOI: {said}</p>',
    )
    put(scene, record, f"gives the DOI {doi} beside its own")


@given(parsers.re('that page gives the record id "(?P<number>[^"]+)"'))
def page_gives_id(scene: Scene, number: str) -> None:
    """Another than that of its address."""
    put(scene, replace(healthy(scene, scene.that_page), record_id=number), f"gives the record id {number}")


@given(parsers.re('that page, an article of "(?P<container>[^"]+)", cites and recommends "(?P<other>[^"]+)"'))
def page_recommends(scene: Scene, container: str, other: str) -> None:
    """The other journal's name stands in the page's references and beside the article; the page is none of its."""
    record = replace(
        article(scene.that_page, container, scene.topic),
        references=(Reference("Sleep and what it keeps", other, "10.5555/sleep.keeps"),),
        extra_body=f'<aside class="related"><h2>Related journals</h2><p>{html.escape(other)}</p></aside>',
    )
    put(scene, record, f"is an article of {container}, cites and recommends {other}")


@given(parsers.re('that page, an article of "(?P<container>[^"]+)", stands on a site called "(?P<site>[^"]+)"'))
def page_on_site(scene: Scene, container: str, site: str) -> None:
    record = replace(article(scene.that_page, container, scene.topic), site_name=site)
    put(scene, record, f"is an article of {container} on a site called {site}")


@given(parsers.re('that page, in the journal "(?P<journal>[^"]+)", is a record of that source'))
def page_in_journal(scene: Scene, journal: str) -> None:
    """A database's record of what somebody else published (reading E-7)."""
    record = replace(healthy(scene, scene.that_page), container=journal)
    put(scene, record, f"is a record of that source on an article in {journal}")


@then(parsers.re(r'that page\'s item names "(?P<source_id>[^"]+)" alone'))
def item_names_alone(scene: Scene, source_id: str) -> None:
    item_cites(scene)
    for item in citing(scene, scene.that_page):
        if item["source_ids"] != [source_id]:
            found = f"{item['source_ids']}"
            raise Finding("ITEM_MISATTRIBUTED", f'the item at {scene.that_page} is of "{source_id}" alone', found)


@then(parsers.re(r'every source but "(?P<source_id>[^"]+)" ends as (?P<allowed>[A-Z_]+(?: or [A-Z_]+)*)'))
def every_other_ends_as(scene: Scene, source_id: str, allowed: str) -> None:
    for other in scene.run.task["sources"]:
        if other != source_id and status_of(scene, other) not in states(allowed):
            raise Finding("WRONG_STATUS", f'"{other}" ends as {allowed}', status_of(scene, other))
