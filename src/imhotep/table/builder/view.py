"""What a seat may know of a Builder position, as plain typed data. Seats count from 0, everything else from 1."""

from collections.abc import Sequence

from msgspec import Struct

from imhotep.engine.builder.burial_chamber import BurialChamber
from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.market import Market, MarketB
from imhotep.engine.builder.obelisks import ObelisksA, ObelisksB
from imhotep.engine.builder.pyramids import PyramidsA, PyramidsB
from imhotep.engine.builder.state import Board, Player
from imhotep.engine.builder.temple import Temple
from imhotep.engine.builder.vocabulary import EMPTY, SHIPS, Site
from imhotep.table.builder.edition import BuilderEdition
from imhotep.table.builder.words import CARD_IDS, SITE_IDS, SOURCE_IDS
from imhotep.table.moves import Move
from imhotep.table.setup import Setup


class ShipView(Struct, frozen=True, kw_only=True):
    size: int
    minimum: int
    spaces: list[int | None]  # seat whose stone lies there, front first
    site: str | None  # where it is moored; None while it waits


class MarketView(Struct, frozen=True, kw_only=True):
    side: str
    open: list[str | None]  # card on each face-up space
    face_down: int  # cards on the space after them
    seen: list[str] | None  # those cards, for the seat that is looking at them


class PyramidSpaceView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    points: int
    owner: int | None = None
    card: int = 0  # bonuses
    stones: int = 0
    load: int = 0


class PyramidsView(Struct, frozen=True, kw_only=True):
    side: str
    parts: list[list[PyramidSpaceView]]  # side A: its levels; side B: its pyramids from left to right
    edge: int  # stones at the right edge
    overflow: int  # points of each further one
    stones: list[int]  # by seat, all of them


class TempleSpaceView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    owner: int | None = None  # of the visible stone
    height: int = 0
    points: int = 0
    stones: int = 0
    card: int = 0


class TempleView(Struct, frozen=True, kw_only=True):
    side: str
    spaces: list[TempleSpaceView]
    stones: list[int]


class BurialChamberView(Struct, frozen=True, kw_only=True):
    side: str
    rows: int
    owners: list[int]  # column by column, each from the top
    points: list[int]  # side A: by size of area from 1; side B: by rank
    further: int  # side A: for each further stone of an area
    stones: list[int]


class ObelisksView(Struct, frozen=True, kw_only=True):
    side: str
    points: list[int]  # side A: by rank; side B: of each tower space
    towers: list[int | None]  # side B: owner of each tower
    tower_of: int
    singles: list[int]  # side B: by seat
    stones: list[int]


class SeatView(Struct, frozen=True, kw_only=True):
    name: str
    color: str
    sled: int
    quarry: int
    hand: list[str]
    points: dict[str, int]  # by source
    score: int
    if_ended: dict[str, int]  # the same if the game ended now: final scoring included
    score_if_ended: int


class BuilderView(Struct, frozen=True, kw_only=True):
    game: str
    sides: str
    seat: int | None  # who sees this
    round: int
    rounds: int
    seats: list[SeatView]
    sled_room: int
    ships: list[ShipView]
    market: MarketView
    pyramids: PyramidsView
    temple: TempleView
    burial_chamber: BurialChamberView
    obelisks: ObelisksView
    draw_pile: int
    discard_pile: list[str]  # top last; open to look through
    unseen_rounds: list[list[int]]  # the round cards among which the coming ones are, sorted
    wrath: bool
    is_over: bool
    decider: int | None
    question: str | None  # what the viewer is asked, if it is the decider
    moves: list[Move]  # and what it may answer


def owner_or_none(owner: int) -> int | None:
    return None if owner == EMPTY else int(owner)


def view(
    position: Builder,
    setup: Setup,
    seat: int | None,
    names: Sequence[str],
    is_over: bool,
    question: str | None,
    moves: list[Move],
) -> BuilderView:
    edition: BuilderEdition = setup.edition.values
    boards = position.boards
    ended = _ended(position)
    pile = sorted(position.coming_rounds.to_list())
    return BuilderView(
        game=setup.game,
        sides=setup.sides,
        seat=seat,
        round=min(int(position.round) + 1, edition.rounds.count),
        rounds=edition.rounds.count,
        seats=[
            _seat(position.players[number], ended.players[number], names[number], setup.colors[number])
            for number in range(setup.players)
        ],
        sled_room=int(position.values.sled),
        ships=_ships(position),
        market=_market(boards[Site.MARKET], setup.sides[0], int(position.values.market_open), seat),
        pyramids=_pyramids(boards[Site.PYRAMIDS], edition),
        temple=_temple(boards[Site.TEMPLE], setup.sides[2], edition),
        burial_chamber=_burial_chamber(boards[Site.BURIAL_CHAMBER], setup.sides[3], edition),
        obelisks=_obelisks(boards[Site.OBELISKS], edition, setup.players),
        draw_pile=int(position.draw_pile.count),
        discard_pile=[CARD_IDS[card] for card in position.discard_pile.to_list()],
        unseen_rounds=[edition.round_cards.of(setup.players)[card] for card in pile],
        wrath=bool(setup.variants["wrath"]),
        is_over=is_over,
        decider=None if is_over else int(position.decider()),
        question=question,
        moves=moves,
    )


