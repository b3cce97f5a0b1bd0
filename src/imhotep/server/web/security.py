"""Who asks, and whether a browser was tricked into asking."""

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from imhotep.server.errors import Forbidden, NotSignedIn
from imhotep.server.ids import signed, unsigned
from imhotep.server.people import SESSION_DAYS, Person, person_of
from imhotep.server.services import Services

COOKIE = "imhotep"
SAFE = ("GET", "HEAD", "OPTIONS")

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; object-src 'none'; "
        b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]

Asking = ASGIConnection[Any, Any, Any, Any]  # a request or a WebSocket


def services_of(connection: Asking) -> Services:
    services = connection.app.state["services"]
    assert isinstance(services, Services)
    return services


def token_of(connection: Asking) -> str | None:
    """From the cookie of a browser, or the header of a bot."""
    authorization = connection.headers.get("authorization", "")
    if authorization.startswith("Bearer "):
        return authorization.removeprefix("Bearer ").strip()
    cookie = connection.cookies.get(COOKIE)
    return None if cookie is None else unsigned(cookie, services_of(connection).secret)


async def who(connection: Asking) -> Person | None:
    token = token_of(connection)
    if token is None:
        return None
    services = services_of(connection)
    by_header = "authorization" in connection.headers
    purposes = ("token",) if by_header else ("browser",)
    at = services.moments.now()
    return await services.database.read(lambda database: person_of(database, token, purposes, at))


async def must_be_somebody(connection: Asking) -> Person:
    person = await who(connection)
    if person is None:
        raise NotSignedIn("say who you are first: become a guest, or sign in")
    return person


def cookie_for(token: str, secret: bytes, secure: bool) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=signed(token, secret),
        max_age=SESSION_DAYS * 86_400,
        path="/",
        httponly=True,
        secure=secure,
        samesite="lax",
    )


def check_origin(connection: Asking) -> None:
    """A page of somebody else's must not act for a person whose browser has our cookie."""
    origin = connection.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != connection.headers.get("host"):
        raise Forbidden("this page may not ask for that", "wrong_origin")


def with_headers(app: ASGIApp) -> ASGIApp:
    """Every answer tells browsers to be strict."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        await app(scope, receive, send_with_headers)

    return middleware
