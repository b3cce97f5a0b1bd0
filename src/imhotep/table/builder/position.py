"""Builder positions set up by hand, for tests, puzzles and the rulebook's examples (docs/positions.md)."""

from typing import Any, NoReturn

import msgspec
from msgspec import Struct, field

from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.market import Market, MarketB
from imhotep.engine.builder.pyramids import PyramidsB
from imhotep.engine.builder.vocabulary import EMPTY, PYRAMIDS, SHIPS, Card, Site
from imhotep.table.builder.edition import BuilderEdition
from imhotep.table.builder.words import CARD_IDS, SITE_IDS, SOURCE_IDS
from imhotep.table.chance import Stream
from imhotep.table.errors import SetupError
from imhotep.table.kind import Deal
from imhotep.table.setup import Setup


class ShipByHand(Struct, frozen=True, forbid_unknown_fields=True):
    size: int
    stones: list[int | None] = field(default_factory=list[int | None])  # seats, front first; None for a gap
    site: str | None = None  # where it is moored, unloaded; None while it waits


class PositionByHand(Struct, frozen=True, forbid_unknown_fields=True):
    """The start of a turn. What isn't given is empty, and everything left over lies in the quarry and the draw pile."""

    ships: list[ShipByHand]
    turn: int = 0
    round: int = 1
    sleds: list[int] | None = None
    hands: list[list[str]] | None = None
    market: list[str | None] = field(default_factory=list[str | None])
    face_down: list[str] = field(default_factory=list[str])
    pyramids: list[Any] = field(
        default_factory=list[Any]
    )  # seats in order; side B: a list for each pyramid, then the edge
    temple: list[int] = field(default_factory=list[int])
    burial_chamber: list[int] = field(default_factory=list[int])
    obelisks: list[int] = field(default_factory=list[int])
    points: list[dict[str, int]] | None = None  # so far, by source
    discard_pile: list[str] = field(default_factory=list[str])  # top last
    draw_pile: list[str] = field(default_factory=list[str])  # the cards on top, top first; the others are dealt below


def read(setup: Setup) -> PositionByHand:
    try:
        return msgspec.convert(setup.position, PositionByHand)
    except msgspec.ValidationError as error:
        wrong(str(error).replace(" - at `$", " at `").replace("`.", "`"))


def wrong(reason: str) -> NoReturn:
    raise SetupError(f"this position can't be: {reason}")


def deal(setup: Setup) -> Deal:
    """The piles of a position set up by hand: what lies nowhere else, from the seed."""
    hand = read(setup)
    edition: BuilderEdition = setup.edition.values
    left = [card for card in range(1, len(CARD_IDS)) for _ in range(int(getattr(edition.cards, CARD_IDS[card])))]
    shown = [*hand.face_down, *hand.discard_pile, *hand.draw_pile, *(card for card in hand.market if card)]
    for cards in hand.hands or []:
        shown += cards
    for card in shown:
        number = card_number(card)
        if number not in left:
            wrong(f"more cards {card} than there are")
        left.remove(number)
    top = [card_number(card) for card in reversed(hand.draw_pile)]
    rounds = edition.round_cards.of(setup.players)
    coming = list(range(len(rounds)))
    sizes = [ship.size for ship in hand.ships]
    current = [card for card in coming if sorted(rounds[card]) == sorted(sizes)]
    if current:
        coming.remove(current[0])
    gone = hand.round - 1 + (not current)  # cards of earlier rounds, and one for ships that no card shows
    coming = Stream(setup.seed, "rounds").shuffled(coming)[min(gone, len(coming)) :]
    return {"cards": Stream(setup.seed, "cards").shuffled(left) + top, "rounds": coming}


def card_number(card: str) -> int:
    if card not in CARD_IDS[1:]:
        wrong(f"no card is called {card!r}")
    return CARD_IDS.index(card)


def set_up(position: Builder, setup: Setup, deal: Deal) -> None:
    """Fill a cleared position; everything is checked."""
    hand = read(setup)
    position.draw_pile.fill(deal["cards"])
    position.coming_rounds.fill(deal["rounds"])
    if not 1 <= hand.round <= position.values.rounds:
        wrong(f"rounds are 1 to {position.values.rounds}, not {hand.round}")
    if len(deal["rounds"]) < position.values.rounds - hand.round:
        wrong("not enough round cards are left")
    position.round = hand.round - 1
    if not 0 <= hand.turn < setup.players:
        wrong(f"turn is a seat from 0 to {setup.players - 1}")
    _lay_stones(position, hand)
    _lay_ships(position, hand)
    _lay_cards(position, hand)
    _lay_points(position, hand)
    for number in range(setup.players):
        player = position.players[number]
        if hand.sleds is not None:
            if len(hand.sleds) != setup.players or not 0 <= hand.sleds[number] <= position.values.sled:
                wrong(f"sleds are {setup.players} numbers from 0 to {position.values.sled}")
            player.sled = hand.sleds[number]
            player.quarry -= player.sled
        if player.quarry < 0:
            wrong(f"seat {number} has more stones on the table than there are")
    position.resume(hand.turn)


