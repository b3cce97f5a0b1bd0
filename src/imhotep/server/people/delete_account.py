"""Deleting somebody. Open games are given up first, in steps that may be repeated; then, in one commit, the person is
gone. A name that still stands in finished games is taken off in pieces, so that nobody's move waits for thousands of
them: the first ones at once, the others by a job, which goes on where a process was killed.
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
AT_ONCE = 100  # tables from which a name is taken before the answer


class Tables(Protocol):
    """What has to be done at tables."""

    async def give_up(self, person: str) -> None:
        """Leave all that are open, resign where a game runs."""

    def release(self, connection: Connection, person: str) -> list[str]:
        """Free the seats that were kept, at these tables; it is stale if the person has sat down again meanwhile."""
        ...

    async def take_names_off(self, person: str, most: int | None = None) -> bool:
        """From so many tables; whether none is left."""
        ...

    async def changed(self, table: str) -> None:
        """Tell who looks at it."""


class Later(Protocol):
    """The job that does what is left."""

    def add(self, connection: Connection, person: str) -> str:
        """Its id; it waits long enough for us to be done before."""
        ...

    def done(self, connection: Connection, job: str) -> None: ...


class AccountDeletion:
    """`drop` ends somebody's connections."""

    def __init__(
        self, database: Database, clock: WallClock, tables: Tables, later: Later, drop: Callable[[str], None]
    ) -> None:
        self._database = database
        self._clock = clock
        self._tables = tables
        self._later = later
        self._drop = drop

    async def delete(self, person: str) -> None:
        """Also the bots from outside that are this person's."""
        for bot in await self._database.read(lambda connection: accounts.bots_of(connection, person)):
            await self.delete(bot.id)
        kept, job = await self._give_up_everything(person)
        self._drop(person)
        for table in kept:
            await self._tables.changed(table)
        if await self._tables.take_names_off(person, AT_ONCE):
            await self._database.write(lambda connection: self._later.done(connection, job))

    async def take_names_off(self, person: str) -> None:
        """All that is left to do."""
        await self._tables.take_names_off(person)

    async def _give_up_everything(self, person: str) -> tuple[list[str], str]:
        """The tables where a seat was kept for this person, and the job."""
        for _ in range(ATTEMPTS):
            await self._tables.give_up(person)
            with contextlib.suppress(Stale):
                return await self._database.write(partial(self._end, person=person, at=self._clock.now()))
        raise Stale("you keep sitting down at tables while your account is being deleted")

    def _end(self, connection: Connection, person: str, at: int) -> tuple[list[str], str]:
        kept = self._tables.release(connection, person)
        accounts.forget(connection, person, at)
        return kept, self._later.add(connection, person)
