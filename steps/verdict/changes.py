"""What changed between two runs, from the documents they left."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Direction = Literal["worse", "better", "other"]
STATUSES = ("PASS", "WARN", "NOT-EXERCISED", "FAIL", "SUITE-ERROR")  # the best first
WEIGHTS = ("pass", "warn", "unexercised", "missing", "fail", "error")
UNCLAIMED = ("NOT-CLAIMED", "gated")
GOOD = ("PASS", "WARN", "pass", "warn")


@dataclass(frozen=True)
class Change:
    """Something that came out otherwise: a clause's status or an example's weight. ``detail`` says what was found."""

    name: str
    before: str
    after: str
    direction: Direction
    detail: str = ""


@dataclass(frozen=True)
class ClauseChange:
    """A clause in which something changed: its own status, an example, or both."""

    clause: Change
    sentence: str
    examples: tuple[Change, ...]

    @property
    def direction(self) -> Direction:
        """Worse if anything in it is."""
        found = {self.clause.direction, *(each.direction for each in self.examples)}
        return "worse" if "worse" in found else "better" if "better" in found else "other"


@dataclass(frozen=True)
class Changes:
    """``facts`` differ in what was judged and by what; ``compared`` counts the clauses that both runs judged."""

    facts: tuple[Change, ...]
    clauses: tuple[ClauseChange, ...]
    compared: int
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]

    def count(self, direction: Direction) -> int:
        return sum(each.direction == direction for each in self.clauses)


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Changes:
    """What changed from one document of a run to another, in the order of the second."""
    old, new = ({each["id"]: each for each in document["clauses"]} for document in (before, after))
    both = [name for name in new if name in old]
    found = (clause_change(old[name], new[name]) for name in both)
    return Changes(
        tuple(fact_changes(before, after)), tuple(each for each in found if each), len(both),
        tuple(name for name in old if name not in new), tuple(name for name in new if name not in old),
    )  # fmt: skip


def fact_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    one, other = facts(before), facts(after)
    for name, value in one.items():
        if value != other[name]:
            yield Change(name, value, other[name], "other")


def facts(document: Mapping[str, Any]) -> dict[str, str]:
    """What a run was of, with and on, each in a few words."""
    host, suite, release = document["host"], document["suite"], document["release"]
    identity = host["identity"]
    options = document["run"]["options"]
    return {
        "host": f"{host['name']} {host['version']} ({host['spec']})",
        "made of": f"{identity['of']}, {identity['sha256'][:12]}" if identity else "unknown",
        "claims": ", ".join(document["scope"]["capabilities"]),
        "suite": f"{suite['version']}, {suite['sha256'][:12]}",
        "release": f"{release['release_id'][:12]}, {release['base_sha256'][:12]}",
        "cassettes": f"{document['cassettes']['count']}, {document['cassettes']['served_sha256'][:12]}",
        "options": ", ".join(f"{name} {value}" for name, value in options.items()),
        "certified": "yes" if document["certified"] else "no",
    }


def clause_change(old: Mapping[str, Any], new: Mapping[str, Any]) -> ClauseChange | None:
    """What changed in a clause, None if nothing did."""
    before = {each["key"]: each for each in old["examples"]}
    examples = tuple(
        Change(each["key"], was, each["weight"], direction(was, each["weight"], WEIGHTS), told(each))
        for each in new["examples"]
        if (was := before[each["key"]]["weight"] if each["key"] in before else "absent") != each["weight"]
    )
    if old["status"] == new["status"] and not examples:
        return None
    towards = direction(old["status"], new["status"], STATUSES)
    clause = Change(new["id"], old["status"], new["status"], towards, new["reason"])
    return ClauseChange(clause, f"({new['level']}) {new['sentence']}", examples)


def direction(before: str, after: str, order: tuple[str, ...]) -> Direction:
    """Whether that is worse. To give up a claim is worse only if it held; to make one, only if it does not hold."""
    if before == after:
        return "other"
    if after in UNCLAIMED:
        return "worse" if before in GOOD else "other"
    if before not in order:
        return "other" if after in GOOD else "worse"
    return "worse" if order.index(after) > order.index(before) else "better"


def told(trial: Mapping[str, Any]) -> str:
    return f"{trial['code']}: {trial['found']}" if trial["code"] else ""
