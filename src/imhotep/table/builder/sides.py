"""What everybody sees of each side, as plain typed data. Seats count from 0, everything else from 1."""

from msgspec import Struct

from imhotep.engine.builder.burial_chamber import BurialChamber, BurialChamberC, BurialChamberD
from imhotep.engine.builder.obelisks import ObelisksA, ObelisksB, ObelisksC, ObelisksD
from imhotep.engine.builder.pyramids import PyramidsA, PyramidsB, PyramidsC, PyramidsD
from imhotep.engine.builder.state import Board
from imhotep.engine.builder.temple import Temple, TempleD
from imhotep.engine.builder.vocabulary import COLUMNS, EMPTY
from imhotep.table.builder.dynasty import DynastyEdition
from imhotep.table.builder.edition import BuilderEdition
from imhotep.table.builder.tokens import Shape, turnings

Square = tuple[int, int]  # of a great obelisk: column and row, from 1; row 1 is the lowest
LETTERS = "abcdef"  # of its columns


class SideView(Struct, frozen=True, kw_only=True):
    side: str
    stones: list[int]  # by seat, all of them: covered ones and those at the right edge too


# --- pyramids


class PyramidSpaceView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    points: int
    owner: int | None = None
    card: int = 0  # bonuses
    stones: int = 0
    load: int = 0


class PyramidsView(SideView, frozen=True, kw_only=True, tag="pyramids"):
    parts: list[list[PyramidSpaceView]]  # side A: its levels; side B: its pyramids from left to right
    edge: int  # stones at the right edge
    overflow: int  # points of each further one


class ScaffoldView(SideView, frozen=True, kw_only=True, tag="scaffold"):
    layers: list[list[PyramidSpaceView]]  # tokens turned over, the lowest first; the last one is being built on
    tokens: list[int]  # which ones they are
    left_out: list[int]
    coming: list[list[PyramidSpaceView]]  # those that lie face down, sorted: their order is unknown
    majority: int  # points for the most stones on a full token
    tied: int
    edge: int
    overflow: int


class CorridorView(SideView, frozen=True, kw_only=True, tag="corridor"):
    width: int
    height: int
    spaces: list[PyramidSpaceView]  # clockwise from the top left
    imhotep: int  # the space he stands on
    next: int | None  # the space of the next stone
    edge: int
    overflow: int


def pyramids_view(
    board: Board, base: BuilderEdition, dynasty: DynastyEdition
) -> PyramidsView | ScaffoldView | CorridorView:
    if isinstance(board, PyramidsC):
        return _scaffold(board, dynasty)
    if isinstance(board, PyramidsD):
        return _corridor(board, dynasty)
    parts: list[list[PyramidSpaceView]] = []
    if isinstance(board, PyramidsB):
        side, overflow, count = "B", base.pyramids.B.overflow, int(board.count)
        owners = [owner_or_none(owner) for owner in board.owners]
        for pyramid in base.pyramids.B.pyramids:
            part = [
                PyramidSpaceView(points=s.points, owner=owners.pop(0), card=s.card, stones=s.stones, load=s.load)
                for s in pyramid
            ]
            parts.append(part)
    else:
        assert isinstance(board, PyramidsA)
        side, overflow, count = "A", base.pyramids.A.overflow, int(board.count)
        owners = [int(board.owners[space]) if space < count else None for space in range(len(board.owners))]
        parts = [
            [PyramidSpaceView(points=points, owner=owners.pop(0)) for points in level]
            for level in base.pyramids.A.levels
        ]
    edge = max(0, count - sum(len(part) for part in parts))
    return PyramidsView(side=side, parts=parts, edge=edge, overflow=overflow, stones=built(board))


