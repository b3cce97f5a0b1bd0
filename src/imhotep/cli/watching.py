"""Long series of games, watched: a bar, and a line for each new way in which a bot failed. All on standard error."""

import sys

from imhotep.cli.progress import Bar
from imhotep.lab.matches.journal import Outcome
from imhotep.lab.matches.results import example


class Watcher:
    def __init__(self, games: int) -> None:
        self._failed: set[tuple[str, str]] = set()
        self._bar = Bar("playing", games)

    def __enter__(self) -> "Watcher":
        self._bar.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.__exit__()

    def note(self, outcome: Outcome, bots: list[str]) -> None:
        """`bots` sat at its seats."""
        self._bar.advance()
        failure = outcome.failure
        if failure is None or (bots[failure.seat], failure.reason) in self._failed:
            return
        bot = bots[failure.seat]
        self._failed.add((bot, failure.reason))
        line = f"imhotep: the bot {bot} {failure.reason} and forfeits the game ({example(outcome)})"
        print(line, file=sys.stderr, flush=True)
