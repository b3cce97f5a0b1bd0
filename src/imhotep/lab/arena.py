"""Bots against each other: the same deals for all of them, from every seat.

>>> result = run_arena(["greedy", "random"], game="duel", games=4, seed=1)
>>> [bot.games for bot in result.results], result.stopped
([4, 4], 'all played')
"""

import asyncio
import contextlib
import hashlib
import math
import os
import shlex
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Any

import imhotep
from imhotep._pure import engine_is_compiled
from imhotep.bots import make_bot
from imhotep.lab.diary import Diary, Heading, Outcome
from imhotep.lab.guard import ArenaError
from imhotep.lab.intervals import win_rate_interval
from imhotep.lab.playing import Order, Played
from imhotep.lab.results import ArenaResult, BotResult, Forfeit, bot_results, by_deal, forfeits
from imhotep.lab.seatings import Seating, games_per_deal, seatings
from imhotep.lab.workplaces import Workplace, on_cluster, on_executor, on_this_machine
from imhotep.table.chance import Stream
from imhotep.table.editions import Edition
from imhotep.table.errors import ImhotepError, SetupError, shown
from imhotep.table.game import new_game

MOST_GAMES = 10_000_000
MOST_JOBS = 256
MOST_BOTS = 16
MOVE_LIMIT = 120.0
LONGEST_LIMIT = 86_400.0
ATTEMPTS = 3  # at a game whose worker was lost

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
        game = new_game(seed=seed, first=first, **table)  # checks all of these
        setup = game.setup
        self.setup = setup
        self.seed = setup.seed
        self.bots = _check_bots(bots)
        self.games_asked = _whole(games, 1, MOST_GAMES, "games")
        self.first = first
        self.both_ways = both_ways
        self.until_sure = until_sure
        self.move_limit = _check_limit(move_limit)
        self.resume = resume
        if both_ways and len(self.bots) >= setup.players:
            raise SetupError("both ways is for fewer bots than seats: with more, everybody meets everybody anyway")
        self.games_per_deal = games_per_deal(len(self.bots), setup.players, both_ways)
        self.deals = -(-self.games_asked // self.games_per_deal)  # until sure, it may turn out to be fewer
        self.outcomes: dict[Key, Outcome] = {}
        self._edition = ", ".join(str(setup.editions[box]) for box in game.kind.boxes_in_play(setup))
        self._edition_texts = [edition.text for edition in setup.editions.values() if not edition.built_in]
        self._edition_files = _edition_files(table.get("edition"))
        defaults = {**game.kind.variants}
        self._variants = {name: value for name, value in setup.variants.items() if value != defaults[name].default}
        house = game.kind.house_rules
        self._rules = {name: value for name, value in setup.rules.items() if value != house[name].default}
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
        _whole(jobs, 1, MOST_JOBS, "jobs")
        with contextlib.ExitStack() as stack:
            diary = None
            if self.resume is not None:
                diary = stack.enter_context(Diary(self.resume, self._heading()))
                self._recall(diary, on_game)
            if executor is not None:
                place = stack.enter_context(on_executor(executor, jobs))
            elif cluster is not None:
                place = stack.enter_context(on_cluster(cluster))
            else:
                place = stack.enter_context(on_this_machine(jobs))

            def note(outcome: Outcome) -> None:
                self.outcomes[outcome.deal, outcome.seating] = outcome
                if diary is not None:
                    diary.add(outcome)
                if on_game is not None:
                    on_game(outcome)

            for deals in self._looks():
                self._play(place, deals, note)
                if self.until_sure and self._is_sure(deals):
                    self.deals = deals
                    self._stopped = IS_SURE
                    break
            else:
                self._stopped = ALL_PLAYED
        return self.result()

    def _recall(self, diary: Diary, on_game: Callable[[Outcome], None] | None) -> None:
        for outcome in diary.outcomes:
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

    def _play(self, place: Workplace, deals: int, note: Callable[[Outcome], None]) -> None:
        """All games of the first deals that have not been played. A game whose worker was lost is played again."""
        left = deque((deal, number) for deal in range(deals) for number in range(self.games_per_deal))
        running: dict[Future[Any], tuple[Key, int]] = {}
        try:
            while left or running:
                while left and len(running) < place.room:
                    key = left.popleft()
                    if key not in self.outcomes:
                        running[place.submit(self.order(*key))] = key, 1
                for future in wait(running, return_when=FIRST_COMPLETED).done if running else ():
                    key, attempt = running.pop(future)
                    try:
                        played = place.read(future.result())
                    except ImhotepError:
                        raise
                    except (Exception, asyncio.CancelledError) as error:
                        if attempt == ATTEMPTS:
                            raise ArenaError(f"the worker of a game was lost {ATTEMPTS} times: {error!r}") from None
                        running[place.submit(self.order(*key))] = key, attempt + 1
                    else:
                        note(_outcome(key, played))
        finally:
            for future in running:
                future.cancel()

    def seating(self, deal: int, number: int) -> Seating:
        return seatings(len(self.bots), self.setup.players, deal, self.both_ways)[number]

    def order(self, deal: int, number: int) -> Order:
        """A game of the arena: everything in it follows from the arena's seed."""
        setup = self.setup
        return Order(
            game=setup.game,
            players=setup.players,
            sides=setup.sides,
            first=self.first,
            variants=setup.variants,
            rules=setup.rules,
            editions=self._edition_texts,
            seed=f"{_bits(Stream(self.seed, f'arena deal {deal}'), 4):x}",
            bots=[self.bots[bot] for bot in self.seating(deal, number)],
            bot_seeds=[
                _bits(Stream(self.seed, f"arena deal {deal} seating {number} seat {seat}"), 2) >> 1
                for seat in range(setup.players)
            ],
            move_limit=self.move_limit,
        )

    def _heading(self) -> Heading:
        setup = self.setup
        return Heading(
            version=imhotep.__version__,
            bots=self.bots,
            game=setup.game,
            players=setup.players,
            sides=setup.sides,
            first=self.first,
            variants=setup.variants,
            rules=setup.rules,
            editions=[hashlib.sha256(text.encode()).hexdigest() for text in self._edition_texts],
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
        setup, games = self.setup, self._known(self.deals)
        return ArenaResult(
            game=setup.game,
            players=setup.players,
            sides=setup.sides,
            first=self.first,
            variants=setup.variants,
            rules=setup.rules,
            edition=self._edition,
            seed=self.seed,
            engine="compiled" if engine_is_compiled() else "pure",
            bots=list(self.bots),
            both_ways=self.both_ways,
            games_asked=self.games_asked,
            games=len(games),
            deals=len({outcome.deal for outcome, _ in games}),
            games_per_deal=self.games_per_deal,
            stopped=self._stopped,
            results=bot_results(self.bots, games),
            forfeits=forfeits(self.bots, games),
            command=self.command(),
        )

    def command(self) -> str:
        """That plays these games again."""
        setup = self.setup
        words = ["imhotep", "arena", *self.bots, "--game", setup.game, "--players", str(setup.players)]
        words += ["--sides", setup.sides, "--games", str(self.games_asked), "--seed", str(self.seed)]
        if self.first is not None:
            words += ["--first", str(self.first)]
        for name, value in self._variants.items():
            option = name.replace("_", "-")
            if isinstance(value, bool):
                words.append(f"--{option}" if value else f"--no-{option}")
            else:
                words += [f"--{option}", str(value)]
        for name, value in self._rules.items():
            text = ("yes" if value else "no") if isinstance(value, bool) else str(value)
            words += ["--rule", f"{name}={text}"]
        for file in self._edition_files:
            words += ["--edition", file]
        words += ["--both-ways"] * self.both_ways + ["--until-sure"] * self.until_sure
        if self.move_limit != MOVE_LIMIT:
            words += ["--move-limit", f"{self.move_limit:g}"]
        return shlex.join(words)


def _key(item: tuple[Key, Outcome]) -> Key:
    return item[0]


def _bits(stream: Stream, words: int) -> int:
    number = 0
    for _ in range(words):
        number = number << 32 | stream.below(2**32)
    return number


def _outcome(key: Key, played: Played) -> Outcome:
    return Outcome(
        deal=key[0],
        seating=key[1],
        places=played.places,
        scores=played.scores,
        moves=played.moves,
        seconds=[round(seconds, 6) for seconds in played.seconds],
        failure=played.failure,
    )


# --- what may be wrong


def _check_bots(bots: object) -> list[str]:
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise SetupError(f"bots are a list of texts such as greedy or mcts:sims=2000, not {shown(bots)}")
    if not 2 <= len(bots) <= MOST_BOTS:
        raise SetupError(f"an arena takes 2 to {MOST_BOTS} bots, not {len(bots)}")
    for spec in bots:
        try:
            make_bot(spec)
        except ImhotepError:
            raise
        except Exception as error:
            raise SetupError(f"the bot {shown(spec)} can't be made: {type(error).__name__}: {error}") from None
    return [str(spec) for spec in bots]


def _whole(number: object, least: int, most: int, what: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise SetupError(f"{what} are {least} to {most}, not {shown(number)}")
    return number


def _check_limit(limit: object) -> float:
    if isinstance(limit, bool) or not isinstance(limit, (int, float)) or not math.isfinite(limit):
        raise SetupError(f"a limit for moves is a number of seconds, not {shown(limit)}")
    if not 0.01 <= limit <= LONGEST_LIMIT:
        raise SetupError(f"a limit for moves is 0.01 to {LONGEST_LIMIT:g} seconds, not {limit:g}")
    return float(limit)


def _edition_files(given: object) -> list[str]:
    several = given if isinstance(given, (list, tuple)) else [given]
    return [str(one) for one in several if one is not None and not isinstance(one, Edition)]
