"""A quick look at a Duel position: what each player can expect to have at the end.

Each side says itself what lies there promises (`Board.outlook`, `Board.prospect`); action tokens, meeples on the
harbour and the turn are here. The numbers are a least-squares fit to how games of the tree search ended (docs/bots.md).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from imhotep.engine.duel.state import State, is_action
from imhotep.engine.duel.vocabulary import CARGO, EMPTY, LINES, SITES, Site, Token

# An action token, in the order of the tokens, and how much more with each boat that can still be loaded.
ACTIONS: Final = vec[float]([2.47, 2.06, 1.47, 1.07])
ACTION_EARLY: Final[float] = 0.055
MEEPLE: Final[float] = 0.31  # of what a meeple would get, from each of its two boats
BEST_BOAT: Final[float] = 0.12  # of what unloading one boat would gain more than the other player
HORIZON: Final[i64] = 8  # decisions after which a playout is estimated by this
TURN: Final[float] = 0.92  # whoever is to move


def outlook(state: State, seat: i64) -> float:
    loads = float(state.supply.count) / float(CARGO)
    total = TURN if state.decider() == seat else 0.0
    for site in range(SITES):
        total += state.boards[site].outlook(seat, loads)
    actions = state.players[seat].actions
    for kind in range(i64(len(actions))):
        total += float(actions[kind]) * (ACTIONS[kind] + ACTION_EARLY * loads)
    best = 0.0
    for boat in range(LINES):
        if state.afloat[boat] > 0 and state.lines[boat] > 0:
            own = share_of_boat(state, seat, boat, loads)
            total += MEEPLE * own
            if state.lines[boat] > 1:
                best = max(best, own - share_of_boat(state, 1 - seat, boat, loads))
    return total + BEST_BOAT * best


def share_of_boat(state: State, seat: i64, boat: i64, loads: float) -> float:
    """What a player's meeples would get if it were unloaded as it is."""
    total, space, step, cargo = 0.0, far_space(boat), step_back(boat), CARGO
    for _ in range(CARGO):
        owner = state.spaces[space]
        if owner != EMPTY:
            cargo -= 1
            if owner == seat:
                total += prospect(state, seat, state.cargo[boat * CARGO + cargo], loads)
        space -= step
    return total


def prospect(state: State, seat: i64, token: i64, loads: float) -> float:
    """What a token would add to what a player can expect."""
    if token == Token.NONE:
        return 0.0
    if is_action(token):
        return ACTIONS[token - Token.TAKE] + ACTION_EARLY * loads
    if token >= Token.TOMB:
        return state.boards[Site.TOMB].prospect(seat, token - Token.TOMB, loads)
    if token >= Token.TEMPLE:
        return state.boards[Site.TEMPLE].prospect(seat, token - Token.TEMPLE, loads)
    if token >= Token.LIGHT_PYRAMID:
        return state.boards[Site.PYRAMIDS].prospect(seat, token - Token.LIGHT_PYRAMID, loads)
    return state.boards[Site.OBELISK].prospect(seat, 0, loads)


def unloads_for_the_other(state: State, seat: i64, boat: i64) -> bool:
    """Whether more of the other's meeples than own ones stand before a boat."""
    space, step, own = far_space(boat), step_back(boat), i64(0)
    for _ in range(CARGO):
        if state.spaces[space] == seat:
            own += 1
        space -= step
    return own * 2 < state.lines[boat]


def far_space(boat: i64) -> i64:
    """The space of a boat's line from which its outermost token is taken."""
    return boat * 3 + 2 if boat < 3 else boat + 3


def step_back(boat: i64) -> i64:
    """From there towards the boat."""
    return 1 if boat < 3 else 3
