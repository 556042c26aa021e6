"""Given: what the user asks of the chatbot."""

import re
from dataclasses import replace

from pytest_bdd import given, parsers, when

from oa_conformance.steps.definitions.web import broker_finds_for, broker_would_offer, tempt
from oa_conformance.steps.scene import Scene

QUOTED = re.compile(r'"([^"]+)"')


@given(parsers.re(r'the user asks for "(?P<topic>[^"]+)" from (?P<names>"[^"]+"(?:(?:, | and )"[^"]+")*)'))
def asks_from_sources(scene: Scene, topic: str, names: str) -> None:
    """The user names the sources, by their registered names."""
    named = QUOTED.findall(names)
    ids = tuple(scene.world.source_named(each)["id"] for each in named)
    listed = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
    utterance = f"Use the OA repo to search for {topic} in {listed}."
    scene.world.task = replace(scene.world.task, utterance=utterance, topic=topic, sources=ids)
    scene.source_id = ids[0]


@given(parsers.re('the user says "(?P<utterance>[^"]+)" about "(?P<topic>[^"]+)"'))
def says(scene: Scene, utterance: str, topic: str) -> None:
    """The user's own words; which sources fit is for the host to find out."""
    scene.world.task = replace(scene.world.task, utterance=utterance, topic=topic, sources=None)


@given("the user wants to know what the full text says")
def wants_fulltext(scene: Scene) -> None:
    task = scene.world.task
    utterance = f"{task.utterance} Tell me what the full texts say."
    scene.world.task = replace(task, utterance=utterance, evidence="fulltext")


@given("the user wants broad coverage")
def wants_breadth(scene: Scene) -> None:
    task = scene.world.task
    utterance = f"{task.utterance} Search as broadly as possible, in more than the usual number of sources."
    scene.world.task = replace(task, utterance=utterance, breadth="broad")


@given("the search tool has no domain filter")
def no_domain_filter(scene: Scene) -> None:
    tool = dict(scene.world.task.web_search or {}, domain_filter=False)
    scene.world.task = replace(scene.world.task, web_search=tool)
    scene.world.offered.append("a search tool without a domain filter")


@given("the host has no page opener")
def no_opener(scene: Scene) -> None:
    scene.world.task = replace(scene.world.task, open_page=None)
    scene.world.offered.append("no page opener")


@given("the page opener follows redirects by itself")
def opener_follows(scene: Scene) -> None:
    scene.world.task = replace(scene.world.task, open_page="follows")
    scene.world.offered.append("a page opener that follows redirects by itself and shows only where it ended")


@given(parsers.re('the user adds the URL "(?P<url>[^"]+)"'))
def adds_url(scene: Scene, url: str) -> None:
    """The URL would answer, and is no candidate."""
    task = scene.world.task
    scene.world.task = replace(task, utterance=f"{task.utterance} Start with {url}.")
    tempt(scene, url)
    scene.world.offered.append(f"the user's words hold {url}")


STEERING = {
    "a site operator": "sleep site:www.scholar-commons.net OR memory",
    "a quote": 'sleep " OR "memory',
    "a filter in JSON": 'sleep", "domains": ["www.scholar-commons.net"], "x": "memory',
}


@given(parsers.re(r'the user asks for a topic with (?P<what>a [A-Za-z ]+) from "(?P<name>[^"]+)"'))
def asks_steering(scene: Scene, what: str, name: str) -> None:
    """A topic whose words would steer the broker if they reached it as they are."""
    source_id = scene.world.source_named(name)["id"]
    topic = STEERING[what]
    utterance = f"Use the OA repo to search for {topic} in {name}."
    scene.world.task = replace(scene.world.task, utterance=utterance, topic=topic, sources=(source_id,))
    scene.source_id = source_id
    scene.world.offered.append(f"the topic {topic}")


MODES = {
    "registry_brokered": "The usual mode, registry_brokered, is fine.",
    "registry_closed": "Use the mode registry_closed: published adapters alone.",
    "direct_only": "Use the mode direct_only: each source by its own adapter.",
}


@given(parsers.re(f"the user wants the mode (?P<mode>{'|'.join(MODES)})"))
def wants_mode(scene: Scene, mode: str) -> None:
    task = scene.world.task
    scene.world.task = replace(task, utterance=f"{task.utterance} {MODES[mode]}", mode=mode)


@given(parsers.re(r"the user wants (?P<count>\d+) results"))
def wants_results(scene: Scene, count: str) -> None:
    task = scene.world.task
    scene.world.task = replace(task, utterance=f"{task.utterance} Give me {count} results of each source.")


@given(parsers.re('the user also wants "(?P<host>[^"]+)" searched, where "(?P<page>[^"]+)" would be found'))
def also_wants_host(scene: Scene, host: str, page: str) -> None:
    """The host is no source's; a search there would find the page, and the page would answer."""
    task = scene.world.task
    scene.world.task = replace(task, utterance=f"{task.utterance} Also search on {host}.")
    broker_would_offer(scene, page, f'"{host}"')


@given("a host that cannot do so may decline")
def may_decline(scene: Scene) -> None:
    """So it need not read anything for this task; the next one asks for something that every host can do."""
    scene.world.floor.clear()


@when(
    parsers.re(
        'the user then says "(?P<utterance>[^"]+)", and the broker finds "(?P<url>[^"]+)" for "(?P<source_id>[^"]+)"'
    )
)
def then_says(scene: Scene, utterance: str, url: str, source_id: str) -> None:
    """A second wish, about the same topic and in no particular mode; this one is to be fulfilled by a search."""
    scene.world.task = replace(scene.world.task, utterance=utterance, mode=None)
    scene.world.need_pin()
    broker_finds_for(scene, url, source_id)
