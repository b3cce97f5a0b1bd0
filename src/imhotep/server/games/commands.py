"""Decisions in running games: each is checked, written, and only then answered and told to others.

Whoever sends a command says how many entries of the game it has seen, and gives the command an id of its own. So of two
commands that answer the same question one wins, and sending one again changes nothing.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, select, update

from imhotep.server.clock import WallClock
from imhotep.server.errors import Forbidden, Refused, Stale
from imhotep.server.games.endings import end_game
from imhotep.server.games.live import Asked, Games, Live
from imhotep.server.games.undo import answer_undo, ask_undo, undo
from imhotep.server.metrics import Metrics
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database, StorageError
from imhotep.server.storage.moves import APPEND, CHANGE, CHANGE_MOVED, Moves
from imhotep.server.storage.records import number_of
from imhotep.server.storage.signals import MOVED, ROOM, Signal, tell
from imhotep.table.errors import ImhotepError
from imhotep.table.game import Game
from imhotep.table.record import entry_text

STAND_IN = "architect"  # the bot that plays on for whoever left
ABSENT = 10 * 60 * 1000  # milliseconds of nobody there, after which the others may go on without who should decide
AWAY = "absent"  # why such a game is not rated, and how that player left it
ATTEMPTS = 3  # where another process changed something beside the game


CommandId = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"^[^\u0000]+$")]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody wants to do in a running game.

    `undo` takes back what may be taken back at once, `ask_undo` asks the others, who `agree` or `disagree`. `absent`
    says that who should decide is away: a bot goes on, and the game is not rated.
    """

    id: CommandId  # the sender's own: the same one again changes nothing
    entries: Annotated[int, Meta(ge=0)]  # how many the sender has seen
    action: Literal["move", "undo", "ask_undo", "agree", "disagree", "resign", "absent"]
    text: Annotated[str, Meta(max_length=200)] = ""  # of a move
    seat: int | None = None  # of who acts, where several sit at one screen


class Done(msgspec.Struct, frozen=True, kw_only=True):
    entries: int  # of the game by now
    repeated: bool  # it had been done before


class _Behind(Stale):
    """The sender has seen more than this process, which did not hear of it."""


OnChange = Callable[[Live, bool], None]
Act = Callable[[Live, int], None]  # changes a game, at a time


