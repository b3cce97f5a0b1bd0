"""People who play: what they send and when, and how long it takes until everybody at the table has it.

In the open loop moves are due by the clock and not when the last one is done. A move's time runs from when it was due,
so a server that falls behind can't hide it.
"""

import asyncio
import gc
import random
import time
from collections import deque
from collections.abc import Callable
from statistics import median, quantiles
from typing import Any, NamedTuple

import httpx
import msgspec

from server_bench.prepare import Group, Guest
from server_bench.sockets import SocketClient, open_socket

AT_ONCE = 20  # connections being opened
WARM_UP = 3.0  # seconds
LONGEST_WAIT = 20.0  # seconds, for the last moves
TRY_AGAIN = 0.05  # seconds, after a refusal


class Choice(msgspec.Struct):
    text: str


class View(msgspec.Struct, frozen=True):
    moves: tuple[Choice, ...] = ()


class Message(msgspec.Struct):
    """What is of interest in anything that comes; all else is passed over."""

    type: str
    table: str = ""
    entries: int = 0
    view: View = View()
    over: bool = False
    code: str = ""
    message: str = ""


_decoder = msgspec.json.Decoder(Message)
_encode = msgspec.json.Encoder().encode


class Tally:
    """What happened at all tables."""

    def __init__(self) -> None:
        self.begin(0.0)

    def begin(self, since: float) -> None:
        """Anew: moves that were due before are not counted."""
        self.since = since
        self.seconds: list[float] = []  # of each move, from when it was due to the last seat
        self.states = 0
        self.messages = 0
        self.moves = 0  # sent
        self.arrivals = 0  # of any moves, at all seats
        self.refusals: dict[str, int] = {}
        self.reopening: list[float] = []  # seconds

    def sent(self, due: float) -> None:
        self.moves += due >= self.since

    def arrived(self, due: float) -> None:
        """At all seats."""
        self.arrivals += 1
        if due >= self.since:
            self.seconds.append(time.perf_counter() - due)


class Player:
    """Somebody with a connection."""

    def __init__(self, guest: Guest, table: "TableOfFour", port: int) -> None:
        self.guest = guest
        self.table = table
        self.port = port
        self.entries = -1
        self.socket: SocketClient | None = None

    async def connect(self, compressed: bool) -> None:
        self.socket = await open_socket(self.port, "/api/live", self.receive, self.guest.cookie, compressed)

    def send(self, **message: Any) -> None:
        assert self.socket is not None
        self.socket.send(_encode(message))

    def receive(self, content: bytes) -> None:
        self.table.receive(self, _decoder.decode(content))


class TableOfFour:
    def __init__(self, group: Group, ports: list[int], tally: Tally, chance: random.Random) -> None:
        self.id = group.table
        self.players = [Player(guest, self, ports[seat % len(ports)]) for seat, guest in enumerate(group.guests)]
        self.due: deque[float] = deque()  # moves that have not been sent yet
        self.is_ready = False  # everybody has the latest state, and somebody is to decide
        self.is_reopening = False
        self.reopen: Callable[[TableOfFour], None] = lambda table: None
        self.forever = False  # a move as soon as the last one has arrived
        self._tally = tally
        self._chance = chance
        self._decider = self.players[0]
        self._moves: tuple[Choice, ...] = ()
        self._seen = -1  # entries that everybody has
        self._sent: float | None = None  # when the move on its way was due
        self._number = 0

    def watch(self, table: str) -> None:
        """From now on this one."""
        for player in self.players:
            if player.entries >= 0:
                player.send(type="unwatch", table=self.id)
            player.entries = -1
        self.id, self._seen, self._moves = table, -1, ()
        for player in self.players:
            player.send(type="watch", table=table)

    def move_at(self, moment: float) -> None:
        """Somebody is to move at this moment; at once if it is over."""
        self.due.append(moment)
        if self.is_ready:
            self._send()

    def receive(self, player: Player, message: Message) -> None:
        self._tally.messages += 1
        if message.type == "table":
            self._tally.states += 1
            if message.table == self.id:
                self._know(player, message)
        elif message.type == "refused":
            code = message.code or message.message
            self._tally.refusals[code] = self._tally.refusals.get(code, 0) + 1
            if self._sent is not None and player is self._decider:
                asyncio.get_running_loop().call_later(TRY_AGAIN, self._say, self._number)

    def _know(self, player: Player, message: Message) -> None:
        player.entries = message.entries
        if message.view.moves:
            self._decider, self._moves = player, message.view.moves
        for other in self.players:
            if other.entries <= self._seen or other.entries != message.entries:
                return
        self._seen = message.entries
        if self._sent is not None:
            self._tally.arrived(self._sent)
            self._sent = None
        if message.over:
            self.is_ready, self.is_reopening = False, True
            self.reopen(self)
            return
        self.is_ready, self.is_reopening = True, False
        if self.forever:
            self.due.append(time.perf_counter())
        if self.due:
            self._send()

    def _send(self) -> None:
        self.is_ready = False
        self._sent = self.due.popleft()
        self._tally.sent(self._sent)
        self._number += 1
        self._say(self._number)

    def _say(self, number: int) -> None:
        """Also once more after a refusal."""
        if self._sent is None or number != self._number:
            return
        move = self._moves[self._chance.randrange(len(self._moves))].text
        command = {"id": f"m{number}", "entries": self._seen, "action": "move", "text": move}
        self._decider.send(type="do", table=self.id, command=command)

    @property
    def unanswered(self) -> int:
        """Moves that are due or on their way."""
        return len(self.due) + (self._sent is not None)


