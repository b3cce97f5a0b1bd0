"""What a seat may know of a Duel position, as plain typed data. Seats count from 0, everything else from 1.

Nothing in The Duel is known to one player alone: both, and whoever watches, see the same. Only who decides is also told
what is asked and the moves there are.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from imhotep.engine.duel.game import Duel
from imhotep.engine.duel.sites import ObeliskB, Tomb
from imhotep.engine.duel.vocabulary import CARGO, EMPTY, LINES, SPACES, TEMPLES, TOMBS, Site
from imhotep.engine.kernel import Position
from imhotep.table.duel.edition import DuelEdition, standard
from imhotep.table.duel.values import edition_of, smaller_points, token_ids
from imhotep.table.duel.words import ACTION_IDS, BOAT_IDS, SITE_IDS, SOURCE_IDS
from imhotep.table.editions import Part
from imhotep.table.moves import Move
from imhotep.table.rules import Look
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
    printed: bool  # unless a house rule or an edition of one's own changes them


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
    refills: int  # how many boats can be loaded from the supply; `waiting` ones have a claim to theirs
    waiting: list[str]  # boats that are loaded at the end of the turn, by the house rule
    removed: list[str]  # tokens in the box, in the order in which they came there
    unseen: dict[str, int]  # what lies in supply and reserve together, by token
    unloadings: int  # so far
    rules: dict[str, bool]  # house rules
    edition: str  # whose values these are, by name and version
    is_over: bool
    decider: int | None
    question: str | None  # what the viewer is asked, if it is the decider
    moves: list[Move]  # and what it may answer


def views(position: Duel, setup: Setup, looks: Sequence[Look]) -> list[DuelView]:
    """Nothing is hidden from one and not from the other: only who is asked differs."""
    first = _view(position, setup, looks[0])
    others = [replace(first, seat=look.seat, question=look.question, moves=look.moves) for look in looks[1:]]
    return [first, *others]


def _view(position: Duel, setup: Setup, look: Look) -> DuelView:
    ids = token_ids(edition_of(setup))
    return DuelView(
        game=setup.game,
        sides=setup.sides,
        seat=look.seat,
        seats=[_seat(position, number, look.names[number], setup) for number in range(setup.players)],
        sites=_sites(setup),
        harbour=[
            SpaceView(row=space // 3 + 1, column=space % 3 + 1, owner=_owner(position.spaces[space]))
            for space in range(SPACES)
        ],
        boats=[_boat(position, boat, ids) for boat in range(LINES)],
        reserve=int(position.reserve.count),
        supply=int(position.supply.count),
        refills=int(position.supply.count) // int(CARGO),
        waiting=[BOAT_IDS[boat] for boat in position.waiting.to_list()],
        removed=[ids[token] for token in position.box.to_list()],
        unseen=_counted(position.supply.to_list() + position.reserve.to_list(), ids),
        unloadings=int(position.unloads),
        edition=str(setup.editions["duel"]),
        rules={name: bool(value) for name, value in setup.house_rules.items()},
        is_over=look.is_over,
        decider=None if look.is_over else int(position.decider()),
        question=look.question,
        moves=look.moves,
    )


def _owner(seat: int) -> int | None:
    return None if seat == EMPTY else int(seat)


def _counted(tokens: list[int], ids: Sequence[str]) -> dict[str, int]:
    return {ids[token]: tokens.count(token) for token in sorted(set(tokens))}


def _boat(position: Duel, boat: int, ids: Sequence[str]) -> BoatView:
    cargo = [int(position.cargo[boat * CARGO + space]) for space in range(CARGO)]
    return BoatView(
        boat=BOAT_IDS[boat],
        moored=position.afloat[boat] > 0,
        cargo=[ids[token] or None for token in cargo],
        meeples=int(position.lines[boat]),
    )


def _seat(position: Duel, number: int, name: str, setup: Setup) -> SeatView:
    player = position.players[number]
    return SeatView(
        name=name,
        color=setup.colors[number],
        starts=position.starter == number,
        hand=int(player.hand),
        placed=sum(owner == number for owner in position.spaces),
        actions=[id for id, count in zip(ACTION_IDS, player.actions, strict=True) for _ in range(count)],
        obelisk=_obelisk(position, number),
        temple=_temple(position, number, setup),
        pyramids=_pyramids(position, number),
        tomb=_tomb(position, number),
        points=points_of(position, number),
        score=int(position.score(number)),
    )


def points_of(position: Position, seat: int) -> dict[str, int]:
    """By source, if the game ended now."""
    return {id: int(position.points(seat, source)) for source, id in enumerate(SOURCE_IDS)}


def _obelisk(position: Duel, seat: int) -> ObeliskView:
    board = position.boards[Site.OBELISK]
    turned = isinstance(board, ObeliskB) and board.first == seat
    return ObeliskView(tokens=int(board.counts[seat]), first_to_five=turned)


def _temple(position: Duel, seat: int, setup: Setup) -> TempleView:
    counts, symbols = position.boards[Site.TEMPLE].counts, edition_of(setup).symbols()
    tokens = {number: int(counts[seat * TEMPLES + kind]) for kind, number in enumerate(symbols)}
    sets = [[number for number in symbols if tokens[number] > place] for place in range(max(tokens.values()))]
    return TempleView(tokens=tokens, sets=sets if setup.sides[Site.TEMPLE] == "B" else [])


def _pyramids(position: Duel, seat: int) -> PyramidsView:
    counts = position.boards[Site.PYRAMIDS].counts
    return PyramidsView(light=int(counts[seat * 2]), dark=int(counts[seat * 2 + 1]))


def _tomb(position: Duel, seat: int) -> TombView:
    board = position.boards[Site.TOMB]
    assert isinstance(board, Tomb)
    numbers = [number + 1 for number in range(TOMBS) if board.counts[seat * TOMBS + number]]
    sizes = [(first, int(board.group(seat, first))) for first in range(TOMBS)]
    groups = [list(range(first + 1, first + 1 + size)) for first, size in sizes if size]
    return TombView(numbers=numbers, groups=groups)


def _sites(setup: Setup) -> dict[str, SiteView]:
    """With the house rule's value where there is one."""
    edition, sites = edition_of(setup), {}
    for id, side in zip(SITE_IDS, setup.sides, strict=True):
        values = _values(edition, id, side)
        if (id, side) == ("pyramids", "B"):
            values["smaller"] = smaller_points(setup)
        sites[id] = SiteView(side=side, values=values, printed=values == _values(standard().values, id, side))
    return sites


def _values(edition: DuelEdition, site: str, side: str) -> dict[str, int | list[int]]:
    values: dict[str, int | list[int]] = msgspec.to_builtins(getattr(getattr(edition, site), side))
    return {name: value for name, value in values.items() if name not in (*Part.__struct_fields__, "english_four")}
