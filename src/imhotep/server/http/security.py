"""Who asks, and whether a browser was tricked into asking."""

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException
from litestar.params import BodyKwarg
from litestar.types import Message, Scope

from imhotep.server.errors import Forbidden, NotSignedIn
from imhotep.server.http.request import Request
from imhotep.server.ids import address_key, signed, unsigned
from imhotep.server.people.sessions import SESSION_DAYS, Person, person_of
from imhotep.server.services import Services

COOKIE = "imhotep"
BEARER = "bearer "
SAFE = ("GET", "HEAD", "OPTIONS")

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; object-src 'none'; "
        b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")

Asking = ASGIConnection[Any, Any, Any, Any]  # a request or a WebSocket


def services_of(connection: Asking) -> Services:
    services = connection.app.state["services"]
    assert isinstance(services, Services)
    return services


def token_of(connection: Asking) -> str | None:
    """From the cookie of a browser, or the header of a bot."""
    if is_bearer(connection):
        return connection.headers["authorization"][len(BEARER) :].strip()
    cookie = connection.cookies.get(COOKIE)
    return None if cookie is None else unsigned(cookie, services_of(connection).secret)


def is_bearer(connection: Asking) -> bool:
    """Otherwise the header is somebody else's, such as a proxy's."""
    return connection.headers.get("authorization", "").lower().startswith(BEARER)


async def who(connection: Asking) -> Person | None:
    token = token_of(connection)
    if token is None:
        return None
    services = services_of(connection)
    purposes = ("token",) if is_bearer(connection) else ("browser",)
    at = services.clock.now()
    return await services.database.read(lambda database: person_of(database, token, purposes, at))


async def must_be_somebody(connection: Asking) -> Person:
    person = await who(connection)
    if person is None:
        raise NotSignedIn("say who you are first: become a guest, or sign in")
    return person


def address_of(connection: Asking) -> str:
    """What is kept of where somebody is."""
    host = "" if connection.client is None else connection.client.host
    return address_key(host, services_of(connection).secret)


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
    origin, site = connection.headers.get("origin"), connection.headers.get("sec-fetch-site", "same-origin")
    ours = origin is None or _place(origin) == connection.headers.get("host")
    if not ours or site not in ("same-origin", "none"):
        raise Forbidden("this page isn't allowed to ask for that", "wrong_origin")


def _place(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def check_type(request: Request) -> None:
    """What is meant as JSON has to say so: forms of others' pages can't."""
    data = request.route_handler.parsed_data_field
    body = None if data is None else data.kwarg_definition
    if isinstance(body, BodyKwarg) and body.media_type == RequestEncodingType.JSON:
        if request.content_type[0] != RequestEncodingType.JSON:
            raise ClientException("send JSON, as application/json", status_code=415)


async def add_headers(message: Message, scope: Scope) -> None:
    """Every answer tells browsers to be strict."""
    if message["type"] == "http.response.start":
        given = {name.lower() for name, _ in message["headers"]}
        ours = [*HEADERS, ONLY_HTTPS] if scope["scheme"] == "https" else HEADERS
        message["headers"] = [*message["headers"], *(header for header in ours if header[0] not in given)]
