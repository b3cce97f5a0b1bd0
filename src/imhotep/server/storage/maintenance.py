"""What people are told of the server's maintenance, and whether anything may be written meanwhile.

It is a row that every process looks at again and again, so that it can be changed while they run, from wherever the
database can be reached: `set_maintenance` is all that an operator's command has to call. While nothing is written the
clocks stand (`games/timeouts.py`).
"""

from typing import Annotated

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, delete, insert, select

from imhotep.server.storage import schema
from imhotep.table.catalogue import Language

NAME = "maintenance"

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
    connection.execute(delete(schema.switches).where(schema.switches.c.name == NAME))
    if new != Maintenance():
        value = msgspec.json.encode(new).decode()
        connection.execute(insert(schema.switches).values(name=NAME, value=value, changed=at))
