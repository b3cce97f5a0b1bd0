"""Who asks, and whether a browser was tricked into asking."""

import contextlib
from ipaddress import ip_address
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
from imhotep.server.people.sessions import NOTED_AFTER, SESSION_DAYS, Person, Session, note_used, session_of
from imhotep.server.services import Services
from imhotep.server.storage.database import StorageError

COOKIE = "imhotep"
RENEWED = "renewed"  # in a request's state: the head line with its cookie
BEARER = "bearer "
LOCAL = ("localhost",)
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


async def session_used(connection: Asking) -> Session | None:
    """By who asks. A browser's lasts as long again: the answer brings its cookie anew."""
    token = token_of(connection)
    if token is None:
        return None
    services = services_of(connection)
    purposes = ("token",) if is_bearer(connection) else ("browser",)
    at = services.clock.now()
    found = await services.database.read(lambda database: session_of(database, token, purposes, at))
    if found is not None and found.used <= at - NOTED_AFTER:
        with contextlib.suppress(StorageError):  # then the next request notes it
            await services.database.write(lambda database: note_used(database, [found.key], at))
            if not is_bearer(connection):
                cookie = cookie_for(token, services.secret, secure=connection.url.scheme in ("https", "wss"))
                connection.scope["state"][RENEWED] = cookie.to_encoded_header()
    return found


async def who(connection: Asking) -> Person | None:
    session = await session_used(connection)
    return None if session is None else session.person


async def must_be_somebody(connection: Asking) -> Person:
    return (await must_have_session(connection)).person


async def must_have_session(connection: Asking) -> Session:
    session = await session_used(connection)
    if session is None:
        raise NotSignedIn("say who you are first: become a guest, or sign in")
    return session


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


def check_host(connection: Asking) -> None:
    """Somebody's page may lead a name of its own to this machine, and then is of the same origin as we are. So a name
    has to be one of ours; an address that is no name can't be led anywhere."""
    host = connection.headers.get("host", "")
    name = _name_in(host)
    if name is None or not (name in LOCAL or _is_address(name) or name in services_of(connection).hosts):
        raise Forbidden("this server isn't called that: its names are set as public_url and hosts", "wrong_host")


def _name_in(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


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
        renewed = scope["state"].get(RENEWED)
        if renewed is not None and b"set-cookie" not in given:
            ours = [*ours, renewed]
        message["headers"] = [*message["headers"], *(header for header in ours if header[0] not in given)]
