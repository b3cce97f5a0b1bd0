"""Signals between processes, by PostgreSQL and by Redis: what is lost costs a delay, never a move."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Connection

from imhotep.server import services
from imhotep.server.settings import Settings, settings_from
from imhotep.server.storage.database import Database, StorageError
from imhotep.server.storage.redis_signals import RedisSignals, channels_of
from imhotep.server.storage.signals import BOTS, LISTED, MOVED, ROOM, TURN, NotifySignals, Signal, tell
from imhotep.table.errors import SetupError
from tests.support.redis import Redis
from tests.support.server import Browser, Server, Socket

LONG = 60.0

on_postgresql = pytest.mark.parametrize("url", ["postgresql"], indirect=True)


@pytest.fixture
def broker() -> Iterator[Redis]:
    running = Redis()
    yield running
    running.stop()


@pytest.fixture(params=["notify", "redis"])
def signals(request: pytest.FixtureRequest) -> str:
    """The setting."""
    return "" if request.param == "notify" else str(request.getfixturevalue("broker").url)


@pytest.fixture
def pair(url: str, signals: str) -> Iterator[list[Server]]:
    """Two processes' servers on one database."""
    both = [Server(url, settings=Settings(signals=signals, workers=0)) for _ in range(2)]
    yield both
    for server in both:
        server.stop()


def begun(first: Browser, second: Browser) -> str:
    table = first.post("/api/tables", {"game": "duel", "seats": [{"kind": "me"}, {}]})["table"]
    second.post(f"/api/tables/{table}/join", {})
    return str(table)


def moves(table: str, browsers: list[Browser], entries: int) -> int:
    """Whoever is to decide does, at its own server; the game's entries by then."""
    states = [browser.get(f"/api/tables/{table}/game") for browser in browsers]
    seat = next(seat for seat, state in enumerate(states) if state["view"]["moves"] and state["entries"] == entries)
    move = states[seat]["view"]["moves"][0]["text"]
    command = {"id": f"c{entries}", "entries": entries, "action": "move", "text": move}
    return int(browsers[seat].post(f"/api/tables/{table}/commands", command)["entries"])


def sees(socket: Socket, entries: int) -> None:
    """Without asking."""
    deadline = time.monotonic() + LONG
    while socket.receive("table", LONG)["entries"] < entries:
        assert time.monotonic() < deadline


