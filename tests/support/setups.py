"""Setups and random play for the laws."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

import imhotep
from imhotep import Game
from imhotep.engine.builder.burial_chamber import BurialChamberC, BurialChamberD
from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.hidden import HAND
from imhotep.engine.builder.market import Market, MarketC
from imhotep.engine.builder.obelisks import ObelisksC, ObelisksD
from imhotep.engine.builder.pyramids import PyramidsC, PyramidsD
from imhotep.engine.builder.temple import TempleD
from imhotep.engine.builder.vocabulary import COLUMNS, EMPTY, SEATS, TURNINGS, Card, Site, Step
from imhotep.engine.kernel import at_of, seat_of, step_of, what_of

SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    """Arguments of new_game for any table of Builder of Egypt, with or without A New Dynasty."""
    players = draw(st.integers(2, 4))
    sides = draw(st.text("ABCD", min_size=5, max_size=5))
    rules = {"may_decline_card": draw(st.booleans())}
    if players == 2:
        rules["second_color"] = draw(st.booleans())
    return {
        "game": "builder",
        "players": players,
        "sides": sides,
        "wrath": draw(st.booleans()),
        "cards": draw(st.sampled_from(["base", "dynasty"])),
        "prophecies": draw(st.booleans()),
        "face_down": draw(st.booleans()),
        "corridor_start": draw(st.integers(1, 14)) if sides[1] == "D" else 1,
        "house_rules": rules,
        "seed": draw(SEEDS),
    }


def random_moves(game: Game, seed: int) -> Iterator[int]:
    """Plays random moves one by one until the game is over; yields the seat that moved."""
    chance = random.Random(seed)
    while not game.is_over:
        seat = game.decider
        assert seat is not None
        game.play(chance.choice(game.legal_moves()))
        yield seat


def position_of(game: Game) -> Builder:
    assert isinstance(game.raw, Builder)
    return game.raw


def start(setup: dict[str, Any]) -> Game:
    return imhotep.new_game(**setup)


def agenda(position: Builder) -> list[tuple[int, int, int, int]]:
    """Step, seat, at and what of every entry still to happen."""
    entries = [position.agenda[i] for i in range(position.depth)]
    return [(int(step_of(e)), int(seat_of(e)), int(at_of(e)), int(what_of(e))) for e in entries]


def stones_of(position: Builder, seat: int) -> int:
    """All stones of a seat but the one on the score track, those in flight too."""
    player = position.players[seat]
    total = int(player.sled + player.quarry)
    total += sum(int(ship.spaces[space]) == seat for ship in position.ships for space in range(len(ship.spaces)))
    total += sum(int(position.boards[site].built[seat]) for site in range(1, 5))
    for step, owner, at, what in agenda(position):
        if owner == seat:
            total += step in (Step.DELIVER, Step.RETURN_STONE) or (step == Step.CHOOSE and waits(position, at, what))
    return total


def waits(position: Builder, site: int, what: int) -> bool:
    """Whether a stone is in the air until this question is answered."""
    match f"{site}{position.sides[site]}":
        case "1B":
            return what == 0
        case "3C" | "3D" | "4D":
            return True
        case _:
            return False


def cards_of(position: Builder) -> list[int]:
    """All market cards, wherever they are, sorted."""
    cards = position.draw_pile.to_list() + position.discard_pile.to_list()
    for player in position.players:
        cards += [card for card, count in enumerate(player.hand) for _ in range(count)]
    market = position.boards[Site.MARKET]
    assert isinstance(market, Market)
    cards += [int(card) for card in market.open if card != Card.NONE]
    hidden = position.hidden
    cards += [int(hidden.cards[i]) for i in range(hidden.count) if not hidden.in_hand(i)]
    cards += [at for step, _, at, _ in agenda(position) if step in (Step.DISCARD, Step.GAIN_CARD)]
    return sorted(cards)


def check_knowledge(position: Builder) -> None:
    """What lies face down is in a hand that has it, and what is true is possible to every seat."""
    hidden = position.hidden
    for seat in range(position.seats):
        hand = Counter(hidden.cards_at(HAND + seat))
        assert all(position.players[seat].hand[card] >= count for card, count in hand.items())
        for i in range(hidden.count):
            if hidden.places[i] != HAND + seat:
                assert hidden.clue(i, seat) >> hidden.origin(i, seat) & 1


def check_tokens(position: Builder) -> None:
    """Every token of A New Dynasty is somewhere, once."""
    market, pyramids, temple, chamber, obelisks = position.boards
    values = position.values
    if isinstance(market, MarketC):
        assert all(0 <= coins <= values.coins for coins in market.coins)
    if isinstance(pyramids, PyramidsC):
        layers = [int(pyramids.layer_tokens[layer]) for layer in range(pyramids.layers)]
        used = layers + pyramids.tokens.to_list()
        assert len(set(used)) == len(used) == values.scaffold_used
        sizes = [int(pyramids.token_size(token)) for token in layers]
        assert sum(sizes[:-1]) + pyramids.on_token == pyramids.placed
    if isinstance(pyramids, PyramidsD):
        assert pyramids.free == sum(owner == EMPTY for owner in pyramids.owners)
        assert pyramids.owners[pyramids.imhotep] == EMPTY or pyramids.free == 0
    if isinstance(temple, TempleD):
        between = [chariot for chariot in temple.chariots if 0 < chariot < temple.finish()]
        assert len(set(between)) == len(between)
        assert all(0 <= chariot <= temple.finish() for chariot in temple.chariots)
    if isinstance(chamber, BurialChamberD):
        numbers = chamber.tokens.to_list() + chamber.open.to_list()
        numbers += [number for number, owner in enumerate(chamber.owners) if owner != EMPTY]
        assert len(set(numbers)) == len(numbers) <= values.tomb_tokens
        assert sum(owner != EMPTY for owner in chamber.owners) + chamber.edge == chamber.stones()
    if isinstance(chamber, BurialChamberC):
        assert chamber.free == sum(owner == EMPTY for owner in chamber.owners)
        for space, owner in enumerate(chamber.owners):
            below = chamber.below[space]
            assert owner == EMPTY or below == EMPTY or EMPTY not in (chamber.owners[below], chamber.owners[below + 1])
    if isinstance(obelisks, ObelisksC):
        for seat in range(position.seats):
            own = [space for space in range(obelisks.on_path()) if obelisks.owners[space] == seat]
            squares = [len(laid_squares(position, space)) for space in own]
            assert sum(squares) == sum(obelisks.heights[seat * COLUMNS + column] for column in range(values.columns))
    if isinstance(obelisks, ObelisksD):
        assert sum(obelisks.heights) + obelisks.edge == obelisks.stones()
        for seat in range(position.seats):
            unfinished = [
                space
                for space, owner in enumerate(obelisks.owners)
                if owner == seat and obelisks.heights[space] < values.alley_heights[space]
            ]
            assert len(unfinished) <= 1
    for seat in range(position.seats):
        scarabs = [position.prophecies.scarabs[card * SEATS + seat] for card in range(position.prophecies.count)]
        periods = [period for period in scarabs if period != EMPTY]
        assert len(set(periods)) == len(periods) <= values.scarabs
        player = position.players[seat]
        assert player.room == values.sled + values.cargo_room * player.hand[Card.CARGO_SLED]


def laid_squares(position: Builder, space: int) -> list[int]:
    """A token's squares by column, on the obelisk of whoever has it; none if it is in the box."""
    board, values = position.boards[Site.OBELISKS], position.values
    assert isinstance(board, ObelisksC)
    way = board.ways[space]
    if way == EMPTY:
        return []
    form = values.path[space] * TURNINGS + way // COLUMNS
    return [1] * int(sum(values.turning_heights[form * COLUMNS + column] for column in range(COLUMNS)))
