"""Tables before the game: what is offered, who sits where, and the start."""

import random
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, bindparam, insert, select, update

from imhotep.bots import LEVELS
from imhotep.server.errors import Forbidden, Refused, Stale
from imhotep.server.games.commands import state_of
from imhotep.server.games.live import Live, Seat, Stored, read_table
from imhotep.server.games.time_control import Pace
from imhotep.server.ids import new_id, new_token
from imhotep.server.people.accounts import clean_name, has_blocked, is_there, must_be_there
from imhotep.server.storage import schema
from imhotep.server.storage.signals import ROOM, Signal, tell
from imhotep.server.tables import edition_store
from imhotep.server.tables.edition_store import EditionInfo
from imhotep.table.editions import LARGEST_EDITION, Edition
from imhotep.table.errors import ImhotepError
from imhotep.table.fairness import new_salt, new_seed, promise_of
from imhotep.table.game import Game, new_game
from imhotep.table.games import rules_of
from imhotep.table.record import head_of
from imhotep.table.rules import GameRules
from imhotep.table.setup import LONGEST_NAME, Option

BOTS = ("random", "greedy", *(level.name for level in LEVELS))  # those whose budget is ours to choose


class SeatOffer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who is to sit there: who opens the table, somebody else at that screen, anybody, who gets a link, or a bot."""

    kind: Literal["me", "here", "open", "link", "bot"] = "open"
    bot: str | None = None
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)] | None = None  # of somebody at the same screen
    color: str | None = None  # of the game's; else one that is left


class _Agreed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table that is opened and one that is listed have in common."""

    game: str = "builder"
    sides: str | None = None  # the A sides; "random" for any mix
    variants: dict[str, Option] = {}
    rules: dict[str, Option] = {}
    undo: Literal["fair", "free"] = "fair"
    pace: Pace = Pace()
    first: int | None = None  # the seat that begins; else drawn (B22, D10), as in every rated game
    seats: Annotated[list[SeatOffer], Meta(min_length=2, max_length=4)]


