"""The decisions of a game, each searched with what its seat could know at that moment, or with everything if that is
asked for: what it was worth, what would have been better, and what was luck.
"""

from collections.abc import Callable, Container, Iterator
from statistics import fmean
from typing import NamedTuple

import msgspec

from imhotep.engine.kernel import Position
from imhotep.lab.analysis.expectations import Choice, Explanation, explain, is_clear, lead
from imhotep.lab.analysis.search import ALL_KNOWING, Budget, Search
from imhotep.table.game import (
    IS_TAKEN_OVER,
    MOVE,
    RESIGNS,
    RUNS_OUT_OF_TIME,
    UNDO,
    UNDO_BY_CONSENT,
    Entry,
    Game,
    grouped,
)
from imhotep.table.question import seat_bits
from imhotep.table.rules import Progress

ALTERNATIVES = 5  # moves kept for each decision, beside the best and the one played

# A decision that is clearly worse than the best has the worst grade that either figure asks for: lost chance of
# winning, or lost points of lead. What may be noise is about equal.
GRADES = (("blunder", 0.16, 6.0), ("mistake", 0.08, 3.0), ("inaccuracy", 0.04, 1.5))
ALL_GRADES = ("only", "best", "equal", "good", "inaccuracy", "mistake", "blunder")
WIN_SCALE, LEAD_SCALE = 0.1, 4.0  # losses that weigh the same
OTHER_DEALS = 8  # that luck is compared with
LUCK_SHARE = 2  # part of the budget for a search of each


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """What was expected after something hidden had come to light, beyond what might have come to light instead; by
    seat."""

    win: list[float]
    lead: list[float]


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One decision of a game, searched."""

    ply: int  # from 1, without those that were taken back
    entry: int  # its number in the record
    seat: int
    names: list[str]  # who sat where at that time: one who left, or the bot that stood in
    progress: Progress  # such as round 2 of 6
    question: str  # the catalogue's id
    options: int  # really different moves
    played: Choice
    best: Choice
    alternatives: list[Choice]  # the best first, by what each is worth at least
    win_cost: float  # what the move played surely lost of the decider's chance of winning; 0 if that may be noise
    lead_cost: float  # and of its lead in points
    grade: str  # only, best, equal, good, inaccuracy, mistake or blunder
    why: Explanation | None  # the best move against the one played, if they are not the same
    luck: Luck | None  # of what it revealed to who decided

    @property
    def loss(self) -> float:
        """How much was lost, by chance of winning or by points: what is worse."""
        return max(self.win_cost / WIN_SCALE, self.lead_cost / LEAD_SCALE)

    @property
    def is_error(self) -> bool:
        """Whether it is graded as an inaccuracy or worse."""
        return any(self.grade == grade for grade, _, _ in GRADES)


class SearchSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How decisions are searched."""

    budget: Budget
    all_knowing: bool = False
    alternatives: int = ALTERNATIVES

    def search(self, game: Game, seat: int, stream: int, stopped: Callable[[], bool]) -> Search:
        knows = ALL_KNOWING if self.all_knowing else seat
        return Search(game.rules, game.setup, game.raw, knows, self.budget, stream, list(game.out), stopped)

    def outlook(
        self, game: Game, position: Position, seat: int, stream: int, stopped: Callable[[], bool]
    ) -> tuple[list[float], list[float]]:
        """Chances of winning and points that a seat expects of a position of this game, or what came out."""
        if position.is_over():
            seats, out = range(game.players), seat_bits(game.out)
            return [float(position.share(one, out)) for one in seats], [float(position.score(one)) for one in seats]
        less = Budget(sims=max(1, self.budget.sims // LUCK_SHARE), seed=self.budget.seed, options=self.budget.options)
        found = Search(game.rules, game.setup, position, seat, less, stream, list(game.out), stopped).overall()
        return found.win, found.score


class Standing(msgspec.Struct, frozen=True):
    """A decision that was not taken back."""

    number: int  # of its entry
    entry: Entry
    shuffles: list[Entry]
    left: dict[int, str]  # who had left the game before, and how
    names: list[str]  # who sat where


def standing(game: Game) -> list[Standing]:
    found: list[Standing] = []
    left: dict[int, str] = {}
    names = list(game.setup.names)
    for at, entry, shuffles in grouped(game.entries):
        if entry.kind == MOVE:
            found.append(Standing(at + 1, entry, shuffles, dict(left), list(names)))
        elif entry.kind in (UNDO, UNDO_BY_CONSENT):
            found.pop()
        elif entry.kind in (RESIGNS, RUNS_OUT_OF_TIME) and entry.seat is not None:
            left[entry.seat] = entry.kind
        elif entry.kind == IS_TAKEN_OVER and entry.seat is not None:
            names[entry.seat] = entry.text
    return found


def study(
    game: Game, plies: Container[int], settings: SearchSettings, stopped: Callable[[], bool] = lambda: False
) -> Iterator[Decision]:
    """The decisions with these numbers, from 1."""
    again = Game(game.rules, game.setup, game.deal)
    for ply, decision in enumerate(standing(game), 1):
        again.out = dict(decision.left)
        searched = _DecisionSearch(again, ply, decision, settings, stopped) if ply in plies else None
        again.follow(decision.entry, decision.shuffles)
        if searched is not None:  # who leaves the game next is no luck: `out` is still what it was
            yield msgspec.structs.replace(searched.decision, luck=searched.luck(again))


class _DecisionSearch:
    """A decision before it was made, and then what it revealed."""

    def __init__(
        self, game: Game, ply: int, made: Standing, settings: SearchSettings, stopped: Callable[[], bool]
    ) -> None:
        assert game.decider is not None
        self._settings = settings
        self._stopped = stopped
        self._seat = game.decider
        self._code = game.code(made.entry.text)
        self._stream = 2 * (ply - 1)  # two searches a decision
        self._search = settings.search(game, self._seat, self._stream, stopped)
        self.decision = self._decide(game, ply, made)

    def _decide(self, game: Game, ply: int, made: Standing) -> Decision:
        search, seat = self._search, self._seat
        played = search.canonical(self._code)
        best, _ = search.judge(played)
        ranking = list(dict.fromkeys((best, *search.ranking())))[: self._settings.alternatives]
        choices = {code: search.choice(code) for code in ranking}
        choices[played] = search.choice(played, self._code)
        why = None if best == played else explain(seat, choices[best], choices[played])
        costs = costs_of(why)
        return Decision(
            ply=ply,
            entry=made.number,
            seat=seat,
            names=made.names,
            progress=game.progress,
            question=game.question or "",
            options=search.options,
            played=choices[played],
            best=choices[best],
            alternatives=[choices[code] for code in ranking],
            win_cost=costs.win,
            lead_cost=costs.lead,
            grade="only" if search.options == 1 else _grade(why, costs),
            why=why,
            luck=None,
        )

    def luck(self, after: Game) -> Luck | None:
        """What was revealed against what might have been, all at the same budget.

        Not against what was expected before: there the search doesn't know what its opponents will know, and so takes
        them for weaker.
        """
        search = self._search
        if self._settings.all_knowing or not after.last_revealed or not search.reveals(self._code, after.raw):
            return None
        win, ahead = self._outlook(after, after.raw)
        others = [self._outlook(after, other) for other in search.elsewhere(self._code, OTHER_DEALS)]
        return Luck(
            win=[win[one] - fmean(other_win[one] for other_win, _ in others) for one in range(after.players)],
            lead=[ahead[one] - fmean(other_ahead[one] for _, other_ahead in others) for one in range(after.players)],
        )

    def _outlook(self, game: Game, position: Position) -> tuple[list[float], list[float]]:
        win, score = self._settings.outlook(game, position, self._seat, self._stream + 1, self._stopped)
        return win, [lead(score, seat) for seat in range(game.players)]


class Costs(NamedTuple):
    """Of a move against the best: chance of winning, and points of lead."""

    win: float
    lead: float


def costs_of(why: Explanation | None) -> Costs:
    """As far as they are sure: a difference that may be noise costs nothing."""
    if why is None or not why.clear:
        return Costs(0.0, 0.0)
    win = why.win[why.seat]
    return Costs(
        win=win if is_clear(win, why.win_error) else 0.0, lead=why.lead if is_clear(why.lead, why.lead_error) else 0.0
    )


def _grade(why: Explanation | None, costs: Costs) -> str:
    if why is None:
        return "best"
    if not why.clear:
        return "equal"
    return next((grade for grade, win, points in GRADES if costs.win >= win or costs.lead >= points), "good")
