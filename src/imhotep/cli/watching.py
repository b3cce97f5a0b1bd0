"""Long series of games, watched: a bar, and a line for each new way in which a bot failed. All on standard error."""

import sys
from typing import Any

from imhotep.lab.diary import Outcome
from imhotep.lab.results import example


class Watcher:
    """The bar is only for terminals."""

    def __init__(self, games: int) -> None:
        self._failed: set[tuple[str, str]] = set()
        self._bar: Any = None
        if sys.stderr is not None and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("playing", total=games)

    def __enter__(self) -> "Watcher":
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def note(self, outcome: Outcome, bots: list[str]) -> None:
        """`bots` sat at its seats."""
        if self._bar is not None:
            self._bar.advance(self._task)
        failure = outcome.failure
        if failure is None or (bots[failure.seat], failure.reason) in self._failed:
            return
        bot = bots[failure.seat]
        self._failed.add((bot, failure.reason))
        line = f"imhotep: the bot {bot} {failure.reason} and forfeits the game ({example(outcome)})"
        print(line, file=sys.stderr, flush=True)
