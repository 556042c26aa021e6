"""Given: an older release beside the current one, and a user who asks for it. Then: which of the two was searched."""

from dataclasses import replace
from urllib.parse import urlsplit

from pytest_bdd import given, parsers, then, when

from oa_conformance.steps.audit import reads
from oa_conformance.steps.audit.trace import pins
from oa_conformance.steps.definitions.asking import QUOTED
from oa_conformance.steps.definitions.publishing import elsewhere
from oa_conformance.steps.definitions.report import status_of
from oa_conformance.steps.definitions.trace import first
from oa_conformance.steps.definitions.web import tempt
from oa_conformance.steps.definitions.wire import refuse
from oa_conformance.steps.scene import Scene, canonical_host
from oa_conformance.steps.verdict.finding import Finding, SuiteFault
from oa_conformance.steps.world import defects, history
from oa_conformance.steps.world.model import Floor, Result, Search
from oa_conformance.steps.world.pages.canary import canary


@given(
    parsers.re(
        r'an older release has "(?P<source_id>[^"]+)" at "(?P<home>[^"]+)", where the broker finds (?P<urls>"[^"]+".*)'
    )
)
def older_release(scene: Scene, source_id: str, home: str, urls: str) -> None:
    """Small, whole and anchored, and the source on another host. Nobody has asked for it yet, so all is temptation."""
    record = elsewhere(scene, source_id, home)
    history.publish(scene.world, history.older_release(scene.world.release, [{**record, "status": "active"}]))
    results = []
    for url in QUOTED.findall(urls):
        results.append(Result(url, f"{scene.topic.capitalize()}: {canary('result', url)}", canary("snippet", url)))
        tempt(scene, url)
    domains = (canonical_host(record),)
    scene.world.searches[domains] = Search(domains, tuple(results))
    scene.world.offered.append(f'an older release {history.OLDER} with "{source_id}" at {home}')


@given("the user asks for the older release")
def asks_for_older(scene: Scene) -> None:
    """By its full id, and in so many words. What the current release would lead to is a temptation now."""
    task = scene.world.task
    utterance = f"{task.utterance} Search in release {history.OLDER}, not in the current one."
    scene.world.task = replace(task, utterance=utterance, release_id=history.OLDER)
    scene.world.need_only("index")
    for name in ("manifest", "registry", "routing"):
        scene.world.floor[f"older {name}"] = Floor(f"the older release's {name}", history.reads_of_older(name))
    turn_to(scene, canonical_host(history.published(scene.world).sources[scene.that_source]))


@when("the user asks for the current release again")
def asks_for_current(scene: Scene) -> None:
    """The next task says nothing of a release."""
    task = scene.world.task
    utterance = task.utterance.partition(" Search in release ")[0]
    scene.world.task = replace(task, utterance=utterance, release_id=None)
    scene.world.need_only("index", "manifest", "registry")
    turn_to(scene, scene.host_of_source)


@given(parsers.re("an older release in which (?P<defect>.+)"))
def older_with_defect(scene: Scene, defect: str) -> None:
    try:
        plant = history.DEFECTS[defect]
    except KeyError:
        raise SuiteFault(f"no older release is so: {defect!r}; known: {sorted(history.DEFECTS)}") from None
    plant(scene.world)
    scene.world.offered.append(f"an older release in which {defect}")


@when("main moves ahead of the index")
def main_moves_ahead(scene: Scene) -> None:
    """Between two tasks: a commit that no release is published for yet."""
    defects.DEFECTS["main is ahead of the index"](scene.world)
    scene.world.offered.append("main, by then ahead of the index")


def turn_to(scene: Scene, host: str) -> None:
    """The source is searched on this host, and nowhere else; "that page" is the last there."""
    world = scene.world
    world.need("main", "main")
    world.plan_search(world.search(host))
    for page in list(world.pages.values()):
        there = urlsplit(page.url).hostname == host
        world.plan_page(replace(page, temptation=not there), must_open=False)
        scene.page_url = page.url if there else scene.page_url
    world.plan_page(world.pages[scene.that_page])


@then("the report and its traces carry the older release, main's commit and the older routing digest")
def carries_older(scene: Scene) -> None:
    older = history.published(scene.world)
    first(pins(scene.run, older.release_id, scene.run.release.release_id, reads.routing_sha256(older)))


@then("nothing of the older release is read")
def older_unread(scene: Scene) -> None:
    """Not even under its id. Where main is at another commit, a host may have looked under that one."""
    older = [each for each in scene.run.github if each.answered_by.startswith(f"{history.LABEL} ")]
    named = [each for each in reads.of_other_releases(scene.run, *reads.mains(scene.run)) if each not in older]
    refuse("OTHER_RELEASE_READ", f"files under releases/{scene.run.release.release_id}/ alone", [*older, *named])


@then(parsers.re(r'every search is filtered on "(?P<domain>[^"]+)" alone'))
def every_search_on(scene: Scene, domain: str) -> None:
    if not scene.run.searches:
        raise Finding("NOT_SEARCHED", f"a search on {domain}", "none")
    refuse("FILTER_NOT_EXACT", f"the filter [{domain!r}]", [e for e in scene.run.searches if e.domains != [domain]])


@then("the task is refused, or its sources end as NO_SEARCH_ADAPTER")
def refused_or_strict(scene: Scene) -> None:
    """A contract without brokers is kept by refusing, or by the strict modes it has (HIST-04)."""
    report = scene.run.report
    if report["outcome"] in ("REFUSED", "BOOTSTRAP_IDENTITY_GAP"):
        if not (report["reason"] or "").strip():
            raise Finding("NO_REASON", "a reason that names what the older contract lacks", repr(report["reason"]))
        return
    for source_id in scene.run.task["sources"]:
        if (status := status_of(scene, source_id)) != "NO_SEARCH_ADAPTER":
            raise Finding("WRONG_STATUS", f'"{source_id}" ends as NO_SEARCH_ADAPTER, or a refusal', status)
    if report["mode"] == "registry_brokered":
        raise Finding("MODE_NOT_IN_CONTRACT", "a mode that the older contract has", "registry_brokered")
