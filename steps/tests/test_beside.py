"""What holds in every example: a clause that is kept in its own examples and broken in another's is broken."""

import base64
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from oa_conformance.steps.audit.beside import RULES, beside
from oa_conformance.steps.audit.boundary import uncoded
from oa_conformance.steps.audit.prose import addresses
from oa_conformance.steps.audit.shape import check_report
from oa_conformance.steps.catalogue import shipped
from oa_conformance.steps.observation import Request, Run
from oa_conformance.steps.tests.nversion.test_reports import ALL, otherwise
from oa_conformance.steps.tests.nversion.told import FRONTIERS, WORLDS, told
from oa_conformance.steps.verdict.finding import Finding

Change = Callable[[Run], Run]


def telling(change: Callable[[dict[str, Any]], object]) -> Change:
    """The run whose report was told otherwise."""

    def changed(run: Run) -> Run:
        report = json.loads(json.dumps(run.report))
        change(report)
        return replace(run, report=report)

    return changed


def sending(which: Callable[[Request], bool], **parts: Any) -> Change:
    """The run in which the first such request was another one."""

    def changed(run: Run) -> Run:
        n = next(each.n for each in run.requests if which(each))
        return replace(
            run, requests=tuple(replace(each, **parts) if each.n == n else each for each in run.requests)
        )  # fmt: skip

    return changed


def asking(**parts: Any) -> Change:
    """The run in which the broker was asked otherwise once."""

    def changed(run: Run) -> Run:
        call = run.searches[0]
        return sending(lambda each: each.n == call.n, body=json.dumps({**call.asked, **parts}))(run)

    return changed


def also_asking(**parts: Any) -> Change:
    """The run in which the broker was asked once more, otherwise."""

    def changed(run: Run) -> Run:
        call = run.searches[-1]
        again = replace(call, n=max(each.n for each in run.requests) + 1, body=json.dumps({**call.asked, **parts}))
        return replace(run, requests=(*run.requests, again))

    return changed


def also_opening(url: str, **parts: Any) -> Change:
    def changed(run: Run) -> Run:
        page = run.opens[0]
        return replace(run, requests=(*run.requests, replace(page, n=9_999, url=url, answered_by="nothing", **parts)))

    return changed


def turning_the_page(run: Run) -> Run:
    """The run in which an adapter was asked for more than its template asks for."""
    call = run.adapter_calls[0]
    return sending(lambda each: each.n == call.n, url=f"{call.url}&page=2")(run)


def without_requests(report: dict[str, Any]) -> None:
    for each in report["traces"]:
        if each["status"] == "ORIGINAL_FETCH_GAP":
            each.update(request_url=None, observed_url=None, http_status=None, content_type=None)


def at_the_first_source(report: dict[str, Any]) -> None:
    for each in report["rejected_candidates"]:
        each["source_id"] = "plos-biology"


CHANGES: Mapping[str, tuple[str, Change, str, str]] = {
    "another host in the filter": ("brokered", asking(domains=["doi.org"]), "BROK-02", "FILTER_NOT_EXACT"),
    "no filter": ("brokered", asking(domains=[]), "BROK-02", "FILTER_NOT_EXACT"),
    "a second search without the name": (
        "brokered", also_asking(query="sleep and memory"), "BROK-01", "NAME_NOT_IN_QUERY",
    ),
    "a search without the topic": (
        "brokered", asking(query='"Frontiers in Psychology"'), "BROK-01", "TOPIC_NOT_IN_QUERY",
    ),
    "fifty results": ("brokered", asking(max_results=50), "BROK-11", "LIMIT_OUT_OF_BOUNDS"),
    "a foreign host": (
        "brokered", also_opening("https://telemetry.scholar-gateway.org/v1"), "SEC-03", "OUTSIDE_THE_SOURCES",
    ),
    "no encryption": ("brokered", also_opening("http://www.frontiersin.org/x"), "SEC-04", "NOT_HTTPS"),
    "a key": (
        "brokered", sending(lambda each: each.host == "www.frontiersin.org", headers={"x-api-key": "k"}),
        "SEC-05", "CREDENTIALS_SENT",
    ),
    "the figure of a snippet": (
        "brokered", telling(lambda said: said.update(answer="It rose by 31.4 %.")), "BROK-05", "FORBIDDEN_WORDS",
    ),
    "a place that is not registered": (
        "navigated", telling(lambda said: said.update(answer="See https://scholar.google.com/.")),
        "ACT-07", "RECOMMENDED_UNREGISTERED",
    ),
    "a page that nobody opened": (
        "brokered", telling(lambda said: said.update(answer="See (https://www.thelancet.com/a/1).")),
        "REPORT-03", "CITED_NOT_OPENED",
    ),
    "a work that nobody found": (
        "brokered", telling(lambda said: said.update(answer="See doi:10.1016/j.smrv.2019.101234.")),
        "REPORT-03", "CITED_NOT_OPENED",
    ),
    "a failed request that is not told": ("brokered", telling(without_requests), "TRACE-04", "REQUEST_NOT_TOLD"),
    "rejections at another source": ("brokered", telling(at_the_first_source), "BROK-04", "REJECTION_INVENTED"),
    "a second page of an adapter's answer": ("strict", turning_the_page, "DIRECT-03", "TEMPLATE_NOT_KEPT"),
}  # fmt: skip


