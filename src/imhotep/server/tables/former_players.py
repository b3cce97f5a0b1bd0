"""Who is deleted leaves all tables: the others can finish their games, records stay, and no name is left in them."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from itertools import count
from time import monotonic
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, exists, or_, select, update

from imhotep.server.clock import WallClock
from imhotep.server.errors import Refused, Stale
from imhotep.server.games.commands import Command, GameCommands
from imhotep.server.games.live import Games, read_table
from imhotep.server.ids import new_id
from imhotep.server.people import accounts
from imhotep.server.people.accounts import GONE
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.storage.records import packed_entries, unpack
from imhotep.server.storage.signals import ROOM, Signal, tell
from imhotep.server.tables import offers
from imhotep.server.tables.offers import TableOffer
from imhotep.table.game import IS_TAKEN_OVER

TABLES_AT_ONCE = 10  # from which a name is taken in one commit: others' moves wait for it
STANDS_IN = " (bot)"  # what the name of who plays on ends with

_SEAT = re.compile(r"^seat ([0-9]+): ([a-z]+), (.*)$", re.MULTILINE)  # in the head of a record
_TAKEN_OVER = re.compile(rf"([a-z]+) {IS_TAKEN_OVER} (.+)")


class FormerPlayers:
    """`changed` is told of tables that look different from outside; `is_watched` says where somebody looks on."""

    def __init__(
        self,
        database: Database,
        games: Games,
        commands: GameCommands,
        clock: WallClock,
        changed: Callable[[str], Awaitable[None]],
        is_watched: Callable[[str], bool],
    ) -> None:
        self._database = database
        self._games = games
        self._commands = commands
        self._clock = clock
        self._tell = changed
        self._is_watched = is_watched

    async def give_up(self, person: str) -> None:
        """May be done again, if it did not come to its end."""
        await self._leave_open_tables(person)
        await self._resign(person)

    async def changed(self, table: str) -> None:
        await self._tell(table)

    async def _leave_open_tables(self, person: str) -> None:
        for table in await self._database.read(lambda connection: _open_tables(connection, person)):
            at = self._clock.now()
            try:
                await self._database.write(partial(offers.leave, table=table, person=person, at=at))
            except Refused:  # it has begun, or was closed
                continue
            await self.changed(table)

    async def _resign(self, person: str) -> None:
        """On each seat, where several sit at this person's screen."""
        for table in await self._database.read(lambda connection: _running_tables(connection, person)):
            while True:
                async with self._games.hold(table) as live:
                    entries, seats = live.entries, [] if live.game.is_over else live.seats_of(person)
                if not seats:
                    break
                command = Command(id=new_id(), entries=entries, action="resign", seat=seats[0])
                try:
                    await self._commands.perform(table, person, command)
                except Stale:  # somebody has just decided
                    self._games.forget(table)

    async def take_names_off(self, person: str, most: int | None = None) -> bool:
        """From so many tables; whether none is left. Whoever plays has the database for as long as we had it."""
        named = await self._database.read(lambda connection: _named_tables(connection, person))
        for first in range(0, len(named[:most]), TABLES_AT_ONCE):
            some, began = named[:most][first : first + TABLES_AT_ONCE], monotonic()
            states = await self._database.write(partial(_take_name_off_each, some=some, person=person))
            took = monotonic() - began
            for table, state in states.items():
                self._games.forget(table)
                if state == "running" or self._is_watched(table):
                    await self.changed(table)
            await asyncio.sleep(took)
        return most is None or len(named) <= most

    def release(self, connection: Connection, person: str) -> list[str]:
        """The seats that were kept for somebody who sits nowhere any more: the tables where they are."""
        seats = schema.seats.c
        accounts.must_be_there(connection, person, going=True)
        if _open_tables(connection, person) or _running_tables(connection, person):
            raise Stale("the person has just sat down at a table")
        kept = list(connection.execute(select(seats.table).where(seats.wanted == person)).scalars())
        for table in sorted(kept):  # one who locks a seat before its table might wait for who waits for it
            read_table(connection, table, with_entries=False, locked=True)
        connection.execute(update(schema.seats).where(seats.wanted == person).values(wanted=None))
        for table in kept:
            _changed(connection, table)
        return kept


# --- rows


def _open_tables(connection: Connection, person: str) -> list[str]:
    """Where somebody sits, or is the host without sitting there."""
    seats, columns = schema.seats.c, schema.tables.c
    sits = exists().where(seats.table == columns.id, seats.person == person)
    query = select(columns.id).where(columns.state == "open", or_(columns.host == person, sits))
    return list(connection.execute(query).scalars())


