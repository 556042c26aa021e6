"""Whether every search on the wire is for a source: its one host in the filter, its name and the topic in the query."""

import re
from collections.abc import Iterator

from oa_conformance.steps.observation import Request, Run
from oa_conformance.steps.scene import canonical_host
from oa_conformance.steps.verdict.finding import Finding

STOP_WORDS = frozenset({"a", "after", "an", "and", "for", "from", "in", "of", "on", "the", "to", "with"})
PLAIN = re.compile(r"[A-Za-z0-9]+(?: [A-Za-z0-9]+)*")


def filtered(run: Run) -> Iterator[Finding]:
    """The filter of each search is the host of one source that was named or selected, and nothing else (BROK-02)."""
    hosts = {canonical_host(run.release.sources[each]) for each in spoken_of(run)}
    for call in run.searches:
        if not call.domains or len(call.domains) != 1 or str(call.domains[0]) not in hosts:
            right = f"one of {', '.join(sorted(hosts)) or 'no hosts, for no source was selected,'} alone in the filter"
            yield Finding("FILTER_NOT_EXACT", right, f"{call.domains}", [call.n])


def named(run: Run) -> Iterator[Finding]:
    """Each search asks for such a source on its host by its exact name, a repeated search like the first (BROK-01)."""
    for call in run.searches:
        here = [each for each in spoken_of(run) if call.domains == [canonical_host(run.release.sources[each])]]
        names = [str(run.release.sources[each]["name"]) for each in here]
        if here and not any(name in query(call) for name in names):
            right = f"a query with the name {' or '.join(map(repr, sorted(names)))}, intact"
            yield Finding("NAME_NOT_IN_QUERY", right, repr(query(call)), [call.n])


def topical(run: Run) -> Iterator[Finding]:
    """Of the searches for each source one has every word of the topic, as far as that is plain English (BROK-01).

    What a host searches beside it, in other words, is its own affair.
    """
    words = content_words(run.task["topic"] or "")
    first: dict[str, Request] = {}
    whole = set[str]()
    for call in run.searches:
        first.setdefault(str(call.domains), call)
        if words <= set(query(call).casefold().replace('"', " ").split()):
            whole.add(str(call.domains))
    for domains, call in first.items():
        if domains not in whole:
            yield Finding("TOPIC_NOT_IN_QUERY", f"the words {sorted(words)} in a query", repr(query(call)), [call.n])


def content_words(topic: str) -> set[str]:
    """The words that a query must have; none of a topic with signs in it, which a host may take out (BROK-12)."""
    return set(topic.casefold().split()) - STOP_WORDS if PLAIN.fullmatch(topic) else set()


def bounded(run: Run) -> Iterator[Finding]:
    """No search asks for more results of a source than the contract publishes (reading M-5)."""
    most = run.release.routing.get("brokered_discovery", {}).get("maximum_results_per_source")
    for call in run.searches:
        wanted = call.asked.get("max_results")
        if isinstance(wanted, int) and isinstance(most, int) and wanted > most:
            yield Finding("LIMIT_OUT_OF_BOUNDS", f"at most {most} results asked for", f"{wanted}", [call.n])


def query(call: Request) -> str:
    return str(call.asked.get("query"))


def spoken_of(run: Run) -> list[str]:
    """The registered sources that the task names or the report selects."""
    ids = [*(run.task["sources"] or ()), *(each["source_id"] for each in run.report["selected_sources"])]
    return [each for each in dict.fromkeys(ids) if each in run.release.sources]
