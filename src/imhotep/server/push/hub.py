"""Who is connected to this process, and what each is told."""

import asyncio
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import msgspec

from imhotep.server.games.live import Live, viewer_of
from imhotep.server.games.undo import undo_of
from imhotep.server.push.messages import Announcement, Clock, FromServer, Lobby, Presence, Room, Said, TableState, Turn
from imhotep.server.storage.maintenance import Maintenance
from imhotep.server.tables.chat import Line
from imhotep.server.tables.table_info import TableInfo
from imhotep.table.game import RUNS_OUT_OF_TIME
from imhotep.table.moves import Event

_encode = msgspec.json.Encoder().encode

Write = Callable[[bytes], bool]  # takes a message, and tells whether there was room for it


class Told(NamedTuple):
    """How far somebody knows a game."""

    events: int
    taken_back: int
    changes: int  # of the table
    seat: int | None  # from where it saw the game


class Listener:
    """One connection of a person. Whoever reads too slowly is dropped, and comes back for the whole view."""

    def __init__(self, person: str, write: Write, session: str = "") -> None:
        """`session`: the key of the one that it began with, and ends with."""
        self.person = person
        self.session = session
        self._write = write
        self.watched: set[str] = set()  # tables
        self.told: dict[str, Told] = {}  # of those whose game has begun
        self.dropped = asyncio.Event()
        self.slow = False  # why it was dropped

    def send(self, message: FromServer) -> None:
        self.send_encoded(_encode(message))

    def send_encoded(self, message: bytes) -> None:
        if not self.dropped.is_set() and not self._write(message):
            self.slow = True
            self.drop()

    def drop(self) -> None:
        """Nothing more is sent, and the connection is closed."""
        self.dropped.set()


