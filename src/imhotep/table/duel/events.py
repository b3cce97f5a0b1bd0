"""The journal of The Duel in the table's words. Everybody sees everything."""

from collections.abc import Sequence

from imhotep.engine.duel.vocabulary import Event as Raw
from imhotep.engine.kernel import FORCED
from imhotep.table.duel.words import BOAT_IDS, SOURCE_IDS
from imhotep.table.moves import Event
from imhotep.table.rules import RawEvent

# What the fields at, what and more of each kind are; "seat" stands for the seat, "-" for nothing.
FIELDS: dict[int, tuple[str, str, str, str, str]] = {
    Raw.GAME_BEGAN: ("game_began", "seat", "-", "-", "-"),
    Raw.TOKEN_LOADED: ("token_loaded", "-", "token", "boat", "space"),
    Raw.TURN_BEGAN: ("turn_began", "seat", "-", "-", "-"),
    Raw.PASSED: ("passed", "seat", "-", "-", "-"),
    Raw.STOPPED: ("stopped", "seat", "-", "-", "-"),
    Raw.MEEPLE_PLACED: ("meeple_placed", "seat", "harbour", "-", "-"),
    Raw.BOAT_UNLOADED: ("boat_unloaded", "seat", "boat", "count", "-"),
    Raw.MEEPLE_RETURNED: ("meeple_returned", "seat", "harbour", "-", "-"),
    Raw.TOKEN_UNLOADED: ("token_unloaded", "seat", "token", "boat", "space"),
    Raw.TOKEN_REMOVED: ("token_removed", "-", "token", "boat", "space"),
    Raw.BOAT_LEFT: ("boat_left", "-", "boat", "-", "-"),
    Raw.ACTION_PLAYED: ("action_played", "seat", "token", "-", "-"),
    Raw.TOKENS_SWAPPED: ("tokens_swapped", "seat", "boat", "space", "second_space"),
    Raw.TOKEN_TAKEN: ("token_taken", "seat", "token", "boat", "space"),
    Raw.RESERVE_LOADED: ("reserve_loaded", "-", "token", "boat", "space"),
    Raw.FIRST_TO_FIVE: ("first_to_five", "seat", "-", "-", "-"),
    Raw.POINTS: ("points", "seat", "source", "points", "-"),
    Raw.GAME_ENDED: ("game_ended", "-", "-", "-", "-"),
}
REVEALING = frozenset((Raw.GAME_BEGAN, Raw.TOKEN_LOADED, Raw.RESERVE_LOADED))


def event_of(raw: RawEvent, move: str, tokens: Sequence[str]) -> Event:
    """`move` is the notation of a forced answer, `tokens` are the ids of this edition's."""
    kind, seat, *values, _ = raw
    if kind == FORCED:
        return Event(kind="forced", seat=int(seat), move=move)
    name, *fields = FIELDS[int(kind)]
    found: dict[str, int | str] = {}
    for field, value in zip(fields, (seat, *values), strict=True):
        match field:
            case "-":
                pass
            case "token":
                found[field] = tokens[value]
            case "boat":
                found[field] = BOAT_IDS[value]
            case "source":
                found[field] = SOURCE_IDS[value]
            case "harbour":
                found["row"], found["column"] = int(value) // 3 + 1, int(value) % 3 + 1
            case "space" | "second_space":
                found[field] = int(value) + 1
            case _:
                found[field] = int(value)
    return Event(kind=name, **found)  # type: ignore[arg-type]  # each field has its own type


def reveals(raw: RawEvent) -> bool:
    """Whether somebody learned something by it (P2)."""
    return raw[0] in REVEALING
