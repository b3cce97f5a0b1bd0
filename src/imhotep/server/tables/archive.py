"""Finished games: their records out and in, and every step of them seen again."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, literal_column, select

from imhotep.server.errors import Forbidden, Refused, Unknown
from imhotep.server.games.endings import result_of
from imhotep.server.games.live import Games
from imhotep.server.ids import new_id
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.tables import edition_store
from imhotep.server.tables.offers import SeatOffer, TableOffer
from imhotep.server.tables.table_info import MOST_LISTED, TableInfo, infos_of
from imhotep.table.editions import Edition
from imhotep.table.errors import ImhotepError
from imhotep.table.game import Game, grouped
from imhotep.table.moves import Event
from imhotep.table.previews import Preview, previews
from imhotep.table.record import entry_text, head_of, load
from imhotep.table.setup import Option, OptionSpec

MOST_LINES = 5_000  # of a record that is imported; a long game has 300
MOST_STEPS = 50  # in one answer

IMPORTED = "imported"  # why such a game is not rated


async def finished_game(database: Database, games: Games, table: str) -> Game:
    """A game that anybody may know everything about. What was imported counts as finished, wherever it ends."""
    query = select(schema.tables.c.state).where(schema.tables.c.id == table)
    state = await database.read(lambda connection: connection.execute(query).scalar())
    if state == "running":
        raise Forbidden("the game isn't over", "not_over")
    if state != "over":  # it may begin at any moment
        raise Unknown("there is no such finished game")
    await games.refresh(table)  # another process may have ended it
    return (await games.get(table)).game


# --- records


def file_name(table: TableInfo) -> str:
    day = datetime.fromtimestamp((table.ended or table.created) / 1000, UTC)
    return f"imhotep-{table.game}-{day:%Y-%m-%d}-{table.id}.imh"


def read_record(text: str) -> Game:
    """Slow: not in the event loop."""
    text = text.replace("\r\n", "\n")
    if text.count("\n") > MOST_LINES:
        raise Refused(f"a record has at most {MOST_LINES} lines", "bad_record")
    try:
        return load(text)
    except ImhotepError as error:
        raise Refused(str(error), "bad_record") from None


def store_record(connection: Connection, game: Game, public: bool, person: str, at: int) -> str:
    """A table of its own for a game that was played elsewhere; nobody sits there. Its id."""
    result = msgspec.json.encode(result_of(game) | {"ratings": None}).decode() if game.is_over else None
    ended = {"state": "over", "ended": at, "unrated": IMPORTED, "result": result}
    promised = {"salt": game.setup.salt or None, "promise": game.setup.promise or None}
    seats = [
        {"seat": seat, "name": name, "left": game.out.get(seat), "ended": at, "public": public}
        for seat, name in enumerate(game.names)
    ]
    return store_game(connection, game, offer_of(game, public), person, at, ended | promised, seats)


def store_game(
    connection: Connection,
    game: Game,
    offer: TableOffer,
    person: str,
    at: int,
    more: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
) -> str:
    """A table with a game that has entries already; its id. `more` says in which state it is."""
    table = new_id()
    row = {
        "id": table,
        "game": game.setup.game,
        "players": game.players,
        "offer": msgspec.json.encode(offer).decode(),
        "host": person,
        "public": offer.public,
        "created": at,
        "started": at,
        "moved": at,
        "head": head_of(game),
        "entries": len(game.entries),
        "changes": 1,
    }
    edition_store.store(connection, _brought(game), person, at)
    connection.execute(insert(schema.tables).values(**row, **more))
    connection.execute(insert(schema.seats), [{"table": table, **seat} for seat in seats])
    entries = [
        {"table": table, "number": number, "text": entry_text(game, entry), "at": at}
        for number, entry in enumerate(game.entries, 1)
    ]
    if entries:
        connection.execute(insert(schema.entries), entries)
    return table


def offer_of(game: Game, public: bool) -> TableOffer:
    """As if the table had been opened here."""
    setup, rules = game.setup, game.rules
    return TableOffer(
        game=setup.game,
        sides=setup.sides,
        variants=_chosen(setup.variants, rules.variants),
        rules=_chosen(setup.house_rules, rules.house_rules),
        editions=[edition_store.info_of(edition) for edition in _brought(game)],
        undo="free" if setup.undo == "free" else "fair",
        public=public,
        seats=[SeatOffer(name=name, color=color) for name, color in zip(setup.names, setup.colors, strict=True)],
    )


def _brought(game: Game) -> list[Edition[Any]]:
    """Editions other than the built-in ones."""
    return [edition for edition in game.setup.editions.values() if not edition.built_in]


def _chosen(values: Mapping[str, Option], specs: Mapping[str, OptionSpec]) -> dict[str, Option]:
    return {name: value for name, value in values.items() if value != specs[name].default}


def imported_by(connection: Connection, person: str, before: int | None = None) -> list[TableInfo]:
    """The latest first."""
    tables = schema.tables.c
    imported = tables.unrated == literal_column(f"'{IMPORTED}'")  # written out: it has an index
    query = select(schema.tables).where(tables.host == person, imported)
    if before is not None:
        query = query.where(tables.ended < before)
    rows = connection.execute(query.order_by(tables.ended.desc()).limit(MOST_LISTED)).mappings().all()
    return infos_of(connection, rows, person)


# --- step by step


class Previews(msgspec.Struct, frozen=True, kw_only=True):
    entries: int  # of the game that they are about
    previews: list[Preview]


class StepView(msgspec.Struct, frozen=True, kw_only=True):
    """What was seen from one place."""

    seat: int | None  # None: a spectator
    view: Any
    events: list[Event]  # of this step


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """The game after an entry, and the shuffles that belong to it."""

    entries: int  # so far, shuffles included
    entry: str | None  # as in the record; none at the start
    decider: int | None
    events_from: int  # number of the first of this step's events; after an undo there are fewer than before
    views: list[StepView]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    total: int  # entries of the whole game
    steps: list[Step]


def viewers_of(game: Game, seat: str | None) -> list[int | None]:
    """From where a game is looked at: a seat's number, `all` seats at once, or none in particular."""
    if seat is None:
        return [None]
    if seat == "all":
        return list(range(game.players))
    if seat not in map(str, range(game.players)):
        raise Refused(f"a seat is a number from 0 to {game.players - 1}, or all", "bad_seat")
    return [int(seat)]


