"""Judge and exemplar on chains of redirects: which hops may be followed, and whether a trace tells those that were."""

from collections.abc import Mapping
from datetime import UTC, datetime

from hypothesis import assume, event, given
from hypothesis import strategies as st

from oa_conformance.reference.originals import MAX_HOPS, Opened, may_follow, open_original
from oa_conformance.reference.trace import opened_fields
from oa_conformance.steps.audit import trace as audit
from oa_conformance.steps.audit.candidate_url import fault, led_to
from oa_conformance.steps.definitions.redirects import stays
from oa_conformance.steps.observation import Run, requests_in
from oa_conformance.steps.tests.nversion.effort import effort
from oa_conformance.steps.tests.nversion.stage import Recorded, web_of
from oa_conformance.steps.world.cassette import Answer, Cassette, Interaction
from oa_conformance.steps.world.matching import compose, place
from oa_conformance.steps.world.model import BROKER, HTML
from oa_conformance.steps.world.page_variants import redirect
from oa_conformance.steps.world.records import bundled

HOST = "www.frontiersin.org"
START = f"https://{HOST}/articles/1/full"
PAGE = Answer(headers=HTML, stored=b"<!doctype html><title>An article</title>")

PATHS = [f"/p{n}" for n in range(6)] + ["/articles/1/full", "/articles/2", "/a;v=1", "/a?b=c%2Fd", "/10.1/x(1)2:3"]
SAME = [f"https://{HOST}{path}" for path in PATHS] + PATHS
RELATIVE = [
    "p1",
    "../p2",
    "./p3",
    "../../p4",
    "?b=1",
    ";v=2",
    "",
    "#top",
    f"//{HOST}/p5",
    "p1#s",
    "/p2#s",
    "../..",
    ".",
]
FOREIGN = [
    "https://doi.org/10.1/x", "https://frontiersin.org/p1", f"https://m.{HOST}/p1", f"https://{HOST}.evil.org/p1",
    "//evil.org/p1", f"https://{HOST}./p1", "https://journals.plos.org/a", f"https://{HOST}@evil.org/p1",
]  # fmt: skip
BROKEN = [
    f"http://{HOST}/p1", f"https://{HOST}:443/p1", f"https://{HOST}:/p1", f"https://u:p@{HOST}/p1", f"https://@{HOST}/p1",
    f"https://{HOST}/a%2Fb", f"https://{HOST}/a/../p1", f"https://{HOST}/a/%2e%2e/p1", f"https://{HOST}/\u00e9", "/a b",
    f"https:\\\\{HOST}\\p1", f"https://{HOST}\\@evil.org/", "javascript:alert(1)", "data:text/html,x", "mailto:a@b.org",
    "ftp://a.org/", "https://[", "http:", ":", "///p1", "https:///p1", "/a/../p1", "/a\\b", "/a%5cb", "/a%252fb",
    "/%zz", "..%2fp1", "%2e%2e/p1", "\u2025/p1",
]  # fmt: skip
LOUD = [f"HTTPS://{HOST.upper()}/p1"]
HOPS = st.sampled_from(SAME * 4 + RELATIVE * 2 + FOREIGN + BROKEN + LOUD)


