"""A game gone through again: every decision, the turning points, and each player's accuracy and luck."""

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import NamedTuple

import msgspec

from imhotep.lab.analysis.decisions import (
    ALL_GRADES,
    LUCK_SHARE,
    Decision,
    SearchSettings,
    standing,
    study,
)
from imhotep.lab.analysis.expectations import CLEAR
from imhotep.lab.analysis.search import DEFAULT_SIMS, StoppedError, check_budget
from imhotep.table.errors import ImhotepError, shown
from imhotep.table.game import IS_TAKEN_OVER, RESIGNS, RUNS_OUT_OF_TIME, Game
from imhotep.table.record import load

TURNS_FROM = 0.1  # change of somebody's chance of winning that may be a turning point
MOST_TURNS = 5

PATIENCE = 0.2  # seconds between two looks at whether to stop


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, or luck, that changed somebody's chance of winning much."""

    ply: int
    cause: str  # decision or luck
    seat: int  # who decided
    win: list[float]  # change by seat


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's game as a whole."""

    seat: int
    name: str  # who left, if somebody else played on
    color: str
    left: str | None  # how, if it left the game before the end
    decisions: int  # with more than one move to choose from
    accuracy: float | None  # from 0 to 100
    grades: dict[str, int]
    win_lost: float  # by its decisions
    lead_lost: float
    win_by_luck: float  # by whatever was revealed, to whom ever
    lead_by_luck: float


class AnalysisResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a finished game ended."""

    winners: list[int]
    score: list[int]
    points: list[dict[str, int]]


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game, decision by decision."""

    game: str
    sides: str
    players: list[Player]
    sims: int
    seed: int
    all_knowing: bool
    decisions: list[Decision]
    turning_points: list[TurningPoint]  # the largest change first
    result: AnalysisResult | None  # of a finished game


def stand_in(analysis: Analysis, decision: Decision) -> str:
    """Who decided, if it was not the seat's player: the name of who stood in, or of who sat there before; or ""."""
    name = decision.names[decision.seat]
    return "" if name == analysis.players[decision.seat].name else name


class Moment(NamedTuple):
    """Chances of winning and expected points by seat."""

    win: list[float]
    score: list[float]


def course(analysis: Analysis) -> list[Moment]:
    """How the game went: before each decision, and after the last; nothing if there was no decision."""
    found = [Moment(decision.best.expected.win, decision.best.expected.score) for decision in analysis.decisions]
    if not found:
        return []
    last, result = analysis.decisions[-1].played.expected, analysis.result
    if result is None:
        return [*found, Moment(last.win, last.score)]
    seats = range(len(analysis.players))
    win = [float(seat in result.winners) / len(result.winners) for seat in seats]
    left = sum(player.left is not None for player in analysis.players)
    score = last.score if left == len(seats) - 1 else [float(points) for points in result.score]  # nobody played on
    return [*found, Moment(win, score)]


class _Task(msgspec.Struct, frozen=True, kw_only=True):
    record: str
    ply: int
    settings: SearchSettings


def study_anywhere(message: bytes) -> bytes:
    """What a worker does, wherever it is."""
    task = msgspec.json.decode(message, type=_Task)
    return msgspec.json.encode(next(study(load(task.record), [task.ply], task.settings)))


