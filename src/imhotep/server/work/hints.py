"""A hint in a running game: only where all others are bots, and then the game is not rated."""

from typing import Annotated

import msgspec
from msgspec import Meta

from imhotep.lab.analysis.hints import Hint
from imhotep.server.errors import Forbidden, Refused, Unknown
from imhotep.server.games.commands import GameCommands
from imhotep.server.games.live import Games, Live
from imhotep.server.work.bot_pool import BotPool
from imhotep.server.work.bot_worker import HintQuestion
from imhotep.table.errors import ImhotepError
from imhotep.table.record import entry_text, head_of
from imhotep.workers.pool import UnansweredError


class Wish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How thoroughly; and a move whose cost is to be told, too."""

    sims: Annotated[int, Meta(ge=50, le=10_000)] = 2_000
    move: Annotated[str, Meta(max_length=200)] | None = None


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    entries: int  # of the game that it is about
    hint: Hint


async def advise(games: Games, commands: GameCommands, bots: BotPool, table: str, person: str, wish: Wish) -> Advice:
    """What the lab would do in this person's place, with what it may know."""
    if not bots.count:
        raise Unknown("this server doesn't give hints", "no_hints")
    async with games.hold(table) as live:
        _check(live, person, wish)
    await commands.help(table, person)
    async with games.hold(table) as live:
        _check(live, person, wish)
        game, entries = live.game, live.entries
        question = HintQuestion(
            head=head_of(game),
            entries=[entry_text(game, entry) for entry in game.entries],
            sims=wish.sims,
            move=wish.move,
        )
    try:
        return Advice(entries=entries, hint=await bots.advise(question, person))
    except UnansweredError as error:
        raise Refused(f"no hint could be found: {error}", "no_hints") from None


def _check(live: Live, person: str, wish: Wish) -> None:
    if live.game.decider is None or live.game.decider not in live.seats_of(person):
        raise Forbidden("it isn't your decision", "not_your_decision")
    try:
        refusal = None if wish.move is None else live.game.why_not(wish.move)
        if refusal is not None:
            raise refusal
    except ImhotepError as error:  # or not even a move
        raise Refused(str(error), "illegal") from None
