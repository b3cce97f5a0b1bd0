"""How fast random legal play is through each interface for research, ours and the games that came with it.

Every measure drives a whole loop from Python: what a learner gets is fetched before each decision, in PettingZoo and
Gymnasium the observation with its mask, in OpenSpiel the legal actions. Nothing where a package is missing.
"""

import random
import warnings
from importlib import import_module, util
from time import process_time
from typing import Any

from benchmarks.measure.measures import TABLES, Measure
from benchmarks.measure.peers import openspiel
from imhotep.table.games import RULES

AT_LEAST = 0.2  # seconds of each measure
SHOWN = ("AAAAA", "DDDDD_full", "duel_AAAA")
PETTINGZOO_GAMES = ("connect_four_v3", "leduc_holdem_v4")
PEERS = (*(f"pettingzoo_{name}" for name in PETTINGZOO_GAMES), "openspiel_liars_poker", "rlcard_gin_rummy")


def measures(tables: list[str]) -> dict[str, Measure | None]:
    found: dict[str, Measure | None] = {}
    for name in (table for table in SHOWN if table in tables):
        table = TABLES[name]
        setup = {"players": RULES[table.game].players[-1], "sides": table.sides, **table.variants}
        found[f"pettingzoo_{name}"] = our_aec(table.game, setup)
        found[f"gymnasium_{name}"] = our_single_seat(table.game, setup)
        found[f"openspiel_{name}"] = our_openspiel(table.game, setup)
    for name in PETTINGZOO_GAMES:
        found[f"pettingzoo_{name}"] = their_aec(name)
    found["openspiel_liars_poker"] = liars_poker()
    found["rlcard_gin_rummy"] = rlcard_gin_rummy()
    return found


def _is_there(*packages: str) -> bool:
    return all(util.find_spec(package) is not None for package in packages)


def aec(env: Any) -> Measure:
    """Steps of a PettingZoo environment, as its own documentation loops over agents."""
    chance = random.Random(1)

    def measure() -> tuple[float, float]:
        steps = 0
        start = process_time()
        while process_time() - start < AT_LEAST:
            env.reset(seed=chance.getrandbits(30))
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(chance.choice(observation["action_mask"].nonzero()[0].tolist()))
                    steps += 1
        return steps, process_time() - start

    return measure


def our_aec(game: str, setup: dict[str, Any]) -> Measure | None:
    if not _is_there("numpy", "pettingzoo"):
        return None
    from imhotep.envs import builder_v1, duel_v1

    return aec((builder_v1 if game == "builder" else duel_v1).env(**setup))


def their_aec(name: str) -> Measure | None:
    if not _is_there("pettingzoo", "pygame", "rlcard"):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of pygame, about itself
        import pettingzoo

        env: Any = pettingzoo.make("aec", f"classic/{name}")
    return aec(env)


def our_single_seat(game: str, setup: dict[str, Any]) -> Measure | None:
    """Decisions of all seats: one is stepped, the others are played by the environment at random."""
    if not _is_there("numpy", "gymnasium"):
        return None
    from imhotep.envs.single import SingleSeatEnv

    env = SingleSeatEnv(game, opponents="random", **setup)
    chance = random.Random(1)

    def measure() -> tuple[float, float]:
        decisions = 0
        start = process_time()
        while process_time() - start < AT_LEAST:
            observation, _ = env.reset(seed=chance.getrandbits(30))
            over = False
            while not over:
                action = chance.choice(observation["action_mask"].nonzero()[0].tolist())
                observation, _, over, _, _ = env.step(action)
            decisions += len(env.match.deciders)
        return decisions, process_time() - start

    return measure


def our_openspiel(game: str, setup: dict[str, Any]) -> Measure | None:
    if not _is_there("numpy", "pyspiel"):
        return None
    import imhotep.envs.openspiel  # noqa: F401  (registers the games)

    words = ",".join(f"{name}={str(value).lower() if value is True else value}" for name, value in setup.items())
    return openspiel(f"imhotep_{game}({words})")


def liars_poker() -> Measure | None:
    """OpenSpiel's own game that is written in Python."""
    if not _is_there("pyspiel"):
        return None
    import open_spiel.python.games.liars_poker  # noqa: F401  (registers it)

    return openspiel("python_liars_poker")


def rlcard_gin_rummy() -> Measure | None:
    if not _is_there("rlcard"):
        return None
    env: Any = import_module("rlcard").make("gin-rummy", config={"seed": 1})
    chance = random.Random(1)

    def measure() -> tuple[float, float]:
        decisions = 0
        start = process_time()
        while process_time() - start < AT_LEAST:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(chance.choice(list(state["legal_actions"])))
                decisions += 1
        return decisions, process_time() - start

    return measure
