"""Whether a new network is let through: it plays the last one that was, on the same deals from both seats."""

import random

import msgspec

from imhotep.engine.kernel import Random
from imhotep.engine.search.puct import PuctTree
from imhotep.training.recipe import Recipe, draw_table
from imhotep.training.self_play import Player, advance, start


class GateChunk(msgspec.Struct, frozen=True, kw_only=True):
    """Some deals of a gate, each played from both seats."""

    recipe: Recipe
    round: int
    first: int  # number of its first deal
    count: int
    new: bytes
    old: bytes | None


def play_gate(job: bytes) -> bytes:
    """A chunk as MessagePack; the new network's share of the win of each game, as MessagePack."""
    chunk = msgspec.msgpack.decode(job, type=GateChunk)
    recipe = chunk.recipe
    new = Player(recipe, recipe.playout_share(chunk.round + 1), chunk.new)
    old = Player(recipe, recipe.playout_share(chunk.round), chunk.old)
    shares = []
    for deal in range(chunk.first, chunk.first + chunk.count):
        for players in ((new, old), (old, new)):
            chance = random.Random(f"imhotep {recipe.seed} gate {chunk.round} deal {deal}")
            shares.append(_play(players, players.index(new), recipe, chance))
    return msgspec.msgpack.encode(shares)


def _play(players: tuple[Player, Player], seat: int, recipe: Recipe, chance: random.Random) -> float:
    position = start(draw_table(recipe.game, chance, players=2), chance)
    trees = [PuctTree(position.blank(), player.evaluator(position), recipe.exploration) for player in players]
    engine_chance = Random(chance.getrandbits(60))
    while position.depth > 0:
        decider = int(position.decider())
        trees[decider].search(position, decider, recipe.gate_sims, engine_chance)
        advance(position, trees, int(trees[decider].best(position)))
    return float(position.payoff(seat))
