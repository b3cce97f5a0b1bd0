"""Random play of many games at once: python examples/random_vector.py [STEPS]"""

import sys

from imhotep.envs.vector import VectorGames


def main(steps=200):
    games = VectorGames("builder", count=32, seed=1, players=4)
    finished, wins = 0, [0.0] * 4
    for _ in range(steps):
        step = games.step(games.random_actions())
        finished += int(step.terminations.sum())
        wins = [won + more for won, more in zip(wins, step.rewards[step.terminations].sum(axis=0), strict=True)]
    print(f"{finished} games are over; wins by seat: {' '.join(f'{won:.1f}' for won in wins)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