class GameCommands:
    """The only door to running games, for people, bots and the clock."""

    def __init__(
        self,
        database: Database,
        games: Games,
        clock: WallClock,
        on_change: Callable[[Live, bool], None] = lambda live, room: None,
        metrics: Metrics | None = None,
    ) -> None:
        """`on_change` hears of a game that changed, and whether anything that is seen from outside did."""
        self._database = database
        self._games = games
        self._clock = clock
        self._on_change = on_change
        self._metrics = metrics or Metrics()

    async def perform(self, table: str, person: str, command: Command) -> Done:
        """Carry out what a person sent."""

        def act(live: Live, at: int) -> None:
            if command.entries > live.entries:
                raise _Behind("something has happened in the meantime")
            if command.entries != live.entries:
                raise Stale("something has happened in the meantime")
            seats = live.seats_of(person)
            if not seats:
                raise Forbidden("you aren't playing here")
            _act(live, person, seats, command, at)

        if command.action == "absent":
            await self._must_be_away(table)
        return await self._metrics.command(command.action, self._once(table, f"{person} {command.id}", act))

    async def decide(self, table: str, seat: int, entries: int, move: str) -> Done:
        """A bot's answer to the question that was due when the game had so many entries."""

        def act(live: Live, at: int) -> None:
            if entries != live.entries or live.game.decider != seat or live.seats[seat].bot is None:
                raise Stale("this question has already been answered")
            _move(live, seat, move, at)

        return await self._metrics.command("bot_move", self._carry_out(table, None, act))

    async def time_out(self, table: str, seat: int, entries: int) -> Done:
        """The clock of who decides has run out, if it really has."""

        def act(live: Live, at: int) -> None:
            due = None if live.game.decider != seat else live.clocks.due(seat)
            if entries != live.entries or due is None or due > at:
                raise Stale("the clock was stopped in time")
            _leave(live, seat, live.game.time_out, at)

        return await self._metrics.command("time_out", self._carry_out(table, None, act))

    async def help(self, table: str, person: str) -> Game:
        """Hints and analysis while a game runs: only where all others are bots, and then it isn't rated."""

        def act(live: Live, _: int) -> None:
            if live.game.is_over:
                raise Stale("the game is over")
            if live.seats_of(person) == [] or live.others_of(person):
                raise Forbidden("help is only for games in which everybody else is a bot", "no_help")
            live.unrated = live.unrated or "help"

        await self._metrics.command("help", self._carry_out(table, None, act))
        return (await self._games.get(table)).game

    async def _once(self, table: str, command: str, act: Act) -> Done:
        """If it comes too late, or nobody knows whether it was stored, it may have been done: perhaps by a process that
        was killed."""
        try:
            return await self._carry_out(table, command, act)
        except (Stale, StorageError):
            if await self._database.read(lambda connection: number_of(connection, table, command)) is None:
                raise
            return Done(entries=(await self._games.get(table)).entries, repeated=True)

    async def _carry_out(self, table: str, command: str | None, act: Act) -> Done:
        """In memory, then on disk. If that fails, what is in memory is thrown away; if another process was faster, but
        with something beside the game, it is tried again."""
        for attempt in range(ATTEMPTS):
            async with self._games.hold(table) as live:
                before, at, was = live.entries, self._clock.now(), _beside(live)
                try:
                    act(live, at)
                except _Behind:
                    self._games.forget(table)
                    if attempt:
                        raise
                    continue
                except ImhotepError as error:
                    raise Refused(str(error), "illegal") from None
                if live.entries == before and _beside(live) == was:
                    return Done(entries=before, repeated=True)
                if live.entries > before:
                    live.asked = None
                room = _beside(live).seen != was.seen
                try:
                    await self._database.write(self._job(live, before, at, command, room))
                except BaseException as error:
                    self._games.forget(table)
                    if isinstance(error, Stale) and attempt < ATTEMPTS - 1:
                        continue
                    raise
                live.changes += 1
                self._on_change(live, room)
                return Done(entries=live.entries, repeated=False)
        raise AssertionError

    def _job(self, live: Live, before: int, at: int, command: str | None, room: bool) -> Callable[[Connection], None]:
        """Most changes are moves, which can be written together with others."""
        if room or live.game.out or live.entries == before:
            return _changing(live, before, at, command, room)
        return _moving(live, before, at, command)

    async def _must_be_away(self, table: str) -> None:
        """Neither deciding nor connected for a while."""
        live = await self._games.get(table)
        person, limit = live.deciding_person, self._clock.now() - ABSENT
        if live.clocks.pace.kind != "none":
            raise Refused("here the clock decides", "not_absent")
        query = select(schema.people.c.seen).where(schema.people.c.id == person)
        seen = await self._database.read(lambda connection: connection.execute(query).scalar())
        if person is None or live.clocks.began > limit or (seen is not None and seen > limit):
            raise Refused("the player to move was here a moment ago", "not_absent")


# --- what can be done


def _act(live: Live, person: str, seats: Sequence[int], command: Command, at: int) -> None:
    game = live.game
    if command.seat is not None and command.seat not in seats:
        raise Forbidden("that isn't your seat")
    seat = seats[0] if command.seat is None else command.seat
    match command.action:
        case "move":
            decider = game.decider
            if decider is None or decider not in seats:
                raise Forbidden("it isn't your decision", "not_your_decision")
            _move(live, decider, command.text, at)
        case "undo":
            undo(live, seats, at)
        case "ask_undo":
            ask_undo(live, person, seats, seat, at)
        case "agree" | "disagree":
            answer_undo(live, person, seats, command.action == "agree", at)
        case "resign":
            _leave(live, seat, game.resign, at)
        case "absent":
            decider = game.decider
            if decider is None or decider in seats or live.seats[decider].bot is not None:
                raise Refused("nobody else has to decide", "not_absent")
            _replace(live, decider, at)


def _move(live: Live, seat: int, move: str, at: int) -> None:
    live.game.play(move, seat=seat, clock=live.clocks.seconds_after(seat, at))
    live.clocks.stop(seat, at)  # only if that went well


