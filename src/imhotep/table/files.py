"""Reading and writing files so that nothing bad gets in and nothing is lost."""

import os
import stat
import tempfile
from pathlib import Path

from imhotep.table.errors import FileError, shown

LARGEST = 4 * 1024 * 1024  # bytes; a record of a long game has about 10,000


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file of reasonable size."""
    name = _name(path)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode) and not os.path.isdir(path):  # a pipe would wait for ever
            raise FileError(f"{name}: not a regular file")
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise FileError(f"{name}: {error.strerror or error}") from None
    if len(content) > LARGEST:
        raise FileError(f"{name}: larger than {LARGEST // 1024 // 1024} MiB, so not one of our files")
    try:
        return content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise FileError(f"{name}: line {line}: not text in UTF-8") from None


def _name(path: object) -> str:
    """A path that can be one, for messages."""
    if not isinstance(path, (str, os.PathLike)):
        raise FileError(f"a file name is a text, not {shown(path)}")
    name = os.fspath(path)
    if not isinstance(name, str) or not name or "\0" in name or not _encodable(name):
        raise FileError(f"{shown(name)} isn't a file name")
    return name


def _encodable(name: str) -> bool:
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        return False
    return True


def refuse_unwritable(path: str | os.PathLike[str]) -> None:
    """Before long work whose result is to go there: what `write_text` would refuse then."""
    name = _name(path)
    try:
        number, aside = _open_aside(name, Path(os.path.realpath(path)))
        os.close(number)
        os.unlink(aside)
    except OSError as error:
        raise FileError(f"{name}: {error.strerror or error}") from None


def _open_aside(name: str, target: Path) -> tuple[int, str]:
    if target.exists() and not target.is_file():
        raise FileError(f"{name}: {'Is a directory' if target.is_dir() else 'not a regular file'}")
    return tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Written aside and renamed: the file is the old one or the new one, never half of it. Links are followed."""
    write_bytes(path, text.encode())


def write_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Written aside and renamed: the file is the old one or the new one, never half of it. Links are followed."""
    name = _name(path)
    target = Path(os.path.realpath(path))
    aside = ""
    try:
        number, aside = _open_aside(name, target)
        with open(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(aside, 0o666 & ~umask)  # as if it had been opened the ordinary way
        os.replace(aside, target)
    except OSError as error:
        if aside and os.path.exists(aside):
            os.unlink(aside)
        raise FileError(f"{name}: {error.strerror or error}") from None
