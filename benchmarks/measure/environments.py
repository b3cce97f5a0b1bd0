"""What is measured of the environments for research; nothing where NumPy is missing."""

from importlib import util
from time import process_time

from benchmarks.measure.measures import TABLES, Measure, middle
from imhotep.table.games import RULES

OBSERVED = ("AAAAA", "DDDDD_full", "DDDDD_full_face_down", "duel_AAAA", "duel_BBBB")
VECTORISED = ("AAAAA", "BBBBB", "CCCCC_full", "DDDDD_full", "duel_AAAA", "duel_BBBB")
AT_ONCE = 64  # games, as many as `VectorGames` has if nothing is said: they stay in the processor's cache


def measures(tables: list[str], compiled: bool) -> dict[str, Measure]:
    if util.find_spec("numpy") is None:
        return {}
    found: dict[str, Measure] = {}
    for table in tables:
        if table in OBSERVED:
            found[f"observe_{table}"] = observations(table, 20_000 if compiled else 200)
        if table in VECTORISED:
            found[f"vector_{table}"] = vector(table, 400 if compiled else 4)
    return found


def observations(table: str, count: int) -> Measure:
    """An observation of a position in the middle of a game into an array of bytes, called from Python."""
    import numpy as np

    from imhotep.envs.observation import Encoder, size

    game, position = TABLES[table].game, middle(table)
    encoder, out = Encoder(game), np.zeros(size(game), np.uint8)

    def measure() -> tuple[float, float]:
        start = process_time()
        for _ in range(count):
            encoder.observe(position, 0, out)
        return count, process_time() - start

    return measure


def vector(table: str, steps: int) -> Measure:
    """Decisions in many games of as many players as there may be, each step with the observation and mask of who
    decides next; the random legal codes are picked in compiled code and are part of it."""
    from imhotep.envs.vector import VectorGames

    chosen = TABLES[table]
    players = RULES[chosen.game].players[-1]
    games = VectorGames(chosen.game, AT_ONCE, 1, players=players, sides=chosen.sides, **chosen.variants)
    for _ in range(min(200, steps)):  # so that the games are not all at their beginning
        games.step(games.random_actions())

    def measure() -> tuple[float, float]:
        start = process_time()
        for _ in range(steps):
            games.step(games.random_actions())
        return steps * AT_ONCE, process_time() - start

    return measure
