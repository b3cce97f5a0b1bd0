"""What is measured of our own engine: each measure does some work and answers with (units, processor seconds)."""

from collections.abc import Callable
from threading import Thread
from time import perf_counter, process_time, sleep
from typing import Any, NamedTuple

from imhotep.bots.players import MctsBot, MctsOptions, search_tree
from imhotep.engine.kernel import Actions, Position, Random
from imhotep.engine.search.random_play import Tally, play_games
from imhotep.table.game import new_game
from imhotep.table.games import RULES

Measure = Callable[[], tuple[float, float]]


class Table(NamedTuple):
    game: str
    sides: str
    variants: dict[str, Any]
    middle: int  # decisions to about the middle of a game


FULL = {"cards": "dynasty", "prophecies": True}
TABLES: dict[str, Table] = {
    "AAAAA": Table("builder", "AAAAA", {}, 55),
    "BBBBB": Table("builder", "BBBBB", {}, 55),
    "CCCCC_full": Table("builder", "CCCCC", FULL, 55),
    "DDDDD_full": Table("builder", "DDDDD", FULL, 55),
    "DDDDD_full_face_down": Table("builder", "DDDDD", FULL | {"face_down": True}, 55),
    "duel_AAAA": Table("duel", "AAAA", {}, 35),
    "duel_BBBB": Table("duel", "BBBB", {}, 35),
}


def tables_of(game: str | None) -> list[str]:
    """Those of one game, or all."""
    return [name for name, table in TABLES.items() if game in (None, table.game)]


def start(name: str, players: int) -> Position:
    table = TABLES[name]
    return new_game(table.game, players, table.sides, seed=players, **table.variants).raw


def positions(table: str) -> list[Position]:
    """One of each number of players, nothing dealt."""
    return [start(table, players).blank() for players in RULES[TABLES[table].game].players]


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
    """Decisions of random play inside the engine, as many games of each number of players."""
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


def middle(table: str) -> Position:
    """A position from the middle of a game with as many players as there may be."""
    position = start(table, RULES[TABLES[table].game].players[-1])
    actions, random = Actions(), Random(5)
    for _ in range(TABLES[table].middle):
        position.legal(actions)
        position.apply(actions.pick(random))
    assert not position.is_over()
    position.journal = None
    return position


def copies(table: str, count: int) -> Measure:
    """copy_from, called from Python; the loop itself is part of it."""
    source = middle(table)
    target = source.blank()

    def measure() -> tuple[float, float]:
        start = process_time()
        for _ in range(count):
            target.copy_from(source)
        return count, process_time() - start

    return measure


def redeals(table: str, count: int) -> Measure:
    position = middle(table)
    random = Random(1)

    def measure() -> tuple[float, float]:
        start = process_time()
        for _ in range(count):
            position.redeal(0, random)
        return count, process_time() - start

    return measure


def deals(table: str, count: int) -> Measure:
    position = middle(table)
    random = Random(1)

    def measure() -> tuple[float, float]:
        start = process_time()
        for _ in range(count):
            position.deal(random)
        return count, process_time() - start

    return measure


def simulations(table: str, count: int, uniform: bool) -> Measure:
    """Simulations of a tree search from a new tree, each played to the end."""
    position = middle(table)
    random = Random(1)
    options = MctsOptions(redraws=0) if uniform else MctsOptions()

    def measure() -> tuple[float, float]:
        start = process_time()
        search_tree(position, options).search(position, position.decider(), count, random)
        return count, process_time() - start

    return measure


def stops(table: str) -> Measure:
    """From the request to the chosen move, on the clock: of a search whose tree is large by then."""
    game = new_game(TABLES[table].game, RULES[TABLES[table].game].players[-1], TABLES[table].sides, seed=1)

    def measure() -> tuple[float, float]:
        bot = MctsBot(MctsOptions(seconds=60.0), seed=1)
        thread = Thread(target=bot.choose, args=(game.ask(),))
        thread.start()
        sleep(0.5)
        start = perf_counter()
        bot.stop()
        thread.join()
        return 1, perf_counter() - start

    return measure
