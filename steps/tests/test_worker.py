"""Whatever a host does, it costs its own task: what was asked and answered is kept, and the next task runs."""

import importlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from oa_conformance.steps.doors.outcome import Limits, Result
from oa_conformance.steps.doors.process import Forked, forked, killed, spawned
from oa_conformance.steps.doors.worker import Worker
from oa_conformance.steps.world.cassette import Answer, Cassette, CassetteError, Interaction, dumps

HOSTS = "oa_conformance.steps.tests.trial_hosts"
LIMITS = Limits(grace_s=0.6, hangs=2, restarts=2)
SHORT = Limits(task_s=0.8, hangs=2)  # for hosts that hang
Open = Callable[..., Worker]


@pytest.fixture(scope="module")
def cassettes(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("cassettes")
    for name, text in (("base", "base"), ("overlay", "頁面")):
        page = Interaction(name, "GET", "https://journal.example/page", Answer(stored=text.encode()))
        (folder / f"{name}.yaml").write_text(dumps(Cassette((page,))), "utf-8")
    return [folder / "base.yaml", folder / "overlay.yaml"]


@pytest.fixture
def named() -> Iterator[Open]:
    """Opens a worker on a host by its name in trial_hosts."""
    with ExitStack() as opened:
        yield lambda name, limits=LIMITS: opened.enter_context(
            Worker(name, partial(spawned, f"{HOSTS}:{name}"), limits)
        )


@pytest.fixture(params=["by name", "as an object"])
def worker(request: pytest.FixtureRequest, named: Open) -> Iterator[Open]:
    """The same for both ways to have a host: a name that its process imports, an object that its process inherits."""
    if request.param == "by name":
        yield named
        return
    hosts = importlib.import_module(HOSTS)
    with ExitStack() as opened:
        yield lambda name, limits=LIMITS: opened.enter_context(
            Worker(name, partial(forked, getattr(hosts, name)()), limits)
        )


def task(number: int = 1, utterance: str = "睡眠") -> dict[str, Any]:
    return {"task_id": f"t{number}", "utterance": utterance}


def asked(result: Result) -> list[tuple[str, str, str | None]]:
    return [(each["task"], each["answered_by"], each["refused"]) for each in result.wire if each["kind"] == "request"]


def test_a_host_answers_in_the_overlaid_world(worker: Open, cassettes: list[Path]) -> None:
    one = worker("Well")
    result = one.run(task(2), cassettes)
    assert one.description == {"name": "trial", "version": "1.0", "capabilities": ["registry_brokered"]}
    assert (result.outcome, result.report) == ("answered", {"read": "頁面", "said": "睡眠"})
    assert asked(result) == [("t2", "overlay", None)]


def test_the_base_alone_and_the_same_world_again(named: Open, cassettes: list[Path]) -> None:
    one = named("Well")
    reads = [one.run(task(n), paths).report["read"] for n, paths in ((1, cassettes[:1]), (2, cassettes), (3, ()))]
    assert reads == ["base", "頁面", "頁面"]


def test_a_base_that_changes_on_disk_is_read_again(named: Open, tmp_path: Path) -> None:
    one, base, reads = named("Well"), tmp_path / "base.yaml", []
    for text in ("one", "four"):
        page = Interaction("p", "GET", "https://journal.example/page", Answer(stored=text.encode()))
        base.write_text(dumps(Cassette((page,))), "utf-8")
        reads.append(one.run(task(), [base]).report["read"])
    assert reads == ["one", "four"]


def test_what_a_host_prints_does_not_reach_the_channel(worker: Open, cassettes: list[Path]) -> None:
    result = worker("Noisy").run(task(), cassettes)
    assert (result.outcome, result.report) == ("answered", {"stdin": "", "read": "頁面"})
    assert [each in result.last_words for each in ("forged", "fd 1", "to stderr", "\x1b")] == [True, True, True, False]


@pytest.mark.parametrize(
    ("name", "outcome", "detail"),
    [
        ("ExitsAtOnce", "died", "it exited with status 3"),
        ("Exits", "raised", "SystemExit: 4"),
        ("Crashes", "died", "it was killed by SIGSEGV"),
        ("Raises", "raised", "LookupError: no such source �[2J�"),
        ("Huge", "flooded", "a report of more than 8000000 bytes"),
        ("Explodes", "flooded", "a report of more than 500000 values"),
        ("Loops", "hung", "no answer within 0.8 s"),
        ("Shouts", "answered", ""),
    ],
)
def test_what_was_asked_is_kept_and_the_next_task_runs(
    worker: Open, cassettes: list[Path], name: str, outcome: str, detail: str
) -> None:
    one = worker(name, SHORT if outcome == "hung" else LIMITS)
    first, second = one.run(task(1), cassettes), one.run(task(2), cassettes)
    assert (first.outcome, first.detail) == (second.outcome, second.detail) == (outcome, detail)
    assert (asked(first), asked(second)) == ([("t1", "overlay", None)], [("t2", "overlay", None)])
    assert len(first.last_words.encode()) <= LIMITS.words_bytes


@pytest.mark.parametrize(
    ("name", "outcome", "words"),
    [
        ("Interrupts", "raised", "KeyboardInterrupt"),
        ("Swallows", "hung", "trial_hosts.py"),
        ("SleepsHoldingTheInterpreter", "hung", "trial_hosts.py"),
        ("Shuts", "died", ""),
        ("KillsTheJudge", "answered", ""),
    ],
)
def test_other_ends(worker: Open, cassettes: list[Path], name: str, outcome: str, words: str) -> None:
    result = worker(name, SHORT if outcome == "hung" else LIMITS).run(task(), cassettes)
    assert result.outcome == outcome
    assert words in result.last_words  # for a hang: where it hangs


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("an object", "the report is no JSON: /items/1/at is of type object"),
        ("a set", "the report is no JSON: /items is of type set"),
        ("bytes", "the report is no JSON: it is of type bytes"),
        ("a number", "the report is no JSON: /a~1b is the number nan, which JSON does not have"),
        ("half", "the report is no JSON: /title is text with half a surrogate pair"),
        ("a key", "the report is no JSON: /facts is an object with the key None, which is not text"),
        ("depth", "the report nests deeper than 64 levels at /0/0"),
        ("a cycle", "the report nests deeper than 64 levels at /self/self"),
    ],
)
def test_a_report_that_is_no_json_is_told_where_and_why(named: Open, what: str, said: str) -> None:
    result = named("Returns").run(task(1, what))
    assert (result.outcome, result.report) == ("raised", None)
    assert result.detail.startswith(said)


