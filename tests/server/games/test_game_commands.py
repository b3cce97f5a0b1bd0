"""Running games: durable, in order, each decision once; on SQLite and on PostgreSQL."""

import asyncio
import random
import threading
from collections.abc import Sequence

import pytest
from sqlalchemy import Connection, func, select

from imhotep.server.clock import DAY
from imhotep.server.errors import Forbidden, Refused, Stale
from imhotep.server.games.commands import Command
from imhotep.server.games.time_control import Pace
from imhotep.server.push.hub import state_for
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database, SharedJob
from tests.support.server import FakeClock, Process, new_table, play_on, somebody

pytestmark = pytest.mark.both_databases


def stored_entries(database: Database, table: str) -> list[str]:
    query = select(schema.entries.c.text).where(schema.entries.c.table == table).order_by(schema.entries.c.number)
    return database.read_now(lambda connection: list(connection.execute(query).scalars()))


def column(database: Database, table: str, name: str) -> object:
    query = select(schema.tables.c[name]).where(schema.tables.c.id == table)
    return database.read_now(lambda connection: connection.execute(query).scalar())


@pytest.mark.parametrize("game", ["builder", "duel"])
def test_a_whole_game_is_stored_entry_by_entry_and_rebuilt_anywhere(database: Database, game: str) -> None:
    async def run() -> None:
        people = [somebody(database, name) for name in ("A", "B")]
        table = new_table(database, people, game=game)
        one, other = Process(database), Process(database)
        await play_on(one, table, people, 1000)
        live = await one.games.get(table)
        assert live.game.is_over
        rebuilt = await other.games.get(table)
        assert rebuilt is not live
        assert rebuilt.game.record() == live.game.record()
        assert len(stored_entries(database, table)) == live.entries
        assert column(database, table, "state") == "over"
        assert column(database, table, "decider") is None

    asyncio.run(run())


def test_the_same_command_again_changes_nothing(database: Database) -> None:
    async def run() -> None:
        people = [somebody(database), somebody(database)]
        table = new_table(database, people)
        process = Process(database)
        game = (await process.games.get(table)).game
        assert game.decider is not None
        command = Command(id="once", entries=0, action="move", text="get stones")
        person = people[game.decider]
        first = await process.commands.perform(table, person, command)
        again = await process.commands.perform(table, person, command)
        elsewhere = await Process(database).commands.perform(table, person, command)
        assert (first.repeated, again.repeated, elsewhere.repeated) == (False, True, True)
        assert first.entries == again.entries == elsewhere.entries == len(stored_entries(database, table)) == 1

    asyncio.run(run())


def test_what_is_wrong_is_refused_and_changes_nothing(database: Database) -> None:
    async def run() -> None:
        people = [somebody(database), somebody(database)]
        stranger = somebody(database)
        table = new_table(database, people)
        process = Process(database)
        game = (await process.games.get(table)).game
        assert game.decider is not None
        right, wrong = people[game.decider], people[1 - game.decider]

        async def refused(person: str, kind: type[Exception], **given: object) -> None:
            command = Command(**{"id": "x", "entries": 0, "action": "move", "text": "get stones"} | given)  # type: ignore[arg-type]
            with pytest.raises(kind):
                await process.commands.perform(table, person, command)

        await refused(wrong, Forbidden)
        await refused(stranger, Forbidden)
        await refused(right, Stale, entries=1)
        await refused(right, Refused, text="sail 1 market")
        await refused(right, Refused, text="fly to the moon")
        await refused(right, Refused, action="undo")
        await refused(right, Forbidden, action="resign", seat=1 - game.decider)
        assert stored_entries(database, table) == []
        assert (await process.games.get(table)).entries == 0

    asyncio.run(run())


