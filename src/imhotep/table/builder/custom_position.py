"""Builder positions set up by hand, for tests, puzzles and the rulebook's examples (docs/positions.md)."""

from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.hidden import HAND, is_shown
from imhotep.engine.builder.market import HiddenMarket, Market
from imhotep.engine.builder.vocabulary import SHIPS, Card, Site
from imhotep.table.builder.custom_position_parts import (
    PositionByHand,
    deal_tokens,
    lay_stones,
    lay_tokens,
    seat_number,
)
from imhotep.table.builder.values import base_of, deck_of
from imhotep.table.builder.words import CARD_IDS, SITE_IDS, SOURCE_IDS
from imhotep.table.chance import Stream
from imhotep.table.custom_position import read_position, wrong
from imhotep.table.rules import Deal
from imhotep.table.setup import Setup


def deal(setup: Setup) -> Deal:
    """The piles of a position set up by hand: what lies nowhere else, from the seed."""
    hand = read_position(setup, PositionByHand)
    edition = base_of(setup)
    left = [card for card, count in enumerate(deck_of(setup)) for _ in range(count)]
    shown = [*hand.discard_pile, *hand.draw_pile, *(card for card in hand.market if card)]
    for cards in [*stacks_of(hand, setup), *(hand.hands or []), *(hand.hands_face_down or [])]:
        shown += cards
    for card in shown:
        number = card_number(card)
        if number not in left:
            wrong(f"more {card} cards than there are")
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
    return {"cards": Stream(setup.seed, "cards").shuffled(left) + top, "rounds": coming} | deal_tokens(hand, setup)


def stacks_of(hand: PositionByHand, setup: Setup) -> list[list[str]]:
    """The face-down cards of the market, space by space."""
    stacks = hand.face_down if setup.sides[0] == "D" else [hand.face_down] if hand.face_down else []
    for stack in stacks:
        if not isinstance(stack, list) or not all(isinstance(card, str) for card in stack):
            wrong("face_down is a list of cards; on side D a list for each stack")
    return stacks


def card_number(card: object) -> int:
    if card not in CARD_IDS[1:]:
        wrong(f"no card is called {card!r}")
    return CARD_IDS.index(str(card))


def set_up(position: Builder, setup: Setup, deal: Deal) -> None:
    """Fill a cleared position; everything is checked."""
    hand = read_position(setup, PositionByHand)
    position.draw_pile.fill(deal["cards"])
    position.coming_rounds.fill(deal["rounds"])
    if not 1 <= hand.round <= position.values.rounds:
        wrong(f"round is 1 to {position.values.rounds}, not {hand.round}")
    if len(deal["rounds"]) < position.values.rounds - hand.round:
        wrong("not enough round cards are left")
    position.round = hand.round - 1
    if not 0 <= hand.turn < setup.players:
        wrong(f"turn is a seat from 0 to {setup.players - 1}")
    lay_tokens(position, hand, setup, deal)
    lay_stones(position, hand, setup)
    _lay_ships(position, hand)
    _lay_cards(position, hand, setup)
    _lay_points(position, hand)
    for number in range(setup.players):
        player = position.players[number]
        if hand.sleds is not None:
            if len(hand.sleds) != setup.players or not 0 <= hand.sleds[number] <= player.room:
                wrong(f"sleds takes {setup.players} numbers from 0 to {player.room}")
            player.sled = hand.sleds[number]
            player.quarry -= player.sled
        if player.quarry < 0:
            wrong(f"seat {number} has more stones on the table than there are")
    position.resume(hand.turn)


def _lay_ships(position: Builder, hand: PositionByHand) -> None:
    if len(hand.ships) != SHIPS:
        wrong(f"{SHIPS} ships are needed, not {len(hand.ships)}")
    minimum = position.values.minimum_load
    for number, given in enumerate(hand.ships):
        ship = position.ships[number]
        if not 0 < given.size < len(minimum) or minimum[given.size] == 0:
            wrong(f"there is no ship with {given.size} spaces")
        ship.fit_out(given.size, minimum[given.size])
        if len(given.stones) > given.size:
            wrong(f"ship {number + 1} has {given.size} spaces, not {len(given.stones)}")
        for space, seat in enumerate(given.stones):
            if seat is not None:
                position.players[seat_number(position, seat)].quarry -= 1
                ship.put(seat, space)
        if given.site is not None:
            if given.site not in SITE_IDS:
                wrong(f"no site is called {given.site!r}")
            site = SITE_IDS.index(given.site)
            if ship.load:
                wrong(f"ship {number + 1} is moored, so its stones have been unloaded")
            if position.moored[site] > 0 and not position.values.has_new_cards:
                wrong(f"two ships at the {given.site}, which takes a Loading Plank")
            ship.site = site
            position.moored[site] += 1
            position.ships_sailed += 1
    if position.ships_sailed == SHIPS:
        wrong("all ships have sailed, so the round is over")


def _lay_cards(position: Builder, hand: PositionByHand, setup: Setup) -> None:
    market, values = position.boards[Site.MARKET], position.values
    assert isinstance(market, Market)
    if len(hand.market) > values.market_open:
        wrong(f"the market has {values.market_open} face-up spaces")
    for space, card in enumerate(hand.market):
        market.open[space] = card_number(card) if card else 0
    stacks = stacks_of(hand, setup)
    if stacks and (not isinstance(market, HiddenMarket) or len(stacks) > values.market_stacks):
        wrong("these cards can't be face down in this market")
    for number, stack in enumerate(stacks):
        if len(stack) > values.market_hidden:
            wrong("these cards can't be face down in this market")
        for card in stack:
            position.hidden.put(card_number(card), values.market_open + number)
    position.discard_pile.fill([card_number(card) for card in hand.discard_pile])
    _lay_hands(position, hand.hands, face_down=False)
    _lay_hands(position, hand.hands_face_down, face_down=True)


def _lay_hands(position: Builder, hands: list[list[str]] | None, face_down: bool) -> None:
    if hands is None:
        return
    values = position.values
    if len(hands) != position.seats:
        wrong(f"{position.seats} hands are needed")
    if face_down and not values.face_down:
        wrong("cards in hand are face down only with the variant face_down")
    for number, cards in enumerate(hands):
        for name in cards:
            card, player = card_number(name), position.players[number]
            if card <= Card.PAVED_PATH and not values.keep_red:
                wrong(f"{name} is a red card, which nobody keeps")
            if face_down:
                if is_shown(card):
                    wrong(f"{name} is shown to all when it is taken (N18)")
                position.hidden.put(card, HAND + number)
            player.hand[card] += 1
            if card == Card.CARGO_SLED:
                player.room += values.cargo_room


def _lay_points(position: Builder, hand: PositionByHand) -> None:
    if hand.points is None:
        return
    if len(hand.points) != position.seats:
        wrong(f"{position.seats} lists of points are needed")
    for number, points in enumerate(hand.points):
        for source, count in points.items():
            if source not in SOURCE_IDS or not -1000 <= count <= 1000:
                wrong(f"points are a known source and -1000 to 1000, not {source!r} and {count}")
            position.players[number].ledger[SOURCE_IDS.index(source)] = count
