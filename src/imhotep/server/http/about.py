"""About the server itself: who runs it, and whether it is being maintained."""

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, FromQuery

from imhotep import __version__
from imhotep.server.errors import Unknown
from imhotep.server.http.request import Request
from imhotep.server.http.security import services_of
from imhotep.server.operator_pages import PAGES, PageName
from imhotep.server.storage.maintenance import Maintenance
from imhotep.table.catalogue import Language


class ServerInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of this server."""

    version: str
    pages: list[PageName]  # of whoever runs it; those that there are
    maintenance: Maintenance


class OperatorPage(msgspec.Struct, frozen=True, kw_only=True):
    """Plain text: paragraphs with empty lines between them; a line that begins with # is a heading."""

    text: str


class AboutRoutes(Controller):
    path = "/api/server"
    tags = ("operation",)

    @get("/")
    async def about_server(self, request: Request) -> ServerInfo:
        """Its version, which pages whoever runs it has written, and whether it is being maintained. Changes of the
        latter are also announced over the WebSocket."""
        services = services_of(request)
        return ServerInfo(version=__version__, pages=list(services.pages), maintenance=services.maintenance)

    @get("/pages/{page:str}")
    async def operator_page(
        self, request: Request, page: FromPath[str], language: FromQuery[Language] = "en"
    ) -> OperatorPage:
        """`privacy` or `contact`, as whoever runs the server has written it; in another language if there is none in
        this one."""
        for name in PAGES:
            if name == page and name in services_of(request).pages:
                return OperatorPage(text=services_of(request).pages[name][language])
        raise Unknown("there is no such page")
