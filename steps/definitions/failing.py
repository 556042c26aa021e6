"""Given: hosts that fail as a whole. When: they are well again in the next task. Then: what was made of the failure."""

from dataclasses import replace
from urllib.parse import urlsplit

from pytest_bdd import given, parsers, then, when

from oa_conformance.steps.audit import receipts
from oa_conformance.steps.definitions.adapters import adapter_fails_if_asked, adapter_finds
from oa_conformance.steps.definitions.trace import first
from oa_conformance.steps.definitions.web import healthy
from oa_conformance.steps.definitions.wire import refuse
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.adapters import adapters_of
from oa_conformance.steps.world.cassette import Answer, unreachable
from oa_conformance.steps.world.model import Floor, Page, page_id, service_id
from oa_conformance.steps.world.page_variants import VARIANTS, Variant, shown, status

HOST = r'"(?P<host>[a-z0-9.-]+)"'
RATE_LIMITED = Answer(
    429, "Too Many Requests", (("content-type", "text/plain"), ("retry-after", "120")), b"Slow down.\n"
)
WAYS: dict[str, Variant] = {
    "cannot be resolved": lambda _: unreachable("dns"),
    "cannot be reached": lambda _: unreachable("refused"),
    "times out": lambda _: unreachable("timeout"),
    "answers 429": lambda _: RATE_LIMITED,
    "is behind a CAPTCHA": VARIANTS["is a CAPTCHA"],
}
ADAPTER_WAYS = "times out|cannot be reached|cannot be resolved|answers 429"


@given(parsers.re(f"every page on {HOST} (?P<way>{'|'.join(WAYS)})"))
def host_fails(scene: Scene, host: str, way: str) -> None:
    """The candidates found so far on that host, and everything else there. One of them must have been tried.

    A host that looks the name up by itself before it asks would leave no request behind; so the name resolves as long
    as nobody asks for a page.
    """
    found = [each for each in scene.world.pages.values() if urlsplit(each.url).hostname == host]
    for page in found:
        scene.world.plan_page(replace(page, answers=(WAYS[way](healthy(scene, page.url)),)), must_open=False)
    elsewhere = "cannot be reached" if way == "cannot be resolved" else way
    scene.world.hosts[host] = WAYS[elsewhere](healthy(scene, f"https://{host}/"))
    scene.world.floor[f"any page on {host}"] = Floor(
        f"a page on {host}", frozenset(page_id(each.url) for each in found)
    )
    scene.world.offered.append(f"{host}, where every page {way}")


@given(parsers.re(f"every adapter on {HOST} (?P<way>{ADAPTER_WAYS})"))
def adapters_fail(scene: Scene, host: str, way: str) -> None:
    """Those of the sources asked for. One of them must have been tried."""
    adapters = adapters_of(scene.world.release.routing)
    found = [each for each in scene.world.task.sources or () if each in adapters and adapters[each].host == host]
    for source_id in found:
        adapter_fails_if_asked(scene, source_id, way)
    scene.world.floor[f"any adapter on {host}"] = Floor(
        f"an adapter on {host}", frozenset(service_id(each) for each in found)
    )


@given(parsers.re(r"that page times out (?P<times>\d+) times before it answers"))
def page_answers_late(scene: Scene, times: str) -> None:
    """Who insists is rewarded."""
    silence = (unreachable("timeout"),) * int(times)
    scene.world.plan_page(Page(scene.that_page, (*silence, shown(healthy(scene, scene.that_page)))))
    scene.world.offered.append(f"that page times out {times} times, then answers")


@when("that page is well again")
def page_recovers(scene: Scene) -> None:
    """Between two tasks: the page is a healthy article of the source spoken of, and must be opened."""
    recovers(scene, shown(healthy(scene, scene.that_page)))
    scene.world.offered.append("that page, well again")


@when(parsers.re(r"that page answers (?P<code>\d{3}) from then on"))
def page_fails_otherwise(scene: Scene, code: str) -> None:
    """Between two tasks: its host is well again, the page is not."""
    recovers(scene, status(int(code), healthy(scene, scene.that_page)))
    scene.world.offered.append(f"that page, which now answers {code}")


def recovers(scene: Scene, answer: Answer) -> None:
    """That page's host is well again, and that page answers so."""
    host = urlsplit(scene.that_page).hostname or ""
    scene.world.hosts.pop(host, None)
    scene.world.floor.pop(f"any page on {host}", None)
    scene.world.plan_page(Page(scene.that_page, (answer,)))


@when(parsers.re(r'the adapter of "(?P<source_id>[^"]+)" is well again'))
def adapter_recovers(scene: Scene, source_id: str) -> None:
    """Between two tasks: it finds a record, and must be asked."""
    adapter_finds(scene, source_id, "a record")


@then(parsers.re(f"{HOST} is not asked again after it failed"))
def not_asked_again(scene: Scene, host: str) -> None:
    """One repeat is tolerated with an advisory (reading M-6)."""
    requests = receipts.asked(scene.run, host)
    if not requests:
        raise Finding("NOT_OPENED", f"a request to {host}", "none")
    if len(requests) > 2:
        refuse("FAILED_HOST_ASKED_AGAIN", f"one request to {host}, which fails", requests)
    if len(requests) == 2:
        scene.advise(f"{host} failed and was asked once more; its receipt serves for the rest of the task")


@then(parsers.re(f"every failure on {HOST} is reported with the time it was observed"))
def failures_have_times(scene: Scene, host: str) -> None:
    first(receipts.times(scene.run, host))


@then(parsers.re(f"the failure of {HOST} is not that of the task before"))
def failure_is_fresh(scene: Scene, host: str) -> None:
    *_, earlier, last = scene.runs
    first(receipts.stale(last, earlier, host))
