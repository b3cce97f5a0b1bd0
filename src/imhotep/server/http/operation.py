"""For those who run the server: is it well, what does it do, and a line of log for each request."""

import asyncio
import logging
import time
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
from imhotep.server.services import Services
from imhotep.server.storage import schema
from imhotep.server.storage.database import StorageError

PATIENCE = 1.0  # seconds
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")
SOCKET = "WEBSOCKET"
NO_ROUTE = "-"

access = logging.getLogger("imhotep.access")


class Health(msgspec.Struct, frozen=True, kw_only=True):
    ok: bool
    version: str
    problem: str | None = None


@get("/healthz", tags=("operation",), responses={503: ResponseSpec(Health, generate_examples=False)})
async def health(request: Request) -> Response[Health]:
    """Whether the server and its database answer; 503 if not."""
    try:
        async with asyncio.timeout(PATIENCE):
            await services_of(request).database.read(lambda database: database.scalar(select(1)))
    except (StorageError, TimeoutError):
        problem = "the database isn't answering"
        return Response(Health(ok=False, version=__version__, problem=problem), status_code=503)
    return Response(Health(ok=True, version=__version__))


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
            states = await services.database.read(_jobs)
    except (StorageError, TimeoutError):
        found.jobs.clear()
        return
    for state in JOB_STATES:
        found.jobs.labels(state).set(states.get(state, 0))


def _jobs(connection: Connection) -> dict[str, int]:
    query = select(schema.jobs.c.state, func.count()).group_by(schema.jobs.c.state)
    return {row[0]: row[1] for row in connection.execute(query)}


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
