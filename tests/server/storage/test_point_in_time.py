"""A PostgreSQL is destroyed and brought back as it was at a time, with the settings of docs/operations.md."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from imhotep.server.storage.database import make_engine
from tests.support.doc_blocks import blocks_of
from tests.support.paths import ROOT
from tests.support.processes import Postgres, Program, check_stored, people_play, running, wait_for_moves
from tests.support.waiting import wait_for

pytestmark = pytest.mark.slow

PAGE = ROOT / "docs" / "operations.md"
SHOWN = "/var/backups/postgresql"  # as the page has it

# Which entries were committed until then: PostgreSQL notes when, where it is told to.
CHECKSUM = """
SELECT count(*), md5(string_agg(concat_ws('|', "table", number, text, at, command), E'\\n' ORDER BY "table", number))
FROM entries WHERE CAST(:until AS timestamptz) IS NULL OR pg_xact_commit_timestamp(xmin) <= CAST(:until AS timestamptz)
"""


def shown(first: str) -> str:
    """The block of the page that begins so."""
    (found,) = (block.text for block in blocks_of(PAGE) if block.text.startswith(first))
    return found


@pytest.fixture
def postgres_with_archive() -> Iterator[tuple[Postgres, Path]]:
    server = Postgres()
    archive = Path(tempfile.mkdtemp(prefix="archive"))
    shutil.chown(archive, server.folder.owner(), server.folder.group())
    (archive / "wal").mkdir()
    shutil.chown(archive / "wal", server.folder.owner(), server.folder.group())
    server.set(shown("archive_mode").replace(SHOWN, str(archive)))
    server.set("track_commit_timestamp = on")  # for the test alone: it says what must be there
    server.kill()
    server.start()
    yield server, archive
    server.stop()
    shutil.rmtree(archive, ignore_errors=True)


def asked(url: str, question: str, **values: Any) -> tuple[Any, ...]:
    engine = make_engine(make_url(url))
    with engine.connect() as connection:
        found = tuple(connection.execute(text(question), values).one())
    engine.dispose()
    return found


def test_exactly_the_moves_until_then_are_there(postgres_with_archive: tuple[Postgres, Path], tmp_path: Path) -> None:
    postgres, archive = postgres_with_archive
    url = postgres.url
    server = Program(tmp_path, "serve", "--port", "0", "--database", url)
    with running(server), people_play([server]) as players:
        wait_for_moves(players, 30)
        base_backup = shown("pg_basebackup").replace(SHOWN, str(archive)).split()
        postgres.run(*base_backup, f"--dbname={url.replace('+psycopg', '')}")
        wait_for_moves(players, 30)
        acknowledged = [dict(player.stored) for player in players]
        (noted,) = asked(url, "SELECT CAST(clock_timestamp() AS text)")
        wait_for_moves(players, 30)
    expected = asked(url, CHECKSUM, until=noted)
    (later,) = asked(url, "SELECT count(*) FROM entries")
    assert sum(map(len, acknowledged)) <= expected[0] < later
    (last,) = asked(url, "SELECT pg_walfile_name(pg_switch_wal())")  # as archive_timeout does it
    wait_for(lambda: (archive / "wal" / last).exists())

    postgres.kill()
    shutil.rmtree(postgres.folder)
    (base,) = archive.glob("base*")
    postgres.run("cp", "--archive", str(base), str(postgres.folder))
    recovery = shown("restore_command").replace(SHOWN, str(archive))
    postgres.set(recovery.replace("2026-11-18 20:15:00+00", noted))
    postgres.run("touch", str(postgres.folder / "recovery.signal"))
    postgres.start()
    wait_for(lambda: asked(url, "SELECT pg_is_in_recovery()") == (False,))

    assert asked(url, CHECKSUM, until=None) == expected
    check_stored(url, players, acknowledged)
    with running(server), people_play([server]) as others:
        wait_for_moves(others, 10)
