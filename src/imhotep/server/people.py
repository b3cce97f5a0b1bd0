"""Being somebody: a guest at once, an account if one likes, and whoever comes back with the right token.

Passwords are hashed with argon2, tokens stored as hashes. Deleting an account keeps the records of its games, without
the name.
"""

from functools import cache
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from imhotep.server.errors import Forbidden, Refused
from imhotep.server.ids import key_of, new_id, new_token
from imhotep.server.moments import DAY
from imhotep.server.storage import schema

SESSION_DAYS = 90
RESET_MILLIS = 60 * 60 * 1000
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
LONGEST_NAME = 30
GONE = "a former player"

_hasher = PasswordHasher()


@cache
def _nobody() -> str:
    """Checked where there is no such account, so that nobody can tell by the time it takes."""
    return _hasher.hash("nobody's")


class Person(NamedTuple):
    id: str
    name: str
    account: str | None
    is_bot: bool


# --- tokens


def new_session(connection: Connection, person: str, purpose: str, at: int, lasts: int = SESSION_DAYS * DAY) -> str:
    """A token that lets its bearer in as this person."""
    token = new_token()
    row = {"key": key_of(token), "person": person, "purpose": purpose, "created": at, "expires": at + lasts}
    connection.execute(insert(schema.sessions).values(**row))
    return token


def person_of(connection: Connection, token: str, purposes: tuple[str, ...], at: int) -> Person | None:
    """Whose token it is, while it is good."""
    query = (
        select(schema.people)
        .join(schema.sessions, schema.sessions.c.person == schema.people.c.id)
        .where(
            schema.sessions.c.key == key_of(token),
            schema.sessions.c.purpose.in_(purposes),
            schema.sessions.c.expires > at,
            schema.people.c.deleted.is_(None),
        )
    )
    row = connection.execute(query).mappings().first()
    return None if row is None else Person(row["id"], row["name"], row["account"], row["is_bot"])


def end_session(connection: Connection, token: str) -> None:
    connection.execute(delete(schema.sessions).where(schema.sessions.c.key == key_of(token)))


# --- coming


def new_guest(connection: Connection, name: str, at: int) -> Person:
    person = Person(new_id(), clean_name(name), None, False)
    row = {"id": person.id, "name": person.name, "is_bot": False, "created": at}
    connection.execute(insert(schema.people).values(**row))
    return person


def new_account(connection: Connection, person: Person, name: str, hashed: str, mail: str | None) -> Person:
    """A guest becomes somebody who can come back; games and ratings stay."""
    if person.account is not None:
        raise Refused("you have an account already", "has_account")
    name = clean_name(name)
    values = {"name": name, "account": account_of(name), "password": hashed, "mail": clean_mail(mail)}
    try:
        with connection.begin_nested():
            connection.execute(update(schema.people).where(schema.people.c.id == person.id).values(**values))
    except IntegrityError:
        raise Refused("this name or mail address is taken", "taken") from None
    return person._replace(name=name, account=values["account"])


def stored_password(connection: Connection, name: str) -> tuple[str | None, str]:
    """Who has an account of this name, and its hash; a hash that fits nothing if there is none."""
    query = select(schema.people.c.id, schema.people.c.password).where(
        schema.people.c.account == account_of(name), schema.people.c.deleted.is_(None)
    )
    row = connection.execute(query).first()
    return (None, _nobody()) if row is None else (row[0], row[1])


def hash_password(password: str) -> str:
    """Slow on purpose: not in a job of the database."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused(f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters", "bad_password")
    return _hasher.hash(password)


def fits(password: str, hashed: str) -> bool:
    """As slow."""
    try:
        return len(password) <= LONGEST_PASSWORD and _hasher.verify(hashed, password)
    except (Argon2Error, InvalidHashError):
        return False


# --- changing


def rename(connection: Connection, person: Person, name: str) -> Person:
    """Guests are called what they like; an account's name is its own."""
    name = clean_name(name)
    if person.account is not None and account_of(name) != person.account:
        raise Refused("an account keeps its name; only capital letters may change", "bad_name")
    connection.execute(update(schema.people).where(schema.people.c.id == person.id).values(name=name))
    return person._replace(name=name)


def new_password(connection: Connection, person: str, hashed: str) -> None:
    """All other devices have to sign in again."""
    connection.execute(update(schema.people).where(schema.people.c.id == person).values(password=hashed))
    connection.execute(delete(schema.sessions).where(schema.sessions.c.person == person))


def ask_reset(connection: Connection, mail: str, at: int) -> tuple[str, str] | None:
    """Name and token for who has this address, if anybody; the token goes there by mail and nowhere else."""
    query = select(schema.people.c.id, schema.people.c.name).where(
        schema.people.c.mail == clean_mail(mail), schema.people.c.deleted.is_(None)
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    return row[1], new_session(connection, row[0], "reset", at, RESET_MILLIS)


def reset(connection: Connection, token: str, hashed: str, at: int) -> Person:
    """A new password for who got the token; it is good for once."""
    person = person_of(connection, token, ("reset",), at)
    if person is None:
        raise Forbidden("this link is too old, or was used already", "bad_reset")
    new_password(connection, person.id, hashed)
    return person


def block(connection: Connection, person: str, other: str) -> None:
    """Not to read what somebody writes."""
    row = {"person": person, "blocked": other}
    where = (schema.blocks.c.person == person, schema.blocks.c.blocked == other)
    if connection.execute(select(schema.blocks.c.person).where(*where)).first() is None:
        connection.execute(insert(schema.blocks).values(**row))


def unblock(connection: Connection, person: str, other: str) -> None:
    where = (schema.blocks.c.person == person, schema.blocks.c.blocked == other)
    connection.execute(delete(schema.blocks).where(*where))


def blocked_by(connection: Connection, person: str) -> set[str]:
    query = select(schema.blocks.c.blocked).where(schema.blocks.c.person == person)
    return set(connection.execute(query).scalars())


def forget(connection: Connection, person: str, at: int) -> None:
    """Delete an account: nobody can sign in as it, and nothing says who it was. Records stay."""
    gone = {"name": GONE, "account": None, "password": None, "mail": None, "webhook": None, "deleted": at}
    connection.execute(update(schema.people).where(schema.people.c.id == person).values(**gone))
    connection.execute(delete(schema.sessions).where(schema.sessions.c.person == person))
    connection.execute(delete(schema.blocks).where(schema.blocks.c.person == person))
    connection.execute(delete(schema.ratings).where(schema.ratings.c.who == person))
    connection.execute(update(schema.chat).where(schema.chat.c.person == person).values(name=GONE))


# --- what is typed


def clean_name(name: str) -> str:
    """One line of printable characters, not too long."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused(f"a name has 1 to {LONGEST_NAME} printable characters", "bad_name")
    return name


def account_of(name: str) -> str:
    """Names that differ in capital letters only are one."""
    return " ".join(name.split()).casefold()


def clean_mail(mail: str | None) -> str | None:
    if mail is None:
        return None
    mail = mail.strip().lower()
    local, at, domain = mail.partition("@")
    if not at or not local or "." not in domain or len(mail) > 254 or not mail.isprintable() or " " in mail:
        raise Refused("this is no mail address", "bad_mail")
    return mail
