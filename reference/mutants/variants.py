"""Hosts that go about it differently, and right. None of them may turn a clause red."""

import asyncio
import base64
import json as json_format
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable
from typing import Any
from urllib.parse import urlsplit

import httpx

from .. import broker, selection
from ..adapters.published import Adapter
from ..decision import Rejection
from ..github import API, MAIN_REF_API, SNAPSHOT_REF
from ..host import Host
from ..pinning import INDEX_PATH, REQUIRED_FILES
from ..strict import search_by_adapter
from ..transport import Answer, Failure, Web, now
from .github_detours import is_ok, saying, told
from .making import Detouring, Errand, Reply, Report, Retelling, Task, faulty, make_web, variant
from .opening import before_pages, is_page


@variant()
def the_reference_host() -> Host:
    return Host(make_web())


# the way things travel


@variant("BOOT BROK REDIR FETCH DIRECT RETRY SEC")
def asks_by_urllib() -> Host:
    class NoRedirect(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: Any) -> None:
            return None

    opener = urllib.request.build_opener(NoRedirect)

    class Urllib(Web):
        def __init__(self) -> None:
            """There is no client to keep."""

        def exchange(
            self, method: str, url: str, *, accept: str, limit: int, seconds: float, json: Any = None
        ) -> Reply:
            body = None if json is None else json_format.dumps(json).encode()
            headers = {"accept": accept, **({"content-type": "application/json"} if body else {})}
            try:
                request = urllib.request.Request(url, body, headers, method=method)
                with opener.open(request, timeout=seconds) as reply:
                    return Answer(reply.status, lowered(reply.headers), reply.read(limit), now())
            except urllib.error.HTTPError as error:
                return Answer(error.code, lowered(error.headers), error.read(limit), now())
            except (OSError, ValueError, EOFError) as error:
                return failure(error, now())

    return Host(Urllib())


def lowered(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def failure(error: BaseException, at: str) -> Failure:
    """What went wrong, in the exemplar's words."""
    reason = getattr(error, "reason", None)
    causes = (error, reason, error.__cause__, error.__context__)
    text = " ".join(f"{type(each).__name__} {each}".lower() for each in causes if each)
    kinds = {"gaierror": "dns", "resolution": "dns", "timeout": "timeout", "timed out": "timeout"}
    return Failure(next((kind for word, kind in kinds.items() if word in text), "connection"), text[:200], at)


@variant("BOOT BROK REDIR FETCH DIRECT RETRY SEC", needs="requests")
def asks_by_requests() -> Host:
    import requests  # noqa: PLC0415 - only where it is installed

    class Requests(Web):
        def __init__(self) -> None:
            self._session = requests.Session()
            self._session.trust_env = False

        def exchange(
            self, method: str, url: str, *, accept: str, limit: int, seconds: float, json: Any = None
        ) -> Reply:
            try:
                options: dict[str, Any] = {"timeout": seconds, "allow_redirects": False, "stream": True}
                reply = self._session.request(method, url, headers={"accept": accept}, json=json, **options)
                self._session.cookies.clear()
                return Answer(reply.status_code, lowered(reply.headers), reply.content[:limit], now())
            except (requests.RequestException, OSError, ValueError) as error:
                return failure(error, now())

    return Host(Requests())


@variant("BOOT BROK REDIR FETCH DIRECT RETRY SEC", needs="aiohttp")
def asks_by_aiohttp() -> Host:
    import aiohttp  # noqa: PLC0415 - only where it is installed
    import yarl  # noqa: PLC0415 - comes with it; its own spelling of a URL would not be the published one

    async def ask(method: str, url: str, accept: str, limit: int, seconds: float, json: Any) -> Reply:
        timeout = aiohttp.ClientTimeout(total=seconds)
        async with (
            aiohttp.ClientSession(timeout=timeout, cookie_jar=aiohttp.DummyCookieJar()) as session,
            session.request(
                method, yarl.URL(url, encoded=True), headers={"accept": accept}, json=json, allow_redirects=False
            ) as reply,
        ):
            return Answer(reply.status, lowered(reply.headers), (await reply.read())[:limit], now())

    class Aiohttp(Web):
        def __init__(self) -> None:
            self._loop = asyncio.new_event_loop()

        def exchange(
            self, method: str, url: str, *, accept: str, limit: int, seconds: float, json: Any = None
        ) -> Reply:
            try:
                return self._loop.run_until_complete(ask(method, url, accept, limit, seconds, json))
            except (aiohttp.ClientError, OSError, ValueError, TimeoutError) as error:
                return failure(error, now())

    return Host(Aiohttp())


@variant("SEC")
def orders_its_headers_otherwise() -> Host:
    web = make_web()
    web._client.headers = httpx.Headers(list(web._client.headers.items())[::-1])
    return Host(web)


@variant("URL REDIR FETCH RETRY TRACE")
def asks_for_the_head_of_a_page_first() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        if is_page(method, url) and rest["accept"].startswith("text/html"):
            errand.ask("HEAD", url, **rest)
        return errand.ask(method, url, **rest)

    return Detouring(detour)


@variant("FETCH TRACE")
def is_slow() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        time.sleep(0.004)
        return errand.ask(method, url, **rest)

    return Detouring(detour)


@variant("URL FETCH SEC")
def resolves_names_first() -> Host:
    def first(_: Errand, url: str) -> None:
        try:
            socket.getaddrinfo(urlsplit(url).hostname, 443)
        except OSError:
            return

    return before_pages(first)


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


# the four tools


class ByTools(Web):
    """A web that is made of the four host tools."""

    tools: Any = None

    def __init__(self) -> None:
        """The tools come with each task."""

    def exchange(self, method: str, url: str, *, accept: str, limit: int, seconds: float, json: Any = None) -> Reply:
        try:
            if method == "POST":
                return self._search(json)
            if url.startswith(f"{API}/contents/"):
                return self._file(url)
            if url.startswith(API):
                said = self.tools.github_fetch(url=url)
                return failed(said) or saying_with(said["status"], said["json"], said["at"])
            said = self.tools.open_page(url=url)
            body = base64.b64decode(said.get("body", ""))
            return failed(said) or Answer(said["status"], said["headers"], body, said["at"])
        except (ValueError, TypeError) as error:
            return Failure("protocol", str(error), now())

    def _search(self, json: Any) -> Reply:
        said = self.tools.web_search(**json)
        return failed(said) or saying({key: value for key, value in said.items() if key != "at"}, said["at"])

    def _file(self, url: str) -> Reply:
        path = url.removeprefix(f"{API}/contents/").partition("?")[0]
        repository = API.partition("/repos/")[2]
        said = self.tools.github_fetch_file(repository=repository, ref=SNAPSHOT_REF, path=path)
        return failed(said) or saying_with(said["status"], {key: said[key] for key in FILE_WORDS}, said["at"])


FILE_WORDS = ("sha", "size", "encoding", "content")
KINDS = {"rate_limited": "http_429", "unavailable": "http_503"}


def failed(said: Any) -> Failure | None:
    """The failure that a tool tells of."""
    error = said.get("error")
    return Failure(KINDS.get(error["kind"], error["kind"]), error["message"], said["at"]) if error else None


def saying_with(status: int, said: Any, at: str) -> Answer:
    return Answer(status, {"content-type": "application/json"}, json_format.dumps(said).encode(), at)


@variant("BOOT BROK REDIR FETCH DIRECT RETRY")
def uses_the_four_tools_alone() -> Host:
    web = ByTools()

    class WithTools(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            web.tools = tools
            return super().run(task, tools)

    return WithTools(web)