def analyze(
    game: Game,
    *,
    sims: int = DEFAULT_SIMS,
    seed: int = 0,
    all_knowing: bool = False,
    seats: Sequence[int] | None = None,
    executor: Executor | None = None,
    on_decision: Callable[[Decision], None] = lambda decision: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Analysis:
    """Go through a finished or running game.

    The same game, `sims` and `seed` give the same analysis, whoever does the work: `executor`'s workers, or this thread
    if there is none. With `seats` only their decisions are looked at. `on_decision` is told of each decision as it is
    done, not always in order. Raises StoppedError soon after `stopped` says so.
    """
    settings = SearchSettings(budget=check_budget(sims, seed), all_knowing=all_knowing)
    plies = [ply for ply, made in enumerate(standing(game), 1) if seats is None or made.entry.seat in seats]
    found: list[Decision] = []
    for decision in (
        study(game, plies, settings, stopped)
        if executor is None
        else _share_out(game, plies, settings, executor, stopped)
    ):
        found.append(decision)
        on_decision(decision)
    found.sort(key=lambda decision: decision.ply)
    return Analysis(
        game=game.rules.id,
        sides=game.setup.sides,
        players=[_player(game, seat, found) for seat in range(game.players)],
        sims=sims,
        seed=seed,
        all_knowing=all_knowing,
        decisions=found,
        turning_points=_turning_points(found, sims),
        result=_result(game),
    )


def analyze_ply(
    game: Game,
    ply: int,
    *,
    sims: int = DEFAULT_SIMS,
    seed: int = 0,
    all_knowing: bool = False,
    stopped: Callable[[], bool] = lambda: False,
) -> Decision:
    """One decision, counted from 1, as `analyze` finds it, but with all alternatives."""
    settings = SearchSettings(budget=check_budget(sims, seed), all_knowing=all_knowing, alternatives=10_000)
    count = len(standing(game))
    if isinstance(ply, bool) or not isinstance(ply, int) or not 1 <= ply <= count:
        raise ImhotepError(f"this game has {count} decisions, counted from 1, so not {shown(ply)}")
    return next(study(game, [ply], settings, stopped))


def _share_out(
    game: Game, plies: Sequence[int], settings: SearchSettings, executor: Executor, stopped: Callable[[], bool]
) -> Iterator[Decision]:
    record = game.record()
    waiting: set[Future[bytes]] = set()
    try:
        for ply in plies:
            task = msgspec.json.encode(_Task(record=record, ply=ply, settings=settings))
            try:
                waiting.add(executor.submit(study_anywhere, task))
            except RuntimeError as error:  # closed, or broken
                raise ImhotepError(f"the executor takes no more work: {error}") from None
        while waiting:
            if stopped():
                raise StoppedError("the analysis was stopped")
            done, waiting = wait(waiting, timeout=PATIENCE, return_when=FIRST_COMPLETED)
            for future in done:
                yield msgspec.json.decode(future.result(), type=Decision)
    except BrokenExecutor as error:  # somebody killed a worker
        raise ImhotepError(f"the analysis can't continue: {error}") from None
    finally:
        for future in waiting:
            future.cancel()


def _player(game: Game, seat: int, decisions: Sequence[Decision]) -> Player:
    """What was decided for a seat after its player had left is not the player's."""
    made = standing(game)
    own = [decision for decision in decisions if decision.seat == seat and seat not in made[decision.ply - 1].left]
    real = [decision for decision in own if decision.options > 1]
    kept = [math.exp(-decision.loss) for decision in real]
    luck = [decision.luck for decision in decisions if decision.luck is not None]
    return Player(
        seat=seat,
        name=_name(game, seat),
        color=game.setup.colors[seat],
        left=game.out.get(seat),
        decisions=len(real),
        accuracy=100.0 * sum(kept) / len(kept) if kept else None,
        grades={grade: sum(decision.grade == grade for decision in own) for grade in ALL_GRADES},
        win_lost=math.fsum(decision.win_cost for decision in own),
        lead_lost=math.fsum(decision.lead_cost for decision in own),
        win_by_luck=math.fsum(each.win[seat] for each in luck),
        lead_by_luck=math.fsum(each.lead[seat] for each in luck),
    )


def _name(game: Game, seat: int) -> str:
    """Of whom a player's figures are: who left the game, and not who played on."""
    name = game.setup.names[seat]
    for entry in game.entries:
        if entry.seat == seat and entry.kind == IS_TAKEN_OVER:
            name = entry.text
        elif entry.seat == seat and entry.kind in (RESIGNS, RUNS_OUT_OF_TIME):
            break
    return name


def _turning_points(decisions: Sequence[Decision], sims: int) -> list[TurningPoint]:
    """The largest changes of anybody's chance of winning, by a decision or by luck, if they can't be noise."""
    found: list[tuple[float, TurningPoint]] = []
    for decision in decisions:
        changes: list[tuple[str, list[float], float]] = []
        if decision.why is not None:
            doubt = CLEAR * decision.why.win_error
            changes.append(("decision", [-win for win in decision.why.win], doubt))
        if decision.luck is not None:
            changes.append(("luck", decision.luck.win, CLEAR * math.sqrt(0.5 * LUCK_SHARE / sims)))
        for cause, win, doubt in changes:
            largest = max(map(abs, win))
            if largest >= max(TURNS_FROM, doubt):
                found.append((largest, TurningPoint(ply=decision.ply, cause=cause, seat=decision.seat, win=win)))
    found.sort(key=lambda item: -item[0])
    return [turn for _, turn in found[:MOST_TURNS]]


def _result(game: Game) -> AnalysisResult | None:
    if not game.is_over:
        return None
    points = [
        {source: count for source, count in game.breakdown(seat).items() if count} for seat in range(game.players)
    ]
    return AnalysisResult(winners=game.winners(), score=game.scores(), points=points)
