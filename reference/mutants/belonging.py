"""Hosts that do not know whose record a page is (IDENT-01 to IDENT-06)."""

import re
from collections.abc import Callable
from typing import Any

from .. import identity, records
from ..containers import containers_in, sites_in
from ..decision import Rejection
from ..document import Document
from ..host import Host
from ..identity import CONTAINER, Confirmed
from ..names import normal_name, registered_forms, same_name
from ..records import Record
from ..registry import Source
from .answers import Believing, results
from .making import Detouring, Errand, Reply, faulty, mutant, retelling_traces

WRONG = "WRONG_STATUS REJECTION_NOT_REPORTED ITEM_MISATTRIBUTED"
Proof = Callable[[Source, Document, Record, str], str | None]


def also_by(proof: Proof, **rules: Any) -> Host:
    """The exemplar that is content with another proof, too: what it returns confirms the source."""

    def confirms(source: Source, document: Document, record: Record | None, host: str, *rest: Any) -> Any:
        found = identity.confirms_identity(source, document, record, host, *rest)
        says = proof(source, document, record, host) if isinstance(found, Rejection) and record else None
        return Confirmed(CONTAINER, "another proof", says) if says else found

    return faulty(confirms_identity=confirms, **rules)


def alone_by(proof: Proof) -> Host:
    """The exemplar that asks for this proof and no other."""

    def confirms(source: Source, document: Document, record: Record | None, host: str, *_: Any) -> Any:
        says = proof(source, document, record, host) if record else None
        return Confirmed(CONTAINER, "its only proof", says) if says else Rejection("IDENTITY", "it has no proof")

    return faulty(confirms_identity=confirms)


def by_name(is_same: Callable[[str, str], bool]) -> Host:
    """The exemplar that compares names otherwise: ``is_same(registered, container)``, both in their normal form."""

    def proof(source: Source, document: Document, *_: Any) -> str | None:
        found = [name for _, name in containers_in(document)]
        registered = normal_name(source.name)
        return found[0] if found and is_same(registered, normal_name(found[0])) else None

    return also_by(proof)


# IDENT-01 to IDENT-03


@mutant("IDENT-02", reason=WRONG, collateral="ALL")
def accepts_every_page_on_the_host() -> Host:
    return also_by(lambda source, *_: source.name)


@mutant("IDENT-02", reason=WRONG, collateral="ALL")
def accepts_every_page_that_names_a_container() -> Host:
    return also_by(lambda _, document, *rest: next((name for _, name in containers_in(document)), None))


@mutant("IDENT-02", reason=WRONG, collateral="ALL")
def takes_the_publisher_for_the_journal() -> Host:
    return by_name(lambda registered, seen: registered.split()[0] == seen.split()[0])


@mutant("IDENT-02", reason=WRONG, collateral="ALL")
def accepts_the_journals_that_it_knows_of_the_host() -> Host:
    """Attributes a registered sister journal's page to the source it asked for."""

    def confirms(source: Source, document: Document, record: Any, host: str, registered: Any = ()) -> Any:
        found = identity.confirms_identity(source, document, record, host, registered)
        names = [name for _, name in containers_in(document) if normal_name(name) in registered]
        return Confirmed(CONTAINER, "registered", names[0]) if isinstance(found, Rejection) and names else found

    return faulty(confirms_identity=confirms)


@mutant("IDENT-01", reason=WRONG, collateral="ALL")
def knows_a_journal_by_the_name_of_its_site() -> Host:
    """Takes ``og:site_name`` for the journal."""
    return alone_by(
        lambda source, document, _, host: next(
            (each for each in sites_in(document, host) if same_name(source.name, each)), None
        )
    )


@mutant("IDENT-01", reason=WRONG, collateral="ALL")
def knows_a_journal_by_one_publishers_tag() -> Host:
    """Reads ``citation_journal_title`` and nothing else."""

    def proof(source: Source, document: Document, *_: Any) -> str | None:
        found = document.meta("citation_journal_title")
        return found[0] if found and same_name(source.name, found[0]) else None

    return alone_by(proof)


@mutant("IDENT-01", reason=WRONG, collateral="ALL")
def compares_names_letter_by_letter() -> Host:
    return alone_by(
        lambda source, document, *_: next((name for _, name in containers_in(document) if name == source.name), None)
    )


@mutant("IDENT-01", reason="IDENTITY_NOT_REPORTED SUCCESS_WITHOUT_IDENTITY", collateral="ALL")
def does_not_report_a_verified_identity() -> Host:
    return retelling_traces(lambda trace: {"source_identity_verified": None})


@mutant("IDENT-01", reason=WRONG, collateral="ALL")
def takes_a_page_that_names_no_container_for_the_source() -> Host:
    return also_by(lambda source, document, *_: source.name if not containers_in(document) else None)


