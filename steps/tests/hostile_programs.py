"""Programs that say anything but one report: ``python hostile_programs.py WAY``. Standard library alone."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import repeat

ABOUT = {"name": "hostile", "version": "1", "capabilities": ["registry_brokered"]}
CHUNK = 1_000_000


def nested(opening: bytes, closing: bytes, depth: int) -> bytes:
    return opening * depth + b"1" + closing * depth


def keys(number: int) -> bytes:
    return b"{" + b",".join(b'"%d":0' % n for n in range(number)) + b"}"


REPORTS: Mapping[str, Callable[[], bytes]] = {
    "deep list": lambda: nested(b"[", b"]", 100_000),
    "deep dict": lambda: nested(b'{"a":', b"}", 100_000),
    "deep mixture": lambda: nested(b'[{"a":', b"}]", 50_000),
    "not so deep": lambda: nested(b"[", b"]", 900),
    "no end": lambda: b"[" * 100_000,
    "many values": lambda: b"[" + b"0," * 3_000_000 + b"0]",
    "many lists": lambda: b"[" + b"[]," * 2_000_000 + b"[]]",
    "wide dict": lambda: keys(600_000),
    "nan": lambda: b'{"a": NaN}',
    "infinity": lambda: b'{"a": -Infinity}',
    "beyond infinity": lambda: b'{"a": 1e999999}',
    "large number": lambda: b'{"a": ' + b"9" * 100_000 + b"}",
    "half a pair": lambda: b'{"a": "\\ud800"}',
    "half a pair as key": lambda: b'{"\\udfff": 1}',
    "same key": lambda: b'{"outcome": "REFUSED", "outcome": "SEARCHED"}',
    "same key within": lambda: b'{"traces": [{"status": "SUCCESS", "status": "NO_RESULTS"}]}',
    "same key a million times": lambda: b"{" + b'"a":1,' * 1_000_000 + b'"b":1}',
    "half a pair in bytes": lambda: b'"\xed\xa0\x80"',
    "latin-1": lambda: b'{"a": "caf\xe9"}',
    "overlong": lambda: b'{"a": "\xc0\xaf"}',
    "mark": lambda: b'\xef\xbb\xbf{"a": 1}',
    "utf-16": lambda: '{"a": 1}'.encode("utf-16"),
    "utf-16 without a mark": lambda: '{"a": 1}'.encode("utf-16-be"),
    "utf-32": lambda: '{"a": 1}'.encode("utf-32"),
    "null bytes": lambda: b"\0" * 1_000,
    "control character": lambda: b'{"a": "\x1b[2J"}',
    "garbage": lambda: b"I found many papers!",
    "garbage after it": lambda: b'{"a": 1} and more',
    "two documents": lambda: b'{"a": 1} {"b": 2}',
    "single quotes": lambda: b"{'a': 1}",
    "comment": lambda: b'{"a": 1} // fine',
    "trailing comma": lambda: b'{"a": 1,}',
    "page": lambda: b"<!doctype html><script>alert(1)</script>",
}  # fmt: skip
"""What is no report, in bytes."""
TYPES: Mapping[str, Callable[[], bytes]] = {
    "null": lambda: b"null",
    "number": lambda: b"-0.0",
    "boolean": lambda: b"true",
    "text": lambda: b'"SEARCHED"',
    "list": lambda: b"[]",
    "dict": lambda: b"{}",
    "answer within": lambda: b'{"report": {"outcome": "SEARCHED"}}',
}
"""What is JSON all the same, and breaks the schema."""
FLOODS: Mapping[str, Callable[[], Iterator[bytes]]] = {
    "text of a hundred megabytes": lambda: iter([b'"', *repeat(b"x" * CHUNK, 100), b'"']),
    "ten million items": lambda: iter([b"[", *repeat(b"0," * 500_000, 20), b"0]"]),
    "a line of two hundred megabytes": lambda: repeat(b"y" * CHUNK, 200),
    "lines without end": lambda: repeat(b"y\n" * (CHUNK // 2)),
    "blanks without end": lambda: repeat(b" " * CHUNK),
    "newlines without end": lambda: repeat(b"\n" * CHUNK),
}
ENDINGS: Mapping[str, Callable[[], object]] = {
    "nothing": lambda: None,
    "a newline": lambda: put(b"\n"),
    "blanks": lambda: put(b" \t\r\n" * 10),
    "real-time signal": lambda: os.kill(os.getpid(), signal.SIGRTMIN + 6),
    "broken pipe": lambda: os.close(1),
    "last words without end": lambda: [os.write(2, b"y\x1b[2J\n" * 100_000) for _ in repeat(0)],
    "silence": lambda: time.sleep(60),
}


def put(data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(1, left) :]


def one_shot(way: str) -> None:
    message = json.load(sys.stdin)
    if message["type"] == "describe":
        put(json.dumps(ABOUT).encode())
    else:
        said(message["task"]["utterance"], b"%s")


def persistent(way: str) -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            put(json.dumps({"seq": message["seq"], **ABOUT}).encode() + b"\n")
        elif message["type"] == "task":
            said(message["task"]["utterance"], b'{"seq": %d, "report": %%s}\n' % message["seq"])


def said(wanted: str, form: bytes) -> None:
    """Say what is wanted; a report in this form."""
    if wanted in FLOODS:
        for chunk in FLOODS[wanted]():
            put(chunk)
    elif wanted in ENDINGS:
        ENDINGS[wanted]()
        sys.exit(0)
    elif wanted.startswith("raw "):
        put(wanted.removeprefix("raw ").encode() + b"\n")
    else:
        put(form.replace(b"%s", b'{"well": 1}' if wanted == "well" else {**REPORTS, **TYPES}[wanted]()))


if __name__ == "__main__":
    {"one-shot": one_shot, "persistent": persistent}[sys.argv[1]](sys.argv[1])
