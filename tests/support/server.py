"""Databases, clocks and tables for tests of the server."""

import contextlib
import json
import random
import threading
import time
from typing import Any

import httpx
import uvicorn
from sqlalchemy import insert
from websockets.sync.client import connect

from imhotep.server.clock import WallClock
from imhotep.server.games.commands import Command, GameCommands
from imhotep.server.games.live import Games
from imhotep.server.ids import new_id
from imhotep.server.lifecycle import config_for
from imhotep.server.services import Services
from imhotep.server.settings import Settings
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.tables.offers import Offer, SeatOffer, check_offer, join, open_table


class FakeClock(WallClock):
    """A clock that stands still until somebody moves it."""

    def __init__(self) -> None:
        self.time = 1_800_000_000_000

    def now(self) -> int:
        return self.time

    def monotonic(self) -> float:
        return self.time


def somebody(database: Database, name: str = "Merit") -> str:
    """A new person's id."""
    person = new_id()
    row = {"id": person, "name": name, "created": 0}
    database.write_now(lambda connection: connection.execute(insert(schema.people).values(**row)))
    return person


def new_table(database: Database, people: list[str], at: int = 0, **offer: Any) -> str:
    """A table at which these people have begun to play."""
    wish = Offer(seats=[SeatOffer(kind="me"), *([SeatOffer()] * (len(people) - 1))], **offer)
    table = database.write_now(lambda connection: open_table(connection, check_offer(wish), people[0], "Host", at))
    for number, person in enumerate(people[1:]):
        database.write_now(
            lambda connection, person=person, number=number: join(  # type: ignore[misc]
                connection, table, person, f"Guest {number}", None, at
            )
        )
    return table


class Process:
    """What a server process has of its own."""

    def __init__(self, database: Database, clock: WallClock | None = None) -> None:
        self.database = database
        self.games = Games(database)
        self.commands = GameCommands(database, self.games, clock or FakeClock(), lambda live, room: None)


async def play_on(process: Process, table: str, people: list[str], decisions: int, seed: int = 1) -> None:
    """Whoever is to decide plays anything."""
    chance = random.Random(seed)
    for _ in range(decisions):
        game = (live := await process.games.get(table)).game
        if game.decider is None:
            return
        move = chance.choice(game.legal_moves()).text
        command = Command(id=f"{seed} {live.entries}", entries=live.entries, action="move", text=move)
        await process.commands.perform(table, people[game.decider], command)


class Server:
    """A real server on a port of its own, in a thread."""

    def __init__(self, url: str, clock: WallClock | None = None, settings: Settings | None = None) -> None:
        signals = "" if settings is None else settings.signals
        self.services = Services(Database(url, signals), clock or WallClock(), settings)
        config = config_for(self.services)
        config.port = 0
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self.thread = self._thread.name  # of the event loop
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
            time.sleep(0.01)
        self.port: int = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=20)
        assert not self._thread.is_alive()


class Browser:
    """Somebody with a cookie."""

    def __init__(self, server: Server, name: str = "Merit") -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.address, headers={"origin": server.address})
        self.me = self.post("/api/guest", {"name": name}) if name else None

    def post(self, path: str, data: Any = None, expected: int = 200) -> Any:
        answer = self.http.post(path, json=data)
        assert answer.status_code in (expected, 201, 204), answer.text
        return answer.json() if answer.content else None

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def socket(self) -> "Socket":
        return Socket(self.server, self.headers)

    @property
    def headers(self) -> dict[str, str]:
        """Of a WebSocket."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return {"cookie": cookies, "origin": self.server.address}


class Socket:
    """An open WebSocket; each message that comes in is kept."""

    def __init__(self, server: Server, headers: dict[str, str]) -> None:
        address = f"ws://127.0.0.1:{server.port}/api/live"
        self._open = contextlib.ExitStack()
        self._socket = self._open.enter_context(connect(address, additional_headers=headers, max_size=None))

    def send(self, **message: Any) -> None:
        self._socket.send(json.dumps(message))

    def receive(self, type: str, timeout: float = 20) -> Any:
        """The next message of this type; others before it are passed over."""
        while True:
            message = json.loads(self._socket.recv(timeout=timeout))
            if message["type"] == type:
                return message

    def close(self) -> None:
        self._open.close()

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
