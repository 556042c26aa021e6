"""Hosts that send and fetch in other ways, and right. None of them may turn a clause red."""

import asyncio
import base64
import json as json_format
import socket
import ssl
import time
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import httpx

from ..github import API, SNAPSHOT_REF
from ..host import Host
from ..transport import Answer, Failure, Web, now
from .github_detours import saying
from .making import Detouring, Errand, Reply, Report, Task, make_web, variant
from .opening import before_pages, is_page

# the way things travel

UNCHECKED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
UNCHECKED.check_hostname, UNCHECKED.verify_mode = False, ssl.CERT_NONE  # as in ``make_web``, and for the same reason


@variant("BOOT BROK REDIR FETCH DIRECT RETRY SEC")
def asks_by_urllib() -> Host:
    class NoRedirect(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: Any) -> None:
            return None

    opener = urllib.request.build_opener(NoRedirect, urllib.request.HTTPSHandler(context=UNCHECKED))

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
            self._session.trust_env = self._session.verify = False

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
