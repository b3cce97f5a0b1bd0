"""Editions that people brought: their texts, each stored once, and told only to who asks for one."""

import asyncio
import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, Executable, select
from sqlalchemy.dialects import postgresql, sqlite

from imhotep.server.errors import Unknown
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.table.editions import Edition
from imhotep.table.games import rules_of

MOST_READ = 64  # that are kept as they were read


class EditionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """An edition in a few words."""

    box: str  # whose values these are
    name: str  # what its file calls itself
    version: int
    hash: str  # of the text, which `GET /api/editions/HASH` tells


class _Offer(msgspec.Struct):
    """Of an offer only what is asked here."""

    game: str
    editions: list[EditionInfo]


@lru_cache(MOST_READ)
def read(game: str, text: str) -> Edition[Any]:
    """Checked. Slow for the first time: not in the event loop, nor where others wait."""
    return rules_of(game).read_edition(text, "edition")


def info_of(edition: Edition[Any]) -> EditionInfo:
    hashed = hashlib.sha256(edition.text.encode()).hexdigest()
    return EditionInfo(box=edition.box, name=edition.name, version=edition.version, hash=hashed)


_STORE: dict[str, Executable] = {
    "sqlite": sqlite.insert(schema.editions).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(schema.editions).on_conflict_do_nothing(),
}


def store(connection: Connection, editions: Sequence[Edition[Any]], owner: str, at: int) -> None:
    """Unless somebody brought the same before."""
    for edition in editions:
        row = msgspec.structs.asdict(info_of(edition)) | {"owner": owner, "text": edition.text, "created": at}
        connection.execute(_STORE[connection.dialect.name], row)


def text_of(connection: Connection, hash: str) -> str:
    query = select(schema.editions.c.text).where(schema.editions.c.hash == hash)
    found: str | None = connection.execute(query).scalar()
    if found is None:
        raise Unknown("there is no such edition")
    return found


def editions_of(connection: Connection, game: str, infos: Sequence[EditionInfo]) -> list[Edition[Any]]:
    return [read(game, text_of(connection, info.hash)) for info in infos]


async def read_ahead(database: Database, table: str) -> None:
    """A table's editions, before something is written for which they are needed."""
    query = select(schema.tables.c.offer).where(schema.tables.c.id == table)

    def texts(connection: Connection) -> list[tuple[str, str]]:
        stored = connection.execute(query).scalar()
        if stored is None:
            return []
        offer = msgspec.json.decode(stored, type=_Offer)
        return [(offer.game, text_of(connection, info.hash)) for info in offer.editions]

    for game, text in await database.read(texts):
        await asyncio.to_thread(read, game, text)
