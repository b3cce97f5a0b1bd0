"""Reading and writing without waiting for each other.

A job is a function that gets a connection and does nothing but read and write. Writing jobs that come in while the disk
is busy share the next commit; if one fails, all are tried again, each behind its own savepoint, so that it harms no
other. Most jobs are moves, which are the same statements with other values: those of one commit go to the database at
once, with PostgreSQL in one statement. Whoever waits for a job is answered after the commit.
"""

import asyncio
import contextlib
import os
import queue
import secrets
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    DisconnectionError,
    IntegrityError,
    InterfaceError,
    OperationalError,
)
from sqlalchemy.pool import ConnectionPoolEntry

from imhotep.server.errors import Refused
from imhotep.server.storage.signals import PATIENCE, TOLD, NoSignals, Signal, Signals, signals_for
from imhotep.server.storage.versions import named

T = TypeVar("T")

READERS = 4
MOST_AT_ONCE = 256  # jobs of one commit
GATHER = 0.008  # seconds; while commits follow each other
IDLE = 1.0  # seconds after which a connection is asked whether it lives
BUSY_MILLIS = 10_000  # to wait for another process that writes


class StorageError(Exception):
    """The database did not answer, or not in time. What was to be written may be there or not."""

    def __init__(self, message: str = "", outage: bool = True) -> None:
        """Not an `outage`: it has answered, that this doesn't fit to what is there."""
        super().__init__(message)
        self.outage = outage


class Writing(NamedTuple):
    """How writing goes: `since` is when it last went well, in seconds of `time.monotonic`; `problem` is what has gone
    wrong after that, and `waiting` since when a commit has not come to its end."""

    since: float | None
    problem: str | None
    waiting: float | None


class ReadOnlyError(StorageError):
    """Nothing is written for now, because an operator wants it so."""

    def __init__(self) -> None:
        super().__init__("the server is being maintained, and nothing can be changed for now; come back in a while")


class SharedJob(ABC):
    """One of many jobs that are the same statements with other values. Each changes a row, which `name` says, unless
    somebody else has changed it: then `failure` is its outcome."""

    def __init__(self, name: str, failure: Exception) -> None:
        self.name = name
        self.failure = failure

    @abstractmethod
    def __call__(self, connection: Connection) -> None:
        """This one alone."""

    @staticmethod
    @abstractmethod
    def together(connection: Connection, jobs: Sequence["SharedJob"]) -> set[str]:
        """Several of different names, in as few steps as can be: after each the writer waits until the interpreter has
        time for it again. Answers which of them could be carried out: with SQLite all or none."""


class _Job(NamedTuple):
    work: Callable[[Connection], Any]
    answer: "Future[Any] | asyncio.Future[Any]"
    loop: asyncio.AbstractEventLoop | None  # of the answer


_Queue = queue.SimpleQueue[_Job | None]


class _Outcome(NamedTuple):
    job: _Job
    result: Any
    problem: Exception | None


