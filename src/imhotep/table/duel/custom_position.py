"""Duel positions set up by hand, for tests, puzzles and the rulebook's examples (docs/positions.md)."""

from collections.abc import Sequence

import msgspec

from imhotep.engine.duel.game import Duel
from imhotep.engine.duel.sites import ObeliskB
from imhotep.engine.duel.vocabulary import CARGO, LINES, MEEPLES, Site, Token
from imhotep.engine.piles import Pile
from imhotep.table.chance import Stream
from imhotep.table.custom_position import read_position, wrong
from imhotep.table.duel.values import edition_of, token_counts, token_ids
from imhotep.table.duel.words import BOAT_IDS
from imhotep.table.rules import Deal
from imhotep.table.setup import Setup

ROWS = 3


class PositionByHand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is left out is dealt from the seed: boats, then reserve, then supply; what remains is in the box."""

    turn: int = 0
    harbour: list[list[int | None]] = []  # if not empty: seat whose meeple stands there, row by row
    boats: dict[str, list[str] | None] = {}  # tokens on spaces 1, 2, 3; None for a boat that has left
    tokens: list[list[str]] = []  # what each seat has got
    removed: list[str] = []  # in the box
    reserve: list[str] = []  # the top ones, from the top
    reserve_count: int | None = None  # of all; less one for each removed token to take, if it is left out
    supply: list[str] = []  # the top ones, from the top
    supply_count: int | None = None  # of all; the rest, or none if a boat has left
    first_to_five: int | None = None  # obelisk B; needed only if both have as many


def deal(setup: Setup) -> Deal:
    """All tokens that the position does not name, from the seed."""
    hand, ids = read_position(setup, PositionByHand), token_ids(edition_of(setup))
    left = [token for token, count in enumerate(token_counts(edition_of(setup))) for _ in range(count)]
    named = [*hand.removed, *hand.reserve, *hand.supply]
    for tokens in [*hand.tokens, *(cargo for cargo in hand.boats.values() if cargo)]:
        named += tokens
    for id in named:
        number = token_number(id, ids)
        if number not in left:
            wrong(f"more {id} tokens than there are")
        left.remove(number)
    return {"tokens": Stream(setup.seed, "tokens").shuffled(left)}


def token_number(id: str, ids: Sequence[str]) -> int:
    if not id or id not in ids:
        wrong(f"no token is called {id!r}")
    return ids.index(id)


def set_up(position: Duel, setup: Setup, deal: Deal) -> None:
    """Fill a cleared position; everything is checked."""
    hand, ids = read_position(setup, PositionByHand), token_ids(edition_of(setup))
    rest = list(deal["tokens"])  # top last
    if hand.turn not in (0, 1):
        wrong("turn is seat 0 or 1")
    position.starter = setup.first
    position.supply.count = 0
    _lay_meeples(position, hand)
    _lay_boats(position, hand, ids, rest)
    _lay_sites(position, hand, ids)
    for id in hand.removed:
        position.box.put(token_number(id, ids))
    _lay_piles(position, hand, ids, rest)
    position.resume(hand.turn)


def _lay_meeples(position: Duel, hand: PositionByHand) -> None:
    if (hand.harbour and len(hand.harbour) != ROWS) or any(len(row) != ROWS for row in hand.harbour):
        wrong("the harbour has three rows of three spaces")
    for space, seat in enumerate(seat for row in hand.harbour for seat in row):
        if seat is None:
            continue
        if seat not in (0, 1):
            wrong(f"a meeple belongs to seat 0 or 1, not {seat}")
        if position.players[seat].hand == 0:
            wrong(f"seat {seat} has no more than {MEEPLES} meeples")
        position.put_meeple(seat, space)


def _lay_boats(position: Duel, hand: PositionByHand, ids: Sequence[str], rest: list[int]) -> None:
    for boat in hand.boats:
        if boat not in BOAT_IDS:
            wrong(f"no boat is called {boat!r}; choose from {', '.join(BOAT_IDS)}")
    for number, boat in enumerate(BOAT_IDS):
        cargo = hand.boats.get(boat, [])
        if cargo is None:
            continue
        if boat in hand.boats and len(cargo) != CARGO:
            wrong(f"the {boat} boat carries {CARGO} tokens, not {len(cargo)}")
        if len(rest) < CARGO - len(cargo):
            wrong("not enough tokens are left for the boats")
        tokens = [token_number(id, ids) for id in cargo] or [rest.pop() for _ in range(CARGO)]
        for space, token in enumerate(tokens):
            position.cargo[number * CARGO + space] = token
        position.afloat[number] = 1
    if position.boats_left() < 2:
        wrong("with fewer than two boats the game is over")


def _lay_sites(position: Duel, hand: PositionByHand, ids: Sequence[str]) -> None:
    if len(hand.tokens) not in (0, 2):
        wrong("two lists of tokens are needed, one for each seat")
    for seat, tokens in enumerate(hand.tokens):
        for id in tokens:
            position.lay_token(seat, token_number(id, ids))
    board = position.boards[Site.OBELISK]
    if not isinstance(board, ObeliskB):
        if hand.first_to_five is not None:
            wrong("first_to_five is for side B of the obelisk")
        return
    reached = [seat for seat in (0, 1) if board.counts[seat] >= position.values.obelisk_goal]
    if len(reached) == 2 and hand.first_to_five is None:
        wrong("say who was first_to_five: both have as many obelisk tokens")
    if hand.first_to_five is not None:
        if hand.first_to_five not in (0, 1):
            wrong("first_to_five is seat 0 or 1")
        if hand.first_to_five not in reached:
            wrong(f"seat {hand.first_to_five} has too few obelisk tokens to be first_to_five")
        board.first = hand.first_to_five


def _lay_piles(position: Duel, hand: PositionByHand, ids: Sequence[str], rest: list[int]) -> None:
    """The reserve, then the supply; what is left after them is in the box."""
    values, gone = position.values, int(LINES - position.boats_left())
    reserve, supply = ([token_number(id, ids) for id in pile] for pile in (hand.reserve, hand.supply))
    used = position.box.to_list().count(int(Token.TAKE))
    count = int(values.reserve) - used if hand.reserve_count is None else hand.reserve_count
    _fill("reserve", position.reserve, reserve, max(count, len(reserve)) if hand.reserve_count is None else count, rest)
    all_left = len(supply) + (0 if gone else len(rest))
    _fill("supply", position.supply, supply, all_left if hand.supply_count is None else hand.supply_count, rest)
    if gone and position.supply.count >= CARGO:
        wrong("a boat leaves only when fewer than three tokens are left in the supply")
    for token in reversed(rest):
        position.box.put(token)
    if values.tokens[Token.TAKE] - position.box.to_list().count(int(Token.TAKE)) > position.reserve.count:
        wrong("each Take token still in the game needs a token in the reserve")
    dealt = sum(values.tokens) - LINES * CARGO - values.reserve  # the supply at the start
    position.unloads = max(0, int(dealt - position.supply.count)) // int(CARGO) + gone


def _fill(name: str, pile: Pile, named: list[int], count: int, rest: list[int]) -> None:
    """The named tokens on top, others from the rest below them."""
    if not len(named) <= count <= len(named) + len(rest):
        wrong(f"the {name} can't have {count} tokens: {len(named)} are named, and {len(rest)} are left over")
    below = [rest.pop() for _ in range(count - len(named))]
    pile.fill(below[::-1] + named[::-1])
