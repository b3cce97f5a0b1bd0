"""Being somebody, over HTTP."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, delete, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Stream
from msgspec import Meta
from sqlalchemy import Connection

from imhotep.server.errors import Forbidden, Refused, Unknown
from imhotep.server.http.request import Request
from imhotep.server.http.security import (
    COOKIE,
    cookie_for,
    is_bearer,
    must_be_somebody,
    must_have_session,
    services_of,
    token_of,
)
from imhotep.server.people import accounts, passwords, reports, second_factor, sessions
from imhotep.server.people.accounts import Bot, Public
from imhotep.server.people.addresses import clean_mail, confirm, unsubscribe
from imhotep.server.people.limits import address_of
from imhotep.server.people.passwords import slowly
from imhotep.server.people.ratings import Ranked, leaderboard, pool_of, ratings_of
from imhotep.server.people.reports import Reason
from imhotep.server.people.second_factor import NewFactor, RecoveryCodes
from imhotep.server.people.sessions import OwnSession, Person, person_of
from imhotep.server.services import Services
from imhotep.server.tables.own_data import write_archive
from imhotep.server.work import jobs
from imhotep.server.work.delivery import LONGEST_ADDRESS
from imhotep.server.work.jobs import JobFailed
from imhotep.server.work.notifications import MAIL, NewPassword, ask_to_confirm
from imhotep.table.games import RULES

PART = 65_536  # bytes of an archive that are sent at once

Password = Annotated[str, Meta(max_length=passwords.LONGEST_PASSWORD)]
Name = Annotated[str, Meta(max_length=200)]
Mail = Annotated[str, Meta(max_length=300)]
Code = Annotated[str, Meta(max_length=40)]
Token = Annotated[str, Meta(max_length=100)]
Id = Annotated[str, Meta(max_length=40)]
Webhook = Annotated[str, Meta(max_length=LONGEST_ADDRESS)]


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who is signed in."""

    id: str
    name: str
    account: bool  # has a password, and can sign in on another device
    is_bot: bool
    mail: str | None  # nobody else sees it
    new_mail: str | None  # an address that is yet to be confirmed; until then nothing else is sent there
    mails: bool  # a mail when it is this person's turn
    webhook: str | None  # where else to tell that
    second_factor: bool  # a code is needed to sign in


class Guest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name = accounts.A_GUEST


class NewAccount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name
    password: Password
    mail: Mail | None = None


class SignIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name
    password: Password
    code: Code = ""  # of who has a second factor: from the app, or a recovery code


