"""``verify``: an untouched certificate holds without its host, and whatever is tampered with is named."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from oa_conformance.steps.commands import verify
from oa_conformance.steps.commands.verify import Unverifiable, Verification
from oa_conformance.steps.doors.transcript import read
from oa_conformance.steps.naming import transcript_name
from oa_conformance.steps.tests.few_features import certified, in_force
from oa_conformance.steps.verdict import certificate, verification
from oa_conformance.steps.verdict.folder import transcript_bytes
from oa_conformance.steps.world.store import BUNDLED

Json = dict[str, Any]
KEY = "IDENT-02/the-page-names-the-registered-journal"
SISTER = "IDENT-02/the-page-names-a-sister-journal-that-nobody-registered"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the results of a good host, of one that refuses, and of a good one on a release of its own."""
    with in_force(tmp_path_factory.mktemp("runs")) as folder:
        assert certified(folder, "good")[1] == 0
        assert certified(folder, "again")[1] == 0
        assert certified(folder, "bad", "refusing")[1] == 1
        assert certified(folder, "released", release_dir=BUNDLED)[1] == 0
        (folder / "borrowed_host.py").unlink()  # nobody who verifies needs the host
        yield folder


@pytest.fixture
def copied(runs: Path, tmp_path: Path) -> Callable[[str], Path]:
    def copy(name: str) -> Path:
        shutil.copytree(runs / name, tmp_path / name)
        return tmp_path / name

    return copy


def judged(folder: Path, **order: Any) -> Verification:
    return verify.verification_of(verify.Order(folder, **order))


def differences(folder: Path, **order: Any) -> list[str]:
    return [str(each) for each in judged(folder, **order).differences]


def edit(folder: Path, change: Callable[[Json], object], *, reseal: bool = True) -> None:
    """Change the certificate as a forger would, who computes the seals anew."""
    path = folder / "certificate.json"
    content = json.loads(path.read_text("utf-8"))
    change(content)
    if reseal:
        content["seals"] = certificate.seals(content)
    path.write_bytes(certificate.dumps(content))


def edit_transcript(folder: Path, key: str, change: Callable[[Json], object]) -> None:
    """Change a transcript as a forger would, who states its new digest in the certificate."""
    path = folder / transcript_name(key)
    content = json.loads(path.read_text("utf-8"))
    change(content)
    path.write_bytes(transcript_bytes(content))
    state(folder, key)


def state(folder: Path, key: str) -> None:
    """Let the certificate state the digest that the example's transcript has."""
    digest = read(folder, transcript_name(key)).sha256
    edit(folder, lambda content: example(content, key)["transcript"].update(sha256=digest))


def clause(content: Json, name: str) -> Json:
    return next(each for each in content["clauses"] if each["id"] == name)


def example(content: Json, key: str) -> Json:
    return next(each for each in clause(content, key.partition("/")[0])["examples"] if each["key"] == key)


def wire(content: Json) -> list[Json]:
    records: list[Json] = content["attempts"][0]["result"]["wire"]
    return records


# what holds


