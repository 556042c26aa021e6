"""A spec or an adapter object opens a door; what is no host is told so in one line, by every door alike."""

from pathlib import Path
from typing import Any

import pytest

from oa_conformance.steps.doors.base import CAPABILITIES, HostUnusable, Limits, Result, open_adapter, open_door
from oa_conformance.steps.doors.outcome import USUAL, described
from oa_conformance.steps.tests import trial_hosts

HOSTS = "oa_conformance.steps.tests.trial_hosts"
KNOWN = f"known capabilities are {', '.join(CAPABILITIES)}"


def unusable(spec: object, limits: Limits = USUAL) -> str:
    with pytest.raises(HostUnusable) as raised:
        open_adapter(spec, limits)
    return str(raised.value)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages: two offer hosts, and there is one that cannot be imported."""
    monkeypatch.syspath_prepend(tmp_path)
    offers = {
        "one": "trial = trial_package:Well\ntwice = trial_package:Well\nbroken = broken_package:make\n",
        "two": "twice = other_package:Well\n",
    }
    for name, entries in offers.items():
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[oa_conformance.hosts]\n{entries}")
    (tmp_path / "trial_package.py").write_text(f"from {HOSTS} import Well\n")
    (tmp_path / "broken_package.py").write_text("import no_such_library\n")
    return tmp_path


def test_a_named_host() -> None:
    door = open_door(f"python:{HOSTS}:Counts")
    assert door.description == {"name": "trial", "version": "1.0", "capabilities": ["registry_brokered"]}
    assert door.run({"task_id": "t", "utterance": ""}) == Result("answered", 1)
    door.close()


def test_an_installed_host_is_found_by_its_name_and_imported_in_its_own_process_only(site: Path) -> None:
    door = open_door("trial")
    assert door.description["name"] == "trial"
    door.close()
    assert "trial_package" not in __import__("sys").modules


def test_an_adapter_object_is_run_in_forks_and_stays_as_it_is_here() -> None:
    host = trial_hosts.Counts()
    door = open_adapter(host)
    assert [door.run({"task_id": "t", "utterance": ""}).report for _ in range(2)] == [1, 2]
    door.close()
    door.start()
    assert door.run({"task_id": "t", "utterance": ""}).report == 1
    door.close()
    assert host.runs == 0


def test_an_adapter_may_be_a_spec() -> None:
    door = open_adapter(f"python:{HOSTS}:Counts")
    assert door.description["name"] == "trial"
    door.close()


@pytest.mark.parametrize(
    "spec", ["python:", "python:json", "python:json:", "python:a b:c", "python:json:dumps()", "python:../x:make"]
)
def test_a_spec_that_names_no_factory(spec: str) -> None:
    assert unusable(spec) == f"'{spec}' names no host; write python:package.module:factory"


@pytest.mark.parametrize("spec", ["", "refrence", "node host.mjs", "\x1b[2J"])
def test_a_name_that_nobody_offers(site: Path, spec: str) -> None:
    assert unusable(spec) == (
        f"{spec!a} names no host; known are broken, reference, trial, twice, python:package.module:factory"
    )


def test_a_name_that_two_packages_offer(site: Path) -> None:
    assert unusable("twice") == (
        "twice is offered by several packages, as other_package:Well and trial_package:Well; write python:… for one"
    )


@pytest.mark.parametrize(
    ("factory", "said"),
    [
        ("fails", "fails() failed: RuntimeError: needs a key"),
        ("fails_at_length", "fails_at_length() failed: RuntimeError: " + "x" * 460),
        ("exits", 'it exited with status 9; its last words: "no licence here"'),
        ("absent", f"the module {HOSTS} has no absent"),
        ("Trial.absent", f"the module {HOSTS} has no Trial.absent"),
        ("object", f"the module {HOSTS} has no object"),
        ("URL", "URL() failed: TypeError: 'str' object is not callable"),
        ("NoRun", "the NoRun it is has no run"),
        ("RunIsText", "its run is no function; it takes (task, tools) and returns the report"),
        ("Trial", "the Trial it is has no run"),
        ("claims_nothing", f"it claims nothing, but registry_brokered is mandatory; {KNOWN}"),
        ("claims_the_unknown", f"it claims 'registry_broken', which is no capability; {KNOWN}"),
        ("claims_too_little", f"it claims hashing, pdf, but registry_brokered is mandatory; {KNOWN}"),
        ("claims_a_word", f"its capabilities are \"'registry_brokered'\", not a list of names; {KNOWN}"),
        ("claims_a_number", f"its capabilities are '5', not a list of names; {KNOWN}"),
        ("has_a_long_name", "its name is 'two\\nlines', not one line of 1 to 100 printable characters"),
    ],
)
def test_a_host_that_cannot_be_loaded_is_one_line(factory: str, said: str) -> None:
    spec = f"python:{HOSTS}:{factory}"
    assert unusable(spec) == f"{spec} cannot be run: {said}"


def test_a_host_that_hangs_while_it_is_loaded_is_one_line() -> None:
    spec = f"python:{HOSTS}:hangs"
    assert unusable(spec, Limits(start_s=0.5)) == f"{spec} cannot be run: no answer within 0.5 s"


def test_a_module_that_cannot_be_imported_is_named_with_its_error(site: Path) -> None:
    assert unusable("python:no_such.hosts:make") == (
        "python:no_such.hosts:make cannot be run: the module no_such.hosts cannot be imported: "
        "ModuleNotFoundError: No module named 'no_such'"
    )
    assert unusable("broken") == (
        "broken cannot be run: the module broken_package cannot be imported: "
        "ModuleNotFoundError: No module named 'no_such_library'"
    )


@pytest.mark.parametrize(
    ("adapter", "said"),
    [
        (None, "the adapter, a NoneType, cannot be run: the NoneType it is has no name and no version and no"),
        (trial_hosts.NoRun(), "the adapter, a NoRun, cannot be run: the NoRun it is has no run"),
        (trial_hosts.Claims([]), "the adapter, a Claims, cannot be run: it claims nothing, but registry_brokered is"),
        (trial_hosts.Claims(["registry_brokered"], 7), "the adapter, a Claims, cannot be run: its name is 7, not one"),
    ],
)
def test_an_object_that_is_no_host_is_one_line(adapter: Any, said: str) -> None:
    line = unusable(adapter)
    assert line.startswith(said)
    assert "\n" not in line


def test_claims_are_sorted_and_each_is_there_once() -> None:
    said = {"name": "a", "version": "1", "capabilities": ["pdf", "registry_brokered", "pdf"]}
    assert described(said)["capabilities"] == ["pdf", "registry_brokered"]