def _running_tables(connection: Connection, person: str) -> list[str]:
    seats, columns = schema.seats.c, schema.tables.c
    query = select(columns.id).join(schema.seats, seats.table == columns.id)
    query = query.where(columns.state == "running", seats.person == person, seats.left.is_(None))
    return list(connection.execute(query.distinct()).scalars())


def _named_tables(connection: Connection, person: str) -> list[str]:
    """Also those that somebody opened, with names of others at the same screen, and left."""
    seats = schema.seats.c
    sat = select(seats.table).where(seats.person == person, seats.name.is_not(None), ~seats.name.startswith(GONE))
    opened = select(schema.tables.c.id).where(schema.tables.c.host == person)
    return sorted(connection.execute(sat.union(opened)).scalars())


def _take_name_off_each(connection: Connection, some: list[str], person: str) -> dict[str, str]:
    return {table: take_name_off(connection, table, person) for table in some}


def take_name_off(connection: Connection, table: str, person: str) -> str:
    """Where this person sat: from the seats, from the record, and from what was made of it. The table's state."""
    stored = read_table(connection, table, with_entries=False, locked=True)
    if any(f" {IS_TAKEN_OVER} " in entry.text for entry in packed_entries(connection, table)):
        unpack(connection, table)
    head, offer = stored.table["head"], stored.table["offer"]
    seats = [seat.seat for seat in stored.seats if seat.person == person]
    colors = {color: int(seat) for seat, color, _ in _SEAT.findall(head or "")}
    taken_over = _taken_over(connection, table)
    others = [seat.name for seat in stored.seats if seat.seat not in seats]
    others += [name for seat, _, name in _SEAT.findall(head or "") if int(seat) not in seats]
    others += [name for _, color, name in taken_over if colors[color] not in seats]
    names = dict(zip(seats, former_names(len(seats), others), strict=True))
    for seat, name in names.items():
        where = (schema.seats.c.table == table, schema.seats.c.seat == seat)
        connection.execute(update(schema.seats).where(*where).values(name=name))
    for number, color, _ in taken_over:
        if colors[color] in seats:
            text = f"{color} {IS_TAKEN_OVER} {names[colors[color]]}{STANDS_IN}"
            where = (schema.entries.c.table == table, schema.entries.c.number == number)
            connection.execute(update(schema.entries).where(*where).values(text=text))
    if head is not None:
        head = _SEAT.sub(lambda seat: f"seat {seat[1]}: {seat[2]}, {names.get(int(seat[1]), seat[3])}", head)
    values: dict[str, Any] = {"head": head}
    if stored.table["host"] == person:
        values |= {"offer": _without_names(offer), "host": None}
    connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(**values))
    if seats:
        connection.execute(
            delete(schema.jobs).where(schema.jobs.c.table == table, schema.jobs.c.kind == schema.ANALYSIS)
        )
    _changed(connection, table)
    return str(stored.table["state"])


def _taken_over(connection: Connection, table: str) -> list[tuple[int, str, str]]:
    """Number of the entry, color, and the name of who plays on there."""
    columns = schema.entries.c
    query = select(columns.number, columns.text).where(columns.table == table)
    rows = connection.execute(query.where(columns.text.contains(f" {IS_TAKEN_OVER} ")))
    return [(number, found[1], found[2]) for number, text in rows if (found := _TAKEN_OVER.fullmatch(text))]


def former_names(wanted: int, others: Iterable[str]) -> list[str]:
    """So many names that are nobody else's at the table, nor are those of the bots that play on for them."""
    used = {name.casefold() for name in others}
    found: list[str] = []
    for number in count(1):
        if len(found) == wanted:
            break
        name = GONE if number == 1 else f"{GONE} {number}"
        if not {name, f"{name}{STANDS_IN}"} & used:
            found.append(name)
    return found


def _without_names(offer: str) -> str:
    """Those that were typed for others at the same screen."""
    given = msgspec.json.decode(offer, type=TableOffer)
    seats = [msgspec.structs.replace(seat, name=None) if seat.kind == "here" else seat for seat in given.seats]
    return msgspec.json.encode(msgspec.structs.replace(given, seats=seats)).decode()


def _changed(connection: Connection, table: str) -> None:
    columns = schema.tables.c
    connection.execute(update(schema.tables).where(columns.id == table).values(changes=columns.changes + 1))
    tell(connection, Signal(ROOM, table))
