"""What a seat sees of a position as a row of small numbers, for learners: of any game.

Rows are written into a vector of bytes that holds many. Most of their numbers are 0, so whoever calls has filled them
before: with the frame, which is the same at all times of a table, and else with 0.

What lies where is different in each of many games, so a processor can't foresee which way an `if` about it goes, and a
wrong guess costs more than ten numbers written. So a 0 is written where nothing lies, which `is_negative` helps with.
"""

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from imhotep.engine.kernel import Actions, Position


@mypyc_attr(acyclic=True)
class Observer:
    """Writes rows of one game, the same length for every setup."""

    def __init__(self, version: i64, size: i64, codes: i64) -> None:
        self.version: i64 = version  # of what its numbers mean: whoever has learned another one can't read them
        self.size: i64 = size  # of a row
        self.codes: i64 = codes  # of the game

    def is_of(self, position: Position) -> bool:
        """Whether it is a position of this game."""
        raise NotImplementedError

    def fits(self, position: Position) -> bool:
        """Whether a row has room for everything: an edition of one's own may have longer boards."""
        raise NotImplementedError

    def frame(self, position: Position, row: vec[u8], start: i64) -> None:
        """What never changes at a table, from `start` on."""
        raise NotImplementedError

    def observe(self, position: Position, seat: i64, row: vec[u8], start: i64) -> None:
        """Add what `seat` may know of the position, and nothing else."""
        raise NotImplementedError

    def mask(self, position: Position, actions: Actions, row: vec[u8], start: i64) -> None:
        """1 for each legal code, which `actions` list afterwards."""
        position.legal(actions)
        codes = actions.codes
        for i in range(actions.count):
            row[start + codes[i]] = 1


def put(row: vec[u8], at: i64, value: i64) -> None:
    """As near to the value as a byte comes."""
    row[at] = u8(min(max(value, 0), 255))


def put_prospects(row: vec[u8], at: i64, points: float) -> None:
    """Points that a quick look expects beyond those that are certain: in halves, with room below 0."""
    put(row, at, i64(points * 2.0 + 40.5))


def mark(row: vec[u8], at: i64, number: i64) -> None:
    """1 for this one of several; nothing if it is negative."""
    row[at + max(number, 0)] = u8(1 - is_negative(number))


def is_negative(value: i64) -> i64:
    """1 if it is, such as EMPTY, else 0."""
    return value >> 63 & 1


def zeros(count: i64) -> vec[u8]:
    return vec[u8]([0] * count)