class Hub:
    def __init__(self) -> None:
        self._watchers: dict[str, set[Listener]] = {}
        self._people: dict[str, set[Listener]] = {}
        self._lobby: set[Listener] = set()
        self._chat: dict[str, int] = {}  # number of the last line that was told, by table
        self.stirred: set[str] = set()  # tables to which somebody came, or from which somebody went

    def add(self, listener: Listener) -> None:
        self._people.setdefault(listener.person, set()).add(listener)

    def remove(self, listener: Listener) -> None:
        self._lobby.discard(listener)
        for table in list(listener.watched):
            self.unwatch(listener, table)
        _discard(self._people, listener.person, listener)

    def announce(self, maintenance: Maintenance) -> None:
        """To everybody who is connected here."""
        message = _encode(Announcement(maintenance=maintenance))
        for listeners in self._people.values():
            for listener in list(listeners):
                listener.send_encoded(message)

    def watch(self, listener: Listener, table: str) -> None:
        listener.watched.add(table)
        self._watchers.setdefault(table, set()).add(listener)
        self.stirred.add(table)

    def unwatch(self, listener: Listener, table: str) -> None:
        listener.watched.discard(table)
        listener.told.pop(table, None)
        _discard(self._watchers, table, listener)
        self.stirred.add(table)
        if table not in self._watchers:
            self._chat.pop(table, None)

    def watch_lobby(self, listener: Listener, watch: bool) -> None:
        (self._lobby.add if watch else self._lobby.discard)(listener)

    @property
    def tables(self) -> list[str]:
        return list(self._watchers)

    @property
    def people(self) -> list[str]:
        return list(self._people)

    def listeners(self, person: str | None = None) -> list[Listener]:
        """Of somebody, or of everybody."""
        found = self._people.values() if person is None else [self._people.get(person, set())]
        return [listener for listeners in found for listener in listeners]

    @property
    def connections(self) -> int:
        return sum(len(listeners) for listeners in self._people.values())

    @property
    def lobby_is_watched(self) -> bool:
        return bool(self._lobby)

    def watched(self, table: str) -> bool:
        return table in self._watchers

    def people_at(self, table: str) -> set[str]:
        return {listener.person for listener in self._watchers.get(table, ())}

    def connections_of(self, person: str) -> int:
        return len(self._people.get(person, ()))

    def is_here(self, person: str) -> bool:
        return person in self._people

    # --- telling

    def tell(self, live: Live) -> None:
        """Everybody at this table, after something was written."""
        listeners = []
        for listener in self._watchers.get(live.id, ()):
            told = listener.told.get(live.id)
            if told is None or told.changes != live.changes:
                listeners.append(listener)
        self._send(live, listeners)

    def send_state(self, listener: Listener, live: Live) -> None:
        """All that somebody may know."""
        listener.told.pop(live.id, None)
        self._send(live, [listener])

    def _send(self, live: Live, listeners: list[Listener]) -> None:
        """What is new to each, or all of it: also to the next one at a screen, who must not see the last one's. What
        several see alike is made once."""
        seats = [live.seats_of(listener.person) for listener in listeners]
        viewers = {viewer_of(live, mine) for mine in seats}
        views = dict(zip(viewers, live.game.views(list(viewers)), strict=True)) if viewers else {}
        count, taken_back = live.game.event_count, live.taken_back
        events: dict[int, dict[int | None, list[Event]]] = {}  # from number, by viewer
        made: dict[tuple[tuple[int, ...], int], bytes] = {}
        for listener, mine in zip(listeners, seats, strict=True):
            seat, told = viewer_of(live, mine), listener.told.get(live.id)
            first = 0 if told is None or (told.taken_back, told.seat) != (taken_back, seat) else told.events
            if first not in events:
                events[first] = dict(zip(viewers, live.game.events_for_each(list(viewers), first), strict=True))
            key = (tuple(mine), first)
            if key not in made:
                made[key] = _encode(state_of(live, mine, seat, first, views[seat], events[first][seat]))
            listener.told[live.id] = Told(count, taken_back, live.changes, seat)
            listener.send_encoded(made[key])

    def tell_turn(self, person: str, table: str) -> None:
        """Those of a person's connections that don't see the table anyway."""
        for listener in list(self._people.get(person, ())):
            if table not in listener.watched:
                listener.send(Turn(table=table))

    def tell_room(self, info: TableInfo) -> None:
        message = _encode(Room(info=info))
        for listener in list(self._watchers.get(info.id, ())):
            listener.send_encoded(message)

    def tell_presence(self, presence: Presence) -> None:
        message = _encode(presence)
        for listener in list(self._watchers.get(presence.table, ())):
            listener.send_encoded(message)

    def tell_lobby(self, message: Lobby) -> None:
        text = _encode(message)
        for listener in list(self._lobby):
            listener.send_encoded(text)

    def chat_told(self, table: str) -> int:
        """The number of the last line that those who watch this table know."""
        return self._chat.get(table, 0)

    def tell_chat(self, table: str, line: Line, deaf: Collection[str]) -> None:
        if line.number <= self.chat_told(table):
            return
        self._chat[table] = line.number
        message = _encode(Said(table=table, lines=[line]))
        for listener in list(self._watchers.get(table, ())):
            if listener.person not in deaf:
                listener.send_encoded(message)

    def send_chat(self, listener: Listener, table: str, lines: list[Line]) -> None:
        """What was written before somebody came."""
        if lines:
            self._chat[table] = max(self.chat_told(table), lines[-1].number)
            listener.send(Said(table=table, lines=lines))

    def drop(self, person: str) -> None:
        """Somebody who is let in no more."""
        for listener in list(self._people.get(person, ())):
            listener.drop()

    def close(self) -> None:
        for listeners in list(self._people.values()):
            for listener in list(listeners):
                listener.drop()


def _discard(of: dict[str, set[Listener]], key: str, listener: Listener) -> None:
    listeners = of.get(key)
    if listeners is not None:
        listeners.discard(listener)
        if not listeners:
            del of[key]


def state_for(live: Live, seats: list[int], first: int = 0) -> TableState:
    """What who sits on these seats may know of a table, with the events from number `first` on."""
    seat = viewer_of(live, seats)
    return state_of(live, seats, seat, first, live.game.view(seat), live.game.events_for(seat, first))


def state_of(live: Live, seats: list[int], seat: int | None, first: int, view: Any, events: list[Event]) -> TableState:
    return TableState(
        table=live.id,
        entries=live.entries,
        seats=seats,
        seat=seat,
        curtain=len(seats) > 1 and seat is not None,
        view=view,
        events_from=first,
        events=events,
        clock=_clock(live),
        unrated=live.unrated,
        over=live.game.is_over,
        asked=live.asked,
        undo=undo_of(live, seats),
    )


def _clock(live: Live) -> Clock | None:
    if live.clocks.pace.kind == "none":
        return None
    decider = live.game.decider
    due = None if decider is None else live.clocks.due(decider)
    out = live.game.out
    left = [0 if out.get(seat) == RUNS_OUT_OF_TIME else ms for seat, ms in enumerate(live.clocks.times)]
    return Clock(left=left, running=decider, due=due)
