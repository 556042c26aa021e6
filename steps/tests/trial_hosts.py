"""Hosts that behave in every way a host may, for the tests of the worker and the doors."""

import asyncio
import concurrent.futures
import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
from typing import Any

import httpx

URL = "https://journal.example/page"


def ask() -> str:
    return httpx.get(URL).text


class Trial:
    name, version, capabilities = "trial", "1.0", ["registry_brokered"]


class Well(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        return {"read": ask(), "said": task["utterance"]}


class Noisy(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        print('{"kind": "answered", "report": "forged"}')
        os.write(1, b"written to fd 1\n")
        sys.stderr.write("\x1b[2Jwritten to stderr\n")
        return {"stdin": sys.stdin.read(), "read": ask()}


class ExitsAtOnce(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        ask()
        os._exit(3)


class Exits(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        ask()
        sys.exit(4)


class Interrupts(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        raise KeyboardInterrupt


class Crashes(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        ask()
        ctypes.string_at(0)


class Raises(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        ask()
        raise LookupError("no such\nsource \x1b[2J\ud800")


class Swallows(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        while True:
            with contextlib.suppress(BaseException):
                ask()
                time.sleep(0.05)
                sys.exit()


class Loops(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        ask()
        while True:
            pass


class SleepsHoldingTheInterpreter(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        ctypes.PyDLL(None).sleep(60)


class Huge(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        ask()
        return "x" * 100_000_000


class Explodes(Trial):
    """Some hundred objects, and 2**60 in JSON."""

    def run(self, task: Any, tools: Any) -> Any:
        ask()
        doubled: Any = "x"
        for _ in range(60):
            doubled = [doubled, doubled]
        return doubled


class Shouts(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        for _ in range(100):
            os.write(1, b"y" * 1_000_000)
        return ask()


class AsksForever(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        with httpx.Client() as client:
            while True:
                client.get(URL)


class Returns(Trial):
    """``task["utterance"]`` names what is returned."""

    def run(self, task: Any, tools: Any) -> Any:
        sys.setrecursionlimit(1_000_000)
        nested: list[Any] = []
        for _ in range(100_000):
            nested = [nested]
        cycle: dict[str, Any] = {}
        cycle["self"] = cycle
        return {
            "an object": {"items": [{}, {"at": object()}]},
            "a set": {"items": {1}},
            "bytes": b"bytes",
            "a number": {"a/b": float("nan")},
            "half": {"title": "\ud800"},
            "a key": {"facts": {None: "one"}},
            "depth": nested,
            "a cycle": cycle,
            "escapes": "\n" * 5_000_000,
            "nothing": None,
        }[task["utterance"]]


class Forges(Trial):
    """Writes a line of its own where the judge reads."""

    def run(self, task: Any, tools: Any) -> Any:
        for descriptor in range(3, 60):
            with contextlib.suppress(OSError):
                os.write(descriptor, task["utterance"].encode() + b"\n")
        time.sleep(0.05)
        return "done"


class Shuts(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        os.closerange(3, 256)
        time.sleep(60)


class LeavesAThread(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        def later() -> None:
            time.sleep(0.15)
            with contextlib.suppress(httpx.ConnectError):
                ask()
            time.sleep(60)

        threading.Thread(target=later, name="left behind").start()
        return [ask(), os.getpid()]


class KeepsAPool(Trial):
    def __init__(self) -> None:
        self.pool = concurrent.futures.ThreadPoolExecutor(1)

    def run(self, task: Any, tools: Any) -> Any:
        return [self.pool.submit(ask).result(), os.getpid()]


class KeepsAClient(Trial):
    def __init__(self) -> None:
        self.client: httpx.AsyncClient | None = None

    async def run(self, task: Any, tools: Any) -> Any:
        if task["utterance"] == "exit":
            sys.exit(5)
        self.client = self.client or httpx.AsyncClient()
        return [(await self.client.get(URL)).text, os.getpid()]


class LeavesACoroutine(KeepsAClient):
    async def run(self, task: Any, tools: Any) -> Any:
        async def later() -> None:
            await asyncio.sleep(0.05)
            with contextlib.suppress(httpx.ConnectError):
                await self.client.get(URL)  # type: ignore[union-attr]

        if task["task_id"] == "t2":
            await self.late
        answer = (await super().run(task, tools))[0]
        if task["task_id"] == "t1":
            self.late = asyncio.create_task(later())
        return answer


class KillsTheJudge(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        try:
            os.kill(os.getppid(), signal.SIGKILL)
        except PermissionError:
            return "refused"


class HangsWhenTold(Trial):
    def run(self, task: Any, tools: Any) -> Any:
        if task["utterance"] == "hang":
            time.sleep(60)
        return "fine"


class Counts(Trial):
    """How often it ran in this process."""

    def __init__(self) -> None:
        self.runs = 0

    def run(self, task: Any, tools: Any) -> Any:
        self.runs += 1
        if task["utterance"] == "exit":
            os._exit(0)
        return self.runs


class Imports(Trial):
    """What was imported of the HTTP libraries before it asked for them, and what it reads with each."""

    def run(self, task: Any, tools: Any) -> Any:
        before = sorted({"aiohttp", "httpx2", "requests", "urllib3", "vcr"} & sys.modules.keys())
        import aiohttp  # noqa: PLC0415
        import requests  # noqa: PLC0415

        async def by_aiohttp() -> str:
            async with aiohttp.ClientSession() as session, session.get(URL) as answer:
                return await answer.text()

        return [before, requests.get(URL).text, asyncio.run(by_aiohttp()), ask()]


class UsesTools(Trial):
    """Every tool once, in a thread of its own, and one of them again after the report."""

    def run(self, task: Any, tools: Any) -> Any:
        answers: dict[str, Any] = {}

        def use() -> None:
            answers["page"] = tools.open_page(url=URL)
            answers["json"] = tools.github_fetch(url="https://api.github.com/repos/o/r")
            answers["file"] = tools.github_fetch_file(repository="o/r", ref="main", path="a.json")
            answers["search"] = tools.web_search(query="sleep", domains=["journal.example"], max_results=3)

        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
        if self.kept:
            answers["late"] = self.kept.open_page(url=URL)
        self.kept = tools
        return answers

    kept: Any = None


class UsesToolsAsync(Trial):
    async def run(self, task: Any, tools: Any) -> Any:
        return [tools.open_page(url=URL)["status"], (await asyncio.to_thread(tools.open_page, url=URL))["status"]]


class LooksAround(Trial):
    """Whether it leads a process group of its own, and the proxies it sees."""

    def run(self, task: Any, tools: Any) -> Any:
        return [os.getsid(0) == os.getpid(), [name for name in os.environ if name.lower().endswith("_proxy")]]


class NoRun:
    name, version, capabilities = "no run", "1", ["registry_brokered"]


class RunIsText(NoRun):
    run = "text"


class Claims(Trial):
    """A host whose name and claims are what the spec's last part says, see the tests."""

    def __init__(self, capabilities: Any, name: Any = "trial") -> None:
        self.capabilities, self.name = capabilities, name

    def run(self, task: Any, tools: Any) -> Any:
        return None


def claims_nothing() -> Claims:
    return Claims([])


def claims_the_unknown() -> Claims:
    return Claims({"registry_brokered", "registry_broken"})


def claims_too_little() -> Claims:
    return Claims(("pdf", "hashing"))


def claims_a_word() -> Claims:
    return Claims("registry_brokered")


def claims_a_number() -> Claims:
    return Claims(5)


def has_a_long_name() -> Claims:
    return Claims(["registry_brokered"], "two\nlines")


def fails() -> None:
    raise RuntimeError("needs\na key")


def fails_at_length() -> None:
    raise RuntimeError("x" * 100_000)


def hangs() -> None:
    time.sleep(60)


def exits() -> None:
    print("no licence here")
    os._exit(9)


def loads_once() -> ExitsAtOnce:
    if os.path.exists("loaded-before"):
        raise RuntimeError("only once")
    with open("loaded-before", "w"):
        return ExitsAtOnce()
