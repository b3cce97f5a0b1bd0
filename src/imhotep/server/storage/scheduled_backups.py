"""Backups that are made again and again in a folder, and which of the old ones are kept."""

import re
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.engine import make_url

from imhotep.server.storage.backup import make_backup
from imhotep.table.errors import SetupError

TRY_AGAIN = timedelta(minutes=10)  # after a backup that failed, or sooner where they are made more often
FORGOTTEN = timedelta(days=1)  # what is unfinished and older was left by a process that was killed

FORM = "%Y%m%dT%H%M%SZ"
NAME = re.compile(r"imhotep-(\d{8}T\d{6}Z)\.(db|dump)")


class Keep(NamedTuple):
    """How many are kept; all of them if nothing is said. Days and weeks are those of UTC."""

    last: int | None = None
    daily: int | None = None  # the last one of each day that has one
    weekly: int | None = None


def back_up_into(folder: Path, url: str, keep: Keep, now: datetime) -> Path:
    """A new one. Only once it is whole, old ones are removed."""
    if not folder.is_dir():
        raise SetupError(f"there is no folder {folder}")
    kind = "db" if make_url(url).get_backend_name() == "sqlite" else "dump"
    file = folder / f"imhotep-{now.strftime(FORM)}.{kind}"
    make_backup(url, file, force=False)
    found = backups_in(folder)
    for old in set(found) - set(kept(found, keep)) - {file}:
        old.unlink(missing_ok=True)
    for unfinished in folder.glob("imhotep-*.part"):
        if datetime.fromtimestamp(unfinished.stat().st_mtime, UTC) < now - FORGOTTEN:
            unfinished.unlink(missing_ok=True)
    return file


def back_up_every(
    interval: timedelta,
    folder: Path,
    url: str,
    keep: Keep,
    made: Callable[[Path], None],
    failed: Callable[[Exception], None],
) -> None:
    """Until the process ends. The first one is made at once, unless there is one that is young enough."""
    while True:
        latest = max((made_at(file) for file in backups_in(folder)), default=None)
        now = datetime.now(UTC)
        wait = timedelta(0) if latest is None else min(latest + interval - now, interval)
        if wait <= timedelta(0):
            try:
                made(back_up_into(folder, url, keep, now))
                continue
            except (SetupError, OSError) as error:
                failed(error)
                wait = min(TRY_AGAIN, interval)
        time.sleep(wait.total_seconds())


def backups_in(folder: Path) -> list[Path]:
    """The newest first; nothing that has another name is ever touched."""
    return sorted((file for file in folder.glob("imhotep-*") if NAME.fullmatch(file.name)), key=made_at, reverse=True)


def made_at(file: Path) -> datetime:
    found = NAME.fullmatch(file.name)
    assert found is not None
    return datetime.strptime(found[1], FORM).replace(tzinfo=UTC)


def kept(newest_first: Sequence[Path], keep: Keep) -> list[Path]:
    if keep == Keep():
        return list(newest_first)
    found = {
        *newest_first[: keep.last or 0],
        *_first_of_each(newest_first, lambda at: at.date(), keep.daily or 0),
        *_first_of_each(newest_first, lambda at: at.isocalendar()[:2], keep.weekly or 0),
    }
    return [file for file in newest_first if file in found]


def _first_of_each(files: Iterable[Path], span: Callable[[datetime], object], count: int) -> list[Path]:
    found: dict[object, Path] = {}
    for file in files:
        found.setdefault(span(made_at(file)), file)
    return list(found.values())[:count]
