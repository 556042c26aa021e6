"""The one way out: a kept httpx client whose exchanges are bounded in size and time and dial public addresses only.

httpx's own timeouts bound a single read, not an exchange: headers that drip last for ever. So the network backend below
cuts each operation to what is left of the exchange's time. It also resolves a name once, refuses it if any of its
addresses is not global, and dials the address it looked at, so that a second DNS answer cannot change the target.
"""

import ipaddress
import socket
import time
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.cookiejar import CookieJar
from typing import Any

import httpcore
import httpx

USER_AGENT = "oa-search/0.1 (Open Scholarly Sources reference host)"
CHUNK = 65_536
LOCATION = "oa_search_location"


@dataclass(frozen=True)
class Answer:
    """A complete HTTP answer: lower-case header names, the body decoded, ``at`` the time of its observation."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    at: str


@dataclass(frozen=True)
class Failure:
    """No complete answer. ``kind``: dns, connection, timeout, too_large, undecodable, protocol or unsafe_address."""

    kind: str
    detail: str
    at: str


class UnsafeAddress(httpcore.ConnectError):
    """A name that leads to an address which is not on the public internet."""


@dataclass
class Deadline:
    """When the exchange under way must be over, in ``time.monotonic`` seconds. One thread, one exchange at a time."""

    until: float = field(default=0.0)

    def left(self, timeout: float | None) -> float:
        """Seconds an operation may take. Raises httpcore.ReadTimeout when there are none."""
        left = self.until - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("the exchange took too long")
        return left if timeout is None else min(left, timeout)


class BoundedStream(httpcore.NetworkStream):
    """A network stream whose operations end at the deadline."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream, self._deadline, self._ended = stream, deadline, False

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        found = self._stream.read(max_bytes, self._deadline.left(timeout))
        self._ended = self._ended or not found
        return found

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None) -> Any:
        return BoundedStream(
            self._stream.start_tls(ssl_context, server_hostname, self._deadline.left(timeout)), self._deadline
        )

    def get_extra_info(self, info: str) -> Any:
        """What httpcore asks for; a connection that has ended is readable to it, and so not used for another request.

        The socket alone does not tell: a server may end TLS, which ends the answer, and leave TCP open.
        """
        return (info == "is_readable" and self._ended) or self._stream.get_extra_info(info)


class PublicNetwork(httpcore.SyncBackend):
    """Dials public addresses only. ``trusted`` names hosts that the user set up, such as a broker of their own."""

    def __init__(self, deadline: Deadline, trusted: frozenset[str] = frozenset()) -> None:
        self._deadline, self._trusted = deadline, trusted

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        address = host if host in self._trusted else vetted_address(host, port)
        stream = super().connect_tcp(address, port, self._deadline.left(timeout), local_address, socket_options)
        return BoundedStream(stream, self._deadline)


def vetted_address(host: str, port: int) -> str:
    """The first address of the host, once all of them are known to be global. Raises httpcore.ConnectError."""
    try:
        found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError) as error:
        raise httpcore.ConnectError(f"{host} does not resolve: {error}") from error
    for each in found:
        if not is_public(each):
            raise UnsafeAddress(f"{host} leads to {each}, which is not a public address")
    if not found:
        raise httpcore.ConnectError(f"{host} has no address")
    return found[0]


def is_public(address: str) -> bool:
    """Whether the address is global. An IPv4 address mapped into IPv6 counts as what it wraps."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    wrapped = getattr(parsed, "ipv4_mapped", None)
    return (wrapped or parsed).is_global and not parsed.is_multicast


class PublicTransport(httpx.HTTPTransport):
    """httpx's transport over ``PublicNetwork``. httpx offers no public place for a network backend."""

    def __init__(self, deadline: Deadline, trusted: frozenset[str], proxy: str | None) -> None:
        context = httpx.create_ssl_context(trust_env=False)
        super().__init__(verify=context, trust_env=False)
        network = PublicNetwork(deadline, trusted | ({httpx.URL(proxy).host} if proxy else frozenset()))
        pool: Any = (
            httpcore.HTTPProxy(proxy, ssl_context=context, network_backend=network)
            if proxy
            else httpcore.ConnectionPool(ssl_context=context, network_backend=network)
        )
        self._pool = pool


class NoCookies(CookieJar):
    """Takes none and sends none. Nothing of what a page sets is looked at, however much it is."""

    def extract_cookies(self, response: object, request: object) -> None:
        """Nothing is taken."""

    def add_cookie_header(self, request: object) -> None:
        """Nothing is sent."""


