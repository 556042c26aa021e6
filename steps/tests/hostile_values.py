"""What a hostile host may put in any place of a report: values that fit nowhere, and texts that fit everywhere."""

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

Path = tuple[Any, ...]

SIGNS = (
    "", " ", "\0", "\x1b[2J\x1b]0;owned\x07", "\u202egnp.exe", "a\r\nb\u2028c", "\ufffe\uffff", "%s%n", "{{7}}", "]]>",
    "</pre><script>alert(1)</script>", "x" * 5_000, "𝒳ﷺ" * 500, "(" * 5_000, '"' * 5_000, "\\" * 5_000,
)  # fmt: skip
URLS = (
    "//", "%" * 5_000, "https://[", "https://[::1", "https://a:99999/", "https://a:" + "9" * 5_000 + "/", "https://℀/",
    "https://a@b@c/%zz", "https://a/?" + "&a=b" * 900, "https://a/\ud7ff%ff", "http://[::ffff:a9fe:a9fe]/",
    "https://xn--a-ecp.example/", "https://www.frontiersin.org./", "https://www.frontiersin.org/" + "%2e/" * 500,
    "https://www.frontiersin.org/" + "%25" * 600, "javascript:alert(1)",
)  # fmt: skip
TIMES = (
    "99999-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59",
    "2026-06-30T23:59:60Z", "2026-06-30T23:59:59", "2026-06-30", "20260630T235959Z", "2026-W27-1",
    "2026-06-30T23:59:59+24:00",
)  # fmt: skip
KEYS = (
    "title:" + "a" * 5_000, "title:" + "|" * 5_000, "a:" + " " * 5_000 + "\n", "a-" * 2_500,
    "doi:10.1234/" + "x" * 5_000 + " ", "https://creativecommons.org/licenses/by/" + "1" * 5_000 + "\n1",
)  # fmt: skip
WORDS = (
    "SUCCESS", "NO_RESULTS", "CLOSED_WORLD_VIOLATION", "VERIFIED", "original_fulltext", "registry_brokered",
    "registry_closed", "plos-biology", "arxiv", "registry:", "text/html;" * 500,
)  # fmt: skip
SEARCHES = (
    "", "null", "[" * 16_000, "9" * 5_000, '{"query": 5, "domains": [[]]}', '{"query": null, "domains": [{"a": []}]}',
    '{"query": {"a": 1}, "domains": [null, 1e999]}', '{"query": "\\ud800", "domains": ["\\ud800"]}',
    '{"query": ["sleep"], "domains": "www.frontiersin.org"}', '{"query": true, "domains": []}', '{"domains": [5]}',
)  # fmt: skip
"""What may be the body of a search."""
NUMBERS = (0, 1, -1, 100, 200, 404, 599, 10**18, 10**4_000, 200.0, -0.0, 1e300, True, False)
OTHERS = (None, [], {}, [[]], [None], [""], ["x"] * 100, {"": ""}, {"a": {"b": [1]}})
TEXTS = (*SIGNS, *URLS, *TIMES, *KEYS, *WORDS)
VALUES = (*TEXTS, *NUMBERS, *OTHERS)

TEXT = st.sampled_from(TEXTS) | st.text(max_size=40) | st.text("ahtps:/.@[]%?#&=;|0123456789TZ+-", max_size=60)
LEAF = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
JSON = st.recursive(LEAF, lambda part: st.lists(part, max_size=4) | st.dictionaries(TEXT, part, max_size=4))
ANYTHING = st.sampled_from(VALUES) | JSON
"""Any JSON, and often enough what is known to hurt."""


def places(part: Any, path: Path = ()) -> Iterator[Path]:
    """The path of every value in the report, its own first: ``()``."""
    yield path
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in inner:
        yield from places(value, (*path, key))


def replaced(part: Any, path: Path, value: Any) -> Any:
    """The same with another value in this place; nothing of ``part`` is changed."""
    if not path:
        return value
    key, *rest = path
    copied = part.copy()
    copied[key] = replaced(part[key], tuple(rest), value)
    return copied
