"""Clocks that have run out, at all tables: what is overdue is read from the database."""

from sqlalchemy import Connection, select

from imhotep.server.clock import WallClock
from imhotep.server.errors import Refused
from imhotep.server.games.commands import GameCommands
from imhotep.server.games.live import Games
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database

AT_ONCE = 50


class Timeouts:
    def __init__(self, database: Database, games: Games, commands: GameCommands, clock: WallClock) -> None:
        self._database = database
        self._games = games
        self._commands = commands
        self._clock = clock

    async def end_overdue(self) -> None:
        """Whoever should have decided by now leaves the game."""
        if self._database.read_only:
            return
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
