"""What goes over the WebSocket, both ways. docs/protocol.md describes it; `type` says which message it is."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from imhotep.server.games.commands import Command
from imhotep.server.games.live import Asked
from imhotep.server.games.undo import Undo
from imhotep.server.storage.maintenance import Maintenance
from imhotep.server.tables.chat import Line
from imhotep.server.tables.table_info import TableInfo
from imhotep.table.moves import Event

TableId = Annotated[str, Meta(min_length=1, max_length=40)]


# --- from the client


class Watch(msgspec.Struct, frozen=True, kw_only=True, tag="watch", forbid_unknown_fields=True):
    """Tell me about this table from now on; the whole view comes at once."""

    table: TableId


class Unwatch(msgspec.Struct, frozen=True, kw_only=True, tag="unwatch", forbid_unknown_fields=True):
    table: TableId


class Do(msgspec.Struct, frozen=True, kw_only=True, tag="do", forbid_unknown_fields=True):
    """Carry out a command; `done` or `refused` answers it by its id."""

    table: TableId
    command: Command


class WatchLobby(msgspec.Struct, frozen=True, kw_only=True, tag="watch_lobby", forbid_unknown_fields=True):
    """Tell me about all public tables from now on; the whole list comes at once."""


class UnwatchLobby(msgspec.Struct, frozen=True, kw_only=True, tag="unwatch_lobby", forbid_unknown_fields=True):
    pass


class Say(msgspec.Struct, frozen=True, kw_only=True, tag="say", forbid_unknown_fields=True):
    """Write something to the others at a table."""

    table: TableId
    text: Annotated[str, Meta(max_length=2_000)]


class Ping(msgspec.Struct, frozen=True, kw_only=True, tag="ping", forbid_unknown_fields=True):
    pass


FromClient = Watch | Unwatch | WatchLobby | UnwatchLobby | Do | Say | Ping


# --- from the server


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    left: list[int]  # milliseconds, by seat
    running: int | None  # whose it is
    due: int | None  # when its time is up


class TableState(msgspec.Struct, frozen=True, kw_only=True, tag="table"):
    """All that this person may know of a table, and what happened since the last message."""

    table: str
    entries: int
    seats: list[int]  # one's own
    seat: int | None  # from where the table is seen; None as a spectator
    curtain: bool  # the next one at this screen must not see what the last one saw
    view: Any
    events_from: int  # number of the first of these events; 0: all of them, forget what was told before
    events: list[Event]
    clock: Clock | None
    unrated: str | None  # why
    over: bool
    asked: Asked | None  # somebody wants to take back
    undo: Undo | None  # what one can do oneself: `undo` now, `ask_undo` alone among bots, or `ask_undo` the others


class Room(msgspec.Struct, frozen=True, kw_only=True, tag="room"):
    """Who sits at a table that is watched, and what else is seen from outside."""

    info: TableInfo


class Presence(msgspec.Struct, frozen=True, kw_only=True, tag="presence"):
    """Who looks at a watched table."""

    table: str
    here: list[int]  # seats of people who do
    onlookers: int  # how many others


class Lobby(msgspec.Struct, frozen=True, kw_only=True, tag="lobby"):
    """Public tables that are open or running."""

    whole: bool  # the list as it is; otherwise what has changed
    tables: list[TableInfo]
    gone: list[str] = []


class Turn(msgspec.Struct, frozen=True, kw_only=True, tag="turn"):
    """It is this person's move, at a table that it may not be looking at."""

    table: str


class Said(msgspec.Struct, frozen=True, kw_only=True, tag="said"):
    """What was written at a watched table."""

    table: str
    lines: list[Line]


class Announcement(msgspec.Struct, frozen=True, kw_only=True, tag="announcement"):
    """The server is maintained, or no longer: to everybody, as it changes."""

    maintenance: Maintenance


class Done(msgspec.Struct, frozen=True, kw_only=True, tag="done"):
    table: str
    command: str
    entries: int
    repeated: bool


class Refusal(msgspec.Struct, frozen=True, kw_only=True, tag="refused"):
    code: str
    message: str
    table: str | None = None
    command: str | None = None


class Pong(msgspec.Struct, frozen=True, kw_only=True, tag="pong"):
    now: int


FromServer = TableState | Room | Presence | Lobby | Turn | Said | Announcement | Done | Refusal | Pong
