"""Being somebody: a guest at once, an account if one likes, and bots of one's own.

What is to happen before somebody is deleted stands in delete_account.py.
"""

import re
import unicodedata
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from imhotep.server.clock import DAY
from imhotep.server.errors import Forbidden, NotSignedIn, Refused, Unknown
from imhotep.server.ids import key_of, new_id
from imhotep.server.people.addresses import clean_mail
from imhotep.server.people.passwords import nobodys_hash
from imhotep.server.people.sessions import Person, end_sessions, new_session, person_of
from imhotep.server.storage import schema

TOKEN_DAYS = 3650  # of bots
RESET_MILLIS = 60 * 60 * 1000
LONGEST_NAME = 30
MOST_BOTS = 5  # of one account
GONE = "a former player"
A_GUEST = "Guest"  # the name of who gives none

# They count as letters or marks, but nothing is drawn.
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U000e0100-\U000e01ef]")
_VARIANTS = re.compile("[\ufe00-\ufe0f]")  # of how the character before is drawn, as in emoji

# What mail programs make a link of.
_LINK = re.compile(r"://|www\.|[^\W_]\.[^\W\d_]{2}", re.IGNORECASE)


class Own(NamedTuple):
    """What somebody may know of itself alone."""

    mail: str | None  # confirmed
    new_mail: str | None  # not yet
    mails: bool  # when it is this person's turn
    webhook: str | None


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """What anybody may know of somebody."""

    id: str
    name: str
    account: bool
    is_bot: bool  # from outside
    owner: str | None  # of a bot: whose it is
    since: int


class Bot(msgspec.Struct, frozen=True, kw_only=True):
    """A bot from outside, as its owner sees it."""

    id: str
    name: str
    created: int
    seen: int | None  # connected, as far as we know


# --- looking


def person_with(connection: Connection, id: str) -> Person:
    columns = schema.people.c
    query = select(columns.id, columns.name, columns.account, columns.is_bot).where(columns.id == id)
    return Person(*connection.execute(query).one())


def gone_of(connection: Connection, some: list[str]) -> list[str]:
    """Those who were deleted."""
    columns = schema.people.c
    return list(
        connection.execute(select(columns.id).where(columns.id.in_(some), columns.deleted.is_not(None))).scalars()
    )


def own_of(connection: Connection, person: str) -> Own:
    columns = schema.people.c
    row = connection.execute(
        select(columns.mail, columns.new_mail, columns.mails, columns.webhook).where(columns.id == person)
    ).one()
    return Own(*row)


def is_there(connection: Connection, person: str | None) -> bool:
    """Nobody is, nor who was deleted."""
    columns = schema.people.c
    return (
        connection.execute(select(columns.id).where(columns.id == person, columns.deleted.is_(None))).first()
        is not None
    )


def must_be_there(connection: Connection, person: str, going: bool = False) -> None:
    """Before somebody sits down: of who is just being deleted one of both, the seat or the deletion, comes first."""
    columns = schema.people.c
    query = select(columns.id).where(columns.id == person, columns.deleted.is_(None)).with_for_update(read=not going)
    if connection.execute(query).first() is None:
        raise NotSignedIn("your account no longer exists")


def public_of(connection: Connection, person: str) -> Public:
    columns = schema.people.c
    row = connection.execute(select(schema.people).where(columns.id == person, columns.deleted.is_(None))).first()
    if row is None:
        raise Unknown("nobody has that id")
    return Public(
        id=row.id,
        name=row.name,
        account=row.account is not None,
        is_bot=row.is_bot,
        owner=row.owner,
        since=row.created,
    )


# --- coming


def new_guest(connection: Connection, name: str, at: int) -> Person:
    name = clean_name(name)
    if name != A_GUEST:
        refuse_taken(connection, name)
    person = Person(new_id(), name, None, False)
    row = {"id": person.id, "name": person.name, "is_bot": False, "created": at}
    connection.execute(insert(schema.people).values(**row))
    return person


def new_account(connection: Connection, person: Person, name: str, hashed: str, mail: str | None) -> Person:
    """A guest becomes somebody who can come back; games and ratings stay."""
    if person.account is not None:
        raise Refused("you already have an account", "has_account")
    if person.is_bot:
        raise Refused("a bot can't have an account of its own", "is_bot")
    name = clean_name(name)
    if account_of(name) == account_of(A_GUEST):
        raise Refused("this name is for guests", "taken")
    values = {"name": name, "account": account_of(name), "password": hashed, "new_mail": clean_mail(mail)}
    try:
        with connection.begin_nested():
            connection.execute(update(schema.people).where(schema.people.c.id == person.id).values(**values))
    except IntegrityError:
        raise Refused("this name is taken", "taken") from None
    return person._replace(name=name, account=values["account"])