class Web:
    """A kept client. ``exchange`` is the only method that touches the network; it raises nothing."""

    def __init__(self, client: httpx.Client, deadline: Deadline) -> None:
        self._client, self._deadline = client, deadline

    def exchange(
        self, method: str, url: str, *, accept: str, limit: int, seconds: float, json: Any = None
    ) -> Answer | Failure:
        """One request without redirects, credentials or cookies.

        ``limit`` bounds the body in bytes, before and after decoding; ``seconds`` bounds the whole exchange, which does
        not begin if there are none left.
        """
        if seconds <= 0:
            return Failure("timeout", "the task's time ran out before the request", now())
        self._deadline.until = time.monotonic() + seconds
        try:
            with self._client.stream(method, url, headers={"accept": accept}, json=json, timeout=seconds) as response:
                headers = {name.lower(): value for name, value in response.headers.items()}
                if LOCATION in response.extensions:
                    headers["location"] = response.extensions[LOCATION]
                body = bounded(response.iter_raw(CHUNK), headers.get("content-encoding", ""), limit)
                return Answer(known_status(response.status_code), headers, body, now())
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, ValueError, zlib.error) as error:
            return Failure(kind_of(error), one_line(error), now())


def set_location_aside(response: httpx.Response) -> None:
    """Keep httpx from parsing a Location, which it does even for a redirect it does not follow, and raises on some."""
    if "location" in response.headers:
        response.extensions[LOCATION] = response.headers.pop("location")


def known_status(status: int) -> int:
    """The status, if it is one. Raises ValueError for 600 to 999, which no client can act upon (RFC 9110 §15)."""
    if not 100 <= status <= 599:
        raise ValueError(f"{status} is no status of HTTP")
    return status


class TooLarge(ValueError):
    """A body beyond its limit."""


class Undecodable(ValueError):
    """A body in an encoding this host did not ask for."""


def bounded(chunks: Iterable[bytes], encoding: str, limit: int) -> bytes:
    """The decoded body. Raises TooLarge, Undecodable or zlib.error; never holds more than ``limit`` decoded bytes."""
    coding = encoding.strip().lower()
    if coding not in ("", "identity", "gzip", "x-gzip"):
        raise Undecodable(f"content-encoding {encoding!r} was not asked for")
    inflate = zlib.decompressobj(31) if coding.endswith("gzip") else None
    out, received = bytearray(), 0
    for chunk in chunks:
        received += len(chunk)
        out += inflate.decompress(chunk, limit + 1 - len(out)) if inflate else chunk
        if received > limit or len(out) > limit:
            raise TooLarge(f"the body is larger than {limit:,} bytes")
    if inflate and received and not inflate.eof:
        raise Undecodable("the compressed body ends too early")
    return bytes(out)


KINDS: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], str], ...] = (
    (TooLarge, "too_large"),
    ((Undecodable, zlib.error), "undecodable"),
    (UnsafeAddress, "unsafe_address"),
    (socket.gaierror, "dns"),
    ((httpx.TimeoutException, TimeoutError), "timeout"),
    ((httpx.NetworkError, OSError), "connection"),
)
"""What an exception, or one that it was caused by, stands for; the first that fits."""


def kind_of(error: BaseException) -> str:
    """The kind of Failure that an exception of httpx stands for."""
    return next((kind for types, kind in KINDS if any(isinstance(each, types) for each in chain(error))), "protocol")


def chain(error: BaseException | None) -> Iterable[BaseException]:
    """The exception and what caused it, at most ten deep."""
    for _ in range(10):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__


def one_line(error: BaseException) -> str:
    """What happened, on one line of at most 200 characters."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


def now() -> str:
    """The time in UTC, RFC 3339 with milliseconds (TRACE-06)."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def make_web(
    trusted: frozenset[str] = frozenset(), proxy: str | None = None, transport: httpx.BaseTransport | None = None
) -> Web:
    """A Web that keeps no cookies, follows no redirect and takes nothing from the environment.

    ``trusted`` hosts may have private addresses; ``proxy`` is asked for explicitly or not at all; ``transport`` stands
    in for the network. Making the TLS context costs 20 ms, so make one and keep it.
    """
    deadline = Deadline()
    client = httpx.Client(
        transport=transport or PublicTransport(deadline, trusted, proxy),
        cookies=NoCookies(),
        headers={"user-agent": USER_AGENT, "accept-encoding": "gzip"},
        event_hooks={"response": [set_location_aside]},
        follow_redirects=False,
        trust_env=False,
    )
    return Web(client, deadline)
