"""A search that a network guides, which has learned the game by playing against itself (docs/train.md)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from msgspec import Meta

from imhotep.bots.players import MctsOptions, SearchBot, SearchOptions, search_tree
from imhotep.bots.search_table import LEARNED, search_table
from imhotep.bots.weights import NetworkFile, built_in, network_for
from imhotep.engine.kernel import Position
from imhotep.engine.search.evaluator import TO_THE_END, Evaluator, Mixture, Playouts
from imhotep.engine.search.network import Weights
from imhotep.engine.search.puct import PuctTree
from imhotep.engine.search.tree import Tree
from imhotep.table.editions import Edition
from imhotep.table.question import Question, seat_bits
from imhotep.table.rules import GameRules
from imhotep.table.setup import Setup

REDRAWS = 3  # as in mcts


class LearnedOptions(SearchOptions, frozen=True, kw_only=True):
    exploration: Annotated[float, Meta(ge=0, le=10)] = 0.3
    win: Annotated[float, Meta(ge=0, le=1)] = 0.5  # share of winning in what is played for; the rest is the margin
    playouts: Annotated[float, Meta(ge=0, le=1)] = 0.25  # share of a random game's end in what a position is worth
    steps: Annotated[int, Meta(ge=0, le=1000)] = 0  # random decisions before the network judges


def network_of(game: str, editions: Iterable[Edition[Any]]) -> tuple[NetworkFile, Weights] | None:
    """What has learned this game with these values, if anything has."""
    found = built_in(game)
    return found if found is not None and found[0].fits(editions) else None


def guided_tree(
    position: Position,
    network: NetworkFile,
    weights: Weights,
    options: LearnedOptions,
    rules: GameRules,
    out: Iterable[int],
) -> PuctTree:
    """`out` are seats that have left the game and can't win."""
    evaluator: Evaluator = network_for(
        network, weights, rules.observer(), position, options.win, REDRAWS, options.steps
    )
    if options.playouts:
        playouts = Playouts(position.seats, network.scale, options.win, REDRAWS, TO_THE_END)
        evaluator = Mixture(evaluator, playouts, options.playouts)
    evaluator.out = seat_bits(out)
    return PuctTree(position.blank(), evaluator, options.exploration)


class LearnedBot(SearchBot):
    """Without a network for the game, or with values it has not learned, it searches as `mcts` does."""

    name = "learned"
    summary = "searches as a network suggests that has learned the game; sims=N or seconds=T per decision"
    options_type = LearnedOptions
    options: LearnedOptions

    def make_tree(self, question: Question, position: Position) -> Tree:
        found = network_of(question.game, question.editions)
        if found is None:
            return search_tree(position, MctsOptions(win=self.options.win), question.out)
        return guided_tree(position, *found, self.options, question.rules, question.out)


def strongest_tree(
    rules: GameRules, setup: Setup, position: Position, sims: int, options: MctsOptions, out: Sequence[int] = ()
) -> Tree:
    """Of the search that is the strongest for this table with so many simulations; `options` are for mcts."""
    table, editions = search_table(), [setup.editions[box] for box in rules.boxes_in_play(setup)]
    if table.strongest(rules.id, setup.players, table.seconds(rules.id, setup.players, sims)) == LEARNED:
        found = network_of(rules.id, editions)
        if found is not None:
            return guided_tree(position, *found, LearnedOptions(), rules, out)
    return search_tree(position, options, out)
