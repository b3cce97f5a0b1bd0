"""What processes on the same PostgreSQL tell each other, once it is committed. SQLite has one process only.

There are two ways for signals to travel: PostgreSQL's own LISTEN/NOTIFY, which needs nothing else, and Redis
(redis_signals.py), where commits don't queue for a lock and each process hears only of what somebody looks at there.
What is true stands in PostgreSQL: a signal that is lost delays what is seen, and nothing more.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

CHANNEL = "imhotep"
LONGEST = 7_900  # bytes; PostgreSQL takes less than 8,000
TRY_AGAIN = 1.0  # seconds
PATIENCE = {"connect_timeout": 5, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}  # seconds

MOVED, ROOM, CHAT = "moved", "room", "chat"  # the game; who sits there and the like; something was said
SESSIONS = "sessions"  # some of a person's have ended
HERE, ALIVE = "here", "alive"  # who looks at a table in a process; that process is still there
TURN, BOTS, LISTED = "turn", "bots", "listed"  # parts of these, for who asks for no more: see redis_signals.py

# What a process may want to hear beside tables and people.
ROOMS, QUESTIONS = "rooms", "bots"  # any table that is listed differently; that a bot is to decide anywhere

TOLD = "signals"  # under which a connection keeps what its jobs tell, where that is not in the commit

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


Heard = Callable[[Signal | None], Awaitable[None]]


class Signals(Protocol):
    """How a process tells others, and hears from them."""

    in_commit: bool  # PostgreSQL itself tells others, in the commit; otherwise they are told right after it

    def tell(self, connection: Connection, signal: Signal) -> None:
        """In a job: others hear of it if the job is committed."""

    def publish(self, signals: Sequence[Signal]) -> None:
        """What jobs have told is committed by now."""

    def begin(self, name: str) -> None:
        """A name that all processes of a database share, and no others."""

    def hears(self, table: str) -> bool:
        """Whether what others write about it is told here."""
        ...

    async def follow(self, table: str) -> None:
        """From now on it is."""

    def want(self, tables: Collection[str], people: Collection[str], more: Collection[str]) -> None:
        """What is to be heard of, and nothing else; `more` are kinds of things at any table."""

    async def listen(self, heard: Heard) -> None:
        """Tell of others' signals, and None after a time in which some may have been missed; until it is cancelled."""

    def close(self) -> None:
        """Nothing more will be told."""


class Sent(msgspec.Struct, frozen=True, array_like=True):
    origin: str
    signal: Signal


NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :payload)")
decoder = msgspec.json.Decoder(Sent)


def tell(connection: Connection, signal: Signal) -> None:
    """To other processes, once this job is committed."""
    signals: Signals = connection.get_execution_options()["signals"]
    signals.tell(connection, signal)


class NoSignals:
    """Of a process that is alone."""

    in_commit = True

    def tell(self, connection: Connection, signal: Signal) -> None:
        pass

    def publish(self, signals: Sequence[Signal]) -> None:
        pass

    def begin(self, name: str) -> None:
        pass

    def hears(self, table: str) -> bool:
        return True

    async def follow(self, table: str) -> None:
        pass

    def want(self, tables: Collection[str], people: Collection[str], more: Collection[str]) -> None:
        pass

    async def listen(self, heard: Heard) -> None:
        pass

    def close(self) -> None:
        pass


class NotifySignals(NoSignals):
    """LISTEN/NOTIFY: every process hears everything."""

    def __init__(self, url: URL, origin: str) -> None:
        self._url = url
        self._origin = origin

    def tell(self, connection: Connection, signal: Signal) -> None:
        connection.execute(NOTIFY, {"payload": self.payload(signal)})

    def payload(self, signal: Signal) -> str:
        sent = msgspec.json.encode(Sent(self._origin, signal))
        if len(sent) > LONGEST:  # then whoever hears it has to look
            return self.payload(msgspec.structs.replace(signal, changes=0, entries=[]))
        return sent.decode()

    async def listen(self, heard: Heard) -> None:
        import psycopg
        from psycopg import sql
        from psycopg.conninfo import make_conninfo

        ours = f'["{self._origin}"'
        address = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(make_conninfo(address, **PATIENCE), autocommit=True)
                async with connection:
                    await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
                    await heard(None)
                    async for message in connection.notifies():
                        if not message.payload.startswith(ours):
                            await heard(decoder.decode(message.payload).signal)
            except (psycopg.Error, OSError) as error:
                log.warning("PostgreSQL isn't answering: %s", error)
                await asyncio.sleep(TRY_AGAIN)


def signals_for(url: URL, origin: str, broker: str) -> Any:
    """`broker`: the address of a Redis or the like; empty: PostgreSQL itself."""
    if url.get_backend_name() == "sqlite":
        return NoSignals()
    if not broker:
        return NotifySignals(url, origin)
    from imhotep.server.storage.redis_signals import RedisSignals

    return RedisSignals(broker, origin)
