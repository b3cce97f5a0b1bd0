"""For those who run the server: is it well, what does it do, and a line of log for each request."""

import asyncio
import logging
import time
from collections import Counter
from ipaddress import ip_address

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from sqlalchemy import Connection, func, select

from imhotep import __version__
from imhotep.server.errors import Forbidden
from imhotep.server.http.request import Request
from imhotep.server.http.security import services_of
from imhotep.server.metrics import JOB_STATES, Metrics
from imhotep.server.services import Services, beat
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database, StorageError
from imhotep.server.work.bot_scheduler import count_waiting

PATIENCE = 1.0  # seconds
FRESH = 20.0  # seconds for which a commit that went well says that the next one will
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")
SOCKET = "WEBSOCKET"
NO_ROUTE = "-"

access = logging.getLogger("imhotep.access")


class Health(msgspec.Struct, frozen=True, kw_only=True):
    ok: bool
    version: str
    problem: str | None = None
    written: float | None = None  # seconds since something was last stored


@get("/healthz", tags=("operation",), responses={503: ResponseSpec(Health, generate_examples=False)})
async def health(request: Request) -> Response[Health]:
    """Whether the server can read and write in its database; 503 if not."""
    database = services_of(request).database
    try:
        async with asyncio.timeout(PATIENCE):
            await database.read(lambda connection: connection.scalar(select(1)))
    except (StorageError, TimeoutError):
        return _ill("the database isn't answering", database)
    problem = await _cannot_write(services_of(request))
    return Response(_health(None, database)) if problem is None else _ill(problem, database)


def _ill(problem: str, database: Database) -> Response[Health]:
    return Response(_health(problem, database), status_code=503)


def _health(problem: str | None, database: Database) -> Health:
    since = database.writing.since
    written = None if since is None else round(time.monotonic() - since, 1)
    return Health(ok=problem is None, version=__version__, problem=problem, written=written)


async def _cannot_write(services: Services) -> str | None:
    """What is known of the last commit; if that is not enough, one is tried."""
    database, now = services.database, time.monotonic()
    writing = database.writing
    if writing.waiting is not None and now - writing.waiting > PATIENCE:
        return "the database takes too long to store anything"
    if writing.problem is None and writing.since is not None and now - writing.since < FRESH:
        return None
    try:
        async with asyncio.timeout(PATIENCE):
            await database.write(lambda connection: beat(connection, services.clock.now()))
    except TimeoutError:
        return "the database takes too long to store anything"
    except StorageError:
        return "the database can't store anything"
    return None


@get("/metrics", tags=("operation",), media_type=CONTENT_TYPE_LATEST, include_in_schema=False)
async def metrics(request: Request) -> bytes:
    """For Prometheus on the same machine, unless the setting `metrics` lets anybody in."""
    services = services_of(request)
    if services.settings.metrics != "any" and not _is_near(request):
        raise Forbidden("this is for the server's own machine")
    await _measure(services)
    return services.metrics.text()


def _is_near(request: Request) -> bool:
    """Behind a proxy on this machine everybody seems to be: then the proxy's headers tell."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        address = ip_address(request.client.host)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


async def _measure(services: Services) -> None:
    """What is not counted as it happens."""
    found = services.metrics
    found.connections.set(services.hub.connections)
    found.read_only.set(services.maintenance.read_only)
    found.games.set(len(services.games.known))
    found.questions.set(0 if services.bot_scheduler is None else services.bot_scheduler.questions)
    try:
        async with asyncio.timeout(PATIENCE):
            now = services.clock.now()
            states, bots, analyses = await services.database.read(lambda connection: _counts(connection, now))
    except (StorageError, TimeoutError):
        found.jobs.clear()
        found.waiting.clear()
        return
    found.waiting.labels("bot_move").set(bots)
    found.waiting.labels("analysis").set(analyses)
    found.waiting.labels("bot_process").set(services.bot_pool.waiting)
    for state in JOB_STATES:
        found.jobs.labels(state).set(states.get(state, 0))


def _counts(connection: Connection, now: int) -> tuple[dict[str, int], int, int]:
    """Jobs by state, games that wait for a bot, analyses that nobody works on."""
    jobs = schema.jobs.c
    query = select(jobs.state, jobs.kind, func.count()).group_by(jobs.state, jobs.kind)
    found = {(state, kind): count for state, kind, count in connection.execute(query)}
    states: Counter[str] = Counter()
    for (state, _), count in found.items():
        states[state] += count
    return states, count_waiting(connection, now), found.get(("waiting", schema.ANALYSIS), 0)


def observed(app: ASGIApp, metrics: Metrics) -> ASGIApp:
    """Each request is counted and logged, by the route that it took: addresses may hold what nobody should read."""

    async def observe(scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.close":
                status = message["code"]
            await send(message)

        try:
            await app(scope, receive, watched)
        finally:
            seconds, route = time.perf_counter() - began, scope.get("path_template") or NO_ROUTE
            method = str(scope.get("method", SOCKET))
            if method != SOCKET:
                method = method if method in METHODS else "OTHER"
                metrics.requests.labels(method, route, status).observe(seconds)
            else:
                method = "WEBSOCKET"
            told = {"method": method, "route": route, "status": status, "milliseconds": round(seconds * 1000, 1)}
            access.info("%s %s %s", method, route, status, extra=told)

    return observe
