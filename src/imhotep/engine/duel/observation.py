"""What a seat sees of The Duel, as numbers. `imhotep.envs.features` says what each of them means.

The viewer comes first. Only supply and reserve are hidden, and their order alone.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from imhotep.engine.duel.game import Duel
from imhotep.engine.duel.sites import ObeliskB
from imhotep.engine.duel.values import Values
from imhotep.engine.duel.vocabulary import (
    CARGO,
    EMPTY,
    LINES,
    SEATS,
    SITES,
    SPACES,
    TEMPLES,
    TOMBS,
    Action,
    Site,
    Source,
    Step,
    Token,
)
from imhotep.engine.kernel import Position
from imhotep.engine.observing import Observer, put


class Layout:
    """Where each feature begins."""

    SIDES: Final[i64] = 0
    MODULES: Final[i64] = 8
    OVER: Final[i64] = 10
    QUESTION: Final[i64] = 11
    ACTION: Final[i64] = 19
    ACTION_PART: Final[i64] = 23
    DECIDER: Final[i64] = 24
    TURN: Final[i64] = 26
    STARTER: Final[i64] = 28
    HARBOUR: Final[i64] = 30
    BOATS: Final[i64] = 48
    WAITING: Final[i64] = 54
    CARGO: Final[i64] = 60
    MEEPLES: Final[i64] = 726
    ACTIONS: Final[i64] = 728
    OBELISKS: Final[i64] = 736
    FIRST_TO_GOAL: Final[i64] = 738
    TEMPLES: Final[i64] = 740
    PYRAMIDS: Final[i64] = 752
    TOMBS: Final[i64] = 756
    SCORE: Final[i64] = 804
    DEBT: Final[i64] = 806
    POINTS: Final[i64] = 808
    SUPPLY: Final[i64] = 820
    RESERVE: Final[i64] = 821
    UNSEEN: Final[i64] = 822
    SIZE: Final[i64] = 859


KINDS: Final[i64] = 37  # of tokens: all but NONE
ACTIONS: Final[i64] = 4  # kinds of action tokens


@final
@mypyc_attr(acyclic=True)
class DuelObserver(Observer):
    def __init__(self) -> None:
        super().__init__(Layout.SIZE, Action.COUNT)
        self.values: Values | None = None  # of the last position
        self.temples: i64 = 0  # kinds that it has
        self.tombs: i64 = 0

    def is_of(self, position: Position) -> bool:
        return isinstance(position, Duel)

    def fits(self, position: Position) -> bool:
        return True  # an edition's lengths end where the codes do

    def frame(self, position: Position, row: vec[u8], start: i64) -> None:
        assert isinstance(position, Duel)
        observe_setup(position, row, start)

    def observe(self, position: Position, seat: i64, row: vec[u8], start: i64) -> None:
        assert isinstance(position, Duel)
        row[start + Layout.STARTER + (position.starter ^ seat)] = 1
        observe_agenda(position, seat, row, start)
        observe_harbour(position, seat, row, start)
        if self.values is not position.values:
            self.count_kinds(position.values)
        for i in range(SEATS):
            self.observe_player(position, seat ^ i, i, row, start)
        observe_piles(position, row, start)

    def count_kinds(self, values: Values) -> None:
        self.values = values
        self.temples = TEMPLES
        while self.temples > 0 and values.tokens[Token.TEMPLE + self.temples - 1] == 0:
            self.temples -= 1
        self.tombs = TOMBS
        while self.tombs > 0 and values.tokens[Token.TOMB + self.tombs - 1] == 0:
            self.tombs -= 1

    def observe_player(self, position: Duel, seat: i64, i: i64, row: vec[u8], start: i64) -> None:
        """Player `seat`, who is number `i` from the viewer on."""
        player, boards = position.players[seat], position.boards
        row[start + Layout.MEEPLES + i] = u8(player.hand)
        for kind in range(ACTIONS):
            put(row, start + Layout.ACTIONS + i * ACTIONS + kind, player.actions[kind])
        obelisk = boards[Site.OBELISK]
        put(row, start + Layout.OBELISKS + i, obelisk.counts[seat])
        if isinstance(obelisk, ObeliskB) and obelisk.first == seat:
            row[start + Layout.FIRST_TO_GOAL + i] = 1
        put_counts(boards[Site.TEMPLE].counts, seat * TEMPLES, self.temples, row, start + Layout.TEMPLES + i * TEMPLES)
        put_counts(boards[Site.PYRAMIDS].counts, seat * 2, 2, row, start + Layout.PYRAMIDS + i * 2)
        put_counts(boards[Site.TOMB].counts, seat * TOMBS, self.tombs, row, start + Layout.TOMBS + i * TOMBS)
        score: i64 = 0
        for source in range(Source.COUNT):
            points = position.points(seat, source)
            score += points
            put(row, start + Layout.POINTS + i * Source.COUNT + source, points)
        put(row, start + Layout.SCORE + i, score)
        put(row, start + Layout.DEBT + i, -score)


def observe_setup(position: Duel, row: vec[u8], start: i64) -> None:
    sides = position.sides
    for site in range(SITES):
        row[start + Layout.SIDES + site * 2 + ord(sides[site]) - 65] = 1
    if position.values.refill_at_end_of_turn:
        row[start + Layout.MODULES] = 1
    if position.values.partial_action_tokens:
        row[start + Layout.MODULES + 1] = 1


def observe_agenda(position: Duel, seat: i64, row: vec[u8], start: i64) -> None:
    if position.depth == 0:
        row[start + Layout.OVER] = 1
        return
    agenda, last = position.agenda, position.depth - 1
    row[start + Layout.QUESTION + (agenda[last] & 255)] = 1
    row[start + Layout.DECIDER + (agenda[last] >> 8 & 255 ^ seat)] = 1
    row[start + Layout.TURN + (agenda[0] >> 8 & 255 ^ seat)] = 1
    for i in range(last):
        if agenda[i] & 255 == Step.NEXT_PART:
            row[start + Layout.ACTION + (agenda[i] >> 16 & 255) - Token.TAKE] = 1
            put(row, start + Layout.ACTION_PART, agenda[i] >> 24)


def observe_harbour(position: Duel, seat: i64, row: vec[u8], start: i64) -> None:
    spaces, cargo, afloat = position.spaces, position.cargo, position.afloat
    for space in range(SPACES):
        if spaces[space] != EMPTY:
            row[start + Layout.HARBOUR + space * SEATS + (spaces[space] ^ seat)] = 1
    for line in range(LINES):
        row[start + Layout.BOATS + line] = u8(afloat[line])
    for space in range(LINES * CARGO):
        if cargo[space] != Token.NONE:
            row[start + Layout.CARGO + space * KINDS + cargo[space] - 1] = 1
    for i in range(position.waiting.count):
        row[start + Layout.WAITING + position.waiting.cards[i]] = 1


def put_counts(counts: vec[i64], first: i64, count: i64, row: vec[u8], at: i64) -> None:
    """So many counts, from `first` on."""
    for i in range(count):
        row[at + i] = u8(counts[first + i])


def observe_piles(position: Duel, row: vec[u8], start: i64) -> None:
    put(row, start + Layout.SUPPLY, position.supply.count)
    put(row, start + Layout.RESERVE, position.reserve.count)
    cards, at = position.supply.cards, start + Layout.UNSEEN - 1
    for i in range(position.supply.count):
        row[at + cards[i]] += 1
    cards = position.reserve.cards
    for i in range(position.reserve.count):
        row[at + cards[i]] += 1
