"""Everything a server process has, tied together once."""

import asyncio
import contextlib
import hashlib
import logging
import secrets as random_secrets
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from imhotep.server.clock import DAY, WallClock
from imhotep.server.errors import Refused
from imhotep.server.games.commands import ATTEMPTS, Command, GameCommands
from imhotep.server.games.live import Games, Live
from imhotep.server.games.timeouts import Timeouts
from imhotep.server.metrics import Metrics
from imhotep.server.operator_pages import read_pages
from imhotep.server.people.accounts import gone_of
from imhotep.server.people.addresses import sweep_counts
from imhotep.server.people.delete_account import AccountDeletion
from imhotep.server.people.limits import Limits
from imhotep.server.people.ratings import steps_of, store_steps
from imhotep.server.people.sessions import Person, good_keys, note_used, sweep_sessions
from imhotep.server.push.hub import Hub, Listener
from imhotep.server.push.messages import Lobby, Room
from imhotep.server.push.presence import Presences
from imhotep.server.settings import Settings
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database, ReadOnlyError, StorageError
from imhotep.server.storage.maintenance import read_maintenance
from imhotep.server.storage.records import has_unpacked, pack_some
from imhotep.server.storage.signals import (
    ALIVE,
    BOTS,
    CHAT,
    HERE,
    LISTED,
    MOVED,
    QUESTIONS,
    ROOM,
    ROOMS,
    SESSIONS,
    TURN,
    Signal,
)
from imhotep.server.tables.chat import heard_by, readable, say
from imhotep.server.tables.former_players import FormerPlayers
from imhotep.server.tables.offers import close_old
from imhotep.server.tables.table_info import TableInfo, listed, read_info
from imhotep.server.work.analysis_jobs import KIND, Analyses
from imhotep.server.work.bot_pool import BotPool
from imhotep.server.work.bot_scheduler import BotScheduler
from imhotep.server.work.jobs import CLAIM, Job, Jobs, Report, Worker, add, finish, sweep
from imhotep.server.work.notifications import AT_ONCE, MAIL, WEBHOOK, Notifications
from imhotep.table.catalogue import catalogue, languages
from imhotep.table.games import RULES

LOBBY_EVERY = 0.5  # seconds
MAINTENANCE_EVERY = 1.0
TIMEOUTS_EVERY = 1.0
PRESENCE_EVERY = 0.5
SEEN_EVERY = 60.0
WANT_EVERY = 0.5
MISSED_EVERY = 5.0  # for signals that were lost
NOTICES_EVERY = 15.0
SWEEP_EVERY = 3600.0
STEPS_EVERY = 120.0
DELETION = "deletion"  # a kind of job
PACK_EVERY = 30.0
PACK_AFTER = 15 * 60_000  # milliseconds after the end of a game
MOST_PACKED = 50  # commits one after the other
LOOKED_AT_ONCE = 500
KEPT = 7 * DAY  # notices that were sent, or could not be
BEGIN_AGAIN = 1.0
KEYS_AT_ONCE = 500  # of sessions

log = logging.getLogger("imhotep.services")


