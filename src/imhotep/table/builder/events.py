"""The journal of Builder of Egypt in the table's words."""

from imhotep.engine.builder.vocabulary import NOWHERE
from imhotep.engine.builder.vocabulary import Event as Raw
from imhotep.engine.kernel import EVERYBODY, FORCED
from imhotep.table.builder.words import CARD_IDS, SITE_IDS, SOURCE_IDS
from imhotep.table.kind import RawEvent
from imhotep.table.moves import Event

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
}
FROM_ONE = ("round", "ship", "space", "place")
REVEALING = frozenset(
    (
        Raw.ROUND_BEGAN,
        Raw.CARD_DEALT,
        Raw.CARD_DEALT_DOWN,
        Raw.CARDS_LOOKED_AT,
        Raw.CARD_KEPT,
        Raw.CARD_DRAWN,
        Raw.PILE_SHUFFLED,
    )
)


def event_of(raw: RawEvent, move: str, viewer: int | None) -> Event:
    """What `viewer` sees of it; `move` is the notation of a forced answer."""
    kind, seat, at, what, more, seen = raw
    if kind == FORCED:
        return Event(kind="forced", seat=int(seat), move=move)
    name, *fields = FIELDS[int(kind)]
    hidden = seen != EVERYBODY and (viewer is None or not seen >> viewer & 1)
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
    return kind in REVEALING or (kind == Raw.CARD_DISCARDED and more == 1)
