"""The certificate: what was judged, on what, and how it came out, in one JSON document.

A run of a part has the same document under another format and another name, so that nobody takes it for a certificate.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from oa_conformance.steps.catalogue import CHAPTERS
from oa_conformance.steps.naming import transcript_name
from oa_conformance.steps.schemas import defect
from oa_conformance.steps.verdict.account import Account, Binding, canonical_sha256
from oa_conformance.steps.verdict.clauses import STATUSES, ClauseVerdict, ExampleVerdict, Verdict
from oa_conformance.steps.verdict.reliability import Reliability
from oa_conformance.steps.verdict.results import ExampleResult

FORMAT, PART = "oa-conformance-certificate-1", "oa-conformance-results-1"
CERTIFICATE, RESULTS = "certificate.json", "results.json"
MAXIMUM_BYTES = 64_000_000  # of the document; a usual one has 700,000
AUTHENTICITY = (
    "Self-consistent, not authenticated: whoever edits it can compute the digests anew. A signature, where there is "
    "one, stands beside it in certificate.dsse.json."
)


class CertificateError(Exception):
    """A document that is none, or does not keep its schema. The message is one line."""


def document(account: Account) -> dict[str, Any]:
    """The certificate of a whole run, or the results of a part.

    Raises CertificateError where ``features/schemas/certificate.schema.json`` would not hold.
    """
    verdict, host, evidence, suite = account.verdict, account.host, account.evidence, account.suite
    content = {
        "format": FORMAT if verdict.scope.whole else PART,
        "certified": verdict.certified,
        "objections": list(verdict.objections),
        "scope": {
            "capabilities": list(verdict.capabilities),
            "not_claimed": list(verdict.not_claimed),
            "only": None if verdict.scope.only is None else sorted(verdict.scope.only),
            "interrupted": verdict.scope.interrupted,
        },
        "host": {
            "spec": host.spec,
            "name": host.name,
            "version": host.version,
            "identity": vars(host.identity) if host.identity else None,
            "boundary": host.boundary,
            "remarks": list(host.remarks),
        },
        "release": {
            "release_id": evidence.release_id,
            "bundled": evidence.bundled,
            "base_sha256": evidence.base_sha256,
        },
        "cassettes": {"count": evidence.cassettes, "served_sha256": evidence.served_sha256},
        "suite": {
            "version": suite.tools["oa-conformance"],
            "sha256": suite.sha256,
            "features_sha256": suite.features_sha256,
            "tools": dict(suite.tools),
        },
        "run": {
            "command": account.command,
            "nonce": account.nonce,
            "options": dict(account.options),
            "started": account.started.isoformat(timespec="seconds"),
            "finished": account.finished.isoformat(timespec="seconds"),
            "seconds": round(account.seconds, 3),
        },
        "counts": {status: verdict.count(status) for status in STATUSES},
        "reliability": reliability_part(verdict.reliability),
        "baseline": baseline_part(verdict),
        "clauses": [clause_part(clause) for clause in verdict.clauses],
        "authenticity": AUTHENTICITY,
    }
    content["seals"] = seals(content)
    if why := defect("certificate", content):
        raise CertificateError(f"the certificate breaks its schema at {why}")
    return content


def seals(content: Mapping[str, Any]) -> dict[str, str]:
    """A digest of each part of the document but the seals, by the part's name."""
    return {name: canonical_sha256(part) for name, part in content.items() if name != "seals"}


def binding_of(content: Mapping[str, Any]) -> Binding:
    """What the document says the run was bound to; all its transcripts must say the same."""
    host, run = content["host"], content["run"]
    return Binding(
        run["nonce"], run["options"], host["spec"], host["name"], host["version"],
        host["identity"]["sha256"] if host["identity"] else None, tuple(content["scope"]["capabilities"]),
        content["suite"]["sha256"], content["release"]["base_sha256"],
    )  # fmt: skip