def test_of_conflicting_commands_exactly_one_wins_each_ply(url: str) -> None:
    """Two processes, each with connections and games of its own, and everybody at once."""

    async def run() -> None:
        databases = [Database(url), Database(url)]
        people = [somebody(databases[0]), somebody(databases[0])]
        table = new_table(databases[0], people)
        processes = [Process(each) for each in databases]
        chance, won = random.Random(3), 0
        for ply in range(20):
            live = await processes[ply % 2].games.get(table)
            decider = live.game.decider
            assert decider is not None
            entries, moves = live.entries, live.game.legal_moves()
            attempts = [
                processes[number % 2].commands.perform(
                    table,
                    people[decider],
                    Command(id=f"{ply}-{number}", entries=entries, action="move", text=chance.choice(moves).text),
                )
                for number in range(50)
            ]
            answers = await asyncio.gather(*attempts, return_exceptions=True)
            assert sum(not isinstance(answer, BaseException) for answer in answers) == 1
            assert all(isinstance(answer, Stale) for answer in answers if isinstance(answer, BaseException))
            won += 1
            for process in processes:
                process.games.forget(table)
        assert len(stored_entries(databases[0], table)) >= won == 20  # shuffles are entries, too
        for each in databases:
            each.close()

    asyncio.run(run())


@pytest.mark.parametrize("late", ["none", "by far", "by a moment"])
def test_moves_of_many_games_share_a_commit_and_one_that_is_late_harms_no_other(database: Database, late: str) -> None:
    """The writer is kept busy until all moves wait for it; in one of the games somebody else may be faster: who wrote
    before, or whose move waits for the same commit."""

    async def run() -> None:
        people = [somebody(database), somebody(database)]
        pace = Pace(kind="clock", seconds=60, increment=5)
        tables = [new_table(database, people, pace=pace) for _ in range(30)]
        process, other = Process(database), Process(database)
        games = {table: (await process.games.get(table)).game for table in tables}
        if late == "by far":
            await play_on(other, tables[7], people, 1, 99)
        commits: list[int] = []
        database.on_commit = lambda jobs, seconds: commits.append(jobs)
        begun, go_on = threading.Event(), threading.Event()

        class Long(SharedJob):
            def __call__(self, connection: object) -> None:
                begun.set()
                assert go_on.wait(60)

            @staticmethod
            def together(connection: object, jobs: Sequence[SharedJob]) -> set[str]:
                jobs[0](connection)  # type: ignore[arg-type]
                return {jobs[0].name}

        async def waiting(jobs: int) -> None:
            while database._moves.qsize() < jobs:
                await asyncio.sleep(0.01)

        busy = database.submit(Long("", Stale("")))
        assert await asyncio.to_thread(begun.wait, 60)
        rivals = [asyncio.create_task(play_on(other, tables[7], people, 1, 99))] if late == "by a moment" else []
        await waiting(len(rivals))
        moves = [asyncio.create_task(play_on(process, table, people, 1, seed)) for seed, table in enumerate(tables)]
        await waiting(len(rivals) + len(moves))
        go_on.set()
        answers = await asyncio.gather(*moves, return_exceptions=True)
        await asyncio.gather(*rivals)
        busy.result()
        assert max(commits) >= 30
        failed = [table for table, answer in zip(tables, answers, strict=True) if answer is not None]
        assert failed == ([] if late == "none" else [tables[7]])
        assert all(isinstance(answer, Stale) for answer in answers if answer is not None)
        for table in tables:
            rebuilt = await Process(database).games.get(table)
            if table not in failed:
                assert rebuilt.game.record() == games[table].record()
                assert column(database, table, "entries") == rebuilt.entries
            assert column(database, table, "decider") == rebuilt.game.decider
            assert column(database, table, "due") is not None
            assert column(database, table, "asked") is None

    asyncio.run(run())


# --- clocks


