"""What is left after the worst: processes killed at any moment, while people play on."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from conftest import FULL, SOAK
from server_tools import postgres, url
from sqlalchemy import select

from imhotep.server.live import Live, read_table
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database

__all__ = ["postgres", "url"]  # fixtures

KILLS = 100 if SOAK else 12 if FULL else 3
CLIENTS = 4


def free_port() -> int:
    """None that the system gives to clients: one that asks again and again could be connected to itself."""
    while True:
        port = random.randrange(10_000, 30_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class ServerProcess:
    """`imhotep serve`, which can be killed and started again at the same address."""

    def __init__(self, url: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._url = url
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = [sys.executable, "-m", "imhotep", "serve", "--port", str(self.port), "--database", self._url]
        self._process = subprocess.Popen(program, stdout=subprocess.PIPE, start_new_session=True)
        assert self._process.stdout is not None
        assert b"imhotep is at" in self._process.stdout.readline()
        while True:
            assert self.is_running
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.address}/healthz").status_code == 200:
                    return
            time.sleep(0.02)

    def kill(self) -> None:
        """With all its children, without a chance to finish anything."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None


class Player(threading.Thread):
    """Somebody who plays against a bot or alone, and asks again until there is an answer."""

    def __init__(self, server: ServerProcess, number: int, done: threading.Event) -> None:
        super().__init__(daemon=True)
        self.http = httpx.Client(base_url=server.address, headers={"origin": server.address}, timeout=5)
        self.chance = random.Random(number)
        self.done = done
        self.tables: list[str] = []
        self.stored: dict[tuple[str, int], str] = {}  # moves that the server said it had stored
        self.problem: BaseException | None = None
        self.doing = ""

    def ask(self, method: str, path: str, **given: Any) -> Any:
        self.doing = f"{method} {path}"
        while True:
            try:
                answer = self.http.request(method, path, **given)
            except httpx.TransportError:
                if self.done.is_set():
                    raise
                time.sleep(0.05)
                continue
            assert answer.status_code < 500 or answer.status_code == 503, answer.text
            if answer.status_code != 503:
                return answer.json()
            time.sleep(0.05)

    def run(self) -> None:
        try:
            self.ask("POST", "/api/guest", json={"name": "Merit"})
            while not self.done.is_set():
                self.play_a_game()
        except httpx.TransportError:
            pass  # the server is gone, and the test over
        except BaseException as error:
            self.problem = error

    def play_a_game(self) -> None:
        game = self.chance.choice(["builder", "duel"])
        other = {"kind": "bot", "bot": "random"} if self.chance.random() < 0.5 else {"kind": "here"}
        seats = [{"kind": "me"}, other]
        opened = self.ask("POST", "/api/tables", json={"game": game, "seats": seats})
        if "table" not in opened:
            time.sleep(0.2)  # too many tables in a minute
            return
        table = opened["table"]
        self.tables.append(table)
        while not self.done.is_set():
            state = self.ask("GET", f"/api/tables/{table}/game")
            if state["over"]:
                return
            moves = state["view"]["moves"]
            if not moves:
                time.sleep(0.01)
                continue
            move, entries = self.chance.choice(moves)["text"], state["entries"]
            command = {"id": f"c{entries}", "entries": entries, "action": "move", "text": move}
            answer = self.ask("POST", f"/api/tables/{table}/commands", json=command)
            assert "entries" in answer, answer
            self.stored[table, entries + 1] = move


@pytest.fixture
def running(url: str) -> Iterator[ServerProcess]:
    server = ServerProcess(url)
    server.start()
    yield server
    if server.is_running:
        server.kill()


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


def stored_rows(database: Database, table: str) -> list[tuple[int, str, str | None]]:
    query = select(schema.entries.c.number, schema.entries.c.text, schema.entries.c.command)
    query = query.where(schema.entries.c.table == table).order_by(schema.entries.c.number)
    return database.read_now(lambda connection: [(a, b, c) for a, b, c in connection.execute(query)])
