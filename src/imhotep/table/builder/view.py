"""What a seat may know of a Builder position, as plain typed data. Seats count from 0, everything else from 1."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.market import HiddenMarket, Market, MarketC
from imhotep.engine.builder.state import Player
from imhotep.engine.builder.vocabulary import EMPTY, SEATS, SHIPS, Site
from imhotep.table.builder.dynasty import DynastyEdition
from imhotep.table.builder.knowledge import (
    GroupView,
    Hands,
    certain_cards,
    groups,
    hands,
    looked_at,
    open_hands,
    remembered_hands,
)
from imhotep.table.builder.sides import (
    AlleyView,
    ArenaView,
    BurialChamberView,
    CorridorView,
    GreatObeliskView,
    MoundView,
    ObelisksView,
    PyramidsView,
    ScaffoldView,
    TempleView,
    TombView,
    burial_chamber_view,
    obelisks_view,
    owner_or_none,
    pyramids_view,
    temple_view,
)
from imhotep.table.builder.values import base_of, dynasty_of
from imhotep.table.builder.words import CARD_IDS, SITE_IDS, SOURCE_IDS
from imhotep.table.moves import Move
from imhotep.table.rules import Look
from imhotep.table.setup import Setup


class ShipView(Struct, frozen=True, kw_only=True):
    size: int
    minimum: int
    spaces: list[int | None]  # seat whose stone lies there, front first
    site: str | None  # where it is moored; None while it waits


class StackView(Struct, frozen=True, kw_only=True):
    space: int
    count: int  # cards, face down
    known: list[str]  # those among them that the viewer is certain of


class MarketView(Struct, frozen=True, kw_only=True):
    side: str
    open: list[str | None]  # card on each face-up space
    columns: int  # how these lie: so many in a row
    stacks: list[StackView]  # the spaces after them
    seen: list[str] | None  # what the viewer is looking at now, wherever it was drawn from
    coins: list[int]  # side C: by seat

    @property
    def face_down(self) -> int:
        return sum(stack.count for stack in self.stacks)


class ScarabView(Struct, frozen=True, kw_only=True):
    seat: int
    period: int  # which pair of rounds, from 1


class ProphecyView(Struct, frozen=True, kw_only=True):
    """The most, or at least so many, of stones at a site or cards of a colour."""

    id: str
    most: bool
    at_least: int
    stones: str | None
    cards: str | None
    scarabs: list[ScarabView]


class PeriodView(Struct, frozen=True, kw_only=True):
    until: int  # the last round
    fulfilled: int
    failed: int


class SeatView(Struct, frozen=True, kw_only=True):
    name: str
    color: str
    sled: int  # stones in the supply
    room: int  # for how many there is room, cargo sleds included
    quarry: int
    hand: list[str]  # cards whose faces the viewer sees
    face_down: int  # others, which lie face down before their owner (N18)
    remembered: list[str]  # cards among those that the viewer knows: it saw them being taken, or can tell
    scarabs: int  # not yet used
    points: dict[str, int]  # by source
    score: int
    if_ended: dict[str, int]  # the same if the game ended now: final scoring included, of what the viewer sees
    score_if_ended: int


class BuilderView(Struct, frozen=True, kw_only=True):
    game: str
    sides: str
    seat: int | None  # who sees this
    round: int
    rounds: int
    seats: list[SeatView]
    ships: list[ShipView]
    market: MarketView
    pyramids: PyramidsView | ScaffoldView | CorridorView
    temple: TempleView | ArenaView
    burial_chamber: BurialChamberView | MoundView | TombView
    obelisks: ObelisksView | GreatObeliskView | AlleyView
    draw_pile: int
    discard_pile: list[str]  # top last; open to look through
    groups: list[GroupView]  # what the viewer knows of face-down cards, not to the place
    unseen_rounds: list[list[int]]  # the round cards among which the coming ones are, sorted
    prophecies: list[ProphecyView]
    periods: list[PeriodView]
    cards: str  # "base" or "dynasty"
    face_down: bool
    wrath: bool
    is_over: bool
    decider: int | None
    question: str | None  # what the viewer is asked, if it is the decider
    moves: list[Move]  # and what it may answer


def views(position: Builder, setup: Setup, looks: Sequence[Look]) -> list[BuilderView]:
    """For each who looks. What everybody sees is made once, and the seats once for all who know the same cards."""
    base, dynasty = base_of(setup), dynasty_of(setup)
    boards = position.boards
    prophecies = _prophecies(position, dynasty)
    coming = sorted(position.coming_rounds.to_list())
    common: dict[str, Any] = {
        "game": setup.game,
        "sides": setup.sides,
        "round": min(int(position.round) + 1, base.rounds.count),
        "rounds": base.rounds.count,
        "ships": _ships(position),
        "pyramids": pyramids_view(boards[Site.PYRAMIDS], base, dynasty),
        "temple": temple_view(boards[Site.TEMPLE], setup.sides[2], base, dynasty, setup.players),
        "burial_chamber": burial_chamber_view(boards[Site.BURIAL_CHAMBER], setup.sides[3], base, dynasty),
        "obelisks": obelisks_view(boards[Site.OBELISKS], base, dynasty, setup.players),
        "draw_pile": int(position.draw_pile.count),
        "discard_pile": [CARD_IDS[card] for card in position.discard_pile.to_list()],
        "unseen_rounds": [base.round_cards.of(setup.players)[card] for card in coming],
        "prophecies": prophecies,
        "periods": _periods(dynasty) if prophecies else [],
        "cards": str(setup.variants["cards"]),
        "face_down": bool(setup.variants["face_down"]),
        "wrath": bool(setup.variants["wrath"]),
    }
    cards, market = hands(position, setup.players), _market(position, setup.sides[0])
    hides = position.hidden.count > 0
    seats: dict[tuple[Hands, Hands], list[SeatView]] = {}
    found: list[BuilderView] = []
    for look in looks:
        seen = open_hands(position, cards, look.seat), remembered_hands(position, cards, look.seat)
        if seen not in seats:
            seats[seen] = _seats(position, setup, cards, *seen, look.names)
        own: dict[str, Any] = {
            "seat": look.seat,
            "seats": seats[seen],
            "market": _market(position, setup.sides[0], look.seat) if hides else market,
            "groups": groups(position, look.seat) if hides and look.seat is not None else [],
            "question": look.question,
            "moves": look.moves,
        }
        if found:
            found.append(replace(found[0], **own))
        else:
            decider = None if look.is_over else int(position.decider())
            found.append(BuilderView(**common, **own, is_over=look.is_over, decider=decider))
    return found


def _seats(
    position: Builder, setup: Setup, cards: Hands, faces: Hands, remembered: Hands, names: Sequence[str]
) -> list[SeatView]:
    ended = _ended(position, faces)
    return [
        _seat(
            position,
            ended,
            number,
            hand=[CARD_IDS[card] for card in faces[number]],
            face_down=len(cards[number]) - len(faces[number]),
            remembered=[CARD_IDS[card] for card in remembered[number]],
            name=names[number],
            color=setup.colors[number],
        )
        for number in range(setup.players)
    ]


def faces_only(position: Builder, faces: Hands) -> Builder:
    """A copy in which hands hold nothing but the cards whose faces are seen."""
    copy = Builder(position.values, position.sides)
    copy.copy_from(position)
    if position.values.face_down:
        for number, hand in enumerate(faces):
            for card in range(len(CARD_IDS)):
                copy.players[number].hand[card] = hand.count(card)
    return copy


def _ended(position: Builder, faces: Hands) -> Builder:
    """The position after a final scoring now, of the cards whose faces are seen."""
    if position.is_over():
        return position
    copy = faces_only(position, faces)
    copy.finish()
    return copy


def worth(position: Builder, players: int, viewer: int | None) -> list[dict[str, int]]:
    """Every seat's points if the game ended now, of the cards whose faces the viewer sees (N18)."""
    cards = hands(position, players)
    ended = _ended(position, open_hands(position, cards, viewer))
    return [_points(ended.players[seat]) for seat in range(players)]


