"""All that is stored of somebody, as an archive: everybody has a right to it, and who plays may like to keep it.

Of running games only that they are: their records hold what the others have hidden.
"""

import zipfile
from collections.abc import Iterator
from typing import IO, Any

import msgspec
from sqlalchemy import Connection, Executable, select

from imhotep.server.people.accounts import blocks_of, bots_of, own_of, public_of
from imhotep.server.people.ratings import ratings_of
from imhotep.server.people.second_factor import codes_left
from imhotep.server.people.sessions import sessions_of
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.table.record import record_of

TABLES_AT_ONCE = 50  # in one reading

WORDS = """What Imhotep has stored about you.

account.json    who you are here: name, address, settings, ratings, devices, bots, blocks, reports
chat.json       what you have written to others
tables.json     the tables at which you have played, or which you have opened
analyses.json   the analyses that you have asked for
games/          the records of finished games: `imhotep replay FILE` shows one, and this server can read them in

Times are milliseconds since 1970. Passwords, codes and keys are stored as hashes only, and are not in here.
"""


def write_archive(database: Database, person: str, session: str, at: int, file: IO[bytes]) -> None:
    """Waits for the database, and packs: not in the event loop. `session`: the key of the one that asks."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", WORDS)
        _write(archive, "account.json", database.read_now(lambda connection: _account(connection, person, session, at)))
        _write(archive, "chat.json", database.read_now(lambda connection: _rows(connection, _chat(person))))
        _write(archive, "analyses.json", database.read_now(lambda connection: _rows(connection, _analyses(person))))
        ids = database.read_now(lambda connection: _tables(connection, person))
        told: list[dict[str, Any]] = []
        for first in range(0, len(ids), TABLES_AT_ONCE):
            some = ids[first : first + TABLES_AT_ONCE]
            for table, record in database.read_now(lambda db, some=some: list(_games(db, person, some))):  # type: ignore[misc]
                told.append(table)
                if record is not None:
                    archive.writestr(f"games/{table['id']}.imh", record)
        _write(archive, "tables.json", told)


def _write(archive: zipfile.ZipFile, name: str, content: Any) -> None:
    archive.writestr(name, msgspec.json.format(msgspec.json.encode(content), indent=2))


def _rows(connection: Connection, query: Executable) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(query).mappings()]


def _account(connection: Connection, person: str, session: str, at: int) -> dict[str, Any]:
    people, reports = schema.people.c, schema.reports.c
    since = connection.execute(select(people.seen, people.factor_since).where(people.id == person)).one()
    mine = select(reports.person, reports.table, reports.line, reports.reason, reports.text, reports.created)
    return {
        **msgspec.structs.asdict(public_of(connection, person)),
        **own_of(connection, person)._asdict(),
        "seen": since.seen,
        "second_factor_since": since.factor_since,
        "recovery_codes_left": codes_left(connection, person),
        "ratings": ratings_of(connection, person),
        "sessions": sessions_of(connection, person, session, at),
        "bots": bots_of(connection, person),
        "blocks": blocks_of(connection, person),
        "reports": _rows(connection, mine.where(reports.reporter == person).order_by(reports.created)),
    }


def _chat(person: str) -> Executable:
    chat = schema.chat.c
    return select(chat.table, chat.number, chat.text, chat.at).where(chat.person == person).order_by(chat.at)


def _analyses(person: str) -> Executable:
    jobs = schema.jobs.c
    query = select(jobs.id, jobs.table, jobs.order, jobs.state, jobs.created)
    return query.where(jobs.person == person, jobs.kind == schema.ANALYSIS).order_by(jobs.created)


def _tables(connection: Connection, person: str) -> list[str]:
    seats, tables = schema.seats.c, schema.tables.c
    sat = select(seats.table).where(seats.person == person)
    return sorted(connection.execute(sat.union(select(tables.id).where(tables.host == person))).scalars())


def _games(connection: Connection, person: str, some: list[str]) -> Iterator[tuple[dict[str, Any], str | None]]:
    """Each table, with the record of a finished game."""
    tables, seats, entries = schema.tables.c, schema.seats.c, schema.entries.c
    mine: dict[str, list[int]] = {}
    own = select(seats.table, seats.seat).where(seats.table.in_(some), seats.person == person)
    for table, seat in connection.execute(own.order_by(seats.seat)):
        mine.setdefault(table, []).append(seat)
    texts: dict[str, list[str]] = {}
    over = select(tables.id).where(tables.id.in_(some), tables.state == "over")
    played = select(entries.table, entries.text).where(entries.table.in_(over))
    for table, text in connection.execute(played.order_by(entries.table, entries.number)):
        texts.setdefault(table, []).append(text)
    for row in connection.execute(select(schema.tables).where(tables.id.in_(some)).order_by(tables.id)):
        result = None if row.result is None else msgspec.json.decode(row.result)
        told = {"id": row.id, "game": row.game, "state": row.state, "opened_by_you": row.host == person}
        told |= {"your_seats": mine.get(row.id, []), "created": row.created, "started": row.started}
        told |= {"ended": row.ended, "unrated": row.unrated, "result": result}
        record = None
        if row.state == "over" and row.head is not None:
            record = record_of(row.head, texts.get(row.id, []), None if result is None else result["scores"])
        yield told, record
