"""Clocks run only while people can decide: not while the servers are away, nor when the time is changed."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import select

from imhotep.server.games.time_control import Pace
from imhotep.server.games.timeouts import AWAY_AFTER, Timeouts
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from tests.support.server import Browser, FakeClock, Process, Server, new_table, play_on, somebody
from tests.support.tables import begin, decide, until

pytestmark = pytest.mark.both_databases

SHORT = {"kind": "clock", "seconds": 20, "increment": 0}
TWENTY = Pace(kind="clock", seconds=20, increment=0)
HOUR = 3_600_000


def two(server: Server) -> list[Browser]:
    return [Browser(server, name) for name in ("Merit", "Nofret")]


def wait_until_noted(server: Server, clock: FakeClock) -> None:
    query = select(schema.heartbeats.c.at)
    until(lambda: server.services.database.read_now(lambda found: found.execute(query).scalar()) == clock.now())


def clock_of(browser: Browser, table: str) -> Any:
    return browser.get(f"/api/tables/{table}/game")["clock"]


def test_a_server_that_was_away_costs_nobody_the_game(url: str) -> None:
    clock = FakeClock()
    server = Server(url, clock)
    people = two(server)
    table = begin(people, pace=SHORT)
    wait_until_noted(server, clock)
    clock.time += 2_000
    decide(people, table)
    clock.time += 3_000
    left = clock_of(people[0], table)["left"]
    wait_until_noted(server, clock)
    server.stop()

    clock.time += 26_000
    server = Server(url, clock)
    for browser in people:
        browser.http.base_url = server.address
        browser.http.headers["origin"] = server.address
    info = people[0].get(f"/api/tables/{table}")
    assert info["state"] == "running"
    decider = info["decider"]
    assert info["due"] == clock_of(people[0], table)["due"] == clock.now() + left[decider] - 3_000
    clock.time += 1_000
    decide(people, table)
    assert clock_of(people[0], table)["left"][decider] == left[decider] - 4_000
    assert people[0].get(f"/api/tables/{table}")["due"] == clock.now() + clock_of(people[0], table)["left"][1 - decider]
    server.stop()


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_time_that_is_changed_costs_nobody_the_game(url: str, jump: int) -> None:
    clock = FakeClock()
    server = Server(url, clock)
    people = two(server)
    table = begin(people, pace=SHORT)
    wait_until_noted(server, clock)
    before = clock.now()
    clock.time += jump
    talk = people[0].socket()
    talk.send(type="watch", table=table)
    until(lambda: clock_of(people[0], table)["due"] == before + jump + 20_000)
    assert people[0].get(f"/api/tables/{table}")["state"] == "running"
    while talk.receive("table")["clock"]["due"] != before + jump + 20_000:
        pass
    talk.close()
    decide(people, table)
    assert clock_of(people[0], table)["left"] == [20_000, 20_000]
    server.stop()


def test_who_really_takes_too_long_runs_out_of_time(database: Database) -> None:
    async def run() -> None:
        clock = FakeClock()
        people = [somebody(database), somebody(database)]
        table = new_table(database, people, at=clock.now(), pace=TWENTY)
        process = Process(database, clock)
        told: list[str] = []

        async def changed(table: str) -> None:
            told.append(table)

        serving, working = (Timeouts(database, process.games, process.commands, clock, changed) for _ in range(2))
        serving.serves = True
        await play_on(process, table, people, 1)
        await serving.look()
        for _ in range(5):
            clock.time += AWAY_AFTER - 1_000
            assert not (await process.games.get(table)).game.is_over
            await serving.look()
        assert (await process.games.get(table)).game.is_over
        assert told == [] or told == [table]  # of the moment before the first note

        other = new_table(database, people, at=clock.now(), pace=TWENTY)
        await serving.look()
        clock.time += HOUR
        await working.look()  # no people can reach this one, so nobody could decide
        assert not (await process.games.get(other)).game.is_over

    asyncio.run(run())
