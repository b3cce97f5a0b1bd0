"""Plays seeded games and prints a digest of every legal move, event, position, redeal, estimate, search and score.

Run with IMHOTEP_PURE=0 and =1 it must print the same: python -m tests.support.play_digest GAME FIRST COUNT

Builder of Egypt has 49,152 setups: 1,024 mixes of sides, 2 to 4 players, and each module and variant on or off. Any
numbers in a row are a sample of all of them; a full round of numbers plays each one once. The Duel has 128: 16 mixes of
sides with 8 combinations of house rules; a full round plays each with several seeds.
"""

import hashlib
import itertools
import sys
from typing import Any

import imhotep
from imhotep._pure import engine_is_compiled
from imhotep.bots.players import MctsOptions, search_tree
from imhotep.engine.kernel import Actions, Position, Random
from imhotep.engine.search.greedy import Greedy
from tests.support import duel as duel_tools

SIDES = ["".join(sides) for sides in itertools.product("ABCD", repeat=5)]
MODULES = [
    dict(zip(("cards", "prophecies", "face_down", "wrath"), choice, strict=True))
    for choice in itertools.product(("base", "dynasty"), (False, True), (False, True), (False, True))
]
SETUPS = {"builder": len(SIDES) * 3 * len(MODULES), "duel": duel_tools.TABLES}
GAMES = {"builder": SETUPS["builder"], "duel": 32 * SETUPS["duel"]}  # in a full round
SIMULATIONS = 12
STRIDE = 20_011  # has no factor in common with the number of Builder's, so that it leads through all of them


def setup_of(game: str, number: int) -> dict[str, Any]:
    return duel_tools.setup_of(number) if game == "duel" else builder_setup(number)


def builder_setup(number: int) -> dict[str, Any]:
    at = number * STRIDE % SETUPS["builder"]
    players = 2 + at % 3
    sides = SIDES[at // 3 % len(SIDES)]
    return {
        "game": "builder",
        "players": players,
        "sides": sides,
        "seed": number,
        "corridor_start": 1 + number % 14 if sides[1] == "D" else 1,
        "house_rules": {"may_decline_card": number % 5 == 0, "second_color": players == 2 and number % 4 == 0},
        **MODULES[at // 3 // len(SIDES)],
    }


def looks(greedy: Greedy, position: Position, chance: Random) -> list[float | int]:
    """Every seat's estimate and the greedy choice: floating point, but the same operations in the same order."""
    position.estimate(greedy.values)
    estimates = [float(greedy.values[seat]) for seat in range(position.seats)]
    return [*estimates, int(greedy.best(position, chance))]


def search(position: Position, chance: Random) -> list[tuple[int, int, float]]:
    tree = search_tree(position, MctsOptions())
    tree.search(position, position.decider(), SIMULATIONS, chance)
    return tree.tried(position)


def digest(name: str, number: int) -> str:
    """One game: its setup follows from its number."""
    game = imhotep.new_game(**setup_of(name, number))
    found = hashlib.sha256()
    actions, chance = Actions(), Random(number)
    position, journal = game.raw, game.raw.journal
    assert journal is not None
    scratch = position.blank()
    greedy = Greedy(position.blank(), 1)
    told = 0
    while not position.is_over():
        position.legal(actions)
        found.update(repr(actions.to_list()).encode())
        position.apply(actions.pick(chance))
        events = [tuple(map(int, event)) for event in journal.events[told:]]
        told += len(events)
        found.update(repr(events).encode())
        if told % 8 == 0:
            scratch.copy_from(position)
            scratch.redeal(told // 8 % game.players, chance)
            found.update(repr(scratch.numbers()).encode())
        if told % 16 == 0 and not position.is_over():
            found.update(repr(looks(greedy, position, chance)).encode())
        if told % 256 == 0 and not position.is_over():
            found.update(repr(search(position, chance)).encode())
    payoffs = [position.payoff(seat) for seat in range(game.players)]
    found.update(repr((position.numbers(), game.scores(), payoffs)).encode())
    scratch.deal(chance)
    found.update(repr(scratch.numbers()).encode())
    return found.hexdigest()[:16]


if __name__ == "__main__":
    name, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    print("compiled" if engine_is_compiled() else "pure")
    for number in range(first, first + count):
        print(number, digest(name, number), flush=number % 256 == 0)
