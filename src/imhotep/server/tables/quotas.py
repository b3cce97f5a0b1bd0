"""How many tables, games and bots somebody may have at a time, and all people at one address together."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, func, select

from imhotep.server.errors import TooMany
from imhotep.server.settings import Settings
from imhotep.server.storage import schema
from imhotep.server.tables.offers import TableOffer, begins_at_once

_tables, _seats = schema.tables.c, schema.seats.c
_UNFINISHED = _tables.state.in_(("open", "running"))


def check_opening(connection: Connection, settings: Settings, offer: TableOffer, person: str, address: str) -> None:
    """Of a new table, before it is stored."""
    waits = not begins_at_once(offer)
    bots = sum(wish.kind == "bot" for wish in offer.seats)
    if any(wish.kind in ("me", "here") for wish in offer.seats):
        check_joining(connection, settings, person)
    here: list[tuple[ColumnElement[bool], int, int, int | None, str]] = [
        (_tables.host == person, settings.person_open_tables, settings.person_bot_seats, None, "you have")
    ]
    if address:
        most = settings.address_open_tables, settings.address_bot_seats, settings.address_games
        here.append((_tables.address == address, *most, "people at your address have"))
    for whose, most_open, most_bots, most_games, who in here:
        if waits and _count(connection, _opened(whose, "open")) >= most_open:
            raise TooMany(f"{who} {most_open} tables waiting for players: close one first", "too_many_tables")
        if most_games is not None and _count(connection, _opened(whose, "open", "running")) >= most_games:
            raise TooMany(f"{who} {most_games} unfinished games: finish one first", "too_many_games")
        if bots and _count(connection, _bots(whose)) + bots > most_bots:
            raise TooMany(f"{who} {most_bots} bots in unfinished games: finish one first", "too_many_bots_playing")


def check_joining(connection: Connection, settings: Settings, person: str) -> None:
    """Of one more seat, before it is taken."""
    own = and_(_UNFINISHED, _seats.person == person, _seats.left.is_(None))
    games = select(func.count(_tables.id.distinct())).join(schema.seats, _seats.table == _tables.id).where(own)
    if _count(connection, games) >= settings.person_games:
        raise TooMany(f"you have {settings.person_games} unfinished games: finish one first", "too_many_games")


def _count(connection: Connection, query: Select[Any]) -> int:
    return int(connection.execute(query).scalar_one())


def _opened(whose: ColumnElement[bool], *states: str) -> Select[Any]:
    return select(func.count()).select_from(schema.tables).where(whose, _tables.state.in_(states))


def _bots(whose: ColumnElement[bool]) -> Select[Any]:
    """Without those who play on for somebody."""
    joined = select(func.count()).select_from(schema.tables.join(schema.seats, _seats.table == _tables.id))
    return joined.where(whose, _UNFINISHED, _seats.bot.is_not(None), _seats.left.is_(None))
