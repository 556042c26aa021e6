"""Hosts that go about it differently, and right. None of them may turn a clause red."""

import asyncio
from collections.abc import Awaitable
from functools import partial
from typing import Any

from .. import broker, originals, selection
from ..adapters.published import Adapter
from ..decision import Rejection
from ..github import API, MAIN_REF_API, SNAPSHOT_REF
from ..host import Host
from ..pinning import INDEX_PATH, REQUIRED_FILES
from ..strict import search_by_adapter
from ..transport import Failure
from .github_detours import is_ok, saying, told
from .making import Detouring, Errand, Reply, Report, Retelling, Task, faulty, make_web, variant
from .opening import is_page


@variant()
def the_reference_host() -> Host:
    return Host(make_web())


# the bootstrap


@variant("BOOT HIST")
def reads_ids_from_contents_and_bytes_from_blobs() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if url.startswith(f"{API}/contents/") and is_ok(reply) and told(reply).get("sha"):
            blob = errand.ask("GET", f"{API}/git/blobs/{told(reply)['sha']}", **rest)
            if is_ok(blob):
                return saying({**told(reply), **{key: told(blob)[key] for key in ("content", "encoding")}}, reply.at)
        return reply

    return Detouring(detour)


@variant("BOOT HIST")
def reads_all_files_before_it_looks_at_any() -> Host:
    fetched: dict[str, Reply] = {}

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        if url == MAIN_REF_API:
            fetched.clear()
            reply = errand.ask(method, url, **rest)
            sha = str(told(reply).get("commit", {}).get("sha"))
            wanted = errand.task.get("release_id") or sha
            if len(wanted) == 40:
                paths = [INDEX_PATH, *(f"releases/{wanted}/{name}" for name in REQUIRED_FILES)]
                for each in (f"{API}/contents/{path}?ref={SNAPSHOT_REF}" for path in paths):
                    fetched[each] = errand.ask("GET", each, **rest)
            return reply
        return fetched.pop(url, None) or errand.ask(method, url, **rest)

    return Detouring(detour)


@variant("BOOT HIST")
def asks_github_again_when_it_fails() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        failed = isinstance(reply, Failure) or reply.status >= 500
        return errand.ask(method, url, **rest) if failed and url.startswith(API) else reply

    return Detouring(detour)


@variant("BOOT HIST REPORT")
def calls_a_bootstrap_that_does_not_hold_a_refusal() -> Host:
    def tell(report: Report) -> None:
        if report["outcome"] == "BOOTSTRAP_IDENTITY_GAP":
            report["outcome"] = "REFUSED"

    return Retelling(tell)


@variant("FETCH RETRY STATUS TRACE")
def asks_a_silent_page_once_more() -> Host:
    """A repeat that is tolerated, and advised against (reading M-6)."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        silent = isinstance(reply, Failure) and reply.kind == "timeout" and is_page(method, url)
        return errand.ask(method, url, **rest) if silent else reply

    return Detouring(detour)


# search, candidates, redirects


@variant("BROK TRACE SEL")
def names_the_source_before_the_topic() -> Host:
    return faulty(query_for=lambda topic, name: f"{name} {topic}" if '"' in name else f'"{name}" {topic}')


@variant("BROK TRACE")
def asks_for_fewer_results() -> Host:
    def search(web: Any, url: str, query: str, domains: tuple[str, ...], **rest: Any) -> Any:
        return broker.search(web, url, query, domains, **{**rest, "most": min(5, rest["most"])})

    return faulty(search=search)


@variant("BROK URL TRACE DEDUP IDENT")
def opens_candidates_in_reverse() -> Host:
    class Reverse(Host):
        def _allowed(self, *said: Any) -> Any:
            allowed, rejected = super()._allowed(*said)
            return allowed[::-1], rejected

    return Reverse(make_web())


@variant("REDIR TRACE STATUS SEC")
def follows_no_redirects() -> Host:
    return faulty(may_follow=lambda *_: Rejection("OFF_HOST", "redirects are not followed here"))


@variant("REDIR TRACE STATUS SEC RETRY")
def follows_twenty_redirects_on_one_host() -> Host:
    return faulty(open_original=partial(originals.open_original, most=20))


@variant("DIRECT MODE BROK ACT RETRY")
def checks_a_search_by_the_sources_adapter() -> Host:
    """Asks the source's adapter once the broker has answered, and uses nothing of it (DIRECT-12 permits the check)."""

    class Checking(Host):
        def _ask_broker(self, route: Any, course: Any) -> Any:
            found = super()._ask_broker(route, course)
            adapter = course.pin.contract.adapters.get(route.source.id)
            if found.candidates and isinstance(adapter, Adapter):
                search_by_adapter(route.source, course, self._web, self._rules)
            return found

    return Checking(make_web())


@variant("ACT SEL")
def chooses_three_sources() -> Host:
    def choose(index: Any, topic: str, broad: bool) -> Any:
        found = selection.choose(index, topic, broad)
        return found if broad else found[:3]

    return faulty(choose=choose)


# the report


def reversed_keys(value: Any) -> Any:
    """The same JSON with the keys of its objects in reverse."""
    if isinstance(value, dict):
        return {key: reversed_keys(each) for key, each in reversed(value.items())}
    return [reversed_keys(each) for each in value] if isinstance(value, list) else value


class Rewriting(Host):
    """The exemplar whose report is written anew."""

    def run(self, task: Task, tools: Any = None) -> Report:
        report: Report = reversed_keys(super().run(task, tools))
        return report


@variant("TRACE REPORT")
def writes_its_report_in_another_order() -> Host:
    return Rewriting(make_web())


@variant("TRACE REPORT")
def adds_keys_of_its_own() -> Host:
    def tell(report: Report) -> None:
        for each in (report, *report["traces"], *report["items"], *report["selected_sources"], *report["gaps"]):
            each["x_note"] = "of this host's own"

    return Retelling(tell)


@variant("STATUS TRACE REPORT RETRY IDENT FETCH BROK")
def traces_what_failed_by_source() -> Host:
    """Has a trace for each success, else one a source, and the other candidates among the rejected alone."""

    def tell(report: Report) -> None:
        kept, ends = list[dict[str, Any]](), {e["source_id"]: e["status"] for e in report["selected_sources"]}
        for trace in report["traces"]:
            end = ends[trace["target_source_id"]]
            known = any(each["target_source_id"] == trace["target_source_id"] for each in kept)
            if trace["status"] == end and (end == "SUCCESS" or not known):
                kept.append(trace)
        report["traces"] = kept
        report["gaps"] = [each for each in report["gaps"] if ends.get(each["source_id"]) != "SUCCESS"]

    return Retelling(tell)


@variant("REPORT FETCH EVID SEC")
def says_nothing_beyond_its_items() -> Host:
    return Retelling(lambda report: report.update(answer=""))


@variant("STATUS")
def answers_in_a_coroutine() -> Any:
    class Awaited(Host):
        def run(self, task: Task, tools: Any = None) -> Any:
            async def answer() -> Report:
                await asyncio.sleep(0)
                return super(Awaited, self).run(task, tools)

            found: Awaitable[Report] = answer()
            return found

    return Awaited(make_web())
