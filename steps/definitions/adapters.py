"""Given: which direct adapters are published, and what the services behind them answer."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from pytest_bdd import given, parsers

from oa_conformance.steps.definitions.redirects import stays
from oa_conformance.steps.definitions.web import tempt
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.world.adapter_answers import answered, error_in_a_200, hit, links_in, said
from oa_conformance.steps.world.adapters import Adapter
from oa_conformance.steps.world.cassette import Answer, Fault, unreachable
from oa_conformance.steps.world.model import Page, Service, service_id
from oa_conformance.steps.world.page_variants import redirect
from oa_conformance.steps.world.release import REGISTRY, ROUTING, edited, only_sources

Failure = Callable[[Adapter, Answer], Answer]  # from the adapter and its healthy answer
SOURCE = r'"(?P<source_id>[^"]+)"'
SIGN_IN = "<!doctype html>\n<title>Sign in</title>\n<p>Your network asks you to sign in.</p>\n"
BROKEN_ERROR = (
    '{"header": {"type": "esearch", "version": "0.3"}, "esearchresult": {"count": "0", "idlist": [], '
    '"ERROR": "Search Backend failed: Exception:\n\'retstart\' cannot be larger than 9998"}}'
)
"""A raw newline within a string: strict JSON has none. Who reads on finds a count of zero."""

IDENTIFIERS = {
    "a record": "doi pmcid pmid",
    "a record without a DOI": "pmcid pmid",
    "a record with nothing but a PubMed id": "pmid",
    "a record with a concept DOI beside its own": "doi concept",
}


def refused(status: int) -> Failure:
    """The healthy answer under a status that refuses it: a temptation to use it all the same."""
    return lambda _, good: replace(good, status=status, reason=HTTPStatus(status).phrase)


def asks_for_a_key(adapter: Adapter, _: Answer) -> Answer:
    wish = {"error": "no key", "message": "Add api_key=demo and mailto=you@host to the request to be let in."}
    return replace(said(adapter, wish, "application/json"), status=403, reason="Forbidden")


FAILURES: Mapping[str, Failure] = {
    **{f"answers {status}": refused(status) for status in (400, 404, 429, 500, 503)},
    "times out": lambda _, good: unreachable("timeout"),
    "cannot be reached": lambda _, good: unreachable("refused"),
    "cannot be resolved": lambda _, good: unreachable("dns"),
    "breaks off": lambda _, good: replace(good, fault=Fault("reset", after=40)),
    "answers with a page of HTML": lambda adapter, good: said(adapter, SIGN_IN, "text/html"),
    "answers with a page of HTML under its own media type": lambda adapter, good: said(adapter, SIGN_IN),
    "calls its answer HTML": lambda _, good: replace(good, headers=(("content-type", "text/html; charset=utf-8"),)),
    "is cut off within its answer": lambda _, good: replace(good, stored=good.stored[: len(good.stored) // 2]),
    "answers with nothing at all": lambda adapter, good: said(adapter, ""),
    "tells of an error in a 200": lambda adapter, good: error_in_a_200(adapter),
    "tells of an error in a 200 that is no JSON": lambda adapter, _: said(adapter, BROKEN_ERROR),
    "counts records and lists none": lambda adapter, _: answered(adapter, [], total=12),
    "neither counts records nor lists any": lambda adapter, _: said(adapter, {"version": "6.9"}),
    "asks for a key": asks_for_a_key,
}


@given(parsers.re(f"the adapter of {SOURCE} finds (?P<what>{'|'.join(IDENTIFIERS)})"))
def adapter_finds(scene: Scene, source_id: str, what: str) -> None:
    serve(scene, source_id, what)
    scene.world.offered.append(f"the adapter of {source_id} finds {what}")


@given(parsers.re(rf"the adapter of {SOURCE} finds (?P<count>\d+) records"))
def adapter_finds_many(scene: Scene, source_id: str, count: str) -> None:
    adapter = scene.world.adapter(source_id)
    hits = tuple(hit(adapter, scene.topic, n) for n in range(1, int(count) + 1))
    scene.world.plan_service(source_id, Service(scene.topic, (answered(adapter, hits),), hits))
    scene.world.offered.append(f"the adapter of {source_id} finds {count} records")


@given(parsers.re(f"the adapter of {SOURCE} finds an article and a preprint of one DOI"))
def adapter_finds_versions(scene: Scene, source_id: str) -> None:
    adapter = scene.world.adapter(source_id)
    published = hit(adapter, scene.topic)
    preprint = replace(hit(adapter, scene.topic, 2, identifiers=""), doi=published.doi, title=published.title)
    answer = answered(adapter, [preprint, published])
    scene.world.plan_service(source_id, Service(scene.topic, (answer,), (published,)))
    scene.world.offered.append(f"the adapter of {source_id} finds an article and a preprint of {published.doi}")


@given(parsers.re(f'the adapter of {SOURCE} finds a record called "(?P<title>[^"]+)"'))
def adapter_finds_called(scene: Scene, source_id: str, title: str) -> None:
    adapter = scene.world.adapter(source_id)
    found = replace(hit(adapter, scene.topic), title=title)
    scene.world.plan_service(source_id, Service(scene.topic, (answered(adapter, [found]),), (found,)))
    scene.world.offered.append(f"the adapter of {source_id} finds a record called {title!r}")


@given(parsers.re(f'the adapter of {SOURCE} finds a record that "(?P<primary>[^"]+)" lists first'))
def adapter_finds_cross_listed(scene: Scene, source_id: str, primary: str) -> None:
    """The adapter's own category comes second, as for papers that are listed in both."""
    adapter = scene.world.adapter(source_id)
    found = replace(hit(adapter, scene.topic), primary=primary)
    scene.world.plan_service(source_id, Service(scene.topic, (answered(adapter, [found]),), (found,)))
    scene.world.offered.append(f"the adapter of {source_id} finds a record that {primary} lists first")


