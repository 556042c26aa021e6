"""vcrpy, without the HTTP libraries it would import.

``import vcr`` imports every HTTP library that is installed, only to be able to patch it: a third of a second for a host
that uses one of them or none. We patch by ourselves (``libraries``), so here vcrpy is told that none is installed. It
remembers that; therefore this copy is ours alone, and a host that imports vcrpy gets a fresh one.
"""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

UNWANTED = (
    "aiohttp", "boto3", "botocore", "httplib2", "httpx", "httpx2", "httpx_curl_cffi", "pyreqwest", "requests",
    "tornado", "urllib3",
)  # fmt: skip


@contextmanager
def _not_installed(names: tuple[str, ...]) -> Iterator[None]:
    """Modules of these names that are not imported yet cannot be imported; at the end ``vcr`` is as it was."""
    absent = [name for name in names if name not in sys.modules]
    kept = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "vcr"}
    for name in absent:
        sys.modules[name] = None  # type: ignore[assignment]  # documented: the import then fails
    try:
        yield
    finally:
        for name in [*absent, *(each for each in sys.modules if each.partition(".")[0] == "vcr")]:
            del sys.modules[name]
        sys.modules.update(kept)


with _not_installed(UNWANTED):
    Cassette: Any = importlib.import_module("vcr.cassette").Cassette
    Request: Any = importlib.import_module("vcr.request").Request
    RECORD_NOTHING: Any = importlib.import_module("vcr.record_mode").RecordMode.NONE
    httpx_stubs: Any = importlib.import_module("vcr.stubs.httpx_stubs")
