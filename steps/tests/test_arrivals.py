"""Libraries are patched when they arrive, and vcrpy comes without any of them."""

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from oa_conformance.steps.doors.arrivals import on_arrival

NAMES = frozenset({"late_library", "late_broken", "late_package", "json"})


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "late_library.py").write_text("value = 1\n")
    (tmp_path / "late_package").mkdir()
    (tmp_path / "late_package" / "__init__.py").write_text("from late_package import inner\n")
    (tmp_path / "late_package" / "inner.py").write_text("value = 2\n")
    yield tmp_path
    for name in ("late_library", "late_broken", "late_package", "late_package.inner"):
        sys.modules.pop(name, None)


def test_what_is_here_arrives_at_once_and_the_rest_when_it_is_complete(library: Path) -> None:
    arrived: list[tuple[str, bool]] = []

    def note(module: ModuleType) -> None:
        arrived.append((module.__name__, hasattr(module, "value") or hasattr(module, "inner")))

    with on_arrival(NAMES, note):
        assert arrived == [("json", False)]
        assert importlib.util.find_spec("late_library") is not None
        assert len(arrived) == 1
        importlib.import_module("late_library")
        importlib.import_module("late_library")
        importlib.import_module("late_package.inner")
        assert arrived[1:] == [("late_library", True), ("late_package", True)]
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module("late_broken")
    del sys.modules["late_library"]
    importlib.import_module("late_library")
    assert len(arrived) == 3


def test_a_library_that_cannot_be_imported_has_not_arrived(library: Path) -> None:
    arrived: list[str] = []
    with on_arrival(NAMES, lambda module: arrived.append(module.__name__)):
        (library / "late_broken.py").write_text("1 / 0\n")
        with pytest.raises(ZeroDivisionError):
            importlib.import_module("late_broken")
        assert arrived == ["json"]


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_vcrpy_brings_no_library_and_another_import_of_it_is_complete() -> None:
    said = run("""if True:
        import sys
        from oa_conformance.steps.doors import vcrpy
        print(sorted({"aiohttp", "httpx", "requests", "urllib3", "vcr"} & sys.modules.keys()))
        import vcr.patch
        print(vcrpy.Cassette is vcr.cassette.Cassette, vcr.patch._AiohttpClientSessionRequest is not None)
    """)
    assert said.splitlines() == ["[]", "False True"]


def test_a_vcrpy_that_is_there_already_stays() -> None:
    assert run("""if True:
        import vcr, vcr.cassette
        before = vcr.cassette
        from oa_conformance.steps.doors import vcrpy
        import vcr.cassette, sys
        print(vcr.cassette is before is sys.modules["vcr.cassette"])
    """) == "True"  # fmt: skip


def test_the_judge_needs_neither_vcrpy_nor_an_http_library() -> None:
    assert run("""if True:
        import sys
        import oa_conformance.steps.doors.base
        print(sorted({"vcr", "aiohttp", "httpx", "requests", "urllib3", "h11"} & sys.modules.keys()))
    """) == "[]"  # fmt: skip
