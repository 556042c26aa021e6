"""Then: how direct adapters were asked, and what is reported of the modes and their adapters."""

import re
from collections.abc import Mapping
from typing import Any

from pytest_bdd import parsers, then

from oa_conformance.steps.audit import adapters as audit
from oa_conformance.steps.audit.trace import named
from oa_conformance.steps.definitions.trace import first
from oa_conformance.steps.definitions.wire import refuse
from oa_conformance.steps.observation import Request
from oa_conformance.steps.scene import Scene
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.adapter_answers import Hit
from oa_conformance.steps.world.adapters import adapters_of

SOURCE = r'"(?P<source_id>[^"]+)"'
MODE = "registry_brokered|registry_closed|direct_only"
ARXIV, PACE = "export.arxiv.org", 3.0
VERSION = re.compile(r"(?<=\d)v\d+$")
OF_MODE = {
    "NO_SEARCH_ADAPTER": audit.STRICT,
    "SOURCE_FETCH_GAP": audit.STRICT,
    "SEARCH_BROKER_GAP": ("registry_brokered",),
}

# requests


@then(parsers.re(f"the request for {SOURCE} keeps to the published template"))
def keeps_template(scene: Scene, source_id: str) -> None:
    asked(scene, source_id)
    first(audit.template_kept(scene.run, scene.world.adapter(source_id)))


@then(parsers.re(f"every request for {SOURCE} keeps to the published template"))
def requests_keep_template(scene: Scene, source_id: str) -> None:
    """As above, for a host that may have left the source alone."""
    first(audit.template_kept(scene.run, scene.world.adapter(source_id)))


@then(parsers.re(f"the request for {SOURCE} carries the topic whole"))
def carries_topic(scene: Scene, source_id: str) -> None:
    asked(scene, source_id)
    first(audit.topic_whole(scene.run, scene.world.adapter(source_id), scene.topic))


@then(parsers.re(f"the request for {SOURCE} keeps to the maximum"))
def keeps_maximum(scene: Scene, source_id: str) -> None:
    asked(scene, source_id)
    first(audit.limit_kept(scene.run, scene.world.adapter(source_id)))


@then(parsers.re(rf"the request for {SOURCE} has the limit (?P<limit>\d+)"))
def has_limit(scene: Scene, source_id: str, limit: str) -> None:
    adapter = scene.world.adapter(source_id)
    for call in asked(scene, source_id):
        found = adapter.asked(call.url)
        if found is None or found.limit != limit:
            raise Finding("LIMIT_NOT_DEFAULT", f"the limit {limit}", call.url, [call.n])


@then(parsers.re(f"the fixed clause for {SOURCE} still binds"))
def clause_binds(scene: Scene, source_id: str) -> None:
    first(audit.binding(scene.run, scene.world.adapter(source_id)))


@then(parsers.re(f"the adapter of {SOURCE} is asked once"))
def adapter_asked_once(scene: Scene, source_id: str) -> None:
    refuse("ASKED_AGAIN", f"one request for {source_id}", asked(scene, source_id)[1:])


@then(parsers.re(f"the adapter of {SOURCE} is not asked"))
def adapter_not_asked(scene: Scene, source_id: str) -> None:
    calls = audit.calls_of(scene.run, scene.world.adapter(source_id))
    refuse("FORBIDDEN_ADAPTER_ASKED", f"no request to the adapter of {source_id}", calls)


@then("no adapter is asked before the broker was asked about its source")
def broker_first(scene: Scene) -> None:
    """A secondary check follows its source's search (DIRECT-12)."""
    run = scene.run
    for source_id, adapter in adapters_of(scene.world.base.routing).items():
        record = run.release.sources.get(source_id)
        name = record["name"] if record else None
        searched = [each.n for each in run.searches if name and name in str(each.asked.get("query"))]
        calls = audit.calls_of(run, adapter)
        early = [each for each in calls if each.n < min(searched, default=each.n + 1)]
        refuse("ADAPTER_ASKED_FIRST", f"a search for {source_id} before its adapter", early)


@then("no broker is asked")
def no_broker(scene: Scene) -> None:
    refuse("BROKER_ASKED", "no search by any broker", scene.run.searches)


