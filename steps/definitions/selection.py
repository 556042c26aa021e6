"""Then: which sources were chosen or recommended, and what a first task left undone."""

from collections.abc import Iterable

from pytest_bdd import parsers, then

from oa_conformance.steps.definitions.wire import refuse
from oa_conformance.steps.observation import Request
from oa_conformance.steps.scene import Scene, canonical_host
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.verdict.results import Unexercised

MOST = 8  # sources, unless the user wants more (SEL-04)


def sources_of(scene: Scene, call: Request) -> set[str]:
    """The sources this search may be for: its filter is their host, and its query has their name, the longest."""
    named = [
        (len(each["name"]), key)
        for key, each in scene.world.release.sources.items()
        if call.domains == [canonical_host(each)] and each["name"] in str(call.asked.get("query"))
    ]
    longest = max((length for length, _ in named), default=0)
    return {key for length, key in named if length == longest}


def searched(scene: Scene) -> set[str]:
    """The sources that the wire shows were searched."""
    return {key for call in scene.run.searches for key in sources_of(scene, call)}


def selected(scene: Scene) -> list[str]:
    return [each["source_id"] for each in scene.run.report["selected_sources"]]


# selection


@then("every search is for a selected source")
def searches_for_selected(scene: Scene) -> None:
    known = set(selected(scene))
    bad = [call for call in scene.run.searches if not sources_of(scene, call) & known]
    refuse("SEARCHED_UNSELECTED", "searches for selected sources alone, each by name on its host", bad)


@then("every selected source is registered")
def selected_registered(scene: Scene) -> None:
    strangers = [each for each in selected(scene) if each not in scene.world.release.sources]
    if strangers or not selected(scene):
        raise Finding("SELECTED_UNREGISTERED", "sources of the pinned registry, at least one", f"{strangers}")


@then(parsers.re('"(?P<source_id>[^"]+)" is the only source'))
def only_source(scene: Scene, source_id: str) -> None:
    others = (searched(scene) | set(selected(scene))) - {source_id}
    if others:
        raise Finding("OTHER_SOURCES_SELECTED", f'"{source_id}" alone', f"{sorted(others)}")


@then(parsers.re(r"(?P<least>\d+) to (?P<most>\d+) sources are searched"))
def count_searched(scene: Scene, least: str, most: str) -> None:
    found = searched(scene)
    if not int(least) <= len(found) <= int(most):
        raise Finding("OTHER_NUMBER_OF_SOURCES", f"{least} to {most} sources searched", f"{sorted(found)}")


@then(parsers.re(r"at most (?P<most>\d+) sources are selected"))
def at_most_selected(scene: Scene, most: str) -> None:
    found = set(selected(scene)) | searched(scene)
    if not 0 < len(found) <= int(most):
        raise Finding("TOO_MANY_SOURCES", f"1 to {most} sources selected and searched", f"{sorted(found)}")


@then("the host makes use of it and searches more than 8 sources")
def breadth_used(scene: Scene) -> None:
    """A host that keeps to the usual number has not used what it may; that is no failure."""
    found = searched(scene)
    if not found:
        raise Finding("NOT_SEARCHED", "a search for each selected source", "none")
    if len(found) <= MOST:
        raise Unexercised([f"more than {MOST} sources; it kept to {len(found)}"])


# recommendation


@then(parsers.re('"(?P<source_id>[^"]+)" is recommended'))
def recommended(scene: Scene, source_id: str) -> None:
    if source_id not in scene.run.report["recommended_sources"]:
        raise Finding("NOT_RECOMMENDED", f'"{source_id}" recommended', f"{scene.run.report['recommended_sources']}")


@then("nothing but registered sources is recommended")
def recommended_registered(scene: Scene) -> None:
    strangers = unknown(scene, scene.run.report["recommended_sources"])
    if strangers:
        raise Finding("RECOMMENDED_UNREGISTERED", "ids of the pinned registry", f"{strangers}")


def unknown(scene: Scene, ids: Iterable[str]) -> list[str]:
    return [each for each in ids if each not in scene.world.release.sources]


# the task before the last


@then("the first task searched nothing and claimed nothing")
def first_silent(scene: Scene) -> None:
    run = scene.runs[0]
    refuse("SEARCHED_ANYWAY", "no search, no page and no adapter call in it", (*run.searches, *run.elsewhere))
    for part in ("traces", "items"):
        if run.report[part]:
            raise Finding("CLAIMS_WITHOUT_SEARCH", f"no {part} in its report", f"{len(run.report[part])} {part}")


@then("the first task asked no broker")
def first_without_broker(scene: Scene) -> None:
    refuse("BROKER_ASKED", "no search by any broker in it", scene.runs[0].searches)


@then(parsers.re('the first task left "(?P<source_id>[^"]+)" as NO_SEARCH_ADAPTER'))
def first_without_adapter(scene: Scene, source_id: str) -> None:
    entry = scene.runs[0].selected(source_id)
    found = entry["status"] if entry else "it is not reported"
    if found != "NO_SEARCH_ADAPTER":
        raise Finding("WRONG_STATUS", f'"{source_id}" ends as NO_SEARCH_ADAPTER in it', str(found))
