"""How tasks and transcripts are named after the examples they belong to."""

import hashlib

FOLDER = "transcripts"


def task_id(key: str, number: int, trial: int = 1) -> str:
    """The id of the ``number``-th task (from 1) of the example with this key, when it is run for the ``trial``-th time.

    It says nothing about the scenario to a host, and names it to whoever knows the scenario.
    """
    parts = [key, str(number)] + ([str(trial)] if trial > 1 else [])
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:12]


def transcript_name(key: str, trial: int = 1) -> str:
    """Where the transcript of an example's trial stands in a result folder."""
    return f"{FOLDER}/{key}.json" if trial == 1 else f"{FOLDER}/trial-{trial}/{key}.json"


def place_of(name: str) -> tuple[str, int]:
    """The example's key and the trial that a transcript's name tells; the reverse of ``transcript_name``."""
    inner = name.removeprefix(f"{FOLDER}/").removesuffix(".json")
    first, _, rest = inner.partition("/")
    number = first.removeprefix("trial-")
    return (rest, int(number)) if number != first and number.isdecimal() and number.isascii() else (inner, 1)
