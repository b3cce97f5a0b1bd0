"""The bots that come with imhotep."""

import math
import time
from abc import abstractmethod
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from imhotep._pure import engine_is_compiled
from imhotep.bots.base import Bot, Options
from imhotep.engine.kernel import Actions, Position, Random
from imhotep.engine.search.evaluator import Playouts
from imhotep.engine.search.greedy import Greedy
from imhotep.engine.search.tree import Tree
from imhotep.engine.search.uct import UctTree
from imhotep.table.moves import Move
from imhotep.table.question import Question, seat_bits

BATCH = 50  # simulations between two looks at the clock: about two milliseconds in the compiled engine
STEP = BATCH if engine_is_compiled() else 1  # simulations between two looks at whether to stop


class RandomBot(Bot):
    """Any legal move, each as likely."""

    name = "random"
    summary = "plays a legal move at random"

    def choose(self, question: Question) -> Move:
        return self.random.choice(question.moves)


class GreedyOptions(Options, frozen=True, kw_only=True):
    deals: Annotated[int, Meta(ge=1, le=1000)] = 2  # how often what is hidden is dealt anew for each look


class GreedyBot(Bot):
    """Looks one decision ahead by the engine's estimate."""

    name = "greedy"
    summary = "looks one decision ahead and chooses what looks best; deals=N tries each move N times"
    options_type = GreedyOptions
    options: GreedyOptions

    def choose(self, question: Question) -> Move:
        position = question.position()
        greedy = Greedy(position.blank(), self.options.deals)
        return question.move(int(greedy.best(position, Random(self.random.getrandbits(60)))))


class SearchOptions(Options, frozen=True, kw_only=True):
    sims: Annotated[int, Meta(ge=1, le=10_000_000)] | None = None  # simulations a decision
    seconds: Annotated[float, Meta(gt=0, le=3600)] | None = None  # processor time a decision; 1 if nothing is said


class SearchBot(Bot):
    """Searches until its budget is spent or the rest of it can't change the choice; it keeps its tree.

    Its options are `SearchOptions`, and whatever else a kind of search has.
    """

    def __init__(self, options: SearchOptions, seed: int | None = None) -> None:
        super().__init__(options, seed)
        self._tree: Tree | None = None
        self._table: object = None  # whose game it is
        self._known: list[int | None] = []  # decisions up to the tree's root
        self._stopped = False

    @abstractmethod
    def make_tree(self, question: Question, position: Position) -> Tree:
        """An empty one for this table."""

    def choose(self, question: Question) -> Move:
        try:
            position = question.position()
            codes = different(position)
            if len(codes) == 1:
                return question.move(codes[0])
            tree = self._tree_of(question, position)
            self._search(tree, position, question.seat)
            return question.move(int(tree.best(position)))
        finally:
            self._stopped = False

    def stop(self) -> None:
        """Also if it has not begun yet: who asks from another thread can't know. Then it counts for the next choice."""
        self._stopped = True

    def inherit_stop(self, other: "SearchBot") -> None:
        """Choose in another's place: if that was told to stop, stop instead."""
        self._stopped, other._stopped = other._stopped, False

    def _tree_of(self, question: Question, position: Position) -> Tree:
        """The tree of the last decision, from where the game has come to since; a new one if that can't be told."""
        tree, known, history = self._tree, self._known, question.history
        same_game = self._table is question.table
        self._known, self._table = history, question.table
        same_people = tree is not None and tree.evaluator.out == seat_bits(question.out)
        if tree is not None and same_game and same_people and history[: len(known)] == known:
            if all(code is not None and tree.follow(code) for code in history[len(known) :]):
                return tree
        self._tree = self.make_tree(question, position)
        return self._tree

    def _search(self, tree: Tree, position: Position, seat: int) -> None:
        """Until the budget is spent, or what is left of it can't change the choice; at least a first batch."""
        random = Random(self.random.getrandbits(60))
        sims, seconds = self.options.sims, self.options.seconds
        if sims is None and seconds is None:
            seconds = 1.0
        done, spent, start = 0, 0.0, time.thread_time()  # of others that think at the same time none is counted
        while not (self._stopped and done):
            left = 1 << 60 if sims is None else sims - done
            if seconds is not None and done:
                spent = time.thread_time() - start
                left = min(left, math.ceil(done / max(spent, 1e-6) * (seconds - spent)))
            if left <= 0 or tree.lead(position) > left:
                return
            batch = min(left, BATCH)
            for begun in range(0, batch, STEP):
                if self._stopped and done:
                    return
                tree.search(position, seat, min(batch - begun, STEP), random)
            done += batch


class MctsOptions(SearchOptions, frozen=True, kw_only=True):
    exploration: Annotated[float, Meta(ge=0, le=10)] = 0.4
    scale: Annotated[float, Meta(gt=0, le=1000)] = 20.0  # points of margin that count as much
    win: Annotated[float, Meta(ge=0, le=1)] = 0.5  # share of winning in what is played for; the rest is the margin
    redraws: Annotated[int, Meta(ge=0, le=20)] = 3  # how often a playout draws a doubtful move again; 0: uniform
    # decisions after which a playout is broken off and estimated; what suits the game if nothing is said
    horizon: Annotated[int, Meta(ge=0, le=10_000)] | None = None


def search_tree(position: Position, options: MctsOptions, out: Iterable[int] = ()) -> UctTree:
    """`out` are seats that have left the game and can't win."""
    horizon = position.horizon() if options.horizon is None else options.horizon
    playouts = Playouts(position.seats, options.scale, options.win, options.redraws, horizon)
    playouts.out = seat_bits(out)
    return UctTree(position.blank(), playouts, options.exploration)


class MctsBot(SearchBot):
    """Searches by playing on very often (`engine/search/uct.py`)."""

    name = "mcts"
    summary = "searches by playing the game out many times; sims=N or seconds=T per decision, or both"
    options_type = MctsOptions
    options: MctsOptions

    def make_tree(self, question: Question, position: Position) -> Tree:
        return search_tree(position, self.options, question.out)


def different(position: Position) -> list[int]:
    """The legal codes, one of those that amount to the same."""
    actions = Actions()
    position.legal(actions)
    position.distinct(actions)
    return actions.to_list()
