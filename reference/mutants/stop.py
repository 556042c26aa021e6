"""Hosts that go on where they should stop, or stop badly (BOOT-13 to BOOT-17)."""

from collections.abc import Callable
from typing import Any

from .. import pinning, routes
from ..github import API, SNAPSHOT_REF
from ..host import Host
from ..pinning import INDEX_PATH, REGISTRY, ROUTING_SCHEMA
from ..registry import Source
from ..routes import Route
from ..transport import Answer
from .github_detours import PAGES, holding, is_ok, lax_about, names
from .making import Detouring, Errand, Reply, Report, Retelling, Task, faulty, mutant

GAP = "BOOTSTRAP_IDENTITY_GAP"

# BOOT-13: stopping


def retelling_stops(change: Callable[[Report], object]) -> Host:
    """The exemplar whose report of a bootstrap that does not hold is changed."""
    return Retelling(lambda report: change(report) if report["outcome"] == GAP else None)


@mutant("BOOT-13", reason="WRONG_OUTCOME", collateral="BOOT REPORT-04")
def says_searched_after_a_disagreement() -> Host:
    return retelling_stops(lambda report: report.update(outcome="SEARCHED"))


@mutant("BOOT-13", reason="WRONG_OUTCOME", collateral="BOOT REPORT-04")
def calls_a_disagreement_a_lack_of_coverage() -> Host:
    return retelling_stops(lambda report: report.update(outcome="REGISTRY_COVERAGE_GAP"))


@mutant("BOOT-13", reason="NO_REASON", collateral="BOOT-04 BOOT-08 BOOT-19")
def stops_without_a_reason() -> Host:
    return retelling_stops(lambda report: report.update(reason=""))


@mutant("BOOT-13", reason="WRONG_OUTCOME", collateral="BOOT REPORT-04")
def refuses_without_a_reason() -> Host:
    return retelling_stops(lambda report: report.update(outcome="REFUSED", reason=None))


@mutant("BOOT-13", reason="CLAIMS_WITHOUT_SEARCH")
def traces_a_search_that_it_stopped() -> Host:
    """Writes a trace for each source although nothing is proven."""
    fields = (
        "registry_release_id", "main_ref_commit_sha", "routing_sha256", "discovery_method", "broker_id",
        "broker_operation", "broker_query", "broker_result_count", "source_route_id", "adapter_id",
        "provider_source_id", "candidate_url", "candidate_identity_status", "request_url", "observed_url",
        "http_status", "content_type", "parser", "source_identity_verified", "original_record_observed",
        "evidence_class", "observed_at", "dedupe_key",
    )  # fmt: skip
    trace: Report = {
        **dict.fromkeys(fields), "mode": "registry_brokered", "broker_domains": [], "redirect_chain": [],
        "target_source_id": "frontiers-psychology", "status": "SEARCH_BROKER_GAP",
    }  # fmt: skip
    return retelling_stops(lambda report: report["traces"].append(dict(trace)))


class SearchesOn(Detouring):
    """Searches the broker for the topic once the bootstrap has failed."""

    domains: tuple[str, ...] = ("www.frontiersin.org",)

    def run(self, task: Task, tools: Any = None) -> Report:
        report = super().run(task, tools)
        if report["outcome"] == GAP:
            sent = {"query": task["topic"], "domains": list(self.domains), "max_results": 10}
            url = task["tools"]["web_search"]["url"]
            self._swerving.errand.ask("POST", url, accept="*/*", limit=1_000_000, seconds=5, json=sent)
        return report


@mutant("BOOT-13", reason="SEARCHED_ANYWAY", collateral="BOOT")
def searches_after_a_disagreement() -> Host:
    return SearchesOn(lambda errand, method, url, **rest: errand.ask(method, url, **rest))


# BOOT-14: other bytes


@mutant("BOOT-14", reason="READ_ELSEWHERE WRONG_STATUS", collateral="BOOT")
def reads_the_registry_of_main() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        if names(url, REGISTRY):
            found = errand.ask("GET", f"{API}/contents/{REGISTRY}?ref=main", **rest)
            if is_ok(found):
                return found
        return errand.ask(method, url, **rest)

    return Detouring(detour, **lax_about(REGISTRY))


@mutant("BOOT-14", reason="WRONG_STATUS", collateral="ROUTE-08 BOOT-21")
def knows_some_hosts_by_heart() -> Host:
    """Searches a few well-known journals on the hosts that it was built with."""
    known = {"frontiers-psychology": "www.frontiersin.org", "plos-biology": "journals.plos.org"}

    def route_of(source: Source) -> Any:
        found = routes.route_of(source)
        return Route(source, known[source.id]) if isinstance(found, Route) and source.id in known else found

    return faulty(route_of=route_of)


