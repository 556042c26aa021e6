"""Hosts that hand in what no honest host would, and say of themselves what no honest host says."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any, NoReturn

# what is handed in as a report


class Lying:
    """Says that it is a dict."""

    @property
    def __class__(self) -> type:  # type: ignore[override]
        return dict


class Text(str):
    """Text that cannot be measured or encoded, and is twice what it looks like."""

    def __len__(self) -> int:
        raise RuntimeError("no length")

    def encode(self, *_: Any) -> bytes:
        raise RuntimeError("no bytes")


class Number(int):
    """A number that is written as two members."""

    def __repr__(self) -> str:
        return '1, "outcome": "SEARCHED"'

    __str__ = __format__ = __repr__  # type: ignore[assignment]


def odd(**methods: Callable[..., Any]) -> Any:
    """A dict with members, and these methods for its own."""
    return type("Odd", (dict,), methods)({"outcome": "SEARCHED", "traces": []})


def failing(*_: Any) -> NoReturn:
    raise ZeroDivisionError("not this time")


def endless(*_: Any) -> Iterator[tuple[str, int]]:
    return (("again", n) for n in count())


def changing() -> Any:
    """A dict that shows itself harmless once, and after that in another way each time."""
    looks = iter([[("a", 1)], [("a", float("nan"))], [("b", {1})], [(None, nested(list, 5_000))]])
    return odd(items=lambda _: next(looks, [("z", object())]))


def nested(kind: type, depth: int) -> Any:
    inner: Any = 1
    for level in range(depth):
        inner = [inner] if kind is list or (kind is object and level % 2) else {"a": inner}
    return inner


def cycle() -> Any:
    inner: dict[str, Any] = {"a": []}
    inner["a"].append(inner)
    return inner


REPORTS: Mapping[str, Callable[[], Any]] = {
    "well": lambda: {"well": 1},
    "deep list": lambda: nested(list, 100_000),
    "deep dict": lambda: nested(dict, 100_000),
    "deep mixture": lambda: nested(object, 100_000),
    "cycle": cycle,
    "long text": lambda: "x" * 100_000_000,
    "long key": lambda: {"x" * 100_000_000: 1},
    "long list": lambda: [0] * 10_000_000,
    "wide dict": lambda: dict.fromkeys(map(str, range(1_000_000))),
    "large number": lambda: {"a": 10**100_000},
    "bytes": lambda: {"a": b"bytes"},
    "set": lambda: {"a": {1, 2}},
    "generator": lambda: (each for each in "abc"),
    "instance": object,
    "class": lambda: dict,
    "complex": lambda: 1j,
    "nan": lambda: {"a": float("nan")},
    "infinity": lambda: [float("-inf")],
    "half a pair": lambda: {"a": "\ud800"},
    "half a pair as key": lambda: {"\udfff": 1},
    "key of another type": lambda: {1: 1, None: 2},
    "lying class": Lying,
    "lying class within": lambda: {"a": [Lying()]},
    "odd text": lambda: {"a": Text("a")},
    "endless items": lambda: odd(items=endless),
    "failing items": lambda: odd(items=failing),
    "failing iteration": lambda: odd(__iter__=failing, keys=failing, items=failing),
    "failing length": lambda: odd(__len__=failing, __bool__=failing, items=failing),
    "changing": changing,
    "failing awaitable": type("Late", (), {"__await__": failing}),
}
"""What is no report, by a name that a task can say."""
HARMLESS: Mapping[str, Callable[[], Any]] = {
    "none": lambda: None,
    "number": lambda: 7,
    "boolean": lambda: True,
    "fraction": lambda: -0.0,
    "word": lambda: "SEARCHED",
    "list": list,
    "dict": dict,
    "tuple": lambda: ("SEARCHED",),
    "odd number": lambda: {"outcome": Number(1)},
    "failing comparison": lambda: odd(__eq__=failing, __ne__=failing, __hash__=None),
    "failing words": lambda: odd(__repr__=failing, __str__=failing, __getitem__=failing, get=failing),
    "failing membership": lambda: odd(__contains__=failing, __missing__=failing),
}
"""What is JSON all the same, and breaks the schema."""


class Failure(Exception):
    def __init__(self, said: Callable[[], str]) -> None:
        super().__init__()
        self.said = said

    def __str__(self) -> str:
        return self.said()


FAILURES: Mapping[str, Callable[[], str]] = {
    "error without words": failing,
    "error that exits": lambda: sys.exit(3),
    "error of a hundred megabytes": lambda: "x" * 100_000_000,
    "error that steers": lambda: "\x1b[2J\r\n\u2028\ud800\0",
}
SIGNALS = {"real-time signal": 40, "abort": 6, "pipe": 13}


class Handing:
    """Hands in what the task's utterance names; asks nobody."""

    name, version, capabilities = "handing", "1", ("registry_brokered",)

    def run(self, task: Mapping[str, Any], tools: Any) -> Any:
        wanted = task["utterance"]
        if wanted in FAILURES:
            raise Failure(FAILURES[wanted])
        if wanted in SIGNALS:
            signal.signal(SIGNALS[wanted], signal.SIG_DFL)
            os.kill(os.getpid(), SIGNALS[wanted])
        if wanted == "stuck length":
            return odd(items=lambda _: stuck())
        return {**REPORTS, **HARMLESS}[wanted]()


def stuck() -> NoReturn:
    while True:
        pass


# what it says of itself


class Claiming(Handing):
    """A host whose name, version and capabilities are what these functions give, each time they are read."""

    def __init__(self, **said: Callable[[], Any]) -> None:
        self.said = said

    def __getattribute__(self, name: str) -> Any:
        said = object.__getattribute__(self, "said") if name in ("name", "version", "capabilities") else {}
        return said[name]() if name in said else object.__getattribute__(self, name)


def in_turn(*values: Any) -> Callable[[], Any]:
    """Each value once, and the last ever after."""
    left = iter(values)
    return lambda: next(left, values[-1])


CLAIMS: Mapping[str, Mapping[str, Callable[[], Any]]] = {
    "a name of a megabyte": {"name": lambda: "x" * 1_000_000},
    "a name that steers": {"name": lambda: "\x1b]0;owned\x07"},
    "a name that runs backwards": {"name": lambda: "\u202egood"},
    "a name that is none": {"name": lambda: {"name": []}},
    "a name that cannot be read": {"name": failing},
    "a version of two lines": {"version": lambda: "1\r\n2"},
    "a version that is a number": {"version": lambda: 10**5_000},
    "a million capabilities": {"capabilities": lambda: [f"able {n}" for n in range(1_000_000)]},
    "capabilities without end": {"capabilities": lambda: map(str, count())},
    "capabilities of other types": {"capabilities": lambda: ["registry_brokered", 5, None, b"pdf", []]},
    "long capabilities": {"capabilities": lambda: ["registry_brokered", *("x" * 1_000_000 for _ in range(90))]},
    "capabilities that fail": {"capabilities": lambda: (failing() for _ in "a")},
    "capabilities that are a dict of dicts": {"capabilities": lambda: {("registry_brokered",): {}}},
    "text of terminals for capabilities": {"capabilities": lambda: ["registry_brokered", "\x1b[2J\r\n"]},
}
