"""Hosts that pin twice, or keep a pin too long (BOOT-20, BOOT-21)."""

import re
from typing import Any

from .. import pinning
from ..github import MAIN_REF_API
from ..host import Host
from .github_detours import is_ok, names, told
from .making import Detouring, Errand, Reply, Report, Task, mutant


@mutant("BOOT-20", reason="PIN_NOT_REPEATED", collateral="TRACE-02")
def asks_for_main_again_when_it_reports() -> Host:
    class Again(Detouring):
        def run(self, task: Task, tools: Any = None) -> Report:
            report = super().run(task, tools)
            again = self._swerving.errand.ask("GET", MAIN_REF_API, accept="*/*", limit=1_000_000, seconds=5)
            if report["outcome"] == "SEARCHED" and is_ok(again):
                for place in (report, *report["traces"]):
                    place["main_ref_commit_sha"] = told(again)["commit"]["sha"]
            return report

    return Again(lambda errand, method, url, **rest: errand.ask(method, url, **rest))


@mutant("BOOT-20", reason="SOURCE_NOT_REPORTED", collateral="TRACE-02")
def reads_the_registry_under_a_second_look_at_main() -> Host:
    """Looks where main is before it reads the registry, and reads that release's."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        if names(url, pinning.REGISTRY):
            sha = str(told(errand.ask("GET", MAIN_REF_API, **rest)).get("commit", {}).get("sha"))
            url = re.sub("/releases/[0-9a-f]{40}/", f"/releases/{sha}/", url)
        return errand.ask(method, url, **rest)

    return Detouring(detour)


def keeping(*files: str) -> Host:
    """The exemplar that asks GitHub once for these files, or for main, and then keeps the answer."""
    kept: dict[str, Reply] = {}

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        wanted = next((file for file in files if url == file or names(url, file)), None)
        if wanted is None:
            return errand.ask(method, url, **rest)
        if wanted not in kept:
            reply = errand.ask(method, url, **rest)
            if not is_ok(reply):
                return reply
            kept[wanted] = reply
        return kept[wanted]

    return Detouring(detour)


@mutant("BOOT-21", reason="SOURCE_NOT_REPORTED NOT_READ", collateral="ALL")
def keeps_the_pin_between_tasks() -> Host:
    return keeping(MAIN_REF_API)


@mutant("BOOT-21", reason="NOT_READ WRONG_STATUS", collateral="ALL")
def keeps_the_whole_bootstrap_between_tasks() -> Host:
    return keeping(MAIN_REF_API, "index.json", *pinning.REQUIRED_FILES)


@mutant("BOOT-21", reason="NOT_READ SOURCE_NOT_REPORTED", collateral="ALL")
def keeps_the_registry_between_tasks() -> Host:
    return keeping(pinning.REGISTRY)
