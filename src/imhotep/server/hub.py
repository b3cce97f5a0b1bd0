"""Who is connected to this process, and what each is told."""

import asyncio
from typing import NamedTuple

import msgspec

from imhotep.server.live import Live
from imhotep.server.messages import Clock, FromServer, TableState

MOST_WAITING = 64  # messages; whoever reads slower than that is dropped, and comes back for the whole view

_encoder = msgspec.json.Encoder()


class Told(NamedTuple):
    """How far somebody knows a game."""

    events: int
    taken_back: int
    changes: int  # of the table


class Listener:
    """One connection of a person."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.told: dict[str, Told] = {}  # of each watched table
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)

    def send(self, message: FromServer) -> None:
        try:
            self.outbox.put_nowait(_encoder.encode(message))
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """Nothing more is sent: the one who writes closes the connection when it comes to the end."""
        self.told.clear()
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


class Hub:
    def __init__(self) -> None:
        self._watchers: dict[str, set[Listener]] = {}
        self._listeners: set[Listener] = set()

    def add(self, listener: Listener) -> None:
        self._listeners.add(listener)

    def remove(self, listener: Listener) -> None:
        self._listeners.discard(listener)
        for table in list(listener.told):
            self.unwatch(listener, table)

    def watch(self, listener: Listener, live: Live) -> None:
        self._watchers.setdefault(live.id, set()).add(listener)
        self._send(listener, live, None)

    def unwatch(self, listener: Listener, table: str) -> None:
        listener.told.pop(table, None)
        watchers = self._watchers.get(table)
        if watchers is not None:
            watchers.discard(listener)
            if not watchers:
                del self._watchers[table]

    @property
    def tables(self) -> list[str]:
        return list(self._watchers)

    def watched(self, table: str) -> bool:
        return table in self._watchers

    def tell(self, live: Live) -> None:
        """Everybody at this table, after something was written."""
        for listener in list(self._watchers.get(live.id, ())):
            told = listener.told.get(live.id)
            if told is not None and told.changes != live.changes:
                self._send(listener, live, told)

    def close(self) -> None:
        for listener in list(self._listeners):
            listener.drop()

    def _send(self, listener: Listener, live: Live, told: Told | None) -> None:
        """What is new to somebody, or all of it."""
        taken_back = live.taken_back
        if told is not None and told.taken_back != taken_back:
            told = None
        message = state_for(live, listener.person, 0 if told is None else told.events)
        listener.told[live.id] = Told(live.game.event_count, taken_back, live.changes)
        listener.send(message)


def state_for(live: Live, person: str | None, first: int) -> TableState:
    """What a person may know of a table, with the events from number `first` on."""
    game = live.game
    seats = live.seats_of(person)
    seat = viewer_of(live, seats)
    return TableState(
        table=live.id,
        entries=live.entries,
        seats=seats,
        seat=seat,
        curtain=len(seats) > 1 and seat is not None,
        view=game.view(seat),
        events_from=first,
        events=game.events_for(seat, first),
        clock=_clock(live),
        unrated=live.unrated,
        over=game.is_over,
    )


def _clock(live: Live) -> Clock | None:
    if live.clocks.pace.kind == "none":
        return None
    decider = live.game.decider
    due = None if decider is None else live.clocks.due(decider)
    return Clock(left=list(live.clocks.left), running=decider, due=due)


def viewer_of(live: Live, seats: list[int]) -> int | None:
    """Around one screen: whoever decides, and nobody in particular while somebody elsewhere does."""
    if len(seats) == 1:
        return seats[0]
    decider = live.game.decider
    return decider if decider in seats else None
