"""Signals by the publish/subscribe of Redis, or of Valkey, which speaks the same.

There is a channel for each table, and one for each person who is connected somewhere; a process subscribes to those
that somebody looks at there. What it doesn't hear of, it looks up before it uses it. A broker that is away, or that
forgets, costs a delay: all that is watched is looked up every few seconds anyway.
"""

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection

from imhotep.server.storage.signals import (
    BOTS,
    CHAT,
    HERE,
    LISTED,
    MOVED,
    QUESTIONS,
    ROOM,
    ROOMS,
    TOLD,
    TRY_AGAIN,
    TURN,
    Heard,
    Sent,
    Signal,
    decoder,
)
from imhotep.table.errors import SetupError

SOON = 1.0  # seconds in which a subscription is confirmed, or not waited for any longer
ANSWERS = 2.0  # seconds in which the broker does
MOST_AT_ONCE = 500  # signals
PROCESSES = "processes"  # what everybody hears; the last channel to be subscribed to

log = logging.getLogger("imhotep.storage")


def channels_of(signal: Signal) -> Iterator[tuple[str, Signal]]:
    """Where it is told, and what of it there."""
    if signal.kind not in (MOVED, ROOM, CHAT, HERE):
        yield PROCESSES, signal
        return
    yield f"table:{signal.table}", msgspec.structs.replace(signal, person="") if signal.kind == MOVED else signal
    if signal.kind == MOVED and signal.person:
        yield f"person:{signal.person}", Signal(TURN, signal.table, signal.person)
    if signal.kind == MOVED and signal.bot:
        yield QUESTIONS, Signal(BOTS, signal.table)
    if signal.kind == ROOM:
        yield ROOMS, Signal(LISTED, signal.table)


class RedisSignals:
    in_commit = False

    def __init__(self, broker: str, origin: str) -> None:
        try:
            import redis
        except ImportError:
            raise SetupError("signals by Redis need a package: pip install 'imhotep-game[redis]'") from None
        self._redis: Any = redis
        self._broker = broker
        self._origin = origin
        self._prefix = "imhotep:"
        self._wanted: set[str] = set()
        self._confirmed: set[str] = set()
        self._asked: set[str] = set()  # channels that we have asked the broker for
        self._waiting: dict[str, list[asyncio.Event]] = {}
        self._pubsub: Any = None
        self._stirred = asyncio.Event()  # other channels are wanted
        self._to_tell: queue.SimpleQueue[Sequence[Signal] | None] = queue.SimpleQueue()
        self._teller = threading.Thread(target=self._tell_on, name="signals", daemon=True)
        self._teller.start()

    def begin(self, name: str) -> None:
        self._prefix = f"imhotep:{name}:"

    # --- telling

    def tell(self, connection: Connection, signal: Signal) -> None:
        connection.info.setdefault(TOLD, []).append(signal)

    def publish(self, signals: Sequence[Signal]) -> None:
        if signals:
            self._to_tell.put(signals)

    def _tell_on(self) -> None:
        """In a thread of its own: no commit waits for a broker."""
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        options = {"socket_timeout": ANSWERS, "socket_connect_timeout": ANSWERS, "retry": Retry(NoBackoff(), 0)}
        client, well = self._redis.Redis.from_url(self._broker, **options), True
        while True:
            signals = self._to_tell.get()
            while signals is not None and len(signals) < MOST_AT_ONCE:
                try:
                    further = self._to_tell.get_nowait()
                except queue.Empty:
                    break
                if further is None:
                    self._to_tell.put(None)
                    break
                signals = [*signals, *further]
            if signals is None:
                client.close()
                return
            try:
                with client.pipeline(transaction=False) as pipeline:
                    for signal in signals:
                        for channel, told in channels_of(signal):
                            sent = msgspec.json.encode(Sent(self._origin, told))
                            pipeline.publish(self._prefix + channel, sent)
                    pipeline.execute()
                well = True
            except (self._redis.RedisError, OSError) as error:
                if well:
                    log.warning("signals can't be told, so others see later what happens here: %s", error)
                well = False

    # --- hearing

    def hears(self, table: str) -> bool:
        return f"table:{table}" in self._confirmed

    async def follow(self, table: str) -> None:
        channel = f"table:{table}"
        if channel in self._confirmed:
            return
        self._wanted.add(channel)
        confirmed = asyncio.Event()
        self._waiting.setdefault(channel, []).append(confirmed)
        self._stirred.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SOON):
                await confirmed.wait()

    def want(self, tables: Collection[str], people: Collection[str], more: Collection[str]) -> None:
        wanted = {f"table:{table}" for table in tables} | {f"person:{person}" for person in people} | set(more)
        wanted |= self._waiting.keys()
        if wanted != self._wanted:
            self._wanted = wanted
            self._stirred.set()

    async def listen(self, heard: Heard) -> None:
        from redis import asyncio as redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        options: dict[str, Any] = {
            "socket_connect_timeout": ANSWERS,
            "health_check_interval": 10,
            "retry": Retry(NoBackoff(), 0),
        }
        while True:
            client = redis.Redis.from_url(self._broker, **options)
            try:
                async with client, client.pubsub() as pubsub:
                    self._stirred.set()
                    async with asyncio.TaskGroup() as tasks:
                        tasks.create_task(self._subscribe(pubsub))
                        tasks.create_task(self._hear(pubsub, heard))
            except* (self._redis.RedisError, OSError) as problems:
                log.warning("the broker of signals isn't answering: %s", problems.exceptions[0])
            finally:
                self._confirmed.clear()
                self._asked.clear()
            await asyncio.sleep(TRY_AGAIN)

    async def _subscribe(self, pubsub: Any) -> None:
        """To what is wanted, whenever that changes."""
        await pubsub.subscribe(*(self._prefix + channel for channel in [*sorted(self._wanted), PROCESSES]))
        self._asked = {*self._wanted, PROCESSES}
        while True:
            self._stirred.clear()
            wanted = self._wanted | {PROCESSES}
            if more := wanted - self._asked:
                await pubsub.subscribe(*(self._prefix + channel for channel in sorted(more)))
            if less := self._asked - wanted:
                self._confirmed -= less
                await pubsub.unsubscribe(*(self._prefix + channel for channel in sorted(less)))
            self._asked = wanted
            await self._stirred.wait()

    async def _hear(self, pubsub: Any, heard: Heard) -> None:
        while True:
            if PROCESSES not in self._asked:
                await asyncio.sleep(0.01)
                continue
            message = await pubsub.get_message(timeout=30)
            if message is None:
                continue
            channel = message["channel"].decode().removeprefix(self._prefix)
            if message["type"] == "subscribe":
                if channel in self._wanted or channel == PROCESSES:
                    self._confirmed.add(channel)
                for waiting in self._waiting.pop(channel, ()):
                    waiting.set()
                if channel == PROCESSES:  # and all before it
                    await heard(None)
            elif message["type"] == "message":
                sent = decoder.decode(message["data"])
                if sent.origin != self._origin:
                    await heard(sent.signal)

    def close(self) -> None:
        self._to_tell.put(None)
        self._teller.join(2 * ANSWERS)
