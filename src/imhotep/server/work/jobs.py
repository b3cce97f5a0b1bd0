"""Work that may wait, and must not be forgotten: analyses, mails, webhooks.

A job is a row, which is claimed by who works on it: `due` says not only from when on it may be done, but also, while
it is, until when its claim holds.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from imhotep.server.clock import WallClock
from imhotep.server.errors import Refused
from imhotep.server.ids import new_id
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database, StorageError
from imhotep.server.work.claims import Claims

CLAIM = 10_000  # milliseconds
LOOK_EVERY = 1.0  # seconds
MOST_TRIES = 5
WAIT_AFTER = 30_000  # milliseconds, doubled by each further failure

log = logging.getLogger("imhotep.jobs")

claims = Claims(schema.jobs.c.due, lasts=CLAIM, renew_every=3.0)


class JobFailed(Exception):  # noqa: N818
    """It can't be done now; perhaps later, unless it is hopeless."""

    def __init__(self, reason: str, hopeless: bool = False) -> None:
        super().__init__(reason)
        self.hopeless = hopeless


class Job(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    kind: str
    table: str | None
    person: str | None
    order: str  # JSON, its kind knows of what
    state: str  # waiting, running, done or failed
    progress: float  # from 0 to 1
    tries: int
    created: int
    due: int


Report = Callable[[float], None]  # of progress
Worker = Callable[[Job, Report], Awaitable[bytes]]  # does it; the result


class Jobs:
    """Works on what is due: a job of each kind at a time, or several where they wait for others."""

    def __init__(
        self,
        database: Database,
        clock: WallClock,
        workers: Mapping[str, Worker],
        at_once: Mapping[str, int] | None = None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._workers = workers
        self._at_once = at_once or {}
        self._look = {kind: asyncio.Event() for kind in workers}

    def look(self, kind: str) -> None:
        """There is a new one."""
        if kind in self._look:
            self._look[kind].set()

    async def run(self) -> None:
        """Until it is cancelled."""
        async with asyncio.TaskGroup() as tasks:
            for kind, worker in self._workers.items():
                tasks.create_task(self._run(kind, worker))

    async def _run(self, kind: str, worker: Worker) -> None:
        free = asyncio.Semaphore(self._at_once.get(kind, 1))

        async def work(job: Job) -> None:
            try:
                await self._work(job, worker)
            except StorageError as error:
                log.warning("the database isn't answering: %s", error)
            finally:
                free.release()

        async with asyncio.TaskGroup() as tasks:
            while True:
                self._look[kind].clear()
                while True:
                    await free.acquire()
                    job = await self._next(kind)
                    if job is None:
                        free.release()
                        break
                    tasks.create_task(work(job))
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY):
                        await self._look[kind].wait()

    async def work_once(self, kind: str, worker: Worker) -> bool:
        """Take the next job, if one is due."""
        job = await self._claim(kind)
        if job is not None:
            await self._work(job, worker)
        return job is not None

    async def _next(self, kind: str) -> Job | None:
        try:
            return await self._claim(kind)
        except StorageError as error:
            log.warning("the database isn't answering: %s", error)
            return None

    async def _claim(self, kind: str) -> Job | None:
        now = self._clock.now()
        if self._database.read_only or not await self._database.read(lambda connection: due(connection, kind, now)):
            return None
        return await self._database.write(lambda connection: claim(connection, kind, now))

    async def _work(self, job: Job, worker: Worker) -> None:
        reached = {"progress": job.progress}
        row = (schema.jobs.c.id == job.id, schema.jobs.c.state == "running")
        try:
            async with claims.kept(self._database, self._clock, row, lambda: reached):
                result = await worker(job, lambda progress: reached.__setitem__("progress", progress))
        except JobFailed as failure:
            log.warning("%s %s: %s", job.kind, job.id, failure)
            await self._put_back(job, str(failure), not failure.hopeless)
        except (Refused, StorageError) as problem:
            log.warning("%s %s: %s", job.kind, job.id, problem)
            await self._put_back(job, str(problem), again=True)
        except Exception as mistake:  # our own: the other jobs go on
            log.exception("%s %s failed", job.kind, job.id)
            await self._put_back(job, type(mistake).__name__, again=True)
        else:
            await self._database.write(lambda connection: finish(connection, job.id, result))

    async def _put_back(self, job: Job, reason: str, again: bool) -> None:
        now = self._clock.now()
        await self._database.write(lambda connection: put_back(connection, job, reason, now, again))


# --- rows


def add(
    connection: Connection,
    kind: str,
    order: Any,
    at: int,
    table: str | None = None,
    person: str | None = None,
    due: int | None = None,
    id: str | None = None,
) -> str:
    """A new job's id. It is done in the same commit as what it belongs to, or not at all."""
    id = id or new_id()
    row: dict[str, Any] = {
        "id": id,
        "kind": kind,
        "table": table,
        "person": person,
        "order": msgspec.json.encode(order).decode(),
    }
    row |= {"state": "waiting", "progress": 0.0, "tries": 0, "created": at, "due": at if due is None else due}
    connection.execute(insert(schema.jobs).values(**row))
    return id


def read_job(connection: Connection, id: str) -> Job | None:
    columns = [schema.jobs.c[name] for name in Job.__struct_fields__]
    row = connection.execute(select(*columns).where(schema.jobs.c.id == id)).mappings().first()
    return None if row is None else Job(**row)


def jobs_of(connection: Connection, kind: str, table: str, most: int) -> list[Job]:
    """The latest ones of a table."""
    columns, jobs = [schema.jobs.c[name] for name in Job.__struct_fields__], schema.jobs.c
    query = select(*columns).where(jobs.table == table, jobs.kind == kind)
    rows = connection.execute(query.order_by(jobs.created.desc()).limit(most)).mappings()
    return [Job(**row) for row in rows]


def result_of(connection: Connection, id: str) -> bytes | None:
    found: bytes | None = connection.execute(select(schema.jobs.c.result).where(schema.jobs.c.id == id)).scalar()
    return found


def due(connection: Connection, kind: str, now: int, to_claim: bool = False) -> str | None:
    """The one that has waited longest; also one whose worker is gone. Of analyses, which take minutes, that of who had
    none for longest. To claim it, it is one that nobody else is just claiming."""
    jobs = schema.jobs.c
    query = select(jobs.id).where(jobs.kind == kind, or_(jobs.state == "waiting", jobs.state == "running"))
    order: list[ColumnElement[Any]] = [jobs.due]
    if kind == schema.ANALYSIS:
        others = schema.jobs.alias().c
        had = select(func.max(others.due)).where(others.person == jobs.person, others.kind == kind)
        order.insert(0, func.coalesce(had.where(others.state != "waiting").scalar_subquery(), 0))
    query = query.where(claims.free(now)).order_by(*order).limit(1)
    if to_claim:
        query = query.with_for_update(skip_locked=True, of=schema.jobs)
    found: str | None = connection.execute(query).scalar()
    return found


def claim(connection: Connection, kind: str, now: int) -> Job | None:
    id = due(connection, kind, now, to_claim=True)
    if id is None:
        return None
    tries = schema.jobs.c.tries + 1
    if not claims.take(connection, [schema.jobs.c.id == id], now, state="running", tries=tries):
        return None
    job = read_job(connection, id)
    if job is not None and job.tries > MOST_TRIES:  # its workers die
        put_back(connection, job, "given up", now, again=False)
        return None
    return job


def finish(connection: Connection, id: str, result: bytes) -> None:
    done = {"state": "done", "progress": 1.0, "result": result}
    connection.execute(update(schema.jobs).where(schema.jobs.c.id == id).values(**done))


def put_back(connection: Connection, job: Job, reason: str, now: int, again: bool) -> None:
    """Try later, or never again."""
    later = again and job.tries < MOST_TRIES
    values: dict[str, Any] = {"state": "waiting" if later else "failed", "result": reason.encode()}
    values["due"] = now + WAIT_AFTER * 2 ** (job.tries - 1)
    connection.execute(update(schema.jobs).where(schema.jobs.c.id == job.id).values(**values))


def sweep(connection: Connection, kinds: Collection[str], before: int) -> None:
    """Forget those of these kinds that came to an end and are older."""
    ended = (schema.jobs.c.state == "done", schema.jobs.c.state == "failed")
    where = (schema.jobs.c.kind.in_(kinds), or_(*ended), schema.jobs.c.created <= before)
    connection.execute(delete(schema.jobs).where(*where))
