"""A PostgreSQL with a million people and millions of finished games: a few real ones, copied by the database itself."""

import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Table, delete, insert, select, text, update

from imhotep.server.clock import DAY
from imhotep.server.http.security import COOKIE
from imhotep.server.ids import signed
from imhotep.server.people.ratings import steps_of, store_steps
from imhotep.server.people.sessions import new_session
from imhotep.server.services import signing_secret
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.storage.records import has_unpacked, pack_some
from server_bench.prepare import new_database, now, some_games

YEARS = 365 * DAY  # over which games are spread
VETERAN = "veteran000000000"  # plays one game in a hundred
LEAST_VETERAN = 100


class Amount(NamedTuple):
    people: int
    over: int
    running: int

    def times(self, share: float) -> "Amount":
        return Amount(*(max(1, round(count * share)) for count in self))


def fill(url: str, amount: Amount, say: Callable[[str], None]) -> dict[str, Any]:
    """What was written, and how long that took."""
    began = time.perf_counter()
    database = new_database(url)
    database.write_now(signing_secret)
    sources = some_games(database)
    at = now()
    database.write_now(lambda connection: _end(connection, sources["over"], at))
    while database.read_now(lambda connection: has_unpacked(connection, at)):
        database.write_now(lambda connection: pack_some(connection, at))
    with database.engine.connect() as connection:
        say("indexes aside")
        indexes = [index for table in schema.metadata.sorted_tables for index in table.indexes]
        for index in indexes:
            index.drop(connection)
        connection.execute(text("SET session_replication_role = replica"))  # each row refers to what is there
        connection.execute(text("SET synchronous_commit = off"))
        say(f"{amount.people} people")
        _people(connection, amount.people, at)
        say(f"{amount.over} finished games, {amount.running} running ones")
        _games(connection, "over", sources["over"], amount.over, amount.people, at)
        _games(connection, "running", sources["running"], amount.running, amount.people, at)
        connection.commit()
        say("indexes again")
        for index in indexes:
            index.create(connection)
        connection.commit()
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))
    steps = database.read_now(lambda connection: steps_of(connection, at)) or []
    database.write_now(lambda connection: store_steps(connection, steps, at))
    rows = {name: _count(database.engine, table) for name, table in schema.metadata.tables.items()}
    with database.engine.connect() as connection:
        size = connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
    database.close()
    return {"rows": rows, "megabytes": size / 1e6, "made_in_seconds": time.perf_counter() - began}


def _count(engine: Engine, table: Table) -> int:
    with engine.connect() as connection:
        return int(connection.execute(text(f'SELECT count(*) FROM "{table.name}"')).scalar_one())


def _end(connection: Connection, tables: list[str], at: int) -> None:
    """As the server would have noted it."""
    connection.execute(update(schema.tables).where(schema.tables.c.id.in_(tables)).values(public=True))
    connection.execute(update(schema.seats).where(schema.seats.c.table.in_(tables)).values(ended=at, public=True))


PERSON = "substr(md5('person' || {number}), 1, 16)"


def _people(connection: Connection, count: int, at: int) -> None:
    person = PERSON.format(number="n")
    given = {"count": count, "at": at, "year": YEARS, "day": DAY}
    connection.execute(
        text(
            "INSERT INTO people (id, name, account, mail, mails, webhook, is_bot, seen, created)"
            f" SELECT {person}, 'Person ' || n, 'person ' || n, 'p' || n || '@imhotep.example', n % 50 = 0,"
            " CASE WHEN n % 1000 = 0 THEN 'https://hook.example/' || n END, false,"
            " :at - (n % 3650) * CAST(:day AS bigint) / 10, :at - CAST(:year AS bigint)"
            " FROM generate_series(1, :count) AS n"
        ),
        given,
    )
    row = {"id": VETERAN, "name": "Veteran", "is_bot": False, "mails": False, "created": at - YEARS}
    connection.execute(insert(schema.people).values(**row))
    connection.execute(
        text(
            "INSERT INTO sessions (key, person, purpose, created, expires)"
            f" SELECT md5('session' || n), {person}, 'browser', :at - CAST(:day AS bigint),"
            " :at + (n % 90) * CAST(:day AS bigint) + 1 FROM generate_series(1, :count) AS n"
        ),
        given,
    )
    for pool, every in (("builder:4", 1), ("builder:2", 3), ("duel:2", 4)):
        connection.execute(
            text(
                "INSERT INTO ratings (pool, who, mu, sigma, shown, games)"
                f" SELECT :pool, {person}, 25, 4, 13 + 5 * (random() + random() + random() - 1.5), 20"
                " FROM generate_series(1, :count) AS n WHERE n % :every = 0"
            ),
            {"pool": pool, "count": count, "every": every},
        )


