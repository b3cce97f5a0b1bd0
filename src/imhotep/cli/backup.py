"""imhotep backup and restore: copies of the server's database."""

import signal
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any


def make(
    place: Path,
    flags: dict[str, Any],
    config: Path | None,
    force: bool,
    every: float | None,
    keep: dict[str, int | None],
) -> None:
    """In a file, or in a folder, where each backup has a name with its time."""
    from imhotep.server.settings import settings_from
    from imhotep.server.storage.backup import make_backup
    from imhotep.server.storage.scheduled_backups import Keep, back_up_every, back_up_into
    from imhotep.table.errors import SetupError

    settings = settings_from(flags, config)
    address = settings.shown()["database"]

    def made(file: Path) -> None:
        print(f"{address} is backed up in {file}", flush=True)

    def failed(error: Exception) -> None:
        print(f"imhotep: the backup has failed: {error}", file=sys.stderr, flush=True)

    if place.is_dir():
        if every is None:
            made(back_up_into(place, settings.url, Keep(**keep), datetime.now(UTC)))
            return
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # what is unfinished is removed
        back_up_every(timedelta(hours=every), place, settings.url, Keep(**keep), made, failed)
    elif every is not None or any(keep.values()):
        raise SetupError(f"{place} is not a folder: --every and --keep-... are for backups in a folder")
    else:
        make_backup(settings.url, place, force)
        made(place)


def bring_back(file: Path, flags: dict[str, Any], config: Path | None, force: bool) -> None:
    from imhotep.server.settings import settings_from
    from imhotep.server.storage.backup import restore

    settings = settings_from(flags, config)
    restore(settings.url, file, force)
    print(f"{settings.shown()['database']} has been restored from {file}")
