"""Bots that are to decide, at all tables: who waits for one is read from the database, so nothing is forgotten when a
process dies. A claim keeps two processes from thinking about the same question; it runs out by itself.
"""

import asyncio
import contextlib
import logging
import secrets
from typing import Any

from sqlalchemy import Connection, Select, select

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
        if self._database.is_sqlite:
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
        """Not more than can soon be thought about: other processes may be idle. Each takes other ones of those that
        wait longest."""
        now, room = self._clock.now(), 2 * self._bots.count - len(self._thinking)
        if room <= 0 or not await self._database.read(lambda connection: waiting_for_bots(connection, now)):
            return
        for table, entries in await self._database.write(lambda connection: claim_some(connection, now, room)):
            if table in self._thinking:
                continue  # its claim had run out: we are slow
            task = asyncio.create_task(self._let_one_think(table, entries))
            self._thinking[table] = task
            task.add_done_callback(lambda _, table=table: self._thought(table))  # type: ignore[misc]

    def _thought(self, table: str) -> None:
        self._thinking.pop(table, None)
        self._look.set()

    async def _let_one_think(self, table: str, entries: int) -> None:
        """About a question that is claimed, and was due when the game had so many entries."""
        row = (schema.tables.c.id == table, schema.tables.c.entries == entries)
        try:
            async with claims.kept(self._database, self._clock, row):
                try:
                    seat, question = await self._question(table, entries)
                    move = await self._bots.think(question)
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


def waiting_for_bots(connection: Connection, now: int) -> bool:
    """Whether any question is free."""
    return connection.execute(_questions().where(claims.free(now)).limit(1)).first() is not None


def claim_some(connection: Connection, now: int, most: int) -> list[tuple[str, int]]:
    """Those that wait longest, each with the entries of its game."""
    return [(id, entries) for id, entries in claims.take_some(connection, _questions().limit(most), now)]


def _questions() -> Select[Any, Any]:
    tables = schema.tables.c
    query = select(tables.id, tables.entries).where(tables.thinker.is_not(None), tables.state == "running")
    return query.order_by(tables.moved)


def release_all(connection: Connection) -> None:
    """Where there is only one process, claims from before its start are nobody's."""
    claims.release(connection, [schema.tables.c.thinker.is_not(None), schema.tables.c.claimed.is_not(None)])
