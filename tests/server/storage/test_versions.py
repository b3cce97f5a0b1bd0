"""Which versions may share a PostgreSQL: checked when a server or a worker starts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from imhotep import __version__
from imhotep.server.storage.database import Database, make_engine
from imhotep.server.storage.migrate import newest, revision_of
from imhotep.server.storage.versions import may_share, others_at
from tests.support.command import run
from tests.support.paths import TESTS
from tests.support.processes import Program, running
from tests.support.waiting import wait_for

MAJOR, MINOR = (int(number) for number in __version__.split(".")[:2])
PATCH, NEXT = f"{MAJOR}.{MINOR}.99", f"{MAJOR}.{MINOR + 1}.0"

on_postgresql = pytest.mark.parametrize("url", ["postgresql"], indirect=True)


class OtherVersion(Program):
    def __init__(self, version: str, folder: Path, *arguments: str) -> None:
        super().__init__(folder, *arguments)
        self.program = (str(TESTS / "support" / "other_version.py"), version)


def test_patches_of_a_version_may_share_and_others_may_not() -> None:
    assert may_share("0.1.3", "0.1.4")
    assert may_share("1.2.0", "1.2.10")
    assert not may_share("0.1.3", "0.2.0")
    assert not may_share("1.2.3", "2.2.3")
    assert not may_share("0.10.0", "0.1.0")


@pytest.fixture
def in_use(url: str) -> Iterator[Database]:
    """As by a server of this version."""
    database = Database(url)
    database.read_now(revision_of)
    yield database
    database.close()


@pytest.mark.slow
@on_postgresql
def test_a_stranger_is_refused_as_long_as_others_are_there(url: str, in_use: Database, tmp_path: Path) -> None:
    working = ("work", "--workers", "0", "--database", url)
    stranger = OtherVersion(NEXT, tmp_path, *working)
    with running(OtherVersion(PATCH, tmp_path, *working)):
        with pytest.raises(
            AssertionError, match=f"imhotep {__version__} and {PATCH} is using it, and {NEXT} can't share"
        ):
            stranger.start()
        assert stranger.process.wait() == 2
    (tmp_path / "copy").touch()
    busy = run("restore", tmp_path / "copy", "--database", url, "--force")
    assert (busy.returncode, "stop them first" in busy.stderr) == (2, True)
    in_use.close()
    with running(stranger):
        pass


@on_postgresql
@pytest.mark.usefixtures("in_use")
def test_the_schema_is_not_upgraded_under_a_running_process(url: str, database: Database, tmp_path: Path) -> None:
    """A patch should not change it; if one did all the same, it would wait for who expects the old one."""
    with database.engine.begin() as connection:
        assert revision_of(connection) == newest(connection)
        connection.execute(text("DELETE FROM alembic_version"))
    with pytest.raises(AssertionError, match="stop those processes first"):
        OtherVersion(PATCH, tmp_path, "work", "--database", url).start()


@on_postgresql
def test_commands_are_no_strangers(url: str, in_use: Database) -> None:
    """A backup may be made by whichever version, while servers run."""
    plain = make_engine(make_url(url))

    def others() -> set[str]:
        with plain.connect() as connection:
            return others_at(connection)

    assert others() == {__version__}
    in_use.close()
    wait_for(lambda: others() == set())
    plain.dispose()
