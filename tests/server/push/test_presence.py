"""Who looks at a table: told whenever it changes, also across processes."""

import asyncio
import time
from typing import Any

import pytest

from imhotep.server.push import presence
from imhotep.server.push.hub import Hub, Listener
from imhotep.server.push.presence import Presences
from imhotep.server.storage.database import Database
from imhotep.server.storage.signals import ALIVE, HERE, Signal
from tests.support.server import Browser, Server, Socket, new_table, somebody

on_postgresql = pytest.mark.parametrize("url", ["postgresql"], indirect=True)


def open_table(host: Browser, guest: Browser) -> str:
    seats = [{"kind": "me"}, {}, {"kind": "bot", "bot": "random"}]
    table: str = host.post("/api/tables", {"seats": seats})["table"]
    guest.post(f"/api/tables/{table}/join", {})
    return table


def watching(browser: Browser, table: str) -> Socket:
    socket = browser.socket()
    socket.send(type="watch", table=table)
    return socket


def until(socket: Socket, here: list[int], onlookers: int) -> None:
    """Something else may be told before."""
    told: Any = None
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        told = socket.receive("presence", timeout=30)
        if (told["here"], told["onlookers"]) == (here, onlookers):
            return
    raise AssertionError(told)


def test_who_comes_and_goes_is_told(server: Server) -> None:
    merit, nofret, ani = (Browser(server, name) for name in ("Merit", "Nofret", "Ani"))
    table = open_table(merit, nofret)
    first = watching(merit, table)
    until(first, [0], 0)
    second = watching(nofret, table)
    until(first, [0, 1], 0)
    until(second, [0, 1], 0)
    third, again = watching(ani, table), watching(ani, table)  # two pages of the same person
    for socket in (first, second, third, again):
        until(socket, [0, 1], 1)
    second.close()
    until(first, [0], 1)
    third.send(type="unwatch", table=table)
    again.close()
    until(first, [0], 0)
    first.close()


def test_who_sits_down_is_no_onlooker_any_more(server: Server) -> None:
    merit, nofret = Browser(server, "Merit"), Browser(server, "Nofret")
    table = merit.post("/api/tables", {"seats": [{"kind": "me"}, {}]})["table"]
    socket, guest = watching(merit, table), watching(nofret, table)
    until(socket, [0], 1)
    nofret.post(f"/api/tables/{table}/join", {})
    until(socket, [0, 1], 0)
    entries = nofret.get(f"/api/tables/{table}/game")["entries"]
    nofret.post(f"/api/tables/{table}/commands", {"id": "r", "entries": entries, "action": "resign"})
    until(socket, [0], 1)  # who has left the game looks on
    guest.close()
    socket.close()


@on_postgresql
@pytest.mark.slow
def test_people_at_other_processes_are_seen(url: str) -> None:
    servers = [Server(url), Server(url)]
    merit, nofret = Browser(servers[0], "Merit"), Browser(servers[0], "Nofret")
    table = open_table(merit, nofret)
    first = watching(merit, table)
    until(first, [0], 0)
    nofret.server = servers[1]
    second = watching(nofret, table)
    until(second, [0, 1], 0)  # it has asked the other process
    until(first, [0, 1], 0)
    onlooker = watching(Browser(servers[1], "Ani"), table)
    until(first, [0, 1], 1)
    onlooker.close()
    until(first, [0, 1], 0)
    second.close()
    until(first, [0], 0)
    first.close()
    for running in servers:
        running.stop()


class Room:
    """One process, step by step."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(presence, "monotonic", lambda: self.now)
        self.hub = Hub()
        self.presences = Presences(database, self.hub)
        self.told: list[Any] = []
        monkeypatch.setattr(self.hub, "tell_presence", lambda told: self.told.append((told.here, told.onlookers)))

    def come(self, person: str, table: str) -> Listener:
        listener = Listener(person, lambda message: True)
        self.hub.add(listener)
        self.hub.watch(listener, table)
        return listener

    async def look(self, seconds: float = 0.5) -> list[Any]:
        self.now += seconds
        self.told.clear()
        await self.presences.look()
        return list(self.told)


def test_who_is_gone_for_a_moment_was_not_away(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        people = [somebody(database, name) for name in "AB"]
        table, room = new_table(database, people), Room(database, monkeypatch)
        room.come(people[0], table)
        page = room.come(people[1], table)
        assert await room.look() == [([0, 1], 0)]
        assert await room.look() == []
        room.hub.remove(page)
        assert await room.look() == [([0, 1], 0)]  # perhaps the page is only loaded anew
        page = room.come(people[1], table)
        assert await room.look() == [([0, 1], 0)]
        assert await room.look(presence.AWAY_AFTER) == []
        room.hub.remove(page)
        await room.look()
        assert await room.look(presence.AWAY_AFTER) == [([0], 0)]
        assert await room.look(presence.AWAY_AFTER) == []

    asyncio.run(run())


def test_a_process_that_is_silent_is_gone_with_its_people(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        people = [somebody(database, name) for name in "AB"]
        table, room = new_table(database, people), Room(database, monkeypatch)
        room.come(people[0], table)
        await room.look()

        def hear(kind: str, *told: str, asks: bool = False) -> None:
            at = table if kind == HERE else ""
            room.presences.hear(Signal(kind, at, process="other", people=list(told), asks=asks))

        hear(HERE, people[1], "somebody else")
        assert await room.look() == [([0, 1], 1)]
        hear(HERE, people[1])
        assert await room.look() == [([0, 1], 0)]
        await room.look(presence.GONE_AFTER - 1)
        hear(ALIVE)
        assert await room.look(presence.GONE_AFTER - 1) == []
        assert await room.look(2) == [([0], 0)]
        hear(HERE, people[1], asks=True)
        assert await room.look() == [([0, 1], 0)]
        room.presences.ask_anew()
        assert await room.look() == [([0], 0)]

    asyncio.run(run())
