"""Programs that behave in every way a host's command may: ``python trial_programs.py WAY``. Standard library alone."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from typing import Any, NoReturn

URL = "https://journal.example/page"
ABOUT = {"name": "trial", "version": "1.0", "capabilities": ["registry_brokered"]}
STAYS = "import time; time.sleep(30)"
SENDS_LATE = (
    "import time, urllib.request\n"
    "for _ in range(100):\n"
    "    time.sleep(0.02)\n"
    "    try:\n"
    f"        urllib.request.urlopen({URL!r})\n"
    "    except OSError:\n"
    "        pass\n"
)


def ask() -> str:
    with urllib.request.urlopen(URL) as answer:
        return str(answer.read().decode())


def say(value: Any) -> None:
    print(json.dumps(value), flush=True)


def child(script: str, **streams: Any) -> int:
    return subprocess.Popen([sys.executable, "-c", script], **streams).pid


def tell(words: str) -> None:
    sys.stderr.write(words)
    sys.stderr.flush()


def write_and_end(text: bytes) -> NoReturn:
    os.write(1, text)
    sys.exit(0)


def well(task: Any) -> Any:
    return {"read": ask(), "said": task.get("utterance")}


def exits(task: Any) -> NoReturn:
    ask()
    sys.exit("no licence here")


def exits_after_its_answer(task: Any) -> NoReturn:
    say({"read": ask()})
    sys.exit(4)


def crashes(task: Any) -> None:
    ask()
    tell("about to crash\n")
    os.kill(os.getpid(), signal.SIGSEGV)


def hangs(task: Any) -> None:
    tell("waiting for a key\n")
    time.sleep(60)


def answers_and_does_not_end(task: Any) -> None:
    say({"read": ask()})
    time.sleep(60)


def ignores_signals_and_hangs(task: Any) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(60)


def is_two_answers(task: Any) -> Any:
    say({"one": 1})
    return {"two": 2}


def floods_stderr(task: Any) -> Any:
    for _ in range(300):
        os.write(2, b"words " * 10_000)
    tell("\nthe end\n")
    return {"read": ask()}


def asks_and_asks(task: Any) -> Any:
    for number in range(100):
        try:
            ask()
        except OSError:
            return {"cut off after": number}
    return {}


def leaves_a_child_that_sends(task: Any) -> Any:
    return {"child": child(SENDS_LATE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)}


WAYS: dict[str, Callable[[Any], Any]] = {
    "well": well,
    "exits": exits,
    "exits after its answer": exits_after_its_answer,
    "crashes": crashes,
    "is silent": lambda task: sys.exit(0),
    "hangs": hangs,
    "answers and does not end": answers_and_does_not_end,
    "ignores signals and hangs": ignores_signals_and_hangs,
    "is garbage": lambda task: write_and_end(b"I found many papers for you!\n"),
    "is two answers": is_two_answers,
    "is no text": lambda task: write_and_end(b'"\xff\xfe"\n'),
    "is not a number": lambda task: write_and_end(b'{"count": NaN}\n'),
    "is deep": lambda task: write_and_end(b"[" * 30_000 + b"]" * 30_000),
    "asks and asks": asks_and_asks,
    "floods": lambda task: flood(1),
    "floods stderr": floods_stderr,
    "leaves a child": lambda task: {"child": child(STAYS)},
    "leaves a child that sends": leaves_a_child_that_sends,
}


def flood(descriptor: int) -> NoReturn:
    while True:
        os.write(descriptor, b"a" * 65536)


def one_shot(way: str) -> None:
    message = json.load(sys.stdin)
    say(ABOUT if message["type"] == "describe" else WAYS[way](message["task"]))


def persistent(way: str) -> None:
    for line in sys.stdin:
        message = json.loads(line)
        seq = message["seq"]
        if message["type"] == "stop":
            sys.stderr.write("stopped\n")
            break
        if message["type"] == "start":
            say({"seq": seq, **ABOUT})
        elif way == "answers another":
            say({"seq": seq - 1, "report": {}})
        elif way == "answers twice":
            say({"seq": seq, "report": {"first": seq}})
            say({"seq": seq, "report": {"second": seq}})
        elif way == "has an error":
            say({"seq": seq, "error": "the model is overloaded"})
        elif way == "has nothing":
            say({"seq": seq})
        elif way == "counts":
            say({"seq": seq, "report": {"seq": seq, "process": os.getpid(), "read": ask()}})
        else:
            say({"seq": seq, "report": WAYS[way](message["task"])})


def describe(way: str) -> None:
    """Ways to fail before the first task."""
    sys.stdin.read()
    match way:
        case "no description":
            say({"hello": "world"})
        case "claims the unknown":
            say({**ABOUT, "capabilities": ["registry_brokered", "telepathy"]})
        case "a list":
            say([ABOUT])
        case "fails":
            raise RuntimeError("needs a key")
        case "sends":
            ask()
            say(ABOUT)


if __name__ == "__main__":
    {"one-shot": one_shot, "persistent": persistent, "describe": describe}[sys.argv[1]](sys.argv[2])
