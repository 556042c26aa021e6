"""Hosts with several faults at once, as teams in a hurry build them.

Each is put together from hosts with one fault each. The clause that it declares must turn red for its own reason
although the other faults are there, too: one fault must not hide another.
"""

from dataclasses import fields, replace
from typing import Any

from ..host import Host
from ..rules import RULES
from ..transport import Web
from . import (
    answers,
    candidates_at_hand,
    copies,
    ending,
    fetching,
    files,
    keeping,
    leading,
    likeness,
    merging,
    pin,
    result_lists,
    stop,
    supporting,
    telling,
    tracing,
    url_hosts,
    way,
)
from . import asking as queries
from .making import Detouring, Offered, Report, Retelling, Swerving, Task, make_web, mutant


class Together(Host):
    """The exemplar with the rules, the detours and the retellings of all these hosts.

    The web of the first is next to the network, the report of the first is told first. Raises ValueError where two
    replace the same rule, and for a host that is faulty in another way than these three.
    """

    def __init__(self, *hosts: Host) -> None:
        web: Web = make_web()
        rules = dict[str, Any]()
        self._swerving, self._changes = list[Swerving](), list[Any]()
        for each in hosts:
            if type(each) not in (Host, Detouring, Retelling):
                raise ValueError(f"a {type(each).__name__} cannot be put together with others")
            own = {rule.name: getattr(each._rules, rule.name) for rule in fields(RULES)}
            own = {name: rule for name, rule in own.items() if rule is not getattr(RULES, name)}
            if twice := own.keys() & rules.keys():
                raise ValueError(f"two replace {min(twice)}")
            rules |= own
            if isinstance(each, Detouring):
                web = Swerving(web, each._swerving._detour)
                self._swerving.append(web)
            if isinstance(each, Retelling):
                self._changes.append(each._change)
        super().__init__(web, replace(RULES, **rules))

    def run(self, task: Task, tools: Any = None) -> Report:
        for web in self._swerving:
            web.errand.task = task
        report = super().run(task, tools)
        for change in self._changes:
            change(report)
        return report


def together(*offered: Offered) -> Host:
    return Together(*(each.factory() for each in offered))


@mutant("BOOT-18", reason="WRONG_OUTCOME", collateral="BOOT HIST", turns="WARN")
def believes_whatever_github_says() -> Host:
    return together(
        files.does_not_hash_what_it_received,
        pin.does_not_compare_the_index_with_main,
        stop.does_not_compare_routing_manifest_and_index,
    )


@mutant("BOOT-21", reason="NOT_READ WRONG_STATUS", collateral="ALL")
def keeps_all_it_ever_read() -> Host:
    return together(keeping.keeps_the_whole_bootstrap_between_tasks, fetching.keeps_pages_between_tasks)


@mutant("URL-02", reason="FORBIDDEN_URL_REQUESTED WRONG_STATUS", collateral="ALL")
def thinks_in_domains() -> Host:
    return together(
        way.searches_the_parent_domain_as_well,
        url_hosts.accepts_subdomains,
        leading.follows_redirects_to_a_subdomain,
    )


@mutant("FETCH-03", reason="WRONG_STATUS", collateral="ALL")
def lets_its_client_do_it_all() -> Host:
    return together(
        leading.lets_its_client_follow_redirects,
        fetching.does_not_look_at_the_status,
        fetching.knows_no_walls,
    )


@mutant("FETCH-07", reason="WRONG_STATUS FORBIDDEN_URL_REQUESTED", collateral="ALL")
def looks_for_a_copy_of_all_it_cannot_read() -> Host:
    return together(
        copies.asks_the_archive_for_a_page_that_is_gone,
        copies.asks_the_doi_resolver_for_a_page_that_is_gone,
        candidates_at_hand.opens_the_pdf_that_a_page_links_to,
    )


@mutant("BROK-11", reason="TOO_MANY_OPENED", collateral="ALL")
def was_shown_at_a_fair() -> Host:
    """works for the one topic that it is shown with"""
    return together(
        queries.sends_the_topic_as_it_is,
        result_lists.opens_all_candidates,
        merging.merges_works_by_their_titles_alone,
        fetching.reads_a_document_of_any_type,
    )


@mutant("IDENT-07", reason=likeness.compares_names_by_likeness.reasons, collateral="ALL")
def takes_what_looks_like_the_journal() -> Host:
    return together(
        likeness.compares_names_by_likeness,
        supporting.passes_an_abstract_off_as_full_text,
        supporting.does_not_look_at_the_full_text_role,
    )


@mutant("BROK-04", reason="CANDIDATE_NOT_REPORTED", collateral="ALL")
def tells_what_went_well() -> Host:
    return together(
        result_lists.drops_rejected_candidates,
        telling.lists_no_gaps,
        ending.reports_successful_sources_alone,
    )


@mutant("BROK-06", reason="WRONG_STATUS", collateral="ALL")
def calls_every_failure_no_results() -> Host:
    return together(
        answers.takes_a_broker_that_failed_for_one_that_found_nothing,
        answers.calls_it_no_results_where_all_were_rejected,
        fetching.calls_a_silent_page_no_results,
    )


@mutant("TRACE-04", reason="OBSERVED_URL_NOT_ON_WIRE URL_NOT_ON_WIRE", collateral="ALL")
def writes_its_traces_from_its_plan() -> Host:
    return together(
        tracing.repeats_the_requested_url_for_the_observed_one,
        tracing.reports_200_for_every_page,
        tracing.repeats_the_topic_for_the_query,
    )