@on_postgresql
def test_what_happens_in_one_process_is_seen_in_the_other(pair: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    """By signals: nothing is looked up meanwhile."""
    monkeypatch.setattr(services, "_changes_of", nothing_is_found)
    browsers = [Browser(server, f"Guest {number}") for number, server in enumerate(pair)]
    table = begun(*browsers)
    with browsers[0].socket() as first, browsers[1].socket() as second, browsers[1].socket() as elsewhere:
        for each in (first, second):
            each.send(type="watch", table=table)
            sees(each, 0)
        wait_until(lambda: is_told(pair[1], browsers[1]))
        entries = 0
        turns = 0
        for _ in range(6):
            entries = moves(table, browsers, entries)
            for each in (first, second):
                sees(each, entries)
            decides = browsers[1].get(f"/api/tables/{table}/game")["view"]["moves"]
            if decides:
                assert elsewhere.receive("turn", LONG)["table"] == table
                turns += 1
        assert turns
        browsers[0].post(f"/api/tables/{table}/chat", {"text": "Well met!"})
        assert second.receive("said", LONG)["lines"][0]["text"] == "Well met!"


def is_told(server: Server, browser: Browser) -> bool:
    signals, person = server.services.database.signals, browser.get("/api/me")["id"]
    return not isinstance(signals, RedisSignals) or f"person:{person}" in signals._confirmed


def nothing_is_found(_: Connection, tables: list[str]) -> list[tuple[str, int, int]]:
    return []


@pytest.fixture
def looking_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the servers start."""
    monkeypatch.setattr(services, "MISSED_EVERY", 0.3)


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> list[Signal | None]:
    """What would have been heard, and is dropped."""
    dropped: list[Signal | None] = []

    async def drop(_: services.Services, signal: Signal | None) -> None:
        dropped.append(signal)

    monkeypatch.setattr(services.Services, "_heard", drop)
    return dropped


@on_postgresql
def test_signals_that_are_dropped_cost_a_delay(
    looking_often: None, deaf: list[Signal | None], pair: list[Server]
) -> None:
    """None arrives; who looks sees everything all the same, and nobody is refused."""
    browsers = [Browser(server, f"Guest {number}") for number, server in enumerate(pair)]
    table = begun(*browsers)
    with browsers[0].socket() as first, browsers[1].socket() as second:
        for each in (first, second):
            each.send(type="watch", table=table)
        entries = 0
        for _ in range(6):
            deadline = time.monotonic() + LONG
            while not all(browser.get(f"/api/tables/{table}/game")["entries"] == entries for browser in browsers):
                assert time.monotonic() < deadline
                time.sleep(0.05)
            entries = moves(table, browsers, entries)
            for each in (first, second):
                sees(each, entries)
        browsers[0].post(f"/api/tables/{table}/chat", {"text": "Well met!"})
        assert second.receive("said", LONG)["lines"][0]["text"] == "Well met!"
    assert any(signal is not None and signal.kind == MOVED for signal in deaf)


@on_postgresql
@pytest.mark.parametrize("signals", ["redis"], indirect=True)
@pytest.mark.parametrize("end", ["kill", "hold_up"])
def test_the_broker_is_killed_while_people_play(
    looking_often: None, broker: Redis, pair: list[Server], monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    browsers = [Browser(server, f"Guest {number}") for number, server in enumerate(pair)]
    table = begun(*browsers)
    with browsers[0].socket() as first, browsers[1].socket() as second:
        for each in (first, second):
            each.send(type="watch", table=table)
            sees(each, 0)
        entries = moves(table, browsers, 0)
        getattr(broker, end)()
        for _ in range(3):
            wait_until(lambda entries=entries: all_at(browsers, table, entries))  # type: ignore[misc]
            entries = moves(table, browsers, entries)
            for each in (first, second):
                sees(each, entries)
        if end == "hold_up":
            broker.kill()
        broker.start()
        monkeypatch.setattr(services, "_changes_of", nothing_is_found)
        hears = [server.services.database.signals.hears for server in pair]
        wait_until(lambda: all(hear(table) for hear in hears))
        for _ in range(3):
            wait_until(lambda entries=entries: all_at(browsers, table, entries))  # type: ignore[misc]
            entries = moves(table, browsers, entries)
            for each in (first, second):
                sees(each, entries)


def all_at(browsers: list[Browser], table: str, entries: int) -> bool:
    return all(browser.get(f"/api/tables/{table}/game")["entries"] == entries for browser in browsers)


def wait_until(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONG
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@on_postgresql
@pytest.mark.parametrize("signals", ["redis"], indirect=True)
def test_only_who_has_watchers_listens(pair: list[Server]) -> None:
    browsers = [Browser(server, f"Guest {number}") for number, server in enumerate(pair)]
    table = begun(*browsers)
    hears = [server.services.database.signals.hears for server in pair]
    with browsers[0].socket() as watching:
        watching.send(type="watch", table=table)
        sees(watching, 0)
        assert [hear(table) for hear in hears] == [True, False]
        assert moves(table, browsers, 0) > 0  # who does not listen looks before it acts
        watching.send(type="unwatch", table=table)
        wait_until(lambda: not hears[0](table))


@on_postgresql
def test_what_is_not_committed_is_not_told(url: str, broker: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    database, told = Database(url, broker.url), list[Signal]()
    monkeypatch.setattr(database.signals, "publish", told.extend)

    def fail(connection: Connection) -> None:
        tell(connection, Signal(ROOM, "never"))
        raise StorageError("no")

    with pytest.raises(StorageError):
        database.write_now(fail)
    database.write_now(lambda connection: tell(connection, Signal(ROOM, "so it is")))
    assert [signal.table for signal in told] == ["so it is"]
    database.close()


def test_each_channel_gets_what_it_is_for() -> None:
    moved = Signal(MOVED, "t", "p", True, 4, [("white: load 1 1", 5)])
    found = dict(channels_of(moved))
    assert found["table:t"].entries == moved.entries
    assert found["person:p"] == Signal(TURN, "t", "p")
    assert found["bots"] == Signal(BOTS, "t")
    assert dict(channels_of(Signal(ROOM, "t"))) == {"table:t": Signal(ROOM, "t"), "rooms": Signal(LISTED, "t")}
    assert [channel for channel, _ in channels_of(Signal("another", "", "p"))] == ["processes"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"signals": "redis://here"}, "PostgreSQL"),
        ({"signals": "http://here", "database": "postgresql://here/imhotep"}, "redis://"),
        ({"signals": "nowhere", "database": "postgresql://here/imhotep"}, "redis://"),
    ],
)
def test_a_broker_is_a_redis_beside_postgresql(given: dict[str, str], says: str) -> None:
    with pytest.raises(SetupError, match=says):
        settings_from(given, environment={})


def test_the_password_of_the_broker_is_not_shown() -> None:
    given = {"signals": "redis://:osiris@here:6379", "database": "postgresql://here/imhotep"}
    settings = settings_from(given, environment={})
    assert "osiris" not in str(settings.shown())
    assert "osiris" in settings.passwords


def test_there_are_two_ways(broker: Redis) -> None:
    """Both with all that `Signals` asks for."""
    for kind in (NotifySignals, RedisSignals):
        names: Any = {"tell", "publish", "begin", "hears", "follow", "want", "listen", "close"}
        assert names <= set(dir(kind))
