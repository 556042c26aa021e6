"""Hosts that take a wrong way to a source, or none (ROUTE-01 to ROUTE-08)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import candidates, report, routes
from ..decision import Rejection
from ..host import Host
from ..registry import Source
from ..routes import Route
from .making import Report, Retelling, Task, faulty, make_web, mutant, retelling_traces
from .opening import following_links

# ROUTE-01, ROUTE-04: who has a route


def routing(as_if: Callable[[Source], Source]) -> Host:
    """The exemplar that derives a source's route as if its record were another."""

    def route_of(source: Source) -> Route | Rejection:
        found = routes.route_of(as_if(source))
        return replace(found, source=source) if isinstance(found, Route) else found

    return faulty(route_of=route_of)


@mutant("ROUTE-01", reason="WRONG_STATUS", collateral="ROUTE-04")
def searches_a_source_without_the_discovery_role() -> Host:
    return routing(lambda source: replace(source, access_roles=("discovery",)))


@mutant("ROUTE-01", reason="WRONG_STATUS SOURCE_NOT_REPORTED", collateral="ALL")
def asks_for_a_role_that_nobody_requires() -> Host:
    """Searches sources with the role "api" alone."""

    def route_of(source: Source) -> Route | Rejection:
        if "api" not in source.access_roles:
            return Rejection("NO_CANONICAL_SEARCH_ROUTE", f"{source.id} has no interface")
        return routes.route_of(source)

    return faulty(route_of=route_of)


@mutant("ROUTE-04", reason="WRONG_STATUS")
def searches_an_inactive_source() -> Host:
    return routing(lambda source: replace(source, status="active"))


class Forgetful(Host):
    """The exemplar that says nothing of sources without a route."""

    def run(self, task: Task, tools: Any = None) -> Report:
        told = super().run(task, tools)
        lost = {each["source_id"] for each in told["selected_sources"] if each["status"] == "NO_CANONICAL_SEARCH_ROUTE"}
        for part, key in (("selected_sources", "source_id"), ("gaps", "source_id"), ("traces", "target_source_id")):
            told[part] = [each for each in told[part] if each[key] not in lost]
        return told


@mutant("ROUTE-04", reason="SOURCE_NOT_REPORTED NO_TRACE", collateral="ROUTE-01 ROUTE-05")
def drops_a_source_without_a_route() -> Host:
    return Forgetful(make_web())


@mutant("ROUTE-04", reason="WRONG_STATUS", collateral="ROUTE-01 ROUTE-05 ROUTE-07")
def calls_a_missing_route_no_results() -> Host:
    return retelling_status("NO_CANONICAL_SEARCH_ROUTE", "NO_RESULTS")


def retelling_status(status: str, other: str) -> Host:
    """The exemplar that calls one status by the name of another, in traces, sources and gaps alike."""

    def tell(told: Report) -> None:
        for each in (*told["traces"], *told["selected_sources"], *told["gaps"]):
            each["status"] = other if each["status"] == status else each["status"]
        told["gaps"] = [each for each in told["gaps"] if each["status"] != "NO_RESULTS"]

    return Retelling(tell)


@mutant("ROUTE-04", reason="CLAIMS_WITHOUT_SEARCH", turns="WARN")
def claims_a_count_for_a_source_it_did_not_search() -> Host:
    return retelling_traces(
        lambda trace: {"broker_result_count": 0} if trace["status"] == "NO_CANONICAL_SEARCH_ROUTE" else None
    )


# ROUTE-02, ROUTE-03: the domain and the host


def filtering(domains: Callable[[str], tuple[str, ...]]) -> Host:
    """The exemplar that filters its searches on other domains than the route's host."""
    return faulty(domains_for=lambda route: domains(route.host))


@mutant("ROUTE-02", reason="FILTER_NOT_EXACT", collateral="ALL")
def searches_the_parent_domain() -> Host:
    return filtering(lambda host: (host.partition(".")[2] if host.count(".") > 1 else host,))


