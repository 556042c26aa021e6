"""The four host tools, as ``run(task, tools)`` gets them; ``features/schemas/tools.schema.json`` has their shapes.

They go out by the host's wire: answered by the recorded world, logged with the tool's name and charged to the task they
were given for, whenever and from whichever thread they are called. They ask for the identity encoding; a body that
comes encoded all the same is given as it came.
"""

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from oa_conformance.steps.doors.wire import RUN, Exchange, Wire, delivered, framed, now

Json = dict[str, Any]
GITHUB = "https://api.github.com"
GITHUB_JSON = {"accept": "application/vnd.github+json"}
FAULT_KINDS = {
    "dns": "dns", "refused": "connection", "reset": "connection", "connect_timeout": "timeout", "timeout": "timeout",
}  # fmt: skip
REDIRECTS = frozenset({301, 302, 303, 307, 308})
HOPS = 20  # that an opener which follows redirects walks
IN_URLS = "%:/?#[]@!$&'()*+,;=~"  # beside letters, digits and -._, what travels as it is (RFC 3986 §2)


class ToolFailure(Exception):
    """A tool that has no answer. ``kind`` is timeout, connection, dns, rate_limited or unavailable."""

    def __init__(self, kind: str, message: str, at: str) -> None:
        super().__init__(message)
        self.kind, self.message, self.at = kind, message, at


