"""A quick look at a Builder position: what each player can expect beyond the points it would score if it ended now.

Each side says itself what a stone there is worth (`Board.prospect`, `Board.promise`); what ships, sleds and cards add
is here. The numbers were chosen by play: many games of `greedy` against itself and against `random`, one number changed
at a time.
"""

from typing import Final

from mypy_extensions import i64

from imhotep.engine.builder.market import MarketC
from imhotep.engine.builder.state import State
from imhotep.engine.builder.vocabulary import EMPTY, SHIPS, SITES, Card, Site

SLED: Final[float] = 0.33  # a stone on the sled, while there is time to use it
READY: Final[float] = 2.0  # of what stones on a ship that can sail may score: whoever sails it decides where
WAITING: Final[float] = 1.15  # and on one that can't sail yet
BEST_SITE: Final[float] = 0.5  # how much the best free site counts, against the mean of them
BLUE: Final[float] = 0.8  # a blue card, beyond its point
DECORATION: Final[float] = 0.4  # what a decoration gains with each round
STATUE: Final[float] = 0.16  # what a statue promises with each round
COIN: Final[float] = 0.3
UNCERTAIN: Final[float] = 0.026  # of points that only the end gives, with each round until then


MANY_STONES: Final[i64] = 2  # on the sled: playouts think twice about getting more


def outlook(state: State, seat: i64) -> float:
    player, hand = state.players[seat], state.players[seat].hand
    left = float(state.rounds_left())
    time = min(1.0, left + float(SHIPS - state.ships_sailed) / float(SHIPS))
    total = SLED * float(player.sled) * time + on_ships(state, seat)
    for card in range(Card.LEVER, Card.LOADING_PLANK + 1):
        total += BLUE * float(hand[card]) * time
    for card in range(Card.DECORATION, Card.STATUE):
        total += DECORATION * float(hand[card]) * left
    total += STATUE * float(hand[Card.STATUE]) * left
    for site in range(SITES):
        total += state.boards[site].promise(state, seat)
    market = state.boards[Site.MARKET]
    if isinstance(market, MarketC):
        total += COIN * float(market.coins[seat]) * time
    return total


def on_ships(state: State, seat: i64) -> float:
    """Stones on ships that have not sailed: what they may be worth where ships can still go."""
    stones = 0.0
    for ship in state.ships:
        if ship.site == EMPTY and ship.load > 0:
            share = READY if ship.load >= ship.minimum else WAITING
            for space in range(ship.size):
                if ship.spaces[space] == seat:
                    stones += share
    if stones == 0.0:
        return 0.0
    best, total, free = 0.0, 0.0, 0.0
    for site in range(SITES):
        if state.moored[site] == 0:
            worth = state.boards[site].prospect(state, seat)
            total += worth
            free += 1.0
            best = max(best, worth)
    if free == 0.0:
        return 0.0
    return stones * (BEST_SITE * best + (1.0 - BEST_SITE) * total / free)


def sails_for_others(state: State, seat: i64, number: i64) -> bool:
    """Whether fewer stones on a ship are the seat's than would be its share."""
    ship, own = state.ships[number], i64(0)
    for space in range(ship.size):
        if ship.spaces[space] == seat:
            own += 1
    return own * state.seats < ship.load
