"""Then: what the host reports."""

from collections.abc import Mapping
from typing import Any

from pytest_bdd import parsers, then

from oa_conformance.steps.definitions.web import broken_out
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.pages.canary import canary

STATES = r"[A-Z_]+(?:(?:, | or )[A-Z_]+)*"


def states(text: str) -> list[str]:
    return text.replace(" or ", ", ").split(", ")


# the task


@then(parsers.re(rf"the task ends as (?P<outcomes>{STATES})"))
def task_ends_as(scene: Scene, outcomes: str) -> None:
    """BOOTSTRAP_IDENTITY_GAP may also be any explicit stop that says why (reading S-2)."""
    report = scene.run.report
    if report["outcome"] in states(outcomes):
        return
    if outcomes == "BOOTSTRAP_IDENTITY_GAP" and report["outcome"] == "REFUSED" and report["reason"]:
        scene.advise("the stop is called REFUSED; BOOTSTRAP_IDENTITY_GAP is the declared word (reading S-2)")
        return
    raise Finding("WRONG_OUTCOME", f"the outcome {outcomes}", f"{report['outcome']} ({report['reason']})")


@then("the report says why")
def says_why(scene: Scene) -> None:
    if not (scene.run.report["reason"] or "").strip():
        raise Finding("NO_REASON", "a reason that names what failed", repr(scene.run.report["reason"]))


@then("the report claims nothing")
def claims_nothing(scene: Scene) -> None:
    report = scene.run.report
    for part in ("traces", "items"):
        if report[part]:
            raise Finding("CLAIMS_WITHOUT_SEARCH", f"no {part}", f"{len(report[part])} {part}")


# the sources


@then(parsers.re(rf'"(?P<source_id>[^"]+)" ends as (?P<allowed>{STATES})'))
def source_ends_as(scene: Scene, source_id: str, allowed: str) -> None:
    status = status_of(scene, source_id)
    if status not in states(allowed):
        raise Finding("WRONG_STATUS", f'"{source_id}" ends as {allowed}', status)


@then(parsers.re(rf'"(?P<source_id>[^"]+)" ends as (?P<right>{STATES}), at worst (?P<tolerated>{STATES})'))
def source_ends_tolerably(scene: Scene, source_id: str, right: str, tolerated: str) -> None:
    status = status_of(scene, source_id)
    if status in states(tolerated):
        scene.advise(f'"{source_id}" ends as {status}; advised is {right}')
    elif status not in states(right):
        raise Finding("WRONG_STATUS", f'"{source_id}" ends as {right}', status)


@then(parsers.re(rf'"(?P<source_id>[^"]+)" ends as (?P<right>{STATES}), or is declined'))
def source_ends_or_declined(scene: Scene, source_id: str, right: str) -> None:
    """A source that may not be selected is reported with that state, or declined in so many words (reading S-10)."""
    report = scene.run.report
    if scene.run.selected(source_id) is not None:
        source_ends_as(scene, source_id, right)
    elif not any(each["source_id"] == source_id for each in report["gaps"]):
        found = f"neither a state nor a gap ({report['outcome']}, {report['reason']})"
        raise Finding("SOURCE_NOT_REPORTED", f'"{source_id}" as {right}, or declined among the gaps', found)
    else:
        scene.advise(f'"{source_id}" is declined without a state; advised is {right}')


def status_of(scene: Scene, source_id: str) -> str:
    entry = scene.run.selected(source_id)
    if entry is None:
        reason = f"{scene.run.report['outcome']}, {scene.run.report['reason']}"
        raise Finding("SOURCE_NOT_REPORTED", f'"{source_id}" among the selected sources', f"it is not there ({reason})")
    return str(entry["status"])


# candidates


@then(parsers.re(r"that page is reported as rejected for (?P<codes>[A-Z_]+(?:(?:, | or )[A-Z_]+)*)"))
def page_rejected_for(scene: Scene, codes: str) -> None:
    found = rejection(scene, scene.that_page)["reason_code"]
    if found not in states(codes):
        raise Finding("WRONG_REASON_CODE", f"{scene.that_page} rejected for {codes}", str(found))


@then(parsers.re(r'"(?P<url>[^"]+)" is reported as rejected'))
def url_rejected(scene: Scene, url: str) -> None:
    rejection(scene, broken_out(url))


@then(parsers.re(r'"(?P<url>[^"]+)" is reported as rejected for (?P<codes>[A-Z_]+(?:(?:, | or )[A-Z_]+)*)'))
def url_rejected_for(scene: Scene, url: str, codes: str) -> None:
    scene.page_url = broken_out(url)
    page_rejected_for(scene, codes)


def rejection(scene: Scene, url: str) -> Mapping[str, Any]:
    for each in scene.run.report["rejected_candidates"]:
        if each["url"] == url:
            return dict(each)
    raise Finding("REJECTION_NOT_REPORTED", f"{url} among the rejected candidates", "it is not there")


# items


@then("an item cites that page")
def item_cites(scene: Scene) -> None:
    if not citing(scene, scene.that_page):
        raise Finding("NO_ITEM", f"an item with the original URL {scene.that_page}", f"{urls(scene)}")


@then(parsers.re(r'an item cites "(?P<url>[^"]+)"'))
def item_cites_url(scene: Scene, url: str) -> None:
    scene.page_url = broken_out(url)
    item_cites(scene)


@then("no item cites that page")
def no_item_cites(scene: Scene) -> None:
    if citing(scene, scene.that_page):
        raise Finding("FORBIDDEN_ITEM", f"no item with the original URL {scene.that_page}", f"{urls(scene)}")
    unquoted(scene, "title", "abstract")


@then(parsers.re(r'no item cites "(?P<url>[^"]+)"'))
def no_item_cites_url(scene: Scene, url: str) -> None:
    scene.page_url = broken_out(url)
    no_item_cites(scene)


@then("the report holds that page's own words")
def own_words(scene: Scene) -> None:
    word = canary("title", scene.that_page)
    if word not in said(scene):
        raise Finding(
            "PAGE_NOT_READ", f"the word {word} of the page's title in an item or the answer", "it is not there"
        )


@then("nothing from a snippet is in the report's items or answer")
def no_snippet(scene: Scene) -> None:
    unquoted(scene, "snippet", "result")


def unquoted(scene: Scene, *kinds: str) -> None:
    """No word of these kinds, of that page or (for snippets) any result, is in what the user is told."""
    pages = [scene.that_page, *(each.url for one in scene.world.searches.values() for each in one.results)]
    for url in pages if "snippet" in kinds else pages[:1]:
        for kind in kinds:
            if canary(kind, url) in said(scene):
                raise Finding("FORBIDDEN_WORDS", f"nothing from the {kind} of {url}", canary(kind, url))


def said(scene: Scene) -> str:
    """Titles of the items, and the answer."""
    report = scene.run.report
    return "\n".join([*(each["title"] for each in report["items"]), report["answer"]])


def citing(scene: Scene, url: str) -> list[Mapping[str, Any]]:
    """Items whose original URL is this one, or the one its redirects on the same host lead to (REPORT-03)."""
    final = {each["observed_url"] for each in scene.run.report["traces"] if each["candidate_url"] == url}
    return [each for each in scene.run.report["items"] if each["original_url"] in {url, *final}]


def urls(scene: Scene) -> list[str]:
    return [each["original_url"] for each in scene.run.report["items"]]