@given(parsers.re(f"the adapter of {SOURCE} (?P<failure>{'|'.join(FAILURES)}) at first, then finds a record"))
def adapter_fails_at_first(scene: Scene, source_id: str, failure: str) -> None:
    """Who asks again gets a healthy answer."""
    adapter, found = scene.world.adapter(source_id), hit(scene.world.adapter(source_id), scene.topic)
    good = answered(adapter, [found])
    scene.world.plan_service(source_id, Service(scene.topic, (FAILURES[failure](adapter, good), good), (found,)))
    scene.world.offered.append(f"the adapter of {source_id} {failure} at first, then finds a record")


@given(parsers.re(f"the adapter of {SOURCE} finds nothing"))
def adapter_finds_nothing(scene: Scene, source_id: str) -> None:
    adapter = scene.world.adapter(source_id)
    scene.world.plan_service(source_id, Service(scene.topic, (answered(adapter, []),)))
    scene.world.offered.append(f"the adapter of {source_id} finds nothing")


@given(parsers.re(f"the adapter of {SOURCE} would find a record"))
def adapter_would_find(scene: Scene, source_id: str) -> None:
    """A temptation: it answers, and nothing asks for its answer."""
    serve(scene, source_id, "a record", must_ask=False)
    scene.world.offered.append(f"the adapter of {source_id} would find a record")


@given(parsers.re(f"the adapter of {SOURCE} finds a record whose links would answer"))
def adapter_links(scene: Scene, source_id: str) -> None:
    """What the record links to is there to be opened, and nobody may."""
    adapter, (found,) = scene.world.adapter(source_id), serve(scene, source_id, "a record").hits
    scene.source_id = source_id
    for url in links_in(adapter, found):
        tempt(scene, url)
        scene.world.offered.append(f"the adapter of {source_id} finds a record that leads to {url}")