@then("no page is opened")
def no_page(scene: Scene) -> None:
    refuse("RETURNED_LINK_OPENED", "no request beyond the adapters' own", scene.run.opens)


@then("requests to arXiv keep three seconds apart")
def arxiv_paced(scene: Scene) -> None:
    first(audit.paced(scene.run, ARXIV, PACE))


@then("no page or adapter gets credentials")
def no_credentials(scene: Scene) -> None:
    bad = [each for each in scene.run.elsewhere if any(audit.CREDENTIAL.search(name) for name in each.headers)]
    refuse("CREDENTIALS_SENT", "no credentials on requests for pages and adapters", bad)


def asked(scene: Scene, source_id: str) -> list[Request]:
    """Requests to the source's adapter. Raises Finding if there is none."""
    adapter = scene.world.adapter(source_id)
    calls = audit.calls_of(scene.run, adapter)
    if not calls:
        others = "; ".join(each.line() for each in scene.run.adapter_calls[:5]) or "no request to any adapter"
        raise Finding("ADAPTER_NOT_ASKED", f"a request on {adapter.template}", others)
    return calls


# modes


@then(parsers.re(f"the report and its traces carry the mode (?P<mode>{MODE})"))
def carry_mode(scene: Scene, mode: str) -> None:
    """In the default mode a secondary check may have a trace of its own, in the mode registry_closed (T-10)."""
    report = scene.run.report
    if report["mode"] != mode:
        raise Finding("OTHER_MODE", f"the mode {mode} in the report", repr(report["mode"]))
    for trace in scene.run.traces():
        if trace["mode"] != mode and not (mode == "registry_brokered" and secondary(scene, trace)):
            raise Finding("OTHER_MODE", f"the mode {mode} in {named(trace)}", trace["mode"])


def secondary(scene: Scene, trace: Mapping[str, Any]) -> bool:
    """Whether this is the trace of a check beside a brokered attempt of the same source."""
    beside = scene.run.traces(trace["target_source_id"])
    return trace["mode"] == "registry_closed" and any(each["mode"] == "registry_brokered" for each in beside)


@then("the report and its traces carry a strict mode")
def carry_strict_mode(scene: Scene) -> None:
    mode = scene.run.report["mode"]
    if mode not in audit.STRICT:
        raise Finding("OTHER_MODE", "the mode registry_closed or direct_only in the report", repr(mode))
    carry_mode(scene, mode)


@then("every status fits the mode of its trace")
def statuses_fit(scene: Scene) -> None:
    for trace in scene.run.traces():
        modes = OF_MODE.get(trace["status"], (trace["mode"],))
        if trace["mode"] not in modes:
            raise Finding("STATUS_OF_ANOTHER_MODE", f"{trace['status']} on traces of {modes} alone", named(trace))


# traces and items


@then("the traces repeat the adapter calls of the wire")
def repeat_calls(scene: Scene) -> None:
    first(audit.adapter_fields(scene.run))
    first(audit.counts(scene.run))


@then("the traces have nothing of a broker")
def nothing_of_broker(scene: Scene) -> None:
    first(audit.without_broker(scene.run))


@then(parsers.re(f"the trace of {SOURCE} claims nothing"))
def trace_claims_nothing(scene: Scene, source_id: str) -> None:
    if not audit.strict_traces(scene.run, source_id):
        raise Finding("NO_TRACE", f'a trace of "{source_id}" in a strict mode', "none")
    first(audit.claims_nothing(scene.run, source_id))


@then(parsers.re(rf"the trace of {SOURCE} counts (?P<count>\d+) results?"))
def trace_counts(scene: Scene, source_id: str, count: str) -> None:
    found = [each["broker_result_count"] for each in audit.strict_traces(scene.run, source_id)]
    if found != [int(count)]:
        raise Finding("COUNT_NOT_REPORTED", f'one trace of "{source_id}" with the count {count}', f"{found}")


@then(parsers.re(f"{SOURCE} is provider and target of its trace"))
def provider_is_target(scene: Scene, source_id: str) -> None:
    pairs = {(each["provider_source_id"], each["target_source_id"]) for each in scene.run.traces(source_id)}
    if pairs != {(source_id, source_id)}:
        raise Finding("PROVIDER_NOT_TARGET", f'"{source_id}" as provider and as target', f"{sorted(pairs)}")


