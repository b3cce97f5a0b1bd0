"""What a seat sees of The Duel, as numbers. `imhotep.envs.features` says what each of them means.

The viewer comes first. Only supply and reserve are hidden, and their order alone.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from imhotep.engine.duel.game import Duel
from imhotep.engine.duel.sites import ObeliskB
from imhotep.engine.duel.vocabulary import (
    LINES,
    SEATS,
    SITES,
    TEMPLES,
    TOMBS,
    Action,
    Site,
    Source,
    Step,
    Token,
)
from imhotep.engine.kernel import Position
from imhotep.engine.observer import Observer, is_negative, mark, put, put_prospects


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
    PROSPECTS: Final[i64] = 859
    SIZE: Final[i64] = 861


VERSION: Final[i64] = 1  # as in duel_v1
KINDS: Final[i64] = 37  # of tokens: all but NONE
ACTIONS: Final[i64] = 4  # kinds of action tokens


@final
@mypyc_attr(acyclic=True)
class DuelObserver(Observer):
    def __init__(self) -> None:
        super().__init__(VERSION, Layout.SIZE, Action.COUNT)
        self.expected = vec[float]([0.0] * SEATS)  # scratch: by `estimate`

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
        position.estimate(self.expected)
        for i in range(SEATS):
            observe_player(position, seat ^ i, i, self.expected[seat ^ i], row, start)
        observe_piles(position, row, start)


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
    at = start + Layout.HARBOUR
    for owner in position.spaces:
        row[at + (owner & 1 ^ seat)] = u8(1 - is_negative(owner))
        at += SEATS
    put_counts(position.afloat, 0, LINES, row, start + Layout.BOATS)
    at = start + Layout.CARGO
    for token in position.cargo:
        mark(row, at, token - 1)
        at += KINDS
    waiting = position.waiting.cards
    for i in range(position.waiting.count):
        row[start + Layout.WAITING + waiting[i]] = 1


def observe_player(position: Duel, seat: i64, i: i64, expected: float, row: vec[u8], start: i64) -> None:
    """Player `seat`, who is number `i` from the viewer on, and can expect so many points."""
    player, boards, values = position.players[seat], position.boards, position.values
    row[start + Layout.MEEPLES + i] = u8(player.hand)
    put_counts(player.actions, 0, ACTIONS, row, start + Layout.ACTIONS + i * ACTIONS)
    obelisk = boards[Site.OBELISK]
    put(row, start + Layout.OBELISKS + i, obelisk.counts[seat])
    if isinstance(obelisk, ObeliskB) and obelisk.first == seat:
        row[start + Layout.FIRST_TO_GOAL + i] = 1
    temples: i64 = len(values.symbols)
    put_counts(boards[Site.TEMPLE].counts, seat * TEMPLES, temples, row, start + Layout.TEMPLES + i * TEMPLES)
    put_counts(boards[Site.PYRAMIDS].counts, seat * 2, 2, row, start + Layout.PYRAMIDS + i * 2)
    put_counts(boards[Site.TOMB].counts, seat * TOMBS, values.tombs, row, start + Layout.TOMBS + i * TOMBS)
    score: i64 = 0
    for source in range(Source.COUNT):
        points = position.points(seat, source)
        score += points
        put(row, start + Layout.POINTS + i * Source.COUNT + source, points)
    put(row, start + Layout.SCORE + i, score)
    put(row, start + Layout.DEBT + i, -score)
    if position.depth > 0:
        put_prospects(row, start + Layout.PROSPECTS + i, expected - float(score))


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
