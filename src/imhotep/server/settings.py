"""What can be set, and where from: flags, then the environment, then a file, then what is good for one machine."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from platformdirs import user_data_path
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from imhotep.table.errors import SetupError
from imhotep.table.files import read_text

PREFIX = "IMHOTEP_"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8468  # 0: any free one
    database: str = ""  # an address; empty: an SQLite file in the user's data folder
    workers: Annotated[int, Meta(ge=0, le=64)] = 1  # processes in which bots think; 0: other machines' do

    @property
    def url(self) -> str:
        if not self.database:
            return f"sqlite:///{data_folder() / 'imhotep.db'}"
        address = make_url(self.database)
        if address.drivername == "postgresql":
            address = address.set(drivername="postgresql+psycopg")
        return address.render_as_string(hide_password=False)

    def shown(self) -> dict[str, Any]:
        """Without the password of the database."""
        return {**msgspec.structs.asdict(self), "database": make_url(self.url).render_as_string(hide_password=True)}


def data_folder() -> Path:
    folder = user_data_path("imhotep", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def settings_from(
    flags: Mapping[str, Any], file: Path | None = None, environment: Mapping[str, str] | None = None
) -> Settings:
    """Flags that are None say nothing."""
    given: dict[str, Any] = {} if file is None else _read(file)
    for name in Settings.__struct_fields__:
        value = (os.environ if environment is None else environment).get(PREFIX + name.upper())
        if value is not None:
            given[name] = value
    given.update({name: value for name, value in flags.items() if value is not None})
    try:
        settings = msgspec.convert(given, Settings, strict=False)
        make_url(settings.url)
    except msgspec.ValidationError as error:
        raise SetupError(f"a setting is wrong: {error}") from None
    except ArgumentError:
        raise SetupError("the database's address can't be read; write sqlite:///FILE or postgresql://...") from None
    return settings


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise SetupError(f"{file}: {error}") from None
