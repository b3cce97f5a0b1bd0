"""Which versions may use a PostgreSQL at the same time: those whose first two numbers are the same, as 0.1.3 and 0.1.4.

A release that changes only the third number changes neither the schema, nor what is stored, nor what processes tell
each other, so that they can be started anew one after the other. Everything else has to be stopped first. Who is there
is seen by the names that our connections have: they end with their process, however it ends.
"""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, text

from imhotep import __version__

NAME = "imhotep "
OTHERS = text(
    "SELECT DISTINCT application_name FROM pg_stat_activity"
    f" WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE '{NAME}%'"
)


class StrangerError(Exception):
    """A version that we can't share a database with is using it."""


def named() -> dict[str, Any]:
    """How the connections of a server or a worker are called: an argument of the driver's."""
    return {"application_name": NAME + __version__}


def others_at(connection: Connection) -> set[str]:
    """Versions of the servers and workers that use this database now, besides this connection."""
    if connection.dialect.name != "postgresql":  # an SQLite file has one process, which a lock sees to
        return set()
    return {name.removeprefix(NAME) for name in connection.execute(OTHERS).scalars()}


def refuse_strangers(connection: Connection, must_upgrade: bool) -> None:
    """The schema may only be upgraded where nobody runs who expects the old one."""
    others = others_at(connection)
    connection.rollback()
    strangers = {other for other in others if (must_upgrade and other != __version__) or not may_share(other)}
    if strangers:
        raise StrangerError(_sentence(strangers))


def may_share(other: str, ours: str = __version__) -> bool:
    return other.split(".")[:2] == ours.split(".")[:2]


def _sentence(strangers: Collection[str]) -> str:
    names = " and ".join(sorted(strangers))
    return f"imhotep {names} is using it, and {__version__} can't share it with that: stop those processes first"
