"""Schemas: made from nothing, upgraded from every released one, and never taken from a newer version."""

import asyncio
import multiprocessing
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Boolean, Engine, MetaData, inspect, select, text
from sqlalchemy.engine import make_url

from imhotep.server.games.live import Live, read_table
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database, make_engine
from imhotep.server.storage.migrate import NewerSchemaError, revision_of, upgrade
from imhotep.server.tables.offers import TableOffer
from imhotep.server.tables.table_info import tables_of
from imhotep.table.editions import built_in_text
from tests.support.server import Process, play_on

pytestmark = pytest.mark.both_databases

FROZEN = sorted((Path(__file__).parent / "schemas").glob("*.sql"))


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    """Of a database that was empty, and has been upgraded."""
    opened = make_engine(make_url(url))
    yield opened
    opened.dispose()


def empty(engine: Engine) -> None:
    found = MetaData()
    found.reflect(engine)
    found.drop_all(engine)


def revision(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return revision_of(connection)


def test_what_the_migrations_make_is_what_the_code_expects(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
    assert {*inspect(engine).get_table_names()} == {*schema.metadata.tables, "alembic_version"}


def test_upgrading_again_changes_nothing(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(schema.secrets.insert().values(name="kept", value=b"as it was"))
    before = revision(engine)
    upgrade(engine)
    assert revision(engine) == before
    with engine.connect() as connection:
        assert connection.execute(select(schema.secrets.c.value)).scalar() == b"as it was"


def upgrade_elsewhere(url: str) -> None:
    engine = make_engine(make_url(url))
    upgrade(engine)
    engine.dispose()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_several_processes_upgrade_at_once(engine: Engine, url: str) -> None:
    head = revision(engine)
    empty(engine)
    started = multiprocessing.get_context("spawn")
    processes = [started.Process(target=upgrade_elsewhere, args=(url,)) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(timeout=120)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert revision(engine) == head


def test_a_database_of_a_newer_version_is_refused_and_left_alone(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerSchemaError, match="9999"):
        upgrade(engine)
    assert revision(engine) == "9999"


def rows_of(file: Path) -> dict[str, list[dict[str, Any]]]:
    with sqlite3.connect(file) as opened:
        opened.row_factory = sqlite3.Row
        names = opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {name: [dict(row) for row in opened.execute(f'SELECT * FROM "{name}"')] for (name,) in names}


def test_there_are_released_schemas() -> None:
    assert FROZEN


@pytest.mark.parametrize("frozen", FROZEN, ids=lambda frozen: frozen.stem)
def test_a_released_schema_is_upgraded_with_all_that_is_stored(frozen: Path, tmp_path: Path) -> None:
    file = tmp_path / "imhotep.db"
    with sqlite3.connect(file) as opened:
        opened.executescript(frozen.read_text())
    before = rows_of(file)
    assert before["alembic_version"] == [{"version_num": frozen.stem}]
    assert before["entries"]
    assert before["people"]
    engine = make_engine(make_url(f"sqlite:///{file}"))
    upgrade(engine)
    after = rows_of(file)
    as_moved(frozen.stem, before)
    for name in before.keys() - {"alembic_version"}:
        kept = [
            {column: row[column] for column in old if column in row}
            for old, row in zip(before[name], after[name], strict=True)
        ]
        assert kept == [{column: old[column] for column in old if column in after[name][0]} for old in before[name]]
    with engine.connect() as connection:
        query = select(schema.tables.c.id).where(schema.tables.c.head.is_not(None))
        lives = [Live(read_table(connection, table)) for table in connection.execute(query).scalars()]
    assert {live.game.is_over for live in lives} == {True, False}
    engine.dispose()


def as_moved(version: str, rows: dict[str, list[dict[str, Any]]]) -> None:
    """What an upgrade is meant to change of what was stored."""
    if version < "0002":
        for person in rows["people"]:
            person["mail"], person["new_mail"] = None, person["mail"]


def fill_0001(engine: Engine, rows: dict[str, list[dict[str, Any]]]) -> None:
    """A database of schema 0001 with these rows."""
    empty(engine)
    upgrade(engine, "0001")
    found = MetaData()
    found.reflect(engine)
    with engine.begin() as connection:
        for stored in found.sorted_tables:
            given = [
                {c.name: bool(row[c.name]) if isinstance(c.type, Boolean) else row[c.name] for c in stored.columns}
                for row in rows.get(stored.name, [])
            ]
            if given and stored.name != "alembic_version":
                connection.execute(stored.insert(), given)


def test_a_filled_0001_is_upgraded_on_both_databases(engine: Engine, url: str, tmp_path: Path) -> None:
    """Games go on, nobody is signed out, and no address counts as confirmed."""
    file = tmp_path / "released.db"
    with sqlite3.connect(file) as opened:
        opened.executescript((Path(__file__).parent / "schemas" / "0001.sql").read_text())
    rows = rows_of(file)
    fill_0001(engine, rows)
    upgrade(engine)
    assert revision(engine) != "0001"
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
        people = connection.execute(select(schema.people)).mappings().all()
        assert {person["mail"] for person in people} == {None}
        assert {p["id"]: p["new_mail"] for p in people} == {p["id"]: p["mail"] for p in rows["people"]}
        assert {person["factor_since"] for person in people} == {None}
        sessions = connection.execute(select(schema.sessions)).mappings().all()
        assert [(s["key"], s["expires"]) for s in sessions] == [(s["key"], s["expires"]) for s in rows["sessions"]]
    asyncio.run(play_on_after(url))


async def play_on_after(url: str) -> None:
    """In every game that runs, whoever is to decide does."""
    database = Database(url)
    process = Process(database)
    query = select(schema.tables.c.id).where(schema.tables.c.state == "running", schema.tables.c.thinker.is_(None))
    played = 0
    for table in await database.read(lambda connection: list(connection.execute(query).scalars())):
        live = await process.games.get(table)
        before, person = live.entries, live.deciding_person
        if person is not None:
            await play_on(process, table, [seat.person or "" for seat in live.seats], 1)
            assert (await Process(database).games.get(table)).entries > before
            played += 1
    assert played
    database.close()


def test_a_filled_first_schema_knows_when_its_games_ended(engine: Engine, tmp_path: Path) -> None:
    """0001 to 0002, on both databases: nothing is lost, and histories are there."""
    with sqlite3.connect(tmp_path / "old.db") as opened:
        opened.executescript(FROZEN[0].read_text())
    rows = rows_of(tmp_path / "old.db")
    fill_0001(engine, rows)
    upgrade(engine)
    ended = {row["id"]: (row["ended"], bool(row["public"])) for row in rows["tables"] if row["state"] == "over"}
    assert ended
    with engine.connect() as connection:
        for seat in connection.execute(select(schema.seats)):
            assert (seat.ended, seat.public) == ended.get(seat.table, (None, None))
        person = next(row["person"] for row in rows["seats"] if row["table"] in ended and row["person"])
        assert {info.id for info in tables_of(connection, person, "over", None, person)} == set(ended)
        for table in (row["id"] for row in rows["tables"] if row["head"]):
            live = Live(read_table(connection, table))
            assert live.entries == sum(row["table"] == table for row in rows["entries"])


def test_editions_move_out_of_the_offers(tmp_path: Path) -> None:
    file, text = tmp_path / "imhotep.db", built_in_text("duel").replace('edition = "duel"', 'edition = "ours"')
    with sqlite3.connect(file) as opened:
        opened.executescript((Path(__file__).parent / "schemas" / "0001.sql").read_text())
        change = "UPDATE tables SET offer = json_set(offer, '$.editions', json_array(?)) WHERE game = 'duel'"
        opened.execute(change, (text,))
    upgrade_elsewhere(f"sqlite:///{file}")
    [edition] = rows_of(file)["editions"]
    assert (edition["box"], edition["name"], edition["version"], edition["text"]) == ("duel", "ours", 1, text)
    told = {name: edition[name] for name in ("box", "name", "version", "hash")}
    for row in rows_of(file)["tables"]:
        offer = msgspec.json.decode(row["offer"], type=TableOffer)
        assert [msgspec.structs.asdict(info) for info in offer.editions] == ([told] if row["game"] == "duel" else [])
