"""Hosts that search older releases unasked, or call them current (HIST-01 to HIST-05)."""

import json
import re
from dataclasses import replace
from typing import Any

from .. import pinning
from ..github import API, MAIN_REF_API
from ..host import Host
from ..pinning import INDEX_PATH
from ..transport import Answer
from .github_detours import INDEX_URL, OPTIONS, content, current_release, is_ok, lax_about, main_at
from .making import Detouring, Errand, Reply, Report, Retelling, Task, faulty, make_web, mutant


def older_release(ask: Any) -> str | None:
    """The release that the index lists before the current one."""
    index = json.loads(content(ask("GET", INDEX_URL, **OPTIONS)) or b"{}")
    others = [
        each["release_id"] for each in index.get("releases", []) if each["release_id"] != index["current_release_id"]
    ]
    return others[0] if others else None


class Nostalgic(Host):
    """The exemplar that searches the older release when ``wants(task, its report)``."""

    def __init__(self, wants: Any) -> None:
        super().__init__(make_web())
        self._wants = wants

    def run(self, task: Task, tools: Any = None) -> Report:
        told = super().run(task, tools)
        if not self._wants(task, told):
            return told
        older = older_release(self._web.exchange)
        return super().run({**task, "release_id": older}, tools) if older else told


@mutant("HIST-01", reason="WRONG_STATUS NO_ITEM SOURCE_NOT_REPORTED", collateral="ALL")
def searches_the_older_release_unasked() -> Host:
    return Nostalgic(lambda task, _: not task["release_id"])


def lost_a_route(told: Report) -> bool:
    return any(each["status"] == "NO_CANONICAL_SEARCH_ROUTE" for each in told["selected_sources"])


@mutant("HIST-01", reason="OTHER_RELEASE_READ WRONG_STATUS NO_ITEM SOURCE_NOT_REPORTED", collateral="ALL")
def looks_for_an_inactive_source_in_the_older_release() -> Host:
    return Nostalgic(lambda _, told: lost_a_route(told))


