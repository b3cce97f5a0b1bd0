"""Everything a server process has, tied together once."""

import asyncio
import contextlib
import logging
import secrets as random_secrets
from collections.abc import Awaitable, Callable

from sqlalchemy import Connection, insert, select, update

from imhotep.server.duties import Duties
from imhotep.server.errors import Refused
from imhotep.server.hub import Hub, Listener
from imhotep.server.infos import TableInfo, listed, read_info
from imhotep.server.jobs import Jobs
from imhotep.server.limits import Limits
from imhotep.server.live import Games, Live
from imhotep.server.messages import Lobby, Room
from imhotep.server.moments import Moments
from imhotep.server.people import Person
from imhotep.server.play import ATTEMPTS, Play
from imhotep.server.settings import Settings
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database, StorageError
from imhotep.server.storage.signals import CHAT, MOVED, ROOM, Signal, listen
from imhotep.server.talk import heard_by, readable, say
from imhotep.server.thinkers import Thinkers

LOBBY_EVERY = 0.5  # seconds
SEEN_EVERY = 60.0

log = logging.getLogger("imhotep.services")


class Services:
    def __init__(self, database: Database, moments: Moments, settings: Settings | None = None) -> None:
        self.database = database
        self.moments = moments
        self.settings = settings or Settings()
        self.secret = database.write_now(signing_secret)
        self.games = Games(database)
        self.hub = Hub()
        self.limits = Limits(moments)
        self.play = Play(database, self.games, moments, self._moved)
        self.duties: Duties | None = None
        self.jobs = Jobs(database, moments, {})
        self._changed_tables: set[str] = set()  # of which the lobby is yet to hear

    async def run(self) -> None:
        """What is to be done beside answering; until it is cancelled."""
        self.duties = Duties(self.database, self.games, self.play, self.moments, Thinkers(self.settings.workers))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.duties.run())
            tasks.create_task(self.jobs.run())
            tasks.create_task(_again_and_again(LOBBY_EVERY, self._tell_lobby))
            tasks.create_task(_again_and_again(SEEN_EVERY, self._note_who_is_here))
            if not self.database.is_sqlite:
                tasks.create_task(listen(self.database, self._heard))

    # --- what happened

    def _moved(self, live: Live, room: bool) -> None:
        """A game changed in this process."""
        self.hub.tell(live)
        person = live.deciding_person
        if person is not None:
            self.hub.tell_turn(person, live.id)
        if self.duties is not None:
            self.duties.note(live)
        if room:
            asyncio.get_running_loop().create_task(self.room_changed(live.id))

    async def room_changed(self, table: str) -> None:
        """Who sits there, whether it has begun, or the like; also by another process."""
        self._changed_tables.add(table)
        if self.hub.watched(table):
            info = await self.database.read(lambda connection: read_info(connection, table))
            self.hub.tell_room(info)
            if info.started is not None:
                await self._tell_game(table)
        if self.duties is not None:
            self.duties.look()

    async def say(self, table: str, person: Person, text: str) -> None:
        """Write something to the others at a table."""
        at = self.moments.now()
        for attempt in range(ATTEMPTS):
            try:
                await self.database.write(lambda connection: say(connection, table, person, text, at))
                break
            except StorageError:  # somebody else's line has got the same number
                if attempt == ATTEMPTS - 1:
                    raise
        await self._tell_chat(table)

    async def _tell_chat(self, table: str) -> None:
        """Those who watch a table, of what was written there since."""
        if self.hub.watched(table):
            after = self.hub.chat_told(table)
            for line, deaf in await self.database.read(lambda connection: heard_by(connection, table, after)):
                self.hub.tell_chat(table, line, deaf)

    async def _heard(self, signal: Signal | None) -> None:
        """Another process has written; None: perhaps, and perhaps anything."""
        try:
            if signal is None:
                for table in {*self.games.known, *self.hub.tables}:
                    await self._tell_game(table)
                return
            if signal.kind == MOVED:
                await self._tell_game(signal.table)
                if signal.person:
                    self.hub.tell_turn(signal.person, signal.table)
                if signal.bot and self.duties is not None:
                    self.duties.look()
            elif signal.kind == ROOM:
                await self.room_changed(signal.table)
            elif signal.kind == CHAT:
                await self._tell_chat(signal.table)
        except (Refused, StorageError) as error:
            log.info("could not tell of a change: %s", error)

    async def _tell_game(self, table: str) -> None:
        """Those who watch it, if it is not what they know."""
        await self.games.refresh(table)
        if self.hub.watched(table):
            with contextlib.suppress(Refused):  # it has not begun
                async with self.games.hold(table) as live:
                    self.hub.tell(live)

    async def watch(self, listener: Listener, table: str) -> None:
        """From now on, and at once all that there is."""
        info = await self.database.read(lambda connection: read_info(connection, table))
        self.hub.watch(listener, table)
        listener.send(Room(info=info))
        lines = await self.database.read(lambda connection: readable(connection, table, listener.person))
        self.hub.send_chat(listener, table, lines)
        if info.started is not None:
            async with self.games.hold(table) as live:
                self.hub.send_state(listener, live)

    # --- now and then

    async def _tell_lobby(self) -> None:
        changed, self._changed_tables = self._changed_tables, set()
        if changed and self.hub.lobby_is_watched:
            found, gone = await self.database.read(lambda connection: _for_lobby(connection, changed))
            self.hub.tell_lobby(Lobby(whole=False, tables=found, gone=gone))

    async def lobby(self) -> Lobby:
        return Lobby(
            whole=True,
            tables=await self.database.read(
                lambda connection: listed(connection, "open") + listed(connection, "running")
            ),
        )

    async def _note_who_is_here(self) -> None:
        await self.note_seen(self.hub.people)

    async def note_seen(self, people: list[str]) -> None:
        if people:
            now = self.moments.now()
            seen = update(schema.people).where(schema.people.c.id.in_(people)).values(seen=now)
            await self.database.write(lambda connection: connection.execute(seen))


def _for_lobby(connection: Connection, tables: set[str]) -> tuple[list[TableInfo], list[str]]:
    infos = [read_info(connection, table) for table in sorted(tables)]
    shown = [info for info in infos if info.public and info.state in ("open", "running")]
    return shown, [info.id for info in infos if info.public and info not in shown]


async def _again_and_again(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except (Refused, StorageError) as error:
            log.warning("%s: %s", work.__name__, error)


def signing_secret(connection: Connection) -> bytes:
    """Made once for a database, so that all its processes and all restarts know their own signatures."""
    query = select(schema.secrets.c.value).where(schema.secrets.c.name == "signing")
    found: bytes | None = connection.execute(query).scalar()
    if found is not None:
        return found
    secret = random_secrets.token_bytes(32)
    connection.execute(insert(schema.secrets).values(name="signing", value=secret))
    return secret
