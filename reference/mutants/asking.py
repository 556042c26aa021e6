"""Hosts that ask the broker wrongly (BROK-01 to BROK-03, BROK-09, BROK-12, BROK-13)."""

import json
import unicodedata
from collections.abc import Callable
from typing import Any

from .. import broker
from ..broker import Search
from ..host import Host
from ..names import ACRONYM, PROGRAMME
from .making import Detouring, Errand, Reply, Report, Task, faulty, make_web, mutant, retelling_traces

# BROK-01: the query


def naming(spell: Callable[[str], str]) -> Host:
    """The exemplar that spells the registered name otherwise in its query."""
    return faulty(query_for=lambda topic, name: broker.query_for(topic, spell(name)))


@mutant("BROK-01", reason="NAME_NOT_IN_QUERY", collateral="ALL")
def leaves_the_name_out_of_the_query() -> Host:
    return faulty(query_for=lambda topic, name: topic)


@mutant("BROK-01", reason="NAME_NOT_IN_QUERY", collateral="ALL")
def asks_for_the_name_in_lower_case() -> Host:
    return naming(str.lower)


@mutant("BROK-01", reason="NAME_NOT_IN_QUERY")
def asks_for_the_name_without_its_annotation() -> Host:
    return naming(lambda name: ACRONYM.sub("", PROGRAMME.sub("", name)))


@mutant("BROK-01", reason="NAME_NOT_IN_QUERY")
def asks_for_the_name_in_ascii() -> Host:
    return naming(lambda name: unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode())


@mutant("BROK-01", reason="NAME_NOT_IN_QUERY")
def asks_for_the_name_in_compatible_characters() -> Host:
    return naming(lambda name: unicodedata.normalize("NFKC", name))


@mutant("BROK-01", reason="NAME_NOT_IN_QUERY", collateral="ALL")
def asks_for_the_id_in_place_of_the_name() -> Host:
    return naming(lambda name: name.casefold().replace(" ", "-"))


@mutant("BROK-01", reason="NAME_NOT_IN_QUERY", collateral="ALL")
def quotes_each_word_of_the_name() -> Host:
    return naming(lambda name: '" "'.join(name.split()))


@mutant("BROK-01", reason="TOPIC_NOT_IN_QUERY")
def leaves_the_topic_out_of_the_query() -> Host:
    return faulty(query_for=lambda topic, name: f'"{name}"')


@mutant("BROK-01", reason="TOPIC_NOT_IN_QUERY")
def asks_for_the_first_word_of_the_topic() -> Host:
    return faulty(query_for=lambda topic, name: broker.query_for(topic.split()[0], name))


# BROK-02, BROK-03: the filter


