"""Tables and running games, over HTTP."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Literal, TypeVar

import msgspec
from litestar import Controller, MediaType, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta
from sqlalchemy import Connection

from imhotep.server.errors import Forbidden, Stale
from imhotep.server.games.commands import Command, Done
from imhotep.server.games.live import viewer_of
from imhotep.server.http.request import Request
from imhotep.server.http.security import address_of, must_be_somebody, services_of, who
from imhotep.server.push.hub import state_for
from imhotep.server.push.messages import TableState
from imhotep.server.services import Services
from imhotep.server.tables import edition_store, offers, quotas
from imhotep.server.tables.archive import Previews
from imhotep.server.tables.chat import Line, readable
from imhotep.server.tables.offers import Offer, TableOffer
from imhotep.server.tables.table_info import TableInfo, listed, read_info
from imhotep.table.piece_worth import PieceWorth
from imhotep.table.previews import previews
from imhotep.table.question import Question
from imhotep.table.refusals import RefusedMove, refusals

T = TypeVar("T")

Time = Annotated[int | None, QueryParameter(ge=0, le=1 << 52)]


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    table: str


class Joining(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    invitation: Annotated[str, Meta(max_length=100)] | None = None


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    seat: int


class Refusals(msgspec.Struct, frozen=True, kw_only=True):
    entries: int  # of the game that they are about
    refusals: list[RefusedMove]


class Pieces(msgspec.Struct, frozen=True, kw_only=True):
    entries: int  # of the game that they are about
    pieces: list[PieceWorth]


class Saying(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=2_000)]


async def written(services: Services, table: str, job: Callable[[Connection], T]) -> T:
    """Done, stored, and told to all who watch the table."""
    result = await services.database.write(job)
    await services.room_changed(table)
    return result


async def asked_of(services: Services, table: str, person: str) -> tuple[int, Question]:
    """The decision that somebody is to make, and the entries of the game before it."""
    async with services.games.hold(table) as live:
        if live.game.decider is None or live.game.decider not in live.seats_of(person):
            raise Forbidden("it isn't your decision", "not_your_decision")
        return live.entries, live.game.ask()


class TableRoutes(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/")
    async def list_tables(
        self, request: Request, which: FromQuery[Literal["open", "running", "over"]] = "open", before: Time = None
    ) -> list[TableInfo]:
        """Public tables, the newest first. For more, `before` is the last one's `ended` if it is over, or else its
        `created`."""
        return await services_of(request).database.read(lambda database: listed(database, which, before))

    @post("/")
    async def open_table(self, request: Request, data: JSONBody[Offer]) -> Opened:
        """It begins once nobody is missing."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.count("table", person.id)
        checked = await asyncio.to_thread(offers.check_offer, data)
        at, address = services.clock.now(), address_of(request)

        def opened(database: Connection) -> str:
            quotas.check_opening(database, services.settings, checked.offer, person.id, address)
            return offers.open_table(database, checked, person.id, person.name, at, address)

        table = await services.database.write(opened)
        await services.room_changed(table)
        return Opened(table=table)

    @get("/{table:str}")
    async def one_table(self, request: Request, table: FromPath[str]) -> TableInfo:
        """A table before, during and after its game."""
        person = await who(request)
        id = None if person is None else person.id
        return await services_of(request).database.read(lambda database: read_info(database, table, id))

    @post("/{table:str}/join", status_code=200)
    async def join(self, request: Request, table: FromPath[str], data: JSONBody[Joining]) -> Joined:
        """Take a free seat, or that of an invitation."""
        services, person = services_of(request), await must_be_somebody(request)
        await edition_store.read_ahead(services.database, table)
        at, link = services.clock.now(), data.invitation

        def joined(database: Connection) -> int:
            quotas.check_joining(database, services.settings, person.id)
            return offers.join(database, table, person.id, person.name, link, at)

        seat = await written(services, table, joined)
        return Joined(seat=seat)

    @post("/{table:str}/leave", status_code=204)
    async def leave(self, request: Request, table: FromPath[str]) -> None:
        """Before the game begins; if its host leaves, the table is closed."""
        services, person = services_of(request), await must_be_somebody(request)
        at = services.clock.now()
        await written(services, table, lambda database: offers.leave(database, table, person.id, at))

    @post("/{table:str}/start", status_code=204)
    async def start(self, request: Request, table: FromPath[str]) -> None:
        """Begin, if nobody is missing; only who opened the table can."""
        services, person = services_of(request), await must_be_somebody(request)
        await edition_store.read_ahead(services.database, table)
        at = services.clock.now()
        await written(services, table, lambda database: offers.start(database, table, person.id, at))

    @post("/{table:str}/again", status_code=200)
    async def again(self, request: Request, table: FromPath[str]) -> Opened:
        """A rematch: a table with the same people, bots and rules. Who is asked second gets the same one."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.count("table", person.id)
        await edition_store.read_ahead(services.database, table)
        at, address = services.clock.now(), address_of(request)

        def opened(database: Connection) -> str:
            def check(offer: TableOffer) -> None:
                quotas.check_opening(database, services.settings, offer, person.id, address)

            return offers.again(database, table, person.id, person.name, at, address, check)

        fresh = await written(services, table, opened)
        await services.room_changed(fresh)
        return Opened(table=fresh)

    @get("/{table:str}/game")
    async def game(self, request: Request, table: FromPath[str]) -> TableState:
        """What you may know of a running or finished game."""
        person = await who(request)
        async with services_of(request).games.hold(table) as live:
            return state_for(live, live.seats_of(None if person is None else person.id))

    @get("/{table:str}/previews")
    async def what_would_happen(self, request: Request, table: FromPath[str]) -> Previews:
        """What each of your possible decisions would bring at once, as far as you can know."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.check("replay", request)
        entries, question = await asked_of(services, table, person.id)
        return Previews(entries=entries, previews=await asyncio.to_thread(previews, question))

    @get("/{table:str}/pieces")
    async def what_pieces_are_worth(self, request: Request, table: FromPath[str]) -> Pieces:
        """What each card, token or prophecy of a running game is worth to each seat, as far as you can know."""
        person = await who(request)
        async with services_of(request).games.hold(table) as live:
            seat = viewer_of(live, live.seats_of(None if person is None else person.id))
            return Pieces(entries=live.entries, pieces=await asyncio.to_thread(live.game.piece_worths, seat))

    @get("/{table:str}/refusals")
    async def why_not(self, request: Request, table: FromPath[str]) -> Refusals:
        """Which decisions of the kind that you are asked for can't be made now, and why."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.check("replay", request)
        entries, question = await asked_of(services, table, person.id)
        return Refusals(entries=entries, refusals=await asyncio.to_thread(refusals, question))

    @post("/{table:str}/commands", status_code=200)
    async def command(self, request: Request, table: FromPath[str], data: JSONBody[Command]) -> Done:
        """Decide. The answer comes once the decision is stored; one that came too late is refused with the game as it
        is now."""
        services, person = services_of(request), await must_be_somebody(request)
        services.count_command(table, person.id, data)
        try:
            return await services.commands.perform(table, person.id, data)
        except Stale as stale:
            async with services.games.hold(table) as live:
                stale.state = state_for(live, live.seats_of(person.id))
            raise

    @get("/{table:str}/chat")
    async def chat(self, request: Request, table: FromPath[str]) -> list[Line]:
        """What was written lately, without the lines of those whom you have blocked."""
        person = await who(request)
        id = None if person is None else person.id
        return await services_of(request).database.read(lambda database: readable(database, table, id))

    @post("/{table:str}/chat", status_code=204)
    async def say(self, request: Request, table: FromPath[str], data: JSONBody[Saying]) -> None:
        """Write something to the others; only those who sit there can."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.count("chat", person.id)
        await services.say(table, person, data.text)


class EditionRoutes(Controller):
    path = "/api/editions"
    tags = ("tables",)

    @get("/{hash:str}", media_type=MediaType.TEXT)
    async def edition_text(self, request: Request, hash: FromPath[str]) -> str:
        """The text of an edition that somebody brought, by the `hash` that a table's offer tells."""
        return await services_of(request).database.read(lambda database: edition_store.text_of(database, hash))
