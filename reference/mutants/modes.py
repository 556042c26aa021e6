"""Hosts that search in another mode than the user wants, or tell of another (MODE-01 to MODE-07)."""

from collections.abc import Callable
from typing import Any

from .. import candidates
from ..decision import BROKERED, CLOSED, DIRECT, Rejection
from ..host import Host
from .adapters import restating, strict_alone
from .making import Report, Retelling, Task, faulty, make_web, mutant, retelling_traces
from .orders import hearing

STRICT = (CLOSED, DIRECT)

# MODE-01, MODE-07: who chooses


@mutant("MODE-01", reason="OTHER_MODE WRONG_STATUS NOT_SEARCHED SOURCE_NOT_REPORTED", collateral="ALL")
def searches_strictly_unless_it_is_told_otherwise() -> Host:
    return hearing(lambda ask, task: {"mode": task["mode"] or CLOSED})


@mutant("MODE-01", reason="OTHER_MODE", collateral="ALL")
def calls_the_default_mode_a_strict_one() -> Host:
    return Retelling(lambda told: told.update(mode=CLOSED if told["mode"] == BROKERED else told["mode"]))


@mutant("MODE-07", reason="WRONG_STATUS OTHER_MODE BROKER_ASKED NO_ITEM", collateral="ALL")
def does_not_hear_which_mode_is_named() -> Host:
    return hearing(lambda *_: {"mode": BROKERED})


@mutant("MODE-07", reason="OTHER_MODE", collateral="DIRECT MODE HIST")
def records_one_strict_mode_as_the_other() -> Host:
    def change(told: Report) -> None:
        for place in (told, *told["traces"]):
            place["mode"] = CLOSED if place["mode"] == DIRECT else DIRECT

    return strict_alone(change)


@mutant("MODE-07", reason="OTHER_MODE", collateral="DIRECT MODE HIST")
def records_direct_only_as_registry_closed() -> Host:
    def change(told: Report) -> None:
        for place in (told, *told["traces"]):
            place["mode"] = CLOSED

    return strict_alone(change)


# MODE-02: no fallback


