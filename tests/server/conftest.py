"""Databases and servers: each test that asks for one has its own.

A test on `url` runs on SQLite, and, where it is marked `both_databases`, on PostgreSQL in `make test`, too; in
`make test-all` every one runs on both.
"""

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL, make_url

from imhotep.server.storage.database import Database, make_engine
from imhotep.server.storage.migrate import upgrade
from tests.support.postgres import running_postgres
from tests.support.server import Server

TEMPLATE = "template_imhotep"

_numbers = itertools.count(1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On PostgreSQL what differs there is seen in `make test`, everything else in `make test-all`."""
    for item in items:
        chosen = getattr(item, "callspec", None)
        if chosen is None or chosen.params.get("url") != "postgresql":
            continue
        item.add_marker(pytest.mark.postgres)
        by_name = any("url" in mark.args[0] for mark in item.iter_markers("parametrize"))  # of PostgreSQL alone
        if not by_name and item.get_closest_marker("both_databases") is None:
            item.add_marker(pytest.mark.slow)


def migrate(address: URL) -> None:
    engine = make_engine(address)
    upgrade(engine)
    engine.dispose()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with today's schema, to be copied: migrating takes longer than most tests."""
    file = tmp_path_factory.mktemp("template") / "imhotep.db"
    migrate(make_url(f"sqlite:///{file}"))
    return file


@pytest.fixture(scope="session")
def postgres() -> Iterator[URL]:
    """A real server, one for each process that tests, with a template to make databases from."""
    with running_postgres() as address:
        server = make_url(address).set(drivername="postgresql+psycopg")
        create(server, TEMPLATE)
        migrate(server.set(database=TEMPLATE))
        yield server


def create(server: URL, name: str, template: str = "template1") -> None:
    engine = make_engine(server)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of an empty database that has today's schema."""
    if request.param == "sqlite":
        file = tmp_path / "imhotep.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), file)
        return f"sqlite:///{file}"
    server: URL = request.getfixturevalue("postgres")
    name = f"test_{next(_numbers)}"
    create(server, name, TEMPLATE)
    return server.set(database=name).render_as_string(hide_password=False)


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
