"""Running games in memory: a cache, which any process can rebuild from what is stored."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, func, select

from imhotep.server.errors import Unknown
from imhotep.server.games.time_control import Clocks, Pace
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.storage.records import packed_entries
from imhotep.server.storage.signals import Signal
from imhotep.table.game import IS_TAKEN_OVER, MOVE, RESIGNS, RUNS_OUT_OF_TIME, UNDO, UNDO_BY_CONSENT, Game
from imhotep.table.record import go_on, resume

LEAVING = (RESIGNS, RUNS_OUT_OF_TIME, IS_TAKEN_OVER)


class Seat(msgspec.Struct, kw_only=True):
    seat: int
    person: str | None = None
    is_bot: bool = False  # the person is a bot from outside
    bot: str | None = None  # the spec of one of ours
    wanted: str | None = None  # the person for whom it is kept
    invitation: str | None = None
    name: str = ""
    left: str | None = None  # how it left the game


Row = tuple[str, int]  # of an entry: text, time


class Stored(msgspec.Struct, kw_only=True):
    """A table's rows."""

    table: dict[str, Any]
    seats: list[Seat]
    entries: list[Row]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody asked the others to agree to something; so far that is to take back."""

    seat: int
    agreed: list[int] = []  # seats


class Live:
    """One game as this process knows it. Whoever changes it holds its lock."""

    def __init__(self, stored: Stored, game: Game | None = None) -> None:
        """`game`: if it has just been dealt, and need not be read."""
        table = stored.table
        self.id: str = table["id"]
        self.lock = asyncio.Lock()
        self.forgotten = False  # what is here may not be what is stored
        self.changes: int = table["changes"]
        self.head = hash(table["head"])  # changes only when somebody is forgotten
        self.seats = stored.seats
        self.game = game or resume(table["head"], [text for text, _ in stored.entries])
        self.unrated: str | None = table["unrated"]
        self.asked = _asked(table["asked"])
        offer = msgspec.json.decode(table["offer"], type=dict[str, Any])
        self.clocks = Clocks(msgspec.convert(offer["pace"], Pace), self.game.players, table["started"])
        self._taken_back = self._counted = 0
        self._note(stored.entries, 0)
        self.clocks.grace = table.get("grace", 0)

    def _note(self, rows: Sequence[Row], before: int) -> None:
        """What is stored beside the texts of entries."""
        decider = self.game.decider
        deciders: list[int | None] = []  # after each entry, backwards
        for entry in reversed(self.game.entries[before:]):
            decider = entry.seat if entry.kind == MOVE else decider
            deciders.append(decider)
        for entry, (_, at), decider in zip(self.game.entries[before:], rows, reversed(deciders), strict=True):
            if entry.kind not in LEAVING or entry.seat == decider:  # a clock runs on while somebody else leaves
                self.clocks.follow(entry.seat, entry.clock, at)

    def follow(self, rows: Sequence[Row]) -> None:
        """Entries that another process has written: they are only ever added, and these are the further ones."""
        before = self.entries
        go_on(self.game, [text for text, _ in rows])
        self._note(rows, before)

    def catch_up(self, stored: Stored) -> None:
        """With all that another process has written."""
        table = stored.table
        self.follow(stored.entries)
        self.seats = stored.seats
        self.clocks.grace = table.get("grace", 0)
        self.changes = table["changes"]
        self.unrated = table["unrated"]
        self.asked = _asked(table["asked"])

    @property
    def entries(self) -> int:
        return len(self.game.entries)

    @property
    def taken_back(self) -> int:
        """How often: then what was told of the game is no longer its beginning."""
        for entry in self.game.entries[self._counted :]:
            self._taken_back += entry.kind in (UNDO, UNDO_BY_CONSENT)
        self._counted = len(self.game.entries)
        return self._taken_back

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


def viewer_of(live: Live, seats: list[int]) -> int | None:
    """Around one screen: whoever decides, and nobody in particular while somebody elsewhere does."""
    if len(seats) == 1:
        return seats[0]
    decider = live.game.decider
    return decider if decider in seats else None


def _asked(text: str | None) -> Asked | None:
    return None if text is None else msgspec.json.decode(text, type=Asked)


class Games:
    """All games that this process has looked at lately."""

    def __init__(self, database: Database, room: int = 2000) -> None:
        self._database = database
        self._room = room
        self._games: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._loader = ThreadPoolExecutor(1, thread_name_prefix="loader")  # one after the other: it is all Python

    async def get(self, table: str) -> Live:
        """Loaded once, however many ask at the same time. Where others' signals about it are not heard, it is looked up
        whether there is anything new."""
        if table in self._games and not self._database.signals.hears(table):
            await self.refresh(table)
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

    async def follow(self, signal: Signal) -> None:
        """Somebody else has written this: it is looked up only if it is not what comes next."""
        live = self._games.get(signal.table)
        if live is not None and signal.entries:
            async with live.lock:
                if not live.forgotten and live.changes == signal.changes - 1:
                    try:
                        live.follow(signal.entries)
                        live.changes, live.asked = signal.changes, None
                        return
                    except BaseException:
                        self.forget(signal.table)
                        raise
        await self.refresh(signal.table)

    async def refresh(self, table: str) -> None:
        """Somebody else may have written: follow it, if the game is in memory at all."""
        loading = self._loading.get(table)
        live = await asyncio.shield(loading) if loading is not None else self._games.get(table)
        if live is None:
            return
        async with live.lock:
            if live.forgotten:
                return
            try:
                stored = await self._database.read(lambda connection: read_table(connection, table, live.entries))
                if hash(stored.table["head"]) != live.head:
                    self.forget(table)
                elif stored.table["changes"] != live.changes:
                    live.catch_up(stored)
            except BaseException:
                self.forget(table)
                raise

    @property
    def known(self) -> list[str]:
        return list(self._games)

    def changes_of(self, table: str) -> int | None:
        """Of a game that is in memory, as far as is known here."""
        live = self._games.get(table)
        return None if live is None else live.changes

    def forget(self, table: str) -> None:
        """What is in memory may not be what is stored."""
        live = self._games.pop(table, None)
        if live is not None:
            live.forgotten = True

    async def _load(self, table: str) -> Live:
        stored = await self._database.read(lambda connection: read_table(connection, table))
        if stored.table["head"] is None:
            raise Unknown("this game hasn't begun")
        return await asyncio.get_running_loop().run_in_executor(self._loader, Live, stored)

    def _make_room(self) -> None:
        if len(self._games) <= self._room:
            return
        for table in list(self._games):
            if len(self._games) <= self._room:
                return
            if not self._games[table].lock.locked():
                del self._games[table]


# Statements that are made once: making one takes longer than carrying it out.

_TABLE = select(schema.tables).where(schema.tables.c.id == bindparam("of_table"))
_LOCKED_TABLE = _TABLE.with_for_update()
_ENTRIES = (
    select(schema.entries.c.text, schema.entries.c.at)
    .where(schema.entries.c.table == bindparam("of_table"), schema.entries.c.number > bindparam("after"))
    .order_by(schema.entries.c.number)
)
_SEATS = (
    select(schema.seats, func.coalesce(schema.people.c.is_bot, False).label("is_bot"))
    .select_from(schema.seats.outerjoin(schema.people, schema.people.c.id == schema.seats.c.person))
    .where(schema.seats.c.table.in_(bindparam("of_tables", expanding=True)))
    .order_by(schema.seats.c.seat)
)


def read_table(
    connection: Connection, table: str, after: int = 0, with_entries: bool = True, locked: bool = False
) -> Stored:
    """With its entries, or those after some of them. Until its transaction ends nobody else changes a locked one, nor
    its seats: whoever means to change them locks the table first."""
    row = connection.execute(_LOCKED_TABLE if locked else _TABLE, {"of_table": table}).mappings().first()
    if row is None:
        raise Unknown("there is no such table")
    entries: list[Row] = []
    if with_entries and row["packed"]:
        entries = [(entry.text, entry.at) for entry in packed_entries(connection, table)[after:]]
    elif with_entries:
        entries = [(text, at) for text, at in connection.execute(_ENTRIES, {"of_table": table, "after": after})]
    return Stored(table=dict(row), seats=read_seats(connection, [table])[table], entries=entries)


def read_seats(connection: Connection, tables: Sequence[str]) -> dict[str, list[Seat]]:
    """Of several tables at once."""
    found: dict[str, list[Seat]] = {table: [] for table in tables}
    for row in connection.execute(_SEATS, {"of_tables": list(tables)}).mappings():
        values = {name: row[name] for name in Seat.__struct_fields__}
        found[row["table"]].append(Seat(**values | {"name": row["name"] or "", "is_bot": bool(row["is_bot"])}))
    return found