def _scaffold(board: PyramidsC, dynasty: DynastyEdition) -> ScaffoldView:
    scaffold = dynasty.pyramids.C
    turned = [int(board.layer_tokens[layer]) for layer in range(board.layers)]
    coming = sorted(board.tokens.to_list())
    owners = [int(board.owners[space]) for space in range(board.placed)]

    def token(number: int, stones: list[int]) -> list[PyramidSpaceView]:
        return [
            PyramidSpaceView(
                points=space.points,
                owner=stones[place] if place < len(stones) else None,
                card=space.card,
                stones=space.stones,
            )
            for place, space in enumerate(scaffold.tokens[number])
        ]

    layers: list[list[PyramidSpaceView]] = []
    for number in turned:
        size = len(scaffold.tokens[number])
        layers.append(token(number, owners[:size]))
        owners = owners[size:]
    return ScaffoldView(
        side="C",
        stones=built(board),
        layers=layers,
        tokens=[number + 1 for number in turned],
        left_out=[number + 1 for number in range(len(scaffold.tokens)) if number not in turned + coming],
        coming=[token(number, []) for number in coming],
        majority=scaffold.majority,
        tied=scaffold.tied,
        edge=sum(built(board)) - int(board.placed),
        overflow=scaffold.overflow,
    )


def _corridor(board: PyramidsD, dynasty: DynastyEdition) -> CorridorView:
    corridor = dynasty.pyramids.D
    following = board.next_free()
    return CorridorView(
        side="D",
        stones=built(board),
        width=corridor.width,
        height=corridor.height,
        spaces=[
            PyramidSpaceView(points=points, owner=owner_or_none(owner))
            for points, owner in zip(corridor.points, board.owners, strict=True)
        ],
        imhotep=int(board.imhotep) + 1,
        next=None if following == EMPTY else int(following) + 1,
        edge=sum(built(board)) - sum(owner != EMPTY for owner in board.owners),
        overflow=corridor.overflow,
    )


# --- temple


class TempleSpaceView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    owner: int | None = None  # of the visible stone
    height: int = 0
    points: int = 0
    stones: int = 0
    card: int = 0  # cards to draw, of which one is kept


class TempleView(SideView, frozen=True, kw_only=True, tag="temple"):
    spaces: list[TempleSpaceView]


class ArenaSpaceView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    arrowheads: int
    owner: int | None = None


class ArenaView(SideView, frozen=True, kw_only=True, tag="arena"):
    spaces: list[ArenaSpaceView]  # for stones, in order
    edge: int
    track: list[int]  # points at the end; the first is the start, the last the finish
    chariots: list[int]  # space of the track by seat, from 0: the start is 0
    beyond: int  # arrowheads of a stone at the edge
    at_the_finish: int  # points for each stone of who has arrived
    round_end: list[int]  # points by place


def temple_view(
    board: Board, side: str, base: BuilderEdition, dynasty: DynastyEdition, players: int
) -> TempleView | ArenaView:
    if isinstance(board, TempleD):
        return _arena(board, dynasty, players)
    assert isinstance(board, Temple)
    spaces: list[TempleSpaceView] = []
    room, count = len(board.visible), int(board.count)
    for number, owner in enumerate(board.visible):
        height = count // room + (number < count % room)
        if side == "A":
            points, stones, card = base.temple.A.visible_stone, 0, 0
        elif side == "B":
            gift = base.temple.B.gifts[number]
            points, stones, card = gift.points, gift.stones, gift.card
        else:
            treasure = dynasty.temple.C.gifts[number]
            points, stones, card = treasure.points, treasure.stones, treasure.draw
        space = TempleSpaceView(owner=owner_or_none(owner), height=height, points=points, stones=stones, card=card)
        spaces.append(space)
    return TempleView(side=side, spaces=spaces, stones=built(board))


def _arena(board: TempleD, dynasty: DynastyEdition, players: int) -> ArenaView:
    arena, count = dynasty.temple.D, int(board.count)
    return ArenaView(
        side="D",
        stones=built(board),
        spaces=[
            ArenaSpaceView(arrowheads=arrowheads, owner=int(board.owners[space]) if space < count else None)
            for space, arrowheads in enumerate(arena.arrowheads)
        ],
        edge=max(0, count - len(arena.arrowheads)),
        track=list(arena.track),
        chariots=[int(chariot) for chariot in board.chariots],
        beyond=arena.arrowheads_beyond,
        at_the_finish=arena.at_the_finish,
        round_end=list(arena.round_end[str(players)]),
    )


