"""One opened page judged: was the original obtained, is it the source's, what may it support (steps 6 to 8)."""

from dataclasses import dataclass

from .answer import quotable
from .decision import FETCH_GAP, FULLTEXT, IDENTITY_GAP, SUCCESS, VIOLATION, Rejection
from .document import Document, read_document
from .duplicates import Item
from .evidence import body_text
from .originals import Fault, Opened, media_type
from .pdf import read_pdf
from .registry import Registry
from .routes import Route
from .rules import Rules

QUOTE = 300  # characters of an abstract or text that are quoted


@dataclass(frozen=True)
class Judged:
    """The verdict on a page: SUCCESS with its ``item``, or a gap with the reason.

    ``verified`` is null unless the page was read. ``fault`` is the kind of fault that kept the original away.
    """

    status: str
    detail: str
    verified: bool | None = None
    item: Item | None = None
    rejection: Rejection | None = None
    fault: str | None = None


def judge_page(opened: Opened, route: Route, fulltext: bool, registry: Registry, rules: Rules) -> Judged:
    """What an opened candidate comes to. ``fulltext`` says whether the user asked for content."""
    document, fault = document_in(opened, rules)
    if fault or document is None:
        return not_obtained(opened, fault or Fault("parse", "the body cannot be parsed"))
    source, url = route.source, opened.observed_url or ""
    record = rules.record_in(document)
    sisters = registry.names_by_host.get(route.host, frozenset())
    confirmed = rules.confirms_identity(source, document, record, route.host, sisters)
    if isinstance(confirmed, Rejection) or record is None:
        detail = confirmed.detail if isinstance(confirmed, Rejection) else "the page describes no single record"
        rejection = Rejection("IDENTITY", f"{opened.request_url}: {detail}")
        return Judged(IDENTITY_GAP, rejection.detail, verified=False, rejection=rejection)
    evidence = rules.evidence_class(document, fulltext)
    item = Item(
        title=record.title,
        container=confirmed.says,
        year=record.year,
        source_ids=(source.id,),
        original_url=url,
        evidence_class=evidence,
        dedupe_key=rules.dedupe_key(source.id, record),
        facts=rules.facts_of(document),
        quote=quotable(body_text(document) if evidence == FULLTEXT else record.abstract, QUOTE),
    )
    return Judged(SUCCESS, f"confirmed by {confirmed.field}: {confirmed.says}", verified=True, item=item)


def document_in(opened: Opened, rules: Rules) -> tuple[Document | None, Fault | None]:
    """The document that was opened, or the fault: none came, it cannot be parsed, or a wall stands before it."""
    if opened.fault:
        return None, opened.fault
    media, url = opened.content_type or "", opened.observed_url or ""
    is_pdf = media_type(media) == "application/pdf"
    document = read_pdf(opened.body, url) if is_pdf else read_document(opened.body, media, url)
    return document, rules.wall_in(document) if document else Fault("parse", "the body cannot be parsed")


def not_obtained(opened: Opened, fault: Fault) -> Judged:
    """A candidate whose original was not obtained; a violation if a forbidden host was contacted for it."""
    rejection = Rejection("FETCH", f"{opened.request_url}: {fault.detail}")
    return Judged(VIOLATION if fault.violation else FETCH_GAP, rejection.detail, rejection=rejection, fault=fault.kind)
