"""The burial chamber: columns from the left without end, scored at the end of the game."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.scoring import place_points
from imhotep.engine.builder.state import Board, State
from imhotep.engine.builder.values import Values, of_set
from imhotep.engine.builder.vocabulary import EMPTY, Event, Site
from imhotep.engine.kernel import copy_first, copy_items


@mypyc_attr(acyclic=True)
class BurialChamber(Board):
    """What the sides share: stones column by column, each from the top."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.count: i64 = 0
        self.owners = vec[i64]([EMPTY] * (values.stones * values.players))  # as many as there are stones

    def reset(self) -> None:
        super().reset()
        self.count = 0

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, BurialChamber)
        copy_items(other.built, self.built)
        self.count = other.count
        copy_first(other.count, other.owners, self.owners)

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        for i in range(self.count):
            numbers.append(int(self.owners[i]))

    def place(self, owner: i64, at: i64) -> None:
        self.owners[self.count] = owner
        self.count += 1
        self.built[owner] += 1

    def deliver(self, state: State, owner: i64) -> None:
        state.note(Event.STONE_BUILT, owner, Site.BURIAL_CHAMBER, self.count)
        self.place(owner, self.count)


@final
@mypyc_attr(acyclic=True)
class BurialChamberA(BurialChamber):
    """Connected stones of one colour score as areas; each player scores all of them."""

    def end_game(self, state: State) -> None:
        values = self.values
        seen = vec[bool]([False] * self.count)
        for cell in range(self.count):
            if not seen[cell]:
                owner = self.owners[cell]
                size = self.area(owner, cell, seen)
                points = of_set(values.area_points, values.area_more, size)
                state.gain_points(owner, Site.BURIAL_CHAMBER, points, cell)

    def area(self, owner: i64, cell: i64, seen: vec[bool]) -> i64:
        if cell < 0 or cell >= self.count or seen[cell] or self.owners[cell] != owner:
            return 0
        seen[cell] = True
        rows = self.values.chamber_rows
        size = 1 + self.area(owner, cell - rows, seen) + self.area(owner, cell + rows, seen)
        if cell % rows > 0:
            size += self.area(owner, cell - 1, seen)
        if cell % rows < rows - 1:
            size += self.area(owner, cell + 1, seen)
        return size


@final
@mypyc_attr(acyclic=True)
class BurialChamberB(BurialChamber):
    """Each row is ranked by the number of stones in it."""

    def end_game(self, state: State) -> None:
        values = self.values
        for row in range(values.chamber_rows):
            counts = vec[i64]([0] * values.players)
            cell = row
            while cell < self.count:
                counts[self.owners[cell]] += 1
                cell += values.chamber_rows
            for seat in range(values.players):
                if counts[seat] > 0:
                    state.gain_points(seat, Site.BURIAL_CHAMBER, place_points(counts, seat, values.row_points), row)
