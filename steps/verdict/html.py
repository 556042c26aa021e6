"""The verdict as one page that needs nothing else: no script, no font, no request."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from oa_conformance.steps.catalogue import CHAPTERS
from oa_conformance.steps.verdict.account import Account
from oa_conformance.steps.verdict.clauses import STATUSES, ClauseVerdict, ExampleVerdict, Verdict
from oa_conformance.steps.verdict.telling import clean, told_of, told_trials

STYLE = """
:root { color-scheme: light dark; --line: #8884; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
table { border-collapse: collapse; width: 100%; } 
th, td { text-align: left; padding: .25rem .5rem; vertical-align: top; }
.facts th { font-weight: 600; width: 10rem; } code, pre { font: .85rem/1.45 ui-monospace, monospace; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 3px solid var(--line); padding-left: .75rem; }
details { border-top: 1px solid var(--line); padding: .4rem 0; } summary { cursor: pointer; }
.status { display: inline-block; min-width: 8.5rem; font-weight: 600; }
.PASS { color: #1a7f37; } .FAIL, .SUITE-ERROR { color: #cf222e; } .WARN { color: #9a6700; }
.NOT-CLAIMED { color: #6e7781; } .NOT-EXERCISED { color: #8250df; }
.level { color: #6e7781; font-size: .85em; } li.warn, li.missing, li.unexercised { font-style: italic; }
"""


def page(account: Account) -> bytes:
    """The page of a run."""
    verdict = account.verdict
    chapters = groupby(verdict.clauses, key=lambda each: each.clause.chapter)
    body = [
        f"<h1>{escape(headline(account))}</h1>",
        "<p>What was not exercised is never shown as passed.</p>",
        facts(account),
        listed("Objections", verdict.objections),
        *(against_the_baseline(verdict) if verdict.scope.baseline else ()),
        *(chapter(prefix, list(clauses)) for prefix, clauses in chapters),
    ]
    title = escape(f"{headline(account)}: {account.host.name} {account.host.version}")
    text = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>\n'
        f"<body>\n{''.join(body)}\n</body></html>\n"
    )
    return text.encode("utf-8", "replace")


def headline(account: Account) -> str:
    verdict = account.verdict
    if verdict.scope.interrupted:
        return "Interrupted, no certificate"
    if verdict.scope.only is not None:
        return "Part of the clauses, no certificate"
    if verdict.certified:
        return f"Certified for {', '.join(verdict.capabilities)}"
    return "Not certified" + (", no new failures" if verdict.known and not verdict.new else "")


def facts(account: Account) -> str:
    verdict, host, evidence = account.verdict, account.host, account.evidence
    trials = verdict.scope.trials
    counts = ", ".join(f"{n} {status}" for status in STATUSES if (n := verdict.count(status)))
    rows = {
        "Host": f"{host.name} {host.version} ({host.spec})",
        "Made of": f"{host.identity.of}, sha256 {host.identity.sha256}" if host.identity else "could not be told",
        "Claimed": ", ".join(verdict.capabilities),
        "Not claimed": " ".join(verdict.not_claimed) or "nothing",
        "Clauses": f"{len(verdict.clauses)}: {counts}",
        "Release": f"{evidence.release_id}{' (bundled)' if evidence.bundled else ''}, sha256 {evidence.base_sha256}",
        "Cassettes": f"{evidence.cassettes}, sha256 {evidence.served_sha256}",
        **({"Trials": f"{trials} of each example: {verdict.reliability.told(trials)}"} if trials > 1 else {}),
        "Suite": f"{account.suite.tools['oa-conformance']}, sha256 {account.suite.sha256}",
        "Run": f"{account.started.isoformat(timespec='seconds')}, {account.seconds:.1f} s: {account.command}",
        "Boundary": host.boundary,
        **({"Remarks": "; ".join(host.remarks)} if host.remarks else {}),
    }
    cells = "".join(f"<tr><th>{name}</th><td>{escape(clean(text))}</td></tr>" for name, text in rows.items())
    return f'<table class="facts">{cells}</table>'


def against_the_baseline(verdict: Verdict) -> Iterator[str]:
    """What was known to fail, and what the baseline does not know or no longer needs."""
    known = verdict.scope.baseline.known if verdict.scope.baseline else {}
    yield listed("Known failures", [f"{name}: {reason}" for name, reason in known.items() if name not in verdict.stale])
    yield listed("New failures", verdict.new)
    yield listed("Stale entries of the baseline", verdict.stale)


def listed(title: str, lines: Sequence[str]) -> str:
    items = "".join(f"<li>{escape(clean(line))}</li>" for line in lines)
    return f"<h2>{title}</h2><ul>{items}</ul>" if items else ""


def chapter(prefix: str, clauses: list[ClauseVerdict]) -> str:
    return f"<h2>{prefix} {escape(CHAPTERS[prefix])}</h2>\n" + "\n".join(map(clause, clauses))


def clause(verdict: ClauseVerdict) -> str:
    """One clause; open where it is neither passed nor unclaimed."""
    each = verdict.clause
    opened = "" if verdict.status in ("PASS", "NOT-CLAIMED") else " open"
    examples = "".join(example(verdict, one) for one in verdict.examples)
    reason = f"<p>{escape(clean(verdict.reason))}</p>" if verdict.status == "NOT-CLAIMED" else ""
    trials, often = verdict.examples[0].trials, verdict.reliability
    if trials > 1 and often.runs:
        reason += f"<p>{often.told(trials)}</p>"
    return (
        f'<details id="{each.id}"{opened}><summary><span class="status {verdict.status}">{verdict.status}</span>'
        f'<code>{each.id}</code> {escape(each.sentence)} <span class="level">{each.level}</span></summary>'
        f"{reason}<ul>{examples}</ul></details>"
    )


def example(verdict: ClauseVerdict, weighed: ExampleVerdict) -> str:
    result = weighed.result
    words = f"{escape(clean(weighed.example.name))}: {weighed.weight}"
    words += f", {told_trials(weighed)}" if weighed.trials > 1 and weighed.weight != "gated" else ""
    if result is None or weighed.weight in ("pass", "gated"):
        proof = f", {result.evidence} exchanges" if result and weighed.weight == "pass" else ""
    else:
        lines = told_of(verdict.clause, weighed.example, result)[2:]
        proof = f"<pre>{escape(chr(10).join(lines))}</pre>"
    advice = "".join(f"<br>advisory: {escape(clean(each))}" for each in result.advisories) if result else ""
    return f'<li class="{weighed.weight}">{words}{proof}{advice}</li>'