class Change(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is given is changed. For another password or mail address the old password is needed."""

    name: Name | None = None
    password: Password | None = None
    old_password: Password = ""
    mail: Mail | None = None  # empty: none any more
    mails: bool | None = None
    webhook: Webhook | None = None  # as the mail address


class Deletion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    password: Password = ""  # of an account


class Forgot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    mail: Mail


class Confirmation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    token: Token


class Reset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    token: Token
    password: Password
    code: Code = ""  # as for signing in


class OwnPassword(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    password: Password


class FactorCode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    code: Code


class PasswordAndCode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    password: Password
    code: Code


class NewReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tell those who run the server about somebody."""

    person: Id
    reason: Reason
    text: Annotated[str, Meta(max_length=reports.LONGEST)] = ""  # what else they should know
    table: Id | None = None  # where it happened
    line: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None  # of the chat there


class Block(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    person: Id


class Blocked(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str


class NewBot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name


class BotToken(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    token: str  # not shown again


class Profile(Public, frozen=True, kw_only=True):
    """Somebody, with its ratings by game and number of players, as in `builder:4`."""

    ratings: dict[str, Ranked]


async def me_of(services: Services, person: Person) -> Me:
    own = await services.database.read(lambda database: accounts.own_of(database, person.id))
    second = await services.database.read(lambda database: second_factor.is_on(database, person.id))
    return Me(
        id=person.id,
        name=person.name,
        account=person.account is not None,
        is_bot=person.is_bot,
        mail=own.mail,
        new_mail=own.new_mail,
        mails=own.mails,
        webhook=own.webhook,
        second_factor=second,
    )


async def signed_in(request: Request, services: Services, person: Person) -> Response[Me]:
    """An answer with a new session's cookie; the one that the browser had before is good for nothing any more."""
    at, device = services.clock.now(), sessions.device_of(request.headers.get("user-agent", ""))
    before = None if is_bearer(request) else token_of(request)

    def begin(database: Connection) -> tuple[str, str | None]:
        ended = None if before is None else sessions.end_session(database, before)
        return sessions.new_session(database, person.id, "browser", at, device=device), ended

    token, ended = await services.database.write(begin)
    for other in {person.id, ended} - {None}:
        await services.end_sockets(other)
    cookie = cookie_for(token, services.secret, secure=request.url.scheme == "https")
    return Response(await me_of(services, person), cookies=[cookie])


def signed_out() -> Response[None]:
    answer: Response[None] = Response(None)
    answer.delete_cookie(COOKIE)
    return answer


async def checked(services: Services, person: Person, data: Change) -> dict[str, Any]:
    """What is to be written of a change, but for the password."""
    changes: dict[str, Any] = {}
    if data.name is not None:
        changes["name"] = accounts.clean_name(data.name)
    if data.mail is not None:
        changes["mail"] = clean_mail(data.mail or None)
    if data.mails is not None:
        if data.mails and not services.settings.sends_mail:
            raise Refused("this server sends no mails", "no_mail")
        changes["mails"] = data.mails
    if data.webhook is not None:
        if data.webhook:
            services.limits.count("webhook", person.id)
            await services.notifications.webhooks.check(data.webhook)
        changes["webhook"] = data.webhook or None
    return changes


async def must_know_password(request: Request, services: Services, person: Person, password: str) -> None:
    services.limits.check("password", request)
    account = person.account
    if account is None:
        raise Refused("only an account has a password and an email address", "no_account")
    services.limits.count("account", account)
    _, hashed = await services.database.read(lambda database: accounts.stored_password(database, account))
    if not await slowly(passwords.fits, password, hashed):
        raise Forbidden("the current password is wrong", "wrong_password")


async def check_code(services: Services, person: str, code: str) -> None:
    """Of who has a second factor. Only who knows the password gets so far: then wrong ones are counted by account."""
    at = services.clock.now()
    if not await services.database.read(lambda database: second_factor.is_on(database, person)):
        return
    if code.strip():
        services.limits.count("code", person)
    await services.database.write(lambda database: second_factor.check(database, person, code, at))
    services.limits.take_back("code", person)


class PeopleRoutes(Controller):
    path = "/api"
    tags = ("people",)

    @get("/me")
    async def me(self, request: Request) -> Me:
        """Who am I?"""
        return await me_of(services_of(request), await must_be_somebody(request))

    @post("/guest", status_code=200)
    async def guest(self, request: Request, data: JSONBody[Guest]) -> Response[Me]:
        """Be somebody at once; nothing else is needed to play."""
        services = services_of(request)
        services.limits.check("guest", request)
        at = services.clock.now()
        person = await services.database.write(lambda database: accounts.new_guest(database, data.name, at))
        return await signed_in(request, services, person)

    @post("/account", status_code=200)
    async def account(self, request: Request, data: JSONBody[NewAccount]) -> Response[Me]:
        """A guest's games, ratings and name get a password, and this device a new cookie."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.check("password", request)
        hashed = await slowly(passwords.hash_password, data.password)
        at = services.clock.now()

        def begin(database: Connection) -> Person:
            fresh = accounts.new_account(database, person, data.name, hashed, data.mail)
            if services.settings.sends_mail:
                ask_to_confirm(database, person.id, at)
            return fresh

        fresh = await services.database.write(begin)
        services.jobs.look(MAIL)
        return await signed_in(request, services, fresh)

    @post("/sign-in", status_code=200)
    async def sign_in(self, request: Request, data: JSONBody[SignIn]) -> Response[Me]:
        """Be on this device who you are elsewhere."""
        services = services_of(request)
        services.limits.check("password", request)
        guessing = f"{accounts.account_of(data.name)} {address_of(request)}"
        services.limits.count("sign_in", guessing)
        id, hashed = await services.database.read(lambda database: accounts.stored_password(database, data.name))
        if not await slowly(passwords.fits, data.password, hashed) or id is None:
            raise Forbidden("wrong name or password", "wrong_password")
        await check_code(services, id, data.code)
        services.limits.take_back("sign_in", guessing)
        person = await services.database.read(lambda database: accounts.person_with(database, id))
        return await signed_in(request, services, person)

    @post("/sign-out", status_code=204)
    async def sign_out(self, request: Request) -> Response[None]:
        """This device forgets who you are; a guest can't come back."""
        services, token = services_of(request), token_of(request)
        if token is not None:
            person = await services.database.write(lambda database: sessions.end_session(database, token))
            if person is not None:
                await services.end_sockets(person)
        return signed_out()

    @get("/me/sessions")
    async def own_sessions(self, request: Request) -> list[OwnSession]:
        """Where you are signed in, the device used last first."""
        services, mine = services_of(request), await must_have_session(request)
        at = services.clock.now()
        return await services.database.read(
            lambda database: sessions.sessions_of(database, mine.person.id, mine.key, at)
        )

    @delete("/me/sessions/{session:str}", status_code=204)
    async def end_session(self, request: Request, session: FromPath[str]) -> None:
        """Sign out on one of your devices; its open connections end as well."""
        services, person = services_of(request), await must_be_somebody(request)
        await services.database.write(lambda database: sessions.end_own(database, person.id, session))
        await services.end_sockets(person.id)

    @post("/me/sign-out-everywhere", status_code=204)
    async def sign_out_everywhere(self, request: Request) -> Response[None]:
        """Each device forgets who you are, this one, too; links for a new password are void."""
        services, person = services_of(request), await must_be_somebody(request)
        if person.account is None:
            raise Refused("a guest couldn't come back", "no_account")
        ended = ("browser", "reset")
        await services.database.write(lambda database: sessions.end_sessions(database, person.id, ended))
        await services.end_sockets(person.id)
        return signed_out()

    @patch("/me")
    async def change(self, request: Request, data: JSONBody[Change]) -> Response[Me]:
        """All of it or nothing. With a new password all other devices have to sign in again."""
        services, person = services_of(request), await must_be_somebody(request)
        changes = await checked(services, person, data)
        hashed: str | None = None
        if data.password is not None or data.mail is not None:
            await must_know_password(request, services, person, data.old_password)
        if data.password is not None:
            hashed = await slowly(passwords.hash_password, data.password)
        if data.mail:
            services.limits.count("confirm", person.id)
        at, changed = services.clock.now(), person

        def write(database: Connection) -> Person:
            fresh = accounts.change(database, changed, changes, hashed)
            if data.mail and services.settings.sends_mail:
                ask_to_confirm(database, fresh.id, at)
            return fresh

        person = await services.database.write(write)
        services.jobs.look(MAIL)
        return Response(await me_of(services, person)) if hashed is None else await signed_in(request, services, person)

    @post("/me/delete", status_code=204)
    async def forget(self, request: Request, data: JSONBody[Deletion]) -> Response[None]:
        """Delete the account, and give up its games; their records stay, without the name, and what was written in
        chats goes."""
        services, person = services_of(request), await must_be_somebody(request)
        if person.account is not None:
            await must_know_password(request, services, person, data.password)
        await services.account_deletion.delete(person.id)
        return signed_out()

    # --- a second factor

    @post("/me/second-factor", status_code=200)
    async def new_second_factor(self, request: Request, data: JSONBody[OwnPassword]) -> NewFactor:
        """What an app has to know. Nothing changes before its first code."""
        services, person = services_of(request), await must_be_somebody(request)
        await must_know_password(request, services, person, data.password)
        return await services.database.write(lambda database: second_factor.begin(database, person))

    @post("/me/second-factor/on", status_code=200)
    async def second_factor_on(self, request: Request, data: JSONBody[FactorCode]) -> RecoveryCodes:
        """With a code from the app: from now on one is needed to sign in."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.count("code", person.id)
        at = services.clock.now()
        codes = await services.database.write(
            lambda database: second_factor.switch_on(database, person.id, data.code, at)
        )
        services.limits.take_back("code", person.id)
        return codes

    @post("/me/second-factor/codes", status_code=200)
    async def new_recovery_codes(self, request: Request, data: JSONBody[PasswordAndCode]) -> RecoveryCodes:
        """Others in place of those on paper."""
        services, person = services_of(request), await must_be_somebody(request)
        await must_know_password(request, services, person, data.password)
        await check_code(services, person.id, data.code)

        def renew(database: Connection) -> RecoveryCodes:
            if not second_factor.is_on(database, person.id):
                raise Refused("you have no second factor", "no_factor")
            return second_factor.new_recovery_codes(database, person.id)

        return await services.database.write(renew)

    @post("/me/second-factor/off", status_code=204)
    async def second_factor_off(self, request: Request, data: JSONBody[PasswordAndCode]) -> None:
        """The password is enough again."""
        services, person = services_of(request), await must_be_somebody(request)
        await must_know_password(request, services, person, data.password)
        await check_code(services, person.id, data.code)
        await services.database.write(lambda database: second_factor.switch_off(database, person.id))

    # --- all of it

    @get("/me/export", media_type="application/zip")
    async def export(self, request: Request) -> Stream:
        """All that is stored about you, as one archive: settings, chats, tables, records of finished games."""
        services, session = services_of(request), await must_have_session(request)
        services.limits.count("export", session.person.id)
        at, file = services.clock.now(), tempfile.TemporaryFile()  # noqa: SIM115  # closed once it is sent
        try:
            await asyncio.to_thread(write_archive, services.database, session.person.id, session.key, at, file)
        except BaseException:
            file.close()
            raise
        length = file.tell()
        file.seek(0)

        async def content() -> AsyncIterator[bytes]:
            with file:
                while part := await asyncio.to_thread(file.read, PART):
                    yield part

        headers = {"content-disposition": 'attachment; filename="imhotep.zip"', "content-length": str(length)}
        return Stream(content(), media_type="application/zip", headers=headers)

    # --- a forgotten password

    @post("/password/reset", status_code=204)
    async def forgot(self, request: Request, data: JSONBody[Forgot]) -> None:
        """A mail to this address, if somebody has it; the answer doesn't say."""
        services = services_of(request)
        if not services.settings.sends_mail:
            raise Refused("this server doesn't send emails; ask whoever runs it", "no_mail")
        mail = clean_mail(data.mail) or ""
        services.limits.check("password", request)
        services.limits.count("reset", mail)
        at = services.clock.now()
        await services.database.write(lambda database: jobs.add(database, MAIL, NewPassword(mail=mail), at))
        services.jobs.look(MAIL)

    @post("/password/new", status_code=200)
    async def reset(self, request: Request, data: JSONBody[Reset]) -> Response[Me]:
        """With what stood in the mail; it signs in at once."""
        services = services_of(request)
        services.limits.check("password", request)
        hashed = await slowly(passwords.hash_password, data.password)
        at = services.clock.now()
        found = await services.database.read(lambda database: person_of(database, data.token, ("reset",), at))
        if found is not None:
            await check_code(services, found.id, data.code)
        person = await services.database.write(lambda database: accounts.reset(database, data.token, hashed, at))
        return await signed_in(request, services, person)

    # --- mail addresses

    @post("/me/mail/confirmation", status_code=204)
    async def ask_again(self, request: Request) -> None:
        """Send the mail once more by which you confirm your address."""
        services, person = services_of(request), await must_be_somebody(request)
        if not services.settings.sends_mail:
            raise Refused("this server sends no mails", "no_mail")
        services.limits.count("confirm", person.id)
        at = services.clock.now()
        await services.database.write(lambda database: ask_to_confirm(database, person.id, at))
        services.jobs.look(MAIL)

    @post("/mail/confirm", status_code=204)
    async def confirm(self, request: Request, data: JSONBody[Confirmation]) -> None:
        """With what stood in that mail, on whichever device it was read."""
        services = services_of(request)
        services.limits.check("password", request)
        at, secret = services.clock.now(), services.secret
        await services.database.write(lambda database: confirm(database, secret, data.token, at))

    @post("/mail/unsubscribe/{token:str}", status_code=204)
    async def unsubscribe(self, request: Request, token: FromPath[str]) -> None:
        """No more mails about games, with what stood in one of them; mail programs ask for this by themselves."""
        services = services_of(request)
        services.limits.check("password", request)
        secret = services.secret
        await services.database.write(lambda database: unsubscribe(database, secret, token))

    # --- being told

    @post("/me/webhook/test", status_code=204)
    async def test_webhook(self, request: Request) -> None:
        """Send something there now."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.count("webhook", person.id)
        own = await services.database.read(lambda database: accounts.own_of(database, person.id))
        if own.webhook is None or services.settings.webhooks == "off":
            raise Refused("you have no webhook to try", "no_webhooks")
        try:
            await services.notifications.webhooks.post(
                own.webhook, f"{person.name}, this is how Imhotep tells you of your move."
            )
        except JobFailed:  # how it failed would tell who listens where
            raise Refused("the webhook didn't take it", "webhook_failed") from None

    # --- others

    @get("/me/blocks")
    async def blocks(self, request: Request) -> list[Blocked]:
        """Whom you don't want to read."""
        services, person = services_of(request), await must_be_somebody(request)
        found = await services.database.read(lambda database: accounts.blocks_of(database, person.id))
        return [Blocked(id=id, name=name) for id, name in found.items()]

    @post("/me/blocks", status_code=204)
    async def block(self, request: Request, data: JSONBody[Block]) -> None:
        """Not to read any more what somebody writes; neither of you gets a seat that the other one keeps."""
        services, person = services_of(request), await must_be_somebody(request)
        await services.database.write(lambda database: accounts.block(database, person.id, data.person))

    @delete("/me/blocks/{person:str}", status_code=204)
    async def unblock(self, request: Request, person: FromPath[str]) -> None:
        """To read it again."""
        services, me = services_of(request), await must_be_somebody(request)
        await services.database.write(lambda database: accounts.unblock(database, me.id, person))

    @post("/reports", status_code=204)
    async def report(self, request: Request, data: JSONBody[NewReport]) -> None:
        """Tell those who run the server about somebody: what was written, a name, how somebody plays."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.count("report", person.id)
        at = services.clock.now()

        def write(database: Connection) -> None:
            reports.report(database, person.id, data.person, data.reason, data.text, data.table, data.line, at)

        await services.database.write(write)

    @get("/people/{person:str}")
    async def profile(self, request: Request, person: FromPath[str]) -> Profile:
        """What anybody may know of somebody."""
        database = services_of(request).database
        public = await database.read(lambda connection: accounts.public_of(connection, person))
        ratings = await database.read(lambda connection: ratings_of(connection, person))
        return Profile(**msgspec.structs.asdict(public), ratings=ratings)

    @get("/ratings")
    async def ratings(
        self, request: Request, game: FromQuery[str] = "builder", players: FromQuery[int] = 2
    ) -> list[Ranked]:
        """The best of a game for so many, people and bots."""
        if game not in RULES:
            raise Refused(f"a game is one of {', '.join(RULES)}", "bad_pool")
        if players not in RULES[game].players:
            raise Refused(f"{game} isn't for that many players", "bad_pool")
        pool = pool_of(game, players)
        return await services_of(request).database.read(lambda database: leaderboard(database, pool))

    # --- bots from outside

    @get("/me/bots")
    async def bots(self, request: Request) -> list[Bot]:
        """Your own."""
        services, person = services_of(request), await must_be_somebody(request)
        return await services.database.read(lambda database: accounts.bots_of(database, person.id))

    @post("/me/bots", status_code=201)
    async def new_bot(self, request: Request, data: JSONBody[NewBot]) -> BotToken:
        """It plays with its token, as docs/outside-bots.md describes."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.count("bot", person.id)
        at = services.clock.now()
        bot, token = await services.database.write(lambda database: accounts.new_bot(database, person, data.name, at))
        return BotToken(id=bot.id, token=token)

    @delete("/me/bots/{bot:str}", status_code=204)
    async def end_bot(self, request: Request, bot: FromPath[str]) -> None:
        """Its token is good for nothing from now on, and its games go on without it."""
        services, person = services_of(request), await must_be_somebody(request)
        mine = await services.database.read(lambda database: accounts.bots_of(database, person.id))
        if bot not in [own.id for own in mine]:
            raise Unknown("you don't have that bot")
        await services.account_deletion.delete(bot)
