"""Given: what the broker finds and what the pages say."""

import re
from dataclasses import replace
from http import HTTPStatus

from pytest_bdd import given, parsers

from oa_conformance.steps.scene import Scene
from oa_conformance.steps.world.articles import article, article_of
from oa_conformance.steps.world.cassette import Answer, unreachable
from oa_conformance.steps.world.model import JSON, Page, Result, Search, json_answer
from oa_conformance.steps.world.page_variants import VARIANTS, shown, status
from oa_conformance.steps.world.pages.canary import canary
from oa_conformance.steps.world.pages.record import PageRecord

URL = r'"(?P<url>[^"]+)"'
SOURCE = r'"(?P<source_id>[^"]+)"'
CHARACTER = re.compile(r"\{U\+([0-9A-F]{4,5})\}")
FAILURES = {
    "times out": unreachable("timeout"),
    "cannot be reached": unreachable("refused"),
    "answers 429": Answer(429, "Too Many Requests", JSON, b'{"error": "rate limited"}'),
    "answers 500": Answer(500, "Internal Server Error", JSON, b'{"error": "search failed"}'),
    "answers 503": Answer(503, "Service Unavailable", JSON, b'{"error": "overloaded"}'),
    "answers in prose": Answer(
        headers=(("content-type", "text/plain"),), stored=b"I looked around and could not settle on a result."
    ),
    "answers with a page of HTML": Answer(
        headers=(("content-type", "text/html"),), stored=b"<!doctype html><title>Portal</title><p>Sign in.</p>"
    ),
}

# the broker


@given(parsers.re(f"the broker finds {URL}"))
def broker_finds(scene: Scene, url: str) -> None:
    """A candidate of the source spoken of; its page is a healthy article of that source unless told otherwise."""
    add_candidate(scene, broken_out(url))
    scene.world.plan_page(Page(scene.that_page, (shown(healthy(scene, scene.that_page)),)))


@given(parsers.re(f"the broker finds {URL} for {SOURCE}"))
def broker_finds_for(scene: Scene, url: str, source_id: str) -> None:
    scene.speak_of(source_id)
    broker_finds(scene, url)


@given(parsers.re(f"the broker also offers {URL}"))
def broker_offers(scene: Scene, url: str) -> None:
    """A temptation: a candidate that must not be opened, though its page would answer as an article of the source.

    A character that a feature cannot show stands as its code point: {U+0009} is a tab.
    """
    add_candidate(scene, broken_out(url))
    tempt(scene, scene.that_page)


@given(parsers.re(f"the broker offers {URL} for {SOURCE}"))
def broker_offers_for(scene: Scene, url: str, source_id: str) -> None:
    """A temptation for a source that may not be asked for at all; so the search itself is none that must be made."""
    scene.speak_of(source_id)
    broker_offers(scene, url)
    scene.world.floor.pop(f"broker {scene.host_of_source}", None)


@given(parsers.re(f'the broker would offer {URL} on (?P<where>no domain at all|"[^"]+")'))
def broker_would_offer(scene: Scene, url: str, where: str) -> None:
    """What a search that must not be made would find."""
    domains = () if where == "no domain at all" else (where.strip('"'),)
    result = Result(url, f"{scene.topic.capitalize()}: {canary('result', url)}", canary("snippet", url))
    scene.world.searches[domains] = Search(domains, (result,))
    tempt(scene, url)
    scene.world.offered.append(f"a search on {where} would find {url}")


@given(parsers.re(r"the broker finds (?P<count>\d+) pages of that source"))
def broker_finds_many(scene: Scene, count: str) -> None:
    """So many healthy candidates; the first must be opened, for ten are the most that may be."""
    home = scene.world.source(scene.that_source)["canonical_url"].rstrip("/")
    for n in range(int(count), 0, -1):
        url = f"{home}/article/{n:04}"
        scene.world.plan_page(Page(url, (shown(healthy(scene, url)),)), must_open=n == 1)
    for n in range(1, int(count) + 1):
        add_candidate(scene, f"{home}/article/{n:04}")
    scene.page_url = f"{home}/article/0001"


@given("the broker adds a generated summary")
def broker_summarises(scene: Scene) -> None:
    search = scene.world.search(scene.host_of_source)
    said = f"In short, the {canary('snippet', scene.that_page)} effect is settled."
    scene.world.plan_search(replace(search, extra={"answer": said, "cached_text": said}))


@given("the broker does not echo the filter")
def broker_echoes_nothing(scene: Scene) -> None:
    scene.world.plan_search(replace(scene.world.search(scene.host_of_source), echo=None))


@given(parsers.re('the broker echoes the filter "(?P<domains>[^"]+)"'))
def broker_echoes(scene: Scene, domains: str) -> None:
    """The echo contradicts the request; what was found stands in wait."""
    unproven(scene, replace(scene.world.search(scene.host_of_source), echo=domains.split(", ")))


@given("the broker echoes that it applied no filter")
def broker_applied_nothing(scene: Scene) -> None:
    unproven(scene, replace(scene.world.search(scene.host_of_source), echo=[]))


@given(parsers.re(r"the broker counts (?P<count>\d+) results"))
def broker_counts(scene: Scene, count: str) -> None:
    """The count contradicts the list."""
    unproven(scene, replace(scene.world.search(scene.host_of_source), count=int(count)))


@given("the broker gives no list of results")
def broker_gives_no_list(scene: Scene) -> None:
    search = scene.world.search(scene.host_of_source)
    said = {"applied_domains": list(search.domains), "summary": "Several pages look relevant."}
    unproven(scene, replace(search, answer=json_answer(said)))