@given(parsers.re(f"the adapter of {SOURCE} finds a record of another category beside its own"))
def adapter_strays(scene: Scene, source_id: str) -> None:
    adapter = scene.world.adapter(source_id)
    own, stray = hit(adapter, scene.topic), replace(hit(adapter, scene.topic, 2), category="physics.flu-dyn")
    service = Service(scene.topic, (answered(adapter, [own, stray]),), (own,))
    scene.world.plan_service(source_id, service)
    scene.world.offered.append(f"the adapter of {source_id} finds a record of {stray.category} beside its own")


@given(parsers.re(f"the adapter of {SOURCE} (?P<failure>{'|'.join(FAILURES)})"))
def adapter_fails(scene: Scene, source_id: str, failure: str) -> None:
    adapter = scene.world.adapter(source_id)
    good = answered(adapter, [hit(adapter, scene.topic)])
    scene.world.plan_service(source_id, Service(scene.topic, (FAILURES[failure](adapter, good),)))
    scene.world.offered.append(f"the adapter of {source_id} {failure}")


@given(parsers.re(f"the adapter of {SOURCE} (?P<failure>{'|'.join(FAILURES)}) if it is asked"))
def adapter_fails_if_asked(scene: Scene, source_id: str, failure: str) -> None:
    """In the default mode nobody need ask it."""
    adapter_fails(scene, source_id, failure)
    scene.world.floor.pop(service_id(source_id))


@given(parsers.re(f'the adapter of {SOURCE} redirects to "(?P<target>[^"]+)"'))
def adapter_redirects(scene: Scene, source_id: str, target: str) -> None:
    """The target would answer with a record. It is a temptation unless it lies on the adapter's own host."""
    adapter = scene.world.adapter(source_id)
    found = hit(adapter, scene.topic)
    allowed = stays(f"https://{adapter.host}/", target)
    hits = (found,) if allowed else ()
    scene.world.plan_service(source_id, Service(scene.topic, (redirect(target, 301),), hits))
    page = Page(target, (answered(adapter, [found]),), temptation=not allowed)
    scene.world.plan_page(page, must_open=False)
    scene.world.offered.append(f"the adapter of {source_id} redirects to {urlsplit(target).netloc}")


@given(parsers.re('"(?P<url>https:[^"]+)" would answer'))
def would_answer(scene: Scene, url: str) -> None:
    """Something that nobody may ask, because no release publishes it."""
    tempt(scene, url)
    scene.world.offered.append(f"{url} would answer")


@given(parsers.re(f"the release publishes no adapter for {SOURCE}"))
def no_adapter(scene: Scene, source_id: str) -> None:
    """The other adapters stay; manifest and index count one less."""

    def drop(routing: dict[str, Any]) -> None:
        routing["adapters"] = [each for each in routing["adapters"] if each["source_id"] != source_id]

    release = edited(scene.world.release, ROUTING, drop)
    scene.world.release = only_sources(release, release.sources.values())
    scene.world.offered.append(f"a release without an adapter for {source_id}")


@given(parsers.re(f"the registry marks {SOURCE} as (?P<status>inactive|migrating|unknown)"))
def marked(scene: Scene, source_id: str, status: str) -> None:
    known = scene.world.release.sources
    records = [{**each, "status": status} if key == source_id else each for key, each in known.items()]
    scene.world.release = only_sources(scene.world.release, records)
    scene.world.offered.append(f"{REGISTRY} says that {source_id} is {status}")


def serve(scene: Scene, source_id: str, what: str, *, must_ask: bool = True) -> Service:
    """The source's adapter finds one record, with the identifiers that ``what`` says."""
    adapter = scene.world.adapter(source_id)
    found = hit(adapter, scene.topic, identifiers=IDENTIFIERS[what])
    service = Service(scene.topic, (answered(adapter, [found]),), (found,))
    scene.world.plan_service(source_id, service, must_ask=must_ask)
    return service
