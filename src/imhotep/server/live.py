"""Running games in memory: a cache, which any process can rebuild from what is stored."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from imhotep.server.errors import Unknown
from imhotep.server.pace import Clocks, Pace
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.table.game import UNDO, UNDO_BY_CONSENT, Game
from imhotep.table.record import resume


class Seat(msgspec.Struct, kw_only=True):
    seat: int
    person: str | None = None
    bot: str | None = None  # its spec
    wanted: str | None = None  # the person for whom it is kept
    invitation: str | None = None
    name: str = ""
    left: str | None = None  # how it left the game


class Stored(msgspec.Struct, kw_only=True):
    """A table's rows."""

    table: dict[str, Any]
    seats: list[Seat]
    entries: list[tuple[str, int, str | None]]  # text, time, command


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody asked the others to agree to something; so far that is to take back."""

    seat: int
    agreed: list[int] = []  # seats


class Live:
    """One game as this process knows it. Whoever changes it holds its lock."""

    def __init__(self, stored: Stored) -> None:
        table = stored.table
        self.id: str = table["id"]
        self.lock = asyncio.Lock()
        self.forgotten = False  # what is here may not be what is stored
        self.changes: int = table["changes"]
        self.seats = stored.seats
        self.game: Game = resume(table["head"], [text for text, _, _ in stored.entries])
        self.unrated: str | None = table["unrated"]
        self.asked = None if table["asked"] is None else msgspec.json.decode(table["asked"], type=Asked)
        self.commands: dict[str, int] = {}  # which entry each sender's command became
        offer = msgspec.json.decode(table["offer"], type=dict[str, Any])
        self.clocks = Clocks(msgspec.convert(offer["pace"], Pace), self.game.players, table["started"])
        for number, (entry, (_, at, command)) in enumerate(zip(self.game.entries, stored.entries, strict=True), 1):
            self.clocks.follow(entry.seat, entry.clock, at)
            if command is not None:
                self.commands[command] = number

    @property
    def entries(self) -> int:
        return len(self.game.entries)

    @property
    def taken_back(self) -> int:
        """How often: then what was told of the game is no longer its beginning."""
        return sum(entry.kind in (UNDO, UNDO_BY_CONSENT) for entry in self.game.entries)

    def others_of(self, person: str) -> list[int]:
        """Where other people sit."""
        return [seat.seat for seat in self.seats if seat.bot is None and seat.person != person]

    @property
    def deciding_person(self) -> str | None:
        decider = self.game.decider
        return None if decider is None or self.seats[decider].bot is not None else self.seats[decider].person

    def seats_of(self, person: str | None) -> list[int]:
        """Where a person sits; several at one screen."""
        return [seat.seat for seat in self.seats if person is not None and seat.person == person and seat.left is None]


class Games:
    """All games that this process has looked at lately."""

    def __init__(self, database: Database, room: int = 2000) -> None:
        self._database = database
        self._room = room
        self._games: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}

    async def get(self, table: str) -> Live:
        """Loaded once, however many ask at the same time."""
        live = self._games.pop(table, None)
        if live is None:
            task = self._loading.get(table)
            if task is None:
                task = asyncio.create_task(self._load(table))
                self._loading[table] = task
                task.add_done_callback(lambda _: self._loading.pop(table, None))
            live = await asyncio.shield(task)
        self._games.pop(table, None)
        self._games[table] = live  # the latest ones are at the end
        self._make_room()
        return live

    @asynccontextmanager
    async def hold(self, table: str) -> AsyncIterator[Live]:
        """With its lock: nobody else changes it, and what is seen is stored."""
        while True:
            live = await self.get(table)
            async with live.lock:
                if not live.forgotten:
                    yield live
                    return

    async def refresh(self, table: str) -> bool:
        """Look whether somebody else has written; what is in memory is thrown away if so."""
        live = self._games.get(table)
        if live is None:
            return True
        query = select(schema.tables.c.changes).where(schema.tables.c.id == table)
        changes = await self._database.read(lambda connection: connection.execute(query).scalar())
        if changes == live.changes or live.lock.locked():  # who holds the lock will find out by itself
            return False
        self.forget(table)
        return True

    @property
    def known(self) -> list[str]:
        return list(self._games)

    def forget(self, table: str) -> None:
        """What is in memory may not be what is stored."""
        live = self._games.pop(table, None)
        if live is not None:
            live.forgotten = True

    async def _load(self, table: str) -> Live:
        stored = await self._database.read(lambda connection: read_table(connection, table))
        if stored.table["head"] is None:
            raise Unknown("this game has not begun")
        return await asyncio.to_thread(Live, stored)

    def _make_room(self) -> None:
        for table in list(self._games):
            if len(self._games) <= self._room:
                return
            if not self._games[table].lock.locked():
                del self._games[table]


def read_table(connection: Connection, table: str, with_entries: bool = True) -> Stored:
    row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).mappings().first()
    if row is None:
        raise Unknown("there is no such table")
    columns = schema.entries.c
    query = select(columns.text, columns.at, columns.command).where(columns.table == table).order_by(columns.number)
    entries = connection.execute(query) if with_entries else ()
    return Stored(
        table=dict(row),
        seats=read_seats(connection, [table])[table],
        entries=[(text, at, command) for text, at, command in entries],
    )


def read_seats(connection: Connection, tables: Sequence[str]) -> dict[str, list[Seat]]:
    """Of several tables at once."""
    query = select(schema.seats).where(schema.seats.c.table.in_(tables)).order_by(schema.seats.c.seat)
    found: dict[str, list[Seat]] = {table: [] for table in tables}
    for row in connection.execute(query).mappings():
        values = {name: row[name] for name in Seat.__struct_fields__}
        found[row["table"]].append(Seat(**values | {"name": row["name"] or ""}))
    return found
