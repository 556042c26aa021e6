"""How far a run is, on a terminal's standard error."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from oa_conformance.steps.catalogue import CHAPTERS
from oa_conformance.steps.verdict.results import ExampleResult


class Progress:
    """A bar that is gone when the run is over; nothing at all where standard error is no terminal.

    ``moves`` by itself, by a thread of its own; one who forks wants none.
    """

    def __init__(self, total: int, moves: bool = True) -> None:
        console = Console(stderr=True)
        self._bar = Bar(
            TextColumn("{task.description:<24}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
            TextColumn("{task.fields[failed]}"), console=console, transient=True, disable=not console.is_terminal,
            auto_refresh=moves,
        )  # fmt: skip
        self._task = self._bar.add_task("starting the host", total=total, failed="")
        self._failed = 0

    def __enter__(self) -> "Progress":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def say(self, text: str) -> None:
        """Put lines above the bar; on standard error alone where that is no terminal."""
        self._bar.console.print(text, markup=False, highlight=False, emoji=False, soft_wrap=True)

    def count(self, result: ExampleResult) -> None:
        """One example is over."""
        prefix = result.key.partition("-")[0]
        self.advance(f"{prefix} {CHAPTERS.get(prefix, '')}", result.outcome not in ("passed", "gated"))

    def advance(self, what: str, failed: bool) -> None:
        """One part is over."""
        self._failed += failed
        told = f"{self._failed} did not pass" if self._failed else ""
        self._bar.update(self._task, advance=1, description=what, failed=told, refresh=not self._bar.live.auto_refresh)
