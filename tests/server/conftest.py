"""Databases and servers: each test that asks for one has its own, on SQLite and on PostgreSQL."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from imhotep.server.storage.database import Database, make_engine
from imhotep.server.storage.migrate import upgrade
from tests.support.postgres import postgres_in
from tests.support.server import Server

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server, one for each process that tests; its address without a database."""
    with postgres_in(tmp_path_factory.mktemp("postgres")) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of an empty database that has today's schema."""
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


@pytest.fixture
def server(url: str) -> Iterator[Server]:
    running = Server(url)
    yield running
    running.stop()