def _points(player: Player) -> dict[str, int]:
    return dict(zip(SOURCE_IDS, player.ledger, strict=True))


def _seat(position: Builder, ended: Builder, number: int, **given: Any) -> SeatView:
    player, last = position.players[number], ended.players[number]
    used = sum(position.prophecies.scarabs[card * SEATS + number] != EMPTY for card in range(position.prophecies.count))
    return SeatView(
        **given,
        sled=int(player.sled),
        room=int(player.room),
        quarry=int(player.quarry),
        scarabs=int(position.values.scarabs) - used,
        points=_points(player),
        score=int(player.score()),
        if_ended=_points(last),
        score_if_ended=int(last.score()),
    )


def _ships(position: Builder) -> list[ShipView]:
    ships: list[ShipView] = []
    for number in range(SHIPS):
        ship = position.ships[number]
        ships.append(
            ShipView(
                size=int(ship.size),
                minimum=int(ship.minimum),
                spaces=[owner_or_none(ship.spaces[space]) for space in range(ship.size)],
                site=None if ship.site == EMPTY else SITE_IDS[ship.site],
            )
        )
    return ships


def _market(position: Builder, side: str, seat: int | None = None) -> MarketView:
    board, values = position.boards[Site.MARKET], position.values
    assert isinstance(board, Market)
    stacks: list[StackView] = []
    if isinstance(board, HiddenMarket):
        for space in range(int(values.market_open), int(values.market_open + values.market_stacks)):
            count = int(position.hidden.number_at(space))
            stacks.append(StackView(space=space + 1, count=count, known=certain_cards(position, space, seat)))
    cards = [CARD_IDS[board.open[space]] for space in range(values.market_open)]
    return MarketView(
        side=side,
        open=[card or None for card in cards],
        columns=int(values.market_columns) if side == "C" else max(1, len(cards)),
        stacks=stacks,
        seen=looked_at(position, seat),
        coins=[int(coins) for coins in board.coins] if isinstance(board, MarketC) else [],
    )


def _prophecies(position: Builder, dynasty: DynastyEdition) -> list[ProphecyView]:
    found: list[ProphecyView] = []
    for place in range(int(position.prophecies.count)):
        id, card = list(dynasty.prophecies.cards.items())[int(position.prophecies.cards[place])]
        scarabs = [
            ScarabView(seat=seat, period=int(position.prophecies.scarabs[place * SEATS + seat]) + 1)
            for seat in range(int(position.seats))
            if position.prophecies.scarabs[place * SEATS + seat] != EMPTY
        ]
        found.append(
            ProphecyView(
                id=id,
                most=card.most,
                at_least=card.at_least or 1,
                stones=card.stones,
                cards=card.cards,
                scarabs=scarabs,
            )
        )
    return found


def _periods(dynasty: DynastyEdition) -> list[PeriodView]:
    return [
        PeriodView(until=period.until, fulfilled=period.fulfilled, failed=period.failed)
        for period in dynasty.prophecies.rounds.periods
    ]
