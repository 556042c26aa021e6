"""Pages that stand before the record: bot checks, logins, consent. They answer 200 and may carry the article's URL.

No keyword decides alone. A genuine article may embed a reCAPTCHA widget, or have robots for its subject.
"""

import re
from dataclasses import dataclass

from .document import Document
from .originals import Fault
from .words import either

CHALLENGE = either(
    r"just a moment|attention required|checking (?:if the site connection is secure|your browser)|captcha",
    r"verify(?:ing)? (?:that )?you are (?:a )?human|are you (?:a )?(?:robot|human)|not a robot|human verification",
    r"prove you(?: a|')re human|security (?:check|verification)|bot (?:check|verification|detection)|robot check",
    r"unusual (?:traffic|activity)|access (?:to this page has been )?denied|request(?: has been)? blocked",
    r"ddos protection|enable javascript and cookies to continue",
    "請稍候|正在檢查|人機驗證|我不是機器人|安全檢查|驗證碼",
)
LOGIN = either(
    r"\b(?:sign|log)[ -]?in\b|\blogin\b|institutional (?:access|login)|authentication required|create an account",
    "登入|登錄",
)
CONSENT = either(
    r"before you continue|cookie (?:consent|settings|preferences|policy)|(?:we|this site) uses? cookies",
    r"your privacy|privacy (?:choices|settings)|accept (?:all )?cookies|consent|隱私|同意",
)
WIDGET = re.compile(
    r"captcha|turnstile|cf[-_]?(?:challenge|chl)|challenge[-_](?:form|platform|running|stage)|datadome|perimeterx"
    r"|_incapsula_|distil|are-you-(?:a-)?(?:human|robot)|bot-?(?:check|detect)"
)
RECORD_METAS = (
    "citation_title", "dc.title", "dcterms.title", "citation_journal_title", "prism.publicationname", "citation_doi",
    "citation_author", "citation_conference_title",
)  # fmt: skip
FEW_WORDS = 150


@dataclass(frozen=True)
class Signs:
    """What a page shows that tells a wall from a record."""

    heading: str
    text: str
    words: int
    widget: bool
    password: bool
    describes_record: bool


def wall_in(document: Document) -> Fault | None:
    """The wall that the page is, or None (FETCH-04).

    A page that describes a record in its head is one, unless its own heading is a challenge, it shows hardly any text
    and it holds the challenge itself.
    """
    seen = signs(document)
    challenge = bool(CHALLENGE.search(seen.heading))
    short = seen.words < FEW_WORDS
    if seen.describes_record:
        blocked = challenge and short and seen.widget and not heading_is_title(document)
        return Fault("captcha", f"a bot check: {seen.heading[:80]!r}") if blocked else None
    if challenge or (short and (seen.widget or CHALLENGE.search(seen.text))):
        return Fault("captcha", f"a bot check: {seen.heading[:80]!r}")
    if short and (seen.password or LOGIN.search(seen.heading)):
        return Fault("login", f"a login wall: {seen.heading[:80]!r}")
    if short and CONSENT.search(f"{seen.heading} {seen.text}"):
        return Fault("consent", f"a consent wall: {seen.heading[:80]!r}")
    return None


def signs(document: Document) -> Signs:
    headings = [block.text for block in document.blocks if block.tag in ("h1", "h2")][:4]
    text = " ".join(block.text for block in document.blocks)
    return Signs(
        heading=" / ".join(filter(None, [document.title, *headings])),
        text=text[:4_000],
        words=len(text.split()),
        widget=any(WIDGET.search(each) for each in document.markup),
        password="password" in document.markup,
        describes_record=bool(document.meta(*RECORD_METAS)),
    )


def heading_is_title(document: Document) -> bool:
    """Whether the page's heading is the title of its record, as when an article is about robots."""
    titles = [each.casefold() for each in document.meta("citation_title", "dc.title", "dcterms.title")]
    return any(title and title in document.title.casefold() for title in titles)