@mutant("ROUTE-02", reason="FILTER_NOT_EXACT", collateral="ALL")
def searches_the_parent_domain_as_well() -> Host:
    return filtering(lambda host: (host, host.partition(".")[2]))


@mutant("ROUTE-02", reason="FILTER_NOT_EXACT", collateral="ALL")
def takes_www_for_no_part_of_a_host() -> Host:
    return filtering(lambda host: (host.removeprefix("www."),))


@mutant("ROUTE-02", reason="FILTER_NOT_EXACT", collateral="ALL")
def searches_a_domain_with_a_path() -> Host:
    """Filters on the canonical URL rather than on its host."""
    return faulty(domains_for=lambda route: (route.source.canonical_url.removeprefix("https://").rstrip("/"),))


@mutant("ROUTE-02", reason="FILTER_NOT_EXACT", collateral="ALL")
def searches_any_subdomain() -> Host:
    return filtering(lambda host: (f"*.{host}",))


@mutant("ROUTE-03", reason="FORBIDDEN_URL_REQUESTED", collateral="URL-10")
def opens_the_full_text_that_a_page_links_to() -> Host:
    """Opens a page's links when the full text is wanted, wherever they lead."""
    return following_links(lambda answer, task: task["evidence"] == "fulltext")


# ROUTE-05: unsafe canonical URLs


def forgiving(mend: Callable[[str], str]) -> Host:
    """The exemplar that judges a canonical URL after it has mended it."""
    return routing(lambda source: replace(source, canonical_url=mend(source.canonical_url)))


@mutant("ROUTE-05", reason="WRONG_STATUS")
def reads_http_as_https() -> Host:
    return forgiving(lambda url: url.replace("http://", "https://", 1))


@mutant("ROUTE-05", reason="WRONG_STATUS", turns="WARN")
def drops_the_port_of_a_canonical_url() -> Host:
    return forgiving(lambda url: url.replace(":8443", "").replace(":443", ""))


@mutant("ROUTE-05", reason="WRONG_STATUS", turns="WARN")
def drops_the_user_of_a_canonical_url() -> Host:
    return forgiving(lambda url: f"https://{url.rpartition('@')[2]}" if "@" in url else url)


@mutant("ROUTE-05", reason="WRONG_STATUS", turns="WARN")
def drops_the_fragment_of_a_canonical_url() -> Host:
    return forgiving(lambda url: url.partition("#")[0])


def by_host(is_host: Callable[[str], bool]) -> Host:
    """The exemplar that takes a canonical URL's host by another rule."""

    def route_of(source: Source) -> Route | Rejection:
        found = routes.route_of(source)
        if isinstance(found, Route) or not source.active or "discovery" not in source.access_roles:
            return found
        host = source.canonical_url.removeprefix("https://").partition("/")[0].lower()
        return Route(source, host) if source.canonical_url.startswith("https://") and is_host(host) else found

    return faulty(route_of=route_of)


@mutant("ROUTE-05", reason="WRONG_STATUS", turns="WARN")
def routes_to_an_ipv4_address() -> Host:
    return by_host(lambda host: host.replace(".", "").isdigit() and "." in host)


@mutant("ROUTE-05", reason="WRONG_STATUS", turns="WARN")
def routes_to_an_address_in_another_notation() -> Host:
    """Refuses dotted IPv4 addresses, and lets pass whatever else stands for one."""
    return by_host(lambda host: host.isdigit() or host.startswith("0x"))


@mutant("ROUTE-05", reason="WRONG_STATUS", turns="WARN")
def routes_to_an_ipv6_address() -> Host:
    return by_host(lambda host: host.startswith("["))


@mutant("ROUTE-05", reason="WRONG_STATUS", turns="WARN")
def routes_to_a_single_label() -> Host:
    return by_host(lambda host: host.isalpha() and host != "localhost")


