"""What people write to each other at a table. Nobody has to read whom they have blocked."""

import msgspec
from sqlalchemy import Connection, func, insert, select

from imhotep.server.errors import Forbidden, NotSignedIn, Refused
from imhotep.server.people.accounts import blocked_by, is_there
from imhotep.server.people.sessions import Person
from imhotep.server.storage import schema
from imhotep.server.storage.signals import CHAT, Signal, tell

LONGEST = 500
MOST_READ = 200


class Line(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    person: str | None
    name: str
    text: str
    at: int


def say(connection: Connection, table: str, person: Person, text: str, at: int) -> Line:
    """Only those who sit at a table talk there."""
    seats, chat = schema.seats.c, schema.chat.c
    if not is_there(connection, person.id):
        raise NotSignedIn("your account no longer exists")
    if connection.execute(select(seats.seat).where(seats.table == table, seats.person == person.id)).first() is None:
        raise Forbidden("only the players at this table may chat here")
    last = connection.execute(select(func.max(chat.number)).where(chat.table == table)).scalar() or 0
    line = Line(number=last + 1, person=person.id, name=person.name, text=clean_text(text), at=at)
    connection.execute(insert(schema.chat).values(table=table, **msgspec.structs.asdict(line)))
    tell(connection, Signal(CHAT, table, person.id))
    return line


def lines_of(connection: Connection, table: str, after: int = 0) -> list[Line]:
    """The last ones, in their order; without those that were taken away."""
    chat = schema.chat.c
    query = select(chat.number, chat.person, chat.name, chat.text, chat.at).where(chat.table == table)
    query = query.where(chat.number > after, chat.text != "").order_by(chat.number.desc()).limit(MOST_READ)
    return [Line(**row) for row in reversed(connection.execute(query).mappings().all())]


def readable(connection: Connection, table: str, person: str | None) -> list[Line]:
    """What somebody gets to read."""
    blocked = set() if person is None else blocked_by(connection, person)
    return [line for line in lines_of(connection, table) if line.person not in blocked]


def heard_by(connection: Connection, table: str, after: int) -> list[tuple[Line, set[str]]]:
    """New lines, each with those who have blocked its writer."""
    found = []
    for line in lines_of(connection, table, after):
        query = select(schema.blocks.c.person).where(schema.blocks.c.blocked == line.person)
        found.append((line, set(connection.execute(query).scalars())))
    return found


def clean_text(text: str) -> str:
    """One line that can be printed; what it looks like is the reader's business, so markup stays text."""
    text = " ".join(text.split())
    if not 1 <= len(text) <= LONGEST or not text.isprintable():
        raise Refused(f"write 1 to {LONGEST} printable characters", "bad_text")
    return text