def refuse_taken(connection: Connection, name: str) -> None:
    """A name for somebody without an account, and without the name of one, nor what looks the same."""
    alike = {account_of(name), account_of(unicodedata.normalize("NFKC", _VARIANTS.sub("", name)))}
    if connection.execute(select(schema.people.c.id).where(schema.people.c.account.in_(alike))).first() is not None:
        raise Refused("this is the name of somebody's account", "taken")


def stored_password(connection: Connection, name: str) -> tuple[str | None, str]:
    """Who has an account of this name, and its hash; a hash that fits nothing if there is none."""
    query = select(schema.people.c.id, schema.people.c.password).where(
        schema.people.c.account == account_of(name), schema.people.c.deleted.is_(None)
    )
    row = connection.execute(query).first()
    return (None, nobodys_hash()) if row is None else (row[0], row[1])


# --- changing


def change(connection: Connection, person: Person, changes: dict[str, Any], hashed: str | None = None) -> Person:
    """Several things at once or none: name, mail, mails, webhook, all of them checked; and a new password's hash. A new
    address counts once it is confirmed; until then the old one does."""
    if "name" in changes and person.account is not None and account_of(changes["name"]) != person.account:
        raise Refused("an account keeps its name; only capital letters may change", "bad_name")
    if "name" in changes and person.account is None and account_of(changes["name"]) != account_of(person.name):
        refuse_taken(connection, changes["name"])
    if "mail" in changes:
        changes = _new_address(own_of(connection, person.id), changes)
    if changes.get("mail", "") is None:
        changes = changes | {"mails": False}
    if changes:
        connection.execute(update(schema.people).where(schema.people.c.id == person.id).values(**changes))
    own = own_of(connection, person.id)
    if own.mails and own.mail is None and own.new_mail is None:
        raise Refused("there is no address to send emails to", "bad_mail")
    if hashed is not None:
        new_password(connection, person.id, hashed)
    return person_with(connection, person.id)


def _new_address(own: Own, changes: dict[str, Any]) -> dict[str, Any]:
    mail = changes["mail"]
    if mail is None:
        return changes | {"new_mail": None, "mails": False}
    kept = {name: value for name, value in changes.items() if name != "mail"}
    return kept | {"new_mail": None if mail == own.mail else mail}


def new_password(connection: Connection, person: str, hashed: str) -> None:
    """All other devices have to sign in again."""
    connection.execute(update(schema.people).where(schema.people.c.id == person).values(password=hashed))
    end_sessions(connection, person, ("browser", "reset"))


def new_reset(connection: Connection, mail: str, at: int) -> tuple[str, str] | None:
    """Name and token for who has this address, if anybody; the token goes there by mail and nowhere else."""
    columns = schema.people.c
    who = select(columns.id, columns.name).where(columns.mail == mail, columns.account.is_not(None))
    row = connection.execute(who.where(columns.deleted.is_(None))).first()
    if row is None:
        return None
    return row.name, new_session(connection, row.id, "reset", at, RESET_MILLIS)


def reset(connection: Connection, token: str, hashed: str, at: int) -> Person:
    """A new password for who got the token; it is good for once."""
    person = person_of(connection, token, ("reset",), at)
    used = delete(schema.sessions).where(schema.sessions.c.key == key_of(token))
    if person is None or connection.execute(used).rowcount != 1:
        raise Forbidden("this link has expired or has already been used", "bad_reset")
    new_password(connection, person.id, hashed)
    return person


def block(connection: Connection, person: str, other: str) -> None:
    """Not to read what somebody writes, nor to have a seat kept by, or for, this person."""
    if person == other:
        raise Refused("you can't block yourself", "bad_block")
    public_of(connection, other)
    row = {"person": person, "blocked": other}
    where = (schema.blocks.c.person == person, schema.blocks.c.blocked == other)
    if connection.execute(select(schema.blocks.c.person).where(*where)).first() is None:
        connection.execute(insert(schema.blocks).values(**row))


def unblock(connection: Connection, person: str, other: str) -> None:
    where = (schema.blocks.c.person == person, schema.blocks.c.blocked == other)
    connection.execute(delete(schema.blocks).where(*where))


