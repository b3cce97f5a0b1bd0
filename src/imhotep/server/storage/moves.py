"""How a running game is written: the moves of one, and those of many at once, as each database likes it."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, Update, bindparam, insert, text, update
from sqlalchemy.dialects import postgresql

from imhotep.server.storage import schema
from imhotep.server.storage.database import SharedJob
from imhotep.server.storage.signals import CHANNEL, NotifySignals, Signal, tell

_STATE = ("entries", "decider", "thinker", "due", "unrated", "asked")  # what is stored only to find a game
_MOVED = (*_STATE, "moved", "claimed", "grace")
_tables = schema.tables.c


def _change(*columns: str) -> Update:
    """Unless somebody else has changed it since."""
    values: dict[str, Any] = {name: bindparam(name) for name in ("changes", *columns)}
    where = (_tables.id == bindparam("of_table"), _tables.changes == bindparam("before"))
    return update(schema.tables).where(*where).values(values)


CHANGE = _change(*_STATE)
CHANGE_MOVED = _change(*_MOVED)
APPEND = insert(schema.entries)

# --- of many games

_changed = {"of_table": _tables.id, "before": _tables.changes, **{name: _tables[name] for name in ("changes", *_MOVED)}}
_sets = ", ".join(f"{name} = new.{name}" for name in ("changes", *_MOVED))
_entry = ", ".join(f'"{column.name}"' for column in schema.entries.c)


def _sqlite_rows(columns: Iterable[str], parameter: str) -> str:
    values = ", ".join(f"json_extract(value, '$.{name}') AS \"{name}\"" for name in columns)
    return f"(SELECT {values} FROM json_each(:{parameter})) AS new"


_SQLITE_CHANGE = text(
    f"UPDATE tables SET {_sets} FROM {_sqlite_rows(_changed, 'changes')}"
    " WHERE tables.id = of_table AND tables.changes = before"
)
_SQLITE_APPEND = text(
    f"INSERT INTO entries ({_entry})"
    f" SELECT {_entry} FROM {_sqlite_rows((column.name for column in schema.entries.c), 'entries')} WHERE true"
)


def _postgresql_rows(columns: dict[str, Column[Any]], parameter: str) -> str:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    types = ", ".join(f'"{name}" {column.type.compile(dialect)}' for name, column in columns.items())
    return f"json_to_recordset(CAST(:{parameter} AS json)) AS new({types})"


# All in one statement, which is a transaction of its own: each one more is a way to the database and back, which takes
# longer than what is done there. Rows are locked in one order, so that no two processes wait for each other.
_MOVE = (
    f"WITH new AS MATERIALIZED (SELECT * FROM {_postgresql_rows({**_changed, 'signal': _tables.id}, 'changes')}),"
    " locked AS (SELECT id FROM tables WHERE id IN (SELECT of_table FROM new) ORDER BY id FOR UPDATE),"
    f" changed AS (UPDATE tables SET {_sets} FROM new, locked"
    " WHERE tables.id = locked.id AND tables.id = of_table AND tables.changes = before RETURNING tables.id, signal),"
    f" appended AS (INSERT INTO entries ({_entry})"
    f" SELECT {_entry} FROM {_postgresql_rows({column.name: column for column in schema.entries.c}, 'entries')}"
    ' WHERE "table" IN (SELECT id FROM changed))'
)
_POSTGRESQL_MOVE = text(f"{_MOVE} SELECT id FROM changed")
_POSTGRESQL_MOVE_AND_NOTIFY = text(f"{_MOVE} SELECT id, pg_notify('{CHANNEL}', signal) FROM changed")


class Moves(SharedJob):
    """Nothing but new entries of a game, in the middle of it. `signal` is what other processes are told."""

    def __init__(
        self, change: dict[str, Any], entries: list[dict[str, Any]], signal: Signal, failure: Exception
    ) -> None:
        super().__init__(change["of_table"], failure)
        self._change = change
        self._entries = entries
        self._signal = signal

    def __call__(self, connection: Connection) -> None:
        if connection.execute(CHANGE_MOVED, self._change).rowcount != 1:
            raise self.failure
        connection.execute(APPEND, self._entries)
        tell(connection, self._signal)

    @staticmethod
    def together(connection: Connection, jobs: Sequence["Moves"]) -> set[str]:  # type: ignore[override]
        signals = connection.get_execution_options()["signals"]
        notify = isinstance(signals, NotifySignals)
        changes = [job._change | {"signal": signals.payload(job._signal)} if notify else job._change for job in jobs]
        values = {
            "changes": msgspec.json.encode(changes).decode(),
            "entries": msgspec.json.encode([row for job in jobs for row in job._entries]).decode(),
        }
        if connection.dialect.name == "postgresql":
            statement = _POSTGRESQL_MOVE_AND_NOTIFY if notify else _POSTGRESQL_MOVE
            changed = {row.id for row in connection.execute(statement, values)}
            for job in jobs:
                if not notify and job.name in changed:
                    signals.tell(connection, job._signal)
            return changed
        if connection.execute(_SQLITE_CHANGE, {"changes": values["changes"]}).rowcount != len(jobs):
            return set()
        connection.execute(_SQLITE_APPEND, {"entries": values["entries"]})
        return {job.name for job in jobs}