@then(parsers.re(f"the records? of {SOURCE} (?:is|are) reported"))
def records_reported(scene: Scene, source_id: str) -> None:
    """Every record that the service found last is among the items, by its title or, where it has none, its number."""
    for each in scene.world.services[source_id].hits:
        if not items_of(scene, source_id, each):
            titles = [item["title"][:60] for item in scene.run.report["items"]]
            what = f"an item of {source_id} for {each.title!r} ({each.pmcid or each.doi})"
            raise Finding("NO_ITEM", what, f"{titles}")


@then(parsers.re(f"the records? of {SOURCE} (?:is|are) reported as metadata"))
def records_are_metadata(scene: Scene, source_id: str) -> None:
    records_reported(scene, source_id)
    first(audit.metadata_alone(scene.run, source_id))


@then(parsers.re(f"no item comes from {SOURCE}"))
def no_item_from(scene: Scene, source_id: str) -> None:
    if found := [item["title"] for item in scene.run.report["items"] if source_id in item["source_ids"]]:
        raise Finding("FORBIDDEN_ITEM", f"no item of {source_id}", f"{found}")


@then(parsers.re(rf"{SOURCE} has (?P<count>\d+) items?"))
def count_of_items(scene: Scene, source_id: str, count: str) -> None:
    found = [item["title"] for item in scene.run.report["items"] if source_id in item["source_ids"]]
    if len(found) != int(count):
        raise Finding("WRONG_COUNT_OF_ITEMS", f"{count} items of {source_id}", f"{len(found)}: {found}")


@then(parsers.re(f'an item of {SOURCE} is called "(?P<title>[^"]+)"'))
def item_is_called(scene: Scene, source_id: str, title: str) -> None:
    titles = [item["title"] for item in scene.run.report["items"] if source_id in item["source_ids"]]
    if title not in titles:
        raise Finding("NO_ITEM", f"an item of {source_id} with the title {title!r}", f"{titles}")


@then(parsers.re(f"the record of {SOURCE} is known by its (?P<kind>DOI|PMCID|PubMed id|own id)"))
def known_by(scene: Scene, source_id: str, kind: str) -> None:
    """Trace and item carry the key that comes first in the contract's order; only its kind and value count (T-7)."""
    (found,) = scene.world.services[source_id].hits
    value = {"DOI": found.doi, "PMCID": found.pmcid, "PubMed id": found.pmid, "own id": found.number}[kind] or ""
    keys = [each["dedupe_key"] for each in audit.strict_traces(scene.run, source_id)]
    keys += [each["dedupe_key"] for each in items_of(scene, source_id, found)]
    for key in keys or [None]:
        prefix, _, rest = str(key).casefold().partition(":")
        bare, wanted = VERSION.sub("", rest), value.casefold()
        if (prefix == "doi") != (kind == "DOI") or not bare.endswith(wanted.removeprefix("pmc")):
            raise Finding("OTHER_DEDUPE_KEY", f"the key of its {kind}, {value}", repr(key))
        if not rest.endswith(wanted):
            scene.advise(f"the key {key} of {source_id}: advised is {value}, complete and without a version (M-11)")


@then(parsers.re(f"of the record of {SOURCE} nothing is said about (?P<facts>[a-z_]+(?:(?:, | and )[a-z_]+)*)"))
def facts_unknown(scene: Scene, source_id: str, facts: str) -> None:
    for each in scene.world.services[source_id].hits:
        for item in items_of(scene, source_id, each):
            for name in facts.replace(" and ", ", ").split(", "):
                if item["facts"][name] is not None:
                    raise Finding("FACT_INVENTED", f"{name} null, for the record is silent", item["facts"][name])


def items_of(scene: Scene, source_id: str, found: Hit) -> list[Mapping[str, Any]]:
    """The items made of this record: told by the word in its title, or by its PMCID where a service gives no titles."""
    pmcid = (found.pmcid or "none").casefold()
    return [
        item
        for item in scene.run.report["items"]
        if source_id in item["source_ids"]
        and (found.word in item["title"] or item["dedupe_key"].casefold().endswith(pmcid.removeprefix("pmc")))
    ]