# BOOT-15: GitHub Pages


def by_pages(when: Callable[[Reply], bool], *, use: bool) -> Host:
    """The exemplar that asks GitHub Pages for a file when GitHub's answer is so, and may use what it gets."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if not url.startswith(f"{API}/contents/") or not when(reply):
            return reply
        path = url.removeprefix(f"{API}/contents/").partition("?")[0]
        found = errand.ask("GET", f"{PAGES}/{path}", **rest)
        usable = use and isinstance(found, Answer) and found.status == 200
        return holding(found.body, found.at) if usable and isinstance(found, Answer) else reply

    return Detouring(detour)


@mutant("BOOT-15", reason="WRONG_OUTCOME", collateral="BOOT")
def falls_back_on_pages() -> Host:
    return by_pages(lambda reply: not is_ok(reply), use=True)


@mutant("BOOT-15", reason="SEARCHED_ANYWAY FOREIGN_HOST_CONTACTED", collateral="BOOT")
def looks_at_pages_when_github_fails() -> Host:
    return by_pages(lambda reply: not is_ok(reply), use=False)


@mutant("BOOT-15", reason="SEARCHED_ANYWAY FOREIGN_HOST_CONTACTED", collateral="ALL")
def compares_every_file_with_pages() -> Host:
    return by_pages(is_ok, use=False)


# BOOT-16: agreement


@mutant("BOOT-16", reason="WRONG_OUTCOME", turns="WARN")
def does_not_compare_routing_manifest_and_index() -> Host:
    return faulty(agreement_fault=lambda *_: None)


@mutant("BOOT-16", reason="WRONG_OUTCOME", turns="WARN")
def compares_the_manifest_with_the_index_alone() -> Host:
    def agreement_fault(entry: Any, manifest: Any, _: Any) -> str | None:
        return next((key for key in pinning.AGREEING if entry.get(key) != manifest.get(key)), None)

    return faulty(agreement_fault=agreement_fault)


@mutant("BOOT-16", reason="WRONG_OUTCOME", turns="WARN")
def compares_the_routing_file_with_the_manifest_alone() -> Host:
    return faulty(agreement_fault=lambda _, manifest, routing: pinning.agreement_fault(manifest, manifest, routing))


@mutant("BOOT-16", reason="WRONG_OUTCOME", turns="WARN")
def compares_versions_and_no_counts() -> Host:
    def agreement_fault(entry: Any, manifest: Any, routing: Any) -> str | None:
        fault = pinning.agreement_fault(entry, manifest, routing)
        return fault if fault and "_count:" not in fault else None

    return faulty(agreement_fault=agreement_fault)


@mutant("BOOT-16", reason="WRONG_OUTCOME", turns="WARN")
def reads_a_routing_file_that_requires_other_files() -> Host:
    return faulty(required_set_fault=lambda *_: None)


@mutant("BOOT-16", reason="WRONG_OUTCOME")
def works_by_a_routing_file_of_any_version() -> Host:
    def agreement_fault(entry: Any, manifest: Any, routing: Any) -> str | None:
        routing.update(protocol_version=manifest.get("chatbot_search_protocol_version"))
        return pinning.agreement_fault(entry, manifest, routing)

    return faulty(contract_fault=lambda *_: None, agreement_fault=agreement_fault)


# BOOT-17: order


@mutant("BOOT-17", reason="SEARCHED_BEFORE_PINNED SEARCHED_ANYWAY", collateral="BOOT")
def searches_before_the_last_file_is_read() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        if names(url, ROUTING_SCHEMA):
            sent = {"query": errand.task["topic"], "domains": ["www.frontiersin.org"], "max_results": 10}
            errand.ask("POST", errand.task["tools"]["web_search"]["url"], **{**rest, "json": sent})
        return errand.ask(method, url, **rest)

    return Detouring(detour)


@mutant("BOOT-17", reason="SEARCHED_BEFORE_PINNED SEARCHED_ANYWAY", collateral="ALL")
def opens_a_page_to_warm_up() -> Host:
    """Opens the home page of a source before it asks GitHub for anything."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        if INDEX_PATH in url and SNAPSHOT_REF in url:
            errand.ask("GET", "https://www.frontiersin.org/", **rest)
        return errand.ask(method, url, **rest)

    return Detouring(detour)
