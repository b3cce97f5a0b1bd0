"""A finished game in one compressed row: whoever reads it sees what it was before."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import Connection, func, select

from imhotep.server.clock import DAY
from imhotep.server.games.commands import Command
from imhotep.server.services import PACK_AFTER
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.storage.records import has_unpacked, pack_some
from imhotep.server.tables.former_players import take_name_off
from imhotep.server.tables.table_info import tables_of
from tests.support.players import stored_rows
from tests.support.server import Browser, FakeClock, Process, Server, new_table, play_on, somebody

END = FakeClock().time


def rows_of(database: Database, table: str) -> int:
    query = select(func.count()).select_from(schema.entries).where(schema.entries.c.table == table)
    return database.read_now(lambda connection: connection.execute(query).scalar_one())


def finished(database: Database, **offer: Any) -> tuple[str, list[str]]:
    """A table whose game is over, and its players."""
    people = [somebody(database, name) for name in ("Merit", "Nofret")]
    table = new_table(database, people, END, game="duel", public=True, **offer)
    asyncio.run(play_on(Process(database), table, people, 1000))
    return table, people


def pack(database: Database) -> int:
    return database.write_now(lambda connection: pack_some(connection, END + DAY))


@pytest.mark.both_databases
def test_a_finished_game_is_packed_once_and_read_as_before(database: Database) -> None:
    table, people = finished(database)
    running = new_table(database, people, END, game="duel")
    asyncio.run(play_on(Process(database), running, people, 5))
    before, other = stored_rows(database, table), stored_rows(database, running)
    record = asyncio.run(record_of(database, table))
    assert len(before) > 20
    assert not database.read_now(lambda connection: has_unpacked(connection, END - 1))
    assert database.read_now(lambda connection: has_unpacked(connection, END))
    assert pack(database) == 1
    assert pack(database) == 0
    assert (rows_of(database, table), rows_of(database, running)) == (0, len(other))
    size = select(func.length(schema.records.c.entries)).where(schema.records.c.table == table)
    text = sum(len(entry) + 30 for _, entry, _ in before)
    assert database.read_now(lambda connection: connection.execute(size).scalar_one()) < text / 2
    assert stored_rows(database, table) == before
    assert asyncio.run(record_of(database, table)) == record
    history = database.read_now(lambda connection: tables_of(connection, people[0], "over", None, people[0]))
    assert [info.id for info in history] == [table]


async def record_of(database: Database, table: str) -> str:
    return (await Process(database).games.get(table)).game.record()


def test_who_sends_the_last_move_again_is_answered_as_before(database: Database) -> None:
    table, _ = finished(database)
    (number, text, command) = next(row for row in reversed(stored_rows(database, table)) if row[2] is not None)
    assert command is not None
    person, id = command.split(" ", 1)
    assert pack(database) == 1
    again = Command(id=id, entries=number - 1, action="move", text=text.partition(": ")[2])
    done = asyncio.run(Process(database).commands.perform(table, person, again))
    assert done.repeated


@pytest.mark.both_databases
def test_a_name_is_taken_off_a_packed_game_too(database: Database) -> None:
    """A bot that plays on has the name of who left, in an entry."""
    people = [somebody(database, name) for name in ("Merit", "Nofret", "Ahmose")]
    table = new_table(database, people, END)
    process = Process(database)

    async def play() -> None:
        await play_on(process, table, people, 3)
        live = await process.games.get(table)
        for person in people[:2]:
            command = Command(id=f"r{person}", entries=live.entries, action="resign")
            await process.commands.perform(table, person, command)
            live = await process.games.get(table)
        assert live.game.is_over

    asyncio.run(play())
    texts = [text for _, text, _ in stored_rows(database, table)]
    name = next(text for text in texts if "(bot)" in text)
    assert pack(database) == 1

    def take_off(connection: Connection) -> None:
        for person in people:
            take_name_off(connection, table, person)

    database.write_now(take_off)
    after = [text for _, text, _ in stored_rows(database, table)]
    assert name not in after
    assert [text for text in after if "(bot)" not in text] == [text for text in texts if "(bot)" not in text]
    assert pack(database) == 1
    assert [text for _, text, _ in stored_rows(database, table)] == after


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_replay_and_export_read_both_forms(server: Server) -> None:
    database = server.services.database
    browser = Browser(server)
    person = browser.get("/api/me")["id"]
    other = somebody(database, "Nofret")
    table = new_table(database, [person, other], END, game="duel", public=True)
    asyncio.run(play_on(Process(database), table, [person, other], 1000))

    def seen() -> list[Any]:
        addresses = ("record", "replay?seat=all", "replay/3", "replay/3/previews", "game")
        return [browser.http.get(f"/api/tables/{table}/{address}").raise_for_status().text for address in addresses]

    before = seen()
    server.services.clock.now = lambda: END + PACK_AFTER - 1  # type: ignore[method-assign]
    asyncio.run(server.services.pack_finished())
    assert rows_of(database, table) > 0
    server.services.clock.now = lambda: END + PACK_AFTER  # type: ignore[method-assign]
    asyncio.run(server.services.pack_finished())
    assert rows_of(database, table) == 0
    server.services.games.forget(table)
    assert seen() == before
