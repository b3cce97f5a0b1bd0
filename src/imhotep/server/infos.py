"""Tables as they are seen from outside, before, during and after the game."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, select

from imhotep.server.live import Stored, read_seats, read_table
from imhotep.server.storage import schema

MOST_LISTED = 100


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str | None
    person: str | None  # the public id of who sits there
    bot: str | None
    left: str | None  # how somebody left
    wanted: str | None = None  # the person for whom the seat is kept
    by_invitation: bool = False
    invitation: str | None = None  # only for who opened the table


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody may see it."""

    id: str
    state: str  # open, running, over or closed
    game: str
    offer: Any
    public: bool
    host: str | None  # the public id of who opened it
    created: int
    started: int | None
    ended: int | None
    moved: int | None
    decider: int | None
    due: int | None
    seats: list[SeatInfo]
    promise: str | None  # the salted hash of the seed
    seed: str | None  # once the game is over
    salt: str | None
    unrated: str | None  # why
    result: Any
    again: str | None  # the table of the rematch


def read_info(connection: Connection, table: str, person: str | None = None) -> TableInfo:
    return info_of(read_table(connection, table, with_entries=False), person)


def info_of(stored: Stored, person: str | None = None) -> TableInfo:
    table = stored.table
    hosts = person is not None and table["host"] == person
    over = table["state"] == "over"
    return TableInfo(
        id=table["id"],
        state=table["state"],
        game=table["game"],
        offer=msgspec.Raw(table["offer"].encode()),
        public=table["public"],
        host=table["host"],
        created=table["created"],
        started=table["started"],
        ended=table["ended"],
        moved=table["moved"],
        decider=table["decider"],
        due=table["due"],
        seats=[
            SeatInfo(
                name=seat.name or None,
                person=seat.person,
                bot=seat.bot,
                left=seat.left,
                wanted=seat.wanted if seat.person is None else None,
                by_invitation=seat.invitation is not None,
                invitation=seat.invitation if hosts and seat.person is None else None,
            )
            for seat in stored.seats
        ],
        promise=table["promise"],
        seed=seed_of(table["head"]) if over else None,
        salt=table["salt"] if over else None,
        unrated=table["unrated"],
        result=None if table["result"] is None else msgspec.Raw(table["result"].encode()),
        again=table["again"],
    )


def seed_of(head: str | None) -> str | None:
    lines = [] if head is None else head.split("\n")
    return next((line.removeprefix("seed: ") for line in lines if line.startswith("seed: ")), None)


def listed(connection: Connection, state: str) -> list[TableInfo]:
    """Public ones, the newest first."""
    tables = schema.tables.c
    newest = tables.ended if state == "over" else tables.created
    query = select(schema.tables).where(tables.state == state, tables.public.is_(True))
    return _infos(connection, connection.execute(query.order_by(newest.desc()).limit(MOST_LISTED)).mappings().all())


def tables_of(connection: Connection, person: str, state: str, before: int | None = None) -> list[TableInfo]:
    """Where somebody sits or sat, the latest first; `before` goes on in a long list."""
    tables = schema.tables.c
    mine = select(schema.seats.c.table).where(schema.seats.c.person == person)
    latest = tables.ended if state == "over" else tables.created
    query = select(schema.tables).where(tables.id.in_(mine), tables.state == state)
    if before is not None:
        query = query.where(latest < before)
    rows = connection.execute(query.order_by(latest.desc()).limit(MOST_LISTED)).mappings().all()
    return _infos(connection, rows, person)


def _infos(connection: Connection, rows: Sequence[RowMapping], person: str | None = None) -> list[TableInfo]:
    """With their seats, which are read all at once."""
    seats = read_seats(connection, [row["id"] for row in rows])
    return [info_of(Stored(table=dict(row), seats=seats[row["id"]], entries=[]), person) for row in rows]