@pytest.mark.parametrize("name", ["good", "bad", "released"])
def test_an_untouched_certificate_holds_whatever_it_says(
    runs: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify.verify(verify.Order(runs / name)) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "VERIFIED"
    assert said[-2] == "self-consistent, not authenticated: anyone can recompute these digests"
    certifies = "it says: NOT certified" if name == "bad" else "it says: certified for registry_brokered"
    assert said[-3] == certifies


def test_it_is_told_as_json(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify.verify(verify.Order(runs / "bad", as_json=True)) == 0
    assert json.loads(capsys.readouterr().out) == {
        "verified": True, "authenticated": False, "judged_again": True, "certified": False, "differences": []
    }  # fmt: skip


def test_a_folder_without_a_certificate_is_nothing_to_verify(tmp_path: Path) -> None:
    with pytest.raises(Unverifiable, match=r"certificate\.json: No such file or directory; only a whole run has one"):
        judged(tmp_path)


# an edited certificate


def test_a_failure_called_a_pass_is_found(copied: Callable[[str], Path]) -> None:
    folder = copied("bad")

    def whitewash(content: Json) -> None:
        content.update(certified=True, objections=[])
        for each in content["clauses"]:
            each.update(status="PASS", reason="")
        content["counts"].update(PASS=len(content["clauses"]), FAIL=0)

    edit(folder, whitewash)
    found = differences(folder)
    assert 'IDENT-02 status: the certificate says "PASS", its transcripts say "FAIL"' in found
    assert "certified: the certificate says true, its transcripts say false" in found
    assert "counts FAIL: the certificate says 0, its transcripts say 2" in found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda content: content["counts"].update(PASS=9), "counts PASS: the certificate says 9, its transcripts"),
        (lambda content: content["objections"].append("x"), "objections: the certificate says"),
        (lambda content: example(content, KEY).update(evidence=99), f"{KEY} evidence: the certificate says 99"),
        (lambda content: example(content, KEY).update(outcome="failed"), f"{KEY} outcome: the certificate says"),
        (lambda content: clause(content, "IDENT-05").update(sentence="x"), "IDENT-05 sentence: the certificate says"),
        (lambda content: content["clauses"].pop(), "IDENT-05: is missing from the certificate"),
        (
            lambda content: clause(content, "IDENT-02")["examples"].remove(example(content, KEY)),
            f"{KEY}: is missing from the certificate",
        ),
        (lambda content: content["clauses"].append(content["clauses"][0]), "clauses: stand in another order, or twice"),
        (lambda content: content["clauses"].reverse(), "clauses: stand in another order, or twice"),
        (lambda content: content["release"].update(release_id="f" * 40), "release release_id: the certificate says"),
        (lambda content: content["cassettes"].update(served_sha256="f" * 64), "cassettes served_sha256: the"),
        (lambda content: content["scope"]["not_claimed"].append("EVID-01"), "scope not_claimed: the certificate says"),
        (
            lambda content: content["reliability"].update(passed=1),
            "reliability passed: the certificate says 1",
        ),
    ],
)  # fmt: skip
def test_what_can_be_computed_anew_cannot_be_edited(runs: Path, change: Callable[[Json], object], words: str) -> None:
    """Compared with what judging its transcripts again comes to: the certificate as it was, see the tests above."""
    again, edited = (json.loads((runs / "good" / "certificate.json").read_text("utf-8")) for _ in range(2))
    change(edited)
    found = [str(each) for each in verification.compare(edited, again)]
    assert any(each.startswith(words) for each in found), found


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content["host"].update(version="2.0"),
        lambda content: content["host"].update(name="another"),
        lambda content: content["host"].update(spec="python:other:make"),
        lambda content: content["host"]["identity"].update(sha256="f" * 64),
        lambda content: content["scope"].update(capabilities=["pdf", "registry_brokered"]),
        lambda content: content["run"].update(nonce="f" * 32),
        lambda content: content["run"]["options"].update(exitfirst=True),
        lambda content: content["run"]["options"].update(trials=2),
        lambda content: content["release"].update(base_sha256="f" * 64),
    ],
    ids=["version", "name", "spec", "identity", "capabilities", "nonce", "exitfirst", "trials", "release"],
)
def test_what_the_run_is_bound_to_cannot_be_edited(
    copied: Callable[[str], Path], change: Callable[[Json], object]
) -> None:
    folder = copied("good")
    edit(folder, change)
    found = judged(folder)
    assert [each.where for each in found.differences] == ["run"]
    assert "are not those that its transcripts were recorded with" in found.differences[0].what
    assert not found.judged


@pytest.mark.parametrize("member", ["host", "run", "suite", "authenticity", "clauses"])
def test_a_broken_seal_names_the_member(copied: Callable[[str], Path], member: str) -> None:
    folder = copied("good")
    changes: dict[str, Callable[[Json], object]] = {
        "host": lambda content: content["host"].update(boundary="none"),
        "run": lambda content: content["run"].update(finished="2031-01-01T00:00:00+00:00"),
        "suite": lambda content: content["suite"]["tools"].update(python="4.0"),
        "authenticity": lambda content: content.update(authenticity="Authentic."),
        "clauses": lambda content: example(content, KEY).update(seconds=0.001),
    }
    edit(folder, changes[member], reseal=False)
    assert differences(folder) == [f"{member}: was edited after the certificate was written: its seal is broken"]


