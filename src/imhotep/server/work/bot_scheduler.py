"""Bots that are to decide, at all tables: who waits for one is read from the database, so nothing is forgotten when a
process dies. People's bots think in turn, however many tables somebody has opened. A claim keeps two processes from
thinking about the same question; it runs out by itself.
"""

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, Connection, case, func, select

from imhotep.server.clock import WallClock
from imhotep.server.errors import Refused, Stale
from imhotep.server.games.commands import GameCommands
from imhotep.server.games.live import Games, Live
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database, StorageError
from imhotep.server.work.bot_pool import BotPool
from imhotep.server.work.bot_worker import Question
from imhotep.server.work.claims import Claims
from imhotep.table.record import entry_text, head_of
from imhotep.workers.pool import UnansweredError

LOOK_EVERY = 1.0  # seconds, for what nobody told us of
AT_ONCE = 200  # that are chosen from
MOST_SERVED = 10_000  # people of whom we know when they had a turn

log = logging.getLogger("imhotep.bots")

claims = Claims(schema.tables.c.claimed, lasts=4_000, renew_every=1.5)  # whoever dies is soon replaced


class BotScheduler:
    def __init__(
        self, database: Database, games: Games, commands: GameCommands, clock: WallClock, bots: BotPool
    ) -> None:
        self._database = database
        self._games = games
        self._commands = commands
        self._clock = clock
        self._bots = bots
        self._look = asyncio.Event()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._hosts: dict[str, str] = {}  # of the tables that are thought about
        self._served: dict[str, None] = {}  # hosts, those last whose bots thought last

    def note(self, live: Live) -> None:
        """Something has changed: perhaps a bot is to decide."""
        decider = live.game.decider
        if decider is not None and live.seats[decider].bot is not None:
            self.look()

    @property
    def questions(self) -> int:
        """Which bots think about, or are yet to."""
        return len(self._thinking)

    def look(self) -> None:
        self._look.set()

    async def run(self) -> None:
        """Until it is cancelled."""
        if self._database.is_sqlite and not self._database.read_only:
            await self._database.write(release_all)
        try:
            while True:
                self._look.clear()
                try:
                    await self._let_bots_think()
                except StorageError as error:
                    log.warning("the database isn't answering: %s", error)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY):  # Python 3.11's wait_for may not hear that it is cancelled
                        await self._look.wait()
        finally:
            for task in self._thinking.values():
                task.cancel()
            await asyncio.gather(*self._thinking.values(), return_exceptions=True)
            await self._bots.close()

    async def _let_bots_think(self) -> None:
        """Not more than can soon be thought about: other processes may be idle. Each takes other ones of those whose
        turn it is."""
        now, room = self._clock.now(), 2 * self._bots.count - len(self._thinking)
        if room <= 0 or self._database.read_only:
            return
        most = 2 * room + len(self._thinking)  # others may be quicker
        found = await self._database.read(lambda connection: waiting_for_bots(connection, now, most))
        turns = self._in_turn([(table, host) for table, host in found if table not in self._thinking], 2 * room)
        if not turns:
            return
        hosts = dict(turns)
        for table, entries in await self._database.write(lambda connection: claim_some(connection, now, hosts, room)):
            self._note_served(hosts[table])
            self._hosts[table] = hosts[table]
            task = asyncio.create_task(self._let_one_think(table, entries, hosts[table]))
            self._thinking[table] = task
            task.add_done_callback(lambda _, table=table: self._thought(table))  # type: ignore[misc]

    def _in_turn(self, waiting: Sequence[tuple[str, str]], most: int) -> list[tuple[str, str]]:
        """Whose bots think least now, and have not thought for longest, comes first."""
        thinking = Counter(self._hosts.values())
        served = {host: number for number, host in enumerate(self._served, 1)}
        left = list(waiting)
        chosen: list[tuple[str, str]] = []
        while left and len(chosen) < most:
            best = min(range(len(left)), key=lambda at: (thinking[left[at][1]], served.get(left[at][1], 0), at))
            chosen.append(left.pop(best))
            thinking[chosen[-1][1]] += 1
        return chosen

    def _note_served(self, host: str) -> None:
        self._served.pop(host, None)
        self._served[host] = None
        if len(self._served) > MOST_SERVED:
            del self._served[next(iter(self._served))]

    def _thought(self, table: str) -> None:
        self._thinking.pop(table, None)
        self._hosts.pop(table, None)
        self._look.set()

    async def _let_one_think(self, table: str, entries: int, host: str) -> None:
        """About a question that is claimed, and was due when the game had so many entries."""
        row = (schema.tables.c.id == table, schema.tables.c.entries == entries)
        try:
            async with claims.kept(self._database, self._clock, row):
                try:
                    seat, question = await self._question(table, entries)
                    move = await self._bots.think(question, host)
                except (asyncio.CancelledError, Stale):  # we end, or know too little: another process may think at once
                    await self._database.write(lambda connection: claims.release(connection, row))
                    raise
            await self._commands.decide(table, seat, entries, move)
        except (Refused, StorageError):  # the game went on without us, or will be looked at again
            self._games.forget(table)
        except UnansweredError as error:
            log.error("a bot found no move at table %s: %s", table, error)
            await asyncio.sleep(LOOK_EVERY)

    async def _question(self, table: str, entries: int) -> tuple[int, Question]:
        """For which seat, and what."""
        for known in (True, False):
            async with self._games.hold(table) as live:
                seat, game = live.game.decider, live.game
                spec = None if seat is None else live.seats[seat].bot
                if seat is not None and spec is not None and live.entries == entries:
                    texts = [entry_text(game, entry) for entry in game.entries]
                    seed = secrets.randbits(60)
                    return seat, Question(head=head_of(game), entries=texts, spec=spec, seed=seed)
            if known:
                self._games.forget(table)  # another process knows better
        raise Stale("nobody waits for a bot there")


# --- rows


def waiting_for_bots(connection: Connection, now: int, most: int) -> list[tuple[str, str]]:
    """Tables with their hosts: of each host so many at most, those that wait longest; first one of each."""
    tables = schema.tables.c
    host = func.coalesce(tables.host, tables.id)
    place = func.row_number().over(partition_by=host, order_by=tables.moved).label("place")
    found = select(tables.id, host.label("host"), tables.moved, place).where(*_waits(now)).subquery().c
    query = select(found.id, found.host).where(found.place <= most).order_by(found.place, found.moved)
    return [(table, host) for table, host in connection.execute(query.limit(AT_ONCE))]


def claim_some(connection: Connection, now: int, among: Collection[str], most: int) -> list[tuple[str, int]]:
    """Of these tables the first ones that nobody else is just taking, each with the entries of its game."""
    tables = schema.tables.c
    order = case({table: place for place, table in enumerate(among)}, value=tables.id)
    query = select(tables.id, tables.entries).where(tables.id.in_(among), *_waits(now)).order_by(order).limit(most)
    return [(id, entries) for id, entries in claims.take_some(connection, query, now)]


def count_waiting(connection: Connection, now: int) -> int:
    """At all tables, whichever process will let their bots think."""
    return connection.execute(select(func.count()).select_from(schema.tables).where(*_waits(now))).scalar_one()


def _waits(now: int) -> tuple[ColumnElement[bool], ...]:
    tables = schema.tables.c
    return (tables.thinker.is_not(None), claims.free(now), tables.state == "running")


def release_all(connection: Connection) -> None:
    """Where there is only one process, claims from before its start are nobody's."""
    claims.release(connection, [schema.tables.c.thinker.is_not(None), schema.tables.c.claimed.is_not(None)])
