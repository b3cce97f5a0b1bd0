"""The end of a game: all that is done in the commit of its last move, so that it is done once or not at all."""

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update

from imhotep.server.games.live import Live
from imhotep.server.people.ratings import places, rate
from imhotep.server.storage import schema
from imhotep.table.game import Game


def rate_players(connection: Connection, live: Live) -> dict[str, Any]:
    return {"ratings": rate(connection, live.game, rated_names(live)) if live.unrated is None else None}


ENDINGS: list[Callable[[Connection, Live], dict[str, Any]]] = [rate_players]  # what each adds to the result


def end_game(connection: Connection, live: Live, at: int) -> None:
    """Of a game that is over; it can't change any more."""
    result = result_of(live.game)
    for ending in ENDINGS:
        result |= ending(connection, live)
    ended = {"state": "over", "ended": at, "result": msgspec.json.encode(result).decode(), "address": None}
    connection.execute(update(schema.tables).where(schema.tables.c.id == live.id).values(**ended))
    public = select(schema.tables.c.public).where(schema.tables.c.id == live.id).scalar_subquery()
    connection.execute(update(schema.seats).where(schema.seats.c.table == live.id).values(ended=at, public=public))


def result_of(game: Game) -> dict[str, Any]:
    left = {str(seat): how for seat, how in game.out.items()}
    return {"winners": game.winners(), "scores": game.scores(), "places": places(game), "left": left}


def rated_names(live: Live) -> list[str]:
    """Under which each seat is rated: who sat there at first."""
    return [seat.person if seat.person is not None else f"bot:{seat.bot}" for seat in live.seats]
