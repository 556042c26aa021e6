"""Hosts that take like names for the same, and say too much or little of an identity (IDENT-07, IDENT-08)."""

import difflib
import re
from typing import Any

from ..containers import containers_in
from ..document import Document
from ..host import Host
from ..names import same_name
from ..registry import Source
from .belonging import WRONG, alone_by, also_by, by_name
from .making import mutant, retelling_traces

# IDENT-07: whole names


@mutant("IDENT-07", reason=WRONG, collateral="IDENT")
def accepts_a_container_that_holds_the_registered_name() -> Host:
    return by_name(lambda registered, seen: registered in seen)


@mutant("IDENT-07", reason=WRONG, collateral="IDENT")
def accepts_a_container_that_the_registered_name_holds() -> Host:
    return by_name(lambda registered, seen: seen in registered)


@mutant("IDENT-07", reason=WRONG, collateral="IDENT")
def compares_the_first_words_of_a_name() -> Host:
    return by_name(lambda registered, seen: seen.startswith(registered))


@mutant("IDENT-07", reason=WRONG, collateral="IDENT")
def compares_names_by_likeness() -> Host:
    return by_name(lambda registered, seen: difflib.SequenceMatcher(None, registered, seen).ratio() > 0.9)


@mutant("IDENT-07", reason=WRONG, collateral="IDENT")
def compares_the_words_of_a_name_as_a_set() -> Host:
    return by_name(lambda registered, seen: set(registered.split()) <= set(seen.split()))


@mutant("IDENT-07", reason=WRONG, collateral="IDENT")
def takes_prepositions_for_noise() -> Host:
    noise = {"of", "in", "the", "and", "for", "on"}
    return by_name(lambda registered, seen: set(registered.split()) - noise == set(seen.split()) - noise)


@mutant("IDENT-07", reason=WRONG, collateral="IDENT")
def cuts_names_at_a_colon_or_dash() -> Host:
    def proof(source: Source, document: Document, *_: Any) -> str | None:
        seen = [re.split(r"[:—]", name)[0] for _, name in containers_in(document)]
        registered = re.split("[:—]", source.name)[0]
        return next((name for name in seen if same_name(registered, name)), None)

    return also_by(proof)


@mutant("IDENT-07", reason=WRONG, collateral="ALL", turns="WARN")
def knows_one_spelling_of_a_name() -> Host:
    """Compares names without case, and forgives nothing else."""

    def proof(source: Source, document: Document, *_: Any) -> str | None:
        names = {name.casefold(): name for _, name in containers_in(document)}
        return names.get(source.name.casefold())

    return alone_by(proof)


# IDENT-08: what SUCCESS says


def on_success(**fields: Any) -> Host:
    return retelling_traces(lambda trace: fields if trace["status"] == "SUCCESS" else None)


@mutant("IDENT-08", reason="SUCCESS_WITHOUT_IDENTITY", collateral="STATUS-03")
def leaves_a_success_pending() -> Host:
    return on_success(candidate_identity_status="HOST_ACCEPTED_IDENTITY_PENDING")


@mutant("IDENT-08", reason="SUCCESS_WITHOUT_IDENTITY", collateral="STATUS-03")
def does_not_say_that_it_saw_the_original() -> Host:
    return on_success(original_record_observed=None)


@mutant("IDENT-08", reason="IDENTITY_NOT_REPORTED SUCCESS_WITHOUT_IDENTITY", collateral="IDENT-01 STATUS-03 IDENT-04")
def calls_a_success_unverified() -> Host:
    return on_success(source_identity_verified=False)


@mutant("IDENT-08", reason="IDENTITY_CLAIMED", collateral="IDENT-01")
def calls_every_opened_page_verified() -> Host:
    return retelling_traces(lambda trace: {"source_identity_verified": True} if trace["request_url"] else None)