class Crowd:
    """All tables, with the games that follow when one is over."""

    def __init__(self, groups: list[Group], ports: list[int], compressed: bool = False) -> None:
        self.tally = Tally()
        self._compressed = compressed
        self._chance = random.Random(1)
        self.tables = [TableOfFour(group, ports, self.tally, self._chance) for group in groups]
        self._http = httpx.AsyncClient(timeout=60)
        self._tasks: set[asyncio.Task[None]] = set()
        for table in self.tables:
            table.reopen = self._reopen

    async def connect(self) -> None:
        """Everybody, until all have seen their tables."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(player: Player) -> None:
            async with gate:
                await player.connect(self._compressed)

        await asyncio.gather(*(one(player) for table in self.tables for player in table.players))
        for table in self.tables:
            table.watch(table.id)
        await self._until(lambda: bool(self.closed) or all(table.is_ready for table in self.tables))
        if self.closed:
            raise ConnectionError(f"the server closed {len(self.closed)} connections ({self.closed[0]})")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for player in self._players:
            if player.socket is not None:
                player.socket.close()
        await self._http.aclose()

    @property
    def _players(self) -> list[Player]:
        return [player for table in self.tables for player in table.players]

    @property
    def closed(self) -> list[str]:
        """Why connections were lost."""
        return [player.socket.closed for player in self._players if player.socket and player.socket.closed]

    @property
    def unanswered(self) -> int:
        return sum(table.unanswered for table in self.tables)

    @property
    def bytes(self) -> int:
        return sum(player.socket.bytes for player in self._players if player.socket)

    # --- how they play

    async def by_the_clock(self, rate: float, seconds: float, measure: "Measure") -> None:
        """Open loop: at one table after the other; where a game has just ended, it is the next one's turn."""
        step, count, turn = 1 / rate, round((WARM_UP + seconds) * rate), 0
        start = time.perf_counter() + 0.1
        warm = round(WARM_UP * rate)
        for number in range(count):
            moment = start + number * step
            if (wait := moment - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            elif number % 16 == 0:
                await asyncio.sleep(0)  # behind: still listen
            if number == warm:
                self.tally.begin(moment)
                measure.start()
            for _ in range(len(self.tables)):
                turn = (turn + 1) % len(self.tables)
                if not self.tables[turn].is_reopening:
                    break
            self.tables[turn].move_at(moment)
        measure.stop(self.tally)
        await self._until(lambda: not self.unanswered, LONGEST_WAIT)

    async def without_pause(self, seconds: float, measure: "Measure") -> None:
        """Closed loop: each table as fast as it can."""
        for table in self.tables:
            table.due.clear()
            table.forever = True
            if table.is_ready:
                table.move_at(time.perf_counter())
        await asyncio.sleep(WARM_UP)
        self.tally.begin(time.perf_counter())
        measure.start()
        await asyncio.sleep(seconds)
        measure.stop(self.tally)
        for table in self.tables:
            table.forever = False
        await self._until(lambda: not self.unanswered, LONGEST_WAIT)

    async def _until(self, is_done: Callable[[], bool], longest: float = 120.0) -> None:
        deadline = time.perf_counter() + longest
        while not is_done() and time.perf_counter() < deadline:
            await asyncio.sleep(0.02)

    # --- another game

    def _reopen(self, table: TableOfFour) -> None:
        task = asyncio.get_running_loop().create_task(self._open_again(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open_again(self, table: TableOfFour) -> None:
        """As people do: one opens a table, the others join."""
        start = time.perf_counter()
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(table.players) - 1)]
        opened = await self._post(table.players[0], "/api/tables", {"game": "builder", "seats": seats})
        for player in table.players[1:]:
            await self._post(player, f"/api/tables/{opened['table']}/join", {})
        table.watch(opened["table"])
        self.tally.reopening.append(time.perf_counter() - start)

    async def _post(self, player: Player, path: str, data: Any) -> Any:
        headers = {"cookie": player.guest.cookie}
        answer = await self._http.post(f"http://127.0.0.1:{player.port}{path}", json=data, headers=headers)
        answer.raise_for_status()
        return answer.json()


class Measure:
    """From the end of the warm-up to the end of the run: told when each comes."""

    def __init__(self, begin: Callable[[], Callable[[], dict[str, Any]]]) -> None:
        self._begin = begin
        self._end: Callable[[], dict[str, Any]] = dict
        self._at = 0.0
        self.seconds = 0.0
        self.shares: dict[str, Any] = {}
        self.rates: dict[str, float] = {}

    def start(self) -> None:
        gc.collect()
        gc.freeze()
        self._end = self._begin()
        self._at = time.perf_counter()

    def stop(self, tally: Tally) -> None:
        self.seconds = time.perf_counter() - self._at
        self.shares = self._end()
        self.rates = {
            "moves": tally.arrivals / self.seconds,
            "states": tally.states / self.seconds,
            "messages": tally.messages / self.seconds,
        }


class Spread(NamedTuple):
    """Milliseconds."""

    p50: float
    p95: float
    p99: float
    max: float


def spread(seconds: list[float]) -> dict[str, float] | None:
    if not seconds:
        return None
    cuts = quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else [seconds[0]] * 99
    found = Spread(median(seconds), cuts[94], cuts[98], max(seconds))
    return {name: value * 1000 for name, value in found._asdict().items()}