class Services:
    def __init__(self, database: Database, clock: WallClock, settings: Settings | None = None) -> None:
        self.database = database
        self.clock = clock
        self.settings = settings or Settings()
        self.hosts = self.settings.names
        read_editions()
        self.pages = read_pages(self.settings.pages)
        self.secret = database.write_now(signing_secret)
        database.signals.begin(hashlib.sha256(self.secret).hexdigest()[:16])
        self.maintenance = database.read_now(read_maintenance)
        database.read_only = self.maintenance.read_only
        self.games = Games(database)
        self.hub = Hub()
        self.presences = Presences(database, self.hub)
        self.limits = Limits(clock)
        self.metrics = Metrics()
        self.metrics.watch(database.engine)
        database.on_commit = self.metrics.committed
        self.commands = GameCommands(database, self.games, clock, self._moved, self.metrics)
        self.bot_scheduler: BotScheduler | None = None
        self.timeouts = Timeouts(database, self.games, self.commands, clock, self.room_changed)
        self.bot_pool = BotPool(self.settings.workers, self.metrics)
        self.analyses = Analyses(database, self.games, self.commands, clock)
        self.notifications = Notifications(database, clock, self.settings, self.secret)
        workers: dict[str, Worker] = {KIND: self.analyses.work} if self.settings.workers else {}
        workers |= self.notifications.workers | {DELETION: self._delete}
        self.jobs = Jobs(database, clock, workers, AT_ONCE)
        former = FormerPlayers(database, self.games, self.commands, clock, self.room_changed, self.hub.watched)
        self.account_deletion = AccountDeletion(database, clock, former, DeletionJobs(clock), self.hub.drop)
        self._changed_tables: set[str] = set()  # of which the lobby is yet to hear
        self._seen_changes: dict[str, int] = {}  # of tables that are watched, when they were last looked up
        self._seen: set[str] = set()  # people who are yet to be noted
        self._noting = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def keep_running(self) -> None:
        """Until it is cancelled, whatever goes wrong."""
        while True:
            try:
                await self.run()
            except Exception:
                log.exception("work in the background has failed; it starts again")
                await asyncio.sleep(BEGIN_AGAIN)

    async def run(self) -> None:
        """What is to be done beside answering; until it is cancelled."""
        self.bot_scheduler = BotScheduler(self.database, self.games, self.commands, self.clock, self.bot_pool)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self.bot_scheduler.run())
                tasks.create_task(_again_and_again(TIMEOUTS_EVERY, self.timeouts.look))
                tasks.create_task(self.jobs.run())
                tasks.create_task(_again_and_again(MAINTENANCE_EVERY, self.look_at_maintenance))
                tasks.create_task(_again_and_again(LOBBY_EVERY, self._tell_lobby))
                tasks.create_task(_again_and_again(PRESENCE_EVERY, self.presences.look))
                tasks.create_task(_again_and_again(SEEN_EVERY, self._note_who_is_here))
                tasks.create_task(_again_and_again(NOTICES_EVERY, self.tell_who_is_away))
                tasks.create_task(_again_and_again(SWEEP_EVERY, self.sweep))
                tasks.create_task(_again_and_again(PACK_EVERY, self.pack_finished))
                tasks.create_task(_again_and_again(STEPS_EVERY, self.note_rating_steps))
                if not self.database.is_sqlite:
                    tasks.create_task(self.database.signals.listen(self._heard))
                    tasks.create_task(_again_and_again(WANT_EVERY, self._want))
                    tasks.create_task(_again_and_again(MISSED_EVERY, self.look_for_missed))
        finally:
            await self.analyses.close()

    # --- what happened

    def _moved(self, live: Live, room: bool) -> None:
        """A game changed in this process."""
        self.hub.tell(live)
        person = live.deciding_person
        if person is not None:
            self.hub.tell_turn(person, live.id)
        if self.bot_scheduler is not None:
            self.bot_scheduler.note(live)
        if room:
            self._soon(self.room_changed(live.id))

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        """To tell somebody of a change, without anybody waiting for it."""
        task = asyncio.get_running_loop().create_task(_unless_refused(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def room_changed(self, table: str) -> None:
        """Who sits there, whether it has begun, or the like; also by another process."""
        self._changed_tables.add(table)
        await self.games.refresh(table)
        if self.hub.watched(table):
            info = await self.database.read(lambda connection: read_info(connection, table))
            self.hub.tell_room(info)
            self.presences.note(table)
            if info.started is not None:
                await self._tell_game(table)
        if self.bot_scheduler is not None:
            self.bot_scheduler.look()

    def count_command(self, table: str, person: str, command: Command) -> None:
        """However it came; questions whether something may be taken back reach others, and need an answer each."""
        self.limits.count("message", person)
        if command.action in ("ask_undo", "agree", "disagree"):
            self.limits.count("undo", f"{person} {table}")

    async def say(self, table: str, person: Person, text: str) -> None:
        """Write something to the others at a table."""
        at = self.clock.now()
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
        """Another process has written; None: perhaps, and perhaps anything. One table does not wait for another."""
        if signal is None:
            self.presences.ask_anew()
            self._soon(self.end_sockets())
            for table in {*self.games.known, *self.hub.tables}:
                await _unless_refused(self._tell_game(table))
            if self.hub.lobby_is_watched:
                self.hub.tell_lobby(await self.lobby())
        elif signal.kind in (HERE, ALIVE):
            self.presences.hear(signal)
        elif signal.kind == SESSIONS:
            self._soon(self.end_sockets(signal.person))
        elif signal.kind == MOVED:
            self._soon(self._moved_elsewhere(signal))
        elif signal.kind == ROOM:
            self._soon(self.room_changed(signal.table))
        elif signal.kind == CHAT:
            self._soon(self._tell_chat(signal.table))
        elif signal.kind == TURN:
            self.hub.tell_turn(signal.person, signal.table)
        elif signal.kind in (BOTS, LISTED):
            self._changed_tables.update([signal.table] * (signal.kind == LISTED))
            if self.bot_scheduler is not None:
                self.bot_scheduler.look()

    async def _moved_elsewhere(self, signal: Signal) -> None:
        await self.games.follow(signal)
        await self._show_game(signal.table)
        if signal.person:
            self.hub.tell_turn(signal.person, signal.table)
        if signal.bot and self.bot_scheduler is not None:
            self.bot_scheduler.look()

    async def _tell_game(self, table: str) -> None:
        """Those who watch it, if it is not what they know."""
        await self.games.refresh(table)
        await self._show_game(table)

    async def _show_game(self, table: str) -> None:
        if self.hub.watched(table):
            with contextlib.suppress(Refused):  # it has not begun
                async with self.games.hold(table) as live:
                    self.hub.tell(live)

    async def watch(self, listener: Listener, table: str) -> None:
        """From now on, and at once all that there is."""
        info = await self.database.read(lambda connection: read_info(connection, table))
        self.hub.watch(listener, table)
        if not self.database.signals.hears(table):
            await self.database.signals.follow(table)
            info = await self.database.read(lambda connection: read_info(connection, table))
        listener.send(Room(info=info))
        lines = await self.database.read(lambda connection: readable(connection, table, listener.person))
        self.hub.send_chat(listener, table, lines)
        if info.started is not None:
            async with self.games.hold(table) as live:
                self.hub.send_state(listener, live)

    async def _delete(self, job: Job, _: Report) -> bytes:
        await self.account_deletion.take_names_off(msgspec.json.decode(job.order, type=str))
        return b""

    # --- now and then

    async def _want(self) -> None:
        """Signals of what somebody looks at here."""
        bots = self.settings.workers > 0
        more = [ROOMS] * (bots or self.hub.lobby_is_watched) + [QUESTIONS] * bots
        self.database.signals.want(self.hub.tables, self.hub.people, more)

    async def look_for_missed(self) -> None:
        """What somebody looks at, and others have changed without being heard."""
        watched = self.hub.tables
        for first in range(0, len(watched), LOOKED_AT_ONCE):
            some = watched[first : first + LOOKED_AT_ONCE]
            for table, changes, lines in await self.database.read(lambda c, some=some: _changes_of(c, some)):  # type: ignore[misc]
                known = self.games.changes_of(table)
                if changes != (self._seen_changes.get(table) if known is None else known):
                    await _unless_refused(self.room_changed(table))
                if lines > self.hub.chat_told(table):
                    await _unless_refused(self._tell_chat(table))
                self._seen_changes[table] = changes
        self._seen_changes = {table: self._seen_changes[table] for table in watched if table in self._seen_changes}

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
        here = self.hub.people
        for person in await self.database.read(lambda connection: gone_of(connection, here)):
            self.hub.drop(person)  # deleted in another process
        await self.end_sockets()
        keys, now = [listener.session for listener in self.hub.listeners()], self.clock.now()
        for first in range(0, len(keys), KEYS_AT_ONCE):
            some = keys[first : first + KEYS_AT_ONCE]
            await self.database.write(lambda connection, some=some: note_used(connection, some, now))  # type: ignore[misc]
        await self.note_seen(self.hub.people)

    async def end_sockets(self, person: str | None = None) -> None:
        """The connections here of somebody, or of anybody, whose session has ended."""
        listeners, now = [each for each in self.hub.listeners(person) if each.session], self.clock.now()
        for first in range(0, len(listeners), KEYS_AT_ONCE):
            some = listeners[first : first + KEYS_AT_ONCE]
            keys = {listener.session for listener in some}
            good = await self.database.read(lambda connection, keys=keys: good_keys(connection, keys, now))  # type: ignore[misc]
            for listener in some:
                if listener.session not in good:
                    listener.drop()

    async def tell_who_is_away(self) -> None:
        await self.notifications.look(self.jobs)

    async def look_at_maintenance(self) -> None:
        """Whether an operator has changed it."""
        new, before = await self.database.read(read_maintenance), self.maintenance
        if new == before:
            return
        self.maintenance, self.database.read_only = new, new.read_only
        self.hub.announce(new)
        log.warning("maintenance: %s", "nothing is written" if new.read_only else "everything may be written")
        if before.read_only and not new.read_only:  # clocks have been put on, in the database
            for table in self.games.known:
                self.games.forget(table)
            for table in self.hub.tables:
                await self._tell_game(table)
            if self.bot_scheduler is not None:
                self.bot_scheduler.look()

    async def sweep(self) -> None:
        """What is of no use to anybody any more."""
        now = self.clock.now()
        await self.database.write(lambda connection: sweep_sessions(connection, now))
        await self.database.write(lambda connection: sweep_counts(connection, now))
        await self.database.write(lambda connection: sweep(connection, (MAIL, WEBHOOK, DELETION), now - KEPT))
        analysed = now - self.settings.analysis_days * DAY
        await self.database.write(lambda connection: sweep(connection, (KIND,), analysed))
        opened = now - self.settings.open_table_days * DAY
        for table in await self.database.write(lambda connection: close_old(connection, opened, now)):
            await self.room_changed(table)

    async def pack_finished(self) -> None:
        """Games that ended a while ago, and are hardly looked at any more."""
        before = self.clock.now() - PACK_AFTER
        for _ in range(MOST_PACKED):
            if not await self.database.read(lambda connection: has_unpacked(connection, before)):
                return
            if not await self.database.write(lambda connection: pack_some(connection, before)):
                return  # others do

    async def note_rating_steps(self) -> None:
        """So that somebody's place is found without counting everybody above."""
        now = self.clock.now()
        steps = await self.database.read(lambda connection: steps_of(connection, now))
        if steps is not None:
            await self.database.write(lambda connection: store_steps(connection, steps, now))

    async def note_seen(self, people: list[str]) -> None:
        """Who comes or goes while somebody is noted is noted with the next ones: all at once may come and go."""
        self._seen.update(people)
        if self._noting:
            return
        self._noting = True
        try:
            while self._seen:
                noted, self._seen = sorted(self._seen), set()
                now = self.clock.now()
                seen = update(schema.people).where(schema.people.c.id.in_(noted)).values(seen=now)
                await self.database.write(lambda connection, seen=seen: connection.execute(seen))  # type: ignore[misc]
        finally:
            self._noting = False


class DeletionJobs:
    """What is left to do of deletions, as jobs. They name nobody but by an id that nobody has any more."""

    def __init__(self, clock: WallClock) -> None:
        self._clock = clock

    def add(self, connection: Connection, person: str) -> str:
        now = self._clock.now()
        return add(connection, DELETION, person, now, due=now + CLAIM)

    def done(self, connection: Connection, job: str) -> None:
        finish(connection, job, b"")


def _for_lobby(connection: Connection, tables: set[str]) -> tuple[list[TableInfo], list[str]]:
    infos = [read_info(connection, table) for table in sorted(tables)]
    shown = [info for info in infos if info.public and info.state in ("open", "running")]
    return shown, [info.id for info in infos if info.public and info not in shown]


def _changes_of(connection: Connection, tables: list[str]) -> list[tuple[str, int, int]]:
    """Changes and lines of the chat, by table."""
    chat, columns = schema.chat.c, schema.tables.c
    lines = select(func.max(chat.number)).where(chat.table == columns.id).scalar_subquery()
    query = select(columns.id, columns.changes, func.coalesce(lines, 0)).where(columns.id.in_(tables))
    return [(id, changes, count) for id, changes, count in connection.execute(query)]


async def _unless_refused(work: Awaitable[None]) -> None:
    try:
        await work
    except (Refused, StorageError) as error:
        log.info("couldn't announce a change: %s", error)
    except Exception:
        log.exception("couldn't announce a change")


async def _again_and_again(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except ReadOnlyError:
            pass
        except (Refused, StorageError) as error:
            log.warning("%s: %s", work.__name__, error)


def read_editions() -> None:
    """Once, before there are threads: msgspec can't learn a type in two of them at a time."""
    for rules in RULES.values():
        for box in rules.boxes:
            rules.standard_edition(box)
        for language in languages():
            catalogue(rules.id, language)


def signing_secret(connection: Connection) -> bytes:
    """Made once for a database, so that all its processes and all restarts know their own signatures."""
    query = select(schema.secrets.c.value).where(schema.secrets.c.name == "signing")
    found: bytes | None = connection.execute(query).scalar()
    if found is not None:
        return found
    secret = random_secrets.token_bytes(32)
    connection.execute(insert(schema.secrets).values(name="signing", value=secret))
    return secret


def beat(connection: Connection, at: int) -> None:
    """Something is stored, so that one knows whether that is possible."""
    row = {"name": "beat", "value": str(at).encode()}
    values = update(schema.secrets).where(schema.secrets.c.name == "beat").values(value=row["value"])
    if connection.execute(values).rowcount == 0:
        connection.execute(insert(schema.secrets).values(**row))