def test_a_report_is_measured_as_it_travels(named: Open) -> None:
    result = named("Returns").run(task(1, "escapes"))
    assert (result.outcome, result.detail) == ("flooded", "a report of 10000051 bytes")


def test_no_report_is_a_report_for_others_to_judge(named: Open) -> None:
    assert named("Returns").run(task(1, "nothing")).outcome == "answered"


@pytest.mark.parametrize(
    "line",
    [
        "scribble",
        "[1]",
        "null",
        '{"kind": []}',
        '{"kind": "request", "n": 1}',
        '{"kind": "surprise"}',
        '{"kind": "answered", "report": 1, "leftover": 5}',
        "[" * 100_000,
    ],
)
def test_what_a_host_writes_to_the_judges_channel_ends_its_task(named: Open, line: str) -> None:
    result = named("Forges").run(task(1, line))
    assert result.outcome == "died"
    assert result.detail.startswith(f"it wrote to the judge's channel: b'{line[:40]}")


def test_a_forged_report_is_held_to_the_same_form(named: Open) -> None:
    forged = '{"kind": "answered", "report": ' + "[" * 80 + "]" * 80 + "}"
    result = named("Forges").run(task(1, forged))
    assert (result.outcome, result.report) == ("raised", None)


def test_a_flood_of_requests_ends(named: Open, cassettes: list[Path]) -> None:
    result = named("AsksForever", Limits(task_s=20, channel_bytes=300_000)).run(task(), cassettes)
    assert (result.outcome, result.detail) == ("flooded", "more than 300000 bytes from one task")
    assert 100 < len(result.wire) < 1000


def test_requests_after_the_report_are_charged_and_the_thread_goes_with_its_process(
    worker: Open, cassettes: list[Path]
) -> None:
    one = worker("LeavesAThread")
    first, second = one.run(task(1), cassettes), one.run(task(2), cassettes)
    assert (first.outcome, first.report[0], second.outcome) == ("answered", "頁面", "answered")
    assert first.report[1] != second.report[1]
    assert not alive(first.report[1])
    assert first.detail == "threads left running: left behind"
    assert asked(first) == [("t1", "overlay", None), ("t1", "nothing", "task t1 is over")]
    assert asked(second) == [("t2", "overlay", None), ("t2", "nothing", "task t2 is over")]


@pytest.mark.parametrize("name", ["KeepsAPool", "KeepsAClient"])
def test_a_host_may_keep_a_pool_or_a_client_from_task_to_task(named: Open, cassettes: list[Path], name: str) -> None:
    one = named(name)
    reports = [one.run(task(n), cassettes).report for n in (1, 2, 3)]
    assert reports == [["頁面", reports[0][1]]] * 3


def test_a_coroutine_left_behind_is_charged_to_its_own_task(worker: Open, cassettes: list[Path]) -> None:
    one = worker("LeavesACoroutine")
    first, second = one.run(task(1), cassettes), one.run(task(2), cassettes)
    assert (first.report, second.report) == ("頁面", "頁面")
    assert asked(first) == [("t1", "overlay", None)]
    assert asked(second) == [("t1", "nothing", "task t1 is over"), ("t2", "overlay", None)]


