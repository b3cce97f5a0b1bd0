"""Tables as they are seen from outside, before, during and after the game."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import CompoundSelect, Connection, RowMapping, Select, exists, or_, select

from imhotep.server.games.live import Stored, read_seats, read_table
from imhotep.server.people.ratings import Change
from imhotep.server.storage import schema

MOST_LISTED = 100


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str | None
    person: str | None  # the public id of who sits there
    bot: str | None  # one of ours
    left: str | None  # how somebody left
    is_bot: bool = False  # that person is a bot from outside
    wanted: str | None = None  # the person for whom the seat is kept
    by_invitation: bool = False
    invitation: str | None = None  # only for who opened the table


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended; lists are by seat."""

    winners: list[int]  # seats
    scores: list[int]
    places: list[int]  # from 1; equals share one
    left: dict[str, str]  # how, by seat
    ratings: list[Change] | None  # before and after; None if the game wasn't rated


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody may see it."""

    id: str
    state: Literal["open", "running", "over", "closed"]
    game: str
    offer: Any  # a TableOffer, as it was stored
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
    result: Any  # a Result, once the game is over
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
                is_bot=seat.is_bot,
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


def listed(connection: Connection, state: str, before: int | None = None) -> list[TableInfo]:
    """Public ones, the newest first; `before` goes on in a long list."""
    tables = schema.tables.c
    newest = tables.ended if state == "over" else tables.created
    query = select(schema.tables).where(tables.state == state, tables.public.is_(True))
    if before is not None:
        query = query.where(newest < before)
    return infos_of(connection, connection.execute(query.order_by(newest.desc()).limit(MOST_LISTED)).mappings().all())


def tables_of(
    connection: Connection, person: str, state: str, before: int | None = None, viewer: str | None = None
) -> list[TableInfo]:
    """Where somebody plays, played, or has a seat kept; first where it is to decide, then the latest ones. `before`
    goes on in a long list: those that ended, or were opened, at the same moment as the last one are always with it.
    Private ones are only for a viewer who has a seat there, too."""
    tables, seats = schema.tables.c, schema.seats.c
    if state == "over":
        return _finished(connection, person, before, viewer)
    mine = tables.id.in_(_seated(person, state))
    query = select(schema.tables).where(mine, tables.state == state)
    if viewer != person:
        query = query.where(or_(tables.public.is_(True), tables.id.in_(_seated(viewer, state))))
    if before is not None:
        query = query.where(tables.created < before)
    decides = exists().where(seats.table == tables.id, seats.seat == tables.decider, seats.person == person)
    order = (decides.desc(), tables.created.desc()) if state == "running" else (tables.created.desc(),)
    rows = connection.execute(query.order_by(*order).limit(MOST_LISTED)).mappings().all()
    return infos_of(connection, rows, viewer)


def _seated(person: str | None, state: str) -> Select[Any] | CompoundSelect[Any]:
    """The ids of tables with a seat of this person; who has left a running game has none."""
    seats = schema.seats.c
    own = select(seats.table).where(seats.person == person, seats.ended.is_(None))
    if state == "running":
        return own.where(seats.left.is_(None))
    kept = select(seats.table).where(seats.wanted == person, seats.person.is_(None))
    return own.union_all(kept)


def _finished(connection: Connection, person: str, before: int | None, viewer: str | None) -> list[TableInfo]:
    """From the seats alone, whose index knows when each game ended and whether anybody may see it."""
    found = set(_latest(connection, _ended(person, before, only_public=viewer != person)))
    if viewer not in (None, person):  # both sat there; the shorter list is soon gone through
        both = _ended(person, before).intersect(_ended(viewer, before))
        found.update(_latest(connection, both))
    latest = sorted(found, reverse=True)
    if len(latest) > MOST_LISTED:
        latest = [each for each in latest if each[0] >= latest[MOST_LISTED - 1][0]]
    ids = [table for _, table in latest]
    rows = connection.execute(select(schema.tables).where(schema.tables.c.id.in_(ids))).mappings()
    by_id = {row["id"]: row for row in rows}
    return infos_of(connection, [by_id[id] for id in ids], viewer)


def _ended(person: str | None, before: int | None, only_public: bool = False) -> Select[Any, Any]:
    """When games of somebody's ended, and their tables."""
    seats = schema.seats.c
    query = select(seats.ended, seats.table).distinct().where(seats.person == person, seats.ended.is_not(None))
    if only_public:
        query = query.where(seats.public.is_(True))
    return query if before is None else query.where(seats.ended < before)


def _latest(connection: Connection, ended: Select[Any, Any] | CompoundSelect[Any, Any]) -> list[tuple[int, str]]:
    """The last ones, with all that ended at the same moment as the last of them."""
    latest = ended.order_by(ended.selected_columns[0].desc(), ended.selected_columns[1].desc())
    rows = [(at, table) for at, table in connection.execute(latest.limit(MOST_LISTED))]
    if len(rows) == MOST_LISTED:
        found = ended.subquery()
        same = select(found.c.ended, found.c.table).where(found.c.ended == rows[-1][0])
        rows += [(at, table) for at, table in connection.execute(same)]
    return rows


def infos_of(connection: Connection, rows: Sequence[RowMapping], person: str | None = None) -> list[TableInfo]:
    """With their seats, which are read all at once."""
    seats = read_seats(connection, [row["id"] for row in rows])
    return [info_of(Stored(table=dict(row), seats=seats[row["id"]], entries=[]), person) for row in rows]
