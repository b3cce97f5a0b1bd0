"""Tables and running games, over HTTP."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta
from sqlalchemy import Connection, select

from imhotep.server import tables
from imhotep.server.hub import state_for
from imhotep.server.live import Stored, read_table
from imhotep.server.messages import TableState
from imhotep.server.play import Command, Done
from imhotep.server.storage import schema
from imhotep.server.tables import Offer
from imhotep.server.web.people import Asked
from imhotep.server.web.security import must_be_somebody, services_of, who

MOST_LISTED = 100


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str | None
    bot: str | None
    taken: bool
    yours: bool
    left: str | None
    invitation: str | None = None  # for who opened the table


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody may see it."""

    id: str
    state: str
    game: str
    offer: Any
    created: int
    seats: list[SeatInfo]
    yours: bool  # you opened it
    promise: str | None  # the salted hash of the seed
    seed: str | None  # once the game is over
    salt: str | None
    unrated: str | None
    result: Any


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    table: str


class Joining(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    invitation: Annotated[str, Meta(max_length=100)] | None = None


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    seat: int


def info_of(stored: Stored, person: str | None) -> TableInfo:
    table = stored.table
    hosts = person is not None and table["host"] == person
    over = table["state"] == "over"
    return TableInfo(
        id=table["id"],
        state=table["state"],
        game=table["game"],
        offer=msgspec.Raw(table["offer"].encode()),
        created=table["created"],
        seats=[
            SeatInfo(
                name=seat.name or None,
                bot=seat.bot,
                taken=seat.person is not None or seat.bot is not None,
                yours=person is not None and seat.person == person,
                left=seat.left,
                invitation=seat.invitation if hosts and seat.person is None else None,
            )
            for seat in stored.seats
        ],
        yours=hosts,
        promise=table["promise"],
        seed=seed_of(table["head"]) if over else None,
        salt=table["salt"] if over else None,
        unrated=table["unrated"],
        result=None if table["result"] is None else msgspec.Raw(table["result"].encode()),
    )


def seed_of(head: str | None) -> str | None:
    lines = [] if head is None else head.split("\n")
    return next((line.removeprefix("seed: ") for line in lines if line.startswith("seed: ")), None)


def listed(connection: Connection, state: str, person: str | None) -> list[TableInfo]:
    query = (
        select(schema.tables.c.id)
        .where(schema.tables.c.state == state, schema.tables.c.public.is_(True))
        .order_by(schema.tables.c.created.desc())
        .limit(MOST_LISTED)
    )
    return [info_of(read_table(connection, table), person) for table in connection.execute(query).scalars()]


class TableRoutes(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/")
    async def list_tables(
        self, request: Asked, which: FromQuery[Literal["open", "running", "over"]] = "open"
    ) -> list[TableInfo]:
        """Public tables, the newest first."""
        person = await who(request)
        id = None if person is None else person.id
        return await services_of(request).database.read(lambda database: listed(database, which, id))

    @post("/")
    async def open_table(self, request: Asked, data: JSONBody[Offer]) -> Opened:
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.count("table", person.id)
        at = services.moments.now()
        table = await services.database.write(
            lambda database: tables.open_table(database, data, person.id, person.name, at)
        )
        return Opened(table=table)

    @get("/{table:str}")
    async def one_table(self, request: Asked, table: FromPath[str]) -> TableInfo:
        person = await who(request)
        stored = await services_of(request).database.read(lambda database: read_table(database, table))
        return info_of(stored, None if person is None else person.id)

    @post("/{table:str}/join", status_code=200)
    async def join(self, request: Asked, table: FromPath[str], data: JSONBody[Joining]) -> Joined:
        services, person = services_of(request), await must_be_somebody(request)
        at = services.moments.now()
        seat = await services.database.write(
            lambda database: tables.join(database, table, person.id, person.name, data.invitation, at)
        )
        return Joined(seat=seat)

    @post("/{table:str}/leave", status_code=204)
    async def leave(self, request: Asked, table: FromPath[str]) -> None:
        services, person = services_of(request), await must_be_somebody(request)
        at = services.moments.now()
        await services.database.write(lambda database: tables.leave(database, table, person.id, at))

    @post("/{table:str}/start", status_code=204)
    async def start(self, request: Asked, table: FromPath[str]) -> None:
        services, person = services_of(request), await must_be_somebody(request)
        at = services.moments.now()
        await services.database.write(lambda database: tables.start(database, table, person.id, at))

    @get("/{table:str}/game")
    async def game(self, request: Asked, table: FromPath[str]) -> TableState:
        """What you may know of a running or finished game."""
        person = await who(request)
        live = await services_of(request).games.get(table)
        async with live.lock:  # nobody sees what is not stored yet
            return state_for(live, None if person is None else person.id, 0)

    @post("/{table:str}/commands", status_code=200)
    async def command(self, request: Asked, table: FromPath[str], data: JSONBody[Command]) -> Done:
        """Decide. The answer comes once the decision is stored."""
        person = await must_be_somebody(request)
        return await services_of(request).play.perform(table, person.id, data)
