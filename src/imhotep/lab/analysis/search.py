"""A search of one position, for those who want to know what it found and not only the best move."""

from collections.abc import Callable, Iterator, Sequence
from math import hypot
from typing import NamedTuple

import msgspec

from imhotep.bots.learned import strongest_tree
from imhotep.bots.players import MctsOptions, different
from imhotep.engine.kernel import LEGAL, Position, Random
from imhotep.engine.search.outcomes import Rewards
from imhotep.engine.search.tree import Tree
from imhotep.lab.analysis.expectations import CLEAR, Choice, Expectation
from imhotep.lab.analysis.forecasts import FEWEST, FREE, Forecasts, mean_error
from imhotep.table.errors import ImhotepError, shown
from imhotep.table.moves import Move
from imhotep.table.rules import GameRules
from imhotep.table.setup import Setup, check_seed

DEFAULT_SIMS = 4000  # a decision
MOST_SIMS = 10_000_000

BATCH = 256  # simulations between two looks at whether to stop
STEPS = 32  # parts of a budget, between which is decided anew where to go deeper
DEEPER = 4  # times the budget, at most, where the choice is open
SAME = 0.012  # what is played for, known so well, is known well enough: about 1 % of winning and 0.4 points
# A tree's simulations depend on each other: another seed makes more of a move than their spread tells. How much more is
# what `python -m benchmarks.measure.judgements stability` measures: so many times, and this much however many they are.
TREE_ERRORS, TREE_ERROR = 2.0, 0.002
COMPARED = 4  # searches at least that explain a difference,
EXPLAINED = 20  # and at most,
PART_ERROR = 0.1  # until each part of it is known so well, in points
DEALS = 24  # looked at, to tell whether a move revealed anything

ALL_KNOWING = -1  # instead of the seat whose knowledge a search has

SEEDS = (1 << 61) - 1  # a prime: of a longer seed every digit counts
STATES = (1 << 62) - 1  # what the engine's generator can be started from


class StoppedError(ImhotepError):
    """Somebody no longer wants to know."""


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """How much to search, and from which chance; the same gives the same."""

    sims: int
    seed: int
    options: MctsOptions = MctsOptions()


def check_budget(sims: object, seed: object) -> Budget:
    if isinstance(sims, bool) or not isinstance(sims, int) or not 1 <= sims <= MOST_SIMS:
        raise ImhotepError(f"the number of simulations is 1 to {MOST_SIMS:,}, not {shown(sims)}")
    return Budget(sims=sims, seed=check_seed(seed) % SEEDS)


class Comparison(NamedTuple):
    """Codes of two moves, which may be the same."""

    best: int
    other: int