def _games(connection: Connection, kind: str, sources: list[str], count: int, people: int, at: int) -> None:
    """Copies of some games, at other times and with other people. The veteran sits at one in a hundred."""
    connection.execute(text("CREATE TEMP TABLE fresh (id text, source text, n int, at bigint)"))
    connection.execute(
        text(
            f"INSERT INTO fresh SELECT substr(md5('{kind}' || n), 1, 16), (CAST(:sources AS text[]))[1 + n % :some], n,"
            " :at - CAST(n * (CAST(:span AS double precision) / :count) AS bigint) FROM generate_series(1, :count) AS n"
        ),
        {"sources": sources, "some": len(sources), "at": at, "count": count, "span": YEARS if kind == "over" else DAY},
    )
    person = PERSON.format(number="(1 + (abs(hashint4(fresh.n * 5 + source.seat)) % :people))")
    veteran = f"fresh.n % 100 = 0 AND source.seat = 0 AND {kind == 'over'}"
    public = f"fresh.n % {2 if kind == 'over' else 10} = 0"
    moment = dict.fromkeys(("created", "started", "moved"), "fresh.at")
    ended = {"ended": "fresh.at"} if kind == "over" else {}
    host = PERSON.format(number="(1 + fresh.n % :people)")
    _copy(
        connection, schema.tables, "id", {"id": "fresh.id", "host": host, "public": public, **moment, **ended}, people
    )
    who = f"CASE WHEN {veteran} THEN '{VETERAN}' ELSE {person} END"
    listed = {"ended": "fresh.at", "public": public} if kind == "over" else {}
    _copy(
        connection, schema.seats, "table", {"table": "fresh.id", "person": who, "invitation": "NULL", **listed}, people
    )
    _copy(connection, schema.records if kind == "over" else schema.entries, "table", {"table": "fresh.id"}, people)
    connection.execute(
        text(
            'INSERT INTO chat ("table", number, person, name, text, at)'
            f" SELECT fresh.id, 1, {host}, 'Person', 'Well met!', fresh.at FROM fresh WHERE fresh.n % 10 = 0"
        ),
        {"people": people},
    )
    connection.execute(text("DROP TABLE fresh"))


def _copy(connection: Connection, table: Table, key: str, changed: dict[str, str], people: int) -> None:
    names = [column.name for column in table.columns]
    into = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(changed.get(name, f'source."{name}"') for name in names)
    given = {"people": people} if ":people" in values else {}
    connection.execute(
        text(
            f'INSERT INTO "{table.name}" ({into}) SELECT {values}'
            f' FROM fresh JOIN "{table.name}" AS source ON source."{key}" = fresh.source'
        ),
        given,
    )


def cookie_of(database: Database, person: str) -> str:
    def write(connection: Connection) -> str:
        token = new_session(connection, person, "browser", now())
        return f"{COOKIE}={signed(token, signing_secret(connection))}"

    return database.write_now(write)


def some_running(database: Database, count: int) -> list[tuple[str, int, int]]:
    """Ids, changes and entries of running games."""
    columns = schema.tables.c
    query = select(columns.id, columns.changes, columns.entries).where(columns.state == "running").limit(count)
    found = database.read_now(lambda connection: [(a, b, c) for a, b, c in connection.execute(query)])
    random.Random(1).shuffle(found)
    return found


def forget_running(database: Database) -> None:
    """Nobody is to decide there: so that no clock runs out, and no bot thinks, while something else is measured."""
    idle = update(schema.tables).where(schema.tables.c.state == "running").values(due=None, thinker=None)
    database.write_now(lambda connection: connection.execute(idle))
    database.write_now(lambda connection: connection.execute(delete(schema.jobs)))
