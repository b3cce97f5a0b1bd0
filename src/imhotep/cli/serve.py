"""imhotep serve: the game server."""

import json
import socket
from pathlib import Path
from typing import Any

from imhotep.table.errors import SetupError


def run(flags: dict[str, Any], file: Path | None, show_config: bool) -> None:
    from imhotep.server.settings import settings_from

    settings = settings_from(flags, file)
    if show_config:
        print(json.dumps(settings.shown(), indent=2))
        return

    import uvicorn
    from sqlalchemy.exc import SQLAlchemyError

    from imhotep.server.moments import Moments
    from imhotep.server.services import Services
    from imhotep.server.storage.database import Database, make_engine
    from imhotep.server.storage.migrate import NewerSchemaError, upgrade
    from imhotep.server.web.app import create_app

    listening = _listen(settings.host, settings.port)
    try:
        database = Database(settings.url)
        upgrade(make_engine(database.url))
    except (SQLAlchemyError, NewerSchemaError, ImportError) as error:
        raise SetupError(f"the database can't be used: {error}") from None
    services = Services(database, Moments(), settings)
    port = listening.getsockname()[1]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    print(f"imhotep is at http://{host}:{port}/", flush=True)
    server = uvicorn.Server(uvicorn.Config(create_app(services), log_level="warning"))
    server.run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # from now on whoever comes waits instead of being refused
    except OSError as error:
        raise SetupError(f"can't listen at {host} port {port}: {error.strerror}") from None
    return listening
