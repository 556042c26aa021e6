"""The command door: what a command may do, what it costs, and what is said of it."""

import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from oa_conformance.steps.doors.base import Door, HostUnusable, Limits, open_door
from oa_conformance.steps.doors.command_spec import parse, with_options
from oa_conformance.steps.tests import trial_programs
from oa_conformance.steps.tests.proxy_entrance import PAGE, WORLD, wait_for
from oa_conformance.steps.world.cassette import CassetteError, dumps

PROGRAMS = Path(trial_programs.__file__)
QUICK = Limits(start_s=10.0, task_s=10.0, report_bytes=200_000)
SHORT = Limits(start_s=10.0, task_s=1.0, report_bytes=200_000)
TASK = {"task_id": "t1", "utterance": "find it"}


def command(*words: str, kind: str = "command") -> str:
    return f"{kind}:{shlex.join([sys.executable, '-S', str(PROGRAMS), *words])}"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    path = tmp_path_factory.mktemp("world") / "base.yaml"
    path.write_text(dumps(WORLD), "utf-8")
    return [path]


@contextmanager
def opened(spec: str, limits: Limits = QUICK) -> Iterator[Door]:
    door = open_door(spec, limits)
    try:
        yield door
    finally:
        door.close()


def unusable(spec: str, limits: Limits = QUICK) -> str:
    with pytest.raises(HostUnusable) as raised:
        open_door(spec, limits)
    said = str(raised.value)
    assert "\n" not in said
    return said.removeprefix(f"{spec} cannot be run: ")


# one process a message


def test_a_command_answers_and_its_requests_are_logged(world: list[Path]) -> None:
    with opened(command("one-shot", "well")) as door:
        result = door.run(TASK, world)
    assert (result.outcome, result.report) == ("answered", {"read": PAGE.decode(), "said": "find it"})
    assert [(each["n"], each["task"], each["url"]) for each in result.wire] == [(1, "t1", trial_programs.URL)]
    told = door.description
    assert (told["name"], told["version"], told["capabilities"]) == ("trial", "1.0", ["registry_brokered"])
    assert told["boundary"].endswith("What ignored the proxy could have reached the network unseen.")
    assert told["remarks"] == []


def test_without_cassettes_the_last_world_goes_on(world: list[Path]) -> None:
    with opened(command("one-shot", "well")) as door:
        door.run(TASK, world)
        assert door.run({**TASK, "task_id": "t2"}).report["read"] == PAGE.decode()


