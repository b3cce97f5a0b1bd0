"""Rows that a process works on: nobody else takes them while it does."""

import asyncio

import pytest
from sqlalchemy import select, text

from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.tables.offers import Offer, SeatOffer, check_offer, open_table
from imhotep.server.work.bot_scheduler import claim_some
from imhotep.server.work.claims import Claims
from imhotep.server.work.jobs import add, claim, read_job
from tests.support.server import FakeClock, new_table, somebody

LASTS = 1_000


@pytest.mark.both_databases
def test_one_takes_a_row_until_the_claim_runs_out_or_is_given_back(database: Database) -> None:
    claims = Claims(schema.tables.c.claimed, LASTS, renew_every=60.0)
    table = new_table(database, [somebody(database, name) for name in "AB"])
    row = [schema.tables.c.id == table]

    def take(now: int) -> bool:
        return database.write_now(lambda connection: claims.take(connection, row, now))

    def free(now: int) -> bool:
        query = select(schema.tables.c.id).where(*row, claims.free(now))
        return database.read_now(lambda connection: connection.execute(query).first()) is not None

    assert free(0)
    assert take(0)
    assert not free(LASTS - 1)
    assert not take(LASTS - 1)
    assert free(LASTS)
    assert take(LASTS)
    assert not free(LASTS)
    database.write_now(lambda connection: claims.release(connection, row))
    assert take(LASTS)


@pytest.mark.both_databases
def test_a_claim_holds_while_somebody_is_at_it_and_says_how_far(database: Database) -> None:
    claims = Claims(schema.jobs.c.due, LASTS, renew_every=0.01)
    clock, progress = FakeClock(), {"progress": 0.0}
    id = database.write_now(lambda connection: add(connection, "work", None, clock.now()))
    row = [schema.jobs.c.id == id]

    async def run() -> None:
        assert await database.write(lambda connection: claims.take(connection, row, clock.now(), state="running"))
        async with claims.kept(database, clock, row, lambda: progress):
            for step in (1, 2, 3):
                clock.time += LASTS - 1
                progress["progress"] = step / 4
                while True:
                    job = await database.read(lambda connection: read_job(connection, id))
                    assert job is not None
                    if (job.progress, job.due) == (step / 4, clock.now() + LASTS):
                        break
                    await asyncio.sleep(0.01)
        clock.time += LASTS
        assert await database.write(lambda connection: claims.take(connection, row, clock.now(), state="running"))

    asyncio.run(run())


on_postgresql = pytest.mark.parametrize("url", ["postgresql"], indirect=True)


@on_postgresql
def test_two_processes_take_different_questions_and_nobody_waits(database: Database) -> None:
    """While the first one's claim is not yet committed the second takes the next one (SKIP LOCKED)."""
    person, bot = somebody(database), SeatOffer(kind="bot", bot="mason")
    offer = check_offer(Offer(game="duel", seats=[bot, SeatOffer(kind="me")], first=0))
    tables = [
        database.write_now(lambda connection: open_table(connection, offer, person, "Merit", at=0)) for _ in range(3)
    ]
    with database.engine.begin() as first, database.engine.begin() as second, database.engine.begin() as third:
        for each in (first, second, third):
            each.execute(text("SET LOCAL lock_timeout = '5s'"))
        taken = [claim_some(first, 10, tables, 1), claim_some(second, 10, tables, 1), claim_some(third, 10, tables, 5)]
    assert [len(some) for some in taken] == [1, 1, 1]
    assert {table for some in taken for table, _ in some} == set(tables)
    assert database.write_now(lambda connection: claim_some(connection, 11, tables, 5)) == []


@on_postgresql
def test_two_processes_take_different_jobs_and_nobody_waits(database: Database) -> None:
    ids = {database.write_now(lambda connection: add(connection, "mail", {}, 0)) for _ in range(2)}
    with database.engine.begin() as first, database.engine.begin() as second:
        for each in (first, second):
            each.execute(text("SET LOCAL lock_timeout = '5s'"))
        jobs = [claim(first, "mail", 1), claim(second, "mail", 1)]
    assert {job.id for job in jobs if job is not None} == ids
