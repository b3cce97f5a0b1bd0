"""The four sites: one class a side. Each holds what both players have collected there; all of it counts at the end."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.duel.values import Values
from imhotep.engine.duel.vocabulary import EMPTY, SEATS, TEMPLES, TOMBS
from imhotep.engine.kernel import add_numbers, copy_items
from imhotep.engine.tables import of_set


@mypyc_attr(acyclic=True)
class Board:
    """One side of a site (D1). A new side is a new subclass.

    The last three numbers are for a quick look at what somebody has here: points at the end go, on average, by

        lasting * points now + (each + early * loads) * tokens now

    where `loads` is how often a boat can still be loaded. docs/bots.md tells how they were found.
    """

    def __init__(self, values: Values, width: i64, lasting: float, each: float, early: float) -> None:
        self.values = values
        self.width: i64 = width  # kinds of tokens that lie here
        self.lasting: float = lasting
        self.each: float = each
        self.early: float = early
        self.counts = vec[i64]([0] * (SEATS * width))  # of seat 0, then of seat 1

    def reset(self) -> None:
        for i in range(SEATS * self.width):
            self.counts[i] = 0

    def gain(self, seat: i64, kind: i64) -> bool:
        """A token arrives; whether it is turned over."""
        self.counts[seat * self.width + kind] += 1
        return False

    def points(self, seat: i64) -> i64:
        """What everything here is worth to a player if the game ends now."""
        raise NotImplementedError

    def outlook(self, seat: i64, loads: float) -> float:
        """What a player can expect to have here at the end, by a quick look."""
        tokens: i64 = 0
        for kind in range(self.width):
            tokens += self.counts[seat * self.width + kind]
        return self.lasting * float(self.points(seat)) + (self.each + self.early * loads) * float(tokens)

    def prospect(self, seat: i64, kind: i64, loads: float) -> float:
        """What one more token would add to that, and take from what the other player can expect."""
        counts, at = self.counts, seat * self.width + kind
        before = self.points(seat) - self.points(1 - seat)
        counts[at] += 1
        after = self.points(seat) - self.points(1 - seat)
        counts[at] -= 1
        return self.lasting * float(after - before) + self.each + self.early * loads

    def copy_from(self, other: "Board") -> None:
        copy_items(other.counts, self.counts)

    def add_numbers(self, numbers: list[int]) -> None:
        add_numbers(self.counts, numbers)


# --- obelisk


@final
@mypyc_attr(acyclic=True)
class ObeliskA(Board):
    def __init__(self, values: Values) -> None:
        super().__init__(values, 1, 0.48, 1.45, -0.045)

    def points(self, seat: i64) -> i64:
        own = self.counts[seat]
        points = own * self.values.obelisk_each
        if own > self.counts[1 - seat]:
            points += self.values.obelisk_most
        return points


@final
@mypyc_attr(acyclic=True)
class ObeliskB(Board):
    def __init__(self, values: Values) -> None:
        super().__init__(values, 1, 0.44, 2.16, 0.205)
        self.first: i64 = EMPTY  # who was first to have enough tokens (D7)

    def reset(self) -> None:
        super().reset()
        self.first = EMPTY

    def gain(self, seat: i64, kind: i64) -> bool:
        self.counts[seat] += 1
        if self.first == EMPTY and self.counts[seat] >= self.values.obelisk_goal:
            self.first = seat
            return True
        return False

    def points(self, seat: i64) -> i64:
        own = self.counts[seat]
        if own >= self.values.obelisk_many:
            return self.values.obelisk_many_points
        if own < self.values.obelisk_goal:
            return 0
        return self.values.obelisk_second if self.first == 1 - seat else self.values.obelisk_first

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, ObeliskB)
        copy_items(other.counts, self.counts)
        self.first = other.first

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        numbers.append(int(self.first))


# --- temple


@final
@mypyc_attr(acyclic=True)
class TempleA(Board):
    def __init__(self, values: Values) -> None:
        super().__init__(values, TEMPLES, 1.06, -0.1, 0.031)

    def points(self, seat: i64) -> i64:
        symbols: i64 = 0
        for kind in range(i64(len(self.values.symbols))):
            symbols += self.counts[seat * TEMPLES + kind] * self.values.symbols[kind]
        return symbols * self.values.symbol_points


@final
@mypyc_attr(acyclic=True)
class TempleB(Board):
    def __init__(self, values: Values) -> None:
        super().__init__(values, TEMPLES, 0.52, 1.82, 0.125)

    def points(self, seat: i64) -> i64:
        """Sets as large as possible, which score most (D13)."""
        points: i64 = 0
        number: i64 = 0
        while True:
            size = self.set_size(seat, number)
            if size == 0:
                return points
            points += self.values.sets[size]
            number += 1

    def set_size(self, seat: i64, number: i64) -> i64:
        """Different tokens in set `number`, from 0."""
        size: i64 = 0
        for kind in range(TEMPLES):
            if self.counts[seat * TEMPLES + kind] > number:
                size += 1
        return size


# --- pyramids


@final
@mypyc_attr(acyclic=True)
class PyramidsA(Board):
    def __init__(self, values: Values) -> None:
        super().__init__(values, 2, 0.7, 1.1, 0.115)

    def points(self, seat: i64) -> i64:
        table = self.values.pyramid_points
        return of_set(table, 0, self.counts[seat * 2]) + of_set(table, 0, self.counts[seat * 2 + 1])


@final
@mypyc_attr(acyclic=True)
class PyramidsB(Board):
    def __init__(self, values: Values) -> None:
        super().__init__(values, 2, 0.41, 1.47, 0.035)

    def points(self, seat: i64) -> i64:
        return of_set(self.values.smaller_points, 0, min(self.counts[seat * 2], self.counts[seat * 2 + 1]))


# --- tomb


@mypyc_attr(acyclic=True)
class Tomb(Board):
    def group(self, seat: i64, first: i64) -> i64:
        """How many connected tokens begin with number `first`; none if it is missing, or not the beginning."""
        counts, at, end = self.counts, seat * TOMBS + first, seat * TOMBS + TOMBS
        if counts[at] == 0 or (first > 0 and counts[at - 1] > 0):
            return 0
        size: i64 = 0
        while at < end and counts[at] > 0:
            size += 1
            at += 1
        return size


@final
@mypyc_attr(acyclic=True)
class TombA(Tomb):
    def __init__(self, values: Values) -> None:
        super().__init__(values, TOMBS, 0.73, 1.43, 0.214)

    def points(self, seat: i64) -> i64:
        """Each token counts what it adds to the group that ends with it."""
        counts, first, more = self.counts, seat * TOMBS, self.values.group_more
        largest: i64 = len(more) - 1
        points: i64 = 0
        size: i64 = 0  # of the group that a number belongs to, so far
        for number in range(self.values.tombs):
            size = (size + 1) * min(counts[first + number], 1)
            points += more[min(size, largest)]
        return points


@final
@mypyc_attr(acyclic=True)
class TombB(Tomb):
    def __init__(self, values: Values) -> None:
        super().__init__(values, TOMBS, 0.65, 0.19, -0.083)

    def points(self, seat: i64) -> i64:
        groups: i64 = 0
        for first in range(self.values.tombs):
            if self.group(seat, first) > 0:
                groups += 1
        return groups * self.values.group_points


def make_board(values: Values, site: i64, side: str) -> Board:
    match f"{site}{side}":
        case "0A":
            return ObeliskA(values)
        case "0B":
            return ObeliskB(values)
        case "1A":
            return TempleA(values)
        case "1B":
            return TempleB(values)
        case "2A":
            return PyramidsA(values)
        case "2B":
            return PyramidsB(values)
        case "3A":
            return TombA(values)
        case _:
            return TombB(values)
