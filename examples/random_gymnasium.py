"""Random play of one seat in Gymnasium against a random bot: python examples/random_gymnasium.py [GAMES]"""

import sys

import gymnasium
import numpy as np

import imhotep.envs  # noqa: F401  (registers the environments)


def main(games=3):
    env = gymnasium.make("imhotep/Duel-v1", opponents="random", seat=None)
    chance = np.random.default_rng(1)
    for number in range(games):
        observation, info = env.reset(seed=number)
        over = False
        while not over:
            action = chance.choice(np.flatnonzero(observation["action_mask"]))
            observation, reward, over, _, info = env.step(action)
        print(f"game {number}: seat {info['seat']} gets {reward}, scores {info['scores']}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