@mutant("HIST-01", reason="WRONG_STATUS SOURCE_NOT_REPORTED NO_ITEM", collateral="HIST")
def searches_the_current_release_for_an_older_one() -> Host:
    """Does not hear which release the user wants."""

    class Present(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            return super().run(
                {**task, "release_id": None, "utterance": task["topic"] and "Search the OA repo."}, tools
            )

    return Present(make_web())


def retelling_older(change: Any) -> Host:
    """The exemplar whose reports and traces of an older release change so."""

    def tell(report: Report) -> None:
        if report["registry_release_id"] and report["registry_release_id"] != report["main_ref_commit_sha"]:
            for place in (report, *report["traces"]):
                place.update(change(place))

    return Retelling(tell)


@mutant("HIST-02", reason="PIN_NOT_REPEATED", collateral="HIST")
def calls_an_older_release_current() -> Host:
    return retelling_older(lambda place: {"main_ref_commit_sha": place["registry_release_id"]})


@mutant("HIST-02", reason="PIN_NOT_REPEATED", collateral="HIST")
def reports_main_for_an_older_release() -> Host:
    return retelling_older(lambda place: {"registry_release_id": place["main_ref_commit_sha"]})


@mutant("HIST-02", reason="PIN_NOT_REPEATED WRONG_STATUS SOURCE_NOT_REPORTED NO_ITEM", collateral="HIST")
def stays_with_the_older_release() -> Host:
    """Takes the release that the user wanted once for the one wanted ever since."""

    class Staying(Host):
        wanted: str | None = None

        def run(self, task: Task, tools: Any = None) -> Report:
            self.wanted = task["release_id"] or self.wanted
            told = super().run({**task, "release_id": self.wanted}, tools)
            self.wanted = self.wanted if told["outcome"] == "SEARCHED" else None
            return told

    return Staying(make_web())


@mutant("HIST-03", reason="WRONG_OUTCOME", collateral="BOOT-06")
def needs_no_anchors_of_an_older_release() -> Host:
    current: dict[str, str] = {}

    def main_commit(branch: Any) -> str | None:
        found = pinning.main_commit(branch)
        current["release"] = str(found)
        return found

    def matching_entries(index: Any, release_id: str) -> list[dict[str, Any]]:
        names = ("manifest_sha256", "manifest_git_blob_sha1")
        found = pinning.matching_entries(index, release_id)
        return found if release_id == current["release"] else [{**dict.fromkeys(names), **each} for each in found]

    return faulty(
        main_commit=main_commit,
        matching_entries=matching_entries,
        anchor_fault=lambda entry: None if None in entry.values() else pinning.anchor_fault(entry),
        blob_fault=lambda file, expected: pinning.blob_fault(file, expected) if expected else None,
    )


@mutant("HIST-03", reason="WRONG_OUTCOME", collateral="BOOT")
def does_not_compare_the_files_of_an_older_release() -> Host:
    return faulty(**lax_about(*pinning.REQUIRED_FILES), manifest_fault=lambda *_: None)


@mutant("HIST-03", reason="WRONG_OUTCOME", collateral="BOOT-05")
def takes_the_first_of_two_older_entries() -> Host:
    return faulty(entry_fault=lambda entries, release_id: pinning.entry_fault(entries[:1], release_id))


@mutant("HIST-03", reason="READ_ELSEWHERE", collateral="HIST")
def looks_for_an_older_release_at_its_commit() -> Host:
    """Reads an older release's registry at the commit that published it, too."""

    class Digging(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            if task["release_id"]:
                self._web.exchange("GET", f"{API}/contents/registry.json?ref={task['release_id']}", **OPTIONS)
            return told

    return Digging(make_web())


@mutant(
    "HIST-04",
    reason="SEARCHED_ANYWAY WRONG_OUTCOME TOO_MANY_OPENED SOURCE_NOT_REPORTED WRONG_STATUS",
    collateral="BOOT-16",
)
def searches_by_brokers_whatever_the_contract() -> Host:
    return faulty(
        contract_of=lambda _: pinning.Contract("2.0.0", brokered=True), contract_fault=lambda *_: None,
        required_set_fault=lambda *_: None, agreement_fault=lambda *_: None,
    )  # fmt: skip


@mutant("HIST-04", reason="PIN_NOT_REPEATED", collateral="HIST-02")
def reports_the_current_digest_for_an_older_contract() -> Host:
    return retelling_older(lambda place: {"routing_sha256": "0" * 64})


@mutant("HIST-04", reason="TOO_MANY_OPENED", turns="WARN")
def opens_ten_whatever_the_contract() -> Host:
    return faulty(contract_of=lambda routing: replace(pinning.contract_of(routing), fewer_results=None))


@mutant("HIST-05", reason="WRONG_OUTCOME OTHER_RELEASE_READ SEARCHED_ANYWAY", collateral="BOOT REPORT-04")
def takes_refuge_in_the_older_release() -> Host:
    return Nostalgic(lambda _, told: told["outcome"] == "BOOTSTRAP_IDENTITY_GAP")


@mutant("HIST-05", reason="WRONG_OUTCOME OTHER_RELEASE_READ SEARCHED_ANYWAY", collateral="BOOT")
def takes_a_missing_file_from_the_older_release() -> Host:
    """Mixes releases: a file that the pinned release lacks is taken from the one before."""

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        missing = isinstance(reply, Answer) and reply.status == 404 and INDEX_PATH not in url
        older = older_release(errand.ask) if missing and "/contents/releases/" in url else None
        return (
            errand.ask(method, re.sub("/releases/[0-9a-f]{40}/", f"/releases/{older}/", url), **rest)
            if older
            else reply
        )

    return Detouring(detour, **lax_about(*pinning.REQUIRED_FILES), manifest_fault=lambda *_: None)


@mutant("HIST-05", reason="WRONG_OUTCOME OTHER_RELEASE_READ SEARCHED_ANYWAY", collateral="BOOT")
def takes_a_missing_registry_from_the_older_release() -> Host:
    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        missing = isinstance(reply, Answer) and reply.status == 404 and "/registry.json?" in url
        older = older_release(errand.ask) if missing else None
        return (
            errand.ask(method, re.sub("/releases/[0-9a-f]{40}/", f"/releases/{older}/", url), **rest)
            if older
            else reply
        )

    return Detouring(detour, **lax_about(pinning.REGISTRY))


@mutant("HIST-05", reason="WRONG_OUTCOME SEARCHED_ANYWAY", collateral="ALL")
def goes_on_with_the_release_of_the_task_before() -> Host:
    """Where a bootstrap does not hold it searches by the last one that did."""
    last: dict[str, str] = {}

    def detour(errand: Errand, method: str, url: str, **rest: Any) -> Reply:
        reply = errand.ask(method, url, **rest)
        if url == MAIN_REF_API and is_ok(reply):
            sha = str(json.loads(reply.body)["commit"].get("sha")) if isinstance(reply, Answer) else ""
            current = current_release(errand, **rest)
            if sha == current:
                last["release"] = sha
            elif last.get("release") == current:
                return main_at(current, reply.at)
        return reply

    return Detouring(detour)
