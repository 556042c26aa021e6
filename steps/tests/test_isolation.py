"""A host in a network of its own: even what ignores the proxy is answered by it, and nothing gets out."""

import shlex
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from oa_conformance.steps.doors import isolation
from oa_conformance.steps.doors.base import Door, HostUnusable, Limits, open_door
from oa_conformance.steps.doors.isolated import answer
from oa_conformance.steps.doors.outcome import Result
from oa_conformance.steps.tests.proxy_entrance import PAGE, WORLD
from oa_conformance.steps.world.cassette import dumps

ABOUT = '{"name":"isolated","version":"1","capabilities":["registry_brokered"]}'
REFUSAL = isolation.refusal()
isolates = pytest.mark.skipif(REFUSAL is not None, reason=str(REFUSAL))


class Tried:
    """A shell command as an isolated host, and what came of it: what it printed, and the requests that were logged."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "base.yaml").write_text(dumps(WORLD), "utf-8")

    def __call__(self, script: str, *, spec: str = "command+isolate") -> tuple[str, list[tuple[str, str | None]]]:
        result = self.result(script, spec)
        assert result.outcome == "answered", (result.detail, result.last_words)
        requests = [(each["url"], each["fault"]) for each in result.wire if each["kind"] == "request"]
        return (self.folder / "said").read_text().strip(), requests

    def result(self, script: str, spec: str = "command+isolate") -> Result:
        host = self.folder / "host.sh"
        said = shlex.quote(str(self.folder / "said"))
        perform = f"{{ {script}; }} > {said} 2>&1; echo '{{}}'"
        host.write_text(f"case $(cat) in *describe*) echo '{ABOUT}';; *) {perform};; esac\n")
        door: Door = open_door(f"{spec}:sh {host}", Limits(start_s=20, task_s=20))
        try:
            return door.run({"task_id": "t1"}, [self.folder / "base.yaml"])
        finally:
            door.close()


@pytest.fixture
def tried(tmp_path: Path) -> Tried:
    return Tried(tmp_path)


@isolates
@pytest.mark.parametrize("flags", ["", "--noproxy '*'"], ids=["by the proxy", "past the proxy"])
def test_https_is_answered_and_logged_either_way(tried: Tried, flags: str) -> None:
    assert tried(f"curl -sS -m 5 {flags} https://journal.example/page") == (
        PAGE.decode().strip(), [("https://journal.example/page", None)]
    )  # fmt: skip


@isolates
def test_other_usual_ports_and_plain_http_are_logged_as_they_are(tried: Tried) -> None:
    _, requests = tried(
        "curl -s -m 5 --noproxy '*' https://journal.example:8443/page; curl -s -m 5 --noproxy '*' http://journal.example/page"
    )
    assert requests == [("https://journal.example:8443/page", None), ("http://journal.example/page", None)]


@isolates
def test_an_unknown_host_is_refused_and_logged(tried: Tried) -> None:
    said, requests = tried("curl -s -m 5 --noproxy '*' https://nowhere.example/a || echo refused")
    assert (said, requests) == ("refused", [("https://nowhere.example/a", "refused")])


@isolates
def test_every_name_has_one_global_address(tried: Tried) -> None:
    script = "import socket; print(sorted({each[4][0] for each in socket.getaddrinfo('journal.example', 443)}))"
    said, _ = tried(f"{sys.executable} -S -c {shlex.quote(script)}")
    assert said == "['93.184.215.14']"


@isolates
def test_a_server_of_this_machine_is_out_of_reach(tried: Tried) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.3)
        port = server.getsockname()[1]
        script = f"import socket; socket.create_connection(('127.0.0.1', {port}), 2)"
        said, requests = tried(f"{sys.executable} -S -c {shlex.quote(script)} || echo no way out")
        assert said.endswith("no way out")
        assert requests == []
        with pytest.raises(TimeoutError):
            server.accept()


@isolates
def test_an_address_outside_is_unreachable(tried: Tried) -> None:
    script = "import socket; socket.create_connection(('192.0.2.1', 443), 2)"
    said, _ = tried(f"{sys.executable} -S -c {shlex.quote(script)}")
    assert said.endswith("Network is unreachable")


@isolates
def test_the_machine_keeps_its_resolver(tried: Tried) -> None:
    before = Path("/etc/resolv.conf").read_bytes()
    said, _ = tried("cat /etc/resolv.conf")
    assert said == "nameserver 127.0.0.1"
    assert Path("/etc/resolv.conf").read_bytes() == before


@isolates
def test_a_crash_is_told_as_it_is_without(tried: Tried) -> None:
    result = tried.result("kill -SEGV $$")
    assert (result.outcome, result.detail) == ("died", "it was killed by SIGSEGV")


@isolates
def test_nothing_is_left_running(tried: Tried) -> None:
    tried("curl -s -m 5 https://journal.example/page")
    deadline = time.monotonic() + 5
    while running := [each for each in commands() if str(tried.folder) in each]:
        assert time.monotonic() < deadline, running
        time.sleep(0.05)


def commands() -> Iterator[str]:
    for each in Path("/proc").glob("[0-9]*"):
        try:
            yield (each / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue


@isolates
def test_the_certificate_says_so(tried: Tried) -> None:
    host = tried.folder / "host.sh"
    host.write_text(f"echo '{ABOUT}'\n")
    door = open_door(f"command+isolate:sh {host}")
    door.close()
    assert "The kernel let nothing else out" in door.description["boundary"]


@isolates
def test_a_program_that_is_not_there() -> None:
    with pytest.raises(HostUnusable, match='it exited with status 1; its last words: "no-such-program: No such file'):
        open_door("command+isolate:no-such-program")


def test_a_kernel_that_refuses_is_told_of_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "refusal", lambda: "--isolate is refused by this machine's kernel (unshare: …)")
    with pytest.raises(HostUnusable) as raised:
        open_door("command+isolate:true")
    assert str(raised.value) == (
        "command+isolate:true cannot be run: --isolate is refused by this machine's kernel (unshare: …)"
    )


def test_a_name_is_answered_with_the_address_and_other_questions_with_nothing() -> None:
    question = b"\x07journal\x07example\x00"
    head = b"\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00"
    of_type = {number: question + bytes([0, number, 0, 1]) for number in (1, 28)}
    assert answer(head + of_type[1], "93.184.215.14") == (
        b"\x12\x34\x81\x80\x00\x01\x00\x01\x00\x00\x00\x00" + of_type[1]
        + b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x3c\x00\x04\x5d\xb8\xd7\x0e"
    )  # fmt: skip
    assert answer(head + of_type[28], "93.184.215.14") == (
        b"\x12\x34\x81\x80\x00\x01\x00\x00\x00\x00\x00\x00" + of_type[28]
    )
