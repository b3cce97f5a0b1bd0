"""Games gone through by the lab, as jobs: ordered, worked on in a process of their own, kept.

The same order for the same state of a game is the same job, whoever orders it. Of a running game only one's own
decisions are looked at, and only who ordered that gets to see it.
"""

import asyncio
import hashlib
from typing import Annotated

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, func, select, update
from sqlalchemy.exc import IntegrityError

from imhotep.server.clock import WallClock
from imhotep.server.errors import Forbidden, Refused, TooMany, Unknown
from imhotep.server.games.commands import GameCommands
from imhotep.server.games.live import Games, read_table, viewer_of
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.tables.archive import finished_game
from imhotep.server.tables.table_info import MOST_LISTED
from imhotep.server.work.analysis_worker import AnalysisQuestion
from imhotep.server.work.jobs import Job, JobFailed, Report, add, jobs_of, read_job, result_of
from imhotep.workers.pool import QuestionError, SilentError, UnansweredError, WorkerPool

KIND = schema.ANALYSIS
MOST_AT_ONCE = 3  # that somebody may have waiting or running
SILENCE = 60.0  # seconds
LONGEST = 30 * 60.0


class Wish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How thoroughly, and whether with the true cards instead of what each player could know."""

    sims: Annotated[int, Meta(ge=50, le=10_000)] = 2_000  # a decision
    all_knowing: bool = False


class AnalysisSpec(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of a job."""

    entries: int  # of the game
    sims: int
    all_knowing: bool
    seat: int | None  # of a running game: whose decisions; None: everybody's, the game is over


class AnalysisJob(msgspec.Struct, frozen=True, kw_only=True):
    """How far it is."""

    id: str
    table: str
    entries: int  # of the game that is looked at
    sims: int
    all_knowing: bool
    seat: int | None  # whose decisions only
    state: str  # waiting, running, done or failed
    progress: float  # from 0 to 1
    reason: str | None  # why it failed