@mutant("ROUTE-05", reason="WRONG_STATUS", turns="WARN")
def routes_to_names_of_the_local_network() -> Host:
    return by_host(lambda host: host.endswith((".local", ".internal", ".lan")))


@mutant("ROUTE-05", reason="WRONG_STATUS", turns="WARN")
def routes_to_this_machine() -> Host:
    return by_host(lambda host: host.endswith("localhost"))


@mutant("ROUTE-05", reason="WRONG_STATUS", turns="WARN")
def routes_to_a_malformed_host() -> Host:
    return by_host(lambda host: ".." in host or "_" in host or "-." in host)


# ROUTE-06 to ROUTE-08: path, names, all sources


@mutant("ROUTE-06", reason="NOT_OPENED WRONG_STATUS", collateral="ALL")
def opens_pages_under_the_canonical_path_alone() -> Host:
    class Narrow(Host):
        def _allowed(self, route: Route, *rest: Any) -> Any:
            allowed, rejected = super()._allowed(route, *rest)
            path = route.source.canonical_url.rstrip("/")
            refused = [each for each in allowed if not each.startswith(f"{path}/")]
            rejected += [report.Rejected(route.source.id, each, "OFF_HOST", "not under its path") for each in refused]
            return [each for each in allowed if each not in refused], rejected

    return Narrow(make_web())


@mutant("ROUTE-06", reason="NOT_OPENED WRONG_STATUS", collateral="ALL")
def opens_addresses_that_look_like_articles_alone() -> Host:
    def judge(raw: Any, host: str) -> Rejection | None:
        fault = candidates.judge_candidate(raw, host)
        looks_right = any(part in str(raw) for part in ("/article", "/doi/", "/abs/", "/art/", "pii/"))
        return fault or (None if looks_right and "/api/" not in raw else Rejection("MALFORMED", "no article's address"))

    return faulty(judge_candidate=judge)


def retelling_routes(field: str, value: Callable[[dict[str, Any]], str | None]) -> Host:
    return retelling_traces(lambda trace: {field: value(trace)} if trace["broker_query"] else None)


@mutant("ROUTE-07", reason="ROUTE_NOT_NAMED", turns="WARN")
def names_the_route_by_its_domain() -> Host:
    return retelling_routes("source_route_id", lambda trace: f"site:{trace['broker_domains'][0]}")


@mutant("ROUTE-07", reason="ROUTE_NOT_NAMED", turns="WARN")
def names_the_broker_as_provider() -> Host:
    return retelling_routes("provider_source_id", lambda trace: trace["broker_id"])


@mutant("ROUTE-07", reason="ROUTE_NOT_NAMED", turns="WARN")
def names_an_adapter_that_it_did_not_use() -> Host:
    return retelling_routes("adapter_id", lambda trace: f"{trace['target_source_id']}-adapter")


@mutant("ROUTE-07", reason="ROUTE_NOT_NAMED", turns="WARN")
def names_the_route_of_the_first_source_on_a_host() -> Host:
    def tell(told: Report) -> None:
        first: dict[str, str] = {}
        for trace in told["traces"]:
            if trace["broker_domains"]:
                trace["source_route_id"] = first.setdefault(trace["broker_domains"][0], trace["source_route_id"])

    return Retelling(tell)


@mutant("ROUTE-08", reason="NOT_SEARCHED", collateral="ALL")
def knows_the_publishers_it_was_built_for() -> Host:
    """Has code for a few publishers, and none for the others."""
    built_for = ("plos.org", "frontiersin.org", "royalsocietypublishing.org", "sciencedirect.com", "arxiv.org")

    def route_of(source: Source) -> Route | Rejection:
        found = routes.route_of(source)
        if isinstance(found, Route) and not found.host.endswith(built_for):
            return Rejection("NO_CANONICAL_SEARCH_ROUTE", f"there is no code for {found.host}")
        return found

    return faulty(route_of=route_of)