class Search:
    """A position looked at: the search that is the strongest for the table chooses, and forecasts explain.

    `knows` is the seat whose knowledge is used; `out` are seats that have left the game and can't win.
    """

    def __init__(
        self,
        rules: GameRules,
        setup: Setup,
        position: Position,
        knows: int,
        budget: Budget,
        stream: int,
        out: Sequence[int] = (),
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self._rules = rules
        self._setup = setup
        self._position = position.blank()
        self._position.copy_from(position)
        self._knows = knows
        self._budget = budget
        self._out = out
        self._stopped = stopped
        self._seed = budget.seed * 0x2545F4914F6CDD1D + stream & STATES
        self._random = Random(self._seed)
        self._sims = budget.sims
        self._tree = self._make_tree()
        self._rewards = self._tree.rewards = Rewards()
        self._free = dict.fromkeys(different(position), 0)  # simulations before any was forced
        self._forecasts = Forecasts(
            position, rules.sources, budget.options.redraws, budget.sims, self._make_tree, self._run
        )
        self.seat = int(position.decider())
        self.spent = 0  # simulations

    def _make_tree(self) -> Tree:
        budget = self._budget
        return strongest_tree(self._rules, self._setup, self._position, budget.sims, budget.options, self._out)

    def _run(self, tree: Tree, sims: int) -> None:
        self.spent += sims
        while sims > 0:
            if self._stopped():
                raise StoppedError("the analysis was stopped")
            tree.search(self._position, self._knows, min(sims, BATCH), self._random)
            sims -= BATCH

    def canonical(self, code: int) -> int:
        return int(self._position.canonical(code))

    # --- choosing

    def look(self) -> None:
        """The budget's simulations, wherever they lead."""
        self._run(self._tree, self._sims)
        if not any(map(self.count, self._free)):  # the first simulation may only judge where it begins
            self._run(self._tree, 1)
        self._free = {code: self.count(code) for code in self._free}

    def add(self, code: int, sims: int) -> None:
        """So many simulations more that begin with this move."""
        self._tree.forced = code
        self._run(self._tree, sims)
        self._tree.forced = -1

    def judge(self, asked: int | None = None) -> Comparison:
        """The best move, and the one it is compared with: the one that is asked about, or the next best."""
        self.look()
        self.settle(asked)
        best = self.best()
        other = next((code for code in self.ranking() if code != best), best) if asked is None else asked
        if other != best and self.value(other) >= self.value(best):
            best, other = other, best if asked is None else other
        self._forecast(best, COMPARED)
        if other != best:
            self.explain(best, other)
        return Comparison(best, other)

    def settle(self, asked: int | None = None) -> None:
        """Until it is clear which move is the best, and whether the one asked about is worse, or so much more is spent.

        In turn the one that looks best and the one that may be better than any other (LUCB): whatever may be the best
        is simulated about as often, for of a move that was tried seldom the search has not yet found the answers that
        make it bad.
        """
        left = DEEPER * self._sims
        if asked is not None and not self.count(asked):
            self.add(asked, 1)
        step = min(BATCH, max(1, self._sims // STEPS))
        while left > 0:
            tried = [code for code in self._free if self.count(code)]
            first = max(tried, key=lambda code: (self.value(code), code))
            others = [code for code in tried if self._is_open(first, code)]
            if not others:
                return
            second = max(others, key=lambda code: (self.value(code) + CLEAR * self.value_error(code), code))
            if asked in others and 2 * self.count(asked) < self.count(first):
                second = asked
            self.add(min(first, second, key=self.count), min(step, left))
            left -= step

    def _is_open(self, best: int, other: int) -> bool:
        """Whether it may be better than the best, by so much that it matters."""
        doubt = CLEAR * hypot(self.value_error(best), self.value_error(other))
        return other != best and doubt > SAME and self.value(best) - self.value(other) <= doubt

    # --- explaining

    def explain(self, one: int, other: int) -> None:
        """Until the difference between two moves is known well enough, or so much is spent."""
        for code in (one, other):
            self._forecast(code, COMPARED)
        forecasts = self._forecasts
        while forecasts.count(one) < EXPLAINED and forecasts.part_error(one, other) > PART_ERROR:
            for code in (one, other):
                forecasts.add(code)

    def _forecast(self, code: int, searches: int) -> None:
        while self._forecasts.count(code) < searches:
            self._forecasts.add(code)

    def overall(self) -> Expectation:
        """Whatever is played: of one search with the whole budget."""
        self._forecasts.add(FREE, self._sims)
        return self._forecasts.expectation(FREE)

    # --- what was found

    @property
    def options(self) -> int:
        """Moves that don't amount to the same."""
        return len(self._free)

    def best(self) -> int:
        """The move that is surely worth the most."""
        return self.ranking()[0]

    def ranking(self) -> list[int]:
        """Moves by what they are worth at least: what was tried seldom is not believed to be good."""
        return sorted(
            filter(self.count, self._free),
            key=lambda code: (CLEAR * self.value_error(code) - self.value(code), code),
        )

    def count(self, code: int) -> int:
        return int(self._rewards.count[code])

    def value(self, code: int) -> float:
        return float(self._rewards.sums[code]) / self.count(code)

    def value_error(self, code: int) -> float:
        square = float(self._rewards.squares[code]) / self.count(code)
        return hypot(TREE_ERRORS * mean_error(self.value(code), square, self.count(code), 0.5), TREE_ERROR)

    def choice(self, code: int, spelled: int | None = None) -> Choice:
        """`spelled` is the code whose words are used, of those that amount to the same."""
        self._forecast(code, FEWEST)
        return Choice(
            move=self._move(code if spelled is None else spelled),
            expected=self._forecasts.expectation(code),
            value=self.value(code),
            value_error=self.value_error(code),
            lead_error=self._forecasts.lead_error(code, self.seat),
            share=self._free[code] / self._sims,
        )

    def _move(self, code: int) -> Move:
        assert self._position.why_not(code) == LEGAL
        return self._rules.move(self._position, self._setup, code)

    def elsewhere(self, code: int, deals: int) -> Iterator[Position]:
        """Where a move would have led in other deals that look the same to the seat; each is good until the next."""
        random, other = Random(self._seed), self._position.blank()
        for _ in range(deals):
            other.copy_from(self._position)
            other.redeal(self._knows, random)
            other.apply(code)
            yield other

    def reveals(self, code: int, after: Position) -> bool:
        """Whether the seat learned something by a move that led to `after`: in other deals it would see something else.

        What only others learned is nothing to it, and a shuffled pile is as unknown as before.
        """
        seen = self._view(after)
        return any(self._view(other) != seen for other in self.elsewhere(code, DEALS))

    def _view(self, position: Position) -> object:
        is_over = bool(position.is_over())
        return self._rules.view(position, self._setup, self._knows, self._setup.names, is_over)
