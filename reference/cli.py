"""``oa-search``: the reference host on the live web."""

import json
import os
import re
import sys
from typing import Any
from urllib.parse import urlsplit

import click
from rich.console import Console

from .broker import tool_fault
from .decision import BROKERED, CLOSED, DIRECT
from .host import Host
from .json_text import SURROGATE
from .transport import make_web

UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters by which a page's text could steer a terminal or turn the order of what is read."""

HELP = """Search open-access literature in registered sources only.

The current release of the registry is read from GitHub, sources that fit TOPIC are chosen from it, and each is searched
through a web-search broker that is restricted to the source's own hostname. What is reported comes from the pages of
those sources, opened and checked here, never from the broker.

The strict modes, registry_closed and direct_only, need no broker and ask no page: they search by the adapters that the
registry's release publishes, the APIs of Europe PMC, OpenAlex, PubMed Central, DOAJ, Zenodo and arXiv. Other sources
end as NO_SEARCH_ADAPTER there, and what is found is metadata.

The broker is a service of your own that speaks one exchange: POST {"query", "domains", "max_results"} as JSON, answered
by {"results": [{"url", "title", "snippet"}], "applied_domains", "result_count"}. It must apply "domains" as its search
engine's own filter. Name it by --broker or in OA_SEARCH_BROKER. Without one, --places still recommends sources.

\b
Examples:
  oa-search "sleep and memory" --broker https://search.my-institute.org/v1/search
  oa-search "machine translation" --mode registry_closed --source arxiv-cs-cl --source openalex
"""


@click.command(help=HELP, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.argument("topic")
@click.option("--source", "sources", multiple=True, metavar="ID", help="Search this registered source; repeatable.")
@click.option(
    "--mode", type=click.Choice([BROKERED, CLOSED, DIRECT]), default=BROKERED, show_default=True, help="How to search."
)
@click.option("--fulltext", is_flag=True, help="Ask what the texts say, of sources that may support that.")
@click.option("--broad", is_flag=True, help="Search more sources than the usual five.")
@click.option("--places", is_flag=True, help="Only recommend registered places to look; search nothing.")
@click.option("--release", metavar="SHA", help="Search this older release instead of the current one.")
@click.option("--broker", metavar="URL", envvar="OA_SEARCH_BROKER", help="The search broker. [env: OA_SEARCH_BROKER]")
@click.option("--proxy", metavar="URL", help="Reach the web through this HTTP proxy; the environment is not asked.")
@click.option("--timeout", type=click.FloatRange(min=1), default=180.0, show_default=True, help="Seconds for it all.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole report, traces included, as JSON.")
@click.version_option(Host.version, message="%(prog)s %(version)s")
def search(topic: str, broker: str | None, proxy: str | None, as_json: bool, **wishes: Any) -> int:
    """Returns the exit code: 0 when the task was done, 1 when it ended in a gap of its own or was refused."""
    tool = {"url": broker, "domain_filter": True} if broker else None
    if not topic.strip():
        raise click.UsageError("the topic is empty; name what to search for")
    if not wishes["places"] and wishes["mode"] == BROKERED:
        fault = tool_fault(tool)
        if fault:
            how = "name one by --broker https://… or OA_SEARCH_BROKER, or use --mode registry_closed or --places"
            raise click.UsageError(f"{fault}; {how}")
    own = host_of(broker, "--broker") if broker else None
    if proxy:
        host_of(proxy, "--proxy")
    host = Host(make_web(trusted=frozenset({own} if own else ()), proxy=proxy))
    with Console(stderr=True).status("Reading the registry and its sources …"):
        report = host.run(task_of(topic, tool, wishes))
    if as_json:
        click.echo(printable_json(report))
    else:
        click.echo(UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", report["answer"]))
    return 0 if report["outcome"] in ("SEARCHED", "NAVIGATED") else 1


def printable_json(report: dict[str, Any]) -> str:
    """The report's JSON. A URL is told as it was given, so half a surrogate pair stays the escape it came as."""
    text = json.dumps(report, ensure_ascii=False, indent=1)
    return SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def host_of(url: str, option: str) -> str:
    """The hostname of an option's URL. Raises click.UsageError if it is no http or https URL."""
    try:
        parts = urlsplit(url)
        named = parts.hostname if parts.scheme in ("http", "https") else None
    except ValueError:
        named = None
    if not named:
        raise click.UsageError(f"{option} {url!r} is no http or https URL")
    return named


def task_of(topic: str, tool: dict[str, Any] | None, wishes: dict[str, Any]) -> dict[str, Any]:
    """The task of ``task.schema.json`` that the options ask for."""
    chinese = bool(re.search("[㐀-鿿]", topic))
    places = f"有哪些來源適合{topic}？" if chinese else f"Which registered sources are good for {topic}?"
    order = f"用 OA repo 搜尋 {topic}。" if chinese else f"Use the OA repo to search for {topic}."
    return {
        "task_id": "oa-search",
        "utterance": places if wishes["places"] else order,
        "topic": topic,
        "mode": None if wishes["places"] else wishes["mode"],
        "sources": list(wishes["sources"]) or None,
        "breadth": "broad" if wishes["broad"] else "usual",
        "evidence": "fulltext" if wishes["fulltext"] else "metadata",
        "release_id": wishes["release"],
        "deadline_s": wishes["timeout"],
        "tools": {"github_fetch": True, "github_fetch_file": True, "web_search": tool, "open_page": "single_hop"},
    }


def main() -> None:
    """Run the command. A mistake in its use is one line and exit code 2; an interruption is 130."""
    try:
        code = search.main(prog_name="oa-search", standalone_mode=False)
    except click.exceptions.Abort:
        code = 130
    except click.ClickException as error:
        click.echo(f"oa-search: {' '.join(error.format_message().split())}", err=True)
        code = 2
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # nothing may be flushed into the closed pipe at exit
        code = 0
    sys.exit(code)
