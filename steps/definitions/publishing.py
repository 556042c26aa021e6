"""Given: the release that GitHub publishes, healthy or with a stated defect."""

from http import HTTPStatus
from typing import Any

from pytest_bdd import given, parsers, when

from oa_conformance.steps.definitions.asking import QUOTED
from oa_conformance.steps.definitions.web import broker_finds
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.verdict.finding import SuiteFault
from oa_conformance.steps.world import defects
from oa_conformance.steps.world.cassette import Answer, unreachable
from oa_conformance.steps.world.github import CONTENT_LIMIT, file_interactions, main_is, refusal
from oa_conformance.steps.world.model import FILES, JSON, Floor, Page, World
from oa_conformance.steps.world.records import listing, record
from oa_conformance.steps.world.release import (
    INDEX,
    MANIFEST,
    PAGES,
    REGISTRY,
    ROUTING,
    dumps,
    only_sources,
    padded,
)

OTHER_RELEASE = "9c41f07ab2d05e6f8c7d1e3b4a5968770f1e2d3c"
LARGE_READS = ("registry raw", "registry blob", "registry blob raw")


@given("the published release")
def published_release(scene: Scene) -> None:
    scene.world.offered.append(f"the release {scene.world.release.release_id}, healthy")


@given(parsers.re('the registry also lists "(?P<source_id>[^"]+)"'))
def registry_also_lists(scene: Scene, source_id: str) -> None:
    scene.world.ensure(source_id)
    said = scene.world.source(source_id)
    scene.world.offered.append(f'the registry lists "{source_id}": {said["name"]}, {said["canonical_url"]}')


@given("the registry lists only these sources:")
def registry_lists_only(scene: Scene, datatable: list[list[str]]) -> None:
    ids = [row[0] for row in datatable]
    known = scene.world.release.sources
    scene.world.release = only_sources(scene.world.release, [known.get(each) or record(each) for each in ids])
    scene.world.offered.append(f"a registry that lists only {', '.join(ids)}")


@given(parsers.re(r'the registry lists (?P<names>"[^"]+"(?:(?:, | and )"[^"]+")*)'))
def registry_lists(scene: Scene, names: str) -> None:
    """Sources by their registered names. A registry that lacks one of them gives way to a smaller one."""
    scene.world.release = listing(scene.world.release, QUOTED.findall(names))
    scene.world.offered.append(f"a registry that lists {names}")


@given(parsers.re("a release in which (?P<defect>.+)"))
def release_with_defect(scene: Scene, defect: str) -> None:
    try:
        plant = defects.DEFECTS[defect]
    except KeyError:
        raise SuiteFault(f"no defect is called {defect!r}; known: {sorted(defects.DEFECTS)}") from None
    plant(scene.world)
    scene.world.offered.append(f"a release in which {defect}")


@given(parsers.re('GitHub reports another blob id for "(?P<file>[^"]+)"'))
def another_blob_id(scene: Scene, file: str) -> None:
    defects.another_blob_id(scene.world, file_name(file))
    scene.world.offered.append(f"GitHub reports a blob id for {file} that differs in one digit")


@given(parsers.re(r'GitHub answers (?P<status>\d{3}) for "(?P<file>[^"]+)"'))
def github_answers(scene: Scene, status: str, file: str) -> None:
    name = file_name(file)
    reason = HTTPStatus(int(status)).phrase
    scene.world.github_says(
        name, refusal(int(status), reason, "API rate limit exceeded" if status == "403" else reason)
    )
    defects.ends_at(scene.world, name)
    scene.world.offered.append(f"GitHub answers {status} for {file}")


@given(parsers.re('GitHub times out for "(?P<file>[^"]+)"'))
def github_times_out(scene: Scene, file: str) -> None:
    scene.world.github_says(file_name(file), unreachable("timeout"))
    defects.ends_at(scene.world, file_name(file))
    scene.world.offered.append(f"GitHub does not answer for {file}")


