"""Hosts that are not deterministic, failures that are known, and runs that start from the last one's failures."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from oa_conformance.steps.catalogue import Catalogue, shipped
from oa_conformance.steps.commands import certify, verify
from oa_conformance.steps.tests.few_features import certified, in_force
from oa_conformance.steps.verdict import baseline
from oa_conformance.steps.verdict.baseline import Baseline, BaselineError
from oa_conformance.steps.verdict.certificate import CertificateError
from oa_conformance.steps.verdict.clauses import Scope, Verdict, judge
from oa_conformance.steps.verdict.reliability import Reliability
from oa_conformance.steps.verdict.results import ExampleResult

FIRST = "IDENT-02/the-page-names-the-registered-journal"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with in_force(tmp_path_factory.mktemp("place")) as folder:
        yield folder


def content(folder: Path, name: str = "certificate.json") -> Any:
    return json.loads((folder / name).read_text("utf-8"))


# trials


def test_one_bad_trial_of_three_is_enough(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, code = certified(place, "flaky", "flaky", trials=3)
    said = capsys.readouterr().out
    assert code == 1
    total = len(shipped().by_key)
    assert f"each 3 times: pass^3 {(total - 1) / total:.3f} ({total - 1} of {total} examples)" in said
    assert f"{3 * total - 1} of {3 * total} runs" in said
    assert "trials    2 of 3 held; told is trial 1" in said
    told = content(out)
    assert told["certified"] is False
    assert told["run"]["options"]["trials"] == 3
    assert (told["reliability"]["runs"], told["reliability"]["passed"]) == (3 * total, 3 * total - 1)
    (flaky,) = [each for clause in told["clauses"] for each in clause["examples"] if each["weight"] == "fail"]
    assert (flaky["trial"], flaky["outcome"]) == (1, "failed")
    assert [(each["trial"], each["outcome"]) for each in flaky["others"]] == [(2, "passed"), (3, "passed")]
    assert [each["transcript"]["file"] for each in flaky["others"]] == [
        f"transcripts/trial-2/{flaky['key']}.json", f"transcripts/trial-3/{flaky['key']}.json"
    ]  # fmt: skip
    assert len([*(out / "transcripts").rglob("*.json")]) == 3 * total
    assert "1 of 3 trials" in told["objections"][0]
    assert "pass^3" in (out / "report.html").read_text("utf-8")
    assert verify.verification_of(verify.Order(out)).differences == ()


def test_each_trial_has_tasks_of_its_own(place: Path) -> None:
    out, code = certified(place, "twice", trials=2)
    assert code == 0
    one, two = (json.loads((out / f"transcripts/{trial}{FIRST}.json").read_text("utf-8")) for trial in ("", "trial-2/"))
    assert (one["trial"], two["trial"]) == (1, 2)
    assert one["attempts"][0]["task"]["task_id"] != two["attempts"][0]["task"]["task_id"]


def test_the_first_failure_ends_all_trials(place: Path) -> None:
    out, code = certified(place, "ended", "refusing", trials=2, exitfirst=True)
    assert code == 1
    assert len([*(out / "transcripts").rglob("*.json")]) == 1


def results(law: Catalogue, trial: int, **failed: str) -> list[ExampleResult]:
    return [
        ExampleResult(key, "failed" if key in failed.values() else "passed", code="X", evidence=3, trial=trial)
        for key in law.by_key
    ]


def judged(law: Catalogue, found: list[ExampleResult], trials: int = 1, known: Baseline | None = None) -> Verdict:
    return judge(law, found, ("registry_brokered",), Scope(trials=trials, baseline=known))


def test_a_trial_that_never_ran_is_no_pass(place: Path) -> None:
    law = shipped()
    verdict = judged(law, results(law, 1), trials=2)
    assert {each.status for each in verdict.clauses} == {"NOT-EXERCISED"}
    assert judged(law, results(law, 1) + results(law, 2), trials=2).certified


def test_pass_n_and_the_rate_are_of_what_was_judged() -> None:
    found = Reliability.of([(3, 3), (2, 3), (0, 3)])
    assert (found.runs, found.passed, found.examples, found.always) == (9, 5, 3, 1)
    assert found.told(3) == "pass^3 0.333 (1 of 3 examples), 5 of 9 runs"
    assert Reliability.sum([found, found]).runs == 18
    assert (Reliability().rate, Reliability().pass_n, Reliability.sum([]).runs) == (None, None, 0)


# a baseline


def test_known_failures_end_with_0_and_certify_nothing(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = {each.id for each in shipped().clauses}
    known = written(place, "known.json", {"known": dict.fromkeys(names, "not yet written")})
    out, code = certified(place, "known", "refusing", baseline=known)
    said = capsys.readouterr().out
    assert code == 1  # a host that proves nothing is nobody's known failure
    assert "NOT CERTIFIED; 1 new failure, 2 known" in said
    assert "new: capability registry_brokered: no clause that needs it passed" in said
    assert "known     not yet written" in said
    known = written(place, "flaky.json", {"known": dict.fromkeys([failing_of(place)], "one in three")})
    out, code = certified(place, "known", "flaky", baseline=known)
    said = capsys.readouterr().out
    assert code == 0
    assert "NOT CERTIFIED; no new failures, 1 known" in said
    told = content(out)
    assert told["certified"] is False
    assert (told["baseline"]["known"], told["baseline"]["new"], told["baseline"]["stale"]) == (["IDENT-02"], [], [])
    assert told["baseline"]["sha256"] == told["run"]["options"]["baseline_sha256"]
    assert 'skipped message="KNOWN FAILURE' in (out / "junit.xml").read_text("utf-8")
    assert verify.verification_of(verify.Order(out)).differences == ()


def failing_of(place: Path) -> str:
    """The example in which the flaky host fails when it is run once."""
    out, _ = certified(place, "once", "flaky")
    (key,) = [each["key"] for clause in content(out)["clauses"] for each in clause["examples"] if each["code"]]
    return str(key)


def test_what_is_not_listed_is_new_and_what_holds_is_stale(place: Path) -> None:
    law = shipped()
    key, other = [each.key for each in law.by_id["IDENT-02"].examples][:2]
    found = results(law, 1, first=key, second=other)
    known = judged(law, found, known=Baseline({key: "x", other: "y"}))
    assert ([each.clause.id for each in known.known], known.new, known.stale, known.exit_code) == (
        ["IDENT-02"], (), (), 0
    )  # fmt: skip
    part = judged(law, found, known=Baseline({key: "x"}))
    assert (part.known, part.exit_code) == ((), 1)
    stale = judged(law, found, known=Baseline({"IDENT-02": "x", "IDENT-05": "held all along"}))
    assert (stale.stale, stale.new, stale.exit_code) == (("IDENT-05",), (), 1)
    healed = judged(law, results(law, 1), known=Baseline({key: "x"}))
    assert (healed.stale, healed.certified, healed.exit_code) == ((key,), True, 1)
    assert judged(law, results(law, 1), known=Baseline()).exit_code == 0


def test_a_fault_of_the_suite_is_never_known(place: Path) -> None:
    law = shipped()
    found = [ExampleResult(key, "suite_error", code="SUITE_ERROR") for key in law.by_key]
    verdict = judged(law, found, known=Baseline({each.id: "x" for each in law.clauses}))
    assert (verdict.known, verdict.exit_code) == ((), 2)


def written(folder: Path, name: str, told: object) -> Path:
    path = folder / name
    path.write_text(told if isinstance(told, str) else json.dumps(told), "utf-8")
    return path


def test_a_baseline_is_toml_or_json(place: Path) -> None:
    law = shipped()
    toml = written(place, "good.toml", f'[known]\n"IDENT-02" = " worked\\non "\n"{FIRST}" = "shared host"\n')
    assert baseline.read(toml, law).known == {"IDENT-02": "worked on", FIRST: "shared host"}
    assert baseline.read(written(place, "good.json", {"known": {"IDENT-02": "x"}}), law).known == {"IDENT-02": "x"}


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.json", '{"known": {"IDENT-99": "x"}}', "'IDENT-99' is neither a clause nor an example"),
        ("a.json", '{"known": {"IDENT-02": " "}}', "IDENT-02 has no reason; say why it is left to fail"),
        ("a.json", '{"known": {"IDENT-02": 7}}', "IDENT-02 has no reason"),
        ("a.json", '{"known": {"IDENT-02": "x", "IDENT-02": "y"}}', "'IDENT-02' stands twice"),
        ("a.json", '{"IDENT-02": "x"}', "is no table 'known' and nothing else"),
        ("a.json", '{"known": [], "more": 1}', "is no table 'known' and nothing else"),
        ("a.json", "[" * 100_000, "a.json: "),
        ("a.json", "{", "write a table \\[known\\]"),
        ("a.toml", "[known]\nIDENT-02 = x", "write a table \\[known\\]"),
        ("a.toml", '[known]\n"IDENT-02" = "x"\n"IDENT-02" = "y"', "write a table \\[known\\]"),
        ("a.txt", "", "its name ends in '.txt', not in .toml or .json"),
        ("a.json", " " * 1_000_001, "over 1,000,000 bytes"),
    ],
    ids=range(12),
)
def test_a_baseline_that_cannot_be_used_is_one_line(place: Path, name: str, text: str, words: str) -> None:
    with pytest.raises(BaselineError, match=words):
        baseline.read(written(place, name, text), shipped())


def test_a_missing_baseline_is_refused_before_anything_runs(place: Path) -> None:
    with pytest.raises(BaselineError, match=r"none\.json: No such file or directory; name a file that exists"):
        certified(place, "never", baseline=place / "none.json")
    assert not (place / "never").exists()


# the last failures


def test_the_last_failures_are_found_in_certificates_and_in_parts(place: Path) -> None:
    out, _ = certified(place, "last", "refusing")
    assert certify.failed_last(out, shipped()) == {"IDENT-02", "IDENT-05"}
    certified(place, "last", "refusing", only=frozenset({"IDENT-05"}))
    assert not (out / "certificate.json").exists()
    assert content(out, "results.json")["format"] == "oa-conformance-results-1"
    assert certify.failed_last(out, shipped()) == {"IDENT-05"}
    certified(place, "last", only=frozenset({"IDENT-05"}))
    with pytest.raises(CertificateError, match="nothing stood against the host; run without --last-failed"):
        certify.failed_last(out, shipped())
    with pytest.raises(CertificateError, match="holds no results"):
        certify.failed_last(place / "nowhere", shipped())
