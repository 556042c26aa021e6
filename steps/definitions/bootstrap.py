"""Then: which reads the bootstrap made, where, and in what order."""

from pytest_bdd import then

from oa_conformance.steps.audit import reads
from oa_conformance.steps.audit.trace import pins
from oa_conformance.steps.definitions.trace import first
from oa_conformance.steps.definitions.wire import refuse
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.model import FILES

OUTSIDE = "only main's branch resource, and contents at release-snapshots or blobs of the same repository"


@then("main is read before any search")
def main_before_search(scene: Scene) -> None:
    read_before_search(scene, "main")


@then("the index is read at release-snapshots before any search")
def index_before_search(scene: Scene) -> None:
    read_before_search(scene, "index")


@then("all required reads come before any search")
def reads_before_search(scene: Scene) -> None:
    for name in ("main", *FILES.values()):
        read_before_search(scene, name)


def read_before_search(scene: Scene, name: str) -> None:
    """The file was read, and before the first search or page."""
    run = scene.run
    read = min((each.n for each in reads.of(run, name)), default=None)
    if read is None:
        raise Finding("NOT_READ", f"a read of the {name}", "none")
    refuse(
        "SEARCHED_BEFORE_PINNED",
        f"the {name} read first",
        [each for each in (*run.searches, *run.elsewhere) if each.n < read],
    )


@then("the first request of the task is for main")
def first_is_main(scene: Scene) -> None:
    requests = scene.run.requests
    if not requests or requests[0].n not in {each.n for each in reads.of(scene.run, "main")}:
        found = requests[0].line() if requests else "no request at all"
        raise Finding("MAIN_NOT_FIRST", "main asked before anything else", found)


@then("main is read at the declared URL and nowhere else")
def main_at_declared_url(scene: Scene) -> None:
    if not reads.of(scene.run, "main"):
        raise Finding("NOT_READ", "a read of main's branch resource", "none")
    github_asked_within(scene)


@then("GitHub is asked for nothing outside main and release-snapshots")
def github_asked_within(scene: Scene) -> None:
    refuse("READ_ELSEWHERE", OUTSIDE, reads.elsewhere(scene.run))


@then("every release file is read under the pin")
def files_under_pin(scene: Scene) -> None:
    for name in ("manifest", "registry"):
        if not reads.of(scene.run, name):
            raise Finding("NOT_READ", f"a read of the {name} under releases/{scene.run.release.release_id}/", "none")
    refuse("READ_ELSEWHERE", OUTSIDE, reads.elsewhere(scene.run))
    refuse(
        "OTHER_RELEASE_READ",
        f"files under releases/{scene.run.release.release_id}/ alone",
        reads.of_other_releases(scene.run),
    )


@then("all six required files are read under the pin")
def six_files(scene: Scene) -> None:
    missing = [path for path, name in FILES.items() if name != "index" and not reads.of(scene.run, name)]
    if missing:
        raise Finding("NOT_READ", "all six required files read", f"not read: {', '.join(missing)}")


@then("the report and its traces carry the pin, main's commit and the routing digest")
def report_carries_pin(scene: Scene) -> None:
    release = scene.run.release
    first(pins(scene.run, release.release_id, release.release_id, reads.routing_sha256(release)))
