"""The adapters of the pinned release, as its routing file publishes them, and which of them may be used at all."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from ..decision import NO_ADAPTER, SOURCE_FETCH_GAP, Rejection
from ..routes import canonical_host
from .services import SERVICES

QUERY, LIMIT = "{query}", "{limit}"
ENCODINGS = ("url_component_utf8", "url_path_segment_utf8")
FIXED = {
    "method": "GET", "authentication": "none", "redirect_policy": "same_host_only",
    "target_source_policy": "same_as_provider",
}  # fmt: skip
"""What this host can do, and nothing else (DIRECT-03, DIRECT-10, MODE-03)."""

CATEGORY = re.compile(r"\bcat:([\w.-]+) AND ")


@dataclass(frozen=True)
class Adapter:
    """One published adapter.

    ``template`` is a URL with the blanks ``{query}`` and ``{limit}``, ``host`` the only host that may be contacted,
    ``accepted`` the media types of an answer, ``keys`` the kinds of dedupe key in order of preference.
    """

    adapter_id: str
    source_id: str
    template: str
    host: str
    accepted: tuple[str, ...]
    parser: str
    default_limit: int
    maximum_limit: int
    keys: tuple[str, ...]

    @property
    def category(self) -> str | None:
        """The arXiv category that the template fixes."""
        found = CATEGORY.search(unquote(self.template))
        return found[1] if found else None

    @property
    def beside_query(self) -> tuple[str, str]:
        """What the template fixes before and behind the topic, within the same component of the URL; decoded."""
        before, _, behind = self.template.partition(QUERY)
        return unquote(re.split(r"[/?&=]", before)[-1]), unquote(re.split(r"[/?&#]", behind)[0])


def adapters_in(routing: Mapping[str, Any]) -> Mapping[str, Adapter | Rejection]:
    """The published adapters by the source they search; a Rejection is why this one may not be used (DIRECT-01)."""
    listed = routing.get("adapters")
    found = dict[str, Adapter | Rejection]()
    for entry in listed if isinstance(listed, list) else []:
        if isinstance(entry, dict) and isinstance(entry.get("source_id"), str):
            found.setdefault(entry["source_id"], adapter_in(entry))
    return found


def adapter_in(entry: Mapping[str, Any]) -> Adapter | Rejection:
    """The adapter of one entry. One that is not marked searchable is none; one that this host cannot use is a gap."""
    name = str(entry.get("adapter_id"))[:100]
    if entry.get("status") != "searchable":
        return Rejection(NO_ADAPTER, f"the adapter {name} is not marked searchable")
    fault = entry_fault(entry)
    if fault:
        return Rejection(SOURCE_FETCH_GAP, f"the adapter {name} cannot be used: {fault}")
    return Adapter(
        adapter_id=entry["adapter_id"],
        source_id=entry["source_id"],
        template=entry["endpoint_template"],
        host=entry["allowed_hosts"][0],
        accepted=tuple(each.lower() for each in entry["accepted_content_types"]),
        parser=entry["parser"],
        default_limit=entry["default_limit"],
        maximum_limit=entry["maximum_limit"],
        keys=tuple(entry["dedupe_key_order"]),
    )


def entry_fault(entry: Mapping[str, Any]) -> str | None:
    """What keeps this host from using a searchable adapter."""
    for name in ("adapter_id", "endpoint_template", "parser"):
        if not isinstance(entry.get(name), str):
            return f"its {name} is no text"
    for name in ("allowed_hosts", "accepted_content_types", "dedupe_key_order"):
        value = entry.get(name)
        if not isinstance(value, list) or not value or not all(isinstance(each, str) for each in value):
            return f"its {name} is no list of texts"
    for name, known in FIXED.items():
        if entry.get(name) != known:
            return f"its {name} is {str(entry.get(name))[:60]!r}, not {known!r}"
    if entry["parser"] not in SERVICES:
        return f"its parser {entry['parser'][:60]!r} is not known here"
    default, maximum = entry.get("default_limit"), entry.get("maximum_limit")
    if type(default) is not int or type(maximum) is not int or not 1 <= default <= maximum:
        return f"its limits {str(default)[:20]} and {str(maximum)[:20]} are no bounds"
    return template_fault(entry["endpoint_template"], entry["allowed_hosts"], entry.get("query_encoding"))


def template_fault(template: str, hosts: list[str], encoding: Any) -> str | None:
    """What is wrong with a template: its blanks, where it leads, or how the topic is to be encoded."""
    if any(template.count(blank) != 1 for blank in (QUERY, LIMIT)):
        return f"its template does not have {QUERY} and {LIMIT} once each"
    host = canonical_host(template.replace(QUERY, "x").replace(LIMIT, "1"))
    if isinstance(host, Rejection):
        return f"its template is no safe URL: {host.detail}"
    if hosts != [host]:
        return f"its template leads to {host}, its allowed hosts are {', '.join(hosts)[:100]}"
    if encoding != ENCODINGS[QUERY in template.partition("?")[0]]:
        return f"its query_encoding is {str(encoding)[:60]!r}"
    return None
