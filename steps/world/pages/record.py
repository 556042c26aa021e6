"""What a page says, before any publisher's markup."""

from dataclasses import dataclass

FACTS = {
    "licence": "License",
    "oa_status": "Access",
    "version": "Version",
    "peer_review": "Peer review",
    "publication_state": "Publication status",
}


@dataclass(frozen=True)
class Reference:
    """A cited work: its container and DOI are those of another record, and stand in the page's head all the same."""

    title: str
    container: str
    doi: str


@dataclass(frozen=True)
class PageRecord:
    """One record of scholarship and how its page presents it.

    Every claim is absent (None or empty) or stands both in the metadata and in the visible text. What may be parted are
    the container's two places: ``declares`` puts it in the metadata, ``shows`` in the text, and ``visible_container``
    is what the text says instead. ``second_container`` stands beside the first in both.

    ``record_id`` is a repository's own id (``2401.01001``, ``abcd3``); ``subject`` a category in the repository's
    spelling, such as ``Computation and Language (cs.CL)``; ``provider`` the collection or database on a platform that
    serves several. ``jsonld_issns`` are the ISSNs of the JSON-LD where they differ from ``issns``. ``body`` holds
    paragraphs of the full text; None is a page with the abstract alone. ``canonical`` is the canonical link if it is
    not ``url``, ``site_name`` the platform's name if it is not the publisher's usual one, ``links`` are (text, URL)
    pairs in the page, ``extra_head`` and ``extra_body`` raw HTML at the end of each.
    """

    url: str
    title: str
    container: str | None
    visible_container: str | None = None
    second_container: str | None = None
    declares: bool = True
    shows: bool = True
    doi: str | None = None
    issns: tuple[str, ...] = ()
    jsonld_issns: tuple[str, ...] | None = None
    record_id: str | None = None
    subject: str | None = None
    provider: str | None = None
    year: int = 2024
    authors: tuple[str, ...] = ("K. N.", "T. R.")
    abstract: str = ""
    body: tuple[str, ...] | None = None
    licence: str | None = None
    oa_status: str | None = None
    version: str | None = None
    peer_review: str | None = None
    publication_state: str | None = None
    references: tuple[Reference, ...] = ()
    canonical: str | None = None
    site_name: str | None = None
    links: tuple[tuple[str, str], ...] = ()
    extra_head: str = ""
    extra_body: str = ""

    @property
    def declared(self) -> tuple[str, ...]:
        """The containers that the metadata name."""
        return tuple(each for each in (self.container, self.second_container) if each and self.declares)

    @property
    def shown(self) -> tuple[str, ...]:
        """The containers that a reader sees."""
        first = self.visible_container or self.container
        return tuple(each for each in (first, self.second_container) if each and self.shows)

    @property
    def facts(self) -> dict[str, str]:
        """What the page states about openness, licence, version, review and state, by field."""
        return {field: getattr(self, field) for field in FACTS if getattr(self, field)}
