"""Games of a network against itself, and what its searches found: one chunk of them is a job for any process.

Most searches are quick and only choose a move; some are longer, with chance mixed into their priors, and teach.
"""

import random
from collections.abc import Sequence
from math import tanh

import msgspec
import numpy as np
from numpy.typing import NDArray

from imhotep.bots.weights import from_bytes, network_for, weights_of
from imhotep.engine.kernel import Actions, Position, Random
from imhotep.engine.search.evaluator import TO_THE_END, Evaluator, Mixture, Playouts
from imhotep.engine.search.puct import NOT_JUDGED, PuctTree
from imhotep.envs.memory import byte_memory
from imhotep.table.game import new_game
from imhotep.table.games import rules_of
from imhotep.training.examples import ExampleList
from imhotep.training.recipe import Recipe, TableSpec, draw_table

REDRAWS = 3
WIN = 0.5  # share of winning in what is played for


class Chunk(msgspec.Struct, frozen=True, kw_only=True):
    """Some games of a round. Everything in it is plain, so that it can be sent anywhere."""

    recipe: Recipe
    round: int
    first: int  # number of its first game
    count: int
    network: bytes | None  # the file of the network that plays; None before there is one


def play_chunk(job: bytes) -> bytes:
    """A chunk as MessagePack; its examples as a file's bytes."""
    chunk = msgspec.msgpack.decode(job, type=Chunk)
    player = Player(chunk.recipe, chunk.recipe.playout_share(chunk.round), chunk.network)
    found = ExampleList()
    for number in range(chunk.first, chunk.first + chunk.count):
        player.play(chunk.round, number, found)
    return found.examples().to_bytes()


class Player:
    """Plays all seats of its games."""

    def __init__(self, recipe: Recipe, playouts: float, network: bytes | None) -> None:
        self.recipe = recipe
        self._playouts = playouts
        self._observer = rules_of(recipe.game).observer()
        self._row, self._numbers = byte_memory(int(self._observer.size))
        self._actions = Actions()
        self._file = None if network is None else from_bytes(network, "the round's network")
        self._weights = None if self._file is None else weights_of(self._file)

    def evaluator(self, position: Position) -> Evaluator:
        playouts = Playouts(position.seats, self.recipe.scale, WIN, REDRAWS, TO_THE_END)
        if self._file is None or self._weights is None:
            return playouts
        network = network_for(self._file, self._weights, self._observer, position, WIN, REDRAWS, 0)
        return Mixture(network, playouts, self._playouts) if self._playouts else network

    def play(self, number: int, game: int, found: ExampleList) -> None:
        chance = random.Random(f"imhotep {self.recipe.seed} round {number} game {game}")
        position = start(draw_table(self.recipe.game, chance), chance)
        evaluator, seats = self.evaluator(position), int(position.seats)
        trees = [PuctTree(position.blank(), evaluator, self.recipe.exploration) for _ in range(seats)]
        engine_chance, actions = Random(chance.getrandbits(60)), self._actions
        openings, decided, viewers = chance.randint(0, self.recipe.openings), [0] * seats, list[int]()
        while position.depth > 0:
            seat = int(position.decider())
            position.legal(actions)
            position.distinct(actions)
            codes = actions.to_list()
            if len(codes) == 1:
                code = codes[0]
            elif openings > 0:
                openings -= 1
                code = chance.choice(codes)
            else:
                teaches = chance.random() < self.recipe.full_share
                tree = trees[seat]
                sims = self._search(tree, position, seat, engine_chance, teaches)
                tried = tree.tried(position)
                if teaches:
                    found.add(self._see(position, seat), codes, *self._targets(tree, seat, codes, tried, sims), game)
                    viewers.append(seat)
                code = tried[0][0]
                if decided[seat] < self.recipe.sampled or chance.random() < self.recipe.later:
                    code = chance.choices([one[0] for one in tried], [one[1] for one in tried])[0]
                decided[seat] += 1
            advance(position, trees, code)
        self._end(position, viewers, found)

    def _search(self, tree: PuctTree, position: Position, seat: int, chance: Random, teaches: bool) -> int:
        """Until the root has as many visits; of a tree that was kept a quarter is new at least. How many are new."""
        sims = self.recipe.full_sims if teaches else self.recipe.quick_sims
        tree.forget_totals()
        begun = int(tree.visits[tree.root])
        if teaches:
            if tree.start[tree.root] == NOT_JUDGED:
                tree.search(position, seat, 1, chance)
            tree.stir(chance, self.recipe.noise)
        tree.search(position, seat, max(sims - int(tree.visits[tree.root]), sims // 4), chance)
        return int(tree.visits[tree.root]) - begun

    def _see(self, position: Position, seat: int) -> NDArray[np.uint8]:
        self._numbers[:] = 0
        self._observer.frame(position, self._row, 0)
        self._observer.observe(position, seat, self._row, 0)
        return self._numbers

    def _targets(
        self, tree: PuctTree, seat: int, codes: list[int], tried: list[tuple[int, int, float]], sims: int
    ) -> tuple[list[float], list[float]]:
        """The moves' shares of the visits, and the rewards of all seats from the viewer on."""
        visits = {code: count for code, count, _ in tried}
        total, seats = sum(visits.values()), int(tree.scratch.seats)
        rewards = [float(tree.totals[(seat + turn) % seats]) / sims for turn in range(seats)]
        return [visits.get(code, 0) / total for code in codes], rewards

    def _end(self, position: Position, viewers: list[int], found: ExampleList) -> None:
        """How it ended, for each example of the game."""
        seats = int(position.seats)
        scores = [int(position.score(seat)) for seat in range(seats)]
        win = [float(position.payoff(seat)) for seat in range(seats)]
        margin = [0.5 + 0.5 * tanh(lead(scores, seat) / self.recipe.scale) for seat in range(seats)]
        for viewer in viewers:
            order = [(viewer + turn) % seats for turn in range(seats)]
            found.end_game([win[seat] for seat in order], [margin[seat] for seat in order])


def lead(scores: list[int], seat: int) -> int:
    """Over the best of the others."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def start(table: TableSpec, chance: random.Random) -> Position:
    """A game of this table, dealt."""
    game = new_game(table.game, table.players, table.sides, variants=table.variants, seed=1)
    position = game.raw.blank()
    position.deal(Random(chance.getrandbits(60)))
    return position


def advance(position: Position, trees: Sequence[PuctTree], code: int) -> None:
    """Make a decision; the trees of those who see which one follow."""
    witnesses = int(position.witnesses(position.decider(), code))
    position.apply(code)
    for seat, tree in enumerate(trees):
        if witnesses >> seat & 1:
            tree.follow(code)
        else:
            tree.clear()
