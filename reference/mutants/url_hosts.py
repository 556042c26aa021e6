"""Hosts that compare a candidate's host carelessly (URL-02)."""

import re
import unicodedata
from urllib.parse import unquote

from ..host import Host
from .making import mutant
from .urls import OPENED, accepting, host_in, mending

HOST_ALONE = "URL BROK-10 BROK-04 BROK-08"


@mutant("URL-02", reason=OPENED, collateral=HOST_ALONE)
def accepts_the_parent_domain() -> Host:
    return accepting(lambda raw, host: host.endswith(f".{host_in(raw)}"))


@mutant("URL-02", reason=OPENED, collateral="BROK-10")
def accepts_subdomains() -> Host:
    return accepting(lambda raw, host: host_in(raw).endswith(f".{host}"))


@mutant("URL-02", reason=OPENED, collateral=HOST_ALONE)
def accepts_siblings() -> Host:
    """Compares the registrable domain alone."""
    return accepting(lambda raw, host: host_in(raw).split(".")[-2:] == host.split(".")[-2:])


@mutant("URL-02", reason=OPENED)
def compares_the_beginning_of_the_host() -> Host:
    return accepting(lambda raw, host: host_in(raw).startswith(f"{host}."))


@mutant("URL-02", reason=OPENED, collateral="URL BROK-10")
def compares_the_end_of_the_host() -> Host:
    return accepting(lambda raw, host: host_in(raw) != host and host_in(raw).endswith(host))


@mutant("URL-02", reason=OPENED, collateral="URL")
def compares_the_beginning_of_the_url() -> Host:
    return accepting(lambda raw, host: raw.startswith(f"https://{host}"))


@mutant("URL-02", reason=OPENED, collateral="URL BROK-10 REDIR")
def looks_for_the_host_anywhere_in_the_url() -> Host:
    return accepting(lambda raw, host: raw.startswith("https://") and host in raw)


@mutant("URL-02", reason=OPENED)
def drops_the_root_dot() -> Host:
    return mending(lambda url: re.sub(r"^(https://[^/?#@]+)\.(?=/)", r"\1", url))


@mutant("URL-02", reason=f"{OPENED} WRONG_STATUS")
def decodes_the_host() -> Host:
    return accepting(lambda raw, host: "%" in host_in(raw) and unquote(host_in(raw)) == host)


@mutant("URL-02", reason=OPENED)
def cuts_the_host_at_a_nul() -> Host:
    return mending(lambda url: url.partition("\0")[0])


@mutant("URL-02", reason=OPENED)
def mends_missing_slashes() -> Host:
    return mending(lambda url: re.sub("^https:/+", "https://", url))


@mutant("URL-02", reason=OPENED, turns="WARN")
def folds_compatible_characters_in_the_host() -> Host:
    return mending(lambda url: unicodedata.normalize("NFKC", url) if not host_in(url).isascii() else url)


@mutant("URL-02", reason=OPENED, turns="WARN", collateral="URL-08")
def strips_invisible_characters_from_the_host() -> Host:
    return mending(lambda url: re.sub("[\u200b\u00a0]", "", url))


@mutant("URL-02", reason=OPENED, turns="WARN")
def lowers_the_host_as_unicode_does() -> Host:
    """Lower-cases with ``str.lower``, for which the Kelvin sign is a k."""
    return mending(lambda url: url.replace(host_in(url), host_in(url).lower(), 1))


@mutant("URL-02", reason=OPENED, collateral="URL")
def takes_backslashes_for_slashes_everywhere() -> Host:
    return mending(lambda url: url.replace("\\", "/"))
