"""The application: routes, errors, what happens at start and end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.config.app import AppConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from imhotep import __version__
from imhotep.server.errors import Refused
from imhotep.server.messages import TableState
from imhotep.server.services import Services
from imhotep.server.storage.database import StorageError
from imhotep.server.web.people import PeopleRoutes
from imhotep.server.web.security import SAFE, check_origin, with_headers
from imhotep.server.web.socket import connection
from imhotep.server.web.tables import TableRoutes

LARGEST_BODY = 1_000_000


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was refused."""

    code: str
    message: str
    state: TableState | None = None  # the game as it is now, where a command came too late


class Health(msgspec.Struct, frozen=True, kw_only=True):
    ok: bool
    version: str


@get("/healthz", tags=("operation",))
async def health() -> Health:
    return Health(ok=True, version=__version__)


def refused(_: Request[Any, Any, Any], error: Refused) -> Response[Problem]:
    return Response(
        Problem(code=error.code, message=str(error), state=getattr(error, "state", None)), status_code=error.status
    )


def not_stored(_: Request[Any, Any, Any], error: StorageError) -> Response[Problem]:
    message = "this could not be stored; try again"
    return Response(Problem(code="not_stored", message=message), status_code=503)


def http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Litestar's own: wrong paths, methods and bodies."""
    details = "; ".join(str(item.get("message", item)) for item in error.extra) if isinstance(error.extra, list) else ""
    code = {404: "unknown", 405: "wrong_method", 413: "too_large"}.get(error.status_code, "bad_request")
    message = f"{error.detail} {details}".strip()
    return Response(Problem(code=code, message=message[:500]), status_code=error.status_code, headers=error.headers)


async def not_from_elsewhere(request: Request[Any, Any, Any]) -> None:
    if request.method not in SAFE:
        check_origin(request)


def create_app(services: Services) -> Litestar:
    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        work = asyncio.create_task(services.run())
        try:
            yield
        finally:
            services.hub.close()
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            services.database.close()

    def add_state(config: AppConfig) -> AppConfig:
        config.state = State({"services": services})
        return config

    return Litestar(
        route_handlers=[health, PeopleRoutes, TableRoutes, connection],
        on_app_init=[add_state],
        lifespan=[lifespan],
        before_request=not_from_elsewhere,
        middleware=[with_headers],
        exception_handlers={Refused: refused, StorageError: not_stored, HTTPException: http_error},
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="imhotep", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin()]
        ),
    )
