"""Password hashes and the key of the cookies are for the server alone."""

import os
import stat
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from imhotep.server.storage.database import Database, make_engine
from imhotep.server.storage.migrate import upgrade
from tests.support.server import somebody


def modes(file: Path) -> dict[str, int]:
    return {found.name: stat.S_IMODE(found.stat().st_mode) for found in file.parent.glob(f"{file.name}*")}


@pytest.mark.parametrize("existing", [False, True])
def test_an_sqlite_file_is_its_owner_s_alone(tmp_path: Path, existing: bool) -> None:
    file, before = tmp_path / "imhotep.db", os.umask(0o022)
    try:
        if existing:  # by a version that did not care
            file.touch(0o644)
        engine = make_engine(make_url(f"sqlite:///{file}"))
        upgrade(engine)
        engine.dispose()
        database = Database(f"sqlite:///{file}")
        somebody(database)
        assert modes(file) == dict.fromkeys(["imhotep.db", "imhotep.db-wal", "imhotep.db-shm"], 0o600)
        database.close()
    finally:
        os.umask(before)
