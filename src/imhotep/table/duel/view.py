"""What a seat may know of a Duel position, as plain typed data. Seats count from 0, everything else from 1.

Nothing in The Duel is known to one player alone: both, and whoever watches, see the same. Only who decides is also told
what is asked and the moves there are.
"""

from collections.abc import Sequence

from msgspec import Struct

from imhotep.engine.duel.game import Duel
from imhotep.engine.duel.vocabulary import CARGO, EMPTY, LINES, SITES, SPACES, Source
from imhotep.table.duel.edition import DuelEdition
from imhotep.table.duel.values import edition_of, token_ids
from imhotep.table.duel.words import ACTION_IDS, BOAT_IDS, SOURCE_IDS
from imhotep.table.moves import Move
from imhotep.table.setup import Setup


class SpaceView(Struct, frozen=True, kw_only=True):
    """A space of the harbour."""

    row: int
    column: int
    owner: int | None  # seat whose meeple stands there


class BoatView(Struct, frozen=True, kw_only=True):
    boat: str  # "row 1" to "row 3", at the right from the top; "column 1" to "column 3", at the bottom from the left
    moored: bool  # False once it has left the game
    cargo: list[str | None]  # tokens from the harbour outwards: spaces 1, 2, 3
    meeples: int  # in its row or column


class ObeliskView(Struct, frozen=True, kw_only=True):
    tokens: int
    first_to_five: bool  # side B: whether this player's fifth token is turned over


class TempleView(Struct, frozen=True, kw_only=True):
    tokens: dict[int, int]  # how many there are of each number of symbols
    sets: list[list[int]]  # side B: as they count, each with its numbers of symbols


class PyramidsView(Struct, frozen=True, kw_only=True):
    light: int
    dark: int


class TombView(Struct, frozen=True, kw_only=True):
    numbers: list[int]
    groups: list[list[int]]  # connected numbers


class SeatView(Struct, frozen=True, kw_only=True):
    name: str
    color: str
    starts: bool  # and so loses a tie
    hand: int  # meeples that can be placed
    placed: int  # meeples on the harbour
    actions: list[str]  # action tokens
    obelisk: ObeliskView
    temple: TempleView
    pyramids: PyramidsView
    tomb: TombView
    points: dict[str, int]  # by source: what all this is worth if the game ended now
    score: int


class SiteView(Struct, frozen=True, kw_only=True):
    """What a side pays: the printed values that matter on it."""

    side: str
    values: dict[str, int | list[int]]


class DuelView(Struct, frozen=True, kw_only=True):
    game: str
    sides: str
    seat: int | None  # who sees this
    seats: list[SeatView]
    sites: dict[str, SiteView]
    harbour: list[SpaceView]  # row by row
    boats: list[BoatView]
    reserve: int  # tokens face down at the harbour
    supply: int  # tokens face down beside it
    refills: int  # how many boats can still be loaded from the supply
    waiting: list[str]  # boats that are loaded at the end of the turn, by the house rule
    removed: list[str]  # tokens in the box, in the order in which they came there
    unseen: dict[str, int]  # what lies in supply and reserve together, by token
    unloadings: int  # so far
    rules: dict[str, bool]  # house rules
    is_over: bool
    decider: int | None
    question: str | None  # what the viewer is asked, if it is the decider
    moves: list[Move]  # and what it may answer
