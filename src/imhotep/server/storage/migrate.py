"""Brings a database to the schema of this version. Each process may try at its start: one does it, the others wait."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from imhotep.server.storage.versions import refuse_strangers

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 1_468_0426  # any number that nobody else uses for a lock of PostgreSQL's


class NewerSchemaError(Exception):
    """The database was made by a newer version."""


def config_for(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    if connection is not None:
        config.attributes["connection"] = connection
    return config


def upgrade(engine: Engine, revision: str = "head") -> None:
    with engine.connect() as connection:
        locked: Any = connection
        if engine.dialect.name == "postgresql":
            locked.exec_driver_sql(f"SELECT pg_advisory_lock({LOCK})")
            locked.commit()
        try:
            refuse_newer(connection)
            refuse_strangers(connection, must_upgrade=revision_of(connection) != newest(connection))
            command.upgrade(config_for(connection), revision)
            connection.commit()
        finally:
            if engine.dialect.name == "postgresql":
                connection.rollback()
                locked.exec_driver_sql(f"SELECT pg_advisory_unlock({LOCK})")
                locked.commit()


def newest(connection: Connection) -> str | None:
    return ScriptDirectory.from_config(config_for(connection)).get_current_head()


def revision_of(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def refuse_newer(connection: Connection) -> None:
    found = revision_of(connection)
    connection.rollback()
    known = {script.revision for script in ScriptDirectory.from_config(config_for()).walk_revisions()}
    if found is not None and found not in known:
        raise NewerSchemaError(f"this database has schema {found}, which this version of imhotep doesn't know")
