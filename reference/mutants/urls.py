"""Hosts that judge a candidate's URL carelessly (URL-01, URL-03 to URL-08)."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import ada_url
import httpx

from .. import candidates, originals
from ..candidates import ascii_lower, judge_candidate
from ..decision import Rejection
from ..host import Host
from ..originals import Opened
from .making import faulty, mutant

OPENED = "FORBIDDEN_URL_REQUESTED"
Judge = Callable[[str, str], bool]


def mending(mend: Callable[[str], str]) -> Host:
    """The exemplar that judges, and opens, what it has made of a candidate."""

    def judge(raw: Any, host: str) -> Rejection | None:
        return judge_candidate(mend(raw) if isinstance(raw, str) else raw, host)

    def open_original(web: Any, url: str, *rest: Any) -> Opened:
        return originals.open_original(web, mend(url), *rest)

    return faulty(judge_candidate=judge, open_original=open_original)


def overlooking(*codes: str) -> Host:
    """The exemplar without the checks that reject for these codes."""

    def judge(raw: Any, host: str) -> Rejection | None:
        fault = judge_candidate(raw, host)
        return None if fault and fault.code in codes else fault

    return faulty(judge_candidate=judge)


def accepting(is_allowed: Judge) -> Host:
    """The exemplar that accepts these candidates as well."""

    def judge(raw: Any, host: str) -> Rejection | None:
        fault = judge_candidate(raw, host)
        try:
            return None if fault and isinstance(raw, str) and is_allowed(raw, host) else fault
        except ValueError:
            return fault

    return faulty(judge_candidate=judge)


def host_in(raw: str) -> str:
    """The authority of an https URL, as it is written."""
    return candidates.split_authority(raw[8:])[0] if raw.startswith("https://") else ""


# URL-01: the scheme


@mutant("URL-01", reason=OPENED, collateral="URL REDIR-03 BROK-04 BROK-08 SEC")
def opens_http_candidates_as_they_are() -> Host:
    return accepting(lambda raw, host: raw.startswith(f"http://{host}/"))


@mutant("URL-01", reason=OPENED, collateral="URL-09 BROK BROK-08 TRACE REPORT")
def reads_a_candidates_http_as_https() -> Host:
    return mending(lambda url: re.sub("^http://", "https://", url))


@mutant("URL-01", reason=OPENED)
def adds_a_missing_scheme() -> Host:
    return mending(lambda url: f"https:{url}" if url.startswith("//") else url)


@mutant("URL-01", reason=OPENED)
def takes_the_https_out_of_any_scheme() -> Host:
    """Cuts off whatever stands before ``https://``."""
    return mending(lambda url: url[max(url.find("https://"), 0) :])


# URL-03, URL-04, URL-05: port, user, fragment


@mutant("URL-03", reason=OPENED)
def accepts_the_default_port() -> Host:
    return mending(lambda url: re.sub(r"^(https://[^/?#@]+):0*443(?=/)", r"\1", url))


@mutant("URL-03", reason=OPENED, collateral="URL-09 URL-02 SEC")
def accepts_any_port() -> Host:
    return overlooking("PORT")


@mutant("URL-03", reason=OPENED, turns="WARN")
def takes_an_empty_port_for_none() -> Host:
    return mending(lambda url: re.sub(r"^(https://[^/?#@]+):(?=/)", r"\1", url))


@mutant("URL-04", reason=OPENED)
def drops_user_and_password() -> Host:
    return mending(lambda url: re.sub(r"^https://[^/?#\\]+@", "https://", url))


@mutant("URL-04", reason=OPENED, turns="WARN")
def takes_an_empty_user_for_none() -> Host:
    return mending(lambda url: url.replace("https://@", "https://"))


@mutant("URL-04", reason=OPENED, collateral="URL")
def reads_the_host_before_the_at_sign() -> Host:
    return accepting(lambda raw, host: host_in(raw).partition("@")[0].strip("\t") == host and "@" in host_in(raw))


@mutant("URL-05", reason=OPENED)
def drops_the_fragment() -> Host:
    return mending(lambda url: re.sub("#.+$", "", url))


@mutant("URL-05", reason=OPENED, turns="WARN")
def takes_an_empty_fragment_for_none() -> Host:
    return mending(lambda url: url.removesuffix("#"))


# URL-06, URL-07: the path


@mutant("URL-06", reason=OPENED, collateral="URL-08")
def accepts_encoded_slashes() -> Host:
    return overlooking("ENCODED_PATH")


@mutant("URL-06", reason=OPENED)
def looks_for_encoded_slashes_in_capitals_alone() -> Host:
    return accepting(lambda raw, host: "%2f" in raw and judge_candidate(raw.replace("%2f", "-"), host) is None)


@mutant("URL-06", reason=OPENED)
def looks_at_the_path_before_its_parameters_alone() -> Host:
    return accepting(lambda raw, host: judge_candidate(raw.partition(";")[0], host) is None)


@mutant("URL-06", reason=OPENED)
def knows_encoded_slashes_and_no_backslashes() -> Host:
    return accepting(lambda raw, host: judge_candidate(re.sub("%5c", "-", raw, flags=re.IGNORECASE), host) is None)