@pytest.mark.parametrize(
    ("finished", "words"),
    [("2020-01-01T00:00:00+00:00", "finishes before it starts"), ("2031-13-01T00:00:00+00:00", "has no such times")],
)
def test_a_run_has_a_time(copied: Callable[[str], Path], finished: str, words: str) -> None:
    folder = copied("good")
    edit(folder, lambda content: content["run"].update(finished=finished))
    (found,) = differences(folder)
    assert found.startswith(f"run: {words}")


def test_another_version_of_the_suite_is_named_and_nothing_is_judged(copied: Callable[[str], Path]) -> None:
    folder = copied("good")
    edit(folder, lambda content: content["suite"].update(version="9.9", sha256="f" * 64))
    (first, *_) = found = differences(folder)
    assert first.startswith("suite: the certificate is of suite 9.9 (ffffffffffff), and this is ")
    assert "the judge's code is another; verify it with the suite that made it" in first
    edit(folder, lambda content: content["suite"].update(features_sha256="f" * 64))
    assert "the law, its features, is another" in differences(folder)[0]
    assert not judged(folder).judged
    assert all(each.startswith(("suite", "run")) for each in found)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (lambda text: text[:-100], "is no JSON"),
        (lambda text: text.replace('"nonce"', '"once"'), "does not keep certificate.schema.json, at $.run"),
        (lambda text: text.replace('"seconds": ', '"seconds": NaN, "x": '), "NaN is no JSON"),
        (lambda text: "[" * 100_000, "is no JSON"),
    ],
)
def test_what_is_no_certificate_is_refused(
    copied: Callable[[str], Path], text: Callable[[str], str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied("good")
    path = folder / "certificate.json"
    path.write_text(text(path.read_text("utf-8")), "utf-8")
    assert verify.verify(verify.Order(folder)) == 1
    said = capsys.readouterr().out
    assert words in said
    assert said.endswith("NOT VERIFIED\n")


# edited transcripts


def test_an_edited_transcript_is_found_by_its_digest(copied: Callable[[str], Path]) -> None:
    folder = copied("good")
    path = folder / transcript_name(KEY)
    path.write_text(path.read_text("utf-8") + " ", "utf-8")
    assert differences(folder) == [
        f"{transcript_name(KEY)}: was edited or exchanged: its digest is not the one the certificate states"
    ]


def test_an_edited_report_is_judged_as_it_is_now(copied: Callable[[str], Path]) -> None:
    folder = copied("good")
    edit_transcript(folder, SISTER, lambda said: said["attempts"][0]["result"]["report"].update(rejected_candidates=[]))
    found = differences(folder)
    assert f'{SISTER} outcome: the certificate says "passed", its transcripts say "failed"' in found
    assert 'IDENT-02 status: the certificate says "PASS", its transcripts say "FAIL"' in found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda said: wire(said)[-1].update(status=404),
            "was answered with status 404, and its world answers with status",
        ),
        (lambda said: wire(said)[-1].update(url="https://www.frontiersin.org/x"), "and its world answers with"),
        (lambda said: wire(said)[-1].update(sha256="f" * 64), "was answered with sha256 ffff"),
        (
            lambda said: wire(said)[-1].update(answered_by="page https://a.example/"),
            "was answered with answered_by page",
        ),
        (
            lambda said: said["attempts"][0]["task"].update(topic="x"),
            "was recorded for another task (it differs in topic)",
        ),
        (lambda said: said["attempts"][0].update(ended="2020-01-01T00:00:00+00:00"), "ends before it starts"),
        (lambda said: said["attempts"][0].update(ended="2020-01-01T00:00:00"), "has no such times"),
        (lambda said: said["attempts"][0].update(ended="soon"), "has no such times"),
        (lambda said: said["attempts"][0].update(started="2020-01-01T00:00:00+00:00"), "outside the time of its run"),
        (lambda said: said["attempts"][0].update(ended="2090-01-01T00:00:00+00:00"), "outside the time of its run"),
        (lambda said: said.update(attempts=[]), "holds 0 tasks, and the example has another"),
        (lambda said: said.update(run="f" * 64), "was recorded in another run"),
    ],
)
def test_a_forged_log_does_not_fit_its_world(
    copied: Callable[[str], Path], change: Callable[[Json], object], words: str
) -> None:
    folder = copied("good")
    edit_transcript(folder, KEY, change)
    (found,) = differences(folder)
    assert found.startswith(f"{KEY}: cannot be judged again: ")
    assert words in found