def reliability_part(found: Reliability) -> dict[str, Any]:
    return {
        "runs": found.runs,
        "passed": found.passed,
        "rate": None if found.rate is None else round(found.rate, 4),
        "pass_n": None if found.pass_n is None else round(found.pass_n, 4),
    }


def baseline_part(verdict: Verdict) -> dict[str, Any] | None:
    """What the run's baseline was, and what it made of the failures."""
    baseline = verdict.scope.baseline
    if baseline is None:
        return None
    return {
        "sha256": baseline.sha256,
        "listed": dict(baseline.known),
        "known": [each.clause.id for each in verdict.known],
        "new": list(verdict.new),
        "stale": list(verdict.stale),
    }


def clause_part(verdict: ClauseVerdict) -> dict[str, Any]:
    clause = verdict.clause
    return {
        "id": clause.id,
        "chapter": CHAPTERS[clause.chapter],
        "level": clause.level,
        "sentence": clause.sentence,
        "section": clause.section,
        "status": verdict.status,
        "reason": verdict.reason,
        "reliability": reliability_part(verdict.reliability),
        "examples": [example_part(example) for example in verdict.examples],
    }


def example_part(verdict: ExampleVerdict) -> dict[str, Any]:
    """An example as the certificate holds it: its worst trial, and the others if there were several."""
    example = verdict.example
    return {
        "key": example.key,
        "kinds": [kind for kind in ("accept", "reject", "interpretation") if getattr(example, kind)],
        "needs": sorted(example.needs),
        "weight": verdict.weight,
        **trial_part(verdict.result),
        "others": [trial_part(each) for each in verdict.others],
    }


def trial_part(result: ExampleResult | None) -> dict[str, Any]:
    """One trial of an example; one that never ran has neither evidence nor transcript."""
    return {
        "trial": result.trial if result else None,
        "outcome": result.outcome if result else "missing",
        "code": result.code if result else "",
        "expected": result.expected if result else "",
        "found": result.found if result else "",
        "exchanges": list(result.exchanges) if result else [],
        "evidence": result.evidence if result else 0,
        "floor_missing": list(result.floor_missing) if result else [],
        "advisories": list(result.advisories) if result else [],
        "seconds": round(result.seconds, 3) if result else 0,
        "transcript": transcript_part(result),
    }


def transcript_part(result: ExampleResult | None) -> dict[str, str] | None:
    if result is None or result.transcript_sha256 is None:
        return None
    return {"file": transcript_name(result.key, result.trial), "sha256": result.transcript_sha256}


def dumps(content: Any) -> bytes:
    """JSON in UTF-8 as a person reads it; half a surrogate pair stays escaped."""
    return json.dumps(content, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace") + b"\n"


def read(path: Path) -> tuple[dict[str, Any], bytes]:
    """The document in the file and the file's bytes. Raises CertificateError; an OSError is the caller's to tell."""
    with path.open("rb") as file:
        content = file.read(MAXIMUM_BYTES + 1)
    if len(content) > MAXIMUM_BYTES:
        raise CertificateError(f"{path}: over {MAXIMUM_BYTES:,} bytes; it is none of ours")
    try:
        told = json.loads(content, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"{path}: is no JSON ({str(error)[:100]})") from error
    if why := defect("certificate", told):
        raise CertificateError(f"{path}: does not keep certificate.schema.json, at {why}")
    return told, content


def results_in(folder: Path) -> tuple[dict[str, Any], Path]:
    """What a run left in this folder, certificate or part, and the file it stands in. Raises CertificateError."""
    for path in (folder / CERTIFICATE, folder / RESULTS):
        try:
            return read(path)[0], path
        except FileNotFoundError:
            continue
        except OSError as error:
            raise CertificateError(f"{path}: {error.strerror}") from error
    raise CertificateError(f"{folder}: holds no results; name a folder that certify --out wrote")


def no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")
