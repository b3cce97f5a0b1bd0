"""What is asked often goes through an index, however much is stored: M1, and the scans that findings name.

Every statement of a page is caught as it is sent, and explained by the database itself.
"""

import contextlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, text

from imhotep.server.clock import DAY
from imhotep.server.people.accounts import forget
from imhotep.server.people.ratings import leaderboard, ratings_of, steps_of, store_steps
from imhotep.server.people.sessions import sweep_sessions
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.tables.archive import imported_by
from imhotep.server.tables.former_players import _running_tables
from imhotep.server.tables.table_info import MOST_LISTED, listed, tables_of
from imhotep.server.work.bot_scheduler import waiting_for_bots
from imhotep.server.work.notifications import waiting_for
from tests.support.scale import scaled

PEOPLE = scaled(sample=3_000, test=3_000, all=6_000, soak=100_000)
GAMES = scaled(sample=6_000, test=6_000, all=12_000, soak=200_000)
VETERANS_GAMES = GAMES // 10
LARGE = {"people", "sessions", "ratings", "tables", "seats", "entries", "chat", "jobs", "records", "blocks"}
SMALL = {"ix_people_mails", "ix_people_webhook", "ix_tables_thinker"}  # indexes of few rows, all of which are wanted
NOW = 1_800_000_000_000
VETERAN, NEWCOMER, STRANGER = "veteran", "newcomer", "p7"


@pytest.fixture
def filled(database: Database) -> Database:
    """Very many people and finished games; one person has played a tenth of them."""
    database.write_now(fill)
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))
    return database


def fill(connection: Connection) -> None:
    chance = random.Random(1)
    people = [f"p{number}" for number in range(PEOPLE)] + [VETERAN, NEWCOMER]
    person = {"is_bot": False, "mails": False, "created": 0}
    rows: list[dict[str, Any]] = [{"id": id, "name": id, **person, "webhook": None} for id in people]
    rows[5] |= {"webhook": "https://hook.example/", "seen": 0}
    connection.execute(insert(schema.people), rows)
    session = {"purpose": "browser", "created": 0}
    connection.execute(
        insert(schema.sessions), [{"key": id, "person": id, "expires": NOW + DAY, **session} for id in people]
    )
    rating = {"pool": "builder:2", "mu": 25.0, "sigma": 8.0, "games": 3}
    connection.execute(
        insert(schema.ratings), [{"who": id, "shown": round(chance.gauss(5, 3), 2), **rating} for id in people]
    )
    tables, seats, lines = [], [], []
    for number in range(GAMES):
        one = VETERAN if number < VETERANS_GAMES else chance.choice(people[:-2])
        other = NEWCOMER if number == 3 else chance.choice(people[:-2])
        running = number % 50 == 49
        id, public, at = f"t{number}", number % 10 == 0, NOW - number * 1000
        row: dict[str, Any] = {
            "id": id,
            "state": "running" if running else "over",
            "game": "builder",
            "players": 2,
            "offer": '{"pace":{"kind":"none"}}',
        }
        row |= {"public": public, "created": at, "started": at, "entries": 1, "changes": 1, "host": one, "told": 0}
        ended = None if running else at
        tables.append(row | {"ended": ended, "moved": at, "decider": 0 if running else None, "packed": not running})
        for seat, who in enumerate((one, other)):
            about: dict[str, Any] = {"ended": ended, "public": None if running else public}
            seats.append({"table": id, "seat": seat, "person": who, "name": who, **about})
        lines.append({"table": id, "number": 1, "person": one, "name": one, "text": "Well met!", "at": at})
    connection.execute(insert(schema.tables), tables)
    connection.execute(insert(schema.seats), seats)
    connection.execute(insert(schema.chat), lines)


