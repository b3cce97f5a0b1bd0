"""What people are told of the server's maintenance, and whether anything may be written meanwhile.

It is a row that every process looks at again and again, so that it can be changed while they run, from wherever the
database can be reached: `set_maintenance` is all that an operator's command has to call. While nothing is written no
clock runs out, and what was so lost is given back at the end.
"""

from typing import Annotated

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, case, delete, insert, select, update

from imhotep.server.storage import schema
from imhotep.table.catalogue import Language

NAME = "maintenance"
LATEST = 8  # entries: at most three have left since, with two entries each

Words = Annotated[str, Meta(max_length=1_000)]


class Maintenance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For everybody who is here."""

    notice: dict[Language, Words] = {}  # in the languages in which there is one
    read_only: bool = False  # nothing is written: nobody can do anything, and no clock runs out


def read_maintenance(connection: Connection) -> Maintenance:
    query = select(schema.switches.c.value).where(schema.switches.c.name == NAME)
    found = connection.execute(query).scalar()
    return Maintenance() if found is None else msgspec.json.decode(found, type=Maintenance)


def set_maintenance(connection: Connection, new: Maintenance, at: int) -> None:
    """From now on; in the transaction of a writer of `Database`. Other processes see it within two seconds."""
    query = select(schema.switches.c.value, schema.switches.c.changed).where(schema.switches.c.name == NAME)
    row = connection.execute(query).first()
    before = Maintenance() if row is None else msgspec.json.decode(row.value, type=Maintenance)
    since = at if row is None or not before.read_only else row.changed  # the notice may change meanwhile
    if before.read_only and not new.read_only:
        _give_time_back(connection, at - since)
    connection.execute(delete(schema.switches).where(schema.switches.c.name == NAME))
    if new != Maintenance():
        value = msgspec.json.encode(new).decode()
        changed = since if before.read_only and new.read_only else at
        connection.execute(insert(schema.switches).values(name=NAME, value=value, changed=changed))


def _give_time_back(connection: Connection, pause: int) -> None:
    """A clock runs from an entry, or from the beginning: those are put later, as if the time between had not been. Each
    game's changes are counted, so that no process goes on with what it knew."""
    tables, entries = schema.tables.c, schema.entries.c
    running = tables.state == "running"
    paused = select(tables.id).where(running, tables.id == entries.table, entries.number > tables.entries - LATEST)
    connection.execute(update(schema.entries).where(paused.exists()).values(at=entries.at + pause))
    later = {name: tables[name] + pause for name in ("due", "moved")}
    started = case((tables.entries <= LATEST, tables.started + pause), else_=tables.started)
    values = {**later, "started": started, "changes": tables.changes + 1}
    connection.execute(update(schema.tables).where(running).values(values))
