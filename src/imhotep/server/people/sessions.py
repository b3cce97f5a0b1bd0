"""Tokens that let somebody in. They are stored as hashes: nobody who reads the database can use them."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select

from imhotep.server.clock import DAY
from imhotep.server.ids import key_of, new_token
from imhotep.server.storage import schema

SESSION_DAYS = 90


class Person(NamedTuple):
    id: str
    name: str
    account: str | None
    is_bot: bool


def new_session(connection: Connection, person: str, purpose: str, at: int, lasts: int = SESSION_DAYS * DAY) -> str:
    """A token that lets its bearer in as this person."""
    token = new_token()
    row = {"key": key_of(token), "person": person, "purpose": purpose, "created": at, "expires": at + lasts}
    connection.execute(insert(schema.sessions).values(**row))
    return token


_WHO = (
    select(schema.people.c.id, schema.people.c.name, schema.people.c.account, schema.people.c.is_bot)
    .join(schema.sessions, schema.sessions.c.person == schema.people.c.id)
    .where(
        schema.sessions.c.key == bindparam("of_key"),
        schema.sessions.c.purpose.in_(bindparam("purposes", expanding=True)),
        schema.sessions.c.expires > bindparam("now"),
        schema.people.c.deleted.is_(None),
    )
)


def person_of(connection: Connection, token: str, purposes: tuple[str, ...], at: int) -> Person | None:
    """Whose token it is, while it is good."""
    given = {"of_key": key_of(token), "purposes": list(purposes), "now": at}
    row = connection.execute(_WHO, given).first()
    return None if row is None else Person(*row)


def end_session(connection: Connection, token: str) -> None:
    connection.execute(delete(schema.sessions).where(schema.sessions.c.key == key_of(token)))


def sweep_sessions(connection: Connection, at: int) -> None:
    """Those that let nobody in any more."""
    connection.execute(delete(schema.sessions).where(schema.sessions.c.expires <= at))