def opened(chain: list[str]) -> tuple[Opened, Run, Mapping[str, str]]:
    """What the exemplar comes to from START on, where each hop leads to the next and the last one is a page."""
    here, table = START, dict[str, str]()
    for location in chain:
        if place(here) in map(place, table):
            break
        table[here] = location
        here = led_to(here, location)
    interactions = [Interaction(f"page {n}", "GET", url, redirect(to)) for n, (url, to) in enumerate(table.items())]
    known = set(map(place, table))
    ends = {led_to(url, to) for url, to in table.items()}
    for n, end in enumerate(sorted(ends)):
        if place(end) not in known and end.startswith(("http", "HTTP")):
            interactions.append(Interaction(f"end {n}", "GET", end.partition("#")[0], PAGE))
            known.add(place(end))
    playback = compose(Cassette(tuple(interactions)))
    transport = Recorded(playback)
    started = datetime.now(UTC)
    found = open_original(web_of(transport), START, HOST, 5.0, may_follow)
    held = {each.id: each.answer for each in interactions}
    trace = {
        "mode": "registry_brokered", "candidate_url": START, "target_source_id": "frontiers-psychology", "parser": None,
        "status": "ORIGINAL_FETCH_GAP" if found.fault else "SUCCESS", **opened_fields(found),
    }  # fmt: skip
    trace["parser"] = None if found.fault else "registered_source_document_v1"
    report = {"traces": [trace], "rejected_candidates": [], "selected_sources": []}
    run = Run({}, report, requests_in(transport.records), (), started, datetime.now(UTC), BROKER, bundled(), (), held)
    return found, run, table


def predicted(table: Mapping[str, str]) -> tuple[list[str], bool]:
    """The judge's own walk: the hops that may be followed, and whether they end at a page."""
    here, walked, seen = START, list[str](), {place(START)}
    while here in table:
        there = led_to(here, table[here])
        if fault(there, HOST) is not None or len(walked) == MAX_HOPS or place(there) in seen:
            return walked, False
        walked.append(there)
        seen.add(place(there))
        here = next((each for each in table if place(each) == place(there)), there)
    return walked, True


@given(
    st.lists(HOPS, min_size=1, max_size=5)
    | st.lists(st.sampled_from([*SAME, *RELATIVE, *LOUD]), min_size=1, max_size=6, unique=True)
    | st.integers(8, 13).map(lambda hops: [f"/{n}" for n in range(hops)])
)
@effort(300)
def test_both_walk_the_same_way(chain: list[str]) -> None:
    found, run, table = opened(chain)
    walked, arrives = predicted(table)

    event("arrives" if arrives else "stops")
    assert (found.fault is None) == arrives, f"{found.fault}, predicted {walked}"
    if arrives:
        assert [place(each) for each in found.chain] == [place(each) for each in walked]
    assert all(stays(START, each) for each in found.chain)
    for each in (audit.url_fields, audit.receipt_fields):
        assert [str(told) for told in each(run)] == []


@given(
    st.lists(st.sampled_from(["/p0", "p1", "/10.1/x(1)2:3", "?b=1", SAME[2]]), min_size=1, max_size=4, unique=True),
    st.integers(0, 3),
    st.data(),
)
@effort(120)
def test_a_chain_told_otherwise_is_found_out(chain: list[str], at: int, data: st.DataObject) -> None:
    found, run, _ = opened(chain)
    assume(found.fault is None and found.chain)
    (trace,) = run.report["traces"]
    told, at = list(found.chain), at % len(found.chain)
    lies = {
        "a hop left out": {"redirect_chain": told[:at] + told[at + 1 :]},
        "a hop told twice": {"redirect_chain": [*told[:at], told[at], *told[at:]]},
        "a foreign hop put in": {"redirect_chain": [*told[:at], "https://id.scholar-gateway.org/sso", *told[at:]]},
        "a hop by http": {"redirect_chain": [*told[:at], told[at].replace("https", "http"), *told[at + 1 :]]},
        "no chain": {"redirect_chain": []},
        "observed where it began": {"observed_url": START},
        "observed elsewhere": {"observed_url": "https://doi.org/10.3389/fpsyg.2024.1"},
        "another page asked for": {"request_url": f"https://{HOST}/never"},
        "nothing asked for": {"request_url": None},
        "another status": {"http_status": 302},
        "another type": {"content_type": "application/pdf"},
    }
    lie = data.draw(st.sampled_from(sorted(lies)))
    trace.update(lies[lie])

    assert [*audit.url_fields(run), *audit.receipt_fields(run)] != [], f"{lie}: {lies[lie]}"