@given("main moves to another commit after it was read once")
def main_moves(scene: Scene) -> None:
    right = scene.world.reads()["main"].answer
    scene.world.github_says("main", right, main_is(defects.OTHER_COMMIT).answer)
    scene.world.offered.append(f"main at {scene.world.release.release_id}, then at {defects.OTHER_COMMIT}")


@given("a registry larger than GitHub puts into its JSON")
def large_registry(scene: Scene) -> None:
    scene.world.release = padded(scene.world.release, REGISTRY, CONTENT_LIMIT + 1)
    scene.world.floor["registry"] = Floor("the registry's bytes", frozenset(LARGE_READS))
    scene.world.offered.append(f"a registry of {CONTENT_LIMIT + 1} bytes")


@given(parsers.re('the registry gives "(?P<source_id>[^"]+)" the URL "(?P<url>[^"]+)" and lists nothing else'))
def registry_gives(scene: Scene, source_id: str, url: str) -> None:
    scene.world.release = only_sources(scene.world.release, [elsewhere(scene, source_id, url)])
    scene.world.forget_web()
    scene.speak_of(source_id)
    scene.world.offered.append(f'a registry that lists only "{source_id}", at {url}')


@given(parsers.re('main holds a registry that gives "(?P<source_id>[^"]+)" the URL "(?P<url>[^"]+)"'))
def main_holds_registry(scene: Scene, source_id: str, url: str) -> None:
    other = only_sources(scene.world.release, [elsewhere(scene, source_id, url)])
    on_main(scene, "registry", REGISTRY, other.files[REGISTRY])


@given("main holds a routing file that differs")
def main_holds_routing(scene: Scene) -> None:
    routing = dict(scene.world.release.routing, updated="2026-09-30")
    on_main(scene, "routing", ROUTING, dumps(routing))


@given("GitHub Pages publishes the same release")
def pages_publishes(scene: Scene) -> None:
    release = scene.world.release
    files = {INDEX: release.index, **{name: release.files[name] for name in (MANIFEST, REGISTRY, ROUTING)}}
    for name, content in files.items():
        paths = {name, f"releases/{release.release_id}/{name}"} if name != INDEX else {name}
        for path in sorted(paths):
            answer = Answer(headers=JSON, stored=content)
            scene.world.plan_page(Page(f"{PAGES}{path}", (answer,), temptation=True))
    scene.world.offered.append(f"the same files at {PAGES}")


@when(
    parsers.re(
        'a new release gives "(?P<source_id>[^"]+)" the URL "(?P<url>[^"]+)", where the broker finds "(?P<page>[^"]+)"'
    )
)
def new_release(scene: Scene, source_id: str, url: str, page: str) -> None:
    """The world moves between two tasks: another commit, another index, and the source on another host."""
    release = only_sources(scene.worlds.release, [elsewhere(scene, source_id, url)], OTHER_RELEASE)
    scene.world = World(scene.worlds.release, release, task=scene.world.task, offered=scene.world.offered)
    scene.source_id = source_id
    scene.world.offered.append(f'a new release {OTHER_RELEASE} with "{source_id}" at {url}')
    broker_finds(scene, page)


def elsewhere(scene: Scene, source_id: str, url: str) -> dict[str, Any]:
    """The source's record with another canonical URL."""
    return {**scene.world.source(source_id), "canonical_url": url}


def on_main(scene: Scene, name: str, path: str, content: bytes) -> None:
    """The file stands on main, at the root and in ``data``; no host has business there."""
    for place in (path, f"data/{path}"):
        for each in file_interactions(f"main's {place}", place, content, ref="main"):
            scene.world.github[each.id] = (each,)
    scene.world.offered.append(f"another {name} file on main")


def file_name(file: str) -> str:
    """The short name of a file, or ``main`` for the branch."""
    if file == "main":
        return file
    try:
        return FILES[file]
    except KeyError:
        raise SuiteFault(f"the release has no required file {file!r}; its files: {sorted(FILES)}") from None
