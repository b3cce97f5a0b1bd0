"""Tokens that let somebody in. They are stored as hashes: nobody who reads the database can use them.

A session that is used does not end: it is noted from time to time, and lasts as long again. What ends before its time
is told to other processes, which close the connections that began with it.
"""

import re
from collections.abc import Collection
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, update

from imhotep.server.clock import DAY
from imhotep.server.errors import Unknown
from imhotep.server.ids import key_of, new_token
from imhotep.server.storage import schema
from imhotep.server.storage.signals import SESSIONS, Signal, tell

SESSION_DAYS = 90
NOTED_AFTER = 60 * 60 * 1000  # milliseconds in which a session may be used without being noted again
LONGEST_DEVICE = 60
SHOWN_KEY = 16  # letters of a session's key by which its owner may name it

# Words in what browsers say of themselves, the more telling first: most name several.
_BROWSERS = {"Firefox": "Firefox", "Edg": "Edge", "OPR": "Opera", "Chrom": "Chrome", "Safari": "Safari"}
_SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "macOS"}
_SYSTEMS |= {"CrOS": "ChromeOS", "Linux": "Linux"}


class Person(NamedTuple):
    id: str
    name: str
    account: str | None
    is_bot: bool


class Session(NamedTuple):
    person: Person
    key: str
    used: int  # when it was noted last


class OwnSession(msgspec.Struct, frozen=True, kw_only=True):
    """A device on which somebody is signed in."""

    id: str
    device: str | None  # as its browser called itself
    created: int
    used: int  # to within an hour
    current: bool  # it is the one that asks


def new_session(
    connection: Connection,
    person: str,
    purpose: str,
    at: int,
    lasts: int = SESSION_DAYS * DAY,
    device: str | None = None,
) -> str:
    """A token that lets its bearer in as this person."""
    token = new_token()
    row = {"key": key_of(token), "person": person, "purpose": purpose, "created": at, "expires": at + lasts}
    connection.execute(insert(schema.sessions).values(**row, device=device))
    return token


_USED = func.coalesce(schema.sessions.c.used, schema.sessions.c.created)
_WHO = (
    select(
        schema.people.c.id,
        schema.people.c.name,
        schema.people.c.account,
        schema.people.c.is_bot,
        schema.sessions.c.key,
        _USED,
    )
    .join(schema.sessions, schema.sessions.c.person == schema.people.c.id)
    .where(
        schema.sessions.c.key == bindparam("of_key"),
        schema.sessions.c.purpose.in_(bindparam("purposes", expanding=True)),
        schema.sessions.c.expires > bindparam("now"),
        schema.people.c.deleted.is_(None),
    )
)


def session_of(connection: Connection, token: str, purposes: tuple[str, ...], at: int) -> Session | None:
    """The one of this token, while it is good."""
    given = {"of_key": key_of(token), "purposes": list(purposes), "now": at}
    row = connection.execute(_WHO, given).first()
    return None if row is None else Session(Person(*row[:4]), *row[4:])


def person_of(connection: Connection, token: str, purposes: tuple[str, ...], at: int) -> Person | None:
    """Whose token it is, while it is good."""
    found = session_of(connection, token, purposes, at)
    return None if found is None else found.person


def good_keys(connection: Connection, keys: Collection[str], at: int) -> set[str]:
    """Those of these sessions that still let somebody in."""
    sessions, people = schema.sessions.c, schema.people
    query = select(sessions.key).join(people, people.c.id == sessions.person)
    query = query.where(sessions.key.in_(keys), sessions.expires > at, people.c.deleted.is_(None))
    return set(connection.execute(query).scalars())


def note_used(connection: Connection, keys: Collection[str], at: int) -> None:
    """Browsers' sessions last as long again from now on; tokens of bots have an end that was told."""
    sessions = schema.sessions.c
    where = (sessions.key.in_(keys), at - NOTED_AFTER >= _USED)
    connection.execute(update(schema.sessions).where(*where, sessions.purpose != "browser").values(used=at))
    longer = {"used": at, "expires": at + SESSION_DAYS * DAY}
    connection.execute(update(schema.sessions).where(*where, sessions.purpose == "browser").values(**longer))


# --- ending


def end_session(connection: Connection, token: str) -> str | None:
    """Whose it was."""
    where = schema.sessions.c.key == key_of(token)
    person: str | None = connection.execute(select(schema.sessions.c.person).where(where)).scalar()
    if person is not None:
        connection.execute(delete(schema.sessions).where(where))
        tell(connection, Signal(SESSIONS, "", person))
    return person


def end_sessions(connection: Connection, person: str, purposes: Collection[str], kept: str | None = None) -> None:
    """All of somebody's for these purposes, but for the one of a token."""
    sessions = schema.sessions.c
    where = and_(sessions.person == person, sessions.purpose.in_(purposes))
    if kept is not None:
        where = and_(where, sessions.key != key_of(kept))
    connection.execute(delete(schema.sessions).where(where))
    tell(connection, Signal(SESSIONS, "", person))


def end_own(connection: Connection, person: str, id: str) -> None:
    """One that somebody chose from the list of its own."""
    sessions = schema.sessions.c
    where = (sessions.person == person, sessions.purpose == "browser", sessions.key.startswith(id, autoescape=True))
    if len(id) != SHOWN_KEY or connection.execute(delete(schema.sessions).where(*where)).rowcount == 0:
        raise Unknown("you have no such session")
    tell(connection, Signal(SESSIONS, "", person))


def sessions_of(connection: Connection, person: str, current: str, at: int) -> list[OwnSession]:
    """Where somebody is signed in, the one used last first; `current` is a session's key."""
    sessions = schema.sessions.c
    query = select(sessions.key, sessions.device, sessions.created, _USED.label("used"))
    query = query.where(sessions.person == person, sessions.purpose == "browser", sessions.expires > at)
    rows = connection.execute(query.order_by(_USED.desc(), sessions.created.desc()))
    return [
        OwnSession(
            id=row.key[:SHOWN_KEY],
            device=row.device,
            created=row.created,
            used=row.used,
            current=row.key == current,
        )
        for row in rows
    ]


def sweep_sessions(connection: Connection, at: int) -> None:
    """Those that let nobody in any more."""
    connection.execute(delete(schema.sessions).where(schema.sessions.c.expires <= at))


def device_of(agent: str) -> str | None:
    """What its owner will know it by: browser and system, from what the browser calls itself."""
    browser = next((name for word, name in _BROWSERS.items() if word in agent), None)
    system = next((name for word, name in _SYSTEMS.items() if word in agent), None)
    if browser is None and system is None:
        program = re.match(r"[A-Za-z0-9._-]+", agent)
        return None if program is None else program[0][:LONGEST_DEVICE]
    return ", ".join(filter(None, (browser, system)))
