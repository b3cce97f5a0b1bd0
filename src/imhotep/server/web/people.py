"""Being somebody, over HTTP."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, patch, post
from litestar.params import JSONBody
from msgspec import Meta

from imhotep.server import people
from imhotep.server.errors import Forbidden, Refused
from imhotep.server.people import Person
from imhotep.server.services import Services
from imhotep.server.web.security import COOKIE, cookie_for, must_be_somebody, services_of, token_of

Asked = Request[Any, Any, Any]
Password = Annotated[str, Meta(max_length=people.LONGEST_PASSWORD)]
Name = Annotated[str, Meta(max_length=200)]
Mail = Annotated[str, Meta(max_length=300)]


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who is signed in."""

    id: str
    name: str
    account: bool  # has a password, and can sign in on another device


class Guest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name = "Guest"


class NewAccount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name
    password: Password
    mail: Mail | None = None


class SignIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name
    password: Password


class Change(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is given is changed."""

    name: Name | None = None
    password: Password | None = None
    old_password: Password | None = None


def me_of(person: Person) -> Me:
    return Me(id=person.id, name=person.name, account=person.account is not None)


async def signed_in(request: Asked, services: Services, person: Person) -> Response[Me]:
    """An answer with a new session's cookie."""
    at = services.moments.now()
    token = await services.database.write(lambda database: people.new_session(database, person.id, "browser", at))
    cookie = cookie_for(token, services.secret, secure=request.url.scheme == "https")
    return Response(me_of(person), cookies=[cookie])


class PeopleRoutes(Controller):
    path = "/api"
    tags = ("people",)

    @get("/me")
    async def me(self, request: Asked) -> Me:
        """Who am I?"""
        return me_of(await must_be_somebody(request))

    @post("/guest", status_code=200)
    async def guest(self, request: Asked, data: JSONBody[Guest]) -> Response[Me]:
        """Be somebody at once; nothing else is needed to play."""
        services = services_of(request)
        services.limits.check("guest", request)
        at = services.moments.now()
        person = await services.database.write(lambda database: people.new_guest(database, data.name, at))
        return await signed_in(request, services, person)

    @post("/account", status_code=200)
    async def account(self, request: Asked, data: JSONBody[NewAccount]) -> Me:
        """A guest's games, ratings and name get a password."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.check("password", request)
        hashed = await asyncio.to_thread(people.hash_password, data.password)
        return me_of(
            await services.database.write(
                lambda database: people.new_account(database, person, data.name, hashed, data.mail)
            )
        )

    @post("/sign-in", status_code=200)
    async def sign_in(self, request: Asked, data: JSONBody[SignIn]) -> Response[Me]:
        services = services_of(request)
        services.limits.check("password", request)
        services.limits.check("account", request, people.account_of(data.name))
        id, hashed = await services.database.read(lambda database: people.stored_password(database, data.name))
        if not await asyncio.to_thread(people.fits, data.password, hashed) or id is None:
            raise Forbidden("name and password don't fit", "wrong_password")
        return await signed_in(request, services, Person(id, data.name, people.account_of(data.name), False))

    @post("/sign-out", status_code=204)
    async def sign_out(self, request: Asked) -> Response[None]:
        services, token = services_of(request), token_of(request)
        if token is not None:
            await services.database.write(lambda database: people.end_session(database, token))
        answer: Response[None] = Response(None)
        answer.delete_cookie(COOKIE)
        return answer

    @patch("/me")
    async def change(self, request: Asked, data: JSONBody[Change]) -> Response[Me]:
        services, person = services_of(request), await must_be_somebody(request)
        if data.name is not None:
            name = data.name
            person = await services.database.write(lambda database: people.rename(database, person, name))
        if data.password is None:
            return Response(me_of(person))
        services.limits.check("password", request)
        if person.account is None:
            raise Refused("a guest has no password", "no_account")
        account = person.account
        _, hashed = await services.database.read(lambda database: people.stored_password(database, account))
        if not await asyncio.to_thread(people.fits, data.old_password or "", hashed):
            raise Forbidden("the old password is another one", "wrong_password")
        new = await asyncio.to_thread(people.hash_password, data.password)
        await services.database.write(lambda database: people.new_password(database, person.id, new))
        return await signed_in(request, services, person)

    @delete("/me", status_code=204)
    async def forget(self, request: Asked) -> None:
        """Delete the account; records of its games stay, without the name."""
        services, person = services_of(request), await must_be_somebody(request)
        at = services.moments.now()
        await services.database.write(lambda database: people.forget(database, person.id, at))
