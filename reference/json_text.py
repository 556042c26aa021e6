"""JSON as it comes from outside: parsed only if it is of a bounded number of values, and nothing but ValueError raised.

Its bytes are bounded where they are read; but ``[{},{},…`` takes thirty times its size in memory, and a deep nest more
stack than there is.
"""

import json
import re
from typing import Any

VALUES = 1_000_000  # values of the largest document; the published registry has 30,000
SURROGATE = re.compile("[\ud800-\udfff]")


def parsed(body: bytes | str, values: int = VALUES, **options: Any) -> Any:
    """The JSON in the body. ``options`` are those of ``json.loads``.

    Raises ValueError if it is none, is nested too deeply, or could have more than so many values: every one but the
    first stands behind a comma or an opening bracket, and such signs within a text are counted with them.
    """
    signs = (",", "[", "{")
    found = sum(body.count(each) if isinstance(body, str) else body.count(each.encode()) for each in signs)
    if found > values:
        raise ValueError(f"it has more than {values:,} values")
    try:
        return json.loads(body, **options)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def sendable(text: str) -> str:
    """The text with U+FFFD for halves of surrogate pairs: JSON can spell them, and UTF-8 cannot carry them."""
    return SURROGATE.sub("\ufffd", text)