class Analyses:
    def __init__(self, database: Database, games: Games, commands: GameCommands, clock: WallClock) -> None:
        self._database = database
        self._games = games
        self._commands = commands
        self._clock = clock
        self.processes = WorkerPool("imhotep.server.work.analysis_worker", 1, SILENCE)

    # --- ordering

    async def order(self, table: str, person: str, wish: Wish) -> str:
        """The job's id."""
        spec, at = await self._spec(table, person, wish), self._clock.now()
        return await self._database.write(lambda connection: place(connection, table, person, spec, at))

    async def _spec(self, table: str, person: str, wish: Wish) -> AnalysisSpec:
        try:
            game = await finished_game(self._database, self._games, table)
        except Forbidden:
            return await self._spec_while_running(table, person, wish)
        return AnalysisSpec(entries=len(game.entries), sims=wish.sims, all_knowing=wish.all_knowing, seat=None)

    async def _spec_while_running(self, table: str, person: str, wish: Wish) -> AnalysisSpec:
        if wish.all_knowing:
            raise Forbidden("what is hidden stays hidden until the game is over", "not_over")
        await self._commands.help(table, person)
        async with self._games.hold(table) as live:
            seat = viewer_of(live, live.seats_of(person))
            if seat is None:
                raise Refused("ask again when it is the turn of somebody at this screen", "not_your_decision")
            return AnalysisSpec(entries=live.entries, sims=wish.sims, all_knowing=False, seat=seat)

    # --- looking

    async def look(self, id: str, person: str | None) -> AnalysisJob:
        job, spec = await self._find(id, person)
        reason = None
        if job.state == "failed":
            words = await self._database.read(lambda connection: result_of(connection, id))
            reason = (words or b"").decode()
        return _shown(job, spec, reason)

    async def made(self, table: str, person: str | None) -> list[AnalysisJob]:
        """What there is of a table and this person may look at: those that are done first, the most thorough ones."""
        jobs = await self._database.read(lambda connection: jobs_of(connection, KIND, table, MOST_LISTED))
        specs = [(job, msgspec.json.decode(job.order, type=AnalysisSpec)) for job in jobs if job.state != "failed"]
        shown = [_shown(job, spec) for job, spec in specs if spec.seat is None or job.person == person]
        return sorted(shown, key=lambda job: (job.state != "done", job.all_knowing, -job.sims))

    async def result(self, id: str, person: str | None) -> bytes:
        """The lab's own JSON."""
        job, spec = await self._find(id, person)
        result = await self._database.read(lambda connection: result_of(connection, id))
        if job.state != "done" or result is None or job.table is None:
            raise Unknown("this analysis isn't finished", "not_done")
        if spec.seat is not None:
            async with self._games.hold(job.table) as live:
                seats = live.seats_of(person)
                if not live.game.is_over and viewer_of(live, seats) != spec.seat:
                    raise Forbidden("this is for somebody else at your screen")
        return result

    async def _find(self, id: str, person: str | None) -> tuple[Job, AnalysisSpec]:
        job = await self._database.read(lambda connection: read_job(connection, id))
        if job is not None and job.kind == KIND:
            spec = msgspec.json.decode(job.order, type=AnalysisSpec)
            if spec.seat is None or job.person == person:
                return job, spec
        raise Unknown("there is no such analysis")

    async def close(self) -> None:
        await self.processes.close()

    # --- working

    async def work(self, job: Job, report: Report) -> bytes:
        """What `Jobs` calls."""
        table, spec = job.table or "", msgspec.json.decode(job.order, type=AnalysisSpec)
        stored = await self._database.read(lambda connection: read_table(connection, table))
        question = AnalysisQuestion(
            head=stored.table["head"],
            entries=[text for text, _ in stored.entries[: spec.entries]],
            sims=spec.sims,
            all_knowing=spec.all_knowing,
            seat=spec.seat,
        )
        try:
            async with asyncio.timeout(LONGEST):
                return await self.processes.ask(question, report)
        except TimeoutError:
            raise JobFailed(f"it took longer than {LONGEST / 60:g} minutes", hopeless=True) from None
        except UnansweredError as error:
            raise JobFailed(str(error), hopeless=isinstance(error, SilentError | QuestionError)) from None


def _shown(job: Job, spec: AnalysisSpec, reason: str | None = None) -> AnalysisJob:
    return AnalysisJob(
        id=job.id,
        table=job.table or "",
        entries=spec.entries,
        sims=spec.sims,
        all_knowing=spec.all_knowing,
        seat=spec.seat,
        state=job.state,
        progress=job.progress,
        reason=reason,
    )


# --- rows


def place(connection: Connection, table: str, person: str, spec: AnalysisSpec, at: int) -> str:
    """A job for this order, or the one that there is; one that failed is tried again."""
    id = _id_of(table, person, spec)
    job = read_job(connection, id)
    if job is not None and job.state != "failed":
        return id
    if _unfinished(connection, person) >= MOST_AT_ONCE:
        raise TooMany("wait until one of your analyses is finished")
    if job is not None:
        again = {"state": "waiting", "progress": 0.0, "tries": 0, "due": at, "person": person}
        connection.execute(update(schema.jobs).where(schema.jobs.c.id == id).values(**again))
        return id
    try:
        with connection.begin_nested():
            add(connection, KIND, spec, at, table, person, id=id)
    except IntegrityError:  # somebody else ordered the same at the same time
        assert read_job(connection, id) is not None
    return id


def _id_of(table: str, person: str, spec: AnalysisSpec) -> str:
    """The same for the same order; of a running game everybody has their own."""
    whose = "" if spec.seat is None else person
    return hashlib.sha256(f"{table} {whose} {msgspec.json.encode(spec).decode()}".encode()).hexdigest()[:24]


def _unfinished(connection: Connection, person: str) -> int:
    jobs = schema.jobs.c
    query = select(func.count()).where(jobs.state.in_(("waiting", "running")), jobs.kind == KIND, jobs.person == person)
    return connection.execute(query).scalar() or 0
