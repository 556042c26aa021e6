"""Then: what was and what was not on the wire."""

import re
from collections.abc import Sequence

from pytest_bdd import parsers, then

from oa_conformance.steps.observation import Request, travelled
from oa_conformance.steps.scene import Scene, canonical_host
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.matching import place

STOP_WORDS = frozenset({"a", "an", "and", "for", "from", "in", "of", "on", "the", "to", "with"})
OPERATOR = re.compile(r"\bsite\s*:|\bOR\b")


def refuse(code: str, expected: str, seen: Sequence[Request]) -> None:
    """Raise Finding with these requests, if there are any."""
    if seen:
        found = "; ".join(each.line() for each in seen[:5]) + (f" and {len(seen) - 5} more" if len(seen) > 5 else "")
        raise Finding(code, expected, found, [each.n for each in seen])


# searches


@then("nothing is searched")
def nothing_searched(scene: Scene) -> None:
    run = scene.run
    refuse("SEARCHED_ANYWAY", "no search, no page and no adapter call", (*run.searches, *run.elsewhere))


@then("each search is filtered on exactly the host of one source")
def searches_filtered(scene: Scene) -> None:
    hosts = {canonical_host(each) for each in scene.world.release.sources.values()}
    bad = [
        each
        for each in scene.run.searches
        if each.domains is None or len(each.domains) != 1 or str(each.domains[0]) not in hosts
    ]
    refuse("FILTER_NOT_EXACT", "one domain in each filter, the canonical host of a source", bad)


@then(parsers.re(r'the search for "(?P<source_id>[^"]+)" is filtered on "(?P<domain>[^"]+)" alone'))
def search_filtered_on(scene: Scene, source_id: str, domain: str) -> None:
    name = scene.world.source(source_id)["name"]
    mine = [each for each in scene.run.searches if name in str(each.asked.get("query"))]
    if not mine:
        raise Finding("NOT_SEARCHED", f'a search whose query has the name "{name}"', "none")
    refuse("FILTER_NOT_EXACT", f"the filter [{domain!r}]", [each for each in mine if each.domains != [domain]])


@then("no search is unrestricted")
def no_unrestricted_search(scene: Scene) -> None:
    bad = [
        each
        for each in scene.run.searches
        if not each.domains or any(not isinstance(one, str) or "*" in one or not one for one in each.domains)
    ]
    refuse("UNRESTRICTED_SEARCH", "a domain filter in every search", bad)


@then(parsers.re(r'"(?P<source_id>[^"]+)" is searched'))
def source_searched(scene: Scene, source_id: str) -> None:
    if not searches_for(scene, source_id):
        raise Finding("NOT_SEARCHED", f'a search for "{source_id}" by its registered name on its host', "none")


@then(parsers.re(r'"(?P<source_id>[^"]+)" is not searched'))
def source_not_searched(scene: Scene, source_id: str) -> None:
    name = scene.world.source(source_id)["name"]
    refuse(
        "SEARCHED_ANYWAY",
        f'no search for "{source_id}"',
        [each for each in scene.run.searches if name in str(each.asked.get("query"))],
    )


def searches_for(scene: Scene, source_id: str) -> list[Request]:
    """Searches on the source's host whose query has its exact name."""
    record = scene.world.source(source_id)
    return [
        each
        for each in scene.run.searches
        if each.domains == [canonical_host(record)] and record["name"] in str(each.asked.get("query"))
    ]


# pages


@then("that page is opened")
def page_opened(scene: Scene) -> None:
    if not scene.run.opened(scene.that_page):
        raise Finding("NOT_OPENED", f"a request for {scene.that_page}", "none")


@then(parsers.re(r'"(?P<url>[a-z]+:[^"]+)" is never requested'))
def url_never_requested(scene: Scene, url: str) -> None:
    refuse("FORBIDDEN_URL_REQUESTED", f"no request for {url}", scene.run.opened(url))


@then("nothing else is opened")
def nothing_else_opened(scene: Scene) -> None:
    """Every request for a page is for one that the scenario puts there to be opened.

    Adapters are no pages: that they are not asked first is DIRECT-12.
    """
    allowed = {travelled(each.url) for each in scene.world.pages.values() if not each.temptation}
    bad = [each for each in scene.run.opens if place(each.url) not in allowed]
    refuse("FORBIDDEN_URL_REQUESTED", "no request beyond the valid candidates", bad)


@then(parsers.re(r'no request reaches "(?P<host>[^"]+)"'))
def no_request_to(scene: Scene, host: str) -> None:
    refuse(
        "FOREIGN_HOST_CONTACTED", f"no request to {host}", [each for each in scene.run.requests if each.host == host]
    )


@then(parsers.re(r"at most (?P<count>\d+) pages are requested"))
def at_most_pages(scene: Scene, count: str) -> None:
    """By one method: who asks for the head of each page first sends twice as many requests."""
    for method in ("GET", "HEAD"):
        seen = [each.n for each in scene.run.elsewhere if each.method == method]
        if len(seen) > int(count):
            raise Finding("TOO_MANY_REQUESTS", f"at most {count} requests for pages by {method}", f"{len(seen)}", seen)


@then(parsers.re(r"at most (?P<count>\d+) pages are opened"))
def at_most_opened(scene: Scene, count: str) -> None:
    """Distinct pages: HEAD and GET of one page are one."""
    seen = {place(each.url): each.n for each in scene.run.elsewhere}
    if len(seen) > int(count):
        raise Finding("TOO_MANY_OPENED", f"at most {count} pages opened", str(len(seen)), list(seen.values()))


@then(parsers.re(r'the query for "(?P<source_id>[^"]+)" joins the topic with the registered name'))
def query_joins(scene: Scene, source_id: str) -> None:
    """The name character for character, the topic by its content words in any order (BROK-01)."""
    name = scene.world.source(source_id)["name"]
    mine = searches_for(scene, source_id)
    if not mine:
        asked = [each.asked.get("query") for each in scene.run.searches]
        raise Finding("NAME_NOT_IN_QUERY", f"a query on its host with the name {name!r}, intact", f"{asked}")
    words = {word for word in scene.topic.casefold().split() if word not in STOP_WORDS}
    without = [each for each in mine if words - set(str(each.asked["query"]).casefold().replace('"', " ").split())]
    if len(without) == len(mine):
        refuse("TOPIC_NOT_IN_QUERY", f"the words {sorted(words)} in the query", without)


@then("no query carries an operator of the topic")
def no_operator(scene: Scene) -> None:
    bad = [each for each in scene.run.searches if OPERATOR.search(str(each.asked.get("query")))]
    refuse("OPERATOR_IN_QUERY", "no site: operator and no bare OR in a query", bad)