def falling_back(when: Callable[[Report], bool]) -> Host:
    """The exemplar that searches by the broker after a strict search that ended so."""

    class Falling(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            if told["mode"] in STRICT and when(told):
                super().run({**task, "mode": BROKERED}, tools)
            return told

    return Falling(make_web())


def has(told: Report, status: str) -> bool:
    return any(each["status"] == status for each in told["selected_sources"])


@mutant("MODE-02", reason="BROKER_ASKED", collateral="ALL")
def asks_a_broker_where_an_adapter_is_missing() -> Host:
    return falling_back(lambda told: has(told, "NO_SEARCH_ADAPTER"))


@mutant("MODE-02", reason="BROKER_ASKED", collateral="ALL")
def asks_a_broker_where_an_adapter_failed() -> Host:
    return falling_back(lambda told: has(told, "SOURCE_FETCH_GAP"))


@mutant("MODE-02", reason="BROKER_ASKED", collateral="ALL")
def asks_a_broker_where_an_adapter_found_nothing() -> Host:
    return falling_back(lambda told: has(told, "NO_RESULTS"))


@mutant("MODE-02", reason="BROKER_ASKED WRONG_STATUS", collateral="ALL")
def searches_by_a_broker_whatever_was_ruled_out() -> Host:
    """Replaces a strict search without success by a brokered one, and reports that."""

    class Replacing(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            poor = told["mode"] in STRICT and not told["items"]
            return super().run({**task, "mode": BROKERED}, tools) if poor else told

    return Replacing(make_web())


# MODE-03 to MODE-06: what stands on which trace


@mutant("MODE-03", reason="PROVIDER_NOT_TARGET ADAPTER_NOT_AS_PUBLISHED", collateral="DIRECT MODE")
def names_a_directory_as_provider() -> Host:
    return retelling_traces(lambda trace: {"provider_source_id": "doaj"} if trace["mode"] in STRICT else None)


@mutant("MODE-03", reason="PROVIDER_NOT_TARGET ADAPTER_NOT_AS_PUBLISHED", collateral="DIRECT MODE")
def names_no_provider_in_strict_modes() -> Host:
    return retelling_traces(lambda trace: {"provider_source_id": None} if trace["mode"] in STRICT else None)


@mutant("MODE-03", reason="WRONG_STATUS FORBIDDEN_ADAPTER_ASKED", collateral="ALL")
def lets_a_directory_stand_in_for_a_journal() -> Host:
    def adapter_for(adapters: Any, source: Any) -> Any:
        own = adapters.get(source.id) or adapters.get("doaj")
        return own or Rejection("NO_SEARCH_ADAPTER", f"there is none for {source.id}")

    return faulty(adapter_for=adapter_for)


@mutant("MODE-04", reason="WRONG_STATUS STATUS_OF_ANOTHER_MODE", collateral="ALL")
def calls_a_brokers_failure_a_failed_adapter() -> Host:
    def tell(told: Report) -> None:
        for each in (*told["traces"], *told["selected_sources"], *told["gaps"]):
            each["status"] = "SOURCE_FETCH_GAP" if each["status"] == "SEARCH_BROKER_GAP" else each["status"]

    return Retelling(tell)


@mutant("MODE-04", reason="WRONG_STATUS STATUS_OF_ANOTHER_MODE", collateral="ALL")
def calls_a_failed_adapter_a_brokers_failure() -> Host:
    return restating("SOURCE_FETCH_GAP", "SEARCH_BROKER_GAP")


@mutant("MODE-04", reason="WRONG_STATUS STATUS_OF_ANOTHER_MODE", collateral="ALL")
def misses_an_adapter_in_the_default_mode() -> Host:
    def tell(told: Report) -> None:
        for each in (*told["traces"], *told["selected_sources"], *told["gaps"]):
            if told["mode"] == BROKERED and each["status"] == "ORIGINAL_FETCH_GAP":
                each["status"] = "NO_SEARCH_ADAPTER"

    return Retelling(tell)


@mutant("MODE-05", reason="FOREIGN_HOST_CONTACTED WRONG_STATUS", collateral="BROK-10 URL")
def reads_records_in_the_brokers_own_copy() -> Host:
    def judge(raw: Any, host: str) -> Rejection | None:
        cached = str(raw).startswith("https://cache.broker-of-record.org/")
        return None if cached else candidates.judge_candidate(raw, host)

    return faulty(judge_candidate=judge)


@mutant("MODE-05", reason="PROVIDER_NOT_TARGET", collateral="ROUTE-07 DIRECT MODE")
def names_the_broker_as_provider_of_records() -> Host:
    return retelling_traces(lambda trace: {"provider_source_id": trace["broker_id"] or trace["provider_source_id"]})


@mutant("MODE-06", reason="OTHER_MODE WRONG_STATUS", collateral="ALL")
def turns_strict_when_the_broker_fails() -> Host:
    class Turning(Host):
        def run(self, task: Task, tools: Any = None) -> Report:
            told = super().run(task, tools)
            return super().run({**task, "mode": CLOSED}, tools) if has(told, "SEARCH_BROKER_GAP") else told

    return Turning(make_web())


@mutant("MODE-06", reason="BROKER_IN_STRICT_MODE", collateral="DIRECT MODE")
def writes_brokers_into_strict_traces() -> Host:
    fields = {"broker_id": "host-web-search", "discovery_method": "registry_source_broker"}
    return retelling_traces(lambda trace: fields if trace["mode"] in STRICT else None)


@mutant("MODE-06", reason="BROKER_IN_STRICT_MODE", collateral="DIRECT MODE")
def writes_domains_into_strict_traces() -> Host:
    return retelling_traces(lambda trace: {"broker_domains": ["api.openalex.org"]} if trace["mode"] in STRICT else None)
