"""Why a request failed, as it is told to who asked."""

import logging
from typing import Any

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException

from imhotep.server.errors import Refused
from imhotep.server.http.request import Request
from imhotep.server.push.messages import TableState
from imhotep.server.storage.database import ReadOnlyError, StorageError

NOT_STORED = "this couldn't be stored; try again"
CODES = {404: "unknown", 405: "wrong_method", 413: "too_large", 415: "wrong_type"}

log = logging.getLogger("imhotep.web")


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was refused."""

    code: str  # for programs
    message: str  # for people
    state: TableState | None = None  # the game as it is now, where a command came too late


def refused(_: Request, error: Refused) -> Response[Problem]:
    state = getattr(error, "state", None)
    return Response(Problem(code=error.code, message=str(error), state=state), status_code=error.status)


def not_stored(_: Request, error: StorageError) -> Response[Problem]:
    if isinstance(error, ReadOnlyError):
        return Response(Problem(code="read_only", message=str(error)), status_code=503)
    log.warning("the database failed: %s", error)
    return Response(Problem(code="not_stored", message=NOT_STORED), status_code=503)


def http_error(_: Request, error: HTTPException) -> Response[Problem]:
    """Litestar's own: wrong paths, methods and bodies."""
    details = "; ".join(str(item.get("message", item)) for item in error.extra) if isinstance(error.extra, list) else ""
    code = "broken" if error.status_code >= 500 else CODES.get(error.status_code, "bad_request")
    message = f"{error.detail} {details}".strip()
    return Response(Problem(code=code, message=message[:500]), status_code=error.status_code, headers=error.headers)


def not_readable(_: Request, error: UnicodeDecodeError | RecursionError) -> Response[Problem]:
    """What was sent is no text, or too deep: Litestar has no word for that."""
    return Response(Problem(code="bad_request", message="this isn't valid JSON"), status_code=400)


def broken(request: Request, error: Exception) -> Response[Problem]:
    """Our own mistake: written down, and nothing of it told."""
    log.error("%s %s failed", request.method, request.scope.get("path_template", "-"), exc_info=error)
    return Response(Problem(code="broken", message="something went wrong here; it has been logged"), status_code=500)


HANDLERS: dict[int | type[Exception], Any] = {
    Refused: refused,
    StorageError: not_stored,
    HTTPException: http_error,
    UnicodeDecodeError: not_readable,
    RecursionError: not_readable,
    Exception: broken,
}
