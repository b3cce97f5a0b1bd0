"""Reading and writing without waiting for each other.

A job is a function that gets a connection and does nothing but read and write. Writing jobs that come in while the disk
is busy share the next commit; if one fails, all are tried again, each behind its own savepoint, so that it harms no
other. Whoever waits for a job is answered after the commit.
"""

import asyncio
import contextlib
import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, InterfaceError, OperationalError

from imhotep.server.errors import Refused

T = TypeVar("T")

READERS = 4
WRITERS = 4  # of PostgreSQL, which groups commits itself; SQLite has one writer at a time
MOST_AT_ONCE = 256  # jobs of one commit
BUSY_MILLIS = 10_000  # to wait for another process that writes
PATIENCE = {"connect_timeout": 5, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}  # seconds


class StorageError(Exception):
    """The database did not answer, or not in time. What was to be written may be there or not."""


class _Job(NamedTuple):
    work: Callable[[Connection], Any]
    answer: "Future[Any]"


class _Outcome(NamedTuple):
    job: _Job
    result: Any
    problem: Exception | None


class Database:
    """Opened once a process. `write` and `read` may be called from any thread and any event loop."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.origin = secrets.token_hex(8)  # by which a process knows its own signals
        self.engine = make_engine(self.url, self.origin)
        self.on_commit: Callable[[int, float], None] = lambda jobs, seconds: None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        count = 1 if self.is_sqlite else WRITERS
        self._writers = [threading.Thread(target=self._write_on, name="writer", daemon=True) for _ in range(count)]
        for thread in self._writers:
            thread.start()

    # --- from a coroutine

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Done, and on disk."""
        return await asyncio.wrap_future(self.submit(work))

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self._readers.submit(self.read_now, work))

    # --- from a thread

    def submit(self, work: Callable[[Connection], T]) -> "Future[T]":
        answer: Future[T] = Future()
        self._jobs.put(_Job(work, answer))
        return answer

    def write_now(self, work: Callable[[Connection], T]) -> T:
        return self.submit(work).result()

    def read_now(self, work: Callable[[Connection], T]) -> T:
        try:
            with self.engine.connect() as connection:
                return work(connection)
        except DBAPIError as error:
            raise unless_ours(error) from error
        except OverflowError as error:
            raise _unfit() from error

    def close(self) -> None:
        """Finish what was asked for."""
        for _ in self._writers:
            self._jobs.put(None)
        for thread in self._writers:
            thread.join()
        self._readers.shutdown()
        self.engine.dispose()

    # --- the writer

    def _write_on(self) -> None:
        while True:
            first = self._jobs.get()
            if first is None:
                return
            batch, last = [first], False
            while self.is_sqlite and len(batch) < MOST_AT_ONCE:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    last = True
                    break
                batch.append(job)
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: list[_Job]) -> None:
        jobs = [job for job in batch if job.answer.set_running_or_notify_cancel()]
        began = time.perf_counter()
        try:
            done = self._all_at_once(jobs) or self._one_by_one(jobs)
        except Exception as error:  # the transaction as a whole: nothing of it is there, or nobody knows
            failure = StorageError(str(error))
            done = [_Outcome(job, None, failure) for job in jobs]
        self.on_commit(len(batch), time.perf_counter() - began)
        for job, result, problem in done:
            with contextlib.suppress(InvalidStateError):  # nobody waits for it any more
                if problem is None:
                    job.answer.set_result(result)
                else:
                    job.answer.set_exception(problem)

    def _all_at_once(self, jobs: list[_Job]) -> list[_Outcome]:
        """The quick way; nothing is written if one of several jobs fails."""
        with self.engine.connect() as connection:
            transaction = connection.begin()
            done: list[_Outcome] = []
            for job in jobs:
                done.append(_attempt(connection, job))
                if done[-1].problem is not None:
                    transaction.rollback()
                    return done if len(jobs) == 1 else []
            transaction.commit()
        return done

    def _one_by_one(self, jobs: list[_Job]) -> list[_Outcome]:
        """Each behind a savepoint of its own, so that one that fails harms no other."""
        done: list[_Outcome] = []
        with self.engine.begin() as connection:
            for job in jobs:
                savepoint = connection.begin_nested()
                done.append(_attempt(connection, job))
                if done[-1].problem is None:
                    savepoint.commit()
                else:
                    savepoint.rollback()
        return done


def _attempt(connection: Connection, job: _Job) -> _Outcome:
    """What a job answers, or what went wrong with it; if that is the connection, nothing more can be done with it."""
    try:
        return _Outcome(job, job.work(connection), None)
    except DBAPIError as error:
        if error.connection_invalidated:
            raise
        return _Outcome(job, None, unless_ours(error))
    except OverflowError:
        return _Outcome(job, None, _unfit())
    except Exception as error:
        return _Outcome(job, None, error)


def _unfit() -> Refused:
    """A number too large or a text with a NUL: it came from outside."""
    return Refused("a value is none that can be stored", "bad_value")


def unless_ours(error: DBAPIError) -> Exception:
    """A wrong statement is our own mistake; what is the database's, or another process's, may go well next time."""
    if isinstance(error, DataError):
        return _unfit()
    theirs = error.connection_invalidated or isinstance(error, OperationalError | InterfaceError | IntegrityError)
    return StorageError(str(error.orig)) if theirs else error


def make_engine(url: URL, origin: str = "") -> Engine:
    options = {"origin": origin}
    if url.get_backend_name() != "sqlite":
        size = READERS + WRITERS
        return create_engine(
            url,
            pool_size=size,
            pool_pre_ping=True,
            connect_args=PATIENCE,
            hide_parameters=True,
            execution_options=options,
        )
    lenient = {"check_same_thread": False}
    engine = create_engine(
        url, pool_size=READERS + 1, connect_args=lenient, hide_parameters=True, execution_options=options
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # we say ourselves where transactions begin
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MILLIS}"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if threading.current_thread().name == "writer" else "BEGIN")

    return engine
