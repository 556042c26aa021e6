"""A world in which one host is hostile and another is not, and what must be true of every report from it."""

import json
from pathlib import Path
from typing import Any

import httpx
import jsonschema
from referencing import Registry, Resource

from oa_conformance.reference.host import Host
from oa_conformance.reference.tests.conftest import Internet, a_task, article_html, routing, source
from oa_conformance.reference.tests.hostile_limits import within
from oa_conformance.reference.transport import Web, make_web

HOST, SAFE_HOST = "www.tarn-press.org", "moor.org"
BAD, FINE, SAFE = f"https://{HOST}/articles/1", f"https://{HOST}/articles/2", f"https://{SAFE_HOST}/1"
HTML, PDF, JSON = "text/html; charset=utf-8", "application/pdf", "application/json"
REPORT_BYTES = 200_000  # of a report on a handful of candidates, whatever they were
MEGABYTE = 1_000_000

NO_JSON: dict[str, bytes] = {
    "deep": b"[" * 100_000, "deep-objects": b'{"a":' * 100_000, "closed": b"[" * 100_000 + b"]" * 100_000,
    "digits": b"9" * 100_000, "digits-within": b'{"total":' + b"9" * 100_000 + b"}", "number": b"1e999999",
    "nothing": b"", "nul": b"\0" * 1_000, "damaged-utf-8": b'{"a":"\xff"}', "utf-7": b"+AHsAfQ-", "half": b'{"a":',
    "nan": b"NaN", "surrogate": b'"\\ud800"', "twice": b'{"results":[{}],"results":7,"total":1,"total":0}',
    "mark": b"\xef\xbb\xbf{}", "values": b"[" + b"{}," * 490_000 + b"{}]",
}  # fmt: skip

SCHEMAS = {
    path.name: json.loads(path.read_text("utf-8"))
    for path in (Path(__file__).parents[2] / "features" / "schemas").glob("*.schema.json")
}
KNOWN: Any = Registry().with_resources((each["$id"], Resource.from_contents(each)) for each in SCHEMAS.values())
FORM = jsonschema.Draft202012Validator(SCHEMAS["report.schema.json"], registry=KNOWN)


def world() -> Internet:
    """A journal with two candidates, of which the first is hostile, and another journal on a host of its own."""
    made = Internet()
    made.publish(source(), source("moor", "Moor Letters", canonical_url="https://moor.org/"))
    made.results = {HOST: [BAD, FINE], SAFE_HOST: [SAFE]}
    made.page(FINE, article_html(title="Snow on a tarn", doi="10.5555/tarn.2"))
    made.page(SAFE, article_html(title="Peat", container="Moor Letters", doi="10.5555/moor.1"))
    return made


def strict_world(*names: str) -> Internet:
    """A release with the published adapters, and sources that have these ids."""
    (published,) = (Path(__file__).parents[2] / "cassettes" / "releases").glob("*/chatbot-search-routing.json")
    told = json.loads(published.read_bytes())
    made = Internet()
    made.publish(
        *(source(each, each.title()) for each in names),
        contract=routing() | {"adapters": told["adapters"], "modes": told["modes"]},
    )
    return made


def serve(internet: Internet, body: bytes | str, media: str = HTML, url: str = BAD, **headers: str) -> None:
    content = body if isinstance(body, bytes) else body.encode("utf-8", "surrogatepass")
    internet.pages[url] = httpx.Response(200, headers={"content-type": media} | headers, content=content)


def report_of(internet: Internet, web: Web | None = None, **task: Any) -> dict[str, Any]:
    """The report of one task in that world: it came in time, is well formed, can be sent, and is of bounded length."""
    task.setdefault("sources", ["tarn-journal", "moor"])
    host = Host(web or make_web(transport=internet))
    with within():
        report: dict[str, Any] = json.loads(json.dumps(host.run(a_task(**task))))
    FORM.validate(report)
    assert len(json.dumps(report)) < REPORT_BYTES
    return report


def first_end(report: dict[str, Any]) -> str:
    """How the hostile candidate ended. The one behind it and the other source were processed, and found."""
    (bad, fine, safe) = report["traces"]
    assert (bad["candidate_url"], fine["candidate_url"], safe["candidate_url"]) == (BAD, FINE, SAFE)
    assert (fine["status"], safe["status"]) == ("SUCCESS", "SUCCESS")
    assert {"10.5555/tarn.2", "10.5555/moor.1"} <= {each["dedupe_key"][4:] for each in report["items"]}
    json.dumps(report, ensure_ascii=False).encode()
    return str(bad["status"])


def ends(report: dict[str, Any]) -> dict[str, str]:
    return {each["source_id"]: each["status"] for each in report["selected_sources"]}