@mutant("BROK-02", reason="FILTER_NOT_EXACT", collateral="ALL")
def collects_domains_from_source_to_source() -> Host:
    """Adds each source's host to the filter of the sources before it."""
    hosts: list[str] = []

    def domains_for(route: Any) -> tuple[str, ...]:
        hosts.append(route.host)
        return tuple(dict.fromkeys(hosts))

    class Collecting(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            hosts.clear()
            return super().run(task, tools)

    return Collecting(make_web(), faulty(domains_for=domains_for)._rules)


@mutant("BROK-02", reason="FILTER_NOT_EXACT", collateral="ALL")
def filters_by_an_operator_in_the_query() -> Host:
    """Puts ``site:`` into the query and leaves the tool's own filter empty."""

    def search(web: Any, url: str, query: str, domains: tuple[str, ...], **rest: Any) -> Search:
        return broker.search(web, url, f"{query} site:{domains[0]}", (), **rest)

    return faulty(search=search)


@mutant("BROK-02", reason="FILTER_NOT_EXACT", collateral="ALL")
def adds_the_doi_resolver_to_the_filter() -> Host:
    return faulty(domains_for=lambda route: (route.host, "doi.org"))


@mutant("BROK-02", reason="FILTER_NOT_EXACT", collateral="ALL")
def filters_on_the_host_in_capitals() -> Host:
    return faulty(domains_for=lambda route: (route.host.upper(),))


def searching_again(when: Callable[[Search], bool], domains: Callable[[tuple[str, ...]], tuple[str, ...]]) -> Host:
    """The exemplar that searches once more, with another filter, when its search came to this."""

    def search(web: Any, url: str, query: str, asked: tuple[str, ...], **rest: Any) -> Search:
        found = broker.search(web, url, query, asked, **rest)
        return broker.search(web, url, query, domains(asked), **rest) if when(found) else found

    return faulty(search=search)


@mutant("BROK-03", reason="WRONG_STATUS UNRESTRICTED_SEARCH", collateral="ALL")
def searches_the_whole_web_where_it_found_nothing() -> Host:
    return searching_again(lambda found: not found.gap and not found.candidates, lambda _: ())


@mutant("BROK-03", reason="WRONG_STATUS UNRESTRICTED_SEARCH", collateral="ALL")
def searches_the_whole_web_where_the_broker_failed() -> Host:
    return searching_again(lambda found: found.gap is not None, lambda _: ())


@mutant("BROK-03", reason="UNRESTRICTED_SEARCH", collateral="ALL")
def asks_for_suggestions_without_a_filter() -> Host:
    """Puts the topic to the broker alone before it searches, to improve the query."""

    def search(web: Any, url: str, query: str, domains: tuple[str, ...], **rest: Any) -> Search:
        broker.search(web, url, query.partition('"')[0].strip(), (), **rest)
        return broker.search(web, url, query, domains, **rest)

    return faulty(search=search)


@mutant("BROK-03", reason="FILTER_NOT_EXACT", collateral="ALL")
def widens_the_filter_where_it_found_nothing() -> Host:
    return searching_again(
        lambda found: not found.gap and not found.candidates, lambda asked: (asked[0].partition(".")[2],)
    )


@mutant("BROK-03", reason="UNRESTRICTED_SEARCH WRONG_STATUS", collateral="ALL")
def searches_the_whole_web_secretly() -> Host:
    """Where it finds nothing it looks around without a filter, and reports the empty search."""

    def search(web: Any, url: str, query: str, domains: tuple[str, ...], **rest: Any) -> Search:
        found = broker.search(web, url, query, domains, **rest)
        if not found.candidates:
            broker.search(web, url, query, (), **rest)
        return found

    return faulty(search=search)


# BROK-09: a tool without a filter


@mutant("BROK-09", reason="UNRESTRICTED_SEARCH WRONG_STATUS", collateral="REPORT-05")
def searches_with_a_tool_that_cannot_filter() -> Host:
    return faulty(tool_fault=lambda tool: None if tool and tool.get("url") else "there is no search broker")


@mutant("BROK-09", reason="UNRESTRICTED_SEARCH", collateral="REPORT-05")
def filters_by_itself_what_the_tool_cannot() -> Host:
    """Searches without a filter all the same, to sort the results by itself."""

    class Both(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            tool = task["tools"]["web_search"]
            if tool and not tool["domain_filter"]:
                broker.search(self._web, tool["url"], task["topic"], (), most=10, seconds=5)
            return told

    return Both(make_web())


# BROK-12: steering


@mutant("BROK-12", reason="OPERATOR_IN_QUERY", turns="WARN")
def sends_the_topic_as_it_is() -> Host:
    return faulty(neutral_topic=str)


@mutant("BROK-12", reason="OPERATOR_IN_QUERY", turns="WARN")
def takes_out_quotes_and_no_operators() -> Host:
    return faulty(neutral_topic=lambda topic: topic.replace('"', " "))


@mutant("BROK-12", reason="FILTER_NOT_EXACT NOT_SEARCHED")
def writes_its_request_by_hand() -> Host:
    """Puts the topic into the JSON as it is, so that a quote in it ends the query and begins another filter."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        sent = rest.get("json")
        if isinstance(sent, dict) and '", ' in str(errand.task.get("topic")):
            text = f'{{"domains": {json.dumps(sent["domains"])}, "query": "{errand.task["topic"]}", "max_results": 10}}'
            rest["json"] = json.loads(text)
        return errand.ask(method, url, **rest)

    return Detouring(detour)


@mutant("BROK-12", reason="FILTER_NOT_EXACT NOT_SEARCHED")
def obeys_a_site_operator_in_the_topic() -> Host:
    """Takes ``site:`` in the topic for the user's own choice of domain."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        sent, topic = rest.get("json"), str(errand.task.get("topic"))
        if isinstance(sent, dict) and "site:" in topic:
            rest["json"] = {**sent, "domains": [*sent["domains"], topic.partition("site:")[2].split()[0]]}
        return errand.ask(method, url, **rest)

    return Detouring(detour)


# BROK-13: its name


@mutant("BROK-13", reason="BROKER_NOT_AS_DECLARED", collateral="ALL")
def names_the_search_engine_behind_the_tool() -> Host:
    return retelling_traces(lambda trace: {"broker_id": "a-search-engine"} if trace["broker_id"] else None)


@mutant("BROK-13", reason="BROKER_NOT_AS_DECLARED", collateral="ALL")
def calls_the_operation_search() -> Host:
    return retelling_traces(lambda trace: {"broker_operation": "search"} if trace["broker_operation"] else None)


@mutant("BROK-13", reason="BROKER_NOT_AS_DECLARED", collateral="ALL")
def names_no_broker_where_it_found_nothing() -> Host:
    return retelling_traces(
        lambda trace: {"broker_id": None, "broker_operation": None} if trace["status"] == "NO_RESULTS" else None
    )
