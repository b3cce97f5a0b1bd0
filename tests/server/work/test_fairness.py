"""However much somebody asks for, nobody else waits longer than for a turn."""

import asyncio
import contextlib

import pytest

from imhotep.server.games.commands import GameCommands
from imhotep.server.games.live import Games
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.tables.offers import Offer, SeatOffer, check_offer, open_table
from imhotep.server.work.bot_pool import BotPool
from imhotep.server.work.bot_scheduler import BotScheduler, count_waiting
from imhotep.server.work.bot_worker import Question
from imhotep.server.work.fair_queue import FairQueue
from imhotep.server.work.jobs import add, claim, finish
from imhotep.table.record import resume
from tests.support.server import FakeClock, somebody

HOSTS, TABLES = 4, 60  # more tables than are looked at
WAITING = check_offer(Offer(game="duel", first=1, seats=[SeatOffer(kind="me"), SeatOffer(kind="bot", bot="random")]))


class Pool(BotPool):
    """Notes who asks, and answers in its own time."""

    def __init__(self, until: str) -> None:
        super().__init__(1)
        self.asked: list[str] = []
        self.done = asyncio.Event()
        self._until = until

    async def think(self, question: Question, person: str) -> str:
        self.asked.append(person)
        await asyncio.sleep(0.01)
        if person == self._until:
            self.done.set()
        return resume(question.head, question.entries).legal_moves()[0].text


@pytest.mark.both_databases
def test_who_has_many_tables_makes_nobody_else_wait(database: Database) -> None:
    clock = FakeClock()
    greedy, modest = [somebody(database, "Greedy") for _ in range(HOSTS)], somebody(database, "Modest")
    database.write_now(
        lambda connection: [open_table(connection, WAITING, host, "Greedy", 1) for host in greedy * TABLES]
    )
    database.write_now(lambda connection: open_table(connection, WAITING, modest, "Modest", 1_000_000))
    assert database.read_now(lambda connection: count_waiting(connection, clock.now())) == HOSTS * TABLES + 1

    async def run() -> list[str]:
        games, pool = Games(database), Pool(modest)
        bots = BotScheduler(database, games, GameCommands(database, games, clock), clock, pool)
        working = asyncio.create_task(bots.run())
        async with asyncio.timeout(60):
            await pool.done.wait()
        working.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await working
        return pool.asked

    soon = HOSTS + 3 if database.is_sqlite else 30  # there half of the turns are left to other processes
    assert modest in asyncio.run(run())[:soon]


@pytest.mark.both_databases
def test_analyses_take_turns(database: Database) -> None:
    people = [somebody(database, name) for name in ("Greedy", "Modest")]
    orders = [*[people[0]] * 3, people[1], people[1]]
    for number, person in enumerate(orders):
        database.write_now(
            lambda connection, at=number, person=person: add(connection, schema.ANALYSIS, None, at, None, person)  # type: ignore[misc]
        )
    done = []
    for now in range(1_000, 1_000_000, 100_000):
        job = database.write_now(lambda connection, now=now: claim(connection, schema.ANALYSIS, now))  # type: ignore[misc]
        if job is not None:
            done.append(people.index(job.person or ""))
            database.write_now(lambda connection, id=job.id: finish(connection, id, b""))  # type: ignore[misc]
    assert done == [0, 1, 0, 1, 0]


def test_places_go_round() -> None:
    async def run() -> None:
        queue, served = FairQueue(1), []

        async def ask(person: str) -> None:
            async with queue.place(person):
                served.append(person)
                await asyncio.sleep(0)

        asked = [asyncio.create_task(ask(person)) for person in "AAAAABCB"]
        await asyncio.sleep(0)
        assert queue.waiting == 7
        asked[1].cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert "".join(served) == "ABCABAA"
        assert queue.waiting == 0
        async with queue.place("D"):
            pass

    asyncio.run(run())


def test_who_is_given_a_place_and_goes_passes_it_on() -> None:
    async def run() -> None:
        queue = FairQueue(1)

        async def ask() -> None:
            async with queue.place("A"):
                pass

        async with queue.place("A"):
            first, second = asyncio.create_task(ask()), asyncio.create_task(ask())
            await asyncio.sleep(0)
        first.cancel()
        async with asyncio.timeout(10):
            await asyncio.gather(first, second, return_exceptions=True)
        assert first.cancelled()
        assert not second.cancelled()

    asyncio.run(run())
