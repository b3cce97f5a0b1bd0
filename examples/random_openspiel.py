"""Random play in OpenSpiel: python examples/random_openspiel.py [GAMES]"""

import random
import sys

import pyspiel

import imhotep.envs.openspiel  # noqa: F401  (registers the games)


def main(games=3):
    game = pyspiel.load_game("imhotep_builder(players=3,sides=AAAAA)")
    chance = random.Random(1)
    for number in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))  # all outcomes of chance are as likely
        print(f"game {number}: {state.returns()}, {state}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
