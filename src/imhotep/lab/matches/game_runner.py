"""One game of an arena, from its spec to what came out; and the process that plays such games and may be killed.

Bots are other people's code: they may raise, hang, or end their process. So games are played in a process of their own,
which says on a pipe which seat is asked before it asks it. `lab/guard.py` is at the other end.
"""

import contextlib
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import BinaryIO

import msgspec

from imhotep.bots import Bot, BotFailure, make_bot
from imhotep.lab.matches.game_stats import GameStats, stats_of
from imhotep.lab.matches.table_setup import TableSetup
from imhotep.table.errors import ImhotepError, shown
from imhotep.table.game import Game, new_game
from imhotep.table.games import rules_of
from imhotep.table.moves import Move

LONGEST_DETAIL = 300


class MatchSpec(TableSetup, frozen=True, kw_only=True):
    """A game to be played. Everything in it is plain, so that it can be sent anywhere."""

    editions: list[str]  # texts of those that are not built in
    seed: str  # in hexadecimal digits: it may be longer than JSON's numbers
    bots: list[str]  # specs by seat
    bot_seeds: list[int]
    move_limit: float  # seconds
    stats: bool = False  # whether they are wanted too
    record: bool = False  # and so is the record


class Failure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a seat forfeits a game."""

    seat: int
    reason: str  # always in the same words
    detail: str = ""


class Played(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="played"):
    """What came out, by seat."""

    places: list[int]  # from 1; whoever shares a place has the same
    scores: list[int]  # none in a forfeited game
    moves: list[int]
    seconds: list[float]  # processor time of these moves
    failure: Failure | None = None
    stats: GameStats | None = None
    record: str | None = None


class Broken(msgspec.Struct, frozen=True, tag="broken"):
    """Our own fault: not a bot's."""

    message: str


class _Forfeit(Exception):  # noqa: N818
    def __init__(self, seat: int, reason: str, detail: str = "") -> None:
        self.failure = Failure(seat=seat, reason=reason, detail=detail[:LONGEST_DETAIL])


def forfeited(
    players: int, failure: Failure, moves: list[int] | None = None, seconds: list[float] | None = None
) -> Played:
    """The others share the win."""
    return Played(
        places=[players if seat == failure.seat else 1 for seat in range(players)],
        scores=[],
        moves=moves or [0] * players,
        seconds=seconds or [0.0] * players,
        failure=failure,
    )


def play(spec: MatchSpec, asked: Callable[[int], None]) -> Played:
    """Play a game. `asked` is told which seat's bot is about to do something."""
    game = _game(spec)
    random.seed(repr(spec.bot_seeds))  # for bots that use the generator that everybody shares
    moves, seconds = [0] * spec.players, [0.0] * spec.players
    bots: list[Bot] = []
    try:
        for seat, (bot, seed) in enumerate(zip(spec.bots, spec.bot_seeds, strict=True)):
            asked(seat)
            bots.append(_make(seat, bot, seed))
        while game.decider is not None:
            seat = game.decider
            asked(seat)
            start = time.process_time()
            move = _choose(bots[seat], game, seat)
            seconds[seat] += time.process_time() - start
            moves[seat] += 1
            _play(game, seat, move)
    except _Forfeit as forfeit:
        return forfeited(spec.players, forfeit.failure, moves, seconds)
    finally:
        _close(bots, asked)
    ranks = [int(game.raw.rank(seat)) for seat in range(spec.players)]
    return Played(
        places=[1 + sum(other > rank for other in ranks) for rank in ranks],
        scores=game.scores(),
        moves=moves,
        seconds=seconds,
        stats=stats_of(game) if spec.stats else None,
        record=game.record() if spec.record else None,
    )


def _game(spec: MatchSpec) -> Game:
    rules = rules_of(spec.game)
    return new_game(
        spec.game,
        spec.players,
        spec.sides,
        seed=int(spec.seed, 16),
        first=spec.first,
        house_rules=spec.rules,
        edition=[rules.read_edition(text, "edition") for text in spec.editions],
        variants=spec.variants,
    )


def _make(seat: int, spec: str, seed: int) -> Bot:
    try:
        return make_bot(spec, seed)
    except BaseException as error:
        raise _raised(seat, error) from None


def _choose(bot: Bot, game: Game, seat: int) -> object:
    question = game.ask()
    try:
        return bot.choose(question)
    except BaseException as error:  # also what would end the process
        raise _raised(seat, error) from None


def _close(bots: list[Bot], asked: Callable[[int], None]) -> None:
    for seat, bot in enumerate(bots):
        asked(seat)
        with contextlib.suppress(Exception):  # the game is over: nothing that it does now counts
            bot.close()


def _raised(seat: int, error: BaseException) -> _Forfeit:
    if isinstance(error, BotFailure):
        return _Forfeit(seat, error.reason, error.detail)
    try:
        words = str(error)
    except Exception:  # even that may be wrong in somebody else's class
        words = ""
    return _Forfeit(seat, f"raised {type(error).__name__}", " ".join(words.split()))


def _play(game: Game, seat: int, move: object) -> None:
    if not isinstance(move, Move) or not isinstance(move.text, str):
        raise _Forfeit(seat, "returned no move", shown(move))
    try:
        game.play(move)
    except ImhotepError as error:
        raise _Forfeit(seat, "returned an illegal move", str(error)) from None


# --- the process


def main() -> None:
    """Play what comes in, a line a spec, until there is no more."""
    specs, answers = _take_pipes()

    def write(line: bytes) -> None:
        answers.write(line + b"\n")
        answers.flush()

    for line in specs:
        try:
            spec = msgspec.json.decode(line, type=MatchSpec)

            def asked(seat: int, limit: float = spec.move_limit) -> None:
                write(b"%d" % seat)
                _end_if_forgotten(limit)

            result: Played | Broken = play(spec, asked)
        except BrokenPipeError:  # nobody listens any more
            break
        except Exception as error:
            result = Broken(f"{type(error).__name__}: {error}")
        _end_if_forgotten(0)
        write(msgspec.json.encode(result))
        if threading.active_count() > 1:  # a bot left something running: the next game gets a new process
            break
    os._exit(0)


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes are ours alone: a bot that prints or reads must not be in the way."""
    specs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
    return specs, answers


def _end_if_forgotten(limit: float) -> None:
    """The guard kills us when a bot hangs. If the guard itself was killed, the system does it a little later."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 2 * limit + 5 if limit else 0)
