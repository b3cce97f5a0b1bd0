"""Bots against each other: the same deals for all of them, from every seat.

>>> result = run_arena(["greedy", "random"], game="duel", games=4, seed=1)
>>> [bot.games for bot in result.results], result.stopped
([4, 4], 'all played')
"""

import contextlib
import hashlib
import os
import shlex
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from typing import Any

import imhotep
from imhotep.lab.guard import ArenaError
from imhotep.lab.matches.executors import GameExecutor
from imhotep.lab.matches.game_runner import MatchSpec
from imhotep.lab.matches.intervals import win_rate_interval
from imhotep.lab.matches.journal import Heading, Journal, Outcome, outcome_of
from imhotep.lab.matches.results import ArenaResult, BotResult, Forfeit, bot_results, by_deal, forfeits, why_unrated
from imhotep.lab.matches.scheduler import game_executor, play_all
from imhotep.lab.matches.seatings import Seating, games_per_deal, seatings
from imhotep.lab.matches.series_spec import MOVE_LIMIT, SeriesSpec
from imhotep.lab.matches.validation import check_bot, check_games, check_jobs
from imhotep.table.errors import SetupError, shown

MOST_BOTS = 16

FIRST_LOOK = 8  # deals; --until-sure looks there and whenever they have doubled
SURE = 0.995  # at each look: all of them together are wrong in less than 5 % of arenas

ALL_PLAYED, IS_SURE, INTERRUPTED = "all played", "sure", "interrupted"

__all__ = ["Arena", "ArenaError", "ArenaResult", "BotResult", "Forfeit", "Outcome", "run_arena"]

Key = tuple[int, int]  # deal, and which of its seatings


def run_arena(
    bots: Sequence[str],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    executor: Executor | None = None,
    on_game: Callable[[Outcome], None] | None = None,
    **arguments: Any,
) -> ArenaResult:
    """Play an arena to its end. `arguments` are those of `Arena`, the others those of its `run`."""
    return Arena(bots, **arguments).run(jobs=jobs, cluster=cluster, executor=executor, on_game=on_game)


