"""Plays seeded games and prints a digest of every legal move, event, position and score.

Run with IMHOTEP_PURE=0 and =1 it must print the same: python tests/play_digest.py GAMES
"""

import hashlib
import itertools
import sys

import imhotep
from imhotep._pure import engine_is_compiled
from imhotep.engine.kernel import Actions, Random


def digest(number: int) -> str:
    """One game: its setup follows from its number."""
    all_sides = ["".join(sides) for sides in itertools.product("AB", repeat=5)]
    players = 2 + number % 3
    game = imhotep.new_game(
        "builder",
        players,
        all_sides[number // 3 % 32],
        seed=number,
        wrath=number % 2 == 0,
        rules={"may_decline_card": number % 5 == 0, "second_color": players == 2 and number % 4 == 0},
    )
    found = hashlib.sha256()
    actions, chance = Actions(), Random(number)
    position, journal = game.raw, game.raw.journal
    assert journal is not None
    told = 0
    while not position.is_over():
        position.legal(actions)
        found.update(repr(actions.to_list()).encode())
        position.apply(actions.pick(chance))
        events = [tuple(map(int, event)) for event in journal.events[told:]]
        told += len(events)
        found.update(repr(events).encode())
    found.update(repr((position.numbers(), game.scores(), [position.payoff(seat) for seat in range(players)])).encode())
    scratch = position.blank()
    scratch.deal(chance)
    scratch.redeal(0, chance)
    found.update(repr(scratch.numbers()).encode())
    return found.hexdigest()[:16]


if __name__ == "__main__":
    print("compiled" if engine_is_compiled() else "pure")
    for number in range(int(sys.argv[1])):
        print(number, digest(number))
