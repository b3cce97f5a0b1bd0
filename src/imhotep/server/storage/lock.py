"""An SQLite file has one server. Its lock lies beside it, and ends with the process, however that ends."""

import os
import sys
from pathlib import Path

from sqlalchemy.engine import URL

from imhotep.table.errors import SetupError


class InUseError(SetupError):
    """Another process has it."""

    def __init__(self, file: Path, address: str) -> None:
        where = f" (at {address})" if address else ""
        super().__init__(f"another server is using {file}{where}; an SQLite file can have only one")
        self.address = address


class Lock:
    def __init__(self, file: Path) -> None:
        """Of a database's file. Raises InUseError, and SetupError for a file that has several names: under each of them
        it would be locked anew, and have its newest moves in another file."""
        if file.exists() and file.stat().st_nlink > 1:
            raise SetupError(f"{file} is a hard link: an SQLite database can have only one name")
        self._open = os.open(_beside(file), os.O_RDWR | os.O_CREAT, 0o600)
        if not _try(self._open):
            os.close(self._open)
            raise InUseError(file, address_of(file))
        self.tell("")

    def tell(self, address: str) -> None:
        """Where the server is, for who comes later."""
        os.ftruncate(self._open, 0)
        os.pwrite(self._open, address.encode(), 0)

    def release(self) -> None:
        os.close(self._open)


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database, by whichever name it is called."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database).resolve()


def address_of(file: Path) -> str:
    """Of the server that has this file, if it is told yet."""
    try:
        return _beside(file).read_text()
    except OSError:
        return ""


def _beside(file: Path) -> Path:
    return file.with_name(f"{file.name}.lock")


def _try(descriptor: int) -> bool:
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
