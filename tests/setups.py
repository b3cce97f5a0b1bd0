"""Setups and random play for the laws."""

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

import imhotep
from imhotep import Game
from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.market import Market, MarketB
from imhotep.engine.builder.vocabulary import EMPTY, Card, Site, Step
from imhotep.engine.kernel import at_of, seat_of, step_of, what_of

SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    """Arguments of new_game for any table of Builder of Egypt."""
    players = draw(st.integers(2, 4))
    rules = {"may_decline_card": draw(st.booleans())}
    if players == 2:
        rules["second_color"] = draw(st.booleans())
    return {
        "game": "builder",
        "players": players,
        "sides": draw(st.text("AB", min_size=5, max_size=5)),
        "wrath": draw(st.booleans()),
        "rules": rules,
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
            waits_for_its_pyramid = step == Step.CHOOSE and at == Site.PYRAMIDS and what == 0
            total += step in (Step.DELIVER, Step.RETURN_STONE) or waits_for_its_pyramid
    return total


def cards_of(position: Builder) -> list[int]:
    """All market cards, wherever they are, sorted."""
    cards = position.draw_pile.to_list() + position.discard_pile.to_list()
    for player in position.players:
        cards += [card for card, count in enumerate(player.hand) for _ in range(count)]
    market = position.boards[Site.MARKET]
    assert isinstance(market, Market)
    cards += [int(card) for card in market.open if card != Card.NONE]
    if isinstance(market, MarketB):
        cards += [int(market.hidden[i]) for i in range(market.hidden_count)]
        assert market.looker == EMPTY or 0 <= market.looker < position.seats
    cards += [at for step, _, at, _ in agenda(position) if step == Step.DISCARD]
    return sorted(cards)