# --- burial chamber


class BurialChamberView(SideView, frozen=True, kw_only=True, tag="burial_chamber"):
    rows: int
    owners: list[int]  # column by column, each from the top
    points: list[int]  # side A: by size of area from 1; side B: by rank
    further: int  # side A: for each further stone of an area


class MoundView(SideView, frozen=True, kw_only=True, tag="mound"):
    levels: list[list[int | None]]  # owners, from the ground; spaces are numbered on from level to level
    free: list[int]  # spaces that a stone may be built on now
    most_levels: int  # that count
    edge: int
    overflow: int


class TombView(SideView, frozen=True, kw_only=True, tag="tomb"):
    rows: int
    columns: int
    owners: list[int | None]  # by number
    open: list[int]  # numbers that are turned over
    coming: list[int]  # numbers that lie face down, sorted: their order is unknown
    points: list[int]  # by size of area from 1
    further: int
    no_stone: int
    edge: int
    overflow: int


def burial_chamber_view(
    board: Board, side: str, base: BuilderEdition, dynasty: DynastyEdition
) -> BurialChamberView | MoundView | TombView:
    if isinstance(board, BurialChamberC):
        return _mound(board, dynasty)
    if isinstance(board, BurialChamberD):
        return _tomb(board, base, dynasty)
    assert isinstance(board, BurialChamber)
    chamber = base.burial_chamber
    return BurialChamberView(
        side=side,
        rows=int(board.values.chamber_rows),
        owners=[int(board.owners[cell]) for cell in range(board.count)],
        points=list(chamber.A.areas if side == "A" else chamber.B.by_rank),
        further=chamber.A.each_further_stone if side == "A" else 0,
        stones=built(board),
    )


def _mound(board: BurialChamberC, dynasty: DynastyEdition) -> MoundView:
    mound = dynasty.burial_chamber.C
    owners = [owner_or_none(owner) for owner in board.owners]
    levels: list[list[int | None]] = []
    for width in mound.levels:
        levels.append(owners[:width])
        owners = owners[width:]
    return MoundView(
        side="C",
        stones=built(board),
        levels=levels,
        free=[space + 1 for space in range(len(board.owners)) if board.no_space(space) == 0],
        most_levels=mound.most_levels,
        edge=sum(built(board)) - sum(owner != EMPTY for owner in board.owners),
        overflow=mound.overflow,
    )


def _tomb(board: BurialChamberD, base: BuilderEdition, dynasty: DynastyEdition) -> TombView:
    tomb, areas = dynasty.burial_chamber.D, base.burial_chamber.A
    return TombView(
        side="D",
        stones=built(board),
        rows=tomb.rows,
        columns=tomb.columns,
        owners=[owner_or_none(owner) for owner in board.owners],
        open=[number + 1 for number in board.open.to_list()],
        coming=sorted(number + 1 for number in board.tokens.to_list()),
        points=list(areas.areas),
        further=areas.each_further_stone,
        no_stone=tomb.no_stone,
        edge=int(board.edge),
        overflow=tomb.overflow,
    )


# --- obelisks


class ObelisksView(SideView, frozen=True, kw_only=True, tag="obelisks"):
    points: list[int]  # side A: by rank; side B: of each tower space
    towers: list[int | None]  # side B: owner of each tower
    tower_of: int
    singles: list[int]  # side B: by seat


class PathSpaceView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    shape: str
    squares: list[Square]  # of the token as it is printed
    owner: int | None = None  # of the stone
    laid: list[Square] = []  # where the token lies on the owner's obelisk; empty if it went into the box


class GreatObeliskView(SideView, frozen=True, kw_only=True, tag="great_obelisk"):
    width: int
    path: list[PathSpaceView]
    heights: list[list[int]]  # by seat and column
    complete_rows: list[int]  # by seat
    incomplete_rows: list[int]
    complete_row: int  # points of each
    most_rows: list[int]  # points by rank
    edge: int
    overflow: int


