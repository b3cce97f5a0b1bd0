"""Statistics of a setup: many games of it, the same bot at every seat.

>>> result = run_survey("random", game="duel", games=2, seed=1)
>>> result.games, [place.number for place in result.statistics.places]
(2, [1, 2])
"""

import contextlib
import shlex
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from imhotep.lab.matches.game_runner import MatchSpec
from imhotep.lab.matches.game_stats import GameStats
from imhotep.lab.matches.journal import Outcome, outcome_of
from imhotep.lab.matches.results import Forfeit, SeriesResult, forfeits
from imhotep.lab.matches.scheduler import game_executor, play_all
from imhotep.lab.matches.series_spec import MOVE_LIMIT, SeriesSpec
from imhotep.lab.matches.statistics import Finished, Statistics, statistics
from imhotep.lab.matches.validation import check_bot, check_games
from imhotep.lab.matches.verdict import Finding, verdict

ALL_PLAYED, INTERRUPTED = "all played", "interrupted"


class SurveyResult(SeriesResult, frozen=True, kw_only=True):
    """Everything a survey has to say; `imhotep lab --json` prints it."""

    bot: str  # at every seat
    games_asked: int
    games: int  # that were played to their end: all figures are about these
    stopped: str  # "all played" or "interrupted"
    at_a_glance: list[Finding]
    statistics: Statistics | None  # None if there was no such game
    forfeits: list[Forfeit]  # games that ended early because the bot failed
    command: str  # that gives the same games


def run_survey(
    bot: str = "greedy",
    *,
    jobs: int = 1,
    cluster: str | None = None,
    executor: Executor | None = None,
    on_game: Callable[[Outcome], None] | None = None,
    **arguments: Any,
) -> SurveyResult:
    """Play a survey to its end. `arguments` are those of `Survey`, the others those of its `run`."""
    return Survey(bot, **arguments).run(jobs=jobs, cluster=cluster, executor=executor, on_game=on_game)


class Survey:
    """What is to be played, and what has been. `table` is what `imhotep.new_game` takes.

    If `run` is interrupted, `result` tells what is known so far.
    """

    def __init__(
        self,
        bot: str = "greedy",
        *,
        games: int = 1000,
        seed: int = 1,
        first: int | None = None,
        move_limit: float = MOVE_LIMIT,
        **table: Any,
    ) -> None:
        self.series = SeriesSpec(seed=seed, first=first, move_limit=move_limit, stats=True, **table)
        self.bot = check_bot(bot)
        self.games = check_games(games)
        self._played: dict[int, tuple[Outcome, GameStats | None]] = {}

    def run(
        self,
        *,
        jobs: int = 1,
        cluster: str | None = None,
        executor: Executor | None = None,
        on_game: Callable[[Outcome], None] | None = None,
    ) -> SurveyResult:
        """Play what is left: in `jobs` processes, on the Dask cluster at an address, or through any executor."""
        left = ((deal, self.match(deal)) for deal in range(self.games) if deal not in self._played)
        with game_executor(jobs, cluster, executor) as workers, contextlib.closing(play_all(workers, left)) as games:
            for deal, played in games:
                outcome = outcome_of(deal, 0, played)
                self._played[deal] = outcome, played.stats
                if on_game is not None:
                    on_game(outcome)
        return self.result()

    def match(self, deal: int) -> MatchSpec:
        """A game of the survey: everything in it follows from the survey's seed."""
        name = f"lab deal {deal}"
        return self.series.match(name, name, [self.bot] * self.series.setup.players)

    def result(self) -> SurveyResult:
        """At any time; games that are not finished are left out."""
        setup, rules = self.series.setup, self.series.rules
        played = [game for _, game in sorted(self._played.items())]
        games = [Finished(outcome, stats) for outcome, stats in played if stats is not None]
        found = None
        if games:
            names = {source: rules.words.sources[source].name for source in rules.sources}
            found = statistics(games, names, rules.pieces(setup), self.series.progress)
        return SurveyResult(
            **self.series.told(),
            bot=self.bot,
            games_asked=self.games,
            games=len(games),
            stopped=ALL_PLAYED if len(played) == self.games else INTERRUPTED,
            at_a_glance=verdict(found, games) if found is not None else [],
            statistics=found,
            forfeits=forfeits([self.bot], [(outcome, (0,) * setup.players) for outcome, _ in played]),
            command=self.command(),
        )

    def command(self) -> str:
        """That plays these games again."""
        return shlex.join(["imhotep", "lab", "--bot", self.bot, *self.series.options(), "--games", str(self.games)])