def test_a_bad_cassette_is_ours_and_not_the_hosts(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("interactions: 5\n")
    with opened(command("one-shot", "well")) as door, pytest.raises(CassetteError):
        door.run(TASK, [tmp_path / "bad.yaml"])


WAYS = {
    "exits": ("died", "it exited with status 1", "no licence here"),
    "exits after its answer": ("died", "it exited with status 4", ""),
    "crashes": ("died", "it was killed by SIGSEGV", "about to crash"),
    "is silent": ("died", "it ended without an answer", ""),
    "is garbage": ("raised", "its answer is no JSON (Expecting value: line 1 column 1 (char 0)): b'I found many", ""),
    "is two answers": ("raised", "its answer is no JSON (Extra data: line 2 column 1 (char 11))", ""),
    "is no text": ("raised", "its answer is no JSON ('utf-8' codec can't decode byte 0xff", ""),
    "is not a number": ("raised", "the report is no JSON: /count is the number nan, which JSON does not have", ""),
    "is deep": ("raised", "its answer is no JSON (maximum recursion depth exceeded", ""),
    "floods": ("flooded", "an answer of more than 200000 bytes", ""),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_failure_costs_its_task_and_no_more(world: list[Path], way: str) -> None:
    outcome, detail, words = WAYS[way]
    with opened(command("one-shot", way)) as door:
        for _ in range(2):
            result = door.run(TASK, world)
            assert (result.outcome, result.report, result.last_words) == (outcome, None, words)
            assert result.detail.startswith(detail)


HANGS = {
    "hangs": ("no answer within 1 s", "waiting for a key"),
    "answers and does not end": ("it spoke, but did not end its answer within 1 s", ""),
    "ignores signals and hangs": ("no answer within 1 s", ""),
}


@pytest.mark.parametrize("way", HANGS)
def test_a_hang_costs_its_deadline(world: list[Path], way: str) -> None:
    with opened(command("one-shot", way), SHORT) as door:
        started = time.monotonic()
        result = door.run(TASK, world)
        assert time.monotonic() - started < 3
    assert (result.outcome, result.detail, result.last_words) == ("hung", *HANGS[way])


def test_after_three_hangs_in_a_row_the_rest_is_not_run(world: list[Path]) -> None:
    with opened(command("one-shot", "hangs"), Limits(start_s=10, task_s=0.2)) as door:
        ends = [door.run(TASK, world).outcome for _ in range(4)]
    assert ends == ["hung", "hung", "hung", "not_run"]


def test_a_flood_of_words_keeps_its_end(world: list[Path]) -> None:
    with opened(command("one-shot", "floods stderr")) as door:
        result = door.run(TASK, world)
    assert result.outcome == "answered"
    assert len(result.last_words) <= QUICK.words_bytes
    assert result.last_words.endswith("words \nthe end")


def test_a_command_need_not_read_what_it_is_told(world: list[Path], tmp_path: Path) -> None:
    """A task longer than a pipe holds, and nobody who takes it."""
    script = tmp_path / "host.sh"
    script.write_text('echo \'{"name":"a","version":"1","capabilities":["registry_brokered"]}\'\n')
    with opened(f"command:sh {script}") as door:
        result = door.run({**TASK, "utterance": "a" * 300_000}, world)
    assert (result.outcome, result.report["name"]) == ("answered", "a")


def test_a_long_task_is_sent_whole(world: list[Path]) -> None:
    said = "a" * 300_000
    with opened(command("one-shot", "well"), Limits()) as door:
        assert door.run({**TASK, "utterance": said}, world).report["said"] == said


def test_children_left_behind_are_ended(world: list[Path]) -> None:
    with opened(command("one-shot", "leaves a child")) as door:
        started = time.monotonic()
        result = door.run(TASK, world)
    assert time.monotonic() - started < 5
    assert (result.outcome, result.detail) == ("answered", "processes that it left running were ended")
    wait_for(lambda: is_gone(result.report["child"]))


def test_what_they_send_late_is_refused_and_charged(world: list[Path]) -> None:
    with opened(command("one-shot", "leaves a child that sends"), Limits(start_s=10, grace_s=1.0)) as door:
        result = door.run(TASK, world)
    assert result.outcome == "answered"
    assert {(each["task"], each["refused"]) for each in result.wire} == {("t1", "task t1 is over")}
    wait_for(lambda: is_gone(result.report["child"]))


def test_a_flood_of_requests_is_cut_off(world: list[Path]) -> None:
    with opened(command("one-shot", "asks and asks"), Limits(start_s=10, task_s=20, channel_bytes=20_000)) as door:
        result = door.run(TASK, world)
        assert (result.outcome, result.detail) == ("flooded", "more than 20000 bytes of requests from one task")
        assert 10 < len(result.wire) < 50
        assert door.run({**TASK, "task_id": "t2"}, world).wire[0]["task"] == "t2"


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


# what cannot be run


UNUSABLE = {
    "no description": "its name is None, not one line of 1 to 100 printable characters",
    "claims the unknown": "it claims 'telepathy', which is no capability; known capabilities are registry_brokered, ",
    "a list": "its name is None, not one line of 1 to 100 printable characters",
    "fails": 'it exited with status 1; its last words: "RuntimeError: needs a key"',
    "sends": 'it exited with status 1; its last words: "',
}


@pytest.mark.parametrize("way", UNUSABLE)
def test_a_host_that_does_not_say_who_it_is(way: str) -> None:
    assert unusable(command("describe", way)).startswith(UNUSABLE[way])


def test_a_program_that_is_not_there_or_may_not_be_run(tmp_path: Path) -> None:
    assert unusable("command:no-such-program") == "no-such-program: No such file or directory"
    (tmp_path / "plain").write_text("")
    assert unusable(f"command:{tmp_path}/plain") == f"{tmp_path}/plain: Permission denied"


def test_of_the_last_words_the_error_is_told(tmp_path: Path) -> None:
    script = tmp_path / "host.sh"
    script.write_text("echo 'Error: no key' >&2; echo >&2; echo 'Shell v1' >&2; exit 3\n")
    assert unusable(f"command:sh {script}") == 'it exited with status 3; its last words: "Error: no key"'


def test_a_host_that_is_asked_who_it_is_and_hangs() -> None:
    assert unusable("command:sleep 60", Limits(start_s=0.3)) == "no answer within 0.3 s"


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("command:", "names no command; write command:PROGRAM"),
        ("command:  ", "names no command; write command:PROGRAM"),
        ("command:'a", "names no command (No closing quotation); write"),
        ("command+fast:a", "names no command; write command:PROGRAM"),
        ("command+model=a:b", "names no command; write command:PROGRAM"),
        ("command+model=http://a:1+model=http://b:1:c", "names 2 models; a host may reach one"),
        ("command+model=http://a:99999:c", "Port out of range"),
    ],
)
def test_a_spec_that_names_no_command(spec: str, why: str) -> None:
    with pytest.raises(HostUnusable) as raised:
        open_door(spec)
    assert why in str(raised.value)


def test_a_spec_is_split_as_a_shell_would() -> None:
    assert parse("command:node 'my host.mjs' a\\ b").command == ("node", "my host.mjs", "a b")
    told = parse("command+model=http://[::1]:8080+persistent+isolate:node a:b")
    assert told.command == ("node", "a:b")
    assert (told.persistent, told.isolated, told.model) == (True, True, "http://[::1]:8080")


