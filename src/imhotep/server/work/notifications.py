"""Telling people who are away that it is their move, by mail and by webhook; and mails for who forgot a password, or
is to confirm an address.

Who is to be told is read from the database, and becomes a job in the same commit that notes it as told. So each
decision is told of once, whichever process dies. What has become pointless by the time it could be sent is dropped.
By mail several games are told of at once: what comes up while one waits to be sent is added to it, and the next one
waits for half an hour.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, and_, exists, false, or_, select, update

from imhotep.server.clock import WallClock
from imhotep.server.games.live import Seat, read_seats
from imhotep.server.people import accounts
from imhotep.server.people.accounts import harmless
from imhotep.server.people.addresses import (
    ACCOUNT,
    CONFIRM_MILLIS,
    NOTICE,
    confirmation,
    count_mail,
    unconfirmed,
    unsubscription,
)
from imhotep.server.settings import Settings
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.server.work import jobs
from imhotep.server.work.delivery import Mail, ReceiverGone, Webhooks, send_mail
from imhotep.server.work.jobs import Job, Jobs, Report
from imhotep.table.catalogue import catalogue

MAIL, WEBHOOK = "mail", "webhook"
AT_ONCE = {MAIL: 2, WEBHOOK: 8}
NOTICE_AFTER = 60_000  # milliseconds in which somebody may decide without being told
AWAY_AFTER = 90_000  # milliseconds; who is connected is noted every 60 seconds
PEOPLE_AT_ONCE = 500
IN_SETTINGS = "\nYou can turn these emails off in your settings."
HOUR = 60 * 60 * 1000
DIGEST_EVERY = 30 * 60_000  # milliseconds between two mails about somebody's games

log = logging.getLogger("imhotep.mail")


class YourMove(msgspec.Struct, frozen=True, kw_only=True, tag="move"):
    """Tell who sits there that the game waits; it had so many entries."""

    seat: int
    entries: int
    table: str = ""  # the job's, where it isn't said


class YourMoves(msgspec.Struct, frozen=True, kw_only=True, tag="moves"):
    """The same of all games that wait for somebody, in one mail."""

    games: list[YourMove]


class ConfirmAddress(msgspec.Struct, frozen=True, kw_only=True, tag="confirm"):
    """Ask whoever has this address whether the person of the job does."""

    mail: str


class NewPassword(msgspec.Struct, frozen=True, kw_only=True, tag="reset"):
    """Somebody wants a new password for whoever has this address. The token is made when the mail is sent, so that it
    is stored nowhere."""

    mail: str


Notice = YourMove | YourMoves | NewPassword | ConfirmAddress

_DIGEST = '{"type":"moves"'  # what the order of such a job begins with


class Notifications:
    def __init__(self, database: Database, clock: WallClock, settings: Settings, secret: bytes) -> None:
        """`secret` signs what stands in links."""
        self._secret = secret
        self._database = database
        self._clock = clock
        self._settings = settings
        self.webhooks = Webhooks(settings.webhooks)
        self.workers = {MAIL: self.send_mail, WEBHOOK: self.send_webhook}

    async def look(self, jobs: Jobs) -> None:
        """Whom does a game wait for that is not here?"""
        now, by = self._clock.now(), self._ways
        waiting = await self._database.read(lambda connection: waiting_for(connection, now, by))
        if waiting:
            await self._database.write(lambda connection: note(connection, waiting, now))
            for kind in by:
                jobs.look(kind)

    @property
    def _ways(self) -> list[str]:
        """By which we can tell anybody anything."""
        return [MAIL] * self._settings.sends_mail + [WEBHOOK] * (self._settings.webhooks != "off")

    # --- workers

    async def send_mail(self, job: Job, _: Report) -> bytes:
        notice, now = msgspec.json.decode(job.order, type=Notice), self._clock.now()
        kind = ACCOUNT
        match notice:
            case NewPassword():
                mail = await self._reset(notice, job.created, now)
            case ConfirmAddress():
                mail = await self._confirm(notice, job, now)
            case _:
                mail, kind = await self._your_moves(notice, job, now), NOTICE
        if mail is None or not self._settings.sends_mail:
            return b""
        if job.tries == 1 and not await self._database.write(lambda db: count_mail(db, kind, mail.to, now)):
            log.warning("no more emails of this kind to an address today")
            return b""
        await asyncio.to_thread(send_mail, self._settings, mail, now)
        return b""

    async def send_webhook(self, job: Job, _: Report) -> bytes:
        notice, now = msgspec.json.decode(job.order, type=YourMove), self._clock.now()
        told = await self._database.read(lambda connection: read_told(connection, job, notice, now))
        if told is None or told.webhook is None or self._settings.webhooks == "off":
            return b""
        address, link = told.webhook, self._settings.link(f"/tables/{told.table}")
        try:
            await self.webhooks.post(address, " ".join([_sentence(told), *([link] if link else [])]))
        except ReceiverGone:
            await self._database.write(lambda connection: remove_webhook(connection, told.person, address))
            raise
        return b""

    # --- words

    async def _your_moves(self, notice: YourMove | YourMoves, job: Job, now: int) -> Mail | None:
        """About those games that still wait; None if there is none, or nobody wants to know."""
        games = [notice] if isinstance(notice, YourMove) else notice.games

        def read(connection: Connection) -> list[Told]:
            return [told for game in games if (told := read_told(connection, job, game, now)) is not None]

        found = await self._database.read(read)
        if not found or not found[0].mails or found[0].mail is None:
            return None
        person, address = found[0].person, found[0].mail
        await self._database.write(lambda connection: note_mailed(connection, person, now))
        token = unsubscription(self._secret, person, address)
        page = self._settings.link(f"/unsubscribe#{token}")
        lines = self._one_game(found[0]) if len(found) == 1 else self._games(found)
        lines.append(
            f"\nNo more of these emails: {page}" if page else "\nYou can turn these emails off in your settings."
        )
        subject = f"Your move: {found[0].game}" if len(found) == 1 else f"Your move in {len(found)} games"
        by_itself = self._settings.link(f"/api/mail/unsubscribe/{token}")
        return Mail(address, subject, "\n".join(lines) + "\n", by_itself)

    def _one_game(self, told: "Told") -> list[str]:
        link = self._settings.link(f"/tables/{told.table}")
        return [_sentence(told), *([f"\n{link}"] if link else [])]

    def _games(self, found: Sequence["Told"]) -> list[str]:
        lines = [f"{harmless(found[0].name)}, it is your move in {len(found)} games."]
        for told in found:
            link = self._settings.link(f"/tables/{told.table}")
            lines.append(f"\n{_game(told)}" + (f"\n{link}" if link else ""))
        return lines

    async def _confirm(self, notice: ConfirmAddress, job: Job, now: int) -> Mail | None:
        """Nothing in it was chosen by who typed the address. None if another one was typed since."""
        person = job.person
        if person is None or now >= job.created + CONFIRM_MILLIS:
            return None
        if await self._database.read(lambda connection: unconfirmed(connection, person)) != notice.mail:
            return None
        token = confirmation(self._secret, person, notice.mail, job.created + CONFIRM_MILLIS)
        link = self._settings.link(f"/confirm#{token}")
        lines = [
            "Somebody (most likely you) has entered this address for an account at Imhotep.",
            f"\nIf it is yours, confirm it: {link}"
            if link
            else f"\nIf it is yours, confirm it with this code: {token}",
            "\nThis works for three days. If it wasn't you, ignore this: nothing else will be sent to you.",
        ]
        return Mail(notice.mail, "Confirm your address for Imhotep", "\n".join(lines) + "\n")

    async def _reset(self, notice: NewPassword, asked: int, now: int) -> Mail | None:
        """None if nobody has this address, or it was asked for too long ago."""
        if now >= asked + accounts.RESET_MILLIS:
            return None
        found = await self._database.write(lambda connection: accounts.new_reset(connection, notice.mail, now))
        if found is None:
            return None
        name, token = found
        link = self._settings.link(f"/reset#{token}")
        lines = [
            f"{harmless(name)}, somebody (most likely you) has asked for a new password for your account.",
            f"\nFollow this link: {link}" if link else f"\nThe code for it: {token}",
            "\nIt works once, within an hour. If it wasn't you, ignore this: your password stays the same.",
        ]
        return Mail(notice.mail, "A new password for Imhotep", "\n".join(lines) + "\n")


class Told(NamedTuple):
    """Somebody who is to be told, and of what."""

    person: str
    name: str
    mail: str | None
    mails: bool
    webhook: str | None
    table: str
    game: str  # its title
    seat: str | None  # the name of who is to decide, where that is somebody else at the same screen
    others: list[str]  # names of who plays elsewhere, and of bots
    left: int | None  # milliseconds


def _sentence(told: Told) -> str:
    whose = "your move" if told.seat is None else f"time for {harmless(told.seat)} to move"
    return f"{harmless(told.name)}, it is {whose}: {_game(told)}"


def _game(told: Told) -> str:
    *most, last = map(harmless, told.others)
    with_whom = f"{', '.join(most)} and {last}" if most else last
    left = "" if told.left is None else f" {_time_left(told.left)} left."
    return f"{told.game} with {with_whom}.{left}"


def _time_left(millis: int) -> str:
    """In words, as is precise enough to plan by."""
    hours = max(0, millis) // HOUR
    days, rest = divmod(hours, 24)
    if days >= 3:
        return f"{days} days"
    if days:
        return _counted(days, "day") + (f" and {_counted(rest, 'hour')}" if rest else "")
    return _counted(hours, "hour") if hours else "Less than an hour"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


# --- rows


class _Waiting(NamedTuple):
    """A game that waits for somebody."""

    person: str
    table: str
    notice: YourMove
    by: list[str]  # which kinds of job


class _Paced(msgspec.Struct):
    """Of an offer only what is asked here."""

    class Pace(msgspec.Struct):
        kind: str

    pace: Pace


def waiting_for(connection: Connection, now: int, ways: Sequence[str]) -> list[_Waiting]:
    """Few people want to be told, so that is where to begin."""
    columns = schema.people.c
    mails = and_(columns.mails.is_(True), columns.mail.is_not(None)) if MAIL in ways else false()
    webhook = columns.webhook.is_not(None) if WEBHOOK in ways else false()
    away = or_(columns.seen.is_(None), columns.seen <= now - AWAY_AFTER)
    found: dict[str, list[str]] = {}
    for kind, wanted in ((MAIL, mails), (WEBHOOK, webhook)):  # each has an index of its own
        query = select(columns.id).where(wanted, away, columns.deleted.is_(None))
        for person in connection.execute(query).scalars():
            found.setdefault(person, []).append(kind)
    ids = list(found)
    waiting = []
    for first in range(0, len(ids), PEOPLE_AT_ONCE):
        for person, table, notice in _their_moves(connection, now, ids[first : first + PEOPLE_AT_ONCE]):
            waiting.append(_Waiting(person, table, notice, found[person]))
    return waiting


def _their_moves(connection: Connection, now: int, ids: list[str]) -> list[tuple[str, str, YourMove]]:
    """Where these people are to decide, play with other people, and were not told yet. By a clock one plays at once, or
    loses."""
    seats, tables, other = schema.seats.c, schema.tables.c, schema.seats.alias("other")
    plays = (other.c.table == tables.id, other.c.person != seats.person, other.c.bot.is_(None))
    with_others = exists().where(*plays, other.c.left.is_(None))
    query = (
        select(seats.person, seats.seat, tables.id, tables.entries, tables.offer)
        .join(schema.tables, tables.id == seats.table)
        .where(
            seats.person.in_(ids),
            seats.left.is_(None),
            tables.state == "running",
            tables.decider == seats.seat,
            tables.thinker.is_(None),
            tables.told < tables.entries,
            tables.moved <= now - NOTICE_AFTER,
            with_others,
        )
    )
    return [
        (person, table, YourMove(seat=seat, entries=entries, table=table))
        for person, seat, table, entries, offer in connection.execute(query)
        if msgspec.json.decode(offer, type=_Paced).pace.kind != "clock"
    ]


def note(connection: Connection, waiting: Sequence[_Waiting], now: int) -> None:
    """As told: who is first does it. Nothing about the game changes, so nobody has to read it again."""
    columns = schema.tables.c
    by_mail: dict[str, list[YourMove]] = {}
    for person, table, notice, by in waiting:
        where = (columns.id == table, columns.entries == notice.entries, columns.told < notice.entries)
        if connection.execute(update(schema.tables).where(*where).values(told=notice.entries)).rowcount == 1:
            if WEBHOOK in by:
                jobs.add(connection, WEBHOOK, notice, now, table=table, person=person)
            if MAIL in by:
                by_mail.setdefault(person, []).append(notice)
    for person, notices in by_mail.items():
        _add_to_digest(connection, person, notices, now)


def _add_to_digest(connection: Connection, person: str, notices: list[YourMove], now: int) -> None:
    """To the mail that waits to be sent; else to a new one."""
    columns = schema.jobs.c
    query = select(columns.id, columns.order).where(columns.person == person, columns.kind == MAIL, columns.tries == 0)
    query = query.where(columns.state == "waiting", columns.order.startswith(_DIGEST))
    for id, order in connection.execute(query).all():
        games = [*msgspec.json.decode(order, type=YourMoves).games, *notices]
        longer = msgspec.json.encode(YourMoves(games=games)).decode()
        where = (columns.id == id, columns.state == "waiting", columns.order == order)
        if connection.execute(update(schema.jobs).where(*where).values(order=longer)).rowcount == 1:
            return
    mailed = connection.execute(select(schema.people.c.mailed).where(schema.people.c.id == person)).scalar()
    due = now if mailed is None else max(now, mailed + DIGEST_EVERY)
    jobs.add(connection, MAIL, YourMoves(games=notices), now, person=person, due=due)


def note_mailed(connection: Connection, person: str, now: int) -> None:
    connection.execute(update(schema.people).where(schema.people.c.id == person).values(mailed=now))


def ask_to_confirm(connection: Connection, person: str, now: int) -> None:
    """Send the question to the address that was typed, if there is one."""
    mail = unconfirmed(connection, person)
    if mail is not None:
        jobs.add(connection, MAIL, ConfirmAddress(mail=mail), now, person=person)


def read_told(connection: Connection, job: Job, notice: YourMove, now: int) -> Told | None:
    """None if the game has gone on, or whoever was to be told is gone, or plays there with nobody any more."""
    table = notice.table or job.table
    assert table is not None
    columns = schema.tables.c
    query = select(columns.game, columns.entries, columns.decider, columns.due).where(columns.id == table)
    row = connection.execute(query.where(columns.state == "running")).first()
    game, entries, decider, due = row or ("", 0, None, None)
    if (entries, decider) != (notice.entries, notice.seat):
        return None
    seats = read_seats(connection, [table])[table]
    who = schema.people.c
    row = connection.execute(select(schema.people).where(who.id == job.person, who.deleted.is_(None))).first()
    if row is None or seats[notice.seat].person != row.id or seats[notice.seat].left is not None:
        return None
    others = [seat for seat in seats if seat.person != row.id or seat.bot is not None]
    if not any(seat.person != row.id and seat.bot is None and seat.left is None for seat in others):
        return None
    own = [seat for seat in seats if seat.person == row.id and seat.bot is None]
    return Told(
        person=row.id,
        name=row.name,
        mail=row.mail,
        mails=row.mails,
        webhook=row.webhook,
        table=table,
        game=catalogue(game).title,
        seat=seats[notice.seat].name if len(own) > 1 else None,
        others=[_name_of(seat) for seat in others],
        left=None if due is None else due - now,
    )


def _name_of(seat: Seat) -> str:
    """Where a bot plays on for somebody, that is said."""
    return f"{seat.name} (bot)" if seat.left is not None else seat.name


def remove_webhook(connection: Connection, person: str, address: str) -> None:
    """Unless it was replaced meanwhile."""
    where = (schema.people.c.id == person, schema.people.c.webhook == address)
    connection.execute(update(schema.people).where(*where).values(webhook=None))
