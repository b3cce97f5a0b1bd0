"""A finished game played on from any of its positions: at a table of its own, against bots.

Everybody may know how the cards lie there, so such a game is not rated and comes with no promise about its deal.
"""

from typing import Annotated

import msgspec
from msgspec import Meta
from sqlalchemy import Connection

from imhotep.server.errors import Refused, Unknown
from imhotep.server.storage.signals import ROOM, Signal, tell
from imhotep.server.tables.archive import offer_of, store_game
from imhotep.server.tables.offers import BOTS, SeatOffer, TableOffer, different_names, seat_row
from imhotep.table.game import MOVE, UNDO, UNDO_BY_CONSENT, Entry, Game, grouped
from imhotep.table.setup import check_names

KNOWN_DEAL = "known_deal"  # why it is not rated


class Wish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From where, on which seat, and against whom."""

    entries: Annotated[int, Meta(ge=0, le=1_000_000)]  # of the old game's record
    seat: int | None = None  # one's own; the one that is to decide there
    bot: str = "mason"  # on all others


class Branch(msgspec.Struct, frozen=True):
    """A game that is about to begin in the middle."""

    game: Game
    offer: TableOffer


def branch(game: Game, wish: Wish, name: str) -> Branch:
    """With the moves that stood; whoever had left the game is in it again, and the old names are nowhere. Slow: not in
    the event loop."""
    if wish.bot not in BOTS:
        raise Refused(f"a bot is one of {', '.join(BOTS)}", "bad_table")
    if wish.seat is not None and wish.seat not in range(game.players):
        raise Refused(f"a seat is a number from 0 to {game.players - 1}", "bad_seat")
    if wish.entries > len(game.entries):
        raise Unknown(f"this game has {len(game.entries)} entries")
    fresh = Game(game.rules, msgspec.structs.replace(game.setup, promise="", salt=""), game.deal)
    for entry, shuffles in _standing(game, wish.entries):
        fresh.follow(entry, shuffles)
    if fresh.decider is None:
        raise Refused("the game is over at that point: there is nothing left to play", "is_over")
    seat = fresh.decider if wish.seat is None else wish.seat
    wishes = [
        SeatOffer(kind="me") if here == seat else SeatOffer(kind="bot", bot=wish.bot) for here in range(game.players)
    ]
    names = different_names([name if here == seat else wish.bot.capitalize() for here in range(game.players)])
    fresh.setup = msgspec.structs.replace(fresh.setup, names=check_names(names, game.players))
    fresh.names = names
    return Branch(fresh, msgspec.structs.replace(offer_of(game, public=False), seats=wishes))


def _standing(game: Game, count: int) -> list[tuple[Entry, list[Entry]]]:
    """The moves among so many entries that were not taken back, with their shuffles; without clocks and comments."""
    found: list[tuple[Entry, list[Entry]]] = []
    for at, entry, shuffles in grouped(game.entries):
        if at >= count:
            break
        if entry.kind == MOVE:
            found.append((msgspec.structs.replace(entry, clock=None, comment=""), shuffles))
        elif entry.kind in (UNDO, UNDO_BY_CONSENT):
            found.pop()
    return found


def store_branch(connection: Connection, branch: Branch, person: str, name: str, at: int, address: str = "") -> str:
    """Its table begins at once; the table's id."""
    game, offer = branch.game, branch.offer
    decider = game.decider
    assert decider is not None
    thinker = offer.seats[decider].bot
    begun = {"state": "running", "unrated": KNOWN_DEAL, "decider": decider, "thinker": thinker, "told": -1}
    begun |= {"address": address or None}
    seats = [seat_row(seat, wish, person, name) | {"name": game.names[seat]} for seat, wish in enumerate(offer.seats)]
    table = store_game(connection, game, offer, person, at, begun, seats)
    tell(connection, Signal(ROOM, table))
    return table