def _ended(position: Builder) -> Builder:
    """The position after a final scoring now."""
    if position.is_over():
        return position
    copy = Builder(position.values, position.sides)
    copy.copy_from(position)
    copy.finish()
    return copy


def _points(player: Player) -> dict[str, int]:
    return {SOURCE_IDS[source]: int(points) for source, points in enumerate(player.ledger)}


def _seat(player: Player, ended: Player, name: str, color: str) -> SeatView:
    return SeatView(
        name=name,
        color=color,
        sled=int(player.sled),
        quarry=int(player.quarry),
        hand=[CARD_IDS[card] for card in range(1, len(CARD_IDS)) for _ in range(player.hand[card])],
        points=_points(player),
        score=int(player.score()),
        if_ended=_points(ended),
        score_if_ended=int(ended.score()),
    )


def _ships(position: Builder) -> list[ShipView]:
    docks = {int(ship): SITE_IDS[site] for site, ship in enumerate(position.docked) if ship != EMPTY}
    ships: list[ShipView] = []
    for number in range(SHIPS):
        ship = position.ships[number]
        ships.append(
            ShipView(
                size=int(ship.size),
                minimum=int(ship.minimum),
                spaces=[owner_or_none(ship.spaces[space]) for space in range(ship.size)],
                site=docks.get(int(number)),
            )
        )
    return ships


def _market(board: Board, side: str, open_spaces: int, seat: int | None) -> MarketView:
    assert isinstance(board, Market)
    face_down = 0
    seen = None
    if isinstance(board, MarketB):
        face_down = int(board.hidden_count)
        if board.looker != EMPTY and board.looker == seat:
            seen = [CARD_IDS[board.hidden[i]] for i in range(face_down)]
    cards = [CARD_IDS[board.open[space]] for space in range(open_spaces)]
    return MarketView(side=side, open=[card or None for card in cards], face_down=face_down, seen=seen)


def _pyramids(board: Board, edition: BuilderEdition) -> PyramidsView:
    parts: list[list[PyramidSpaceView]] = []
    if isinstance(board, PyramidsB):
        side, overflow, count = "B", edition.pyramids.B.overflow, int(board.count)
        owners = [owner_or_none(owner) for owner in board.owners]
        for pyramid in edition.pyramids.B.pyramids:
            part = [
                PyramidSpaceView(points=s.points, owner=owners.pop(0), card=s.card, stones=s.stones, load=s.load)
                for s in pyramid
            ]
            parts.append(part)
    else:
        assert isinstance(board, PyramidsA)
        side, overflow, count = "A", edition.pyramids.A.overflow, int(board.count)
        owners = [int(board.owners[space]) if space < count else None for space in range(len(board.owners))]
        parts = [
            [PyramidSpaceView(points=points, owner=owners.pop(0)) for points in level]
            for level in edition.pyramids.A.levels
        ]
    edge = max(0, count - sum(len(part) for part in parts))
    return PyramidsView(side=side, parts=parts, edge=edge, overflow=overflow, stones=_built(board))


def _temple(board: Board, side: str, edition: BuilderEdition) -> TempleView:
    assert isinstance(board, Temple)
    spaces: list[TempleSpaceView] = []
    room, count = len(board.visible), int(board.count)
    for number, owner in enumerate(board.visible):
        height = count // room + (number < count % room)
        if side == "A":
            points, stones, card = edition.temple.A.visible_stone, 0, 0
        else:
            gift = edition.temple.B.gifts[number]
            points, stones, card = gift.points, gift.stones, gift.card
        space = TempleSpaceView(owner=owner_or_none(owner), height=height, points=points, stones=stones, card=card)
        spaces.append(space)
    return TempleView(side=side, spaces=spaces, stones=_built(board))


def _burial_chamber(board: Board, side: str, edition: BuilderEdition) -> BurialChamberView:
    assert isinstance(board, BurialChamber)
    chamber = edition.burial_chamber
    return BurialChamberView(
        side=side,
        rows=int(board.values.chamber_rows),
        owners=[int(board.owners[cell]) for cell in range(board.count)],
        points=list(chamber.A.areas if side == "A" else chamber.B.by_rank),
        further=chamber.A.each_further_stone if side == "A" else 0,
        stones=_built(board),
    )


def _obelisks(board: Board, edition: BuilderEdition, players: int) -> ObelisksView:
    if isinstance(board, ObelisksB):
        return ObelisksView(
            side="B",
            points=list(edition.obelisks.B.towers),
            towers=[int(board.owners[n]) if n < board.towers else None for n in range(len(board.owners))],
            tower_of=edition.obelisks.B.tower_of,
            singles=[int(count) for count in board.singles],
            stones=_built(board),
        )
    assert isinstance(board, ObelisksA)
    points = list(edition.obelisks.A.of(players))
    return ObelisksView(side="A", points=points, towers=[], tower_of=0, singles=[], stones=_built(board))


def _built(board: Board) -> list[int]:
    return [int(count) for count in board.built]
