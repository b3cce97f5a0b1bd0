"""Reading and writing files so that nothing bad gets in and nothing is lost."""

import os
import tempfile
from pathlib import Path

from imhotep.table.errors import FileError

LARGEST = 4 * 1024 * 1024  # bytes; a record of a long game has about 10,000


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file of reasonable size."""
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise FileError(f"{os.fspath(path)}: {error.strerror or error}") from None
    if len(content) > LARGEST:
        raise FileError(f"{os.fspath(path)}: larger than {LARGEST // 1024 // 1024} MiB, so not one of our files")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise FileError(f"{os.fspath(path)}: line {line}: not text in UTF-8") from None


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Written aside and renamed: the file is the old one or the new one, never half of it."""
    target = Path(path)
    aside = ""
    try:
        number, aside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
        with open(number, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(aside, 0o666 & ~umask)  # as if it had been opened the ordinary way
        os.replace(aside, target)
    except OSError as error:
        if aside and os.path.exists(aside):
            os.unlink(aside)
        raise FileError(f"{os.fspath(path)}: {error.strerror or error}") from None
