"""Finished games and one's own tables, over HTTP."""

import asyncio
from typing import Annotated, Literal

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from sqlalchemy import Connection

from imhotep.server.http.request import Request
from imhotep.server.http.security import address_of, must_be_somebody, services_of, who
from imhotep.server.http.tables import Opened, Time
from imhotep.server.tables import archive, branch, quotas
from imhotep.server.tables.archive import Previews, Replay
from imhotep.server.tables.table_info import TableInfo, read_info, tables_of
from imhotep.table.story import Story, story_of

LAST = 1_000_000  # no game has as many entries

Number = Annotated[int, QueryParameter(ge=0, le=LAST)]


class Import(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that was played elsewhere."""

    record: str  # the text of an .imh file
    public: bool = False


class ArchiveRoutes(Controller):
    path = "/api"
    tags = ("finished games",)

    @get("/people/{person:str}/games")
    async def games_of(self, request: Request, person: FromPath[str], before: Time = None) -> list[TableInfo]:
        """Somebody's finished games, the latest first: public ones, and private ones in which you played. `before` is
        the `ended` of the last one, for more."""
        asking = await who(request)
        viewer = None if asking is None else asking.id
        return await services_of(request).database.read(
            lambda database: tables_of(database, person, "over", before, viewer)
        )

    @get("/me/tables")
    async def own_tables(
        self,
        request: Request,
        which: FromQuery[Literal["running", "open", "over", "imported"]] = "running",
        before: Time = None,
    ) -> list[TableInfo]:
        """Your tables, the latest first; of running ones those where it is your move come first. For more, `before` is
        the last one's `ended`, or its `created` if it is not over."""
        services, person = services_of(request), await must_be_somebody(request)
        if which == "imported":
            return await services.database.read(lambda database: archive.imported_by(database, person.id, before))
        return await services.database.read(lambda database: tables_of(database, person.id, which, before, person.id))

    @get("/tables/{table:str}/record", media_type=MediaType.TEXT)
    async def record(self, request: Request, table: FromPath[str]) -> Response[str]:
        """The record of a finished game, with all that was hidden, as a file."""
        services = services_of(request)
        services.limits.check("replay", request)
        game = await archive.finished_game(services.database, services.games, table)
        info = await services.database.read(lambda database: read_info(database, table))
        disposition = f'attachment; filename="{archive.file_name(info)}"'
        return Response(game.record(), media_type="text/plain", headers={"content-disposition": disposition})

    @post("/records")
    async def import_record(self, request: Request, data: JSONBody[Import]) -> Opened:
        """Keep a game that was played elsewhere, to look at, analyse and share it."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.count("table", person.id)
        game = await asyncio.to_thread(archive.read_record, data.record)
        at = services.clock.now()
        table = await services.database.write(
            lambda database: archive.store_record(database, game, data.public, person.id, at)
        )
        return Opened(table=table)

    @post("/tables/{table:str}/play-on")
    async def play_on(self, request: Request, table: FromPath[str], data: JSONBody[branch.Wish]) -> Opened:
        """Go on from any position of a finished game, at a new table against bots. It is not rated: the deal is
        known."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.count("table", person.id)
        game = await archive.finished_game(services.database, services.games, table)
        begun = await asyncio.to_thread(branch.branch, game, data, person.name)
        at, address = services.clock.now(), address_of(request)

        def opened(database: Connection) -> str:
            quotas.check_opening(database, services.settings, begun.offer, person.id, address)
            return branch.store_branch(database, begun, person.id, person.name, at, address)

        fresh = await services.database.write(opened)
        await services.room_changed(fresh)
        return Opened(table=fresh)

    @get("/tables/{table:str}/replay")
    async def replay(
        self,
        request: Request,
        table: FromPath[str],
        seat: FromQuery[str | None] = None,
        first: Number = 0,
        last: Number = LAST,
    ) -> Replay:
        """A finished game step by step: from a seat, from `all` of them at once, or as a spectator sees it. A long
        answer is cut: continue with `first` one beyond the last step's `entries`."""
        services = services_of(request)
        services.limits.check("replay", request)
        game = await archive.finished_game(services.database, services.games, table)
        viewers = archive.viewers_of(game, seat)
        return await asyncio.to_thread(archive.replay, game, viewers, first, last)

    @get("/tables/{table:str}/story")
    async def story(self, request: Request, table: FromPath[str]) -> Story:
        """How a finished game went: the points after each round or turn and through the final count, and what is worth
        another look."""
        services = services_of(request)
        game = await archive.finished_game(services.database, services.games, table)
        return await asyncio.to_thread(story_of, game)

    @get("/tables/{table:str}/replay/{entries:int}")
    async def step(
        self,
        request: Request,
        table: FromPath[str],
        entries: Annotated[int, PathParameter(ge=0, le=LAST)],
        seat: FromQuery[str | None] = None,
    ) -> Replay:
        """The same, of a single step."""
        services = services_of(request)
        services.limits.check("replay", request)
        game = await archive.finished_game(services.database, services.games, table)
        viewers = archive.viewers_of(game, seat)
        return await asyncio.to_thread(archive.replay, game, viewers, entries, entries)

    @get("/tables/{table:str}/replay/{entries:int}/previews")
    async def what_would_have_happened(
        self, request: Request, table: FromPath[str], entries: Annotated[int, PathParameter(ge=0, le=LAST)]
    ) -> Previews:
        """What each of the decisions that were possible then would have brought at once, as far as who was to decide
        could know."""
        services = services_of(request)
        services.limits.check("replay", request)
        game = await archive.finished_game(services.database, services.games, table)
        return await asyncio.to_thread(archive.previews_at, game, entries)
