"""What can be set, and where from: flags, then the environment, then a file, then what is good for one machine."""

import os
import tomllib
from collections.abc import Mapping
from email.utils import parseaddr
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

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
    worker_port: Annotated[int, Meta(ge=0, le=65_535)] | None = None  # of a worker's health and metrics
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    trusted_proxies: str = "127.0.0.1,::1"  # whose word on who asks is taken; empty: nobody's
    metrics: Literal["loopback", "any"] = "loopback"  # who may read /metrics
    pages: str = ""  # a folder with the texts of whoever runs the server: privacy.txt, contact.txt; empty: none
    public_url: str = ""  # where people find this server, for links in mails; empty: no links
    smtp_host: str = ""  # empty: no mails
    smtp_port: Annotated[int, Meta(ge=1, le=65_535)] = 587
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_from: str = ""  # the sender's address, perhaps with a name: Imhotep <imhotep@example.org>
    smtp_tls: Literal["none", "starttls", "tls"] = "starttls"
    webhooks: Literal["off", "public", "any"] = "public"  # any: also to addresses of our own network

    @property
    def url(self) -> str:
        if not self.database:
            return f"sqlite:///{data_folder() / 'imhotep.db'}"
        address = make_url(self.database)
        if address.drivername == "postgresql":
            address = address.set(drivername="postgresql+psycopg")
        return address.render_as_string(hide_password=False)

    @property
    def proxies(self) -> list[str]:
        return [each.strip() for each in self.trusted_proxies.split(",") if each.strip()]

    @property
    def passwords(self) -> tuple[str, ...]:
        """What must be in no log."""
        return (make_url(self.url).password or "", self.smtp_password)

    @property
    def sends_mail(self) -> bool:
        return bool(self.smtp_host)

    def link(self, path: str) -> str | None:
        """To a page of ours, if we know where people find us."""
        return f"{self.public_url.rstrip('/')}{path}" if self.public_url else None

    def shown(self) -> dict[str, Any]:
        """Without passwords."""
        hidden = {"database": make_url(self.url).render_as_string(hide_password=True)}
        if self.smtp_password:
            hidden["smtp_password"] = "***"
        return {**msgspec.structs.asdict(self), **hidden}


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
    _check(settings)
    return settings


def _check(settings: Settings) -> None:
    """What only makes sense together."""
    if settings.public_url and not _is_ours(settings.public_url):
        raise SetupError("public_url is the address of the first page, such as https://imhotep.example")
    for proxy in settings.proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise SetupError(f"trusted_proxies are addresses such as 10.0.0.7 or 10.0.0.0/8, not {proxy}") from None
    if settings.smtp_host and "@" not in parseaddr(settings.smtp_from)[1]:
        raise SetupError("smtp_host needs smtp_from, the address that emails come from")
    if settings.smtp_user and not settings.smtp_password:
        raise SetupError("smtp_user needs smtp_password")


def _is_ours(address: str) -> bool:
    try:
        parts = urlsplit(address)
        plain = parts.port is None or parts.port > 0
    except ValueError:
        return False
    plain = plain and not (parts.username or parts.password or parts.query or parts.fragment)
    return plain and parts.scheme in ("http", "https") and bool(parts.hostname)


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise SetupError(f"{file}: {error}") from None