def replay(game: Game, viewers: Sequence[int | None], first: int, last: int) -> Replay:
    """The steps that reach entries `first` to `last`, as many as fit in an answer. Slow: not in the event loop."""
    total = len(game.entries)
    if first > total:
        raise Unknown(f"this game has {total} entries")
    steps = []
    for step in _steps(game, viewers, first):
        steps.append(step)
        if step.entries >= last or len(steps) == MOST_STEPS:
            break
    return Replay(total=total, steps=steps)


def previews_at(game: Game, entries: int) -> Previews:
    """What each decision would have brought that was possible after so many entries, as far as who was to decide could
    know. Slow: not in the event loop."""
    if entries > len(game.entries):
        raise Unknown(f"this game has {len(game.entries)} entries")
    then = game.after(entries)
    return Previews(entries=entries, previews=[] if then.is_over else previews(then.ask()))


def _steps(game: Game, viewers: Sequence[int | None], first: int) -> Iterator[Step]:
    again = Game(game.rules, game.setup, game.deal)
    if first == 0:
        yield _step(again, None, viewers, 0)
    for _, entry, shuffles in grouped(game.entries):
        before = again.event_count
        again.follow(entry, shuffles)
        if len(again.entries) >= first:
            yield _step(again, entry_text(game, entry), viewers, before)


def _step(game: Game, entry: str | None, viewers: Sequence[int | None], before: int) -> Step:
    return Step(
        entries=len(game.entries),
        entry=entry,
        decider=game.decider,
        events_from=min(before, game.event_count),
        views=[StepView(seat=seat, view=game.view(seat), events=game.events_for(seat, before)) for seat in viewers],
    )
