"""What can be set, and where from: flags, then the environment, then a file, then what is good for one machine."""

import os
import re
import socket
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

Count = Annotated[int, Meta(ge=1, le=1_000_000)]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8468  # 0: any free one
    database: str = ""  # an address; empty: an SQLite file in the user's data folder
    signals: str = ""  # a broker, redis://...; empty: processes tell each other by PostgreSQL itself
    workers: Annotated[int, Meta(ge=0, le=64)] = 1  # processes in which bots think; 0: other machines' do
    worker_port: Annotated[int, Meta(ge=0, le=65_535)] | None = None  # of a worker's health and metrics
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    trusted_proxies: str = "127.0.0.1,::1"  # whose word on who asks is taken; empty: nobody's
    connections_per_address: Annotated[int, Meta(ge=0, le=1_000_000)] = 200  # of strangers; 0: any number
    metrics: Literal["loopback", "any"] = "loopback"  # who may read /metrics
    pages: str = ""  # a folder with the texts of whoever runs the server: privacy.txt, contact.txt; empty: none
    public_url: str = ""  # where people find this server, for links in mails; empty: no links
    hosts: str = ""  # further names by which people find it, with commas between them
    smtp_host: str = ""  # empty: no mails
    smtp_port: Annotated[int, Meta(ge=1, le=65_535)] = 587
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_from: str = ""  # the sender's address, perhaps with a name: Imhotep <imhotep@example.org>
    smtp_tls: Literal["none", "starttls", "tls"] = "starttls"
    webhooks: Literal["off", "public", "any"] = "public"  # any: also to addresses of our own network
    # at a time, of somebody, and of all people at one address
    person_open_tables: Count = 10  # that wait for players
    person_games: Count = 100  # in which somebody has a seat
    person_bot_seats: Count = 60  # at unfinished tables that somebody has opened
    address_open_tables: Count = 50
    address_games: Count = 500  # opened there
    address_bot_seats: Count = 300
    open_table_days: Count = 7  # after which a table that has not begun is closed
    analysis_days: Count = 90  # after which an analysis is forgotten

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
    def names(self) -> frozenset[str]:
        """By which this server may be called, beside addresses and localhost; this machine's own among them."""
        own = socket.gethostname().lower()
        given = [each.strip().lower() for each in self.hosts.split(",") if each.strip()]
        public = urlsplit(self.public_url).hostname if self.public_url else None
        return frozenset([own, f"{own}.local", *given, *([public] if public else [])])

    @property
    def passwords(self) -> tuple[str, ...]:
        """What must be in no log."""
        broker = make_url(self.signals).password if self.signals else None
        return (make_url(self.url).password or "", broker or "", self.smtp_password)

    @property
    def sends_mail(self) -> bool:
        return bool(self.smtp_host)

    def link(self, path: str) -> str | None:
        """To a page of ours, if we know where people find us."""
        return f"{self.public_url.rstrip('/')}{path}" if self.public_url else None

    def shown(self) -> dict[str, Any]:
        """Without passwords."""
        hidden = {"database": make_url(self.url).render_as_string(hide_password=True)}
        if self.signals:
            hidden["signals"] = make_url(self.signals).render_as_string(hide_password=True)
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
    _check_signals(settings)
    _check(settings)
    return settings


def _check_signals(settings: Settings) -> None:
    if not settings.signals:
        return
    if make_url(settings.url).get_backend_name() == "sqlite":
        raise SetupError("signals are for several processes, which an SQLite file can't have: they need PostgreSQL")
    try:
        scheme = make_url(settings.signals).drivername
    except ArgumentError:
        scheme = ""
    if scheme not in ("redis", "rediss"):
        raise SetupError("signals is the address of a Redis or Valkey, such as redis://broker.example:6379")


def _check(settings: Settings) -> None:
    """What only makes sense together."""
    if settings.public_url and not _is_ours(settings.public_url):
        raise SetupError("public_url is the address of the first page, such as https://imhotep.example")
    for name in filter(None, (each.strip() for each in settings.hosts.split(","))):
        if not re.fullmatch(r"[A-Za-z0-9_.-]+", name):
            raise SetupError(f"hosts are names such as imhotep.example, without a port, not {name}")
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
