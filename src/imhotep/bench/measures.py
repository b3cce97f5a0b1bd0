"""What is measured of our own engine: each measure does some work and answers with (units, processor seconds)."""

from collections.abc import Callable
from time import process_time

from imhotep.engine.kernel import Actions, Position, Random
from imhotep.engine.search import Tally, play_games
from imhotep.table.game import new_game

Measure = Callable[[], tuple[float, float]]


def positions(sides: str) -> list[Position]:
    """One of each number of players, dealt and waiting."""
    return [new_game("builder", players, sides, seed=players).raw.blank() for players in (2, 3, 4)]


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


def random_play(sides: str, games: int) -> Measure:
    """Decisions of random play inside the engine, games of 2, 3 and 4 players alike."""
    tables = positions(sides)
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


def python_loop(sides: str, games: int) -> Measure:
    """Decisions of games that an ordinary Python loop drives through the raw access."""
    tables = positions(sides)
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


def middle(sides: str, players: int) -> Position:
    """A position from the middle of a game."""
    position = new_game("builder", players, sides, seed=7).raw
    actions, random = Actions(), Random(5)
    for _ in range(55):
        position.legal(actions)
        position.apply(actions.pick(random))
    assert not position.is_over()
    position.journal = None
    return position


def copies(sides: str, count: int) -> Measure:
    """copy_from, called from Python; the loop itself is part of it."""
    source = middle(sides, 4)
    target = source.blank()

    def measure() -> tuple[float, float]:
        start = process_time()
        for _ in range(count):
            target.copy_from(source)
        return count, process_time() - start

    return measure


def redeals(sides: str, count: int) -> Measure:
    position = middle(sides, 4)
    random = Random(1)

    def measure() -> tuple[float, float]:
        start = process_time()
        for _ in range(count):
            position.redeal(0, random)
        return count, process_time() - start

    return measure


def deals(sides: str, count: int) -> Measure:
    position = middle(sides, 4)
    random = Random(1)

    def measure() -> tuple[float, float]:
        start = process_time()
        for _ in range(count):
            position.deal(random)
        return count, process_time() - start

    return measure
