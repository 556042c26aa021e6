"""The certificate: what was judged, on what, and how it came out, in one JSON document."""

import json
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator

from oa_conformance.steps.catalogue import CHAPTERS
from oa_conformance.steps.verdict.account import ROOT, Account
from oa_conformance.steps.verdict.clauses import STATUSES, ClauseVerdict, ExampleVerdict
from oa_conformance.steps.verdict.folder import transcript_name

FORMAT = "oa-conformance-certificate-1"


class CertificateError(Exception):
    """A certificate that does not keep its own schema: a fault of the suite."""


def document(account: Account) -> dict[str, Any]:
    """The certificate of a whole run.

    Raises CertificateError where ``features/schemas/certificate.schema.json`` would not hold.
    """
    verdict, host, evidence = account.verdict, account.host, account.evidence
    content = {
        "format": FORMAT,
        "certified": verdict.certified,
        "objections": list(verdict.objections),
        "scope": {"capabilities": list(verdict.capabilities), "not_claimed": list(verdict.not_claimed)},
        "host": {
            "spec": host.spec,
            "name": host.name,
            "version": host.version,
            "boundary": host.boundary,
            "remarks": list(host.remarks),
        },
        "release": {
            "release_id": evidence.release_id,
            "bundled": evidence.bundled,
            "base_sha256": evidence.base_sha256,
        },
        "cassettes": {"count": evidence.cassettes, "served_sha256": evidence.served_sha256},
        "suite": {"sha256": account.suite_sha256, "tools": dict(account.tools)},
        "run": {
            "command": account.command,
            "nonce": account.nonce,
            "started": account.started.isoformat(timespec="seconds"),
            "finished": account.finished.isoformat(timespec="seconds"),
            "seconds": round(account.seconds, 3),
        },
        "counts": {status: verdict.count(status) for status in STATUSES},
        "clauses": [clause_part(clause) for clause in verdict.clauses],
        "authenticity": "Self-consistent, not authenticated: whoever edits it can compute the digests anew.",
    }
    if error := next(validator().iter_errors(content), None):
        raise CertificateError(f"the certificate breaks its schema at {error.json_path}: {error.message[:200]}")
    return content


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
        "examples": [example_part(example) for example in verdict.examples],
    }


def example_part(verdict: ExampleVerdict) -> dict[str, Any]:
    """An example as the certificate holds it; one that never ran has neither evidence nor transcript."""
    example, result = verdict.example, verdict.result
    return {
        "key": example.key,
        "kinds": [kind for kind in ("accept", "reject", "interpretation") if getattr(example, kind)],
        "needs": sorted(example.needs),
        "outcome": result.outcome if result else "missing",
        "weight": verdict.weight,
        "code": result.code if result else "",
        "expected": result.expected if result else "",
        "found": result.found if result else "",
        "exchanges": list(result.exchanges) if result else [],
        "evidence": result.evidence if result else 0,
        "floor_missing": list(result.floor_missing) if result else [],
        "advisories": list(result.advisories) if result else [],
        "seconds": round(result.seconds, 3) if result else 0,
        "transcript": transcript_part(verdict),
    }


def transcript_part(verdict: ExampleVerdict) -> dict[str, str] | None:
    if verdict.result is None or verdict.result.transcript_sha256 is None:
        return None
    return {"file": transcript_name(verdict.example.key), "sha256": verdict.result.transcript_sha256}


def dumps(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace") + b"\n"


@lru_cache(maxsize=1)
def validator() -> Draft202012Validator:
    """The schema's validator."""
    schema = json.loads((ROOT / "features" / "schemas" / "certificate.schema.json").read_text("utf-8"))
    return Draft202012Validator(schema)
