"""The statements by which a running game is written: for one game, and for many at once, as each database likes it."""

from typing import Any

from sqlalchemy import (
    ARRAY,
    Column,
    Insert,
    TableValuedAlias,
    Text,
    TextClause,
    Update,
    any_,
    bindparam,
    cast,
    func,
    insert,
    select,
    text,
    update,
)

from imhotep.server.storage import schema
from imhotep.server.storage.database import Statement

_STATE = ("entries", "decider", "thinker", "due", "unrated", "asked")  # what is stored only to find a game


def _change(*columns: str) -> Update:
    """Unless somebody else has changed it since."""
    values: dict[str, Any] = {name: bindparam(name) for name in ("changes", *columns)}
    where = (schema.tables.c.id == bindparam("of_table"), schema.tables.c.changes == bindparam("before"))
    return update(schema.tables).where(*where).values(values)


def _change_json(*columns: str) -> TextClause:
    values = ", ".join(f"{name} = new.{name}" for name in ("changes", *columns))
    rows = _json_rows("of_table", "before", "changes", *columns)
    return text(f"UPDATE tables SET {values} FROM {rows} WHERE tables.id = of_table AND tables.changes = before")


def _change_lists(*columns: str) -> Update:
    """Locked in one order, so that no two processes wait for each other."""
    tables = schema.tables.c
    new = _list_rows(
        of_table=tables.id, before=tables.changes, **{name: tables[name] for name in ("changes", *columns)}
    )
    ours = select(tables.id).where(tables.id == any_(bindparam("of_table", type_=ARRAY(Text))))
    locked = ours.order_by(tables.id).with_for_update().cte("locked")
    where = (tables.id == locked.c.id, tables.id == new.c.of_table, tables.changes == new.c.before)
    return update(schema.tables).where(*where).values({name: new.c[name] for name in ("changes", *columns)})


def _append_lists() -> Insert:
    rows = _list_rows(**{column.name: column for column in schema.entries.c})
    return insert(schema.entries).from_select([column.name for column in schema.entries.c], select(*rows.c))


def _list_rows(**columns: Column[Any]) -> TableValuedAlias:
    values = [cast(bindparam(name), ARRAY(column.type)) for name, column in columns.items()]
    return func.unnest(*values).table_valued(*columns).render_derived("new")


def _append_json() -> TextClause:
    columns = [column.name for column in schema.entries.c]
    names = ", ".join(f'"{name}"' for name in columns)
    return text(f"INSERT INTO entries ({names}) SELECT {names} FROM {_json_rows(*columns)} WHERE true")


def _json_rows(*columns: str) -> str:
    values = ", ".join(f"json_extract(value, '$.{name}') AS \"{name}\"" for name in columns)
    return f"(SELECT {values} FROM json_each(:rows)) AS new"


_MOVED = (*_STATE, "moved", "claimed")
CHANGE = _change(*_STATE)
CHANGE_MOVED = Statement(_change(*_MOVED), _change_lists(*_MOVED), _change_json(*_MOVED))
APPEND = Statement(insert(schema.entries), _append_lists(), _append_json())
