"""The application: routes, errors, what happens at start and end."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from litestar import Litestar
from litestar.config.app import AppConfig
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler

from imhotep.server.http.about import AboutRoutes
from imhotep.server.http.analysis import AnalysisRoutes
from imhotep.server.http.archive import ArchiveRoutes
from imhotep.server.http.connections import AddressCount
from imhotep.server.http.document import document_route
from imhotep.server.http.games import GameRoutes, PrintedRoutes
from imhotep.server.http.operation import health, metrics, observed
from imhotep.server.http.pages import PAGES
from imhotep.server.http.people import PeopleRoutes
from imhotep.server.http.problems import HANDLERS
from imhotep.server.http.request import Request
from imhotep.server.http.security import SAFE, add_headers, check_host, check_origin, check_type, services_of
from imhotep.server.http.socket import connection
from imhotep.server.http.tables import EditionRoutes, TableRoutes
from imhotep.server.services import Services
from imhotep.server.storage.database import StorageError

LARGEST_BODY = 1_000_000
HEALTH = "/healthz"
OPERATION: list[ControllerRouterHandler] = [health, metrics]  # all that a worker answers
ROUTES: list[ControllerRouterHandler] = [
    *OPERATION,
    *PAGES,
    AboutRoutes,
    PeopleRoutes,
    TableRoutes,
    EditionRoutes,
    GameRoutes,
    PrintedRoutes,
    ArchiveRoutes,
    AnalysisRoutes,
    connection,
]


async def may_ask(request: Request) -> None:
    """Not by pages of others, nor too often."""
    if request.url.path != HEALTH:  # whoever watches the server may call it anything
        check_host(request)
    if request.method not in SAFE:
        check_origin(request)
        check_type(request)
    elif request.url.path.startswith("/api/"):
        services_of(request).limits.check("read", request)


def create_app(services: Services, routes: Sequence[ControllerRouterHandler] = ROUTES) -> Litestar:
    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        services.timeouts.serves = routes is ROUTES
        with suppress(StorageError):
            await services.timeouts.look()  # before anybody decides
        work = asyncio.create_task(services.keep_running())
        try:
            yield
        finally:
            services.hub.close()
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            services.database.close()

    def add_state(config: AppConfig) -> AppConfig:
        addresses = AddressCount(services.settings.connections_per_address, services.settings.proxies)
        config.state = State({"services": services, "sockets": addresses})
        return config

    app = Litestar(
        route_handlers=[*routes, document_route(ROUTES)] if routes is ROUTES else routes,
        on_app_init=[add_state],
        lifespan=[lifespan],
        before_request=may_ask,
        before_send=[add_headers],
        exception_handlers=HANDLERS,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        openapi_config=None,
    )
    app.asgi_handler = observed(app.asgi_handler, services.metrics)
    return app