class AlleySpaceView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    height: int  # to reach
    points: int
    owner: int | None = None
    stones: int = 0


class AlleyView(SideView, frozen=True, kw_only=True, tag="alley"):
    obelisks: list[AlleySpaceView]
    unfinished: int  # points for each stone of one
    edge: int
    overflow: int


def obelisks_view(
    board: Board, base: BuilderEdition, dynasty: DynastyEdition, players: int
) -> ObelisksView | GreatObeliskView | AlleyView:
    if isinstance(board, ObelisksC):
        return _great_obelisk(board, dynasty, players)
    if isinstance(board, ObelisksD):
        return _alley(board, dynasty)
    if isinstance(board, ObelisksB):
        return ObelisksView(
            side="B",
            points=list(base.obelisks.B.towers),
            towers=[int(board.owners[n]) if n < board.towers else None for n in range(len(board.owners))],
            tower_of=base.obelisks.B.tower_of,
            singles=[int(count) for count in board.singles],
            stones=built(board),
        )
    assert isinstance(board, ObelisksA)
    points = list(base.obelisks.A.of(players))
    return ObelisksView(side="A", points=points, towers=[], tower_of=0, singles=[], stones=built(board))


def squares_of(dynasty: DynastyEdition, space: int, way: int, row: int) -> list[Square]:
    """Where a token of the path lies: turned in this way, its lowest square on this row (from 0)."""
    obelisk = dynasty.obelisks.C
    ways: list[Shape] = turnings(obelisk.shape(obelisk.path[space]), obelisk.width)
    left = way % int(COLUMNS)
    return sorted((left + x + 1, row + y + 1) for x, y in ways[way // int(COLUMNS)])


def square_name(square: Square) -> str:
    """Columns are letters, rows count from the bottom."""
    return f"{LETTERS[square[0] - 1]}{square[1]}"


def _great_obelisk(board: ObelisksC, dynasty: DynastyEdition, players: int) -> GreatObeliskView:
    obelisk = dynasty.obelisks.C
    path: list[PathSpaceView] = []
    for space, name in enumerate(obelisk.path):
        owner, laid = None, []
        if space < board.on_path():
            owner, way = int(board.owners[space]), int(board.ways[space])
            laid = [] if way == EMPTY else squares_of(dynasty, space, way, int(board.rows[space]))
        squares = sorted((x + 1, y + 1) for x, y in obelisk.shape(name))
        path.append(PathSpaceView(shape=name, squares=squares, owner=owner, laid=laid))
    return GreatObeliskView(
        side="C",
        stones=built(board),
        width=obelisk.width,
        path=path,
        heights=[
            [int(board.heights[seat * int(COLUMNS) + column]) for column in range(obelisk.width)]
            for seat in range(players)
        ],
        complete_rows=[int(board.complete_rows(seat)) for seat in range(players)],
        incomplete_rows=[int(board.incomplete_rows(seat)) for seat in range(players)],
        complete_row=obelisk.complete_row,
        most_rows=list(obelisk.most_rows[str(players)]),
        edge=max(0, int(board.count) - len(path)),
        overflow=obelisk.overflow,
    )


def _alley(board: ObelisksD, dynasty: DynastyEdition) -> AlleyView:
    alley = dynasty.obelisks.D
    return AlleyView(
        side="D",
        stones=built(board),
        obelisks=[
            AlleySpaceView(
                height=obelisk.height,
                points=obelisk.points,
                owner=owner_or_none(board.owners[space]),
                stones=int(board.heights[space]),
            )
            for space, obelisk in enumerate(alley.obelisks)
        ],
        unfinished=alley.unfinished,
        edge=int(board.edge),
        overflow=alley.overflow,
    )


# --- parts


def owner_or_none(owner: int) -> int | None:
    return None if owner == EMPTY else int(owner)


def built(board: Board) -> list[int]:
    return [int(count) for count in board.built]
