"""A search that a network guides, which has learned the game by playing against itself (docs/train.md)."""

from typing import Annotated

from msgspec import Meta

from imhotep.bots.players import MctsOptions, SearchBot, SearchOptions, search_tree
from imhotep.bots.weights import NetworkFile, built_in, network_for
from imhotep.engine.kernel import Position
from imhotep.engine.search.evaluator import TO_THE_END, Evaluator, Mixture, Playouts
from imhotep.engine.search.network import Weights
from imhotep.engine.search.puct import PuctTree
from imhotep.engine.search.tree import Tree
from imhotep.table.question import Question, seat_bits

REDRAWS = 3  # as in mcts


class LearnedOptions(SearchOptions, frozen=True, kw_only=True):
    exploration: Annotated[float, Meta(ge=0, le=10)] = 0.3
    win: Annotated[float, Meta(ge=0, le=1)] = 0.5  # share of winning in what is played for; the rest is the margin
    playouts: Annotated[float, Meta(ge=0, le=1)] = 0.25  # share of a random game's end in what a position is worth
    steps: Annotated[int, Meta(ge=0, le=1000)] = 0  # random decisions before the network judges


def guided_tree(
    position: Position, network: NetworkFile, weights: Weights, options: LearnedOptions, question: Question
) -> PuctTree:
    evaluator: Evaluator = network_for(
        network, weights, question.rules.observer(), position, options.win, REDRAWS, options.steps
    )
    if options.playouts:
        playouts = Playouts(position.seats, network.scale, options.win, REDRAWS, TO_THE_END)
        evaluator = Mixture(evaluator, playouts, options.playouts)
    evaluator.out = seat_bits(question.out)
    return PuctTree(position.blank(), evaluator, options.exploration)


class LearnedBot(SearchBot):
    """Without a network for the game, or with values it has not learned, it searches as `mcts` does."""

    name = "learned"
    summary = "searches as a network suggests that has learned the game; sims=N or seconds=T per decision"
    options_type = LearnedOptions
    options: LearnedOptions

    def make_tree(self, question: Question, position: Position) -> Tree:
        found = built_in(question.game)
        if found is None or not found[0].fits(question.editions):
            return search_tree(position, MctsOptions(win=self.options.win), question.out)
        return guided_tree(position, *found, self.options, question)
