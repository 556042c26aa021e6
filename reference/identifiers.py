"""DOIs, ISSNs and repository ids: read, checked, and brought to one spelling."""

import re

DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S*[^\s.,;:/]", re.ASCII)
RESOLVER = re.compile(r"^(?:https?://(?:www\.)?(?:dx\.)?doi\.org/|doi:?\s*|info:doi/)", re.IGNORECASE)
PREPRINT_VERSION = re.compile(r"^(10\.(?:1101|64898)/\d{4}\.\d\d\.\d\d\.\d+)v\d+$")
ARXIV = re.compile(r"(?:arxiv:)?\s*(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?", re.IGNORECASE | re.ASCII)
ISSN = re.compile(r"(\d{4})-?(\d{3}[\dX])", re.ASCII)


def normal_doi(text: str) -> str | None:
    """The DOI in lower case without resolver, ``doi:``, trailing stop or slash; None if it is no DOI (DEDUP-01)."""
    doi = RESOLVER.sub("", text.strip()).strip().lower()
    found = DOI.match(doi)
    if not found or len(doi.split()) != 1 or len(doi) > 300:
        return None
    return PREPRINT_VERSION.sub(r"\1", found[0])


def normal_issn(text: str) -> str | None:
    """The ISSN as NNNN-NNNX; None if the text does not have that form. The check digit is another question."""
    found = ISSN.fullmatch(text.strip().upper())
    return f"{found[1]}-{found[2]}" if found else None


def issn_is_valid(issn: str) -> bool:
    """Whether the check digit of NNNN-NNNX is right (ISO 3297)."""
    digits = issn.replace("-", "")
    total = sum(int(digit) * weight for digit, weight in zip(digits[:7], range(8, 1, -1), strict=True))
    return "0123456789X"[-total % 11] == digits[7]


def arxiv_id(text: str) -> str | None:
    """The arXiv id without its version (M-11)."""
    found = ARXIV.fullmatch(text.strip())
    return found[1].lower() if found else None