class Database:
    """Opened once a process. `write` and `read` may be called from any thread and any event loop."""

    def __init__(self, url: str, broker: str = "", is_process: bool = True) -> None:
        """`broker`: of signals to other processes, where that isn't PostgreSQL itself.
        `is_process`: a server's or a worker's, whom others see there; not of a command that soon ends."""
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.origin = secrets.token_hex(8)  # by which a process knows its own signals
        self.signals: Signals = signals_for(self.url, self.origin, broker)
        self.engine = make_engine(self.url, self.signals, named() if is_process else {})
        self._autocommit = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        # Statements of one reading see the same moment. SQLite's do by themselves; with PostgreSQL a game was read with
        # entries that came after what was read of its table, and those were played once more when they were told.
        one_moment = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reading = self.engine.execution_options(**one_moment)
        self.read_only = False  # what is asked for from now on isn't written
        self.on_commit: Callable[[int, float], None] = lambda jobs, seconds: None
        self._written: float | None = None
        self._failed: str | None = None
        self._begun: dict[str, float] = {}  # commits, by the queue that they are of
        self._jobs: _Queue = queue.SimpleQueue()
        self._moves: _Queue = self._jobs if self.is_sqlite else queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        queues = [self._jobs] if self.is_sqlite else [self._jobs, self._moves]
        self._writers = {each: threading.Thread(target=self._write_on, args=(each,), name="writer") for each in queues}
        for writer in self._writers.values():
            writer.daemon = True
            writer.start()

    # --- from a coroutine

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Done, and on disk."""
        self._must_not_be_read_only()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._put(_Job(work, answer, loop))
        return await answer

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self._readers.submit(self.read_now, work))

    # --- from a thread

    def submit(self, work: Callable[[Connection], T], always: bool = False) -> "Future[T]":
        """`always`: for operators, also where nobody else may write."""
        self._must_not_be_read_only(always)
        answer: Future[T] = Future()
        self._put(_Job(work, answer, None))
        return answer

    def write_now(self, work: Callable[[Connection], T], always: bool = False) -> T:
        return self.submit(work, always).result()

    def _must_not_be_read_only(self, always: bool = False) -> None:
        if self.read_only and not always:
            raise ReadOnlyError

    def read_now(self, work: Callable[[Connection], T]) -> T:
        try:
            with self._reading.connect() as connection:
                return work(connection)
        except DBAPIError as error:
            raise unless_ours(error) from error
        except OverflowError as error:
            raise _unfit() from error

    @property
    def writing(self) -> Writing:
        """For who wants to know whether all is well."""
        return Writing(self._written, self._failed, min(list(self._begun.values()), default=None))

    def close(self) -> None:
        """Finish what was asked for."""
        for jobs, writer in self._writers.items():
            jobs.put(None)
            writer.join()
        self._readers.shutdown()
        self.signals.close()
        self.engine.dispose()

    # --- the writer; with PostgreSQL moves have one of their own, so that they don't wait for what takes longer

    def _put(self, job: _Job) -> None:
        (self._moves if isinstance(job.work, SharedJob) else self._jobs).put(job)

    def _write_on(self, jobs: _Queue) -> None:
        written = 0.0
        while True:
            job = jobs.get()
            if jobs is self._moves and time.monotonic() - written < GATHER:
                time.sleep(GATHER)  # it is busy: a commit costs much the same, whatever is in it
            batch: list[_Job] = []
            while job is not None and len(batch) < MOST_AT_ONCE:
                batch.append(job)
                try:
                    job = jobs.get_nowait()
                except queue.Empty:
                    break
            if batch:
                self._commit_all(batch)
                written = time.monotonic()
            if job is None:
                return

    def _commit_all(self, batch: list[_Job]) -> None:
        """With SQLite in one transaction; with PostgreSQL, where others write as well, only moves share one: what
        locks more than a row might wait for who waits for it."""
        if self.is_sqlite:
            self._commit(batch, self._in_one_transaction)
            return
        moves = [job for job in batch if isinstance(job.work, SharedJob)]
        if moves:
            self._commit(moves, self._in_one_statement)
        for job in batch:
            if not isinstance(job.work, SharedJob):
                self._commit([job], self._in_one_transaction)

    def _commit(self, batch: list[_Job], at_once: Callable[[list[_Job]], list[_Outcome]]) -> None:
        jobs = [job for job in batch if _begin(job)]
        if not jobs:
            return
        began, which = time.perf_counter(), "moves" if isinstance(jobs[0].work, SharedJob) else "jobs"
        self._begun[which] = time.monotonic()
        try:
            done = at_once(jobs) or self._one_by_one(jobs)
        except Exception as error:  # the transaction as a whole: nothing of it is there, or nobody knows
            failure = StorageError(str(error))
            done = [_Outcome(job, None, failure) for job in jobs]
        del self._begun[which]
        self._note([problem for _, _, problem in done])
        self.on_commit(len(batch), time.perf_counter() - began)
        loops = {job.loop for job, _, _ in done}
        for loop in loops:
            outcomes = [outcome for outcome in done if outcome.job.loop is loop]
            if loop is None:
                _answer(outcomes)
            else:
                with contextlib.suppress(RuntimeError):  # it is closed: nobody waits
                    loop.call_soon_threadsafe(_answer, outcomes)

    def _note(self, problems: list[Exception | None]) -> None:
        """What was refused for a reason of its own says nothing about the disk."""
        failed = [problem for problem in problems if isinstance(problem, StorageError) and problem.outage]
        if len(failed) < len(problems):
            self._written, self._failed = time.monotonic(), None
        else:
            self._failed = str(failed[0])

    def _in_one_transaction(self, jobs: list[_Job]) -> list[_Outcome]:
        """The quick way; nothing is written if one of several jobs fails."""
        with self.engine.connect() as connection:
            _told(connection)
            transaction = connection.begin()
            moves = [job for job in jobs if isinstance(job.work, SharedJob)] if len(jobs) > 1 else []
            done: list[_Outcome] = []
            for job in jobs:
                if moves and isinstance(job.work, SharedJob):
                    continue
                done.append(_attempt(connection, job))
                if done[-1].problem is not None:
                    transaction.rollback()
                    return done if len(jobs) == 1 else []
            shared = _together(connection, moves) if moves else []
            if len(shared) < len(moves) or any(outcome.problem is not None for outcome in shared):
                transaction.rollback()
                return []
            transaction.commit()
            self.signals.publish(_told(connection))
        return done + shared

    def _in_one_statement(self, jobs: list[_Job]) -> list[_Outcome]:
        """The quickest way, which is a transaction of its own. Nothing is written if it fails as a whole."""
        with self._autocommit.connect() as connection:
            _told(connection)
            done = _together(connection, jobs)
            self.signals.publish(_told(connection))
            return done

    def _one_by_one(self, jobs: list[_Job]) -> list[_Outcome]:
        """Each behind a savepoint of its own, so that one that fails harms no other."""
        done: list[_Outcome] = []
        told: list[Signal] = []
        with self.engine.begin() as connection:
            for job in jobs:
                savepoint = connection.begin_nested()
                _told(connection)
                done.append(_attempt(connection, job))
                if done[-1].problem is None:
                    savepoint.commit()
                    told += _told(connection)
                else:
                    savepoint.rollback()
        self.signals.publish(told)
        return done


def _told(connection: Connection) -> list[Signal]:
    """What the jobs on this connection have told since somebody asked for it."""
    told: list[Signal] = connection.info.pop(TOLD, [])
    return told


def _together(connection: Connection, jobs: list[_Job]) -> list[_Outcome]:
    """Shared jobs; nothing if that is not possible."""
    works = {job.work.name: job.work for job in jobs if isinstance(job.work, SharedJob)}
    if len(works) < len(jobs):  # several want to change the same row
        return []
    shared = list(works.values())
    try:
        changed = type(shared[0]).together(connection, shared)
    except Exception as error:  # of one of them: tried alone, it will be told from the others
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            raise
        return []
    return [
        _Outcome(job, None, None if work.name in changed else work.failure)
        for job, work in zip(jobs, shared, strict=True)
    ]


def _begin(job: _Job) -> bool:
    """Whether anybody still wants it."""
    if isinstance(job.answer, Future):
        return job.answer.set_running_or_notify_cancel()
    return not job.answer.cancelled()


def _answer(outcomes: list[_Outcome]) -> None:
    for job, result, problem in outcomes:
        if job.answer.cancelled():
            continue
        with contextlib.suppress(InvalidStateError):  # nobody waits for it any more
            if problem is None:
                job.answer.set_result(result)
            else:
                job.answer.set_exception(problem)


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
    return Refused("a value can't be stored", "bad_value")


def unless_ours(error: DBAPIError) -> Exception:
    """A wrong statement is our own mistake; what is the database's, or another process's, may go well next time."""
    if isinstance(error, DataError):
        return _unfit()
    theirs = error.connection_invalidated or isinstance(error, OperationalError | InterfaceError | IntegrityError)
    return StorageError(str(error.orig), not isinstance(error, IntegrityError)) if theirs else error


def make_engine(url: URL, signals: Signals | None = None, name: Mapping[str, Any] = MappingProxyType({})) -> Engine:
    """`name`: `versions.named`, for connections of servers and workers."""
    options = {"signals": signals or NoSignals()}
    if url.get_backend_name() != "sqlite":
        engine = create_engine(
            url,
            pool_size=READERS + 2,
            connect_args={**PATIENCE, **name},
            hide_parameters=True,
            execution_options=options,
        )
        _ask_if_idle(engine)
        return engine
    return _sqlite_engine(url, options)


def _ask_if_idle(engine: Engine) -> None:
    """A connection that was not used for a while may be dead: the server was started anew, or a firewall forgot it."""

    @event.listens_for(engine, "checkin")
    def note(_connection: object, record: ConnectionPoolEntry) -> None:
        record.info["used"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def ask(connection: Any, record: ConnectionPoolEntry, _fairy: object) -> None:
        if time.monotonic() - record.info.get("used", 0.0) > IDLE:
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error as error:
                raise DisconnectionError("it isn't answering") from error  # the pool tries another one


def _keep_private(url: URL) -> None:
    """There are secrets in it, and in what SQLite puts beside it, which has the same mode. What can't be made so (a
    read-only disk, no folder) SQLite will say itself."""
    if not url.database or url.database == ":memory:":
        return
    with contextlib.suppress(OSError):
        os.close(os.open(url.database, os.O_RDWR | os.O_CREAT, 0o600))
    for end in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            os.chmod(url.database + end, 0o600)


def _sqlite_engine(url: URL, options: dict[str, Any]) -> Engine:
    _keep_private(url)
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
