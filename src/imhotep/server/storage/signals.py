"""What processes on the same PostgreSQL tell each other, once it is committed. SQLite has one process only."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, text

from imhotep.server.storage.database import PATIENCE, Database

CHANNEL = "imhotep"
LONGEST = 7_900  # bytes; PostgreSQL takes less than 8,000
TRY_AGAIN = 1.0  # seconds

MOVED, ROOM, CHAT = "moved", "room", "chat"  # the game; who sits there and the like; something was said
SESSIONS = "sessions"  # some of a person's have ended
HERE, ALIVE = "here", "alive"  # who looks at a table in a process; that process is still there

log = logging.getLogger("imhotep.storage")


class Signal(msgspec.Struct, frozen=True, array_like=True):
    kind: str
    table: str
    person: str = ""  # who is to decide now, or has written, or whose sessions have ended
    bot: bool = False  # a bot is to decide
    changes: int = 0  # of the table by now, where these entries are all that is new
    entries: list[tuple[str, int]] = []  # of the game: text, time
    process: str = ""  # in which it is so
    people: list[str] = []  # who look at the table there
    asks: bool = False  # the others are to tell the same of themselves


class _Sent(msgspec.Struct, frozen=True, array_like=True):
    origin: str
    signal: Signal


NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :payload)")
_decoder = msgspec.json.Decoder(_Sent)


def telling(origin: str, signal: Signal) -> str:
    """What is sent from a process."""
    payload = msgspec.json.encode(_Sent(origin, signal))
    if len(payload) > LONGEST:  # then whoever hears it has to look
        return telling(origin, msgspec.structs.replace(signal, changes=0, entries=[]))
    return payload.decode()


def tell(connection: Connection, signal: Signal) -> None:
    if connection.dialect.name == "postgresql":
        origin: Any = connection.get_execution_options()["origin"]
        connection.execute(NOTIFY, {"payload": telling(origin, signal)})


async def listen(database: Database, heard: Callable[[Signal | None], Awaitable[None]]) -> None:
    """Tell of others' signals, and None after a time in which some may have been missed; until it is cancelled."""
    import psycopg
    from psycopg import sql
    from psycopg.conninfo import make_conninfo

    ours = f'["{database.origin}"'
    address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(make_conninfo(address, **PATIENCE), autocommit=True)
            async with connection:
                await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
                await heard(None)
                async for message in connection.notifies():
                    if not message.payload.startswith(ours):
                        await heard(_decoder.decode(message.payload).signal)
        except (psycopg.Error, OSError) as error:
            log.warning("PostgreSQL isn't answering: %s", error)
            await asyncio.sleep(TRY_AGAIN)
