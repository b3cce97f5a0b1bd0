"""People who play on whatever happens to the server, and what it has stored of their games."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import httpx
from sqlalchemy import Connection, select

from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.storage.records import packed_entries
from tests.support.ports import free_port


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


def stored_rows(database: Database, table: str) -> list[tuple[int, str, str | None]]:
    """Number, text and command of each entry, in whichever form it is stored."""
    query = select(schema.entries.c.number, schema.entries.c.text, schema.entries.c.command)
    query = query.where(schema.entries.c.table == table).order_by(schema.entries.c.number)

    def read(connection: Connection) -> list[tuple[int, str, str | None]]:
        packed = enumerate(packed_entries(connection, table), 1)
        rows = [(a, b, c) for a, b, c in connection.execute(query)]
        return rows or [(number, entry.text, entry.command) for number, entry in packed]

    return database.read_now(read)
