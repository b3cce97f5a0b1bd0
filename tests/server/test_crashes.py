"""What is left after the worst: processes killed at any moment, while people play on."""

import random
import threading
import time
from collections.abc import Iterator

import pytest

from imhotep.server.games.live import Live, read_table
from imhotep.server.storage.database import Database
from tests.support.players import Player, ServerProcess, stored_rows
from tests.support.scale import scaled

KILLS = scaled(sample=3, test=4, all=12, soak=100)
CLIENTS = 4


@pytest.fixture
def running(url: str) -> Iterator[ServerProcess]:
    server = ServerProcess(url)
    server.start()
    yield server
    if server.is_running:
        server.kill()


@pytest.mark.slow
def test_no_move_that_was_acknowledged_is_lost_and_none_is_doubled(running: ServerProcess, url: str) -> None:
    done, chance = threading.Event(), random.Random(5)
    players = [Player(running, number, done) for number in range(CLIENTS)]
    for player in players:
        player.start()
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.05, 1.2))
        running.kill()
        running.start()
    before = sum(len(player.stored) for player in players)
    deadline = time.monotonic() + 60
    while sum(len(player.stored) for player in players) < before + 20 and time.monotonic() < deadline:
        assert not any(player.problem for player in players), [player.problem for player in players]
        time.sleep(0.05)
    assert sum(len(player.stored) for player in players) >= before + 20, [player.doing for player in players]
    done.set()
    for player in players:
        player.join(timeout=20)
        assert not player.is_alive()
        assert player.problem is None, player.problem
    running.kill()

    database = Database(url)
    for player in players:
        for table in player.tables:
            rows = stored_rows(database, table)
            assert [number for number, _, _ in rows] == list(range(1, len(rows) + 1))
            Live(database.read_now(lambda connection, table=table: read_table(connection, table)))  # type: ignore[misc]
            texts = {number: text for number, text, _ in rows}
            for (where, number), move in player.stored.items():
                if where == table:
                    assert texts[number].partition(": ")[2] == move
            commands = [command for _, _, command in rows if command is not None]
            assert len(commands) == len(set(commands))
    database.close()
    assert before > KILLS
