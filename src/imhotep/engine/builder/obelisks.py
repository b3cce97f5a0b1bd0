"""The obelisks: towers of each player's own stones."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from imhotep.engine.builder.scoring import place_points
from imhotep.engine.builder.state import Board, State
from imhotep.engine.builder.values import Values
from imhotep.engine.builder.vocabulary import EMPTY, Event, Site
from imhotep.engine.kernel import add_numbers, copy_first, copy_items


@final
@mypyc_attr(acyclic=True)
class ObelisksA(Board):
    """One obelisk a player; at the end they are ranked by height."""

    def deliver(self, state: State, owner: i64) -> None:
        state.note(Event.STONE_BUILT, owner, Site.OBELISKS, self.built[owner])
        self.place(owner, 0)

    def end_game(self, state: State) -> None:
        for seat in range(self.values.players):
            if self.built[seat] > 0:
                state.gain_points(seat, Site.OBELISKS, place_points(self.built, seat, self.values.obelisks))


@final
@mypyc_attr(acyclic=True)
class ObelisksB(Board):
    """Every third stone of a player makes a tower, which scores at once on the best free space (B17)."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.singles = vec[i64]([0] * values.players)
        self.towers: i64 = 0
        self.owners = vec[i64]([EMPTY] * len(values.tower_points))  # of the towers, as far as they are built

    def reset(self) -> None:
        super().reset()
        self.towers = 0
        for seat in range(self.values.players):
            self.singles[seat] = 0

    def copy_from(self, other: Board) -> None:
        assert isinstance(other, ObelisksB)
        copy_items(other.built, self.built)
        copy_items(other.singles, self.singles)
        self.towers = other.towers
        copy_first(other.towers, other.owners, self.owners)

    def add_numbers(self, numbers: list[int]) -> None:
        super().add_numbers(numbers)
        add_numbers(self.singles, numbers)
        for tower in range(self.towers):
            numbers.append(int(self.owners[tower]))

    def place(self, owner: i64, at: i64) -> None:
        """A single stone; the last one of a tower if the owner has enough and a space is free."""
        self.built[owner] += 1
        self.singles[owner] += 1
        if self.singles[owner] >= self.values.tower_stones and self.towers < len(self.owners):
            self.singles[owner] -= self.values.tower_stones
            self.owners[self.towers] = owner
            self.towers += 1

    def deliver(self, state: State, owner: i64) -> None:
        state.note(Event.STONE_BUILT, owner, Site.OBELISKS, self.singles[owner])
        space = self.towers
        self.place(owner, 0)
        if self.towers > space:
            state.note(Event.TOWER_BUILT, owner, Site.OBELISKS, space)
            state.gain_points(owner, Site.OBELISKS, self.values.tower_points[space], space)

    def end_game(self, state: State) -> None:
        for seat in range(self.values.players):
            if self.singles[seat] > 0:
                state.gain_points(seat, Site.OBELISKS, self.singles[seat] * self.values.single_stone)
