"""What lies on the table in The Duel, and the predicates about it."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.duel.sites import Board
from imhotep.engine.duel.values import Values
from imhotep.engine.duel.vocabulary import (
    CARGO,
    EMPTY,
    KINDS,
    LINES,
    MEEPLES,
    SEATS,
    SPACES,
    Event,
    Refusal,
    Site,
    Token,
)
from imhotep.engine.kernel import LEGAL, Position, add_numbers, copy_items
from imhotep.engine.piles import Pile

ACTIONS: Final[i64] = 4  # kinds of action tokens


@final
@mypyc_attr(acyclic=True)
class Player:
    def __init__(self) -> None:
        self.hand: i64 = MEEPLES  # meeples that do not stand on the harbour
        self.actions = vec[i64]([0] * ACTIONS)  # action tokens by kind

    def reset(self) -> None:
        self.hand = MEEPLES
        for kind in range(ACTIONS):
            self.actions[kind] = 0

    def copy_from(self, other: "Player") -> None:
        self.hand = other.hand
        copy_items(other.actions, self.actions)

    def add_numbers(self, numbers: list[int]) -> None:
        numbers.append(int(self.hand))
        add_numbers(self.actions, numbers)


@mypyc_attr(acyclic=True)
class State(Position):
    """Arrays keep their length. Spaces of the harbour go row by row; lines and boats are rows, then columns."""

    def __init__(self, values: Values, boards: vec[Board]) -> None:
        super().__init__(SEATS)
        tokens: i64 = 0
        for count in values.tokens:
            tokens += count
        self.values = values
        self.boards = boards  # in the order of the sites
        self.starter: i64 = 0
        self.unloads: i64 = 0  # so far
        self.players = vec[Player]([Player() for _ in range(SEATS)])
        self.spaces = vec[i64]([EMPTY] * SPACES)  # whose meeple stands there
        self.lines = vec[i64]([0] * LINES)  # meeples in each row and column
        self.afloat = vec[i64]([0] * LINES)  # 1 for each boat that is still in the game
        self.cargo = vec[i64]([Token.NONE] * (LINES * CARGO))  # by boat, from the harbour outwards
        self.supply = Pile(tokens)
        self.reserve = Pile(tokens)
        self.box = Pile(tokens)
        self.waiting = Pile(LINES)  # boats that are loaded at the end of the turn, the first one at the bottom (D2)

    # --- meeples

    def no_meeple(self, seat: i64) -> i64:
        if self.players[seat].hand == 0:
            return Refusal.NO_MEEPLE
        return LEGAL

    def no_space(self, space: i64) -> i64:
        if self.spaces[space] != EMPTY:
            return Refusal.SPACE_TAKEN
        return LEGAL

    def put_meeple(self, seat: i64, space: i64) -> None:
        self.players[seat].hand -= 1
        self.spaces[space] = seat
        self.lines[space // 3] += 1
        self.lines[3 + space % 3] += 1

    def lift_meeple(self, space: i64) -> i64:
        """It goes home; whose it was."""
        seat = self.spaces[space]
        self.players[seat].hand += 1
        self.spaces[space] = EMPTY
        self.lines[space // 3] -= 1
        self.lines[3 + space % 3] -= 1
        return seat

    # --- boats

    def boats_left(self) -> i64:
        count: i64 = 0
        for boat in self.afloat:
            count += boat
        return count

    def no_unloading(self, boat: i64) -> i64:
        if self.afloat[boat] == 0:
            return Refusal.BOAT_GONE
        if self.lines[boat] < 2:
            return Refusal.TOO_FEW_MEEPLES
        return LEGAL

    def no_boat_to_unload(self) -> i64:
        for boat in range(LINES):
            if self.afloat[boat] > 0 and self.lines[boat] >= 2:  # no_unloading
                return LEGAL
        return Refusal.NO_BOAT_TO_UNLOAD

    def no_unloading_from(self, space: i64) -> i64:
        """Why no boat could be unloaded if a meeple stood there, too; none can be as it is (D3)."""
        row, column = space // 3, 3 + space % 3
        if (self.afloat[row] > 0 and self.lines[row] >= 1) or (self.afloat[column] > 0 and self.lines[column] >= 1):
            return LEGAL
        return Refusal.NO_UNLOADING_FROM_THERE

    # --- tokens

    def no_swap(self, boat: i64, pair: i64) -> i64:
        """Why two tokens of a boat can't be swapped (D4): 0 for spaces 1 and 2, 1 for 1 and 3, 2 for 2 and 3."""
        if self.afloat[boat] == 0:
            return Refusal.BOAT_GONE
        first, second = first_of_pair(pair), second_of_pair(pair)
        if self.cargo[boat * CARGO + first] == self.cargo[boat * CARGO + second]:
            return Refusal.EQUAL_TOKENS
        return LEGAL

    def nothing_to_swap(self) -> i64:
        for boat in range(LINES):
            for pair in range(CARGO):
                if self.no_swap(boat, pair) == LEGAL:
                    return LEGAL
        return Refusal.NOTHING_TO_SWAP

    def no_take(self, boat: i64, space: i64) -> i64:
        if self.afloat[boat] == 0:
            return Refusal.BOAT_GONE
        if is_action(self.cargo[boat * CARGO + space]):
            return Refusal.ACTION_STAYS
        return LEGAL

    def nothing_to_take(self) -> i64:
        for boat in range(LINES):
            for space in range(CARGO):
                if self.no_take(boat, space) == LEGAL:
                    return LEGAL
        return Refusal.NOTHING_TO_TAKE

    def gain(self, seat: i64, token: i64) -> None:
        """A player gets a token."""
        if self.lay_token(seat, token):
            self.note(Event.FIRST_TO_FIVE, seat)

    def lay_token(self, seat: i64, token: i64) -> bool:
        """Lay it where it belongs, also when a position is set up by hand; whether it is turned over (obelisk B)."""
        if token >= Token.TOMB:
            self.boards[Site.TOMB].gain(seat, token - Token.TOMB)
        elif token >= Token.TEMPLE:
            self.boards[Site.TEMPLE].gain(seat, token - Token.TEMPLE)
        elif token >= Token.TAKE:
            self.players[seat].actions[token - Token.TAKE] += 1
        elif token >= Token.LIGHT_PYRAMID:
            self.boards[Site.PYRAMIDS].gain(seat, token - Token.LIGHT_PYRAMID)
        else:
            return self.boards[Site.OBELISK].gain(seat, 0)
        return False

    def draw_onto(self, pile: Pile, event: i64, boat: i64, space: i64) -> None:
        """The top token of a face-down pile is turned up onto a boat."""
        token = pile.take()
        self.cargo[boat * CARGO + space] = token
        self.note(event, 0, token, boat, space)

    def sort_supply(self) -> None:
        """All tokens of the box, sorted."""
        self.supply.count = 0
        for token in range(KINDS):
            for _ in range(self.values.tokens[token]):
                self.supply.put(token)


def first_of_pair(pair: i64) -> i64:
    return 1 if pair == 2 else 0


def second_of_pair(pair: i64) -> i64:
    return 1 if pair == 0 else 2


def is_action(token: i64) -> bool:
    return token >= Token.TAKE and token < Token.TEMPLE
