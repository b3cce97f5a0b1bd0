"""The entries of a finished game in one compressed row, soon after its end: a tenth of the room, and of the rows.

Whoever reads a game reads either form. Whoever changes entries of a finished game unpacks them first; they are packed
again later.
"""

import zlib

import msgspec
from sqlalchemy import Connection, Select, delete, insert, select, update

from imhotep.server.storage import schema

AT_ONCE = 20  # games of one commit


class PackedEntry(msgspec.Struct, frozen=True, array_like=True):
    """As in `entries`, but for its table and its number."""

    text: str
    at: int
    command: str | None = None


_decoder = msgspec.json.Decoder(list[PackedEntry])
_tables, _entries, _records = schema.tables.c, schema.entries.c, schema.records.c


def packed_entries(connection: Connection, table: str) -> list[PackedEntry]:
    """All of them, in their order; none if the game is not packed."""
    found = connection.execute(select(_records.entries).where(_records.table == table)).scalar()
    return [] if found is None else _decoder.decode(zlib.decompress(found))


def number_of(connection: Connection, table: str, command: str) -> int | None:
    """Of the entry that a command has brought."""
    query = select(_entries.number).where(_entries.table == table, _entries.command == command)
    number: int | None = connection.execute(query).scalar()
    if number is None:
        packed = enumerate(packed_entries(connection, table), 1)
        number = next((at for at, entry in packed if entry.command == command), None)
    return number


def has_unpacked(connection: Connection, before: int) -> bool:
    """Games that ended before that."""
    return connection.execute(_unpacked(before).limit(1)).first() is not None


def pack_some(connection: Connection, before: int) -> int:
    """How many; others' processes pack other ones."""
    ids = list(connection.execute(_unpacked(before).limit(AT_ONCE).with_for_update(skip_locked=True)).scalars())
    for table in ids:
        query = select(_entries.text, _entries.at, _entries.command).where(_entries.table == table)
        entries = [PackedEntry(*row) for row in connection.execute(query.order_by(_entries.number))]
        if entries:
            content = zlib.compress(msgspec.json.encode(entries), 9)
            connection.execute(insert(schema.records).values(table=table, entries=content))
            connection.execute(delete(schema.entries).where(_entries.table == table))
    if ids:
        connection.execute(update(schema.tables).where(_tables.id.in_(ids)).values(packed=True))
    return len(ids)


def _unpacked(before: int) -> Select[tuple[str]]:
    query = select(_tables.id).where(_tables.packed.is_(False), _tables.ended.is_not(None), _tables.ended <= before)
    return query.order_by(_tables.ended)


def unpack(connection: Connection, table: str) -> None:
    """To change its entries."""
    rows = [
        {"table": table, "number": number, **msgspec.structs.asdict(entry)}
        for number, entry in enumerate(packed_entries(connection, table), 1)
    ]
    if rows:
        connection.execute(insert(schema.entries), rows)
        connection.execute(delete(schema.records).where(_records.table == table))
        connection.execute(update(schema.tables).where(_tables.id == table).values(packed=False))
