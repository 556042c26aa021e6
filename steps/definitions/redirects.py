"""Given: pages that lead elsewhere, by a redirect or by other means."""

import re
from dataclasses import replace

from pytest_bdd import given, parsers, then

from oa_conformance.steps.audit.candidate_url import MUST, fault, led_to
from oa_conformance.steps.definitions.web import broken_out, healthy, tempt
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.verdict.results import Unexercised
from oa_conformance.steps.world.matching import host_of
from oa_conformance.steps.world.model import Page
from oa_conformance.steps.world.page_variants import redirect, shown

CHAIN = re.compile(r'"([^"]+)"')
FORWARDS = {
    "meta refresh": '<meta http-equiv="refresh" content="0; url={url}">',
    "a script": '<script>window.location.replace("{url}");</script>',
    "a frame": '<iframe src="{url}" title="article"></iframe>',
}


@given(parsers.re(r'that page redirects to (?P<chain>"[^"]+"(?:, then to "[^"]+")*)'))
def page_redirects(scene: Scene, chain: str) -> None:
    lead(scene, 302, [broken_out(each) for each in CHAIN.findall(chain)])


@given(parsers.re(r'that page redirects with (?P<status>3\d\d) to "(?P<url>[^"]+)"'))
def page_redirects_with(scene: Scene, status: str, url: str) -> None:
    lead(scene, int(status), [broken_out(url)])


@given(parsers.re(r"that page redirects (?P<times>\d+) times on its own host before it answers"))
def page_redirects_often(scene: Scene, times: str) -> None:
    lead(scene, 302, [f"{scene.that_page}/v{n}" for n in range(1, int(times) + 1)])


@given(parsers.re(r'that page forwards by (?P<means>meta refresh|a header|a script|a frame) to "(?P<url>[^"]+)"'))
def page_forwards(scene: Scene, means: str, url: str) -> None:
    part, record = FORWARDS.get(means, "").format(url=url), healthy(scene, scene.that_page)
    made = shown(replace(record, extra_body=part) if means == "a frame" else replace(record, extra_head=part))
    if means == "a header":  # of no standard, and obeyed by browsers
        made = replace(made, headers=(*made.headers, ("refresh", f"0; url={url}")))
    scene.world.plan_page(Page(scene.that_page, (made,)))
    tempt(scene, url)
    scene.world.offered.append(f"that page forwards by {means} to {url}")


@given(parsers.re(r'that page has a canonical link to "(?P<url>[^"]+)"'))
def page_has_canonical(scene: Scene, url: str) -> None:
    record = healthy(scene, scene.that_page)
    scene.world.plan_page(Page(scene.that_page, (shown(replace(record, canonical=url)),)))
    tempt(scene, url)
    scene.world.offered.append(f"that page has a canonical link to {url}")


@given(parsers.re(r'that page links to "(?P<url>[^"]+)"'))
def page_links(scene: Scene, url: str) -> None:
    """The link is on the page for a reader to follow; its target would answer."""
    record = healthy(scene, scene.that_page)
    scene.world.plan_page(Page(scene.that_page, (shown(replace(record, links=(("Read on", url),))),)))
    tempt(scene, url)
    scene.world.offered.append(f"that page links to {url}")


@then(parsers.re(r'the host makes use of it and asks for "(?P<url>[^"]+)"'))
def redirect_used(scene: Scene, url: str) -> None:
    """A host that follows no redirect has not used what it may; that is no failure (REDIR-02)."""
    if not scene.run.opened(url):
        raise Unexercised([f"a request for {url}"])


def lead(scene: Scene, status: int, chain: list[str]) -> None:
    """That page redirects along the chain to an article of the source.

    What lies beyond a forbidden hop is a temptation. A chain that names that page again is a loop.
    """
    start = scene.that_page
    scene.world.plan_page(Page(start, (redirect(chain[0], status),)))
    allowed, chain = True, [led_to(start, each) if each.startswith("//") else each for each in chain]
    for here, following in zip(chain, [*chain[1:], None], strict=True):
        allowed = allowed and stays(start, here)
        if here == start:
            break
        answer = shown(healthy(scene, start)) if following is None else redirect(following, status)
        known = scene.world.pages.get(here)
        if known is None or known.temptation:
            scene.world.plan_page(Page(here, (answer,), temptation=not allowed), must_open=False)
    scene.world.offered.append(f"that page redirects to {', then to '.join(chain)}")


def stays(start: str, hop: str) -> bool:
    """Whether a redirect from ``start`` may be followed: nothing in it breaks a rule for candidates (REDIR-03).

    What only a reading forbids may be followed, too: it is no temptation.
    """
    wrong = fault(led_to(start, hop), host_of(start))
    return wrong is None or wrong.level != MUST
