"""python -m benchmarks.measure.evaluation: what a network costs to ask, part by part, beside a random game to the end.

From the middle of games with random moves, in microseconds of processor time. Every round asks each part as often, so
that what else the machine does is shared fairly; medians over the rounds, and multiples of a playout in the same round.
A network that has learned nothing costs as much as one that has.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from benchmarks.measure.measures import middle
from benchmarks.measure.report import tell
from imhotep.bots.weights import network_for, weights_of
from imhotep.engine.kernel import Actions, Position, Random
from imhotep.engine.search.evaluator import TO_THE_END, Playouts
from imhotep.envs.memory import byte_memory
from imhotep.table.games import rules_of
from imhotep.training.fit import Model
from imhotep.training.recipe import Recipe

TABLES = {"AAAAA": "builder", "BBBBB": "builder", "DDDDD_full": "builder", "duel_AAAA": "duel", "duel_BBBB": "duel"}
TIMES = 2000
REDRAWS = 3
PRIORS = "priors"
WHOLE = "a whole evaluation"
MOST = 8.0  # microseconds an evaluation, from a position with four players


def parts(table: str, position: Position, hidden: int) -> dict[str, Callable[[], None]]:
    game = TABLES[table]
    file = Model.new(Recipe(game=game, hidden=hidden), np.random.default_rng(1)).network({})
    observer = rules_of(game).observer()
    network = network_for(file, weights_of(file), observer, position, 0.5, REDRAWS, 0)
    playouts = Playouts(position.seats, 20.0, 0.5, REDRAWS, TO_THE_END)
    actions, random, copied = Actions(), Random(1), position.blank()
    row, numbers = byte_memory(int(observer.size))
    seat = position.decider()
    position.legal(actions)
    position.distinct(actions)

    def empty() -> None:
        numbers[:] = 0

    def observe() -> None:
        numbers[:] = 0
        observer.observe(position, seat, row, 0)

    def look() -> None:
        network.look(position)

    def values() -> None:
        network.tell(position)

    def priors() -> None:
        network.like(actions)

    def judge() -> None:
        network.judge(position, actions, random)

    def copy() -> None:
        copied.copy_from(position)

    def playout() -> None:
        copied.copy_from(position)
        playouts.evaluate(copied, random)

    return {
        "an empty row": empty,
        "an empty row, observed": observe,
        "look: observation and first layer": look,
        "values": values,
        PRIORS: priors,
        WHOLE: judge,
        "a copy": copy,
        "a copy, played to the end": playout,
    }


def seconds(part: Callable[[], None]) -> float:
    start = process_time()
    for _ in range(TIMES):
        part()
    return process_time() - start


def measured(table: str, hidden: int, rounds: int) -> dict[str, Any]:
    position = middle(table)
    asked = parts(table, position, hidden)
    found: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(rounds):
        for name, part in asked.items():
            found[name].append(seconds(part) / TIMES * 1e6)
    playouts = [both - copy for both, copy in zip(found["a copy, played to the end"], found["a copy"], strict=True)]
    times = [whole / playout for whole, playout in zip(found[WHOLE], playouts, strict=True)]
    actions = Actions()
    position.legal(actions)
    return {
        "players": int(position.seats),
        "legal moves": int(actions.count),
        "microseconds": {name: round(median(spent), 2) for name, spent in found.items()},
        "an evaluation in playouts": round(median(times), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.measure.evaluation", description=__doc__)
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--hidden", type=int, nargs="+", default=[64, 96, 128])
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the JSON there as well")
    asked = parser.parse_args()
    figures = {
        f"{hidden} units": {table: measured(table, hidden, asked.rounds) for table in TABLES} for hidden in asked.hidden
    }
    widest = figures[f"{asked.hidden[0]} units"]
    most = max(found["microseconds"][WHOLE] for found in widest.values())
    tell(
        f"python -m benchmarks.measure.evaluation --rounds {asked.rounds}",
        {"targets": {WHOLE: {"at most": MOST, "measured": most, "met": most <= MOST}}, **figures},
        asked.save,
    )


if __name__ == "__main__":
    main()
