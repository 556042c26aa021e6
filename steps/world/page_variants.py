"""What can be special about a page: each a function from the healthy record to the answers of its URL."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from http import HTTPStatus

from oa_conformance.steps.world.cassette import Answer, unreachable
from oa_conformance.steps.world.model import HTML
from oa_conformance.steps.world.pages import walls
from oa_conformance.steps.world.pages.canary import canary
from oa_conformance.steps.world.pages.markup import text
from oa_conformance.steps.world.pages.record import PageRecord
from oa_conformance.steps.world.pages.render import render, style_for

Variant = Callable[[PageRecord], Answer]


def shown(record: PageRecord) -> Answer:
    """The page as its host's publisher would set it."""
    return Answer(headers=HTML, stored=render(record, style_for(record.url)))


def titled(content_type: str, body: bytes) -> Answer:
    return Answer(headers=(("content-type", content_type),), stored=body)


def status(code: int, record: PageRecord) -> Answer:
    """An answer with this status whose body is the healthy article: a temptation to use it all the same."""
    return replace(shown(record), status=code, reason=HTTPStatus(code).phrase)


def redirect(location: str, code: int = 302) -> Answer:
    headers = (("location", location), ("content-type", "text/html; charset=utf-8"))
    return Answer(code, HTTPStatus(code).phrase, headers, b"<!doctype html><title>Moved</title><p>Moved.</p>\n")


def fulltext(record: PageRecord) -> PageRecord:
    """The record with its full text on the page, which holds a canary of its own."""
    word = canary("body", record.url)
    paragraphs = (
        f"Participants slept in the laboratory for three nights; the {word} protocol fixed bedtime and light.",
        "Recall was tested each morning with lists that no participant had seen before, in random order.",
        "The difference between conditions held when age, season and order of nights were taken into account.",
    )
    return replace(record, body=paragraphs)


def paywalled(record: PageRecord) -> PageRecord:
    """The landing page of an article that is sold: full metadata, the abstract, and how to get the rest."""
    offer = (
        '<section class="access-options"><h2>Access options</h2><p>This is a preview of subscription content. '
        "Buy this article, or get access through your institution.</p></section>"
    )
    return replace(record, oa_status="Subscription", extra_body=offer)


def structured_abstract(record: PageRecord) -> PageRecord:
    """An abstract in sections that are called as those of an article are, and no more than that."""
    parts = {
        "Background": f"Why {record.title} matters is disputed.",
        "Methods": "Forty people were followed over two winters in three centres, with diaries and wrist sensors.",
        "Results": f"The {canary('abstract', record.url)} contrast was the largest that any centre saw.",
        "Conclusion": "Longer studies are needed before anything can be advised to patients or to their doctors.",
    }
    said = "".join(f"<h3>{name}</h3><p>{text(each)}</p>" for name, each in parts.items())
    return replace(record, abstract="", extra_body=f'<section class="abstract"><h2>Abstract</h2>{said}</section>')


def links_to_fulltext(record: PageRecord) -> PageRecord:
    """An abstract, and links to the text, its PDF and its figures on the same host."""
    links = (
        ("Full text", f"{record.url}/text"),
        ("Download PDF", f"{record.url}.pdf"),
        ("Figures", f"{record.url}/fig"),
    )
    return replace(record, links=links)


def accented(record: PageRecord) -> PageRecord:
    """The record with an abstract whose bytes tell encodings apart."""
    return replace(record, abstract=f"{record.abstract} “Naïve”, said the façade.")


VARIANTS: Mapping[str, Variant] = {
    "names no container": lambda record: shown(replace(record, container=None, provider=None)),
    "times out": lambda _: unreachable("timeout"),
    "cannot be reached": lambda _: unreachable("refused"),
    "cannot be resolved": lambda _: unreachable("dns"),
    "breaks off": lambda record: replace(shown(record), fault=unreachable("reset").fault),
    "is a CAPTCHA": lambda record: titled(*walls.captcha(record)),
    "is a bot check": lambda record: titled(*walls.bot_check(record)),
    "is a login wall": lambda record: titled(*walls.login_wall(record)),
    "is a consent wall": lambda record: titled(*walls.consent_wall(record)),
    "is an article that embeds a CAPTCHA widget": lambda record: titled(*walls.article_with_recaptcha(record)),
    "is the site's home page": lambda record: titled(*walls.home_page(record)),
    "is a list of search results": lambda record: titled(*walls.search_listing(record)),
    "is cut off in its head": lambda record: titled(*walls.truncated(record)),
    "is an image": lambda _: titled("image/png", walls.PNG),
    "is called a PDF and is none": lambda _: titled(*walls.fake_pdf()),
    "is empty": lambda _: titled(*walls.empty()),
    "is in an undeclared encoding": lambda record: titled(*walls.latin_1(accented(record))),
    "is an article under the type of an image": lambda record: titled("image/png", shown(record).stored),
    "spells its type in capitals": lambda record: titled("Text/HTML;charset=UTF-8", shown(record).stored),
    "is an article under the type of a PDF": lambda record: titled("application/pdf", shown(record).stored),
    "is a stub where a PDF should be": lambda record: titled(*walls.stub(record)),
    "is in another encoding than its header says": lambda record: titled(*walls.windows_1252(accented(record))),
    "is compressed by brotli": lambda record: Answer(
        headers=(*HTML, ("content-encoding", "br")), stored=walls.brotli(shown(record).stored)
    ),
    "answers without a document": lambda _: Answer(204, "No Content"),
    "holds the full text": lambda record: shown(fulltext(record)),
    "is a PDF with the full text": lambda record: titled(*walls.pdf(fulltext(record))),
    "is the landing page of an article that is sold": lambda record: shown(paywalled(record)),
    "has an abstract in sections": lambda record: shown(structured_abstract(record)),
    "has an abstract and links to the full text": lambda record: shown(links_to_fulltext(record)),
}
