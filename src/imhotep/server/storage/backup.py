"""Copies of a whole database: SQLite's by its own online backup, PostgreSQL's by its own programs."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from imhotep.server.storage.database import make_engine
from imhotep.server.storage.lock import Lock, file_of
from imhotep.server.storage.migrate import NewerSchemaError, refuse_newer, revision_of
from imhotep.server.storage.versions import others_at
from imhotep.table.errors import SetupError

NO_FILE = "an SQLite database needs a file: write sqlite:///FILE"


def make_backup(url: str, file: Path, force: bool) -> None:
    """Of a database that may be in use. It is checked before it gets its name."""
    if file.exists() and not force:
        raise SetupError(f"{file} already exists; --force overwrites it")
    address = make_url(url)
    unfinished = file.with_name(f"{file.name}.part")
    with _removed(unfinished), _readable(file):
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))  # there are secrets in it
        if address.get_backend_name() == "sqlite":
            source = file_of(address)
            if source is None or not source.is_file():
                raise SetupError(NO_FILE if source is None else f"there is no database {source}")
            _copy(source, unfinished)
        else:
            _run(
                "pg_dump",
                ["--format=custom", f"--file={unfinished}", f"--dbname={_without_password(address)}"],
                address,
            )
            _run("pg_restore", ["--file=/dev/null", str(unfinished)], address)  # it can be read to its end
        _sync(unfinished)
        unfinished.replace(file)


def restore(url: str, file: Path, force: bool) -> None:
    """A database as it was. What was there is lost, and has to be given up expressly."""
    if not file.is_file():
        raise SetupError(f"there is no file {file}")
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        _restore_sqlite(file_of(address), file, force)
    else:
        _restore_postgresql(address, file, force)


def _restore_sqlite(target: Path | None, file: Path, force: bool) -> None:
    if target is None:
        raise SetupError(NO_FILE)
    with _readable(target):
        lock = Lock(target)
    try:
        if target.exists() and not force:
            raise SetupError(f"the database {target} already exists; --force overwrites it")
        unfinished = target.with_name(f"{target.name}.part")
        with _removed(unfinished), _readable(target):
            os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
            _copy(file, unfinished)
            _sync(unfinished)
            for end in ("-wal", "-shm"):  # of what was there: they must not be taken for the new one's
                target.with_name(target.name + end).unlink(missing_ok=True)
            unfinished.replace(target)
    finally:
        lock.release()


def _restore_postgresql(address: URL, file: Path, force: bool) -> None:
    engine = make_engine(address)
    try:
        used = bool(inspect(engine).get_table_names())
        with engine.connect() as connection:
            others = others_at(connection)
    except DBAPIError as error:
        raise SetupError(f"the database can't be used: {error.orig}") from None
    finally:
        engine.dispose()
    if others:
        raise SetupError("servers or workers are using this database: stop them first")
    if used and not force:
        raise SetupError("this database already has tables; --force overwrites them")
    clean = ["--clean", "--if-exists"] if used else []
    given = [*clean, "--no-owner", "--single-transaction", f"--dbname={_without_password(address)}", str(file)]
    _run("pg_restore", given, address)


# --- SQLite


def _copy(source: Path, target: Path) -> None:
    """At one moment, whoever writes meanwhile; whole, and of a schema that we know."""
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as reading,
            contextlib.closing(sqlite3.connect(target)) as writing,
        ):
            reading.backup(writing)
            found = writing.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.Error as error:
        raise SetupError(f"{source} can't be copied: {error}") from None
    if found != "ok":
        raise SetupError(f"{source} is damaged: {found}")
    engine = make_engine(make_url(f"sqlite:///{target}"))
    try:
        with engine.connect() as connection:
            if revision_of(connection) is None:
                raise SetupError(f"{source} isn't an imhotep database")
            refuse_newer(connection)
    except (SQLAlchemyError, NewerSchemaError) as error:
        raise SetupError(f"{source} can't be used: {error}") from None
    finally:
        engine.dispose()


# --- PostgreSQL


def _run(program: str, arguments: list[str], address: URL) -> None:
    found = shutil.which(program)
    if found is None:
        raise SetupError(
            f"{program} isn't installed here; on a machine that has it, run: {program} {' '.join(arguments)}"
        )
    password = {} if address.password is None else {"PGPASSWORD": str(address.password)}
    done = subprocess.run([found, *arguments], env={**os.environ, **password}, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise SetupError(f"{program} failed: {done.stderr.strip()}")


def _without_password(address: URL) -> str:
    """Others on this machine can read what programs are called with."""
    return address.set(drivername="postgresql", password=None).render_as_string(hide_password=False)


# --- files


@contextlib.contextmanager
def _removed(file: Path) -> Iterator[None]:
    try:
        yield
    finally:
        for end in ("", "-wal", "-shm"):
            file.with_name(file.name + end).unlink(missing_ok=True)


@contextlib.contextmanager
def _readable(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SetupError(f"{file}: {error.strerror}") from None


def _sync(file: Path) -> None:
    with file.open("rb") as opened:
        os.fsync(opened.fileno())