@dataclass(frozen=True)
class Reply:
    """What came back for one request."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    at: str


class HostTools:
    """The tools of one task. Plain methods, from any thread; bad arguments raise TypeError or ValueError."""

    def __init__(self, wire: Wire, task: Mapping[str, Any]) -> None:
        self._wire, self._run, self._offered = wire, RUN.get(), task.get("tools") or {}

    def github_fetch(self, url: str) -> Json:
        """``{status, json, at}`` of any address of GitHub's API; ``json`` is null if the body is none."""
        _address("github_fetch", url)
        return self._answer(self._fetch, "github_fetch", url)

    def github_fetch_file(self, repository: str, ref: str, path: str) -> Json:
        """``{status, sha, size, encoding, content, at}`` of a file, in the words of GitHub's contents API."""
        tool = "github_fetch_file"
        if not re.fullmatch(r"[\w.-]+/[\w.-]+", _text(tool, "repository", repository), re.ASCII):
            raise ValueError(f"{tool}: repository must be owner/name, not {repository!a:.100}")
        segments = _text(tool, "path", path).split("/")
        if not {"", ".", ".."}.isdisjoint(segments):
            raise ValueError(f"{tool}: path must be relative to the repository, not {path!a:.100}")
        where = "/".join(quote(each, safe="") for each in segments)
        url = f"{GITHUB}/repos/{repository}/contents/{where}?ref={quote(_text(tool, 'ref', ref), safe='')}"
        return self._answer(self._fetch_file, tool, url)

    def web_search(self, query: str, domains: Sequence[str], max_results: int) -> Json:
        """``{results, applied_domains, result_count, at}`` as the broker gave them; it may leave any of them out.

        A tool without a domain filter ignores ``domains`` and searches the whole web.
        """
        tool = "web_search"
        if isinstance(domains, str) or not isinstance(domains, Sequence):
            raise TypeError(f"{tool}: domains must be a list of host names, not {type(domains).__name__}")
        if isinstance(max_results, bool) or not isinstance(max_results, int):
            raise TypeError(f"{tool}: max_results must be a whole number, not {type(max_results).__name__}")
        if max_results < 1:
            raise ValueError(f"{tool}: max_results must be at least 1, not {max_results}")
        names = [_text(tool, "each of domains", each) for each in domains]
        broker = self._offered.get("web_search")
        if broker is None:
            return _failed(ToolFailure("unavailable", "this host has no web search", now()))
        sent = {
            "query": _text(tool, "query", query),
            "domains": names if broker["domain_filter"] else [],
            "max_results": max_results,
        }
        return self._answer(self._search, tool, broker["url"], json.dumps(sent, ensure_ascii=False).encode())

    def open_page(self, url: str) -> Json:
        """``{status, headers, url, body, at}`` of one request, ``body`` in base64.

        A redirect is an answer. An opener that follows redirects gives the last answer alone, and in ``url`` where it
        ended.
        """
        _address("open_page", url)
        opener = self._offered.get("open_page")
        if opener is None:
            return _failed(ToolFailure("unavailable", "this host has no page opener", now()))
        return self._answer(self._walk if opener == "follows" else self._open, "open_page", url)

    def _answer(self, ask: Any, *arguments: Any) -> Json:
        try:
            answer: Json = ask(*arguments)
        except ToolFailure as failure:
            return _failed(failure)
        return answer

    def _fetch(self, tool: str, url: str) -> Json:
        reply = self._request(tool, "GET", url, GITHUB_JSON)
        return {"status": reply.status, "json": _parsed(reply.body), "at": reply.at}

    def _fetch_file(self, tool: str, url: str) -> Json:
        reply = self._request(tool, "GET", url, GITHUB_JSON)
        said = _parsed(reply.body)
        file = said if isinstance(said, dict) else {}
        words = {name: file.get(name) for name in ("sha", "encoding", "content")}
        size = file.get("size")
        return {
            "status": reply.status,
            **{name: word if isinstance(word, str) else None for name, word in words.items()},
            "size": size if isinstance(size, int) and not isinstance(size, bool) else None,
            "at": reply.at,
        }

    def _search(self, tool: str, url: str, body: bytes) -> Json:
        headers = {"accept": "application/json", "content-type": "application/json"}
        reply = self._request(tool, "POST", url, headers, body)
        if reply.status != 200:
            kind = "rate_limited" if reply.status == 429 else "unavailable"
            wait = f", retry-after: {reply.headers['retry-after']}" if "retry-after" in reply.headers else ""
            raise ToolFailure(kind, f"the broker answered with HTTP {reply.status}{wait}", reply.at)
        said = _parsed(reply.body)
        if not isinstance(said, dict) or not _are_results(said.get("results", [])):
            raise ToolFailure("unavailable", "the broker's answer is not {results: [{url, title, snippet}]}", reply.at)
        given = {name: said[name] for name in ("results", "applied_domains", "result_count") if name in said}
        return {**given, "at": reply.at}

    def _open(self, tool: str, url: str) -> Json:
        return _page(url, self._request(tool, "GET", url))

    def _walk(self, tool: str, url: str) -> Json:
        for _ in range(HOPS + 1):
            reply = self._request(tool, "GET", url)
            if reply.status not in REDIRECTS or "location" not in reply.headers:
                return _page(url, reply)
            try:
                url = urljoin(url, reply.headers["location"])
                _address(tool, url)
            except ValueError as error:
                raise ToolFailure("connection", f"a redirect leads nowhere: {error}", reply.at) from error
        raise ToolFailure("connection", f"more than {HOPS} redirects", reply.at)

    def _request(
        self, tool: str, method: str, url: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> Reply:
        """One exchange. Raises ToolFailure for a fault of transport, also for one in the middle of the body."""
        url = _address(tool, url)
        sent = {**_own_headers(url), **(headers or {})}
        answer, record = self._wire.exchange(method, url, sent, body, tool=tool, run=self._run)
        if answer.fault:
            raise _transport_failure(record, answer.fault.kind)
        got: dict[str, str] = {}
        for name, values in framed(answer).items():
            got[name.lower()] = ", ".join([*filter(None, [got.get(name.lower())]), *values])
        return Reply(answer.status, got, delivered(method, answer) or b"", record.at)


def _transport_failure(record: Exchange, fault: str) -> ToolFailure:
    broken = "" if record.status is None else f" after {record.bytes} bytes"
    return ToolFailure(FAULT_KINDS[fault], f"{fault.replace('_', ' ')}{broken}", record.at)


def _own_headers(url: str) -> dict[str, str]:
    """What the tools say of themselves; and, as HTTP clients do, the credentials in a URL that has any."""
    parts = urlsplit(url)
    headers = {
        "host": parts.netloc.rpartition("@")[2],
        "user-agent": "oa-conformance-tools",
        "accept": "*/*",
        "accept-encoding": "identity",
    }
    if "@" in parts.netloc:
        credentials = base64.b64encode(parts.netloc.rpartition("@")[0].encode()).decode()
        headers["authorization"] = f"Basic {credentials}"
    return headers


def _address(tool: str, url: str) -> str:
    """The URL as it can be sent: what a URL may not hold is escaped. Raises TypeError and ValueError."""
    _text(tool, "url", url)
    if re.search(r"[\x00-\x20\x7f\\]", url):
        raise ValueError(f"{tool}: url has a space, a control character or a backslash in it: {url!a:.200}")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        netloc = parts.netloc
        if not netloc.isascii():
            netloc = netloc.rpartition("@")[0] + "@" * ("@" in netloc) + host.encode("idna").decode()
            netloc += "" if port is None else f":{port}"
    except ValueError:
        host = ""
    if not host or parts.scheme not in ("http", "https"):
        raise ValueError(f"{tool}: url must be an absolute http or https URL, not {url!a:.200}")
    return quote(parts._replace(netloc=netloc).geturl(), safe=IN_URLS)


def _text(tool: str, name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{tool}: {name} must be text, not {type(value).__name__}")
    if not value.strip():
        raise ValueError(f"{tool}: {name} must not be empty")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{tool}: {name} has half a surrogate pair in it: {value!a:.100}") from error
    return value


def _page(url: str, reply: Reply) -> Json:
    body = base64.b64encode(reply.body).decode()
    return {"status": reply.status, "headers": dict(reply.headers), "url": url, "body": body, "at": reply.at}


def _failed(failure: ToolFailure) -> Json:
    return {"error": {"kind": failure.kind, "message": failure.message}, "at": failure.at}


def _parsed(body: bytes) -> Any:
    """The JSON in the body; None if it is none, or nested beyond what can be read."""
    try:
        return json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _are_results(results: Any) -> bool:
    return isinstance(results, list) and all(
        isinstance(each, dict)
        and isinstance(each.get("url"), str)
        and all(isinstance(each.get(name, ""), str) for name in ("title", "snippet"))
        for each in results
    )
