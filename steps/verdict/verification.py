"""Whether a certificate is what its transcripts make of it: the comparisons, and nothing that runs anything."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from oa_conformance.steps.doors.transcript import MAXIMUM_BYTES, names_in
from oa_conformance.steps.naming import transcript_name
from oa_conformance.steps.verdict import certificate
from oa_conformance.steps.verdict.account import Suite

GIVEN = ("format", "host", "run", "baseline", "authenticity", "seals")
"""Members that nothing can be computed anew from. Their seals, and the transcripts' ``run``, hold them fast."""
SUMS = ("certified", "objections", "counts", "reliability")
SHOWN = 160


@dataclass(frozen=True)
class Difference:
    """``where`` is a member, a clause, an example or a file; ``what`` says on one line how it differs."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass(frozen=True)
class Files:
    """The transcripts of a folder against those that a certificate states; ``runs`` counts which run they name."""

    differences: tuple[Difference, ...]
    runs: Counter[str]


def broken_seals(content: Mapping[str, Any]) -> Iterator[Difference]:
    """The members of the document that were edited after it was written."""
    true = certificate.seals(content)
    for name in dict.fromkeys([*true, *content["seals"]]):
        if content["seals"].get(name) != true.get(name):
            yield Difference(name, "was edited after the certificate was written: its seal is broken")


def another_suite(content: Mapping[str, Any], here: Suite) -> Iterator[Difference]:
    """That the certificate is of another version of the suite, if it is."""
    told = content["suite"]
    if (told["sha256"], told["features_sha256"]) == (here.sha256, here.features_sha256):
        return
    what = "the judge's code" if told["features_sha256"] == here.features_sha256 else "the law, its features,"
    version = here.tools["oa-conformance"]
    yield Difference(
        "suite",
        f"the certificate is of suite {told['version']} ({told['sha256'][:12]}), and this is {version} "
        f"({here.sha256[:12]}), where {what} is another; verify it with the suite that made it, or see what this one "
        "makes of its transcripts with certify --host transcript:DIR",
    )


def compare_files(content: Mapping[str, Any], folder: Path) -> Files:
    """The transcripts in the folder against the certificate. Raises TranscriptError if there are far too many."""
    found: list[Difference] = []
    stated: dict[str, str] = {}
    for key, trial in trials_of(content):
        transcript = trial["transcript"]
        if transcript and transcript["file"] != transcript_name(key, trial["trial"] or 1):
            found.append(Difference(key, f"has the transcript of another: {transcript['file'][:SHOWN]!r}"))
        elif transcript:
            stated[transcript["file"]] = transcript["sha256"]
    runs: Counter[str] = Counter()
    present = names_in(folder)
    for name in present:
        if name not in stated:
            found.append(Difference(name, "stands in no certificate"))
            continue
        try:
            with (folder / name).open("rb") as file:
                written = file.read(MAXIMUM_BYTES + 1)
        except OSError as error:
            found.append(Difference(name, f"cannot be read: {error.strerror}"))
            continue
        if hashlib.sha256(written).hexdigest() != stated[name]:
            found.append(Difference(name, "was edited or exchanged: its digest is not the one the certificate states"))
        runs[run_of(written)] += 1
    found += [Difference(name, "is missing") for name in stated if name not in set(present)]
    return Files(tuple(found), runs)


def trials_of(content: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every trial that the document tells of, with its example's key."""
    for clause in content["clauses"]:
        for example in clause["examples"]:
            for trial in (example, *example["others"]):
                yield example["key"], trial


def run_of(written: bytes) -> str:
    """The run that a transcript says it is of; empty if it says none."""
    try:
        return str(json.loads(written)["run"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""


def foreign_run(content: Mapping[str, Any], runs: Counter[str]) -> Iterator[Difference]:
    """That not one transcript is of the run that the certificate describes, if there are any."""
    if runs and certificate.binding_of(content).sha256 not in runs:
        yield Difference(
            "run", "nonce, options, host, capabilities, suite or release of the certificate are not those that its "
            "transcripts were recorded with",
        )  # fmt: skip


def impossible_times(content: Mapping[str, Any]) -> Iterator[Difference]:
    """That the run ends before it starts, or at no time there is."""
    try:
        started, finished = span_of(content)
        if started > finished:
            yield Difference("run", "finishes before it starts")
    except ValueError as error:
        yield Difference("run", f"has no such times: {error}")


def span_of(content: Mapping[str, Any]) -> tuple[datetime, datetime]:
    """When the run started and finished. Raises ValueError."""
    return datetime.fromisoformat(content["run"]["started"]), datetime.fromisoformat(content["run"]["finished"])


def compare(content: Mapping[str, Any], again: Mapping[str, Any]) -> Iterator[Difference]:
    """The certificate against the document that its transcripts were judged to.

    Where a transcript could not be played back, that is the difference, and what follows from it is left out.
    """
    broken = [
        Difference(key, f"cannot be judged again: {trial['found']}")
        for key, trial in trials_of(again)
        if trial["code"] == "HOST_UNUSABLE"
    ]
    yield from broken
    keys = {each.where for each in broken}
    said, says = (trimmed(each, keys) for each in (content, again))
    yield from differing("", said, says)


def trimmed(content: Mapping[str, Any], without: set[str]) -> dict[str, Any]:
    """The document as far as it can be computed anew and does not hang on these examples."""
    kept = {name: part for name, part in content.items() if name not in GIVEN}
    kept["suite"] = {name: part for name, part in content["suite"].items() if name not in ("tools", "version")}
    if without:
        kept = {name: part for name, part in kept.items() if name not in SUMS}
    kept["clauses"] = []
    for clause in content["clauses"]:
        examples = [timeless(each) for each in clause["examples"] if each["key"] not in without]
        whole = len(examples) == len(clause["examples"])
        part = {name: each for name, each in clause.items() if whole or name not in ("status", "reason", "reliability")}
        kept["clauses"].append({**part, "examples": examples})
    return kept


def timeless(trial: Mapping[str, Any]) -> dict[str, Any]:
    """A trial without the seconds it took."""
    kept = {name: part for name, part in trial.items() if name != "seconds"}
    return {**kept, "others": [timeless(each) for each in trial["others"]]} if "others" in trial else kept


def differing(where: str, said: Any, says: Any) -> Iterator[Difference]:
    """Where two parts of documents differ. Clauses are paired by id, examples by key."""
    if isinstance(said, dict) and isinstance(says, dict):
        for name in dict.fromkeys([*said, *says]):
            yield from differing(f"{where} {name}".strip(), said.get(name), says.get(name))
        return
    one, other = named(said), named(says)
    if one is None or other is None:
        if said != says:
            yield Difference(where, f"the certificate says {short(said)}, its transcripts say {short(says)}")
        return
    for name in dict.fromkeys([*other, *one]):
        if name not in one:
            yield Difference(name, "is missing from the certificate")
        elif name not in other:
            yield Difference(name, "stands in the certificate and in no feature")
        else:
            yield from differing(name, one[name], other[name])
    if ([*one] != [*other] and one.keys() == other.keys()) or len(said) != len(one):
        yield Difference(where, "stand in another order, or twice")


def named(value: Any) -> dict[str, Any] | None:
    """The entries of a list of clauses or examples by their names; None for anything else."""
    if not isinstance(value, list) or not value or not all(isinstance(each, dict) for each in value):
        return None
    label = "id" if "id" in value[0] else "key"
    return {each[label]: each for each in value} if all(label in each for each in value) else None


def short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