def test_a_request_that_is_left_out_is_missed(copied: Callable[[str], Path]) -> None:
    folder = copied("good")
    edit_transcript(folder, KEY, lambda said: wire(said).pop())
    assert any(each.startswith(f"{KEY} evidence") for each in differences(folder))


def test_an_offer_that_the_scenario_never_made_is_found(copied: Callable[[str], Path]) -> None:
    folder = copied("good")
    edit_transcript(folder, KEY, lambda said: said["offered"].append("a cup of tea"))
    (found,) = differences(folder)
    assert found.startswith(f"{KEY} transcript sha256: the certificate says")


def test_exchanged_transcripts_are_found(copied: Callable[[str], Path]) -> None:
    folder = copied("good")
    one, other = folder / transcript_name(KEY), folder / transcript_name(SISTER)
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content)
    found = differences(folder)
    for name in (KEY, SISTER):
        assert any(each.startswith(f"{transcript_name(name)}: was edited or exchanged") for each in found)
    assert any(f"is trial 1 of {SISTER}; put it back in its place" in each for each in found)


def test_a_transcript_of_another_run_of_the_same_host_is_found(copied: Callable[[str], Path], runs: Path) -> None:
    folder = copied("good")
    shutil.copy(runs / "again" / transcript_name(KEY), folder / transcript_name(KEY))
    state(folder, KEY)
    (found,) = differences(folder)
    assert "was recorded in another run, of this host or of another" in found


def test_a_removed_transcript_is_found(copied: Callable[[str], Path]) -> None:
    folder = copied("good")
    (folder / transcript_name(KEY)).unlink()
    found = differences(folder)
    assert f"{transcript_name(KEY)}: is missing" in found
    assert any(each.startswith(f"{KEY}: cannot be judged again") for each in found)


def test_an_added_transcript_is_found(copied: Callable[[str], Path]) -> None:
    folder = copied("good")
    (folder / "transcripts" / "IDENT-02" / "more.json").write_text("{}")
    assert differences(folder) == ["transcripts/IDENT-02/more.json: stands in no certificate"]


def test_a_certificate_cannot_send_the_reader_elsewhere(copied: Callable[[str], Path], tmp_path: Path) -> None:
    folder = copied("good")
    (tmp_path / "elsewhere.json").write_text("{}")
    edit(folder, lambda content: example(content, KEY)["transcript"].update(file="../elsewhere.json"))
    assert f"{KEY}: has the transcript of another: '../elsewhere.json'" in differences(folder)


# a release of its own


def test_the_cassettes_of_another_release_are_compared_too(copied: Callable[[str], Path]) -> None:
    folder = copied("released")
    path = folder / "cassettes" / "IDENT" / f"{KEY}.yaml"
    path.write_text(path.read_text("utf-8").replace("Frontiers in Psychology", "Frontiers in Sociology"), "utf-8")
    assert differences(folder) == [f"cassettes/IDENT/{KEY}.yaml: is not what its scenario describes"]
    path.unlink()
    assert differences(folder) == [f"cassettes/IDENT/{KEY}.yaml: is missing"]


def test_a_release_that_is_gone_can_be_named(copied: Callable[[str], Path]) -> None:
    folder = copied("released")
    shutil.rmtree(folder / "cassettes")
    assert differences(folder)[0].startswith("cassettes: the worlds cannot be built again: ")
    found = differences(folder, release_dir=BUNDLED)
    assert all(each.endswith(": is missing") for each in found)


def test_an_edited_release_is_found(copied: Callable[[str], Path]) -> None:
    folder = copied("released")
    path = folder / "cassettes" / "base.yaml"
    path.write_text(path.read_text("utf-8").replace("Frontiers in Psychology", "Frontiers in Psychologx"), "utf-8")
    (found,) = differences(folder)
    assert found.startswith("cassettes: the worlds cannot be built again: ")
    assert "has other digests" in found
