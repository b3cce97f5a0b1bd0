"""What players tell those who run the server about others."""

from typing import Literal

from sqlalchemy import Connection, insert, select, update

from imhotep.server.errors import Refused, Unknown
from imhotep.server.ids import new_id
from imhotep.server.people.accounts import public_of
from imhotep.server.storage import schema

Reason = Literal["chat", "name", "play", "other"]

LONGEST = 1_000


def report(
    connection: Connection,
    reporter: str,
    person: str,
    reason: Reason,
    text: str,
    table: str | None,
    line: int | None,
    at: int,
) -> None:
    """Of somebody, perhaps at a table, perhaps for a line of the chat there. Who reports the same again while nobody
    has looked at it has one report, with the newer words."""
    if reporter == person:
        raise Refused("you can't report yourself", "bad_report")
    public_of(connection, person)
    if len(text) > LONGEST or any(not letter.isprintable() and letter != "\n" for letter in text):
        raise Refused(f"write up to {LONGEST} printable characters", "bad_text")
    quote = None
    if table is not None:
        quote = _quote(connection, table, person, line)
    elif line is not None:
        raise Refused("a line stands in the chat of a table: name it, too", "bad_report")
    reports = schema.reports.c
    same = [reports.reporter == reporter, reports.person == person, reports.settled.is_(None)]
    same += [reports.table.is_not_distinct_from(table), reports.line.is_not_distinct_from(line)]
    words = {"reason": reason, "text": text.strip(), "quote": quote}
    if connection.execute(update(schema.reports).where(*same).values(**words)).rowcount == 0:
        row = {"id": new_id(), "reporter": reporter, "person": person, "table": table, "line": line, "created": at}
        connection.execute(insert(schema.reports).values(**row, **words))


def _quote(connection: Connection, table: str, person: str, line: int | None) -> str | None:
    """What the line says, as it is now: it may be gone when somebody looks."""
    chat, seats = schema.chat.c, schema.seats.c
    if line is None:
        if connection.execute(select(seats.seat).where(seats.table == table, seats.person == person)).first() is None:
            raise Unknown("nobody with that id sits at that table")
        return None
    query = select(chat.text).where(chat.table == table, chat.number == line, chat.person == person)
    found: str | None = connection.execute(query).scalar()
    if found is None:
        raise Unknown("there is no such line of that person's")
    return found
