"""By what a work is known: DOI, else the repository's id, else title and year (DEDUP-01, reading T-7)."""

from collections.abc import Iterator, Sequence

from oa_conformance.steps.observation import Run
from oa_conformance.steps.verdict.finding import Finding

KINDS = ("a DOI", "a repository id", "title and year")


def kind(key: str) -> str:
    """One of KINDS, by the key's first word: ``doi:``, ``title:``, or the name of a repository."""
    match key.partition(":")[0].casefold():
        case "doi":
            return "a DOI"
        case "title":
            return "title and year"
        case _:
            return "a repository id"


def keys(run: Run, url: str, kinds: Sequence[str], exact: str | None = None) -> Iterator[Finding]:
    """The successful attempt at this page, and its item, have a key of one of these kinds.

    ``exact`` is the key itself; its case is the host's affair.
    """
    attempts = [each for each in run.traces() if each["candidate_url"] == url and each["status"] == "SUCCESS"]
    items = [each for each in run.report["items"] if each["original_url"] == url]
    if not attempts:
        yield Finding("NO_TRACE", f"an attempt at {url} that ended as SUCCESS", "none")
    for where, said in (("trace", attempts), ("item", items)):
        for key in (str(each["dedupe_key"]) for each in said):
            if kind(key) not in kinds:
                yield Finding("WRONG_KIND_OF_KEY", f"{' or '.join(kinds)} in the {where} of {url}", key)
            elif exact is not None and key.casefold() != exact.casefold():
                yield Finding("WRONG_KEY", f"{exact} in the {where} of {url}", key)