def test_a_clock_runs_for_who_decides_and_survives_a_restart(database: Database) -> None:
    async def run() -> None:
        clock = FakeClock()
        people = [somebody(database), somebody(database)]
        pace = Pace(kind="clock", seconds=60, increment=5)
        table = new_table(database, people, at=clock.now(), pace=pace)
        process = Process(database, clock)
        first = (await process.games.get(table)).game.decider
        assert first is not None
        clock.time += 20_000
        await play_on(process, table, people, 1)
        live = await Process(database, clock).games.get(table)
        assert live.clocks.left[first] == 45_000
        assert live.clocks.left[1 - first] == 60_000
        assert column(database, table, "due") == clock.now() + live.clocks.left[live.game.decider or 0]
        clock.time += 59_000
        with pytest.raises(Stale):
            await process.commands.time_out(table, 1 - first, 1)
        clock.time += 1_000
        await process.commands.time_out(table, 1 - first, 1)
        game = (await process.games.get(table)).game
        assert game.is_over
        assert game.winners() == [first]
        for server in (process, Process(database, clock)):
            shown = state_for(await server.games.get(table), [first]).clock
            assert shown is not None
            assert (shown.left[1 - first], shown.running) == (0, None)
            assert shown.left[first] == 45_000

    asyncio.run(run())


def test_a_clock_that_counts_days_shows_all_of_them_while_it_stands(database: Database) -> None:
    async def run() -> None:
        people, clock = [somebody(database), somebody(database)], FakeClock()
        table = new_table(database, people, at=clock.now(), pace=Pace(kind="days", days=3))
        live = await Process(database, clock).games.get(table)
        shown = state_for(live, [0]).clock
        assert shown is not None
        assert shown.left == [3 * DAY, 3 * DAY]
        assert shown.due == clock.now() + 3 * DAY

    asyncio.run(run())


def test_who_leaves_is_replaced_by_a_bot_so_that_the_others_can_finish(database: Database) -> None:
    async def run() -> None:
        people = [somebody(database) for _ in range(3)]
        table = new_table(database, people)
        process = Process(database)
        await process.commands.perform(table, people[1], Command(id="r", entries=0, action="resign"))
        live = await Process(database).games.get(table)
        assert not live.game.is_over
        assert live.game.out == {1: "resigns"}
        assert live.seats[1].bot == "architect"
        assert live.seats_of(people[1]) == []
        assert live.game.names[1].endswith("(bot)")
        while live.game.decider is not None:
            seat, entries = live.game.decider, live.entries
            move = live.game.legal_moves()[0].text
            if seat == 1:
                assert column(database, table, "thinker") in (None, "architect")
                await process.commands.decide(table, seat, entries, move)
            else:
                command = Command(id=str(entries), entries=entries, action="move", text=move)
                await process.commands.perform(table, people[seat], command)
            live = await process.games.get(table)
        assert 1 not in live.game.winners()

    asyncio.run(run())


def test_a_clock_runs_on_while_somebody_else_leaves(database: Database) -> None:
    async def run() -> None:
        people = [somebody(database, name) for name in "ABC"]
        clock = FakeClock()
        table = new_table(database, people, at=clock.now(), pace=Pace(kind="clock", seconds=600))
        process = Process(database, clock)
        await play_on(process, table, people, 5)
        for who in ("another", "the decider"):
            clock.time += 10_000
            live = await process.games.get(table)
            decider = live.game.decider
            assert decider is not None
            leaver = decider if who == "the decider" else next(s for s in range(3) if s != decider)
            command = Command(id=who, entries=live.entries, action="resign")
            await process.commands.perform(table, people[leaver], command)
            rebuilt = await Process(database, clock).games.get(table)
            assert (rebuilt.clocks.began, rebuilt.clocks.left) == (live.clocks.began, live.clocks.left)

    asyncio.run(run())


def test_a_reading_is_of_one_moment(database: Database) -> None:
    """Otherwise a game is read with entries that are newer than its table, and follows them twice."""
    count = select(func.count()).select_from(schema.secrets)

    def read_while_somebody_writes(connection: Connection) -> tuple[int, int]:
        before = connection.execute(count).scalar_one()
        database.write_now(lambda writing: writing.execute(schema.secrets.insert().values(name="later", value=b"")))
        return before, connection.execute(count).scalar_one()

    before, after = database.read_now(read_while_somebody_writes)
    assert before == after
    assert database.read_now(lambda connection: connection.execute(count).scalar_one()) == before + 1
