"""What other processes on the same PostgreSQL have written. With SQLite there are none."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from imhotep.server.storage.database import Database

TRY_AGAIN = 1.0  # seconds

log = logging.getLogger("imhotep.storage")


async def listen(database: Database, channel: str, heard: Callable[[str | None], Awaitable[None]]) -> None:
    """Tell of each message, and None after a time in which some may have been missed; until it is cancelled."""
    import psycopg
    from psycopg import sql

    address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(address, autocommit=True)
            async with connection:
                await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
                await heard(None)
                async for message in connection.notifies():
                    await heard(message.payload)
        except (psycopg.Error, OSError) as error:
            log.warning("PostgreSQL does not answer: %s", error)
            await asyncio.sleep(TRY_AGAIN)
