"""Everything a server process has, tied together once."""

import secrets as random_secrets

from sqlalchemy import Connection, insert, select

from imhotep.server.hub import Hub
from imhotep.server.limits import Limits
from imhotep.server.live import Games, Live
from imhotep.server.moments import Moments
from imhotep.server.play import Play
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database


class Services:
    def __init__(self, database: Database, moments: Moments) -> None:
        self.database = database
        self.moments = moments
        self.secret = database.write_now(signing_secret)
        self.games = Games(database)
        self.hub = Hub()
        self.limits = Limits(moments)
        self.play = Play(database, self.games, moments, self._changed)

    def _changed(self, live: Live) -> None:
        self.hub.tell(live)


def signing_secret(connection: Connection) -> bytes:
    """Made once for a database, so that all its processes and all restarts know their own signatures."""
    query = select(schema.secrets.c.value).where(schema.secrets.c.name == "signing")
    found: bytes | None = connection.execute(query).scalar()
    if found is not None:
        return found
    secret = random_secrets.token_bytes(32)
    connection.execute(insert(schema.secrets).values(name="signing", value=secret))
    return secret