def _leave(live: Live, seat: int, leave: Callable[[int], None], at: int) -> None:
    """With two players the game is over; with more a bot plays on, so that the others can finish."""
    was_deciding = live.game.decider == seat
    leave(seat)
    live.seats[seat].left = live.game.out[seat]
    if live.game.is_over:
        return
    _stand_in(live, seat)
    if was_deciding:
        live.clocks.go_on(at)


def _replace(live: Live, seat: int, at: int) -> None:
    """A bot plays on for somebody who is away, and may win: nobody loses, so nobody's rating changes."""
    live.unrated = live.unrated or AWAY
    live.seats[seat].left = AWAY
    _stand_in(live, seat)
    live.clocks.go_on(at)


def _stand_in(live: Live, seat: int) -> None:
    live.seats[seat].bot = STAND_IN
    live.game.take_over(seat, _stand_in_name(live.game, seat))


def _stand_in_name(game: Game, seat: int) -> str:
    """One that nobody else at the table has."""
    taken = {name.casefold() for name in game.names}
    for number in range(1, game.players + 2):
        name = f"{game.names[seat][:30]} (bot{'' if number == 1 else f' {number}'})"
        if name.casefold() not in taken:
            return name
    raise AssertionError


# --- on disk


def _moving(live: Live, before: int, at: int, command: str | None) -> Moves:
    """Nothing but new entries, in the middle of a game; told to other processes if there may be any."""
    rows, change = _new_entries(live, before, at, command), _changed(live, at)
    signal = _moved(live, change, live.changes + 1, [(row["text"], at) for row in rows])
    return Moves(change, rows, signal, Stale("somebody else was faster"))


def _new_entries(live: Live, before: int, at: int, command: str | None) -> list[dict[str, Any]]:
    rows = [
        {"table": live.id, "number": number, "text": entry_text(live.game, entry), "at": at, "command": None}
        for number, entry in enumerate(live.game.entries[before:], before + 1)
    ]
    if rows:
        rows[0]["command"] = command
    return rows


def _changed(live: Live, at: int | None) -> dict[str, Any]:
    return {"of_table": live.id, "before": live.changes, "changes": live.changes + 1, **state_of(live, at)}


def _moved(
    live: Live, change: dict[str, Any], changes: int = 0, entries: list[tuple[str, int]] | None = None
) -> Signal:
    return Signal(MOVED, live.id, live.deciding_person or "", change["thinker"] is not None, changes, entries or [])


def _changing(live: Live, before: int, at: int, command: str | None, room: bool) -> Callable[[Connection], None]:
    """Whatever else can happen. If somebody else has written meanwhile, it fails as a whole."""
    game, rows = live.game, _new_entries(live, before, at, command)
    change = _changed(live, at if rows else None)
    over = game.is_over and bool(rows)
    gone = [seat for seat in live.seats if seat.left is not None]
    signal = _moved(live, change)

    def append(connection: Connection) -> None:
        if connection.execute(CHANGE_MOVED if rows else CHANGE, change).rowcount != 1:
            raise Stale("somebody else was faster")
        if rows:
            connection.execute(APPEND, rows)
        for seat in gone:
            where = update(schema.seats).where(schema.seats.c.table == live.id, schema.seats.c.seat == seat.seat)
            connection.execute(where.values(left=seat.left, bot=seat.bot))
        if over:
            end_game(connection, live, at)
        tell(connection, signal)
        if room:
            tell(connection, Signal(ROOM, live.id))

    return append


def state_of(live: Live, at: int | None) -> dict[str, Any]:
    """What is stored about a running game only to find it: who is to decide, since when and until when."""
    decider = live.game.decider
    state = {
        "entries": live.entries,
        "decider": decider,
        "thinker": None if decider is None else live.seats[decider].bot,
        "due": None if decider is None or live.seats[decider].bot else live.clocks.due(decider),
        "unrated": live.unrated,
        "asked": None if live.asked is None else msgspec.json.encode(live.asked).decode(),
    }
    return state if at is None else state | {"moved": at, "claimed": None, "grace": live.clocks.grace}


class _Beside(NamedTuple):
    """What may change beside the game's own entries."""

    asked: Asked | None
    seen: tuple[Any, ...]  # from outside: by lists of tables and the like


def _beside(live: Live) -> _Beside:
    return _Beside(live.asked, (live.unrated, live.game.is_over, [seat.left for seat in live.seats]))
