"""What the text shown to the user, and the titles, may hold: nothing of the broker's, and no place of nobody's."""

import re
from collections.abc import Iterable, Iterator

from oa_conformance.steps.audit.trace import listed_urls
from oa_conformance.steps.observation import Request, Run, travelled
from oa_conformance.steps.scene import canonical_host
from oa_conformance.steps.verdict.finding import Finding
from oa_conformance.steps.world.matching import host_of
from oa_conformance.steps.world.pages.canary import canaries_in

URL = re.compile(r"https?://[^\s<>\"'`|\\^{}\[\]()（）「」『』《》，。；、]+", re.IGNORECASE)
DOI = re.compile(r"\b10\.\d{4,9}/[^\s<>\"'，。；]+")
FIGURE = re.compile(r"\d+\.\d+(?= percent| ?%| per cent)")
MOST_LOOKED_AT = 500  # URLs or DOIs of an answer


def of_results(run: Run) -> Iterator[Finding]:
    """No made-up word and no figure of a result, a summary or cached text is in items or answer (BROK-05).

    A figure is a finding in whatever words it is told; one that an opened page gives as well is the page's.
    """
    told = "\n".join([run.report["answer"], *(str(each) for each in run.report["items"])])
    figures = set(FIGURE.findall(told))
    read = "\n".join(text_of(run, each) for each in run.elsewhere) if figures else ""
    for call in run.searches:
        said = text_of(run, call)
        taken = [each for each in canaries_in(said) if each in told]
        taken += [each for each in FIGURE.findall(said) if each in figures and each not in read]
        if taken:
            yield Finding("FORBIDDEN_WORDS", "nothing of the broker's words in items and answer", taken[0], [call.n])


def text_of(run: Run, request: Request) -> str:
    """What the world held as the answer to a request, as far as it is text."""
    answer = run.answers.get(request.answered_by)
    return answer.stored.decode("utf-8", "replace") if answer else ""


def places(run: Run) -> Iterator[Finding]:
    """Who is shown places, or told that there is none, is sent to no host but those of registered sources (ACT-07)."""
    if run.report["outcome"] not in ("NAVIGATED", "REGISTRY_COVERAGE_GAP"):
        return
    known = {canonical_host(each) for each in run.release.sources.values()}
    known |= {host_of(each) for each in addresses(run.task["utterance"])} | {"github.com", "api.github.com"}
    for url in addresses(run.report["answer"]):
        if host_of(url) not in known:
            yield Finding("RECOMMENDED_UNREGISTERED", "no address in the answer but those of registered sources", url)


def cited(run: Run) -> Iterator[Finding]:
    """The answer to a search cites addresses that were asked for, offered or read somewhere, and sources (REPORT-03).

    So it does with DOIs. A reading, for prose is the host's own.
    """
    urls, dois = addresses(run.report["answer"]), dois_in(run.report["answer"])
    if run.report["outcome"] != "SEARCHED" or not (urls or dois):
        return
    known = [str(each["canonical_url"]) for each in run.release.sources.values()]
    known += [url for call in run.searches for url in listed_urls(run, call) if isinstance(url, str)]
    known += [each.url for each in run.requests] + addresses(run.task["utterance"])
    known += [each["original_url"] for each in run.report["items"]]
    places, read = {travelled(each.rstrip("/")) for each in known}, all_read(run)
    for url in addresses(without(run.report["answer"], known)):
        bare = url.partition(":")[2].casefold()
        if travelled(url.rstrip("/")) not in places and is_of_a_work(url) and bare not in read:
            yield Finding("CITED_NOT_OPENED", "an answer that cites what was opened, offered or read", url)
    keys = [*known, *(each["dedupe_key"] for each in run.report["items"]), run.task["utterance"], read]
    told = "\n".join(keys).casefold()
    for doi in dois:
        if doi.casefold() not in told:
            yield Finding("CITED_NOT_OPENED", "an answer that cites works which were found or read of", doi)


def all_read(run: Run) -> str:
    """What pages, results and Locations said, each answer once, in lower case."""
    answers = {each.answered_by: each for each in (*run.elsewhere, *run.searches)}
    texts = [text_of(run, each).replace("&amp;", "&") for each in answers.values()]
    texts += [value for name in answers if name in run.answers for _, value in run.answers[name].headers]
    return "\n".join(texts).casefold()


def dois_in(text: str) -> list[str]:
    """The DOIs in a text, each once, without the punctuation that ends a sentence."""
    return list(dict.fromkeys(each.rstrip(".,;:!?…*_)") for each in DOI.findall(text)))[:MOST_LOOKED_AT]


def without(text: str, known: Iterable[str]) -> str:
    """The text without these URLs as they are written: one may hold signs at which URLs in prose end."""
    for url in sorted({each for each in known if URL.sub("", each, count=1)}, key=len, reverse=True):
        text = text.replace(url, " ")
    return text


def is_of_a_work(url: str) -> bool:
    """Whether an address can be meant as that of a record: it is no home page, and no page of the registry itself."""
    path = url.partition("://")[2].partition("/")[2]
    return bool(path) and host_of(url) not in ("github.com", "api.github.com", "creativecommons.org")


def addresses(text: str) -> list[str]:
    """The URLs in a text, each once, without the punctuation that ends a sentence."""
    found = (each.group().rstrip(".,;:!?…*_") for each in URL.finditer(text))
    return list(dict.fromkeys(found))[:MOST_LOOKED_AT]