def test_flags_become_part_of_the_spec() -> None:
    assert with_options("reference") == "reference"
    assert with_options("command:a b", persistent=True) == "command+persistent:a b"
    assert with_options("command+persistent:a", persistent=True, isolate=True) == "command+persistent+isolate:a"
    made = with_options("command:a", model="http://127.0.0.1:8080/v1/chat")
    assert made == "command+model=http://127.0.0.1:8080:a"
    with pytest.raises(HostUnusable, match="--persistent is for commands, and 'reference' is none"):
        with_options("reference", persistent=True)
    with pytest.raises(HostUnusable, match="--model-endpoint is for commands"):
        with_options("python:a:b", model="http://127.0.0.1:1")
    with pytest.raises(HostUnusable, match="'nowhere' is no address of a model"):
        with_options("command:a", model="nowhere")


# remarks


def test_a_host_that_sends_nothing_is_told_why_that_may_be(world: list[Path]) -> None:
    with opened(command("one-shot", "leaves a child")) as door:
        for _ in range(2):
            door.run(TASK, world)
        assert door.description["remarks"] == []
        door.run(TASK, world)
    (remark,) = door.description["remarks"]
    assert remark.startswith("nothing came through the proxy in the first tasks: the host's HTTP client may ignore")


def test_a_host_that_trusts_nobody_is_told_so(world: list[Path], tmp_path: Path) -> None:
    script = tmp_path / "host.sh"
    script.write_text(
        'case $(cat) in *describe*) echo \'{"name":"a","version":"1","capabilities":["registry_brokered"]}\';;\n'
        f"*) env -u CURL_CA_BUNDLE -u SSL_CERT_FILE curl -s {trial_programs.URL}; echo '{{}}';; esac\n"
    )
    with opened(f"command:sh {script}") as door:
        results = [door.run(TASK, world) for _ in range(3)]
    assert [each.outcome for each in results] == ["answered"] * 3
    (remark,) = door.description["remarks"]
    assert remark.startswith("the host connected to journal.example and sent nothing: its HTTP client may not trust")


# one process, line after line


def persistent(way: str) -> str:
    return command("persistent", way, kind="command+persistent")


def test_one_process_answers_line_after_line(world: list[Path]) -> None:
    with opened(persistent("counts")) as door:
        results = [door.run({**TASK, "task_id": f"t{n}"}, world) for n in range(3)]
    assert [each.report["seq"] for each in results] == [2, 3, 4]
    assert len({each.report["process"] for each in results}) == 1
    assert [[record["task"] for record in each.wire] for each in results] == [["t0"], ["t1"], ["t2"]]
    wait_for(lambda: is_gone(results[0].report["process"]))


LINES = {
    "answers another": ("died", "it answered seq "),
    "has nothing": ("raised", "its answer has neither report nor error"),
    "has an error": ("raised", "the model is overloaded"),
    "exits": ("died", "it exited with status 1"),
    "is silent": ("died", "it ended without an answer"),
    "crashes": ("died", "it was killed by SIGSEGV"),
    "is garbage": ("died", "its answer is no JSON (Expecting value"),
    "floods": ("flooded", "an answer of more than 201000 bytes"),
}


@pytest.mark.parametrize("way", LINES)
def test_a_bad_line_costs_its_task(world: list[Path], way: str) -> None:
    with opened(persistent(way)) as door:
        for n in range(2):
            result = door.run(TASK, world)
            assert result.outcome == LINES[way][0]
            assert result.detail.startswith(
                LINES[way][1].replace("seq 1 where 2", f"seq {1 + 2 * n} where {2 + 2 * n}")
            )


def test_a_line_too_many_is_the_answer_to_nothing(world: list[Path]) -> None:
    with opened(persistent("answers twice")) as door:
        assert door.run(TASK, world).report == {"first": 2}
        result = door.run(TASK, world)
        assert (result.outcome, result.detail) == ("died", "it answered seq 2 where 3 was asked")
        assert door.run(TASK, world).report == {"first": 5}


def test_a_host_that_is_lost_too_often_is_not_started_again(world: list[Path]) -> None:
    with opened(persistent("exits"), Limits(start_s=10, task_s=10, restarts=2)) as door:
        results = [door.run(TASK, world) for _ in range(4)]
    assert [each.outcome for each in results] == ["died", "died", "died", "not_run"]
    assert results[3].detail == "the host was lost 3 times"


def test_a_persistent_host_that_hangs_is_started_again(world: list[Path]) -> None:
    with opened(persistent("hangs"), Limits(start_s=10, task_s=0.3)) as door:
        result = door.run(TASK, world)
        assert (result.outcome, result.last_words) == ("hung", "waiting for a key")
        assert door.run(TASK, world).outcome == "hung"


def test_a_host_that_cannot_be_started_again_is_said_to_be_so(world: list[Path], tmp_path: Path) -> None:
    script = tmp_path / "host.py"
    script.write_text(PROGRAMS.read_text())
    with opened(f"command+persistent:{sys.executable} {script} persistent exits") as door:
        door.run(TASK, world)
        script.unlink()
        result = door.run(TASK, world)
    assert result.outcome == "died"
    assert result.detail == "it cannot be started again: it exited with status 2"
