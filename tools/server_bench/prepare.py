"""What is in the database before a server starts: people with cookies, games at every stage, very many old games.

A few games are really played; where very many are needed, these are copied under new ids.
"""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Table, insert, select, update
from sqlalchemy.engine import make_url

from imhotep.engine.kernel import Actions, Random
from imhotep.server.http.security import COOKIE
from imhotep.server.ids import new_id, signed
from imhotep.server.people.sessions import new_session
from imhotep.server.services import signing_secret
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database, make_engine
from imhotep.server.storage.migrate import upgrade
from imhotep.server.tables.offers import Offer, SeatOffer, check_offer, join, open_table
from imhotep.table.game import Game
from imhotep.table.record import entry_text, resume

PLAYERS = 4
LONGEST_GAME = 1000  # decisions; none is as long


class Guest(NamedTuple):
    id: str
    name: str
    cookie: str


class Group(NamedTuple):
    """Those at one table."""

    table: str
    guests: list[Guest]


def new_database(url: str) -> Database:
    engine = make_engine(make_url(url))
    upgrade(engine)
    engine.dispose()
    return Database(url)


def now() -> int:
    return time.time_ns() // 1_000_000


def new_guests(database: Database, count: int) -> list[Guest]:
    """Made by hand: over HTTP there may be 60 a minute."""

    def write(connection: Connection) -> list[Guest]:
        secret, at, found = signing_secret(connection), now(), []
        for number in range(count):
            person, name = new_id(), f"Guest {number}"
            row = {"id": person, "name": name, "is_bot": False, "created": at}
            connection.execute(insert(schema.people).values(**row))
            token = new_session(connection, person, "browser", at)
            found.append(Guest(person, name, f"{COOKIE}={signed(token, secret)}"))
        return found

    return database.write_now(write)


def new_table(database: Database, guests: list[Guest], decisions: int, seed: int, game: str = "builder") -> str:
    """A game of theirs that has come so far; open if there are fewer of them than seats."""
    seats = [SeatOffer(kind="me"), *[SeatOffer()] * (PLAYERS - 1 if game == "builder" else 1)]

    def write(connection: Connection) -> str:
        at = now()
        offer = Offer(game=game, seats=seats)
        table = open_table(connection, check_offer(offer), guests[0].id, guests[0].name, at)
        for guest in guests[1:]:
            join(connection, table, guest.id, guest.name, None, at)
        if decisions and len(guests) == len(seats):
            _play_on(connection, table, decisions, seed, at)
        return table

    return database.write_now(write)


def _play_on(connection: Connection, table: str, decisions: int, seed: int, at: int) -> None:
    """By chance, all at once: written as the server would have written it move by move."""
    game = _game(connection, table)
    actions, random = Actions(), Random(seed)
    for _ in range(decisions):
        if game.is_over:
            break
        game.raw.legal(actions)
        game.play(game.rules.move(game.raw, game.setup, actions.pick(random)).text)
    rows = [
        {"table": table, "number": number, "text": entry_text(game, entry), "at": at, "command": f"c{number}"}
        for number, entry in enumerate(game.entries, 1)
    ]
    state: dict[str, Any] = {"entries": len(rows), "changes": len(rows) + 10, "decider": game.decider}
    if game.is_over:
        result: dict[str, Any] = {"winners": game.winners(), "scores": game.scores(), "left": {}, "ratings": None}
        state |= {"state": "over", "ended": at, "result": msgspec.json.encode(result).decode()}
    connection.execute(insert(schema.entries), rows)
    connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(**state))


def _game(connection: Connection, table: str) -> Game:
    head = connection.execute(select(schema.tables.c.head).where(schema.tables.c.id == table)).scalar_one()
    query = select(schema.entries.c.text).where(schema.entries.c.table == table).order_by(schema.entries.c.number)
    return resume(head, list(connection.execute(query).scalars()))


def new_groups(database: Database, tables: int) -> list[Group]:
    """Tables of four whose games are at all stages, as on any evening."""
    guests = new_guests(database, tables * PLAYERS)
    groups = []
    for number in range(tables):
        there = guests[number * PLAYERS : (number + 1) * PLAYERS]
        groups.append(Group(new_table(database, there, number * 37 % 90, number), there))
    return groups


def state_message(database: Database) -> bytes:
    """What a seat is told after a move in the middle of a game."""
    guests = new_guests(database, PLAYERS)
    table = new_table(database, guests, 50, 1)
    game = database.read_now(lambda connection: _game(connection, table))
    events = game.events_for(0, game.event_count - 4)
    return msgspec.json.encode({"type": "table", "table": table, "view": game.view(0), "events": events})


# --- very many games


def some_games(database: Database) -> dict[str, list[str]]:
    """A few real ones of each kind: `over`, `running` and `open`."""
    guests = new_guests(database, PLAYERS)
    made: dict[str, Callable[[int], str]] = {
        "over": lambda seed: new_table(database, guests, LONGEST_GAME, seed),
        "over in The Duel": lambda seed: new_table(database, guests[:2], LONGEST_GAME, seed, "duel"),
        "running": lambda seed: new_table(database, guests, 40 + seed * 5, seed),
        "open": lambda seed: new_table(database, guests[:2], 0, seed),
    }
    found = {kind: [make(seed) for seed in range(4)] for kind, make in made.items()}
    found["over"] += found.pop("over in The Duel")
    return found


def multiply(path: Path, tables: list[str], count: int) -> list[str]:
    """So many copies of these tables under new ids, in an SQLite file that nobody else uses."""
    fresh = sorted(new_id() for _ in range(count))  # in order: much faster for the indexes
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for pragma in ("synchronous=OFF", "cache_size=-400000"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("BEGIN")
        connection.execute("CREATE TEMP TABLE fresh (id TEXT PRIMARY KEY, source TEXT, number INTEGER) WITHOUT ROWID")
        rows = ((id, tables[number % len(tables)], number) for number, id in enumerate(fresh))
        connection.executemany("INSERT INTO fresh VALUES (?, ?, ?)", rows)
        created = "source.created - fresh.number * 1000"
        _copy(connection, schema.tables, "id", tables, {"id": "fresh.id", "created": created})
        _copy(connection, schema.seats, "table", tables, {"table": "fresh.id"})
        _copy(connection, schema.entries, "table", tables, {"table": "fresh.id"})
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return fresh


def _copy(connection: sqlite3.Connection, table: Table, key: str, tables: list[str], changed: dict[str, str]) -> None:
    """First aside: SQLite would otherwise keep all copies twice."""
    marks = ", ".join("?" * len(tables))
    connection.execute(f'CREATE TEMP TABLE source AS SELECT * FROM "{table.name}" WHERE "{key}" IN ({marks})', tables)
    connection.execute(f'CREATE INDEX temp.ix_source ON source ("{key}")')
    names = [column.name for column in table.columns]
    into = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(changed.get(name, f'source."{name}"') for name in names)
    matching = f'fresh CROSS JOIN source ON source."{key}" = fresh.source'
    connection.execute(f'INSERT INTO "{table.name}" ({into}) SELECT {values} FROM {matching}')
    connection.execute("DROP TABLE source")
