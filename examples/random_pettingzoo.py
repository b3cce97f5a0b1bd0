"""Random play of three seats in PettingZoo: python examples/random_pettingzoo.py [GAMES]"""

import random
import sys

import numpy as np

from imhotep.envs import builder_v1


def main(games=3):
    env = builder_v1.env(players=3, sides="ABABA", reward="rank")
    chance = random.Random(1)
    for number in range(games):
        env.reset(seed=number)
        rewards = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            rewards[agent] = reward
            if terminated or truncated:
                env.step(None)
            else:
                env.step(chance.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        print(f"game {number}: {rewards}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
