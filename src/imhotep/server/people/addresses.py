"""Mail addresses: nothing but a question is sent to one before who has it said yes, and little on a day.

What stands in links is signed, and stored nowhere: it names a person, and fits only the address that it was sent to.
"""

import hashlib
import hmac
import re

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from imhotep.server.clock import DAY
from imhotep.server.errors import Forbidden, Refused
from imhotep.server.ids import signature
from imhotep.server.storage import schema

CONFIRM_MILLIS = 3 * DAY
MOST_A_DAY = 10  # mails of a kind to an address
LONGEST_MAIL = 254

NOTICE, ACCOUNT = "notice", "account"  # kinds: of games; what was asked for on a page of ours

# As browsers check it: what passes can stand in a mail's head as it is.
_MAIL = re.compile(r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+")


def clean_mail(mail: str | None) -> str | None:
    if mail is None:
        return None
    mail = mail.strip().lower()
    if len(mail) > LONGEST_MAIL or not _MAIL.fullmatch(mail):
        raise Refused("this isn't a valid email address", "bad_mail")
    return mail


# --- confirming


def unconfirmed(connection: Connection, person: str) -> str | None:
    """The address that somebody has typed."""
    columns = schema.people.c
    query = select(columns.new_mail).where(columns.id == person, columns.deleted.is_(None))
    found: str | None = connection.execute(query).scalar()
    return found


def confirmation(secret: bytes, person: str, address: str, until: int) -> str:
    """For the link that says: this address is mine."""
    return f"{person}.{until}.{_sign(secret, 'confirm', person, address, str(until))}"


def confirm(connection: Connection, secret: bytes, token: str, at: int) -> None:
    """From now on the address may be written to."""
    person, _, rest = token.partition(".")
    until, _, signed = rest.partition(".")
    address = unconfirmed(connection, person)
    if address is None or not _fits(signed, _sign(secret, "confirm", person, address, until)) or int(until) <= at:
        raise Forbidden("this link has expired, or the address was changed since", "bad_confirmation")
    columns = schema.people.c
    try:
        with connection.begin_nested():
            where = update(schema.people).where(columns.id == person, columns.new_mail == address)
            connection.execute(where.values(mail=address, new_mail=None))
    except IntegrityError:
        raise Refused("another account has this address already", "taken") from None


# --- no more of them


def unsubscription(secret: bytes, person: str, address: str) -> str:
    """For the link that says: write no more."""
    return f"{person}.{_sign(secret, 'unsubscribe', person, address)}"


def unsubscribe(connection: Connection, secret: bytes, token: str) -> None:
    """Nobody has to sign in for that."""
    person, _, signed = token.partition(".")
    columns = schema.people.c
    query = select(columns.mail).where(columns.id == person, columns.deleted.is_(None))
    address = connection.execute(query).scalar()
    if address is None or not _fits(signed, _sign(secret, "unsubscribe", person, address)):
        raise Forbidden("this link is of no use any more", "bad_link")
    connection.execute(update(schema.people).where(columns.id == person).values(mails=False))


# --- not too many


def count_mail(connection: Connection, kind: str, address: str, at: int) -> bool:
    """Whether one more of this kind may go there today. Addresses are counted by their hashes."""
    counts, hashed = schema.mail_counts, hashlib.sha256(f"{kind} {address}".encode()).hexdigest()
    row = (counts.c.address == hashed, counts.c.day == at // DAY)
    more = update(counts).where(*row, counts.c.sent < MOST_A_DAY).values(sent=counts.c.sent + 1)
    if connection.execute(more).rowcount == 1:
        return True
    if connection.execute(select(counts.c.sent).where(*row)).first() is not None:
        return False
    connection.execute(insert(counts).values(address=hashed, day=at // DAY, sent=1))
    return True


def sweep_counts(connection: Connection, at: int) -> None:
    """Of days that are over."""
    connection.execute(schema.mail_counts.delete().where(schema.mail_counts.c.day < at // DAY))


def _sign(secret: bytes, *parts: str) -> str:
    return signature("|".join(parts), secret)


def _fits(given: str, signed: str) -> bool:
    return given.isascii() and hmac.compare_digest(given, signed)
