"""Clocks that have run out, at all tables: what is overdue is read from the database.

A clock stands while nobody can decide. As long as clocks run, a process that people can reach notes every two seconds
that there is one. Where the last note is older than that, or in the future, the servers were away, nothing could be
written, or the time was changed: whoever is to decide gets as much time back.
"""

from collections.abc import Awaitable, Callable

from sqlalchemy import Connection, insert, select, update

from imhotep.server.clock import WallClock
from imhotep.server.errors import Refused
from imhotep.server.games.commands import GameCommands
from imhotep.server.games.live import Games
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.storage.signals import ROOM, Signal, tell

AT_ONCE = 50
SERVING = "serving"  # when people could last decide
NOTE_EVERY = 2_000  # milliseconds
AWAY_AFTER = 5_000  # milliseconds without a note


class Timeouts:
    def __init__(
        self,
        database: Database,
        games: Games,
        commands: GameCommands,
        clock: WallClock,
        changed: Callable[[str], Awaitable[None]],
    ) -> None:
        """`changed` is told of tables whose clocks were put right."""
        self._database = database
        self._games = games
        self._commands = commands
        self._clock = clock
        self._changed = changed
        self.serves = False  # people can reach this process

    async def look(self) -> None:
        """Only where the clocks are known to be right does anybody run out of time. While nothing may be written they
        stand, too."""
        if self._database.read_only:
            return
        now = self._clock.now()
        last, running = await self._database.read(_last_note)
        if not running:
            return
        right = last is not None and abs(now - last) <= AWAY_AFTER
        if self.serves and (last is None or not 0 <= now - last < NOTE_EVERY):
            for table in await self._database.write(lambda connection: note_serving(connection, now)):
                await self._changed(table)
            right = True
        if right:
            await self.end_overdue()

    async def end_overdue(self) -> None:
        """Whoever should have decided by now leaves the game."""
        now = self._clock.now()
        for table, seat, entries in await self._database.read(lambda connection: overdue(connection, now)):
            try:
                await self._commands.time_out(table, seat, entries)
            except Refused:
                self._games.forget(table)


def overdue(connection: Connection, now: int) -> list[tuple[str, int, int]]:
    tables = schema.tables
    query = select(tables.c.id, tables.c.decider, tables.c.entries).where(tables.c.due <= now)
    return [(id, seat, entries) for id, seat, entries in connection.execute(query.limit(AT_ONCE))]


_NOTE = select(schema.heartbeats.c.at).where(schema.heartbeats.c.name == SERVING)


def _last_note(connection: Connection) -> tuple[int | None, bool]:
    """And whether any clock runs."""
    running = select(schema.tables.c.id).where(schema.tables.c.due.is_not(None)).limit(1)
    return connection.execute(_NOTE).scalar(), connection.execute(running).first() is not None


def note_serving(connection: Connection, now: int) -> list[str]:
    """That people can decide now. If they could not for a while, the clocks that stood are put right: at these tables.
    Of several processes one does it."""
    last: int | None = connection.execute(_NOTE.with_for_update()).scalar()
    if last is None:
        connection.execute(insert(schema.heartbeats).values(name=SERVING, at=now))
        return _give_back(connection, 0, now)
    if -AWAY_AFTER <= now - last < NOTE_EVERY:  # another process has just done it
        return []
    connection.execute(update(schema.heartbeats).where(schema.heartbeats.c.name == SERVING).values(at=now))
    return [] if abs(now - last) <= AWAY_AFTER else _give_back(connection, last, now)


def _give_back(connection: Connection, last: int, now: int) -> list[str]:
    tables = schema.tables.c
    query = select(tables.id, tables.moved, tables.grace, tables.due).where(tables.due.is_not(None))
    found = []
    for table, moved, grace, due in connection.execute(query.order_by(tables.id).with_for_update()).all():
        lost = now - max(last, moved) if now > last else now - last  # of a decision that came up since the note: less
        if lost > 0 or moved <= last:
            values = {"grace": grace + lost, "due": due + lost, "changes": tables.changes + 1}
            connection.execute(update(schema.tables).where(tables.id == table).values(**values))
            tell(connection, Signal(ROOM, table))
            found.append(table)
    return found