class Arena:
    """What is to be played, and what has been.

    `table` is what `imhotep.new_game` takes: game, players, sides, rules, edition, variants. Games are rounded up to
    whole deals. If `run` is interrupted, `result` tells what is known so far, and another `run` goes on.
    """

    def __init__(
        self,
        bots: Sequence[str],
        *,
        games: int = 100,
        seed: int = 1,
        first: int | None = None,
        both_ways: bool = False,
        until_sure: bool = False,
        move_limit: float = MOVE_LIMIT,
        resume: str | os.PathLike[str] | None = None,
        **table: Any,
    ) -> None:
        self._series = SeriesSpec(seed=seed, first=first, move_limit=move_limit, **table)
        setup = self._series.setup
        self.setup = setup
        self.seed = setup.seed
        self.bots = _check_bots(bots)
        self.games_asked = check_games(games)
        self.both_ways = both_ways
        self.until_sure = until_sure
        self.resume = resume
        if both_ways and len(self.bots) >= setup.players:
            raise SetupError("both ways is for fewer bots than seats: otherwise everybody meets everybody anyway")
        self.games_per_deal = games_per_deal(len(self.bots), setup.players, both_ways)
        self.deals = -(-self.games_asked // self.games_per_deal)  # until sure, it may turn out to be fewer
        self.outcomes: dict[Key, Outcome] = {}
        self._stopped = INTERRUPTED

    @property
    def games(self) -> int:
        """To be played in all, if it doesn't stop earlier."""
        return self.deals * self.games_per_deal

    # --- playing

    def run(
        self,
        *,
        jobs: int = 1,
        cluster: str | None = None,
        executor: Executor | None = None,
        on_game: Callable[[Outcome], None] | None = None,
    ) -> ArenaResult:
        """Play what is left: in `jobs` processes, on the Dask cluster at an address, or through any executor.

        `on_game` is told of each game that is known from the file or has been finished, in no certain order.
        """
        check_jobs(jobs)
        with contextlib.ExitStack() as stack:
            journal = None
            if self.resume is not None:
                journal = stack.enter_context(Journal(self.resume, self._heading()))
                self._recall(journal, on_game)
            workers = stack.enter_context(game_executor(jobs, cluster, executor))

            def note(outcome: Outcome) -> None:
                self.outcomes[outcome.deal, outcome.seating] = outcome
                if journal is not None:
                    journal.add(outcome)
                if on_game is not None:
                    on_game(outcome)

            for deals in self._looks():
                self._play(workers, deals, note)
                if self.until_sure and self._is_sure(deals):
                    self.deals = deals
                    self._stopped = IS_SURE
                    break
            else:
                self._stopped = ALL_PLAYED
        return self.result()

    def _recall(self, journal: Journal, on_game: Callable[[Outcome], None] | None) -> None:
        for outcome in journal.outcomes:
            key = outcome.deal, outcome.seating
            if (
                0 <= outcome.deal < self.deals
                and 0 <= outcome.seating < self.games_per_deal
                and key not in self.outcomes
            ):
                self.outcomes[key] = outcome
                if on_game is not None:
                    on_game(outcome)

    def _looks(self) -> Iterator[int]:
        """After how many deals it may end."""
        if self.until_sure:
            look = FIRST_LOOK
            while look < self.deals:
                yield look
                look *= 2
        yield self.deals

    def _is_sure(self, deals: int) -> bool:
        """Whether the first bot wins more or less often than its fair share."""
        wins, played = by_deal(0, self._known(deals))
        low, high = win_rate_interval(wins, played, SURE)
        return not low <= 1 / self.setup.players <= high

    def _play(self, workers: GameExecutor, deals: int, note: Callable[[Outcome], None]) -> None:
        """All games of the first deals that have not been played."""
        keys = [(deal, number) for deal in range(deals) for number in range(self.games_per_deal)]
        specs = ((key, self.match(*key)) for key in keys if key not in self.outcomes)
        with contextlib.closing(play_all(workers, specs)) as games:
            for key, played in games:
                note(outcome_of(*key, played))

    def seating(self, deal: int, number: int) -> Seating:
        """Which bot sits where in a game of a deal."""
        return seatings(len(self.bots), self.setup.players, deal, self.both_ways)[number]

    def match(self, deal: int, number: int) -> MatchSpec:
        """A game of the arena: everything in it follows from the arena's seed."""
        name = f"arena deal {deal}"
        bots = [self.bots[bot] for bot in self.seating(deal, number)]
        return self._series.match(name, f"{name} seating {number}", bots)

    def _heading(self) -> Heading:
        return Heading(
            **self._series.table(),
            version=imhotep.__version__,
            bots=self.bots,
            editions=[hashlib.sha256(text.encode()).hexdigest() for text in self._series.edition_texts],
            seed=str(self.seed),
            both_ways=self.both_ways,
        )

    # --- what came out

    def _known(self, deals: int) -> list[tuple[Outcome, Seating]]:
        """Finished games of the first deals, in order."""
        return [
            (outcome, self.seating(*key)) for key, outcome in sorted(self.outcomes.items(), key=_key) if key[0] < deals
        ]

    def result(self) -> ArenaResult:
        """At any time; games that are not finished are left out."""
        games = self._known(self.deals)
        return ArenaResult(
            **self._series.told(),
            bots=list(self.bots),
            both_ways=self.both_ways,
            games_asked=self.games_asked,
            games=len(games),
            deals=len({outcome.deal for outcome, _ in games}),
            games_per_deal=self.games_per_deal,
            stopped=self._stopped,
            results=bot_results(self.bots, games),
            forfeits=forfeits(self.bots, games),
            unrated=why_unrated(),
            command=self.command(),
        )

    def command(self) -> str:
        """That plays these games again."""
        words = ["imhotep", "arena", *self.bots, *self._series.options(), "--games", str(self.games_asked)]
        words += ["--both-ways"] * self.both_ways + ["--until-sure"] * self.until_sure
        return shlex.join(words)


def _key(item: tuple[Key, Outcome]) -> Key:
    return item[0]


def _check_bots(bots: object) -> list[str]:
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise SetupError(f"bots are a list of texts such as greedy or mcts:sims=2000, not {shown(bots)}")
    if not 2 <= len(bots) <= MOST_BOTS:
        raise SetupError(f"an arena takes 2 to {MOST_BOTS} bots, not {len(bots)}")
    return [str(check_bot(spec)) for spec in bots]
