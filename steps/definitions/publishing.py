"""Given: the release that GitHub publishes, healthy or with a stated defect."""

from http import HTTPStatus

from pytest_bdd import given, parsers

from oa_conformance.steps.scene import Scene
from oa_conformance.steps.verdict.finding import SuiteFault
from oa_conformance.steps.world import defects
from oa_conformance.steps.world.cassette import unreachable
from oa_conformance.steps.world.github import refusal
from oa_conformance.steps.world.model import FILES
from oa_conformance.steps.world.records import record
from oa_conformance.steps.world.release import only_sources


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
    scene.world.github_says(name, refusal(int(status), reason, "API rate limit exceeded" if status == "403" else reason))
    defects.ends_at(scene.world, name)
    scene.world.offered.append(f"GitHub answers {status} for {file}")


@given(parsers.re('GitHub times out for "(?P<file>[^"]+)"'))
def github_times_out(scene: Scene, file: str) -> None:
    scene.world.github_says(file_name(file), unreachable("timeout"))
    defects.ends_at(scene.world, file_name(file))
    scene.world.offered.append(f"GitHub does not answer for {file}")


def file_name(file: str) -> str:
    """The short name of a file, or ``main`` for the branch."""
    if file == "main":
        return file
    try:
        return FILES[file]
    except KeyError:
        raise SuiteFault(f"the release has no required file {file!r}; its files: {sorted(FILES)}") from None
