"""Fits the weights of `greedy`'s look at The Duel to how games of the tree search end: tools/fit_duel.py [GAMES]

The search plays GAMES games (300) against itself for each mix of sides, with a few random moves, so that there are
good and bad positions. What is fitted, by least squares, is one player's final lead, from what is seen after each turn:

1. of each side: its points, its tokens, and its tokens times how often a boat can still be loaded; action tokens alike;
   what meeples would get in points, their number, and whose turn it is;
2. the worth of everything by these weights (`Board.outlook`, `Board.prospect`), of what meeples would get from both of
   their boats, of the best boat to unload, and of the turn.

Prints such numbers as stand in engine/duel/sites.py and engine/duel/evaluation.py. Points and tokens of a side go
together, so its three differ from fit to fit more than what they add up to: choose by an arena, not by the fit.
"""

import random
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

import imhotep
from imhotep.bots.players import MctsOptions, search_tree
from imhotep.engine.duel.evaluation import far_space, step_back
from imhotep.engine.duel.state import is_action
from imhotep.engine.duel.vocabulary import CARGO, EMPTY, LINES, Site, Token
from imhotep.engine.kernel import TURN, Actions, Random

Position = Any  # a Duel, whose parts are looked at here

MIXES = ("AAAA", "BBBB", "ABAB", "BABA")
SIDES = [f"{site}{side}" for site in range(4) for side in "AB"]
BASIS = [f"{side} {what}" for side in SIDES for what in ("lasting", "each", "early")]
BASIS += [*(f"action {kind}" for kind in range(4)), "action early"]
LASTING = [at for at, name in enumerate(BASIS) if name.endswith("lasting")]
SIMULATIONS = 400
RANDOM_MOVES = 0.08


class Cargo(NamedTuple):
    """What a meeple would get from one of its boats."""

    boat: int
    owner: int
    token: int


def at_stake(position: Position) -> Iterator[Cargo]:
    for boat in range(LINES):
        if position.afloat[boat]:
            space, cargo = far_space(boat), CARGO
            for _ in range(CARGO):
                if position.spaces[space] != EMPTY:
                    cargo -= 1
                    yield Cargo(boat, int(position.spaces[space]), int(position.cargo[boat * CARGO + cargo]))
                space -= step_back(boat)


def site_of(token: int) -> tuple[int, int]:
    """The site, and which of its kinds."""
    for site, first in ((Site.TOMB, Token.TOMB), (Site.TEMPLE, Token.TEMPLE), (Site.PYRAMIDS, Token.LIGHT_PYRAMID)):
        if token >= first:
            return int(site), int(token - first)
    return int(Site.OBELISK), 0


def more_points(position: Position, seat: int, site: int, kind: int) -> float:
    """How much the lead there grows with one more token."""
    board = position.boards[site]
    at = seat * board.width + kind
    before = board.points(seat) - board.points(1 - seat)
    board.counts[at] += 1
    after = board.points(seat) - board.points(1 - seat)
    board.counts[at] -= 1
    return float(after - before)


def loads_left(position: Position) -> float:
    return float(position.supply.count) / int(CARGO)


def table_of(position: Position, seat: int) -> np.ndarray:
    """What lies before a player, as BASIS names it."""
    found, loads = np.zeros(len(BASIS)), loads_left(position)
    for site, board in enumerate(position.boards):
        first = BASIS.index(f"{site}{position.sides[site]} lasting")
        tokens = sum(board.counts[seat * board.width + kind] for kind in range(board.width))
        found[first : first + 3] = float(board.points(seat)), tokens, tokens * loads
    for kind, count in enumerate(position.players[seat].actions):
        found[BASIS.index(f"action {kind}")] = count
        found[BASIS.index("action early")] += count * loads
    return found


