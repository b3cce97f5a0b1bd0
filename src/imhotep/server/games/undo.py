"""Taking back: at once where nothing was revealed, else if the others agree."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from imhotep.server.errors import Refused, Stale
from imhotep.server.games.live import Asked, Live

Undo = Literal["now", "alone", "ask"]

MOST_ENTRIES = (
    1_000  # of a game in which something is taken back; a long one has 300, and each is read when it is loaded
)


def undo_of(live: Live, seats: Sequence[int]) -> Undo | None:
    """How who sits on these seats can take something back: by `undo` at once, or by `ask_undo`, which is done at once
    where all others are bots, and else if they agree."""
    game = live.game
    if not seats or game.is_over or game.out or not game.ply or live.entries >= MOST_ENTRIES:
        return None
    alone = all(seat.bot is not None or seat.seat in seats for seat in live.seats)
    if (not alone or game.last_decided(seats) == game.ply) and any(game.can_undo(seat) for seat in seats):
        return "now"  # among bots a bot's decision alone is not: it would only decide again
    if not game.last_decided(seats):
        return None
    return "alone" if alone else "ask"


def undo(live: Live, seats: Sequence[int], at: int) -> None:
    _refuse_endless(live)
    if live.game.is_over or not any(live.game.can_undo(seat) for seat in seats):
        raise Refused("this can't be taken back without the consent of the others", "no_undo")
    live.game.undo()
    live.clocks.go_on(at)


def ask_undo(live: Live, person: str, seats: Sequence[int], seat: int, at: int) -> None:
    """Where there is nobody to ask, it is done at once; and what could be taken back without asking, by the same rule:
    the game stays rated."""
    _refuse_endless(live)
    if live.game.is_over or live.game.out:
        raise Refused("nothing can be taken back after the end, or once somebody has left", "no_undo")
    mine = [own for own in live.game.deciders if own in seats]
    if not mine:
        raise Refused("you have nothing to take back", "no_undo")
    if live.asked is not None and live.asked.seat not in seats:
        raise Refused("somebody else has already asked", "asked")
    if undo_of(live, seats) == "now":
        undo(live, seats, at)
        return
    asked = live.asked or Asked(seat=mine[-1] if len(seats) > 1 else seat)
    _agree(live, asked, live.others_of(person), at)


def answer_undo(live: Live, person: str, seats: Sequence[int], agree: bool, at: int) -> None:
    asked = live.asked
    if asked is None:
        raise Stale("nobody is asking any more")
    if not agree:  # also by who asked
        live.asked = None
        return
    if asked.seat in seats:
        raise Refused("the others have to agree", "asked")
    asker = live.seats[asked.seat].person
    assert asker is not None
    agreed = sorted({*asked.agreed, *seats})
    _agree(live, msgspec.structs.replace(asked, agreed=agreed), live.others_of(asker), at)


def _refuse_endless(live: Live) -> None:
    if live.entries >= MOST_ENTRIES:
        raise Refused("so much was taken back in this game that nothing more can be", "no_undo")


def _agree(live: Live, asked: Asked, needed: Sequence[int], at: int) -> None:
    """Once all agree, back to the last decision of who asked."""
    live.asked = asked
    if not set(needed) <= set(asked.agreed):
        return
    while live.game.deciders[-1] != asked.seat:
        live.game.undo(by_consent=True)
    live.game.undo(by_consent=True)
    live.unrated = live.unrated or "undo"
    live.clocks.go_on(at)