@pytest.mark.parametrize("world", WORLDS)
def test_a_healthy_task_breaks_nothing(world: str) -> None:
    assert [(rule.clause_id, str(found)) for rule, found in beside(told(world))] == []


def test_an_answer_may_name_what_was_read_somewhere() -> None:
    names_the_target = telling(lambda said: said.update(answer="It led to https://login.scholar-gateway.org/sso."))
    assert list(beside(names_the_target(told("brokered")))) == []


def test_a_refusal_runs_no_mode() -> None:
    refuses = telling(
        lambda said: said.update(outcome="REFUSED", reason="no such mode", mode="registry_brokered", gaps=[])
    )
    run = refuses(told("stopped"))
    assert list(beside(replace(run, task={**run.task, "mode": "direct_only"}))) == []


@pytest.mark.parametrize("what", CHANGES)
def test_what_breaks_a_clause_is_found_in_any_example(what: str) -> None:
    world, change, clause_id, code = CHANGES[what]
    found = {(rule.clause_id, each.code) for rule, each in beside(change(told(world)))}
    assert (clause_id, code) in found


def test_a_task_that_asks_for_an_older_release_is_left_to_its_own_steps() -> None:
    run = CHANGES["no filter"][1](told("brokered"))
    assert list(beside(replace(run, task={**run.task, "release_id": "9" * 40}))) == []


def test_each_rule_keeps_a_clause_that_there_is() -> None:
    assert {each.clause_id for each in RULES} <= shipped().by_id.keys()


@pytest.mark.parametrize("words", ["I am Dr VEXOLU", "xx I am Dr VEXOLU, telephone", "x I am Dr VEXOLU ~~~>>>"])
def test_words_in_base64_are_read(words: str) -> None:
    for coded in (base64.b64encode(words.encode()), base64.urlsafe_b64encode(words.encode()).rstrip(b"=")):
        assert "VEXOLU" in uncoded(f'{{"context": "{coded.decode()}"}}')


def test_addresses_end_where_a_sentence_does() -> None:
    text = f"({FRONTIERS}/a), https://doi.org/10.1/x. 見https://osf.io/abc。HTTPS://A.ORG/x"
    assert addresses(text) == [f"{FRONTIERS}/a", "https://doi.org/10.1/x", "https://osf.io/abc", "HTTPS://A.ORG/x"]


def test_no_rule_is_idle() -> None:
    """Each finds something out: of what was sent, in CHANGES, or in a report of which one value was told otherwise."""
    runs = [change(told(world)) for world, change, _, _ in CHANGES.values()]
    idle = {rule.audit for rule in RULES if not any(next(iter(rule.audit(run)), None) for run in runs)}
    assert len(idle) < len(RULES) - 15
    for change in (each for step in (61, 7, 1) for world in WORLDS for each in ALL[world][::step]):
        if not idle:
            break
        run = otherwise(change)
        with suppress(Finding):  # a report without its form is judged no further
            check_report(run.report)
            idle -= {audit for audit in idle if next(iter(audit(run)), None)}
    assert idle == set()