class Offer(_Agreed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as it is opened."""

    editions: Annotated[list[Annotated[str, Meta(max_length=LARGEST_EDITION)]], Meta(max_length=2)] = []  # texts
    public: bool | None = None  # listed for everybody; if it isn't said, all but those of people around one screen


class TableOffer(_Agreed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was agreed at a table."""

    editions: list[EditionInfo] = []  # other values than the built-in ones
    public: bool = True  # listed for everybody


class CheckedOffer(NamedTuple):
    """It can be played."""

    offer: TableOffer
    editions: list[Edition[Any]]


def open_table(
    connection: Connection, checked: CheckedOffer, person: str, name: str, at: int, address: str = ""
) -> str:
    """A new table; its id. It begins at once if nobody is missing. `address` stands for where the person is."""
    edition_store.store(connection, checked.editions, person, at)
    return _open(connection, checked.offer, person, name, at, address)


def _open(
    connection: Connection,
    offer: TableOffer,
    person: str,
    name: str,
    at: int,
    address: str,
    wanted: Sequence[str | None] = (),
) -> str:
    """Seats may be kept for people."""
    must_be_there(connection, person)
    table = new_id()
    connection.execute(
        insert(schema.tables).values(
            id=table,
            state="open",
            game=offer.game,
            players=len(offer.seats),
            offer=msgspec.json.encode(offer).decode(),
            host=person,
            address=address or None,
            public=offer.public,
            created=at,
            entries=0,
            changes=1,
        )
    )
    kept = [*wanted, *[None] * (len(offer.seats) - len(wanted))]
    rows = [
        seat_row(seat, wish, person, name) | {"table": table, "wanted": kept[seat]}
        for seat, wish in enumerate(offer.seats)
    ]
    connection.execute(insert(schema.seats), rows)
    tell(connection, Signal(ROOM, table))
    if begins_at_once(offer):
        start(connection, table, person, at)
    return table


def begins_at_once(offer: TableOffer) -> bool:
    return all(wish.kind in ("me", "here", "bot") for wish in offer.seats)


def check_offer(offer: Offer) -> CheckedOffer:
    """With its mix of sides drawn; what can't be played is refused before anybody sits down. Slow where there are
    editions: not in the event loop, nor where others wait."""
    try:
        rules = rules_of(offer.game)
        sides = offer.sides
        if sides == "random":
            sides = "".join(random.SystemRandom().choice(rules.side_letters) for _ in rules.sites)
        editions = [edition_store.read(offer.game, text) for text in offer.editions]
        agreed: dict[str, Any] = {name: getattr(offer, name) for name in _Agreed.__struct_fields__} | {"sides": sides}
        table = TableOffer(**agreed, editions=[edition_store.info_of(edition) for edition in editions])
        game = make_game(table, editions, seed=0)
    except ImhotepError as error:
        raise Refused(str(error), "bad_table") from None
    kinds = [wish.kind for wish in offer.seats]
    for wish in offer.seats:
        if wish.kind == "bot" and wish.bot not in BOTS:
            raise Refused(f"a bot at a table is one of {', '.join(BOTS)}", "bad_table")
        if wish.kind != "bot" and wish.bot is not None:
            raise Refused("only a bot's seat names a bot", "bad_table")
    if kinds.count("me") > 1:
        raise Refused("you have one seat; somebody else at your screen is 'here'", "bad_table")
    if set(kinds) == {"bot"}:
        raise Refused("a table is for at least one person; the arena lets bots play each other", "bad_table")
    seats = [
        wish if wish.name is None else msgspec.structs.replace(wish, name=clean_name(wish.name)) for wish in offer.seats
    ]
    around_one_screen = "here" in kinds and "open" not in kinds
    public = offer.public if offer.public is not None else not around_one_screen
    return CheckedOffer(msgspec.structs.replace(table, sides=game.setup.sides, seats=seats, public=public), editions)


def make_game(
    offer: TableOffer,
    editions: Sequence[Edition[Any]],
    seed: int,
    names: list[str] | None = None,
    promise: str = "",
    salt: str = "",
) -> Game:
    rules = rules_of(offer.game)
    return new_game(
        offer.game,
        len(offer.seats),
        offer.sides,
        seed=seed,
        first=offer.first,
        names=names,
        colors=_colors(offer, rules),
        house_rules=offer.rules,
        edition=editions,
        undo=offer.undo,
        promise=promise,
        salt=salt,
        variants=offer.variants,
    )


def _colors(offer: TableOffer, rules: GameRules) -> list[str]:
    """Those that were chosen, and for the other seats what is left, in the game's order."""
    chosen = [wish.color for wish in offer.seats]
    left = [color for color in rules.colors if color not in chosen]
    return [left.pop(0) if color is None and left else color or "" for color in chosen]


def seat_row(seat: int, wish: SeatOffer, person: str, name: str) -> dict[str, Any]:
    here = wish.kind in ("me", "here")
    shown = {"me": name, "here": wish.name or f"{name} {seat + 1}", "bot": (wish.bot or "").capitalize()}
    return {
        "seat": seat,
        "person": person if here else None,
        "bot": wish.bot,
        "invitation": new_token() if wish.kind == "link" else None,
        "name": shown.get(wish.kind),
    }


# --- coming and going

_SIT_DOWN = (
    update(schema.seats)
    .where(
        schema.seats.c.table == bindparam("of_table"),
        schema.seats.c.seat == bindparam("of_seat"),
        schema.seats.c.person.is_(None),
    )
    .values(person=bindparam("person"), name=bindparam("name"))
)


def join(connection: Connection, table: str, person: str, name: str, invitation: str | None, at: int) -> int:
    """A free seat for somebody; the one of the invitation, if there is one."""
    must_be_there(connection, person)
    stored = read_table(connection, table, with_entries=False, locked=True)
    _must_be_open(stored)
    if any(seat.person == person for seat in stored.seats):
        raise Refused("you already have a seat here", "seated")
    if has_blocked(connection, stored.table["host"], person):
        raise Refused("there is no free seat for you", "no_seat")  # who is blocked isn't told
    free = [seat for seat in stored.seats if seat.person is None and seat.bot is None]
    if invitation is not None:
        free = [seat for seat in free if seat.invitation == invitation]
    else:
        free = [seat for seat in free if seat.invitation is None and seat.wanted in (None, person)]
        free.sort(key=lambda seat: seat.wanted is None)
    if not free:
        raise Refused("there is no free seat for you", "no_seat")
    seat = free[0]
    taken = {"of_table": table, "of_seat": seat.seat, "person": person, "name": name}
    if connection.execute(_SIT_DOWN, taken).rowcount != 1:
        raise Stale("somebody else was faster")
    _changed(connection, table)
    if all(other.person or other.bot for other in stored.seats if other is not seat):
        start(connection, table, None, at)
    return seat.seat


def leave(connection: Connection, table: str, person: str, at: int) -> None:
    """Before the game; without its host a table is closed."""
    stored = read_table(connection, table, with_entries=False, locked=True)
    _must_be_open(stored)
    if stored.table["host"] == person:
        closed = update(schema.tables).where(schema.tables.c.id == table, schema.tables.c.state == "open")
        connection.execute(closed.values(state="closed", ended=at, address=None))
    where = (schema.seats.c.table == table, schema.seats.c.person == person)
    left = connection.execute(update(schema.seats).where(*where).values(person=None, name=None)).rowcount
    if left == 0 and stored.table["host"] != person:
        raise Refused("you don't have a seat here", "no_seat")
    _changed(connection, table)


def close_old(connection: Connection, before: int, at: int) -> list[str]:
    """Tables opened before that which have not begun; which ones."""
    columns = schema.tables.c
    where = (columns.state == "open", columns.created <= before)
    found = sorted(connection.execute(select(columns.id).where(*where).with_for_update(skip_locked=True)).scalars())
    for table in found:
        closed = update(schema.tables).where(columns.id == table)
        connection.execute(closed.values(state="closed", ended=at, address=None))
        _changed(connection, table)
    return found


def start(connection: Connection, table: str, person: str | None, at: int) -> None:
    """Deal, and promise that nobody chose the cards."""
    stored = read_table(connection, table, with_entries=False, locked=True)
    _must_be_open(stored)
    if person is not None and stored.table["host"] != person:
        raise Forbidden("only whoever opened the table can start the game")
    if any(seat.person is None and seat.bot is None for seat in stored.seats):
        raise Refused("a seat is still free", "not_full")
    offer = msgspec.json.decode(stored.table["offer"], type=TableOffer)
    seed, salt = new_seed(), new_salt()
    promise = promise_of(seed, salt)
    names = different_names([seat.name for seat in stored.seats])
    editions = edition_store.editions_of(connection, offer.game, offer.editions)
    game = make_game(offer, editions, seed, names, promise, salt)
    begun: dict[str, Any] = {"head": head_of(game), "started": at, "salt": salt, "promise": promise}
    begun |= {"unrated": why_unrated(offer, stored.seats), "told": -1}  # of the first decision, too
    live = Live(Stored(table={**stored.table, **begun}, seats=stored.seats, entries=[]), game)
    where = (schema.tables.c.id == table, schema.tables.c.state == "open")
    values = {**begun, **state_of(live, at), "state": "running"}
    if connection.execute(update(schema.tables).where(*where).values(**values)).rowcount != 1:
        raise Stale("the game has already begun")
    _changed(connection, table)


def again(
    connection: Connection,
    table: str,
    person: str,
    name: str,
    at: int,
    address: str = "",
    check: Callable[[TableOffer], None] = lambda offer: None,
) -> str:
    """A table with the same people, bots and rules: its id, whoever of them asks. The seats are kept for them. `check`
    may refuse a new one."""
    stored = read_table(connection, table, with_entries=False, locked=True)
    if stored.table["state"] != "over":
        raise Refused("the game isn't over", "not_over")
    if stored.table["again"] is not None:
        return str(stored.table["again"])
    if not any(seat.person == person for seat in stored.seats):
        raise Forbidden("you didn't play here")
    offer = msgspec.json.decode(stored.table["offer"], type=TableOffer)
    wishes, wanted = [], []
    for wish, seat in zip(offer.seats, stored.seats, strict=True):
        mine = seat.person == person
        kept = not mine and is_there(connection, seat.person) and not has_blocked(connection, seat.person, person)
        wanted.append(seat.person if kept else None)
        if seat.person is None or (mine and wish.kind == "here"):
            wishes.append(wish)
        else:
            wishes.append(SeatOffer(kind="me" if mine else "open", color=wish.color))
    offer = msgspec.structs.replace(offer, seats=wishes, first=None)  # who begins was chosen for one game
    check(offer)
    fresh = _open(connection, offer, person, name, at, address, wanted)
    where = (schema.tables.c.id == table, schema.tables.c.again.is_(None))
    if connection.execute(update(schema.tables).where(*where).values(again=fresh)).rowcount != 1:
        raise Stale("somebody else was faster")
    _changed(connection, table)
    return fresh


def why_unrated(offer: TableOffer, seats: list[Seat]) -> str | None:
    """Before the game; more may happen in it."""
    people = [seat.person for seat in seats if seat.person is not None]
    if offer.editions:
        return "edition"
    if offer.rules:
        return "house_rules"
    if offer.undo == "free":
        return "undo"
    if offer.first is not None:
        return "first"
    if len(set(people)) < len(people):
        return "one_screen"
    return None


def different_names(names: list[str]) -> list[str]:
    """As they are, with a number where two are alike."""
    found: list[str] = []
    for name in names:
        free, number = name, 2
        while free.casefold() in {other.casefold() for other in found}:
            free, number = f"{name[: LONGEST_NAME - 3]} {number}", number + 1
        found.append(free)
    return found


def _must_be_open(stored: Stored) -> None:
    if stored.table["state"] != "open":
        raise Refused("the game has begun, or was called off", "not_open")


_CHANGE = (
    update(schema.tables).where(schema.tables.c.id == bindparam("of_table")).values(changes=schema.tables.c.changes + 1)
)


def _changed(connection: Connection, table: str) -> None:
    connection.execute(_CHANGE, {"of_table": table})
    tell(connection, Signal(ROOM, table))