class Plans:
    """What the database did for each statement."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._sent: list[tuple[str, Any]] = []

    def of(self, work: Callable[[Connection], Any]) -> list[str]:
        """Where a table, or an index, is read without a condition."""
        return [line for plan in self._plans(work) for line in self._scans(plan)]

    def whole(self, work: Callable[[Connection], Any]) -> list[str]:
        return [str(plan) for plan in self._plans(work)]

    def _plans(self, work: Callable[[Connection], Any]) -> list[Any]:
        engine = self._database.engine

        def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
            if not many and statement.split(None, 1)[0] in ("SELECT", "UPDATE", "DELETE", "WITH"):
                self._sent.append((statement, parameters))

        with engine.connect() as connection:
            event.listen(engine, "before_cursor_execute", note)
            try:
                work(connection)
            finally:
                event.remove(engine, "before_cursor_execute", note)
                connection.rollback()
            assert self._sent
            return [self._explain(connection, *sent) for sent in self._sent]

    def _explain(self, connection: Connection, statement: str, parameters: Any) -> Any:
        if self._database.is_sqlite:
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            return [row[-1] for row in rows]
        connection.exec_driver_sql(
            "SET LOCAL enable_seqscan = off"
        )  # so few rows would be read quicker without an index
        return connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters).scalar_one()[0]["Plan"]

    def _scans(self, plan: Any) -> list[str]:
        if self._database.is_sqlite:
            return [line for line in plan if line.startswith("SCAN ")]
        return [
            f"SCAN {node['Relation Name']} {node.get('Index Name', '')}"
            for node in nodes(plan)
            if node["Node Type"].endswith("Scan") and "Relation Name" in node and "Index Cond" not in node
            if node["Node Type"] != "Bitmap Heap Scan"
        ]


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


def scans(plan: list[str]) -> list[str]:
    """Where a whole large table, or a whole index of one, is read."""
    return [line for line in plan if LARGE.intersection(line.split()) and not SMALL.intersection(line.split())]


QUERIES: dict[str, Callable[[Connection], Any]] = {
    "own history": lambda c: tables_of(c, VETERAN, "over", None, VETERAN),
    "own history, further on": lambda c: tables_of(c, VETERAN, "over", NOW - 500_000, VETERAN),
    "history of a veteran, for nobody in particular": lambda c: tables_of(c, VETERAN, "over"),
    "history of a newcomer": lambda c: tables_of(c, NEWCOMER, "over"),
    "history of a veteran, for another": lambda c: tables_of(c, VETERAN, "over", None, STRANGER),
    "own running tables": lambda c: tables_of(c, VETERAN, "running", None, VETERAN),
    "own open tables": lambda c: tables_of(c, VETERAN, "open", None, VETERAN),
    "imported games": lambda c: imported_by(c, VETERAN),
    "lobby": lambda c: (listed(c, "open"), listed(c, "running"), listed(c, "over")),
    "ranking": lambda c: leaderboard(c, "builder:2"),
    "profile": lambda c: ratings_of(c, STRANGER),
    "whom to tell": lambda c: waiting_for(c, NOW, ["mail", "webhook"]),
    "who waits for a bot": lambda c: waiting_for_bots(c, NOW),
    "old sessions": lambda c: sweep_sessions(c, NOW),
    "who is deleted": lambda c: forget(c, STRANGER, NOW),
    "where somebody plays": lambda c: _running_tables(c, VETERAN),
}


@pytest.mark.both_databases
def test_nothing_goes_through_a_large_table(filled: Database) -> None:
    found = {name: scans(Plans(filled).of(query)) for name, query in QUERIES.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.both_databases
@pytest.mark.parametrize("state", ["open", "running", "over"])
def test_a_list_of_tables_is_read_in_its_order(filled: Database, state: str) -> None:
    """Nothing is sorted: the newest hundred of two million stand at the end of an index."""
    plan = Plans(filled).whole(lambda connection: listed(connection, state))
    assert ("ix_tables_public_ended" if state == "over" else "ix_tables_public_created") in plan[0]


def test_a_history_is_complete_page_by_page(filled: Database) -> None:
    """Also where several games ended at the same moment, on both sides of the end of a page."""
    same = NOW - 95_000
    tie = f"UPDATE seats SET ended = {same} WHERE ended BETWEEN {NOW - 110_000} AND {NOW - 90_000}"
    filled.write_now(lambda connection: connection.execute(text(tie)))
    filled.write_now(lambda connection: connection.execute(text(tie.replace("seats", "tables"))))
    expected = {f"t{number}" for number in range(VETERANS_GAMES) if number % 50 != 49}
    found: list[str] = []
    before = None
    while True:
        page = filled.read_now(lambda c, before=before: tables_of(c, VETERAN, "over", before, VETERAN))  # type: ignore[misc]
        found += [info.id for info in page]
        if len(page) < MOST_LISTED:
            break
        before = page[-1].ended
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_a_history_shows_what_the_viewer_may_see(filled: Database) -> None:
    def seen(viewer: str | None) -> tuple[list[int | None], list[str]]:
        """When all of them ended, and those that are private."""
        page = filled.read_now(lambda connection: tables_of(connection, VETERAN, "over", None, viewer))
        return [info.ended for info in page], [info.id for info in page if not info.public]

    for viewer, private in ((None, []), (STRANGER, []), (NEWCOMER, ["t3"])):
        ended, hidden = seen(viewer)
        assert hidden == private
        assert len(ended) == min(MOST_LISTED, VETERANS_GAMES // 10 + len(private))
        assert ended == sorted(ended, key=lambda at: -(at or 0))
    assert len(seen(VETERAN)[1]) > MOST_LISTED // 2


def test_a_place_is_counted_from_the_next_step(filled: Database) -> None:
    def places(connection: Connection) -> dict[str, int]:
        return {who: ratings_of(connection, who)["builder:2"].place for who in ("p1", "p2", "p3", VETERAN, NEWCOMER)}

    counted = filled.read_now(places)
    assert max(counted.values()) > 1000
    steps = filled.read_now(lambda connection: steps_of(connection, NOW))
    assert steps is not None
    assert len(steps) == (PEOPLE + 2) // 1000
    filled.write_now(lambda connection: store_steps(connection, steps, NOW))
    assert filled.read_now(places) == counted
    assert filled.read_now(lambda connection: steps_of(connection, NOW + 1000)) is None  # they are good for a while
    with contextlib.closing(filled.engine.raw_connection()) as raw:  # who is above the step is not looked at
        raw.cursor().execute("UPDATE ratings SET shown = shown + 1000 WHERE shown > 14")
        raw.commit()
    low = min(counted, key=lambda who: -counted[who])
    assert filled.read_now(places)[low] == counted[low]
