"""A search of one position, for those who want to know what it found and not only the best move."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from imhotep.bots.players import MctsOptions, different, search_tree
from imhotep.engine.kernel import LEGAL, Position, Random
from imhotep.engine.search.outcomes import Outcomes
from imhotep.engine.search.tree import Tree
from imhotep.lab.analysis.expectations import Choice, Expectation, expectation
from imhotep.table.errors import ImhotepError, shown
from imhotep.table.moves import Move
from imhotep.table.rules import GameRules
from imhotep.table.setup import Setup, check_seed

DEFAULT_SIMS = 4000  # a decision
MOST_SIMS = 10_000_000

BATCH = 256  # simulations between two looks at whether to stop
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


class Search:
    """The simulations from one position, with what came of each first move.

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
        self._stopped = stopped
        self._seed = budget.seed * 0x2545F4914F6CDD1D + stream & STATES
        self._random = Random(self._seed)
        self._tree: Tree = search_tree(position, budget.options, out, to_the_end=True)
        self.outcomes = Outcomes(position.seats, position.sources())
        self._tree.outcomes = self.outcomes
        self._run(budget.sims)
        self._free = {code: self.count(code) for code in different(position)}  # before any was forced
        self._sims = budget.sims

    def _run(self, sims: int) -> None:
        while sims > 0:
            if self._stopped():
                raise StoppedError("the analysis was stopped")
            self._tree.search(self._position, self._knows, min(sims, BATCH), self._random)
            sims -= BATCH

    def canonical(self, code: int) -> int:
        return int(self._position.canonical(code))

    def add(self, code: int, sims: int) -> None:
        """Simulate a move until it has as many simulations."""
        self._tree.forced = code
        self._run(sims - self.count(code))
        self._tree.forced = -1

    @property
    def options(self) -> int:
        """Moves that don't amount to the same."""
        return len(self._free)

    def best(self) -> int:
        """What the search would play."""
        return int(self._tree.best(self._position))

    def tried(self) -> list[int]:
        """Moves by how much the search thought of them."""
        return sorted(filter(self.count, self._free), key=lambda code: (-self._free[code], code))

    def count(self, code: int) -> int:
        return int(self.outcomes.count[code])

    def value(self, code: int) -> float:
        return float(self.outcomes.rewards[code]) / self.count(code)

    def choice(self, code: int, spelled: int | None = None) -> Choice:
        """`spelled` is the code whose words are used, of those that amount to the same."""
        return Choice(
            move=self._move(code if spelled is None else spelled),
            expected=expectation(self.outcomes, [code], self._rules.sources),
            value=self.value(code),
            share=self._free[code] / self._sims,
        )

    def _move(self, code: int) -> Move:
        assert self._position.why_not(code) == LEGAL
        return self._rules.move(self._position, self._setup, code)

    def overall(self) -> Expectation:
        """Of the search as a whole, whatever it tried."""
        codes = [code for code in range(len(self.outcomes.count)) if self.outcomes.count[code]]
        return expectation(self.outcomes, codes, self._rules.sources)

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
