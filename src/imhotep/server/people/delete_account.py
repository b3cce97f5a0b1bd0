"""Deleting somebody, in steps that may be repeated; only the last one makes it final.

If something fails on the way, the person is still there and can ask again.
"""

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Protocol

from sqlalchemy import Connection

from imhotep.server.clock import WallClock
from imhotep.server.errors import Stale
from imhotep.server.people import accounts
from imhotep.server.storage.database import Database

ATTEMPTS = 5  # where the person goes on playing meanwhile


class Tables(Protocol):
    """What has to be done at tables first."""

    async def give_up(self, person: str) -> None:
        """Leave all of them, and take the name off what stays."""

    def release(self, connection: Connection, person: str) -> list[str]:
        """Free the seats that were kept, at these tables; it is stale if the person has sat down again meanwhile."""
        ...

    async def changed(self, table: str) -> None:
        """Tell who looks at it."""


class AccountDeletion:
    """`drop` ends somebody's connections."""

    def __init__(self, database: Database, clock: WallClock, tables: Tables, drop: Callable[[str], None]) -> None:
        self._database = database
        self._clock = clock
        self._tables = tables
        self._drop = drop

    async def delete(self, person: str) -> None:
        """Also the bots from outside that are this person's."""
        for bot in await self._database.read(lambda connection: accounts.bots_of(connection, person)):
            await self.delete(bot.id)
        kept = await self._give_up_everything(person)
        self._drop(person)
        for table in kept:
            await self._tables.changed(table)

    async def _give_up_everything(self, person: str) -> list[str]:
        """The tables where a seat was kept for this person."""
        for _ in range(ATTEMPTS):
            await self._tables.give_up(person)
            with contextlib.suppress(Stale):
                return await self._database.write(partial(self._end, person=person, at=self._clock.now()))
        raise Stale("you keep sitting down at tables while your account is being deleted")

    def _end(self, connection: Connection, person: str, at: int) -> list[str]:
        kept = self._tables.release(connection, person)
        accounts.forget(connection, person, at)
        return kept