@mutant("IDENT-03", reason=WRONG, collateral="ALL")
def takes_the_address_for_the_container() -> Host:
    """Finds the journal's name in the URL of a page that names none."""

    def proof(source: Source, document: Document, *_: Any) -> str | None:
        plain = re.sub("[^a-z]", "", source.name.lower())
        return source.name if not containers_in(document) and plain in document.url else None

    return also_by(proof)


@mutant("IDENT-03", reason=WRONG, collateral="ALL")
def takes_one_of_two_containers() -> Host:
    return also_by(
        lambda source, document, *_: next(
            (name for _, name in containers_in(document) if same_name(source.name, name)), None
        )
    )


@mutant("IDENT-03", reason=WRONG, collateral="IDENT STATUS")
def takes_a_list_of_records_for_a_record() -> Host:
    def record_in(document: Document) -> Record | None:
        found = records.record_in(document)
        return found or Record(document.url, document.title or "A page", None, None, None, None, "")

    return also_by(lambda source, document, *_: source.name, record_in=record_in)


# IDENT-05, IDENT-06: path and broker


@mutant("IDENT-05", reason=WRONG, collateral="IDENT ROUTE-06")
def takes_the_canonical_path_for_proof() -> Host:
    def proof(source: Source, document: Document, *_: Any) -> str | None:
        path = source.canonical_url.rstrip("/")
        return source.name if path.count("/") > 2 and document.url.startswith(f"{path}/") else None

    return also_by(proof)


@mutant("IDENT-05", reason=WRONG, collateral="ALL")
def needs_the_canonical_path_for_proof() -> Host:
    def confirms(source: Source, document: Document, *rest: Any) -> Any:
        if not document.url.startswith(f"{source.canonical_url.rstrip('/')}/"):
            return Rejection("IDENTITY", "it does not lie under the canonical path")
        return identity.confirms_identity(source, document, *rest)

    return faulty(confirms_identity=confirms)


@mutant("IDENT-06", reason=WRONG, collateral="EVID FETCH")
def believes_what_the_broker_calls_a_page() -> Host:
    """Takes a result's title for the name of the container."""
    heard: dict[str, str] = {}

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if method == "POST":
            said = Believing(lambda *_: None)
            said._listen(Errand(lambda *_, **__: reply, errand.task), method, url, **rest)
            heard.update(
                {str(each.get("url")): f"{each.get('title')} {each.get('snippet')}" for each in results(said._heard)}
            )
        return reply

    def confirms(source: Source, document: Document, *rest: Any) -> Any:
        found = identity.confirms_identity(source, document, *rest)
        named = isinstance(found, Rejection) and source.name in heard.get(document.url, "")
        return Confirmed(CONTAINER, "the broker", source.name) if named else found

    return Detouring(detour, confirms_identity=confirms)


@mutant("IDENT-06", reason=WRONG, collateral="ALL")
def lets_the_broker_outvote_the_page() -> Host:
    """Rejects a page when its result is labelled with the name of another journal."""

    heard: dict[str, str] = {}

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if method == "POST":
            said = Believing(lambda *_: None)
            said._listen(Errand(lambda *_, **__: reply, errand.task), method, url, **rest)
            heard.update({str(each.get("url")): str(each.get("title")) for each in results(said._heard)})
        return reply

    def confirms(source: Source, document: Document, *rest: Any) -> Any:
        label = heard.get(document.url, "").partition(" | ")[2]
        if label and source.name not in label:
            return Rejection("IDENTITY", f"the broker calls it {label[:80]!r}")
        return identity.confirms_identity(source, document, *rest)

    return Detouring(detour, confirms_identity=confirms)


# what else stands on a page, and careless proofs


@mutant("IDENT-02", reason=WRONG, collateral="IDENT")
def takes_a_cited_journal_for_the_container() -> Host:
    def proof(source: Source, document: Document, *_: Any) -> str | None:
        cited = " ".join(document.meta("citation_reference"))
        return source.name if source.name.casefold() in cited.casefold() else None

    return also_by(proof)


@mutant("IDENT-02", reason=WRONG, collateral="IDENT")
def takes_any_mention_of_the_journal_for_its_name() -> Host:
    """Looks for the source's name anywhere on the page."""
    return also_by(
        lambda source, document, *_: source.name if normal_name(source.name) in normal_name(document.text()) else None
    )


@mutant("IDENT-02", reason=WRONG, collateral="IDENT")
def takes_the_site_name_beside_another_container() -> Host:
    return also_by(
        lambda source, document, _, host: next(
            (each for each in sites_in(document, host) if normal_name(each) in registered_forms(source.name)), None
        )
    )


@mutant("IDENT-02", reason=WRONG, collateral="ALL")
def knows_a_publisher_by_its_doi_prefix() -> Host:
    """Takes a DOI of the publisher's prefix for the journal."""
    prefixes = {"www.frontiersin.org": "10.3389/", "journals.plos.org": "10.1371/", "www.nature.com": "10.1038/"}

    def proof(source: Source, _: Document, record: Record, host: str) -> str | None:
        return source.name if record.doi and record.doi.startswith(prefixes.get(host, "none")) else None

    return also_by(proof)