def test_an_exit_inside_a_coroutine_leaves_the_event_loop_usable(named: Open, cassettes: list[Path]) -> None:
    one = named("KeepsAClient")
    first, second = one.run(task(1, "exit"), cassettes), one.run(task(2), cassettes)
    assert (first.outcome, first.detail) == ("raised", "SystemExit: 5")
    assert (second.outcome, second.report[0]) == ("answered", "頁面")


def test_hangs_in_a_row_end_the_run_and_an_answer_between_forgives(worker: Open, cassettes: list[Path]) -> None:
    one = worker("HangsWhenTold", Limits(task_s=0.5, hangs=2, restarts=9))
    say = ["hang", "", "hang", "hang", "", "hang"]
    outcomes = [one.run(task(n, each), cassettes).outcome for n, each in enumerate(say)]
    assert outcomes == ["hung", "answered", "hung", "hung", "not_run", "not_run"]


def test_the_restart_budget_is_kept(worker: Open, cassettes: list[Path]) -> None:
    one = worker("ExitsAtOnce", Limits(restarts=2))
    results = [one.run(task(n), cassettes) for n in range(5)]
    assert [each.outcome for each in results] == ["died", "died", "died", "not_run", "not_run"]
    assert results[-1].detail == "the host was lost 3 times"


def test_a_host_starts_afresh_when_its_process_is_lost(worker: Open) -> None:
    one = worker("Counts")
    assert [one.run(task(n, say)).report for n, say in enumerate(["", "", "exit", "", ""])] == [1, 2, None, 1, 2]


def test_a_host_that_cannot_be_loaded_again_costs_its_tasks_and_not_the_run(
    named: Open, cassettes: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one = named("loads_once", Limits(restarts=1))
    results = [one.run(task(n), cassettes) for n in range(3)]
    assert [each.outcome for each in results] == ["died", "died", "not_run"]
    assert results[1].detail == "loads_once cannot be run: loads_once() failed: RuntimeError: only once"


def test_a_missing_or_damaged_cassette_is_the_suites_fault(named: Open, cassettes: list[Path], tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("interactions: [", "utf-8")
    one = named("Well")
    for paths, said in (
        ([tmp_path / "none.yaml"], "No such file"),
        ([tmp_path / "bad.yaml"], "not a cassette of format 1"),
        ([cassettes[0], tmp_path / "none.yaml"], "No such file"),
    ):
        with pytest.raises(CassetteError, match=said):
            one.run(task(), paths)
    assert one.run(task(), cassettes).outcome == "answered"


def test_libraries_are_imported_when_the_host_does_and_caught_all_the_same(named: Open, cassettes: list[Path]) -> None:
    result = named("Imports").run(task(), cassettes)
    assert result.report == [[], "頁面", "頁面", "頁面"], result
    assert asked(result) == [("t1", "overlay", None)] * 3


def test_a_host_leads_a_group_of_its_own_and_knows_no_proxy(worker: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("no_proxy", "*")
    assert worker("LooksAround").run(task()).report == [True, []]


# no process is left


def test_a_fork_that_leads_no_group_yet_is_ended_as_well() -> None:
    pid = os.fork()
    if pid == 0:
        time.sleep(20)
        os._exit(0)
    process = Forked(pid, FileIO(os.devnull), FileIO(os.devnull), FileIO(os.devnull))
    killed(process)
    assert process.wait() == -signal.SIGKILL


@pytest.mark.parametrize("start", ["spawned", "forked"])
def test_no_process_outlives_its_worker_nor_the_judge(cassettes: list[Path], start: str) -> None:
    with Worker("pool", partial(spawned, f"{HOSTS}:KeepsAPool")) as one:
        pid = one.run(task(), cassettes).report[1]
        assert alive(pid)
    assert not alive(pid)
    judge = f"""if True:
        import os, signal, sys, time
        from functools import partial
        from {HOSTS} import Swallows
        from oa_conformance.steps.doors.process import forked, spawned
        from oa_conformance.steps.doors.worker import Worker
        started = dict(spawned=partial(spawned, "{HOSTS}:Swallows"), forked=partial(forked, Swallows()))
        workers = [Worker("swallows", started["{start}"]) for _ in range(2)]  # a fork inherits the pipes
        for each in workers:
            each.start()
            each._child.tell({{"task": {{"task_id": "t"}}, "cassettes": []}})
            each._child.pump(0.2)
            print(each._child._process.pid, flush=True)
        if os.fork() == 0:  # another process that keeps the pipes open
            os.closerange(1, 3)
            time.sleep(10)
            os._exit(0)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    ended = subprocess.run([sys.executable, "-c", judge], capture_output=True, check=False)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    pids, deadline = [int(each) for each in ended.stdout.split()], time.monotonic() + 5
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert [alive(pid) for pid in pids] == [False, False]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/status")
    return not status.exists() or "\nState:\tZ" not in status.read_text()