def _seat(position: Builder, seat: object) -> int:
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < position.seats:
        wrong(f"stones are given by their seats, 0 to {position.seats - 1}, not {seat!r}")
    return seat


def _lay_stones(position: Builder, hand: PositionByHand) -> None:
    placed: list[tuple[int, int, int]] = []  # site, seat, where
    boards = position.boards
    if isinstance(boards[Site.PYRAMIDS], PyramidsB):
        ends = [int(end) for end in position.values.pyramid_ends]
        for number, pyramid in enumerate(hand.pyramids):
            room = ends[number] - (ends[number - 1] if number else 0) if number < len(ends) else None
            if not isinstance(pyramid, list) or number > len(ends) or (room is not None and len(pyramid) > room):
                wrong("pyramids of side B are a list of seats for each pyramid that fits it, then one for the edge")
            at = number if number < len(ends) else PYRAMIDS
            if at == PYRAMIDS and pyramid and sum(map(len, hand.pyramids[:number])) < ends[-1]:
                wrong("stones lie at the edge only when all pyramids are complete (B9)")
            placed += [(int(Site.PYRAMIDS), _seat(position, seat), int(at)) for seat in pyramid]
    else:
        placed += [(int(Site.PYRAMIDS), _seat(position, seat), 0) for seat in hand.pyramids]
    for site, seats in (
        (Site.TEMPLE, hand.temple),
        (Site.BURIAL_CHAMBER, hand.burial_chamber),
        (Site.OBELISKS, hand.obelisks),
    ):
        placed += [(int(site), _seat(position, seat), 0) for seat in seats]
    if len(placed) > position.values.stones * position.seats:
        wrong("more stones than there are")
    for site, seat, at in placed:
        position.players[seat].quarry -= 1
        boards[site].place(seat, at)


def _lay_ships(position: Builder, hand: PositionByHand) -> None:
    if len(hand.ships) != SHIPS:
        wrong(f"{SHIPS} ships are needed, not {len(hand.ships)}")
    minimum = position.values.minimum_load
    for number, given in enumerate(hand.ships):
        ship = position.ships[number]
        if not 0 < given.size < len(minimum) or minimum[given.size] == 0:
            wrong(f"there is no ship of {given.size}")
        ship.fit_out(given.size, minimum[given.size])
        if len(given.stones) > given.size:
            wrong(f"ship {number + 1} has {given.size} spaces, not {len(given.stones)}")
        for space, seat in enumerate(given.stones):
            if seat is not None:
                position.players[_seat(position, seat)].quarry -= 1
                ship.put(seat, space)
        if given.site is not None:
            if given.site not in SITE_IDS:
                wrong(f"no site is called {given.site!r}")
            site = SITE_IDS.index(given.site)
            if ship.load:
                wrong(f"ship {number + 1} is moored, so its stones are unloaded")
            if position.docked[site] != EMPTY:
                wrong(f"two ships at the {given.site}")
            ship.sailed = True
            position.docked[site] = number
            position.ships_sailed += 1
    if position.ships_sailed == SHIPS:
        wrong("all ships have sailed, so the round is over")


def _lay_cards(position: Builder, hand: PositionByHand) -> None:
    market = position.boards[Site.MARKET]
    assert isinstance(market, Market)
    if len(hand.market) > position.values.market_open:
        wrong(f"the market has {position.values.market_open} open spaces")
    for space, card in enumerate(hand.market):
        market.open[space] = card_number(card) if card else 0
    if hand.face_down:
        if not isinstance(market, MarketB) or len(hand.face_down) > position.values.market_hidden:
            wrong("these cards can't lie face down in this market")
        for card in hand.face_down:
            market.hide(card_number(card))
    position.discard_pile.fill([card_number(card) for card in hand.discard_pile])
    if hand.hands is not None:
        if len(hand.hands) != position.seats:
            wrong(f"{position.seats} hands are needed")
        for number, cards in enumerate(hand.hands):
            for card in cards:
                if card_number(card) <= Card.PAVED_PATH:
                    wrong(f"{card} is a red card, which nobody keeps")
                position.players[number].hand[card_number(card)] += 1


def _lay_points(position: Builder, hand: PositionByHand) -> None:
    if hand.points is None:
        return
    if len(hand.points) != position.seats:
        wrong(f"{position.seats} lists of points are needed")
    for number, points in enumerate(hand.points):
        for source, count in points.items():
            if source not in SOURCE_IDS or not -1000 <= count <= 1000:
                wrong(f"no points of source {source!r} and size {count}")
            position.players[number].ledger[SOURCE_IDS.index(source)] = count
