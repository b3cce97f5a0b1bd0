"""Who looks at a table, in all processes together, told to those who do whenever it changes.

Nothing of it is stored. On PostgreSQL each process tells the others who looks at which table there, and asks them when
somebody comes to a table of which it knew nothing; one that has not been heard of for a while is gone, and so are its
people. Who goes and soon comes again, as by loading the page anew, has not been away.
"""

from collections.abc import Collection, Iterable
from time import monotonic

from sqlalchemy import Connection

from imhotep.server.games.live import Seat, read_seats
from imhotep.server.push.hub import Hub
from imhotep.server.push.messages import Presence
from imhotep.server.storage.database import Database, StorageError
from imhotep.server.storage.signals import ALIVE, HERE, Signal, tell

AWAY_AFTER = 4.0  # seconds
ALIVE_EVERY = 10.0
GONE_AFTER = 35.0  # that other processes are silent
MOST_TOLD = 300  # people at a table, to other processes: more of them do not fit


class Presences:
    def __init__(self, database: Database, hub: Hub) -> None:
        self._database = database
        self._hub = hub
        self._here: dict[str, dict[str, float | None]] = {}  # by table: people, and since when they are gone
        self._leaving: set[str] = set()  # tables from which somebody is gone, perhaps for a moment only
        self._elsewhere: dict[str, dict[str, frozenset[str]]] = {}  # by table and process, of tables watched here
        self._heard: dict[str, float] = {}  # when, by process
        self._changed: set[str] = set()  # tables of which something is to be told here
        self._wanted: set[str] = set()  # and to other processes
        self._asked: set[str] = set()  # tables about which the other processes were asked
        self._said_alive = 0.0

    def note(self, table: str) -> None:
        """Others may sit there now."""
        self._changed.add(table)

    # --- from other processes

    def hear(self, signal: Signal) -> None:
        self._heard[signal.process] = monotonic()
        if signal.kind == ALIVE or not self._hub.watched(signal.table):
            return
        self._elsewhere.setdefault(signal.table, {})[signal.process] = frozenset(signal.people)
        self._changed.add(signal.table)
        if signal.asks:
            self._wanted.add(signal.table)

    def ask_anew(self) -> None:
        """Something may not have been heard."""
        self._elsewhere.clear()
        self._asked.clear()
        self._changed.update(self._hub.tables)
        self._wanted.update(self._hub.tables)

    # --- now and then

    async def look(self) -> None:
        """Tell what has changed since the last time."""
        now = monotonic()
        self._drop_silent(now)
        stirred, self._hub.stirred = self._hub.stirred, set()
        self._wanted |= {table for table in stirred | self._leaving if self._follow(table, now)}
        self._changed |= stirred | self._wanted  # who comes is told, even if nothing is new to the others
        await self._tell_here()
        if self._database.is_sqlite:
            self._wanted.clear()
        else:
            await self._tell_others(now)

    def _follow(self, table: str, now: float) -> bool:
        """Whether anybody has come to a table in this process, or is really gone."""
        there, people = self._hub.people_at(table), self._here.setdefault(table, {})
        before = set(people)
        for person in before - there:
            since = people[person]
            if since is None:
                people[person] = now
            elif now - since >= AWAY_AFTER:
                del people[person]
        people.update(dict.fromkeys(there))
        (self._leaving.discard if people.keys() <= there else self._leaving.add)(table)
        if not people:
            del self._here[table]
        return people.keys() != before

    async def _tell_here(self) -> None:
        told, self._changed = sorted(self._changed.intersection(self._hub.tables)), set()
        if not told:
            return
        try:
            seats = await self._database.read(lambda connection: read_seats(connection, told))
        except StorageError:
            self._changed.update(told)
            raise
        for table in told:
            self._hub.tell_presence(presence_of(table, seats[table], self._people_at(table)))

    async def _tell_others(self, now: float) -> None:
        watched = set(self._hub.tables)
        self._asked &= watched
        self._elsewhere = {table: there for table, there in self._elsewhere.items() if table in watched}
        wanted, self._wanted = self._wanted, set()
        signals = [self._signal(table, asks=table in watched - self._asked) for table in sorted(wanted)]
        if self._here and now - self._said_alive >= ALIVE_EVERY:
            signals.append(Signal(ALIVE, "", process=self._database.origin))
        if not signals:
            return
        try:
            await self._database.write(lambda connection: _tell_all(connection, signals))
        except StorageError:
            self._wanted |= wanted
            raise
        self._said_alive = now
        self._asked |= wanted & watched

    def _signal(self, table: str, asks: bool) -> Signal:
        people = sorted(self._here.get(table, ()))[:MOST_TOLD]
        return Signal(HERE, table, process=self._database.origin, people=people, asks=asks)

    def _drop_silent(self, now: float) -> None:
        silent = {process for process, heard in self._heard.items() if now - heard > GONE_AFTER}
        for process in silent:
            del self._heard[process]
        for table, processes in self._elsewhere.items():
            if silent & processes.keys():
                self._elsewhere[table] = {name: people for name, people in processes.items() if name not in silent}
                self._changed.add(table)

    def _people_at(self, table: str) -> set[str]:
        return set(self._here.get(table, ())).union(*self._elsewhere.get(table, {}).values())


def presence_of(table: str, seats: Collection[Seat], people: Collection[str]) -> Presence:
    """Bots from outside look at their tables, too."""
    seated = {seat.person for seat in seats if seat.left is None}
    here = [seat.seat for seat in seats if seat.left is None and seat.person in people]
    return Presence(table=table, here=here, onlookers=len(set(people) - seated))


def _tell_all(connection: Connection, signals: Iterable[Signal]) -> None:
    for signal in signals:
        tell(connection, signal)
