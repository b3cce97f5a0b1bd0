"""Decisions in running games: each is checked, written, and only then answered and told to others.

Whoever sends a command says how many entries of the game it has seen, and gives the command an id of its own. So of two
commands that answer the same question one wins, and sending one again changes nothing.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, insert, text, update

from imhotep.server.errors import Forbidden, Refused, Stale
from imhotep.server.live import Games, Live
from imhotep.server.moments import Moments
from imhotep.server.storage import schema
from imhotep.server.storage.database import Database
from imhotep.table.errors import ImhotepError
from imhotep.table.game import Game
from imhotep.table.record import entry_text

CHANNEL = "imhotep"  # on which PostgreSQL tells other processes
STAND_IN = "architect"  # the bot that plays on for whoever left


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody wants to do in a running game."""

    id: str  # the sender's own: the same one sent again changes nothing
    entries: int  # how many the sender has seen
    action: Literal["move", "undo", "resign"]
    text: str = ""  # of a move
    seat: int | None = None  # of who resigns, where several sit at one screen


class Done(msgspec.Struct, frozen=True, kw_only=True):
    entries: int  # of the game by now
    repeated: bool  # it had been done before


class Play:
    """The only door to running games, for people, bots and the clock."""

    def __init__(
        self, database: Database, games: Games, moments: Moments, on_change: Callable[[Live], None] = lambda live: None
    ) -> None:
        self._database = database
        self._games = games
        self._moments = moments
        self._on_change = on_change

    async def perform(self, table: str, person: str, command: Command) -> Done:
        """Carry out what a person sent."""
        live = await self._games.get(table)
        async with live.lock:
            if command.id in live.commands:
                return Done(entries=live.entries, repeated=True)
            if command.entries != live.entries:
                raise Stale("something has happened meanwhile")
            seats = live.seats_of(person)
            if not seats:
                raise Forbidden("you don't play here")
            try:
                return await self._carry_out(live, command.id, lambda at: _act(live, seats, command, at))
            except Stale:  # by the same command, if a process that was killed had sent it to the database before
                stored = await self._games.get(table)
                if command.id not in stored.commands:
                    raise
                return Done(entries=stored.entries, repeated=True)

    async def decide(self, table: str, seat: int, entries: int, move: str) -> Done:
        """A bot's answer to the question that was due when the game had so many entries."""
        live = await self._games.get(table)
        async with live.lock:
            if entries != live.entries or live.game.decider != seat or live.seats[seat].bot is None:
                raise Stale("this question was answered already")
            return await self._carry_out(live, None, lambda at: _move(live, seat, move, at))

    async def time_out(self, table: str, seat: int, entries: int) -> Done:
        """The clock of who decides has run out, if it really has."""
        live = await self._games.get(table)
        async with live.lock:
            due = None if live.game.decider != seat else live.clocks.due(seat)
            if entries != live.entries or due is None or due > self._moments.now():
                raise Stale("the clock was stopped in time")
            return await self._carry_out(live, None, lambda at: _leave(live, seat, live.game.time_out, at))

    async def _carry_out(self, live: Live, command: str | None, act: Callable[[int], None]) -> Done:
        """In memory, then on disk. If that fails, what is in memory is thrown away."""
        before, at = live.entries, self._moments.now()
        try:
            act(at)
        except ImhotepError as error:
            raise Refused(str(error), "illegal") from None
        append = appending(live, before, at, command)
        try:
            await self._database.write(append)
        except BaseException:
            self._games.forget(live.id)
            raise
        if command is not None:
            live.commands[command] = before + 1
        live.changes += 1
        self._on_change(live)
        return Done(entries=live.entries, repeated=False)


# --- what can be done


def _act(live: Live, seats: Sequence[int], command: Command, at: int) -> None:
    if command.action == "move":
        decider = live.game.decider
        if decider is None or decider not in seats:
            raise Forbidden("it is not your decision", "not_your_decision")
        _move(live, decider, command.text, at)
    elif command.action == "undo":
        _undo(live, seats, at)
    else:
        seat = seats[0] if command.seat is None else command.seat
        if seat not in seats:
            raise Forbidden("that is not your seat")
        _leave(live, seat, live.game.resign, at)


def _move(live: Live, seat: int, move: str, at: int) -> None:
    refusal = live.game.why_not(move)  # before the clock is stopped
    if refusal is not None:
        raise refusal
    live.game.play(move, seat=seat, clock=live.clocks.stop(seat, at))


def _undo(live: Live, seats: Sequence[int], at: int) -> None:
    if not any(live.game.can_undo(seat) for seat in seats):
        raise Refused("this can't be taken back without the consent of the others", "no_undo")
    live.game.undo()
    live.clocks.go_on(at)


def _leave(live: Live, seat: int, leave: Callable[[int], None], at: int) -> None:
    """With two players the game is over; with more a bot plays on, so that the others can finish."""
    was_deciding = live.game.decider == seat
    leave(seat)
    live.seats[seat].left = live.game.out[seat]
    if live.game.is_over:
        return
    live.seats[seat].bot = STAND_IN
    live.game.take_over(seat, _stand_in_name(live.game, seat))
    if was_deciding:
        live.clocks.go_on(at)


def _stand_in_name(game: Game, seat: int) -> str:
    return f"{game.names[seat][:30]} (bot)"


# --- on disk


def appending(live: Live, before: int, at: int, command: str | None) -> Callable[[Connection], None]:
    """The job that writes what is new. Somebody else's entry with the same number makes it fail as a whole."""
    game = live.game
    rows = [
        {"table": live.id, "number": number, "text": entry_text(game, entry), "at": at, "command": None}
        for number, entry in enumerate(game.entries[before:], before + 1)
    ]
    rows[0]["command"] = command
    state = state_of(live)
    if game.is_over:
        state |= {"state": "over", "ended": at, "result": msgspec.json.encode(result_of(game)).decode()}
    gone = [seat for seat in live.seats if seat.left is not None]

    def append(connection: Connection) -> None:
        change = update(schema.tables).where(schema.tables.c.id == live.id, schema.tables.c.entries == before)
        done = connection.execute(change.values(changes=schema.tables.c.changes + 1, **state))
        if done.rowcount != 1:
            raise Stale("somebody else was faster")
        connection.execute(insert(schema.entries), rows)
        for seat in gone:
            where = update(schema.seats).where(schema.seats.c.table == live.id, schema.seats.c.seat == seat.seat)
            connection.execute(where.values(left=seat.left, bot=seat.bot))
        tell(connection, live.id)

    return append


def state_of(live: Live) -> dict[str, Any]:
    """What is stored about a running game only to find it: who is to decide, until when."""
    decider = live.game.decider
    return {
        "entries": live.entries,
        "decider": decider,
        "thinker": None if decider is None else live.seats[decider].bot,
        "claimed": None,
        "due": None if decider is None or live.seats[decider].bot else live.clocks.due(decider),
    }


def result_of(game: Game) -> dict[str, Any]:
    return {"winners": game.winners(), "scores": game.scores(), "left": {str(k): v for k, v in game.out.items()}}


def tell(connection: Connection, table: str) -> None:
    """Other processes, once this is committed."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_notify(:channel, :table)"), {"channel": CHANNEL, "table": table})