def has_blocked(connection: Connection, person: str | None, other: str) -> bool:
    where = (schema.blocks.c.person == person, schema.blocks.c.blocked == other)
    return connection.execute(select(schema.blocks.c.person).where(*where)).first() is not None


def blocked_by(connection: Connection, person: str) -> set[str]:
    query = select(schema.blocks.c.blocked).where(schema.blocks.c.person == person)
    return set(connection.execute(query).scalars())


def blocks_of(connection: Connection, person: str) -> dict[str, str]:
    """Whom somebody has blocked: names by id."""
    people, blocks = schema.people, schema.blocks
    query = select(people.c.id, people.c.name).join(blocks, blocks.c.blocked == people.c.id)
    query = query.where(blocks.c.person == person, people.c.deleted.is_(None)).order_by(people.c.name, people.c.id)
    return {row.id: row.name for row in connection.execute(query)}


def forget(connection: Connection, person: str, at: int) -> None:
    """Nobody can sign in as this person any more, and nothing here says who it was."""
    gone: dict[str, Any] = {"name": GONE, "account": None, "password": None, "deleted": at}
    gone |= {"mail": None, "new_mail": None, "mails": False, "mailed": None, "webhook": None}
    gone |= {"factor": None, "factor_since": None, "factor_step": None}
    connection.execute(update(schema.people).where(schema.people.c.id == person).values(**gone))
    end_sessions(connection, person, ("browser", "token", "reset"))
    connection.execute(delete(schema.blocks).where(schema.blocks.c.person == person))
    connection.execute(delete(schema.blocks).where(schema.blocks.c.blocked == person))
    connection.execute(delete(schema.ratings).where(schema.ratings.c.who == person))
    pending = schema.jobs.c.state.in_(("waiting", "running"))
    connection.execute(delete(schema.jobs).where(schema.jobs.c.person == person, pending))
    # The lines keep their numbers, and nobody is shown them: what was written may say who wrote it.
    said = update(schema.chat).where(schema.chat.c.person == person)
    connection.execute(said.values(name=GONE, text="", person=None))
    connection.execute(update(schema.reports).where(schema.reports.c.person == person).values(quote=None))
    connection.execute(update(schema.reports).where(schema.reports.c.reporter == person).values(text=""))
    connection.execute(delete(schema.recovery_codes).where(schema.recovery_codes.c.person == person))


# --- bots from outside


def new_bot(connection: Connection, owner: Person, name: str, at: int) -> tuple[Bot, str]:
    """Somebody who plays by a token, which is told here and never again."""
    if owner.account is None:
        raise Forbidden("bots belong to accounts", "no_account")
    columns = schema.people.c
    connection.execute(select(columns.id).where(columns.id == owner.id).with_for_update())  # one after the other
    count = select(func.count()).where(columns.owner == owner.id, columns.deleted.is_(None))
    if connection.execute(count).scalar_one() >= MOST_BOTS:
        raise Refused(f"an account has at most {MOST_BOTS} bots", "too_many_bots")
    bot = Bot(id=new_id(), name=clean_name(name), created=at, seen=None)
    refuse_taken(connection, bot.name)
    row = {"id": bot.id, "name": bot.name, "is_bot": True, "owner": owner.id, "created": at}
    connection.execute(insert(schema.people).values(**row))
    return bot, new_session(connection, bot.id, "token", at, TOKEN_DAYS * DAY)


def bots_of(connection: Connection, owner: str) -> list[Bot]:
    columns = schema.people.c
    query = select(columns.id, columns.name, columns.created, columns.seen)
    query = query.where(columns.owner == owner, columns.deleted.is_(None)).order_by(columns.created, columns.id)
    return [Bot(**row) for row in connection.execute(query).mappings()]


# --- what is typed


def clean_name(name: str) -> str:
    """One line of printable characters, not too long, that can be seen."""
    name = " ".join(name.split())
    seen = any(unicodedata.category(character)[0] in "LNPS" for character in name) and not _UNSEEN.search(name)
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or not seen:
        raise Refused(f"a name has 1 to {LONGEST_NAME} printable characters", "bad_name")
    if _LINK.search(name):
        raise Refused("a name can't look like a link", "bad_name")
    return name


def harmless(name: str) -> str:
    """A name from before that was refused: as it can stand in a mail."""
    return re.sub(r"[.:/]+", " ", name).strip() if _LINK.search(name) else name


def account_of(name: str) -> str:
    """Names that differ in capital letters only are one."""
    return " ".join(name.split()).casefold()
