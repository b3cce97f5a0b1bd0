"""What processes on the same PostgreSQL tell each other, once it is committed. SQLite has one process only."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from sqlalchemy import Connection, text

from imhotep.server.storage.database import PATIENCE, Database

CHANNEL = "imhotep"
TRY_AGAIN = 1.0  # seconds

MOVED, ROOM, CHAT = "moved", "room", "chat"  # the game; who sits there and the like; something was said

log = logging.getLogger("imhotep.storage")


class Signal(NamedTuple):
    kind: str
    table: str
    person: str  # who is to decide now, or has written
    bot: bool = False  # a bot is to decide


def tell(connection: Connection, signal: Signal) -> None:
    if connection.dialect.name == "postgresql":
        origin = connection.get_execution_options()["origin"]
        payload = f"{origin} {signal.kind} {signal.table} {signal.person or '-'} {int(signal.bot)}"
        statement = text("SELECT pg_notify(:channel, :payload)")
        connection.execute(statement, {"channel": CHANNEL, "payload": payload})


async def listen(database: Database, heard: Callable[[Signal | None], Awaitable[None]]) -> None:
    """Tell of others' signals, and None after a time in which some may have been missed; until it is cancelled."""
    import psycopg
    from psycopg import sql
    from psycopg.conninfo import make_conninfo

    address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(make_conninfo(address, **PATIENCE), autocommit=True)
            async with connection:
                await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
                await heard(None)
                async for message in connection.notifies():
                    origin, kind, table, person, bot = message.payload.split(" ")
                    if origin != database.origin:
                        await heard(Signal(kind, table, "" if person == "-" else person, bot == "1"))
        except (psycopg.Error, OSError) as error:
            log.warning("PostgreSQL does not answer: %s", error)
            await asyncio.sleep(TRY_AGAIN)
