"""Everything a server process has, tied together once."""

import asyncio
import secrets as random_secrets

from sqlalchemy import Connection, insert, select

from imhotep.server.duties import Duties
from imhotep.server.hub import Hub
from imhotep.server.limits import Limits
from imhotep.server.live import Games, Live
from imhotep.server.moments import Moments
from imhotep.server.play import CHANNEL, Play
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.storage.signals import listen
from imhotep.server.thinkers import Thinkers


class Services:
    def __init__(self, database: Database, moments: Moments, thinkers: int = 1) -> None:
        self.database = database
        self.moments = moments
        self.secret = database.write_now(signing_secret)
        self.games = Games(database)
        self.hub = Hub()
        self.limits = Limits(moments)
        self.play = Play(database, self.games, moments, self._changed)
        self._thinkers = thinkers
        self.duties: Duties | None = None

    async def run(self) -> None:
        """What is to be done beside answering; until it is cancelled."""
        self.duties = Duties(self.database, self.games, self.play, self.moments, Thinkers(self._thinkers))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.duties.run())
            if not self.database.is_sqlite:
                tasks.create_task(listen(self.database, CHANNEL, self._heard))

    async def _heard(self, table: str | None) -> None:
        """Another process may have written."""
        for id in self.games.known + self.hub.tables if table is None else [table]:
            if await self.games.refresh(id) and self.hub.watched(id):
                live = await self.games.get(id)
                async with live.lock:
                    self.hub.tell(live)

    def _changed(self, live: Live) -> None:
        self.hub.tell(live)
        if self.duties is not None:
            self.duties.note(live)


def signing_secret(connection: Connection) -> bytes:
    """Made once for a database, so that all its processes and all restarts know their own signatures."""
    query = select(schema.secrets.c.value).where(schema.secrets.c.name == "signing")
    found: bytes | None = connection.execute(query).scalar()
    if found is not None:
        return found
    secret = random_secrets.token_bytes(32)
    connection.execute(insert(schema.secrets).values(name="signing", value=secret))
    return secret
