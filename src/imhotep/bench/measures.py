"""What is measured of our own engine: each measure does some work and answers with (units, processor seconds)."""

from collections.abc import Callable
from time import process_time
from typing import Any

from imhotep.engine.kernel import Actions, Position, Random
from imhotep.engine.search import Tally, play_games
from imhotep.table.game import new_game

Measure = Callable[[], tuple[float, float]]


# Tables by name: sides, and what is in play beside them.
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "AAAAA": ("AAAAA", {}),
    "BBBBB": ("BBBBB", {}),
    "CCCCC_full": ("CCCCC", {"cards": "dynasty", "prophecies": True}),
    "DDDDD_full": ("DDDDD", {"cards": "dynasty", "prophecies": True}),
    "DDDDD_full_face_down": ("DDDDD", {"cards": "dynasty", "prophecies": True, "face_down": True}),
}


def positions(table: str) -> list[Position]:
    """One of each number of players, nothing dealt."""
    sides, variants = TABLES[table]
    return [new_game("builder", players, sides, seed=players, **variants).raw.blank() for players in (2, 3, 4)]


def reference_loop() -> tuple[float, float]:
    """A fixed loop of ordinary Python: numbers, a list, a dictionary, a call. It tells what the machine gives."""
    start = process_time()
    state, seen, items = 1, {}, [0] * 64
    for step in range(60_000):
        state = _step(state)
        items[state & 63] += 1
        seen[state & 255] = step
    assert len(seen) == 256
    return 60_000, process_time() - start


def _step(state: int) -> int:
    return (state * 1103515245 + 12345) & 0x7FFFFFFF


def random_play(table: str, games: int) -> Measure:
    """Decisions of random play inside the engine, games of 2, 3 and 4 players alike."""
    tables = positions(table)
    number = 0

    def measure() -> tuple[float, float]:
        nonlocal number
        decisions = 0
        start = process_time()
        for position in tables:
            tally = Tally(position.seats, position.sources())
            play_games(position, 1, number, games, tally)
            decisions += int(tally.decisions)
        seconds = process_time() - start
        number += games
        return decisions, seconds

    return measure


def python_loop(table: str, games: int) -> Measure:
    """Decisions of games that an ordinary Python loop drives through the raw access."""
    tables = positions(table)
    actions, random = Actions(), Random(1)

    def measure() -> tuple[float, float]:
        decisions = 0
        start = process_time()
        for position in tables:
            for _ in range(games):
                position.deal(random)
                while not position.is_over():
                    position.legal(actions)
                    position.apply(actions.pick(random))
                    decisions += 1
        return decisions, process_time() - start

    return measure


def middle(table: str, players: int) -> Position:
    """A position from the middle of a game."""
    sides, variants = TABLES[table]
    position = new_game("builder", players, sides, seed=7, **variants).raw
    actions, random = Actions(), Random(5)
    for _ in range(55):
        position.legal(actions)
        position.apply(actions.pick(random))
    assert not position.is_over()
    position.journal = None
    return position


def copies(table: str, count: int) -> Measure:
    """copy_from, called from Python; the loop itself is part of it."""
    source = middle(table, 4)
    target = source.blank()

    def measure() -> tuple[float, float]:
        start = process_time()
        for _ in range(count):
            target.copy_from(source)
        return count, process_time() - start

    return measure


def redeals(table: str, count: int) -> Measure:
    position = middle(table, 4)
    random = Random(1)

    def measure() -> tuple[float, float]:
        start = process_time()
        for _ in range(count):
            position.redeal(0, random)
        return count, process_time() - start

    return measure


def deals(table: str, count: int) -> Measure:
    position = middle(table, 4)
    random = Random(1)

    def measure() -> tuple[float, float]:
        start = process_time()
        for _ in range(count):
            position.deal(random)
        return count, process_time() - start

    return measure
