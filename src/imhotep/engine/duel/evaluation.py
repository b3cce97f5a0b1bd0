"""A quick look at a Duel position: what each player can expect beyond the points it would score if it ended now."""

from typing import Final

from mypy_extensions import i64

from imhotep.engine.duel.state import State, is_action
from imhotep.engine.duel.vocabulary import CARGO, EMPTY, LINES, Site, Token

ACTION: Final[float] = 1.5  # an action token, beyond its point
READY: Final[float] = 0.55  # of what a meeple would get, if its boat can be unloaded
WAITING: Final[float] = 0.3  # and if it can't yet


def worth(state: State, seat: i64, token: i64) -> float:
    """Points that a token would bring now, and a little for what it begins."""
    if token == Token.NONE:
        return 0.0
    if is_action(token):
        return ACTION + float(state.values.unused_action)
    site, kind = Site.OBELISK, i64(0)
    if token >= Token.TOMB:
        site, kind = Site.TOMB, token - Token.TOMB
    elif token >= Token.TEMPLE:
        site, kind = Site.TEMPLE, token - Token.TEMPLE
    elif token >= Token.LIGHT_PYRAMID:
        site, kind = Site.PYRAMIDS, token - Token.LIGHT_PYRAMID
    board = state.boards[site]
    at = seat * board.width + kind
    before = board.points(seat)
    board.counts[at] += 1
    after = board.points(seat)
    board.counts[at] -= 1
    return float(after - before) + (1.2 if site == Site.OBELISK else 0.4)


def outlook(state: State, seat: i64) -> float:
    total = 0.0
    for count in state.players[seat].actions:
        total += ACTION * float(count)
    for boat in range(LINES):
        if state.afloat[boat] > 0 and state.lines[boat] > 0:
            share = READY if state.lines[boat] > 1 else WAITING
            space, step, cargo = far_space(boat), step_back(boat), CARGO
            for _ in range(CARGO):
                owner = state.spaces[space]
                if owner != EMPTY:
                    cargo -= 1
                    if owner == seat:
                        total += share * worth(state, seat, state.cargo[boat * CARGO + cargo])
                space -= step
    return total


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
