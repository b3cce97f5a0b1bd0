"""Commits a second with so many writers: each moves in games of its own, and tells others as the server does."""

import multiprocessing
import os
import threading
import time
from multiprocessing.synchronize import Barrier
from typing import Any

from sqlalchemy import Connection, text

from imhotep.server.errors import Stale
from imhotep.server.storage.database import Database
from imhotep.server.storage.moves import Moves
from imhotep.server.storage.signals import MOVED, TOLD, Signal
from server_bench.machine import Watch, with_children

PROCESSES = 4
GAMES_EACH = 8

Game = tuple[str, int, int]  # id, changes, entries


def commits(url: str, broker: str, writers: int, games: list[Game], seconds: float, pids: dict[str, int]) -> Any:
    """A second, and microseconds on a core for each: in the writers, in the database, in the broker."""
    started = multiprocessing.get_context("spawn")
    processes = min(PROCESSES, writers)
    barrier, done = started.Barrier(processes + 1), started.Queue()
    shares = [games[number::writers][:GAMES_EACH] for number in range(writers)]
    running = [
        started.Process(target=_write, args=(url, broker, shares[number::processes], seconds, barrier, done))
        for number in range(processes)
    ]
    for process in running:
        process.start()
    barrier.wait(120)
    own = [process.pid for process in running if process.pid is not None]
    watched = {"writers": own, "database": with_children(pids["database"])}
    watched |= {"broker": [pids["broker"]]} if broker else {}
    watch, began = Watch(watched), time.perf_counter()
    time.sleep(seconds * 0.9)  # while all of them are at it
    shares_of_time, took = watch.shares(), time.perf_counter() - began
    counts = [done.get(timeout=120) for _ in running]
    for process in running:
        process.join(60)
    rate = sum(counts) / seconds
    cores = {name: share["core"] for name, share in shares_of_time.items() if name != "machine"}
    return {
        "commits_a_second": rate,
        "microseconds_a_commit": {name: core / rate * 1e6 for name, core in cores.items()},
        "idle": shares_of_time["machine"]["idle"],
        "seconds": took,
    }


def _write(url: str, broker: str, shares: list[list[Game]], seconds: float, barrier: Barrier, done: Any) -> None:
    database = Database(url, broker)
    database.signals.begin(f"bench{os.getppid()}")
    counts = [0] * len(shares)
    engine = database.engine.execution_options(isolation_level="AUTOCOMMIT")
    engine.pool._pool.maxsize = len(shares) + 2  # type: ignore[attr-defined]
    engine.pool._max_overflow = len(shares)  # type: ignore[attr-defined]
    connections = [engine.connect() for _ in shares]
    for connection in connections:
        connection.execute(text("SELECT 1"))
    barrier.wait(120)
    end = time.perf_counter() + seconds
    threads = [
        threading.Thread(target=_play, args=(database, connection, games, end, counts, number))
        for number, (connection, games) in enumerate(zip(connections, shares, strict=True))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done.put(sum(counts))
    for connection in connections:
        connection.close()
    database.close()


def _play(
    database: Database, connection: Connection, games: list[Game], end: float, counts: list[int], number: int
) -> None:
    state = {table: [changes, entries] for table, changes, entries in games}
    while time.perf_counter() < end:
        for table, at in state.items():
            moment = time.time_ns() // 1_000_000
            change = {"of_table": table, "before": at[0], "changes": at[0] + 1, "entries": at[1] + 1, "decider": 0}
            change |= dict.fromkeys(("thinker", "due", "unrated", "asked", "claimed")) | {"moved": moment}
            row = {"table": table, "number": at[1] + 1, "text": "white: load 1 1", "at": moment, "command": None}
            signal = Signal(MOVED, table, "somebody", False, at[0] + 1, [("white: load 1 1", moment)])
            job = Moves(change, [row], signal, Stale("somebody else was faster"))
            if Moves.together(connection, [job]):
                at[0], at[1] = at[0] + 1, at[1] + 1
                counts[number] += 1
            database.signals.publish(connection.info.pop(TOLD, []))
