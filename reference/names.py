"""Container names compared as whole names (E-5, E-8, IDENT-07): spelling is forgiven, parts and likeness are not."""

import re
import unicodedata

LENGTH = 1_000  # characters; a longer text is no name, and its spelling is not looked into
APOSTROPHES = re.compile("['’‘ʼ`´＇]")
ISSN_NOTE = re.compile(r"\(\s*(?:e-?|p-?|online |print )?ISSN[^)]*\)", re.IGNORECASE)
ACRONYM = re.compile(r"\s*\((?=[^)]*[^\W\d_])[\w&-]{2,12}\)\s*$")
PROGRAMME = re.compile(r"\s*[—–-]\s*SCOAP[³3]-covered articles\s*$", re.IGNORECASE)
ISSUE = re.compile(
    r"[\s,;:]+(?:vol(?:ume)?\.?\s*\d+.*|(?:1[89]|20)\d\d(?:[\s,;:]+\d+\s*[:(]?\s*\d*\)?)?|\d+\s*\(\d+\).*)$",
    re.IGNORECASE,
)
PROCEEDINGS = re.compile(
    r"^proceedings of (?:the )?(?:(?:1[89]|20)\d\d )?(?:\d+(?:st|nd|rd|th) |[a-z-]+(?:first|second|third|[a-z]th) )?",
    re.IGNORECASE,
)
VOLUME = re.compile(
    r"\s*(?:\(volume \d+:? ?[^)]*\)|: (?:long|short|main|industry track|system demonstrations)(?: papers)?"
    r"|:? ?[A-Z]{2,8} (?:1[89]|20)\d\d)\s*$",
    re.IGNORECASE,
)


def normal_name(name: str) -> str:
    """The name in a form in which spellings of one name are equal: NFKC, no marks, folded case, & as and.

    A text of more than LENGTH characters stays as it is, and so is no spelling of any name.
    """
    if len(name) > LENGTH:
        return name
    words = plain_words(name)
    return " ".join(words[1:] if len(words) > 1 and words[0] == "the" else words)


def plain_words(name: str) -> list[str]:
    """The words of a text in that form. Its time grows with the square of a hostile text's length."""
    text = unicodedata.normalize("NFKC", ISSN_NOTE.sub(" ", name))
    text = APOSTROPHES.sub("", text).replace("&", " and ")
    text = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each)).casefold()
    return re.sub(r"[^\w]+|_", " ", text).split()


def registered_forms(name: str) -> frozenset[str]:
    """What a page may call the source: the registered name, and without the registry's own annotations.

    The list of annotations is closed: a trailing acronym in brackets, and the note on SCOAP³. A dash in general is part
    of the name, for "bioRxiv — Plant Biology" is not "bioRxiv".
    """
    plain = PROGRAMME.sub("", name)
    return frozenset(filter(None, map(normal_name, (name, plain, ACRONYM.sub("", plain)))))


def same_name(registered: str, seen: str) -> bool:
    """Whether the page's container is the registered source, as a whole name."""
    return normal_name(seen) in registered_forms(registered)


def without_issue(container: str) -> str:
    """A container without the volume, issue or year that some pages put behind it: "Climate Dynamics 2018 52:5"."""
    if len(container) > LENGTH:
        return container
    return ISSUE.sub("", container).strip() or container


def series_of(volume: str) -> str:
    """The conference that a volume of proceedings belongs to, without ordinal, year and part."""
    if len(volume) > LENGTH:
        return volume
    return PROCEEDINGS.sub("", VOLUME.sub("", volume)).strip()
