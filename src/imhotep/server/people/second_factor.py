"""A second factor: codes that an app makes from a secret and the time (RFC 6238), others on paper for who lost it."""

import base64
import hashlib
import hmac
import secrets
from urllib.parse import quote

import msgspec
import segno
from sqlalchemy import Connection, delete, insert, or_, select, update

from imhotep.server.errors import Forbidden, Refused
from imhotep.server.people.sessions import Person
from imhotep.server.storage import schema

STEP = 30_000  # milliseconds that a code is good for
DIGITS = 6
SECRET_BYTES = 20
RECOVERY_CODES = 10
RECOVERY_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ISSUER = "Imhotep"


class NewFactor(msgspec.Struct, frozen=True, kw_only=True):
    """What an app has to know; from the first right code on it is asked for."""

    secret: str  # to type
    link: str  # to open on the device that has the app
    qr: str  # to scan: the dark squares, as the path of a drawing
    size: int  # of that drawing, its margin included


class RecoveryCodes(msgspec.Struct, frozen=True, kw_only=True):
    """Each is good for once, in place of a code from the app. They are not shown again."""

    codes: list[str]


def is_on(connection: Connection, person: str) -> bool:
    query = select(schema.people.c.factor_since).where(schema.people.c.id == person)
    return connection.execute(query).scalar() is not None


# --- switching


def begin(connection: Connection, person: Person) -> NewFactor:
    """A fresh secret, which is good for nothing before `switch_on`."""
    if person.account is None:
        raise Refused("only an account can have a second factor", "no_account")
    _must_be_off(connection, person.id)
    secret = base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()
    connection.execute(update(schema.people).where(schema.people.c.id == person.id).values(factor=secret))
    link = f"otpauth://totp/{ISSUER}:{quote(person.name)}?secret={secret}&issuer={ISSUER}"
    drawn, size = _drawing(link)
    return NewFactor(secret=secret, link=link, qr=drawn, size=size)


def switch_on(connection: Connection, person: str, code: str, at: int) -> RecoveryCodes:
    """The app makes the right codes: from now on they are needed."""
    _must_be_off(connection, person)
    if not _use_code(connection, person, code, at):
        raise Forbidden("this isn't the code that the app shows now", "wrong_code")
    connection.execute(update(schema.people).where(schema.people.c.id == person).values(factor_since=at))
    return new_recovery_codes(connection, person)


def switch_off(connection: Connection, person: str) -> None:
    off = {"factor": None, "factor_since": None, "factor_step": None}
    connection.execute(update(schema.people).where(schema.people.c.id == person).values(**off))
    connection.execute(delete(schema.recovery_codes).where(schema.recovery_codes.c.person == person))


def new_recovery_codes(connection: Connection, person: str) -> RecoveryCodes:
    """Those from before are good for nothing any more."""
    codes = ["".join(secrets.choice(RECOVERY_LETTERS) for _ in range(10)) for _ in range(RECOVERY_CODES)]
    connection.execute(delete(schema.recovery_codes).where(schema.recovery_codes.c.person == person))
    connection.execute(
        insert(schema.recovery_codes), [{"person": person, "code": _hashed(person, code)} for code in codes]
    )
    return RecoveryCodes(codes=[f"{code[:5]}-{code[5:]}" for code in codes])


def codes_left(connection: Connection, person: str) -> int:
    query = select(schema.recovery_codes.c.code).where(schema.recovery_codes.c.person == person)
    return len(connection.execute(query).all())


def _must_be_off(connection: Connection, person: str) -> None:
    if is_on(connection, person):
        raise Refused("you already have a second factor", "has_factor")


# --- checking


def check(connection: Connection, person: str, code: str, at: int) -> None:
    """Who has a second factor needs a code, from the app or from paper, and each is good for once."""
    if not is_on(connection, person):
        return
    if not code.strip():
        raise Forbidden("enter the code from your app, or a recovery code", "code_needed")
    if not _use_code(connection, person, code, at) and not _use_recovery(connection, person, code):
        raise Forbidden("this code is wrong, or was used before", "wrong_code")


def code_at(secret: str, step: int) -> str:
    digest = hmac.new(base64.b32decode(secret), step.to_bytes(8, "big"), hashlib.sha1).digest()
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def _use_code(connection: Connection, person: str, code: str, at: int) -> bool:
    """The code of now, or of a device whose clock is half a minute off."""
    people, given = schema.people.c, "".join(code.split())
    secret = connection.execute(select(people.factor).where(people.id == person)).scalar()
    if secret is None or not given.isascii():
        return False
    for step in (at // STEP, at // STEP - 1, at // STEP + 1):
        if hmac.compare_digest(code_at(secret, step), given):
            unused = or_(people.factor_step.is_(None), people.factor_step < step)
            used = update(schema.people).where(people.id == person, people.factor == secret, unused)
            return connection.execute(used.values(factor_step=step)).rowcount == 1
    return False


def _use_recovery(connection: Connection, person: str, code: str) -> bool:
    codes = schema.recovery_codes.c
    given = "".join(letter for letter in code.lower() if letter.isalnum())
    used = delete(schema.recovery_codes).where(codes.person == person, codes.code == _hashed(person, given))
    return connection.execute(used).rowcount == 1


def _hashed(person: str, code: str) -> str:
    return hashlib.sha256(f"{person} {code}".encode()).hexdigest()


def _drawing(link: str) -> tuple[str, int]:
    """Dark squares as runs of a line each, with the margin that scanners want; and the width of it all."""
    margin = 4
    rows = [bytes(row) for row in segno.make_qr(link, error="m").matrix]
    parts = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            if row[x]:
                end = next((at for at in range(x, len(row)) if not row[at]), len(row))
                parts.append(f"M{x + margin} {y + margin}h{end - x}v1h-{end - x}z")
                x = end
            x += 1
    return "".join(parts), len(rows) + 2 * margin
