"""imhotep admin: what an operator does on the server's own machine, while servers run."""

import json
from pathlib import Path
from typing import Any

import msgspec


def maintenance(
    flags: dict[str, Any], config: Path | None, notices: list[str], read_only: bool | None, end: bool
) -> None:
    """Changes what is given, and prints how it is then."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import SQLAlchemyError

    from imhotep.server.clock import WallClock
    from imhotep.server.settings import settings_from
    from imhotep.server.storage.database import Database, StorageError
    from imhotep.server.storage.lock import file_of
    from imhotep.server.storage.maintenance import Maintenance, read_maintenance, set_maintenance
    from imhotep.server.storage.migrate import newest, revision_of
    from imhotep.table.errors import SetupError

    settings = settings_from(flags, config)
    file = file_of(make_url(settings.url))
    if file is not None and not file.exists():
        raise SetupError(f"there is no database {file}")
    database = Database(settings.url, is_process=False)
    try:
        if database.read_now(lambda connection: revision_of(connection) != newest(connection)):
            raise SetupError("the database is of another version: start this version's server first")
        new = Maintenance() if end else database.read_now(read_maintenance)
        if notices:
            new = msgspec.structs.replace(new, notice=_by_language(notices))
        if read_only is not None:
            new = msgspec.structs.replace(new, read_only=read_only)
        if end or notices or read_only is not None:
            at = WallClock().now()
            database.write_now(lambda connection: set_maintenance(connection, new, at))
    except (StorageError, SQLAlchemyError) as error:
        raise SetupError(f"the database can't be used: {error}") from None
    finally:
        database.close()
    print(json.dumps(msgspec.to_builtins(new), indent=2, ensure_ascii=False))


def _by_language(notices: list[str]) -> Any:
    """de=TEXT, or a text alone for English."""
    from imhotep.server.storage.maintenance import Maintenance
    from imhotep.table.catalogue import languages
    from imhotep.table.errors import SetupError

    found: dict[str, str] = {}
    for notice in notices:
        language, equals, text = notice.partition("=")
        if not equals or language not in languages():
            language, text = "en", notice
        found[language] = text
    try:
        return msgspec.convert({"notice": found}, Maintenance).notice
    except msgspec.ValidationError as error:
        raise SetupError(f"a notice is wrong: {error}") from None