def token_of(position: Position, cargo: Cargo) -> np.ndarray:
    """What one more token would add to that."""
    found, loads = np.zeros(len(BASIS)), loads_left(position)
    if is_action(cargo.token):
        found[BASIS.index(f"action {cargo.token - Token.TAKE}")] = 1
        found[BASIS.index("action early")] = loads
    elif cargo.token:
        site, kind = site_of(cargo.token)
        first = BASIS.index(f"{site}{position.sides[site]} lasting")
        found[first : first + 3] = more_points(position, cargo.owner, site, kind), 1, loads
    return found


class Seen(NamedTuple):
    """A position after a turn; numbers are seat 0's less seat 1's."""

    table: np.ndarray
    harbour: list[tuple[Cargo, bool, np.ndarray]]  # with whether the boat can be unloaded, and what the token would add
    meeples: int
    turn: int


def look(position: Position) -> Seen:
    return Seen(
        table=table_of(position, 0) - table_of(position, 1),
        harbour=[(one, bool(position.lines[one.boat] > 1), token_of(position, one)) for one in at_stake(position)],
        meeples=int(position.players[1].hand - position.players[0].hand),
        turn=1 if position.decider() == 0 else -1,
    )


def play(sides: str, games: int) -> Iterator[tuple[Seen, int]]:
    """What is seen after each turn of each game, and the lead at its end."""
    position: Position = imhotep.new_game("duel", sides=sides, seed=1).raw.blank()
    actions, chance, choice = Actions(), Random(1), random.Random(1)
    options = MctsOptions(horizon=10_000)  # to the end: not by what is to be found
    for number in range(games):
        position.deal(Random(number))
        seen: list[Seen] = []
        while not position.is_over():
            position.legal(actions)
            code = choice.choice(actions.to_list())
            if actions.count > 1 and choice.random() >= RANDOM_MOVES:
                tree = search_tree(position, options)
                tree.search(position, position.decider(), SIMULATIONS, chance)
                code = int(tree.best(position))
            position.apply(code)
            if position.depth > 0 and position.agenda[position.depth - 1] & 255 == TURN:
                seen.append(look(position))
        lead = int(position.score(0) - position.score(1))
        yield from ((one, lead) for one in seen)


def sign(seat: int) -> int:
    return 1 - 2 * seat


def first_columns(seen: Seen) -> list[float]:
    points = sum(sign(one.owner) * added[LASTING].sum() for one, _, added in seen.harbour)
    return [*seen.table, points, seen.meeples, seen.turn]


def second_columns(seen: Seen, weights: np.ndarray) -> list[float]:
    worth = [(one, ready, float(added @ weights)) for one, ready, added in seen.harbour]
    meeples = sum(sign(one.owner) * value for one, _, value in worth)
    boats = {one.boat: 0.0 for one, ready, _ in worth if ready}
    for one, ready, value in worth:
        if ready:
            boats[one.boat] += sign(one.owner) * value
    best = max(boats.values(), default=0.0), max((-lead for lead in boats.values()), default=0.0)
    return [float(seen.table @ weights), meeples, max(best[0], 0.0) - max(best[1], 0.0), seen.turn]


def fitted(columns: list[list[float]], leads: np.ndarray) -> np.ndarray:
    matrix = np.array(columns)
    found: np.ndarray = np.linalg.solve(matrix.T @ matrix + np.eye(matrix.shape[1]), matrix.T @ leads)
    return found


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    played = [row for sides in MIXES for row in play(sides, games)]
    leads = np.array([lead for _, lead in played])
    weights = fitted([first_columns(seen) for seen, _ in played], leads)[: len(BASIS)]
    for name, weight in zip(BASIS, weights, strict=True):
        print(f"{name:12} {weight:6.2f}" if "early" not in name else f"{name:12} {weight:7.3f}")
    second = fitted([second_columns(seen, weights) for seen, _ in played], leads)
    for name, weight in zip(("all of it", "meeple", "best boat", "turn"), second, strict=True):
        print(f"{name:12} {weight:6.2f}")


if __name__ == "__main__":
    main()
