"""imhotep backup and restore: copies of the server's database."""

from pathlib import Path
from typing import Any


def make(file: Path, flags: dict[str, Any], config: Path | None, force: bool) -> None:
    from imhotep.server.settings import settings_from
    from imhotep.server.storage.backup import make_backup

    settings = settings_from(flags, config)
    make_backup(settings.url, file, force)
    print(f"{settings.shown()['database']} is backed up in {file}")


def bring_back(file: Path, flags: dict[str, Any], config: Path | None, force: bool) -> None:
    from imhotep.server.settings import settings_from
    from imhotep.server.storage.backup import restore

    settings = settings_from(flags, config)
    restore(settings.url, file, force)
    print(f"{settings.shown()['database']} has been restored from {file}")