def unproven(scene: Scene, search: Search) -> None:
    """The answer proves nothing. Its pages may be opened all the same: what counts is how the source ends."""
    scene.world.plan_search(search)
    scene.world.offered.append(f"an answer about {scene.host_of_source} that does not prove what it found")
    for result in search.results:
        scene.world.plan_page(scene.world.pages[result.url], must_open=False)


@given("the broker finds nothing")
def broker_finds_nothing(scene: Scene) -> None:
    scene.world.plan_search(scene.world.search(scene.host_of_source))
    scene.world.offered.append(f"a search on {scene.host_of_source} that finds nothing")


@given(parsers.re(f"the broker finds nothing for {SOURCE}"))
def broker_finds_nothing_for(scene: Scene, source_id: str) -> None:
    scene.speak_of(source_id)
    broker_finds_nothing(scene)


@given(parsers.re(f"the broker (?P<failure>{'|'.join(FAILURES)})"))
def broker_fails(scene: Scene, failure: str) -> None:
    """The search for the source spoken of fails; what it found before stands in wait."""
    search = scene.world.search(scene.host_of_source)
    scene.world.plan_search(replace(search, answer=FAILURES[failure]))
    scene.world.offered.append(f"a broker that {failure} when asked about {scene.host_of_source}")
    for result in search.results:
        tempt(scene, result.url)


@given(parsers.re(f"the broker (?P<failure>{'|'.join(FAILURES)}) for {SOURCE}"))
def broker_fails_for(scene: Scene, failure: str, source_id: str) -> None:
    scene.speak_of(source_id)
    broker_fails(scene, failure)


def add_candidate(scene: Scene, url: str) -> None:
    """The broker's list for the source spoken of grows by this URL, with a title and a snippet that are no evidence."""
    search = scene.world.search(scene.host_of_source)
    title = f"{scene.topic.capitalize()}: {canary('result', url)}"
    snippet = f"... the {canary('snippet', url)} effect reached 31.4 percent ..."
    scene.world.plan_search(replace(search, results=(*search.results, Result(url, title, snippet))))
    scene.page_url = url
    scene.world.offered.append(f"the broker finds {url}")


def tempt(scene: Scene, url: str) -> None:
    """The URL answers as an article of the source spoken of, if there is one, and must not be asked for."""
    record = healthy(scene, url) if scene.source_id else article(url, "Scholar Commons", scene.topic)
    scene.world.plan_page(Page(url, (shown(record),), temptation=True))


def healthy(scene: Scene, url: str) -> PageRecord:
    """A record of the source spoken of at this URL."""
    return article_of(scene.world.source(scene.that_source), url, scene.topic)


def broken_out(url: str) -> str:
    """The URL with its code points put in."""
    return CHARACTER.sub(lambda found: chr(int(found[1], 16)), url)


# pages


@given(parsers.re(r'that page is an article of "(?P<container>[^"]+)"'))
def page_is_article_of(scene: Scene, container: str) -> None:
    """The container is a registered name, or any other."""
    url = scene.that_page
    named = [each for each in scene.world.release.sources.values() if each["name"] == container]
    record = article_of(named[0], url, scene.topic) if named else article(url, container, scene.topic)
    put(scene, record, f"is an article of {container}")


@given(parsers.re(r'that page names the two containers "(?P<one>[^"]+)" and "(?P<other>[^"]+)"'))
def page_names_two(scene: Scene, one: str, other: str) -> None:
    record = replace(article(scene.that_page, one, scene.topic), second_container=other)
    put(scene, record, f"names the two containers {one} and {other}")


@given(parsers.re(r'that page declares "(?P<declared>[^"]+)" and shows "(?P<visible>[^"]+)"'))
def page_contradicts_itself(scene: Scene, declared: str, visible: str) -> None:
    record = replace(article(scene.that_page, declared, scene.topic), visible_container=visible)
    put(scene, record, f"declares {declared} in its metadata and shows {visible}")


@given(parsers.re(r'that page is an article of "(?P<container>[^"]+)" and answers (?P<code>\d{3})'))
def page_is_article_and_answers(scene: Scene, container: str, code: str) -> None:
    record = article(scene.that_page, container, scene.topic)
    scene.world.plan_page(Page(scene.that_page, (status(int(code), record),)))
    scene.world.offered.append(f"that page is an article of {container} and answers {code}")


@given("that page has no DOI")
def page_without_doi(scene: Scene) -> None:
    put(scene, replace(healthy(scene, scene.that_page), doi=None), "has no DOI")


@given(parsers.re(r"that page answers (?P<code>\d{3})"))
def page_answers(scene: Scene, code: str) -> None:
    scene.world.plan_page(Page(scene.that_page, (status(int(code), healthy(scene, scene.that_page)),)))
    scene.world.offered.append(f"that page answers {code}")


@given(parsers.re(r"that page answers HEAD with (?P<code>\d{3})"))
def page_refuses_head(scene: Scene, code: str) -> None:
    """Some sites refuse the question whether a page is there, and give the page."""
    refusal = Answer(int(code), HTTPStatus(int(code)).phrase)
    scene.world.plan_page(replace(scene.world.pages[scene.that_page], head=refusal))
    scene.world.offered.append(f"that page answers HEAD with {code}")


@given(parsers.re(f"that page (?P<variant>{'|'.join(VARIANTS)})"))
def page_variant(scene: Scene, variant: str) -> None:
    scene.world.plan_page(Page(scene.that_page, (VARIANTS[variant](healthy(scene, scene.that_page)),)))
    scene.world.offered.append(f"that page {variant}")


def put(scene: Scene, record: PageRecord, what: str) -> None:
    scene.world.plan_page(Page(record.url, (shown(record),)))
    scene.world.offered.append(f"that page {what}")