@mutant("URL-06", reason=OPENED, turns="WARN")
def takes_a_backslash_for_a_slash() -> Host:
    return mending(lambda url: url.replace("\\", "/") if "@" not in url and url.startswith("https://") else url)


@mutant("URL-06", reason="WRONG_STATUS", collateral="ALL")
def refuses_every_encoded_character() -> Host:
    def judge(raw: Any, host: str) -> Rejection | None:
        return judge_candidate(raw, host) or (Rejection("ENCODED_PATH", "it is encoded") if "%" in raw else None)

    return faulty(judge_candidate=judge)


@mutant("URL-06", reason="WRONG_STATUS", collateral="ALL")
def refuses_encoded_slashes_in_the_query() -> Host:
    def judge(raw: Any, host: str) -> Rejection | None:
        encoded = "%2f" in str(raw).lower()
        return judge_candidate(raw, host) or (Rejection("ENCODED_PATH", "it has %2F") if encoded else None)

    return faulty(judge_candidate=judge)


@mutant("URL-07", reason=OPENED, collateral="URL-09 URL-08")
def accepts_dot_segments() -> Host:
    return overlooking("DOT_SEGMENT")


@mutant("URL-07", reason=OPENED, collateral="URL-09")
def knows_plain_dot_segments_alone() -> Host:
    return accepting(lambda raw, host: judge_candidate(re.sub("%2e", "-", raw, flags=re.IGNORECASE), host) is None)


@mutant("URL-07", reason=OPENED)
def knows_two_dots_and_not_one() -> Host:
    return accepting(lambda raw, host: judge_candidate(re.sub(r"/(?:\.|%2e)(?=/)", "/-", raw), host) is None)


@mutant("URL-07", reason=OPENED, collateral="URL-09")
def resolves_dot_segments_before_it_judges() -> Host:
    def resolved(url: str) -> str:
        try:
            return ada_url.URL(url).href if judge_candidate(url, urlsplit(url).hostname or "") else url
        except ValueError:
            return url

    return accepting(lambda raw, host: "@" not in raw and ":443" not in raw and "#" not in raw and (
        judge_candidate(resolved(raw), host) is None and ascii_lower(host_in(raw)) == host and "\\" not in raw
        and raw.isprintable()
    ))  # fmt: skip


# URL-08: disguises, blanks, malformed


@mutant("URL-08", reason=OPENED, turns="WARN")
def decodes_once_and_no_more() -> Host:
    return accepting(
        lambda raw, host: judge_candidate(re.sub("%25(?:2e|2f)", "-", raw, flags=re.IGNORECASE), host) is None
    )


@mutant("URL-08", reason=OPENED, turns="WARN")
def accepts_overlong_encodings() -> Host:
    return accepting(lambda raw, host: judge_candidate(raw.replace("%c0%af", "-"), host) is None)


@mutant("URL-08", reason=OPENED, turns="WARN")
def accepts_dots_with_a_parameter() -> Host:
    return accepting(lambda raw, host: judge_candidate(raw.replace("..;", "-"), host) is None)


@mutant("URL-08", reason=OPENED, turns="WARN")
def strips_blanks_around_a_url() -> Host:
    return mending(lambda url: url.strip(" \ufeff"))


@mutant("URL-08", reason=OPENED, turns="WARN", collateral="URL-02 URL-04")
def takes_tabs_and_newlines_out_of_urls() -> Host:
    """Does as browsers do."""
    return mending(lambda url: re.sub("[\t\n\r]", "", url))


@mutant("URL-08", reason=OPENED, turns="WARN")
def encodes_blanks_in_the_path() -> Host:
    return mending(lambda url: url.replace(" ", "%20") if not url.startswith(" ") else url)


@mutant("URL-08", reason="HOST_RAISED", turns="WARN", collateral="URL-02")
def crashes_on_a_malformed_url() -> Host:
    def judge(raw: Any, host: str) -> Rejection | None:
        urlsplit(raw)
        return judge_candidate(raw, host)

    return faulty(judge_candidate=judge)


# what careless teams really write


def parsing(host_of: Callable[[str], str | None]) -> Host:
    """A host that asks a URL parser for scheme and host, and looks at nothing else."""

    def judge(raw: Any, host: str) -> Rejection | None:
        try:
            return None if host_of(raw) == host else Rejection("OFF_HOST", "another host")
        except (ValueError, TypeError, httpx.InvalidURL):
            return Rejection("MALFORMED", "no URL")

    return faulty(judge_candidate=judge)


def by_urllib(raw: str) -> str | None:
    parts = urlsplit(raw)
    return parts.hostname if parts.scheme == "https" else None


def by_httpx(raw: str) -> str | None:
    url = httpx.URL(raw)
    return url.host if url.scheme == "https" else None


def by_whatwg(raw: str) -> str | None:
    url = ada_url.URL(raw)
    return url.hostname if url.protocol == "https:" else None


@mutant("URL-03", reason=OPENED, collateral="URL BROK")
def asks_urllib_for_scheme_and_host() -> Host:
    return parsing(by_urllib)


@mutant("URL-04", reason=OPENED, collateral="URL BROK")
def asks_httpx_for_scheme_and_host() -> Host:
    return parsing(by_httpx)


@mutant("URL-05", reason=OPENED, collateral="URL BROK")
def asks_a_browsers_parser_for_scheme_and_host() -> Host:
    return parsing(by_whatwg)
