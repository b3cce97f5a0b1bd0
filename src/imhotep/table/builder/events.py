"""The journal of Builder of Egypt in the table's words."""

from imhotep.engine.builder.vocabulary import COLUMNS, NOWHERE
from imhotep.engine.builder.vocabulary import Event as Raw
from imhotep.engine.kernel import EVERYBODY, FORCED
from imhotep.table.builder.words import CARD_IDS, SITE_IDS, SOURCE_IDS
from imhotep.table.moves import Event
from imhotep.table.rules import RawEvent

# What the fields at, what and more of each kind are; "seat" stands for the seat, "-" for nothing.
FIELDS: dict[int, tuple[str, str, str, str, str]] = {
    Raw.ROUND_BEGAN: ("round_began", "seat", "round", "-", "-"),
    Raw.SHIP_READY: ("ship_ready", "-", "ship", "size", "minimum"),
    Raw.CARD_DEALT: ("card_dealt", "-", "card", "space", "-"),
    Raw.CARD_DEALT_DOWN: ("card_dealt_down", "-", "-", "space", "-"),
    Raw.TURN_BEGAN: ("turn_began", "seat", "-", "-", "-"),
    Raw.PASSED: ("passed", "seat", "-", "-", "-"),
    Raw.STONES_TAKEN: ("stones_taken", "seat", "-", "count", "-"),
    Raw.STONE_LOADED: ("stone_loaded", "seat", "ship", "space", "-"),
    Raw.SHIP_SAILED: ("ship_sailed", "seat", "ship", "site", "-"),
    Raw.STONE_ORDERED: ("stone_ordered", "seat", "ship", "place", "-"),
    Raw.STONE_UNLOADED: ("stone_unloaded", "seat", "ship", "space", "site"),
    Raw.STONE_QUARRIED: ("stone_quarried", "seat", "site", "-", "-"),
    Raw.STONE_BUILT: ("stone_built", "seat", "site", "place", "-"),
    Raw.TOWER_BUILT: ("tower_built", "seat", "site", "place", "-"),
    Raw.STONE_RETURNED: ("stone_returned", "seat", "ship", "space", "-"),
    Raw.CARD_PICKED: ("card_picked", "seat", "card", "space", "-"),
    Raw.CARDS_LOOKED_AT: ("cards_looked_at", "seat", "-", "space", "count"),
    Raw.CARD_KEPT: ("card_kept", "seat", "card", "space", "-"),
    Raw.CARD_DRAWN: ("card_drawn", "seat", "card", "-", "-"),
    Raw.CARD_PLAYED: ("card_played", "seat", "card", "-", "-"),
    Raw.CARD_DISCARDED: ("card_discarded", "-", "card", "space", "-"),
    Raw.PILE_SHUFFLED: ("pile_shuffled", "-", "-", "count", "-"),
    Raw.DECLINED: ("declined", "seat", "site", "-", "-"),
    Raw.POINTS: ("points", "seat", "source", "points", "place"),
    Raw.ROUND_ENDED: ("round_ended", "-", "round", "-", "-"),
    Raw.GAME_ENDED: ("game_ended", "-", "-", "-", "-"),
    Raw.STONE_RAFTED: ("stone_rafted", "seat", "site", "-", "-"),
    Raw.COIN_PAID: ("coin_paid", "seat", "-", "-", "-"),
    Raw.SCAFFOLD_TURNED: ("scaffold_turned", "-", "token", "-", "-"),
    Raw.SCAFFOLD_LEFT_OUT: ("scaffold_left_out", "-", "token", "-", "-"),
    Raw.IMHOTEP_MOVED: ("imhotep_moved", "seat", "space", "-", "-"),
    Raw.CHARIOT_MOVED: ("chariot_moved", "seat", "track", "-", "-"),
    Raw.TOMB_TURNED: ("tomb_turned", "-", "token", "-", "-"),
    Raw.TOMB_TAKEN: ("tomb_taken", "seat", "token", "-", "-"),
    Raw.TOMB_REMOVED: ("tomb_removed", "-", "token", "-", "-"),
    Raw.TOKEN_ADDED: ("token_added", "seat", "place", "way", "row"),
    Raw.TOKEN_PUT_BACK: ("token_put_back", "seat", "place", "-", "-"),
    Raw.PROPHECY_DRAWN: ("prophecy_drawn", "-", "-", "prophecy", "-"),
    Raw.PROPHESIED: ("prophesied", "seat", "prophecy", "period", "-"),
    Raw.PROPHECY_FULFILLED: ("prophecy_fulfilled", "seat", "prophecy", "-", "-"),
    Raw.PROPHECY_FAILED: ("prophecy_failed", "seat", "prophecy", "-", "-"),
    Raw.CARDS_DRAWN_TO_LOOK: ("cards_drawn_to_look", "seat", "-", "count", "-"),
    Raw.CARD_SHOWN: ("card_shown", "seat", "card", "-", "-"),
}
FROM_ONE = ("round", "ship", "space", "place", "token", "prophecy", "period", "row")
REVEALING = frozenset(
    (
        Raw.ROUND_BEGAN,
        Raw.CARD_DEALT,
        Raw.CARD_DEALT_DOWN,
        Raw.CARDS_LOOKED_AT,
        Raw.CARD_KEPT,
        Raw.CARD_DRAWN,
        Raw.PILE_SHUFFLED,
        Raw.SCAFFOLD_TURNED,
        Raw.TOMB_TURNED,
        Raw.CARDS_DRAWN_TO_LOOK,
        Raw.CARD_SHOWN,
    )
)


def event_of(raw: RawEvent, move: str, viewer: int | None) -> Event:
    """What `viewer` sees of it; `move` is the notation of a forced answer."""
    kind, seat, at, what, more, seen = raw
    hidden = seen != EVERYBODY and (viewer is None or not seen >> viewer & 1)
    if kind == FORCED:
        return Event(kind="forced", seat=int(seat), move=None if hidden else move)
    name, *fields = FIELDS[int(kind)]
    found: dict[str, int | str | None] = {}
    for field, value in zip(fields, (seat, at, what, more), strict=True):
        if field == "-":
            continue
        if field == "card":
            found[field] = None if hidden else CARD_IDS[value]
        elif field == "site":
            found[field] = SITE_IDS[value]
        elif field == "source":
            found[field] = SOURCE_IDS[value]
        elif field == "way":
            found["turning"], found["column"] = int(value) // int(COLUMNS) + 1, int(value) % int(COLUMNS) + 1
        elif field in FROM_ONE:
            found[field] = None if value == NOWHERE else int(value) + 1
        else:
            found[field] = int(value)
    if name == "stone_returned" and found["ship"] is None:
        found["space"] = None
    return Event(kind=name, **found)  # type: ignore[arg-type]  # each field has its own type


def reveals(raw: RawEvent) -> bool:
    """Whether somebody learned something by it (P2)."""
    kind, _, _, _, more, _ = raw
    return kind in REVEALING or (kind in (Raw.CARD_DISCARDED, Raw.CARD_PLAYED) and more == 1)
